"""A hand-in's points by a rubric that a teacher writes: moves, values, pruning and style apart, and places from games."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from counterply.core.arguments import misfits
from counterply.core.errors import CounterplyError, UsageError
from counterply.core.files import input_path, read_text
from counterply.core.users_text import unknown
from counterply.plugins.teaching.check import check
from counterply.plugins.teaching.hand_ins import files_in
from counterply.shown.tables import Worded

if TYPE_CHECKING:
    from counterply.plugins.teaching.judge.verdict import Verdict

VISIBILITIES = ("visible", "hidden", "after_due_date", "after_published")
ASPECTS = {
    "moves": "its moves are right",
    "values": "its values are right",
    "pruning": "it looks at no position that alpha-beta leaves out",
    "style": "it judges only where it must, changes nothing, repeats its answer, prints nothing",
}
RUBRIC = """\
# What a hand-in is worth. Change it as you like; `counterply check HAND-IN --rubric rubric.toml` shows what it does.

file = "*.py"            # the file of the hand-in that is judged, wherever it lies
visibility = "visible"   # or hidden, after_due_date, after_published

[check]                  # options of `counterply check`
positions = 24
seconds = 5.0

[[search]]               # once for each function or class that is asked for
name = ""                # "": all searches that the file has
moves = 50               # points
values = 20
pruning = 20
style = 10
least = 0.8              # the share of right cases from which on there are points; 1: all right, or none

# [leaderboard]          # places from a few games
# game = "connect_four"
# against = ["random", "alphabeta:depth=2"]
# games = 4
# depth = 3
"""


@dataclass(frozen=True)
class SearchPoints:
    """The points for one search of a hand-in, as a rubric has them; see `RUBRIC`."""

    name: str = ""
    moves: float = 50
    values: float = 20
    pruning: float = 20
    style: float = 10
    least: float = 0.8

    @property
    def most(self) -> float:
        """The points for all of it."""
        return self.moves + self.values + self.pruning + self.style


@dataclass(frozen=True)
class Leaderboard:
    """The games that decide a hand-in's place."""

    game: str
    against: tuple[str, ...] = ("random", "alphabeta:depth=2")
    games: int = 4
    depth: int = 3


@dataclass(frozen=True)
class Rubric:
    """What a hand-in is worth; see `RUBRIC`."""

    file: str = "*.py"
    visibility: str = "visible"
    check: Mapping[str, Any] = field(default_factory=dict)
    search: tuple[SearchPoints, ...] = (SearchPoints(),)
    leaderboard: Leaderboard | None = None

    @classmethod
    def load(cls, file: str | Path) -> Rubric:
        """Return the rubric in a file; raises `UsageError` or `GameError`."""
        return cls.read(read_text(input_path(file)), str(file))

    @classmethod
    def read(cls, text: str, name: str = "the rubric") -> Rubric:
        """Return the rubric in a text; raises `UsageError`."""
        try:
            known = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise UsageError(f"{name}: {error}") from None
        made = {**known}
        if "search" in known:
            made["search"] = tuple(_made(SearchPoints, each, f"{name}, [[search]]") for each in _tables(known["search"], name))
        if "leaderboard" in known:
            made["leaderboard"] = _made(Leaderboard, known["leaderboard"], f"{name}, [leaderboard]")
        rubric: Rubric = _made(cls, made, name)
        if rubric.visibility not in VISIBILITIES:
            raise unknown("visibility", rubric.visibility, VISIBILITIES)
        if not rubric.search or any(each.most <= 0 or not 0 <= each.least <= 1 for each in rubric.search):
            raise UsageError(f"{name}: each [[search]] has points above 0, and a least share from 0 to 1")
        return rubric


def _tables(value: Any, name: str) -> list[Any]:
    if not isinstance(value, list):
        raise UsageError(f"{name}: write [[search]], since there may be several")
    return value


def _made(kind: Any, given: Any, name: str) -> Any:
    """Return a record from a table of the rubric; raises `UsageError` for a key, or a type, that it does not have."""
    if not isinstance(given, dict):
        raise UsageError(f"{name} is a table")
    known = [each.name for each in fields(kind)]
    for key in given:
        if key not in known:
            raise UsageError(f"{name}: {unknown('key', key, known)}")
    for key, words, value in misfits(kind.__init__, (None,), given):
        raise UsageError(f"{name}: {key} is {words}, not {value}")
    try:
        return kind(**{key: tuple(value) if isinstance(value, list) else value for key, value in given.items()})
    except TypeError:
        raise UsageError(f"{name} needs {', '.join(key for key in known if key not in given)}") from None


@dataclass(frozen=True)
class Points:
    """A line of a grade: what it is for, its points of at most so many, and why.

    `share` is that of the right cases; None where the search was not judged.
    """

    name: str
    points: float
    most: float
    share: float | None
    why: str


@dataclass(frozen=True, repr=False)
class Grade(Worded):
    """A hand-in's grade.

    Attributes
    ----------
    lines : of the rubric
    said : the verdict in words
    places : of the leaderboard: points of 100 against all opponents together
    not_judged : whether a person has to look at some of it
    """

    rubric: Rubric
    lines: tuple[Points, ...]
    said: str
    places: Mapping[str, float] = field(default_factory=dict)
    not_judged: bool = False

    @property
    def points(self) -> float:
        """The points of all lines."""
        return round(sum(line.points for line in self.lines), 2)

    @property
    def most(self) -> float:
        """The most points that there are."""
        return round(sum(each.most for each in self.rubric.search), 2)

    def json(self) -> dict[str, Any]:
        """Return it as a document in the format of Gradescope's results.json."""
        tests = [
            {
                "name": line.name,
                "score": round(line.points, 2),
                "max_score": round(line.most, 2),
                "status": "passed" if line.points >= line.most else "failed",
                "output": line.why,
                "visibility": self.rubric.visibility,
            }
            for line in self.lines
        ]
        made: dict[str, Any] = {
            "score": self.points,
            "output": self.said,
            "visibility": self.rubric.visibility,
            "stdout_visibility": "hidden",
            "tests": tests,
            "extra_data": {"not_judged": self.not_judged},
        }
        if self.places:
            made["leaderboard"] = [{"name": name, "value": value, "order": "desc"} for name, value in self.places.items()]
        return made

    def __str__(self) -> str:
        lines = [f"{line.points:6.2f} of {line.most:6.2f}  {line.name}: {line.why.splitlines()[0]}" for line in self.lines]
        places = [f"{name}: {value:g}" for name, value in self.places.items()]
        return "\n".join([f"{self.points:g} of {self.most:g} points", *lines, *places, "", self.said])


def grade(hand_in: str | Path, rubric: str | Path | Rubric | None = None) -> Grade:
    """Grade a hand-in, a file or a folder, by a rubric, or by the usual one.

    Raises
    ------
    UsageError
        for a rubric that cannot be read, and a hand-in that is not there
    """
    if not isinstance(rubric, Rubric):
        rubric = Rubric.read(RUBRIC) if rubric is None else Rubric.load(rubric)
    lines: list[Points] = []
    said: list[str] = []
    try:
        file = _file_of(input_path(hand_in), rubric.file)
    except _NoFileError as error:
        return Grade(rubric, tuple(_refused(each, str(error)) for each in rubric.search), f"Not judged: {error}", not_judged=True)
    for each in rubric.search:
        try:
            found = check(f"{file}:{each.name}" if each.name else str(file), **rubric.check)
        except CounterplyError as error:
            why = str(error).removeprefix(f"{file}: ")
            lines.append(_refused(each, why))
            said.append(f"{each.name or file.name}: not judged: {why}")
            continue
        if found.verdict is None:
            raise UsageError(f"{each.name} is a heuristic; a rubric is for searches")
        said.append(str(found))
        lines += _lines_of(each, found.verdict)
    places, trouble = _places(file, rubric)
    undone = any(line.share is None for line in lines)
    return Grade(rubric, tuple(lines), "\n\n".join([*said, *trouble]), places, undone)


class _NoFileError(Exception):
    """The hand-in has no file, or several, of the name that the rubric asks for."""


def _file_of(place: Path, pattern: str) -> Path:
    if place.is_file():
        return place
    if not place.exists():
        raise UsageError(f"there is no hand-in {place}")
    found = [*files_in(place, pattern)]
    if len(found) != 1:
        names = ", ".join(str(path.relative_to(place)) for path in found) or "none"
        raise _NoFileError(f"the hand-in is to have one file {pattern}; it has {names}")
    return found[0]


def _refused(each: SearchPoints, why: str) -> Points:
    return Points(each.name or "the search", 0, each.most, None, f"not judged, a person has to look at it: {why}")


def _lines_of(each: SearchPoints, verdict: Verdict) -> Iterator[Points]:
    """Yield the lines of a search: of each of its parts, if there are several, an equal share of the points."""
    parts = verdict.parts or (verdict,)
    for part in parts:
        name = part.search.partition("(")[0]
        if part.grade == "not judged":
            yield Points(name, 0, each.most / len(parts), None, f"not judged, a person has to look at it: {part.about}")
            continue
        told = dict(shares_of(part))
        given = sum(getattr(each, aspect) for aspect in told) * len(parts) / each.most  # what is not looked at costs nothing
        for aspect, (share, why) in told.items():
            most = getattr(each, aspect) / given if given else 0.0
            kept = share if each.least >= 1 else max(0.0, (share - each.least) / (1 - each.least))
            points = most if share >= 1 else 0.0 if each.least >= 1 or not part.says else most * kept
            if most:
                yield Points(f"{name}: {aspect}", points, most, share, why)


def shares_of(verdict: Verdict) -> Iterator[tuple[str, tuple[float, str]]]:
    """Yield, of a search that was judged, each aspect that was looked at: the share of cases in which it is right, and why."""
    clock = verdict.timed if "clock" in verdict.wrong else None
    cases = max(1, verdict.cases - (clock.asked if clock else 0))
    if not verdict.says:  # a course's function, or a player, as a whole
        yield "moves", (float(verdict.right), verdict.about)
        return
    answered = cases - verdict.wrong.get("failure", 0)
    for aspect, kind in (("moves", "move"), ("values", "value")):
        if clock and kind == "move":
            yield aspect, (1 - clock.missed / clock.asked, clock.fault)
        elif kind in verdict.says:
            right = answered - verdict.wrong.get(kind, 0)
            yield (
                aspect,
                (right / cases, ASPECTS[aspect] if right == cases else f"right in {right} of {cases} cases: {verdict.about}"),
            )
    prunes, wrong = verdict.habits.prunes, verdict.grade == "wrong"
    if prunes or not verdict.played:  # of its own turns it is not always seen
        right = answered - (verdict.other_nodes if "nodes" in verdict.wrong else 0) if prunes else 0
        told = f"as alpha-beta in {right} of {cases} cases" if prunes or wrong else "it never prunes"
        yield "pruning", (right / cases, ASPECTS["pruning"] if right == cases else told)
    faults = {
        "judges positions that it should search": "judged" in verdict.wrong,
        "changes the position that it is given": "changed" in verdict.wrong,
        "answers the same question in two ways": "repeatable" in verdict.wrong,
        "prints": verdict.printed_bytes > 0,
        "gives no answer": not answered,
    }
    held = [fault for fault, holds in faults.items() if holds]
    yield "style", (0.0 if held else 1.0, "it " + ", ".join(held) if held else ASPECTS["style"])


def _places(file: Path, rubric: Rubric) -> tuple[dict[str, float], list[str]]:
    """Return the leaderboard's values, and what is to be said if there are none."""
    games = rubric.leaderboard
    if games is None:
        return {}, []
    from counterply.api.games import tournament

    name = next((each.name for each in rubric.search if each.name), "")
    player = f"{file}:{name}" if name else str(file)
    try:
        run = tournament(games.game, [player], against=list(games.against), games=games.games, depth=games.depth, workers=1)
    except CounterplyError as error:
        return {}, [f"It does not play: {error}"]
    side = run.results.sides[0]
    return {"points of 100": round(100 * (side.standing.score or 0.0), 1)}, list(run.results.failure_lines)
