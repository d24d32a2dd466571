"""Knight-move Isolation: two knights leap to unvisited cells; the player that cannot move loses."""

from __future__ import annotations

from typing import Any, Literal

from counterply.core.errors import GameError
from counterply.core.game import Board, Game, Hints, Symmetry, Text
from counterply.plugins.isolation.drawing import drawing
from counterply.plugins.isolation.evaluators import evaluators
from counterply.plugins.isolation.hints import candidates, decided
from counterply.plugins.isolation.rules import (
    MAX_CELLS,
    MAX_SIDE,
    MIN_SIDE,
    WORD,
    cells,
    key,
    legal_moves,
    make_setup,
    outcome,
    play,
    record_type,
    start,
    transform,
)
from counterply.plugins.isolation.text import RULES, diagram, move_text, read, reason


def game(
    width: int | None = None,
    height: int | None = None,
    rules: Literal["h7", "h99"] = "h7",
    ends: Literal["mover", "either"] | None = None,
    slip: bool | None = None,
) -> Game:
    """Knight-move Isolation.

    Parameters
    ----------
    width, height : columns and rows; 7 and 7 in `h7`, 11 and 9 in `h99`
    rules : the course program whose rules hold where no other option says something else
    ends : the game is over when the player on move is stuck ('mover', `h7`), or when either player is ('either', `h99`);
        the winner is the same
    slip : a player whose only move is to the bottom right corner counts as stuck, as in the `h99` program
    """
    preset = {"width": 7, "height": 7, "ends": "mover", "slip": False}
    if rules == "h99":
        preset = {"width": 11, "height": 9, "ends": "either", "slip": True}
    given = {"width": width, "height": height, "ends": ends, "slip": slip}
    options = {key: value for key, value in given.items() if value is not None and value != preset[key]}
    chosen: dict[str, Any] = preset | options
    columns, lines = chosen["width"], chosen["height"]
    if not (MIN_SIDE <= columns <= MAX_SIDE and MIN_SIDE <= lines <= MAX_SIDE and columns * lines <= MAX_CELLS):
        capacity = f"sides of {MIN_SIDE} to {MAX_SIDE} cells and {MAX_CELLS} cells at most"
        raise GameError(f"an Isolation board has {capacity}, not width {columns} and height {lines}")
    setup, symmetries = make_setup(columns, lines, chosen["ends"] == "either", chosen["slip"])
    words = setup["board"].shape[1]
    return Game(
        "isolation",
        record_type(words),
        legal_moves=legal_moves,
        play=play,
        outcome=outcome,
        key=key,
        start=start,
        max_moves=min(WORD * words, MAX_CELLS),
        max_plies=columns * lines,
        setup=setup,
        options=({"rules": rules} if rules != "h7" else {}) | options,
        symmetry=Symmetry(symmetries, transform),
        hints=Hints(decided=decided, candidates=candidates),
        text=Text(move_text, diagram, read, reason),
        board=Board((lines, columns), cell=lambda position, move: divmod(move, columns), drawing=drawing),
        cells=cells,
        rules=RULES,
        evaluators=evaluators,
    )
