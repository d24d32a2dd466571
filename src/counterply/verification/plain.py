"""The promises of a game in plain Python."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from counterply.core.evaluator import plain_value
from counterply.core.position import PlainGame, PlainPosition
from counterply.core.values import DRAW, FIRST, ONGOING, OUTCOME_NAMES, SECOND
from counterply.verification.findings import PLY_CAP, BrokenError, Finding, error_line, place_text, short


def verify_plain(game: PlainGame, *, games: int = 40, seconds: float = 20.0, seed: int = 0) -> list[Finding]:
    """Return the promises that a game in plain Python breaks."""
    random = np.random.default_rng(seed)
    deadline = time.monotonic() + seconds
    for _ in range(games):
        if time.monotonic() > deadline:
            break
        position = game.start()
        while True:
            try:
                moves = check_plain(game, position)
                if not moves:
                    break
                cap = PLY_CAP if game.max_plies is None else game.max_plies
                if position.ply >= cap:
                    if game.max_plies is None:
                        break
                    raise BrokenError(f"the game ends within {cap} plies (max_plies)", "it goes on")
                position = position.after(moves[int(random.integers(len(moves)))])
            except BrokenError as broken:
                return [Finding(broken.promise, place_text(position), broken.happened)]
            except Exception as error:
                return [Finding("turn, moves, after and outcome run through", place_text(position), error_line(error))]
    return []


def check_plain(game: PlainGame, position: PlainPosition) -> list[Any]:
    """Return the moves of a plain position after checking it; raises `BrokenError`."""
    outcome = position.outcome()
    if outcome not in (ONGOING, FIRST, SECOND, DRAW):
        raise BrokenError("outcome is ONGOING, FIRST, SECOND or DRAW", f"it is {outcome}")
    if outcome != ONGOING:
        sign = {FIRST: 1, SECOND: -1}.get(outcome, 0)
        if game.objective == "margin" and position.margin() * sign < 0:
            raise BrokenError("the winner has the better margin", f"{OUTCOME_NAMES[outcome]} wins by {position.margin() * sign}")
        return []
    if position.turn not in (0, 1):
        raise BrokenError("turn is 0 or 1", f"it is {position.turn}")
    moves = position.moves()
    if not moves:
        raise BrokenError("there is no move only when the game is over", "moves() is empty, and outcome is ONGOING")
    try:
        distinct = len(set(moves))
    except TypeError:
        raise BrokenError("moves can be put into a set", f"{moves[0]!r} cannot") from None
    if distinct != len(moves) or position.moves() != moves:
        raise BrokenError(
            "moves are distinct, and the same when asked again", f"they are {short(moves)}, then {short(position.moves())}"
        )
    texts = [position.move_text(move) for move in moves]
    if len(set(texts)) != len(texts) or not all(texts):
        raise BrokenError("each move has a text of its own", f"they are {short(texts)}")
    before = (str(position), position.turn, outcome)
    shown = [str(position.after(move)) for move in moves]
    if (str(position), position.turn, position.outcome()) != before or position.moves() != moves:
        raise BrokenError("after(move) does not change the position", "it did: return a new position instead")
    kind: Any = type(position.record)
    own_text = kind.__str__ is not object.__str__ or kind.__repr__ is not object.__repr__
    if own_text and [str(position.after(move)) for move in moves] != shown:
        raise BrokenError("after(move) is deterministic", "asked twice, it gives two positions")
    for evaluator in game.evaluators:
        value_of = plain_value(evaluator)
        for player in (0, 1):
            value = value_of(position.record, player)
            if value != value:
                raise BrokenError(f"evaluator {evaluator.name} answers a number", "it answers NaN")
    return moves
