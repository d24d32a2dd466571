"""A stand-in for the Udacity AIND-Isolation program (7x7): its board, its sample scores, its play loop, their traps included."""

from __future__ import annotations

import random
import timeit
from collections.abc import Sequence
from typing import Any

KNIGHT_STEPS = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]
TIME_LIMIT_MILLIS = 150
INFINITY = float("inf")
Cell = tuple[int, int]  # (row, column), row 0 at the top


class Board:
    """The program's board. State list: cell (row, column) at `row + column * height`, turn, cells of player 2 and 1."""

    BLANK = 0
    NOT_MOVED = None

    def __init__(self, player_1: Any, player_2: Any, width: int = 7, height: int = 7) -> None:
        self.width = width
        self.height = height
        self.move_count = 0
        self._player_1 = player_1
        self._player_2 = player_2
        self._active_player = player_1
        self._inactive_player = player_2
        self._board_state: list[Any] = [Board.BLANK] * (width * height) + [0, Board.NOT_MOVED, Board.NOT_MOVED]

    @property
    def active_player(self) -> Any:
        """The player on move."""
        return self._active_player

    @property
    def inactive_player(self) -> Any:
        """The other one."""
        return self._inactive_player

    @property
    def __board_state__(self) -> list[list[int]]:
        """The cells as rows, 0 for an open one: until April 2017, like the three names below."""
        return [[int(self._board_state[row + column * self.height]) for column in range(self.width)] for row in range(self.height)]

    @property
    def __last_player_move__(self) -> dict[Any, Cell | None]:
        return {player: self.get_player_location(player) for player in (self._player_1, self._player_2)}

    __active_player__ = property(lambda self: self._active_player)
    __inactive_player__ = property(lambda self: self._inactive_player)

    def hash(self) -> int:
        """Return a hash of the state, another one in each process."""
        return hash(str(self._board_state))

    def get_opponent(self, player: Any) -> Any:
        """Return the other player."""
        if player == self._active_player:
            return self._inactive_player
        if player == self._inactive_player:
            return self._active_player
        raise RuntimeError("the player is not registered in this game")

    def copy(self) -> Board:
        """Return a copy with the same players."""
        board = Board(self._player_1, self._player_2, self.width, self.height)
        board.move_count = self.move_count
        board._active_player = self._active_player
        board._inactive_player = self._inactive_player
        board._board_state = list(self._board_state)
        return board

    def forecast_move(self, move: Cell) -> Board:
        """Return the board after a move."""
        board = self.copy()
        board.apply_move(move)
        return board

    def move_is_legal(self, move: Cell) -> bool:
        """Open and on the board; the step itself is not looked at."""
        row, column = move
        return 0 <= row < self.height and 0 <= column < self.width and self._board_state[row + column * self.height] == Board.BLANK

    def get_blank_spaces(self) -> list[Cell]:
        """Return the unvisited cells, column by column."""
        state, height = self._board_state, self.height
        return [
            (row, column) for column in range(self.width) for row in range(height) if state[row + column * height] == Board.BLANK
        ]

    def get_player_location(self, player: Any) -> Cell | None:
        """Return where a player stands, None before its placement."""
        if player == self._player_1:
            index = self._board_state[-1]
        elif player == self._player_2:
            index = self._board_state[-2]
        else:
            raise RuntimeError("the player is not registered in this game")
        return None if index is None else (index % self.height, index // self.height)

    def get_legal_moves(self, player: Any = None) -> list[Cell]:
        """All open cells in a fixed order before placement; afterwards the knight's targets, reshuffled at every call."""
        location = self.get_player_location(self._active_player if player is None else player)
        moves = self.__get_moves__(location)
        if location is not None:
            random.shuffle(moves)
        return moves

    def __get_moves__(self, location: Cell | None) -> list[Cell]:
        """Return the open cells that a knight reaches from a cell, all open ones from none; hand-ins use it, by either name."""
        if location is None:
            return self.get_blank_spaces()
        row, column = location
        return [(row + down, column + right) for down, right in KNIGHT_STEPS if self.move_is_legal((row + down, column + right))]

    __get_moves = __get_moves__  # since April 2017

    def apply_move(self, move: Cell) -> None:
        """Play `move` in place; nothing is checked."""
        index = move[0] + move[1] * self.height
        self._board_state[-2 if self._active_player == self._player_2 else -1] = index
        self._board_state[index] = 1
        self._board_state[-3] = 1 - self._board_state[-3]
        self._active_player, self._inactive_player = self._inactive_player, self._active_player
        self.move_count += 1

    def is_winner(self, player: Any) -> bool:
        """Whether the opponent is on move, and stuck."""
        return player == self._inactive_player and not self.get_legal_moves(self._active_player)

    def is_loser(self, player: Any) -> bool:
        """Whether the player is on move, and stuck."""
        return player == self._active_player and not self.get_legal_moves(self._active_player)

    def utility(self, player: Any) -> float:
        """Return infinity for the winner, minus infinity for the loser, and 0 while the game goes on."""
        return INFINITY if self.is_winner(player) else -INFINITY if self.is_loser(player) else 0.0

    def to_string(self, symbols: Sequence[str] = ("1", "2")) -> str:
        """Return the board as text."""
        cells = dict.fromkeys(self.get_blank_spaces(), " ")
        for player, symbol in zip((self._player_1, self._player_2), symbols, strict=False):
            place = self.get_player_location(player)
            if place is not None:
                cells[place] = symbol
        rows = [" | ".join(cells.get((row, column), "-") for column in range(self.width)) for row in range(self.height)]
        return "".join(f"{row}  | {text} | \n\r" for row, text in enumerate(rows))

    print_board = to_string

    def play(self, time_limit: float = TIME_LIMIT_MILLIS) -> tuple[Any, list[list[int]], str]:
        """Play to the end; return (winner, history of the moves made here, reason)."""
        history: list[list[int]] = []
        while True:
            legal = self.get_legal_moves()
            shown = self.copy()
            start = timeit.default_timer()

            def time_left(start: float = start) -> float:
                return time_limit - 1000 * (timeit.default_timer() - start)

            move = self._active_player.get_move(shown, time_left)
            left = time_left()
            if left < 0:
                return self._inactive_player, history, "timeout"
            if move not in legal:  # None too
                return self._inactive_player, history, "forfeit" if legal else "illegal move"
            history.append(list(move))
            self.apply_move(move)


# --- the sample scores: of a finished game they are infinite


def null_score(game: Board, player: Any) -> float:
    """Return 0 while the game goes on."""
    return game.utility(player)


def open_move_score(game: Board, player: Any) -> float:
    """Return the number of own moves."""
    return game.utility(player) or float(len(game.get_legal_moves(player)))


def improved_score(game: Board, player: Any) -> float:
    """Return own moves less those of the opponent."""
    own, other = game.get_legal_moves(player), game.get_legal_moves(game.get_opponent(player))
    return game.utility(player) or float(len(own) - len(other))


def center_score(game: Board, player: Any) -> float:
    """Return the squared distance from half of width and height."""
    row, column = game.get_player_location(player)  # type: ignore[misc]  # as there, it fails before the placement
    return game.utility(player) or float((game.height / 2.0 - row) ** 2 + (game.width / 2.0 - column) ** 2)
