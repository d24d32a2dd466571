"""Scores ``custom_score(game, player)`` of 7 x 7 hand-ins, asked about positions of random games for both players.

What they say is their own: right is a number, without an exception, that is meant for the player that is given. Runs in the
student's process, and needs nothing but the standard library and its neighbours.
"""

from __future__ import annotations

import inspect
import math
import random
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from numbers import Real
from types import ModuleType
from typing import Any, NamedTuple

from counterply.plugins.dialects.asked_functions import Cases, Functions
from counterply.plugins.dialects.whose_view import FIXED, MOVER, Evaluator, of_both
from counterply.plugins.isolation.aind_program import Board

NAMES = ("custom_score", "custom_score_2", "custom_score_3")
PARAMETERS = "game, player"
GAMES = 12
FEWEST, NEARLY_ALL = 10, 0.95  # positions that tell something, and the share of them that is no chance
CLEARLY = 3  # moves more than the opponent has
LOST = "Of a finished game it says infinity to the side that has lost, or minus infinity to the winner."
FEWER = "It is larger for the side that has fewer moves (in {} of {} positions), as if the players were exchanged in it."
VIEWS = {MOVER: "whose turn it is", FIXED: "one of them, whoever it is"}
FOR_BOTH = "It says the same of a position to both players, and goes by {}: it is to judge for the player that is given."


class Side:
    """A player of the board; a score may only ask the board about it."""


PLAYERS = Side(), Side()


class Told(NamedTuple):
    """What a score says of a position to the side to move and to the other one."""

    board: Board
    own: float
    other: float


def scores_in(own: Mapping[str, Any]) -> list[str]:
    """Return the names of the scores among a file's functions."""
    there = [name for name in NAMES if inspect.isfunction(own.get(name))]
    return [name for name in there if ", ".join(inspect.signature(own[name]).parameters) == PARAMETERS]


def boards() -> Iterator[Board]:
    """Yield the positions of random games from their first moves to their ends."""
    for number in range(GAMES):
        board, chance = Board(*PLAYERS), random.Random(number)
        while moves := sorted(board.get_legal_moves()):
            board.apply_move(chance.choice(moves))
            if board.move_count > 1:
                yield board.copy()


class Scores(Functions):
    """The scores of a file."""

    def __init__(self, module: ModuleType, names: list[str]) -> None:
        super().__init__(module, NAMES[0], dict.fromkeys(names, PARAMETERS), "positions")

    def cases(self, name: str, function: Callable[..., Any]) -> Cases:
        """Yield positions, and at last what all of them show together."""
        told: list[Told] = []

        def judged(board: Board) -> str:
            values, before = [], board.copy()
            for player in (board.active_player, board.inactive_player):
                value = function(board, player)
                if not isinstance(value, Real) or math.isnan(value):
                    return f"It returns {value!r}, which is no number."
                values.append(float(value))
            told.append(Told(before, *values))
            return (
                "" if board._board_state == before._board_state else "It changes the game that it is given: forecast_move does not."
            )

        for board in boards():
            yield board.to_string(), partial(judged, board)
        yield "", lambda: exchanged(told) or for_both(told, function)


def exchanged(told: list[Told]) -> str:
    """Return how a score prefers the other side: the one that has lost, or the one with fewer moves; '' if it does not.

    The second is asked only of one that goes by nothing but the numbers of moves: in the corner too there are fewer.
    """
    values = dict[tuple[int, int], set[float]]()
    pairs = list[tuple[float, float]]()
    for board, own, other in told:
        moves = [len(board.get_legal_moves(player)) for player in (board.active_player, board.inactive_player)]
        if not moves[0]:
            if math.inf in (own, -other):
                return LOST
            continue
        values.setdefault((moves[0], moves[1]), set()).add(own)
        values.setdefault((moves[1], moves[0]), set()).add(other)
        if abs(moves[0] - moves[1]) >= CLEARLY:
            pairs.append((own, other) if moves[0] < moves[1] else (other, own))
    wrong = sum(fewer > more for fewer, more in pairs)
    by_moves = all(len(each) == 1 for each in values.values())
    return FEWER.format(wrong, len(pairs)) if by_moves and len(pairs) >= FEWEST and wrong >= NEARLY_ALL * len(pairs) else ""


def for_both(told: list[Told], function: Callable[..., Any]) -> str:
    """Return whose view a score takes that says the same to both players, where something tells them apart in it."""
    on = [each.board for each in told if each.board.get_legal_moves()]
    judges = [Evaluator(function.__code__, partial(function, player=player)) for player in PLAYERS]
    view = of_both(judges, [(board, moved_by_other(board), exchanged_places(board)) for board in on])
    return FOR_BOTH.format(VIEWS[view]) if view else ""


def moved_by_other(board: Board) -> Board:
    """Return a board with the other side to move."""
    made = board.copy()
    made._active_player, made._inactive_player = board._inactive_player, board._active_player
    made._board_state[-3] = 1 - board._board_state[-3]
    return made


def exchanged_places(board: Board) -> Board:
    """Return a board with the players in each other's place."""
    made = board.copy()
    made._board_state[-2:] = board._board_state[:-3:-1]
    return made
