"""Where things stand on the page: nothing moves from one position to the next, and fingers can hit it."""

from __future__ import annotations

from typing import Any

import pytest

from board.browser import NEEDS_BROWSER, Open, arrived
from some import some

pytestmark = NEEDS_BROWSER
GAMES = {
    "backgammon": "31 8/5 6/5 52 24/22 13/8 64",  # a roll is chosen below the board
    "chess": "d4 d5 c4",  # an opening gets its name
    "splendor": "deal:017 deal:123 WUG r41 WUR WUK WUK",  # a card may be bought in several ways
    "onitama": "boar-a1a2 crab-b5b4 cobra-b1c2",
}
PLACES = """() => ["#board", ".steps", ".side"].map((each) => {
  const { left, top, width, height } = document.querySelector(each).getBoundingClientRect();
  return [left, top + scrollY, width, height].map(Math.round);
})"""
SMALL = """() => [...document.querySelectorAll("button, select, summary, input")].filter((each) => each.checkVisibility())
  .map((each) => [each.outerHTML.slice(0, 80), (each.closest("label") ?? each).getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.width, box.height) < 43.5).map(([name]) => name)"""


def opened(open_page: Open, name: str, wide: int) -> tuple[Any, int]:
    moves = GAMES[name]
    page = open_page(name, moves, wide=wide, context={"has_touch": wide < 900})
    arrived(page, len(moves.split()))
    return page, len(moves.split())


@pytest.mark.parametrize("wide", [390, 1440])
@pytest.mark.parametrize("name", GAMES)
def test_nothing_moves_from_one_position_to_the_next(open_page: Open, name: str, wide: int) -> None:
    page, plies = opened(open_page, name, wide)
    seen = []
    for ply in range(plies - 1, plies - 4, -1):
        seen.append(page.evaluate(PLACES))
        page.keyboard.press("ArrowLeft")
        arrived(page, ply)
    seen.append(page.evaluate(PLACES))
    assert all(each == seen[0] for each in some(seen, 2)), seen


@pytest.mark.parametrize("name", GAMES)
def test_what_fingers_press_is_large_enough(open_page: Open, name: str) -> None:
    page, _ = opened(open_page, name, 390)
    assert page.evaluate(SMALL) == []
