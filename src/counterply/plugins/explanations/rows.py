"""A search's tree as rows that people read: as text with the best line open, and as the board opens them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from counterply.core.position import possible_moves
from counterply.plugins.explanations.picture import MOST_NODES
from counterply.plugins.explanations.visits import VisitedTree, share_text
from counterply.search.textbook import MEAN, SEARCHED
from counterply.shown.tables import Table

MOST_CHILDREN = 50  # of a node, that are shown
MOST_LEFT = 6  # moves that were not searched, that are named
HEADS = ("move", "chance", "order", "window", "value", "why it ended", "nodes")
REASON_TEXTS = {  # why the engine did not search a node's moves, as people read it
    "table": "known from the table",
    "decided": "decided: the game is sure",
    "margin": "margin out of reach",
    "static": "far outside the window",
    "forced": "forced win",
}


def reason_text(reason: str) -> str:
    """Return why a node ended, as people read it."""
    return REASON_TEXTS.get(reason, reason)


@dataclass(frozen=True)
class Row:
    """A node as people read it.

    Attributes
    ----------
    number : its place in the visits
    share : the probability of the outcome that leads here; '' where a player's move does
    order : its rank among its siblings, and the engine's reason for it
    side : 'max', 'min' or 'chance'; '' where no moves were searched
    why : why it ended, '' where all moves were searched, or all outcomes
    left : moves that were not searched, for the reason `condition`
    """

    number: int
    move: str
    share: str
    order: str
    side: str
    window: str
    value: str
    why: str
    nodes: int
    best: bool
    left: tuple[str, ...]
    condition: str


def row_of(tree: VisitedTree, number: int) -> Row:
    """Return a node as people read it."""
    visit, place = tree.visits[number], tree.place(number)
    parts = [] if visit.reason in (SEARCHED, MEAN) else [reason_text(visit.reason)]
    parts += ["again"] * visit.again
    if visit.deeper:
        plies = "1 ply" if abs(visit.deeper) == 1 else f"{abs(visit.deeper)} plies"
        parts.append(f"{plies} {'deeper' if visit.deeper > 0 else 'less deep'}")
    left = tuple(place.move_text(move) for move in tree.left_out(number))
    return Row(
        number,
        tree.move_text(number) if number else "root",
        share_text(tree.share(number)),
        tree.order_text(number) if number else "",
        tree.side(number),
        tree.window_text(number),
        tree.value_text(number),
        ", ".join(parts),
        visit.nodes,
        number in tree.line,
        left,
        tree.condition(number) if left else "",
    )


def rows_of(tree: VisitedTree, plies: int | None = None) -> Iterator[tuple[str, ...]]:
    """Yield a row for each node that is shown, as `HEADS` has it, the move with its indent.

    Parameters
    ----------
    plies : down to which all nodes are shown; None: all of a small tree, else the moves along the best line
    """
    small = tree.visits[0].nodes <= MOST_NODES

    def rows(number: int, indent: str) -> Iterator[tuple[str, ...]]:
        row = row_of(tree, number)
        move, value = f"{indent}{row.move}{' *' if row.best and number else ''}", f"{row.side} {row.value}".lstrip()
        yield move, row.share, row.order, row.window, value, row.why, f"{row.nodes:,}"
        if not (tree.visits[number].ply < plies if plies is not None else small or row.best):
            return
        children = tree.children(number)
        for child in children[:MOST_CHILDREN]:
            yield from rows(child, indent + "  ")
        if len(children) > MOST_CHILDREN:
            yield f"{indent}  ... {len(children) - MOST_CHILDREN} more", "", "", "", "", "", ""
        if row.left:
            names = " ".join(row.left[:MOST_LEFT]) + (" ..." if len(row.left) > MOST_LEFT else "")
            yield f"{indent}  [{names}]", "", "", "", "", f"not searched: {row.condition}", ""

    yield from rows(0, "")


def table_of_tree(tree: VisitedTree, plies: int | None = None, ordered: bool = False) -> Table:
    """Return the rows of a tree as a table; `ordered`: with the rank of each move in the search's own order."""
    table, shown = Table.of_rows(HEADS, rows_of(tree, plies), left=len(HEADS) - 1), {"chance": tree.rolls, "order": ordered}
    return table.of_heads([head for head in HEADS if shown.get(head, True)])


def root_rows(tree: VisitedTree) -> list[tuple[str, int]]:
    """Return value and nodes of the root, and of each of its moves or outcomes; '' and 0 where one was not searched."""
    rows = [(tree.value_text(0), tree.visits[0].nodes)]
    for move in possible_moves(tree.position):
        found = [child for child in tree.children(0) if tree.visits[child].move == move]
        rows.append((tree.value_text(found[-1]) if found else "", sum(tree.visits[child].nodes for child in found)))
    return rows


def rows_json(tree: VisitedTree, opened: Iterable[int], root: bool) -> list[dict[str, Any]]:
    """Return the rows below nodes that are open, each node's children together; with `root`, its own row first."""
    rows = [row_json(tree, 0)] if root else []
    for number in opened:
        children = tree.children(number)
        beyond = [child for child in children[MOST_CHILDREN:] if child in tree.line]
        rows += [row_json(tree, child) for child in (*children[:MOST_CHILDREN], *beyond)]
    return rows


def row_json(tree: VisitedTree, number: int) -> dict[str, Any]:
    """Return a node."""
    row, visit = row_of(tree, number), tree.visits[number]
    left = {"left": len(row.left), "left_moves": list(row.left[:MOST_LEFT])}
    return {**asdict(row), "parent": visit.parent, "children": len(tree.children(number)), **left}
