"""Pictures that commands draw."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from counterply.cli.common import write_whole
from counterply.naming import UsageError
from counterply.values import is_win

PICTURES = (".png", ".svg", ".pdf")
SIZE = (7.0, 4.5)  # inches
DOTS = 150  # per inch
LETTERS = 26  # columns that are named by letters
# column of the counts, what it is called, line style
LINES = (
    ("minimax", "minimax", "o-"),
    ("alphabeta", "alpha-beta, the game's order", "s-"),
    ("ordered", "alpha-beta, ordered", "^-"),
    ("table", "alpha-beta, ordered, with table", "v-"),
    ("best_possible", "alpha-beta at best (perfect order, uniform tree)", "k--"),
)


def require_picture(file: str) -> None:
    """Raise `UsageError` if `file` is not called like a picture that can be drawn."""
    if Path(file).suffix.lower() not in PICTURES:
        raise UsageError(f"a plot ends in {', '.join(PICTURES[:-1])} or {PICTURES[-1]}, not {Path(file).name!r}")


def plot_nodes(rows: list[Any], title: str, file: str) -> None:
    """Draw visited nodes by depth, on a logarithmic scale, against the fewest that alpha-beta can do with."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    figure = Figure(figsize=SIZE, dpi=DOTS, layout="constrained")
    axes = figure.add_subplot()
    for name, label, style in LINES:
        points = [(row.depth, getattr(row, name)) for row in rows if getattr(row, name) is not None]
        if points:
            axes.plot(*zip(*points, strict=True), style, label=label, markersize=4)
    axes.set_yscale("log")
    axes.set_xlabel("depth (plies)")
    axes.set_ylabel("visited nodes")
    axes.set_title(title)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.grid(alpha=0.3)
    axes.legend()
    write_whole(file, lambda path: figure.savefig(path))


def plot_scores(report: Any, position: Any, file: str) -> None:
    """Draw the board with the score of each move that was searched, better ones darker; a move's cell is where it puts its player.

    Raises
    ------
    UsageError
        if the game has no board of cells
    """
    from matplotlib.figure import Figure

    game = position.game
    if game.board is None or game.cell is None:
        raise UsageError(f"{game.name} has no board of cells to draw scores on")
    rows, columns = game.board
    ranks = sorted({line.score for line in report.lines})
    cell = min(SIZE[0] / columns, SIZE[0] / rows)
    figure = Figure(figsize=(max(3.0, columns * cell), max(3.0, rows * cell) + 0.4), dpi=DOTS, layout="constrained")
    axes = figure.add_subplot()
    for line in report.lines:
        row, column = game.cell(position, line.move)
        shade = (ranks.index(line.score) + 1) / len(ranks)
        text = f"{line.score / report.grid:+.1f}" if not line.proven else "win" if is_win(line.score) else "loss"
        axes.add_patch(_square(row, column, (1 - 0.75 * shade, 1 - 0.35 * shade, 1 - 0.75 * shade)))
        axes.text(column, row, text, ha="center", va="center", fontsize=4.5 + 15 / columns)
    for row, column, mark in _marks(position, rows, columns):
        axes.text(column, row, mark, ha="center", va="center", fontsize=8 + 30 / columns, fontweight="bold")
    axes.set_xlim(-0.5, columns - 0.5)
    axes.set_ylim(rows - 0.5, -0.5)
    axes.set_aspect("equal")
    axes.set_xticks(range(columns), [chr(ord("a") + column) if columns <= LETTERS else str(column) for column in range(columns)])
    axes.set_yticks(range(rows), [str(row + 1) for row in range(rows)])
    axes.tick_params(length=0, labelsize=7)
    axes.set_title(f"{position.move_text(report.move)}: {report.score_text}", fontsize=9)
    axes.grid(alpha=0.15)
    write_whole(file, lambda path: figure.savefig(path))


def _square(row: int, column: int, colour: tuple[float, float, float]) -> Any:
    from matplotlib.patches import Rectangle

    return Rectangle((column - 0.5, row - 0.5), 1, 1, color=colour, linewidth=0)


def _marks(position: Any, rows: int, columns: int) -> list[tuple[int, int, str]]:
    """Return the pieces that the diagram shows, by row and column: its last `columns` words of each row of the board."""
    lines = [line.split() for line in str(position).splitlines()]
    board = [words for words in lines if len(words) >= columns and words[0].isdigit()][:rows]
    if len(board) != rows:
        return []
    return [
        (row, column, mark)
        for row, words in enumerate(board)
        for column, mark in enumerate(words[-columns:])
        if mark not in (".", "-", "_")
    ]
