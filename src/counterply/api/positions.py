"""What can be asked of one position: its lines, its proof, its tree in numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from counterply.api.named import (
    AGame,
    AnEvaluator,
    evaluator,
    position_of,
    stoppable,
)
from counterply.core.errors import GameError, UsageError
from counterply.core.evaluator import Evaluator
from counterply.core.limits import Limit, Stop
from counterply.core.machine import require_threads
from counterply.core.position import AnyPosition
from counterply.core.report import Report
from counterply.core.threads import interruptible, whole
from counterply.core.words import positive

if TYPE_CHECKING:
    from counterply.search.alphabeta.techniques import Techniques
    from counterply.search.exact.retrograde import Table
    from counterply.search.exact.solution import Solution
    from counterply.study.counts import NodeTable, PerftCounts
DEFAULT_SECONDS = 2.0  # of an analysis


def analyse(
    position: AnyPosition | AGame,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    lines: int = 1,
    eval: AnEvaluator = None,
    weights: Sequence[float] | str | Path | None = None,
    search: str = "engine",
    limit: Limit | None = None,
    threads: int = 1,
) -> Analysis:
    """Search a position deeper and deeper; the answer yields a `Report` for each completed depth.

    Parameters
    ----------
    seconds, nodes, depth, limit : when to stop; 2 seconds if nothing is said
    lines : how many lines of play
    eval, weights : as for `evaluator`
    search : 'engine', or one of the textbook's: 'alphabeta', 'minimax'
    threads : how many cores the engine uses; with more than one, the same limit may give another answer next time

    Raises
    ------
    GameError
        if the game is over, or the search cannot play it
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
    from counterply.search.choose import techniques_of

    place = position_of(position)
    place.require_ongoing()
    techniques = techniques_of(search)
    require_threads(threads)
    if threads > 1 and search != "engine":
        raise UsageError(f"{search} is the textbook's, with one thread; the engine has threads")
    if limit is None:
        limit = Limit(seconds=seconds, nodes=nodes, depth=depth)
        limit = Limit(seconds=DEFAULT_SECONDS) if limit.unlimited else limit
    chosen = evaluator(place.game, eval, weights).evaluator
    return Analysis(place, limit, chosen, positive(lines, "lines"), techniques, threads)


class Analysis(Iterator[Report]):
    """A search that goes on as reports are asked for; the clock runs from the first one."""

    def __init__(
        self,
        position: AnyPosition,
        limit: Limit,
        evaluator: Evaluator,
        lines: int,
        techniques: Techniques | None,
        threads: int,
    ) -> None:
        limit, self._stop = stoppable(limit)
        self._arguments = position, limit, evaluator, lines, techniques, threads
        self._reports: Iterator[Report] | None = None
        self._last: Report | None = None

    def __next__(self) -> Report:
        from counterply.search.choose import analyse

        if self._reports is None:
            self._reports = analyse(*self._arguments)
        reports = self._reports
        try:
            found, interrupted = interruptible(lambda: next(reports, None), self._stop)
        except KeyboardInterrupt:
            self._reports = iter(())  # nobody waits for these any more: they may be in the compiler
            raise
        self._last = found or self._last
        if interrupted:
            raise KeyboardInterrupt
        if found is None:
            raise StopIteration
        return found

    def last(self) -> Report:
        """Search to the end of the limit, and return the last report."""
        for _ in self:
            pass
        if self._last is None:
            raise KeyboardInterrupt
        return self._last

    def __repr__(self) -> str:
        return repr(self._last) if self._last is not None else "<analysis, not begun>"

    def _repr_html_(self) -> str:
        return self.last()._repr_html_()


def solve(
    position: AnyPosition | AGame,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    limit: Limit | None = None,
    distance: bool = False,
    progress: Callable[[str], None] | None = None,
) -> Solution:
    """Prove the outcome of a position, with a line of play; or say what is known when the limit ends the search.

    Parameters
    ----------
    seconds, nodes, limit : when to give up; never, if nothing is said
    memory : MB for the search
    distance : look for the shortest win too, until the limit; else it is there only where it costs little
    progress : called with a line of text from time to time, from another thread

    Raises
    ------
    GameError
        if the game cannot be solved, as one with dice or in plain Python
    KeyboardInterrupt
        after Ctrl-C

    Examples
    --------
    >>> import counterply as cp
    >>> answer = cp.solve(cp.game("tic_tac_toe").start().play("1,1", "0,1"))
    >>> answer.winner, answer.distance, len(answer.line)
    ('first', 5, 5)
    """
    from counterply.search.exact import solve as exact

    place = position_of(position)
    limit, stop = stoppable(limit or Limit(seconds=seconds, nodes=nodes))
    megabytes = exact.DEFAULT_MEMORY if memory is None else positive(memory, "memory")
    listen = None if progress is None else (lambda told: progress(str(told)))
    return whole(lambda: exact.solve(place, limit, listen=listen, memory_mb=megabytes, distance=distance), stop)


def solve_all(
    position: AnyPosition | AGame,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    limit: Limit | None = None,
) -> Table:
    """Return the exact outcome and distance of every position that can be reached.

    Parameters
    ----------
    seconds, nodes, limit : when to give up; never, if nothing is said
    memory : MB for the positions

    Raises
    ------
    GameError
        if the game's positions cannot be listed, are too many, or the limit came first
    KeyboardInterrupt
        after Ctrl-C

    Examples
    --------
    >>> import counterply as cp
    >>> table = cp.solve_all(cp.game("tic_tac_toe").start().play("1,1", "0,1"))
    >>> len(table), next(table.rows())[3:5]
    (627, ('first', 5))
    """
    from counterply.search.exact import retrograde

    place = position_of(position)
    retrograde.require_all_values(place.game)
    limit, stop = stoppable(limit or Limit(seconds=seconds, nodes=nodes))
    megabytes = retrograde.DEFAULT_MEMORY if memory is None else positive(memory, "memory")
    capacity = retrograde.capacity_of(place.game, megabytes)
    table, _ = whole(lambda: retrograde.analyse_all(place, limit, capacity), stop)
    if table is None:
        raise GameError(f"no table: there are more than {capacity:,} positions, or the limit came first (memory, seconds)")
    return table


def perft(position: AnyPosition | AGame, depth: int = 5, *, progress: Callable[[str], None] | None = None) -> PerftCounts:
    """Count the positions at each depth, each as often as it is reached; Ctrl-C keeps what is counted.

    Parameters
    ----------
    progress : called with a line of text as each depth is counted

    Examples
    --------
    >>> import counterply as cp
    >>> cp.perft("tic_tac_toe", 3).counts
    [9, 72, 504]
    """
    from counterply.study.counts import count_positions

    place, stop = position_of(position), Stop()
    return interruptible(lambda: count_positions(place, depth, stop, progress), stop)[0]


def nodes(
    position: AnyPosition | AGame,
    depths: Iterable[int] = range(1, 7),
    *,
    budget: int | None = None,
    eval: AnEvaluator = None,
    progress: Callable[[str], None] | None = None,
) -> NodeTable:
    """Count the nodes that minimax, alpha-beta, a good order of moves and a table visit; Ctrl-C keeps what is counted.

    Parameters
    ----------
    depths : to which nodes are counted
    budget : most nodes of one search; 20 million if nothing is said
    eval : as for `evaluator`; by default one that every game has
    progress : called with a line of text as each depth is counted

    Examples
    --------
    >>> import counterply as cp
    >>> counts = cp.nodes("tic_tac_toe", [3])
    >>> [(row.minimax, row.alphabeta, row.table) for row in counts.rows]
    [(586, 96, 96)]
    """
    from counterply.study.counts import DEFAULT_BUDGET, node_table

    place, stop = position_of(position), Stop()
    place.require_ongoing()
    chosen = None if eval is None else evaluator(place.game, eval).evaluator
    most = DEFAULT_BUDGET if budget is None else positive(budget, "budget")
    return interruptible(lambda: node_table(place, depths, most, chosen, stop, progress), stop)[0]
