"""A stand-in for the Udacity AIND-Isolation program (7x7): board, play loop and sample agents, its traps included."""

from __future__ import annotations

import random
import timeit

KNIGHT_STEPS = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]
OPEN, BLOCKED = 0, 1
MOVE_MILLISECONDS = 150
STUCK = (-1, -1)


class Board:
    """The host's board. State list: cell (row, column) at `row + column * height`, then turn, player 2's cell, player 1's cell."""

    def __init__(self, player_1, player_2, width=7, height=7):
        self.width = width
        self.height = height
        self.move_count = 0
        self._player_1 = player_1
        self._player_2 = player_2
        self._active_player = player_1
        self._inactive_player = player_2
        self._board_state = [OPEN] * (width * height) + [0, None, None]

    @property
    def active_player(self):
        return self._active_player

    @property
    def inactive_player(self):
        return self._inactive_player

    def hash(self):
        return hash(str(self._board_state))

    def get_opponent(self, player):
        if player == self._active_player:
            return self._inactive_player
        if player == self._inactive_player:
            return self._active_player
        raise RuntimeError("the player is not registered in this game")

    def copy(self):
        board = Board(self._player_1, self._player_2, self.width, self.height)
        board.move_count = self.move_count
        board._active_player = self._active_player
        board._inactive_player = self._inactive_player
        board._board_state = list(self._board_state)
        return board

    def forecast_move(self, move):
        board = self.copy()
        board.apply_move(move)
        return board

    def move_is_legal(self, move):
        """Open and on the board; the step itself is not looked at."""
        row, column = move
        return 0 <= row < self.height and 0 <= column < self.width and self._board_state[row + column * self.height] == OPEN

    def get_blank_spaces(self):
        cells = [(row, column) for column in range(self.width) for row in range(self.height)]
        return [cell for cell in cells if self.move_is_legal(cell)]

    def get_player_location(self, player):
        if player == self._player_1:
            index = self._board_state[-1]
        elif player == self._player_2:
            index = self._board_state[-2]
        else:
            raise RuntimeError("the player is not registered in this game")
        return None if index is None else (index % self.height, index // self.height)

    def get_legal_moves(self, player=None):
        """All open cells in a fixed order before placement; afterwards the knight's targets, reshuffled at every call."""
        location = self.get_player_location(self._active_player if player is None else player)
        if location is None:
            return self.get_blank_spaces()
        row, column = location
        moves = [(row + down, column + right) for down, right in KNIGHT_STEPS if self.move_is_legal((row + down, column + right))]
        random.shuffle(moves)
        return moves

    def apply_move(self, move):
        """Play `move` in place; nothing is checked."""
        index = move[0] + move[1] * self.height
        self._board_state[-2 if self._active_player == self._player_2 else -1] = index
        self._board_state[index] = BLOCKED
        self._board_state[-3] ^= 1
        self._active_player, self._inactive_player = self._inactive_player, self._active_player
        self.move_count += 1

    def is_winner(self, player):
        return player == self._inactive_player and not self.get_legal_moves(self._active_player)

    def is_loser(self, player):
        return player == self._active_player and not self.get_legal_moves(self._active_player)

    def utility(self, player):
        return float("inf") if self.is_winner(player) else float("-inf") if self.is_loser(player) else 0.0

    def to_string(self):
        cells = dict.fromkeys(self.get_blank_spaces(), " ")
        cells[self.get_player_location(self._player_1)] = "1"
        cells[self.get_player_location(self._player_2)] = "2"
        return "\n".join(" | ".join(cells.get((row, column), "-") for column in range(self.width)) for row in range(self.height))

    def play(self, time_limit=MOVE_MILLISECONDS):
        """Play to the end; return (winner, history of the moves made here, reason)."""
        history = []
        while True:
            legal = self.get_legal_moves()
            shown = self.copy()
            start = timeit.default_timer()

            def time_left(start=start):
                return time_limit - 1000 * (timeit.default_timer() - start)

            move = self._active_player.get_move(shown, time_left)
            left = time_left()
            if left < 0:
                return self._inactive_player, history, "timeout"
            if move not in legal:  # None too
                return self._inactive_player, history, "forfeit" if legal else "illegal move"
            history.append(list(move))
            self.apply_move(move)


class RandomAgent:
    def get_move(self, game, time_left):
        moves = game.get_legal_moves()
        return random.choice(moves) if moves else STUCK


def open_score(game, player):
    """The host's `open` score."""
    if game.is_loser(player):
        return float("-inf")
    if game.is_winner(player):
        return float("inf")
    return float(len(game.get_legal_moves(player)))


def improved_score(game, player):
    """The host's `improved` score."""
    if game.is_loser(player):
        return float("-inf")
    if game.is_winner(player):
        return float("inf")
    return float(len(game.get_legal_moves(player)) - len(game.get_legal_moves(game.get_opponent(player))))


class GreedyAgent:
    """One ply, ties by the larger cell."""

    def __init__(self, score=open_score):
        self.score = score

    def get_move(self, game, time_left):
        moves = game.get_legal_moves()
        return max((self.score(game.forecast_move(m), self), m) for m in moves)[1] if moves else STUCK


class MinimaxAgent:
    """Plain minimax of fixed depth, no reserve kept."""

    def __init__(self, depth=3, score=improved_score):
        self.depth = depth
        self.score = score

    def get_move(self, game, time_left):
        moves = game.get_legal_moves()
        return max((self.value(game.forecast_move(m), self.depth - 1), m) for m in moves)[1] if moves else STUCK

    def value(self, game, depth):
        moves = game.get_legal_moves()
        if depth == 0 or not moves:
            return self.score(game, self)
        choose = max if game.active_player is self else min
        return choose(self.value(game.forecast_move(m), depth - 1) for m in moves)
