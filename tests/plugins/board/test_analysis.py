"""Analysis on the board in a real browser: lines, numbers, threats, proofs, reviews, and why."""

from __future__ import annotations

import re

import pytest

from board.browser import NEEDS_BROWSER, Open, shows

pytestmark = NEEDS_BROWSER
expect = pytest.importorskip("playwright.sync_api", reason="no Playwright is installed: pip install playwright").expect


def test_lines_stream_and_a_click_plays_them(open_page: Open) -> None:
    page = open_page("tic_tac_toe", "0,0", engine=True)
    lines = page.locator(".lines tbody tr")
    lines.first.wait_for()
    page.get_by_text("proven").first.wait_for()
    expect(lines).to_have_count(3)
    told = page.locator(".score .dim")
    three = told.inner_text()
    page.get_by_label("lines", exact=True).select_option("1")
    lines.nth(1).wait_for(state="detached")
    expect(lines).to_have_count(1)
    expect(told).not_to_have_text(three)
    expect(told).to_contain_text("proven")  # by the search for one line, which stays under the pointer now
    second = lines.first.locator(".move").nth(1)
    second.hover()
    page.locator(".frame.ahead").wait_for()
    second.click()
    shows(page, 3)


@pytest.mark.slow
def test_a_third_page_says_that_it_waits_and_begins_by_itself(open_page: Open) -> None:
    place = ("connect_four", "2 3 1 7 5 2 3 3")
    pages = [open_page(*place, engine=True, ready=False) for _ in range(2)]
    for page in pages:
        page.locator(".lines tbody tr").first.wait_for()
    box = open_page(*place, engine=True, ready=False).locator(".lines-box")
    expect(box).to_contain_text(re.compile(r"2 other pages are searching: this one begins when one of them stops … \d+ s"))
    pages[0].get_by_role("button", name="Stop").click()
    expect(box.locator("tbody tr")).to_have_count(3)


def test_numbers_for_all_moves_and_none(open_page: Open) -> None:
    page = open_page("tic_tac_toe", "0,0", engine=True)
    page.get_by_label("all moves").check()
    page.locator(".badge").nth(7).wait_for(state="attached")
    expect(page.locator('.target[data-id="1,1"]')).to_have_attribute("aria-label", "1,1 empty, playable, best")
    page.get_by_role("button", name="Marks").click()
    page.locator(".badge").first.wait_for(state="detached")


@pytest.mark.slow
def test_of_several_moves_to_one_place_the_best_has_the_number(open_page: Open) -> None:
    page = open_page("breakthrough", "b2c3 g7g6", engine=True, settings={"numbers": True})
    page.locator(".badge").nth(5).wait_for(state="attached")
    middles = """() => [...document.querySelectorAll("rect.badge")].map((badge) => badge.getBoundingClientRect())
      .map((box) => `${Math.round(box.x + box.width / 2)},${Math.round(box.y)}`)"""
    found = page.evaluate(middles)  # at once: the next report draws all of them anew
    assert len(found) > 1
    assert len(found) == len(set(found))


def test_a_threat_a_proof_and_a_review(open_page: Open) -> None:
    page = open_page("tic_tac_toe", "0,0 1,0 0,1 1,1 2,2 2,0", engine=True)
    page.get_by_role("button", name="Threat").click()
    page.locator(".line-score.threat").first.wait_for()
    page.get_by_role("button", name="Threat").click()
    page.get_by_role("button", name="Prove").click()
    page.get_by_text("Proven: X can win").first.wait_for()
    page.get_by_role("button", name="Review").click()
    page.locator(".move.blunder").nth(1).wait_for()
    page.locator(".graph").click(position={"x": 2, "y": 20})
    shows(page, 0)


def test_the_next_mistake_is_shown_before_it_is_made(open_page: Open) -> None:
    page = open_page("tic_tac_toe", "0,0 1,1 2,2 2,0 0,1")
    expect(page.locator(".graph-above")).to_have_attribute("points", "")  # grey where nothing is known
    page.get_by_role("button", name="Review").click()
    page.locator(".move.blunder").nth(1).wait_for()
    page.keyboard.press("m")
    shows(page, 3)
    page.keyboard.press("m")
    shows(page, 4)
    told = page.locator(".mistake-text")
    page.set_viewport_size({"width": 1280, "height": 720})
    page.keyboard.press("m")
    page.keyboard.press("m")
    shows(page, 4)
    text = told.bounding_box()
    assert text is not None
    assert text["y"] + text["height"] <= 720
    expect(told).to_contain_text("X played 0,1 here, a blunder: it lost 100 % of the winning chance.")
    expect(told).to_contain_text("The answer is 0,2 (O can win in 1). Best was 0,2. Try it")
    page.locator('.target[data-touch="0,2"]').click()
    expect(told).to_contain_text("0,2 is the best move.")


def test_why_and_why_not(open_page: Open) -> None:
    page = open_page("tic_tac_toe", "0,0 2,2 0,1", engine=True)
    page.get_by_role("button", name=re.compile("^Why ")).first.click()
    expect(page.locator(".headline")).to_contain_text("why 0,2")
    page.get_by_label("move to explain").select_option("1,1")
    page.get_by_role("button", name="Explain").click()
    expect(page.locator(".headline")).to_contain_text("why not 1,1: it is a loss in 2")
    expect(page.locator(".plies tbody tr").last).to_contain_text("three in a line")
    page.get_by_role("button", name="How the search went").click()
    expect(page.locator(".passage tbody tr").first).to_contain_text("no better")


def test_what_is_never_certain_is_neither_explained_nor_proven(open_page: Open) -> None:
    page = open_page("splendor", "deal:017 deal:123")
    for name in ("Explain", "Prove"):
        button = page.get_by_role("button", name=name)
        expect(button).to_be_disabled()
        expect(button).to_have_attribute("title", re.compile("leaves no line of play certain"))


def test_whole_values_are_written_as_whole_numbers(open_page: Open) -> None:
    page = open_page("breakthrough", "a2a3 a7a6", engine=True)
    page.locator(".lines tbody tr").first.wait_for()
    expect(page.locator(".score strong")).to_have_text(re.compile(r"^(0|[+−]\d+)$"))
    assert not re.search(r"\.00", page.locator(".lines").inner_text() + page.locator(".terms summary").inner_text())
    read = "(texts) => import('/words.js').then(({ whole }) => whole(texts))"
    assert page.evaluate(read, ["0.00", ">=-1.00", "win in 3"]) == ["0", ">=-1", "win in 3"]
    assert page.evaluate(read, ["0.00", "+1.61"]) == ["0.00", "+1.61"]
