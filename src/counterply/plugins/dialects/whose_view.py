"""For whom a student's own evaluator judges: for the side that its search takes for the larger values, or for another one.

Its values are its own, so none is wrong by itself. But what it says of a position to both players, each of whom searches for
the larger value, is wrong for one of them, unless nothing in it tells the players apart.

Runs in the student's process, and needs nothing but the standard library and its neighbour.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from types import CellType, CodeType, FunctionType
from typing import Any

from counterply.plugins.dialects.watching import CallRecorder, Values, numbers_in

FEWEST = 3  # different values of positions that tell something
MOST = 40  # positions that are judged once more
MOVER, FIXED = "evaluates for the side to move", "plays for one seat"  # the mistakes, as `check` calls them
VARIES = 0x0C  # flags of a function with *arguments


@dataclass(frozen=True)
class Evaluator:
    """A student's function that judges positions, with all else that it was given when it was called first."""

    code: CodeType
    judge: Callable[[Any], float]


def evaluator_in(watch: CallRecorder, values: Values) -> Evaluator | None:
    """Return the evaluator that a watched search has called, if it can be called again."""
    codes = [call.code for call in values.judged if call.path in values.own]
    code = max(set(codes), key=codes.count, default=None)
    if code is None or code not in watch.first or code.co_flags & VARIES:
        return None
    variables, given = watch.first[code]
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    place = next((name for name in names if isinstance(given.get(name), watch.places)), None)
    if place is None or not {*names, *code.co_freevars} <= given.keys():
        return None
    function = FunctionType(code, variables, closure=tuple(CellType(given[name]) for name in code.co_freevars))

    held = type(given[place])

    def judge(position: Any) -> float:
        told = given | {place: position if isinstance(position, held) else position.state}
        by_place, by_name = names[: code.co_argcount], names[code.co_argcount :]
        return numbers_in(function(*map(told.__getitem__, by_place), **{name: told[name] for name in by_name}))[0]

    return Evaluator(code, judge)


def of_both(found: Sequence[Evaluator | None], positions: Iterable[tuple[Any, Any, Any]]) -> str:
    """Return for whom an evaluator judges that says the same in searches of both players: `MOVER`, `FIXED` (always one), or ''.

    Each position is given, with the other side to move, and with the players in each other's place.
    """
    if None in found or len({each.code for each in found if each}) > 1:
        return ""
    told = [_values(each, positions) for each in found if each]
    values = told[0]
    if len({each[0] for each in values}) < FEWEST or values != told[1]:
        return ""
    others = [sum(each[0] != each[place] for each in values) for place in (1, 2)]
    return next((kind for kind, number in zip((MOVER, FIXED), others, strict=True) if 2 * number > len(values)), "")


def of_one(found: Evaluator | None, positions: Iterable[tuple[Any, Any]]) -> str:
    """Return `MOVER` where all values have the other sign with the other side to move, else ''."""
    values = _values(found, positions) if found else []
    apart = len({value for value, _ in values}) >= FEWEST and all(value == -turned for value, turned in values)
    return MOVER if apart else ""


def _values(found: Evaluator, positions: Iterable[Iterable[Any]]) -> list[list[float]]:
    """Return what is said of positions; nothing where something fails."""
    with contextlib.suppress(Exception):
        return [[found.judge(position) for position in each] for each in positions]
    return []
