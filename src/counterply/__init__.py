"""Counterply: two-player adversarial search for games written in plain Python."""

from counterply.compiling.intrinsics import lowest_bit, popcount
from counterply.compiling.kernels import kernel
from counterply.core.errors import GameError
from counterply.core.evaluator import Evaluator
from counterply.core.game import Board, Chance, Game, Hints, Memo, Symmetry, Text
from counterply.core.limits import Limit, Stop
from counterply.core.position import PlainGame, Position
from counterply.core.values import CHANCE, DRAW, FIRST, ONGOING, SECOND

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "DRAW",
    "FIRST",
    "ONGOING",
    "SECOND",
    "Board",
    "Chance",
    "Evaluator",
    "Game",
    "GameError",
    "Hints",
    "Limit",
    "Memo",
    "PlainGame",
    "Position",
    "Stop",
    "Symmetry",
    "Text",
    "__version__",
    "kernel",
    "lowest_bit",
    "popcount",
]
