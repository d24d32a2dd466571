"""Checks that an evaluator returns numbers, the same ones in plain Python and compiled, and keeps its declarations."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from counterply.compiling.diagnosis import place_of
from counterply.core.contract import MEMO, SETUP, takes
from counterply.core.errors import CounterplyError
from counterply.core.evaluator import BoundEvaluator, Evaluator
from counterply.core.position import Position
from counterply.verification.findings import changed_fields, error_line, short
from counterply.verification.functions import GARBAGE
from counterply.verification.time_limit import EndlessError

if TYPE_CHECKING:
    from counterply.verification.battery import Battery

SAMPLE = 150  # positions in which an evaluator is asked
PLAIN_SAMPLE = 12  # positions that evaluators see as plain Python
ENOUGH = 20  # positions in one of which an evaluator may be expected to have a different value for each player


def check_evaluators_in_plain(battery: Battery) -> None:
    """Run every evaluator as plain Python, where a read or write outside of an array is an error."""
    for evaluator in battery.game.evaluators:
        code = battery.rules.copies.of(evaluator.code)
        parameters = list(inspect.signature(code).parameters)
        for position in battery.sample(PLAIN_SAMPLE):
            takes = _before_player(battery, code, position)
            out, weights = np.zeros(len(evaluator.weights)), np.array(evaluator.weights, float)
            more = [out] if evaluator.features is not None else [weights] if len(parameters) == len(takes) + 2 else []
            if len(parameters) != len(takes) + 1 + len(more):
                wanted = "position, player, out" if more and evaluator.features else "position, player"
                said = f"{place_of(code)}: it takes ({wanted}), and setup and memo after position, not ({', '.join(parameters)})"
                return battery.broke(f"evaluator {evaluator.name} takes a position and a player", None, said)
            try:
                battery.rules.watch(True, f"evaluator {evaluator.name}")
                answers = [code(*takes, player, *more) for player in (0, 1)]
            except EndlessError as error:
                return battery.broke(f"evaluator {evaluator.name} comes to an end", position, error_line(error))
            except Exception as error:
                does = "answers a number" if evaluator.features is None else f"writes each of its {len(out)} features"
                return battery.broke(f"evaluator {evaluator.name} {does}", position, error_line(error))
            finally:
                battery.rules.watch(False)
            for answer in answers if evaluator.features is None else ():
                if not isinstance(answer, (int, float, np.number, np.bool_)) or answer != answer:
                    said = f"{place_of(code)}: it returns {'nothing (None)' if answer is None else short(answer)}, not a number"
                    return battery.broke(f"evaluator {evaluator.name} answers a number", position, said)


def _before_player(battery: Battery, code: Callable[..., object], position: Position) -> list[Any]:
    """Return an evaluator function's arguments before the player: the record, and setup and a new memo if it takes them."""
    given = [position.record, *([battery.rules.setup] if takes(code, SETUP) else [])]
    return [*given, battery.rules.new_memo(position.record)] if takes(code, MEMO) else given


def check_evaluators(battery: Battery) -> None:
    """Check every evaluator of the game on positions that are not over."""
    sample = battery.sample(SAMPLE)
    for evaluator in battery.game.evaluators:
        if not battery.broken:
            check_evaluator(battery, evaluator, sample)


def check_evaluator(battery: Battery, evaluator: Evaluator, sample: list[Position]) -> None:
    """Check one evaluator: numbers, antisymmetry if declared, features all written, nothing changed."""
    name = f"evaluator {evaluator.name}"
    bound = BoundEvaluator(evaluator, battery.game)
    if bound.note:
        battery.broke(f"{name} can be compiled, or is declared plain=True", None, bound.note)
    part = "function" if evaluator.features is None else "features"
    spoken: dict[str, Any] = {part: battery.rules.copies.of(evaluator.code)}
    plain = BoundEvaluator(replace(evaluator, plain=True, **spoken), battery.game)
    apart, answers = len(sample) < ENOUGH, set()
    for position in sample:
        before = position.record.tobytes()
        wrong = features_left_out(battery, plain.evaluator, position) if evaluator.features is not None else ""
        if wrong:
            return battery.broke(f"{name} writes each of its {len(evaluator.weights)} features", position, wrong)
        try:  # in plain Python first: compiled, the same fault could write anywhere in memory
            battery.rules.watch(True, name)
            in_plain = [plain._grid_value(position.record, player, plain._memo_of(position.record)) for player in (0, 1)]
            for answer in in_plain:
                plain.check(answer)
            values = [bound.grid_value(position.record, player) for player in (0, 1)]
        except CounterplyError as error:
            return battery.broke(f"{name} answers a number", position, str(error))
        except EndlessError as error:
            return battery.broke(f"{name} comes to an end", position, error_line(error))
        finally:
            battery.rules.watch(False)
        if [bound.grid_value(position.record, player) for player in (0, 1)] != values:
            return battery.broke(f"{name} is deterministic", position, "asked twice, it gives two answers")
        if position.record.tobytes() != before:
            changed = changed_fields(battery.game, before, position.record)
            return battery.broke(f"{name} does not change the position", position, f"changed {changed}")
        apart |= values[0] != values[1]
        answers.add(values[0])
        if evaluator.antisymmetric and values[0] != -values[1]:
            first, second = (value / evaluator.grid for value in values)
            return battery.broke(
                f"{name} is antisymmetric, as declared", position, f"{first:g} for the first player, {second:g} for the second"
            )
        if any(abs(answer - value) > 1 for answer, value in zip(in_plain, values, strict=True)):
            return battery.broke(
                f"{name} says the same in plain Python", position, f"{in_plain} there, {values} compiled, in steps of the grid"
            )
    if not apart and len(answers) > 1:  # one that is the same everywhere is meant so
        said = f"both get the same value in each of {len(sample)} positions, so it cannot say who is ahead"
        battery.broke(f"{name} has a different value for each player", None, said, certain=False)


def features_left_out(battery: Battery, evaluator: Evaluator, position: Position) -> str:
    """Return which features an evaluator does not write, or ''."""
    written = []
    takes = _before_player(battery, evaluator.code, position)
    for garbage in GARBAGE:
        out = np.full(len(evaluator.weights), float(garbage))
        try:
            evaluator.code(*takes, 0, out)
        except Exception as error:
            return error_line(error)
        written.append(out)
    names = [name for name, one, other in zip(evaluator.feature_names, *written, strict=True) if one != other]
    return f"{', '.join(names)} depends on what the array held before" if names else ""
