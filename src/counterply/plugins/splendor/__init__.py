"""Splendor for two: the game, and its course's program (Melbourne)."""
