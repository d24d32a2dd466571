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
from dataclasses import dataclass, replace
from typing import Any

from counterply.core.evaluator import Evaluator
from counterply.core.limits import NANOSECONDS, Limit, now_ns
from counterply.core.loading import load_evaluator
from counterply.core.report import Line, Report
from counterply.core.values import DECIDED_DISTANCE, EXACT, LOWER, UPPER, is_loss, proven_win
from counterply.search import textbook
from counterply.search.alphabeta.engine import DEFAULT_MEMORY, LOSS, WIN, Engine, can_be_searched_to_the_end
from counterply.search.alphabeta.techniques import Techniques
from counterply.search.resistance import Budget, Resistance
from counterply.search.worlds import WorldSearch, WorldSettings

LOST_SHARE = 0.04  # of a limit, to see whether the position is lost
RESIST_AFTER = 0.05  # for deepening in a lost position, before the best resistance is sought
FIRST_SHARE = 0.25  # for deepening before a proof is tried
PROOF_SHARE = 0.5  # for the proof
PROBE_SHARE = 0.05  # for proving the end of the expected line: docs/measurements.md, 2026-11-21
FEWEST_NODES = 100  # with a lower limit, all of it goes to deepening
LINE_NODES = 20_000  # for each move of a line that is played out to the end


@dataclass(frozen=True)
class Wishes:
    """How whoever asks wants to search; each kind of search takes what it knows.

    Attributes
    ----------
    techniques : of the compiled search; None are its own
    memory : MB of its table
    plain : search in plain Python, as in the textbook
    pruning : alpha-beta in plain Python; else minimax
    proof, resist : whether the engine proves, and in a lost position resists
    worlds : how to sample what nobody knows; None refuses games with chance or hidden information
    """

    techniques: Techniques | None = None
    memory: int = DEFAULT_MEMORY
    plain: bool = False
    pruning: bool = True
    proof: bool = False
    resist: bool = False
    worlds: WorldSettings | None = WorldSettings()  # noqa: RUF009 - immutable


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

    def forget(self) -> None:  # noqa: B027 - the textbook remembers nothing
        """Forget what was found in the last game, in place."""

    @abstractmethod
    def deepen(
        self,
        position: Any,
        limit: Limit,
        *,
        lines: int = 1,
        order: list[Any] | None = None,
        seed: int = 0,
        reserve: float = 0.0,
        begin: int | None = None,
        first_depth: int = 1,
    ) -> Iterator[Report]:
        """Search deeper and deeper; yield a `Report` for each completed depth, the last one with the reason why it stopped.

        Parameters
        ----------
        lines : how many root moves get an exact score and a line, where the search can say more than one
        order : the root moves in the order to try them; of equal ones, the first is played
        seed : decides what is sampled
        reserve : seconds to keep from the limit
        begin : when the limit began to run, on the clock of `now_ns`; default is now
        first_depth : where deepening begins, where the search can choose
        """

    def finished(self, position: Any, report: Report, stop: Any) -> Report:
        """Return the last report of an analysis, with its line played out to the end of the game where that can be."""
        return report

    def answered(self, position: Any, limit: Limit) -> None:  # noqa: B027 - only resistance wants to know
        """Note, in place, that the opponent's last move led to `position`; what to play there is to be found within `limit`."""

    def moved(self, position: Any, report: Report) -> None:  # noqa: B027 - only resistance wants to know
        """Note, in place, the move that is played."""


class TextbookSearch(Search):
    """Alpha-beta or minimax in plain Python."""

    def __init__(self, game: Any, evaluator: Evaluator, pruning: bool) -> None:
        textbook.require_plain_rules(game)
        super().__init__(game, evaluator)
        self.pruning = pruning
        self._evaluate = textbook.evaluation(game, evaluator)

    def deepen(
        self,
        position: Any,
        limit: Limit,
        *,
        lines: int = 1,
        order: list[Any] | None = None,
        seed: int = 0,
        reserve: float = 0.0,
        begin: int | None = None,
        first_depth: int = 1,
    ) -> Iterator[Report]:
        """Search in plain Python; one line."""
        yield from textbook.deepen(
            position,
            limit,
            self.evaluator,
            self._evaluate,
            pruning=self.pruning,
            order=order,
            reserve=reserve,
            begin=begin,
            first_depth=first_depth,
        )


class SampledSearch(Search):
    """The engine's search in sampled worlds, as the mover sees them."""

    def __init__(self, game: Any, evaluator: Evaluator, wishes: Wishes) -> None:
        super().__init__(game, evaluator)
        techniques = wishes.techniques or Techniques()
        if techniques.reductions is None:
            techniques = replace(techniques, reductions=True)
        self.worlds = WorldSearch(game, evaluator, wishes.worlds, techniques, wishes.memory)
        self.notes = (self.worlds.bound.note,) if self.worlds.bound.note else ()

    def warm_up(self, position: Any) -> None:
        """Compile."""
        self.worlds.warm_up(position)

    def forget(self) -> None:
        """Empty the table, in place."""
        self.worlds.forget()

    @property
    def longest_pause(self) -> float:  # type: ignore[override]
        """The longest time in seconds between two looks at the clock in the last search."""
        return self.worlds.longest_pause

    def deepen(
        self,
        position: Any,
        limit: Limit,
        *,
        lines: int = 1,
        order: list[Any] | None = None,
        seed: int = 0,
        reserve: float = 0.0,
        begin: int | None = None,
        first_depth: int = 1,
    ) -> Iterator[Report]:
        """Search all worlds deeper and deeper, from depth 1 on; a line is one move."""
        for report in self.worlds.deepen(position, limit, lines=lines, order=order, seed=seed, reserve=reserve, begin=begin):
            yield replace(report, lines=report.lines[:lines])


class EngineSearch(Search):
    """The engine: it deepens, proves and resists."""

    def __init__(self, game: Any, evaluator: Evaluator, wishes: Wishes) -> None:
        super().__init__(game, evaluator)
        self.engine = Engine(game, evaluator, wishes.techniques, wishes.memory)
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

    def deepen(
        self,
        position: Any,
        limit: Limit,
        *,
        lines: int = 1,
        order: list[Any] | None = None,
        seed: int = 0,
        reserve: float = 0.0,
        begin: int | None = None,
        first_depth: int = 1,
    ) -> Iterator[Report]:
        """Deepen; with `proof`, prove too, and in a lost position resist. A distance that may be too long is marked as a bound."""
        proven_at: dict[int, int] = {}
        reports = self._reports(position, limit, lines, order, reserve, begin, first_depth)
        for report in reports:
            yield self._bounded(report, proven_at)

    def _bounded(self, report: Report, proven_at: dict[int, int]) -> Report:
        """Return a report whose proven distances are bounds where a shorter way was not excluded; notes in `proven_at`, in place.

        A depth that is searched completely finds each win and loss within it. So a distance is exact if it is within the depth at
        which the result was first proven; extensions and forced lines see farther, and not everything there.

        Parameters
        ----------
        proven_at : for each root move, that depth
        """

        def bounded(line: Line) -> Line:
            if not line.proven or line.distance is None:
                return line
            seen = 0 if self.cuts else proven_at.setdefault(line.move, report.depth)
            bound = EXACT if line.distance <= seen else LOWER if line.score > 0 else UPPER
            return replace(line, bound=bound)

        lines = tuple(map(bounded, report.lines))
        return replace(report, bound=bounded(report.best).bound, lines=lines)

    def _reports(
        self,
        position: Any,
        limit: Limit,
        lines: int,
        order: list[Any] | None,
        reserve: float,
        begin: int | None,
        first_depth: int,
    ) -> Iterator[Report]:
        begin = now_ns() if begin is None else begin
        few = limit.nodes is not None and limit.nodes < FEWEST_NODES
        endless = limit.with_(simulations=None).unlimited
        if not self.proves or lines > 1 or limit.depth is not None or endless or few:
            yield from self.engine.deepen(
                position, limit, lines=lines, order=order, reserve=reserve, begin=begin, first_depth=first_depth
            )
            return
        yield from self._prove_too(position, limit, order, reserve, begin)

    def _prove_too(self, position: Any, limit: Limit, order: list[Any] | None, reserve: float, begin: int) -> Iterator[Report]:
        """Deepen, then try to prove the outcome, then go on deepening; where the loss is proven, resist."""
        engine, resistance = self.engine, self.resistance
        engine.size_table(limit)
        seconds, spent, lost, looked = limit.move_seconds, 0, False, self._in_sight is not None

        # 1. Is it lost, as an earlier proof may have left in the table? Then there is nothing to deepen for but a good order.
        part = share(limit, seconds, LOST_SHARE) if resistance is not None and self._in_sight else None
        if part is not None:
            proof = engine.prove(position, part, order=order, reserve=reserve, begin=begin)
            spent, lost = proof.nodes, proof.upper == LOSS

        # 2. Deepen: in one piece, where the end was out of sight at the last move.
        first = RESIST_AFTER if lost else FIRST_SHARE if self._in_sight or not looked else 1.0 - PROBE_SHARE
        part = share(limit, seconds, first, spent) or limit.with_(nodes=1)
        for report in engine.deepen(position, part, order=order, reserve=reserve, begin=begin):
            report = replace(report, nodes=spent + report.nodes)
            yield report
        spent = report.nodes
        best_first = engine.root_order()
        known_loss = report.score is not None and report.proven and is_loss(report.score)
        if report.stopped == "stop" or (report.proven and not (known_loss and resistance is not None)):
            return

        # 3. Prove, where that is likely to end.
        if not (lost or known_loss or self._in_sight):
            part = share(limit, seconds, first + PROBE_SHARE, spent)
            spent += self._look_ahead(position, report, part, reserve, begin)
            report = replace(report, nodes=spent, seconds=(now_ns() - begin) / NANOSECONDS)
            hopeful = bool(self._in_sight) and not looked  # else nothing is left for a proof; at the next move there is
        else:
            hopeful = bool(self._in_sight)
        part = share(limit, seconds, FIRST_SHARE + PROOF_SHARE, spent)
        if not (lost or known_loss) and hopeful and part is not None:
            proof = engine.prove(position, part, order=best_first, reserve=reserve, begin=begin)
            spent, lost = spent + proof.nodes, proof.upper == LOSS
            if proof.lower == WIN:
                yield replace(
                    report,
                    move=proof.move,
                    line=(proof.move,),
                    score=int(proven_win(DECIDED_DISTANCE)),
                    proven=True,
                    lines=(),
                    nodes=spent,
                    seconds=(now_ns() - begin) / NANOSECONDS,
                    stopped="proven",
                )
                return

        # 4. Resist, or go on deepening.
        if resistance is not None and (lost or known_loss):
            choice = resistance.choose(position, best_first, budget := Budget(limit, begin, reserve, spent))
            same = known_loss and choice.move == report.move
            yield replace(
                report,
                move=choice.move,
                line=report.line if same else (choice.move,),
                score=report.score if same else -int(proven_win(DECIDED_DISTANCE)),
                bound=EXACT,
                proven=True,
                lines=(),
                nodes=budget.nodes,
                seconds=(now_ns() - begin) / NANOSECONDS,
                stopped="resists",
            )
            return
        rest = share(limit, seconds, 1.0, spent)
        if rest is None:
            yield report
            return
        deeper = report.depth + 1
        for last in engine.deepen(position, rest, order=best_first, reserve=reserve, begin=begin, first_depth=deeper):
            better = last if last.score is not None else report
            yield replace(better, nodes=spent + last.nodes, seconds=last.seconds, stopped=last.stopped)

    def _look_ahead(self, position: Any, report: Report, part: Limit | None, reserve: float, begin: int) -> int:
        """Note, in place, whether a proof is in sight, and return the nodes that it took to see.

        A search to the end of the game grows by a factor with each ply. So the end of the expected line is proven for a part of
        what the root would take, or the root is out of reach.
        """
        place = position
        for move in report.line:
            place = place.after(move)
        if place.over:
            self._in_sight = True
        if place.over or part is None:
            return 0
        probe = self.engine.prove(place, part, reserve=reserve, begin=begin)
        self._in_sight = not probe.cut_short
        return probe.nodes

    def finished(self, position: Any, report: Report, stop: Any) -> Report:
        """Return the report with its line played out to the end of the game."""
        return self.engine.to_the_end(position, report, Limit(nodes=LINE_NODES, stop=stop))


def share(limit: Limit, seconds: float | None, part: float, spent: int = 0) -> Limit | None:
    """Return the limit for what may go on until `part` of the whole is used, when `spent` nodes are; None if that is nothing."""
    nodes = None if limit.nodes is None else int(limit.nodes * part) - spent
    if nodes is not None and nodes <= 0:
        return None
    return Limit(seconds=None if seconds is None else seconds * part, nodes=nodes, stop=limit.stop)


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
    evaluator = evaluator or load_evaluator(None, game)
    if not game.compiled or wishes.plain:
        return TextbookSearch(game, evaluator, wishes.pruning)
    if wishes.worlds is not None and (game.chance or game.hidden):
        return SampledSearch(game, evaluator, wishes)
    return EngineSearch(game, evaluator, wishes)


def analyse(
    position: Any, limit: Limit, evaluator: Evaluator | None = None, lines: int = 1, techniques: Techniques | None = None
) -> Iterator[Report]:
    """Search `position` with the search that suits its game; yield a report for each completed depth.

    Parameters
    ----------
    evaluator : None is the game's first one
    lines : how many lines of play; the textbook and the sampled worlds know less
    techniques : None are all; in plain Python only alpha-beta or not is left of them
    """
    pruning = techniques is None or techniques.pruning
    search = search_for(position.game, evaluator, Wishes(techniques=techniques, pruning=pruning))
    search.warm_up(position)
    for report in search.deepen(position, limit, lines=lines):
        if report.stopped and lines == 1:
            report = search.finished(position, report, limit.stop)
        yield replace(report, position=position)
