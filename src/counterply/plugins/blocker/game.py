"""Blocker: two agents in a maze walk, eat, or turn the cell that they stand on into a wall."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from counterply.core.game import Board, Game, Hints, Text
from counterply.plugins.blocker.drawing import PLAYERS, drawing
from counterply.plugins.blocker.evaluators import evaluators
from counterply.plugins.blocker.hints import best_margin
from counterply.plugins.blocker.rules import (
    EITHER,
    MOVER,
    MOVER_LOSES,
    ROW_CLASSES,
    SETUP,
    TIE,
    legal_moves,
    outcome,
    play,
    put_board,
    record_type,
    start,
)
from counterply.plugins.blocker.text import RULES, cell, diagram, move_text, parse_board, read, read_board, reason


def eaten(position: Any) -> list[int]:
    """Return the food that each agent has eaten."""
    return position["score"].tolist()  # type: ignore[no-any-return]


def game(
    board: str = "course",
    leaf: Literal["either", "mover"] = "either",
    both_stuck: Literal["tie", "mover_loses"] = "tie",
) -> Game:
    """Blocker.

    Parameters
    ----------
    board : a board file, or 'course' or 'figure'
    leaf : whether the game ends as soon as either agent is stuck, or when the one to move is
    both_stuck : the result when both are stuck: a tie, or a loss of the side to move
    """
    rows = parse_board(read_board(board), board)
    setup = np.zeros(1, SETUP)
    setup["width"], setup["height"] = len(rows[0]), len(rows)
    setup["leaf"] = MOVER if leaf == "mover" else EITHER
    setup["both_stuck"] = MOVER_LOSES if both_stuck == "mover_loses" else TIE
    put_board(rows, setup[0])
    given = {"board": board, "leaf": leaf, "both_stuck": both_stuck}
    defaults = {"board": "course", "leaf": "either", "both_stuck": "tie"}
    return Game(
        "blocker",
        record_type(next(size for size in ROW_CLASSES if len(rows) + 2 <= size)),
        legal_moves=legal_moves,
        play=play,
        outcome=outcome,
        start=start,
        setup=setup,
        options={name: value for name, value in given.items() if value != defaults[name]},
        max_moves=5,
        repeats=True,
        hints=Hints(best_margin=best_margin),
        text=Text(move_text, diagram, read, reason),
        board=Board((len(rows), len(rows[0])), cell=cell, drawing=drawing, players=PLAYERS, points=eaten),
        rules=RULES,
        evaluators=evaluators,
    )
