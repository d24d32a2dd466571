"""Proof search: the exact outcome of a position, with a line; or the bounds that are known when time is up.

Searches take turns, each time with more nodes, and go on where their last turn was stopped. Deepening finds short wins, with
their distance and margin. Where a game must end and no position comes twice, a search to the end of the game for the outcome
alone, with an empty window, proves long ones. Where positions can come twice, such a search would be wrong; there all reachable
positions are solved backwards if memory holds them (`retrograde`), and else it is tried for each side whether the other one can
keep it from winning (`holding`). docs/repetition.md says why each of them is sound.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

from counterply.core.evaluator import Evaluator, default_evaluator
from counterply.core.limits import NANOSECONDS, Limit, now_ns
from counterply.core.report import Line, Report
from counterply.core.values import (
    DECIDED_DISTANCE,
    DRAW,
    EXACT,
    FIRST,
    LOWER,
    ONGOING,
    OUTCOME_NAMES,
    SECOND,
    UPPER,
    distance_of,
    proven_win,
)
from counterply.search import textbook
from counterply.search.alphabeta.context import NEVER
from counterply.search.alphabeta.engine import DRAW_VALUE, LOSS, WARM_UP_NODES, WIN, Engine, can_be_searched_to_the_end
from counterply.search.alphabeta.techniques import Techniques, timing
from counterply.search.exact import retrograde
from counterply.search.exact.holding import Held, hold
from counterply.search.exact.margins import MarginBounds
from counterply.search.resistance import Spent
from counterply.search.witness import PLEASE_REPORT, fault_of
from counterply.shown.tables import Column, Tables, table_of

FIRST_TURN = 200_000  # nodes of the first turn of each search
TURN_GROWTH = 8
PROVING_PART, HOLDING_PART = 4, 8  # deepening gets this part of a turn where there are other searches; most draws are held
LINE_MOVE = 1_000_000  # nodes for each move of a line that keeps a margin
LONG_TURN = 10_000_000  # nodes; deepening gets no more at once
FIRST_TABLE, LAST_TABLE = 110_000_000, 1_000_000_000  # nodes, for which the table is sized at first and at last
NODES_PER_BUCKET = 1_000  # of the table: a small one, in the caches, costs few nodes more and is twice as fast
FIRST_POSITIONS = 1 << 14  # that are solved backwards before anything else is tried
POSITIONS_GROWTH = 8  # from turn to turn, as far as memory goes
FORCED_NODES = 5_000_000  # to see whether there is a win by forcing moves alone
PROVING = Techniques(killers=False, extensions=False)
LEAST_TIMING = 2_000_000  # nodes that a distance may always take
LINE_NODES = 5_000  # for each move of the side that cannot change the outcome
DEFAULT_MEMORY = 512  # MB; a long proof lives on its table
WINS: dict[str | None, int] = {"first": 1, "second": -1, "draw": 0}  # an outcome in the first player's view
CANNOT_WIN: dict[tuple[int | None, int | None], str] = {  # by the lower and the upper bound
    (-1, 0): "the first player cannot win",
    (0, 1): "the second player cannot win",
}


@dataclass(frozen=True)
class Solution:
    """What is known of a position; numbers in the first player's view.

    Attributes
    ----------
    proven : whether the outcome is known
    outcome : 'first', 'second' or 'draw'; None if not proven
    margin : points that the first player wins by, in games where the margin is the objective
    distance : plies to the end under best play, where the proof tells
    at_most : whether that is a bound only: a shorter way was not excluded
    lower, upper : bounds: -1 the second player wins, 0 a draw, 1 the first wins; points where the margin is the objective
    line : best play as far as it is known
    forced : in games with forcing moves, for an outcome that is not known: False says that the side to move has no win by them
        alone; None, that this is not known either
    nodes, seconds : what it took
    fault : where a proof did not stand when its line was played: what went wrong. It is withdrawn, and a fault of the search's own
    """

    proven: bool
    outcome: str | None
    margin: int | None
    distance: int | None
    lower: int | None
    upper: int | None
    line: tuple[str, ...]
    nodes: int
    seconds: float
    forced: bool | None = None
    at_most: bool = False
    fault: str = ""

    @property
    def winner(self) -> str | None:
        """Who wins: 'first' or 'second', or 'draw' where nobody does; None if that is not proven."""
        return self.outcome

    def json(self) -> dict[str, Any]:
        """Return the document that ``counterply solve --json`` prints: docs/json.md says what is in it."""
        return {**asdict(self), "line": list(self.line), "fault": self.fault or None}

    def table(self) -> Tables:
        """Return what is known as a table of one row."""
        columns = [
            Column("outcome", [self.outcome or f"{self.lower} to {self.upper}"], left=True),
            Column("plies", ["-" if self.distance is None else str(self.distance)]),
            Column("nodes", [f"{self.nodes:,}"]),
            Column("seconds", [f"{self.seconds:.2f}"]),
            Column("line", [" ".join(self.line)], left=True),
        ]
        return Tables(table_of(columns))

    def __str__(self) -> str:
        spent = f"({self.nodes:,} nodes, {self.seconds:.2f} s)"
        if not self.proven:
            forced = "; the side to move has no win by forcing moves alone" if self.forced is False else ""
            bounds = (self.lower, self.upper)
            known = "" if self.lower is None else ": " + CANNOT_WIN.get(bounds, f"between {self.lower} and {self.upper}")
            return f"not solved{known}{forced} {spent}" + (f"\nwithdrawn: {self.fault}" if self.fault else "")
        result = "a draw" if self.outcome == "draw" else f"the {self.outcome} player wins"
        points = f" by {abs(self.margin)}" if self.margin else ""
        if self.margin is None and self.lower is not None and self.upper is not None and self.lower != self.upper:
            points = " by {} to {}".format(*sorted((abs(self.lower), abs(self.upper))))
        plies = f" in {'at most ' if self.at_most else ''}{self.distance} plies" if self.distance is not None else ""
        return f"{result}{points}{plies} {spent}\n{' '.join(self.line)}"

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()


def solve(
    position: Any,
    limit: Limit | None = None,
    evaluator: Evaluator | None = None,
    listen: Callable[[Report], None] | None = None,
    memory_mb: int = DEFAULT_MEMORY,
) -> Solution:
    """Return the exact outcome of `position`, or the bounds that are known when `limit` ends the search.

    After the outcome is proven, as many nodes again, 2 million at least and 10 million at most, may go into its distance.
    """
    return _Solver(position, limit or Limit(), evaluator, listen, memory_mb).run()


def witnessed(position: Any, solution: Solution, line: tuple[int, ...]) -> Solution:
    """Return a solution whose line was played from `position`; one that does not stand is withdrawn, all that it says.

    Parameters
    ----------
    line : the codes of the solution's line
    """
    if not solution.proven or not line:
        return solution
    sign = 1 if position.turn == 0 else -1
    if position.game.objective == "margin":
        claim = Line(line[0], sign * (solution.margin or 0), line, proven=solution.margin is not None, grid=1)
        if solution.margin is None:  # only the winner is known
            claim = replace(claim, score=sign * WINS[solution.outcome] * int(proven_win(DECIDED_DISTANCE)))
    else:
        won = sign * WINS[solution.outcome]
        score = won * int(proven_win(DECIDED_DISTANCE if solution.distance is None else solution.distance))
        claim = Line(line[0], score, line, (LOWER if won > 0 else UPPER) if solution.at_most else EXACT, True)
    fault = fault_of(position, claim)
    if not fault:
        return solution
    lower, upper = (None, None) if position.game.objective == "margin" else (LOSS, WIN)
    return Solution(False, None, None, None, lower, upper, (), solution.nodes, solution.seconds, fault=f"{fault}: {PLEASE_REPORT}")


class _Solver:
    """One proof: what is spent, what is known."""

    def __init__(
        self, position: Any, limit: Limit, evaluator: Evaluator | None, listen: Callable[[Report], None] | None, memory_mb: int
    ) -> None:
        self.position, self.game, self.limit = position, position.game, limit
        self.evaluator = evaluator or default_evaluator(self.game)
        self.listen = listen
        self.memory_mb = memory_mb
        self.begin = now_ns()
        self.nodes = 0
        self.lower, self.upper = LOSS, WIN  # in the view of the side to move
        self.report: Report | None = None
        self.depth = 0
        self.move: int | None = None
        self.held = [Held(False, 0, 0), Held(False, 0, 0)]  # by seat: what keeps it from winning

    def run(self) -> Solution:
        """Return the outcome and its distance, or what is known of them when the limit ends the work."""
        if self.position.outcome() != ONGOING:
            return self._finished()
        solution, line = self._found()
        return witnessed(self.position, replace(solution, line=tuple(self.position.line_text(line))), line)

    def _found(self) -> tuple[Solution, tuple[int, ...]]:
        """Return what was found, and the codes of its line; nothing is played yet."""
        if not self.game.compiled:
            return self._plainly()
        if self.game.objective == "margin" and self.game.has("best_margin"):
            return self._by_bounds()
        self.engine = Engine(self.game, self.evaluator, PROVING, self.memory_mb)
        self.engine.warm_up(self.position)
        backwards = self.game.repeats and retrograde.applies_to(self.game)
        if backwards:
            retrograde.warm_up(self.position)
            for seat in (0, 1):
                hold(self.engine, self.position, seat, Limit(depth=1, nodes=WARM_UP_NODES))
            self.engine.forget()
        self.begin = now_ns()
        with contextlib.suppress(Spent):
            if table := self._search(backwards):
                return self._from_table(table)
        return self._solution()

    def _search(self, backwards: bool) -> retrograde.Table | None:
        """Take turns until the outcome is known and its distance was looked for; return a table that knows both, if there is one.

        Raises
        ------
        Spent
            when the limit is used up
        """
        most = retrograde.capacity_of(self.game, self.memory_mb) if backwards else 0
        capacity = min(FIRST_POSITIONS, most)
        if backwards and (table := self._backwards(capacity)):
            return table
        self.engine.size_table(self._left(FIRST_TABLE), NODES_PER_BUCKET)
        to_the_end = can_be_searched_to_the_end(self.game)
        turn, part = FIRST_TURN, PROVING_PART if to_the_end else HOLDING_PART if backwards else 1
        while self._deepen(min(turn // part, LONG_TURN)) and self.lower != self.upper:
            if to_the_end:
                self._prove(turn)
            if backwards:
                for seat in (0, 1):
                    self._hold(seat, turn)
            if self.lower == self.upper:
                break
            turn *= TURN_GROWTH
            if to_the_end and turn > FIRST_TABLE:  # long enough to need a larger table, which begins empty: not again
                turn = NEVER
                self.engine.size_table(self._left(LAST_TABLE), NODES_PER_BUCKET)
            if capacity < most:
                capacity = min(POSITIONS_GROWTH * capacity, most)
                if table := self._backwards(capacity):
                    return table
        if self.lower == self.upper and not self._endless() and not (self.report and self.report.proven):
            self._deepen(min(self.nodes // 2, LONG_TURN))
        self._time()
        return None

    def _endless(self) -> bool:
        """Tell whether a draw was proven that may go on for ever, and so has neither a distance nor a line to its end."""
        return bool(self.game.repeats) and self.lower == self.upper == DRAW_VALUE and not (self.report and self.report.proven)

    def _time(self) -> None:
        """Look for the exact distance of a win that a sound hint or a proof has seen from afar: without hints, depth by depth."""
        exact_already = self.report is not None and self.report.is_timed
        won = self.lower == self.upper != DRAW_VALUE and self.game.objective == "outcome"
        if not won or exact_already or self._spent():
            return
        nodes = min(max(self.nodes, LEAST_TIMING), LONG_TURN)
        unhinted = Engine(self.game, self.evaluator, timing(self.game), self.memory_mb)
        *_, exact = unhinted.deepen(self.position, self._left(nodes))
        self.nodes += exact.nodes
        if exact.is_timed:
            self.report, self.depth = exact, exact.depth
            self.engine = unhinted

    @property
    def _seconds(self) -> float:
        return (now_ns() - self.begin) / NANOSECONDS

    def _left(self, nodes: int) -> Limit:
        """Return the limit of a turn of `nodes`; raises `Spent` if nothing is left for it."""
        if nodes < 1 or self._spent():
            raise Spent
        seconds = self.limit.move_seconds
        if self.limit.nodes is not None:
            nodes = min(nodes, self.limit.nodes - self.nodes)
        if seconds is not None:
            seconds = max(1e-6, seconds - (now_ns() - self.begin) / NANOSECONDS)
        return Limit(seconds=seconds, nodes=nodes, depth=self.limit.depth, stop=self.limit.stop)

    def _spent(self) -> bool:
        seconds, nodes = self.limit.move_seconds, self.limit.nodes
        late = seconds is not None and (now_ns() - self.begin) / NANOSECONDS >= seconds
        return late or (nodes is not None and self.nodes >= nodes) or bool(self.limit.stop)

    def _deepen(self, nodes: int) -> bool:
        """Search for score and distance; return whether a deeper search could say more."""
        before, report = self.nodes, None
        for report in self.engine.deepen(self.position, self._left(nodes), first_depth=self.depth + 1):
            self.nodes = before + report.nodes
            if report.score is not None and report.stopped in ("", "depth", "proven"):
                self.depth = report.depth
                if self.report is None or not self.report.proven:
                    self.report = report
                if self.listen:
                    self.listen(report)
        assert report is not None
        if report.proven and report.score is not None:
            value = (report.score > 0) - (report.score < 0)
            self.lower = self.upper = value
            self.report = report
            return False
        return report.stopped != "depth"

    def _prove(self, nodes: int) -> None:
        proof = self.engine.prove(self.position, self._left(nodes), order=self.engine.complete_order(self.position))
        self.nodes += proof.nodes
        self.lower, self.upper = max(self.lower, proof.lower), min(self.upper, proof.upper)
        if proof.move is not None:
            self.move = proof.move

    def _hold(self, seat: int, nodes: int) -> None:
        """Try with `nodes` to prove that `seat` cannot win."""
        if self.held[seat].proven:
            return
        self.held[seat] = held = hold(self.engine, self.position, seat, self._left(nodes), self.held[seat].depth + 1)
        self.nodes += held.nodes
        if held.proven and seat == self.position.turn:
            self.upper = min(self.upper, DRAW_VALUE)
        elif held.proven:
            self.lower = max(self.lower, DRAW_VALUE)

    def _backwards(self, capacity: int) -> retrograde.Table | None:
        table, plays = retrograde.analyse_all(self.position, self._left(NEVER), capacity)
        self.nodes += plays
        return table

    def _by_bounds(self) -> tuple[Solution, tuple[int, ...]]:
        """Bring the certain bounds of a margin together; then a line, as long as there is something to play for."""
        bounds = MarginBounds(self.position, PROVING, self.memory_mb)
        self.begin, turn = now_ns(), FIRST_TURN
        while bounds.lower != bounds.upper and not self._spent():
            goes_on = bounds.deepen(self._left(turn))
            self.nodes = bounds.nodes
            if not goes_on:
                break
            turn *= TURN_GROWTH
        sign = 1 if self.position.turn == 0 else -1
        lower, upper = sorted((sign * bounds.lower, sign * bounds.upper))
        outcome = "first" if lower > 0 else "second" if upper < 0 else "draw" if lower == upper else None
        line = bounds.line[:1] if outcome is None or lower != upper else self._line_of(bounds, sign * lower)
        margin = lower if lower == upper else None
        return Solution(outcome is not None, outcome, margin, None, lower, upper, (), self.nodes, self._seconds), line

    def _line_of(self, bounds: MarginBounds, margin: int) -> tuple[int, ...]:
        """Return best play by both sides from the position, whose mover gets `margin`, until nothing is left to play for."""
        line: list[int] = []
        position, seat = self.position, self.position.turn
        while position.outcome() == ONGOING and not self._spent():
            least, most = bounds.static(position)
            target = margin if position.turn == seat else -margin
            move = bounds.keeping_move(position, target, self._left(LINE_MOVE)) if least < most else None
            if move is None:
                break
            line.append(move)
            position = position.after(move)
        while len(line) > 2 and line[-1] == line[-2] == line[-3]:  # both sides wait until time is up
            line.pop()
        return tuple(line)

    def _from_table(self, table: retrograde.Table) -> tuple[Solution, tuple[int, ...]]:
        outcome, distance = int(table.outcomes[0]), int(table.distances[0])
        value = {FIRST: 1, SECOND: -1, DRAW: 0}[outcome]
        plies = distance if value else None
        return Solution(True, OUTCOME_NAMES[outcome], None, plies, value, value, (), self.nodes, self._seconds), table.line()

    def _finished(self) -> Solution:
        value = {FIRST: 1, SECOND: -1, DRAW: 0}[self.position.outcome()]
        margin = self.position.margin() if self.game.objective == "margin" else None
        bound = value if margin is None else margin
        return Solution(True, OUTCOME_NAMES[self.position.outcome()], margin, 0, bound, bound, (), 0, 0.0)

    def _plainly(self) -> tuple[Solution, tuple[int, ...]]:
        """Solve a game in plain Python by the textbook's alpha-beta."""
        evaluate = textbook.evaluation(self.game, self.evaluator)
        for report in textbook.deepen(self.position, self.limit, self.evaluator, evaluate):
            self.nodes, self.depth = report.nodes, report.depth
            self.report = report
            if self.listen:
                self.listen(report)
        if self.report and self.report.proven and self.report.score is not None:
            self.lower = self.upper = (self.report.score > 0) - (self.report.score < 0)
        return self._solution()

    def _solution(self) -> tuple[Solution, tuple[int, ...]]:
        sign = 1 if self.position.turn == 0 else -1
        proven = self.lower == self.upper
        lower, upper = sorted((sign * self.lower, sign * self.upper))
        report = self.report if self.report and self.report.proven else None
        by_margin = self.game.objective == "margin"
        margin = distance = None
        if report is not None and report.score is not None:
            distance = distance_of(report.score)
            if by_margin:
                margin = sign * round(report.score / report.grid)
        line = report.line if report is not None else ()
        if proven and self.game.compiled and not self._endless():
            line = self._continued(line, report)
        if not line and self.report is not None:
            line = self.report.line
        bounds = (margin, margin) if by_margin else (lower, upper)
        forced = None
        if not proven and self.game.compiled and self.game.has("noisy_moves") and self.game.has("required") and not self.limit.stop:
            forced = self.engine.forced_win(self.position, Limit(nodes=FORCED_NODES, stop=self.limit.stop))
        outcome = {1: "first", -1: "second", 0: "draw"}[sign * self.lower] if proven else None
        at_most = report is not None and report.at_most
        return Solution(proven, outcome, margin, distance, *bounds, (), self.nodes, self._seconds, forced, at_most), line

    def _continued(self, line: tuple[int, ...], report: Report | None) -> tuple[int, ...]:
        """Return `line` continued to the end of the game, as far as the limit allows.

        Each move keeps the proven outcome, and the distance of the `report` of a win or loss where that is known; else the side
        that cannot change the outcome resists by the evaluator.
        """
        distance = None if report is None else report.distance
        if not line and self.move is not None:
            line = (self.move,)
        position = self.position
        for played in line:
            position = position.after(played)
        with contextlib.suppress(Spent):
            while position.outcome() == ONGOING:
                if distance is None:
                    move = self._keeping_move(position)
                    moves: tuple[int, ...] = () if move is None else (move,)
                else:
                    won = (self.lower == WIN) == (position.turn == self.position.turn)
                    moves, nodes = self.engine.resume(position, won, distance - len(line), self._left(LONG_TURN))
                    self.nodes += nodes
                if not moves:
                    break
                line = (*line, *moves)
                for move in moves:
                    position = position.after(move)
        return line

    def _keeping_move(self, position: Any) -> int | None:
        """Return a move that keeps the proven value of `position`; the best resistance where none can change it."""
        if can_be_searched_to_the_end(self.game):
            proof = self.engine.prove(position, self._left(LONG_TURN))
            self.nodes += proof.nodes
            if proof.value is None or proof.move is not None:
                return proof.move
            *_, report = self.engine.deepen(position, self._left(LINE_NODES))
            self.nodes += report.nodes
            return int(report.move)
        *_, report = self.engine.deepen(position, self._left(LONG_TURN))
        self.nodes += report.nodes
        return int(report.move) if report.proven else None
