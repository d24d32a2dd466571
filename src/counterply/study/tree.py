"""The tree that a search grew, for people: as text with the best line open, step by step, as a picture, and as a quiz."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from counterply.core.errors import GameError
from counterply.core.evaluator import Evaluator
from counterply.core.limits import Stop
from counterply.core.values import BOUND_NAMES, EXACT, INFINITE, LOWER, UPPER, is_proven, score_text
from counterply.search import textbook
from counterply.search.trace import Trace, Visit
from counterply.study.picture import MOST_NODES, Drawn, Kind, Style, svg

SEARCHES: dict[str, Callable[..., textbook.Result]] = {"minimax": textbook.minimax, "alphabeta": textbook.alphabeta}
MOST_CHILDREN = 50  # of a node, as text
SIGNS = {EXACT: "", LOWER: ">= ", UPPER: "<= "}


@dataclass(frozen=True)
class SearchTree:
    """A finished search of fixed depth, with all that it did.

    Attributes
    ----------
    position : the root
    search : 'minimax' or 'alphabeta'
    trace : what was done, in order
    line : the best line, as places in the trace, the root first
    """

    position: Any
    depth: int
    search: str
    trace: Trace
    line: tuple[int, ...]

    @property
    def visits(self) -> list[Visit]:
        """The nodes, in the order in which they were entered."""
        return self.trace.visits

    def place(self, number: int) -> Any:
        """Return the position at a node."""
        position = self.position
        for move in self.trace.path(number):
            position = position.after(move)
        return position

    def left_out(self, number: int) -> list[Any]:
        """Return the moves of a node that were cut off."""
        if self.visits[number].reason != textbook.CUT:
            return []
        tried = {self.visits[child].move for child in self.trace.children(number)}
        return [move for move in self.place(number).moves() if move not in tried]

    def maximising(self, number: int) -> bool:
        """Tell whether the side to move at the root moves at a node."""
        return bool(self.place(number).turn == self.position.turn)

    def condition(self, number: int) -> str:
        """Return why the rest of a node's moves was cut off, as in ``4 >= beta 3``."""
        visit = self.visits[number]
        score = self.text(visit.score)
        if self.maximising(number):
            return f"{score} >= beta {self.text(visit.beta)}"
        return f"{score} <= alpha {self.text(visit.alpha)}"

    def text(self, score: int) -> str:
        """Return a score as people read it."""
        if abs(score) == INFINITE:
            return "+inf" if score > 0 else "-inf"
        if hasattr(self.position, "score_text"):
            return str(self.position.score_text(score))
        if is_proven(score):  # at whatever distance
            return "win" if score > 0 else "loss"
        return score_text(score, self.trace.grid)

    def value_text(self, number: int) -> str:
        """Return a node's value, with a sign where it is only a bound."""
        visit = self.visits[number]
        return SIGNS[visit.bound] + self.text(visit.score)


def search_tree(
    position: Any,
    depth: int,
    search: str,
    evaluate: textbook.Evaluate,
    grid: int,
    stop: Stop | None = None,
    nodes: int | None = None,
) -> SearchTree:
    """Search a position `depth` plies deep and return all that was done.

    Wins count alike whatever their distance, as in `counterply nodes`, so that both visit the same nodes.

    Raises
    ------
    GameError
        if the search visits more than `nodes`, or more than a trace holds; or was stopped
    """
    trace = Trace(grid=grid, distance=False, most_nodes=nodes, stop=stop)
    try:
        result = SEARCHES[search](position, depth, evaluate, position.turn, trace)
    except textbook.LimitReached:
        raise GameError(f"{search} visits more than {trace.nodes:,} nodes at depth {depth}: take a smaller depth") from None
    line = [0]
    for move in result.line:
        line.append(next(child for child in trace.children(line[-1]) if trace.visits[child].move == move))
    return SearchTree(position, depth, search, trace, tuple(line))


def tree_of(position: Any, depth: int, search: str, evaluator: Evaluator, stop: Stop | None = None) -> SearchTree:
    """Search a position of a game; see `search_tree`."""
    textbook.require_plain_rules(position.game)
    if position.outcome():
        raise GameError("there is nothing to search: the game is over")
    return search_tree(position, depth, search, textbook.evaluation(position.game, evaluator), evaluator.grid, stop)


# --- as text


def rows_of(tree: SearchTree, plies: int | None = None) -> Iterator[tuple[str, str, str, str, str]]:
    """Yield a row for each node that is shown: move with its indent, window, value, why it ended, nodes.

    Parameters
    ----------
    plies : down to which all nodes are shown; None: all of a small tree, else the moves along the best line
    """
    small = tree.visits[0].nodes <= MOST_NODES

    def rows(number: int, place: Any, indent: str) -> Iterator[tuple[str, str, str, str, str]]:
        visit = tree.visits[number]
        name = "root" if number == 0 else tree.place(visit.parent).move_text(visit.move)
        window = f"{tree.text(visit.alpha)} {tree.text(visit.beta)}"
        star = " *" if number in tree.line[1:] else ""
        kind = "" if visit.reason in (textbook.LEAF, textbook.END) else "max " if place.turn == tree.position.turn else "min "
        why = "" if visit.reason == textbook.SEARCHED else visit.reason
        yield f"{indent}{name}{star}", window, f"{kind}{tree.value_text(number)}", why, f"{visit.nodes:,}"
        shown = visit.ply < plies if plies is not None else small or number in tree.line
        children = tree.trace.children(number) if shown else []
        for child in children[:MOST_CHILDREN]:
            yield from rows(child, place.after(tree.visits[child].move), indent + "  ")
        if len(children) > MOST_CHILDREN:
            yield f"{indent}  ... {len(children) - MOST_CHILDREN} more", "", "", "", ""
        left = tree.left_out(number) if shown else []
        if left:
            names = " ".join(place.move_text(move) for move in left[:6]) + (" ..." if len(left) > 6 else "")
            yield f"{indent}  [{names}]", "", "", f"not searched: {tree.condition(number)}", ""

    yield from rows(0, tree.position, "")


def steps_of(tree: SearchTree) -> Iterator[str]:
    """Yield what happened, step by step: each node as it is entered with its window, and as it is left with its value."""

    def name(number: int) -> str:
        return " ".join(tree.position.line_text(tree.trace.path(number))) or "root"

    def steps(number: int) -> Iterator[str]:
        visit = tree.visits[number]
        if visit.reason in (textbook.LEAF, textbook.END):
            yield f"{name(number)}: {visit.reason}, worth {tree.text(visit.score)}"
            return
        side = "max" if tree.maximising(number) else "min"
        yield f"{name(number)}: enter, {side}, window {tree.text(visit.alpha)} to {tree.text(visit.beta)}"
        for child in tree.trace.children(number):
            yield from steps(child)
        left = tree.left_out(number)
        cut = f"; {len(left)} not searched: {tree.condition(number)}" if left else ""
        yield f"{name(number)}: leave with {tree.value_text(number)}{cut}"

    for count, step in enumerate(steps(0), start=1):
        yield f"{count:>3}  {step}"


# --- as a picture, and as a document


def picture_of(tree: SearchTree, quiz: bool = False) -> str:
    """Return a small tree as SVG; in a quiz, the whole minimax tree without a hint of what is cut.

    Raises
    ------
    GameError
        for a tree that is too large to be read
    """
    drawn: list[Drawn] = []

    def add(place: Any, number: int | None, parent: int, move: str, depth: int) -> None:
        """Add a node, and below it what was searched; None is a node that was not."""
        here = len(drawn)
        if here >= MOST_NODES:
            raise GameError(f"a picture has up to {MOST_NODES} nodes: take a smaller depth")
        visit = None if number is None else tree.visits[number]
        inner = depth > 0 and not place.outcome()
        kind: Kind = ("max" if place.turn == tree.position.turn else "min") if inner else "leaf"
        text = "" if visit is None or (quiz and inner) else tree.text(visit.score)
        note = "" if quiz or visit is None or visit.bound == EXACT else "at least" if visit.bound == LOWER else "at most"
        style: Style = "plain" if quiz else "pale" if visit is None else "best" if number in tree.line else "plain"
        drawn.append(
            Drawn(parent, kind, text, move, note, style, cut=visit is None and parent >= 0 and drawn[parent].style != "pale")
        )
        if not inner:
            return
        children = {} if number is None else {tree.visits[child].move: child for child in tree.trace.children(number)}
        order = [*children, *(move for move in place.moves() if move not in children)]
        for following in order:
            add(place.after(following), children.get(following), here, place.move_text(following), depth - 1)

    add(tree.position, 0, -1, "", tree.depth)
    return svg(drawn, "" if quiz else f"{tree.search}, depth {tree.depth}: {tree.visits[0].nodes} nodes")


def document_of(tree: SearchTree) -> dict[str, Any]:
    """Return a tree as a JSON document: its nodes in the order in which they were entered; scores in the evaluator's unit."""

    def unit(score: int) -> float | None:
        return None if abs(score) == INFINITE else score / tree.trace.grid

    nodes = []
    places: list[Any] = [tree.position]
    for number, visit in enumerate(tree.visits):
        above = places[visit.parent] if visit.parent >= 0 else None
        if above is not None:
            places.append(above.after(visit.move))
        nodes.append(
            {
                "move": None if above is None else above.move_text(visit.move),
                "parent": None if above is None else visit.parent,
                "alpha": unit(visit.alpha),
                "beta": unit(visit.beta),
                "score": unit(visit.score),
                "bound": BOUND_NAMES[visit.bound],
                "why": visit.reason,
                "nodes": visit.nodes,
                "not_searched": [places[number].move_text(move) for move in tree.left_out(number)],
            }
        )
    line = [nodes[number]["move"] for number in tree.line[1:]]
    return {"search": tree.search, "depth": tree.depth, "visited": tree.visits[0].nodes, "line": line, "nodes": nodes}


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

    def judged(self, given: set[str]) -> str:
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
        return tuple("-".join(tree.position.line_text(tree.trace.path(number))) for number in found)

    return Quiz(leaves(full), frozenset(leaves(full)) - frozenset(leaves(pruned)))
