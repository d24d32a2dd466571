"""Verbs on one position: its lines of play, its proof, its node counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypedDict, Unpack

from counterply.api.by_name import (
    AGame,
    AnEvaluator,
    evaluator_of,
    position_of,
    stoppable,
)
from counterply.api.option_records import DEPTH, EVALUATOR, TELLING, SearchLimits, limit_of
from counterply.core.arguments import checked
from counterply.core.described_options import Option, described
from counterply.core.errors import GameError, UsageError
from counterply.core.interruptible import interruptible, whole
from counterply.core.limits import Stop
from counterply.core.machine import require_threads
from counterply.core.position import AnyPosition
from counterply.core.report import Report
from counterply.core.users_text import positive, whole_number

if TYPE_CHECKING:
    from counterply.search.counts import NodeTable, PerftCounts
    from counterply.search.exact.retrograde import Tablebase
    from counterply.search.exact.solution import Solution
DEFAULT_SECONDS = 2.0  # of an analysis


def parse_lines(text: str) -> int | Literal["all"]:
    """Return how many lines of play ``--lines`` asks for; raises `UsageError` unless it is a number above 0, or all."""
    return "all" if text == "all" else positive(whole_number(text, "--lines is a number or all"), "--lines")


class SearchOptions(SearchLimits, total=False):
    """Options of a search of one position."""

    depth: Annotated[int | None, DEPTH]
    search: Annotated[
        str,
        Option("engine", "The engine's, or one of the textbook's, which try moves in ascending order.", "engine|alphabeta|minimax"),
    ]
    eval: Annotated[AnEvaluator, EVALUATOR]
    weights: Annotated[
        Sequence[float] | str | Path | None, Option(None, "Weights of the evaluator; see `counterply tune`.", "FILE|NUMBERS")
    ]


class AnalyseOptions(SearchOptions, total=False):
    """Options of an analysis."""

    lines: Annotated[int | Literal["all"], Option(1, "How many lines of play.", "N|all", parse=parse_lines, written="1")]
    threads: Annotated[
        int, Option(1, "Cores that the engine uses; with several, the same limit may give another answer next time.", "N")
    ]


class ProofOptions(SearchLimits, total=False):
    """Options of a proof."""

    memory: Annotated[int, Option(512, "MB for the search's table, or the list of positions.", "MB", least=1)]


class SolveOptions(ProofOptions, total=False):
    """Options of the proof of one position."""

    distance: Annotated[bool, Option(False, "Look for the shortest win too; otherwise it is given only where that costs little.")]
    progress: Annotated[Callable[[str], None] | None, TELLING]


class NodesOptions(TypedDict, total=False):
    """Options of a table of visited nodes."""

    budget: Annotated[int, Option(20_000_000, "Most nodes of one column at one depth; beyond it: -", "N", least=1)]
    eval: Annotated[AnEvaluator, EVALUATOR]
    progress: Annotated[Callable[[str], None] | None, TELLING]


@described
def analyse(position: AnyPosition | AGame, **options: Unpack[AnalyseOptions]) -> Analysis:
    """Search a position deeper and deeper; the answer yields a `Report` for each completed depth.

    Without a limit it takes 2 seconds.

    Raises
    ------
    GameError
        if the game is over, chance is to move, or the search cannot play it
    UsageError
        for a name or a number that cannot be used

    Examples
    --------
    >>> import counterply as cp
    >>> position = cp.game("tic_tac_toe").start().play("1,1", "0,1")
    >>> for report in cp.analyse(position, depth=9):
    ...     pass
    >>> report.best.texts[0] == report.best.text, report.value, report.proven, report.distance
    (True, win in 5, True, 5)
    """
    from counterply.search import choose

    search, threads, lines = options["search"], options["threads"], options["lines"]
    place = position_of(position)
    place.require_ongoing()
    techniques = choose.techniques_of(search)
    require_threads(threads)
    if threads > 1 and search != "engine":
        raise UsageError(f"{search} is the textbook's, with one thread; the engine has threads")
    limit, stop = stoppable(limit_of(options, DEFAULT_SECONDS))
    chosen = evaluator_of(place.game, options["eval"], options["weights"])
    count = len(place.moves()) if lines == "all" else positive(lines, "lines")
    return Analysis(choose.analyse(place, limit, chosen, count, techniques, threads), stop)


class Analysis(Iterator[Report]):
    """A search that runs while reports are taken from it; the clock starts with the first one.

    There is a report for each completed depth; the last one says why there is no deeper one. Ctrl-C raises KeyboardInterrupt in
    the loop, after which `last` returns the report of the deepest depth.
    """

    def __init__(self, reports: Iterator[Report], stop: Stop) -> None:
        self._reports, self._stop = reports, stop
        self._last: Report | None = None

    def __next__(self) -> Report:
        found: Report | None
        try:
            found, interrupted = interruptible(partial(next, self._reports, None), self._stop)
        except KeyboardInterrupt:
            self._reports = iter(())  # abandoned: they may be in the compiler
            raise
        self._last = found or self._last
        if interrupted:
            raise KeyboardInterrupt
        if found is None:
            raise StopIteration
        return found

    def last(self) -> Report:
        """Search to the end of the limit, and return the last report.

        Ctrl-C raises KeyboardInterrupt; called again, it returns the last report until then, and raises again if there was none.
        """
        for _ in self:
            pass
        if self._last is None:
            raise KeyboardInterrupt
        return self._last

    def __repr__(self) -> str:
        return repr(self._last) if self._last is not None else "<analysis, not begun: loop over it, or call last()>"

    def _repr_html_(self) -> str:
        return self.last()._repr_html_()


@described
def solve(position: AnyPosition | AGame, **options: Unpack[SolveOptions]) -> Solution:
    """Prove the outcome of a position, with a line of play; or bounds on it when the limit ends the search.

    Without a limit it goes on to the end; Ctrl-C keeps the bounds so far. A position whose game is over is proven already.

    Raises
    ------
    GameError
        if the game cannot be solved, as one with dice or in plain Python
    UsageError
        for a name or a number that cannot be used

    Examples
    --------
    >>> import counterply as cp
    >>> answer = cp.solve(cp.game("tic_tac_toe").start().play("1,1", "0,1"))
    >>> answer.winner, answer.distance, len(answer.line)
    ('first', 5, 5)
    """
    from counterply.search.exact import solve as exact

    place = position_of(position)
    limit, stop = stoppable(limit_of(options))
    progress = options["progress"]
    listen = None if progress is None else (lambda told: progress(str(told)))
    solution, interrupted = interruptible(
        lambda: exact.solve(place, limit, listen=listen, memory_mb=options["memory"], distance=options["distance"]), stop
    )
    return replace(solution, finished=not interrupted)


@described
def solve_all(position: AnyPosition | AGame, **options: Unpack[ProofOptions]) -> Tablebase:
    """Return the exact outcome of every position that can be reached, and its distance in plies.

    Raises
    ------
    GameError
        if the game's positions cannot be listed, are too many, or the limit came first
    UsageError
        for a name or a number that cannot be used
    KeyboardInterrupt
        after Ctrl-C

    Examples
    --------
    >>> import counterply as cp
    >>> table = cp.solve_all(cp.game("tic_tac_toe").start().play("1,1", "0,1"))
    >>> len(table), next(table.cells())[3:5]
    (627, ('first', 5))
    """
    from counterply.search.exact import retrograde

    place = position_of(position)
    retrograde.require_all_values(place.game)
    limit, stop = stoppable(limit_of(options))
    capacity = retrograde.capacity_of(place.game, options["memory"])
    table, _ = whole(lambda: retrograde.analyse_all(place, limit, capacity), stop)
    if table is None:
        raise GameError(f"no table: there are more than {capacity:,} positions, or the limit came first (memory, seconds)")
    return table


@checked
def perft(position: AnyPosition | AGame, depth: int = 5, *, progress: Callable[[str], None] | None = None) -> PerftCounts:
    """Count the positions at each depth, each as often as it is reached; Ctrl-C keeps the finished depths.

    Where the game is over nothing follows, so that later depths do not count such a position again.

    Parameters
    ----------
    depth : plies; each depth from 1 to this one is counted
    progress : called with a line of text as each depth is counted

    Raises
    ------
    UsageError
        for a depth below 1

    Examples
    --------
    >>> import counterply as cp
    >>> cp.perft("tic_tac_toe", 3).counts
    [9, 72, 504]
    """
    from counterply.search.counts import count_positions

    place, stop = position_of(position), Stop()
    positive(depth, "depth")
    return interruptible(lambda: count_positions(place, depth, stop, progress), stop)[0]


@described
def nodes(position: AnyPosition | AGame, depths: int | Iterable[int] = range(1, 7), **options: Unpack[NodesOptions]) -> NodeTable:
    """Count the nodes that minimax, alpha-beta, a good order of moves and a table visit; Ctrl-C keeps the finished depths.

    Parameters
    ----------
    depths : plies to which nodes are counted; one, or several

    Raises
    ------
    GameError
        if the game is over, or chance is to move
    UsageError
        for a depth below 1, or another number or name that cannot be used

    Examples
    --------
    >>> import counterply as cp
    >>> counts = cp.nodes("tic_tac_toe", [3])
    >>> [(row.minimax, row.alphabeta, row.table) for row in counts.rows]
    [(586, 96, 96)]
    """
    from counterply.search.counts import node_table

    place, stop, name = position_of(position), Stop(), options["eval"]
    place.require_ongoing()
    chosen = None if name is None else evaluator_of(place.game, name)
    wanted = [positive(depth, "depth") for depth in (depths if isinstance(depths, Iterable) else [depths])]
    return interruptible(lambda: node_table(place, wanted, options["budget"], chosen, stop, options["progress"]), stop)[0]
