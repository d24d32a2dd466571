"""Other people's programs, and their protocols."""
