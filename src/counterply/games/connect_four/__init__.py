"""Connect four: a stone dropped into a column falls to its lowest empty cell; four in a line wins, a full board is a draw."""

from __future__ import annotations

from counterply.core.game import Board, Game, Hints, Symmetry, Text
from counterply.games.connect_four.book import decided, make_setup
from counterply.games.connect_four.drawing import drawing, touches
from counterply.games.connect_four.evaluators import evaluators
from counterply.games.connect_four.hints import candidates, required
from counterply.games.connect_four.rules import (
    COLUMNS,
    RECORD,
    ROWS,
    cells,
    key,
    legal_moves,
    outcome,
    play,
    transform,
    turn,
)
from counterply.games.connect_four.text import RULES, cell, diagram, move_text, read, reason


def game(book: bool = True) -> Game:
    """Connect four.

    Parameters
    ----------
    book : the outcomes of all positions with eight stones are known, and searches believe them
    """
    return Game(
        "connect_four",
        RECORD,
        turn=turn,
        legal_moves=legal_moves,
        play=play,
        outcome=outcome,
        key=key,
        max_moves=COLUMNS,
        max_plies=ROWS * COLUMNS,
        setup=make_setup(book),
        options={} if book else {"book": book},
        symmetry=Symmetry(2, transform),
        hints=Hints(decided=decided, required=required, candidates=candidates),
        text=Text(move_text, diagram, read, reason),
        board=Board((ROWS, COLUMNS), cell, drawing, touches),
        cells=cells,
        rules=RULES,
        evaluators=evaluators,
    )
