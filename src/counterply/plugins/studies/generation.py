"""New positions worth having: of many random ones, those in which a decision is at stake, or those that a player finds even."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from counterply.core.errors import UsageError
from counterply.core.limits import Limit
from counterply.core.values import is_proven
from counterply.players.named import NamedPlayer
from counterply.plugins.studies.sampling import PROOF_MEMORY
from counterply.search.exact.solve import solve

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

NODES_A_MEGABYTE = 15_000  # of a proof's table; a large one takes long to clear for a small budget


@dataclass(frozen=True)
class Decision:
    """The exact worth of each move of a position.

    Attributes
    ----------
    outcome : 'first', 'second' or 'draw'
    depth : plies to see it: to the end of the shortest win, or until the last of the moves that lose has lost; None if not known
    moves : outcome of each move, by its text
    """

    outcome: str
    depth: int | None
    moves: dict[str, str]


def decision_of(position: AnyPosition, limit: Limit, least_depth: int) -> Decision | None:
    """Return the worth of the moves of `position`.

    None if all are worth the same, if fewer plies than `least_depth` show it, or if `limit` was too short for one of them.
    """
    own, other = ("first", "second") if position.turn == 0 else ("second", "first")
    memory = PROOF_MEMORY if limit.nodes is None else min(PROOF_MEMORY, 1 + limit.nodes // NODES_A_MEGABYTE)
    outcomes: dict[str, str] = {}
    depths: dict[str, list[int | None]] = {own: [], other: [], "draw": []}
    for move in () if position.over else position.moves():
        solution = solve(position.after(move), limit, memory_mb=memory)
        if solution.outcome is None:
            return None
        outcomes[position.move_text(move)] = solution.outcome
        depths[solution.outcome].append(None if solution.distance is None else solution.distance + 1)
    if len(set(outcomes.values())) < 2:
        return None
    known = {outcome: [depth for depth in found if depth is not None] for outcome, found in depths.items()}
    if depths[own]:
        decision = Decision(own, min(known[own], default=None), outcomes)
    else:
        decision = Decision("draw", max(known[other]) if len(known[other]) == len(depths[other]) else None, outcomes)
    return None if decision.depth is not None and decision.depth < least_depth else decision


def distinct(positions: Iterable[Any]) -> Iterator[Any]:
    """Yield the positions that are not like an earlier one up to symmetry."""
    seen: set[int] = set()
    for position in positions:
        key = position.canonical_key()
        if key not in seen:
            seen.add(key)
            yield position


class Opinion:
    """A player's opinion of a position: its score in the evaluator's unit, to the side to move; None if proven or stopped."""

    def __init__(self, player: str, limit: Limit, seed: int) -> None:
        self.name = player
        self.player = NamedPlayer(player)
        self.limit = limit
        self.seed = seed

    def __call__(self, position: AnyPosition) -> float | None:
        """Return the score of a position; raise `UsageError` for a player that gives none."""
        self.player.start(position.game, position.turn, self.seed)
        report = self.player.choose(position, self.limit)
        if report.score is None and self.limit.stop:  # Ctrl-C came before any move was searched
            return None
        if report.score is None:
            raise UsageError(f"{self.name} gave a move no score within its limit, so it cannot judge openings")
        return None if is_proven(report.score) else report.score / report.grid
