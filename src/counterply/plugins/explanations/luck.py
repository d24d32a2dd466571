"""How lucky a roll is: what it is worth beside all others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from counterply.api.rolls import Roll, Rolls
from counterply.core.aliases import Move
from counterply.core.errors import GameError
from counterply.core.values import signed
from counterply.shown.tables import Worded

MOST_NAMED = 4  # of the best rolls, and of the worst


@dataclass(frozen=True, repr=False)
class Luck(Worded):
    """A search's account of a roll; all values are those to the first player.

    Attributes
    ----------
    rolls : what all of them are worth
    chosen : the one that was asked about
    """

    rolls: Rolls
    chosen: Roll

    @property
    def luck(self) -> float:
        """How much more it is worth than the mean of all rolls."""
        return self.chosen.value - self.rolls.mean

    @property
    def headline(self) -> str:
        """Its value, and its luck."""
        depth = "" if self.chosen.report is None else f" at depth {self.chosen.report.depth}"
        luck = f"{abs(self.luck):.3f} {'more' if self.luck >= 0 else 'less'} than the mean of all rolls, {_worth(self.rolls.mean)}"
        return f"why {self._text(self.chosen)}: it is worth {_worth(self.chosen.value)} to {self._side}{depth}, {luck}"

    @property
    def standing(self) -> str:
        """How many rolls are better and worse, and which are the best and the worst."""
        ranked = sorted(self.rolls.rolls, key=lambda roll: -roll.value)
        better, worse = (sum(test(roll.value) for roll in ranked) for test in (self.chosen.value.__lt__, self.chosen.value.__gt__))
        text = f"of {len(ranked)} rolls, {better} are better for {self._side} and {worse} are worse"
        if len(ranked) <= 2 * MOST_NAMED:
            return f"{text}: {self._named(ranked)}"
        return f"{text}; the best: {self._named(ranked[:MOST_NAMED])}; the worst: {self._named(ranked[-MOST_NAMED:])}"

    @property
    def answer(self) -> str:
        """The line that answers it; '' where the game is over."""
        return "" if self.chosen.report is None else " ".join(self.chosen.report.best.texts)

    @property
    def _side(self) -> str:
        return str(self.rolls.position.game.players[0][0])

    def _text(self, roll: Roll) -> str:
        return " ".join(self.rolls.position.line_text(roll.moves))

    def _named(self, rolls: list[Roll]) -> str:
        return ", ".join(f"{self._text(roll)} {_worth(roll.value)}" for roll in rolls)

    def json(self) -> dict[str, Any]:
        """Return the document that ``counterply analyse --why ROLL --json`` prints."""
        head = {"roll": self._text(self.chosen), "value": self.chosen.value, "luck": self.luck, "answer": self.answer or None}
        return {**head, **self.rolls.json()}

    def __str__(self) -> str:
        return "\n".join([self.headline, self.standing, f"answered by: {self.answer}" if self.answer else "it ends the game"])


def luck_of(rolls: Rolls, outcome: Move) -> Luck:
    """Return the account of an outcome, by its code, among the rolls that were searched; raises `GameError` where it is none."""
    for roll in rolls.rolls:
        if roll.moves[0] == outcome:
            return Luck(rolls, roll)
    text = rolls.position.move_text(outcome)
    raise GameError(f"{text} is not among the {len(rolls.rolls)} of {rolls.outcomes} rolls that were searched")


def _worth(value: float) -> str:
    return signed(value, ".3f")
