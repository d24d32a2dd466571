"""Our agent inside a stand-in of the AIND-Isolation program."""

from __future__ import annotations

import importlib.util
import logging
import pickle
import random
from collections import Counter
from pathlib import Path

import aind_program
import numpy as np
import pytest

from counterply.plugins.isolation.aind import NO_MOVE, CounterplyPlayer
from counterply.plugins.isolation.course import DEFAULT_PLAYER, isolation_game, position_of

SMALL = f"{Path(__file__).with_name('small_players.py')}:"
PLAYERS = [SMALL + "Mobile", *([DEFAULT_PLAYER] if importlib.util.find_spec("counterply.players.search") else [])]
GENEROUS_MS = 3_000  # the host's limit: nothing here may depend on how busy the machine is
MOVE_MS = 30  # what our agent uses of it

# the complete game of the host's record: two digits are row and column, player 1 first
REPLAY = "04 15 25 23 33 35 12 56 20 64 32 43 44 62 63 41 42 53 50 65 31 46 10 54 02 66 21 45 13 24 05 36 26 55 14 34 06 22"
REPLAY_COUNTS = {2: (4, 4), 3: (5, 4), 10: (3, 3), 20: (1, 1), 28: (3, 2), 34: (2, 1), 37: (0, 1), 38: (0, 3)}


def replay_line(plies):
    board = aind_program.Board("first", "second")
    for word in REPLAY.split()[:plies]:
        board.apply_move((int(word[0]), int(word[1])))
    return board


def limited(milliseconds):
    return lambda: milliseconds


# --- the stand-in is faithful


@pytest.mark.parametrize(("plies", "counts"), REPLAY_COUNTS.items())
def test_stand_in_replays_the_recorded_game(plies, counts):
    board = replay_line(plies)
    assert tuple(len(board.get_legal_moves(player)) for player in ("first", "second")) == counts


def test_stand_in_numbers_cells_by_columns():
    board = aind_program.Board("first", "second")
    board.apply_move((2, 3))
    board.apply_move((0, 5))
    assert board._board_state[-3:] == [0, 35, 23]
    assert sorted(board.get_legal_moves()) == [(0, 2), (0, 4), (1, 1), (1, 5), (3, 1), (3, 5), (4, 2), (4, 4)]
    assert sorted(board.get_legal_moves("second")) == [(1, 3), (2, 4), (2, 6)]
    assert board.get_blank_spaces()[:3] == [(0, 0), (1, 0), (2, 0)]
    assert len({tuple(board.get_legal_moves()) for _ in range(50)}) > 1  # reshuffled at each call


def test_stand_in_tells_winners_only_of_the_player_on_move():
    stuck_off_move, over = replay_line(37), replay_line(38)
    assert [stuck_off_move.utility(p) for p in ("first", "second")] == [0.0, 0.0]
    assert over.is_loser("first")
    assert over.is_winner("second")
    with pytest.raises(RuntimeError):
        over.get_player_location("a stranger")


class Scripted:
    """Answers one thing, after some milliseconds."""

    def __init__(self, answer, milliseconds=0):
        self.answer, self.milliseconds = answer, milliseconds

    def get_move(self, game, time_left):
        while self.milliseconds and time_left() > -self.milliseconds:
            pass
        return self.answer


@pytest.mark.parametrize(
    ("first", "reason"),
    [
        (Scripted(None), "forfeit"),
        (Scripted([2, 3]), "forfeit"),
        (Scripted((7, 7)), "forfeit"),
        (Scripted((7, 7), 5), "timeout"),  # slow and illegal counts as slow
    ],
)
def test_stand_in_scores_breaches(first, reason):
    second = aind_program.RandomAgent()
    assert aind_program.Board(first, second).play(time_limit=50) == (second, [], reason)


def test_stand_in_ends_normally_with_an_illegal_move():
    board = replay_line(38)
    board._player_1 = board._active_player = Scripted(NO_MOVE)
    assert board.play()[2] == "illegal move"


# --- the agent


@pytest.fixture(scope="module", params=PLAYERS)
def agent(request):
    return CounterplyPlayer(request.param, reserve_ms=GENEROUS_MS - MOVE_MS, seed=1)


@pytest.mark.parametrize(
    ("opponent", "opened"),
    [
        (aind_program.RandomAgent, True),
        (aind_program.RandomAgent, False),
        (aind_program.GreedyAgent, True),
        (aind_program.GreedyAgent, False),
        (aind_program.MinimaxAgent, True),  # from the empty board, three plies of plain minimax take minutes
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_plays_whole_games(agent, opponent, opened, seat):
    """Both seats, from the tournament's random opening and from the empty board, one agent object for all."""
    random.seed(seat)
    pair = (agent, opponent()) if seat == 0 else (opponent(), agent)
    board = aind_program.Board(*pair)
    for _ in range(2 if opened else 0):
        board.apply_move(random.choice(board.get_legal_moves()))
    winner, history, reason = board.play(time_limit=GENEROUS_MS)
    assert reason == "illegal move"  # the normal end: nobody was slow, nobody broke a rule
    assert winner is board.inactive_player
    assert board.get_legal_moves() == []
    assert len(history) + (2 if opened else 0) == board.move_count


def test_beats_random(agent):
    random.seed(3)
    results = Counter()
    for number in range(8):
        pair = (agent, aind_program.RandomAgent()) if number % 2 else (aind_program.RandomAgent(), agent)
        winner, _, reason = aind_program.Board(*pair).play(time_limit=GENEROUS_MS)
        results[winner is agent] += 1
        results[reason] += 1
    assert results["illegal move"] == 8, results
    assert results[True] >= 6, results


def test_answers_are_tuples_of_plain_ints(agent):
    board = aind_program.Board(agent, aind_program.RandomAgent())
    move = agent.get_move(board, limited(GENEROUS_MS))
    assert type(move) is tuple
    assert [type(number) for number in move] == [int, int]
    assert move in board.get_legal_moves()


def test_answers_no_move_when_stuck(agent):
    board = replay_line(38)
    board._player_1 = board._active_player = agent
    assert agent.get_move(board, limited(GENEROUS_MS)) == NO_MOVE


def test_compares_and_hashes_by_identity():
    first, second = (CounterplyPlayer(SMALL + "Mobile", seed=1) for _ in range(2))
    assert first != second
    assert len({first: 1, second: 2}) == 2


def test_survives_pickling():
    agent = pickle.loads(pickle.dumps(CounterplyPlayer(SMALL + "Mobile", width=5, reserve_ms=33.0, seed=7)))
    assert (agent.name, agent.reserve_ms, agent.seed) == (SMALL + "Mobile", 33.0, 7)
    board = aind_program.Board(agent, aind_program.RandomAgent(), width=5)
    assert agent.get_move(board, limited(GENEROUS_MS)) in board.get_legal_moves()


@pytest.mark.parametrize(("width", "height"), [(3, 3), (5, 8), (11, 9), (9, 11)])
def test_plays_on_any_board(width, height):
    random.seed(5)
    agent = CounterplyPlayer(SMALL + "Mobile", width=width, height=height, seed=1)
    for pair in ((agent, aind_program.RandomAgent()), (aind_program.RandomAgent(), agent)):
        _, _, reason = aind_program.Board(*pair, width=width, height=height).play(time_limit=GENEROUS_MS)
        assert reason == "illegal move"


def test_board_beyond_the_capacity_gets_legal_moves(agent, caplog):
    board = aind_program.Board(agent, aind_program.RandomAgent(), width=12, height=12)
    with caplog.at_level(logging.WARNING):
        assert agent.get_move(board, limited(GENEROUS_MS)) in board.get_legal_moves()
    assert "failed" in caplog.text


@pytest.mark.parametrize("name", ["Failing", "Cheating"])
def test_falls_back_to_legal_moves(name, caplog):
    random.seed(2)
    agent = CounterplyPlayer(SMALL + name, seed=1)
    with caplog.at_level(logging.WARNING):
        _, history, reason = aind_program.Board(agent, aind_program.RandomAgent()).play(time_limit=GENEROUS_MS)
    assert reason == "illegal move"
    assert len(history) > 4
    assert "is played instead" in caplog.text


def test_a_host_clock_that_raises_costs_no_game():
    def broken():
        raise OSError("no clock")

    agent = CounterplyPlayer(SMALL + "Mobile", seed=1)
    board = aind_program.Board(agent, aind_program.RandomAgent())
    assert agent.get_move(board, broken) in board.get_legal_moves()


@pytest.mark.parametrize(("left", "seconds"), [(150.0, 0.13), (1000, 0.98), (float("inf"), 5.0)])
def test_keeps_a_reserve(left, seconds):
    agent = CounterplyPlayer(SMALL + "Recording", seed=1)
    agent.get_move(aind_program.Board(agent, aind_program.RandomAgent()), limited(left))
    assert agent._player.asked[-1][1].seconds == pytest.approx(seconds)


@pytest.mark.parametrize("left", [21.0, 0.0, -30.0])
def test_does_not_begin_a_search_without_time(left):
    agent = CounterplyPlayer(SMALL + "Recording", seed=1)
    board = aind_program.Board(agent, aind_program.RandomAgent())
    asked = len(agent._player.asked)
    assert agent.get_move(board, limited(left)) in board.get_legal_moves()
    assert len(agent._player.asked) == asked


def test_notices_new_games():
    """One `start` for each game, with the right seat and a new seed; none inside a game."""
    random.seed(4)
    agent = CounterplyPlayer(SMALL + "Recording", seed=10)
    warm = len(agent._player.started)
    for seat in (0, 1, 1, 0, 0):
        pair = (agent, aind_program.RandomAgent()) if seat == 0 else (aind_program.RandomAgent(), agent)
        board = aind_program.Board(*pair)
        if seat:
            for _ in range(2):
                board.apply_move(random.choice(board.get_legal_moves()))
        board.play(time_limit=GENEROUS_MS)
    started = agent._player.started[warm:]
    assert [seat for _, seat, _ in started] == [0, 1, 1, 0, 0]
    assert [seed for _, _, seed in started] == [10, 11, 12, 13, 14]


def test_the_position_is_the_hosts():
    """Moves, turn and outcome agree over random games, in the host's terms."""
    random.seed(6)
    for width, height in ((7, 7), (4, 6), (11, 9)):
        agent = CounterplyPlayer(SMALL + "Recording", width=width, height=height, seed=1)
        for seat in (0, 1):
            seen = []

            class Watcher(aind_program.RandomAgent):
                """Asks our agent too, and plays at random."""

                def get_move(self, game, time_left, seen=seen, agent=agent):
                    legal = set(game.get_legal_moves())
                    if legal:
                        agent.get_move(game, limited(GENEROUS_MS))
                        position = agent._player.asked[-1][0]
                        seen.append(position.turn)
                        assert {divmod(move, game.width) for move in position.moves()} == legal
                    return super().get_move(game, time_left)

            pair = (Watcher(), aind_program.RandomAgent()) if seat == 0 else (aind_program.RandomAgent(), Watcher())
            aind_program.Board(*pair, width=width, height=height).play(time_limit=GENEROUS_MS)
            assert seen
            assert set(seen) == {seat}


def test_numpy_cells_of_a_host_are_understood():
    class NumpyBoard(aind_program.Board):
        def get_legal_moves(self, player=None):
            return [(np.int64(row), np.int64(column)) for row, column in super().get_legal_moves(player)]

    agent = CounterplyPlayer(SMALL + "Mobile", seed=1)
    move = agent.get_move(NumpyBoard(agent, aind_program.RandomAgent()), limited(GENEROUS_MS))
    assert [type(number) for number in move] == [int, int]


def test_position_of_before_and_after_placement():
    game = isolation_game(7, 7, "h7")
    assert len(position_of(game, range(49), (None, None), 0).moves()) == 49
    placed = position_of(game, set(range(49)) - {17, 5}, (17, 5), 0)
    assert placed.key() == game.position("moves 2,3 0,5").key()
