"""Fishing Derby: two boats on a sea that wraps from side to side; a hook on the line of each; fish of value -7 to 11."""

from counterply.games.fishing_derby.evaluators import evaluators
from counterply.games.fishing_derby.rules import game

__all__ = ["evaluators", "game"]
