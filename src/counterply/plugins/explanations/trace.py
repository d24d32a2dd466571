"""A search, node by node: a `Count` that records the textbook's search, and an engine that keeps its trace."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from counterply.core.evaluator import Evaluator
from counterply.core.game import Game
from counterply.core.limits import Limit
from counterply.core.values import EXACT, INFINITE, LOWER, UPPER, is_proven
from counterply.search.alphabeta import tracing
from counterply.search.alphabeta.context import PLIES, TRACED
from counterply.search.alphabeta.engine import WARM_UP_NODES, Engine
from counterply.search.alphabeta.ordering import LAST_HINT, TABLE_MOVE_FIRST
from counterply.search.alphabeta.technique import HINT_UNIT, HINTED, REQUIRED
from counterply.search.alphabeta.techniques import Techniques
from counterply.search.textbook import CUT, MEAN, SEARCHED, Count, LimitReached

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

MOST_RECORDS = 1_000_000  # nodes of a trace; minimax and alpha-beta are stopped where they have more, the engine goes on without
FORCED = "forced"
REASONS = ("inside", "end", "leaf", "cut", SEARCHED, "table", "decided", "margin", "static")  # by the numbers in a record
INNER = (CUT, SEARCHED, MEAN)  # those of nodes whose moves, or outcomes of chance, were searched


@dataclass(slots=True)
class Visit:
    """One node of a search.

    Attributes
    ----------
    move : that leads here; None at the root
    parent : its place in the list of visits; -1 for the root. A node comes after its parent, and before its next sibling
    ply : moves from the root
    alpha, beta : the window with which it was entered
    score : the search's score, in the view of the side to move at the root
    reason : why it ended: LEAF, END, CUT, SEARCHED or MEAN, of the textbook; in the engine also another of `REASONS`, or FORCED
    nodes : visited below it, and itself
    again : whether the move has been searched before, with another window or less deep; then it is no node of its own, but for the
        root's moves when the root itself is searched again
    deeper : plies that it was searched deeper than its parent's depth asks for; negative: less deep
    listed : moves that there were to search; None: all that are legal
    required, hinted : whether these are replies that do not lose at once, and whether they are candidates of the game
    sorted_by : the reason for the move's rank among its siblings: 'table' (best when the position was last searched), 'killer' (cut
        at this ply), 'hint' (of the game), 'history' (cut elsewhere), 'last depth' (the root's best); '' for the game's own order
    credit : steps of that hint, or of the history
    """

    move: Any
    parent: int
    ply: int
    alpha: int
    beta: int
    score: int = 0
    reason: str = SEARCHED
    nodes: int = 1
    again: bool = False
    deeper: int = 0
    listed: int | None = None
    required: bool = False
    hinted: bool = False
    sorted_by: str = ""
    credit: int = 0

    @property
    def bound(self) -> int:
        """Whether the score is the value here (EXACT), or the value is at least (LOWER) or at most (UPPER) the score.

        A score inside the window is exact, and so are a leaf's and a mean.
        """
        if self.reason in ("leaf", "end", "decided", MEAN) or self.alpha < self.score < self.beta:
            return EXACT
        return LOWER if self.score >= self.beta else UPPER


@dataclass
class Trace(Count):
    """Counts nodes, and remembers all of them in the order in which they were entered."""

    visits: list[Visit] = field(default_factory=lambda: [Visit(None, -1, 0, -INFINITE, INFINITE)])
    _open: list[int] = field(default_factory=lambda: [0])

    def visit(self, move: Any, alpha: int = -INFINITE, beta: int = INFINITE) -> None:
        """Write down a node, in place; see `Count.visit`."""
        super().visit(move, alpha, beta)
        if len(self.visits) >= MOST_RECORDS:
            raise LimitReached
        self.visits.append(Visit(move, self._open[-1], len(self._open), alpha, beta))
        self._open.append(len(self.visits) - 1)

    def leave(self, score: int, reason: str) -> None:
        """Write down how a node ended, in place."""
        number = self._open.pop()
        visit = self.visits[number]
        visit.score, visit.reason, visit.nodes = score, reason, len(self.visits) - number


def sorted_by(order: int, killer: bool, hinted: bool) -> tuple[str, int]:
    """Return the reason for a move's rank, and its credit, from its value in `order_moves`.

    >>> sorted_by(3 * HINT_UNIT + 4, False, True), sorted_by(4, False, False), sorted_by(TABLE_MOVE_FIRST, True, False)
    (('hint', 3), ('history', 4), ('table', 0))
    """
    if order == TABLE_MOVE_FIRST:
        return "table", 0
    if killer:
        return "killer", 0
    step, history = divmod(order, HINT_UNIT)
    if hinted and step and step > LAST_HINT:
        return "hint", step
    return ("history", history) if history and step >= 0 else ("", 0)


class TracedEngine(Engine):
    """An engine that writes down the nodes of a depth, from `restart` on; with a `line`, those on it and their children."""

    facts = (TRACED,)

    def __init__(
        self,
        game: Game,
        evaluator: Evaluator,
        techniques: Techniques,
        room: int = MOST_RECORDS,
        line: Sequence[int] | None = None,
    ) -> None:
        super().__init__(game, evaluator, techniques)
        self._records = np.zeros(room, tracing.VISIT)
        self.context["trace"] = self._records.ctypes.data
        self.context["trace_room"] = room
        self.context["trace_follows"][0] = 1
        followed = () if line is None else line[:PLIES]
        self.context["trace_length"] = -1 if line is None else len(followed)
        self.context["trace_line"][: len(followed)] = followed
        self.restart()

    def warm_up(self, position: AnyPosition) -> None:
        """Compile the search, and nothing else: no result is proven here."""
        list(self.deepen(position, Limit(depth=1, nodes=WARM_UP_NODES)))
        self.forget()
        self.context["nodes"] = 0
        self.restart()

    def restart(self) -> None:
        """Begin a new trace, in place: its first record is the root's."""
        self._before = int(self.context["nodes"])
        self.context["trace_count"] = 1
        self._begins: set[int] = set()  # places of the first nodes of each search of the root

    def search_root(self, depth: int, alpha: int, beta: int, skip: int = 0, rising: bool = True) -> int:
        """Search as the engine does; the root is searched again where all candidates lose, and its moves are nodes again."""
        self._begins.add(int(self.context["trace_count"]))
        return super().search_root(depth, alpha, beta, skip, rising)

    @property
    def unrecorded(self) -> int:
        """The number of nodes that did not fit."""
        return max(0, int(self.context["trace_count"]) - len(self._records))

    def visits(self, depth: int, score: int) -> list[Visit]:
        """Return the nodes since `restart`, of a search `depth` plies deep that found `score`.

        A move of the root that was searched with several windows is there several times.
        """
        nodes = int(self.context["nodes"]) - self._before + 1
        visits = [Visit(None, -1, 0, -INFINITE, INFINITE, score, nodes=nodes, listed=int(self.context["root_count"]))]
        seat, depths, tried = int(self.context["player"]), [depth], set()
        entered: set[tuple[int, int]] = set()  # in this search of the root
        for place, record in enumerate(self._records[1 : int(self.context["trace_count"])].tolist(), start=1):
            order, parent, move, alpha, beta, score, below, listed, left, ply, mover, code, kind = record
            if mover != seat:
                alpha, beta, score = -beta, -alpha, -score
            if place in self._begins:
                entered = set()
            again, is_node = (parent, move) in tried, (parent, move) not in entered
            tried.add((parent, move))
            entered.add((parent, move))
            depths.append(left)
            by, credit = sorted_by(order, bool(kind & tracing.KILLER), visits[parent].hinted)
            reason = FORCED if code in (tracing.LEAF, tracing.EARLY) and is_proven(score) else REASONS[code]
            visit = Visit(move, parent, ply, alpha, beta, score, reason, below + is_node, again, left - depths[parent] + 1)
            if code in (tracing.CUT, tracing.SEARCHED):
                visit.listed, visit.required, visit.hinted = listed, bool(kind & REQUIRED), bool(kind & HINTED)
            visit.sorted_by, visit.credit = by, credit
            visits.append(visit)
        if self._before and len(visits) > 1:
            visits[1].sorted_by = "last depth"
        return visits
