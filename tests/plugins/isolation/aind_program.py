"""Sample agents of the Udacity AIND-Isolation program (7x7); its board is `counterply.plugins.isolation.aind_program`."""

from __future__ import annotations

import random

from counterply.plugins.isolation.aind_program import Board as Board, improved_score, open_move_score

STUCK = (-1, -1)


class RandomAgent:
    def get_move(self, game, time_left):
        moves = game.get_legal_moves()
        return random.choice(moves) if moves else STUCK


class GreedyAgent:
    """One ply, ties by the larger cell."""

    def __init__(self, score=open_move_score):
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
