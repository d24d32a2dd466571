"""The nodes that a search visited, as a tree: values, windows, and the moves that it left out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from counterply.core.errors import GameError
from counterply.core.report import Report
from counterply.core.values import BOUND_NAMES, CHANCE, EXACT, INFINITE, LOWER, PROVEN, UPPER, is_proven, score_text
from counterply.plugins.explanations.searches import EXPECTIMAX
from counterply.plugins.explanations.trace import INNER, Visit
from counterply.search.textbook import CUT, MEAN

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.core.plain_game import PlainGame

SIGNS = {EXACT: "", LOWER: ">= ", UPPER: "<= "}
LARGEST_DENOMINATOR = 36  # of a probability that is written as a fraction: that of two dice
NEAR = 1e-9  # a probability is such a fraction


def share_text(share: float | None) -> str:
    """Return a probability as people read it, '' for None.

    >>> share_text(1 / 18), share_text(0.4), share_text(0.1234)
    ('1/18', '2/5', '0.123')
    """
    if share is None:
        return ""
    fraction = Fraction(share).limit_denominator(LARGEST_DENOMINATOR)
    return str(fraction) if abs(fraction - share) < NEAR else f"{share:.3g}"


def require_no_dice(search: str, game: Game | PlainGame) -> None:
    """Raise `GameError` for a search that has a tree only where no dice decide."""
    if game.dice:
        raise GameError(f"{game.name} has dice, and the tree of {search} is one without: take {EXPECTIMAX} or alphabeta")


def shown_mean(mean: float) -> str:
    """Return a mean as people read it: -1, 0, 0.25.

    >>> shown_mean(1.0), shown_mean(-0.25), shown_mean(-0.001)
    ('1', '-0.25', '0')
    """
    text = f"{mean:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def by_parent(parents: Iterable[int]) -> dict[int, list[int]]:
    """Return the places of each node's children, in their order, by the place of each node's parent."""
    found: dict[int, list[int]] = {}
    for place, parent in enumerate(parents):
        found.setdefault(parent, []).append(place)
    return found


@dataclass(frozen=True, repr=False)
class VisitedTree:
    """A finished search of fixed depth, with all that it did.

    Attributes
    ----------
    position : the root
    search : one of `counterply.plugins.explanations.searches`
    visits : the nodes, in the order in which they were entered
    grid : of the scores
    line : the best line, as places in the visits, the root first; it ends where the search knew the rest from before
    distance : whether wins tell how far they are
    unrecorded : nodes that did not fit; their parents still count them
    iterations : the engine's result at each earlier depth; empty for other searches
    """

    position: Any
    depth: int
    search: str
    visits: list[Visit]
    grid: int
    line: tuple[int, ...]
    distance: bool = False
    unrecorded: int = 0
    iterations: tuple[Report, ...] = ()

    @cached_property
    def seat(self) -> int:
        """The side in whose view values are: the one to move at the root, and the first where chance moves there."""
        turn = int(self.position.turn)
        return 0 if turn == CHANCE else turn

    @property
    def called(self) -> str:
        """The name of the search: minimax with chance nodes is expectimax."""
        return EXPECTIMAX if self.search == "minimax" and self.position.game.dice else self.search

    @cached_property
    def _children(self) -> dict[int, list[int]]:
        return by_parent(visit.parent for visit in self.visits)

    @cached_property
    def _ranks(self) -> dict[tuple[int, Any], int]:
        found: dict[tuple[int, Any], int] = {}
        for number in self._children:
            moves = dict.fromkeys(self.visits[child].move for child in self.children(number))
            found |= {(number, move): rank for rank, move in enumerate(moves, start=1)}
        return found

    def children(self, number: int) -> list[int]:
        """Return the places of a node's children, as they were searched."""
        return self._children.get(number, [])

    def rank(self, number: int) -> int:
        """Return a node's place among the moves that were searched at its parent, from 1 on."""
        visit = self.visits[number]
        return self._ranks[visit.parent, visit.move]

    def path(self, number: int) -> list[Any]:
        """Return the moves that lead to a node."""
        moves = []
        while self.visits[number].parent >= 0:
            moves.append(self.visits[number].move)
            number = self.visits[number].parent
        return moves[::-1]

    @cached_property
    def _places(self) -> dict[int, Any]:
        return {0: self.position}

    def place(self, number: int) -> Any:
        """Return the position at a node."""
        if number not in self._places:
            visit = self.visits[number]
            self._places[number] = self.place(visit.parent).after(visit.move)
        return self._places[number]

    def move_text(self, number: int) -> str:
        """Return the move that leads to a node as text."""
        visit = self.visits[number]
        return str(self.place(visit.parent).move_text(visit.move))

    @cached_property
    def _outcomes(self) -> dict[int, tuple[float, int, float]]:
        return {}

    def _outcome(self, number: int) -> tuple[float, int, float] | None:
        """Return an outcome's probability, its place among those of its chance node, and their sum so far; None after a move."""
        visit = self.visits[number]
        if not number or self.visits[visit.parent].reason != MEAN:
            return None
        if number not in self._outcomes:  # all of its chance node's, once
            shares, total = dict(self.place(visit.parent).chances()), 0.0
            for place, child in enumerate(self.children(visit.parent), 1):
                share = shares[self.visits[child].move]
                total += share * min(max(self.visits[child].score, -PROVEN), PROVEN)
                self._outcomes[child] = share, place, total
        return self._outcomes[number]

    def share(self, number: int) -> float | None:
        """Return the probability of the outcome that leads to a node; None where a player's move does."""
        outcome = self._outcome(number)
        return None if outcome is None else outcome[0]

    def added(self, number: int) -> tuple[int, int, str] | None:
        """Return an outcome's place among those of its chance node, how many they are, and their sum so far, as people read it.

        None where a player's move leads to the node.
        """
        outcome = self._outcome(number)
        if outcome is None:
            return None
        _, place, total = outcome
        return place, len(self.children(self.visits[number].parent)), self.text(total)

    @cached_property
    def rolls(self) -> bool:
        """Whether the tree has chance nodes."""
        return any(visit.reason == MEAN for visit in self.visits)

    def left_out(self, number: int) -> list[Any]:
        """Return the moves of a node that were not searched."""
        if self.visits[number].reason not in INNER:
            return []
        tried = {self.visits[child].move for child in self.children(number)}
        return [move for move in self.place(number).moves() if move not in tried]

    def maximising(self, number: int) -> bool:
        """Tell whether the side in whose view values are moves at a node."""
        return bool(self.place(number).turn == self.seat)

    def side(self, number: int) -> str:
        """Return 'max', 'min' or 'chance', '' where neither moves nor outcomes were searched."""
        reason = self.visits[number].reason
        if reason not in INNER:
            return ""
        return "chance" if reason == MEAN else "max" if self.maximising(number) else "min"

    def condition(self, number: int) -> str:
        """Return why moves of a node were not searched, as in ``4 >= beta 3``."""
        visit, place, score = self.visits[number], self.place(number), self.text(self.visits[number].score)
        beyond = len(place.moves()) - visit.listed if visit.listed is not None else 0
        parts = []
        if visit.reason == CUT:
            maximising = self.maximising(number)
            bound, name = (visit.beta, "beta") if maximising else (visit.alpha, "alpha")
            enough = visit.score >= bound if maximising else visit.score <= bound
            sign = ">=" if maximising else "<="
            parts.append(f"{score} {sign} {name} {self.text(bound)}" if enough else f"{score} is as much as can still be won")
        elif len(self.left_out(number)) > beyond:
            parts.append("late moves")
        if beyond and visit.required:
            parts.append(f"{beyond} lose at once" + (" or are no candidates" if visit.hinted and place.game.cuts else ""))
        elif beyond:
            parts.append(f"{beyond} are no candidates")
        return "; ".join(parts)

    def text(self, score: float) -> str:
        """Return a score as people read it."""
        if abs(score) == INFINITE:
            return "+inf" if score > 0 else "-inf"
        if is_proven(score) and not self.distance:
            return "win" if score > 0 else "loss"
        if is_proven(score) or not self.whole:
            return score_text(round(score), self.grid)
        return shown_mean(score / self.grid)

    @cached_property
    def whole(self) -> bool:
        """Whether all values, means aside, are whole numbers, which are written as such; their means have few decimals."""
        scores = (visit.score for visit in self.visits if not self.rolls or visit.reason not in INNER)
        return all(score % self.grid == 0 for score in scores if not is_proven(score))

    def unit(self, score: int) -> float | None:
        """Return a score in the evaluator's unit, None for an infinite one."""
        return None if abs(score) == INFINITE else score / self.grid

    def order_text(self, number: int) -> str:
        """Return a node's rank and the reason for it, as in ``2 killer`` or ``3 history 16``."""
        visit = self.visits[number]
        return f"{self.rank(number)} {visit.sorted_by}{f' {visit.credit}' if visit.credit else ''}".rstrip()

    def window_text(self, number: int) -> str:
        """Return the window of a node; of an empty one, the question that it asks."""
        visit = self.visits[number]
        if visit.beta - visit.alpha > 1:
            return f"{self.text(visit.alpha)} {self.text(visit.beta)}"
        return f"> {self.text(visit.alpha)} ?" if self.maximising(visit.parent) else f"< {self.text(visit.beta)} ?"

    def value_text(self, number: int) -> str:
        """Return a node's value, with a sign where it is only a bound."""
        visit = self.visits[number]
        return SIGNS[visit.bound] + self.text(visit.score)

    def node_json(self, number: int) -> dict[str, Any]:
        """Return a node as a document, without its move; scores in the evaluator's unit."""
        visit = self.visits[number]
        return {
            "alpha": self.unit(visit.alpha),
            "beta": self.unit(visit.beta),
            "score": self.unit(visit.score),
            "bound": BOUND_NAMES[visit.bound],
            "why": visit.reason,
            "nodes": visit.nodes,
            "deeper": visit.deeper,
            "rank": self.rank(number) if number else None,
            "sorted_by": visit.sorted_by or None,
            "credit": visit.credit,
        }

    def json(self) -> dict[str, Any]:
        """Return the document that ``counterply tree --json`` prints; scores in the evaluator's unit.

        Its nodes stand in the order in which they were entered.
        """
        nodes = [
            {
                "move": self.move_text(number) if number else None,
                "parent": visit.parent if number else None,
                "probability": self.share(number),
                **self.node_json(number),
                "again": visit.again,
                "not_searched": [self.place(number).move_text(move) for move in self.left_out(number)],
            }
            for number, visit in enumerate(self.visits)
        ]
        line = [nodes[number]["move"] for number in self.line[1:]]
        head = {"search": self.called, "depth": self.depth, "visited": self.visits[0].nodes, "unrecorded": self.unrecorded}
        return {**head, "line": line, "nodes": nodes}
