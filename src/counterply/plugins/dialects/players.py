"""Players that stand in files of courses: their programs, and searches that `counterply check` would find."""

from __future__ import annotations

from counterply.players.base import BasePlayer
from counterply.plugins.dialects.course_modules import course_modules
from counterply.plugins.dialects.guest import guest_in
from counterply.plugins.dialects.student import StudentPlayer, search_in
from counterply.usercode.loading import read_module
from counterply.usercode.names import call_with_options


def player_in_file(name: str, options: dict[str, str]) -> BasePlayer | None:
    """Return a course's program, or the search that `counterply check` would find, in a file as a player; None if it is none.

    With an evaluator named, that one judges positions in place of the program's own.
    """
    file, _, attribute = name.rpartition(":") if ":" in name else (name, "", "")
    with course_modules():
        module = read_module(file)
    if "eval" not in options and (guest := guest_in(module, attribute or None, options)) is not None:
        return guest
    signature = search_in(module, attribute or None)
    if signature is None:
        return None
    player: StudentPlayer = call_with_options(StudentPlayer, options, f"player {name}")
    player.signature = signature
    return player
