"""The choice of the search for a game, made in one place for `analyse`, for players that search, and for the studies.

Compiled games are searched by the engine; those with chance or hidden information in sampled worlds; games in plain Python as in
the textbook. Callers always get a `Search`.

The engine deepens, and where a search to the end of the game makes sense it also *proves*: a search for the outcome alone sees a
won game many plies before one that also wants the distance (`counterply.search.phases`).
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from counterply.core.errors import UsageError
from counterply.core.evaluator import Evaluator, default_evaluator
from counterply.core.limits import Limit
from counterply.core.report import Line, Report
from counterply.core.users_text import unknown
from counterply.core.values import DECIDED_WIN, EXACT, is_proven, proven_win
from counterply.search import textbook
from counterply.search.alphabeta.engine import DEFAULT_MEMORY, MAX_DEPTH, Engine, must_end
from counterply.search.alphabeta.root_lines import to_the_end
from counterply.search.alphabeta.techniques import ALPHABETA_ONLY, MINIMAX_ONLY, Techniques
from counterply.search.endurance import Endurance
from counterply.search.exact.margins import line_worth
from counterply.search.phases import Phases, Sight, search_depths
from counterply.search.proof_check import witnessed
from counterply.search.request import SearchRequest, Spending
from counterply.search.resistance import Resistance
from counterply.search.worlds import WorldSearch, WorldSettings, worth

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.core.position import AnyPosition

FEWEST_NODES = 100  # with a lower limit, all of it goes to deepening
TIMING_NODES = 100_000  # that the distance of a win may take at least, where only a depth limits the search
LINE_NODES = 20_000  # for each move of a line that is played out to the end
SEARCHES = {"engine": None, "alphabeta": ALPHABETA_ONLY, "minimax": MINIMAX_ONLY}


@dataclass(frozen=True)
class Wishes:
    """How the caller wants to search; each kind of search ignores the wishes that it cannot meet.

    Attributes
    ----------
    techniques : of the compiled search; None are its own. In plain Python, alpha-beta or not is left of them
    memory : MB of its table
    threads : of the compiled search, for one move
    plain : search in plain Python, as in the textbook
    proof, resist : whether the engine proves, and in a lost position resists
    worlds : how to sample chance and hidden information; None, as in the textbook: every outcome of chance is searched, and games
        with hidden information are refused
    """

    techniques: Techniques | None = None
    memory: int = DEFAULT_MEMORY
    threads: int = 1
    plain: bool = False
    proof: bool = False
    resist: bool = False
    worlds: WorldSettings | None = WorldSettings()  # noqa: RUF009 - immutable

    @property
    def pruning(self) -> bool:
        """Whether the search is alpha-beta; else minimax."""
        return self.techniques is None or self.techniques.pruning


class Search(ABC):
    """A search with its memory, for one game and one evaluator. Not to be shared between threads.

    Attributes
    ----------
    game, evaluator : that it was made for
    notes : for the user, such as an evaluator that runs in plain Python
    """

    notes: tuple[str, ...] = ()
    engine: Engine | None = None  # with the memory, where the search is compiled

    def __init__(self, game: Game, evaluator: Evaluator) -> None:
        self.game = game
        self.evaluator = evaluator

    def warm_up(self, position: AnyPosition) -> None:
        """Compile all kernels that a search from here needs, before a limit runs."""
        if self.engine is not None:
            self.engine.warm_up(position)

    def make_room(self, limit: Limit) -> None:
        """Allocate the table that a search within `limit` can fill; otherwise the search does it within its limit."""
        if self.engine is not None:
            self.engine.table.make_room(limit)

    def forget(self) -> None:
        """Clear the results of the last game, in place."""
        if self.engine is not None:
            self.engine.forget()

    def deepen(self, request: SearchRequest) -> Iterator[Report]:
        """Search deeper and deeper; yield a `Report` for each completed depth, the last one with the reason why it stopped.

        `counterply.search.proof_check` plays each proof before it is shown.
        """
        for report in self.reports(request):
            yield witnessed(request.position, report)

    def analyse(self, request: SearchRequest) -> Iterator[Report]:
        """Deepen, for people: the last report of a proven result also has the line to the end of the game, if it can be found.

        A proven win or loss is shown first, and its distance searched for afterwards.
        """
        for report in self.reports(request):
            if not report.stopped:
                yield witnessed(request.position, report)
                continue
            if (report.won or report.lost) and not report.is_timed:
                yield witnessed(request.position, replace(report, stopped=""))
            yield witnessed(request.position, self.completed(request, report))

    @abstractmethod
    def reports(self, request: SearchRequest) -> Iterator[Report]:
        """Do the work of `deepen`, without playing the proofs."""

    def completed(self, request: SearchRequest, report: Report) -> Report:
        """Return the last report with the distance and the whole line of a proof, as far as the limit allows."""
        return report

    def answered(self, position: AnyPosition, limit: Limit) -> None:  # noqa: B027 - only resistance wants to know
        """Note, in place, that the opponent's last move led to `position`; the search for the answer has `limit`."""

    def moved(self, position: AnyPosition, report: Report) -> None:  # noqa: B027 - only resistance wants to know
        """Note, in place, the move that was chosen."""


class TextbookSearch(Search):
    """Alpha-beta or minimax in plain Python; one line."""

    def __init__(self, game: Game, evaluator: Evaluator, pruning: bool) -> None:
        textbook.require_plain_rules(game, chance=True)
        super().__init__(game, evaluator)
        self.pruning = pruning
        self._evaluate, self._grid = worth(game, evaluator)

    def reports(self, request: SearchRequest) -> Iterator[Report]:
        """Yield a report for each depth that plain Python has finished, the last one with why it stopped."""
        return textbook.deepen(
            request.position,
            request.limit,
            self._grid,
            self._evaluate,
            pruning=self.pruning,
            order=request.order,
            first_depth=request.first_depth,
        )


class SampledSearch(Search):
    """The engine's search in sampled worlds, as the mover sees them."""

    def __init__(self, game: Game, evaluator: Evaluator, wishes: Wishes) -> None:
        super().__init__(game, evaluator)
        techniques = wishes.techniques or Techniques()
        if techniques.reductions is None:
            techniques = replace(techniques, reductions=True)
        self.worlds = WorldSearch(game, evaluator, wishes.worlds, techniques, wishes.memory, wishes.threads)
        self.engine = self.worlds.engine
        self.resists = wishes.resist
        self.notes = self.worlds.bound.notes

    def warm_up(self, position: AnyPosition) -> None:
        """Compile the kernels that a search of all worlds needs."""
        self.worlds.warm_up(position)

    def reports(self, request: SearchRequest) -> Iterator[Report]:
        """Search all worlds deeper and deeper, from depth 1 on; a line is one move."""
        for report in self._deepen(request, request.limit):
            resists = self.resists and report.stopped == "proven" and report.lost
            report = self._resisting(request, report) if resists else report
            yield replace(report, several=report.several[: request.lines])

    def _deepen(self, request: SearchRequest, limit: Limit) -> Iterator[Report]:
        return self.worlds.deepen(
            request.position,
            limit,
            lines=request.lines,
            order=request.order,
            seed=request.seed,
            first_depth=request.first_depth,
        )

    def _resisting(self, request: SearchRequest, report: Report) -> Report:
        """Return the report of a proven loss with the move that resists longest, as far as the limit tells.

        A hint may have seen the loss from afar. Without hints, a search finds a loss at its own depth and not earlier.
        """
        spending = Spending(request, report.nodes)
        rest = spending.until(1.0)
        if rest is None or len(request.position.moves()) < 2 or request.lines > 1:
            return report
        with self.worlds.engine.timing():
            *_, found = self._deepen(request, rest)
        spending.nodes += found.nodes
        if found.depth == 0:
            return spending.stamp(report)
        return spending.stamp(replace(report, move=found.move, line=(found.move,), several=()), stopped="resists")


class EngineSearch(Search):
    """The engine: it deepens, proves and resists."""

    engine: Engine

    def __init__(self, game: Game, evaluator: Evaluator, wishes: Wishes) -> None:
        super().__init__(game, evaluator)
        self.engine = Engine(game, evaluator, wishes.techniques, wishes.memory, wishes.threads)
        used = self.engine.techniques
        # whether a search to a depth leaves out moves within it, so that a short win may be missed
        self.cuts = used.reductions or (game.cuts and used.hint) or (used.static and evaluator.swing > 0)
        self.proves = wishes.proof and must_end(game)
        self.resistance = Resistance(game, self.engine) if self.proves and wishes.resist and not self.engine.by_margin else None
        endures = wishes.resist and not self.proves and game.objective == "outcome" and not self.engine.bound.plain
        self.endurance = Endurance(self.engine) if endures else None
        self.sight = Sight.UNKNOWN
        self.notes = self.engine.bound.notes

    def forget(self) -> None:
        """Empty the table and forget what the search has learnt in this game, in place."""
        super().forget()
        self.sight = Sight.UNKNOWN
        if self.resistance is not None:
            self.resistance.forget_game()

    def answered(self, position: AnyPosition, limit: Limit) -> None:
        """Learn from the opponent's answer; with a limit of nodes, forget earlier games, so that each game can be repeated."""
        if self.resistance is None:
            return
        if self.resistance.first_move and limit.nodes is not None:
            self.resistance.forget_opponent()
        self.resistance.answered(position, clocked=limit.move_seconds is not None)

    def moved(self, position: AnyPosition, report: Report) -> None:
        """Remember the position, to learn from the opponent's answer."""
        if self.resistance is not None:
            self.resistance.moved(position, report)

    def reports(self, request: SearchRequest) -> Iterator[Report]:
        """Deepen; with `proof`, prove too, and in a lost position resist."""
        limit = request.limit
        few = limit.nodes is not None and limit.nodes < FEWEST_NODES
        proves = self.proves and request.lines == 1 and limit.depth is None and not limit.endless and not few
        if not proves:
            for report in search_depths(self.engine, request, limit):
                yield self.endured(request, report) if report.stopped == "proven" else report
            return
        phases = Phases(self.engine, self.resistance, request, self.sight)
        try:
            yield from phases.run()
        finally:
            self.sight = phases.sight

    def endured(self, request: SearchRequest, report: Report) -> Report:
        """Return the report of a proven loss with the move that is hardest to refute, as far as the rest of the limit can tell."""
        order = self.engine.root.complete_order(request.position)
        if self.endurance is None or not report.lost or len(order) < 2 or request.lines > 1 or request.limit.depth is not None:
            return report
        spending = Spending(request, report.nodes)
        move = self.endurance.choose(request.position, order, spending)
        if move != report.move:
            report = replace(report, move=move, line=(move,), score=-DECIDED_WIN, bound=EXACT, several=())
        return spending.stamp(report, stopped="resists")

    def completed(self, request: SearchRequest, report: Report) -> Report:
        """Return the last report with its exact distances, as far as the limit allows, and its line to the end of the game.

        With several lines, each but the best has its share of the limit, and of as many nodes as the search has used.
        """
        spending = Spending(request, report.nodes)
        several, best = report.several, self._with_distance(spending, report)
        each = Limit(nodes=LINE_NODES, stop=request.limit.stop)
        best = replace(to_the_end(self.engine, request.position, best, each), several=())
        if self.proves and self.engine.by_margin and best.proven and best.score is not None:
            points = best.score // best.grid
            best = replace(best, line=line_worth(self.engine, request.position, best.line, points, each))
        if request.lines == 1:
            return best
        others = [line for line in several if line.move != best.move][: request.lines - 1]
        unknown = [line.move for line in others if line.proven and is_proven(line.score or 0) and not line.is_timed]
        most = max(report.nodes // max(len(unknown), 1), TIMING_NODES)
        for rank, line in enumerate(others):
            if line.move in unknown:
                others[rank] = self._line_with_distance(spending, line, (rank + 2) / request.lines, most)
        others.sort(key=lambda line: -(line.score or 0))
        return spending.stamp(best, several=(best.best, *others))

    def _with_distance(self, spending: Spending, report: Report) -> Report:
        """Return the report of a proven win or loss with its exact distance, if its share of the limit suffices to find it.

        It deepens without hints or extensions. If only a depth limits the search, it may use as many nodes again.
        """
        request = spending.request
        if not (report.won or report.lost) or report.is_timed:
            return report
        rest = spending.until(1.0 / request.lines)
        if rest is None:
            return report
        if request.limit.depth is not None:
            rest = rest.with_(nodes=min(rest.nodes or TIMING_NODES, max(report.nodes, TIMING_NODES)))
        found = self._timed(spending, request.position, rest.with_(depth=report.distance or MAX_DEPTH))
        return spending.stamp(replace(found, several=()) if found.is_timed else report)

    def _line_with_distance(self, spending: Spending, line: Line, part: float, nodes: int) -> Line:
        """Return a won or lost line with the exact distance, found within `nodes` and until `part` of the limit, or as it is."""
        after, rest = spending.request.position.after(line.move), spending.until(part)
        if rest is None or after.over:
            return line
        depth = min(line.distance or MAX_DEPTH, MAX_DEPTH)
        found = self._timed(spending, after, rest.with_(nodes=min(rest.nodes or nodes, nodes), depth=depth))
        if not found.is_timed:
            return line
        assert line.score is not None
        assert found.distance is not None
        score = int(proven_win(found.distance + 1)) * (1 if line.score > 0 else -1)
        return replace(line, moves=(line.move, *found.line), score=score, bound=EXACT)

    def _timed(self, spending: Spending, position: AnyPosition, limit: Limit) -> Report:
        """Return the last report of a search that finds exact distances; count its nodes, in place."""
        with self.engine.timing():
            *_, found = self.engine.deepen(position, limit)
        spending.nodes += found.nodes
        return found


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
        if no search with these wishes is correct for the game
    """
    wishes = wishes or Wishes()
    evaluator = evaluator or default_evaluator(game)
    if not game.compiled or wishes.plain:
        if wishes.threads > 1:
            raise UsageError(f"{game.name} is searched in plain Python, which one thread does at a time: leave out threads")
        return TextbookSearch(game, evaluator, wishes.pruning)
    if game.chance or game.hidden:
        if wishes.worlds is None:
            textbook.require_plain_rules(game, chance=True)
            wishes = replace(wishes, worlds=WorldSettings(chance="outcomes", outcomes=game.most_outcomes, star=False))
        return SampledSearch(game, evaluator, wishes)
    return EngineSearch(game, evaluator, wishes)


def analyse(
    position: AnyPosition,
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
    techniques : None are all
    threads : of the compiled search
    """
    wishes = Wishes(techniques=techniques, proof=techniques is None, threads=threads)
    search = search_for(position.game, evaluator, wishes)
    search.warm_up(position)
    search.make_room(limit)
    for note in search.notes:
        logging.getLogger(__name__).info(note)
    for report in search.analyse(SearchRequest(position, limit, lines)):
        yield replace(report, position=position)
