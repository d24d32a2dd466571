"""Plots as inline SVG: text stays text, and black becomes the colour of the page's text, so that they suit dark pages too."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np
from matplotlib import rc_context
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from counterply.arena.statistics import Standing
from counterply.plugins.reporting.collectors import Times

INK = "#010203"  # drawn with, then replaced by the page's text colour; no other colour is like it
# Distinct for colour-blind readers, and on white and black alike; Okabe and Ito (2008), "Color Universal Design", without black.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8b7fd6", "#999999")
DASHES = ("-", "--", ":", "-.")  # the next one each time the colours are used up
PAGE_FONT = "system-ui, sans-serif"  # stands in for the font that the layout was made with, which is wider
WIDTH = 8.4  # inches of 72 px
ROW_HEIGHT = 0.3  # inches
STYLE = {
    "svg.fonttype": "none",
    "font.family": "DejaVu Sans",
    "font.size": 10.5,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": INK,
    "grid.alpha": 0.12,
    "grid.linewidth": 0.8,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "legend.frameon": False,
    "lines.linewidth": 1.8,
}


@dataclass(frozen=True)
class Curve:
    """A named line of a plot."""

    name: str
    x: Sequence[float]
    y: Sequence[float]


def forest_plot(standings: Sequence[tuple[str, Standing]], label: str) -> str:
    """Return named scores with their intervals, one line each, the first one on top; one half is marked."""
    with _style("forest" + label):
        figure = Figure(figsize=(WIDTH, 0.75 + ROW_HEIGHT * len(standings)), layout="constrained")
        axes = figure.add_subplot()
        axes.axvline(50, color=INK, linewidth=1, alpha=0.6)
        for row, (_, standing) in enumerate(standings):
            low, high = standing.interval()
            colour = (COLOURS[-1], COLOURS[0], COLOURS[1])[standing.lead]
            axes.plot([100 * low, 100 * high], [row, row], color=colour, linewidth=2.4, solid_capstyle="butt")
            axes.plot(
                [100 * (standing.score or 0.0)],
                [row],
                "o",
                color=colour,
                markersize=6.5,
                fillstyle="full" if standing.lead else "none",
            )
        axes.set_yticks(range(len(standings)), [name for name, _ in standings])
        axes.tick_params(axis="y", length=0)
        axes.grid(False, axis="y")
        axes.set(xlim=(-1, 101), ylim=(len(standings) - 0.4, -0.6), xlabel="score, % (95 % interval)")
        return _svg(figure, label)


def line_plot(curves: Sequence[Curve], x_label: str, y_label: str, label: str) -> str:
    """Return a plot as SVG: a line for each curve, over whole numbers, from 0 upwards."""
    with _style("line" + label):
        figure, axes = _figure(len(curves))
        for index, curve in enumerate(curves):
            marker = "o" if len(curve.x) < 3 else None
            axes.plot(curve.x, curve.y, _dash(index), color=_colour(index), label=curve.name, marker=marker, markersize=4)
        axes.set_ylim(bottom=0)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        return _finish(figure, axes, x_label, y_label, label)


def time_plot(times: Sequence[tuple[str, Times]], limit: float | None, label: str) -> str:
    """Return how many of each player's moves took longer than a time; both axes logarithmic, so that the tail is seen.

    Parameters
    ----------
    times : by names
    limit : seconds of wall time that a move may take, marked
    """
    with _style("time" + label):
        figure, axes = _figure(len(times))
        for index, (name, micros) in enumerate(times):
            levels = np.unique(np.concatenate([np.geomspace(1, 1e-2, 41), np.geomspace(1e-2, 1e-4, 21), [1 / len(micros)]]))
            levels = levels[levels >= 1 / len(micros)]
            millis = np.maximum(micros.quantiles(1 - levels), 1) / 1000
            axes.plot(millis, 100 * levels, _dash(index), color=_colour(index), label=name)
        if limit is not None:
            axes.axvline(1000 * limit, color=INK, linewidth=1, alpha=0.6)
        axes.set(xscale="log", yscale="log")
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_formatter(lambda value, _: f"{value:g}")
            axis.set_minor_formatter(lambda value, _: "")
        return _finish(figure, axes, "ms a move", "% of moves that took longer", label)


def _style(salt: str) -> AbstractContextManager[Any]:
    """Return the plots' style; equal plots get equal SVG, different ones different ids."""
    return rc_context({**STYLE, "svg.hashsalt": salt})


def _colour(index: int) -> str:
    return COLOURS[index % len(COLOURS)]


def _dash(index: int) -> str:
    return DASHES[index // len(COLOURS) % len(DASHES)]


def _figure(lines: int) -> tuple[Any, Any]:
    figure = Figure(figsize=(WIDTH, max(3.0, 0.6 + 0.24 * lines)), layout="constrained")
    return figure, figure.add_subplot()


def _finish(figure: Any, axes: Any, x_label: str, y_label: str, label: str) -> str:
    axes.set(xlabel=x_label, ylabel=y_label)
    axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1.02), borderaxespad=0)
    return _svg(figure, label)


def _svg(figure: Any, label: str) -> str:
    """Return the figure as an SVG element that can stand in a page."""
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", transparent=True, metadata={"Creator": None, "Date": None, "Format": None, "Type": None})
    text = buffer.getvalue()
    text = text[text.index("<svg") :].replace(INK, "currentColor").replace("'DejaVu Sans'", PAGE_FONT)
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r'<g id="[^"]*"', "<g", text)  # nothing refers to groups, and their names are the same in every plot
    view = re.search(r'viewBox="([^"]*)"', text)
    assert view is not None
    head = f'<svg class="plot" role="img" aria-label="{escape(label)}" viewBox="{view[1]}">'
    return re.sub(r"<svg[^>]*>", lambda _: head, text, count=1).strip()
