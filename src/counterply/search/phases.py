"""The four phases of a move's search that also proves, and the share of the limit that each may use.

A search to the end of the game grows by a factor with each ply, so most proofs in a long game would fail. The *sight* of the end,
as the search of the previous move left it, determines the share of the limit for each phase.

1. Test whether an earlier proof in the table says that the position is lost. If so, deepening serves only to order the moves.
2. Deepen.
3. Prove the outcome, if the proof is likely to finish. If that is unknown, first try to prove the end of the expected line.
4. If the position is proven lost, resist (`counterply.search.resistance`); otherwise continue deepening.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from counterply.core.limits import Limit
from counterply.core.report import Report
from counterply.core.values import DECIDED_WIN, EXACT, HEURISTIC_LIMIT, LOWER, UPPER, is_proven
from counterply.search.alphabeta.engine import Engine
from counterply.search.exact.margins import NOTHING_PROVEN, prove_margin
from counterply.search.exact.outcomes import DRAW_VALUE, LOSS, WIN, Proof, prove_outcome
from counterply.search.request import SearchRequest, Spending
from counterply.search.resistance import Resistance

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition


class Sight(enum.Enum):
    """Whether a proof to the end of the game is likely to finish."""

    UNKNOWN = "no move has looked in this game"
    FAR = "the move before looked in vain"
    NEAR = "the move before has seen it"


@dataclass(frozen=True)
class Shares:
    """Up to which part of the whole limit each phase goes; None leaves it out."""

    lost: float | None
    deepen: float
    look: float | None
    prove: float | None


LOST_SHARE = 0.04  # of a limit, to see whether the position is lost
RESIST_AFTER = 0.05  # for deepening in a lost position, before the best resistance is sought
FIRST_SHARE = 0.25  # for deepening before a proof is tried
PROOF_SHARE = 0.5  # for the proof
PROBE_SHARE = 0.05  # for proving the end of the expected line: dev/measurements-archive.md, 2026-11-21
SHARES = {  # a move that looks in vain has deepened in one piece: the proof waits for the next move
    Sight.UNKNOWN: Shares(None, FIRST_SHARE, FIRST_SHARE + PROBE_SHARE, FIRST_SHARE + PROOF_SHARE),
    Sight.FAR: Shares(None, 1.0 - PROBE_SHARE, 1.0, None),
    Sight.NEAR: Shares(LOST_SHARE, FIRST_SHARE, None, FIRST_SHARE + PROOF_SHARE),
}
POINTS_NEAR = Shares(None, 0.1, None, 1.0)  # where the margin is the objective: bounds of it are worth having, too
LOOKED_PLIES = 4  # of the expected line, where the margin is the objective: proofs of it grow by two or more with each ply


class Phases:
    """The phases of one move, and their results; `sight` is the starting point of the next move."""

    def __init__(self, engine: Engine, resistance: Resistance | None, request: SearchRequest, sight: Sight) -> None:
        self.engine, self.resistance, self.request, self.sight = engine, resistance, request, sight
        self.shares = POINTS_NEAR if engine.by_margin and sight == Sight.NEAR else SHARES[sight]
        self.spending = Spending(request)
        self.lost = False  # whether the position is proven lost, and no limit was too short to say so
        self.report: Report | None = None

    def run(self) -> Iterator[Report]:
        """Yield a report for each completed depth, the last one with the reason why it stopped."""
        self.engine.table.make_room(self.request.limit)
        self.lost = self.resistance is not None and self.is_lost(self.shares.lost)
        yield from self.deepen(RESIST_AFTER if self.lost else self.shares.deepen)
        assert self.report is not None
        order = self.engine.root.complete_order(self.request.position)
        self.lost = self.lost or (self.report.lost and self.resistance is not None)
        if self.report.stopped == "stop" or (self.report.proven and not (self.report.lost and self.lost)):
            yield self.report
        elif not self.lost and (proven := self.prove(order)):
            yield proven
        elif self.lost and self.resistance is not None:
            yield self.resist(self.resistance, order)
        else:
            yield from self.go_on(order)

    # --- the phases

    def is_lost(self, share: float | None) -> bool:
        """Phase 1: tell whether a short proof says that the position is lost."""
        proof = self.proof_until(share, self.request.position, self.request.order)
        return proof is not None and proof.upper == LOSS

    def deepen(self, share: float) -> Iterator[Report]:
        """Phase 2: yield a report for each completed depth but the last one, which is kept, and remember the longest line."""
        spent = self.spending.nodes
        self.expected: tuple[int, ...] = ()  # of an interrupted depth, the first moves alone may be known
        for report in search_depths(self.engine, self.request, self.spending.until(share) or self.request.limit.with_(nodes=1)):
            self.report = replace(report, nodes=spent + report.nodes)
            self.expected = report.line if len(report.line) >= len(self.expected) else self.expected
            if not report.stopped:
                yield self.report
        assert self.report is not None
        self.spending.nodes = self.report.nodes

    def prove(self, order: list[int]) -> Report | None:
        """Phase 3: return a report of a win or draw that was proven; else note a proven loss or a new sight, in place."""
        assert self.report is not None
        if self.sight != Sight.NEAR:
            self.look_ahead()
            self.report = self.spending.stamp(self.report)
        if self.engine.by_margin:
            return self.prove_points(order) if self.sight == Sight.NEAR else None
        proof = self.proof_until(self.shares.prove, self.request.position, order) if self.sight == Sight.NEAR else None
        if proof is None:
            return None
        self.lost = proof.upper == LOSS
        if proof.value not in (DRAW_VALUE, WIN):
            return None
        score = DECIDED_WIN if proof.value == WIN else 0  # how play goes on, the proof does not say
        assert proof.move is not None
        found = replace(self.report, move=proof.move, line=(proof.move,), score=score, bound=EXACT, proven=True, several=())
        return self.spending.stamp(found, stopped="proven")

    def prove_points(self, order: list[int]) -> Report | None:
        """Phase 3 where the margin is the objective: return a report of the proven margin.

        Or of a move that is sure of a win, or of as much as deepening hopes for; None where there is none.
        """
        report, known = self.report, NOTHING_PROVEN
        if report is None or report.score is None:
            return None
        guess = round(report.score / report.grid)
        for share in (self.shares.prove, 1.0):
            limit = None if share is None else self.spending.until(share)
            if limit is not None and known.value is None:
                known, nodes = prove_margin(self.engine, self.request.position, limit, known, order, guess)
                self.spending.nodes += nodes
            if known.lower is None or (known.value is None and known.lower <= min(0, guess - 1)):
                return None
        assert known.lower is not None
        assert known.move is not None
        if known.value is None and known.lower < guess and known.move == report.move:  # sure of a win, perhaps of more
            return self.spending.stamp(report)
        line, score, exact = (known.move,), known.lower * report.grid, known.value is not None
        if abs(score) > HEURISTIC_LIMIT:  # more points than a score of this grid can say
            return None
        found = replace(report, move=known.move, line=line, score=score, bound=EXACT if exact else LOWER, proven=exact, several=())
        return self.spending.stamp(found, stopped="proven" if exact else report.stopped)

    def resist(self, resistance: Resistance, order: list[int]) -> Report:
        """Phase 4: return the move after which this opponent is most likely to go wrong; the line, where deepening chose it too."""
        assert self.report is not None
        report = self.report
        choice = resistance.choose(self.request.position, order, self.spending)
        if not (report.proven and choice.move == report.move):
            report = replace(report, move=choice.move, line=(choice.move,), score=-DECIDED_WIN, bound=EXACT)
        return self.spending.stamp(report, proven=True, several=(), stopped="resists")

    def go_on(self, order: list[int]) -> Iterator[Report]:
        """Phase 4: continue deepening; the reports of a position that is proven lost say so at every depth."""
        assert self.report is not None
        spent, rest, report = self.spending.nodes, self.spending.until(1.0), self.report
        deeper = replace(self.request, order=order, first_depth=report.depth + 1)
        for last in (report,) if rest is None else search_depths(self.engine, deeper, rest):
            self.spending.nodes = spent if rest is None else spent + last.nodes
            found = last if last.score is not None else after_interruption(last, report)
            if self.lost and not found.proven:
                line = found.line[:1]  # the rest of deepening's line may contain moves that give the win away
                found = replace(found, line=line, score=-DECIDED_WIN, bound=EXACT, proven=True, several=())
            yield self.spending.stamp(found, stopped=last.stopped)

    # --- shared by the phases

    def proof_until(self, share: float | None, position: AnyPosition, order: list[int] | None = None) -> Proof | None:
        """Try to prove a position's outcome until `share` of the limit is used; return the proof, or None if nothing is left."""
        limit = None if share is None else self.spending.until(share)
        if limit is None:
            return None
        proof = prove_outcome(self.engine, position, limit, order)
        self.spending.nodes += proof.nodes
        return proof

    def look_ahead(self) -> None:
        """Note, in place, whether the expected line reaches the end of the game, or its end is proven for a part of the limit."""
        place = self.request.position
        for move in self.expected[: LOOKED_PLIES if self.engine.by_margin else None]:
            place = place.after(move)
        if place.over:
            self.sight = Sight.NEAR
        elif proof := self.proof_until(self.shares.look, place):
            self.sight = Sight.FAR if proof.cut_short else Sight.NEAR


def after_interruption(last: Report, before: Report) -> Report:
    """Return the report of a depth that has no score yet: the one `before`, unless its move turned out to lose.

    Then the next move is played; that it is worth no more was found before.
    """
    if last.move == before.move or before.score is None or is_proven(before.score):
        return before if last.move == before.move else last
    return replace(last, score=before.score, bound=UPPER)


def search_depths(engine: Engine, request: SearchRequest, limit: Limit) -> Iterator[Report]:
    """Deepen within `limit` as `request` says, and nothing else."""
    return engine.deepen(
        request.position,
        limit,
        lines=request.lines,
        order=request.order,
        first_depth=request.first_depth,
    )
