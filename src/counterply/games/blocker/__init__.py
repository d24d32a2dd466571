"""Blocker: two agents in a maze walk, eat, or turn the cell that they stand on into a wall."""

from counterply.games.blocker.evaluators import evaluators
from counterply.games.blocker.rules import game

__all__ = ["evaluators", "game"]
