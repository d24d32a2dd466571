"""Counterply: two-player adversarial search for games written in plain Python."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from counterply.compiling.kernels import kernel
    from counterply.core.errors import GameError
    from counterply.core.evaluator import Evaluator
    from counterply.core.game import Game
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

_HOMES = {
    "compiling.kernels": ("kernel",),
    "core.errors": ("GameError",),
    "core.evaluator": ("Evaluator",),
    "core.game": ("Game",),
    "core.limits": ("Limit", "Stop"),
    "core.position": ("PlainGame", "Position"),
    "core.values": ("CHANCE", "DRAW", "FIRST", "ONGOING", "SECOND"),
}


def __getattr__(name: str) -> Any:
    """Import what a public name stands for when it is first asked for: the server of the board must not wait for Numba."""
    for module, names in _HOMES.items():
        if name in names:
            return getattr(importlib.import_module(f"counterply.{module}"), name)
    raise AttributeError(f"module 'counterply' has no attribute {name!r}")
