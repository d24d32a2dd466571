"""How the engine's search went along a line of play: each move's rank, window, value, bound and result.

The search is the engine's own, which records the line and its siblings; see `counterply.search.alphabeta.tracing`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from counterply.core.errors import GameError
from counterply.core.evaluator import Evaluator
from counterply.core.limits import Limit
from counterply.plugins.explanations.rows import Row, reason_text, row_of
from counterply.plugins.explanations.trace import INNER, TracedEngine
from counterply.plugins.explanations.tree import SearchTree, traced_tree
from counterply.search import textbook
from counterply.search.alphabeta.engine import require_engine_rules
from counterply.search.alphabeta.techniques import Techniques
from counterply.shown.tables import Table

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

MARKS = {  # patterns of a row's marks, and their meanings
    r"[<>] \S.* \?": "> 1 ? only asks whether the move is worth more than 1, < 1 ? less",
    r"(<=|>=) ": "<= and >=: only this much is known, for the search needed no more",
    ", table": "table: best when the position was searched before",
    ", killer": "killer: it refuted another move at this ply",
    ", hint": "hint N: the game's own hint gives it N steps",
    ", history": "history N: it refuted moves elsewhere",
    ", last depth": "last depth: the best move of the depth before",
}
HEADS = ("move", "order", "window", "value", "then", "why it ended", "nodes")


class ShortLimitError(GameError):
    """A search that did not complete one depth."""


@dataclass(frozen=True)
class Try:
    """One move of a line, as the search tried it; a move that was tried again has another one.

    Attributes
    ----------
    rivals : moves that there were to search at its parent, with it
    then : the result there: 'best', 'best so far', 'no better', 'seems better' (it was tried again), 'cuts' (too good,
        the moves after it were left out)
    """

    row: Row
    rivals: int
    then: str


@dataclass(frozen=True)
class Passage:
    """The way of a search along a line.

    Attributes
    ----------
    tree : the last depth that was completed: the nodes of the line, and their children
    end : why the search went no further along it; '' if it followed the whole line
    """

    tree: SearchTree
    tries: tuple[Try, ...]
    end: str

    def json(self) -> dict[str, Any]:
        """Return it as a document; scores in the view of the side to move at the root."""
        plies = [
            {"move": each.row.move, "moves": each.rivals, "then": each.then, **self.tree.node_json(each.row.number)}
            for each in self.tries
        ]
        return {"depth": self.tree.depth, "plies": plies, "end": self.end or None}


def passage(
    position: AnyPosition, line: Sequence[Any], limit: Limit, evaluator: Evaluator, techniques: Techniques | None = None
) -> Passage:
    """Search a position as the engine does, and return how it went along `line`.

    Raises
    ------
    GameError
        for a game that the engine does not search
    ShortLimitError
        if not one depth was completed within `limit`
    """
    require_engine_rules(position.game)
    engine = TracedEngine(position.game, evaluator, techniques or Techniques(), line=line)
    engine.warm_up(position)
    tree: SearchTree | None = None
    for report in engine.deepen(position, limit):
        if report.stopped in ("", "depth", "proven"):
            tree = traced_tree(engine, position, report, "engine")
            engine.restart()
    if tree is None:
        raise ShortLimitError("how the search went along the line is not known: no depth was completed within the limit")
    return passage_of(tree, line)


def passage_of(tree: SearchTree, line: Sequence[Any]) -> Passage:
    """Return a search's passage along a line: each try of a move, and the subtree of the last try that continued."""
    tries: list[Try] = []
    here = 0
    for move in line:
        children = [child for child in tree.children(here) if tree.visits[child].move == move]
        if not children:
            return Passage(tree, tuple(tries), _end(tree, here, move))
        tries += [Try(row_of(tree, child), _rivals(tree, here), _then(tree, child)) for child in children]
        here = next((child for child in reversed(children) if tree.visits[child].reason in INNER), children[-1])
    return Passage(tree, tuple(tries), "")


def _rivals(tree: SearchTree, number: int) -> int:
    listed = tree.visits[number].listed
    return len(tree.place(number).moves()) if listed is None else listed


def _then(tree: SearchTree, number: int) -> str:
    """Return a move's result at its parent."""
    visit = tree.visits[number]
    siblings = tree.children(visit.parent)
    if any(tree.visits[child].move == visit.move for child in siblings if child > number):
        return "seems better"
    if tree.visits[visit.parent].reason == textbook.CUT and number == siblings[-1]:
        return "cuts"
    if number in tree.line:
        return "best"
    earlier = [tree.visits[child].score for child in siblings if child < number and tree.visits[child].move != visit.move]
    if tree.maximising(visit.parent):
        better = visit.score > max([visit.alpha, *earlier])
    else:
        better = visit.score < min([visit.beta, *earlier])
    return "best so far" if better else "no better"


def _end(tree: SearchTree, number: int, move: Any) -> str:
    """Return why a move was not searched at a node."""
    text, reason = tree.place(number).move_text(move), tree.visits[number].reason
    if not tree.children(number):
        why = reason_text(reason) if number else "the root was answered before its moves"
    elif reason == textbook.CUT:
        why = f"{tree.move_text(tree.children(number)[-1])} was enough, as {tree.condition(number)}"
    else:
        why = tree.condition(number)
    return f"{text} was not searched: {why}"


def passage_cells(found: Passage) -> list[tuple[str, ...]]:
    """Return a row of cells for each try, under `HEADS`."""
    cells: list[tuple[str, ...]] = []
    for each in found.tries:
        rank, _, by = each.row.order.partition(" ")
        order = f"{rank} of {each.rivals}{f', {by}' if by else ''}"
        row = each.row
        cells.append((row.move, order, row.window, f"{row.side} {row.value}".lstrip(), each.then, row.why, f"{row.nodes:,}"))
    return cells


def passage_lines(found: Passage) -> list[str]:
    """Return a passage as lines of text."""
    cells = passage_cells(found)
    rows = [f"  {line}" for line in Table.of_rows(HEADS, cells, left=len(HEADS) - 1).lines()] if cells else []
    lines = [f"in the search of all moves, of depth {found.tree.depth}:", *rows, *([f"  {found.end}"] if found.end else [])]
    said = "\n".join(rows)
    return lines + [f"  ({text})" for mark, text in MARKS.items() if re.search(mark, said)]
