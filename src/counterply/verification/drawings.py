"""The promises of a game's drawing: that every position can be drawn and touched, and with which line it is otherwise."""

from __future__ import annotations

import inspect
import math
import sys
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path
from types import FrameType
from typing import get_args

from counterply.compiling.diagnosis import place_of
from counterply.core.aliases import Seat
from counterply.core.drawing import Item, Shape, items_of, seat_of, touches
from counterply.core.position import AnyPosition
from counterply.core.roles import unknown_words
from counterply.core.values import ONGOING
from counterply.verification.findings import BrokenError, promised

OWN = str(Path(__file__).parents[1])  # lines of the package are not where an item was made
PROMISE = "every position can be drawn"
HIDES = "a drawing shows nothing hidden"


def check_drawing(position: AnyPosition, viewer: Seat | None = None) -> Sequence[Item]:
    """Check a position's drawing for each seat, and the touches of its moves; raises `BrokenError`.

    Returns
    -------
    the items that `viewer` sees; None is the side to move
    """
    seat = seat_of(position, viewer)
    if position.game.drawing is None and position.game.touches is None:
        return items_of(position, seat)
    seen: dict[int, Sequence[Item]] = {}
    for each in (0, 1) if position.game.hidden else (seat,):
        with promised(PROMISE):
            seen[each] = items_of(position, each)
        check_items(position, each, seen[each])
        if position.game.hidden:
            check_hiding(position, each, seen[each])
    if position.outcome() == ONGOING and position.turn in (0, 1):
        check_touches(position, seen.get(position.turn, seen[seat]))
    return seen[seat]


def check_items(position: AnyPosition, viewer: Seat, items: object) -> None:
    """Check a drawing's result; raises `BrokenError`."""
    function = position.game.drawing or position.game.touches

    def wrong(said: str, index: int | None = None) -> BrokenError:
        place = place_of(function) if index is None else line_of_item(position, viewer, index) or place_of(function)
        return BrokenError(PROMISE, f"{place}: {said}")

    if not isinstance(items, list | tuple) or isinstance(items, Item):
        raise wrong(f"drawing returns a list of Item, not {type(items).__name__}")
    ids = set()
    cells: dict[tuple[int, int], str] = {}
    for index, item in enumerate(items):
        if not isinstance(item, Item):
            raise wrong(f"drawing returns a list of Item, and {item!r} is a {type(item).__name__}")
        if item.id in ids:
            raise wrong(f"two items have the id {item.id!r}", index)
        ids.add(item.id)
        if item.shape not in get_args(Shape):
            raise wrong(f"the shape {item.shape!r} of {item.id!r} is none of {', '.join(get_args(Shape))}", index)
        if words := unknown_words(item.role):
            raise wrong(f"{item.id!r} has the unknown role {words[0]!r}; docs/core/drawings.md lists the roles", index)
        if not all(isinstance(length, int | float) and math.isfinite(length) for length in (item.x, item.y, item.w, item.h)):
            raise wrong(f"the place of {item.id!r} is not made of numbers: {item.x}, {item.y}, {item.w}, {item.h}", index)
        if item.cell is not None:
            if item.cell in cells:
                raise wrong(f"{cells[item.cell]!r} and {item.id!r} have the same cell {item.cell}", index)
            cells[item.cell] = item.id


def check_hiding(position: AnyPosition, viewer: Seat, items: Sequence[Item]) -> None:
    """Check that a drawing shows `viewer` nothing that is hidden from it; raises `BrokenError`."""
    redrawn = _redrawn(position, viewer)
    for index, (item, other) in enumerate(zip_longest(items, items_of(redrawn, viewer))):
        if item != other:
            place = line_of_item(position, viewer, index) or place_of(position.game.drawing)
            name = (item or other).id
            raise BrokenError(
                HIDES, f"{place}: {name!r} tells seat {viewer} what resample redraws for it; ask drawing(position, viewer)"
            )


def leaks_in_diagram(position: AnyPosition) -> str:
    """Return where a game's own diagram tells the side to move what `resample` redraws for it; '' if it does not."""
    function = position.game.text.diagram
    if function is None or position.turn not in (0, 1):
        return ""
    return "" if function(_redrawn(position, position.turn)) == function(position) else place_of(inspect.unwrap(function))


def _redrawn(position: AnyPosition, viewer: Seat) -> AnyPosition:
    """Return a position with the same history in which all that `viewer` may not see is another."""
    return type(position)(position.game, position.seen_by(viewer, 0).record, position.origin, position.history)  # type: ignore[call-arg]


def check_touches(position: AnyPosition, items: Sequence[Item]) -> None:
    """Check that every legal move can be touched on its drawing; raises `BrokenError`."""
    function = position.game.touches or position.game.drawing
    there = {item.touch or item.id for item in items if item.cell is not None}
    for move in position.moves():
        with promised("every move can be touched"):
            touched = touches(position, move)
        missing = [each for each in touched if each not in there]
        if missing:
            said = f"{position.move_text(move)} touches {missing[0]!r}, and no item with a cell has this id"
            raise BrokenError("every move can be touched", f"{place_of(function)}: {said}")


def line_of_item(position: AnyPosition, viewer: Seat, index: int) -> str:
    """Return ``FILE:LINE`` of where an item of a drawing was made: drawn again with the makers of items recorded."""
    made = []

    def watch(frame: FrameType, event: str, item: object) -> None:
        if event != "return" or frame.f_code is not Item.__new__.__code__:
            return
        caller: FrameType | None = frame.f_back
        while caller is not None and caller.f_code.co_filename.startswith(OWN):
            caller = caller.f_back
        if caller is not None:
            made.append((item, f"{Path(caller.f_code.co_filename).name}:{caller.f_lineno}"))

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        items = items_of(position, viewer)
    finally:
        sys.setprofile(before)
    return next((place for item, place in made if item is items[index]), "")
