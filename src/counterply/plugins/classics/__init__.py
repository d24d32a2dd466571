"""Games that everybody knows, each one file by the kit of `counterply.core.geometry`, as a user writes it."""
