"""Tic-tac-toe on a board of a file's own: ``minimax(board, depth, is_maximizing)`` with helpers, and ``best_move(board)``.

How the board looks, and which mark is whose, is learnt from the file: from a board among its variables, and from what its search
writes into an empty one. Runs in the student's process, and needs nothing but the standard library and its neighbours.
"""

from __future__ import annotations

import dis
import inspect
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import chain
from numbers import Real
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

from counterply.plugins.dialects.asked_functions import CHANGED, WINDOW, Cases, Functions, plain_word, roles_of
from counterply.plugins.dialects.cs50 import RESULTS, after, drawn, moves, positions, turn, value, winner
from counterply.plugins.dialects.dialect import Dialect, Named
from counterply.plugins.dialects.lookup import is_function, methods_of
from counterply.plugins.dialects.signatures import codes_of, words_in
from counterply.plugins.dialects.views import AnswerError, NotSeenError
from counterply.usercode.faults import one_line

ROLES = {
    "board": {
        "board",
        "state",
        "b",
        "grid",
        "boards",
        "gameboard",
        "newboard",
        "board2",
        "boardstate",
        "currentboard",
        "cells",
        "tablero",
        "myboard",
    },
    "mark": {"player", "turn", "currentplayer", "symbol", "mark"},
}
SEARCHES = ("minimax", "minmax", "minimaxalphabeta", "minimaxab", "alphabeta", "alphabetapruning")
CHOOSERS = ("bestmove", "findbestmove", "getbestmove", "aimove", "computermove", "compmove", "getaimove", "getcomputermove")
OTHERS = {"after", "moves", "forecast_move", "generateSuccessor", "generate_successor", "actions"}  # of positions that are no lists
MOST_EMPTY = 5  # cells of a board that is asked about
SEVERAL = 4  # one in so many of the boards with most empty cells
MOST_WRITTEN = 300  # marks, until it is known which are written
MARKS = ("X", "O", "x", "o", 1, -1, 2)
EMPTIES = (" ", "", "_", "-", ".", "#", 0, None)
LABELS = ([*range(9)], [*range(1, 10)], [*"012345678"], [*"123456789"])
UNKNOWN_BOARD = (
    "how its board looks cannot be learnt: into an empty list of nine cells, of three rows, and a dictionary of nine, it does not "
    "write the marks of both sides; a board among the file's variables, empty and called board, would show it"
)


class Enough(BaseException):
    """As many marks are written as are looked at."""


class Watched:
    """A board, or a row of one: what is written into any of them is kept while `written` is a list."""

    written: ClassVar[list[Any] | None] = None

    def __setitem__(self, key: Any, mark: Any) -> None:
        if Watched.written is not None:
            Watched.written.append(mark)
            if len(Watched.written) > MOST_WRITTEN:
                raise Enough
        super().__setitem__(key, mark)  # type: ignore[misc]


class Cells(Watched, list[Any]):
    """A list."""


class CellsByName(Watched, dict[Any, Any]):
    """A dictionary."""


def shape_of(there: object) -> tuple[list[Any], list[Any] | None] | None:
    """Return the nine cells of an object that is a board, and what they are called in a dictionary; None for other objects."""
    if isinstance(there, dict) and len(there) == 9:
        return [*there.values()], [*there]
    if isinstance(there, list) and len(there) == 3 and all(isinstance(row, list) and len(row) == 3 for row in there):
        return [*chain(*there)], None
    if isinstance(there, list) and len(there) == 9 and not isinstance(there[0], list):
        return [*there], None
    return None


class Shape:
    """How a file writes a board.

    Attributes
    ----------
    empty : what an empty cell holds, cell by cell
    names : of the cells, in a dictionary
    rows : whether it is a list of lists
    variables : of the file, that hold its board
    """

    def __init__(self, empty: list[Any], names: list[Any] | None, rows: bool, variables: tuple[str, ...] = ()) -> None:
        self.empty, self.names, self.rows, self.variables = empty, names, rows, variables

    def board(self, module: Any, cells: list[Any]) -> Any:
        """Return a board, which is the file's own one from now on."""
        made: Any = CellsByName(zip(self.names, cells, strict=True)) if self.names else Cells(cells)
        if self.rows:
            made = Cells(Cells(cells[row : row + 3]) for row in (0, 3, 6))
        for name in self.variables:
            setattr(module, name, made)
        return made

    def cells(self, board: Any) -> list[Any]:
        """Return the nine cells of a board."""
        return [*board.values()] if self.names else [*chain(*board)] if self.rows else [*board]

    def place(self, answer: object) -> int | None:
        """Return the number of the cell that an answer names; None for another one."""
        if self.names:
            return self.names.index(answer) if answer in self.names else None
        if self.rows and isinstance(answer, tuple | list) and len(answer) == 2:
            return 3 * answer[0] + answer[1] if all(part in (0, 1, 2) for part in answer) else None
        return answer if type(answer) is int and not self.rows else None


class OnNineCells(Functions):
    """A file's search, and the function that chooses a move by it.

    Parameters
    ----------
    search : the name of the search, with its class
    chooser : that of the function that chooses by it; '' for none
    """

    def __init__(self, module: Any, search: str, chooser: str) -> None:
        self._chooser = chooser
        try:
            self._owner = getattr(module, search.partition(".")[0])() if "." in search else module
        except Exception as error:  # it is the student's
            raise AnswerError(f"{search.partition('.')[0]} cannot be made: it raises {one_line(error)}") from None
        self._search = self._bound(search)
        parts = {name: ", ".join(inspect.signature(self._bound(name)).parameters) for name in (search, chooser) if name}
        self._roles = roles_of(self._search, ROLES)
        unit = "boards, by its values; how it prunes is not looked at" if "beta" in self._roles.values() else "boards"
        super().__init__(module, Path(module.__file__).name, parts, unit)
        self._shape: Any = None
        self._marks: dict[Any, Any] = {}  # that are written, by what the search is told of whose turn it is; the first maximises
        self._ends: dict[int, Any] = {}  # what a finished board is worth to who maximises: a number, by its result
        self._down = False  # whether its depth counts the plies that are left

    def _bound(self, name: str) -> Any:
        return getattr(self._owner, name.rpartition(".")[2])

    def function(self, name: str) -> Any:
        """Return a function, or an object's method."""
        return self._bound(name)

    def play(self, board: str) -> int:
        """Return the cell that its own choice takes, or that of which the search says the most."""
        if self._shape is None:
            self._learn()
        top = turn(board)
        if self._chooser:
            return self._choice(self._bound(self._chooser), board, top)
        return max(moves(board), key=lambda cell: self._numbers(after(board, cell), top)[self._place])

    def cases(self, name: str, function: Callable[..., Any]) -> Cases:
        """Yield boards, full ones first."""
        if self._shape is None:
            self._learn()
        chooses = self._bound(name) != self._search
        for number, board in enumerate(positions()):
            if board.count(" ") > MOST_EMPTY or (board.count(" ") == MOST_EMPTY and number % SEVERAL):
                continue
            for top in "XO":
                judged = self._chosen if chooses else self._judged
                if not chooses or (turn(board) == top and moves(board)):
                    yield self._drawn(board, top), partial(judged, function, board, top)

    # --- what is learnt

    def _learn(self) -> None:
        """Learn how the board looks, and which marks are whose; raises `NotSeenError`."""
        for shape in self._shapes():
            for self._down in (False, True):
                for sides in self._sides():
                    if marks := self._marks_of(shape, sides):
                        self._shape, self._marks = shape, dict(zip(sides, marks, strict=True))
                        self._order()
                        return
        raise NotSeenError(UNKNOWN_BOARD)

    def _shapes(self) -> Iterator[Shape]:
        """Yield boards that a file may mean: those among its variables, else those of all kinds, by the marks that it names."""
        own = {name: shape for name, there in vars(self._module).items() if (shape := shape_of(there))}
        for name, (cells, names) in own.items():
            there = vars(self._module)[name]
            variables = tuple(each for each in own if vars(self._module)[each] is there)
            if len({*map(repr, cells)}) in (1, 9):
                yield Shape(cells, names, isinstance(there, list) and len(there) == 3, variables)
        consts = {const for code in codes_of(self._search, None) for const in code.co_consts if const in EMPTIES}
        named = [there for name, there in vars(self._module).items() if "empty" in name.lower() and isinstance(there, str | int)]
        alike = [[empty] * 9 for empty in (*named, *sorted(consts, key=lambda const: EMPTIES.index(const)), *EMPTIES)]
        marked = "mark" in self._roles.values()  # numbered cells that hold 0 may be taken for the first one, again and again
        for rows in (False, True):
            for cells in (*LABELS, *alike) if marked else (*alike, *LABELS):
                yield Shape(cells, None, rows)
        for empty in EMPTIES[:3]:
            yield Shape([empty] * 9, [*range(1, 10)], False)

    def _sides(self) -> Iterator[tuple[Any, Any]]:
        """Yield what the search may be told of whose turn it is."""
        if "top" in self._roles.values():
            yield True, False
        else:
            yield from ((one, other) for one in MARKS for other in MARKS if one != other and type(one) is type(other))

    def _marks_of(self, shape: Shape, sides: tuple[Any, Any]) -> tuple[Any, Any] | None:
        """Return the marks that the search writes for each side into an empty board; None where this is not its board."""
        marks, marked = [], "mark" in self._roles.values()
        for side in sides:
            written = self._written(shape, side)
            if not written or written[0] in shape.empty or (marked and (written[0] != side or {*sides} - {*written})):
                return None
            marks.append(written[0])
            if len({*map(repr, written)} - {*map(repr, (*marks, *shape.empty))}) > 2 - len(marks):
                return None  # it empties cells with another mark
        for depth in range(1, MOST_EMPTY):
            if not self._down and not self._written(shape, sides[0], depth):
                raise NotSeenError(f"it looks {depth} moves ahead, and only a search to the end of the game is asked about")
        return marks[0], marks[1]

    def _written(self, shape: Shape, side: object, depth: int = 0) -> list[Any]:
        """Return the first marks that the search writes into an empty board, as if `depth` moves were made."""
        written: list[Any] = []
        Watched.written = written
        try:
            self._ask(shape, shape.empty, side, 9, depth)
        except Enough:
            pass
        except IndexError:  # its board is larger
            return []
        except Exception:  # it is the student's, or this is not how it is asked
            return [] if "mark" in self._roles.values() else written
        finally:
            Watched.written = None
        return written

    def _order(self) -> None:
        """Put the side first that maximises, and learn what finished boards are worth, in place."""
        boards = {result: next(b for b in positions() if not moves(b) and value(b) == result) for result in (1, 0, -1)}
        answers = {result: self._numbers(boards[result], "X") for result in boards}
        places = [place for place in answers[1] if place in answers[-1] and answers[1][place] != answers[-1][place]]
        if not places:
            return
        if "mark" in self._roles.values() and answers[1][places[0]] < answers[-1][places[0]]:
            self._marks = dict(reversed(self._marks.items()))
            answers = {result: self._numbers(boards[result], "X") for result in boards}
        self._place = places[0]
        self._ends = {result: answers[result].get(places[0]) for result in (1, 0, -1)}

    # --- how it is asked

    def _cells(self, board: str, top: str) -> list[Any]:
        marks = [*self._marks.values()]
        return [self._shape.empty[cell] if mark == " " else marks[mark != top] for cell, mark in enumerate(board)]

    def _drawn(self, board: str, top: str) -> str:
        marks = [str(mark) for mark in self._marks.values()]
        shown = "".join(mark if mark == " " else marks[mark != top][:1] for mark in board)
        return f"{drawn(shown)}\n{marks[turn(board) != top]} to move"

    def _ask(self, shape: Shape, cells: list[Any], side: object, empty: int, depth: int = 0) -> tuple[Any, Any]:
        """Return the search's answer, and the board afterwards."""
        board = shape.board(self._module, cells)
        given = {**WINDOW, "board": board, "top": side, "mark": side, "depth": empty if self._down else depth}
        return self._search(**{name: given[role] for name, role in self._roles.items()}), board

    def _numbers(self, board: str, top: str) -> Mapping[Any, float]:
        """Return the numbers of the answer to a board, by their places in it."""
        side = [*self._marks][turn(board) != top]
        answer, after_all = self._ask(self._shape, self._cells(board, top), side, board.count(" "))
        if self._shape.cells(after_all) != self._cells(board, top):
            raise AnswerError(CHANGED)
        if isinstance(answer, tuple | list):
            answer = dict(enumerate(answer))
        parts = answer.items() if isinstance(answer, dict) else [("", answer)]
        return {place: float(part) for place, part in parts if isinstance(part, Real)}

    def _choice(self, function: Callable[..., Any], board: str, top: str) -> int:
        """Return the cell that a function chooses: the one that it fills, or answers."""
        cells = self._cells(board, top)
        given = self._shape.board(self._module, cells)
        roles = roles_of(function, ROLES)
        answer = function(**{name: given for name, role in roles.items() if role == "board"})
        now = self._shape.cells(given)
        made = [cell for cell in range(9) if now[cell] != cells[cell]]
        cell = made[0] if len(made) == 1 else self._shape.place(answer)
        if cell is None or cell not in moves(board):
            raise NotSeenError(f"it answers {answer!r}, by which it is not clear which cell is meant")
        return cell

    # --- how it is judged

    def _judged(self, function: Callable[..., Any], board: str, top: str) -> str:
        """Ask the search about a board, and return the fault of its answer, or ''."""
        one, other = self._marks.values()
        if one == other:
            return f"Both sides put {one!r} on the board."
        if not self._ends:
            return "A board that is won is worth to it what one is that is lost."
        wins, draws, loses = (self._ends[result] for result in (1, 0, -1))
        if None in (wins, draws, loses) or not wins > draws > loses:
            said = ["nothing" if worth is None else f"{worth:g}" for worth in (wins, draws, loses)]
            return f"Where {one!r} has won it returns {said[0]}, for a draw {said[1]}, and where {other!r} has won {said[2]}."
        numbers = self._numbers(board, top)
        if self._place not in numbers:
            return "It returns no value."
        number = numbers[self._place]
        result = (number > draws) - (number < draws)
        right = value(board) if top == "X" else -value(board)
        if result == right:
            return ""
        how = "the game is over, and" if winner(board) else "with best play"
        return f"It returns {number:g}; {how} {one!r} {RESULTS[right]}."

    def _chosen(self, function: Callable[..., Any], board: str, top: str) -> str:
        """Ask for a move of the side that maximises, and return its fault, or ''."""
        cell = self._choice(function, board, top)
        right = value(board)
        if value(after(board, cell)) == right:
            return ""
        sign = 1 if top == "X" else -1
        better = [divmod(each, 3) for each in moves(board) if value(after(board, each)) == right]
        return (
            f"It plays {divmod(cell, 3)}, which {RESULTS[sign * value(after(board, cell))]}; {better[0]} {RESULTS[sign * right]}."
        )


class NineCells(Dialect):
    """What pages and videos teach."""

    plays = "counterply.plugins.dialects.small_guests:nine_cells"
    reads_on = True

    def found(self, own: Named) -> list[str]:
        """Return the search of a file that writes into boards, or the method of a class that is made of nothing."""
        there = {name: value for name, value in own.items() if is_function(value)}
        for name, owner in own.items():
            if inspect.isclass(owner) and owner.__bases__ == (object,) and not needs_something(owner):
                there |= {f"{name}.{method}": value for method, value in methods_of(owner).items()}
        return [name for name, value in there.items() if searches_cells(name, value)][:1]

    def opened(self, module: ModuleType, name: str) -> OnNineCells:  # noqa: D102
        owner = getattr(module, name.partition(".")[0]) if "." in name else module
        beside = {each: value for each, value in vars(owner).items() if is_function(value) and plain_word(each) in CHOOSERS}
        own = ROLES | {"self": {"self"}}
        asked = [each for each, value in beside.items() if {*roles_of(value, own).values()} <= {"board", "self"}]
        return OnNineCells(module, name, next((each for each in asked if "input" not in words_in(beside[each], None)), ""))


def needs_something(owner: type) -> bool:
    """Tell whether an object of a class is made of something."""
    return "__init__" in vars(owner) and len(inspect.signature(owner.__init__).parameters) > 1  # type: ignore[misc]


def searches_cells(name: str, function: Any) -> bool:
    """Tell whether a function is a search that writes into the cells of a board."""
    if plain_word(name.rpartition(".")[2]) not in SEARCHES:
        return False
    roles = {*roles_of(function, ROLES | {"self": {"self"}}).values()}
    if "board" not in roles or not {"top", "mark"} & roles or OTHERS & words_in(function, None):
        return False
    return any(step.opname == "STORE_SUBSCR" for code in codes_of(function, None) for step in dis.get_instructions(code))


DIALECT = NineCells()
