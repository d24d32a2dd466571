"""The tree that a search grew, to be printed and drawn; the textbook's searches and the engine grow it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar

from counterply.core.errors import GameError
from counterply.core.evaluator import Evaluator
from counterply.core.limits import Limit, Stop
from counterply.core.position import possible_moves
from counterply.core.report import Report
from counterply.core.values import INFINITE
from counterply.plugins.explanations.drawing import drawn_of, folded_of
from counterply.plugins.explanations.picture import MOST_NODES, svg
from counterply.plugins.explanations.quiz import Quiz
from counterply.plugins.explanations.rows import root_rows, table_of_tree
from counterply.plugins.explanations.searches import ENGINE, SEARCHES, TEXTBOOK
from counterply.plugins.explanations.steps import StepList, steps_of
from counterply.plugins.explanations.trace import MOST_RECORDS, Trace, TracedEngine
from counterply.plugins.explanations.visits import VisitedTree, require_no_dice
from counterply.search import textbook
from counterply.search.alphabeta.engine import require_engine_rules
from counterply.search.alphabeta.techniques import Techniques
from counterply.search.counts import PLAIN_SEARCHES, TECHNIQUES
from counterply.search.worlds import worth
from counterply.shown.frames import Columns, Framed
from counterply.shown.plots import File, Plot, plot_counts
from counterply.shown.tables import Column, Shown, Table, Tables

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.core.plain_game import PlainGame
    from counterply.core.position import AnyPosition

OF_ENGINE = dict(zip(ENGINE, (TECHNIQUES["ordered"], TECHNIQUES["table"], Techniques()), strict=True))


@dataclass(frozen=True, repr=False)
class SearchTree(VisitedTree, Shown, Framed):
    """A finished search of fixed depth, with all that it did; it prints open along its best line.

    Attributes
    ----------
    grow : called with ``search=NAME``, it returns the tree of another search of the same position to the same depth
    """

    grow: Callable[..., Any] | None = field(default=None, compare=False)

    COLUMNS: ClassVar[Columns] = {
        "node": int,
        "parent": int,
        "ply": int,
        "move": str,
        "score": float,
        "alpha": float,
        "beta": float,
        "ended_by": str,
        "nodes_below": int,
        "order": int,
        "probability": float,
    }

    def cells(self) -> Iterator[tuple[Any, ...]]:
        """Yield the values of each node, in the order of `COLUMNS`; scores in the evaluator's unit, windows None where open."""
        for number, visit in enumerate(self.visits):
            alpha, beta = (None if abs(bound) >= INFINITE else bound / self.grid for bound in (visit.alpha, visit.beta))
            move, order = (self.move_text(number), self.rank(number)) if number else ("", 1)
            facts = (visit.ply, move, visit.score / self.grid, alpha, beta, visit.reason, visit.nodes, order)
            yield number, (visit.parent if number else None), *facts, self.share(number)

    def plot(self, file: File = None) -> Plot:
        """Draw how many nodes were visited at each ply, and write a `file` as .png, .svg or .pdf; `svg` is the tree itself."""
        counts = Counter(visit.ply for visit in self.visits)
        return plot_counts(sorted(counts.items()), "ply", "visited nodes", f"{self.called}, depth {self.depth}", file)

    def table(self, width: int | None = None, plies: int | None = None) -> Tables:
        """Return the nodes as a table: those along the best line, or all nodes down to a ply."""
        return Tables(table_of_tree(self, plies, ordered=self.search in ENGINE))

    def svg(self, plies: int | None = None) -> str:
        """Return the tree as SVG: all of a small one, a large one along its best line or, where it has room, down to a ply."""
        folded = plies is None and self.visits[0].nodes > MOST_NODES
        drawn = folded_of(self) if folded else [node for node, _ in drawn_of(self, plies=plies)]
        return svg(drawn, f"{self.called}, depth {self.depth}: {self.visits[0].nodes:,} nodes")

    def steps(self) -> StepList:
        """Return the search step by step."""
        return StepList(tuple(steps_of(self)))

    def compare(self) -> SearchComparison:
        """Return the trees of all searches of the position, side by side; in plain Python or with dice, those of the textbook."""
        return SearchComparison(tuple(map(self._by, searches_of(self.position.game))))

    def quiz(self) -> Quiz:
        """Return the question which leaves alpha-beta does not look at."""
        return Quiz(self._by("minimax"), self._by("alphabeta"))

    def _by(self, search: str) -> SearchTree:
        """Return the tree of a search of the same position."""
        if search == self.search:
            return self
        if self.grow is None:
            raise GameError("only the tree of a search to a fixed depth can be compared with others")
        grown: SearchTree = self.grow(search=search)
        return grown


@dataclass(frozen=True, repr=False)
class SearchComparison(Shown):
    """The trees of several searches of one position, side by side: value and nodes of each move of the root."""

    trees: tuple[SearchTree, ...]

    def table(self, width: int | None = None) -> Tables:
        """Return value and nodes of each search as a table."""
        root = self.trees[0].position
        columns = [Column("move", ["root", *map(root.move_text, possible_moves(root))], left=True)]
        for tree in self.trees:
            found = root_rows(tree)
            columns.append(Column(tree.called, [value for value, _ in found], left=True))
            columns.append(Column("nodes", [f"{nodes:,}" if nodes else "" for _, nodes in found]))
        return Tables(Table(tuple(columns)))

    def json(self) -> dict[str, Any]:
        """Return the document that ``counterply tree --compare --json`` prints."""
        root = self.trees[0].position
        found = [(tree, list(zip(*root_rows(tree), strict=True))) for tree in self.trees]
        rows = [{"search": tree.called, "depth": tree.depth, "values": values, "nodes": nodes} for tree, (values, nodes) in found]
        return {"moves": list(map(root.move_text, possible_moves(root))), "searches": rows}


def search_tree(
    position: AnyPosition,
    depth: int,
    search: str,
    evaluate: textbook.Evaluate,
    grid: int,
    stop: Stop | None = None,
    nodes: int | None = None,
) -> SearchTree:
    """Search a position `depth` plies deep by minimax or alpha-beta of the textbook, and return all that was done.

    Wins count alike whatever their distance, as in `counterply nodes`, so that both visit the same nodes.

    Raises
    ------
    GameError
        if the search visits more than `nodes`, or more than a trace holds; or was stopped
    """
    trace = Trace(grid=grid, distance=False, most_nodes=nodes, stop=stop)
    tree = SearchTree(position, depth, search, trace.visits, grid, (0,))
    try:
        result = PLAIN_SEARCHES[search](position, depth, evaluate, tree.seat, trace)
    except textbook.LimitReached:
        raise GameError(f"{tree.called} visits more than {trace.nodes:,} nodes at depth {depth}: take a smaller depth") from None
    return with_line(tree, result.line)


def engine_tree(
    position: AnyPosition, depth: int, search: str, evaluator: Evaluator, stop: Stop | None = None, room: int = MOST_RECORDS
) -> SearchTree:
    """Search a position `depth` plies deep by the engine, and return the recorded nodes, as many as fit.

    'ordered' and 'table' are those of `counterply nodes`, at one depth alone. 'engine' is the engine as it plays: it deepens, and
    the last depth is shown, a smaller one than `depth` where it proves the result.
    """
    require_engine_rules(position.game)
    engine = TracedEngine(position.game, evaluator, OF_ENGINE[search], room)
    reports: dict[int, Report] = {}
    for report in engine.deepen(position, Limit(depth=depth, stop=stop), first_depth=1 if search == "engine" else depth):
        reports[report.depth] = replace(report, position=position)
        if not report.stopped:
            engine.restart()
    if report.stopped == "stop":
        raise GameError("the search was stopped")
    made = traced_tree(engine, position, report, search)
    return replace(made, iterations=tuple(reports.values())) if search == "engine" else made


def traced_tree(engine: TracedEngine, position: AnyPosition, report: Report, search: str) -> SearchTree:
    """Return the tree of an engine's last search, which was called `search` and ended with `report`."""
    visits, grid = engine.visits(report.depth, report.score or 0), engine.bound.evaluator.grid
    tree = SearchTree(position, report.depth, search, visits, grid, (0,), engine.techniques.distance, engine.unrecorded)
    return with_line(tree, report.line)


def with_line(tree: SearchTree, moves: tuple[Any, ...]) -> SearchTree:
    """Return a tree whose best line is `moves`, as far as they are in it."""
    line = [0]
    for move in moves:
        same = [child for child in tree.children(line[-1]) if tree.visits[child].move == move]
        if not same:
            break
        line.append(same[-1])
    return replace(tree, line=tuple(line))


def tree_of(
    position: AnyPosition, depth: int, search: str, evaluator: Evaluator, stop: Stop | None = None, nodes: int | None = None
) -> SearchTree:
    """Search a position of a game; see `search_tree` and `engine_tree`, in which `nodes` limits nothing."""
    game = position.game
    if search in ENGINE:
        require_no_dice(search, game)
    textbook.require_plain_rules(game, chance=search not in ENGINE)
    if not (game.dice and position.chances()):
        position.require_ongoing()
    if search in ENGINE:
        return engine_tree(position, depth, search, evaluator, stop)
    return search_tree(position, depth, search, *worth(game, evaluator), stop, nodes)


def searches_of(game: Game | PlainGame) -> tuple[str, ...]:
    """Return the searches whose tree can be seen of a game, beside uct."""
    return SEARCHES if game.compiled and not game.chance else TEXTBOOK
