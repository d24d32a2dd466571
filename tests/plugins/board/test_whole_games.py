"""Whole games in a real browser, by mouse, by keys and by typing: the page and `Position` agree on every move and the end."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from board.browser import NEEDS_BROWSER, START, Open, Servers, arrived
from board.ways import by_keys, by_mouse, by_typing
from counterply.core.users_text import BY_THE_RULES
from counterply.registry import games
from newcomers import NEWCOMERS

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


MOVES = """async () => {
  const { position } = await import("/here.js");
  return position().moves;
}"""


ALL = [*(pytest.param(name, marks=pytest.mark.slow) for name in games() if name != "tic_tac_toe"), "tic_tac_toe", *NEWCOMERS]


@pytest.mark.parametrize("way", [by_mouse, by_keys, by_typing])
@pytest.mark.parametrize("name", ALL)
def test_a_whole_game(open_page: Open, servers: Servers, name: str, way: Any) -> None:
    begun = START[name] if name == "splendor" else ""
    page, game, random = open_page(name, begun), servers.load(name), Random(1)
    position = game.start().play_text(begun.split())
    arrived(page, position.ply)
    while not position.outcome():
        rolls = [outcome for outcome, _ in position.chances()]
        move = random.choice(rolls) if rolls else chosen(position, random)
        (by_typing if rolls else way)(page, position, move)
        position = position.after(move)
        arrived(page, position.ply)
    assert page.evaluate(MOVES) == position.origin.line_text(position.history)
    words = {1: f"{game.players[0][0]} won", 2: f"{game.players[1][0]} won", 3: "A draw"}[position.outcome()]
    expect(page.locator(".message")).to_contain_text(words)
    if position.reason != BY_THE_RULES:
        expect(page.locator(".message")).to_have_text(re.compile(re.escape(position.reason) + r"\s*$"))
    page.wait_for_function("name => JSON.parse(localStorage['counterply:game'] ?? '{}').game === name", arg=servers.game(name))
