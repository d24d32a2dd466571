"""Openings of five in a row: the sets that come with it, those made anew, and how matches take them."""

import json
import random

import pytest

from counterply import ONGOING
from counterply.arena.openings import openings_of
from counterply.cli import run
from counterply.core.errors import UsageError
from counterply.core.limits import Stop
from counterply.games import tic_tac_toe
from counterply.plugins.gomoku import game as gomoku, generator, openings as gomoku_openings
from counterply.plugins.gomoku.generate import generate_openings

SETS = [("freestyle", 15), ("standard", 15), ("renju", 15), ("freestyle", 20)]


@pytest.mark.parametrize(("rule", "size"), SETS)
def test_sets_that_come_with_the_game(rule, size):
    game = gomoku.game(rule=rule, size=size)
    positions = [game.position(text) for text in game.openings()]
    assert len(positions) >= 200
    assert len({position.canonical_key() for position in positions}) == len(positions)
    centre = (size // 2, size // 2)
    for position in positions:
        assert position.outcome() == ONGOING
        assert generator.FEWEST <= position.ply <= generator.MOST
        cells = [divmod(move, 26) for move in position.history]
        assert all(generator.distance(cell, centre) <= generator.FARTHEST for cell in cells)
        assert rule != "renju" or cells[0] == centre


def test_other_boards_take_the_usual_ones_moved_to_their_centre():
    usual = gomoku.game().openings()
    larger, rectangle = gomoku.game(size=19), gomoku.game(width=26, height=11)
    assert [len(game.openings()) for game in (larger, rectangle)] == [len(usual)] * 2
    for game, across, down in ((larger, 2, 2), (rectangle, 6, -2)):
        for text, other in list(zip(usual, game.openings(), strict=True))[::25]:
            words = game.position(other).origin.line_text(game.position(other).history)
            assert words == [gomoku_openings.moved(word, across, down) for word in text.split()[1:]]
    assert gomoku.game(size=9).openings() == gomoku.game(length=4).openings() == []
    assert gomoku.game(rule="caro").openings() == gomoku.game(rule="standard").openings()


def test_random_openings_keep_near_the_centre_and_depend_on_the_seed_alone():
    game = gomoku.game(size=5)
    for seed in range(20):
        position = generator.random_opening(game, random.Random(seed))
        assert position.outcome() == ONGOING
        assert position.history == generator.random_opening(game, random.Random(seed)).history


def test_matches_take_balanced_openings_where_there_are_any():
    game = gomoku.game()
    known = {game.position(text).history for text in game.openings()}
    chosen = openings_of(game, "", 40, seed=1)
    assert set(chosen.lines) <= known
    assert len(set(chosen.lines)) == 40
    assert openings_of(game, "balanced", 60, seed=1).lines[:40] == chosen.lines
    assert not set(openings_of(game, "random", 10, seed=1).lines) & known
    assert "used again" in openings_of(game, "", 1000, seed=1).note
    with pytest.raises(UsageError, match="no balanced openings come with tic_tac_toe; give --openings random"):
        openings_of(tic_tac_toe.game(), "balanced", 2, seed=1)


def test_openings_from_a_file(tmp_path):
    game = gomoku.game()
    file = tmp_path / "openings.txt"
    file.write_text("# a comment\nh8i9\n\n0,0, 1,-1\nmoves h8 a1\n0,0, 2,2")  # the first two are the same, turned
    assert len(openings_of(game, str(file), 10, seed=1).lines) == 3
    for text, message in [
        ("h8i9\nh8h8", r"openings.txt, line 2: illegal move 'h8' at ply 2"),
        ("h8a1i8b1j8c1k8d1l8", "line 1: the game is over"),
        ("# nothing", "there is no opening in"),
    ]:
        file.write_text(text)
        with pytest.raises(UsageError, match=message):
            openings_of(game, str(file), 10, seed=1)
    with pytest.raises(UsageError, match=r"random, balanced, or a file with one a line; .*missing.txt cannot be read"):
        openings_of(game, str(tmp_path / "missing.txt"), 10, seed=1)


@pytest.mark.slow
def test_generated_openings(tmp_path, capsys):
    file = tmp_path / "few.txt"
    command = ["generate", "gomoku", "--count", "4", "--pool", "2", "--nodes", "300", "--player", "report", "--out", str(file)]
    assert run([*command, "--set", "rule=renju", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    game = gomoku.game(rule="renju")
    assert document["looked_at"] == 8
    assert len(openings_of(game, str(file), 10, seed=0).lines) == len(document["openings"]) == 4
    scores = [abs(opening["score"]) for opening in document["openings"]]
    assert scores == sorted(scores)
    assert run([*command[:-4], "--player", "random"]) == 2
    assert "random gave a move no score" in capsys.readouterr().err


def test_ctrl_c_replaces_no_openings_that_are_there(tmp_path):
    file, stopped = tmp_path / "openings.txt", Stop()
    stopped.set()
    few = {
        "count": 1,
        "pool": 1,
        "player": "alphabeta:plain=true",
        "nodes": 100,
        "workers": 1,
        "options": {"size": "7"},
        "out": file,
    }
    generate_openings(Stop(), str, **few)
    before = file.read_text()
    assert str(generate_openings(stopped, str, **few)) == f"stopped; {file} stays as it was"
    assert file.read_text() == before
