"""Isolation with knights' moves: the game, and its courses' programs (Udacity)."""
