"""Pictures that commands draw."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from counterply.core.drawing import diagram_marks, edge_names
from counterply.core.errors import UsageError
from counterply.core.files import require_place, write_whole
from counterply.shown.tables import Printed

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

File: TypeAlias = str | Path | None  # None: the picture is not written

PICTURES = (".png", ".svg", ".pdf")
SIZE = (7.0, 4.5)  # inches
DOTS = 150  # per inch
BAR = "tab:blue"
ROW_HEIGHT = 0.3  # inches
EMPTY = (".", "-", "_")  # marks of empty cells
# column of the counts, label, line style
LINES = (
    ("minimax", "minimax", "o-"),
    ("alphabeta", "alpha-beta, the game's order", "s-"),
    ("ordered", "alpha-beta, ordered", "^-"),
    ("table", "alpha-beta, ordered, with table", "v-"),
    ("best_possible", "alpha-beta at best (perfect order, uniform tree)", "k--"),
)


def require_picture(file: str | None) -> None:
    """Raise unless `file` is called like a picture that can be drawn, and can be there; None: no picture is wanted."""
    if file is None:
        return
    if Path(file).suffix.lower() not in PICTURES:
        raise UsageError(f"a plot ends in {', '.join(PICTURES[:-1])} or {PICTURES[-1]}, not {Path(file).name!r}")
    require_place(file)


class Plot(Printed):
    """A picture, which a notebook shows.

    Attributes
    ----------
    figure : of matplotlib, to change it before it is saved
    """

    def __init__(self, size: tuple[float, float]) -> None:
        from matplotlib.figure import Figure

        self.figure: Any = Figure(figsize=size, dpi=DOTS, layout="constrained")

    def save(self, file: str | Path) -> Path:
        """Write it as .png, .svg or .pdf, and return the file."""
        require_picture(str(file))
        write_whole(str(file), self.figure.savefig)
        return Path(file)

    def _repr_png_(self) -> bytes:
        buffer = io.BytesIO()
        self.figure.savefig(buffer, format="png")
        return buffer.getvalue()

    def __str__(self) -> str:
        return "<plot: a notebook shows it, and save(FILE) writes it>"


@contextmanager
def picture(file: str | Path | None, size: tuple[float, float]) -> Iterator[Plot]:
    """Yield a plot of some inches to draw on, and write it where a file is given."""
    if file is not None:
        require_picture(str(file))
    plot = Plot(size)
    yield plot
    if file is not None:
        plot.save(file)


def plot_nodes(rows: list[Any], title: str, file: File) -> Plot:
    """Draw visited nodes by depth, on a logarithmic scale, against the fewest that alpha-beta can do with."""
    from matplotlib.ticker import MaxNLocator

    with picture(file, SIZE) as plot:
        figure = plot.figure
        axes = figure.add_subplot()
        for name, label, style in LINES:
            points = [(row.depth, getattr(row, name)) for row in rows if getattr(row, name) is not None]
            if points:
                axes.plot(*zip(*points, strict=True), style, label=label, markersize=4)
        axes.set(yscale="log", xlabel="depth (plies)", ylabel="visited nodes", title=title)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.grid(alpha=0.3)
        axes.legend()
    return plot


def plot_scores(report: Any, position: AnyPosition, file: File) -> Plot:
    """Draw the board with the score of each move that was searched, better ones darker; a move's cell is where it puts its player.

    Raises
    ------
    UsageError
        if the game has no board of cells
    """
    from matplotlib.patches import Rectangle

    game = position.game
    if game.board is None or game.cell is None:
        raise UsageError(f"{game.name} has no board of cells to draw scores on")
    diagram, (rows, columns) = str(position), game.board
    lines = [line for line in report.lines if line.score is not None]
    ranks = sorted({line.score for line in lines})
    side = min(SIZE[0] / columns, SIZE[0] / rows)
    with picture(file, (max(3.0, columns * side), max(3.0, rows * side) + 0.4)) as plot:
        figure = plot.figure
        axes = figure.add_subplot()
        for line in lines:
            cell = game.cell(position, line.move)
            if cell is None:
                continue
            row, column = cell
            shade = (ranks.index(line.score) + 1) / len(ranks)
            text = line.score_text.split()[0]
            colour = (1 - 0.75 * shade, 1 - 0.35 * shade, 1 - 0.75 * shade)
            axes.add_patch(Rectangle((column - 0.5, row - 0.5), 1, 1, color=colour, linewidth=0))
            axes.text(column, row, text, ha="center", va="center", fontsize=4.5 + 15 / columns)
        for row, marks in enumerate(diagram_marks(diagram, rows, columns) or ()):
            for column, mark in enumerate(marks):
                if mark not in EMPTY:
                    axes.text(column, row, mark, ha="center", va="center", fontsize=8 + 30 / columns, fontweight="bold")
        axes.set(xlim=(-0.5, columns - 0.5), ylim=(rows - 0.5, -0.5), aspect="equal")
        across, beside = edge_names(diagram, rows, columns)
        axes.set_xticks(range(columns), across)
        axes.set_yticks(range(rows), beside)
        axes.tick_params(length=0, labelsize=7)
        axes.set_title(f"{position.move_text(report.move)}: {report.score_text}", fontsize=9)
        axes.grid(alpha=0.15)
    return plot


def plot_intervals(rows: Sequence[tuple[str, float, float, float]], label: str, title: str, file: File) -> Plot:
    """Draw named shares with their intervals, one line each, the first one on top; one half is marked."""
    from matplotlib.ticker import PercentFormatter

    with picture(file, (SIZE[0], 1.2 + ROW_HEIGHT * len(rows))) as plot:
        axes = plot.figure.add_subplot()
        axes.axvline(0.5, color="black", linewidth=0.8, linestyle="--")
        for place, (_, share, low, high) in enumerate(rows):
            axes.plot([low, high], [place, place], color=BAR)
            axes.plot([share], [place], "o", color=BAR)
        axes.set_yticks(range(len(rows)), [name for name, *_ in rows])
        axes.set(xlim=(-0.01, 1.01), ylim=(len(rows) - 0.5, -0.5), xlabel=label, title=title)
        axes.xaxis.set_major_formatter(PercentFormatter(1))
        axes.grid(axis="x", alpha=0.3)
    return plot


def plot_counts(counts: Sequence[tuple[int, int]], label: str, what: str, title: str, file: File) -> Plot:
    """Draw counts by a whole number, such as a depth, on a logarithmic scale."""
    from matplotlib.ticker import MaxNLocator

    with picture(file, SIZE) as plot:
        axes = plot.figure.add_subplot()
        axes.plot(*zip(*counts, strict=True), "o-", markersize=4)
        axes.set(yscale="log", xlabel=label, ylabel=what, title=title)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.grid(alpha=0.3)
    return plot
