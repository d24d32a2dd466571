"""A stand-in for the games of AIMA's ``games.py``: the interface of a game, and tic-tac-toe and connect four with their states."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

GameState = namedtuple("GameState", "to_move, utility, board, moves")
PLAYERS = ("X", "O")


class Game:
    """A game: ``actions``, ``result``, ``utility``, ``terminal_test``, ``to_move``; `initial` is its first state."""

    initial: Any = None

    def actions(self, state: Any) -> list[Any]:
        """Return the moves."""
        raise NotImplementedError

    def result(self, state: Any, move: Any) -> Any:
        """Return the state after a move."""
        raise NotImplementedError

    def utility(self, state: Any, player: Any) -> float:
        """Return the value of a finished game to a player."""
        raise NotImplementedError

    def terminal_test(self, state: Any) -> bool:
        """Tell whether the game is over."""
        return not self.actions(state)

    def to_move(self, state: Any) -> Any:
        """Return whose move it is."""
        return state.to_move

    def display(self, state: Any) -> None:
        """Print a state."""
        print(state)


class TicTacToe(Game):
    """Three in a line on three by three; a cell is (x, y) from 1, and the board a dictionary."""

    def __init__(self, h: int = 3, v: int = 3, k: int = 3) -> None:
        self.h, self.v, self.k = h, v, k
        self.initial = GameState("X", 0, {}, [(x, y) for x in range(1, h + 1) for y in range(1, v + 1)])

    def actions(self, state: Any) -> list[Any]:
        """Return the empty cells."""
        return list(state.moves)

    def result(self, state: Any, move: Any) -> Any:
        """Return the state after a move; an illegal one changes nothing."""
        if move not in state.moves:
            return state
        board = {**state.board, move: state.to_move}
        moves = [other for other in state.moves if other != move]
        return GameState("O" if state.to_move == "X" else "X", self.compute_utility(board, move, state.to_move), board, moves)

    def utility(self, state: Any, player: Any) -> float:
        """Return 1, -1 or 0."""
        return float(state.utility if player == "X" else -state.utility)

    def terminal_test(self, state: Any) -> bool:
        """Tell whether there is a line, or the board is full."""
        return state.utility != 0 or not state.moves

    def compute_utility(self, board: Any, move: Any, player: Any) -> int:
        """Return 1 if X wins with this move, -1 if O does, else 0."""
        won = any(self.k_in_row(board, move, player, step) for step in ((0, 1), (1, 0), (1, -1), (1, 1)))
        return (1 if player == "X" else -1) if won else 0

    def k_in_row(self, board: Any, move: Any, player: Any, delta_x_y: tuple[int, int]) -> bool:
        """Tell whether there is a line through a move in a direction."""
        count = -1
        for sign in (1, -1):
            x, y = move
            while board.get((x, y)) == player:
                count, x, y = count + 1, x + sign * delta_x_y[0], y + sign * delta_x_y[1]
        return count >= self.k


class ConnectFour(TicTacToe):
    """Four in a line; a cell is (column, height) from 1."""

    def __init__(self, h: int = 7, v: int = 6, k: int = 4) -> None:
        super().__init__(h, v, k)

    def actions(self, state: Any) -> list[Any]:
        """Return the lowest empty cell of each column."""
        return [(x, y) for x, y in state.moves if y == 1 or (x, y - 1) in state.board]
