"""Chess on the page: a pawn that reaches the last row asks in words what it becomes."""

from __future__ import annotations

import pytest

from board.browser import NEEDS_BROWSER, arrived

pytestmark = NEEDS_BROWSER


@pytest.mark.slow
def test_a_pawn_asks_what_it_becomes(open_page):
    page = open_page("chess", "a4 b5 axb5 a6 bxa6 Bb7 axb7 h6")
    arrived(page, 8)
    page.locator('.target[data-touch="1,1"]').click()
    page.locator('.target[data-touch="0,0"]').click()
    assert page.locator(".menu .choice").all_inner_texts() == ["a queen", "a rook", "a bishop", "a knight"]
    page.get_by_role("button", name="a knight", exact=True).click()
    arrived(page, 9)
    assert page.locator('.move[aria-current="true"]').inner_text().endswith("bxa8=N")
