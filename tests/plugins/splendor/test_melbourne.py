"""Our agent inside a stand-in of the course's Splendor program; and that stand-in against our rules, move for move."""

# ruff: noqa: N802 - the program's names

import copy
import random

import melbourne_program
import pytest

from counterply.core.values import DRAW, FIRST, ONGOING, SECOND
from counterply.plugins.splendor import game as splendor, melbourne as host
from counterply.plugins.splendor.tables import counts_of
from counterply.usercode.loading import load_game

GAME = load_game("splendor", {"variant": "host"})


@pytest.fixture
def agent_class(tmp_path):
    class Quick(host.myAgent):
        player = "greedy"  # which compiles no search: which player it is does not matter to the host
        log_file = str(tmp_path / "log")

    return Quick


def log_of(agent):
    with open(agent.log_file, encoding="utf-8") as log:
        return log.read()


class Random:
    def __init__(self, seed):
        self.dice = random.Random(seed)

    def SelectAction(self, actions, game_state):
        return self.dice.choice(actions)


@pytest.mark.parametrize("seed", range(6))
def test_the_program_and_our_rules_agree(seed):
    rule, dice = melbourne_program.Rule(seed), random.Random(seed)
    state = rule.state
    for _ in range(400):
        if rule.gameEnds(state):
            break
        seat = state.agent_to_move
        position = host.position_of(GAME, state, seat)
        assert position.outcome() == ONGOING
        actions = rule.getLegalActions(state, seat)
        by_move = {host.move_of(action, position.record): action for action in actions}
        assert len(by_move) == len(actions)
        assert sorted(by_move) == position.moves()
        move = dice.choice(position.moves())
        if any(action["type"].startswith("buy") for action in actions):  # so that games end
            move = next(move for move, action in by_move.items() if action["type"].startswith("buy"))
        after = position.after(move).record
        rule.generateSuccessor(state, by_move[move], seat)
        for player, agent in enumerate(state.agents):
            assert counts_of(after["tokens"][player]) == [agent.gems[name] for name in host.NAMES]
            assert int(after["score"][player]) == agent.score
            assert [c for c in after["hand"][player].tolist() if c] == sorted(map(host.card_number, agent.cards["yellow"]))
    assert rule.gameEnds(state)
    after_end = position.after(move)
    scores = [rule.calScore(state, player) for player in (0, 1)]
    assert after_end.outcome() == (FIRST if scores[0] > scores[1] else SECOND if scores[1] > scores[0] else DRAW)


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 1])
def test_whole_games_without_a_warning(agent_class, seat):
    agent_class.player = "report:depth=3"
    agent = agent_class(seat)
    agents = [agent, Random(1)] if seat == 0 else [Random(1), agent]
    game = melbourne_program.Game(melbourne_program.Rule(seat), agents)
    result = game.run()
    assert game.warnings == [0, 0]
    assert result[seat] > result[1 - seat]
    with pytest.raises(FileNotFoundError):  # nothing went wrong
        log_of(agent)


def test_an_element_of_the_list_is_returned_and_nothing_is_changed(agent_class):
    rule = melbourne_program.Rule(3)
    actions = rule.getLegalActions(rule.state, 0)
    before = copy.deepcopy((actions, vars(rule.state.board), rule.state.agents[0].gems))
    answer = agent_class(0).SelectAction(actions, rule.state)
    assert any(answer is action for action in actions)
    assert (actions, vars(rule.state.board), rule.state.agents[0].gems) == before


def test_the_decks_of_the_program_are_not_looked_at(agent_class):
    rule, other = melbourne_program.Rule(5), melbourne_program.Rule(5)
    for deck in other.state.board.decks:
        deck.reverse()
    first, second = (host.position_of(GAME, r.state, 0) for r in (rule, other))
    assert first.record.tobytes() == second.record.tobytes()
    agent_class.seed = 1
    agent, again = agent_class(0), agent_class(0)
    actions = rule.getLegalActions(rule.state, 0)
    assert agent.SelectAction(actions, rule.state) == again.SelectAction(actions, other.state)


def no_bank(state):
    del state.board.gems


def too_many_tokens(state):
    state.agents[0].gems["red"] = 9


def negative(state):
    state.board.gems["red"] = -1


def no_such_colour(state):
    state.board.gems["pink"] = 1


def a_card_twice(state):
    state.board.dealt[0][0] = state.board.dealt[0][1]


def an_unknown_card(state):
    state.board.dealt[0][0].cost = {"red": 9}


def short_decks(state):
    state.board.decks[0].pop()


def no_agents(state):
    state.agents = []


SPOILERS = (no_bank, too_many_tokens, negative, no_such_colour, a_card_twice, an_unknown_card, short_decks, no_agents)


@pytest.mark.parametrize("spoil", SPOILERS)
def test_a_state_that_makes_no_sense_is_answered_and_logged(agent_class, spoil):
    rule = melbourne_program.Rule(3)
    actions = rule.getLegalActions(rule.state, 0)
    shown = copy.deepcopy(rule.state)
    spoil(shown)
    agent = agent_class(0)
    assert agent.SelectAction(actions, shown) in actions
    assert "move 1 is made without a search" in log_of(agent)
    assert len(log_of(agent).splitlines()) == 1


def test_a_player_that_cannot_play_still_answers(agent_class):
    agent_class.player = "no_such_player"
    agent = agent_class(1)
    rule = melbourne_program.Rule(4)
    actions = rule.getLegalActions(rule.state, 0)
    assert agent.SelectAction(actions, rule.state) in actions
    assert "cannot play" in log_of(agent)


def test_a_log_that_cannot_be_written_harms_nobody(agent_class, tmp_path, monkeypatch):
    agent_class.log_file = str(tmp_path)
    monkeypatch.setattr(host.tempfile, "gettempdir", lambda: str(tmp_path / "nowhere"))
    agent = agent_class(0)
    assert agent.SelectAction(["x"] * 2, None) == "x"


def test_the_stand_in_warns_and_ends_a_game():
    class Failing:
        def SelectAction(self, actions, game_state):
            raise ValueError

    game = melbourne_program.Game(melbourne_program.Rule(1), [Failing(), Random(2)])
    assert game.run() == {0: -1, 1: 0}
    assert game.warnings == [3, 0]


@pytest.mark.slow
def test_the_default_player_can_play():
    agent = host.myAgent(0)
    if agent._player is None:
        pytest.skip("the default player does not play games with hidden cards here")
    rule = melbourne_program.Rule(6)
    agent.seconds = 0.05
    assert agent.SelectAction(rule.getLegalActions(rule.state, 0), rule.state)


def test_the_variant_is_the_program_s():
    assert GAME.setup[0]["host"] == 1
    assert splendor.game().setup[0]["host"] == 0
