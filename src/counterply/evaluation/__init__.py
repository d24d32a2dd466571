"""Evaluators of the built-in games, one file for each game."""
