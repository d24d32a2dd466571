"""Judges the functions of a course's file one by one, on all their cases: the cases are the dialect's, in the student's process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from counterply.plugins.teaching.judge.process import Student
from counterply.plugins.teaching.judge.verdict import Grade, Verdict, sentence

WORST: tuple[Grade, ...] = ("wrong", "not judged", "more", "right")
MOST_SECONDS = 60.0  # of one function; then what was asked counts
NOT_ALL = "asked about the first {:,} cases only, in the time that there is"


def together(search: str, parts: list[Verdict]) -> Verdict:
    """Return one verdict of several: the worst of them."""
    grade = next(grade for grade in WORST if any(part.grade == grade for part in parts))
    wrong = [part for part in parts if part.grade == grade]
    about = f"{', '.join(part.search.partition('(')[0] for part in wrong)}: {wrong[0].about}" if grade != "right" else "all of it"
    return Verdict(
        search,
        grade,
        about,
        mistake=wrong[0].mistake,
        cases=sum(part.cases for part in parts),
        right_cases=sum(part.right_cases for part in parts),
        seconds=sum(part.seconds for part in parts),
        printed=parts[-1].printed,
        printed_bytes=parts[-1].printed_bytes,
        parts=tuple(parts),
    )


def check_exam(start: Callable[[], Student]) -> Verdict:
    """Ask about all parts of a file, in a process that is started here."""
    student = start()
    facts = student.facts
    parts = []
    for name in facts["parts"]:
        verdict = _part(student, name)
        if not student.alive:
            student = start()
        parts.append(verdict)
    return together(facts["text"], parts)


def _part(student: Student, name: str) -> Verdict:
    """Ask about one part, as far as there is time."""
    verdict, faults, begin = Verdict(name, "right", ""), Counter[str](), 0
    where: dict[str, Any] = {}
    last: dict[str, Any] = {}
    while begin is not None:
        last = student.put({"part": name, "begin": begin})
        if "failure" in last:
            unseen = last.get("unseen", False)
            verdict.grade, verdict.about = "not judged" if unseen else "wrong", sentence(last["failure"])
            verdict.wrong = {} if unseen else {"failure": 1}
            return verdict
        verdict.search, verdict.cases = last["search"], verdict.cases + last["cases"]
        verdict.seconds += last.get("seconds", 0.0)
        for fault, case in last["wrong"]:
            faults[fault] += 1
            where.setdefault(fault, case)
        begin = last["next"]
        if begin is not None and (verdict.seconds > MOST_SECONDS or faults):
            verdict.hints = () if faults else (NOT_ALL.format(begin),)
            break
    if "missing" in last:
        verdict.grade, verdict.about = "wrong", last["missing"]
        return verdict
    verdict.right_cases = verdict.cases - faults.total()
    verdict.about = f"right in {verdict.cases:,} {student.facts['unit'] if verdict.cases > 1 else 'case'}"
    if more := last.get("more"):
        verdict.grade, verdict.about = "more", more
    if faults:
        fault = next(iter(faults))
        verdict.grade, verdict.about, verdict.shown = "wrong", fault, where[fault]
        verdict.wrong = {"value": faults.total()}
    return verdict
