"""A stand-in for AIMA's ``games.py``: the interface of a game, tic-tac-toe and connect four with their states, and the searches."""

from __future__ import annotations

import copy  # noqa: F401 - files that import all of it find these here
import functools  # noqa: F401
import importlib
import itertools  # noqa: F401
import math
import random
from collections import namedtuple
from collections.abc import Callable, Sequence
from typing import Any

GameState = namedtuple("GameState", "to_move, utility, board, moves")
PLAYERS = ("X", "O")
Cell = tuple[int, int]
Board = dict[Cell, str]
Cutoff = Callable[[Any, int], bool]  # of a state and its depth
inf = infinity = math.inf


class Numpy:
    """NumPy, under the book's name for it; it is imported when it is used."""

    def __getattr__(self, name: str) -> Any:
        return getattr(importlib.import_module("numpy"), name)


np = Numpy()


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

    def play_game(self, *players: Callable[[Any, Any], Any]) -> Any:
        """Let players, functions of a game and a state, play to the end; return the value to the one that began."""
        state = self.initial
        while True:
            for player in players:
                state = self.result(state, player(self, state))
                if self.terminal_test(state):
                    self.display(state)
                    return self.utility(state, self.to_move(self.initial))


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

    def compute_utility(self, board: Board, move: Cell, player: str) -> int:
        """Return 1 if X wins with this move, -1 if O does, else 0."""
        won = any(self.k_in_row(board, move, player, step) for step in ((0, 1), (1, 0), (1, -1), (1, 1)))
        return (1 if player == "X" else -1) if won else 0

    def k_in_row(self, board: Board, move: Cell, player: str, delta_x_y: Cell) -> bool:
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


def _searched(state: Any, game: Game, over: Cutoff, value: Callable[[Any], float]) -> Any:
    """Return alpha-beta's move."""
    player = game.to_move(state)

    def best(state: Any, alpha: float, beta: float, depth: int) -> float:
        if over(state, depth):
            return value(state)
        larger = game.to_move(state) == player
        for move in game.actions(state):
            found = best(game.result(state, move), alpha, beta, depth + 1)
            alpha, beta = (max(alpha, found), beta) if larger else (alpha, min(beta, found))
            if alpha >= beta:
                break
        return alpha if larger else beta

    chosen, most = None, -inf
    for move in game.actions(state):
        found = best(game.result(state, move), most, inf, 1)
        if chosen is None or found > most:
            chosen, most = move, found
    return chosen


def alpha_beta_cutoff_search(
    state: Any, game: Game, d: int = 4, cutoff_test: Cutoff | None = None, eval_fn: Callable[[Any], float] | None = None
) -> Any:
    """Return the best move, as deep as the test says."""
    player = game.to_move(state)
    over = cutoff_test or (lambda state, depth: depth > d or game.terminal_test(state))
    return _searched(state, game, over, eval_fn or (lambda state: game.utility(state, player)))


def alpha_beta_search(state: Any, game: Game) -> Any:
    """Return the best move."""
    return alpha_beta_cutoff_search(state, game, cutoff_test=lambda state, depth: game.terminal_test(state))


minmax_decision = minimax_decision = alphabeta_search = alpha_beta_search
alphabeta_cutoff_search = alpha_beta_cutoff_search


def random_player(game: Game, state: Any) -> Any:
    """Return any move."""
    return random.choice(list(game.actions(state))) if game.actions(state) else None


def alpha_beta_player(game: Game, state: Any) -> Any:
    """Return alpha-beta's move."""
    return alpha_beta_search(state, game)


class MctNode:
    """A node of a tree of random games."""

    def __init__(self, parent: MctNode | None = None, state: Any = None, U: float = 0, N: int = 0) -> None:  # noqa: N803
        self.parent: Any = parent
        self.state, self.U, self.N = state, U, N
        self.children: dict[Any, Any] = {}
        self.actions: Any = None


def ucb(n: MctNode, C: float = 1.4) -> float:  # noqa: N803
    """Return a node's upper confidence bound."""
    return math.inf if n.N == 0 else n.U / n.N + C * math.sqrt(math.log(n.parent.N) / n.N)


def vector_add(one: Sequence[float], other: Sequence[float]) -> tuple[float, ...]:
    """Return the sum of two vectors."""
    return tuple(a + b for a, b in zip(one, other, strict=True))


UTILS = {"argmax": max, "argmin": min, "vector_add": vector_add, "ucb": ucb, "MCT_Node": MctNode, "inf": inf, "infinity": inf}
