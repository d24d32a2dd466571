"""Five in a row (Gomoku): in turn, a stone on any empty cell; the first player with five in an unbroken line wins."""

from __future__ import annotations

from typing import Any

from counterply.core.errors import GameError
from counterply.core.game import Board, Game, Hints, Memo, Symmetry, Text
from counterply.plugins.gomoku.drawing import PLAYERS, drawing
from counterply.plugins.gomoku.evaluators import evaluators
from counterply.plugins.gomoku.hints import candidates, decided, noisy_moves, required
from counterply.plugins.gomoku.openings import NAMES, USUAL_SIDE, shipped
from counterply.plugins.gomoku.patterns import MEMO, refresh, undo, update
from counterply.plugins.gomoku.records import FORMATS, shown_row, translate
from counterply.plugins.gomoku.rules import (
    CELLS,
    FIVE,
    MAX_SIDE,
    MIN_LENGTH,
    RECORD,
    Rule,
    key,
    legal_moves,
    make_setup,
    outcome,
    play,
    start,
    transform,
)
from counterply.plugins.gomoku.text import NUMBERS, diagram, events, move_text, read, reason, rules_text


def game(
    size: int = 15,
    rule: Rule = "freestyle",
    width: int | None = None,
    height: int | None = None,
    length: int = FIVE,
    draw: int = 0,
) -> Game:
    """Five in a row (Gomoku): freestyle, standard, renju or caro, on boards up to 26x26.

    Parameters
    ----------
    size : cells of a side
    rule : five or more win in freestyle, five alone in standard and for Black in renju, who may not make two threes, two fours or
        more than five; in caro, five that are not blocked at both ends
    width, height : columns and rows, of a board that is not square
    length : of a winning line, where it is not five
    draw : the game is drawn as soon as no more cells than these are empty
    """
    columns, rows = size if width is None else width, size if height is None else height
    if length < MIN_LENGTH:
        raise GameError(f"a winning line is {MIN_LENGTH} or more in a row, not {length}")
    if not (length <= columns <= MAX_SIDE and length <= rows <= MAX_SIDE):
        raise GameError(
            f"a board for {NUMBERS.get(length, length)} in a row has sides of {length} to {MAX_SIDE}, not {columns}x{rows}"
        )
    if rule in ("renju", "caro", "caro_strict") and length != FIVE:
        raise GameError(f"{rule} is played with five in a row, not {length}")
    if not 0 <= draw < columns * rows:
        raise GameError(f"draw is a number of empty cells, 0 to {columns * rows - 1}, not {draw}")
    options: dict[str, Any] = {} if columns != rows or columns == 15 else {"size": columns}
    if rule != "freestyle":
        options["rule"] = rule
    options |= {"width": columns, "height": rows} if columns != rows else {}
    options |= {"length": length} if length != FIVE else {}
    options |= {"draw": draw} if draw else {}
    setup = make_setup(columns, rows, rule, length, draw)
    names = NAMES if columns == rows == USUAL_SIDE and length == FIVE else None
    return Game(
        "gomoku",
        RECORD,
        legal_moves=legal_moves,
        play=play,
        outcome=outcome,
        key=key,
        start=start,
        setup=setup,
        options=options,
        max_moves=CELLS,
        max_plies=columns * rows - draw,
        symmetry=Symmetry(8 if columns == rows else 4, transform),
        hints=Hints(
            decided=decided,
            required=required,
            candidates=candidates,
            noisy_moves=noisy_moves,
            cuts=True,
        ),
        memo=Memo(MEMO, refresh, update, undo),
        text=Text(move_text, diagram, read, reason, events, translate, FORMATS, names=names),
        board=Board(
            (rows, columns),
            cell=lambda position, move: (shown_row(setup[0], move // MAX_SIDE), move % MAX_SIDE),
            drawing=drawing,
            players=PLAYERS,
        ),
        openings=lambda: shipped(rule, columns, rows) if length == FIVE else [],
        rules=rules_text(rule, length),
        evaluators=evaluators,
    )
