"""Which search suits a game: asked here once, for `analyse`, for every player that searches, and for the studies.

Compiled games are searched by the engine; those with chance or hidden information in sampled worlds; games in plain Python as in
the textbook. Whoever asks gets a `Search`, whichever of them it is.

The engine deepens, and where a search to the end of the game makes sense it also *proves*: a search for the outcome alone sees a
won game many plies before one that also wants the distance. Where the loss is proven, a player *resists*
(`counterply.search.resistance`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from counterply.core.errors import UsageError
from counterply.core.evaluator import Evaluator, default_evaluator
from counterply.core.limits import NANOSECONDS, Limit, now_ns
from counterply.core.report import Report
from counterply.core.values import EXACT, is_loss, is_proven
from counterply.core.words import unknown
from counterply.search import textbook
from counterply.search.alphabeta.engine import (
    DECIDED_WIN,
    DEFAULT_MEMORY,
    DRAW_VALUE,
    LOSS,
    MAX_DEPTH,
    WIN,
    Engine,
    Proof,
    can_be_searched_to_the_end,
)
from counterply.search.alphabeta.techniques import ALPHABETA_ONLY, MINIMAX_ONLY, Techniques
from counterply.search.resistance import Budget, Resistance
from counterply.search.witness import witnessed
from counterply.search.worlds import WorldSearch, WorldSettings

LOST_SHARE = 0.04  # of a limit, to see whether the position is lost
RESIST_AFTER = 0.05  # for deepening in a lost position, before the best resistance is sought
FIRST_SHARE = 0.25  # for deepening before a proof is tried
PROOF_SHARE = 0.5  # for the proof
PROBE_SHARE = 0.05  # for proving the end of the expected line: docs/measurements.md, 2026-11-21
FEWEST_NODES = 100  # with a lower limit, all of it goes to deepening
TIMING_NODES = 100_000  # that the distance of a win may take at least, where only a depth limits the search
LINE_NODES = 20_000  # for each move of a line that is played out to the end
SEARCHES = {"engine": None, "alphabeta": ALPHABETA_ONLY, "minimax": MINIMAX_ONLY}


@dataclass(frozen=True)
class Wishes:
    """How whoever asks wants to search; each kind of search takes what it knows.

    Attributes
    ----------
    techniques : of the compiled search; None are its own
    memory : MB of its table
    threads : of the compiled search, for one move
    plain : search in plain Python, as in the textbook
    pruning : alpha-beta in plain Python; else minimax
    proof, resist : whether the engine proves, and in a lost position resists
    worlds : how to sample what nobody knows; None refuses games with chance or hidden information
    """

    techniques: Techniques | None = None
    memory: int = DEFAULT_MEMORY
    threads: int = 1
    plain: bool = False
    pruning: bool = True
    proof: bool = False
    resist: bool = False
    worlds: WorldSettings | None = WorldSettings()  # noqa: RUF009 - immutable


@dataclass(frozen=True)
class SearchRequest:
    """What a search is asked for.

    Attributes
    ----------
    lines : how many root moves get an exact score and a line, where the search can say more than one
    order : the root moves in the order to try them; of equal ones, the first is played. None: ascending
    seed : decides what is sampled
    reserve : seconds to keep from the limit
    begin : when the limit began to run, on the clock of `now_ns`
    first_depth : where deepening begins, where the search can choose
    """

    position: Any
    limit: Limit
    lines: int = 1
    order: list[Any] | None = None
    seed: int = 0
    reserve: float = 0.0
    begin: int = field(default_factory=now_ns)
    first_depth: int = 1


class Search(ABC):
    """A search with its memory, for one game and one evaluator. Not to be shared between threads.

    Attributes
    ----------
    game, evaluator : what it is for
    notes : what people should know of it, such as an evaluator that runs in plain Python
    longest_pause : the longest time in seconds between two looks at the clock in the last search
    """

    notes: tuple[str, ...] = ()
    longest_pause: float = 0.0

    def __init__(self, game: Any, evaluator: Evaluator) -> None:
        self.game = game
        self.evaluator = evaluator

    def warm_up(self, position: Any) -> None:  # noqa: B027 - plain Python has nothing to compile
        """Compile what a search from here needs, before a limit runs."""

    def make_room(self, limit: Limit) -> None:  # noqa: B027 - the textbook remembers nothing
        """Allocate what a search within `limit` can fill, before it runs; else the search does, which takes some of it."""

    def forget(self) -> None:  # noqa: B027 - nor does it forget
        """Forget what was found in the last game, in place."""

    def deepen(self, request: SearchRequest) -> Iterator[Report]:
        """Search deeper and deeper; yield a `Report` for each completed depth, the last one with the reason why it stopped.

        What is proven was played before it is shown: `counterply.search.witness`.
        """
        for report in self.reports(request):
            yield witnessed(request.position, report)

    def analyse(self, request: SearchRequest) -> Iterator[Report]:
        """Deepen, for people: the last report also has its line to the end of the game, where that can be.

        A win or a loss whose distance is still to be found is shown before that is looked for.
        """
        for report in self.reports(request):
            if not report.stopped:
                yield witnessed(request.position, report)
                continue
            if report.score is not None and report.proven and is_proven(report.score) and not report.is_timed:
                yield witnessed(request.position, replace(report, stopped=""))
            yield witnessed(request.position, self.completed(request, report))

    @abstractmethod
    def reports(self, request: SearchRequest) -> Iterator[Report]:
        """Do what `deepen` does; nothing is played yet."""

    def completed(self, request: SearchRequest, report: Report) -> Report:
        """Return the last report with what people want to know of a proof, as far as the limit allows: distance and whole line."""
        return report

    def answered(self, position: Any, limit: Limit) -> None:  # noqa: B027 - only resistance wants to know
        """Note, in place, that the opponent's last move led to `position`; what to play there is to be found within `limit`."""

    def moved(self, position: Any, report: Report) -> None:  # noqa: B027 - only resistance wants to know
        """Note, in place, the move that is played."""


class TextbookSearch(Search):
    """Alpha-beta or minimax in plain Python; one line."""

    def __init__(self, game: Any, evaluator: Evaluator, pruning: bool) -> None:
        textbook.require_plain_rules(game)
        super().__init__(game, evaluator)
        self.pruning = pruning
        self._evaluate = textbook.evaluation(game, evaluator)

    def reports(self, request: SearchRequest) -> Iterator[Report]:
        """Search in plain Python."""
        return textbook.deepen(
            request.position,
            request.limit,
            self.evaluator,
            self._evaluate,
            pruning=self.pruning,
            order=request.order,
            reserve=request.reserve,
            begin=request.begin,
            first_depth=request.first_depth,
        )


class SampledSearch(Search):
    """The engine's search in sampled worlds, as the mover sees them."""

    def __init__(self, game: Any, evaluator: Evaluator, wishes: Wishes) -> None:
        super().__init__(game, evaluator)
        techniques = wishes.techniques or Techniques()
        if techniques.reductions is None:
            techniques = replace(techniques, reductions=True)
        self.worlds = WorldSearch(game, evaluator, wishes.worlds, techniques, wishes.memory, wishes.threads)
        self.notes = (self.worlds.bound.note,) if self.worlds.bound.note else ()

    def warm_up(self, position: Any) -> None:
        """Compile."""
        self.worlds.warm_up(position)

    def make_room(self, limit: Limit) -> None:
        """Allocate the table."""
        self.worlds.engine.size_table(limit)

    def forget(self) -> None:
        """Empty the table, in place."""
        self.worlds.forget()

    @property
    def longest_pause(self) -> float:  # type: ignore[override]
        """The longest time in seconds between two looks at the clock in the last search."""
        return self.worlds.longest_pause

    def reports(self, request: SearchRequest) -> Iterator[Report]:
        """Search all worlds deeper and deeper, from depth 1 on; a line is one move."""
        reports = self.worlds.deepen(
            request.position,
            request.limit,
            lines=request.lines,
            order=request.order,
            seed=request.seed,
            reserve=request.reserve,
            begin=request.begin,
        )
        for report in reports:
            yield replace(report, lines=report.lines[: request.lines])


class Spending:
    """What one request has used of its limit; `nodes` counts the nodes. Searches get the limit in parts of the whole."""

    def __init__(self, request: SearchRequest) -> None:
        self.request = request
        self.nodes = 0
        self._seconds = request.limit.move_seconds

    def until(self, part: float) -> Limit | None:
        """Return the limit of a search that may go on until `part` of the whole is used; None if no node is left for it."""
        limit = self.request.limit
        nodes = None if limit.nodes is None else int(limit.nodes * part) - self.nodes
        if nodes is not None and nodes <= 0:
            return None
        return Limit(seconds=None if self._seconds is None else self._seconds * part, nodes=nodes, stop=limit.stop)

    def stamp(self, report: Report, **changes: Any) -> Report:
        """Return a report with what the whole request has used so far, and with `changes`."""
        return replace(report, nodes=self.nodes, seconds=(now_ns() - self.request.begin) / NANOSECONDS, **changes)


class EngineSearch(Search):
    """The engine: it deepens, proves and resists."""

    def __init__(self, game: Any, evaluator: Evaluator, wishes: Wishes) -> None:
        super().__init__(game, evaluator)
        self.engine = Engine(game, evaluator, wishes.techniques, wishes.memory, wishes.threads)
        used = self.engine.techniques
        # whether a search to a depth leaves out moves within it, so that a short win may be missed
        self.cuts = used.reductions or (game.cuts and used.hint) or (used.static and evaluator.swing > 0)
        self.proves = wishes.proof and can_be_searched_to_the_end(game)
        self.resistance = Resistance(game, self.engine) if self.proves and wishes.resist else None
        self._in_sight: bool | None = None  # whether proofs are likely to end; None: nobody has looked in this game
        if self.engine.bound.plain:
            self.notes = (self.engine.bound.note or f"evaluator {evaluator.name} runs in plain Python",)

    def warm_up(self, position: Any) -> None:
        """Compile."""
        self.engine.warm_up(position)

    def make_room(self, limit: Limit) -> None:
        """Allocate the table."""
        self.engine.size_table(limit)

    def forget(self) -> None:
        """Empty the table, in place."""
        self.engine.forget()
        self._in_sight = None
        if self.resistance is not None:
            self.resistance.forget_game()

    @property
    def longest_pause(self) -> float:  # type: ignore[override]
        """The longest time in seconds between two looks at the clock in the last search."""
        return self.engine.longest_pause

    def answered(self, position: Any, limit: Limit) -> None:
        """Watch how the opponent answers; where nodes are limited, a game does not depend on the games before it."""
        if self.resistance is None:
            return
        if self.resistance.first_move and limit.nodes is not None:
            self.resistance.forget_opponent()
        self.resistance.answered(position)

    def moved(self, position: Any, report: Report) -> None:
        """Watch how the opponent answers."""
        if self.resistance is not None:
            self.resistance.moved(position, report)

    def reports(self, request: SearchRequest) -> Iterator[Report]:
        """Deepen; with `proof`, prove too, and in a lost position resist."""
        limit = request.limit
        few = limit.nodes is not None and limit.nodes < FEWEST_NODES
        endless = limit.with_(simulations=None).unlimited
        proves = self.proves and request.lines == 1 and limit.depth is None and not endless and not few
        return self._prove_too(request) if proves else self._plain(request, limit)

    def completed(self, request: SearchRequest, report: Report) -> Report:
        """Return the last report with its exact distance, where the limit suffices, and its line to the end of the game."""
        several = report.lines
        report = replace(self._with_distance(request, report), lines=())  # the best one goes on to the end
        report = self.engine.to_the_end(request.position, report, Limit(nodes=LINE_NODES, stop=request.limit.stop))
        if request.lines == 1:
            return report
        others = (line for line in several if line.move != report.move)
        return replace(report, lines=(report.best, *others)[: request.lines])

    def _with_distance(self, request: SearchRequest, report: Report) -> Report:
        """Return the report of a proven win or loss with its exact distance, if the rest of the limit suffices to find it.

        Depth by depth, without what sees a win from afar. Where only a depth limits the search, it may take as many nodes again.
        """
        if report.score is None or not (report.proven and is_proven(report.score)) or report.is_timed:
            return report
        spending = Spending(request)
        spending.nodes = report.nodes
        rest = spending.until(1.0)
        if rest is None:
            return report
        if request.limit.depth is not None:
            rest = rest.with_(nodes=min(rest.nodes or TIMING_NODES, max(report.nodes, TIMING_NODES)))
        rest = rest.with_(depth=report.distance or MAX_DEPTH)
        *_, found = self.engine.deepen_timed(request.position, rest, reserve=request.reserve, begin=request.begin)
        spending.nodes += found.nodes
        return spending.stamp(replace(found, lines=()) if found.is_timed else report)

    def _plain(self, request: SearchRequest, limit: Limit) -> Iterator[Report]:
        """Deepen within `limit`, and nothing else."""
        return self.engine.deepen(
            request.position,
            limit,
            lines=request.lines,
            order=request.order,
            reserve=request.reserve,
            begin=request.begin,
            first_depth=request.first_depth,
        )

    def _prove_too(self, request: SearchRequest) -> Iterator[Report]:
        """Deepen, then try to prove the outcome, then go on deepening; where the loss is proven, resist."""
        spending, resistance = Spending(request), self.resistance
        self.engine.size_table(request.limit)
        looked = self._in_sight is not None

        # 1. Is it lost, as an earlier proof may have left in the table? Then there is nothing to deepen for but a good order.
        part = spending.until(LOST_SHARE) if resistance is not None and self._in_sight else None
        lost = part is not None and self._prove(request, part, request.order, spending).upper == LOSS

        # 2. Deepen: in one piece, where the end was out of sight at the last move.
        first = RESIST_AFTER if lost else FIRST_SHARE if self._in_sight or not looked else 1.0 - PROBE_SHARE
        spent = spending.nodes
        expected: tuple[int, ...] = ()  # the longest line so far: of an interrupted depth, the first moves alone may be known
        for report in self._plain(request, spending.until(first) or request.limit.with_(nodes=1)):
            report = replace(report, nodes=spent + report.nodes)
            expected = report.line if len(report.line) >= len(expected) else expected
            if not report.stopped:
                yield report
        spending.nodes = report.nodes
        best_first = self.engine.complete_order(request.position)
        known_loss = report.score is not None and report.proven and is_loss(report.score)
        if report.stopped == "stop" or (report.proven and not (known_loss and resistance is not None)):
            yield report
            return

        # 3. Prove, where that is likely to end.
        if not (lost or known_loss):
            hopeful = self._in_sight
            if not hopeful:  # where the move before looked in vain, nothing is left for a proof; at the next move there is
                hopeful = self._look_ahead(request, expected, spending.until(first + PROBE_SHARE), spending) and not looked
                report = spending.stamp(report)
            part = spending.until(FIRST_SHARE + PROOF_SHARE) if hopeful else None
            if part is not None:
                proof = self._prove(request, part, best_first, spending)
                lost = proof.upper == LOSS
                if proof.value in (DRAW_VALUE, WIN):
                    yield spending.stamp(_report_of_proof(report, proof), stopped="proven")
                    return

        # 4. Resist, or go on deepening.
        if resistance is not None and (lost or known_loss):
            yield self._resist(resistance, report, best_first, spending)
        else:
            yield from self._go_on(request, report, best_first, spending, lost)

    def _prove(self, request: SearchRequest, limit: Limit, order: list[int] | None, spending: Spending) -> Proof:
        """Return what the engine can prove of the outcome."""
        proof = self.engine.prove(request.position, limit, order=order, reserve=request.reserve, begin=request.begin)
        spending.nodes += proof.nodes
        return proof

    def _look_ahead(self, request: SearchRequest, line: tuple[int, ...], part: Limit | None, spending: Spending) -> bool:
        """Tell whether a proof is in sight, and note it, in place.

        A search to the end of the game grows by a factor with each ply. So the end of an expected line is proven for a part of
        what the root would take, or the root is out of reach.
        """
        place = request.position
        for move in line:
            place = place.after(move)
        if place.over:
            self._in_sight = True
        elif part is not None:
            self._in_sight = not self._prove(replace(request, position=place), part, None, spending).cut_short
        return bool(self._in_sight)

    def _resist(self, resistance: Resistance, report: Report, best_first: list[int], spending: Spending) -> Report:
        """Return the move after which this opponent is most likely to go wrong; the line, where deepening had chosen it too."""
        request = spending.request
        budget = Budget(request.limit, request.begin, request.reserve, spending.nodes)
        choice = resistance.choose(request.position, best_first, budget)
        spending.nodes = budget.nodes
        if not (report.proven and choice.move == report.move):
            report = replace(report, move=choice.move, line=(choice.move,), score=-DECIDED_WIN, bound=EXACT)
        return spending.stamp(report, proven=True, lines=(), stopped="resists")

    def _go_on(
        self, request: SearchRequest, report: Report, best_first: list[int], spending: Spending, lost: bool
    ) -> Iterator[Report]:
        """Deepen from where `report` ended; what is known to be lost says so at every depth."""
        spent, rest = spending.nodes, spending.until(1.0)
        deeper = replace(request, order=best_first, first_depth=report.depth + 1)
        for last in (report,) if rest is None else self._plain(deeper, rest):
            spending.nodes = spent if rest is None else spent + last.nodes
            found = last if last.score is not None else report
            if lost and not found.proven:
                found = replace(found, score=-DECIDED_WIN, bound=EXACT, proven=True, lines=())
            yield spending.stamp(found, stopped=last.stopped)


def _report_of_proof(report: Report, proof: Proof) -> Report:
    """Return a report of a win or draw that is proven; how play goes on, the proof does not say."""
    score = DECIDED_WIN if proof.value == WIN else 0
    return replace(report, move=proof.move, line=(proof.move,), score=score, bound=EXACT, proven=True, lines=())


def techniques_of(search: str) -> Techniques | None:
    """Return the techniques of a search by its name: 'engine' (None: all that suit), 'alphabeta' or 'minimax' of the textbook."""
    if search not in SEARCHES:
        raise unknown("search", search, SEARCHES)
    return SEARCHES[search]


def search_for(game: Any, evaluator: Evaluator | None = None, wishes: Wishes | None = None) -> Search:
    """Return the search that suits a game.

    Parameters
    ----------
    evaluator : None is the game's first one

    Raises
    ------
    GameError
        if no search that was wished for would be right for the game
    """
    wishes = wishes or Wishes()
    evaluator = evaluator or default_evaluator(game)
    if not game.compiled or wishes.plain:
        if wishes.threads > 1:
            raise UsageError(f"{game.name} is searched in plain Python, which one thread does at a time: leave out threads")
        return TextbookSearch(game, evaluator, wishes.pruning)
    if wishes.worlds is not None and (game.chance or game.hidden):
        return SampledSearch(game, evaluator, wishes)
    return EngineSearch(game, evaluator, wishes)


def analyse(
    position: Any,
    limit: Limit,
    evaluator: Evaluator | None = None,
    lines: int = 1,
    techniques: Techniques | None = None,
    threads: int = 1,
) -> Iterator[Report]:
    """Search `position` with the search that suits its game; yield a report for each completed depth.

    Parameters
    ----------
    evaluator : None is the game's first one
    lines : how many lines of play; the textbook and the sampled worlds know less
    techniques : None are all; in plain Python only alpha-beta or not is left of them
    threads : of the compiled search
    """
    pruning = techniques is None or techniques.pruning
    wishes = Wishes(techniques=techniques, pruning=pruning, proof=techniques is None, threads=threads)
    search = search_for(position.game, evaluator, wishes)
    search.warm_up(position)
    search.make_room(limit)
    for report in search.analyse(SearchRequest(position, limit, lines)):
        yield replace(report, position=position)
