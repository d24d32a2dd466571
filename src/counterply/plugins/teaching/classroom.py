"""A class of hand-ins: several processes judge them, what is judged is kept, and a process that ends is replaced once."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import IO, Any

from counterply.core.errors import CounterplyError, UsageError
from counterply.core.files import sole_writer, user_path, write_text
from counterply.core.identity import digest, files_of, version_here
from counterply.core.limits import Stop
from counterply.core.values import signed
from counterply.plugins.teaching.check import Check, check
from counterply.plugins.teaching.grading import Grade, Rubric, grade
from counterply.plugins.teaching.hand_ins import HandIn
from counterply.work.job import Job
from counterply.work.place import Place


@dataclass(frozen=True)
class Row:
    """A line of the table of a class.

    Attributes
    ----------
    verdict : right, more, wrong, or not judged
    points : right cases of all, as N/M; none of a heuristic
    family : the name of its mistake
    cpu_seconds : of judging it, the student's processes included
    """

    file: str
    right: bool
    verdict: str
    points: str = ""
    family: str | None = None
    about: str = ""
    cpu_seconds: float | None = None

    @classmethod
    def not_judged(cls, file: str, about: str) -> Row:
        """Return the line of a file that could not be judged."""
        return cls(file, False, "not judged", about=about)

    @classmethod
    def of(cls, file: str, found: Check) -> Row:
        """Return the line of a file that was judged."""
        verdict, heuristic = found.verdict, found.heuristic
        if verdict is not None:
            points = f"{verdict.right_cases}/{verdict.cases}" if verdict.cases else ""
            return cls(file, verdict.right, verdict.grade, points, verdict.mistake or None, verdict.about)
        assert heuristic is not None
        rank = None if heuristic.agreement is None else heuristic.agreement.rank
        told = f"rank correlation with the truth {'unknown' if rank is None else signed(rank)}"
        return cls(file, heuristic.right, found.grade, about="; ".join(heuristic.faults) or told)

    @classmethod
    def of_grade(cls, file: str, found: Grade) -> Row:
        """Return the line of a file that has its points by a rubric."""
        about = "; ".join(f"{line.name} {line.points:g}/{line.most:g}" for line in found.lines)
        verdict = "not judged" if found.not_judged else "right" if found.points >= found.most else "wrong"
        return cls(file, verdict == "right", verdict, f"{found.points:g}/{found.most:g}", about=about)


COLUMNS = tuple(field.name for field in fields(Row))


class Kept(contextlib.ExitStack):
    """Rows in a file, a line each, with what they are of: a file that has not changed is not judged again.

    Parameters
    ----------
    file : None: nothing is kept
    asked : as for `judged`
    """

    def __init__(self, file: str | None, hand_ins: Sequence[HandIn], asked: Mapping[str, Any]) -> None:
        rubric = asked["rubric"] and repr(Rubric.load(asked["rubric"]))
        games = files_of((game, asked["options"]["options"] or {}) for game in asked["options"]["games"])
        how = digest([version_here(), sorted(map(repr, asked["options"].items())), rubric, games])
        self._of = {each.name: digest([how, each.file.rpartition(".py")[2], files_of([(each.file, {})])]) for each in hand_ins}
        self.rows: dict[str, Row] = {}
        self._stream: IO[str] | None = None
        super().__init__()
        if file is None:
            return
        self.enter_context(sole_writer(file))
        self.rows = {row.file: row for row, of in _rows_in(user_path(file)) if self._of.get(row.file) == of}
        write_text(file, "".join(map(self._line, self.rows.values())))
        self._stream = self.enter_context(user_path(file).open("a", encoding="utf-8"))

    def add(self, row: Row) -> None:
        """Keep a row, in place."""
        self.rows[row.file] = row
        if self._stream is not None:
            self._stream.write(self._line(row))
            self._stream.flush()

    def _line(self, row: Row) -> str:
        return json.dumps({**asdict(row), "of": self._of[row.file]}) + "\n"


def _rows_in(file: Path) -> Iterator[tuple[Row, str]]:
    """Yield the rows that a file holds, and what each is of; the last line may have been broken off."""
    lines = file.read_text(encoding="utf-8", errors="replace").splitlines() if file.is_file() else []
    for number, line in enumerate(lines, 1):
        try:
            known = json.loads(line)
            of = known.pop("of")
            yield Row(**known), of
        except (ValueError, TypeError, KeyError, AttributeError):
            if number < len(lines) or number == 1:
                raise UsageError(f"{file}, line {number}: it is no file that `check --each --out` has written") from None


class HandInsWorker:
    """Judges hand-ins, one after another."""

    def __init__(self, given: dict[str, Any], stop: Stop) -> None:
        self._options, self._rubric = given["options"], given["rubric"]
        self._before = 0.0

    def do(self, piece: dict[str, str]) -> dict[str, Any]:
        """Return the row of a hand-in."""
        name, file = piece["name"], piece["file"]
        try:
            if piece["fault"]:
                raise UsageError(piece["fault"])
            row = (
                Row.of(name, check(file, **self._options))
                if self._rubric is None
                else Row.of_grade(name, grade(file, self._rubric))
            )
        except CounterplyError as error:
            path = file.rpartition(".py")[0] + ".py"
            row = Row.not_judged(name, str(error).removeprefix(f"{path}: "))  # the table names it
        before, self._before = self._before, sum(os.times()[:4])
        return asdict(replace(row, cpu_seconds=round(self._before - before, 2)))

    def close(self) -> None:
        """Nothing is left open."""


def lost(piece: dict[str, str], how: str) -> dict[str, Any]:
    """Return the row of a hand-in that has ended two processes."""
    return asdict(Row.not_judged(piece["name"], f"the process that judges it ends: {how}"))


def judged(hand_ins: Sequence[HandIn], asked: Mapping[str, Any], place: Place) -> Generator[Row, None, None]:
    """Yield the rows of hand-ins as they are judged at a place; when the caller stops asking, it ends at once.

    `asked` holds the options of `check`, and a rubric's file or None.
    """
    names = tuple((each.file, dict[str, str]()) for each in hand_ins)
    rubric = () if asked["rubric"] is None else (("", {"rubric": str(asked["rubric"])}),)
    job = Job(f"{__name__}:HandInsWorker", dict(asked), names + rubric, title=lambda piece: piece["name"], lost=f"{__name__}:lost")
    if hand_ins:
        with place.open(job, len(hand_ins)) as work:
            for done in work.do(map(asdict, hand_ins)):
                yield Row(**done.answer)
