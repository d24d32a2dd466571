"""The loss of a played move: its winning chance against that of the best move, both searched with equal nodes and to equal depths.

The score of a search varies from depth to depth: that is its noise. So a possible mistake is searched again, for longer, and
counts only if the last depths that both searches have reached agree on it; the loss is their mean. With hidden information, a
search may draw a single world at random: then the longer search is the mean of several others, since the best move may owe its
score to the first world.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from counterply.core.limits import Limit
from counterply.core.report import Line
from counterply.core.values import ONGOING, points_of
from counterply.plugins.board.requests import VERDICTS
from counterply.search.choose import Search
from counterply.search.request import SearchRequest

if TYPE_CHECKING:
    from counterply.core.aliases import Move
    from counterply.core.position import AnyPosition

DEPTHS = 3  # that are compared, the last ones
MARKED = min(VERDICTS.values())  # the least loss that has a mark
LONGER = 10  # times the nodes
WORLDS = 5  # that the longer search is divided among, where something is hidden
Chance = Callable[[Line], float | None]  # of the side to move to win, by a line's score


@dataclass
class Outlook:
    """The chances of a move: by depth, or the proven result alone."""

    proven: float | None = None
    by_depth: dict[int, float] = field(default_factory=dict)

    def at(self, depth: int) -> float:
        """Return the chance at a depth that was reached."""
        return self.by_depth[depth] if self.proven is None else self.proven


def loss(search: Search, place: AnyPosition, moves: tuple[Any, Any], limit: Limit, chance: Chance) -> float | None:
    """Return the winning chance that the second move lost against the first; None where nothing can be compared."""
    found = [outlook(search, place, move, limit, chance) for move in moves]
    known = [each.proven is not None for each in found]
    if known[0] != known[1] or max(differences(*found), default=0.0) >= MARKED:
        pairs = zip(moves, found, strict=True)
        found = [longer(search, place, move, limit, chance) if each.proven is None else each for move, each in pairs]
    return lost(*found)


def longer(search: Search, place: AnyPosition, move: Move, limit: Limit, chance: Chance) -> Outlook:
    """Search one move of a position with more nodes; where something is hidden, in several worlds."""
    worlds = WORLDS if place.game.hidden else 1
    limit = limit.with_(nodes=limit.nodes and limit.nodes * LONGER // worlds)
    if worlds == 1:
        return outlook(search, place, move, limit, chance)
    found = [outlook(search, place, move, limit, chance, seed) for seed in range(1, worlds + 1)]
    depths = set.intersection(*(set(each.by_depth) for each in found))
    return Outlook(by_depth={depth: sum(each.at(depth) for each in found) / worlds for depth in depths})


def outlook(search: Search, place: AnyPosition, move: Move, limit: Limit, chance: Chance, seed: int = 0) -> Outlook:
    """Search one move of a position. What may be drawn or is hidden is sampled alike for all moves of the position."""
    after = place.after(move)
    uncertain = place.game.chance or place.game.hidden
    if not uncertain and after.outcome() != ONGOING:
        return Outlook(points_of(after.outcome(), place.turn))
    request = SearchRequest(after, limit)
    if uncertain:
        request = SearchRequest(place.seen_by(place.turn, 0), limit, order=[move], seed=seed)
    same = uncertain or after.turn == place.turn
    search.forget()
    found = Outlook()
    for report in search.deepen(request):
        if report.score is None or (mine := chance(report.best)) is None:
            continue
        mine = mine if same else 1 - mine
        found.by_depth.setdefault(report.depth, mine)
        if report.proven:
            found.proven = mine
    return found


def lost(best: Outlook, played: Outlook) -> float | None:
    """Return the chance that was lost; None where nothing can be compared."""
    found = differences(best, played)
    if not found:
        return None
    return sum(found) / len(found) if min(found) >= MARKED else max(0.0, min(found))


def differences(best: Outlook, played: Outlook) -> list[float]:
    """Return how much better the best move was at each of the last depths; once where both are proven."""
    if best.proven is not None and played.proven is not None:
        return [best.proven - played.proven]
    known = [set(each.by_depth) for each in (best, played) if each.proven is None]
    return [best.at(depth) - played.at(depth) for depth in sorted(set.intersection(*known))[-DEPTHS:]]
