"""What people expect of the board, in a real browser: steps in sight, mistakes to mend, links, dialogs, the first move."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from web.browser import NEEDS_BROWSER, TOKEN, Open, end, shows, start

pytestmark = NEEDS_BROWSER
expect = pytest.importorskip("playwright.sync_api", reason="no Playwright is installed: pip install playwright").expect


@pytest.mark.parametrize("wide", [1280, 375])
def test_steps_stay_in_sight_whatever_the_panels_say(open_page: Open, wide: int) -> None:
    page = open_page("tic_tac_toe", "0,0 2,2 0,1", engine=True, wide=wide)
    page.get_by_role("button", name=re.compile("^Why ")).first.click()
    expect(page.locator(".headline")).to_contain_text("why")
    page.evaluate("scrollTo(0, 0)")
    back, board = page.get_by_role("button", name="Back").bounding_box(), page.locator("#board").bounding_box()
    assert back is not None
    assert board is not None
    assert 0 <= back["y"] <= 860 - back["height"]
    assert (back["x"] > board["x"] + board["width"]) if wide == 1280 else (back["y"] >= board["y"] + board["height"])
    assert page.evaluate("document.documentElement.scrollWidth") <= wide


def test_the_next_mistake_is_shown_before_it_is_made(open_page: Open) -> None:
    page = open_page("tic_tac_toe", "0,0 1,1 2,2 2,0 0,1")
    expect(page.locator(".graph.empty")).to_have_count(1)
    page.get_by_role("button", name="Review").click()
    page.locator(".move.blunder").first.wait_for()
    page.keyboard.press("m")
    shows(page, 3)
    page.keyboard.press("m")
    shows(page, 4)
    told = page.locator(".mistake-text")
    expect(told).to_contain_text("X played 0,1 here, a blunder: it lost 100 % of the winning chance. Best was 0,2. Try it")
    page.locator('.target[data-touch="0,2"]').click()
    expect(told).to_contain_text("0,2 is the best move.")


def test_a_link_opens_the_game_that_it_names_and_holds_no_token_and_no_path(open_page: Open, tmp_path: Path) -> None:
    file = tmp_path / "heaps.py"
    file.write_text((Path(__file__).parents[1] / "contract" / "newcomer.py").read_text(encoding="utf-8"), encoding="utf-8")
    process, at = start([str(file)])
    try:
        page = open_page("heaps.py", at=at, set={})
        shows(page, 0)
        assert "token" not in page.url
        assert "game=heaps.py" in page.url
        assert str(tmp_path) not in page.url
        page.goto(f"{at}#game=tic_tac_toe&moves=1,1")
        shows(page, 1)
        page.goto(f"{at}#token={TOKEN}&game=other.py")
        expect(page.locator(".error")).to_have_text("This link is to other.py, and this server shows heaps.py")
    finally:
        end(process)


def test_the_person_moves_first(open_page: Open) -> None:
    page = open_page("fishing_derby", mode="play")
    expect(page.locator(".seat.turn")).to_contain_text("Red – a person")
    assert page.locator(".mark.legal").count() == 5, "one mark a move"


def test_options_that_are_switches_and_levels_in_this_game(open_page: Open) -> None:
    page = open_page("connect_four", mode="play", wide=375)
    page.get_by_role("button", name="New", exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("switch", name="book")).to_be_checked()
    assert "Elo" not in dialog.inner_text()
    dialog.get_by_label("Game", exact=True).select_option("isolation")
    assert "Elo" in dialog.inner_text()
    boxes = "elements => elements.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.outerHTML)"
    assert page.locator("dialog :is(button, label, div, p, h2)").evaluate_all(boxes) == []
