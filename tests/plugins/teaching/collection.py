"""All students' searches of the tests: program, verdict, and the mistake that is named, or words that are said of it."""

from __future__ import annotations

import right_searches
import students
import wrong_searches

COURSES = {
    "kth with a depth of its own": students.KTH,
    "leiden with a window": students.LEIDEN,
    "berkeley with a window at the root": students.BERKELEY,
    "plain once more": students.PLAIN,
    "windowed": students.WINDOWED,
    "udacity": students.UDACITY,
    "above": students.ABOVE,
    "minimax": students.MINIMAX,
    "aima": students.AIMA,
}
RIGHT = COURSES | right_searches.TEXTS
TEXTS = RIGHT | wrong_searches.TEXTS
TABLE: tuple[tuple[str, str, str], ...] = (
    *((name, "more" if name in right_searches.MORE else "right", "") for name in RIGHT),
    *((name, "wrong", name.split(": ")[0]) for name in wrong_searches.TEXTS),
)
