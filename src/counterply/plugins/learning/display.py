"""A learning as people and programs read it: the learning curve as a table, lines, a document."""

from __future__ import annotations

from typing import Any

from counterply.arena.report.tables import score_line
from counterply.shown.frames import Columns
from counterply.shown.tables import Column, Table, table_of

CURVE_COLUMNS: Columns = {"games": int, "score": float, "low": float, "high": float}
SHOWN_POINTS = 8  # of a learning curve


def curve_of(made: dict[str, Any]) -> list[tuple[int, float, float, float]]:
    """Return games learnt from, and the score against the fixed opponent with its 95 % interval, for each point of the curve."""
    return [(each["learnt_from"], each["score"], each["score_low"], each["score_high"]) for each in made["curve"]]


def table_of_curve(made: dict[str, Any], width: int | None = None) -> list[Table]:
    """Return the last points of the learning curve as a table; nothing where there is none."""
    rows = curve_of(made)[-SHOWN_POINTS:]
    if not rows:
        return []
    columns = [
        Column("games learnt from", [f"{games:,}" for games, *_ in rows]),
        Column(f"v {made['opponent']}", [f"{100 * score:.1f} %" for _, score, _, _ in rows]),
        Column("interval", [f"{100 * low:.1f} to {100 * high:.1f} %" for _, _, low, high in rows]),
    ]
    return [table_of(columns, width)]


def pace_line(made: dict[str, Any]) -> str:
    """Return in one line how many games it learnt from, and how fast."""
    cpu, wall = made["seconds"], made.get("wall_seconds", 0.0)
    pace = f": {made['games'] / cpu:,.0f} a CPU second, {made['games'] / wall:,.0f} by the clock" if cpu and wall else ""
    return f"learnt from {made['games']:,} games{pace}"


def match_line(made: dict[str, Any]) -> str:
    """Return in one line how the network did in the match at the end."""
    found = made["match"]
    if found is None:
        return "the match against the game's own evaluator was not played"
    return f"engine, learnt - {found['opponent']}, at equal time: {score_line(found)}"


def falling(made: dict[str, Any]) -> str:
    """Return a line that says so if the curve's last point is clearly below its best one; else ''."""
    rows = curve_of(made)
    if not rows:
        return ""
    best = max(rows, key=lambda row: row[1])
    if rows[-1][3] >= best[1]:
        return ""
    fallen = f"{100 * best[1]:.0f} % after {best[0]:,} games, {100 * rows[-1][1]:.0f} % at the end"
    return f"the curve has fallen: {fallen}; the best weights were kept"
