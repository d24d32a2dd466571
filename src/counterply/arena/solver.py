"""The winner of an opening under best play: the baseline of conversion and swindle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from counterply.core.evaluator import ZERO
from counterply.core.limits import Limit
from counterply.core.values import DRAW, FIRST, OUTCOME_NAMES, SECOND
from counterply.search.alphabeta.engine import Engine, can_be_searched_to_the_end, must_end
from counterply.search.exact.outcomes import prove_outcome
from counterply.search.exact.solve import solve

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

GIVE_UP = 3  # openings in a row that were not solved: the rest will not be either
GIVE_UP_AT_ONCE = 1  # the same, where points count and none has been solved yet: such proofs take longer
MEMORY = 64  # MB of a proof in games where points count


class OpeningSolver:
    """Finds the winner of an opening under best play, as far as a proof can within its time limit; it remembers its answers."""

    def __init__(self, seconds: float) -> None:
        self.limit = Limit(seconds=seconds)
        self.failures = 0
        self.engine: Any = None
        self._known: dict[tuple[str, int], int | None] = {}

    def __call__(self, position: AnyPosition) -> int | None:
        """Return FIRST, SECOND or DRAW, or None."""
        game = position.game
        if not game.compiled or not must_end(game) or game.chance or game.hidden:
            return None
        place = game.full_name, position.key()
        if place in self._known:
            return self._known[place]
        by_outcome = can_be_searched_to_the_end(game)
        if self.failures >= (GIVE_UP if by_outcome or any(self._known.values()) else GIVE_UP_AT_ONCE):
            return None
        found = self._known[place] = self._proven(position) if by_outcome else self._solved(position)
        self.failures = 0 if found is not None else self.failures + 1
        return found

    def _proven(self, position: AnyPosition) -> int | None:
        """Return the outcome of a game in which nothing else counts."""
        if self.engine is None or self.engine.game is not position.game:
            self.engine = Engine(position.game, ZERO)
            self.engine.warm_up(position)
        self.engine.forget()
        value = prove_outcome(self.engine, position, self.limit).value
        if value is None:
            return None
        return DRAW if value == 0 else FIRST if (value > 0) == (position.turn == 0) else SECOND

    def _solved(self, position: AnyPosition) -> int | None:
        """Return the outcome of a game in which points count."""
        outcome = solve(position, self.limit, memory_mb=MEMORY).outcome
        return None if outcome is None else OUTCOME_NAMES.index(outcome)
