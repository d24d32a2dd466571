"""One battery for every game, `verify`: the built-in ones, and those that only the tests have."""

import pickle
import random
from copy import copy
from pathlib import Path

import pytest

from counterply.compiling.intrinsics import bytes_of
from counterply.registry import games
from counterply.usercode.loading import load_game
from counterply.verification import verify
from sampled import SAMPLED

HERE = Path(__file__).parent
NAMES = [*SAMPLED, str(HERE / "newcomer.py")]
LONGEST = 120  # plies of a random game that are looked at
SMALL = {"gomoku": {"size": "9"}}  # the rules of a large board are the same code, and their plain twin takes thrice as long
LARGE = ("gomoku", "blocker", "splendor")  # seconds of compiling each; plain, test_settings tries them with other settings too


def ids(name):
    return Path(name).stem


@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.slow) if n in LARGE else n for n in NAMES], ids=ids)
def test_a_game_keeps_the_contract(name):
    assert verify(load_game(name, SMALL.get(name)), games=5, seconds=1) == []


@pytest.mark.parametrize("name", NAMES, ids=ids)
def test_positions_are_copies_and_lines_lead_back(name):
    assert_lines_lead_back(load_game(name))


def assert_lines_lead_back(game):
    dice = random.Random(0)
    position = game.start()
    while position.ply < LONGEST:
        possible = position.moves() or [outcome for outcome, _ in position.chances()]
        if not possible:
            break
        before = bytes_of(position.record).tobytes()
        after = position.after(dice.choice(possible))
        assert bytes_of(position.record).tobytes() == bytes_of(position.copy_record()).tobytes() == before
        position = after
    assert game.position(" ".join(["moves", *position.origin.line_text(position.history)])).key() == position.key()


def test_two_games_are_never_one_type():
    records = [load_game(name).record for name in [*games(), str(HERE / "newcomer.py")]]
    assert len(set(records)) == len(records)


def test_a_copy_of_a_game_is_one_of_the_object_and_not_the_game_of_its_name() -> None:
    game = load_game("connect_four")
    own = copy(game)
    own.evaluators = []
    other = copy(own)
    assert other is not own
    assert (other.evaluators, other.rules, other.record) == ([], game.rules, game.record)
    assert game.evaluators != []
    assert pickle.loads(pickle.dumps(own)).evaluators != []  # another process opens it by its name
