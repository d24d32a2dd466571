"""The engine's signature: how many nodes it visits over a fixed list of positions, and how fast.

The number of nodes is the same on every machine. A change that was not meant to change the search does not change it; one that was
says the new number.
"""

from __future__ import annotations

import time
from typing import Any

from counterply.core.limits import Limit, Stop
from counterply.core.users_text import unknown
from counterply.search.alphabeta.engine import Engine

# game: depth, and the moves that lead to each position
POSITIONS: dict[str, tuple[int, tuple[str, ...]]] = {
    "tic_tac_toe": (9, ("", "0,0", "1,1 0,1")),
    "connect_four": (13, ("", "4 4 4 4", "1 7 2 6 3", "4 3 4 5 4 4 3 3 6 5", "2 2 2 3 3 5 6 6 7 7 1 1")),
    "isolation": (
        13,
        (
            "3,3 2,4",
            "0,0 6,6",
            "1,5 4,2 3,4 2,1",
            "2,3 0,5 4,4 1,3 5,2 3,4",
            "0,4 1,5 2,5 2,3 3,3 3,5 1,2 5,6 2,0 6,4",
        ),
    ),
    "blocker": (14, ("", "block", "up left eat")),
}
TABLE_MEMORY = 16  # MB; with another table other nodes are visited
OPTIONS = {"connect_four": {"book": "off"}}  # a move from the book costs no nodes


def bench(names: list[str] | None = None, stop: Stop | None = None, document: dict[str, Any] | None = None) -> dict[str, Any]:
    """Search every position of the list to its depth; return signature and speed as the command's JSON document has them.

    `document` is filled in place, game by game.
    """
    from counterply.usercode.loading import load_evaluator, load_game

    for name in names or ():
        if name not in POSITIONS:
            raise unknown("game of the list", name, POSITIONS)
    document = {} if document is None else document
    games: dict[str, dict[str, float]] = {}
    document |= {"signature": None, "games": games}
    for name, (depth, lines) in POSITIONS.items():
        if names and name not in names:
            continue
        game: Any = load_game(name, OPTIONS.get(name))
        engine = Engine(game, load_evaluator(None, game), memory_mb=TABLE_MEMORY)
        nodes, seconds = 0, 0.0
        list(engine.deepen(game.start(), Limit(depth=1)))  # compiles
        for line in lines:
            engine.forget()
            position = game.position(f"moves {line}")
            begin = time.perf_counter()
            for report in engine.deepen(position, Limit(depth=depth, stop=stop)):
                last = report
            seconds += time.perf_counter() - begin
            nodes += last.nodes
            if stop:
                return document
        games[name] = {"nodes": nodes, "seconds": round(seconds, 6), "nodes_per_second": round(nodes / seconds)}
    document["signature"] = sum(int(game["nodes"]) for game in games.values())
    return document
