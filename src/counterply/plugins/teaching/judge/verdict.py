"""A check's verdict: the grade, the fault in one sentence, and the numbers behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, Literal, get_args

from counterply.plugins.teaching.judge.clock import Timed
from counterply.plugins.teaching.judge.diagnosis import searches_once
from counterply.plugins.teaching.judge.judgement import ONLY_WORK, Habits, Trial, Trials, kinds_of
from counterply.plugins.teaching.judge.lines import Line
from counterply.plugins.teaching.judge.repeats import Mistake

Grade = Literal["right", "more", "wrong", "not judged"]
LARGEST_SHOWN = 60  # nodes of a tree as text
ADVICE = (  # by words of the exception
    (("ValueError", " empty"), "A finished position has no moves: judge it before you compare them."),
    (
        ("ValueError", "no legal move"),
        "A move that is kept from another position, as a killer or from a table, may not be legal here.",
    ),
    (("TypeError", "'str'"), "A move stands where a value should: take the parts of what a call returns in their order."),
    (("TypeError", "non-iterable"), "Let the search return both value and move everywhere, at leaves too, or the value alone."),
    (("TypeError", "NoneType"), "A call has returned None: each way through the search must end with return and a value."),
)
TOLD = {  # by kinds of faults
    "repeatable": "Asked the same question twice, it answers differently: something is kept from call to call, or is random.",
    "judged": "It judges positions at the wrong depth: only those at depth 0 and finished ones have a value of their own.",
    "nodes": "The answers are right, and it looks at positions that alpha-beta would not look at, in its own order of moves.",
}
GRADES: dict[Grade, str] = {grade: grade for grade in get_args(Grade)} | {"more": "right, but does more than it must"}


@dataclass
class Verdict:
    """The verdict of a check.

    Attributes
    ----------
    search : name and parameters, as it is called
    grade : right, right with more work than alpha-beta needs ('more'), wrong, or not judged, where too little of it could be seen
    about : of a right search, its kind; of another, its fault or extra work in one sentence
    mistake : its name, '' if no known one explains everything
    lines : of the student's file, to look at
    wrong : of the kinds of `judgement.KINDS`, in how many cases
    skipping : in how many cases a wrong answer comes with nodes left out that count
    other_nodes : in how many cases the nodes are not those of alpha-beta: too many, or some left out that count
    cases, positions : how many cases there were, and how many of them were positions of games
    right_cases : how many of them it did right
    smallest : the smallest case that shows it, with the search's steps on it
    given : the user gave that case, and the output belongs to it
    habits : how the search was read
    says : the parts of its answers: value, move, or both
    played : its answers are turns of its own, in its course's program
    hints : remarks that are no mistakes but worth knowing
    timed : what its player with a clock did
    printed, printed_bytes : the beginning of the student's output, and its length
    seconds : that its answers took
    shown : a case that it is wrong in, as text, where that is no tree
    parts : the verdicts of several functions or classes, of which this is the worst
    """

    search: str
    grade: Grade
    about: str
    mistake: str = ""
    lines: tuple[Line, ...] = ()
    wrong: dict[str, int] = field(default_factory=dict)
    cases: int = 0
    skipping: int = 0
    other_nodes: int = 0
    positions: int = 0
    right_cases: int = 0
    smallest: Trial | None = None
    given: bool = False
    habits: Habits = field(default_factory=Habits)
    says: Sequence[str] = ()
    played: bool = False
    hints: tuple[str, ...] = ()
    timed: Timed | None = None
    printed: str = ""
    printed_bytes: int = 0
    seconds: float = 0.0
    shown: str = ""
    parts: tuple[Verdict, ...] = ()

    @property
    def right(self) -> bool:
        """Whether all answers are right, and no mistake of alpha-beta is known to be in it."""
        return self.grade in ("right", "more")

    def json(self) -> dict[str, Any]:
        """Return it as a document."""
        trial, clock = self.smallest, self.timed
        smallest = None
        if trial is not None:
            smallest = {
                "case": str(trial.case) if trial.case.tree.size <= LARGEST_SHOWN else None,
                "nodes": trial.case.tree.size,
                "depth": trial.depth,
                "origin": trial.case.origin or None,
                "wrong": trial.wrong,
                "value": trial.answer.value if trial.answer.value is None or isfinite(trial.answer.value) else None,
                "move": trial.answer.move or None,
                "right_value": trial.right.value if isfinite(trial.right.value) else None,
                "right_moves": sorted(trial.flat.move[move] for move in trial.right.best),
                "failure": trial.answer.failure or None,
            }
        same = ("search", "right", "about", "cases", "positions", "right_cases", "wrong", "printed_bytes")
        return {
            **{name: getattr(self, name) for name in same},
            "verdict": self.grade,
            "family": self.mistake or None,
            "smallest": smallest,
            "hints": list(self.hints),
            "clock": clock and {name: getattr(clock, name) for name in ("limit", "seconds", "depths", "wrong")},
            "seconds": round(self.seconds, 3),
            "shown": self.shown or None,
            "lines": [{"line": line.number, "text": line.text} for line in self.lines],
            "parts": [part.json() for part in self.parts],
        }


def grade_of(trials: Trials, habits: Habits, mistake: Mistake | None) -> Grade:
    """Return the grade of some trials: with right answers it is wrong only if a known mistake explains every node."""
    kinds = kinds_of(trials)
    if kinds - set(ONLY_WORK):
        return "wrong"
    if "nodes" in kinds and mistake is not None and not mistake.may_be_meant and searches_once(trials):
        return "wrong"
    return "more" if "nodes" in kinds or mistake is not None else "right"


def sentence_of(kind: str, wrong: Trials, mistake: Mistake | None, trait: str = "") -> str:
    """Return the fault in one or two sentences; `trait` describes a mistake that has no name."""
    if mistake is not None:
        return mistake.sentence
    first = min((trial for trial in wrong if kind in trial.wrong), key=lambda trial: trial.case.tree.size)
    if kind == "failure":
        advice = next((said for words, said in ADVICE if all(word in first.answer.failure for word in words)), "")
        return " ".join(filter(None, (sentence(first.answer.failure), advice, trait)))
    if kind == "changed":
        return f"It changes the position that it is given: {first.answer.changed}."
    return TOLD.get(kind) or trait or "No known mistake explains all of it; the smallest case shows where it goes wrong."


def sentence(text: str) -> str:
    """Return a text as a sentence."""
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")
