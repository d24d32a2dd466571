"""The tree as a page to print: a question, and its solution on another page."""

from __future__ import annotations

import re

import pytest

import counterply as cp
from board.browser import NEEDS_BROWSER, Open

pytestmark = NEEDS_BROWSER
expect = pytest.importorskip("playwright.sync_api", reason="no Playwright is installed: pip install playwright").expect
MOVES = "0,0 1,1 0,1 0,2 2,0"  # four moves are left


def test_a_hand_out_asks_on_one_page_and_answers_on_another(open_page: Open) -> None:
    page = open_page("tic_tac_toe", MOVES, mode="tree", context={"color_scheme": "dark"})
    page.evaluate("() => { window.print = () => { window.printed = true; }; }")
    page.get_by_role("button", name="Hand-out").click()
    page.wait_for_function("() => window.printed")
    expect(page.locator(".handout")).to_be_hidden()
    page.emulate_media(media="print")
    expect(page.locator("#app")).to_be_hidden()
    question, solution = page.locator(".handout .question"), page.locator(".handout .solution")
    quiz = cp.tree(cp.game("tic_tac_toe").position(f"moves {MOVES}"), 2).quiz()
    asked = [text for text in question.locator(".point text").all_text_contents() if text]
    assert len(asked) == len(quiz.leaves)  # no node above them has a value
    assert question.locator(".mark, .target").count() == 0
    said = solution.get_by_text("Not looked at").inner_text()
    assert set(re.findall(r"\d,\d-\d,\d", said)) == quiz.answer
    assert solution.locator("li").count() == len(quiz.pruned.steps().steps)
    assert page.pdf().count(b"/Type /Page\n") == 2
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(page.locator(".handout")).to_have_count(0)
    expect(page.locator("#app")).to_be_visible()


def test_a_tree_that_is_too_large_to_hand_out_is_refused_in_a_line(open_page: Open) -> None:
    page = open_page("tic_tac_toe", mode="tree")
    page.evaluate("() => { window.print = () => { window.printed = true; }; }")
    page.get_by_role("button", name="Hand-out").click()
    expect(page.locator(".inspector .error")).to_have_text(re.compile("has room for a tree of up to 60 nodes"))
    assert not page.evaluate("window.printed")
