"""The stand-ins of the benchmarks play whole games by the rules; here in this process, in matches in one of their own."""

from pathlib import Path
from random import Random

import pytest

from counterply import Limit
from counterply.usercode.loading import load_attribute, load_game

STANDINS = Path(__file__).parents[2] / "benchmarks" / "standins"


def stand_in(game_name, name):
    return load_attribute(f"{STANDINS / game_name}.py:{name}")()


def play(game_name, options, name, nodes):
    game = load_game(game_name, options)
    player, rng = stand_in(game_name, name), Random(1)
    player.start(game, 0, 1)
    position = game.start()
    while position.moves() or position.chances():
        chances = position.chances()
        if chances:
            position = position.after(rng.choice(chances)[0])
            continue
        move = player.choose(position, Limit(nodes=nodes)).move
        assert move in position.moves()
        position = position.after(move)
    return position


@pytest.mark.parametrize("name", ["Course", "Deepener", "Spreader", "Hunter", "Walker", "Wobbler", "Cautious", "Hasty"])
@pytest.mark.parametrize("options", [{}, {"rules": "h99"}], ids=["7x7", "11x9"])
def test_isolation_is_played_to_the_end(name, options):
    assert play("isolation", options, name, 60).outcome() in (1, 2)


@pytest.mark.parametrize("name", ["Reacher", "OnePly", pytest.param("FiveTerms", marks=pytest.mark.slow)])
def test_splendor_is_played_to_the_end_by_points(name):
    position = play("splendor", {"variant": "host"}, name, 500)
    assert max(position.record["score"]) >= 15


@pytest.mark.slow
def test_gomoku_is_won_where_it_can_be_and_fives_are_met():
    assert play("gomoku", {"size": "9"}, "Windows", 500).outcome() in (1, 2)
    game, player = load_game("gomoku"), stand_in("gomoku", "Windows")
    for text, wanted in (("h8 a1 h9 b1 h10 c1 h11 o15", {"h7", "h12"}), ("h8 a1 h9 b1 h10 c1 o15 d1", {"e1"})):
        position = game.position(f"moves {text}")
        assert position.move_text(player.choose(position, Limit(nodes=500)).move) in wanted


@pytest.mark.parametrize("name", ["Course", "Deepener", "Spreader", "Hunter", "Walker", "Wobbler", "Cautious"])
def test_whoever_deepens_takes_the_last_cell_of_the_opponent(name):
    game = load_game("isolation", {"width": "5", "height": "5"})
    position = game.position("###.#/#1###/###.#/.####/####2 1 to move")
    player = stand_in("isolation", name)
    player.start(game, 0, 3)
    assert position.move_text(player.choose(position, Limit(nodes=1000)).move) == "2,3"
