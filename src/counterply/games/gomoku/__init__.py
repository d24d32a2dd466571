"""Five in a row (Gomoku): in turn, a stone on any empty cell; whoever first has five in an unbroken line wins."""

from counterply.games.gomoku.evaluators import evaluators
from counterply.games.gomoku.rules import game

__all__ = ["evaluators", "game"]
