"""Whether a game with `Repetition` counts as it says: the field ``quiet``, what `key` leaves out, and where the counter ends it."""

from __future__ import annotations

from typing import Any

from counterply.core.aliases import Record
from counterply.core.game import QUIET
from counterply.core.position import Position
from counterply.core.values import ONGOING
from counterply.verification.findings import BrokenError
from counterply.verification.functions import CheckedRules


class Past:
    """The positions of one game so far: those since the last move that cannot be taken back, and those before."""

    def __init__(self, rules: CheckedRules) -> None:
        self.rules = rules
        self.quiet = 0
        self.passed: list[int | bytes] = []
        self.gone: set[int | bytes] = set()

    def meets(self, position: Position, facts: dict[str, Any]) -> bool:
        """Note a position, in place; tell whether it has stood so often that the game is drawn; raises `BrokenError`."""
        rule = position.game.repetition
        if rule is None:
            return False
        quiet, name = int(position.record[QUIET]), self._name(position.record)
        if self.passed and quiet not in (0, self.quiet + 1):
            raise BrokenError("play counts quiet up by one, or begins again at 0", f"it went from {self.quiet} to {quiet}")
        if quiet >= rule.plies and facts["outcome"] == ONGOING:
            raise BrokenError(
                f"the game is over where quiet is {rule.plies} (Repetition)", f"quiet is {quiet}, and outcome is ONGOING"
            )
        if quiet == 0:
            self.gone.update(self.passed)
            self.passed = []
        if name in self.gone:
            raise BrokenError("after quiet = 0 no earlier position comes again", "this one did: count the last such move as quiet")
        self._check_key(position.record, rule.plies)
        self.quiet = quiet
        self.passed.append(name)
        return rule.times > 0 and self.passed.count(name) >= rule.times

    def _name(self, record: Record) -> int | bytes:
        """Return what a position is told apart by: its key, or its record without the counter."""
        return int(self.rules.quietly("key", record)) if "key" in self.rules.functions else with_quiet(record, 0).tobytes()

    def _check_key(self, record: Record, plies: int) -> None:
        if "key" in self.rules.functions:
            keys = {int(self.rules.quietly("key", with_quiet(record, quiet))) for quiet in (0, plies - 1)}
            if len(keys) > 1:
                raise BrokenError("key leaves quiet out (Repetition)", "it differs where quiet alone does")


def with_quiet(record: Record, quiet: int) -> Record:
    """Return a copy of a record with another counter."""
    copy = record.copy()
    copy[QUIET] = quiet
    return copy


def as_fresh(position: Position) -> Position:
    """Return a position as if nothing had been played before: its counter at 0, where the game has one that `key` leaves out."""
    if position.game.repetition is None:
        return position
    return Position(position.game, with_quiet(position.record, 0))
