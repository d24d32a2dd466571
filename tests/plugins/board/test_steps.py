"""Steps through games on the board in a real browser: keys, variations, links, texts, stored runs."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from board.browser import NEEDS_BROWSER, TOKEN, Open, arrived, serving, shows
from counterply.core.drawing import draw
from counterply.plugins.board.drawings import drawing_json
from counterply.usercode.loading import load_game

pytestmark = NEEDS_BROWSER
expect = pytest.importorskip("playwright.sync_api", reason="no Playwright is installed: pip install playwright").expect


def test_keys_step_and_variations_stay(open_page: Open) -> None:
    page = open_page("tic_tac_toe", "0,0 1,1 2,2")
    shows(page, 3)
    page.keyboard.press("ArrowLeft")
    shows(page, 2)
    page.locator('.target[data-touch="0,1"]').click()
    page.locator(".variation").wait_for()
    page.evaluate("document.activeElement.blur()")
    for key, ply in (
        ("Shift+ArrowLeft", 2),
        ("Home", 0),
        ("k", 0),
        ("j", 1),
        ("ArrowRight", 2),
        ("ArrowDown", 2),
        ("ArrowRight", 3),
    ):
        page.keyboard.press(key)
        shows(page, ply)
    expect(page.locator('.move[aria-current="true"]')).to_have_text(re.compile(r"0,1\s*$"))
    page.get_by_role("button", name="Make main").click()
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    page.reload()
    page.locator(".variation").wait_for()
    shows(page, 3)


def test_the_board_turns_round_and_the_wheel_goes_along_a_line(open_page: Open) -> None:
    page = open_page("tic_tac_toe", "0,0", engine=True)
    corner = page.locator('.target[data-id="0,0"]')
    before = corner.bounding_box()
    page.keyboard.press("f")
    expect(page.locator("#board .targets rect").first).to_have_attribute("data-id", "2,2")
    after = corner.bounding_box()
    assert before is not None
    assert after is not None
    assert after["x"] > before["x"]
    assert after["y"] > before["y"]
    line = page.locator(".lines .line").first
    line.hover(position={"x": 2, "y": 2})
    page.mouse.wheel(0, 100)
    expect(page.locator(".ahead-note")).to_be_visible()
    page.mouse.move(5, 5)
    expect(page.locator(".ahead-note")).to_be_hidden()


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


def test_the_move_that_is_shown_is_in_sight_in_its_list(open_page: Open) -> None:
    rows = [f"{a}{row}{b}{row}" for row in range(1, 6) for a, b in ("ab", "bc", "cd", "de")]
    page = open_page("dots_and_boxes", " ".join(rows))
    page.set_viewport_size({"width": 1280, "height": 420})
    shows(page, 20)
    for key, ply in (("Home", 0), ("End", 20)):
        page.keyboard.press(key)
        shows(page, ply)
    inside = """() => {
      const box = (name) => document.querySelector(name).getBoundingClientRect();
      const [list, move] = [box(".moves"), box(".moves [aria-current=true]")];
      return move.top >= list.top && move.bottom <= list.bottom + 1;
    }"""
    page.wait_for_timeout(100)
    assert page.evaluate(inside)


def test_it_stays_in_sight_where_its_list_becomes_narrower(open_page: Open) -> None:
    lines = [f"{a}{row}{b}{row}" for row in range(1, 6) for a, b in ("ab", "bc", "cd", "de")]
    lines += [f"{column}{row}{column}{row + 1}" for row in range(1, 5) for column in "abcde"]
    page = open_page("dots_and_boxes", " ".join(lines), mode="play", wide=768)
    arrived(page, 40)
    page.get_by_role("button", name="Analyse", exact=True).click()
    page.get_by_role("button", name="Delete").wait_for()
    arrived(page, 40)
    page.wait_for_timeout(100)
    right = "each => each.getBoundingClientRect().right"
    assert page.locator('.move[aria-current="true"]').evaluate(right) <= page.locator(".moves").evaluate(right) + 1


def test_a_text_opens_and_what_is_wrong_is_one_line(open_page: Open) -> None:
    page = open_page("tic_tac_toe")

    def opens(text: str) -> None:
        page.get_by_role("button", name="Share", exact=True).click()
        page.locator("#text").fill(text)
        page.get_by_role("dialog").get_by_role("button", name="Open").click()

    saved = {"game": "nine_men", "tree": {"from": "", "root": {"c": []}}}
    for text, said in (("{}", "this is no game that a board has saved"), (json.dumps(saved), "unknown game 'nine_men'")):
        opens(text)
        page.get_by_role("dialog").get_by_text(said).wait_for()
        page.keyboard.press("Escape")
    for text in ("moves 0,0 (1,1 0,1) 2,2", "X.. .O. ..."):
        opens(text)
        page.get_by_role("dialog").wait_for(state="hidden")
    page.locator('.target[aria-label^="0,0 X"]').wait_for()
    page.locator("#typed").fill("9,9")
    page.keyboard.press("Enter")
    page.locator(".error").get_by_text("no legal move").wait_for()
    page.locator('.target[data-touch="2,2"]').click()
    shows(page, 1)


def test_an_illegal_address_is_one_line_and_the_page_lives_on(open_page: Open) -> None:
    page = open_page("tic_tac_toe", "0,0 9,9 1,1")
    page.locator(".error").get_by_text("illegal move '9,9'").wait_for()
    shows(page, 1)
    page.locator('.target[data-touch="2,2"]').click()
    shows(page, 2)


def test_a_link_opens_the_game_that_it_names_and_holds_no_token_and_no_path(open_page: Open, tmp_path: Path) -> None:
    file = tmp_path / "heaps.py"
    file.write_text((Path(__file__).parents[2] / "core" / "newcomer.py").read_text(encoding="utf-8"), encoding="utf-8")
    with serving(str(file)) as (_, at):
        page = open_page("heaps.py", at=at, set={})
        shows(page, 0)
        assert "token" not in page.url
        assert "game=heaps.py" in page.url
        assert str(tmp_path) not in page.url
        page.goto(f"{at}#game=tic_tac_toe&moves=1,1")
        shows(page, 1)
        page.goto(f"{at}#token={TOKEN}&game=other.py")
        expect(page.locator(".error")).to_have_text("This link is to other.py, and this server shows heaps.py")


def test_fifty_fast_steps_end_at_the_last_position_with_one_search(open_page: Open) -> None:
    position, random = load_game("breakthrough").start(), Random(4)
    while position.ply < 51:
        position = position.after(random.choice(position.moves()))
    moves = position.origin.line_text(position.history)
    page, asked, heard = open_page("breakthrough", " ".join(moves), engine=True), [], []

    def listen(socket: Any) -> None:
        socket.on("framesent", lambda text: asked.append(json.loads(text)))
        socket.on("framereceived", lambda text: heard.append(json.loads(text)))

    page.on("websocket", listen)
    page.reload()
    page.locator(".lines tbody tr").first.wait_for()
    page.keyboard.press("Home")
    shows(page, 0)
    for _ in range(50):
        page.keyboard.press("ArrowRight", delay=0)
    arrived(page, 50)
    page.locator(".lines tbody tr").first.wait_for()
    last = [each for each in asked if each.get("want") == "analyse"][-1]
    assert last["position"]["moves"] == moves[:50]

    def searched() -> set[int]:
        return {message["id"] for message in heard if message.get("kind") == "report"}

    while last["id"] not in searched():
        page.wait_for_timeout(50)
    heard.clear()
    page.wait_for_timeout(500)
    assert searched() <= {last["id"]}
    there = drawing_json(draw(position.origin.play(*moves[:50])))["items"]
    assert page.locator("#board > g:first-child > g").count() == sum(bool(item["parts"]) for item in there)


def test_a_stored_run_is_stepped_through(open_page: Open, tmp_path: Path) -> None:
    from counterply.arena.schedule import Plan
    from counterply.arena.tournament import run
    from counterply.core.limits import Limit

    run(Plan("tic_tac_toe", ("random", "greedy"), games=2, limit=Limit(nodes=10)), tmp_path, workers=1)
    with serving(str(tmp_path), "--game", "1") as (_, at):
        page = open_page("", at=at)
        page.get_by_text("2 of 2 games").wait_for()
        page.get_by_role("button", name="To the end").click()
        page.locator(".message").get_by_text(re.compile("won|draw")).wait_for()
        page.locator(".stored").last.click()
        page.locator('.stored[aria-current="true"]').last.wait_for()
