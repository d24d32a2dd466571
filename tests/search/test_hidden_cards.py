"""`verify` finds a game that shows hidden cards, redraws none, or redraws what cannot be played."""

from __future__ import annotations

import time
from typing import Any

import cards
import numpy as np
import pytest

from counterply import Item, Text
from counterply.verification.battery import Battery
from counterply.verification.drawings import check_drawing, leaks_in_diagram
from counterply.verification.findings import BrokenError
from counterply.verification.functions import CheckedRules
from counterply.verification.symmetries import check_played_on, check_resampling

pytestmark = pytest.mark.filterwarnings("ignore:overflow")  # of random numbers, in plain Python


def test_a_drawing_of_hidden_cards_is_told() -> None:
    game = cards.game()
    dealt = game.start().after(game.start().chances()[0][0])

    def hand(position: Any, seat: int) -> Item:
        return Item(f"hand {seat}", seat, 0, 1, 1, text=str(position["hand"][seat]))

    game.drawing = lambda position, viewer: [hand(position, viewer)]
    check_drawing(dealt)
    game.drawing = lambda position: [hand(position, 0), hand(position, 1)]
    with pytest.raises(BrokenError, match=r"test_hidden_cards.py:\d+: 'hand 1' tells seat 0"):
        check_drawing(dealt)


def test_a_diagram_that_tells_the_mover_of_hidden_cards_is_told() -> None:
    game = cards.game()
    dealt = game.start().after(game.start().chances()[0][0])
    game.text = Text(diagram=lambda position: str(position["hand"][position.turn]))
    assert leaks_in_diagram(dealt) == ""
    game.text = Text(diagram=lambda position: str(position["hand"]))
    assert "test_hidden_cards.py:" in leaks_in_diagram(dealt)


def test_random_games_come_upon_it_and_its_line_is_told() -> None:
    game = cards.game()
    game.text = Text(diagram=lambda position: str(position["hand"]))
    tried = battery(CheckedRules(game).attend(game))
    tried.walks(8, time.monotonic() + 60)
    tried.suspect()
    told = [finding for finding in tried.findings.values() if "hidden" in finding.promise]
    assert ["test_hidden_cards.py:" in finding.happened for finding in told] == [True]


def test_positions_are_looked_at_by_lot() -> None:
    tried = battery()
    for period in range(2, 8):  # of chance turns and the players'
        tried.visited = [place % period for place in range(20 * period)]  # type: ignore[misc]
        assert {*tried.some(20)} == {*range(period)}
    assert tried.some(1_000) == tried.visited


def battery(game: Any = None) -> Battery:
    game = game or cards.game()
    rules = CheckedRules(game)
    return Battery(game, rules, rules, np.random.default_rng(1))


def test_what_resample_redraws_is_counted() -> None:
    tried = battery()
    start = tried.game.start()
    dealt = type(start)(tried.game, tried.rules.after_move(start.record, 0), start, (0,))
    facts = tried.rules.facts(dealt.record)
    for _ in range(5):
        check_resampling(tried, dealt, facts)
    assert tried.redrawn
    tried.rules.functions["resample"] = lambda position, viewer, random: None
    tried.redrawn = 0
    check_resampling(tried, dealt, facts)
    assert tried.redrawn == 0


def test_a_redrawn_position_without_moves_is_told() -> None:
    tried = battery()
    record = tried.rules.after_move(tried.game.start().record, 0)
    facts = tried.rules.facts(record)
    check_played_on(tried, record, facts)
    with pytest.raises(BrokenError, match="after some moves there is none"):
        check_played_on(tried, record, {**facts, "legal_moves": ([], [])})
