"""What a student's own evaluator said of the positions of a search, as seen from outside: the tree, with its values in their order.

A program with an evaluator of its own can not be asked about trees of ours. But each function of its file that is given a position
and returns a number, without a search below it, is an evaluator, and one that calls itself, or another that does, is a search. So
while it runs, all calls of its functions are watched. Afterwards the tree, and its values, are known as far as it was searched.

Runs in the student's process, and needs nothing but the standard library.
"""

from __future__ import annotations

import math
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from counterply.plugins.dialects.students_file import PREFIX
from counterply.plugins.dialects.views import TooMuchError

if TYPE_CHECKING:
    from types import FrameType

MADE, JUDGED = 0, 1
MOST_NODES = 20_000  # of a tree that is told
MOST_EVENTS = 400_000  # of one turn; more is a search without end

Path = tuple[Any, ...]  # the moves from the root


class Course(Protocol):
    """The rules of the game, for the tree that a search has looked at."""

    def turn(self, path: Path) -> int: ...  # noqa: D102 - 0 or 1
    def moves(self, path: Path) -> Sequence[Any]: ...  # noqa: D102 - none where the game is over
    def key(self, path: Path) -> Any: ...  # noqa: D102 - equal for equal positions
    def may_end(self, path: Path) -> bool: ...  # noqa: D102 - whether a search may take the game to be over here
    def name(self, move: Any) -> str: ...  # noqa: D102


class Call(NamedTuple):
    """A call of a student's function that was given a position, and its result."""

    code: Any
    path: Path
    answer: Any
    outer: tuple[int, ...]  # the numbers of the calls around it
    number: int


@dataclass
class Frame:
    """A call that has not ended."""

    frame: Any
    path: Path
    number: int


@dataclass
class CallRecorder:
    """Watches the calls of a student's functions.

    Parameters
    ----------
    path_of : the moves that lead to the position that a value is, or holds; None: it is no position
    folder : of the student's files
    """

    path_of: Callable[[Any], Path | None]
    folder: str
    calls: list[Call] = field(default_factory=list)
    events: list[tuple[int, Any]] = field(default_factory=list)  # (MADE, path) and (JUDGED, number of a call)
    codes: dict[int, Any] = field(default_factory=dict)  # of each call that was given a position, ended or not
    _stack: list[Frame] = field(default_factory=list)
    _known: dict[Any, bool] = field(default_factory=dict)
    _paths: dict[int, Path] = field(default_factory=dict)

    def __enter__(self) -> CallRecorder:
        sys.setprofile(self._profile)
        return self

    def __exit__(self, *unused: object) -> None:
        sys.setprofile(None)

    def made(self, path: Path) -> None:
        """Note that a position was made."""
        self.events.append((MADE, path))
        if len(self.events) > MOST_EVENTS:
            raise TooMuchError

    def _profile(self, frame: FrameType, event: str, answer: object) -> None:
        if event == "call":
            code = frame.f_code
            own = self._known.get(code)
            if own is None:
                own = self._known[code] = code.co_filename.startswith(self.folder) and code.co_argcount > 0
            if own and (path := self._path_in(frame, code)) is not None:
                number = len(self.codes)
                self.codes[number] = code
                self._stack.append(Frame(frame, path, number))
        elif event == "return" and self._stack and self._stack[-1].frame is frame:
            done = self._stack.pop()
            outer = tuple(each.number for each in self._stack)
            self.calls.append(Call(frame.f_code, done.path, answer, outer, done.number))
            self.events.append((JUDGED, done.number))

    def path_at(self, number: int) -> Path:
        """Return the position of a call."""
        if len(self._paths) != len(self.calls):
            self._paths = {call.number: call.path for call in self.calls}
        return self._paths[number]

    def _path_in(self, frame: FrameType, code: Any) -> Path | None:
        """Return the way to the first argument that is a position, or, if none is, to the first that holds one."""
        values = [frame.f_locals.get(name) for name in code.co_varnames[: code.co_argcount]]
        for value in values:
            if (path := self.path_of(value)) is not None:
                return path
        for value in reversed(values):  # `self` last
            for inside in getattr(value, "__dict__", {}).values() if PREFIX in type(value).__module__ else ():
                if (path := self.path_of(inside)) is not None:
                    return path
        return None


def numbers_in(answer: object) -> list[float]:
    """Return the numbers that an answer is, or consists of."""
    parts = answer if isinstance(answer, tuple | list) else (answer,)
    found = [_number(part) for part in parts]
    return [number for number in found if number is not None]


def _number(part: Any) -> float | None:
    if isinstance(part, bool | str | bytes) or part is None or not hasattr(type(part), "__float__"):
        return None
    try:
        return float(part)
    except (TypeError, ValueError, OverflowError):
        return None


@dataclass(frozen=True)
class Values:
    """The values of positions that a search has used.

    Attributes
    ----------
    own : by path: what the evaluator said
    leaves : by path: what the search returned, without a search below it
    judged : the numbers of the calls that judged a position
    depths : of the leaves, the largest first
    folds : by whose turn it was: how often the search chose between different values, and returned the largest, or the smallest
    best : for each number of an answer, the root's moves with the largest one ever returned, and with the largest one at last
    """

    own: dict[Path, float]
    leaves: dict[Path, list[float]]
    judged: frozenset[int]
    depths: list[int]
    folds: dict[str, int]
    best: list[list[list[str]]]


def values_of(watch: CallRecorder, course: Course) -> Values | None:
    """Return the values that a watched search has used; None where none were seen."""
    calls, codes = watch.calls, watch.codes
    searches = _searches(calls, codes)
    path_of = {call.number: call.path for call in calls}
    inner = {
        outer
        for call in calls
        for outer in call.outer
        if call.code in searches and codes[outer] in searches and len(path_of.get(outer, ())) < len(call.path)
    }
    told = [call for call in calls if numbers_in(call.answer)]
    ends = [call for call in told if call.code in searches and call.number not in inner]
    own, judged = _evaluator(
        [call for call in told if call.code not in searches and all(codes[each] in searches for each in call.outer)]
    )
    leaves = {call.path: numbers_in(call.answer) for call in ends if call.path}
    depths = sorted({len(path) for path in leaves or own}, reverse=True)
    if not depths:
        return None
    return Values(
        own,
        leaves,
        judged or frozenset(call.number for call in ends),
        depths,
        _folds(told, codes, searches, course),
        _best(told, searches, course),
    )


def _best(told: Sequence[Call], searches: set[Any], course: Course) -> list[list[list[str]]]:
    """Return the root's moves whose values are the largest of all passes, and of the last ones."""
    ever, last = dict[str, list[float]](), dict[str, list[float]]()
    for call in told:
        if len(call.path) == 1 and call.code in searches:
            move, said = course.name(call.path[0]), numbers_in(call.answer)
            ever[move], last[move] = [*map(max, said, ever.get(move, said))], said

    def largest(of: dict[str, list[float]], place: int) -> list[str]:
        most = max(said[place] for said in of.values())
        return [move for move, said in of.items() if said[place] == most]

    return [[largest(ever, place), largest(last, place)] for place in range(min(map(len, ever.values()), default=0))]


def _folds(told: Sequence[Call], codes: dict[int, Any], searches: set[Any], course: Course) -> dict[str, int]:
    """Return how often a search returned the largest or the smallest value of those below, where they differ."""
    below: dict[int, dict[Path, list[float]]] = defaultdict(dict)
    for call in told:
        around = [outer for outer in call.outer if codes[outer] in searches]
        if call.code in searches and around:
            below[around[-1]][call.path] = numbers_in(call.answer)
    folds: Counter[str] = Counter()
    for call in told:
        kids = [values for path, values in below.get(call.number, {}).items() if len(path) == len(call.path) + 1]
        side = "own" if course.turn(call.path) == course.turn(()) else "other"
        for place, value in enumerate(numbers_in(call.answer)):
            values = {each[place] for each in kids if place < len(each)}
            if len(values) < 2:
                continue
            folds[f"{side} all"] += 1
            if value in (max(values), min(values)):
                folds[f"{side} {'max' if value == max(values) else 'min'}"] += 1
    return dict(folds)


def _searches(calls: Sequence[Call], codes: dict[int, Any]) -> set[Any]:
    """Return the functions that call themselves, by way of others too, and those that call one of these."""
    below: dict[Any, set[Any]] = defaultdict(set)
    for call in calls:
        for outer in call.outer:
            below[codes[outer]].add(call.code)  # of all depths: it is complete
    cycles = {code for code, inside in below.items() if code in inside}
    found = cycles | {code for code, inside in below.items() if inside & cycles}
    return found or {codes[call.outer[0]] for call in calls if call.outer}  # one that looks one ply ahead does not call itself


def _evaluator(calls: Sequence[Call]) -> tuple[dict[Path, float], frozenset[int]]:
    """Return the values by position, and the numbers of the calls, of the function that tells most positions apart.

    Others that never contradict it count too, as one for finished positions.
    """
    by_code: dict[Any, list[Call]] = defaultdict(list)
    for call in calls:
        by_code[call.code].append(call)
    told = {code: {call.path: numbers_in(call.answer)[0] for call in each} for code, each in by_code.items()}
    if not told:
        return {}, frozenset()
    best = max(told, key=lambda code: (len(set(told[code].values())), len(by_code[code])))
    agreeing = [code for code in told if all(told[best].get(path, value) == value for path, value in told[code].items())]
    values: dict[Path, float] = {}
    for code in agreeing:
        values.update(told[code])
    return values, frozenset(call.number for code in agreeing for call in by_code[code])


def told_of(watch: CallRecorder, values: Values, course: Course, depth: int, early: bool) -> dict[str, Any] | None:
    """Return the tree down to a depth in lists, as `process` writes one, with None for values that are not known, and the events.

    None if it is too large, or if a value is no number. A leaf above that depth where the game goes on may be one of an earlier
    search that was less deep: its value counts only if it is `early`.
    """
    entered = {path for kind, path in watch.events if kind == MADE} | set(values.leaves) | {call.path for call in watch.calls}
    inside = {path[:length] for path in entered for length in range(len(path))}
    seen = inside | set(values.own) | set(values.leaves)
    twins: dict[Any, Path] = {}
    for path in sorted(seen, key=len):
        twins.setdefault((len(path), course.key(path)), path)
    numbers: dict[Path, int] = {}

    def value_at(path: Path) -> float | None:
        own, ends = values.own.get(path), values.leaves.get(path)
        if ends and (own is None or not any(abs(end) == abs(own) for end in ends)):
            return ends[0]
        return own

    def grow(path: Path) -> list[Any]:
        if len(numbers) > MOST_NODES:
            raise OverflowError
        numbers[path] = len(numbers)
        twin = path if path in seen else twins.get((len(path), course.key(path)), path)
        moves = course.moves(path) if len(path) < depth else []
        if moves and twin in inside and not (course.may_end(path) and twin in values.leaves):
            return [course.turn(path), 0.0, list(map(course.name, moves)), [grow((*path, move)) for move in moves]]
        value = value_at(twin) if early or not moves or course.may_end(path) else None
        if value is not None and math.isnan(value):
            raise OverflowError
        return [course.turn(path), value, [], []]

    try:
        tree = grow(())
    except OverflowError:
        return None
    judged = {number: watch.path_at(number) for number in values.judged}
    paths = ((kind, what if kind == MADE else judged.get(what)) for kind, what in watch.events)
    return {"tree": tree, "depth": depth, "events": [[kind, numbers[path]] for kind, path in paths if path in numbers]}


def ways_of(watch: CallRecorder, course: Course) -> dict[str, Any]:
    """Return how a watched search may be read: down to its deepest leaves, or to the next ones, where time cut it short."""
    values = values_of(watch, course)
    if values is None:
        return {"unseen": True, "searched": any(kind == MADE for kind, _ in watch.events)}
    told = [told_of(watch, values, course, depth, early) for depth in values.depths[:2] if depth > 0 for early in (False, True)]
    return {"ways": told, "folds": values.folds, "best": values.best}
