"""The geometry of a board, declared once: points, and what follows from where they lie and which are neighbours.

    BOARD = grid(8, 8)                 cells; ``steps="straight"`` or ``"diagonal"`` for four neighbours instead of eight
    BOARD = grid(9, 9, lines=True)     the crossings of lines, as in Go
    BOARD = hexes(7)                   a rhombus of hexagons; also ``hexes(5, "hexagon")`` and ``hexes(8, "triangle")``
    BOARD = rings(3)                   squares in one another, as in Nine Men's Morris
    BOARD = graph({"a": (0, 0), "b": (1, 0)}, [("a", "b")])       points by name, at x and y, and who are neighbours

A point is a number, 0 to `count` - 1, row by row. A direction is a number too; the opposite of ``d`` is ``directions - 1 - d``.
The tables are arrays, for rules that name them as constants (``NEAR = BOARD.near``) or find them in the setup (`as_setup`).

`Geometry.text`, `Geometry.board` and `Geometry.symmetry` make a game's notation, picture, touches and symmetries, if it numbers
its moves as `Geometry.move` does. By default a move is a point, or `count`, a pass. Where a board is made with ``parts=2``, or
more, a move is a number of so many digits in base `base` = `count` + 1, as from where and to where; the digit `count` is no point.
Digits before these are the game's own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import atan2
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from counterply.core.aliases import Move, Record
from counterply.core.drawing import Item
from counterply.core.errors import GameError
from counterply.core.game import Board, Symmetry, Text

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

Shape = Literal["square", "hexagon", "point"]
Place = tuple[float, float]  # x and y in cells, of a point's centre
OFF = -1  # in a table: off the board
NEARBY = 1e-6  # cells; places nearer to each other are one
ROW_HEIGHT = 0.75**0.5  # of hexagons that are one cell wide
HALF_HEIGHT = 3**-0.5  # of a hexagon
HEXAGON = "M.5 0 L1 .25 L1 .75 L.5 1 L0 .75 L0 .25 Z"
STEPS = {"all": (1, 2), "straight": (1,), "diagonal": (2,)}  # of a grid: rows plus columns that a step goes
LETTERS = "abcdefghijklmnopqrstuvwxyz"
PASS = "pass"


@dataclass(frozen=True, eq=False)
class Geometry:
    """A board.

    Attributes
    ----------
    names : of the points, as moves are written
    places : float64[points, 2], the centres, x to the right and y down
    cells : row and column of each point on the grid that arrow keys walk
    near : int16[points, directions], the neighbour in each direction, or -1; those of a point are in ascending order
    shape : how a point is drawn
    parts : how many points a move names
    """

    names: tuple[str, ...]
    places: np.ndarray
    cells: tuple[tuple[int, int], ...]
    near: np.ndarray
    shape: Shape
    parts: int = 1

    @property
    def count(self) -> int:
        """How many points there are."""
        return len(self.names)

    @property
    def base(self) -> int:
        """What the digits of a move count up to, "no point" included."""
        return self.count + 1

    @property
    def directions(self) -> int:
        """How many directions there are."""
        return int(self.near.shape[1])

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns of the grid that holds all points."""
        return max(row for row, _ in self.cells) + 1, max(column for _, column in self.cells) + 1

    @cached_property
    def links(self) -> set[tuple[int, int]]:
        """Each point with each of its neighbours."""
        return {(p, int(q)) for p in range(self.count) for q in self.near[p] if q != OFF}

    @cached_property
    def rays(self) -> np.ndarray:
        """int16[points, directions, length]: the points that one meets from a point on in a direction, then -1."""
        found = [self.near[:, :, None]]
        while (found[-1] != OFF).any():
            last = found[-1][:, :, 0]
            ahead = self.near[last, np.arange(self.directions)]
            found.append(np.where(last == OFF, OFF, ahead)[:, :, None])
        return _table(np.concatenate(found[: max(1, len(found) - 1)], axis=2))

    def lines(self, length: int) -> np.ndarray:
        """int16[lines, length]: all straight lines of so many neighbouring points."""
        half = self.rays[:, : self.directions // 2, : length - 1]
        whole = half.shape[2] == length - 1
        starts = [(p, d) for p, d in np.ndindex(*half.shape[:2]) if whole and (half[p, d] != OFF).all()]
        return _table(np.array([[p, *half[p, d]] for p, d in starts]).reshape(len(starts), length))

    def away(self, steps: int) -> np.ndarray:
        """int16[points, most]: the points that are so many steps from each one, and no fewer, in ascending order, then -1."""
        far = np.where(np.eye(self.count, dtype=bool), 0, OFF)
        for step in range(steps):
            for point in range(self.count):
                reached = self.near[far[point] == step]
                beyond = np.intersect1d(reached[reached != OFF], np.flatnonzero(far[point] == OFF))
                far[point, beyond] = step + 1
        found = [np.flatnonzero(row == steps) for row in far]
        most = max(map(len, found))
        return _table(np.array([np.pad(row, (0, most - len(row)), constant_values=OFF) for row in found]))

    def images(self, *kept: Iterable[int]) -> np.ndarray:
        """int16[symmetries, points]: where each turn or reflection of the board takes a point; the first takes none elsewhere.

        Of sets of points `kept`, each is taken to itself: where players own sides, or rows are goals.
        """
        centred = self.places - self.places.mean(axis=0)
        x, y = centred[int(np.argmax((centred**2).sum(axis=1)))]
        links, groups, found = self.links, [set(group) for group in kept], []
        for turn in centred:
            if abs(np.hypot(*turn) - np.hypot(x, y)) < NEARBY:
                for mirrored in (1, -1):
                    image = _nearest(centred * (1, mirrored), centred, atan2(turn[1], turn[0]) - atan2(mirrored * y, x))
                    if image is None or {(image[p], image[q]) for p, q in links} != links:
                        continue
                    if all({image[point] for point in group} == group for group in groups):
                        found.append(image)
        unchanged = [*range(self.count)]
        return _table(np.array(sorted(found, key=lambda image: (image != unchanged, image))))

    # --- in Python, for people

    def point(self, name: str) -> int:
        """Return the point of a name; raises `GameError`."""
        try:
            return self.names.index(name)
        except ValueError:
            raise GameError(f"there is no point {name!r}; the first is {self.names[0]}, the last {self.names[-1]}") from None

    def move(self, *points: int | None) -> int:
        """Return the number of a move of these points, as many as there are parts; None is no point."""
        number = 0
        for point in points:
            number = number * self.base + (self.count if point is None else point)
        return number

    def points(self, move: Move) -> list[int]:
        """Return the points of a move in their order; none for a pass."""
        return [point for point in self._digits(move) if point != self.count]

    def _digits(self, move: Move) -> list[int]:
        return [int(move) // self.base**place % self.base for place in reversed(range(self.parts))]

    def diagram(self, marks: Sequence[str]) -> str:
        """Return the points' marks where they lie, with the names of columns and rows where points have a letter and a number."""
        places = self.places - self.places.min(axis=0)
        rows = {height: row for row, height in enumerate(sorted({round(y, 3) for y in places[:, 1]}))}
        canvas = [dict[int, str]() for _ in rows]
        edge: dict[int, str] = {}
        for (name, (x, y)), mark in zip(zip(self.names, places, strict=True), marks, strict=True):
            line, column = canvas[rows[round(y, 3)]], round(2 * x) + 3
            if (parts := _parts(name)) and not line:
                begin = column - 3 if self._slanted else 0
                line.update({begin + at: digit for at, digit in enumerate(f"{parts[1]:2}")})
            line[column] = mark
            if parts and not self._hanging and (not self._slanted or line is canvas[0]):
                edge[column] = parts[0]
        for letter, (x, y) in self._hanging.items():
            row = rows.get(round(y - self.places[:, 1].min(), 3))
            (edge if row is None else canvas[row])[round(2 * (x - self.places[:, 0].min())) + 3] = letter
        lines = [edge, *canvas] if self._from_top and not self._hanging else [*canvas, edge]
        return "\n".join("".join(line.get(at, " ") for at in range(max(line) + 1)) for line in lines if line)

    @property
    def _slanted(self) -> bool:
        """Whether columns are slanted."""
        return self.shape == "hexagon"

    @cached_property
    def _hanging(self) -> dict[str, Place]:
        """The names of slanted columns, where not all begin in the first row, and where they stand: below their last points."""
        first: dict[str, Place] = {}
        last: dict[str, Place] = {}
        for name, (x, y) in zip(self.names, self.places.tolist(), strict=True):
            letter = name[0]
            first.setdefault(letter, (x, y))
            last[letter] = x + 0.5, y + ROW_HEIGHT
        top = self.places[:, 1].min()
        return {} if not self._slanted or all(abs(y - top) < NEARBY for _, y in first.values()) else last

    @property
    def _from_top(self) -> bool:
        """Whether the first row has the smallest number."""
        first, last = _parts(self.names[0]), _parts(self.names[-1])
        return first is not None and last is not None and first[1] < last[1]

    def text(
        self, marks: str = ".XO", pieces: Pieces | None = None, sides: str | None = None, between: str | None = None, **more: Any
    ) -> Text:
        """Return a game's notation: points one after the other, and a diagram that ends with whose turn it is.

        Parameters
        ----------
        marks : of an empty point and of pieces, by their numbers
        pieces : ``pieces(position)``, a number by point; the field ``cells``, if it is left out
        sides : the players' marks; the first two of pieces, if they are left out
        between : what stands before the second point of a move, and before each further one, as in ``"-x"`` for d1-d2xa7
        more : further arguments of `Text`
        """
        signs = between or [("" if all(map(_parts, self.names)) else "-")] * self.parts
        content, whose = pieces or _cells, sides or marks[1:3]

        def move_text(position: AnyPosition, move: Move) -> str:
            said = ""
            for place, point in enumerate(self._digits(move)):
                if point != self.count:
                    said += (signs[place - 1] if said else "") + self.names[point]
            return said or PASS

        def diagram(position: AnyPosition) -> str:
            mover = f"{whose[position.turn]} to move" if position.turn in (0, 1) else ""
            drawn = [_of_piece(marks, piece, "marks") for piece in content(position)[: self.count]]
            return f"{self.diagram(drawn)}\n{mover}".rstrip()

        return Text(**{"move_text": move_text, "diagram": diagram} | more)

    def read(self, text: str, marks: str = ".XO") -> tuple[list[int], int]:
        """Return the pieces of a diagram by point, as numbers, and whose turn it is.

        Parameters
        ----------
        text : a mark for each point, then that of the side to move
        marks : of an empty point, of the first player's pieces, of the second's, and of others

        Raises
        ------
        GameError
            if it is none of this board
        """
        found = [mark for mark in text.replace("to move", "") if mark in marks]
        if len(found) != self.count + 1 or found[-1] not in marks[1:3]:
            raise GameError(
                f"this board is {self.count} of {marks}, then {marks[1]} or {marks[2]} for who is to move, not {text!r}"
            )
        return [marks.index(mark) for mark in found[:-1]], marks.index(found[-1]) - 1

    def symmetry(self, *kept: Iterable[int], field: str = "cells") -> Symmetry:
        """Return the board's symmetries for a game that changes `field` by point, and nothing else, when it is turned.

        Parameters
        ----------
        kept : as in `images`
        """
        images, points = self.images(*kept), self.count

        def transform(position: Record, symmetry: int) -> None:
            before = position[field].copy()
            for point in range(points):
                position[field][images[symmetry, point]] = before[point]

        return Symmetry(len(images), transform)

    def board(
        self,
        pieces: Pieces | None = None,
        roles: Sequence[str] = ("first", "second"),
        extra: Extra | None = None,
        passes: bool = False,
        **more: Any,
    ) -> Board:
        """Return a game's picture and touches.

        Parameters
        ----------
        pieces : as in `text`
        roles : of pieces, by their numbers from 1 on; after a colon what is written on them, and after another what it means
        extra : ``extra(position)``, items to draw above all others
        passes : whether a player may pass instead of another move: there is something to touch for it then
        more : further arguments of `Board`; with ``ground``, the role of cells
        """
        content, ground, around = pieces or _cells, more.get("ground", ""), self._surroundings(more.get("ground", ""))
        drawn = ("", *roles)
        (rows, _), bottom = self.size, float(self.places[:, 1].max())
        left = float(self.places[:, 0].mean()) - 0.8
        buttons = (
            [Item(PASS, left, bottom + 0.85, 1.6, 0.6, "rect", "slot", PASS, 0.34, label=PASS, cell=(rows, 0))] if passes else []
        )

        def drawing(position: AnyPosition) -> list[Item]:
            numbers = content(position)[: self.count]
            stones = [self._piece(point, _of_piece(drawn, number, "roles")) for point, number in enumerate(numbers) if number]
            called = ["empty", *(_said(role, position.game.players) for role in roles)]
            cells = [self._cell(point, ground, called[number]) for point, number in enumerate(numbers)]
            return [*around, *cells, *stones, *(extra(position) if extra else ()), *buttons]

        def cell(position: AnyPosition, move: Move) -> tuple[int, int] | None:
            target = self._digits(move)[:2][-1]  # the second point is where the first one goes
            return None if target == self.count else self.cells[target]

        def touches(position: AnyPosition, move: Move) -> tuple[str, ...]:
            return tuple(self.names[point] for point in self.points(move)) or ((PASS,) if passes else ())

        given: dict[str, Any] = {"size": self.size, "cell": cell, "drawing": drawing, "touches": touches, "geometry": self}
        return Board(**given | more)

    def box(self, point: int, side: float = 1.0) -> tuple[float, float, float, float]:
        """Return left, top, width and height of a square in the middle of a point, in units of the drawing.

        Parameters
        ----------
        side : its width
        """
        x, y = self.places[point].tolist()
        return x - side / 2, y - side / 2, side, side

    def _cell(self, point: int, ground: str, what: str) -> Item:
        name, cell, (x, y) = self.names[point], self.cells[point], self.places[point].tolist()
        label = f"{name} {what}"
        if self.shape == "hexagon":
            role = ground or "cell light"
            return Item(name, x - 0.5, y - HALF_HEIGHT, 1, 2 * HALF_HEIGHT, "path", role, path=HEXAGON, label=label, cell=cell)
        if self.shape == "point":
            return Item(name, *self.box(point, 0.9), "none", "cell", label=label, cell=cell)
        return Item(name, *self.box(point), role=ground or _checkered(*cell), label=label, cell=cell)

    def _piece(self, point: int, role: str) -> Item:
        words, mark, *_ = f"{role}:".split(":")
        if words in ("wall", "gone"):
            return Item(f"piece {self.names[point]}", *self.box(point), role=words)
        return Item(f"piece {self.names[point]}", *self.box(point, 0.8), "disc", words, text=mark, size=0.5)

    def _surroundings(self, ground: str) -> list[Item]:
        """Return what lies under and beside all points: lines, cells that are no points, names of rows and columns."""
        (left, top), (right, bottom) = self.places.min(axis=0).tolist(), self.places.max(axis=0).tolist()
        items: list[Item] = []
        if self.shape == "point":
            items.append(Item("under", left - 0.65, top - 0.65, right - left + 1.3, bottom - top + 1.3, role=ground or "wood"))
            for p, d in np.ndindex(self.count, self.directions // 2):
                if (q := self.near[p, d]) != OFF:
                    (x, y), (along, down) = self.places[p].tolist(), (self.places[q] - self.places[p]).tolist()
                    items.append(Item(f"from {self.names[p]} to {self.names[q]}", x, y, along, down, "line", "gridline"))
            if self.count < self.size[0] * self.size[1]:
                items += [Item(f"point {self.names[p]}", *self.box(p, 0.2), "disc", "point") for p in range(self.count)]
        elif self.shape == "square":
            for row, column in set(np.ndindex(*self.size)) - set(self.cells):
                items.append(
                    Item(f"no point {row},{column}", left - 0.5 + column, top - 0.5 + row, 1, 1, role=_checkered(row, column))
                )
        return items + self._edges()

    def _edges(self) -> list[Item]:
        """Return the names of rows and columns, where a point's name is a letter and a number."""
        if not all(map(_parts, self.names)):
            return []
        left, top = self.places.min(axis=0).tolist()
        rows: dict[int, Place] = {}
        columns: dict[str, Place] = {}
        for name, (x, y) in zip(self.names, self.places.tolist(), strict=True):
            letter, number = _parts(name) or ("", 0)
            beside = x if self._slanted else left
            rows[number] = min(rows.get(number, (beside, y)), (beside, y))
            if not self._hanging and (not self._slanted or abs(y - top) < NEARBY):
                columns[letter] = x, top
        away = 0.85 if self.shape == "square" else 1.1
        boxes = [(f"column {c}", (x - 0.5, y - 0.5, 1.0, 0.5)) for c, (x, y) in self._hanging.items()]
        boxes += [(f"row {n}", (x - away - 0.4, y - 0.5, 0.6, 1.0)) for n, (x, y) in rows.items()]
        boxes += [(f"column {c}", (x - 0.5, y - away - 0.25, 1.0, 0.5)) for c, (x, y) in columns.items()]
        return [Item(name, *box, "text", "edge", text=name.split()[1], size=0.34) for name, box in boxes]


Pieces = Callable[[Any], Sequence[int]]
Extra = Callable[[Any], list[Item]]


def grid(
    rows: int,
    columns: int,
    steps: str = "all",
    *,
    lines: bool = False,
    names: Sequence[str] = (),
    keep: Callable[[int, int], Any] = lambda row, column: True,
    parts: int = 1,
) -> Geometry:
    """Return a board of rows and columns.

    Parameters
    ----------
    rows, columns : how many, 26 columns at most
    steps : where neighbours lie: 'all' eight directions, 'straight' or 'diagonal'
    lines : whether the points are the crossings of lines
    names : of all points, in place of letters and numbers
    keep : ``keep(row, column)``, which cells are points
    parts : how many points a move names

    Raises
    ------
    GameError
        if there is no such board
    """
    if steps not in STEPS or not 1 <= columns <= len(LETTERS) or rows < 1:
        raise GameError(
            f"a grid has rows, 1 to {len(LETTERS)} columns and steps {', '.join(STEPS)}; not {rows}, {columns}, {steps!r}"
        )
    cells = [(row, column) for row, column in np.ndindex(rows, columns) if keep(row, column)]
    around = [(down, right) for down, right in np.ndindex(3, 3) if abs(down - 1) + abs(right - 1) in STEPS[steps]]
    named = names or [f"{LETTERS[column]}{rows - row}" for row, column in cells]
    links = [(cell, (cell[0] + down - 1, cell[1] + right - 1)) for cell in cells for down, right in around]
    return _geometry(named, {cell: _middle(cell) for cell in cells}, links, "point" if lines else "square", cells, parts)


def hexes(side: int, outline: Literal["rhombus", "hexagon", "triangle"] = "rhombus", parts: int = 1) -> Geometry:
    """Return a board of hexagons; a name is a slanted column's letter and a row's number.

    Parameters
    ----------
    side : hexagons on each side
    outline : of the board
    parts : how many points a move names

    Raises
    ------
    GameError
        if there is no such board
    """
    last = side - 1
    kept: Mapping[str, Callable[[int, int], bool]] = {
        "rhombus": lambda row, column: row < side and column < side,
        "hexagon": lambda row, column: last <= row + column <= 3 * last,
        "triangle": lambda row, column: row < side and last <= row + column and column < side,
    }
    if outline not in kept or not 1 <= side <= len(LETTERS) // 2:
        raise GameError(f"hexes are a {', '.join(kept)} with 1 to {len(LETTERS) // 2} a side, not {outline!r} with {side}")
    cells = [(row, column) for row, column in np.ndindex(2 * side - 1, 2 * side - 1) if kept[outline](row, column)]
    around = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))
    links = [(cell, (cell[0] + down, cell[1] + right)) for cell in cells for down, right in around]
    places = {cell: (cell[1] + cell[0] / 2 + 0.5, ROW_HEIGHT * cell[0] + 0.5) for cell in cells}
    return _geometry([f"{LETTERS[column]}{row + 1}" for row, column in cells], places, links, "hexagon", cells, parts)


def rings(count: int, parts: int = 1) -> Geometry:
    """Return squares in one another, whose sides' middles are joined; corners and middles of sides are the points.

    Parameters
    ----------
    count : of the squares
    parts : how many points a move names

    Raises
    ------
    GameError
        if there are too many squares or none
    """
    if not 1 <= count <= len(LETTERS) // 2 - 1:
        raise GameError(f"rings are 1 to {len(LETTERS) // 2 - 1} squares, not {count}")
    cells = [
        (row, column)
        for row, column in np.ndindex(2 * count + 1, 2 * count + 1)
        if (row, column) != (count, count) and (count in (row, column) or row == column or row + column == 2 * count)
    ]
    rows = [[cell for cell in cells if cell[axis] == line] for axis in (0, 1) for line in range(2 * count + 1)]
    beside = [pair for row in rows for pair in pairwise(row) if [sum(at) for at in zip(*pair, strict=True)] != [2 * count] * 2]
    names = [f"{LETTERS[column]}{2 * count + 1 - row}" for row, column in cells]
    return _geometry(names, {cell: _middle(cell) for cell in cells}, _both_ways(beside), "point", cells, parts)


def graph(places: Mapping[str, Place], links: Iterable[tuple[str, str]], parts: int = 1) -> Geometry:
    """Return a board of points of one's own.

    Parameters
    ----------
    places : by name, x to the right and y down, in cells
    links : pairs of names that are neighbours of each other, each once, in either order
    parts : how many points a move names

    Raises
    ------
    GameError
        if a link names no point
    """
    names = sorted(places, key=lambda name: places[name][::-1])
    rows, columns = ({at: n for n, at in enumerate(sorted({place[axis] for place in places.values()}))} for axis in (1, 0))
    both = _both_ways(links)
    if unknown := sorted({name for link in both for name in link if name not in places}):
        raise GameError(f"a link names {unknown[0]!r}, which is no point")
    cells = [(rows[places[name][1]], columns[places[name][0]]) for name in names]
    return _geometry(names, {name: places[name] for name in names}, both, "point", cells, parts)


def as_setup(room: int, **tables: Any) -> np.ndarray:
    """Return numbers and tables as the setup of a game, so that boards of several sizes share machine code.

    Parameters
    ----------
    room : points of the largest board; a table by point has so many rows, the last ones of -1 where the board has fewer
    tables : whole numbers, and arrays whose first axis is the board's points
    """
    arrays = {name: np.asarray(value) for name, value in tables.items()}
    shapes = {name: (room, *array.shape[1:]) if array.ndim else () for name, array in arrays.items()}
    setup = np.zeros(1, [(name, np.int16 if shape else np.int64, shape) for name, shape in shapes.items()])
    for name, array in arrays.items():
        if array.ndim:
            setup[name] = OFF
            setup[name][0, : len(array)] = array
        else:
            setup[name] = array
    return setup


def _both_ways(links: Iterable[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    return [link for one, other in links for link in ((one, other), (other, one))]


def _middle(cell: tuple[int, int]) -> Place:
    """Return the middle of a cell."""
    return cell[1] + 0.5, cell[0] + 0.5


def _geometry(
    names: Sequence[str], places: Mapping[Any, Place], links: Iterable[Any], shape: Shape, cells: Sequence[Any], parts: int
) -> Geometry:
    """Return a board of points in their order and pairs of them that are neighbours; pairs with others do not count."""
    numbers = {key: number for number, key in enumerate(places)}
    if len(names) != len(numbers) or len(set(names)) != len(names):
        raise GameError(f"each of the {len(numbers)} points has a name of its own, not {len(set(names))} of {len(names)}")
    pairs = [(numbers[one], numbers[other]) for one, other in links if one in numbers and other in numbers]
    centres = np.array([*places.values()], float)
    ways = {pair: _direction(centres[pair[1]] - centres[pair[0]]) for pair in pairs}
    order = {way: number for number, way in enumerate(sorted({*ways.values()}))}
    near = np.full((len(numbers), max(1, len(order))), OFF)
    for (one, other), way in ways.items():
        near[one, order[way]] = other
    centres.flags.writeable = False
    return Geometry(tuple(names), centres, tuple((int(row), int(column)) for row, column in cells), _table(near), shape, parts)


def _direction(step: np.ndarray) -> Place:
    """Return a step's direction: down and right, the longer of them 1; in ascending order, neighbours are too."""
    down, right = step[::-1] / np.abs(step).max()
    return round(float(down), 3) + 0.0, round(float(right), 3) + 0.0


def _nearest(places: np.ndarray, others: np.ndarray, angle: float) -> list[int] | None:
    """Return which of the `others` each place is, after a turn by an angle; None if one of them is none."""
    turned = places @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    away = np.abs(turned[:, None] - others[None]).max(axis=2)
    return None if away.min(axis=1).max() > NEARBY else [int(point) for point in away.argmin(axis=1)]


def _parts(name: str) -> tuple[str, int] | None:
    """Return the letter and the number that a name is made of."""
    match = re.fullmatch(r"([A-Za-z])(\d+)", name)
    return None if match is None else (match[1], int(match[2]))


def _said(role: str, players: Sequence[tuple[str, str]]) -> str:
    """Return what a screen reader says of a piece: whose it is, and what it is."""
    words, *marks = role.split(":")
    return " ".join([next((name.lower() for name, own in players if own == words), words), *marks[-1:]])


def _checkered(row: int, column: int) -> str:
    return "cell light" if (row + column) % 2 == 0 else "cell dark"


def _cells(position: AnyPosition) -> Sequence[int]:
    """Return the field ``cells``."""
    return [int(cell) for cell in position["cells"]]


def _of_piece(given: Sequence[str], piece: int, argument: str) -> str:
    """Return the mark or the role of a piece by its number; number 0 is an empty point."""
    if not 0 <= piece < len(given):
        raise GameError(f"there is a piece number {piece}, and {argument}= has none for it: name one for every kind of piece")
    return given[piece]


def _table(values: np.ndarray) -> np.ndarray:
    """Return numbers of points as a table that nobody writes into."""
    table = np.ascontiguousarray(values, np.int16)
    table.flags.writeable = False
    return table
