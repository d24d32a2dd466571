"""Proofs of a margin: by a search to the end of the game, or by two searches that bound it.

A search to the end of the game asks one question at a time with an empty window, whether the margin exceeds a number of points:
first who wins, then by how much (`prove_margin`; Plaat et al., "Best-first fixed-depth minimax algorithms", Artificial
Intelligence 87, 1996).

If the end is out of reach, two searches value their leaves by the least and by the most points that a side can still reach.
Backed up by minimax, the first gives a lower and the second an upper bound on the margin, so the true margin lies between the two
scores of each depth. The bounds approach each other with the depth; when they meet, the position is solved, usually long before a
search could reach the end of the game.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from counterply.core.aliases import Move, Record, Score, Seat
from counterply.core.contract import best_margin
from counterply.core.evaluator import Evaluator
from counterply.core.limits import Limit
from counterply.core.report import Report
from counterply.core.values import HEURISTIC_LIMIT
from counterply.search.alphabeta.engine import Engine
from counterply.search.alphabeta.techniques import Techniques

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

LARGEST_STEP = 7  # points; to show that so many more than are known are too many costs most of a proof
POINT = 1  # steps of the grid in a point: bounds are whole numbers of points


@dataclass(frozen=True)
class MarginProof:
    """Bounds on a margin, in the view of the side to move: it lies in `lower` .. `upper`; None where there is no bound.

    `move` reaches `lower`; `step` is how many points the next question goes beyond the bound.
    """

    lower: int | None = None
    upper: int | None = None
    move: int | None = None
    step: int = 0

    @property
    def value(self) -> int | None:
        """The margin, if it is known."""
        return self.lower if self.lower == self.upper else None

    def leaves_open(self, question: int) -> bool:
        """Tell whether it is unknown if the margin is more than `question`."""
        return (self.lower is None or question >= self.lower) and (self.upper is None or question < self.upper)

    def question(self) -> int:
        """Return a number of points, to ask whether the margin is more: first who wins, then by how much.

        From a bound alone the questions go on in steps that double, up to `LARGEST_STEP`; between two bounds they halve
        the range.
        """
        if self.lower is None and self.upper is None:
            return 0
        if self.lower is None:
            assert self.upper is not None
            return -1 if self.upper == 0 else self.upper - 1 - self.step
        return self.lower + self.step if self.upper is None else (self.lower + self.upper) // 2

    def answered(self, question: int, score: Score, move: Move) -> MarginProof:
        """Return the bounds after a question whose answer is `score`."""
        farther = min(2 * self.step + 1, LARGEST_STEP)
        if score > question:
            return MarginProof(score, self.upper, move, 0 if self.lower is None else farther)
        return MarginProof(self.lower, score, self.move, 0 if self.upper is None else farther)


NOTHING_PROVEN = MarginProof()


def prove_margin(
    engine: Engine,
    position: AnyPosition,
    limit: Limit,
    known: MarginProof = NOTHING_PROVEN,
    order: list[int] | None = None,
    guess: int | None = None,
) -> tuple[MarginProof, int]:
    """Search to the end of the game for the exact margin within `limit`; return the bounds, and the nodes used.

    The results stay in the engine's table, so that a later call, with the bounds as `known`, continues the proof.

    Parameters
    ----------
    order : the root moves in the order to try them
    guess : the margin to expect: once the winner is known, the first question is whether it is reached
    """
    with engine.proving(position, limit, order) as context:
        while known.value is None:
            question = known.question()
            if guess is not None and known != NOTHING_PROVEN:  # the winner is known
                question, guess = guess - 1 if known.leaves_open(guess - 1) else question, None
            score = engine.ask(question)
            if score is None or context["horizon"]:
                break
            known = known.answered(question, score, engine.root.best() if score > question else 0)
            if abs(score) >= HEURISTIC_LIMIT:  # cut off at the end of the scale: a bound, and no more can be asked
                break
        return known, int(context["nodes"])


def move_worth(engine: Engine, position: AnyPosition, margin: int, limit: Limit) -> tuple[int | None, int]:
    """Return a move that gets the side to move `margin`, the value of the position, and the nodes it took."""
    with engine.proving(position, limit) as context:
        score = engine.ask(margin - 1)
        found = score is not None and score >= margin and not context["horizon"]
        return engine.root.best() if found else None, int(context["nodes"])


def line_worth(engine: Engine, position: AnyPosition, line: tuple[Move, ...], margin: int, limit: Limit) -> tuple[Move, ...]:
    """Return a `line` from `position`, which is worth `margin`, continued by best play, as far as `limit` allows each move."""
    place = position
    for move in line:
        place = place.after(move)
    while not place.over:
        found, _ = move_worth(engine, place, margin if place.turn == position.turn else -margin, limit)
        if found is None:
            break
        line, place = (*line, found), place.after(found)
    return line


def at_least(position: Record, setup: Record, player: Seat) -> float:
    """Return the margin that `player` is sure of: minus the best one that the opponent can still hope for."""
    return float(-best_margin(position, setup, 1 - player))


def at_most(position: Record, setup: Record, player: Seat) -> float:
    """Return the best margin that `player` can still hope for."""
    return float(best_margin(position, setup, player))


AT_LEAST = Evaluator("at least", at_least, future=True, grid=POINT, source="sound: no side can get more than its best margin")
AT_MOST = Evaluator("at most", at_most, future=True, grid=POINT, source="sound: no side can get more than its best margin")


class MarginBounds:
    """Two searches of one position; `lower` and `upper` hold its true margin, in the view of the side to move."""

    def __init__(self, position: AnyPosition, techniques: Techniques, memory_mb: int) -> None:
        self.position = position
        techniques = replace(techniques, hint=techniques.hint and not position.game.cuts)  # a move left out may be better
        self.searches = [Engine(position.game, evaluator, techniques, memory_mb // 2) for evaluator in (AT_LEAST, AT_MOST)]
        for search in self.searches:
            search.warm_up(position)
        self.lower, self.upper = self.static(position)
        self.line: tuple[int, ...] = ()
        self._depths = [0, 0]
        self.nodes = 0

    def static(self, position: AnyPosition) -> tuple[int, int]:
        """Return the bounds without a search, in the view of the side to move."""
        least, most = (search.bound.grid_value(position.record, position.turn) for search in self.searches)
        return least, most

    def deepen(self, limit: Limit) -> bool:
        """Search both bounds deeper, in place, the one that is behind first; return whether more can be found.

        Half of the limit's nodes go to either; a search that a limit has ended begins its depth anew, with the table's entries.
        """
        goes_on = False
        for which in sorted((0, 1), key=lambda which: self._depths[which]):
            if self.lower == self.upper:
                return False
            before, report = self.nodes, None
            half = limit if limit.nodes is None else limit.with_(nodes=max(1, limit.nodes // 2))
            for report in self.searches[which].deepen(self.position, half, first_depth=self._depths[which] + 1):
                self.nodes = before + report.nodes
                if report.stopped in ("", "depth", "proven"):
                    self._note(which, report)
                if self.lower == self.upper:
                    return False
            goes_on = goes_on or (report is not None and report.stopped not in ("depth", "proven"))
        return goes_on

    def _note(self, which: int, report: Report) -> None:
        assert report.score is not None
        self._depths[which] = report.depth
        if which == 0 and (report.score > self.lower or not self.line):
            self.lower, self.line = max(self.lower, report.score), report.line
        elif which == 1:
            self.upper = min(self.upper, report.score)

    def keeping_move(self, position: AnyPosition, margin: int, limit: Limit) -> int | None:
        """Return a move that is sure of `margin` for the side to move, if the limit lets one be found."""
        for report in self.searches[0].deepen(position, limit):
            if report.score is not None and report.stopped in ("", "depth", "proven") and report.score >= margin:
                return int(report.move)
        return None
