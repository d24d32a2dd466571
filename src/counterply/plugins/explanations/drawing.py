"""A search's tree as it is drawn: its nodes, and pale those that the search did not look at."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import asdict
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from counterply.core.errors import GameError
from counterply.core.position import possible_moves
from counterply.core.values import CHANCE, EXACT, LOWER, UPPER
from counterply.plugins.explanations.picture import MOST_NODES, Drawn, Kind, Style
from counterply.plugins.explanations.visits import VisitedTree, share_text

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

MOST_DRAWN = 1_000  # visited nodes of a picture that is zoomed and folded
MOST_BESIDE = 9  # moves of a node in a picture of the best line
BOUND_NOTES = {EXACT: "", LOWER: "at least", UPPER: "at most"}

DrawnNodes = list[tuple[Drawn, int | None]]


class _TooLargeError(GameError):
    """The minimax tree has more nodes than one can read at once."""


def drawn_of(tree: VisitedTree, quiz: bool = False, plies: int | None = None) -> DrawnNodes:
    """Return the nodes of a tree as drawn, with their places in the visits: None for those that were not searched.

    A small tree has all nodes of the minimax tree. In a larger one, the moves of a node that were not searched are one node, and
    the nodes below `plies`, or `plies_drawn`, are missing.

    Raises
    ------
    GameError
        for a quiz too large to be read, or a root with too many moves
    """
    try:
        return _drawn(tree, quiz, MOST_NODES, MOST_NODES)
    except _TooLargeError:
        if quiz:
            raise
    most = plies_drawn(tree)
    return _drawn(tree, False, most if plies is None else min(plies, most), None)


def folded_of(tree: VisitedTree) -> list[Drawn]:
    """Return the nodes of a large tree that fit on a sheet of paper: the best line, with the nearest moves beside it, closed.

    A closed node notes how many nodes are below it; moves farther away are one node on either side.
    """
    drawn: list[Drawn] = []

    def add(number: int, parent: int) -> None:
        """Add a node, and where it is on the best line, its moves."""
        here, visit, children = len(drawn), tree.visits[number], tree.children(number)
        best = [place for place, child in enumerate(children) if child in tree.line]
        opened = number in tree.line and children
        notes = [BOUND_NOTES[visit.bound]] + [f"{visit.nodes - 1:,} below"] * (visit.nodes > 1 and not opened)
        kind: Kind = tree.side(number) or "leaf"  # type: ignore[assignment]
        move = tree.move_text(number) if number else ""
        style: Style = "best" if number in tree.line else "plain"
        share = share_text(tree.share(number))
        drawn.append(Drawn(parent, kind, tree.text(visit.score), move, "|".join(filter(None, notes)), style, share=share))
        if not opened:
            return
        first, end = nearest(best[0] if best else 0, len(children))
        if first:
            drawn.append(Drawn(here, "leaf", "…", note=f"{first} more", style="pale"))
        for child in children[first:end]:
            add(child, here)
        if end < len(children):
            drawn.append(Drawn(here, "leaf", "…", note=f"{len(children) - end} more", style="pale"))
        if left := tree.left_out(number):
            drawn.append(Drawn(here, "leaf", "…", note=f"{len(left)} cut", style="pale", cut=True))

    add(0, -1)
    return drawn


def nearest(index: int, count: int) -> tuple[int, int]:
    """Return the first and the one after the last of the moves that are shown around one of them; a single one is never left out.

    >>> nearest(0, 10), nearest(11, 20), nearest(19, 20), nearest(5, 20)
    ((0, 10), (7, 16), (11, 20), (0, 10))
    """
    if count <= MOST_BESIDE + 1:
        return 0, count
    first = min(count - MOST_BESIDE, max(0, index - MOST_BESIDE // 2))
    end = first + MOST_BESIDE
    return 0 if first == 1 else first, count if end == count - 1 else end


def plies_drawn(tree: VisitedTree) -> int:
    """Return down to which ply a picture of a large tree has room for all visited nodes.

    Raises
    ------
    GameError
        if it has no room for the moves of the root
    """
    sizes = Counter(visit.ply for visit in tree.visits)
    plies = bisect_right(list(accumulate(sizes[ply] for ply in range(len(sizes)))), MOST_DRAWN) - 1
    if not plies:
        raise GameError(f"a picture has up to {MOST_DRAWN:,} nodes, and the root alone {sizes[1]:,} moves")
    return plies


def _drawn(tree: VisitedTree, quiz: bool, plies: int, most: int | None) -> DrawnNodes:
    """Return the nodes down to a ply; with `most`, moves that were not searched each with all that would be below them."""
    drawn: DrawnNodes = []

    def add(place: AnyPosition, number: int | None, parent: int, move: str, share: str, depth: int, ply: int) -> None:
        """Add a node, and all below it: an outcome of chance costs no depth, and is a ply."""
        here = len(drawn)
        if most is not None and here >= most:
            raise _TooLargeError(f"a quiz has up to {most} nodes: take a smaller depth")
        visit = None if number is None else tree.visits[number]
        rolls = place.turn == CHANCE
        inner = (depth > 0 or rolls) and not place.outcome()
        kind: Kind = "leaf" if not inner else "chance" if rolls else "max" if place.turn == tree.seat else "min"
        text = "" if visit is None or (quiz and inner) else tree.text(visit.score)
        note = "" if quiz or visit is None else BOUND_NOTES[visit.bound]
        style: Style = "plain" if quiz else "pale" if visit is None else "best" if number in tree.line else "plain"
        cut = visit is None and parent >= 0 and drawn[parent][0].style != "pale"
        drawn.append((Drawn(parent, kind, text, move, note, style, cut, share), number))
        if not inner or ply >= plies or (most is None and number is None):
            return
        children = {} if number is None else {tree.visits[child].move: child for child in tree.children(number)}
        shares = {following: share_text(share) for following, share in place.chances()}

        def follow(following: Hashable, child: int | None, depth: int) -> None:
            """Add the node after a move, or after an outcome of chance."""
            add(place.after(following), child, here, place.move_text(following), shares.get(following, ""), depth, ply + 1)

        below = depth if rolls else depth - 1
        for following, child in children.items():
            follow(following, child, below)
        left = [move for move in possible_moves(place) if move not in children]
        if most is None and len(left) > 1:
            drawn.append((Drawn(here, "leaf", f"{len(left)} cut", style="pale", cut=True), None))
            return
        for following in left:
            follow(following, None, below if most else 0)

    add(tree.position, 0, -1, "", "", tree.depth, 0)
    return drawn


def placed(drawn: Sequence[tuple[Drawn, int | None]]) -> list[dict[str, Any]]:
    """Return nodes as the page has them, with their places in the visits, their levels, and the moves to them."""
    nodes: list[dict[str, Any]] = []
    for node, number in drawn:
        above: dict[str, Any] = nodes[node.parent] if nodes else {"level": -1, "path": ""}
        path = f"{above['path']}-{node.move}".lstrip("-")
        nodes.append({**asdict(node), "level": above["level"] + 1, "number": number, "path": path})
    return nodes


def picture_json(tree: VisitedTree) -> dict[str, Any]:
    """Return the nodes of a tree as they are drawn, and how many are not; the page places them.

    Each has its level, the moves to it, and how many nodes are below it.
    """
    nodes = placed(drawn_of(tree))
    for each in nodes:
        each["below"] = 0 if each["number"] is None else tree.visits[each["number"]].nodes - 1
    hidden = tree.visits[0].nodes - sum(each["number"] is not None for each in nodes)
    return {"picture": nodes, "large": len(nodes) > MOST_NODES, "hidden": hidden}
