"""How a search reads its positions: what it does on either side's turns, and which number of an answer is the value.

Runs in the student's process, and needs nothing but the standard library and its neighbours.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from typing import Any

from counterply.plugins.own_boards.line_games import Moves
from counterply.plugins.own_boards.one_call import numbers_of
from counterply.plugins.own_boards.states import NotReachedError, States

SCRIPTS = (
    (0.5, -0.25, 0.75, -0.5, 0.25, -0.625, 0.125, -0.125, 0.375),
    (-0.5, -0.25, -0.75, -0.625, -0.125, -0.375, -0.875, -0.3125, -0.4375),
    (0.375, 0.5, 0.125, 0.875, 0.25, 0.75, 0.625, 0.3125, 0.4375),
)  # values that come back, in the order of its moves: less than any program's end of a game


class Way(States):
    """A search's positions, and how it reads their values.

    Attributes
    ----------
    top : whether it is told that the first side maximises; None where it is told nothing
    kinds : what it does after an even and an odd number of moves: max, min, or neg, the max of the negated values
    """

    top: Any = None
    kinds: tuple[str, str] = ("", "")
    place: Any = None  # of the value in an answer

    def number(self, answer: Any) -> float | None:
        """Return the value of an answer."""
        numbers = numbers_of(answer)
        if len(numbers) == 1:
            return next(iter(numbers.values()))
        return numbers.get(self.place if self.place in numbers else self._place_at_end)

    @cached_property
    def _place_at_end(self) -> Any:
        """The place of the value in answers to finished games, which differ there; None if they differ nowhere."""
        with suppress(NotReachedError):
            one, other = (numbers_of(self.calls(moves)[0]) for moves, _ in self.game.ended[:2])
            return next((place for place in one if one[place] != other.get(place)), None)
        return None

    def sign(self, ply: int) -> int:
        """Return 1 where a value after so many moves is larger for what is better for the side that began, else -1."""
        if "neg" in self.kinds:
            return 1 - 2 * (ply % 2)
        return 1 if self.kinds[0] == "max" else -1

    def probe(self, moves: Moves) -> str:
        """Return what it does with values that come back: max, min, neg; '' for something else."""
        script = SCRIPTS[0]
        answer, calls, _ = self.calls(moves, lambda number: script[number])
        values = script[: len(calls)]
        found = {max(values): "max", min(values): "min", -min(values): "neg"} if calls else {}
        for place, number in numbers_of(answer).items():
            if number in found:
                self.place = place
                return found[number]
        return ""
