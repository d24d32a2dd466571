"""Counterply: two-player adversarial search for games written in plain Python.

>>> import counterply as cp
>>> position = cp.game("connect_four").start().play("3", "3")
>>> position = position.play(cp.player("engine").choose(position, nodes=1000).move)
>>> position.ply, position.over
(3, False)

The verbs: `game`, `player`, `evaluator`; `analyse`, `solve`, `solve_all`, `nodes`, `perft` for one position; `accuracy`, `ablate`
for what a heuristic and each technique are worth; `match`, `tournament`, `tune` for many games; `learn` for an evaluator from the
rules alone; `generate` for new boards and openings; `play`.
The nouns for writing a game: `Game`, `Evaluator`, `PlainGame`, `kernel`, and the outcomes.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from counterply.compiling.intrinsics import lowest_bit, popcount
    from counterply.compiling.kernels import kernel
    from counterply.core.errors import CounterplyError, GameError, StoreError, UsageError
    from counterply.core.evaluator import Evaluator
    from counterply.core.game import Board, Chance, Game, Hints, Memo, Symmetry, Text
    from counterply.core.limits import Limit, Stop
    from counterply.core.position import PlainGame, Position
    from counterply.core.report import Line, Report
    from counterply.core.values import CHANCE, DRAW, FIRST, ONGOING, SECOND
    from counterply.verbs import (
        ablate,
        accuracy,
        analyse,
        evaluator,
        game,
        generate,
        learn,
        match,
        nodes,
        perft,
        play,
        player,
        solve,
        solve_all,
        tournament,
        tune,
    )

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
    "ablate",
    "accuracy",
    "analyse",
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

_HOMES = {
    "compiling.intrinsics": ("lowest_bit", "popcount"),
    "compiling.kernels": ("kernel",),
    "core.errors": ("CounterplyError", "GameError", "StoreError", "UsageError"),
    "core.evaluator": ("Evaluator",),
    "core.game": ("Board", "Chance", "Game", "Hints", "Memo", "Symmetry", "Text"),
    "core.limits": ("Limit", "Stop"),
    "core.position": ("PlainGame", "Position"),
    "core.report": ("Line", "Report"),
    "core.values": ("CHANCE", "DRAW", "FIRST", "ONGOING", "SECOND"),
    "verbs": (
        "ablate",
        "accuracy",
        "analyse",
        "evaluator",
        "game",
        "generate",
        "learn",
        "match",
        "nodes",
        "perft",
        "play",
        "player",
        "solve",
        "solve_all",
        "tournament",
        "tune",
    ),
}


def __getattr__(name: str) -> Any:
    """Import what a public name stands for when it is first asked for: the board's server must not wait for Numba."""
    for module, names in _HOMES.items():
        if name in names:
            return getattr(importlib.import_module(f"counterply.{module}"), name)
    raise AttributeError(f"module 'counterply' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]
