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
from counterply.version import __version__ as __version__

if not system.SUPPORTED:
    raise SystemExit(system.ADVICE)

if TYPE_CHECKING:
    from counterply.api.by_name import evaluator as evaluator, game as game, player as player
    from counterply.api.catalogue import list_games as list_games, list_players as list_players
    from counterply.api.games import generate as generate, match as match, play as play, tournament as tournament
    from counterply.api.own_games import new as new, verify as verify
    from counterply.api.positions import analyse as analyse, nodes as nodes, perft as perft, solve as solve, solve_all as solve_all
    from counterply.api.rolls import rolls as rolls
    from counterply.api.stored import merge as merge, replay as replay
    from counterply.compiling.intrinsics import (
        hash_record as hash_record,
        highest_bit as highest_bit,
        lowest_bit as lowest_bit,
        popcount as popcount,
    )
    from counterply.compiling.kernels import kernel as kernel
    from counterply.core.aliases import (
        Depth as Depth,
        Field as Field,
        Move as Move,
        Ply as Ply,
        Record as Record,
        Score as Score,
        Seat as Seat,
    )
    from counterply.core.contract import NOISY as NOISY, SHARP as SHARP
    from counterply.core.drawing import Item as Item, edge_numbers as edge_numbers
    from counterply.core.errors import (
        CounterplyError as CounterplyError,
        GameError as GameError,
        StoreError as StoreError,
        UsageError as UsageError,
    )
    from counterply.core.evaluator import Evaluator as Evaluator
    from counterply.core.game import (
        Board as Board,
        Chance as Chance,
        Game as Game,
        Hints as Hints,
        Memo as Memo,
        Repetition as Repetition,
        Symmetry as Symmetry,
        Text as Text,
    )
    from counterply.core.geometry import (
        Geometry as Geometry,
        as_setup as as_setup,
        graph as graph,
        grid as grid,
        hexes as hexes,
        rings as rings,
    )
    from counterply.core.limits import Limit as Limit, Stop as Stop
    from counterply.core.plain_game import PlainGame as PlainGame
    from counterply.core.position import Position as Position
    from counterply.core.random import next_random as next_random
    from counterply.core.report import Line as Line, Report as Report
    from counterply.core.values import (
        CHANCE as CHANCE,
        DRAW as DRAW,
        FIRST as FIRST,
        ONGOING as ONGOING,
        PLY as PLY,
        SECOND as SECOND,
    )
    from counterply.players.base import Player as Player
    from counterply.plugins import *  # noqa: F403 - their verbs

if not TYPE_CHECKING:  # or a checker takes any name for one
    __all__ = ["__version__", *(name for names in registry.PUBLIC.values() for name in names)]

    def __getattr__(name: str) -> Any:
        """Import what a public name stands for when it is first asked for: the board's server must not wait for Numba."""
        try:
            return registry.public(name)
        except KeyError:
            raise AttributeError(f"module 'counterply' has no attribute {name!r}") from None


def __dir__() -> list[str]:
    return [*(name for name in globals() if name.startswith("__")), *registry.plugins("verbs")]
