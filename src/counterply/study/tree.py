"""The tree that a search grew, for people: as text with the best line open, step by step, as a picture, and as a quiz."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from counterply.core.errors import GameError
from counterply.core.evaluator import Evaluator
from counterply.core.limits import Limit, Stop
from counterply.core.report import Report
from counterply.core.values import BOUND_NAMES, EXACT, INFINITE, LOWER, UPPER, is_proven, score_text
from counterply.search import textbook
from counterply.search.alphabeta.engine import require_engine_rules
from counterply.search.alphabeta.techniques import Techniques
from counterply.search.trace import MOST_RECORDS, Trace, TracedEngine, Visit
from counterply.study.counts import TECHNIQUES
from counterply.study.picture import MOST_NODES, Drawn, Kind, Style
from counterply.study.picture import svg as svg_of

TEXTBOOK: dict[str, Callable[..., textbook.Result]] = {"minimax": textbook.minimax, "alphabeta": textbook.alphabeta}
ENGINE = {"ordered": TECHNIQUES["ordered"], "table": TECHNIQUES["table"], "engine": Techniques()}
SEARCHES = (*TEXTBOOK, *ENGINE)
MOST_CHILDREN = 50  # of a node, as text
MOST_LEFT = 6  # moves that were not searched, as text
SIGNS = {EXACT: "", LOWER: ">= ", UPPER: "<= "}
REASONS = {  # why the engine did not search a node's moves, as people read it
    "table": "known from the table",
    "decided": "decided: the game is sure",
    "margin": "margin out of reach",
    "static": "far outside the window",
    "forced": "forced win",
}
INNER = (textbook.CUT, textbook.SEARCHED)  # reasons of nodes whose moves were searched


@dataclass(frozen=True)
class SearchTree:
    """A finished search of fixed depth, with all that it did.

    Attributes
    ----------
    position : the root
    search : one of SEARCHES
    visits : the nodes, in the order in which they were entered
    grid : of the scores
    line : the best line, as places in the visits, the root first; it ends where the search knew the rest from before
    distance : whether wins tell how far they are
    unrecorded : nodes that there was no room for; their parents still count them
    iterations : what the engine found at each depth on its way here; nothing for other searches
    """

    position: Any
    depth: int
    search: str
    visits: list[Visit]
    grid: int
    line: tuple[int, ...]
    distance: bool = False
    unrecorded: int = 0
    iterations: tuple[Report, ...] = ()

    @cached_property
    def _children(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for number, visit in enumerate(self.visits):
            found.setdefault(visit.parent, []).append(number)
        return found

    @cached_property
    def _ranks(self) -> dict[tuple[int, Any], int]:
        found: dict[tuple[int, Any], int] = {}
        for number in self._children:
            moves = dict.fromkeys(self.visits[child].move for child in self.children(number))
            found |= {(number, move): rank for rank, move in enumerate(moves, start=1)}
        return found

    def children(self, number: int) -> list[int]:
        """Return the places of a node's children, as they were searched."""
        return self._children.get(number, [])

    def rank(self, number: int) -> int:
        """Return a node's place among the moves that were searched at its parent, from 1 on."""
        visit = self.visits[number]
        return self._ranks[visit.parent, visit.move]

    def path(self, number: int) -> list[Any]:
        """Return the moves that lead to a node."""
        moves: list[Any] = []
        while self.visits[number].parent >= 0:
            moves.append(self.visits[number].move)
            number = self.visits[number].parent
        return moves[::-1]

    def place(self, number: int) -> Any:
        """Return the position at a node."""
        position = self.position
        for move in self.path(number):
            position = position.after(move)
        return position

    def left_out(self, number: int) -> list[Any]:
        """Return the moves of a node that were not searched."""
        if self.visits[number].reason not in INNER:
            return []
        tried = {self.visits[child].move for child in self.children(number)}
        return [move for move in self.place(number).moves() if move not in tried]

    def maximising(self, number: int) -> bool:
        """Tell whether the side to move at the root moves at a node."""
        return bool(self.place(number).turn == self.position.turn)

    def condition(self, number: int) -> str:
        """Return why moves of a node were not searched, as in ``4 >= beta 3``."""
        visit, place, score = self.visits[number], self.place(number), self.text(self.visits[number].score)
        beyond = len(place.moves()) - visit.listed if visit.listed is not None else 0
        parts = []
        if visit.reason == textbook.CUT:
            maximising = place.turn == self.position.turn
            bound, name = (visit.beta, "beta") if maximising else (visit.alpha, "alpha")
            enough = visit.score >= bound if maximising else visit.score <= bound
            sign = ">=" if maximising else "<="
            parts.append(f"{score} {sign} {name} {self.text(bound)}" if enough else f"{score} is as much as can still be won")
        elif len(self.left_out(number)) > beyond:
            parts.append("late moves")
        if beyond and visit.required:
            parts.append(f"{beyond} lose at once" + (" or are no candidates" if visit.hinted and place.game.cuts else ""))
        elif beyond:
            parts.append(f"{beyond} are no candidates")
        return "; ".join(parts)

    def text(self, score: int) -> str:
        """Return a score as people read it."""
        if abs(score) == INFINITE:
            return "+inf" if score > 0 else "-inf"
        if hasattr(self.position, "score_text"):
            return str(self.position.score_text(score))
        if is_proven(score) and not self.distance:
            return "win" if score > 0 else "loss"
        return score_text(score, self.grid)

    def unit(self, score: int) -> float | None:
        """Return a score in the evaluator's unit, None for an infinite one."""
        return None if abs(score) == INFINITE else score / self.grid

    def order_text(self, number: int) -> str:
        """Return a node's rank, and what gave its move that place, as in ``2 killer`` or ``3 history 16``."""
        visit = self.visits[number]
        return f"{self.rank(number)} {visit.sorted_by}{f' {visit.credit}' if visit.credit else ''}".rstrip()

    def window_text(self, number: int) -> str:
        """Return the window of a node; of an empty one, the question that it asks."""
        visit = self.visits[number]
        if visit.beta - visit.alpha > 1:
            return f"{self.text(visit.alpha)} {self.text(visit.beta)}"
        return f"> {self.text(visit.alpha)} ?" if self.maximising(visit.parent) else f"< {self.text(visit.beta)} ?"

    def value_text(self, number: int) -> str:
        """Return a node's value, with a sign where it is only a bound."""
        visit = self.visits[number]
        return SIGNS[visit.bound] + self.text(visit.score)

    def svg(self, quiz: bool = False) -> str:
        """Return a small tree as SVG; in a quiz, the whole minimax tree without a hint of what is cut."""
        drawn = [node for node, _ in drawn_of(self, quiz)]
        return svg_of(drawn, "" if quiz else f"{self.search}, depth {self.depth}: {self.visits[0].nodes} nodes")

    def json(self) -> dict[str, Any]:
        """Return the document that ``counterply tree --json`` prints; scores in the evaluator's unit.

        Its nodes stand in the order in which they were entered.
        """
        nodes = []
        places: list[Any] = [self.position]
        for number, visit in enumerate(self.visits):
            above = places[visit.parent] if visit.parent >= 0 else None
            if above is not None:
                places.append(above.after(visit.move))
            nodes.append(
                {
                    "move": None if above is None else above.move_text(visit.move),
                    "parent": None if above is None else visit.parent,
                    "alpha": self.unit(visit.alpha),
                    "beta": self.unit(visit.beta),
                    "score": self.unit(visit.score),
                    "bound": BOUND_NAMES[visit.bound],
                    "why": visit.reason,
                    "nodes": visit.nodes,
                    "again": visit.again,
                    "deeper": visit.deeper,
                    "rank": self.rank(number) if number else None,
                    "sorted_by": visit.sorted_by or None,
                    "credit": visit.credit,
                    "not_searched": [places[number].move_text(move) for move in self.left_out(number)],
                }
            )
        line = [nodes[number]["move"] for number in self.line[1:]]
        head = {"search": self.search, "depth": self.depth, "visited": self.visits[0].nodes, "unrecorded": self.unrecorded}
        return {**head, "line": line, "nodes": nodes}

    def __str__(self) -> str:
        rows = list(rows_of(self))
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows)


def search_tree(
    position: Any,
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
    try:
        result = TEXTBOOK[search](position, depth, evaluate, position.turn, trace)
    except textbook.LimitReached:
        raise GameError(f"{search} visits more than {trace.nodes:,} nodes at depth {depth}: take a smaller depth") from None
    return tree_from(position, depth, search, trace.visits, grid, result.line)


def engine_tree(
    position: Any, depth: int, search: str, evaluator: Evaluator, stop: Stop | None = None, room: int = MOST_RECORDS
) -> SearchTree:
    """Search a position `depth` plies deep by the engine, and return what was done as far as there is room.

    'ordered' and 'table' are those of `counterply nodes`, at one depth alone. 'engine' is the engine as it plays: it deepens, and
    the last depth is shown, a smaller one than `depth` where it proves the result.
    """
    require_engine_rules(position.game)
    engine = TracedEngine(position.game, evaluator, ENGINE[search], room)
    reports: dict[int, Report] = {}
    for report in engine.deepen(position, Limit(depth=depth, stop=stop), first_depth=1 if search == "engine" else depth):
        reports[report.depth] = replace(report, position=position)
        if not report.stopped:
            engine.restart()
    if report.stopped == "stop":
        raise GameError("the search was stopped")
    visits = engine.visits(report.depth, report.score or 0)
    distance = engine.techniques.distance
    made = tree_from(position, report.depth, search, visits, evaluator.grid, report.line, distance, engine.unrecorded)
    return replace(made, iterations=tuple(reports.values())) if search == "engine" else made


def tree_from(
    position: Any,
    depth: int,
    search: str,
    visits: list[Visit],
    grid: int,
    moves: tuple[Any, ...],
    distance: bool = False,
    unrecorded: int = 0,
) -> SearchTree:
    """Return a tree whose best line is `moves`."""
    tree, line = SearchTree(position, depth, search, visits, grid, (0,), distance, unrecorded), [0]
    for move in moves:
        same = [child for child in tree.children(line[-1]) if visits[child].move == move]
        if not same:
            break
        line.append(same[-1])
    return replace(tree, line=tuple(line))


def tree_of(
    position: Any, depth: int, search: str, evaluator: Evaluator, stop: Stop | None = None, nodes: int | None = None
) -> SearchTree:
    """Search a position of a game; see `search_tree` and `engine_tree`, in which `nodes` limits nothing."""
    textbook.require_plain_rules(position.game)
    if position.outcome():
        raise GameError("there is nothing to search: the game is over")
    if search in ENGINE:
        return engine_tree(position, depth, search, evaluator, stop)
    return search_tree(position, depth, search, textbook.evaluation(position.game, evaluator), evaluator.grid, stop, nodes)


# --- as text


@dataclass(frozen=True)
class Row:
    """A node as people read it.

    Attributes
    ----------
    number : its place in the visits
    order : its rank among its siblings, and what the engine tried it for
    side : 'max' or 'min'; '' where no moves were searched
    why : why it ended, '' where all moves were searched
    left : moves that were not searched, for the reason `condition`
    """

    number: int
    move: str
    order: str
    side: str
    window: str
    value: str
    why: str
    nodes: int
    best: bool
    left: tuple[str, ...]
    condition: str


def row_of(tree: SearchTree, number: int) -> Row:
    """Return a node as people read it."""
    visit, place = tree.visits[number], tree.place(number)
    name = "root" if number == 0 else tree.place(visit.parent).move_text(visit.move)
    side = "" if visit.reason not in INNER else "max" if place.turn == tree.position.turn else "min"
    parts = [] if visit.reason == textbook.SEARCHED else [REASONS.get(visit.reason, visit.reason)]
    parts += ["again"] * visit.again
    if visit.deeper:
        plies = "1 ply" if abs(visit.deeper) == 1 else f"{abs(visit.deeper)} plies"
        parts.append(f"{plies} {'deeper' if visit.deeper > 0 else 'less deep'}")
    left = tuple(place.move_text(move) for move in tree.left_out(number))
    return Row(
        number,
        name,
        tree.order_text(number) if number else "",
        side,
        tree.window_text(number),
        tree.value_text(number),
        ", ".join(parts),
        visit.nodes,
        number in tree.line,
        left,
        tree.condition(number) if left else "",
    )


def rows_of(tree: SearchTree, plies: int | None = None) -> Iterator[tuple[str, str, str, str, str, str]]:
    """Yield a row for each node that is shown: move with its indent, order, window, value, why it ended, nodes.

    Parameters
    ----------
    plies : down to which all nodes are shown; None: all of a small tree, else the moves along the best line
    """
    small = tree.visits[0].nodes <= MOST_NODES

    def rows(number: int, indent: str) -> Iterator[tuple[str, str, str, str, str, str]]:
        row = row_of(tree, number)
        star = " *" if row.best and number else ""
        yield f"{indent}{row.move}{star}", row.order, row.window, f"{row.side} {row.value}".lstrip(), row.why, f"{row.nodes:,}"
        if not (tree.visits[number].ply < plies if plies is not None else small or row.best):
            return
        children = tree.children(number)
        for child in children[:MOST_CHILDREN]:
            yield from rows(child, indent + "  ")
        if len(children) > MOST_CHILDREN:
            yield f"{indent}  ... {len(children) - MOST_CHILDREN} more", "", "", "", "", ""
        if row.left:
            names = " ".join(row.left[:MOST_LEFT]) + (" ..." if len(row.left) > MOST_LEFT else "")
            yield f"{indent}  [{names}]", "", "", "", f"not searched: {row.condition}", ""

    yield from rows(0, "")


@dataclass(frozen=True)
class Step:
    """A node, by its place in the visits, is entered or left; a leaf is both."""

    number: int
    entered: bool
    left: bool
    text: str


def steps_of(tree: SearchTree) -> Iterator[Step]:
    """Yield what happened, step by step: each node as it is entered with its window, and as it is left with its value."""

    def name(number: int) -> str:
        return " ".join(tree.position.line_text(tree.path(number))) or "root"

    def steps(number: int) -> Iterator[Step]:
        visit = tree.visits[number]
        if visit.reason not in INNER:
            why = REASONS.get(visit.reason, visit.reason)
            yield Step(number, True, True, f"{name(number)}: {why}, worth {tree.text(visit.score)}")
            return
        side = "max" if tree.maximising(number) else "min"
        text = f"{name(number)}: enter, {side}, window {tree.text(visit.alpha)} to {tree.text(visit.beta)}"
        yield Step(number, True, False, text)
        for child in tree.children(number):
            yield from steps(child)
        left = tree.left_out(number)
        cut = f"; {len(left)} not searched: {tree.condition(number)}" if left else ""
        yield Step(number, False, True, f"{name(number)}: leave with {tree.value_text(number)}{cut}")

    yield from steps(0)


def root_row(tree: SearchTree, move: Any) -> tuple[str, int]:
    """Return value and nodes of a move of the root, None for the root itself; '' and 0 where it was not searched."""
    if move is None:
        return tree.value_text(0), tree.visits[0].nodes
    found = [child for child in tree.children(0) if tree.visits[child].move == move]
    return (tree.value_text(found[-1]) if found else ""), sum(tree.visits[child].nodes for child in found)


# --- as a picture, and as a document


def drawn_of(tree: SearchTree, quiz: bool = False) -> list[tuple[Drawn, int | None]]:
    """Return the nodes of the whole minimax tree as drawn, with their places in the visits: None for those that were not searched.

    Raises
    ------
    GameError
        for a tree that is too large to be read
    """
    drawn: list[tuple[Drawn, int | None]] = []

    def add(place: Any, number: int | None, parent: int, move: str, depth: int) -> None:
        """Add a node, and all below it."""
        here = len(drawn)
        if here >= MOST_NODES:
            raise GameError(f"a picture has up to {MOST_NODES} nodes: take a smaller depth")
        visit = None if number is None else tree.visits[number]
        inner = depth > 0 and not place.outcome()
        kind: Kind = ("max" if place.turn == tree.position.turn else "min") if inner else "leaf"
        text = "" if visit is None or (quiz and inner) else tree.text(visit.score)
        note = "" if quiz or visit is None or visit.bound == EXACT else "at least" if visit.bound == LOWER else "at most"
        style: Style = "plain" if quiz else "pale" if visit is None else "best" if number in tree.line else "plain"
        cut = visit is None and parent >= 0 and drawn[parent][0].style != "pale"
        drawn.append((Drawn(parent, kind, text, move, note, style, cut), number))
        if not inner:
            return
        children = {} if number is None else {tree.visits[child].move: child for child in tree.children(number)}
        for following in [*children, *(move for move in place.moves() if move not in children)]:
            add(place.after(following), children.get(following), here, place.move_text(following), depth - 1)

    add(tree.position, 0, -1, "", tree.depth)
    return drawn


# --- the quiz


@dataclass(frozen=True)
class Quiz:
    """A question: which leaves does alpha-beta not look at.

    Attributes
    ----------
    leaves : all leaves of the minimax tree, by the moves that lead there
    answer : those of them that alpha-beta does not look at
    """

    leaves: tuple[str, ...]
    answer: frozenset[str]

    def verdict(self, given: set[str]) -> str:
        """Return in one line whether an answer is right, and what is wrong about it."""
        parts = [
            ("it does look at", sorted(given - self.answer)),
            ("it does not look at", sorted(self.answer - given)),
        ]
        said = "; ".join(f"{text} {' '.join(names)}" for text, names in parts if names)
        return "right" if not said else f"wrong: {said}"


def quiz_of(full: SearchTree, pruned: SearchTree) -> Quiz:
    """Return the quiz of a position, from its minimax tree and its alpha-beta tree."""

    def leaves(tree: SearchTree) -> tuple[str, ...]:
        found = (number for number, visit in enumerate(tree.visits) if visit.reason in (textbook.LEAF, textbook.END))
        return tuple("-".join(tree.position.line_text(tree.path(number))) for number in found)

    return Quiz(leaves(full), frozenset(leaves(full)) - frozenset(leaves(pruned)))
