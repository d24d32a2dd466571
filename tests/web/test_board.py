"""What people expect of the board, in a real browser: steps in sight, mistakes to mend, links, dialogs, the first move."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

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
    expect(page.locator(".graph-above")).to_have_attribute("points", "")  # grey where nothing is known
    page.get_by_role("button", name="Review").click()
    page.locator(".move.blunder").first.wait_for()
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


def test_fishing_derby_is_offered_with_a_sea_of_fish(open_page: Open) -> None:
    page = open_page("tic_tac_toe", mode="play")
    page.get_by_role("button", name="New", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Game", exact=True).select_option("fishing_derby")
    expect(dialog.get_by_label("scenario")).to_have_value(re.compile("^random:fish=12"))
    dialog.get_by_role("button", name="Play").click()
    page.locator("#board .fish").nth(11).wait_for(state="attached")
    expect(page.locator(".seat.turn")).to_contain_text("a person")


@pytest.mark.parametrize("wide", [1280, 375])
def test_no_text_is_out_of_its_box_or_broken_within_a_word(open_page: Open, wide: int) -> None:
    page = open_page("gomoku", mode="play", wide=wide)
    outside = "elements => elements.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.outerHTML)"
    high = "elements => elements.filter((each) => each.clientHeight > 44).map((each) => each.outerHTML)"
    for name in ("New", "Share", "Settings", "Rules and keys"):
        page.get_by_role("button", name=name, exact=True).click()
        page.get_by_role("dialog").wait_for()
        assert page.locator("dialog :is(button, label, div, p, h2, td, th)").evaluate_all(outside) == []
        assert page.locator("dialog button").evaluate_all(high) == []
        page.keyboard.press("Escape")


def test_options_that_are_switches_and_levels_in_this_game(open_page: Open) -> None:
    page = open_page("connect_four", mode="play", wide=375)
    page.get_by_role("button", name="New", exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("switch", name="book")).to_be_checked()
    assert "Elo" not in dialog.inner_text()
    dialog.get_by_label("Game", exact=True).select_option("isolation")
    expect(dialog).to_contain_text("Elo")
    boxes = "elements => elements.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.outerHTML)"
    assert page.locator("dialog :is(button, label, div, p, h2)").evaluate_all(boxes) == []


def test_marks_leave_what_is_written_readable(open_page: Open) -> None:
    page = open_page("kalah", mode="play")
    expect(page.locator(".mark.legal.around")).to_have_count(6)
    assert page.locator("circle.mark.legal").count() == 0
    letters = """async () => {
      const { picture } = await import("/board.js");
      picture.mark([{ kind: "number", id: "0,0", text: "win ≤3", tone: "best" }]);
      const text = document.querySelector(".badge-text");
      return Number(text.getAttribute("font-size")) * text.getScreenCTM().a;
    }"""
    page = open_page("gomoku", mode="play", wide=375)
    assert page.evaluate(letters) >= 10


def test_numbers_stand_apart_and_can_be_read_and_the_last_move_cuts_no_piece(open_page: Open) -> None:
    page = open_page("fishing_derby", wide=375)
    page.locator(".target.playable").nth(4).wait_for(state="attached")
    numbers = """async () => {
      const { picture } = await import("/board.js");
      const ids = [...document.querySelectorAll(".target.playable")].map((target) => target.dataset.id);
      picture.mark(ids.map((id) => ({ kind: "number", id, text: "loss by 1", tone: "bad" })));
      const boxes = [...document.querySelectorAll("rect.badge")].map((badge) => badge.getBoundingClientRect());
      const over = (a, b) => a.left < b.right - 3 && b.left < a.right - 3 && a.top < b.bottom - 3 && b.top < a.bottom - 3;
      return [boxes.length, boxes.flatMap((a, index) => boxes.slice(index + 1).filter((b) => over(a, b))).length];
    }"""
    assert page.evaluate(numbers) == [5, 0]
    page = open_page("dots_and_boxes", "a1a2", wide=375)
    page.locator(".target.playable").first.wait_for(state="attached")
    letters = """async () => {
      const { picture } = await import("/board.js");
      const ids = [...document.querySelectorAll(".target.playable")].map((target) => target.dataset.id);
      picture.mark(ids.map((id) => ({ kind: "number", id, text: "−78%", tone: "bad" })));
      return [...document.querySelectorAll(".badge-text")].map((text) => text.getAttribute("font-size") * text.getScreenCTM().a);
    }"""
    sizes = page.evaluate(letters)
    assert len(sizes) > 30
    assert min(sizes) >= 10
    page = open_page("othello", "f5")
    shows(page, 1)
    mark, piece = page.locator(".mark.last").bounding_box(), page.locator("#board .black ellipse").last.bounding_box()
    assert mark is not None
    assert piece is not None
    assert mark["x"] < piece["x"]
    assert mark["x"] + mark["width"] > piece["x"] + piece["width"]


def test_a_hexagon_is_marked_along_its_edges(open_page: Open) -> None:
    page = open_page("hex", "d4")
    shows(page, 1)
    assert page.locator(".mark.last").evaluate("mark => mark.tagName") == "path"


def test_of_several_moves_to_one_place_the_best_has_the_number(open_page: Open) -> None:
    page = open_page("breakthrough", "b2c3 g7g6", engine=True, settings={"numbers": True})
    page.locator(".badge").nth(5).wait_for(state="attached")
    middles = """() => [...document.querySelectorAll("rect.badge")].map((badge) => badge.getBoundingClientRect())
      .map((box) => `${Math.round(box.x + box.width / 2)},${Math.round(box.y)}`)"""
    found = page.evaluate(middles)  # at once: the next report draws all of them anew
    assert len(found) > 1
    assert len(found) == len(set(found))


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


def test_what_failed_twice_is_asked_for_again_by_the_page(open_page: Open) -> None:
    page, failed = open_page("tic_tac_toe"), []

    def between(socket: Any) -> None:
        server = socket.connect_to_server()

        def ask(text: str) -> None:
            message = json.loads(text)
            if message.get("want") == "view" and len(failed) < 2:
                failed.append(message["id"])
                socket.send(json.dumps({"id": message["id"], "error": "the rules ended", "again": True}))
            else:
                server.send(text)

        socket.on_message(ask)

    page.route_web_socket("**/socket", between)
    page.reload()
    expect(page.locator(".message")).to_have_text("the rules ended; asking again")
    page.locator(".target.playable").first.wait_for(state="attached")
    assert len(failed) == 2
    expect(page.locator(".message")).to_have_text("X to move")


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


@pytest.mark.parametrize(
    ("game", "moves", "nodes"),
    [
        ("connect_four", "3 3 3 3 3 2 2 4 4 2 4 2", 56),
        ("tic_tac_toe", "0,2 0,1 1,1 0,0", 22),
    ],  # in the second, a leaf beside its parent's
)
def test_a_wide_tree_has_its_leaves_below_each_other_and_no_label_on_another(
    open_page: Open, game: str, moves: str, nodes: int
) -> None:
    page = open_page(game, moves, mode="tree", settings={"treeDepth": 2})
    points = page.locator(".point")
    expect(points).to_have_count(nodes)
    box = page.locator(".tree-picture").get_attribute("viewBox")
    assert float(box.split()[2]) < 1700
    overlaps = """() => {
      const things = [...document.querySelectorAll(".point polygon, .window-of, .edge text")];
      const boxes = things.map((each) => each.getBoundingClientRect());
      const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
      return boxes.flatMap((a, index) => boxes.slice(index + 1).filter((b) => over(a, b))).length;
    }"""
    assert page.evaluate(overlaps) == 0


def test_two_fingers_zoom_the_tree(open_page: Open) -> None:
    page = open_page("tic_tac_toe", SMALL, mode="tree", wide=375, context={"has_touch": True})
    picture, stage = page.locator(".tree-picture"), page.locator(".stage")
    stage.scroll_into_view_if_needed()
    whole, box = picture.get_attribute("viewBox"), stage.bounding_box()
    assert whole is not None
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = page.context.new_cdp_session(page)
    for kind, apart in (("touchStart", 20), ("touchMove", 40), ("touchMove", 60), ("touchEnd", 0)):
        points = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}] if apart else []
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    expect(picture).not_to_have_attribute("viewBox", whole)
    assert float(picture.get_attribute("viewBox").split()[2]) < 0.6 * float(whole.split()[2])
    shows(page, 5)


def test_a_tree_can_be_read_from_the_last_row(open_page: Open) -> None:
    page = open_page("connect_four", "3 3 3 3 3 2 2 4 4 2 4 2", mode="tree", settings={"treeDepth": 2})
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.get_by_role("button", name="Full screen").click()
    page.wait_for_function("document.fullscreenElement?.className === 'lecture'")
    heights = """texts => texts.filter((text) => text.textContent.trim())
      .map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"""
    found = page.locator(".tree-picture text").evaluate_all(heights)
    assert len(found) > 100
    assert min(found) >= 1080 / 60  # letters of a sixtieth of the screen's height


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


def test_touches_that_come_before_the_answer_are_all_kept(open_page: Open) -> None:
    page = open_page("splendor", "deal:017 deal:123")
    shows(page, 2)
    clicks = """() => {
      const gem = (name) => document.querySelector(`.target[data-touch="bank ${name}"]`);
      const say = (target, kind) => target.dispatchEvent(new PointerEvent(kind, { bubbles: true }));
      const touch = (target) => ["pointerdown", "click"].forEach((kind) => say(target, kind));
      for (const name of "WUG") touch(gem(name)); // a move
      for (const name of "URK") touch(gem(name)); // and, before its answer has come, the next one
    }"""
    page.locator('.frame[aria-busy="false"]').wait_for()
    page.evaluate(clicks)
    shows(page, 4)
