"""What a seat may not see reaches no player: everything that has a game going on asks through one function, which redraws it."""

import ast
import random
from pathlib import Path

import numpy as np
import pytest

from counterply import CHANCE, Limit, Position
from counterply.arena.match import play_game
from counterply.compiling.intrinsics import bytes_of
from counterply.core.report import Report
from counterply.core.rule_queries import redraw
from counterply.players import make_player
from counterply.players.base import BasePlayer, ask
from counterply.usercode.loading import load_game
from some import some

SOURCE = Path(__file__).resolve().parents[3] / "src" / "counterply"
LIMIT = Limit(nodes=300)
OTHER_CHOICES = ("super().choose", "resistance.choose", "self.endurance.choose")  # of no player
PLAYERS = ["random", "greedy", "greedy:eval=economy", "report"]
SETTINGS = [("splendor", {}), ("splendor", {"variant": "host"})]


@pytest.fixture(scope="module", params=SETTINGS, ids=lambda setting: " ".join([setting[0], *setting[1].values()]))
def pairs(request):
    """Positions of a random game, each with one that differs only in what the seat on move may not see."""
    game = load_game(*request.param)
    dice, found, position = random.Random(5), [], game.start()
    while len(found) < 30:
        if position.turn != CHANCE and dice.random() < 0.6:
            record = position.copy_record()
            redraw(record, game.setup[0], position.turn, np.array([dice.getrandbits(63)], np.uint64), False)
            found.append((position, Position(game, record, position.origin, position.history)))
        possible = position.moves() or [outcome for outcome, _ in position.chances()]
        position = position.after(dice.choice(possible)) if possible else game.start()
    return found


def test_the_pairs_differ(pairs):
    assert sum(one.record.tobytes() != other.record.tobytes() for one, other in pairs) >= 28
    game = pairs[0][0].game
    if not game.options:  # cards reserved unseen are redrawn too
        assert any((one.record["hand"] != other.record["hand"]).any() for one, other in pairs)


def settings_and_players():
    """Each setting with each player; slow is a search of the usual rules, where test_worlds.py asks `engine` the same."""
    for setting in SETTINGS:
        for name in PLAYERS:
            slow = name == "report"
            marks = pytest.mark.slow if slow else ()
            yield pytest.param(setting, name, marks=marks, id="-".join([" ".join([setting[0], *setting[1].values()]), name]))


@pytest.mark.parametrize(("pairs", "name"), list(settings_and_players()), indirect=["pairs"])
def test_a_player_plays_the_same_whatever_is_hidden(pairs, name):
    for number, (one, other) in enumerate(pairs):
        moves = []
        for position in (one, other):
            player = make_player(name)
            player.start(position.game, position.turn, number)
            moves.append(ask(player, position, LIMIT, number).move)
        assert moves[0] == moves[1] in one.moves()


class Spy(BasePlayer):
    """Keeps what it is shown."""

    def __init__(self):
        self.shown = []

    def choose(self, position, limit, listen=None):
        self.shown.append(position)
        return Report(position.moves()[0])


def test_a_position_is_shown_without_what_is_hidden(pairs):
    spy = Spy()
    for one, other in pairs:
        for position in (one, other):
            ask(spy, position, LIMIT, 3)
        first, second = spy.shown[-2:]
        assert bytes_of(first.record).tobytes() == bytes_of(second.record).tobytes()
        assert first.history == second.history == ()
        assert first.origin is first  # the way to replay the deal is gone
        assert first.ply == one.ply
        ask(spy, one, LIMIT, 4)
        assert bytes_of(spy.shown[-1].record).tobytes() != bytes_of(first.record).tobytes()


def test_a_match_shows_no_more():
    game = load_game("splendor", {"variant": "host"})
    spies = [Spy(), Spy()]
    spies[0].name, spies[1].name = "one", "other"
    played = play_game(game, spies, LIMIT, ply_cap=12)
    assert all(len(spy.shown) == 5 for spy in spies)  # two of the twelve plies deal
    real = game.start()
    for move in played.line:
        if real.turn != CHANCE:
            shown = spies[real.turn].shown.pop(0)
            assert shown.record["deck"].tolist() != real.record["deck"].tolist()
            assert sorted(shown.record["deck"].tolist()) == sorted(real.record["deck"].tolist())
            assert shown.record["table"].tolist() == real.record["table"].tolist()
        real = real.after(move)


def test_games_in_which_all_is_open_are_shown_as_they_are():
    position = load_game("tic_tac_toe").start()
    assert position.seen_by(0, 1) is position


def test_whoever_has_a_game_going_on_asks_through_one_function():
    """Outside of `ask`, a player's `choose` is called only by players that stand for another, by hosts of open games, and of
    a `NamedPlayer`, which asks.
    """
    allowed = {
        "players/base.py",
        "plugins/board/levels.py",
        "players/player_child.py",
        "hosts/terminal.py",  # a `NamedPlayer`
        "plugins/bridges/bot_runtime.py",  # a bot that runs alone, and asks itself
        "plugins/studies/ablation.py",  # a `NamedPlayer`
        "plugins/studies/generation.py",  # a `NamedPlayer`
        "plugins/studies/sampling.py",  # a `NamedPlayer`
        "plugins/board/cell.py",  # a `NamedPlayer`
        "plugins/board/search.py",  # a `NamedPlayer`
        "plugins/isolation/aind.py",
        "plugins/isolation/course.py",
        "plugins/fishing_derby/kth.py",
        "plugins/studies/published.py",
        "plugins/gomoku/ucsb.py",
        "plugins/isolation/udacity.py",
        "plugins/gomoku/gomocup.py",
    }
    for path in some(SOURCE.rglob("*.py"), 200):
        name = str(path.relative_to(SOURCE))
        calls = [
            node
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "choose"
        ]
        own = [call for call in calls if ast.unparse(call.func) not in OTHER_CHOICES]
        assert not own or name in allowed, f"{name} calls {ast.unparse(own[0])}: use counterply.players.base.ask"
