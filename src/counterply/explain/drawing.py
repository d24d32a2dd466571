"""A search's tree as it is drawn: all nodes of the minimax tree, those pale that the search did not look at."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from counterply.core.errors import GameError
from counterply.core.values import EXACT, LOWER
from counterply.explain.picture import MOST_NODES, Drawn, Kind, Style, layout
from counterply.explain.visits import VisitedTree


def drawn_of(tree: VisitedTree, quiz: bool = False) -> list[tuple[Drawn, int | None]]:
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


def picture_json(tree: VisitedTree) -> list[dict[str, Any]]:
    """Return the nodes of a small tree as they are drawn, each with its level and the moves to it; the page places them."""
    drawn = drawn_of(tree)
    paths = [""] * len(drawn)
    for here, (node, _) in enumerate(drawn[1:], start=1):
        paths[here] = f"{paths[node.parent]}-{node.move}".lstrip("-")
    return [
        {**asdict(node), "level": level, "number": number, "path": path}
        for (node, number), (_, level), path in zip(drawn, layout([node.parent for node, _ in drawn]), paths, strict=True)
    ]
