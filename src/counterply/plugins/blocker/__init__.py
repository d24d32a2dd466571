"""Blocker: the game of an assignment of Leiden University."""
