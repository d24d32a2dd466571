"""Searches: the textbook ones in plain Python, and the engine."""
