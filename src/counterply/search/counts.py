"""Positions and visited nodes by depth: perft, and what alpha-beta, move ordering and a table each save of the minimax tree.

Every number of visited nodes counts the positions that one search of fixed depth visits, the root included. Wins count alike
whatever their distance, as in the textbook, and no column uses knowledge of the game but its order of moves: `alphabeta` tries the
moves as the game lists them, with an infinite window; `ordered` adds killers, history and the game's hint; `table` adds the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar

from counterply.core.aliases import Depth
from counterply.core.errors import GameError
from counterply.core.evaluator import Evaluator, reference_evaluator
from counterply.core.limits import Limit, Stop
from counterply.core.position import searched_moves
from counterply.search import textbook
from counterply.search.alphabeta.engine import MAX_DEPTH, Engine, require_engine_rules
from counterply.search.alphabeta.techniques import ORDERED, Techniques
from counterply.search.perft import perft, require_depth
from counterply.shown.frames import Columns, Framed
from counterply.shown.plots import File, Plot, plot_counts, plot_nodes
from counterply.shown.tables import Column, Listed, Shown, Tables, table_of

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

DEFAULT_BUDGET = 20_000_000  # nodes for one number

PLAIN_SEARCHES: dict[str, Callable[..., textbook.Result]] = {"minimax": textbook.minimax, "alphabeta": textbook.alphabeta}
Visits = Callable[[str, int], tuple[int, int | None] | None]  # nodes and score, by the name of a search and a depth
TECHNIQUES = {
    "minimax": Techniques().only(),
    "alphabeta": Techniques().only("pruning"),
    "ordered": ORDERED,
    "table": replace(ORDERED, table=True),
}


@dataclass(frozen=True)
class NodeCounts:
    """The nodes that each search visited at one depth, None beyond the budget; the score on the evaluator's grid."""

    depth: int
    minimax: int | None
    alphabeta: int | None
    ordered: int | None
    table: int | None
    score: int | None

    @property
    def reduction(self) -> float | None:
        """How many times as many nodes minimax visits as alpha-beta does, moves in the same order."""
        return None if self.minimax is None or self.alphabeta is None else self.minimax / self.alphabeta

    @property
    def branching(self) -> float | None:
        """The branching factor b of a uniform tree of this depth with as many nodes as minimax visited."""
        return None if self.minimax is None else uniform_branching(self.minimax, self.depth)

    @property
    def effective_branching(self) -> float | None:
        """The branching factor of a uniform tree of this depth with as many nodes as the best search visited."""
        fewest = [count for count in (self.alphabeta, self.ordered, self.table) if count is not None]
        return uniform_branching(min(fewest), self.depth) if fewest else None

    @property
    def best_possible(self) -> int | None:
        """The nodes of alpha-beta with a perfect order of moves in a uniform tree: level k keeps b^ceil(k/2) + b^floor(k/2) - 1."""
        b = self.branching
        if b is None:
            return None
        return round(1 + sum(b ** ((k + 1) // 2) + b ** (k // 2) - 1 for k in range(1, self.depth + 1)))


def uniform_branching(nodes: int, depth: Depth) -> float:
    """Return b with 1 + b + ... + b^depth = `nodes`, by bisection."""
    low, high = 0.0, float(nodes)
    for _ in range(200):
        middle = (low + high) / 2
        total = 1.0
        for _ in range(depth):
            total = total * middle + 1
        low, high = (middle, high) if total < nodes else (low, middle)
    return (low + high) / 2


@dataclass(repr=False)
class PerftCounts(Shown, Framed, Listed[int]):
    """How many positions a game has at depth 1, 2, ...: a position counts each time that it is reached.

    `finished` is False where Ctrl-C ended the count early.
    """

    counts: list[int]
    finished: bool = True

    LIST = "counts"
    COLUMNS: ClassVar[Columns] = {"depth": int, "positions": int}

    def cells(self) -> Iterator[tuple[int, int]]:
        """Yield the values of each depth, in the order of `COLUMNS`."""
        return enumerate(self.counts, 1)

    def plot(self, file: File = None) -> Plot:
        """Draw the counts on a logarithmic scale, and write a `file` as .png, .svg or .pdf."""
        return plot_counts(list(self.cells()), "depth (plies)", "positions", "perft", file)

    def table(self, width: int | None = None) -> Tables:
        """Return a row for each depth."""
        depths = [str(depth) for depth in range(1, len(self.counts) + 1)]
        columns = [Column("depth", depths), Column("positions", [f"{count:,}" for count in self.counts])]
        return Tables(table_of(columns, width))

    def json(self) -> dict[str, Any]:
        """Return the document of ``counterply perft --json``."""
        return {"counts": self.counts, "finished": self.finished}


def count_positions(position: AnyPosition, depth: Depth, stop: Stop, progress: Callable[[str], None] | None) -> PerftCounts:
    """Count the positions at each depth up to `depth`, one depth after the other; `stop` ends it, and keeps the finished depths."""
    require_depth(depth)
    found = PerftCounts([])
    for plies in range(1, depth + 1):
        try:
            found.counts = perft(position, plies, stop)
        except GameError:
            if not stop:
                raise
            found.finished = False
            break
        if progress is not None:
            progress(f"depth {plies:2}  {found.counts[-1]:>20,}")
    return found


@dataclass(repr=False)
class NodeTable(Shown, Framed, Listed[NodeCounts]):
    """Visited nodes by depth.

    *reduction* is how many nodes minimax visits for one of alpha-beta's, *b* minimax's branching factor, *effective b* that of the
    best search beside it.

    Attributes
    ----------
    rows : one for each depth
    grid : of the evaluator, whose scores the rows hold
    finished : False where Ctrl-C ended the count early
    """

    title: str
    grid: int
    rows: list[NodeCounts] = field(default_factory=list)
    finished: bool = True

    LIST = "rows"
    COLUMNS: ClassVar[Columns] = {
        **dict.fromkeys(("depth", "minimax", "alphabeta", "ordered", "table"), int),
        **dict.fromkeys(("reduction", "branching", "effective_branching"), float),
        "best_possible": int,
    }

    def table(self, width: int | None = None) -> Tables:
        """Return a row for each depth."""

        def column(head: str, name: str, form: str, rank: int = 0) -> Column:
            values = [getattr(row, name) for row in self.rows]
            return Column(head, ["-" if value is None else format(value, form) for value in values], rank)

        columns = [
            column("depth", "depth", ""),
            *(column(name, name, ",") for name in TECHNIQUES),
            column("reduction", "reduction", ".2f", rank=1),
            column("b", "branching", ".2f", rank=1),
            column("effective b", "effective_branching", ".2f", rank=2),
            column("best possible", "best_possible", ",", rank=3),
        ]
        return Tables(table_of(columns, width, "Nodes of one search to each depth alone: no row holds those above it"))

    def cells(self) -> Iterator[list[Any]]:
        """Yield the values of each row, in the order of `COLUMNS`."""
        for row in self.rows:
            yield [getattr(row, name) for name in self.COLUMNS]

    def json(self) -> dict[str, Any]:
        """Return the document of ``counterply nodes --json``."""
        rows = [
            {
                **asdict(row),
                "reduction": row.reduction and round(row.reduction, 4),
                "score": None if row.score is None else row.score / self.grid,
            }
            for row in self.rows
        ]
        return {"rows": rows, "finished": self.finished}

    def plot(self, file: File = None) -> Plot:
        """Draw the counts on a logarithmic scale, and write a `file` as .png, .svg or .pdf."""
        return plot_nodes(self.rows, self.title, file)


def node_table(
    position: AnyPosition,
    depths: Iterable[int],
    budget: int,
    evaluator: Evaluator | None,
    stop: Stop,
    progress: Callable[[str], None] | None,
) -> NodeTable:
    """Count the nodes that each search visits at each depth; `stop` ends it, and keeps the finished depths."""
    evaluator, wanted = evaluator or reference_evaluator(position.game), list(depths)
    found = NodeTable(position.game.full_name, evaluator.grid)
    for row in count_nodes(position, wanted, budget, evaluator, stop):
        found.rows.append(row)
        if progress is not None:
            progress(f"depth {row.depth} of {wanted[-1]}")
    found.finished = len(found.rows) == len(wanted)
    return found


def count_nodes(
    position: AnyPosition,
    depths: Iterable[int],
    budget: int = DEFAULT_BUDGET,
    evaluator: Evaluator | None = None,
    stop: Stop | None = None,
) -> Iterator[NodeCounts]:
    """Yield the counts for each depth as they are known.

    Raises
    ------
    GameError
        for a depth outside 1 .. `MAX_DEPTH`, or a game that these searches would be wrong for
    """
    evaluator = evaluator or reference_evaluator(position.game)
    wanted = list(depths)
    for depth in wanted:
        if not 1 <= depth <= MAX_DEPTH:
            raise GameError(f"a depth is 1 to {MAX_DEPTH}, not {depth}")
    visits = (_compiled_visits if position.game.compiled else _plain_visits)(position, budget, evaluator, stop)
    searched_moves(position)
    beyond = set()
    for depth in wanted:
        counts: dict[str, int | None] = dict.fromkeys(TECHNIQUES)
        score = None
        for name in TECHNIQUES:
            found = None if name in beyond else visits(name, depth)
            if stop:
                return
            if found is None:
                beyond.add(name)
            else:
                counts[name], score = found
        yield NodeCounts(depth, score=score, **counts)


def _compiled_visits(position: AnyPosition, budget: int, evaluator: Evaluator, stop: Stop | None) -> Visits:
    """Return a function for the nodes and the score of one of the engine's searches to a depth; it says None beyond the budget."""
    require_engine_rules(position.game)
    engines = {name: Engine(position.game, evaluator, techniques) for name, techniques in TECHNIQUES.items()}

    def visits(name: str, depth: Depth) -> tuple[int, int | None] | None:
        engines[name].forget()
        limit = Limit(depth=depth, nodes=budget, stop=stop)
        report = next(iter(engines[name].deepen(position, limit, first_depth=depth)))
        return None if report.stopped == "nodes" else (report.nodes + 1, report.score)

    return visits


def _plain_visits(position: AnyPosition, budget: int, evaluator: Evaluator, stop: Stop | None) -> Visits:
    """Return the same function of the textbook's searches; it says None also for those that the textbook does not have."""
    textbook.require_plain_rules(position.game)
    evaluate = textbook.evaluation(position.game, evaluator)

    def visits(name: str, depth: Depth) -> tuple[int, int | None] | None:
        if name not in PLAIN_SEARCHES:
            return None
        count = textbook.Count(most_nodes=budget, stop=stop)
        try:
            score = PLAIN_SEARCHES[name](position, depth, evaluate, position.turn, count).score
        except textbook.LimitReached:
            return None
        return count.nodes + 1, score

    return visits
