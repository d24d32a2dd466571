"""Tic-tac-toe on a board of a file's own: ``minimax(board, depth, is_maximizing)`` with helpers, and ``best_move(board)``.

How the board looks, and which mark is whose, is learnt from the file: from a board among its variables, and from what its search
writes into an empty one. Runs in the student's process, and needs nothing but the standard library and its neighbours.
"""

from __future__ import annotations

import dis
import inspect
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from numbers import Real
from operator import attrgetter
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

from counterply.plugins.dialects.asked_functions import CHANGED, OPEN, Cases, Functions, plain_word, roles_of
from counterply.plugins.dialects.cs50 import RESULTS, after, drawn, moves, positions, turn, value, winner
from counterply.plugins.dialects.dialect import Dialect, Named
from counterply.plugins.dialects.lookup import is_function, methods_of, words_of_all
from counterply.plugins.dialects.signatures import code_of, codes_of, words_in
from counterply.plugins.dialects.views import AnswerError, NotSeenError
from counterply.plugins.own_boards.held_cells import Held, Write, classes_around, held_by, memory_of, object_of, write_of
from counterply.plugins.own_boards.shapes import Shape, Watched, shape_of

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
        "brd",
        "game",
    },
    "mark": {"player", "turn", "currentplayer", "symbol", "mark", "playersymbol", "letter"},
    "self": {"self"},
}
SEARCHES = ("minimax", "minmax", "minimaxalphabeta", "minimaxab", "alphabeta", "alphabetapruning")
CHOOSERS = (
    *("bestmove", "findbestmove", "getbestmove", "aimove", "computermove", "compmove", "getaimove", "getcomputermove"),
    *("getmove", "choosemove"),
)
OTHERS = {"moves", "forecast_move", "generateSuccessor", "generate_successor", "actions"}  # of positions that are no boards
MOST_EMPTY = 5  # cells of a board that is asked about
SEVERAL = 4  # one in so many of the boards with most empty cells
TRIES = 4  # to make an object whose board is empty, as some begin with a move at random
MOST_WRITTEN = 300  # marks, until it is known which are written
MARKS = ("X", "O", "x", "o", 1, -1, 2)
EMPTIES = (" ", "", "_", "-", ".", "#", 0, None)
LABELS = ([*range(9)], [*range(1, 10)], [*"012345678"], [*"123456789"])
UNKNOWN_BOARD = (
    "how its board looks cannot be learnt: into an empty list of nine cells, of three rows, and a dictionary of nine, it does not "
    "write the marks of both sides; a board among the file's variables, empty and called board, would show it"
)
NO_STATE = "the search is given an object, and no class of the file, or of those that import it, holds nine empty cells"
Side = tuple[Any, Any]  # what the search is told: whether it maximises, and whose mark; None for what it is not told


class Enough(BaseException):
    """As many marks are written as are looked at."""


class OnNineCells(Functions):
    """A file's search, and the function that chooses a move by it.

    Parameters
    ----------
    search : the name of the search, with its class
    chooser : that of the function that chooses by it; '' for none
    """

    def __init__(self, module: Any, search: str, chooser: str) -> None:
        self._search, self._chooser = search, chooser
        self._class: Any = getattr(module, search.partition(".")[0]) if "." in search else None
        self._owner: Any = module  # whose functions they are: from what is learnt on, an object of the class
        functions = {name: attrgetter(name)(module) for name in (search, chooser) if name}
        self._code = code_of(functions[search])
        self._roles = {name: parameters_of(each) for name, each in functions.items()}
        self._has = {*self._roles[search].values()}
        parts = {name: ", ".join(roles) for name, roles in self._roles.items()}
        unit = "boards, by its values; how it prunes is not looked at" if "beta" in self._has else "boards"
        super().__init__(module, Path(module.__file__).name, parts, unit)
        self._shape: Any = None
        self._marks: dict[Side, Any] = {}  # that are written, by what the search is told of whose turn it is; the first maximises
        self._ends: dict[int, Any] = {}  # what a finished board is worth to who maximises: a number, by its result
        self._stays = False  # whether it never writes the other side's mark
        self._down = False  # whether its depth counts the plies that are left

    def function(self, name: str) -> Any:
        """Return a function, or a method."""
        return attrgetter(name)(self._module)

    def game_name(self) -> str:
        """Return the game that it plays."""
        return "tic_tac_toe"

    def play(self, board: str) -> int:
        """Return the cell that its own choice takes, or that of which the search says the most."""
        if self._shape is None:
            self.learn()
        tops = self._tops()
        top = turn(board) if turn(board) in tops else tops
        if self._chooser and top == turn(board):
            return self._choice(board, top)
        best = max if top == turn(board) else min
        return best(moves(board), key=lambda cell: self._numbers(after(board, cell), top)[self._place])

    def cases(self, name: str, function: Callable[..., Any]) -> Cases:
        """Yield boards, full ones first."""
        if self._shape is None:
            self.learn()
        for number, board in enumerate(positions()):
            if board.count(" ") > MOST_EMPTY or (board.count(" ") == MOST_EMPTY and number % SEVERAL):
                continue
            for top in self._tops():
                if name == self._search:
                    yield self._drawn(board, top), partial(self._judged, board, top)
                elif turn(board) == top and moves(board):
                    yield self._drawn(board, top), partial(self._chosen, board, top)

    def _tops(self) -> str:
        """Return who may maximise: the side that begins (X), the other (O), or either."""
        first = self._shape.first
        return "XO" if first is None else "X" if first == next(iter(self._marks.values())) else "O"

    # --- what is learnt

    def learn(self) -> None:
        """Learn how the board looks, and which marks are whose; raises `NotSeenError`."""
        for sides in [*self._sides()] * (1 if "board" in self._has else TRIES):
            marks = [mark for _, mark in sides]
            marks = marks if marks[0] is not None else ["X", "O"]
            if self._class:
                self._owner = object_of(self._class, marks, partial(self._any_state, marks))
            for shape in self._shapes(marks):
                for self._down in (False, True):
                    if found := self._marks_of(shape, sides):
                        self._shape, self._marks = shape, dict(zip(sides, found, strict=True))
                        if self._order():
                            return
        raise NotSeenError(UNKNOWN_BOARD)

    def _any_state(self, marks: Any) -> Any:
        """Return an object that holds a board, of the first class that does; raises `NotSeenError`."""
        for kind in classes_around(self._module):
            with suppress(NotSeenError):
                if kind is not self._class and [*held_by(state := object_of(kind, marks))]:
                    return state
        raise NotSeenError(NO_STATE)

    def _shapes(self, marks: Any) -> Iterator[Shape]:
        """Yield boards that a file may mean: those that it keeps, else those of all kinds, by the marks that it names."""
        if "board" not in self._has:
            create = partial(object_of, self._class, marks, partial(self._any_state, marks))
            yield from (Held(create, path, shape) for path, shape in held_by(self._owner))
            return
        for owner in {id(owner): owner for owner in (self._owner, self._module)}.values():
            own = {name: shape for name, there in vars(owner).items() if (shape := shape_of(there))}
            for name, shape in own.items():
                shape.owner, shape.variables = owner, tuple(each for each in own if vars(owner)[each] is vars(owner)[name])
                yield shape
        consts = {const for code in codes_of(self._code, None) for const in code.co_consts if const in EMPTIES}
        named = [there for name, there in vars(self._module).items() if "empty" in name.lower() and isinstance(there, str | int)]
        alike = [[empty] * 9 for empty in (*named, *sorted(consts, key=lambda const: EMPTIES.index(const)), *EMPTIES)]
        marked = "mark" in self._has  # numbered cells that hold 0 may be taken for the first one, again and again
        for rows in (False, True):
            for cells in (*LABELS, *alike) if marked else (*alike, *LABELS):
                yield Shape(cells, None, rows)
        for empty in EMPTIES[:3]:
            yield Shape([empty] * 9, [*range(1, 10)], False)
        with suppress(NotSeenError):
            state = self._any_state(marks)
            create = partial(object_of, type(state), marks)
            yield from (Held(create, path, shape) for path, shape in held_by(state))

    def _sides(self) -> Iterator[tuple[Side, Side]]:
        """Yield what the search may be told of whose turn it is, and of whose mark."""
        tops = (True, False) if "top" in self._has else (None, None)
        pairs = [(one, other) for one in MARKS for other in MARKS if one != other and type(one) is type(other)]
        for pair in pairs if "mark" in self._has else [(None, None)]:
            yield (tops[0], pair[0]), (tops[1], pair[1])

    def _marks_of(self, shape: Shape, sides: tuple[Side, Side]) -> tuple[Any, Any] | None:
        """Return the marks that the search writes for each side into an empty board; None where this is not its board."""
        marks: list[Any] = []
        for side in sides:
            written = self._written(shape, side)
            if not written or written[0].mark in shape.empty:
                return None
            marks.append(written[0].mark)
            every = {repr(write.mark) for write in written}
            self._stays = every - {*map(repr, shape.empty)} == {repr(side[1])}
            both = {repr(mark) for _, mark in sides}
            if side[1] is not None and (marks[-1] != side[1] or not (both <= every or self._stays)):
                return None
            if len(every - {*map(repr, (*marks, *shape.empty))}) > 2 - len({*map(repr, marks)}):
                return None  # it empties cells with another mark
        if marks[0] == marks[1] and not str(marks[0]).strip():
            raise NotSeenError(f"both sides' mark is {marks[0]!r} as long as nobody has chosen one")
        if isinstance(shape, Held):
            if not shape.learn(written, self._module) and marks[0] == marks[1]:
                shape.first = marks[0]
                marks[1] = next((write.mark for write in written if write.mark not in (marks[0], *shape.empty)), marks[0])
            self._follow(shape, sides[0])
        for depth in range(1, MOST_EMPTY):
            if "depth" in self._has and not self._down and not self._written(shape, sides[0], depth):
                raise NotSeenError(f"it looks {depth} moves ahead, and only a search to the end of the game is asked about")
        return marks[0], marks[1]

    def _written(self, shape: Shape, side: Side, depth: int = 0) -> list[Write]:
        """Return what the search writes first into an empty board, as if `depth` moves were made."""
        written: list[Write] = []

        def seen(mark: Any, cell: int, frame: FrameType) -> None:
            written.append(write_of(mark, cell, frame, self._code.__code__))
            if len(written) > MOST_WRITTEN:
                raise Enough

        Watched.seen = seen
        try:
            self._ask(shape, shape.empty, side, 9, depth)
        except Enough:
            pass
        except IndexError:  # its board is larger
            return []
        except Exception:  # it is the student's, or this is not how it is asked
            return [] if "mark" in self._has and not depth else written
        finally:
            Watched.seen = None
        return written

    def _follow(self, shape: Held, side: Side) -> None:
        """Compare what an object remembers at each call of the search, down its first line, with ours; raises `NotSeenError`."""
        name = next((name for name, role in self._roles[self._search].items() if role == "board"), "self")
        twin = shape.twin()
        text = inspect.getsource(self._code)

        def told(frame: FrameType, event: str, unused: object) -> None:
            if frame.f_code is not self._code.__code__ or event not in ("call", "return"):
                return
            if event == "return":
                raise Enough
            root = frame.f_locals[name]
            cells = shape.cells(root)
            theirs, ours = memory_of(shape.holder(root)), memory_of(shape.holder(twin.board(cells)))
            other = [word for word in theirs if theirs[word] != ours.get(word) and not re.search(rf"\.{word} *\+=", text)]
            if other:
                raise NotSeenError(f"with each move its search changes {other[0]}, and how is not known here")

        sys.setprofile(told)
        try:
            self._ask(shape, shape.empty, side, 9)
        except Enough:
            pass
        finally:
            sys.setprofile(None)

    def _order(self) -> bool:
        """Put the side first that maximises, and learn what finished boards are worth; tell whether sides and marks fit."""
        boards = {result: next(b for b in positions() if not moves(b) and value(b) == result) for result in (1, 0, -1)}
        for _ in range(2):
            signs = {result: result if "X" in self._tops() else -result for result in boards}
            answers = {signs[result]: self._numbers(board, self._tops()[0]) for result, board in boards.items()}
            places = [place for place in answers[1] if place in answers[-1] and answers[1][place] != answers[-1][place]]
            if not places:
                return True
            self._place = places[0]
            self._ends = {result: answers[result].get(places[0]) for result in (1, 0, -1)}
            if answers[1][places[0]] > answers[-1][places[0]] or ("mark" not in self._has and self._shape.first is None):
                return True
            if {"top", "mark"} <= self._has:
                return False
            sides = self._marks if "top" in self._has else reversed(self._marks)  # who is told to maximise still is
            self._marks = dict(zip(sides, reversed(self._marks.values()), strict=True))
        return True

    # --- how it is asked

    def _cells(self, board: str, top: str) -> list[Any]:
        marks = [*self._marks.values()]
        return [self._shape.empty[cell] if mark == " " else marks[mark != top] for cell, mark in enumerate(board)]

    def _drawn(self, board: str, top: str) -> str:
        marks = [str(mark) for mark in self._marks.values()]
        shown = "".join(mark if mark == " " else marks[mark != top][:1] for mark in board)
        return f"{drawn(shown)}\n{marks[turn(board) != top]} to move"

    def _call(self, name: str, board: Any, given: Mapping[str, Any]) -> Any:
        """Call a function, or a method of its object, which holds the board where the search is not given one."""
        owner = self._owner if "board" in self._has else board
        function = getattr(owner, name.rpartition(".")[2])
        known = {**given, "board": board}
        return function(**{word: known[role] for word, role in self._roles[name].items()})

    def _ask(self, shape: Shape, cells: list[Any], side: Side, empty: int, depth: int = 0) -> tuple[Any, Any]:
        """Return the search's answer, and the board afterwards."""
        board = shape.board(cells)
        given = {**OPEN, "top": side[0], "mark": side[1], "depth": empty if self._down else depth}
        return self._call(self._search, board, given), board

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

    def _choice(self, board: str, top: str) -> int:
        """Return the cell that its own choice takes: the one that it fills, or answers."""
        cells = self._cells(board, top)
        given = self._shape.board(cells)
        answer = self._call(self._chooser, given, {})
        now = self._shape.cells(given)
        made = [cell for cell in range(9) if now[cell] != cells[cell]]
        cell = made[0] if len(made) == 1 else self._shape.place(answer)
        if cell is None or cell not in moves(board):
            raise NotSeenError(f"it answers {answer!r}, by which it is not clear which cell is meant")
        return cell

    # --- how it is judged

    def _judged(self, board: str, top: str) -> str:
        """Ask the search about a board, and return the fault of its answer, or ''."""
        one, other = self._marks.values()
        if one == other:
            return f"Both sides put {one!r} on the board."
        if self._stays:
            return "The same side moves at each ply: hand the other one to the next call."
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

    def _chosen(self, board: str, top: str) -> str:
        """Ask for a move of the side that maximises, and return its fault, or ''."""
        cell = self._choice(board, top)
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

    def found(self, own: Named) -> list[str]:
        """Return the search of a file that writes into boards, or a method that does."""
        there = {name: value for name, value in own.items() if is_function(value)}
        for name, owner in own.items():
            if inspect.isclass(owner) and not OTHERS & words_of_all(owner):
                there |= {f"{name}.{method}": value for method, value in methods_of(owner).items()}
        return [name for name, value in there.items() if searches_cells(name, value)][:1]

    def opened(self, module: ModuleType, name: str) -> OnNineCells:  # noqa: D102
        owner = name.rpartition(".")[0]
        around = methods_of(getattr(module, owner)) if owner else vars(module)
        beside = {each: value for each, value in around.items() if is_function(value) and plain_word(each) in CHOOSERS}
        asked = [each for each, value in beside.items() if {*parameters_of(value).values()} <= {"board"}]
        chooser = next((each for each in asked if "input" not in words_in(beside[each], None)), "")
        return OnNineCells(module, name, f"{owner}.{chooser}" if owner and chooser else chooser)


def parameters_of(function: Any) -> dict[str, str]:
    """Return what each parameter of a function or a method is for."""
    return {name: role for name, role in roles_of(function, ROLES).items() if role != "self"}


def searches_cells(name: str, function: Any) -> bool:
    """Tell whether a function is a search that writes into the cells of a board, or a method whose object may hold one."""
    if plain_word(name.rpartition(".")[2]) not in SEARCHES:
        return False
    roles, words = {*roles_of(function, ROLES).values()}, words_in(function, None)
    if not {"top", "mark"} & roles or not {"board", "self"} & roles or OTHERS & words:
        return False
    asks = any(len(words & {*dir(kind)}) > 1 for kind in code_of(function).__globals__.values() if inspect.isclass(kind))
    written = (step.opname == "STORE_SUBSCR" for code in codes_of(function, None) for step in dis.get_instructions(code))
    return asks or "self" in roles or any(written)


DIALECT = NineCells()
