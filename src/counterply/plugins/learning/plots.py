"""Pictures of what was learnt: a learning curve, and weights before and after."""

from __future__ import annotations

from collections.abc import Sequence

from counterply.shown.plots import ROW_HEIGHT, SIZE, File, Plot, picture


def plot_curve(rows: list[tuple[int, float, float, float]], title: str, file: File, anchor: str, levels: dict[str, float]) -> Plot:
    """Draw a learning curve: Elo above an anchor, with its interval, by the games learnt from, and the levels of other players."""
    with picture(file, SIZE) as plot:
        figure = plot.figure
        axes = figure.add_subplot()
        games, elo, low, high = zip(*rows, strict=True) if rows else ((),) * 4
        axes.fill_between(games, low, high, alpha=0.25, linewidth=0)
        axes.plot(games, elo, "o-", markersize=3)
        for name, level in levels.items():
            axes.axhline(level, color="0.6", linewidth=0.8, zorder=0)
            axes.annotate(name, (games[0], level), color="0.4", fontsize=8, va="bottom")
        axes.set(xscale="log", xlabel="games learnt from", ylabel=f"Elo above {anchor} (95 % interval)", title=title)
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
