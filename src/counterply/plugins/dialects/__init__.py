"""The courses whose files are judged as they lie: one module for each, an entry point in the group ``counterply.dialects``.

A dialect's module says what it judges of a file (`found`), and opens one of them (`opened`): an object with `facts`, and `ask`,
which takes a question and returns an answer, both as JSON has them. `MODULES` are the modules of the course's program, for a file
that lies alone. It is imported in the student's process, and needs nothing but the standard library.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from counterply.registry import offered, plugins


def modules_of_courses() -> dict[str, dict[str, Any]]:
    """Return what the modules of all courses hold, by their names."""
    return {name: holds for _, course in offered("dialects") for name, holds in course.MODULES.items()}


def found_in(own: dict[str, Any], dialect: str | None = None) -> list[tuple[str, str]]:
    """Return what is judged of a file as (module of the dialect, name), by the functions and classes that it defines."""
    for name, place in plugins("dialects").items():
        if dialect in (None, name) and (found := import_module(place).found(own)):
            return [(place, each) for each in found]
    return []
