"""The facts that two machines must share for their games to be equal."""

from __future__ import annotations

import hashlib
from typing import Any

from counterply.core.identity import hash_of_sources, versions_here
from counterply.core.limits import Limit
from counterply.players.base import first_turn
from counterply.search.alphabeta.engine import Engine
from counterply.usercode.loading import load_evaluator, load_game
from counterply.work.job import Named

SIGNATURE_NODES = 5_000
MEMORY_MB = 16


def environment(game: Named | None) -> dict[str, str]:
    """Return the facts of this process that must agree with those of another machine for answers to be equal, by name."""
    return {**versions_here(), "sources": hash_of_sources(), "Bench signature": signature(game)}


def difference(ours: dict[str, str], theirs: dict[str, str]) -> str:
    """Return how the environment `theirs` differs from `ours`; '' if it does not."""
    return ", ".join(f"{name} is {theirs.get(name)}, not {fact}" for name, fact in ours.items() if theirs.get(name) != fact)


def signature(named: Named | None) -> str:
    """Return a hash of the engine's first nodes, scores and moves in a game; '' for games that the engine does not search.

    Two machines that count the same nodes, scores and moves compute alike.
    """
    if named is None:
        return ""
    game: Any = load_game(named[0], dict(named[1]))
    if not game.compiled or game.chance or game.hidden:
        return ""
    engine = Engine(game, load_evaluator(None, game), memory_mb=MEMORY_MB)
    seen = [(r.depth, r.nodes, r.score, r.move) for r in engine.deepen(first_turn(game), Limit(nodes=SIGNATURE_NODES))]
    return hashlib.sha256(repr(seen).encode()).hexdigest()[:12]
