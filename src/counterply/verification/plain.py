"""The promises of a game in plain Python."""

from __future__ import annotations

import math
import time
from typing import Any

import numpy as np

from counterply.core.evaluator import plain_value
from counterply.core.plain_game import PlainGame, PlainPosition
from counterply.core.position import possible_moves
from counterply.core.values import CHANCE, DRAW, FIRST, ONGOING, SECOND
from counterply.verification.findings import BrokenError, Finding, check_winners_margin, error_line, is_long, place_text, short
from counterply.verification.time_limit import Watch

RULES = "turn, moves, after and outcome"


def verify_plain(game: PlainGame, games: int, seconds: float, seed: int, watch: Watch) -> list[Finding]:
    """Return the promises that a game in plain Python breaks; `watch` is told of what is asked in each position, as of one call."""
    random = np.random.default_rng(seed)
    deadline = time.monotonic() + seconds
    for _ in range(games):
        if time.monotonic() > deadline:
            break
        position = game.start()
        while True:
            try:
                watch(True, RULES)
                moves = check_plain(game, position)
                if not moves or is_long(position):
                    break
                position = position.after(moves[int(random.integers(len(moves)))])
            except BrokenError as broken:
                return [Finding(broken.promise, place_text(position), broken.happened)]
            except Exception as error:
                return [Finding(f"{RULES} run through", place_text(position), error_line(error))]
            finally:
                watch(False)
    return []


def check_plain(game: PlainGame, position: PlainPosition) -> list[Any]:
    """Return the moves of a plain position after checking it; raises `BrokenError`."""
    outcome = position.outcome()
    if outcome not in (ONGOING, FIRST, SECOND, DRAW):
        raise BrokenError("outcome is ONGOING, FIRST, SECOND or DRAW", f"it is {outcome}")
    if outcome != ONGOING:
        if game.by_margin:
            check_winners_margin(outcome, position.margin())
        return []
    if position.turn not in ((0, 1, CHANCE) if game.chance else (0, 1)):
        raise BrokenError("turn is 0 or 1, or CHANCE where there is chances()", f"it is {position.turn}")
    chances = position.chances()
    if chances and not math.isclose(total := math.fsum(probability for _, probability in chances), 1.0):
        raise BrokenError("the probabilities of chances() sum to 1", f"they sum to {total:g}")
    moves = possible_moves(position)
    if not moves:
        raise BrokenError("there is no move only when the game is over", "moves() is empty, and outcome is ONGOING")
    try:
        distinct = len(set(moves))
    except TypeError:
        raise BrokenError("moves can be put into a set", f"{moves[0]!r} cannot") from None
    if distinct != len(moves) or possible_moves(position) != moves:
        raise BrokenError(
            "moves are distinct, and the same when asked again", f"they are {short(moves)}, then {short(possible_moves(position))}"
        )
    texts = [position.move_text(move) for move in moves]
    if len(set(texts)) != len(texts) or not all(texts):
        raise BrokenError("each move has a text of its own", f"they are {short(texts)}")
    before = (str(position), position.turn, outcome)
    shown = [str(position.after(move)) for move in moves]
    if (str(position), position.turn, position.outcome()) != before or possible_moves(position) != moves:
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
