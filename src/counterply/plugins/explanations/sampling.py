"""Monte Carlo tree search, step by step: selection, expansion, rollout and backup, in the textbook's own search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from counterply.core.errors import GameError, UsageError
from counterply.core.limits import Stop
from counterply.core.position import searched_moves
from counterply.plugins.explanations.drawing import placed
from counterply.plugins.explanations.picture import MOST_NODES, Drawn, svg
from counterply.plugins.explanations.rows import MOST_CHILDREN
from counterply.plugins.explanations.steps import Step, StepList
from counterply.plugins.explanations.visits import by_parent, require_no_dice, shown_mean
from counterply.plugins.monte_carlo.textbook import MonteCarloTree, Node
from counterply.search.textbook import Count, LimitReached, require_plain_rules
from counterply.shown.frames import Columns, Framed
from counterply.shown.plots import File, Plot, plot_counts
from counterply.shown.tables import Shown, Table, Tables

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

MOST_COMPARED = 4  # moves whose bounds a step tells
HEADS = ("move", "mean", "mean + bonus", "first rollout", "visits")


@dataclass
class Sampled:
    """A node of a Monte Carlo tree.

    Attributes
    ----------
    move, parent, ply : the move that leads here, the place of its parent, -1 of the root's, and moves from the root
    node : its visits and results
    rollout : its first one, in words
    bound : mean and bonus for the player who chose it, when it was last compared with its siblings
    """

    move: Any
    parent: int
    ply: int
    node: Node
    rollout: str = ""
    bound: tuple[float, float] | None = None


class WatchedTree(MonteCarloTree):
    """The textbook's search, which writes down its nodes and its steps."""

    def __init__(self, position: AnyPosition, seed: int) -> None:
        super().__init__(position, seed)
        self.visits = [Sampled(None, -1, 0, self.root)]
        self.steps: list[Step] = []
        self._way: list[int] = []  # places of the nodes of this simulation

    def select(self, count: Count) -> tuple[Any, list[Node]]:
        """Select; a new node that was reached is written down."""
        self._way = [0]
        return super().select(count)

    def selected(self, position: AnyPosition, node: Node) -> Any:
        """Choose, and write down by which bounds."""
        known, number = bool(node.children), self._way[-1]
        move = super().selected(position, node)
        if not known:
            self._say(number, f"expansion: one child for each of {len(node.children)} moves")
        bounds = {other: self.bound(node, child, position.turn) for other, child in node.children.items()}
        ranked = sorted(bounds, key=lambda other: (-sum(bounds[other]), other != move))
        told = [f"{position.move_text(other)} {terms(bounds[other])}" for other in ranked[:MOST_COMPARED]]
        more = f", {len(ranked) - MOST_COMPARED} more below" if len(ranked) > MOST_COMPARED else ""
        side = "max" if position.turn == self.position.turn else "min"
        child = node.children[move]
        place = next((place for place, each in enumerate(self.visits) if each.node is child), None)
        if place is None:
            place = len(self.visits)
            self.visits.append(Sampled(move, number, len(self._way), child))
        self.visits[place].bound = bounds[move]
        shown = ((place, "", f"n {child.visits}", f"u {sum(bounds[move]):.2f}"),)
        self._say(number, f"selection, {side} by its own bounds: {', '.join(told)}{more}: {position.move_text(move)}", shown)
        self._way.append(place)
        return move

    def roll_out(self, position: AnyPosition, count: Count) -> float:
        """Roll out, and write down the moves."""
        seen = Recorder(count)
        result = super().roll_out(position, seen)  # type: ignore[arg-type]
        texts = position.line_text(seen.moves)
        end = -result if self.position.turn else result
        said = shown_mean(end) if self.by_margin else "win" if end > 0 else "loss" if end < 0 else "draw"
        played = f"{' '.join(texts)}: {said}" if texts else said
        visited = self.visits[self._way[-1]]
        visited.rollout = visited.rollout or played
        self._say(self._way[-1], f"{'rollout' if texts else 'the game is over:'} {played}")
        return result

    def back_up(self, path: list[Node], result: float) -> None:
        """Back up, and write down the new number of each node, from the last one to the root."""
        super().back_up(path, result)
        for number in reversed(self._way):
            node = self.visits[number].node
            mean = node.mean(self.position.turn)
            shown = ((number, shown_mean(mean), f"n {node.visits}", ""),)
            name = self.name(number)
            times = f"{node.visits} visit{'s' * (node.visits > 1)}"
            self.steps.append(Step(number, True, f"{self.simulations}. {name}: backup, {times}, mean {shown_mean(mean)}", shown))

    def name(self, number: int) -> str:
        """Return the moves to a node as text."""
        moves: list[Any] = []
        while number:
            moves.insert(0, self.visits[number].move)
            number = self.visits[number].parent
        return " ".join(self.position.line_text(moves)) or "root"

    def _say(self, number: int, text: str, shown: tuple[tuple[int, str, str, str], ...] = ()) -> None:
        self.steps.append(Step(number, False, f"{self.simulations + 1}. {self.name(number)}: {text}", shown))


class Recorder:
    """Counts nodes as another count does, and remembers their moves."""

    def __init__(self, count: Count) -> None:
        self.count = count
        self.moves: list[Any] = []

    def visit(self, move: Any) -> None:
        """Count a node, in place."""
        self.count.visit(move)
        self.moves.append(move)


def terms(bound: tuple[float, float]) -> str:
    """Return the two terms of a bound and their sum."""
    return f"{shown_mean(bound[0])} + {bound[1]:.2f} = {sum(bound):.2f}"


@dataclass(frozen=True, repr=False)
class SampledTree(Shown, Framed):
    """A Monte Carlo tree after some simulations, as the side to move at its root sees it.

    Means are -1 for a loss to 1 for a win, or points where the margin is the game's objective.

    Attributes
    ----------
    visits : its nodes that were visited, in the order of their first visits
    all_steps : what was done, one after the other
    """

    position: Any
    simulations: int
    seed: int
    visits: tuple[Sampled, ...]
    all_steps: tuple[Step, ...]
    search: str = "uct"
    unrecorded: int = 0

    @cached_property
    def _children(self) -> dict[int, list[int]]:
        return by_parent(visit.parent for visit in self.visits)

    def children(self, number: int) -> list[int]:
        """Return the places of a node's children, the most visited first."""
        return sorted(self._children.get(number, []), key=lambda child: -self.visits[child].node.visits)

    def place(self, number: int) -> Any:
        """Return the position at a node."""
        visit = self.visits[number]
        return self.place(visit.parent).after(visit.move) if number else self.position

    def move_text(self, number: int) -> str:
        """Return the move that leads to a node as text."""
        return str(self.place(self.visits[number].parent).move_text(self.visits[number].move)) if number else "root"

    @cached_property
    def line(self) -> tuple[int, ...]:
        """The most visited nodes from the root on."""
        found = [0]
        while below := self.children(found[-1]):
            found.append(below[0])
        return tuple(found)

    def mean_text(self, number: int) -> str:
        """Return the mean of a node's results."""
        return shown_mean(self.visits[number].node.mean(self.position.turn))

    def side(self, number: int) -> str:
        """Return 'max' or 'min'; '' where no child was visited."""
        if not self.children(number):
            return ""
        return "max" if self.place(number).turn == self.position.turn else "min"

    def untried(self, number: int) -> list[Any]:
        """Return the moves of a node with children that were never tried."""
        return [move for move, child in self.visits[number].node.children.items() if not child.visits]

    def rows(self, plies: int | None = None) -> Iterator[tuple[str, ...]]:
        """Yield a row for each node that is shown, as `HEADS` has it: all of a small tree, else those along the line."""
        small = len(self.visits) <= MOST_NODES

        def below(number: int, indent: str) -> Iterator[tuple[str, ...]]:
            visit, best = self.visits[number], number in self.line
            bound = "" if visit.bound is None else terms(visit.bound)
            star = " *" if best and number else ""
            mean = f"{self.side(number)} {self.mean_text(number)}".lstrip()
            yield f"{indent}{self.move_text(number)}{star}", mean, bound, visit.rollout, str(visit.node.visits)
            if visit.ply < plies if plies is not None else small or best:
                for child in self.children(number):
                    yield from below(child, indent + "  ")

        yield from below(0, "")

    COLUMNS: ClassVar[Columns] = {"node": int, "parent": int, "ply": int, "move": str, "visits": int, "mean": float}

    def cells(self) -> Iterator[tuple[Any, ...]]:
        """Yield the values of each node, in the order of `COLUMNS`; the mean is that for the side to move at the root."""
        player = self.position.turn
        for number, visit in enumerate(self.visits):
            move, parent = (self.move_text(number), visit.parent) if number else ("", None)
            yield number, parent, visit.ply, move, visit.node.visits, visit.node.mean(player)

    def plot(self, file: File = None) -> Plot:
        """Draw how many nodes there are at each ply, and write a `file` as .png, .svg or .pdf; `svg` is the tree itself."""
        counts = Counter(visit.ply for visit in self.visits)
        return plot_counts(sorted(counts.items()), "ply", "nodes", f"{self.search}, {self.simulations:,} simulations", file)

    def table(self, width: int | None = None, plies: int | None = None) -> Tables:
        """Return the nodes as a table."""
        return Tables(Table.of_rows(HEADS, self.rows(plies), left=len(HEADS) - 1))

    def steps(self) -> StepList:
        """Return the search step by step."""
        return StepList(self.all_steps)

    def drawn(self) -> list[tuple[Drawn, int]]:
        """Return the nodes as drawn, each after its parent, with their places in the visits."""
        drawn: list[tuple[Drawn, int]] = []

        def add(number: int, parent: int) -> None:
            here = len(drawn)
            style: Any = "best" if number in self.line else "plain"
            kind: Any = self.side(number) or "leaf"
            move, note = self.move_text(number) if number else "", f"n {self.visits[number].node.visits}"
            drawn.append((Drawn(parent, kind, self.mean_text(number), move, note, style), number))
            places = {self.visits[child].move: child for child in self.children(number)}
            for move in self.visits[number].node.children:
                if move in places:
                    add(places[move], here)

        add(0, -1)
        return drawn

    def svg(self) -> str:
        """Return the tree as SVG."""
        return svg([node for node, _ in self.drawn()], f"uct: {self.simulations} simulations")

    def json(self) -> dict[str, Any]:
        """Return the document that ``counterply tree --search uct --json`` prints."""
        nodes = [
            {
                "move": self.move_text(number) if number else None,
                "parent": visit.parent if number else None,
                "visits": visit.node.visits,
                "mean": visit.node.mean(self.position.turn),
                "bound": visit.bound,
                "rollout": visit.rollout,
            }
            for number, visit in enumerate(self.visits)
        ]
        return {
            "search": "uct",
            "simulations": self.simulations,
            "seed": self.seed,
            "line": [self.move_text(number) for number in self.line[1:]],
            "nodes": nodes,
        }

    def compare(self) -> Any:
        """Raise `UsageError`: simulations are not compared with depths."""
        raise UsageError("searches are compared at one depth, and uct has none")

    quiz = compare


def sampled_tree(position: AnyPosition, simulations: int, seed: int = 1, stop: Stop | None = None) -> SampledTree:
    """Return the tree of UCT after some simulations, with all that was done.

    Raises
    ------
    GameError
        for a game with chance or hidden information, or if it was stopped
    """
    require_no_dice("uct", position.game)
    require_plain_rules(position.game)
    searched_moves(position)
    tree, count = WatchedTree(position, seed), Count(stop=stop)
    try:
        while tree.simulations < simulations:
            tree.simulate(count)
    except LimitReached:
        raise GameError("the search was stopped") from None
    return SampledTree(position, simulations, seed, tuple(tree.visits), tuple(tree.steps))


def picture_json(tree: SampledTree) -> dict[str, Any]:
    """Return picture and steps of a tree for the page, as `drawing.picture_json` does for other searches."""
    nodes = placed(tree.drawn())
    for each in nodes:
        each |= {"note": "", "below": 0}
    for each in nodes[:0:-1]:
        nodes[each["parent"]]["below"] += each["below"] + 1
    steps = []
    for step in tree.all_steps:
        windows = [(number, *lines) for number, _, *lines in step.shown]
        texts = [(number, text) for number, text, *_ in step.shown if text]
        steps.append({**step.json(), "windows": windows, "texts": texts})
    return {"picture": nodes, "large": len(nodes) > MOST_NODES, "hidden": 0, "steps": steps}


def rows_json(tree: SampledTree, opened: Iterable[int], root: bool) -> list[dict[str, Any]]:
    """Return the rows below nodes that are open, as `rows.rows_json` does for other searches."""
    numbers = [0] if root else []
    for number in opened:
        numbers += tree.children(number)[:MOST_CHILDREN]
    return [row_json(tree, number) for number in numbers]


def row_json(tree: SampledTree, number: int) -> dict[str, Any]:
    """Return a node."""
    visit, left = tree.visits[number], tree.untried(number)
    return {
        "number": number,
        "move": tree.move_text(number),
        "order": "",
        "side": tree.side(number),
        "window": "" if visit.bound is None else terms(visit.bound),
        "value": tree.mean_text(number),
        "why": visit.rollout,
        "nodes": visit.node.visits,
        "best": number in tree.line,
        "left": len(left),
        "left_moves": [tree.place(number).move_text(move) for move in left[:6]],
        "condition": "never tried",
        "parent": visit.parent,
        "children": len(tree.children(number)),
    }
