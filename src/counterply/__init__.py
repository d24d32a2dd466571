"""Counterply: two-player adversarial search for games written in plain Python.

>>> import counterply as cp
>>> position = cp.game("connect_four").start().play("3", "3")
>>> position = position.play(cp.player("engine").choose(position, nodes=1000).move)
>>> position.ply, position.over
(3, False)

The verbs: `game`, `player`, `evaluator`; `analyse`, `solve`, `solve_all`, `nodes`, `perft` for one position; `accuracy`, `ablate`
for what a heuristic and each technique are worth; `match`, `tournament`, `tune` for many games; `learn` for an evaluator from the
rules alone; `generate` for new boards and openings; `play`.
The nouns for writing a game: `Game`, `Evaluator`, `PlainGame`, `kernel`, the outcomes, and `Item` for its picture.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from counterply import registry
from counterply.version import __version__

if TYPE_CHECKING:
    from counterply.api.games import generate, learn, match, play, tournament, tune
    from counterply.api.named import evaluator, game, player
    from counterply.api.positions import analyse, nodes, perft, solve, solve_all
    from counterply.api.studies import ablate, accuracy
    from counterply.compiling.intrinsics import lowest_bit, popcount
    from counterply.compiling.kernels import kernel
    from counterply.core.drawing import Item, edge_numbers
    from counterply.core.errors import CounterplyError, GameError, StoreError, UsageError
    from counterply.core.evaluator import Evaluator
    from counterply.core.game import Board, Chance, Game, Hints, Memo, Symmetry, Text
    from counterply.core.limits import Limit, Stop
    from counterply.core.position import PlainGame, Position
    from counterply.core.report import Line, Report
    from counterply.core.values import CHANCE, DRAW, FIRST, ONGOING, SECOND

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
    "Item",
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
    "ablate",
    "accuracy",
    "analyse",
    "edge_numbers",
    "evaluator",
    "game",
    "generate",
    "kernel",
    "learn",
    "lowest_bit",
    "match",
    "nodes",
    "perft",
    "play",
    "player",
    "popcount",
    "solve",
    "solve_all",
    "tournament",
    "tune",
]


def __getattr__(name: str) -> Any:
    """Import what a public name stands for when it is first asked for: the board's server must not wait for Numba."""
    try:
        return registry.public(name)
    except KeyError:
        raise AttributeError(f"module 'counterply' has no attribute {name!r}") from None


def __dir__() -> list[str]:
    return [*globals(), *__all__]
