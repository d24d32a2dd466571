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
from counterply.core.values import is_win
from counterply.shown.tables import Printed

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

File: TypeAlias = str | Path | None  # None: the picture is not written

PICTURES = (".png", ".svg", ".pdf")
SIZE = (7.0, 4.5)  # inches
DOTS = 150  # per inch
LADDER_SIZE = (11.0, 3.8)  # inches
BAR = "tab:blue"
ROW_HEIGHT = 0.3  # inches
ACCURACY_SIZE = (11.0, 4.5)  # inches
LEGEND_COLUMNS = 10
SHIFT = 0.04  # of a phase, between two evaluators
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


def plot_ablation(rows: list[dict[str, Any]], title: str, depth: int, limit: str, file: File) -> Plot:
    """Draw a ladder of players: nodes to a fixed depth, depth within the limit, and points against the rung before."""
    from matplotlib.ticker import PercentFormatter

    with picture(file, LADDER_SIZE) as plot:
        figure = plot.figure
        left, middle, right = figure.subplots(1, 3, sharey=True)
        places = range(len(rows))
        left.set_yticks(places, [row["rung"] for row in rows])
        left.invert_yaxis()
        figure.suptitle(title)

        nodes = [row["nodes"] or 0 for row in rows]
        # room for the numbers
        left.set(xscale="log", xlabel=f"nodes to depth {depth}", xlim=(1, 100 * max([1, *nodes])))
        left.barh(places, nodes, color=BAR)
        middle.set_xlabel(f"mean depth within {limit}")
        middle.barh(places, [row["depth_within"] or 0 for row in rows], color=BAR)
        middle.margins(x=0.15)
        right.set(xlabel="points against the rung before (95 %)", xlim=(0, 1))
        right.xaxis.set_major_formatter(PercentFormatter(1))
        right.axvline(0.5, color="black", linewidth=0.8, linestyle="--")
        for place, row in enumerate(rows):
            counted = "beyond the budget" if row["nodes"] is None else f"{row['nodes']:,}"
            left.text(max(1, nodes[place]), place, f" {counted}", va="center", fontsize=8)
            within = "all proven" if row["depth_within"] is None else f"{row['depth_within']:.1f}"
            middle.text(row["depth_within"] or 0, place, f" {within}", va="center", fontsize=8)
            if row["score"] is not None:
                right.plot([row["score_low"], row["score_high"]], [place, place], color=BAR)
                right.plot([row["score"]], [place], "o", color=BAR)
        for axes in (left, middle, right):
            axes.grid(axis="x", alpha=0.3)
    return plot


def plot_accuracy(documents: list[dict[str, Any]], title: str, file: File) -> Plot:
    """Draw how often evaluators have the right sign, by phase; and which share of the points is made, by the rank of the value."""
    from matplotlib.ticker import PercentFormatter

    with picture(file, ACCURACY_SIZE) as plot:
        figure = plot.figure
        left, right = figure.subplots(1, 2)
        figure.suptitle(title)
        phases = list(dict.fromkeys(row["phase"] for document in documents for row in document["phases"]))
        for number, document in enumerate(documents):
            shift = SHIFT * (number - (len(documents) - 1) / 2)
            rows = [row for row in document["phases"] if row["right"] is not None]
            places = [phases.index(row["phase"]) + shift for row in rows]
            shares, low, high = (_column(rows, name) for name in ("right", "right_low", "right_high"))
            line = left.plot(places[:-1], shares[:-1], "o-", label=document["evaluator"], markersize=4)
            colour = line[0].get_color()
            left.plot(places[-1:], shares[-1:], "s", color=colour, markersize=5)
            left.vlines(places, low, high, color=colour, linewidth=1)
            ranks, won, *ends = (_column(document["calibration"], name) for name in ("place", "won", "won_low", "won_high"))
            right.plot(ranks, won, "o-", color=colour, markersize=4)
            right.vlines(ranks, *ends, color=colour, linewidth=1)
        left.set_xticks(range(len(phases)), phases)
        left.axhline(0.5, color="black", linewidth=0.8, linestyle="--")
        left.set(ylabel="sign right (95 %)", ylim=(0, 1.02))
        figure.legend(loc="outside lower center", ncols=min(len(documents), LEGEND_COLUMNS), fontsize=8)
        right.set(xlabel="rank of the value, lowest to highest", xlim=(0, 1), ylim=(-0.02, 1.02))
        right.set_ylabel("points that the side to move really makes (95 %)")
        right.xaxis.set_major_formatter(PercentFormatter(1))
        for axes in (left, right):
            axes.yaxis.set_major_formatter(PercentFormatter(1))
            axes.grid(alpha=0.3)
    return plot


def _column(rows: list[dict[str, Any]], name: str) -> list[float]:
    return [row[name] for row in rows]


def plot_curve(rows: list[tuple[int, float, float, float]], title: str, file: File, anchor: str, levels: dict[str, float]) -> Plot:
    """Draw a learning curve: Elo above an anchor, with its interval, by the games learnt from, and the levels of other players."""
    with picture(file, SIZE) as plot:
        figure = plot.figure
        axes = figure.add_subplot()
        games, elo, low, high = zip(*rows, strict=True)
        axes.fill_between(games, low, high, alpha=0.25, linewidth=0)
        axes.plot(games, elo, "o-", markersize=3)
        for name, level in levels.items():
            axes.axhline(level, color="0.6", linewidth=0.8, zorder=0)
            axes.annotate(name, (games[0], level), color="0.4", fontsize=8, va="bottom")
        axes.set(xscale="log", xlabel="games learnt from", ylabel=f"Elo above {anchor} (95 % interval)", title=title)
        axes.grid(alpha=0.3)
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
            text = f"{line.score / report.grid:+z.1f}" if not line.proven else "win" if is_win(line.score) else "loss"
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


def plot_changes(rows: Sequence[tuple[str, float, float]], title: str, file: File) -> Plot:
    """Draw named numbers before and after."""
    with picture(file, (SIZE[0], 1.2 + ROW_HEIGHT * len(rows))) as plot:
        axes = plot.figure.add_subplot()
        for place, (_, before, after) in enumerate(rows):
            axes.plot([before, after], [place, place], color="gray", linewidth=1)
        for name, column, style in (("before", 1, "o"), ("after", 2, "D")):
            axes.plot([row[column] for row in rows], range(len(rows)), style, label=name, markersize=5)
        axes.set_yticks(range(len(rows)), [name for name, *_ in rows])
        axes.set(ylim=(len(rows) - 0.5, -0.5), xlabel="weight", title=title)
        axes.grid(axis="x", alpha=0.3)
        axes.legend()
    return plot
