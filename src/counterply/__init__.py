"""Counterply: two-player adversarial search for games written in plain Python.

>>> import counterply as cp
>>> position = cp.game("connect_four").start().play("3", "3")
>>> position = position.play(cp.player("engine").choose(position, nodes=1000).move)
>>> position.ply, position.over
(3, False)

The verbs: `game`, `player`, `evaluator`; `analyse`, `solve` for one position; `match`, `tournament`, `tune` for many games; `play`.
The nouns for writing a game: `Game`, `Evaluator`, `PlainGame`, `kernel`, and the outcomes.
"""

from counterply.compiling.intrinsics import lowest_bit, popcount
from counterply.compiling.kernels import kernel
from counterply.core.errors import CounterplyError, GameError, StoreError, UsageError
from counterply.core.evaluator import Evaluator
from counterply.core.game import Board, Chance, Game, Hints, Memo, Symmetry, Text
from counterply.core.limits import Limit, Stop
from counterply.core.position import PlainGame, Position
from counterply.core.report import Line, Report
from counterply.core.values import CHANCE, DRAW, FIRST, ONGOING, SECOND
from counterply.verbs import analyse, evaluator, game, match, play, player, solve, tournament, tune

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "DRAW",
    "FIRST",
    "ONGOING",
    "SECOND",
    "Board",
    "Chance",
    "CounterplyError",
    "Evaluator",
    "Game",
    "GameError",
    "Hints",
    "Limit",
    "Line",
    "Memo",
    "PlainGame",
    "Position",
    "Report",
    "Stop",
    "StoreError",
    "Symmetry",
    "Text",
    "UsageError",
    "__version__",
    "analyse",
    "evaluator",
    "game",
    "kernel",
    "lowest_bit",
    "match",
    "play",
    "player",
    "popcount",
    "solve",
    "tournament",
    "tune",
]
