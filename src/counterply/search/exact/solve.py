"""Proof search: the exact outcome of a position, with a line; or the bounds that are known when time is up.

It alternates several searches, each round with more nodes; each continues where it stopped. Iterative deepening finds short wins,
with their distance and margin. If a game must end and no position repeats, a search to the end of the game with an empty window
proves long wins: the outcome alone or, if the margin is the objective, the winner and then the margin. If positions can repeat,
such a search would be wrong; instead, all reachable positions are solved backwards if memory holds them (`retrograde`), and,
if only the outcome counts, the module tests for each side whether the other one can keep it from winning (`holding`).
docs/search/repetition.md proves each of them sound.

The outcome comes first. The distance takes much longer; it is searched for only where it is cheap, or on request.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from counterply.core.aliases import Depth, Seat
from counterply.core.evaluator import Evaluator, default_evaluator
from counterply.core.limits import NANOSECONDS, Limit, now_ns
from counterply.core.report import Report
from counterply.core.values import FIRST, ONGOING, OUTCOME_NAMES, distance_of
from counterply.search import textbook
from counterply.search.alphabeta.context import NEVER
from counterply.search.alphabeta.engine import (
    WARM_UP_NODES,
    Engine,
    ends_in_time,
    must_end,
)
from counterply.search.alphabeta.root_lines import resume
from counterply.search.alphabeta.techniques import Techniques, timing
from counterply.search.exact import retrograde
from counterply.search.exact.cannot_win import Held, hold
from counterply.search.exact.margins import NOTHING_PROVEN, MarginBounds, MarginProof, move_worth, prove_margin
from counterply.search.exact.outcomes import DRAW_VALUE, LOSS, WIN, prove_outcome
from counterply.search.exact.solution import WINS, ProofProgress, Solution, known_of, nothing_known, telling, witnessed
from counterply.search.repetition import drawn_again
from counterply.search.request import Spent

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

FIRST_TURN = 200_000  # nodes of the first turn of each search
TURN_GROWTH = 8
PROVING_PART, HOLDING_PART = 4, 8  # deepening gets this part of a turn where there are other searches; most draws are held
MARGIN_PART = 64  # and this one where a search to the end finds the margin: then it serves the order of the moves alone
LINE_MOVE = 1_000_000  # nodes for each move of a line that keeps a margin
LONG_TURN = 10_000_000  # nodes; deepening gets no more at once
FIRST_TABLE, LAST_TABLE = 10_000_000, 200_000_000  # nodes, for which the table is sized at first and at last
NODES_PER_BUCKET = 100  # of the table: a tenth of it would cost 20 empty cells of Othello half as many nodes again
FIRST_POSITIONS = 1 << 14  # that are solved backwards before anything else is tried
POSITIONS_GROWTH = 8  # from turn to turn, as far as memory goes
FORCED_NODES = 5_000_000  # to see whether there is a win by forcing moves alone
PROVING = Techniques(killers=False, extensions=False)
CHEAP_NODES, CHEAP_PART = 200_000, 4  # a distance is cheap that takes so many nodes (0.04 s), or this part of the proof's
LINE_NODES = 5_000  # for each move of the side that cannot change the outcome
DEFAULT_MEMORY = 512  # MB; a long proof lives on its table


def solve(
    position: AnyPosition,
    limit: Limit | None = None,
    evaluator: Evaluator | None = None,
    listen: Callable[[ProofProgress], None] | None = None,
    memory_mb: int = DEFAULT_MEMORY,
    distance: bool = False,
) -> Solution:
    """Return the exact outcome of `position`, or the bounds that are known when `limit` ends the search.

    Parameters
    ----------
    listen : called from time to time, from another thread
    distance : look for the exact distance of a win too, until `limit`; else only where that is cheap
    """
    solver = _Solver(position, limit or Limit(), evaluator, memory_mb, distance)
    with telling(listen, solver.progress):
        return solver.run()


class _Solver:
    """One proof: its bounds and its costs so far."""

    def __init__(self, position: AnyPosition, limit: Limit, evaluator: Evaluator | None, memory_mb: int, distance: bool) -> None:
        self.position, self.game, self.limit = position, position.game, limit
        self.evaluator = evaluator or default_evaluator(self.game)
        self.memory_mb = memory_mb
        self.distance = distance
        self.begin = now_ns()
        self.nodes = 0
        self.by_margin = self.game.by_margin
        self.to_the_end = must_end(self.game)  # is the game searched
        self.lower, self.upper = LOSS, WIN  # in the view of the side to move
        self.margin = NOTHING_PROVEN
        self.report: Report | None = None
        self.depth = 0
        self.move: int | None = None
        self.held = [Held(False, 0, 0), Held(False, 0, 0)]  # by seat: the proof that it cannot win
        self.doing = ""
        self._working: tuple[int, Any] | None = None  # the nodes before, and the context, of an engine that is at work
        self._listing = retrograde.nothing_listed()  # while all positions are listed

    def progress(self) -> ProofProgress:
        """Return what the proof does, its nodes or positions so far, and the bounds it knows; another thread may ask."""
        doing, nodes, working = self.doing, self.nodes, self._working
        if working is not None:
            begun, context = working
            nodes = max(nodes, begun + int(context["nodes"]))
            done, moves = int(context["root_done"]), int(context["root_count"])
            if moves > 1 and done < moves:
                doing = f"{doing}, move {done + 1} of {moves}"
        elif self._listing[retrograde.PLAYS]:
            found, done = int(self._listing[retrograde.COUNT]), int(self._listing[retrograde.DONE])
            doing, nodes = f"{doing}: {found:,} found, {found - done:,} to go on from", nodes + int(self._listing[retrograde.PLAYS])
        lower, upper = self._bounds()
        if self.lower == self.upper and not self.by_margin:
            known = "a draw" if lower == DRAW_VALUE else f"the {'first' if lower == WIN else 'second'} player wins"
        else:
            known = "" if nothing_known(lower, upper) else known_of(lower, upper)
        return ProofProgress(doing, nodes, self._seconds, known)

    def _bounds(self) -> tuple[int | None, int | None]:
        """Return the bounds in the first player's view: of the outcome, or of the margin if that is the objective."""
        lower, upper = (self.margin.lower, self.margin.upper) if self.by_margin else (self.lower, self.upper)
        if self.position.turn == 0:
            return lower, upper
        return None if upper is None else -upper, None if lower is None else -lower

    def run(self) -> Solution:
        """Return the outcome, and its distance if requested; or bounds if the limit ends the search."""
        if self.position.outcome() != ONGOING:
            return self._finished()
        solution, line = self._found()
        return witnessed(self.position, replace(solution, line=tuple(self.position.line_text(line))), line)

    def _found(self) -> tuple[Solution, tuple[int, ...]]:
        """Return the solution and the codes of its line, before the line is played."""
        if not self.game.compiled:
            return self._plainly()
        if self.by_margin and self.game.has("best_margin") and not self.game.repeats:
            return self._by_bounds()
        self.engine = Engine(self.game, self.evaluator, PROVING, self.memory_mb)
        self.engine.warm_up(self.position)
        backwards = bool(self.game.repeats) and retrograde.can_list(self.game) and not drawn_again(self.position)
        if backwards:
            retrograde.warm_up(self.position)
            for seat in () if self.by_margin else (0, 1):
                hold(self.engine, self.position, seat, Limit(depth=1, nodes=WARM_UP_NODES))
            self.engine.forget()
        self.begin = now_ns()
        with contextlib.suppress(Spent):
            if table := self._search(backwards):
                return self._from_table(table)
        return self._solution()

    def _search(self, backwards: bool) -> retrograde.Tablebase | None:
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
        self.engine.table.make_room(self._left(FIRST_TABLE), NODES_PER_BUCKET)
        holding = backwards and not self.by_margin
        part = (MARGIN_PART if self.by_margin else PROVING_PART) if self.to_the_end else HOLDING_PART if holding else 1
        turn, deepens, searched = FIRST_TURN, True, False
        while not self._known():
            deepens = deepens and self._deepen(min(turn, PROVING_PART * LONG_TURN) // part)
            if self._known() or (not deepens and self.limit.depth is not None):
                break
            if not deepens and ends_in_time(self.game):  # a hint may have let it prove nothing at any depth
                self.to_the_end = True
            if not deepens and capacity == most and (searched or not self.to_the_end):
                break
            if self.to_the_end:
                self._prove(turn)
                searched = turn == NEVER  # a search without a limit of nodes has tried everything
            if holding:
                for seat in (0, 1):
                    self._hold(seat, turn)
            if self._known():
                break
            turn *= TURN_GROWTH
            if self.to_the_end and turn > FIRST_TABLE:  # long enough to need a larger table, which begins empty: not again
                turn = NEVER
                self.engine.table.make_room(self._left(LAST_TABLE), NODES_PER_BUCKET)
            if capacity < most:
                capacity = min(POSITIONS_GROWTH * capacity, most)
                if table := self._backwards(capacity):
                    return table
        if self.lower == self.upper and not self.by_margin:
            self._look_for_distance()
        return None

    def _known(self) -> bool:
        """Tell whether nothing is open but a distance."""
        return self.margin.value is not None if self.by_margin else self.lower == self.upper

    def _endless(self) -> bool:
        """Tell whether a draw was proven that may go on for ever, and so has neither a distance nor a line to its end."""
        return bool(self.game.repeats) and self.lower == self.upper == DRAW_VALUE and not (self.report and self.report.proven)

    def _look_for_distance(self) -> None:
        """Look for the exact distance of a proven win: until the limit where it was asked for, else as long as that is cheap."""
        cheap = max(self.nodes // CHEAP_PART, CHEAP_NODES)
        begun, most = self.nodes, NEVER if self.distance else cheap
        if not self._endless() and not (self.report and self.report.proven):
            self._deepen(min(max(self.nodes // 2, cheap), LONG_TURN) if self.distance else cheap // 2)
        self._time(most - (self.nodes - begun))

    def _time(self, nodes: int) -> None:
        """Look with `nodes` for the exact distance of a win that a hint or proof has seen from afar: without hints, by depths."""
        exact_already = self.report is not None and self.report.is_timed
        won = self.lower == self.upper != DRAW_VALUE
        if not won or exact_already or nodes < 1 or self._spent():
            return
        unhinted = Engine(self.game, self.evaluator, timing(self.game), self.memory_mb)
        with self._task("looking for the shortest way, depth by depth", unhinted):
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
            seconds = max(1e-6, seconds - self._seconds)
        return Limit(seconds=seconds, nodes=nodes, depth=self.limit.depth, stop=self.limit.stop)

    def _spent(self) -> bool:
        seconds, nodes = self.limit.move_seconds, self.limit.nodes
        late = seconds is not None and self._seconds >= seconds
        return late or (nodes is not None and self.nodes >= nodes) or bool(self.limit.stop)

    def _deepen(self, nodes: int) -> bool:
        """Search for score and distance; return whether a deeper search could say more."""
        before, report = self.nodes, None
        with self._task(f"deepening to {self.depth + 1} plies"):
            for report in self.engine.deepen(self.position, self._left(nodes), first_depth=self.depth + 1):
                self.nodes = before + report.nodes
                if report.score is not None and report.stopped in ("", "depth", "proven"):
                    self.depth = report.depth
                    self.doing = f"deepening to {self.depth + 1} plies"
                    if self.report is None or not self.report.proven:
                        self.report = report
        assert report is not None
        if report.proven and report.score is not None:
            self._take(report)
            return False
        return report.stopped != "depth"

    def _take(self, report: Report) -> None:
        """Take the proven result of a report."""
        assert report.score is not None
        self.report = report
        self.lower = self.upper = (report.score > 0) - (report.score < 0)
        if self.by_margin:
            points = round(report.score / report.grid)
            self.margin = MarginProof(points, points, int(report.move) if self.game.compiled else None)

    def _prove(self, nodes: int) -> None:
        """Search with `nodes` to the end of the game for the outcome or, where it is the objective, for the margin."""
        order = self.engine.root.complete_order(self.position)
        if self.by_margin:
            with self._task("searching to the end of the game for the margin"):
                self.margin, spent = prove_margin(self.engine, self.position, self._left(nodes), self.margin, order)
                self.nodes += spent
            lower, upper = self.margin.lower, self.margin.upper
            self.lower = LOSS if lower is None else max(LOSS, min(lower, WIN))
            self.upper = WIN if upper is None else max(LOSS, min(upper, WIN))
            self.move = self.margin.move
        else:
            with self._task("searching to the end of the game"):
                proof = prove_outcome(self.engine, self.position, self._left(nodes), order, self.upper)
                self.nodes += proof.nodes
            self.lower, self.upper = max(self.lower, proof.lower), min(self.upper, proof.upper)
            self.move = self.move if proof.move is None else proof.move

    def _hold(self, seat: Seat, nodes: int) -> None:
        """Try with `nodes` to prove that `seat` cannot win."""
        if self.held[seat].proven:
            return

        def tell(depth: Depth) -> None:
            self.doing = f"trying to keep the {OUTCOME_NAMES[FIRST + seat]} player from winning, in {depth} plies"

        with self._task(""):
            self.held[seat] = held = hold(self.engine, self.position, seat, self._left(nodes), self.held[seat].depth + 1, tell)
            self.nodes += held.nodes
        if held.proven and seat == self.position.turn:
            self.upper = min(self.upper, DRAW_VALUE)
        elif held.proven:
            self.lower = max(self.lower, DRAW_VALUE)

    def _backwards(self, capacity: int) -> retrograde.Tablebase | None:
        """List all positions that can be reached and solve them backwards, if there are no more than `capacity`."""
        self.doing, self._listing = f"listing all positions, {capacity:,} at most", retrograde.nothing_listed()
        table, plays = retrograde.analyse_all(self.position, self._left(NEVER), capacity, self._listing)
        self._listing = retrograde.nothing_listed()
        self.nodes += plays
        return table

    @contextlib.contextmanager
    def _task(self, doing: str, engine: Engine | None = None) -> Iterator[None]:
        """Name the task of an engine, by default the solver's, inside a ``with``; `progress` then shows its nodes as they grow."""
        context = (engine or self.engine).context
        context["nodes"] = 0  # of the task before
        self.doing, self._working = doing, (self.nodes, context)
        try:
            yield
        finally:
            self._working = None

    def _by_bounds(self) -> tuple[Solution, tuple[int, ...]]:
        """Bring the certain bounds of a margin together; then a line, as long as there is something to play for."""
        bounds = MarginBounds(self.position, PROVING, self.memory_mb)
        self.begin, turn = now_ns(), FIRST_TURN
        self.doing = "bringing the bounds of the margin together"
        while bounds.lower != bounds.upper and not self._spent():
            goes_on = bounds.deepen(self._left(turn))
            self.nodes = bounds.nodes
            self.margin = MarginProof(bounds.lower, bounds.upper)
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
        line = []
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

    def _from_table(self, table: retrograde.Tablebase) -> tuple[Solution, tuple[int, ...]]:
        outcome = OUTCOME_NAMES[table.outcomes[0]]
        value = WINS[outcome]
        if self.by_margin:
            self.doing = "looking for the margin"
            points, line = table.with_margin()
            return Solution(True, outcome, points, None, points, points, (), self.nodes, self._seconds), line
        plies = int(table.distances[0]) if value else None
        return Solution(True, outcome, None, plies, value, value, (), self.nodes, self._seconds), table.line()

    def _finished(self) -> Solution:
        outcome = OUTCOME_NAMES[self.position.outcome()]
        margin = self.position.margin() if self.by_margin else None
        bound = WINS[outcome] if margin is None else margin
        return Solution(True, outcome, margin, 0, bound, bound, (), 0, 0.0)

    def _plainly(self) -> tuple[Solution, tuple[int, ...]]:
        """Solve a game in plain Python by the textbook's alpha-beta."""
        textbook.require_plain_rules(self.game)
        evaluate = textbook.evaluation(self.game, self.evaluator)
        self.doing = "searching in plain Python"
        for report in textbook.deepen(self.position, self.limit, self.evaluator.grid, evaluate):
            self.nodes, self.depth = report.nodes, report.depth
            self.report = report
        if self.report and self.report.proven and self.report.score is not None:
            self._take(self.report)
        return self._solution()

    def _solution(self) -> tuple[Solution, tuple[int, ...]]:
        proven, (lower, upper) = self.lower == self.upper, self._bounds()
        report = self.report if self.report and self.report.proven else None
        distance = None if report is None or report.score is None or self.by_margin else distance_of(report.score)
        line = report.line if report is not None else ()
        if proven and self.game.compiled:
            line = self._held_line() if self._endless() else self._continued(line, report)
        elif not line and self.report is not None:
            line = self.report.line
        forced = None
        if not proven and self.game.compiled and not self.limit.stop:
            forced = self.engine.forced_win(self.position, Limit(nodes=FORCED_NODES, stop=self.limit.stop))
        sign = 1 if self.position.turn == 0 else -1
        outcome = next(name for name, value in WINS.items() if value == sign * self.lower) if proven else None
        margin = lower if self.by_margin and lower == upper else None
        at_most = report is not None and report.at_most
        return Solution(proven, outcome, margin, distance, lower, upper, (), self.nodes, self._seconds, forced, at_most), line

    def _continued(self, line: tuple[int, ...], report: Report | None) -> tuple[int, ...]:
        """Return `line` continued to the end of the game, as far as the limit allows.

        Each move keeps the proven outcome, and the distance of the `report` of a win or loss where that is known; else the side
        that cannot change the outcome resists by the evaluator.
        """
        distance = None if report is None else report.distance
        self.doing = "playing the line to its end"
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
                    moves, nodes = resume(self.engine, position, won, distance - len(line), self._left(LONG_TURN))
                    self.nodes += nodes
                if not moves:
                    break
                line = (*line, *moves)
                for move in moves:
                    position = position.after(move)
        return line

    def _held_line(self) -> tuple[int, ...]:
        """Return a line in which each side keeps the other from winning, until a position repeats, as far as the limit allows."""
        line: tuple[int, ...] = ()
        position, seen = self.position, set()
        with contextlib.suppress(Spent):
            while position.outcome() == ONGOING and (key := position.key()) not in seen:
                seen.add(key)
                held = hold(self.engine, position, 1 - position.turn, self._left(LINE_MOVE))
                self.nodes += held.nodes
                if held.move is None:
                    break
                position, line = position.after(held.move), (*line, held.move)
        return line

    def _keeping_move(self, position: AnyPosition) -> int | None:
        """Return a move that keeps the proven value of `position`; the best resistance in a lost position."""
        if self.by_margin and self.to_the_end:
            if self.margin.value is None:
                return None
            worth = self.margin.value if position.turn == self.position.turn else -self.margin.value
            move, nodes = move_worth(self.engine, position, worth, self._left(LINE_MOVE))
            self.nodes += nodes
            return move
        if self.to_the_end:
            proof = prove_outcome(self.engine, position, self._left(LONG_TURN))
            self.nodes += proof.nodes
            if proof.value is None or proof.move is not None:
                return proof.move
            *_, report = self.engine.deepen(position, self._left(LINE_NODES))
            self.nodes += report.nodes
            return int(report.move)
        *_, report = self.engine.deepen(position, self._left(LONG_TURN))
        self.nodes += report.nodes
        return int(report.move) if report.proven else None
