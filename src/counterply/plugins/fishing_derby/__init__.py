"""Fishing Derby: the game, and its course's program (KTH)."""
