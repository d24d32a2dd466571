"""Connect four on a NumPy array: ``minimax(board, depth, alpha, beta, maximizingPlayer)``, which answers (column, value).

Which row is the lowest, and whose piece maximises, is learnt from what the search writes into an empty board; what boards are
worth that are finished, or at depth 0, is its own answer. Runs in the student's process, and needs NumPy as the file does.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache, cached_property, partial
from numbers import Real
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from counterply.plugins.dialects.asked_functions import CHANGED, OPEN, Cases, Functions, roles_of
from counterply.plugins.dialects.dialect import Dialect, Named
from counterply.plugins.dialects.lookup import is_function
from counterply.plugins.dialects.signatures import code_of
from counterply.plugins.dialects.views import AnswerError, NotSeenError
from counterply.plugins.own_boards.nine_cells import ROLES

ROWS, COLUMNS = 6, 7
CELLS = ROWS * COLUMNS
WAYS = {"a row": (0, 1), "a column": (1, 0), "a rising diagonal": (1, 1), "a falling diagonal": (-1, 1)}  # in rows and columns
LINES = {
    tuple(COLUMNS * (row + rows * step) + column + columns * step for step in range(4)): way
    for way, (rows, columns) in WAYS.items()
    for row in range(ROWS)
    for column in range(COLUMNS)
    if 0 <= row + 3 * rows < ROWS and column + 3 * columns < COLUMNS
}
DRAWN = tuple(1 + (cell % COLUMNS // 2 + cell // COLUMNS) % 2 for cell in range(CELLS))
GAMES = 24  # at random, of which a board is asked about
PLIES = (6, 10, 15, 20)  # that are made before it
SEARCHES = {1: GAMES, 2: 16, 3: 8}  # boards by depth
USUAL_DEPTH = 4  # to play with, where no call in the file says one
UNKNOWN_BOARD = "its board cannot be learnt: into an empty array of six rows and seven columns it writes no piece of each side"
SIGN = "At depth 0, {} to move, three of max in a line are worth less to it than three of min: a value is always that to max."

Cells = tuple[int, ...]  # row by row from the lowest: 0 is empty, 1 belongs to the side that maximises, 2 to the other


def line_of(cells: Cells) -> tuple[int, ...]:
    """Return the cells of four in a line; none where nobody has won."""
    return next((line for line in LINES if cells[line[0]] and len({cells[cell] for cell in line}) == 1), ())


def after_each(cells: Cells, top: bool) -> dict[int, Cells]:
    """Return the board after each move of a side, by its column; none where the game is over."""
    lowest = {} if line_of(cells) else {place % COLUMNS: place for place in reversed(range(CELLS)) if not cells[place]}
    return {column: (*cells[:place], 2 - top, *cells[place + 1 :]) for column, place in lowest.items()}


def in_line(length: int) -> Iterator[Cells]:
    """Yield a board for each line and side by turns, with the first cells of that line, and what it stands on."""
    for line in LINES:
        top = {cell % COLUMNS: cell for cell in line}  # of a column
        below = [DRAWN[cell] if cell < top.get(cell % COLUMNS, 0) else 0 for cell in range(CELLS)]
        for side in (1, 2):
            yield tuple(side if cell in line[:length] else piece for cell, piece in enumerate(below))


def unfinished() -> Iterator[Cells]:
    """Yield boards of games at random, in which either side begins, with a move that ends none of them."""
    for number in range(GAMES):
        random, cells = Random(number), (0,) * CELLS
        for ply in range(PLIES[number % 4]):
            following = [*after_each(cells, (number + ply) % 2 == 0).values()]
            cells = random.choice([each for each in following if not line_of(each)])
        yield cells


class Written(BaseException):
    """A search has written a piece into an empty board: in which row, and which one."""


class OnArray(Functions):
    """A file's search."""

    def __init__(self, module: Any, name: str) -> None:
        self._search = getattr(module, name)
        self._roles = roles_of(self._search, ROLES)
        parts = {name: ", ".join(self._roles)}
        super().__init__(module, Path(module.__file__).name, parts, "boards, by its values; how much it prunes is not looked at")
        self._numpy = sys.modules["numpy"]
        self._leaf: Callable[[Cells, int, bool], float] = cache(lambda *board: self._ask(*board)[1])  # finished, or at depth 0
        self.depth = self._depth_in(inspect.getsource(module), name)

    def play(self, cells: Cells) -> Any:
        """Return the column that its search answers for the side that maximises, at the depth of its own program."""
        return self._ask(cells, self.depth, True)[0]

    def _depth_in(self, text: str, name: str) -> int:
        """Return the depth that a call of the search in its file gives, as a number or by a variable's name."""
        for said in re.findall(rf"(?<!def ){name}\(\w+, *(\w+) *,", text):
            depth = int(said) if said.isdigit() else self.function(said)
            if type(depth) is int:
                return depth
        return USUAL_DEPTH

    # --- how it is asked

    @cached_property
    def _board(self) -> tuple[bool, tuple[float, ...]]:
        """Whether its first row is the highest, and what it writes for no piece, and for both sides; raises `NotSeenError`."""

        class Watched(self._numpy.ndarray):  # type: ignore[misc, name-defined]
            def __setitem__(self, key: Any, piece: Any) -> None:
                super().__setitem__(key, piece)
                whole = self if self.ndim == 2 else self.base
                raise Written(whole.nonzero()[0][0], float(piece))

        seen = []
        for top in (True, False):
            try:
                self._call(self._numpy.zeros((ROWS, COLUMNS)).view(Watched), 1, top)
            except Written as written:
                seen.append(written.args)
        if len(seen) < 2 or seen[0][1] == seen[1][1]:
            raise NotSeenError(UNKNOWN_BOARD)
        return seen[0][0] > 0, (0.0, seen[0][1], seen[1][1])

    def _call(self, board: Any, depth: int, top: bool) -> Any:
        given = {**OPEN, "board": board, "depth": depth, "top": top}
        return self._search(**{name: given[role] for name, role in self._roles.items()})

    def _ask(self, cells: Cells, depth: int, top: bool) -> tuple[Any, float]:
        """Return the column and the value that it answers."""
        top_down, pieces = self._board
        rows = self._numpy.array([pieces[piece] for piece in cells]).reshape(ROWS, COLUMNS)
        board = (rows[::-1] if top_down else rows).copy()
        kept = board.copy()
        answer = self._call(board, depth, top)
        if not (board == kept).all():
            raise AnswerError(CHANGED)
        pair = answer if isinstance(answer, tuple | list) and len(answer) == 2 else (None, None)
        column, value = pair if pair[1] is not None else reversed(pair)
        if not isinstance(value, Real):
            raise NotSeenError(f"it answers {answer!r}, and only pairs of a column and a value are asked about")
        return column, float(value)

    def _worth(self, cells: Cells, depth: int, top: bool, exchanged: bool = True) -> float:
        """Return the value of a search without a window, by its own values of leaves; `exchanged`: sides move in turn."""
        following = after_each(cells, top)
        if depth == 0 or not following:
            return self._leaf(cells, depth, top)
        below = [self._worth(child, depth - 1, top ^ exchanged, exchanged) for child in following.values()]
        return max(below) if top else min(below)

    # --- how it is judged

    def cases(self, name: str, function: Callable[..., Any]) -> Cases:
        """Yield boards: finished ones, then some at each depth."""
        still = [*unfinished()]
        largest = max(abs(self._leaf(cells, 0, True)) for cells in still)
        for cells in (*in_line(4), DRAWN):
            yield self._drawn(cells), partial(self._ended, cells, largest)
        for mover in ("max", "min"):
            yield f"three in a line, {mover} to move", partial(self._viewed, mover)
        for depth, number in SEARCHES.items():
            for place, cells in enumerate(still[:number]):
                shown = f"{self._drawn(cells)}\ndepth {depth}, {('max', 'min')[place % 2]} to move"
                yield shown, partial(self._searched, cells, depth, place % 2 == 0)

    def _drawn(self, cells: Cells) -> str:
        """Return a board in lines, the highest row first."""
        rows = [cells[row : row + COLUMNS] for row in range(CELLS - COLUMNS, -1, -COLUMNS)]
        return "\n".join(" ".join(f"{self._board[1][piece]:g}" for piece in row) for row in rows)

    def _ended(self, cells: Cells, largest: float) -> str:
        """Ask about a finished board, and return the fault of its value, or ''."""
        line = line_of(cells)
        winner = cells[line[0]] if line else 0
        deep, flat = (self._leaf(cells, depth, winner == 2) for depth in (2, 0))
        if not winner:
            return "" if abs(deep) <= largest else f"A draw is worth {deep:g} to it, and boards that are not finished {largest:g}."
        sign, won = 3 - 2 * winner, f"{self._board[1][winner]:g} has won"
        if not sign * deep > largest:
            return (
                f"It does not see that {won}, with four in {LINES[line]}: this is worth {deep:g} to it, and boards that are not "
                f"finished {largest:g} at most."
            )
        if not sign * flat > min(sign * deep, largest) / 2:
            return (
                f"Where {won} it says {deep:g}, and at depth 0 {flat:g}: ask whether the game is over before you ask for the depth."
            )
        return ""

    def _viewed(self, mover: str) -> str:
        """Ask about boards at depth 0 with three in a line, and return the fault of their values, or ''."""
        boards, top = [*in_line(3)], mover == "max"
        pairs = [pair for pair in zip(boards[::2], boards[1::2], strict=True) if not any(map(line_of, pair))]
        more = sum(self._leaf(first, 0, top) - self._leaf(second, 0, top) for first, second in pairs)
        return SIGN.format(mover) if more < 0 else ""

    def _searched(self, cells: Cells, depth: int, top: bool) -> str:
        """Ask for a search, and return the fault of its answer, or ''."""
        best, worst = (max, min) if top else (min, max)
        column, value = self._ask(cells, depth, top)
        following, window = after_each(cells, top), "beta" in self._roles.values()
        worths = {each: self._worth(child, depth - 1, not top) for each, child in following.items()}
        right = best(worths.values())
        if value != right:
            alone = window and best(self._ask(child, depth - 1, not top)[1] for child in following.values()) == right
            alone = alone and (depth > 1 or value in worths.values())
            known = {
                worst(worths.values()): "Max and min are exchanged: ",
                self._worth(cells, depth, top, False): "The same side moves at each ply: hand the other one to the next call. ",
                0.0: "Its best value begins with 0: begin with minus infinity where max is to move, with infinity where min is. ",
            }
            why = known.get(
                value, "It cuts wrongly: asked for each move by itself, with an open window, its best value is right. " * alone
            )
            return f"{why}It returns {value:g}, and {right:g} is the value of a search {depth} plies deep by its own values."
        good = [each for each, worth in worths.items() if worth == right]
        if column in good:
            return ""
        why = "It takes the last of equal values, and after a cut a value is only a bound: " * (
            window and column in worths and column > min(good)
        )
        if len({self._ask(cells, depth, top)[0] for _ in range(4)}) > 1:
            why = "It answers a column at random, and not that of its value: "
        return f"{why}It answers column {column}, and its value is right, which is that of {', '.join(map(str, good))}."


class FourOnArray(Dialect):
    """What a video teaches, and many copy."""

    plays = "counterply.plugins.own_boards.players:four_on_array"
    reads_on = True

    def found(self, own: Named) -> list[str]:
        """Return the searches of a file that knows NumPy, six rows and seven columns."""
        return [name for name, value in own.items() if is_function(value) and searches_array(value)]

    def opened(self, module: ModuleType, name: str) -> OnArray:  # noqa: D102
        return OnArray(module, name)


def searches_array(function: Any) -> bool:
    """Tell whether a function is a search on such an array."""
    around = code_of(function).__globals__
    numbers = {value for value in around.values() if type(value) is int}
    roles = {*roles_of(function, ROLES).values()}
    return not {"np", "numpy"}.isdisjoint(around) and {ROWS, COLUMNS} <= numbers and {"board", "depth", "top"} <= roles


DIALECT = FourOnArray()
