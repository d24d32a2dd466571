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


# --- the tree, for a lecture

SMALL = "0,0 1,1 0,1 0,2 2,0"  # four moves are left


def test_a_tree_opens_whole_and_is_zoomed_and_moved(open_page: Open) -> None:
    page = open_page("tic_tac_toe", SMALL, mode="tree")
    picture, stage = page.locator(".tree-picture"), page.locator(".stage")
    root, frame = page.locator(".point").first.bounding_box(), stage.bounding_box()
    assert root is not None
    assert frame is not None
    assert frame["x"] < root["x"]
    assert frame["y"] < root["y"]
    whole = picture.get_attribute("viewBox")
    assert whole is not None
    stage.hover()
    page.mouse.wheel(0, -400)
    expect(picture).not_to_have_attribute("viewBox", whole)
    stage.focus()
    page.keyboard.press("0")
    expect(picture).to_have_attribute("viewBox", whole)
    page.keyboard.press("+")
    larger = picture.get_attribute("viewBox")
    assert larger is not None
    page.keyboard.press("ArrowLeft")
    expect(picture).not_to_have_attribute("viewBox", larger)
    page.get_by_role("button", name="Fit the whole tree").click()
    expect(picture).to_have_attribute("viewBox", whole)


def test_a_tree_shows_alpha_and_beta_and_goes_by_itself(open_page: Open) -> None:
    page = open_page("tic_tac_toe", SMALL, mode="tree", settings={"treeSpeed": "fast"})
    windows = page.locator(".window-of")
    expect(windows).to_have_count(5)
    expect(windows.first).to_have_text("α +0.00β +∞")
    page.get_by_role("button", name="First step").click()
    expect(windows).to_have_text(["α −∞β +∞"])
    page.locator(".stage").focus()
    page.keyboard.press("PageDown")
    expect(page.locator(".step-text")).to_contain_text("2 of 16")
    page.get_by_role("button", name="Go through the steps").click()
    expect(page.locator(".step-text")).to_contain_text("5 of 16")
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("switch", name="alpha and beta").uncheck()
    expect(windows).to_have_count(0)
    page.get_by_role("button", name="Full screen").click()
    page.wait_for_function("document.fullscreenElement?.className === 'lecture'")


def test_a_tree_is_saved_and_a_link_leads_to_it(open_page: Open, address: str) -> None:
    page = open_page("tic_tac_toe", SMALL, mode="tree")
    for name, begins in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        with page.expect_download() as saved:
            page.get_by_role("button", name=f"Save as {name}").click()
        assert saved.value.suggested_filename == f"tic_tac_toe-tree.{name.lower()}"
        text = Path(saved.value.path()).read_bytes()
        assert text.startswith(begins)
        assert name == "PNG" or (b"var(" not in text and text.count(b"<polygon") == 17)
    page.goto(f"{address}#game=tic_tac_toe&moves=0,0+1,1+0,1+0,2+2,0&mode=tree&search=minimax&depth=1")
    expect(page.locator(".summary")).to_contain_text("minimax, depth 1: 5 nodes")
    assert "mode=tree" in page.url
