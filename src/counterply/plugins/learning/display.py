"""A learning as people and programs read it: its Elo curve and its matches as tables, what they say in words."""

from __future__ import annotations

from typing import Any

from counterply.arena.statistics import lead
from counterply.core.values import signed
from counterply.plugins.learning.ladder import Rating, ladder_of
from counterply.shown.frames import Columns
from counterply.shown.tables import Column, Table, table_of

CURVE_COLUMNS: Columns = {"games": int, "elo": float, "elo_low": float, "elo_high": float}
SHOWN_POINTS = 8  # of a learning curve
WORDS = {-1: "do not use it, or let it learn longer: weaker than", 0: "not shown to be better than", 1: "better than"}  # by `_lead`


def curve_of(made: dict[str, Any]) -> list[tuple[int, float, float, float]]:
    """Return games learnt from, and the Elo above the anchor with its 95 % interval, for each point of the curve."""
    return [(each["learnt_from"], each["elo"], each["elo_low"], each["elo_high"]) for each in made["curve"]]


def elo_text(rating: dict[str, Any]) -> str:
    """Return the Elo of a document with its interval."""
    return f"{signed(rating['elo'], '.0f')} Elo [{signed(rating['elo_low'], '.0f')}, {signed(rating['elo_high'], '.0f')}]"


def levels_of(made: dict[str, Any]) -> dict[str, Rating]:
    """Return the ratings of the yardsticks on the ladder of the curve, by name."""
    rated = ladder_of(made["curve"], made["anchor"]).rated() if made["curve"] else {}
    return {name: rating for name, rating in rated.items() if name in made["yardsticks"]}


def tables_of(made: dict[str, Any], width: int | None = None) -> list[Table]:
    """Return the last points of the curve, and the matches at the end, as tables; nothing where there are none."""
    return [table for table in (_table_of_curve(made, width), _table_of_matches(made, width)) if table]


def _table_of_curve(made: dict[str, Any], width: int | None) -> Table | None:
    """Return the last points of the curve."""
    points = made["curve"][-SHOWN_POINTS:]
    if not points:
        return None
    columns = [
        Column("games learnt from", [f"{point['learnt_from']:,}" for point in points]),
        Column(f"Elo v {made['anchor']}", [signed(point["elo"], ".0f") for point in points]),
        Column("interval", [f"{signed(point['elo_low'], '.0f')} to {signed(point['elo_high'], '.0f')}" for point in points]),
        Column(
            "games of it, won %",
            [", ".join(f"{found['opponent']} {100 * found['score']:.0f}" for found in point["played"]) for point in points],
            1,
            left=True,
        ),
    ]
    return table_of(columns, width, "Elo by games learnt from")


def _table_of_matches(made: dict[str, Any], width: int | None) -> Table | None:
    """Return the matches at the end."""
    found = made["matches"]
    if not found:
        return None
    columns = [
        Column("v", [each["opponent"] for each in found], left=True),
        Column("won : drawn : lost", [f"{each['wins']} : {each['draws']} : {each['losses']}" for each in found], 1),
        Column("score", [f"{100 * each['score']:.1f} %" for each in found]),
        Column("interval", [f"{100 * each['score_low']:.1f} to {100 * each['score_high']:.1f} %" for each in found]),
        Column("nodes of both", [" : ".join(f"{steps:,}" for steps in each["nodes"]) for each in found], 2),
        Column("the learnt one is", [VERDICTS[_lead(each)] for each in found], left=True),
    ]
    return table_of(columns, width, "In equal time, on varied openings, sides changed")


VERDICTS = {1: "better", 0: "not told apart", -1: "WORSE"}


def _lead(found: dict[str, Any]) -> int:
    return lead((found["score_low"], found["score_high"]))


def pace_line(made: dict[str, Any]) -> str:
    """Return in one line how many games it learnt from, and how fast."""
    cpu, wall = made["seconds"], made["wall_seconds"]
    pace = f": {made['games'] / cpu:,.0f} a CPU second, {made['games'] / wall:,.0f} by the clock" if cpu and wall else ""
    return f"learnt from {made['games']:,} games{pace}"


def verdict(made: dict[str, Any]) -> str:
    """Return what the matches at the end say, in a sentence, with scores and their 95 % intervals."""
    named = {words: [_scored(found) for found in made["matches"] if _lead(found) == each] for each, words in WORDS.items()}
    said = [f"{words} {', '.join(names)}" for words, names in named.items() if names]
    if static := made.get("static"):
        said.append(f"static cuts {'help' if made['swing'] else 'are not shown to help, and left out'}: {_scored(static)}")
    return "; ".join(said) or "not compared with anything: no matches were played at its end"


def _scored(found: dict[str, Any]) -> str:
    score, low, high = (100 * found[name] for name in ("score", "score_low", "score_high"))
    return f"{found['opponent']} ({score:.0f} % [{low:.0f}, {high:.0f}])"


def falling(made: dict[str, Any]) -> str:
    """Return a line that says so if the curve's last point is clearly below its best one; else ''."""
    rows = curve_of(made)
    if not rows:
        return ""
    best, last = max(rows, key=lambda row: row[1]), rows[-1]
    if last[3] >= best[1]:
        return ""
    fallen = f"{signed(best[1], '.0f')} Elo after {best[0]:,} games, {signed(last[1], '.0f')} at the end"
    return f"the curve has fallen: {fallen}; the best weights were kept"
