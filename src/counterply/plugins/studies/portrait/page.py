"""The page of a portrait: one HTML file that needs nothing else, with the style of a run's report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from counterply.arena.record import replay_line
from counterply.core.files import OwnFiles
from counterply.core.position import moves_text
from counterply.core.svg import position_svg, style_sheet
from counterply.core.values import CHANCE
from counterply.plugins import reporting
from counterply.plugins.reporting import plots
from counterply.plugins.reporting.page import templates
from counterply.plugins.studies.portrait.games import Course
from counterply.plugins.studies.portrait.measure import Portrait

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
FEWEST = 0.1  # of the games: plies that fewer reached are left out of a plot


@dataclass(frozen=True)
class Highlight:
    """A position to look at: its picture, a caption, and the command that shows it."""

    svg: str
    caption: str
    command: str


def write_page(portrait: Portrait, force: bool) -> Path:
    """Write the portrait into its folder, and return the file's path; no file is replaced but one that was written here."""
    return OwnFiles(portrait.folder, force).write_text(portrait.file.name, page(portrait))


def page(portrait: Portrait) -> str:
    """Return the portrait as HTML."""
    game = portrait.game
    name = game.full_name if game.compiled else game.name
    return (
        templates(__package__, reporting.__name__)
        .get_template("portrait.html")
        .render(
            title=f"A portrait of {name.replace('_', ' ')}",
            portrait=portrait,
            highlights=list(highlights(portrait)),
            curves=[Markup(svg) for svg in curves(portrait.courses)],
            drawing_style=Markup(style_sheet()),
            markup=Markup,
            policy=POLICY,
        )
    )


def curves(courses: list[Course]) -> Iterator[str]:
    """Yield the plot of legal moves by ply, and of who leads."""
    wide: dict[int, list[float]] = {}
    led: dict[int, list[float]] = {}
    for course in courses:
        for ply, count in course.widths:
            wide.setdefault(ply, []).append(count)
        for ply, lead in course.leads:
            if not course.drawn:
                led.setdefault(ply, []).append(float((lead > 0) == (course.points == 1) and lead != 0))
    for rows, name, unit, factor in (
        (wide, "legal moves", "legal moves", 1),
        (led, "the later winner leads", "% of the games", 100),
    ):
        kept = sorted(ply for ply, seen in rows.items() if len(seen) >= max(2, FEWEST * len(courses)))
        if kept:
            means = [factor * sum(rows[ply]) / len(rows[ply]) for ply in kept]
            yield plots.line_plot([plots.Curve(name, kept, means)], "ply", unit, f"{name} by ply")


def highlights(portrait: Portrait) -> Iterator[Highlight]:
    """Yield positions worth a look: where the lead changed most, where most moves are legal, where a game was decided last."""
    courses = [course for course in portrait.courses if course.widths]
    if not courses:
        return
    swung = max(courses, key=lambda course: course.swing)
    if swung.swing[1]:
        yield _highlight(portrait, swung, swung.swing[1], f"here the lead changes by {swung.swing[0]:.1f}, more than anywhere else")
    wide = max(courses, key=lambda course: max(count for _, count in course.widths))
    ply, count = max(wide.widths, key=lambda row: row[1])
    if ply:
        yield _highlight(portrait, wide, ply, f"{count} legal moves, more than anywhere else")
    decided = [course for course in courses if course.turning_ply is not None]
    if decided:
        late = max(decided, key=lambda course: course.decided or 0.0)
        yield _highlight(
            portrait, late, late.turning_ply or 0, f"the game that was decided last, at ply {late.turning_ply} of {late.plies}"
        )


def _highlight(portrait: Portrait, course: Course, ply: int, caption: str) -> Highlight:
    """Return a position of a game as a picture."""
    settings = portrait.settings
    position = replay_line(portrait.game, course.record.line[:ply])
    command = settings.command("board", moves_text(position))
    drawn = position_svg(position) if portrait.game.compiled and position.turn != CHANCE else ""
    return Highlight(Markup(drawn), caption, command)
