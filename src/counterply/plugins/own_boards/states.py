"""The positions of a game of lines as a search hands them to itself, whatever its board looks like.

From one call to the next a single cell changes, which no other move changes: by that it is known which move is which, so that any
position can be asked for by its moves. Runs in the student's process, and needs the standard library and its neighbours alone.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import pairwise
from numbers import Real
from typing import Any, NamedTuple, Self

from counterply.plugins.dialects.asked_functions import CHANGED
from counterply.plugins.dialects.signatures import INFINITY
from counterply.plugins.dialects.views import AnswerError, NotSeenError
from counterply.plugins.own_boards.first_call import DEEP
from counterply.plugins.own_boards.line_games import LineGame, Moves
from counterply.plugins.own_boards.one_call import Answer, OneCall, Path, State, UnpackError, leaf_of, leaves_of, part_of, parts_of

DEEPEST = 50  # plies after which it must have stopped
MOST_CALLS = 99  # of itself in one call
OPEN = (-INFINITY, INFINITY)
SAME_DEPTH = "It hands on its depth as it was"
SAME_SIDE = "The same side moves at each ply: hand the other one to the next call"
RETURNS = "It returns after its first move: its return stands inside the loop, or it cuts there whatever comes back"
UNKNOWN_MOVES = "which of its moves is which cannot be learnt"
Window = tuple[float, float]


def _told(name: str, seen: list[Any], state: State) -> float:
    """Note an argument."""
    seen.append(state.given[name])
    return 0.0


class Arrived(BaseException):
    """The position that is looked for was reached."""


class NotReachedError(NotSeenError):
    """A position about which the search does not ask itself."""


class Called(NamedTuple):
    """A call of itself: its move, None for one that is not known, its window, its other arguments, and its position."""

    move: int | None
    window: Window
    depth: Any
    top: Any
    cells: Mapping[int, Any]


class States:
    """A search's positions.

    Parameters
    ----------
    begin : its position before the first move
    roles : what its parameters are for, by their names

    Attributes
    ----------
    at : the cell that each path leads to
    marks : what both sides put into a cell
    depth, step : what it is told of the depth at first, and what it adds to that when it calls itself; step 0: nothing
    leaf : the depth at which it does not call itself any more; None where there is none
    """

    def __init__(self, call: OneCall, begin: State, game: LineGame, roles: Mapping[str, str]) -> None:
        self.call, self.game, self._roles = call, game, roles
        self._known: dict[Moves, State] = {(): begin}
        self.at: dict[Path, int] = {}
        self.marks: list[Any] = []
        self._places: list[Path] = []  # of both sides' pieces, where they are kept apart
        self._aside = {name for name, role in roles.items() if role in ("alpha", "beta", "depth", "top")}
        self.depth: Any = None
        self._held: dict[Moves, dict[int, Any]] = {}
        self.step = 0
        self.leaf: Any = None

    def named(self, role: str) -> list[str]:
        """Return the parameters that are for something."""
        return [name for name, each in self._roles.items() if each == role]

    @property
    def names(self) -> list[Any]:
        """What both sides' pieces are called."""
        return ["first", "second"] if self._places else self.marks

    @property
    def window(self) -> bool:
        """Whether it is told a window."""
        return {"alpha", "beta"} <= {*self._roles.values()}

    # --- what is learnt

    def learn(self) -> bool:
        """Learn which cell is which, and how the depth counts; tell whether this is its board."""
        self._find_depth()
        found = self._children(())
        if len(found) == 1 and len(found[0][0]) == 1 and len(self.leaves(())) >= self.game.size:
            raise AnswerError(RETURNS)
        if len(found) != self.game.first:
            return False
        changed = [{*changes} for changes, _ in found]
        if all(one < other for one, other in pairwise(changed)):
            raise AnswerError(CHANGED)
        own = self._own([changes for changes, _ in found])
        if not all(own):
            return False
        order = sorted(own, key=lambda paths: _order(min(paths, key=_order)))
        firsts = {path: column for column, paths in enumerate(order) for path in paths}
        for column in range(self.game.first):
            self._learn_cells(column, firsts)
        if len({*self.at.values()}) != self.game.size:
            return False
        self._learn_other_side()
        self._common = commonprefix([*self.at])
        self.marks = [self.held((0, 1))[cell] for cell in (0, 1)]
        self.find_leaf((0, 1))
        turns = [(0, 1, 2, 3)] if not self.game.drops else [(column,) * self.game.rows for column in range(self.game.first)]
        for moves in turns:
            if any(side and self.held(moves)[cell] != self.marks[side - 1] for cell, side in enumerate(self.game.cells(moves))):
                raise NotSeenError(UNKNOWN_MOVES)
        return True

    def _asks(self, name: str, depth: int) -> list[float]:
        """Return what it hands on as its depth, if it is told one."""
        seen = list[Any]()
        begin = self._known[()]
        self.call.ask(begin.copy(**{name: depth}), partial(_told, name, seen))
        return seen

    def other(self, **given: Any) -> Self:
        """Return the same with other arguments at first."""
        other = copy.copy(self)
        other._known, other._held = {(): self.after(()).copy(**given)}, {}
        other.marks = [other.held((0, 1))[cell] for cell in (0, 1)]
        return other

    def _learn_cells(self, column: int, firsts: dict[Path, int]) -> None:
        """Learn the cells of a column, or the one cell: the paths that no other move there changes."""
        steps, marks = list[set[Path]](), list[set[str]]()
        for row in range(self.game.rows if self.game.drops else 1):
            moves = (column,) * row
            found = self._children(moves)
            touched = [{firsts[path] for path in paths if path in firsts} for paths in self._own([each for each, _ in found])]
            if len(found) == 1:
                raise AnswerError(RETURNS)
            mine = [number for number, columns in enumerate(touched) if columns <= {column} and (row or columns)]
            if len(mine) != 1:
                raise NotSeenError(UNKNOWN_MOVES)
            changes, self._known[(*moves, column)] = found[mine[0]]
            steps.append({*changes})
            marks.append({repr(leaf) for path, leaf in changes.items() if path in firsts or row})
            if self.game.drops and row == 1 and marks[0] == marks[1] and len(marks[0]) == 1:
                raise AnswerError(SAME_SIDE)
        for row, step in enumerate(steps):
            paths = step.difference(*(other for other in steps if other is not step))
            paths &= {*firsts} if row == 0 else paths
            if not paths:
                raise NotSeenError(UNKNOWN_MOVES)
            self.at[min(paths, key=_order)] = self.game.columns * row + column if self.game.drops else column

    def _learn_other_side(self) -> None:
        """Learn where the other side's pieces are, if they are kept apart: the same way on from another place."""
        sides: list[list[Path]] = [[*self.at], []]
        if self.game.drops:
            sides = [[path for path, cell in self.at.items() if cell // self.game.columns % 2 == odd] for odd in (0, 1)]
        else:
            own = self._own([changes for changes, _ in self._children((0,))])
            sides[1] = [min(paths, key=_order) for paths in own if paths and not paths & {*self.at}]
        if min(map(len, sides)) < 2 or len({*map(commonprefix, sides)}) < 2:
            return
        places = [*map(commonprefix, sides)]
        every = [(path[len(place) :], path) for place, paths in zip(places, sides, strict=True) for path in paths]
        known = {way: self.at[path] for way, path in every if path in self.at}
        self.at = {(*place, *way): cell for place in places for way, cell in known.items()}
        self._places = places

    def _children(self, moves: Moves) -> list[tuple[dict[Path, Any], State]]:
        """Return what changes in each of the positions that it asks itself about, and the position."""
        parent = self.leaves(moves)
        found = []

        def reply(state: State) -> float:
            state = state.copy()
            leaves = state.leaves(self._aside)
            found.append(({path: leaf for path, leaf in leaves.items() if path not in parent or parent[path] != leaf}, state))
            return 0.0

        self._ask(moves, reply)
        return found

    @staticmethod
    def _own(changes: list[dict[Path, Any]]) -> list[set[Path]]:
        """Return the paths that each change alone has."""
        return [{*each}.difference(*(other for other in changes if other is not each)) for each in changes]

    def _find_depth(self) -> None:
        """Learn how its depth counts."""
        names = self.named("depth")
        given = dict(self._known[()].given) | dict.fromkeys(names, DEEP)
        for name in names:
            for begin in (DEEP, 0):
                given[name], seen = begin, list[Any]()
                self._known[()] = State(given, self._known[()].kept)
                self._ask((), partial(_told, name, seen), own=False)
                if seen and begin >= seen[0]:
                    break
            if seen and seen[0] != given[name]:
                self.depth, self.step, self.depth_name = given[name], seen[0] - given[name], name
                break
            given[name] = DEEP
        self._known[()] = State(given, self._known[()].kept)
        self._aside -= {name for name in names if self.step and name != self.depth_name}
        if not self.step and any(not self._asks(name, 0) and self._asks(name, DEEP) for name in names):
            raise AnswerError(SAME_DEPTH)
        self.find_leaf(())

    def find_leaf(self, moves: Moves) -> None:
        """Learn from a position at which depth it does not call itself any more."""
        for plies in range(DEEPEST) if self.step else ():
            if not self.calls(moves, depth=self.depth + self.step * plies)[1]:
                self.leaf = self.depth + self.step * plies
                return

    def leaves(self, moves: Moves) -> dict[Path, Any]:
        """Return all that a position is made of."""
        return self.after(moves).leaves(self._aside)

    # --- what is asked

    def given(self, moves: Moves, window: Window = OPEN, depth: float | None = None) -> State:
        """Return a position as the search is given it, which is nobody else's."""
        other: dict[str, Any] = dict.fromkeys(self.named("alpha"), window[0])
        other |= dict.fromkeys(self.named("beta"), window[1])
        if self.step:
            other[self.depth_name] = self.depth_after(moves) if depth is None else depth
        return self.after(moves).copy(**other)

    def depth_after(self, moves: Moves) -> Any:
        """Return what it is told of the depth, if nothing else is wanted: in a small game it goes to the end."""
        return self.depth + self.step * len(moves) * (self.step < 0 and not self.game.drops)

    def _ask(self, moves: Moves, reply: Callable[[State], float], own: bool = True) -> Any:
        """Ask for one call of a position that is known."""
        for _ in range(2):
            try:
                return self.call.ask(self.given(moves) if own else self._known[moves].copy(), reply)
            except UnpackError as error:
                Answer.parts = error.args[0]
        return None

    def after(self, moves: Moves) -> State:
        """Return the position after moves from the beginning; raises `NotReachedError` where it does not ask itself about it."""
        if moves not in self._known:
            asked, before = list[State](), moves[:-1]
            places = self.game.places(self.game.cells(before))
            paths = [path for path, cell in self.at.items() if cell == places.get(moves[-1])]

            def leaves(state: State) -> list[object]:
                return [leaf_of((state.given, state.kept), path) for path in paths]

            def reply(state: State) -> float:
                asked.append(state)
                if leaves(state) != free and self.move_to(before, cells := self.cells(state)) == moves[-1]:
                    self._known[moves], self._held[moves] = state.copy(), cells
                    raise Arrived
                return 0.0

            free = leaves(self.after(before))
            with suppress(Arrived):
                self._ask(before, reply)
            if moves not in self._known:
                several = len(places) > 1
                if len(asked) == 1 and several and not (self.game.wins(before) or self.game.wins(before, other=True)):
                    raise AnswerError(RETURNS)
                raise NotReachedError("it answers before it asks itself about all of its moves")
        return self._known[moves]

    def reaches(self, moves: Moves) -> bool:
        """Tell whether it asks itself about a position."""
        with suppress(NotReachedError):
            return bool(self.after(moves))
        return False

    def cells(self, state: State) -> dict[int, Any]:
        """Return what the cells of a position hold; those that are empty may be missing."""
        board = part_of((state.given, state.kept), self._common)
        there = [(path, leaf) for path, leaf in leaves_of(board, self._common, {}) if path in self.at]
        if not self._places:
            return {self.at[path]: leaf for path, leaf in there}
        cells = dict[int, Any]()
        for path, leaf in there:
            side = next(number for number, place in enumerate(self._places) if path[: len(place)] == place)
            cells[self.at[path]] = (*cells.get(self.at[path], ()), (side, leaf))
        return cells

    def held(self, moves: Moves) -> dict[int, Any]:
        """Return what cells hold after moves."""
        if moves not in self._held:
            self._held[moves] = self.cells(self.after(moves))
        return self._held[moves]

    def move_to(self, moves: Moves, cells: Mapping[int, Any]) -> int | None:
        """Return the move that leads to a position; None if none does."""
        before = self.held(moves)
        changed = [cell for cell, mark in cells.items() if cell not in before or before[cell] != mark]
        places = {cell: move for move, cell in self.game.places(self.game.cells(moves)).items()}
        return places.get(changed[0]) if len(changed) == 1 else None

    def told(self, moves: Moves, answer: object, aside: object = None) -> int | None:
        """Return the move that an answer names, as the board names its cells; None for another; `aside` is the value's place."""
        parts = tuple(part for place, part in parts_of(answer).items() if place != aside or place == "")
        parts = tuple(int(float(part)) if isinstance(part, Real) and float(part).is_integer() else part for part in parts)
        legal = self.game.places(self.game.cells(moves))
        if self.game.drops:
            return parts[0] if len(parts) == 1 and parts[0] in legal else None
        return next((cell for path, cell in self.at.items() if parts and path[-len(parts) :] == parts and cell in legal), None)

    def calls(
        self, moves: Moves, script: Callable[[int], float] = lambda number: 0.0, state: State | None = None, **given: Any
    ) -> tuple[Any, list[Called], bool]:
        """Return the answer of one call, the calls of itself that it makes, and whether it leaves its position changed.

        The value that its n-th call of itself gets is ``script(n)``; `state` is the position, which the call may change in place.
        """
        found: list[Called] = []

        def reply(state: State) -> float:
            cells = self.cells(state) if self.at else {}
            window = tuple(state.given[name] for role in ("alpha", "beta") for name in self.named(role)[:1])
            top = next((state.given[name] for name in self.named("top")), None)
            depth = state.given[self.depth_name] if self.step else None
            move = self.move_to(moves, cells) if self.at else None
            found.append(Called(move, window if len(window) == 2 else OPEN, depth, top, cells))
            if len(found) > MOST_CALLS:
                raise NotSeenError("it asks itself about one position again and again")
            return script(len(found) - 1)

        state = state or self.given(moves, **given)
        for _ in range(2):
            try:
                answer = self.call.ask(state, reply)
                break
            except UnpackError as error:
                Answer.parts, found[:] = error.args[0], []
                state = self.given(moves, **given)
        return answer, found, bool(self.at) and self.cells(state) != self.held(moves)


def _order(path: Path) -> list[tuple[str, Any]]:
    """Return a key that sorts paths of numbers and names."""
    return [(type(part).__name__, part if isinstance(part, int | str | tuple) else str(part)) for part in path]


def commonprefix(paths: Sequence[Path]) -> Path:
    """Return the parts with which all paths begin."""
    first, last = min(paths, key=_order), max(paths, key=_order)
    same = [one == other for one, other in zip(first, last, strict=False)]
    return first[: (*same, False).index(False)]
