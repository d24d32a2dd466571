"""The board in a real browser: Debian's chromium (apt install chromium), driven by Playwright; skipped where there is none."""

from __future__ import annotations

import hashlib
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from counterply.core.drawing import draw, touches
from counterply.registry import SEARCH_PROGRAM
from counterply.usercode.loading import load_game
from sampled import SAMPLED
from web.browser import NEEDS_BROWSER, SETS, TOKEN, Open, arrived, end, shows, start

pytestmark = NEEDS_BROWSER
expect = pytest.importorskip("playwright.sync_api", reason="no Playwright is installed: pip install playwright").expect


def chosen(position: Any, random: Random) -> Any:
    """A legal move that brings the end nearer."""
    moves = position.moves()
    if position.game.name == "splendor":
        buys = [move for move in moves if re.match(r"b\d", position.move_text(move))]
        takes = [move for move in moves if re.fullmatch(r"[WUGRK]{1,3}", position.move_text(move))]
        return random.choice(buys or takes or moves)
    wins = [move for move in moves if position.after(move).outcome()]
    return wins[0] if wins else random.choice(moves)


# --- three ways to make a move


def by_mouse(page: Any, position: Any, move: Any) -> None:
    for touched in touches(position, move):
        page.locator(f'.target[data-touch="{touched}"]').first.click()
    choose(page, position, move)


def by_keys(page: Any, position: Any, move: Any) -> None:
    grid: dict[int, list[Any]] = {}
    for item in draw(position).items:
        if item.cell is not None:
            grid.setdefault(item.cell[0], []).append(item)
    rows = [sorted(grid[row], key=lambda item: item.cell[1]) for row in sorted(grid)]
    page.keyboard.press("b")
    for touched in touches(position, move):
        row, column = next(
            (r, c) for r, items in enumerate(rows) for c, item in enumerate(items) if (item.touch or item.id) == touched
        )
        here = page.evaluate("document.activeElement.dataset.id")
        now = next(r for r, items in enumerate(rows) if here in {item.id for item in items})
        for _ in range(abs(row - now)):
            page.keyboard.press("ArrowDown" if row > now else "ArrowUp")
        page.keyboard.press("Home")
        for _ in range(column):
            page.keyboard.press("ArrowRight")
        page.wait_for_function("touched => document.activeElement.dataset.touch === touched", arg=touched)
        page.keyboard.press("Enter")
    choose(page, position, move, keys=True)


def by_typing(page: Any, position: Any, move: Any) -> None:
    page.keyboard.press("/")
    page.locator("#typed").fill(position.move_text(move))
    page.keyboard.press("Enter")
    page.evaluate("document.activeElement.blur()")


def choose(page: Any, position: Any, move: Any, keys: bool = False) -> None:
    """Choose from the menu, where what was touched leaves several moves."""
    touched = sorted(touches(position, move))
    others = [sorted(touches(position, other)) for other in position.moves() if other != move]

    def more(other: list[str]) -> bool:
        left = list(other)
        return all(each in left and (left.remove(each) or True) for each in touched)

    if not touched or any(more(other) for other in others):
        button = page.locator(".choice").get_by_text(position.move_text(move), exact=True)
        if keys:
            button.focus()
            page.keyboard.press("Enter")
        else:
            button.click()


@pytest.mark.slow
@pytest.mark.parametrize("way", [by_mouse, by_keys, by_typing])
@pytest.mark.parametrize("name", SAMPLED)
def test_a_whole_game(open_page: Open, name: str, way: Any) -> None:
    game, random = load_game(name, SETS.get(name)), Random(1)
    start_moves = ["deal:017", "deal:123"] if name == "splendor" else []
    page = open_page(name, " ".join(start_moves))
    position = game.start().play_text(start_moves)
    shows(page, position.ply)
    while not position.outcome():
        move = chosen(position, random)
        way(page, position, move)
        position = position.after(move)
        arrived(page, position.ply)
    words = {1: f"{game.players[0][0]} wins", 2: f"{game.players[1][0]} wins", 3: "A draw"}[position.outcome()]
    expect(page.locator(".message")).to_contain_text(words)
    expect(page.locator(".message")).to_have_text(re.compile(re.escape(game.reason(position)) + r"\s*$"))
    page.wait_for_function("name => JSON.parse(localStorage['counterply:game'] ?? '{}').game === name", arg=name)


# --- play


def test_a_person_plays_and_the_engine_answers(open_page: Open) -> None:
    page = open_page("tic_tac_toe", mode="play")
    page.locator('.target[data-touch="1,1"]').click()
    shows(page, 2)
    page.get_by_role("button", name="Take back").click()
    shows(page, 0)
    page.get_by_role("button", name="Hint").click()
    page.locator(".mark.hint").first.wait_for(state="attached")
    page.get_by_role("button", name="Show the move").click()
    page.get_by_text("Hint:").last.wait_for()
    page.get_by_role("button", name="Resign").click()
    page.get_by_text("X resigned: O wins").first.wait_for()


def test_two_engines_play_with_a_clock(open_page: Open) -> None:
    page = open_page("tic_tac_toe")
    page.get_by_role("button", name="New", exact=True).click()
    for seat, player in ((1, "level:strength=1"), (2, "level:strength=8")):
        page.get_by_label(f"Player {seat}", exact=True).select_option(player)
    page.get_by_label("Minutes").fill("3")
    page.get_by_label("Seconds for each move").fill("2")
    page.get_by_role("dialog").get_by_role("button", name="Play", exact=True).click()
    page.locator(".result").wait_for()
    expect(page.locator(".clock")).to_have_count(2)


def test_the_engine_does_not_lose_on_what_was_taken_back(open_page: Open) -> None:
    page = open_page("tic_tac_toe", mode="play")
    for _ in range(3):
        page.locator('.target[data-touch="0,0"]').click()
        shows(page, 2)
        page.get_by_role("button", name="Take back").click()
        shows(page, 0)
        expect(page.locator('.target[data-touch="0,0"]')).to_have_attribute("aria-label", "0,0 empty, playable")


def test_what_is_taken_back_leaves_the_position_and_the_clocks_as_they_were(open_page: Open) -> None:
    page = open_page("tic_tac_toe", mode="play")
    page.get_by_role("button", name="New", exact=True).click()
    page.get_by_label("Minutes").fill("3")
    page.get_by_role("dialog").get_by_role("button", name="Play", exact=True).click()
    state = """async () => {
      const [{ here, position }, { clock, timeLeft }] = await Promise.all(["/here.js", "/clock.js"].map((name) => import(name)));
      return [JSON.stringify([position(), here.view.drawing]), timeLeft(1), clock.seat];
    }"""
    arrived(page, 0)
    page.locator(".clock").first.wait_for()
    before = page.evaluate(state)
    page.locator('.target[data-touch="1,1"]').click()
    arrived(page, 2)
    page.get_by_role("button", name="Take back").click()
    arrived(page, 0)
    assert page.evaluate(state) == before  # the same picture, the engine's whole time, and the person's clock runs


def test_a_question_mark_shows_the_rules(open_page: Open) -> None:
    page = open_page("blocker", mode="play")
    page.keyboard.press("?")
    page.get_by_role("dialog").get_by_text("Two agents, A and B, stand in a maze.").wait_for()
    expect(page.get_by_role("rowheader", name="block")).to_be_visible()


# --- analysis


def test_lines_stream_and_a_click_plays_them(open_page: Open) -> None:
    page = open_page("tic_tac_toe", "0,0", engine=True)
    lines = page.locator(".lines tbody tr")
    lines.first.wait_for()
    page.get_by_text("proven").first.wait_for()
    expect(lines).to_have_count(3)
    page.get_by_label("lines", exact=True).select_option("1")
    lines.nth(1).wait_for(state="detached")
    second = lines.first.locator(".move").nth(1)
    second.hover()
    page.locator(".frame.ahead").wait_for()
    second.click()
    shows(page, 3)


def test_numbers_for_all_moves_and_none(open_page: Open) -> None:
    page = open_page("tic_tac_toe", "0,0", engine=True)
    page.get_by_label("all moves").check()
    page.locator(".badge").nth(7).wait_for(state="attached")
    expect(page.locator('.target[data-id="1,1"]')).to_have_attribute("aria-label", "1,1 empty, playable, best")
    page.get_by_role("button", name="Marks").click()
    page.locator(".badge").first.wait_for(state="detached")


def test_a_threat_a_proof_and_a_review(open_page: Open) -> None:
    page = open_page("tic_tac_toe", "0,0 1,0 0,1 1,1 2,2 2,0", engine=True)
    page.get_by_role("button", name="Threat").click()
    page.locator(".line-score.threat").first.wait_for()
    page.get_by_role("button", name="Threat").click()
    page.get_by_role("button", name="Prove").click()
    page.get_by_text("Proven: X wins").first.wait_for()
    page.get_by_role("button", name="Review").click()
    page.locator(".move.blunder").nth(1).wait_for()
    page.locator(".graph").click(position={"x": 2, "y": 20})
    shows(page, 0)


SMALL = "0,0 1,1 0,1 0,2 2,0"  # four moves are left


def test_a_tree_is_walked_by_keys_step_by_step_and_side_by_side(open_page: Open) -> None:
    page = open_page("tic_tac_toe", SMALL, mode="tree")
    rows = page.locator(".tree tbody tr[data-number]")
    expect(rows).to_have_count(11)
    expect(page.get_by_text("loss ≤ alpha +0.00")).to_have_count(3)
    rows.first.press("ArrowLeft")
    expect(rows).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(rows).to_have_count(11)
    page.keyboard.press("ArrowDown")
    expect(page.locator(".tree tr:focus")).to_have_attribute("data-number", "1")
    shows(page, 5)
    page.get_by_role("button", name="First step").click()
    expect(page.locator(".step-text")).to_contain_text("1 of 16 root: enter, max, window −∞ to +∞")
    expect(page.locator(".point.veiled")).to_have_count(16)
    page.get_by_role("button", name="Last step").click()
    expect(page.locator(".point.pale")).to_have_count(6)
    page.get_by_role("button", name="Compare the searches").click()
    expect(page.locator(".compared thead button")).to_have_count(5)
    expect(page.locator(".compared tbody tr").first).to_contain_text("17")
    page.locator(".compared").get_by_role("button", name="minimax").click()
    expect(rows).to_have_count(17)
    page.locator('.target[data-touch="1,0"]').click()
    expect(page.locator(".summary")).to_contain_text("minimax, depth 2")
    shows(page, 6)


def test_the_engine_has_a_tab_for_each_depth_and_a_part_can_be_shown_alone(open_page: Open) -> None:
    page = open_page("tic_tac_toe", "0,0 1,1", mode="tree", settings={"treeSearch": "engine", "treeDepth": 4})
    tabs = page.get_by_role("tablist", name="Depths of the search").get_by_role("tab")
    expect(tabs).to_have_count(4)
    tabs.nth(3).press("ArrowLeft")
    expect(tabs.nth(2)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".summary")).to_contain_text("engine, depth 3")
    expect(page.get_by_role("tab", selected=True)).to_contain_text("3")

    rows, way = page.locator(".tree tbody tr[data-number]"), page.locator(".trail button")
    rows.locator("button.tree-move").first.click()
    expect(way).to_have_text(["root", "0,1"])
    expect(page.locator(".ahead-note")).to_contain_text("0,1")
    expect(rows.first).to_be_focused()
    expect(rows.first).to_have_attribute("aria-level", "1")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(way).to_have_count(3)
    page.keyboard.press("Escape")
    expect(way).to_have_count(2)
    way.first.click()
    expect(way).to_have_count(0)
    expect(page.locator(".ahead-note")).to_be_hidden()


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


def test_the_quiz_says_what_is_missing(open_page: Open) -> None:
    page = open_page("tic_tac_toe", SMALL, mode="tree")
    page.get_by_label("quiz").check()
    leaf = page.get_by_role("checkbox", name=re.compile("^leaf"))
    expect(leaf).to_have_count(12)
    leaf.nth(0).press(" ")
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".quiz-said")).to_have_text("Not yet: alpha-beta does look at 1,0-1,2; 6 more are not looked at.")
    leaf.nth(0).press("Enter")
    for number in (4, 5, 7, 8, 10, 11):
        leaf.nth(number).click()
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".quiz-said")).to_contain_text("Right")
    page.get_by_role("button", name="Show the answer").click()
    expect(page.locator(".point.pale")).to_have_count(6)


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


def test_a_text_opens_and_what_is_wrong_is_one_line(open_page: Open) -> None:
    page = open_page("tic_tac_toe")
    for text in ("moves 0,0 (1,1 0,1) 2,2", "X.. .O. ..."):
        page.get_by_role("button", name="Share", exact=True).click()
        page.locator("#text").fill(text)
        page.get_by_role("dialog").get_by_role("button", name="Open").click()
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


def test_fast_steps_end_at_the_last_position_with_one_search(open_page: Open, address: str) -> None:
    game, position, random = load_game("connect_four"), load_game("connect_four").start(), Random(4)
    while position.ply < 36 and not position.outcome():
        position = position.after(random.choice(position.moves()))
    moves = " ".join(position.origin.line_text(position.history))
    page = open_page("connect_four", moves, engine=True)
    shows(page, position.ply)
    page.keyboard.press("Home")
    shows(page, 0)
    for _ in range(position.ply - 1):
        page.keyboard.press("ArrowRight", delay=0)
    shows(page, position.ply - 1)
    page.locator(".lines tbody tr").first.wait_for()
    stones = {item.id for item in draw(game.position(f"moves {moves}")).items if item.id.startswith("stone")}
    expect(page.locator("#board .inner")).to_have_count(len(stones) - 1)


# --- hidden information, files, a stored run


def test_seat_one_never_hears_a_hidden_card(open_page: Open) -> None:
    heard: list[str] = []
    page = open_page("splendor", mode="play")
    page.on("websocket", lambda socket: socket.on("framereceived", lambda text: heard.append(str(text))))
    page.reload()
    shows(page, 2)
    page.locator('.target[data-touch="bank W"]').click()
    page.locator('.target[data-touch="bank U"]').click()
    page.locator('.target[data-touch="bank G"]').click()
    shows(page, 4)
    table = set(re.findall(r'"id":"card (\d+)"', "".join(heard)))
    assert 12 <= len(table) <= 15
    assert "deal:" not in "".join(heard)


def test_a_newcomers_moves_are_buttons(open_page: Open) -> None:
    file = str(Path(__file__).parents[1] / "contract" / "newcomer.py")
    process, at = start([file])
    try:
        page = open_page(file, at=at, set={})
        game = load_game(file)
        position = game.start()
        while not position.outcome():
            by_mouse(page, position, position.moves()[0])
            position = position.after(position.moves()[0])
            arrived(page, position.ply)
    finally:
        end(process)


def test_files_of_newcomers(open_page: Open, tmp_path: Path) -> None:
    template = subprocess.run([sys.executable, "-m", "counterply", "new", "mine"], cwd=tmp_path, capture_output=True, text=True)
    assert template.returncode == 0, template.stderr
    for file in (tmp_path / "mine.py", Path(__file__).parents[1] / "contract" / "newcomer.py"):
        process, at = start([str(file)])
        try:
            game = load_game(str(file))
            page = open_page(str(file), at=at, set={})
            position, random = game.start(), Random(1)
            while not position.outcome():
                move = random.choice(position.moves())
                (by_typing, by_mouse, by_keys)[position.ply % 3](page, position, move)
                position = position.after(move)
                arrived(page, position.ply)
            page.locator(".message").get_by_text("wins").or_(page.locator(".message").get_by_text("draw")).first.wait_for()
        finally:
            end(process)


def test_a_stored_run_is_stepped_through(open_page: Open, tmp_path: Path) -> None:
    from counterply.arena.schedule import Plan
    from counterply.arena.tournament import run
    from counterply.core.limits import Limit

    run(Plan("tic_tac_toe", ("random", "greedy"), games=2, limit=Limit(nodes=10)), tmp_path, workers=1)
    process, at = start([str(tmp_path), "--game", "1"])
    try:
        page = open_page("", at=at)
        page.get_by_text("2 of 2 games").wait_for()
        page.get_by_role("button", name="To the end").click()
        page.locator(".message").get_by_text(re.compile("wins|draw")).wait_for()
        page.locator(".stored").last.click()
        page.locator('.stored[aria-current="true"]').last.wait_for()
    finally:
        end(process)


# --- for everybody

WITH_DIALOGS = ("blocker", "splendor")  # games whose dialogs are all opened on a phone; the others' differ in New alone


@pytest.mark.parametrize("name", SAMPLED)
def test_a_phone_scrolls_one_way_only(open_page: Open, name: str) -> None:
    page = open_page(name, "deal:017 deal:123" if name == "splendor" else "", wide=375)
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    for button in ("New", "Share", "Settings", "Rules and keys") if name in WITH_DIALOGS else ("New",):
        page.get_by_role("button", name=button, exact=True).click()
        page.get_by_role("dialog").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= 375
        page.keyboard.press("Escape")


def test_small_cells_are_confirmed_by_a_second_touch(open_page: Open) -> None:
    page = open_page("fishing_derby", wide=375, context={"has_touch": True})
    label = page.locator(".target.playable").last.get_attribute("data-touch")
    page.locator(f'.target[data-touch="{label}"]').tap()
    page.locator(".mark.chosen").first.wait_for(state="attached")
    shows(page, 0)
    page.locator(f'.target[data-touch="{label}"]').tap()
    shows(page, 1)


def test_a_screen_reader_finds_a_grid_and_hears_each_move(open_page: Open) -> None:
    page = open_page("tic_tac_toe", mode="play", settings={"engine": False})
    grid = page.get_by_role("grid", name="board").aria_snapshot()
    assert grid.count('- row "') == 3
    assert grid.count("gridcell") == 9
    assert 'gridcell "1,1 empty, playable"' in grid
    page.keyboard.press("b")
    for key in ("ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    shows(page, 2)
    for words in ("X plays 1,1", "O plays"):
        page.wait_for_function("words => window.__seen.some((text) => text.startsWith(words))", arg=words)


@pytest.mark.parametrize("name", SAMPLED)
def test_what_a_screen_reader_finds(open_page: Open, name: str) -> None:
    """The golden texts are written anew with GOLDEN=write."""
    page = open_page(name, {"splendor": "deal:017 deal:123", "connect_four": "3 3 4", "isolation": "3,3 2,2"}.get(name, ""))
    page.locator(".target.playable").first.wait_for(state="attached")
    found = page.get_by_role("grid", name="board").aria_snapshot() + "\n"
    file = Path(__file__).with_name("golden") / f"{name}.txt"
    if os.environ.get("GOLDEN") == "write":
        file.parent.mkdir(exist_ok=True)
        file.write_text(found, encoding="utf-8")
    assert found == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("game", "moves", "mode"),
    [("tic_tac_toe", SMALL, "tree"), ("isolation", "3,3 2,2", "analyse"), ("splendor", "deal:017 deal:123", "play")],
)
def test_axe_finds_nothing(open_page: Open, game: str, moves: str, mode: str, scheme: str) -> None:
    file = Path(__file__).with_name("vendor") / "axe-core-4.14.1.min.js"
    body = file.read_bytes()
    assert hashlib.sha256(body).hexdigest() in file.with_name("axe-core-4.14.1.txt").read_text(encoding="utf-8")
    page = open_page(game, moves, mode=mode, engine=True, context={"color_scheme": scheme, "bypass_csp": True})
    page.evaluate(body.decode("utf-8"))

    def violations() -> list[str]:
        checked = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
        assert len(checked["passes"]) > 10
        found = checked["violations"]
        return [f"{each['id']}: {node['target']} {node['failureSummary']}" for each in found for node in each["nodes"]]

    if mode == "tree":
        page.get_by_role("button", name="Compare the searches").click()
        expect(page.locator(".compared thead button")).to_have_count(5)
        assert violations() == []
        page.get_by_label("search", exact=True).select_option("engine")
        page.locator("button.tree-move").first.click()
        expect(page.locator(".trail button")).to_have_count(2)
    if mode == "analyse":
        page.get_by_role("button", name=re.compile("^Why ")).first.click()
        expect(page.locator(".headline")).to_contain_text("why")
    assert violations() == []
    for name in ("New", "Settings", "Rules and keys"):
        page.get_by_role("button", name=name, exact=True).click()
        page.get_by_role("dialog").wait_for()
        assert violations() == []
        page.keyboard.press("Escape")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_follow_the_system_and_can_be_chosen(open_page: Open, scheme: str) -> None:
    page = open_page("tic_tac_toe", context={"color_scheme": scheme})
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    before = page.evaluate(ground)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Brightness").select_option("dark" if scheme == "light" else "light")
    page.wait_for_function(f"before => {ground} !== before", arg=before)


def test_a_killed_search_is_told_and_goes_on(open_page: Open) -> None:
    process, at = start(["isolation"])
    try:
        page = open_page("isolation", at=at, engine=True)
        page.locator(".lines tbody tr").first.wait_for()
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        searching = [child for child in children if SEARCH_PROGRAM in Path(f"/proc/{child}/cmdline").read_text()]
        assert searching
        for child in searching:
            os.killpg(int(child), signal.SIGKILL)
        page.get_by_text("the search ended; started again").wait_for()
        page.locator(".lines tbody tr").first.wait_for()
    finally:
        end(process)


def test_a_server_that_comes_back_finds_the_page_as_it_was(open_page: Open) -> None:
    process, at = start(["tic_tac_toe"])
    page = open_page("tic_tac_toe", "0,0", at=at)
    shows(page, 1)
    end(process)
    page.get_by_text("The server does not answer").wait_for()
    port = at.rsplit(":", 1)[1].strip("/")
    command = [sys.executable, "-m", "counterply", "board", "tic_tac_toe", "--no-open", "--port", port, "--token", TOKEN]
    again = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        page.get_by_text("The server does not answer").wait_for(state="detached")
        page.locator('.target[data-touch="1,1"]').click()
        shows(page, 2)
    finally:
        end(again)
