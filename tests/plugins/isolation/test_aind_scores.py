"""Scores of 7 x 7 hand-ins: right is a number for the player that is given, whatever it is worth."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from counterply.plugins.isolation.aind_scores import Scores, boards

MOVES = "len(game.get_legal_moves({}))"
OWN, OTHER = MOVES.format("player"), MOVES.format("game.get_opponent(player)")
MOVER, WAITING = MOVES.format("game.active_player"), MOVES.format("game.inactive_player")
RIGHT = {
    "improved": f"float({OWN} - {OTHER})",
    "endless": f"game.utility(player) or {OWN} - 2 * {OTHER}",
    "distance of both": "-sum((a - b) ** 2 for a, b in zip(*map(game.get_player_location, (player, game.get_opponent(player)))))",
    "center": "sum((3 - each) ** 2 for each in game.get_player_location(player))",
    "open cells": "len(game.get_blank_spaces())",
}
WRONG = {
    "exchanged": (f"float({OTHER} - {OWN})", "as if the players were exchanged"),
    "exchanged but for the end": (f"game.utility(player) or {OTHER} - {OWN}", "fewer moves"),
    "for the side to move": (f"{MOVER} - {WAITING}", "whose turn it is"),
    "for the first player": (
        "sum(a - b for a, b in zip(game.get_player_location(game._player_1), game.get_player_location(game._player_2)))",
        "one of them, whoever it is",
    ),
    "exchanged at the end": (f"-game.utility(player) or {OWN} - {OTHER}", "to the side that has lost"),
    "nothing": ("player and None", "None, which is no number"),
    "not a number": ("float('inf') - float('inf')", "nan, which is no number"),
    "raises": (f"1 / {OWN}", "ZeroDivisionError"),
    "plays on": ("(game.apply_move(game.get_blank_spaces()[0]), 1)[1] if game.get_blank_spaces() else 0", "changes the game"),
}


def faults(text):
    """Return what is told of a score."""
    there = {}
    exec(f"def custom_score(game, player):\n    return {text}\n", there)
    score = Scores(SimpleNamespace(**there), ["custom_score"])
    begin, told = 0, []
    while begin is not None:
        answer = score.ask({"part": "custom_score", "begin": begin})
        told += [fault for fault, _ in answer["wrong"]]
        begin = None if told else answer["next"]
    return told


@pytest.mark.parametrize("name", RIGHT)
def test_a_score_may_say_what_it_will_of_a_position(name):
    assert faults(RIGHT[name]) == []


@pytest.mark.parametrize("name", WRONG)
def test_a_score_is_a_number_for_the_player_that_is_given(name):
    text, said = WRONG[name]
    told = faults(text)
    assert said in told[0]


def test_its_positions_go_from_the_first_moves_to_the_end():
    made = list(boards())
    assert min(board.move_count for board in made) == 2
    assert any(not board.get_legal_moves() for board in made)
