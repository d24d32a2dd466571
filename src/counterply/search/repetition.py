"""Whether a position stood before, on the line of a search or in the game so far; docs/search/repetition.md says why this is sound.

The positions since the last move that cannot be taken back stand in ``context["passed"]`` by their keys: those of the game up to
the root, whose place is ``passed_root``, and after it those of the search's line.
"""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from counterply.compiling.definitions import has_field
from counterply.compiling.kernels import helper
from counterply.core.aliases import Ply, Record
from counterply.core.contract import LONGEST_LINE, key
from counterply.core.game import MOST_QUIET, QUIET

PASSED = "passed"
NEW, ON_LINE, IN_GAME = range(3)  # answers of `came_before`
NO_RULE = 1 << 40  # plies that no counter reaches
KEY_FACTOR = 0x9E3779B97F4A7C15
ALL_BITS = (1 << 64) - 1


def fields_for(record: np.dtype, line: int = LONGEST_LINE) -> list[tuple[Any, ...]]:
    """Return the fields of the context of a search, whose line is `line` plies at most, that this module reads and writes."""
    if QUIET not in (record.names or ()):
        return []
    return [
        ("times", np.int64),  # how often a position has to stand for a draw; 0: there is no such rule
        ("quiet_plies", np.int64),  # the value of `quiet` at which the game is over
        ("passed_root", np.int64),  # the root's place
        (PASSED, np.uint64, (MOST_QUIET + 1 + line,)),
    ]


def write_past(context: Record, position: Any) -> int:
    """Write the rule and the game so far into the context, in place; return a salt for what is drawn at once by the game so far."""
    if QUIET not in (position.game.record.names or ()):
        return 0
    rule = position.game.repetition
    context["times"], context["quiet_plies"] = (0, NO_RULE) if rule is None else (rule.times, rule.plies)
    passed = position.passed()[-(MOST_QUIET + 1) :] if rule is not None else (0,)
    context["passed_root"] = len(passed) - 1
    context[PASSED][: len(passed)] = passed
    return sum(name * KEY_FACTOR for name in drawn_again(position)) & ALL_BITS


def drawn_again(position: Any) -> list[int]:
    """Return the keys of the positions at which the game is drawn if they come once more."""
    rule = position.game.repetition
    if rule is None or not rule.times:
        return []
    return [name for name, count in Counter(position.passed()).items() if count >= rule.times - 1]


@helper
def came_before(context: Record, name: int, ply: Ply, quiet: int, early: bool) -> int:
    """Return whether the position `name` at `ply`, `quiet` plies after a move for good, is drawn because it stood before.

    NEW: it is not. ON_LINE: it is, on this line, or `early`, at the second time on it. IN_GAME: it is on every line from this root.
    """
    before, below, root = 0, 0, context["passed_root"]
    at = root + ply
    for index in range(max(at - quiet, 0), at):
        if context[PASSED][index] == name:
            before += index <= root
            below += index >= root
    if before >= context["times"] - 1:
        return IN_GAME
    again = before + below - (below > 0 and context[PASSED][root] == name)
    return ON_LINE if again >= context["times"] - 1 or (early and below > 0) else NEW


@helper
def note(context: Record, setup: Record, position: Record, ply: Ply) -> None:
    """Note the position at `ply` of the line, in place."""
    if has_field(position, QUIET):
        context[PASSED][context["passed_root"] + ply] = np.uint64(key(position, setup, False))


@helper
def stood_before(context: Record, position: Record, ply: Ply, early: bool) -> int:
    """Return the answer of `came_before` for the position at `ply`, which is noted; of the root it is NEW."""
    if not has_field(position, QUIET) or ply == 0 or context["times"] == 0:
        return NEW
    name = context[PASSED][context["passed_root"] + ply]
    return came_before(context, name, ply, np.int64(position[QUIET]), early)


@helper
def may_run_out(context: Record, position: Record, plies: int) -> bool:
    """Tell whether the counter may end the game within `plies`: what is known then is not known of the position alone."""
    if not has_field(position, QUIET):
        return False
    return position[QUIET] + plies >= context["quiet_plies"]


@helper
def whole_key(position: Record, setup: Record) -> int:
    """Return a key of the whole record: `key` and the counter that it leaves out."""
    if not has_field(position, QUIET):
        return np.uint64(key(position, setup, False))
    return np.uint64(key(position, setup, False)) ^ (np.uint64(position[QUIET]) * np.uint64(KEY_FACTOR))
