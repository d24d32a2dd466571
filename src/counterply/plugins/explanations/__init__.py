"""Explanations of a search and of a move, for the command, the board and pages: one model that each of them prints."""
