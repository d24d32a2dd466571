"""Pictures that commands draw."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from counterply.files import require_place, write_whole
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
    """Raise unless `file` is called like a picture that can be drawn, and can be there."""
    if Path(file).suffix.lower() not in PICTURES:
        raise UsageError(f"a plot ends in {', '.join(PICTURES[:-1])} or {PICTURES[-1]}, not {Path(file).name!r}")
    require_place(file)


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
