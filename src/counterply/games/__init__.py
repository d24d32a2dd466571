"""The games that come with Counterply, one file each."""
