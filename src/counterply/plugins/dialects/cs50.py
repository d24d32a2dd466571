"""Harvard CS50 AI's tic-tac-toe: a file of seven functions and `minimax(board)`, each asked about all positions.

Runs in the student's process, and needs nothing but the standard library.
"""

from __future__ import annotations

import contextlib
import copy
from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any

from counterply.plugins.dialects.asked_functions import Cases, Functions
from counterply.plugins.dialects.dialect import Dialect, Named

FUNCTIONS = {
    "initial_state": "",
    "player": "board",
    "actions": "board",
    "result": "board, action",
    "winner": "board",
    "terminal": "board",
    "utility": "board",
    "minimax": "board",
}
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
EMPTY_BOARD = " " * 9
OUTSIDE = [(3, 0), (0, 3), (-1, 0), (0, -1)]  # of the board, from which a list also counts back
RESULTS = {1: "wins", 0: "draws", -1: "loses"}


def winner(board: str) -> str:
    """Return who has three in a row, or ''."""
    return next((board[a] for a, b, c in LINES if board[a] != " " and board[a] == board[b] == board[c]), "")


def turn(board: str) -> str:
    """Return whose move it is."""
    return "X" if board.count("X") == board.count("O") else "O"


def moves(board: str) -> list[int]:
    """Return the empty cells; none where the game is over."""
    return [] if winner(board) else [cell for cell, mark in enumerate(board) if mark == " "]


def after(board: str, cell: int) -> str:
    """Return the board after a move."""
    return board[:cell] + turn(board) + board[cell + 1 :]


@cache
def value(board: str) -> int:
    """Return what the game is worth to X."""
    if not moves(board):
        return {"X": 1, "O": -1, "": 0}[winner(board)]
    return (max if turn(board) == "X" else min)(value(after(board, cell)) for cell in moves(board))


@cache
def positions() -> tuple[str, ...]:
    """Return all positions that can be reached, the fullest first."""
    found, new = {EMPTY_BOARD}, {EMPTY_BOARD}
    while new:
        new = {after(board, cell) for board in new for cell in moves(board)} - found
        found |= new
    return tuple(sorted(found, key=lambda board: (board.count(" "), board)))


def drawn(board: str) -> str:
    """Return a board in three lines."""
    return "\n".join(" ".join(board[row : row + 3].replace(" ", ".")) for row in (0, 3, 6))


def quick_copy(board: Any, memo: Any = None) -> Any:
    """Return what `copy.deepcopy` does; a board, which is a list of lists of marks, in a tenth of the time."""
    if type(board) is list and {*map(type, board)} == {list} and MARKS.issuperset(map(type, chain(*board))):
        return [*map(list, board)]
    return DEEPCOPY(board, memo)


DEEPCOPY = copy.deepcopy
MARKS = {str, type(None)}


class Judged(Functions):
    """A file of functions, asked one after the other."""

    def __init__(self, module: Any, name: str) -> None:
        super().__init__(module, Path(module.__file__).name, FUNCTIONS)
        copy.deepcopy = quick_copy  # type: ignore[assignment]
        for word, holds in list(vars(module).items()):
            if holds is DEEPCOPY:
                setattr(module, word, quick_copy)

    def _board(self, board: str) -> list[list[Any]]:
        names = {"X": ("X", "X"), "O": ("O", "O"), " ": ("EMPTY", None)}
        marks = {mark: getattr(self._module, *name) for mark, name in names.items()}
        return [[marks[mark] for mark in board[row : row + 3]] for row in (0, 3, 6)]

    def _mark(self, answer: object) -> str | None:
        """Return whose mark an answer is; '' for none, and None for something else."""
        if answer is None:
            return ""
        return next((mark for mark in "XO" if answer == getattr(self._module, mark, mark)), None)

    def cases(self, name: str, function: Callable[..., Any]) -> Cases:
        """Yield the cases of a function: the board, and what judges the answer."""
        if name == "initial_state":
            yield drawn(EMPTY_BOARD), partial(self._initial, function)
            return
        # what `minimax` plays tells more than what it says at the end
        for board in sorted(positions(), key=lambda board: name == "minimax" and not moves(board)):
            over = not moves(board)
            if name == "result":
                yield from self._results(board, function)
            elif name not in (("player", "actions") if over else ("utility",)):
                yield drawn(board), partial(self._asked, name, function, board)

    def _initial(self, function: Callable[..., Any]) -> str:
        answer = function()
        return (
            "" if answer == self._board(EMPTY_BOARD) else f"It returns {answer!r}: three lists of three EMPTY are the first board."
        )

    def _asked(self, name: str, function: Callable[..., Any], board: str) -> str:
        """Ask a function about a board, and return the fault of its answer, or ''."""
        given = self._board(board)
        answer = function(given)
        if given != self._board(board):
            return "It changes the board that it is given: copy it first."
        return str(getattr(self, f"_{name}")(board, answer))

    def _actions(self, board: str, answer: object) -> str:
        right = {divmod(cell, 3) for cell in moves(board)}
        return "" if answer == right else f"It returns {answer!r}; right are {right}, a set of pairs."

    def _player(self, board: str, answer: object) -> str:
        return "" if self._mark(answer) == turn(board) else f"It returns {answer!r}, and it is the turn of {turn(board)}."

    def _winner(self, board: str, answer: object) -> str:
        wins = winner(board)
        if self._mark(answer) == wins:
            return ""
        return f"It returns {answer!r}; {wins or 'nobody'} has three in a row, so right is {wins or None}."

    def _terminal(self, board: str, answer: object) -> str:
        over = not moves(board)
        if answer == over:
            return ""
        why = f"{winner(board)} has won" if winner(board) else "no cell is empty" if over else "nobody has won, and a cell is empty"
        return f"It returns {answer!r}, and {why}."

    def _utility(self, board: str, answer: object) -> str:
        return "" if answer == value(board) else f"It returns {answer!r}; right is {value(board)}."

    def _minimax(self, board: str, answer: object) -> str:
        worths = {divmod(cell, 3): value(after(board, cell)) for cell in moves(board)}
        if not worths:
            return "" if answer is None else f"The game is over, and it returns {answer!r}; right is None."
        worth = next((worth for action, worth in worths.items() if action == answer), None)
        if worth is None:
            return f"It returns {answer!r}, which is no action of this board: an action is (row, column) of an empty cell."
        if worth == value(board):
            return ""
        sign = 1 if turn(board) == "X" else -1
        said = " or ".join(str(action) for action, each in worths.items() if each == value(board))
        return f"{turn(board)} plays {answer}, which {RESULTS[sign * worth]}; {said} {RESULTS[sign * value(board)]}."

    def _results(self, board: str, function: Callable[..., Any]) -> Cases:
        """Yield the cases of `result` on a board: all moves that are legal, and some that are not."""
        for cell in moves(board):
            yield drawn(board), partial(self._made, function, board, cell)
        taken = [divmod(cell, 3) for cell, mark in enumerate(board) if mark != " "][:1]
        for action in OUTSIDE if board == EMPTY_BOARD else taken:
            yield drawn(board), partial(self._refused, function, board, action)

    def _made(self, function: Callable[..., Any], board: str, cell: int) -> str:
        given, action = self._board(board), divmod(cell, 3)
        answer = function(given, action)
        if given != self._board(board):
            return "It changes the board that it is given: copy it first (copy.deepcopy), since the rows are lists too."
        right = self._board(after(board, cell))
        return "" if answer == right else f"After {action} it returns {answer!r}; right is {right!r}."

    def _refused(self, function: Callable[..., Any], board: str, action: Sequence[int]) -> str:
        try:
            answer = function(self._board(board), action)
        except NotImplementedError:
            raise
        except BaseException:  # whichever it is
            return ""
        where = "a cell that is taken" if max(action) < 3 and min(action) >= 0 else "a cell outside of the board"
        return f"It accepts {action}, {where}, and returns {answer!r}: an action that is not legal is to raise an exception."


class Cs50(Dialect):
    """The course's interface."""

    plays = "counterply.plugins.dialects.small_guests:cs50"

    def found(self, own: Named) -> list[str]:
        """Return a file's functions together, if it has most of them, and those that every file of the course has."""
        there = {name for name in FUNCTIONS if callable(own.get(name))}
        known = {"initial_state", "minimax"} <= there and len(there) >= 5
        return ["tictactoe"] if known and not is_large(own["initial_state"]) else []

    def opened(self, module: ModuleType, name: str) -> Judged:  # noqa: D102
        return Judged(module, name)


LARGEST = 4  # rows that a student of the course may have by mistake


def is_large(initial_state: Callable[[], Any]) -> bool:
    """Tell whether a board is of another game, such as connect four, whose functions have the same names."""
    with contextlib.suppress(Exception):
        return len(initial_state()) > LARGEST
    return False


DIALECT = Cs50()
