"""Playing on the board in a real browser: a person, the engine, clocks, hints, what is touched, what is hidden."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

import pytest

from board.browser import NEEDS_BROWSER, Open, arrived, serving, shows, wait_for_child

pytestmark = NEEDS_BROWSER
expect = pytest.importorskip("playwright.sync_api", reason="no Playwright is installed: pip install playwright").expect


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
    page.get_by_text("X resigned: O won").first.wait_for()
    expect(page.locator(".mark.hint")).to_have_count(0)
    page.get_by_role("button", name="Analyse", exact=True).click()
    page.get_by_role("button", name="Go on").click()
    page.locator(".lines td").first.wait_for()


def test_after_a_game_a_person_sees_the_mistakes_and_plays_a_level_that_fits(open_page: Open) -> None:
    page = open_page("tic_tac_toe", "0,0 1,0 0,1 2,2", mode="play")
    page.locator('.target[data-touch="0,2"]').click()
    expect(page.locator(".result")).to_have_text("You won: three in a line")
    page.get_by_role("button", name="Review the game").click()
    expect(page.locator(".reviewed")).to_have_text("X: no mistake. O: 1 blunder.")
    page.get_by_role("button", name="Next mistake").click()
    expect(page.locator(".mistake-text")).to_contain_text(
        "O played 1,0 here, a blunder: it lost 50 % of the winning chance. The answer is"
    )
    expect(page.locator(".mark.wrong")).to_have_count(1)
    page.get_by_role("button", name="To the end").click()
    page.get_by_role("button", name="Play", exact=True).first.click()
    page.get_by_role("button", name="Play level 5").click()
    shows(page, 0)
    expect(page.locator(".seat").first).to_have_text(re.compile("engine, level 5"))
    expect(page.locator(".panel .rules")).to_contain_text("Whoever has three")


@pytest.mark.parametrize(("wide", "high"), [(375, 700), (1280, 800)])
def test_after_a_game_what_to_do_next_is_in_sight_below_the_board(open_page: Open, wide: int, high: int) -> None:
    page = open_page("isolation", "3,3 2,2", mode="play")
    page.set_viewport_size({"width": wide, "height": high})
    page.get_by_role("button", name="Resign").click()
    expect(page.locator(".result")).to_be_in_viewport()
    bar = page.locator(".moves-side").bounding_box()
    for name in ("Review the game", "Rematch", "New game"):
        button = page.get_by_role("button", name=name)
        expect(button).to_be_in_viewport(ratio=1)
        box = button.bounding_box()
        assert wide > 920 or box["y"] + box["height"] <= bar["y"]


def test_a_roll_is_touched_or_typed(open_page: Open) -> None:
    page = open_page("backgammon", mode="analyse")
    page.get_by_role("button", name="Draw by lot").click()
    arrived(page, 1)
    assert re.search(r"moves=[1-6]{2}&", page.url), "a link tells the roll, not the word that stands for it on this server"
    page.get_by_role("button", name="Back", exact=True).click()
    page.locator('.choice[data-move="31"]').click()
    shows(page, 1)
    for point in ("8", "5"):
        page.locator(f'.target[data-touch="{point}"]').click()
    shows(page, 2)
    page.locator('.target[data-touch="6"]').click()
    page.locator('.target[data-touch="5"]').click()
    shows(page, 3)
    box = page.get_by_label("Type a move")
    box.fill("99")
    box.press("Enter")
    expect(page.locator(".error")).to_contain_text("illegal move '99'")
    box.fill("62")
    box.press("Enter")
    shows(page, 4)


@pytest.mark.slow
def test_each_roll_has_its_value_beside_it_once_it_is_analysed(open_page: Open) -> None:
    page = open_page("backgammon", "31 8/5 6/5", mode="analyse", engine=True)
    value = page.locator(".choice[data-move] .dim")
    expect(value).to_have_count(21)
    expect(value.first).to_have_text(re.compile(r"^[+−]\d+\.\d\d$"))
    expect(page.locator(".score")).to_contain_text("mean of all 21 rolls, as")
    assert page.locator('.choice[data-move="66"]').get_attribute("title").startswith("chance 2.8 %, best ")
    page.screenshot(path=os.environ.get("COUNTERPLY_SHOT", os.devnull), type="png")
    page.locator('.choice[data-move="66"]').click()
    page.locator(".lines tbody tr").first.wait_for()
    expect(value).to_have_count(0)


def test_all_cards_are_dealt_by_one_touch(open_page: Open) -> None:
    page = open_page("splendor", mode="analyse", ready=False)
    page.get_by_role("button", name="Draw by lot").click()
    arrived(page, 2)
    expect(page.get_by_role("button", name="Draw by lot")).to_have_count(0)


def test_a_player_whose_process_ends_while_it_thinks_is_replaced_and_a_line_says_so(open_page: Open) -> None:
    with serving() as (process, at):
        page = open_page("tic_tac_toe", "0,0 1,1", mode="play", at=at)
        watchdog = wait_for_child(process, "counterply.plugins.board.search")
        while not (programs := Path(f"/proc/{watchdog}/task/{watchdog}/children").read_text()):
            page.wait_for_timeout(20)
        os.kill(int(programs), signal.SIGSTOP)
        page.locator('.target[data-touch="2,2"]').click()
        expect(page.locator(".to-move").first).to_contain_text("thinking")
        os.kill(int(programs), signal.SIGKILL)
        arrived(page, 4)
        expect(page.locator(".message")).to_have_text("the search ended; started again")


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


def test_a_clock_has_no_more_time_after_a_reload(open_page: Open) -> None:
    page = open_page("tic_tac_toe", mode="play")
    page.get_by_role("button", name="New", exact=True).click()
    page.get_by_label("Minutes").fill("3")
    page.get_by_role("dialog").get_by_role("button", name="Play", exact=True).click()
    arrived(page, 0)
    page.locator(".clock").first.wait_for()
    left = "() => import('/clock.js').then(({ timeLeft }) => timeLeft(0))"
    kept = "() => { dispatchEvent(new Event('pagehide')); return JSON.parse(localStorage['counterply:game']).clock.left[0]; }"
    before, stored = page.evaluate(left), page.evaluate(kept)
    assert stored <= before < 180_000
    page.reload()
    page.locator(".clock").first.wait_for()
    assert page.evaluate(left) <= stored


def test_the_person_moves_first(open_page: Open) -> None:
    page = open_page("fishing_derby", mode="play")
    expect(page.locator(".seat.turn")).to_contain_text("Red – you")
    assert page.locator(".mark.legal").count() == 5, "one mark a move"


def test_small_cells_are_confirmed_by_a_second_touch(open_page: Open) -> None:
    page = open_page("fishing_derby", wide=375, context={"has_touch": True})
    label = page.locator(".target.playable").last.get_attribute("data-touch")
    page.locator(f'.target[data-touch="{label}"]').tap()
    page.locator(".mark.chosen").first.wait_for(state="attached")
    shows(page, 0)
    page.locator(f'.target[data-touch="{label}"]').tap()
    shows(page, 1)


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
