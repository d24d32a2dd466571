"""The winner of an opening under best play: the baseline of conversion and swindle."""

from __future__ import annotations

from typing import Any

from counterply.core.evaluator import ZERO
from counterply.core.limits import Limit
from counterply.core.values import DRAW, FIRST, SECOND
from counterply.search.alphabeta.engine import Engine, can_be_searched_to_the_end
from counterply.search.exact.outcomes import prove_outcome

GIVE_UP = 3  # openings in a row that were not solved: the rest will not be either


class OpeningSolver:
    """Finds the winner of an opening under best play, as far as a search to the end of the game can within its time limit."""

    def __init__(self, seconds: float) -> None:
        self.limit = Limit(seconds=seconds)
        self.failures = 0
        self.engine: Any = None

    def __call__(self, position: Any) -> int | None:
        """Return FIRST, SECOND or DRAW, or None."""
        if self.failures >= GIVE_UP or not position.game.compiled or not can_be_searched_to_the_end(position.game):
            return None
        if self.engine is None or self.engine.game is not position.game:
            self.engine = Engine(position.game, ZERO)
            self.engine.warm_up(position)
        self.engine.forget()
        value = prove_outcome(self.engine, position, self.limit).value
        self.failures = 0 if value is not None else self.failures + 1
        if value is None:
            return None
        return DRAW if value == 0 else FIRST if (value > 0) == (position.turn == 0) else SECOND
