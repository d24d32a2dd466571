"""Counterply: two-player adversarial search for games written in plain Python.

>>> import counterply as cp
>>> position = cp.game("connect_four").start().play("4", "4")
>>> position = position.play(cp.player("engine").choose(position, nodes=1000).move)
>>> position.ply, position.over
(3, False)

The verbs: `game`, `player`, `evaluator`; `list_games`, `list_players`; `analyse`, `rolls`, `solve`, `solve_all`, `nodes`,
`perft`, `tree`, `why`, `luck` for one position; `accuracy`, `ablate` for the worth of a heuristic and of each technique; `match`,
`tournament`, `tune` for many games; `learn` for an evaluator from the rules alone; `report`, `export`, `replay` for a stored run;
`verify`, `check` for a game and a search of yours; `new`, `lessons`, `generate` for files; `play`, `board`, `widget`; `bench`.
The nouns for writing a game: `Game`, `Evaluator`, `PlainGame`, `kernel`, the outcomes, `grid`, `hexes`, `rings` and `graph` for its
board, and `Item` for its picture; for writing a player: `Player`, `Position`, `Limit`, `Report`. What a number or a part of a
record is: `Move`, `Ply`, `Depth`, `Score`, `Seat`; `Record`, `Field`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from counterply import registry, system
from counterply.version import __version__

if not system.SUPPORTED:
    raise SystemExit(system.ADVICE)

if TYPE_CHECKING:
    from counterply import plugins
    from counterply.api.by_name import evaluator, game, player
    from counterply.api.catalogue import list_games, list_players
    from counterply.api.games import generate, match, play, tournament
    from counterply.api.own_games import new, verify
    from counterply.api.positions import analyse, nodes, perft, solve, solve_all
    from counterply.api.rolls import rolls
    from counterply.api.stored import merge, replay
    from counterply.compiling.intrinsics import hash_record, highest_bit, lowest_bit, popcount
    from counterply.compiling.kernels import kernel
    from counterply.core.aliases import Depth, Field, Move, Ply, Record, Score, Seat
    from counterply.core.contract import NOISY, SHARP
    from counterply.core.drawing import Item, edge_numbers
    from counterply.core.errors import CounterplyError, GameError, StoreError, UsageError
    from counterply.core.evaluator import Evaluator
    from counterply.core.game import Board, Chance, Game, Hints, Memo, Repetition, Symmetry, Text
    from counterply.core.geometry import Geometry, as_setup, graph, grid, hexes, rings
    from counterply.core.limits import Limit, Stop
    from counterply.core.plain_game import PlainGame
    from counterply.core.position import Position
    from counterply.core.random import next_random
    from counterply.core.report import Line, Report
    from counterply.core.values import CHANCE, DRAW, FIRST, ONGOING, PLY, SECOND
    from counterply.players.base import Player
    from counterply.plugins import *  # noqa: F403 - their verbs

__all__ = [
    "CHANCE",
    "DRAW",
    "FIRST",
    "NOISY",
    "ONGOING",
    "PLY",
    "SECOND",
    "SHARP",
    "Board",
    "Chance",
    "CounterplyError",
    "Depth",
    "Evaluator",
    "Field",
    "Game",
    "GameError",
    "Geometry",
    "Hints",
    "Item",
    "Limit",
    "Line",
    "Memo",
    "Move",
    "PlainGame",
    "Player",
    "Ply",
    "Position",
    "Record",
    "Repetition",
    "Report",
    "Score",
    "Seat",
    "Stop",
    "StoreError",
    "Symmetry",
    "Text",
    "UsageError",
    "__version__",
    "analyse",
    "as_setup",
    "edge_numbers",
    "evaluator",
    "game",
    "generate",
    "graph",
    "grid",
    "hash_record",
    "hexes",
    "highest_bit",
    "kernel",
    "list_games",
    "list_players",
    "lowest_bit",
    "match",
    "merge",
    "new",
    "next_random",
    "nodes",
    "perft",
    "play",
    "player",
    "popcount",
    "replay",
    "rings",
    "rolls",
    "solve",
    "solve_all",
    "tournament",
    "verify",
]
if TYPE_CHECKING:
    __all__ += plugins.__all__


if not TYPE_CHECKING:  # or a checker takes any name for one

    def __getattr__(name: str) -> Any:
        """Import what a public name stands for when it is first asked for: the board's server must not wait for Numba."""
        try:
            return registry.public(name)
        except KeyError:
            raise AttributeError(f"module 'counterply' has no attribute {name!r}") from None


def __dir__() -> list[str]:
    return [*(name for name in globals() if name.startswith("__")), *registry.plugins("verbs")]
