"""The games that the core's own tests need: a small one, a folder with everything that a game may bring, one with a size."""
