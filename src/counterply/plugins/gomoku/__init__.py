"""Gomoku: the game, Gomocup's protocol, and a course's referee (UCSB)."""
