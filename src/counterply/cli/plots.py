"""Pictures that commands draw."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from counterply.cli.common import write_whole
from counterply.naming import UsageError

PICTURES = (".png", ".svg", ".pdf")
SIZE = (7.0, 4.5)  # inches
DOTS = 150  # per inch
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


def plot_curve(rows: list[tuple[int, float, float, float]], title: str, file: str) -> None:
    """Draw a learning curve: the score against random moves, with its interval, by the games learnt from."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=SIZE, dpi=DOTS, layout="constrained")
    axes = figure.add_subplot()
    games, score, low, high = ([row[column] for row in rows] for column in range(4))
    axes.fill_between(games, [100 * value for value in low], [100 * value for value in high], alpha=0.25, linewidth=0)
    axes.plot(games, [100 * value for value in score], "o-", markersize=3)
    axes.set_xscale("log")
    axes.set_xlabel("games learnt from")
    axes.set_ylabel("score against random moves, % (95 % interval)")
    axes.set_title(title)
    axes.grid(alpha=0.3)
    write_whole(file, lambda path: figure.savefig(path))
