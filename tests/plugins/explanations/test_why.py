"""What `--why` says is what plain minimax says of the moves, and of the positions at the ends of their lines."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest

import counterply as cp
from counterply import PlainGame
from counterply.cli import run as command
from counterply.compiling.kernels import PLAIN
from counterply.core.errors import GameError
from counterply.core.limits import Limit
from counterply.plugins.explanations.searched_line import passage
from counterply.plugins.explanations.trace import TracedEngine
from counterply.plugins.explanations.why import Term, Why, why, why_lines
from counterply.search import textbook
from counterply.search.alphabeta.techniques import ALPHABETA_ONLY
from counterply.usercode.loading import load_evaluator, load_game
from small_nim import Nim

GAME = load_game("tic_tac_toe")
PIG = str(Path(__file__).parents[2] / "search" / "pig.py")
LOSING = "moves 1,1 0,1"  # the second player has left the corners: the first one wins


def value_of(position, move, depth):
    evaluate = textbook.evaluation(position.game, load_evaluator(None, position.game))
    return textbook.minimax(position.after(move), depth - 1, evaluate, position.turn, textbook.Count(), 1).score


def test_both_values_are_those_of_minimax():
    position = GAME.position(LOSING)
    evaluator = load_evaluator(None, GAME)
    for move in position.moves():
        answer = why(position, move, 4, evaluator, ALPHABETA_ONLY)
        assert answer.chosen.move == move
        assert answer.chosen.score == value_of(position, move, 4)
        assert answer.other.score == value_of(position, answer.other.move, 4)
        best = max(value_of(position, each, 4) for each in position.moves())
        assert (answer.chosen.score if answer.best else answer.other.score) == best
        assert [depth for depth, _ in answer.opinions] == list(range(1, answer.depth + 1))


def test_a_blunder_is_refuted():
    position = GAME.position("moves 0,0 2,2 0,1")  # 0,2 wins next
    answer = why(position, position.parse_move("1,1"), 3, load_evaluator(None, GAME))
    assert answer.chosen.texts[:2] == ["1,1", "0,2"]
    text = "\n".join(why_lines(answer))
    assert "why not 1,1: it is a loss in 2" in text
    assert "refutation: 1,1 0,2 (" in text


def test_terms_sum_to_the_difference():
    game = load_game("isolation", {"width": "5", "height": "5"})
    position = game.position("moves 2,2 1,1")
    evaluator = next((each for each in game.evaluators if each.features is not None), None)
    if evaluator is None:
        pytest.skip("no linear evaluator")
    answer = why(position, position.moves()[-1], 2, evaluator, ALPHABETA_ONLY)
    if answer.terms:
        lines = (answer.chosen, answer.other) if answer.best else (answer.other, answer.chosen)
        difference = (lines[0].score - lines[1].score) / evaluator.grid
        assert sum(term.difference for term in answer.terms) == pytest.approx(difference, abs=2 / evaluator.grid)
    else:
        assert answer.why_no_terms


@pytest.mark.slow
def test_each_move_of_a_line_changes_what_the_evaluator_says():
    game = load_game("connect_four")
    position, evaluator = game.position("moves 4 4 3"), load_evaluator("threats", game)
    answer = why(position, position.parse_move("5"), 4, evaluator, ALPHABETA_ONLY)
    assert [ply.move for ply in answer.plies] == answer.chosen.texts
    value = textbook.evaluation(game, evaluator)
    before, place = value(position, position.turn), position
    for ply in answer.plies:
        assert ply.seat == place.turn
        place = place.play(ply.move)
        now = value(place, position.turn)
        assert ply.value == pytest.approx(now / evaluator.grid)
        assert ply.change == pytest.approx((now - before) / evaluator.grid)
        assert sum(gives for _, gives in ply.terms) == pytest.approx(ply.change, abs=2 / evaluator.grid)
        before = now
    assert "move by move, as the evaluator threats sees it" in "\n".join(why_lines(answer))


def test_an_evaluator_without_features_says_so():
    position = GAME.start()
    answer = why(position, position.moves()[0], 2, load_evaluator("zero", GAME), ALPHABETA_ONLY)
    assert answer.terms == ()
    assert "no features" in answer.why_no_terms
    assert not any(ply.terms or ply.change for ply in answer.plies)
    assert not any("move by move" in line for line in why_lines(answer))


def test_a_plain_game_and_an_only_move():
    position = PlainGame("nim", lambda: Nim(4)).start()
    answer = why(position, position.moves()[0], 5, load_evaluator("zero", position.game))
    assert answer.chosen.move == position.moves()[0]
    only = GAME.position("moves 0,0 1,1 2,2 0,2 2,0 1,0 1,2 2,1")
    assert "the only move" in why_lines(why(only, only.moves()[0], 2, load_evaluator(None, GAME)))[0]


@pytest.mark.skipif(PLAIN, reason="compiles")
def test_a_win_that_the_game_is_sure_of_is_played_out():
    position = load_game("connect_four").position("moves 4 4 4 4 4 3 3 5 5 3 5 3")
    answer = why(position, 4, 5, load_evaluator(None, position.game))
    assert (answer.chosen.score_text, answer.chosen.texts) == ("win in 3", ["5", "2", "5"])
    assert answer.plies[-1].over == "four in a line"


def test_changes_of_opinion():
    line = why(GAME.start(), 0, 1, load_evaluator("zero", GAME)).chosen
    answer = Why(line, None, False, 4, ((1, "a"), (2, "a"), (3, "b"), (4, "a")), (), "", ())
    assert answer.changes == ((1, "a"), (3, "b"), (4, "a"))
    assert Term("x", 3.0, 1.0, 0.5).difference == 1.0


@pytest.mark.skipif(PLAIN, reason="compiles")
def test_the_command(capsys):
    assert command(["analyse", "tic_tac_toe", "moves 0,0 2,2 0,1", "--why", "1,1", "--depth", "3"]) == 0
    assert "why not 1,1" in capsys.readouterr().out
    assert command(["analyse", "tic_tac_toe", "--why", "0,0", "--depth", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["chosen"]["move"] == "0,0"
    assert command(["analyse", "tic_tac_toe", "--why", "9,9", "--depth", "2"]) == 2
    assert "illegal move" in capsys.readouterr().err
    assert command(["analyse", "tic_tac_toe", "--why", "0,0 1,1 2,2", "--depth", "1"]) == 0
    assert "1,1 was not searched: leaf" in capsys.readouterr().out
    assert command(["analyse", "tic_tac_toe", "--why", "0,0", "--nodes", "3"]) == 0
    said = capsys.readouterr()
    assert "why 0,0" in said.out
    assert "in the search" not in said.out
    assert "not known: no depth was completed within the limit" in said.err


@pytest.mark.skipif(PLAIN, reason="compiles")
def test_compiling_takes_nothing_from_the_limit(monkeypatch):
    position, warm = load_game("tic_tac_toe").start(), TracedEngine.warm_up

    def slow(engine, position):
        warm(engine, position)
        time.sleep(0.1)

    monkeypatch.setattr(TracedEngine, "warm_up", slow)
    assert passage(position, [0], Limit(seconds=0.1, depth=1), load_evaluator(None, position.game)).tree.depth == 1


def test_hidden_games_are_refused():
    game = load_game("splendor")
    with pytest.raises(GameError, match="hidden information, none is certain"):
        why(game.start(), 0, 1, load_evaluator(None, game), limit=Limit(nodes=10))


@pytest.mark.skipif(PLAIN, reason="compiles")
def test_with_dice_the_same_roll_is_compared_after_both_moves(capsys):
    place = "moves 31"
    answer = cp.why(cp.game("backgammon").position(place), "24/23", depth=3)
    assert not answer.best
    assert [len(line.moves) for line in (answer.chosen, answer.other)] == [2, 2]  # the whole roll
    assert len(answer.rolls) == 21
    assert sum(roll.probability for roll in answer.rolls) == pytest.approx(1)
    makes = [abs(roll.makes) for roll in answer.rolls]
    assert makes == sorted(makes, reverse=True)
    after = cp.game("backgammon").position(place).play(*answer.chosen.moves)
    [searched] = [roll for roll in cp.rolls(after, depth=1).rolls if after.move_text(roll.moves[0]) == answer.rolls[0].roll]
    assert answer.rolls[0].chosen == searched.value
    assert command(["analyse", "backgammon", place, "--why", "24/23", "--depth", "3"]) == 0
    said = capsys.readouterr().out
    assert "line: 24/23 24/21, and a roll" in said
    assert "refutation" not in said
    assert re.search(r"mean of 21 +-0.\d\d +\+0.\d\d +-0.\d\d\d\n", said)
    assert command(["analyse", "backgammon", place, "--why", "8/5 6/5 31", "--depth", "1"]) == 2
    assert "asked of a single move" in capsys.readouterr().err


@pytest.mark.skipif(PLAIN, reason="compiles")
def test_moves_after_which_other_things_happen_are_not_compared_roll_by_roll():
    game = cp.game(PIG)
    rolling = cp.why(game.start().play("0", "3"), "0", depth=3)
    assert [roll.other for roll in rolling.rolls] == [None] * 4
    assert [roll.roll for roll in rolling.rolls] == ["4", "3", "2", "1"]
    assert "the best first" in str(rolling)
    assert cp.why(game.start().play("0", "3"), "1", depth=3).rolls == ()


@pytest.mark.skipif(PLAIN, reason="compiles")
def test_where_chance_moves_a_roll_is_explained_by_its_luck(capsys):
    place = cp.game(PIG).start().play("0")
    answer = cp.luck(place, "1", depth=3)
    assert answer.luck == pytest.approx(answer.chosen.value - answer.rolls.mean)
    assert answer.luck < 0
    assert sum(cp.luck(place, str(face), depth=3).luck for face in (1, 2, 3, 4)) == pytest.approx(0, abs=1e-9)
    assert command(["analyse", PIG, "moves 0", "--why", "1", "--depth", "3"]) == 0
    said = capsys.readouterr().out
    assert re.search(
        r"why 1: it is worth -0.\d{3} to Player 1 at depth 3, 0.\d{3} less than the mean of all rolls, \+0.\d{3}\n", said
    )
    assert "of 4 rolls, 3 are better for Player 1 and 0 are worse: 4 +" in said
    assert command(["analyse", PIG, "moves 0", "--why", "7", "--depth", "1"]) == 2
    assert "illegal move '7'" in capsys.readouterr().err
    with pytest.raises(GameError, match="chance is not to move"):
        cp.luck(place.play("3"), "0")
