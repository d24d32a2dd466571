"""The game of a search of which nothing is known but what it asks itself about: a move is the number of a call.

Runs in the student's process, and needs nothing but the standard library and its neighbours.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from counterply.plugins.dialects.asked_functions import CHANGED
from counterply.plugins.dialects.views import AnswerError
from counterply.plugins.own_boards.line_games import Moves
from counterply.plugins.own_boards.one_call import OneCall, Path, State
from counterply.plugins.own_boards.states import NotReachedError
from counterply.plugins.own_boards.way import Way

MOST_POSITIONS = 1_500


class OwnGame:
    """The rules that a search's own calls tell; a position is known by the moves that lead there.

    Attributes
    ----------
    ended : games that are over, each with the position that it comes to
    """

    drops = False

    def __init__(self, tree: OwnTree) -> None:
        self._tree = tree
        self.ended: list[tuple[Moves, str]] = []

    def cells(self, moves: Moves) -> Moves:
        """Return a position."""
        return moves

    def places(self, cells: Moves) -> dict[int, int]:
        """Return the moves of a position."""
        return {number: number for number in range(len(self._tree.below(cells)))}


class OwnTree(Way):
    """A search's positions, all of which are reached from a small one.

    Attributes
    ----------
    positions : the moves that lead to each, by what it is made of, and after how many moves, odd or even
    """

    game: Any

    def __init__(self, call: OneCall, begin: State, roles: Mapping[str, str]) -> None:
        rules: Any = OwnGame(self)
        super().__init__(call, begin, rules, roles)
        self._below: dict[Moves, list[State]] = {}
        self.positions: dict[tuple[str, int], Moves] = {}

    def learn(self) -> bool:
        """Look at all positions; tell whether they are few and have an end."""
        self._find_depth()
        self.at = {(): 0}
        if len(self.below(())) > 1 and self.calls(())[2]:
            raise AnswerError(CHANGED)
        waiting: list[Moves] = [()]
        while waiting:
            moves = waiting.pop(0)
            key = self._text(self.after(moves)), len(moves) % 2
            if key in self.positions:
                continue
            self.positions[key] = moves
            below = range(len(self.below(moves)))
            if len(self.positions) > MOST_POSITIONS or (not moves and len(below) < 2):
                return False
            waiting += [(*moves, move) for move in below]
            if not below:
                self.game.ended.append((moves, key[0]))
        return True

    def below(self, moves: Moves) -> list[State]:
        """Return the positions that it asks itself about."""
        if moves not in self._below:
            found = list[State]()

            def reply(state: State) -> float:
                found.append(state.copy())
                return 0.0

            self._ask(moves, reply)
            self._below[moves] = found
        return self._below[moves]

    def after(self, moves: Moves) -> State:
        """Return the position after moves; raises `NotReachedError` where there is none."""
        if moves not in self._known:
            below = self.below(moves[:-1])
            if moves[-1] >= len(below):
                raise NotReachedError("it has no such move")
            self._known[moves] = below[moves[-1]]
        return self._known[moves]

    def cells(self, state: State) -> dict[int, Any]:
        """Return what a position is made of, as one text."""
        return {0: self._text(state)}

    def move_to(self, moves: Moves, cells: Mapping[int, Any]) -> int | None:
        """Return the move that leads to a position; None if none does."""
        return next((move for move, state in enumerate(self.below(moves)) if self.cells(state) == cells), None)

    def numbers(self, moves: Moves) -> dict[Path, int]:
        """Return the whole numbers that a position holds."""
        return {path: leaf for path, leaf in self.leaves(moves).items() if type(leaf) is int}

    def _text(self, state: State) -> str:
        return repr([*state.leaves(self._aside).items()])
