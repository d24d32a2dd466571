"""Games to step through in a page: each position as the shapes of its drawing, each shape stored once a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from counterply.arena.record import CHANCE_MOVED, GameRecord, positions, result_text
from counterply.core.drawing import around, draw
from counterply.core.svg import markup, view_box
from counterply.core.values import CHANCE, OUTCOME_NAMES, score_text
from counterply.plugins.reporting.heatmaps import cell_of

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.core.plain_game import PlainGame
    from counterply.core.position import AnyPosition


def replay_json(game: Game | PlainGame, record: GameRecord, called: Mapping[str, str], solved: int | None = None) -> dict[str, Any]:
    """Return a game as the page's script reads it.

    Parameters
    ----------
    called : the page's label of each player
    solved : the outcome of the opening under best play, where a solver could tell

    Raises
    ------
    GameError
        if the moves are not legal: the rules have changed since
    """
    moves, frames = [], []
    shapes: dict[str, int] = {}
    boxes = []
    line = iter(record.line)
    for ply, position in enumerate(positions(game, record.line)):
        drawing = draw(position)
        boxes.append(drawing.box)
        frames.append([shapes.setdefault(shape, len(shapes)) for shape in map(markup, drawing.items) if shape])
        move = next(line, None)
        if move is not None:
            moves.append(_move_json(game, record, ply, position, move))
    return {
        "number": record.number,
        "pairing": record.pairing,
        "players": [called[record.first], called[record.second]],
        "result": result_text(replace(record, first=called[record.first], second=called[record.second])),
        "solved": None if solved is None else OUTCOME_NAMES[solved],
        "opening": len(record.opening),
        "moves": moves,
        "box": view_box(around(boxes)),
        "shapes": list(shapes),
        "frames": frames,
    }


def _move_json(game: Game | PlainGame, record: GameRecord, ply: int, position: AnyPosition, move: Any) -> dict[str, Any]:
    """Return one move; `position` is the one before it. Unknown fields are left out."""
    turn = position.turn
    legal = move if game.compiled else position.parse_move(move)
    entry: dict[str, Any] = {"text": str(move) if turn == CHANCE else position.move_text(legal), "by": turn}
    if game.board is not None and game.cell is not None and turn != CHANCE:
        entry["cell"] = cell_of(position, move)
    index = ply - len(record.opening)
    if index >= 0 and record.movers[index] != CHANCE_MOVED:
        entry["ms"] = round(record.micros[index] / 1000, 2)
        score = record.scores[index]
        if score is not None:
            entry["score"] = score_text(score, record.grids[turn])
        if record.depths[index]:
            entry["depth"] = record.depths[index]
        if record.nodes[index]:
            entry["nodes"] = record.nodes[index]
    return entry
