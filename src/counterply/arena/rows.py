"""The games of a stored run as rows of a table: its games, their moves, and its pairs of games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from counterply.arena.record import CHANCE_MOVED, GameRecord, move_texts
from counterply.arena.store import Store
from counterply.core.values import OUTCOME_NAMES
from counterply.shown.frames import Columns

GAME_COLUMNS: Columns = {
    "game": int,
    "pair": int,
    "first": str,
    "second": str,
    "outcome": str,
    "first_points": float,
    "margin": int,
    "ending": str,
    "reason": str,
    "at_fault": str,
    "plies": int,
    "seed": int,
    "seconds": float,
    "nodes": int,
    "opening": str,
}
MOVE_COLUMNS: Columns = {
    "game": int,
    "ply": int,
    "move": str,
    "by": str,
    "seat": int,
    "score": float,
    "depth": int,
    "nodes": int,
    "ms": float,
    "cpu_ms": float,
}
PAIR_COLUMNS: Columns = {
    "pair": int,
    "player": str,
    "opponent": str,
    "games": int,
    "points": float,
    "margin": int,
    "seconds": float,
}


class StoredGames:
    """The games of an open store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.plan = store.plan()
        self.games = self.plan.all_games

    def texts(self, record: GameRecord) -> list[str]:
        """Return the moves of a game as texts, the opening first."""
        return move_texts(self.games(record.round), record)


def head_of(record: GameRecord) -> dict[str, Any]:
    """Return what a game and each of its moves begin with: numbers of game and pair, and the players."""
    return {"game": record.number, "pair": record.round, "first": record.first, "second": record.second}


def game_rows(run: StoredGames) -> Iterator[dict[str, Any]]:
    """Yield a row for each stored game: its players, how it ended, points of the first one (0, 0.5 or 1), and its numbers."""
    for record in run.store.records():
        yield {
            **head_of(record),
            "outcome": OUTCOME_NAMES[record.outcome],
            "first_points": record.points(0),
            "margin": record.margin,
            "ending": record.ending,
            "reason": record.reason,
            "at_fault": None if record.fault is None else record.players[record.fault],
            "plies": len(record.line),
            "seed": record.seed,
            "seconds": round(sum(record.micros) / 1e6, 6),
            "nodes": sum(record.nodes),
            "opening": " ".join(run.texts(record)[: len(record.opening)]),
        }


def move_rows(run: StoredGames) -> Iterator[dict[str, Any]]:
    """Yield a row for each move of each game: ``game``, ``ply`` (from 1), ``move`` as text, who played it and what it reported."""
    for record in run.store.records():
        for ply, (text, move) in enumerate(zip(run.texts(record), moves_of(record), strict=True), 1):
            yield {"game": record.number, "ply": ply, "move": text, **move}


def pair_rows(run: StoredGames) -> Iterator[dict[str, Any]]:
    """Yield what the player of a pairing made of each pair of games with one opening, sides swapped; 0 to 2 points."""
    pairs: dict[tuple[int, int], dict[str, Any]] = {}
    for record in run.store.records():
        player, opponent = record.players[:: -1 if record.swapped else 1]
        names = {"pair": record.round, "player": player, "opponent": opponent}
        made = pairs.setdefault((record.pairing, record.round), {**names, "games": 0, "points": 0.0, "margin": 0, "seconds": 0.0})
        seat = int(record.swapped)
        made["games"] += 1
        made["points"] += record.points(seat)
        made["margin"] += record.margin * (1, -1)[seat]
        made["seconds"] += round(sum(record.micros) / 1e6, 6)
    yield from pairs.values()


def moves_of(record: GameRecord) -> Iterator[dict[str, Any]]:
    """Yield the data of each move of a game, without its text; scores in the mover's view, in units of its evaluator."""
    nothing = {"seat": None, "score": None, "depth": None, "nodes": None, "ms": None, "cpu_ms": None}
    for _ in record.opening:
        yield {"by": "opening", **nothing}
    kept = zip(record.movers, record.scores, record.depths, record.nodes, record.micros, record.cpu_micros, strict=True)
    for mover, score, depth, nodes, micros, cpu_micros in kept:
        if mover == CHANCE_MOVED:
            yield {"by": "chance", **nothing}
            continue
        seat = int(mover)
        yield {
            "by": record.players[seat],
            "seat": seat,
            "score": None if score is None else round(score / record.grids[seat], 4),
            "depth": depth,
            "nodes": nodes,
            "ms": micros / 1000,
            "cpu_ms": cpu_micros / 1000,
        }
