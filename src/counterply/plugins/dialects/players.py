"""Players that stand in files of courses: their programs, and searches that `counterply check` would find."""

from __future__ import annotations

from types import ModuleType

from counterply.core.errors import UsageError
from counterply.core.files import user_path
from counterply.players.base import BasePlayer
from counterply.plugins.dialects.course_modules import asks_somebody, course_modules, is_older_python
from counterply.plugins.dialects.guest import guest_in
from counterply.plugins.dialects.lookup import judged_in, names_in
from counterply.plugins.dialects.student import StudentPlayer, search_in
from counterply.plugins.dialects.students_file import module_of
from counterply.usercode.loading import read_module
from counterply.usercode.names import call_with_options


def player_in_file(name: str, options: dict[str, str]) -> BasePlayer | None:
    """Return a course's program, or the search that `counterply check` would find, in a file as a player; None if it is none.

    With an evaluator named, that one judges positions in place of the program's own.
    """
    file, _, attribute = name.rpartition(":") if ":" in name else (name, "", "")
    with course_modules():
        module = _as_far_as_it_reads(file)
    if "eval" not in options and (guest := guest_in(module, attribute or None, options)) is not None:
        return guest
    signature = search_in(module, attribute or None)
    if signature is None:
        return None
    player: StudentPlayer = call_with_options(StudentPlayer, options, f"player {name}")
    player.signature = signature
    return player


def _as_far_as_it_reads(file: str) -> ModuleType:
    """Return the module in a file, with what stands in for a course's program beside it that is in Python 2.

    Of one that asks somebody when it is read, it is what stands above, if that is enough.
    """
    path = user_path(file).resolve()
    try:
        return read_module(file)
    except UsageError as error:
        cause = error.__cause__
        older = isinstance(cause, SyntaxError) and is_older_python(cause) and cause.filename != str(path)
        module = module_of(path) if older or asks_somebody(error) else None
        course, _ = judged_in(names_in(module)) if module else (None, [])
        if module is None or course is None or not (older or course.reads_on):
            raise
        return module
