"""The board for everybody, in a real browser: screen readers, phones, large letters, no violation that axe finds."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path
from typing import Any

import pytest

from board.browser import NEEDS_BROWSER, START, Open, Servers, arrived, press, shows
from board.ways import by_mouse
from newcomers import CELLS, DIAGRAM, NEWCOMERS
from sampled import SAMPLED

pytestmark = NEEDS_BROWSER
expect = pytest.importorskip("playwright.sync_api", reason="no Playwright is installed: pip install playwright").expect
SMALL = "0,0 1,1 0,1 0,2 2,0"  # four moves are left
PHONE, ZOOMED = (375, 667), (640, 400)  # pixels of the page; the second of a window of 1280 by 800 at 200 %
DIALOGS = ("New", "Share", "Settings", "Rules and keys")
AXE = Path(__file__).with_name("vendor") / "axe-core-4.14.1.min.js"
COMPILED_LONG = ("splendor", "gomoku", CELLS, DIAGRAM)
EVERY_GAME = [pytest.param(name, marks=pytest.mark.slow) if name in COMPILED_LONG else name for name in (*SAMPLED, *NEWCOMERS)]
WIDTH = "document.documentElement.scrollWidth"


def violations(page: Any) -> list[str]:
    """What axe finds on a page whose context bypasses the policy against foreign scripts."""
    if not page.evaluate("'axe' in window"):
        body = AXE.read_bytes()
        assert hashlib.sha256(body).hexdigest() in AXE.with_name("axe-core-4.14.1.txt").read_text(encoding="utf-8")
        page.evaluate(body.decode("utf-8"))
    checked = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    assert len(checked["passes"]) > 10
    return [f"{each['id']}: {node['target']} {node['failureSummary']}" for each in checked["violations"] for node in each["nodes"]]


@pytest.mark.parametrize("name", EVERY_GAME)
def test_what_a_screen_reader_finds(open_page: Open, name: str) -> None:
    """The golden texts are written anew with GOLDEN=write."""
    page = open_page(name, START.get(name, ""))
    board = page.get_by_role("grid", name="board").or_(page.get_by_role("group", name="diagram"))
    page.locator(".target.playable, .choice").first.wait_for(state="attached")
    found = board.aria_snapshot() + "\n"
    file = Path(__file__).with_name("golden") / f"{name}.txt"
    if os.environ.get("GOLDEN") == "write":
        file.parent.mkdir(exist_ok=True)
        file.write_text(found, encoding="utf-8")
    assert found == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", EVERY_GAME)
def test_every_game_is_for_everybody(open_page: Open, servers: Servers, name: str) -> None:
    """No violation; on a phone and with letters of twice the size a move can be made, is said, and nothing scrolls sideways."""
    page = open_page(name, START.get(name, ""), context={"bypass_csp": True})
    position = servers.load(name).start().play_text(START.get(name, "").split())
    arrived(page, position.ply)
    assert violations(page) == []
    for wide, high in (PHONE, ZOOMED):
        page.set_viewport_size({"width": wide, "height": high})
        assert page.evaluate(WIDTH) <= wide
        move = position.moves()[0]
        by_mouse(page, position, move)
        page.wait_for_function(
            "words => window.__seen.some((text) => text.includes(words))", arg=f" played {position.move_text(move)}"
        )
        position = position.after(move)
        arrived(page, position.ply)
        assert page.evaluate(WIDTH) <= wide
        press(page, "New")
        page.get_by_role("dialog").get_by_role("button", name="Play", exact=True).wait_for()
        assert page.evaluate(WIDTH) <= wide
        page.keyboard.press("Escape")


@pytest.mark.parametrize("name", ["blocker", "splendor"])
@pytest.mark.parametrize(("wide", "high"), [PHONE, ZOOMED])
def test_no_dialog_is_wider_than_the_page(open_page: Open, name: str, wide: int, high: int) -> None:
    page = open_page(name, START.get(name, ""), wide=wide)
    page.set_viewport_size({"width": wide, "height": high})
    for button in DIALOGS:
        press(page, button)
        page.get_by_role("dialog").wait_for()
        assert page.evaluate(WIDTH) <= wide
        page.keyboard.press("Escape")


def test_a_screen_reader_hears_each_move_of_both_sides(open_page: Open) -> None:
    page = open_page("tic_tac_toe", mode="play", settings={"engine": False})
    page.keyboard.press("b")
    for key in ("ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    shows(page, 2)
    for words in ("X played 1,1", "O played"):
        page.wait_for_function("words => window.__seen.some((text) => text.startsWith(words))", arg=words)


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("game", "moves", "mode"),
    [("tic_tac_toe", SMALL, "tree"), ("isolation", START["isolation"], "analyse"), ("splendor", START["splendor"], "play")],
)
def test_axe_finds_nothing_in_any_mode(open_page: Open, game: str, moves: str, mode: str, scheme: str) -> None:
    page = open_page(game, moves, mode=mode, engine=True, context={"color_scheme": scheme, "bypass_csp": True})
    if mode == "tree":
        page.get_by_role("button", name="Compare the searches").click()
        expect(page.locator(".compared thead button")).to_have_count(5)
        assert violations(page) == []
        page.get_by_label("search", exact=True).select_option("engine")
        page.locator("button.tree-move").first.click()
        expect(page.locator(".trail button")).to_have_count(2)
    if mode == "analyse":
        page.get_by_role("button", name=re.compile("^Why ")).first.click()
        expect(page.locator(".headline")).to_contain_text("why")
    assert violations(page) == []
    for name in DIALOGS:
        press(page, name)
        page.get_by_role("dialog").wait_for()
        assert violations(page) == []
        page.keyboard.press("Escape")
