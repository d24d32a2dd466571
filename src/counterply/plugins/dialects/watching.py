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
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import CodeType
from typing import TYPE_CHECKING, Any, Protocol

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


class Place:
    """A position, or what holds one."""

    _path: Path = ()  # the moves that lead there


@dataclass(slots=True, eq=False)
class Call:
    """A call of a student's function that was given a position.

    Attributes
    ----------
    frame : that of a call that has not ended
    codes : the functions of all calls around it
    numbers : its result, or those in it
    """

    frame: FrameType | None
    code: CodeType
    path: Path
    around: Call | None
    codes: frozenset[CodeType]
    numbers: list[float] = field(default_factory=list)


@dataclass
class CallRecorder:
    """Watches the calls of a student's functions.

    Parameters
    ----------
    places : the classes of positions, or of what holds one
    folder : of the student's files

    Attributes
    ----------
    first : by function: its module's variables, and what it was given when it was called first
    """

    places: tuple[type[Place], ...]
    folder: str
    calls: list[Call] = field(default_factory=list)  # in the order in which they ended
    events: list[tuple[int, Any]] = field(default_factory=list)  # (MADE, path) and (JUDGED, call)
    first: dict[CodeType, tuple[dict[str, Any], dict[str, Any]]] = field(default_factory=dict)
    _holders: dict[type, bool] = field(default_factory=dict)  # by class, whether it is the student's

    def __enter__(self) -> CallRecorder:
        sys.setprofile(self._profile())
        return self

    def __exit__(self, *unused: object) -> None:
        sys.setprofile(None)

    def made(self, path: Path) -> None:
        """Note that a position was made."""
        self.events.append((MADE, path))
        if len(self.events) > MOST_EVENTS:
            raise TooMuchError

    def _profile(self) -> Callable[[FrameType, str, object], None]:
        """Return what Python tells of each call and each return, of its own functions too: hence the variables beside it."""
        calls, events, path_in, first = self.calls, self.events, self._path_in, self.first
        parameters: dict[CodeType, Sequence[str]] = {}  # none: not to be watched
        chains: dict[tuple[frozenset[CodeType], CodeType], frozenset[CodeType]] = {}
        stack, nothing = list[Call](), frozenset[CodeType]()

        def told(frame: FrameType, event: str, answer: object) -> None:
            if event == "call":
                code = frame.f_code
                names = parameters.get(code)
                if names is None:
                    own = code.co_filename.startswith(self.folder)
                    names = parameters[code] = code.co_varnames[: code.co_argcount] if own else ()
                if names and (path := path_in(frame.f_locals, names)) is not None:
                    around = stack[-1] if stack else None
                    codes = nothing
                    if around is not None:
                        chain = around.codes, around.code
                        codes = chains.get(chain) or chains.setdefault(chain, around.codes | {around.code})
                    if code not in first:
                        first[code] = frame.f_globals, dict(frame.f_locals)
                    stack.append(Call(frame, code, path, around, codes))
            elif event == "return" and stack and stack[-1].frame is frame:
                done = stack.pop()
                done.frame, done.numbers = None, numbers_in(answer)
                calls.append(done)
                events.append((JUDGED, done))

        return told

    def _path_in(self, given: Mapping[str, object], names: Sequence[str]) -> Path | None:
        """Return the way to the first argument that is a position, or, if none is, to the first that holds one."""
        for name in names:
            if isinstance(value := given.get(name), self.places):
                return value._path
        for name in reversed(names):  # `self` last
            kind = type(value := given.get(name))
            if (holds := self._holders.get(kind)) is None:
                holds = self._holders[kind] = PREFIX in kind.__module__
            for inside in getattr(value, "__dict__", {}).values() if holds else ():
                if isinstance(inside, self.places):
                    return inside._path
        return None


def numbers_in(answer: object) -> list[float]:
    """Return the numbers that an answer is, or consists of."""
    parts = answer if isinstance(answer, tuple | list) else (answer,)
    found = [_number(part) for part in parts]
    return [number for number in found if number is not None]


def _number(part: Any) -> float | None:
    if type(part) in (int, float):
        return float(part)
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
    judged : the calls that judged a position
    depths : of the leaves where the game goes on, and of the deepest, the largest first
    folds : by whose turn it was: how often the search chose between different values, and returned the largest, or the smallest;
        and how often an infinity that was none of them
    best : for the first number of an answer, and the last, the root's moves with the largest ever returned, and the largest at last
    """

    own: dict[Path, float]
    leaves: dict[Path, list[float]]
    judged: frozenset[Call]
    depths: list[int]
    folds: dict[str, int]
    best: list[list[list[str]]]


def values_of(calls: Sequence[Call], course: Course) -> Values | None:
    """Return the values that a watched search has used; None where none were seen."""
    recursive = _recursive(calls)  # none where it looks a few plies ahead, by a function for each
    inner = _looking_ahead(calls, recursive or {call.code for call in calls})
    searches = recursive or {call.code for call in inner}
    told = [call for call in calls if call.numbers]
    ends = [call for call in told if call.code in searches and call not in inner]
    own, judged = _evaluator([call for call in told if call.code not in searches and call.codes <= searches])
    leaves = {call.path: call.numbers for call in ends if call.path}
    known = leaves if recursive and leaves else {**leaves, **own}
    if not known:
        return None
    # a game may be over at any ply above the last one
    depths = sorted({len(path) for path in known if course.moves(path)} | {max(map(len, known))}, reverse=True)
    return Values(own, leaves, judged or frozenset(ends), depths, _folds(told, searches, course), _best(told, searches, course))


def _best(told: Sequence[Call], searches: set[CodeType], course: Course) -> list[list[list[str]]]:
    """Return the root's moves whose values are the largest of all passes, and of the last ones: of the first numbers, and the last.

    With its value a search may return a move, which may be a number or None.
    """
    said: dict[str, list[list[float]]] = defaultdict(list)
    for call in told:
        if len(call.path) == 1 and call.code in searches:
            said[course.name(call.path[0])].append(call.numbers)

    def largest(values: dict[str, float]) -> list[str]:
        most = max(values.values())
        return [move for move, value in values.items() if value == most]

    def best(place: int) -> list[list[str]]:
        ever = {move: max(each[place] for each in told) for move, told in said.items()}
        return [largest(ever), largest({move: told[-1][place] for move, told in said.items()})]

    return [best(0), best(-1)] if said else []


def _folds(told: Sequence[Call], searches: set[CodeType], course: Course) -> dict[str, int]:
    """Return how often a search returned the largest, the smallest or the last value of those below, where they differ.

    And how often it returned an infinity that none of them is, and how often some of them are no numbers.
    """
    below: dict[Call, dict[Path, list[float]]] = defaultdict(dict)
    folds: Counter[str] = Counter()
    for call in told:  # those below before those around them
        around = call.around
        while around is not None and around.code not in searches:
            around = around.around
        if call.code in searches and around is not None:
            below[around][call.path] = call.numbers
        kids = [values for path, values in below.pop(call, {}).items() if len(path) == len(call.path) + 1]
        told_of = (call.numbers, *kids)
        endless = [any(map(math.isinf, numbers)) for numbers in told_of]
        no_number = any(any(map(math.isnan, numbers)) for numbers in told_of)  # which is never larger, nor smaller
        folds["nan"] += no_number
        folds["endless"] += bool(kids) and endless[0] and not any(endless[1:]) and not no_number
        for place, value in enumerate(call.numbers if len(kids) > 1 else ()):
            values = {each[place] for each in kids if place < len(each)}
            if len(values) < 2:
                continue
            side = "own" if course.turn(call.path) == course.turn(()) else "other"
            folds[f"{side} all"] += 1
            folds[f"{side} last"] += value == kids[-1][min(place, len(kids[-1]) - 1)]
            if value in (max(values), min(values)):
                folds[f"{side} {'max' if value == max(values) else 'min'}"] += 1
    return dict(folds)


def _looking_ahead(calls: Sequence[Call], codes: set[CodeType]) -> set[Call]:
    """Return the calls below which one of these functions was given a position further on."""
    furthest, found = dict[Call, int](), set[Call]()  # by call: the longest way of a call below
    for call in calls:
        below, own = furthest.get(call, 0), len(call.path)
        if below > own:
            found.add(call)
        if call.around is not None:
            furthest[call.around] = max(furthest.get(call.around, 0), below, own if call.code in codes else 0)
    return found


def _recursive(calls: Sequence[Call]) -> set[CodeType]:
    """Return the functions that call themselves, by way of others too, and those that call one of these."""
    pairs = {(outer, code) for code, codes in {(call.code, call.codes) for call in calls} for outer in codes}
    cycles = {code for code, inside in pairs if code is inside}
    return cycles | {code for code, inside in pairs if inside in cycles}


def _evaluator(calls: Sequence[Call]) -> tuple[dict[Path, float], frozenset[Call]]:
    """Return the values by position, and the calls, of the function that tells most positions apart.

    Others that never contradict it count too, as one for finished positions.
    """
    by_code: dict[CodeType, list[Call]] = defaultdict(list)
    for call in calls:
        by_code[call.code].append(call)
    told = {code: {call.path: call.numbers[0] for call in each} for code, each in by_code.items()}
    if not told:
        return {}, frozenset()
    best = max(told, key=lambda code: (len(set(told[code].values())), len(by_code[code])))
    agreeing = [code for code in told if all(told[best].get(path, value) == value for path, value in told[code].items())]
    values: dict[Path, float] = {}
    for code in agreeing:
        values.update(told[code])
    return values, frozenset(call for code in agreeing for call in by_code[code])


def trees_of(watch: CallRecorder, values: Values, course: Course, depths: Sequence[int]) -> list[dict[str, Any] | None]:
    """Return the tree down to each depth in lists, and the events.

    They are as in `counterply.plugins.dialects.told_trees`; None in the place of one that is too large, or with a value that is no
    number.
    """
    entered = {path for kind, path in watch.events if kind == MADE} | set(values.leaves) | {call.path for call in watch.calls}
    inside = set[Path]()
    for path in entered:
        while path and (path := path[:-1]) not in inside:
            inside.add(path)
    seen = inside | set(values.own) | set(values.leaves)
    twins: dict[Any, Path] = {}
    for path in sorted(seen, key=len):
        twins.setdefault((len(path), course.key(path)), path)

    both = values.own.keys() & values.leaves.keys()
    same = {path for path in both if any(abs(end) == abs(values.own[path]) for end in values.leaves[path])}
    if 2 * len(same) < len(both):  # what was taken for the evaluator is but a part of one
        same = set()

    def value_at(path: Path) -> float | None:
        ends = values.leaves.get(path)
        return ends[0] if ends and path not in same else values.own.get(path)

    def grow(path: Path, depth: int, numbers: dict[Path, int]) -> list[Any]:
        if len(numbers) > MOST_NODES:
            raise OverflowError
        numbers[path] = len(numbers)
        twin = path if path in seen else twins.get((len(path), course.key(path)), path)
        moves = course.moves(path) if len(path) < depth else []
        if moves and twin in inside and not (course.may_end(path) and twin in values.leaves):
            children = [grow((*path, move), depth, numbers) for move in moves]
            return [course.turn(path), 0.0, list(map(course.name, moves)), children, False]
        value = value_at(twin)
        if value is not None and math.isnan(value):
            raise OverflowError
        return [course.turn(path), value, [], [], bool(moves) and not course.may_end(path)]

    def told(depth: int) -> dict[str, Any] | None:
        numbers = dict[Path, int]()
        try:
            tree = grow((), depth, numbers)
        except OverflowError:
            return None
        counted = [(kind, what) for kind, what in watch.events if kind == MADE or what in values.judged]
        paths = ((kind, what if kind == MADE else what.path) for kind, what in counted)
        return {"tree": tree, "depth": depth, "events": [[kind, numbers[path]] for kind, path in paths if path in numbers]}

    return [told(depth) for depth in depths]


def ways_of(watch: CallRecorder, course: Course, values: Values | None) -> dict[str, Any]:
    """Return how a watched search may be read: down to its deepest leaves, or to the next ones, where time cut it short."""
    searched = any(kind == MADE for kind, _ in watch.events)
    if values is None:
        return {"unseen": True, "searched": searched}
    depths = [depth for depth in values.depths[:2] if depth > 0]
    return {"ways": trees_of(watch, values, course, depths), "folds": values.folds, "best": values.best, "searched": searched}
