"""The dialogs of the board in a real browser: new games, their options, rules, settings."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from board.browser import NEEDS_BROWSER, Open, press, serving
from installed import list_entry_points

pytestmark = NEEDS_BROWSER
expect = pytest.importorskip("playwright.sync_api", reason="no Playwright is installed: pip install playwright").expect


def test_a_question_mark_shows_the_rules(open_page: Open) -> None:
    page = open_page("blocker", mode="play")
    page.keyboard.press("?")
    page.get_by_role("dialog").get_by_text("Two agents, A and B, stand in a maze.").wait_for()
    expect(page.get_by_role("dialog").get_by_role("rowheader", name="block")).to_be_visible()


def test_fishing_derby_is_offered_with_a_sea_of_fish(open_page: Open) -> None:
    page = open_page("tic_tac_toe", mode="play")
    press(page, "New")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Game", exact=True).select_option("fishing_derby")
    expect(dialog.get_by_label("scenario")).to_have_value(re.compile("^random:fish=12"))
    dialog.get_by_role("button", name="Play").click()
    page.locator("#board .fish").nth(11).wait_for(state="attached")
    expect(page.locator(".seat.turn")).to_contain_text("you")


def test_the_players_are_those_that_can_play_the_chosen_game(open_page: Open, tmp_path: Path) -> None:
    (tmp_path / "ghosts.py").write_text(Path("examples/04_plain_game.py").read_text(encoding="utf-8"))
    list_entry_points(tmp_path, "ghosts", '[project.entry-points."counterply.games"]\nghost_of_words = "ghosts"')
    with serving(PYTHONPATH=str(tmp_path)) as (_, address):
        page = open_page("tic_tac_toe", at=address)
        press(page, "New")
        players = page.get_by_label("Player 2", exact=True).locator("option:not([value^=level])")
        expect(players).to_have_text(["a person", "engine", "random", "greedy", "mcts"])
        page.get_by_label("Game", exact=True).select_option("ghost_of_words")
        expect(players).to_have_text(["a person", "alphabeta", "random", "mcts"])


def test_a_packages_player_is_offered_in_the_games_that_it_plays(open_page: Open, with_the_sample: dict[str, str]) -> None:
    with serving(PYTHONPATH=with_the_sample["PYTHONPATH"]) as (_, address):
        page = open_page("tic_tac_toe", at=address)
        press(page, "New")
        players = page.get_by_label("Player 2", exact=True)
        expect(players.locator("option:not([value^=level])")).to_have_text(["a person", "engine", "random", "greedy", "mcts"])
        page.get_by_label("Game", exact=True).select_option("subtraction")
        players.select_option("modulo")
        page.get_by_role("dialog").get_by_role("button", name="Play").click()
        page.get_by_role("button", name="2", exact=True).click()
        expect(page.get_by_text("16 left, first to move")).to_be_visible()


def test_a_new_game_goes_on_from_a_diagram_on_the_board(open_page: Open) -> None:
    page = open_page("tic_tac_toe")
    page.get_by_role("button", name="Share").click()
    page.locator("#text").fill("XO. ... ...")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("gridcell", name="0,1 O")).to_be_attached()
    press(page, "New")
    page.get_by_label("Opening").select_option("here")
    page.get_by_role("dialog").get_by_role("button", name="Analyse").click()
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.locator('.frame[aria-busy="false"]')).to_be_attached()
    expect(page.get_by_role("gridcell", name="0,1 O")).to_be_attached(timeout=5000)


@pytest.mark.parametrize("wide", [1280, 375])
def test_no_text_is_out_of_its_box_or_broken_within_a_word(open_page: Open, wide: int) -> None:
    page = open_page("gomoku", mode="play", wide=wide)
    outside = "elements => elements.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.outerHTML)"
    high = "elements => elements.filter((each) => each.clientHeight > 44).map((each) => each.outerHTML)"
    for name in ("New", "Share", "Settings", "Rules and keys"):
        press(page, name)
        page.get_by_role("dialog").wait_for()
        assert page.locator("dialog :is(button, label, div, p, h2, td, th):not(.thumbnails)").evaluate_all(outside) == []
        assert page.locator("dialog button:not(.thumbnails *)").evaluate_all(high) == []
        page.keyboard.press("Escape")


def test_options_that_are_switches_and_levels_in_this_game(open_page: Open) -> None:
    page = open_page("connect_four", mode="play", wide=375)
    press(page, "New")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("switch", name="book")).to_be_checked()
    assert "Elo" not in dialog.inner_text()
    dialog.get_by_label("Game", exact=True).select_option("isolation")
    expect(dialog).to_contain_text("Elo")
    boxes = "elements => elements.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.outerHTML)"
    assert page.locator("dialog :is(button, label, div, p, h2):not(.thumbnails)").evaluate_all(boxes) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_follow_the_system_and_can_be_chosen(open_page: Open, scheme: str) -> None:
    page = open_page("tic_tac_toe", context={"color_scheme": scheme})
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    before = page.evaluate(ground)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Brightness").select_option("dark" if scheme == "light" else "light")
    page.wait_for_function(f"before => {ground} !== before", arg=before)
