"""Keys for the future (`key` with ``future``): positions that share one have the same future, move for move and point for point."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

from counterply.core.aliases import Record
from counterply.core.errors import EvaluatorError
from counterply.core.evaluator import BoundEvaluator
from counterply.core.game import Game
from counterply.core.position import Position
from counterply.core.values import HEURISTIC_LIMIT, ONGOING
from counterply.verification.findings import BrokenError, place_text, short
from counterply.verification.functions import CheckedRules

ROOTS = 24  # positions of random games whose surroundings are looked at
AROUND = 300  # positions around each
PAIRS = 1_000  # at most, to be compared
SHORT, LONG = 12, 256  # plies that a pair is played on: most pairs, and every `LONG_EVERY`-th; no search looks further than 256
LONG_EVERY = 16
PROMISE = "positions with the same key for the future differ in points won alone"


def check_futures(game: Game, rules: CheckedRules, positions: list[Position], random: np.random.Generator, deadline: float) -> None:
    """Compare positions that share a key for the future, and there the values of evaluators with ``future=True``, until `deadline`.

    Raises
    ------
    BrokenError
        with the promise, the event, and the position
    """
    bound = [BoundEvaluator(evaluator, game) for evaluator in game.evaluators if evaluator.future]
    for number, (one, other) in enumerate(_pairs(rules, positions, random, deadline)):
        if number == PAIRS:
            return
        _check_pair(rules, one, other, random, SHORT if number % LONG_EVERY else LONG)
        for evaluator in bound:
            _check_evaluator(evaluator, one, other)


def around(rules: CheckedRules, root: Position) -> Iterator[Position]:
    """Yield the positions nearest to `root`, itself included, that are not over."""
    waiting, seen = [root], {root.record.tobytes()}
    for position in waiting:
        if rules.outcome(position.record) != ONGOING:
            continue
        yield position
        for move in rules.legal_moves(position.record):
            made = rules.after_move(position.record, move)
            if len(waiting) < AROUND and made.tobytes() not in seen:
                seen.add(made.tobytes())
                waiting.append(Position(position.game, made, position.origin, (*position.history, move)))


def _pairs(
    rules: CheckedRules, positions: list[Position], random: np.random.Generator, deadline: float
) -> Iterator[tuple[Position, Position]]:
    """Yield pairs of different positions that share a key for the future, none of them over."""
    roots = [positions[int(at)] for at in random.integers(len(positions), size=ROOTS)] if positions else []
    by_key: dict[int, Position] = {}
    seen = set()
    for place, root in enumerate((*positions, *roots)):
        if time.monotonic() > deadline:
            return
        for position in around(rules, root) if place >= len(positions) else [root]:
            state = position.record.tobytes()
            if state in seen or rules.outcome(position.record) != ONGOING:
                continue
            seen.add(state)
            known = by_key.setdefault(int(rules.call("key", position.record, future=1)), position)
            if known is not position:
                yield known, position


def _check_pair(rules: CheckedRules, one: Position, other: Position, random: np.random.Generator, plies: int) -> None:
    """Continue both by the same random moves and compare legal moves and results; raises `BrokenError`."""
    first, second = one.record, other.record
    played = []

    def facts(record: Record) -> tuple[int, bool, list[int]]:
        ongoing = rules.outcome(record) == ONGOING
        return rules.turn(record), ongoing, rules.legal_moves(record) if ongoing else []

    apart = rules.margin(first) - rules.margin(second)
    for _ in range(plies + 1):
        (turn, ongoing, moves), theirs = facts(first), facts(second)
        if (turn, ongoing, moves) != theirs:
            shown = [(f"turn {t}", f"moves {short(m)}") if o else ("over", "") for t, o, m in ((turn, ongoing, moves), theirs)]
            what = next(f"{a} and {b}" for a, b in zip(*shown, strict=True) if a != b)
        elif rules.margin(first) - rules.margin(second) != apart:
            what = f"the margins were {apart} apart and are {rules.margin(first) - rules.margin(second)} apart"
        elif not ongoing:
            return
        else:
            move = int(random.choice(moves))
            played.append(move)
            first, second = rules.after_move(first, move), rules.after_move(second, move)
            continue
        after = f" after the moves {' '.join(one.line_text(played))}" if played else ""
        raise BrokenError(PROMISE, f"[{place_text(one)}] has the same, but{after}: {what}", other)


def _check_evaluator(bound: BoundEvaluator, one: Position, other: Position) -> None:
    """Check that two values differ by the points won alone; raises `BrokenError`."""
    name, grid = bound.evaluator.name, bound.evaluator.grid
    apart = (one.margin() - other.margin()) * grid
    for player, sign in ((0, 1), (1, -1)):
        try:
            values = [bound.grid_value(position.record, player) for position in (one, other)]
        except EvaluatorError:
            return  # `check_evaluators` will say so
        if max(map(abs, values)) < HEURISTIC_LIMIT and abs(values[0] - values[1] - sign * apart) > 1:
            raise BrokenError(
                f"evaluator {name} is the margin plus what its key for the future tells apart (future=True)",
                f"[{place_text(one)}] has the same key for the future, a margin {apart // grid} better for the first player, and a"
                f" value {(values[0] - values[1]) / grid:g} better for seat {player}",
                other,
            )
