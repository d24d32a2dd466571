"""The page's header: one row at every width, whatever the game is called."""

from __future__ import annotations

import pytest

from board.browser import NEEDS_BROWSER, Open

pytestmark = NEEDS_BROWSER


@pytest.mark.parametrize("wide", [375, 660, 820, 1000, 1280])
def test_the_header_has_one_row_with_a_long_name(open_page: Open, wide: int) -> None:
    page = open_page("fishing_derby", wide=wide)
    centres = """() => [...document.querySelectorAll("header > *, header nav > *")].map((each) => each.getBoundingClientRect())
      .filter((box) => box.width > 1).map((box) => Math.round(box.top + box.height / 2))"""
    middles = page.evaluate(centres)
    assert max(middles) - min(middles) <= 4
    assert page.locator("header").bounding_box()["height"] <= 64
    assert page.evaluate("document.documentElement.scrollWidth") <= wide
    assert page.locator(".game-name").bounding_box()["width"] >= 60
