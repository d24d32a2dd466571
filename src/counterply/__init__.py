"""Counterply: two-player adversarial search for games written in plain Python."""

from counterply.evaluator import Evaluator
from counterply.kernel import kernel
from counterply.limits import Limit, Stop
from counterply.position import PlainGame, Position
from counterply.rules import Game, GameError
from counterply.values import CHANCE, DRAW, FIRST, ONGOING, SECOND

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "DRAW",
    "FIRST",
    "ONGOING",
    "SECOND",
    "Evaluator",
    "Game",
    "GameError",
    "Limit",
    "PlainGame",
    "Position",
    "Stop",
    "__version__",
    "kernel",
]
