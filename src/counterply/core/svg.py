"""A drawing as SVG: the primitives that an item is made of, which the page in the browser draws too, and whole pictures."""

from __future__ import annotations

import functools
import html
from collections.abc import Iterable
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from counterply.core.aliases import Seat
from counterply.core.drawing import Drawing, Item, draw
from counterply.core.roles import PIECES, ROLES

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

UNIT = 40  # SVG units in a cell: browsers round the sizes of letters, and cells of size 1 would show it
STYLE_FILE = Path(__file__).with_name("drawing.css")
PICTURE_CELL = 56  # pixels of a cell in a picture, at most
PICTURE_WIDTH = 640  # pixels of a picture, at most
BASELINE = 0.35  # of the letters' size, from their middle down to where they stand
REMEMBERED_LOOKS = 1 << 14  # of items, as SVG; a board's cells and stones are some hundreds
LOOKS = ("x", "y", "w", "h", "shape", "role", "text", "size", "path")  # the fields of an item that its SVG depends on
LOOK = attrgetter(*LOOKS)
LETTER = 0.62  # width of a letter by its size, on average, in the fonts of drawing.css
LINE = 1.15  # from one line of a text to the next, by the letters' size
MARGIN = 0.96  # of an item's width that its text may take
MOST_LINES = 4

Primitive = tuple[str, dict[str, str], str]


def number(value: float) -> str:
    """Return a length in cells as SVG units.

    >>> number(0.25), number(1 / 3)
    ('10', '13.33')
    """
    return f"{value * UNIT:.2f}".rstrip("0").rstrip(".") or "0"


def primitives(item: Item) -> list[Primitive]:
    """Return the SVG elements of an item: tag, attributes and text of each, relative to the item's corner."""
    w, h = item.w, item.h
    found = []
    if item.shape == "rect":
        found.append(("rect", {"width": number(w), "height": number(h)}, ""))
    elif item.shape in ("disc", "ring"):
        found.append(("ellipse", {"cx": number(w / 2), "cy": number(h / 2), "rx": number(w / 2), "ry": number(h / 2)}, ""))
    elif item.shape == "line":
        found.append(("line", {"x2": number(w), "y2": number(h)}, ""))
    elif item.shape == "path":
        scale = f"scale({number(w)} {number(h)})"
        found.append(("path", {"d": item.path, "transform": scale, "vector-effect": "non-scaling-stroke"}, ""))
    if item.text:
        size = item.size or (h if item.shape == "text" else h / 2)
        words = item.role.split()
        x = 0.0 if "start" in words else w if "end" in words else w / 2
        lines, size = fitted(item.text, 0.0 if item.shape == "line" or "fixed" in words else abs(w), h, size)
        for index, line in enumerate(lines):
            middle = h / 2 + (index - (len(lines) - 1) / 2) * LINE * size
            found.append(("text", {"x": number(x), "y": number(middle + BASELINE * size), "font-size": number(size)}, line))
    return found


def fitted(text: str, w: float, h: float, size: float) -> tuple[list[str], float]:
    """Return a text's lines and the size of its letters so that it stays in a box: broken at blanks, or in smaller letters.

    >>> fitted("7", 1, 1, 0.5), fitted("Four wheels", 2, 1, 0.4), fitted("Four wheels", 2, 0.4, 0.4)
    ((['7'], 0.5), (['Four', 'wheels'], 0.4), (['Four wheels'], 0.28))
    """
    best: tuple[list[str], float] = ([text], size)
    if not w or LETTER * size * len(text) <= MARGIN * w:
        return best
    best_size = 0.0
    for count in range(1, min(MOST_LINES, text.count(" ") + 1) + 1):
        lines = broken(text, count)
        high = size if count == 1 else h / (count * LINE)
        fits = min(size, MARGIN * w / (LETTER * max(map(len, lines))), high)
        if fits > best_size:
            best, best_size = (lines, round(fits, 2)), fits
    return best


def broken(text: str, count: int) -> list[str]:
    """Return a text in at most `count` lines, the longest of which is as short as can be."""
    words = text.split(" ")
    for width in range(max(map(len, words)), len(text) + 1):
        lines = [words[0]]
        for word in words[1:]:
            if len(lines[-1]) + 1 + len(word) <= width:
                lines[-1] += f" {word}"
            else:
                lines.append(word)
        if len(lines) <= count:
            return lines
    return [text]


def shape_class(item: Item) -> str:
    """Return an item's classes: its shape and the words of its role."""
    return f"{item.shape} {item.role}".strip()


def corner(item: Item) -> str:
    """Return where an item's corner is, as a transform."""
    return f"translate({number(item.x)} {number(item.y)})"


def view_box(box: tuple[float, float, float, float]) -> str:
    """Return a box as the attribute ``viewBox``."""
    return " ".join(map(number, box))


def said(item: Item, items: Iterable[Item]) -> str:
    """Return the name of an item without a label: its id, and for a cell also the items on its middle."""
    if item.cell is None:
        return item.id
    x, y = item.x + item.w / 2, item.y + item.h / 2
    on = [other for other in items if other.cell is None and 0 <= x - other.x <= other.w and 0 <= y - other.y <= other.h]
    return ", ".join([item.id, *(other.text or ROLES[word] for other in on for word in other.role.split() if word in PIECES)])


def markup(item: Item) -> str:
    """Return an item as SVG."""
    return _markup(*LOOK(item))


@functools.lru_cache(maxsize=REMEMBERED_LOOKS)
def _markup(*look: Any) -> str:
    """Return the SVG of this appearance, cached: from one position to the next few items change."""
    item = Item("", **dict(zip(LOOKS, look, strict=True)))

    def element(tag: str, attributes: dict[str, str], text: str) -> str:
        written = "".join(f' {name}="{html.escape(value)}"' for name, value in attributes.items())
        return f"<{tag}{written}>{html.escape(text)}</{tag}>" if text else f"<{tag}{written}/>"

    inside = "".join(element(*primitive) for primitive in primitives(item))
    return f'<g class="{html.escape(shape_class(item))}" transform="{corner(item)}">{inside}</g>' if inside else ""


def svg_of(drawing: Drawing) -> str:
    """Return a drawing as an SVG document with its own colours, for light and for dark surroundings."""
    left, top, width, height = drawing.box
    pixels = min(PICTURE_WIDTH, width * PICTURE_CELL)
    title = html.escape(drawing.title)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="counterply-drawing" role="img" aria-label="{title}"'
        f' style="color-scheme: light dark" viewBox="{view_box(drawing.box)}"'
        f' width="{pixels:.0f}" height="{pixels * height / width:.0f}">'
        f"<title>{title}</title><style>{style_sheet()}</style>"
        f'<rect class="paper" x="{number(left)}" y="{number(top)}" width="100%" height="100%"/>'
        f"{''.join(map(markup, drawing.items))}</svg>\n"
    )


def position_svg(position: AnyPosition, viewer: Seat | None = None) -> str:
    """Return a position as an SVG picture, as seat `viewer` sees it; None is the side to move."""
    return svg_of(draw(position, viewer))


def style_sheet() -> str:
    """Return the colours of the roles."""
    return STYLE_FILE.read_text(encoding="utf-8")
