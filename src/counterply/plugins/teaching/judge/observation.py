"""A student's search on a case, as read from its log: which nodes it entered, in which order, and where it judged.

A node is *entered* if it is judged or if one of its children is made; children that are made and left alone are no visits, so that
a list of all children, made at once, is as good as one by one. Two habits of right searches are told apart from mistakes: an
order of moves by the evaluator judges all children of a node before any of them is searched (a *peek*), and iterative deepening
searches less deep before (only the deepest passes count).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from counterply.plugins.explanations.text_trees import Flat

MADE, JUDGED = 0, 1


@dataclass
class Observed:
    """A search's run of one case.

    Attributes
    ----------
    value, move : its answer; the move as the number of a child of the root; None where it does not say
    said : the move as it was said, which may be none of the root's; '' where none was said in its place
    visited : the nodes that it entered
    ever : those that it entered in any of its passes
    judged : the nodes whose value it asked for, peeks aside
    order : by node: its children as they were entered
    last : the root's children in the last order in which they were entered
    passes : how often it went over the tree
    twice : whether it made a position a second time: then it searches more than once, and its nodes tell little
    peeks : whether it evaluated children to order them; then its leaf visits are unknown
    """

    value: float | None
    move: int | None
    said: str | None = None
    visited: set[int] = field(default_factory=set)
    ever: set[int] = field(default_factory=set)
    judged: set[int] = field(default_factory=set)
    order: dict[int, list[int]] = field(default_factory=dict)
    last: list[int] = field(default_factory=list)
    passes: int = 1
    twice: bool = False
    peeks: bool = False

    def ordered(self, flat: Flat, number: int, last: bool = False) -> Sequence[int]:
        """Return the children of a node in the student's order, at the root the `last` one, and after them those not entered."""
        entered = self.last if number == 0 and last else self.order.get(number)
        return [*entered, *(child for child in flat.children[number] if child not in entered)] if entered else flat.children[number]


def observe(
    flat: Flat, depth: int, value: float | None, move: str | None, events: Sequence[tuple[int, int]], peeks: bool, late: bool
) -> Observed:
    """Return the run that the events of a search on a tree describe.

    Parameters
    ----------
    peeks : the search orders moves by the evaluator; evaluations that may serve the order are no visits
    late : it returns positions, and judges a leaf only where it compares it: a position is entered when it is made
    """
    at = next((child for child in flat.children[0] if flat.move[child] == move), None)
    seen = Observed(value, at, move)
    passes = passes_of(flat, events)
    reached = [max((flat.ply[number] for _, number in part), default=0) for part in passes]
    for part in (part for part, ply in zip(passes, reached, strict=True) if ply == max(reached)):  # those that went deepest
        _read(flat, depth, part, peeks, late, seen)
    seen.last = _last_order(flat, events)
    made = [number for kind, number in events if kind == MADE]
    seen.passes = len(passes)
    seen.twice = len(set(made)) < len(made)
    seen.ever = {number if kind == JUDGED else flat.parent[number] for kind, number in events} | seen.visited
    return seen


def _last_order(flat: Flat, events: Sequence[tuple[int, int]]) -> list[int]:
    """Return the root's children in the order in which each was last judged or searched; repeats in a row count once."""
    order: list[int] = []
    for kind, number in events:
        place = number if kind == JUDGED else flat.parent[number]
        while flat.ply[place] > 1:
            place = flat.parent[place]
        if flat.ply[place] == 1 and order[-1:] != [place]:
            order.append(place)
    return list(dict.fromkeys(reversed(order)))[::-1]


def passes_of(flat: Flat, events: Sequence[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Return the passes over the tree; one ends where a child of the root is made again."""
    passes: list[list[tuple[int, int]]] = [[]]
    made: set[int] = set()
    for kind, number in events:
        if kind == MADE and flat.parent[number] == 0:
            if number in made:
                passes.append([])
                made.clear()
            made.add(number)
        passes[-1].append((kind, number))
    return passes


def _read(flat: Flat, depth: int, events: Sequence[tuple[int, int]], peeks: bool, late: bool, seen: Observed) -> None:
    """Add one pass to `seen`, in place."""
    excused, certain = _peek(flat, depth, events)
    seen.peeks = seen.peeks or certain
    for kind, number in events:
        if kind == MADE:
            _enter(flat, number if late else flat.parent[number], seen)
        elif peeks and number in excused:
            excused.discard(number)
        else:
            seen.judged.add(number)
            _enter(flat, number, seen)


def _enter(flat: Flat, number: int, seen: Observed) -> None:
    while number not in seen.visited:
        seen.visited.add(number)
        if number == 0:
            return
        seen.order.setdefault(flat.parent[number], []).append(number)
        number = flat.parent[number]


def _peek(flat: Flat, depth: int, events: Sequence[tuple[int, int]]) -> tuple[set[int], bool]:
    """Return the nodes whose first judgement can have served the order of moves, and whether one of them certainly has.

    It can where all siblings are judged before one of them is searched; it certainly has where an inner one is not searched next,
    and one is searched at all: else the search is only less deep than it should be.
    """
    by_parent: dict[int, list[tuple[int, int]]] = {}  # events of its children: judged, or a child of theirs made
    for kind, number in events:
        place = number if kind == JUDGED else flat.parent[number]
        if place > 0:
            by_parent.setdefault(flat.parent[place], []).append((kind, place))
    excused: set[int] = set()
    certain = False
    for parent, happened in by_parent.items():
        children = flat.children[parent]
        inner = [child for child in children if flat.children[child] and flat.ply[child] < depth]
        batch = [place for kind, place in happened[: len(children)] if kind == JUDGED]
        if inner and set(batch) == set(children):
            excused.update(children)
            after = [*batch[1:], *(place for _, place in happened[len(children) : len(children) + 1])]
            searched = any(kind == MADE and place in inner for kind, place in happened)
            left = any(place in inner and following != place for place, following in zip(batch, after, strict=False))
            certain = certain or (searched and left)
    return excused, certain
