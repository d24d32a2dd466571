"""Checks of a game's notation: texts of moves, diagrams there and back, the cells of a heatmap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from counterply.core.errors import CounterplyError
from counterply.core.game import Game
from counterply.core.position import Position
from counterply.verification.findings import BrokenError, answers_of, changed_fields, error_line, promised

if TYPE_CHECKING:
    from counterply.verification.battery import Battery

READ_AGAIN = 100  # diagrams that are read back


def check_notation(game: Game, position: Position, moves: list[int]) -> None:
    """Check the texts of moves, the diagram, and the cells of a heatmap."""
    with promised("move_text writes every legal move"):
        texts = {move: position.move_text(move) for move in moves}
    for move, text in texts.items():
        if not text or text.split() != [text]:
            raise BrokenError("a move's text holds no blank", f"move {move} is written {text!r}")
    by_text: dict[str, int] = {}
    for move, text in texts.items():
        if text in by_text:
            raise BrokenError("each move has a text of its own", f"moves {by_text[text]} and {move} are both written {text!r}")
        by_text[text] = move
        cell = game.cell(position, move) if game.board and game.cell else None
        if game.board and cell is not None:
            (rows, columns), (row, column) = game.board, cell
            if not (0 <= row < rows and 0 <= column < columns):
                raise BrokenError("cell names a cell of the board", f"move {text} is at ({row}, {column})")
    with promised("diagram draws every position"):
        str(position)


def check_reading(battery: Battery) -> None:
    """Check that a diagram can be read back, and that nonsense is refused."""
    if battery.broken or battery.game.text.read is None:
        return
    try:
        battery.game.position("no diagram at all")
    except CounterplyError:
        pass
    except Exception as error:
        battery.broke("read refuses nonsense with a GameError", None, error_line(error))
    else:
        battery.broke("read refuses nonsense with a GameError", None, "'no diagram at all' was read as a position")
    for position in battery.some(READ_AGAIN):
        text = str(position)
        try:
            again = battery.game.position(text)
            same = answers_of(again) == answers_of(position)
        except Exception as error:
            return battery.broke("read reads what diagram draws", position, error_line(error))
        if not same:
            return battery.broke(
                "read reads what diagram draws",
                position,
                f"another position: {changed_fields(battery.game, position.record.tobytes(), again.record)}",
            )
