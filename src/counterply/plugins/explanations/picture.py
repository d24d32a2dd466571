"""Small game trees as pictures: max nodes point up, min nodes down, chance is a circle, leaves are boxes, as in the textbooks.

One layout for all: parents stand in the middle above their children, and no two nodes of a level are closer than a slot.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

MOST_NODES = 60  # of a picture that can still be read
SLOT, LEVEL = 64, 84  # pixels from node to node, and from level to level
SIZE = 19  # half of a node's width
MARGIN = 34
TITLE_PLACE = 22  # of its lower edge
NOTE_ROW, LEGEND_ROW, SHARE_ROW = 13, 18, 12  # from line to line
BESIDE = 14  # between a node and a note beside it
LETTER, TITLE_LETTER = 6.6, 7.4  # pixels of a small letter, and of one of the title or the legend
FONT = "font-family='DejaVu Sans, Helvetica, Arial, sans-serif'"
COLOURS = {
    "plain": ("#ffffff", "#222222"),
    "best": ("#dceefb", "#14507a"),
    "wrong": ("#fde0dc", "#b3261e"),
    "pale": ("#fafafa", "#9a9a9a"),
}

HALO = "stroke='#ffffff' stroke-width='5' paint-order='stroke'"  # keeps a letter on a line readable

Kind = Literal["max", "min", "chance", "leaf"]
Style = Literal["plain", "best", "wrong", "pale"]


@dataclass(frozen=True)
class Drawn:
    """A node of a picture.

    Attributes
    ----------
    parent : its place in the list of nodes; -1 for the root, which comes first
    text : inside the node
    move : at the line from its parent
    note : below it; '|' begins a new line
    style : 'best' on the line of play, 'wrong', 'pale' where the search did not look
    cut : a stroke crosses the line from its parent
    share : at that line too, below the move: the probability of an outcome of chance
    """

    parent: int
    kind: Kind
    text: str = ""
    move: str = ""
    note: str = ""
    style: Style = "plain"
    cut: bool = False
    share: str = ""


def layout(parents: Sequence[int], widths: Sequence[float]) -> list[tuple[float, int]]:
    """Return (x, level) of each node, x in slots from the left.

    Parameters
    ----------
    parents : by node; -1 for the root. Parents come before their children, children in the order from left to right
    widths : slots that each node needs

    >>> layout([-1, 0, 0, 1, 1], [1, 1, 1, 1, 1])
    [(1.0, 0), (0.5, 1), (1.5, 1), (0.0, 2), (1.0, 2)]
    """
    children: list[list[int]] = [[] for _ in parents]
    for number, parent in enumerate(parents):
        if parent >= 0:
            children[parent].append(number)
    places = [0.0] * len(parents)
    levels = [0] * len(parents)

    def place(number: int, level: int) -> dict[int, tuple[float, float]]:
        """Place a subtree by itself, and return its left and right edge at each level."""
        levels[number] = level
        edges: dict[int, tuple[float, float]] = {}
        for child in children[number]:
            own = place(child, level + 1)
            shift = max((edges[depth][1] - own[depth][0] for depth in own if depth in edges), default=0.0)
            _move(child, shift)
            for depth, (left, right) in own.items():
                edges[depth] = (min(left + shift, edges.get(depth, (left + shift, 0.0))[0]), right + shift)
        if children[number]:
            places[number] = (places[children[number][0]] + places[children[number][-1]]) / 2
        edges[level] = (places[number] - widths[number] / 2, places[number] + widths[number] / 2)
        return edges

    def _move(number: int, shift: float) -> None:
        places[number] += shift
        for child in children[number]:
            _move(child, shift)

    if parents:
        place(0, 0)
        least = min(places)
        places = [x - least for x in places]
    return list(zip(places, levels, strict=True))


def svg(nodes: Sequence[Drawn], title: str = "", legend: Sequence[str] = ()) -> str:
    """Return a picture of a tree; `legend` are lines below it."""
    noted = [max(map(len, node.note.split("|"))) * LETTER + 8 for node in nodes]
    inner = {node.parent for node in nodes}  # their notes stand to the right, those of the others below
    widths = [
        max(1.0, (2 * (wide + SIZE + BESIDE) if number in inner and node.note else wide) / SLOT)
        for number, (node, wide) in enumerate(zip(nodes, noted, strict=True))
    ]
    places = layout([node.parent for node in nodes], widths)
    left = max((width / 2 - x for (x, _), width in zip(places, widths, strict=True)), default=0.0) * SLOT
    lines = max((len(node.note.split("|")) for number, node in enumerate(nodes) if node.note and number not in inner), default=0)
    high = LEVEL + NOTE_ROW * max(0, lines - 1)  # so that notes stay clear of the moves below them
    points = [(MARGIN + left + x * SLOT, MARGIN + TITLE_PLACE + level * high) for x, level in places]
    right = max(x + width * SLOT / 2 for (x, _), width in zip(points, widths, strict=True)) + MARGIN
    texts = [title, *legend]
    wide = max(right, 2 * MARGIN + max(len(text) for text in texts) * TITLE_LETTER)
    below = max(y for _, y in points) + SIZE + 2 * NOTE_ROW + NOTE_ROW * lines
    parts = [_text(MARGIN, TITLE_PLACE, title, 13, "start", "#222222", "font-weight='bold'")] if title else []
    for node, (x, y) in zip(nodes, points, strict=True):
        if node.parent >= 0:
            parts.append(_edge(node, points[node.parent], (x, y)))
    parts += [_node(node, x, y, number in inner) for number, (node, (x, y)) in enumerate(zip(nodes, points, strict=True))]
    parts += [_text(MARGIN, below + LEGEND_ROW * row, text, 12, "start", "#222222") for row, text in enumerate(legend)]
    tall = below + LEGEND_ROW * len(legend)
    box = f"width='{wide:.0f}' height='{tall:.0f}' viewBox='0 0 {wide:.0f} {tall:.0f}'"
    head = f"<svg xmlns='http://www.w3.org/2000/svg' {box} {FONT}>"
    return "\n".join([head, f"<rect width='{wide:.0f}' height='{tall:.0f}' fill='#ffffff'/>", *parts, "</svg>\n"])


def _edge(node: Drawn, start: tuple[float, float], end: tuple[float, float]) -> str:
    (x0, y0), (x1, y1) = (
        (start[0], start[1] + SIZE),
        (end[0], end[1] - SIZE + {"leaf": 5, "max": -7}.get(node.kind, 0)),
    )
    colour = COLOURS[node.style][1]
    thick = 3.0 if node.style == "best" else 1.3
    dashes = " stroke-dasharray='4 4'" if node.style == "pale" else ""
    parts = [f"<line x1='{x0:.1f}' y1='{y0:.1f}' x2='{x1:.1f}' y2='{y1:.1f}' stroke='{colour}' stroke-width='{thick}'{dashes}/>"]
    x, y = x0 + 0.35 * (x1 - x0), y0 + 0.35 * (y1 - y0)
    if node.cut:
        parts.append(
            f"<line x1='{x - 9:.1f}' y1='{y + 7:.1f}' x2='{x + 9:.1f}' y2='{y - 3:.1f}' stroke='#b3261e' stroke-width='2.5'/>"
        )
    x, y = x0 + 0.68 * (x1 - x0), y0 + 0.68 * (y1 - y0)
    up = SHARE_ROW if node.share else 0
    if node.move:
        parts.append(_text(x, y + 4 - up, node.move, 12, "middle", colour, HALO))
    if node.share:
        parts.append(_text(x, y + 4, node.share, 10.5, "middle", colour, HALO))
    return "".join(parts)


def _node(node: Drawn, x: float, y: float, beside: bool) -> str:
    fill, colour = COLOURS[node.style]
    up, down = y - SIZE, y + SIZE
    shapes = {
        "max": f"{x:.1f},{up - 7:.1f} {x + SIZE + 9:.1f},{down:.1f} {x - SIZE - 9:.1f},{down:.1f}",
        "min": f"{x - SIZE - 9:.1f},{up:.1f} {x + SIZE + 9:.1f},{up:.1f} {x:.1f},{down + 7:.1f}",
        "leaf": " ".join(f"{x + dx * SIZE:.1f},{y + dy * (SIZE - 5):.1f}" for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))),
    }
    dashes = " stroke-dasharray='4 4'" if node.style == "pale" else ""
    shift = {"max": 11, "min": -1, "chance": 5, "leaf": 5}[node.kind]
    circle = f"circle cx='{x:.1f}' cy='{y:.1f}' r='{SIZE}'"
    shape = circle if node.kind == "chance" else f"polygon points='{shapes[node.kind]}'"
    parts = [f"<{shape} fill='{fill}' stroke='{colour}' stroke-width='1.5'{dashes}/>"]
    parts.append(_text(x, y + shift, node.text, 13, "middle", colour))
    for row, line in enumerate(node.note.split("|") if node.note else ()):
        under = y + SIZE + NOTE_ROW + (7 if node.kind == "min" else 0)
        place = (x + SIZE + BESIDE, y + 2 + NOTE_ROW * row) if beside else (x, under + NOTE_ROW * row)
        parts.append(_text(*place, line, 10.5, "start" if beside else "middle", colour, HALO))
    return "".join(parts)


def _text(x: float, y: float, text: str, size: float, anchor: str, colour: str, more: str = "") -> str:
    return (
        f"<text x='{x:.1f}' y='{y:.1f}' font-size='{size}' text-anchor='{anchor}' fill='{colour}' {more}>{html.escape(text)}</text>"
    )
