"""The picture of a position, as a list of shapes with meanings: one description for the board in the browser and for pictures.

A game may define in plain Python its positions' pictures, and the items that a person touches to make a move:

    drawing(position) -> list[Item]             also ``drawing(position, viewer)``, where not everybody sees everything
    touches(position, move) -> tuple[str, ...]  ids of items, in any order; a move is the set of things that one touches

Lengths are in cells: an item of width 1 is as wide as a cell of the board; x goes to the right, y down. A colour is never said: an
item has a *role*, one or more words of `counterply.core.roles` such as ``cell``, ``gone``,
``first``, ``good``; ``drawing.css`` styles them.

An item that has a `cell` lies on the grid that the arrow keys walk and that a screen reader reads; only such items can be touched.
A game without a drawing gets a grid with the marks of its diagram, where that has the size of its `board`; else the diagram's text.
"""

from __future__ import annotations

import functools
import inspect
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from counterply.core.aliases import Seat
from counterply.core.errors import GameError
from counterply.core.values import ONGOING, OUTCOME_NAMES

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

Shape = Literal["rect", "disc", "ring", "line", "path", "text", "none"]
EMPTY_MARKS = "_-+"  # for empty cells in diagrams, beside a dot
MARK_ROLES = {"X": "first", "1": "first", "A": "first", "O": "second", "2": "second", "B": "second", "#": "wall", "*": "food"}
MARGIN = 0.25  # cells around a drawing
LETTER_WIDTH, LINE_HEIGHT = 0.27, 0.55  # cells, of a diagram in fixed pitch


class Item(NamedTuple):  # a position has a hundred of them, which tuples make in a third of the time of dataclasses
    """One shape of a drawing.

    Attributes
    ----------
    id : the same from position to position, so that its moves can be animated
    x, y, w, h : left, top, width and height in cells; a line goes from (x, y) to (x + w, y + h)
    shape : 'rect', 'disc', 'ring', 'line', 'path', 'text', or 'none' for something that is only touched
    role : its meaning, in one or more words of `counterply.core.roles`
    text : written in the middle of it; one that is too long is broken at blanks, or written smaller
    size : of the text's letters in cells; 0: half of the height, and all of it where the shape is 'text'
    path : SVG path data in a square of side 1, stretched to the item's box
    label : its name for screen readers; if empty, its id and the items that lie on it
    cell : row and column on the grid of things that can be touched
    touch : the touch that it stands for, if not its id
    """

    id: str
    x: float
    y: float
    w: float
    h: float
    shape: Shape = "rect"
    role: str = ""
    text: str = ""
    size: float = 0.0
    path: str = ""
    label: str = ""
    cell: tuple[int, int] | None = None
    touch: str = ""


@dataclass(frozen=True)
class Drawing:
    """A position's items, and the box that holds them: left, top, width, height in cells."""

    items: tuple[Item, ...]
    box: tuple[float, float, float, float]
    title: str


def draw(position: AnyPosition, viewer: Seat | None = None) -> Drawing:
    """Return the picture of a position for seat `viewer`; None is the side to move.

    Raises
    ------
    GameError
        if two items of the game's drawing have the same id
    """
    return drawing_of(position, items_of(position, seat_of(position, viewer)))


def seat_of(position: AnyPosition, viewer: Seat | None) -> int:
    """Return the seat that looks at a position; None is the side to move."""
    if viewer is not None:
        return viewer
    return position.turn if position.turn in (0, 1) else 0


def drawing_of(position: AnyPosition, items: Sequence[Item]) -> Drawing:
    """Return the picture of a position that has been drawn; raises `GameError` for two items with the same id."""
    names = [item.id for item in items]
    if len(set(names)) < len(names):
        twice = Counter(names).most_common(1)[0][0]
        raise GameError(f"the drawing of {position.game.name} has two items with the id {twice!r}")
    return Drawing(tuple(items), box_of(items), title_of(position))


def items_of(position: AnyPosition, viewer: Seat) -> list[Item]:
    """Return the picture by a game's drawing or its default, unchecked."""
    given = getattr(position.game, "drawing", None)
    if given is None:
        return default_drawing(position, viewer)
    return given(position, viewer) if _asks_who_looks(given) else given(position)  # type: ignore[no-any-return]


@functools.lru_cache(maxsize=64)
def _asks_who_looks(given: Callable[..., object]) -> bool:
    """Tell whether a game's drawing differs by seat."""
    return "viewer" in inspect.signature(given).parameters


def touches(position: AnyPosition, move: Any) -> tuple[str, ...]:
    """Return the touches that make a legal move; none where the game does not define them."""
    given = getattr(position.game, "touches", None)
    if given is not None:
        found = given(position, move)
        return (found,) if isinstance(found, str) else tuple(found)  # one id may be said without its brackets
    if position.game.cell is None or position.game.board is None:
        return ()
    cell = position.game.cell(position, move)
    return () if cell is None else (cell_id(*cell),)


def title_of(position: AnyPosition) -> str:
    """Return a drawing's name in a line: the game, and whose move it is or how it ended."""
    name = position.game.name.replace("_", " ")
    result = position.outcome()
    if result != ONGOING:
        return f"{name}: {OUTCOME_NAMES[result]}, {position.game.reason(position)}"
    return f"{name}: {position.game.players[position.turn][0]} to move" if position.turn in (0, 1) else f"{name}: chance to move"


def cell_id(row: int, column: int) -> str:
    """Return the id of a board's cell, as in ``3,4``."""
    return f"{row},{column}"


def box_of(items: Iterable[Item]) -> tuple[float, float, float, float]:
    """Return left, top, width and height of the items' bounding box, with a margin."""
    left, top, width, height = around([(0, 0, 1, 1), *(item[1:5] for item in items)])
    return left - MARGIN, top - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN


def around(boxes: Sequence[tuple[float, float, float, float]]) -> tuple[float, float, float, float]:
    """Return the smallest box (left, top, width, height), in cells, around one or more others; these may go to the left or up."""
    across = [x for left, _, width, _ in boxes for x in (left, left + width)]
    down = [y for _, top, _, height in boxes for y in (top, top + height)]
    return min(across), min(down), max(across) - min(across), max(down) - min(down)


# --- defaults for a game's own drawing


def default_drawing(position: AnyPosition, viewer: Seat | None = None) -> list[Item]:
    """Return a grid with the marks of the diagram where their sizes agree, else the diagram's text."""
    text = text_seen_by(position, viewer)
    marks = None if position.game.board is None else diagram_marks(text, *position.game.board)
    if marks is None:
        return text_drawing(text)
    items = []
    roles, players = getattr(position.game, "mark_roles", {}), {role: name.lower() for name, role in position.game.players}
    across, beside = edge_names(text, len(marks), len(marks[0]))
    nothing = "." if any("." in line for line in marks) else EMPTY_MARKS
    for row, line in enumerate(marks):
        for column, mark in enumerate(line):
            empty = mark in nothing or not mark.strip()
            place = cell_id(row, column)
            called = across[column] + beside[row] if across[column].isalpha() else place
            name = f"{called} {'empty' if empty else players.get(roles.get(mark), mark)}"
            role = getattr(position.game, "ground", "") or ("cell light" if (row + column) % 2 == 0 else "cell dark")
            items.append(Item(place, column, row, 1, 1, role=role, label=name, cell=(row, column)))
            if not empty:
                items.append(mark_item(row, column, mark, roles))
    return items + edge_numbers(len(marks), len(marks[0]), across.__getitem__, beside.__getitem__)


def text_seen_by(position: AnyPosition, viewer: Seat | None) -> str:
    """Return a position's diagram; where something is hidden, as `viewer` knows the position."""
    if not position.game.hidden or viewer is None:
        return str(position)
    return str(position.seen_by(viewer, 0))


def mark_item(row: int, column: int, mark: str, roles: Mapping[str, str]) -> Item:
    """Return a mark of a diagram on its cell: a stone of the game's `roles`, else a stone with its letter, a wall, or letters."""
    if mark in roles:
        return Item(f"mark {row},{column}", column + 0.1, row + 0.1, 0.8, 0.8, "disc", roles[mark])
    role = MARK_ROLES.get(mark, "ink")
    if role in ("first", "second"):
        return Item(f"mark {row},{column}", column + 0.12, row + 0.12, 0.76, 0.76, "disc", f"stone {role}", text=mark, size=0.4)
    if role == "food":
        return food(row, column)
    if role == "wall":
        return Item(f"mark {row},{column}", column, row, 1, 1, role=role)
    return Item(f"mark {row},{column}", column, row, 1, 1, "text", "ink", text=mark, size=0.6 if len(mark) < 2 else 0.4)


def food(row: int, column: int) -> Item:
    """Return something to eat on a cell."""
    return Item(f"food {row},{column}", column + 0.36, row + 0.36, 0.28, 0.28, "disc", "food")


def diagram_marks(diagram: str, rows: int, columns: int) -> list[list[str]] | None:
    """Return the marks of a diagram's board, row by row, if some lines of it are `rows` rows of `columns` marks; else None."""
    found: list[list[str] | None] = [line_marks(line, columns) for line in diagram.split("\n")]
    for first in range(len(found) - rows + 1):
        block = [marks for marks in found[first : first + rows] if marks is not None]
        if len(block) == rows and not is_heading(block[0]) and not is_heading(block[-1]):
            return block
    return None


def line_marks(line: str, columns: int) -> list[str] | None:
    """Return a line's marks, without a row's number before them; None if there are not `columns` of them."""
    words = line.split()
    if len(words) == columns:
        return words
    if len(words) == columns + 1 and words[0].rstrip(".:|").isdigit():
        return words[1:]
    return list(line) if len(line) == columns and columns > 1 else None


def edge_names(diagram: str, rows: int, columns: int) -> tuple[list[str], list[str]]:
    """Return the names that a diagram writes above or below its columns, and before its rows; where it writes none, numbers.

    Behind the letters of columns more may be said.
    """
    lines = [line.split() for line in diagram.split("\n")]
    headings = [words[:columns] for words in lines if len(words) == columns or (len(words) > columns and words[0].isalpha())]
    across = next(filter(is_heading, headings), [str(column) for column in range(columns)])
    numbers = [words[0].rstrip(".:|") for words in lines if len(words) == columns + 1]
    beside = [number for number in numbers if number.isdigit()]
    return across, beside if len(beside) == rows else [str(row) for row in range(rows)]


def is_heading(marks: list[str]) -> bool:
    """Tell whether marks are the names of columns: numbers or letters that go up by one; as in Go, the letter i may be left out.

    >>> is_heading(list("GHJK")), is_heading(list("GIJK"))
    (True, False)
    """
    if len(marks) < 2:
        return False
    if all(mark.isdigit() for mark in marks):
        return all(int(after) - int(before) == 1 for before, after in pairwise(marks))
    if any(len(mark) != 1 for mark in marks):
        return False
    return all(ord(after) - ord(before) == 1 or before + after in ("hj", "HJ") for before, after in pairwise(marks))


def text_drawing(text: str) -> list[Item]:
    """Return a diagram's lines in fixed pitch."""
    lines = text.split("\n")
    wide = max(map(len, lines)) * LETTER_WIDTH
    return [
        Item(f"line {index}", 0, index * LINE_HEIGHT, wide, LINE_HEIGHT, "text", "fixed start ink", text=line, size=0.45)
        for index, line in enumerate(lines)
    ]


# --- shared by several games' drawings


def edge_numbers(rows: int, columns: int, names: Callable[[int], str] = str, numbers: Callable[[int], str] = str) -> list[Item]:
    """Return the names of the columns above a board of cells, and the numbers of its rows to the left.

    Parameters
    ----------
    rows, columns : of the board
    names, numbers : of a column and of a row, counted from 0
    """
    above = [Item(f"column {c}", c, -0.6, 1, 0.5, "text", "edge", text=names(c), size=0.34) for c in range(columns)]
    beside = [Item(f"row {r}", -0.68, r, 0.5, 1, "text", "edge", text=numbers(r), size=0.34) for r in range(rows)]
    return above + beside
