"""Knight-move Isolation in sets and tuples: slow, obvious, and written from the description of the two hosts alone."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

Cell = tuple[int, int]  # row, column

KNIGHT = [(down, right) for down in (-2, -1, 1, 2) for right in (-2, -1, 1, 2) if abs(down) != abs(right)]


class State(NamedTuple):
    """A position: the cells that are still open, where the two players stand (None: not placed), whose turn it is."""

    open: frozenset[Cell]
    at: tuple[Cell | None, Cell | None]
    turn: int


class Rules(NamedTuple):
    """A variant: `either` and `slip` are the two peculiarities of the 11x9 host."""

    width: int = 7
    height: int = 7
    either: bool = False
    slip: bool = False

    def start(self) -> State:
        return State(frozenset((r, c) for r in range(self.height) for c in range(self.width)), (None, None), 0)

    def knight(self, cell: Cell) -> set[Cell]:
        steps = {(cell[0] + down, cell[1] + right) for down, right in KNIGHT}
        return {(r, c) for r, c in steps if 0 <= r < self.height and 0 <= c < self.width}

    def moves(self, state: State, player: int) -> set[Cell]:
        at = state.at[player]
        return set(state.open) if at is None else self.knight(at) & state.open

    def has_liberties(self, state: State, player: int) -> bool:
        """The 11x9 host asks whether any liberty's index is truthy; index 0 is the bottom right corner."""
        moves = self.moves(state, player)
        if self.slip:
            moves.discard((self.height - 1, self.width - 1))
        return bool(moves)

    def winner(self, state: State) -> int | None:
        """The seat that has won, or None."""
        mover, other = state.turn, 1 - state.turn
        if not self.has_liberties(state, mover):
            return other
        if self.either and not self.has_liberties(state, other):
            return mover
        return None

    def legal(self, state: State) -> list[Cell]:
        """What the player on move may do; nothing when the game is over."""
        return [] if self.winner(state) is not None else sorted(self.moves(state, state.turn))

    def after(self, state: State, cell: Cell) -> State:
        at = (cell, state.at[1]) if state.turn == 0 else (state.at[0], cell)
        return State(state.open - {cell}, at, 1 - state.turn)

    def perft(self, state: State, depth: int) -> int:
        if depth == 0:
            return 1
        return sum(self.perft(self.after(state, cell), depth - 1) for cell in self.legal(state))

    # --- the nine scores

    def centre_distance(self, cell: Cell | None) -> float:
        if cell is None:
            return 0.0
        return abs((self.height - 1) / 2 - cell[0]) + abs((self.width - 1) / 2 - cell[1])

    def h1(self, state: State, player: int, depth: int) -> int:
        cells = self.moves(state, player) - self.moves(state, 1 - player)
        for _ in range(depth - 1):
            cells = {target for target in state.open if any(target in self.knight(cell) for cell in cells)}
        return len(cells)

    def depth5(self, blocked: int) -> int:
        return math.floor((3 * Fraction(blocked, self.width * self.height)) ** 2 + 1)

    def score(self, name: str, state: State, player: int) -> float:
        winner = self.winner(state)
        if winner is not None:
            return math.inf if winner == player else -math.inf
        scores: dict[str, Callable[[State, int], float]] = {
            "open": lambda s, p: len(self.moves(s, p)),
            "improved": lambda s, p: len(self.moves(s, p)) - len(self.moves(s, 1 - p)),
            "center": self._center,
            "c1": self._c1,
            "c2": self._c2,
            "c3": self._c3,
            "c4": self._c4,
            "c5": self._c5,
            "c6": self._c6,
        }
        return float(scores[name](state, player))

    def _center(self, state: State, player: int) -> float:
        at = state.at[player]
        return 0.0 if at is None else (self.height / 2 - at[0]) ** 2 + (self.width / 2 - at[1]) ** 2

    def _private(self, state: State, player: int) -> int:
        return len(self.moves(state, player) - self.moves(state, 1 - player))

    def _c1(self, state: State, player: int) -> float:
        return self.score("improved", state, player) - 0.5 * self.centre_distance(state.at[player])

    def _c2(self, state: State, player: int) -> float:
        if self._private(state, player) >= 3:
            return -self.centre_distance(state.at[player])
        reached = self.h1(state, player, 2)
        return reached - 100 if reached >= 4 else -math.inf

    def _c3(self, state: State, player: int) -> float:
        private = self._private(state, player)
        if private >= 3:
            return self.centre_distance(state.at[1 - player]) - self.centre_distance(state.at[player])
        return self.h1(state, player, 2) - 100 if private == 2 else -math.inf

    def _c4(self, state: State, player: int) -> float:
        private = self._private(state, player)
        if private >= 3:
            return sum(self.centre_distance(cell) for cell in state.open)
        return self.h1(state, player, 3) - 200 if private == 2 else -math.inf

    def _c5(self, state: State, player: int) -> float:
        if len(self.moves(state, player)) < 2:
            return -math.inf
        return self.h1(state, player, self.depth5(self.width * self.height - len(state.open)))

    def _c6(self, state: State, player: int) -> float:
        if len(self.moves(state, player)) < 2:
            return -math.inf
        return -sum(abs(column - row) for row, column in state.open)

    # --- ours

    def territory_features(self, state: State, player: int) -> tuple[int, int]:
        """Cells that a player can be on first, own minus the opponent's; 1 or -1 for whom the colours favour."""

        def leap(cells: set[Cell]) -> set[Cell]:
            return {target for cell in cells for target in self.knight(cell)} & state.open

        owner: dict[Cell, int] = {}
        front = [self.moves(state, 0), self.moves(state, 1)]
        while front[0] or front[1]:
            for seat in (state.turn, 1 - state.turn):
                front[seat] = {cell for cell in front[seat] if cell not in owner}
                owner.update(dict.fromkeys(front[seat], seat))
            front = [leap(front[0]), leap(front[1])]
        space = sum(1 if seat == player else -1 for seat in owner.values())
        if None in state.at:
            return space, 0
        equal = sum(row + column for row, column in state.at) % 2 == 0
        return space, 1 if equal == (state.turn == player) else -1
