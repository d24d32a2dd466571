"""Other people's files: how they are named, loaded and checked, and the process in which they run."""
