"""Other programs and their protocols."""
