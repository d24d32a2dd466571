"""Programs of courses as players here: asked as their own host asks them, with their evaluator, depth and clock."""

import sys
from random import Random

import guest_files
import pytest

import counterply as cp
from counterply.core.limits import Limit
from counterply.players import make_player_here
from counterply.plugins.fishing_derby.game import game_of
from counterply.plugins.fishing_derby.guest import message_of
from counterply.plugins.fishing_derby.kth_dialect import Node
from counterply.plugins.fishing_derby.scenarios import random_scenario
from counterply.plugins.fishing_derby.text import fish_places
from counterply.plugins.isolation.aind_guest import board_of
from counterply.plugins.splendor.guest import state_of
from counterply.plugins.splendor.melbourne import move_of
from counterply.plugins.splendor.program import SplendorGameRule, SplendorState
from counterply.usercode.faults import ProcessError
from counterply.usercode.trust import checked_evaluator

LIMIT = Limit(seconds=1.5)  # also for a process that waits for a core


@pytest.fixture
def file(tmp_path):
    def written(text, name="game_agent.py"):
        path = tmp_path / name
        path.write_text(text)
        return str(path)

    return written


def walk(game, seed, plies):
    """Return the positions of a random game in which a player is on move."""
    position, dice, found = game.start(), Random(seed), []
    for _ in range(plies):
        if position.over:
            break
        if position.turn != cp.CHANCE:
            found.append(position)
        position = position.after(dice.choice(position.moves() or [code for code, _ in position.chances()]))
    return found


def chosen(player, position, seat=None):
    player.start(position.game, position.turn if seat is None else seat, 1)
    return player.choose(position, LIMIT).move


# --- Udacity, 7x7


@pytest.mark.parametrize("size", [(7, 7), (5, 4)])
def test_the_board_is_that_of_the_game(size):
    from counterply.plugins.isolation.aind_program import Board

    width, height = size
    game = cp.game("isolation", width=width, height=height)
    board = Board("one", "two", width, height)
    for position, following in zip(found := walk(game, 3, 40), found[1:], strict=False):
        shown = board_of(position.record, width, height, ("one", "two"))
        assert vars(shown) == vars(board)
        assert sorted(r * width + c for r, c in shown.get_legal_moves()) == position.moves()
        board.apply_move(divmod(following.history[-1], width))
    assert board.__get_moves__(None) == board._Board__get_moves(None) == board.get_blank_spaces()
    assert set(board.__get_moves__(board.get_player_location("one"))) == set(board.get_legal_moves("one"))


def test_the_agents_own_score_plays(file):
    path = file(guest_files.AIND)
    position = cp.game("isolation").position("moves 3,3 0,0 1,2 2,1 3,1 4,0")
    own = make_player_here(f"{path}:MinimaxPlayer")
    best = chosen(own, position)
    values = {}
    for move in position.moves():
        board = board_of(position.after(move).record, 7, 7, ("me", "you"))
        values[move] = len(board.get_legal_moves("me")) - len(board.get_legal_moves("you")) + 0.01 * (move // 7)
    assert best == max(values, key=values.get)
    assert "custom_score" in own.notes[0]
    other = make_player_here(f"{path}:MinimaxPlayer:score_fn=fleeing")
    assert chosen(other, position) == min(values, key=values.get)
    assert "fleeing" in other.notes[0]


def test_it_deepens_within_its_time(file):
    player = make_player_here(f"{file(guest_files.AIND)}:AlphaBetaPlayer")
    report = player.choose(cp.game("isolation").position("moves 3,3 0,0 1,2 2,1"), LIMIT)
    assert 0.2 < report.seconds < 5


def test_it_plays_a_match(file):
    results = cp.match("isolation", f"{file(guest_files.AIND)}:MinimaxPlayer", "random", games=2, seconds=5)
    assert results.score > 0
    assert any("custom_score" in note for note in results.notes)


def test_a_score_that_raises_loses_the_game_and_is_named(file):
    text = guest_files.AIND.replace("    row, column = game", "    raise ValueError('from custom_score')\n    row, column = game")
    results = cp.match("isolation", f"{file(text)}:AlphaBetaPlayer", "random", games=2, seconds=0.2)
    assert results.score == 0.0
    assert "from custom_score" in str(results)


def test_the_older_interface_gets_its_list_of_moves(file):
    player = make_player_here(file(guest_files.OLD_AIND))
    position = cp.game("isolation").position("moves 3,3 0,0")
    assert chosen(player, position) in position.moves()


@pytest.mark.parametrize("more", ["", ", weight=1"])
def test_a_score_is_an_evaluator(file, more):
    path = file(guest_files.AIND.replace("def custom_score(game, player", f"def custom_score(game, player{more}"))
    game = cp.game("isolation")
    evaluator = checked_evaluator(f"{path}:custom_score", game)
    position = game.position("moves 3,3 0,0 1,2")
    board = board_of(position.record, 7, 7, ("first", "second"))
    expected = len(board.get_legal_moves("second")) - len(board.get_legal_moves("first"))
    assert evaluator.bind(game).grid_value(position.record, 1) == expected * evaluator.grid
    assert evaluator.bind(game).grid_value(game.start().record, 1) == 0  # it fails before the placements, as no program asks it to


def test_it_refuses_another_game_and_an_answer_that_is_no_cell(file):
    path = file(guest_files.AIND)
    with pytest.raises(cp.GameError, match="AIND-Isolation: it plays isolation only, not tic_tac_toe"):
        make_player_here(f"{path}:AlphaBetaPlayer").start(cp.game("tic_tac_toe"), 0, 0)
    with pytest.raises(cp.UsageError, match="unknown option of player AlphaBetaPlayer"):
        make_player_here(f"{path}:AlphaBetaPlayer:colour=red").start(cp.game("isolation"), 0, 0)
    listed = make_player_here(file(guest_files.OLD_AIND.replace("return legal_moves[0]", "return list(legal_moves[0])")))
    assert chosen(listed, cp.game("isolation").position("moves 3,3 0,0")).startswith("[")


def test_with_an_evaluator_named_another_game_can_be_played_by_its_search(file):
    player = make_player_here(f"{file(guest_files.AIND)}:AlphaBetaPlayer.alphabeta:eval=zero,depth=1")
    position = cp.game("tic_tac_toe").position("moves 1,1 0,0 1,0 0,2")
    assert position.move_text(chosen(player, position)) == "1,2"


# --- Udacity, 11x9


def test_an_agent_with_a_queue_keeps_its_context_alone(file):
    game = cp.game("isolation", rules="h99", width=11, height=9)
    player = make_player_here(file(guest_files.ADVERSARIAL_SEARCH, "my_custom_player.py"))
    position = game.position("moves 3,3 5,5")
    player.start(game, 0, 1)
    for _ in range(3):
        move = player.choose(position, LIMIT).move
        assert move in position.moves()
        position = position.after(move)
        position = position.after(position.moves()[0])
    with pytest.raises(cp.GameError, match="rules=h99"):
        player.start(cp.game("isolation"), 0, 0)


def test_an_agent_that_its_host_cuts_off_is_never_late(file):
    text = """
import time
from sample_players import DataPlayer

class CustomPlayer(DataPlayer):
    def get_action(self, state):
        self.queue.put(state.actions()[0])
        while True:
            time.sleep(1)
"""
    limit, position = Limit(seconds=0.3), cp.game("isolation", rules="h99", width=11, height=9).start()
    player = make_player_here(file(text, "one.py"))
    report = player.choose(position, limit)
    assert report.move in position.moves()
    assert player.host_ns / 1e9 <= limit.seconds < report.seconds


def test_an_agent_that_puts_nothing_or_raises_is_told(file):
    head = "from sample_players import DataPlayer\nclass CustomPlayer(DataPlayer):\n    def get_action(self, state):\n        "
    position = cp.game("isolation", rules="h99", width=11, height=9).start()
    with pytest.raises(ProcessError, match="put no action"):
        chosen(make_player_here(file(head + "pass", "one.py")), position)
    with pytest.raises(ProcessError, match=r"raised KeyError.*two\.py:4"):
        chosen(make_player_here(file(head + "raise KeyError(1)", "two.py")), position)
    stands = make_player_here(file(head + "self.queue.put(state.actions()[0]); raise KeyError(1)", "three.py"))
    assert chosen(stands, position) in position.moves()
    late = make_player_here(file(head + "from isolation.isolation import Isolation; self.queue.put(state.actions()[0])", "four.py"))
    assert chosen(late, position) in position.moves()


# --- Melbourne


@pytest.fixture(scope="module")
def splendor():
    return cp.game("splendor", variant="host")


def test_the_programs_state_is_that_of_the_game(splendor):
    rule = SplendorGameRule(2)
    for position in walk(splendor, 2, 130)[::3]:
        state = state_of(position, SplendorState(2), set())
        moves = [move_of(action, position.record) for action in rule.getLegalActions(state, position.turn)]
        assert sorted(moves) == position.moves()
        assert [agent.score for agent in state.agents] == position.record["score"].tolist()


@pytest.mark.parametrize("text", [guest_files.SPLENDOR, guest_files.PACKAGED_SPLENDOR], ids=["two", "three"])
def test_both_signatures_play(file, splendor, text):
    player = make_player_here(file(text, "myTeam.py"))
    for position in walk(splendor, 4, 60)[:40:7]:
        assert chosen(player, position) in position.moves()
    with pytest.raises(cp.GameError, match="variant=host"):
        player.start(cp.game("splendor"), 0, 0)


def test_the_third_warning_loses(file, splendor, capfd):
    player = make_player_here(file(guest_files.SPLENDOR.replace("return max(", "return 1 / 0, max("), "myTeam.py"))
    position = walk(splendor, 4, 3)[0]
    player.start(splendor, position.turn, 1)
    for _ in range(2):
        assert player.choose(position, LIMIT).move in position.moves()
    with pytest.raises(ProcessError, match="third warning: it raised ZeroDivisionError"):
        player.choose(position, LIMIT)
    assert capfd.readouterr().err.count("has got a warning") == 2


# --- KTH


def test_the_game_tree_is_that_of_the_game():
    game = game_of(random_scenario(4, 5, True, 40), mode="host_tree")
    position, dice = game.start(), Random(1)
    green = position.turn
    node = Node(message=message_of(position, green), player=0)
    while not position.over and node.compute_and_get_children():
        assert [child.move for child in node.children] == position.moves()
        child = dice.choice(node.children)
        position, node = position.after(child.move), child
        shown = node.state
        assert shown.get_fish_positions() == fish_places(position)
        assert [shown.get_player_scores()[p] for p in (0, 1)] == [int(position["score"][seat]) for seat in (green, 1 - green)]
        assert [shown.get_hook_positions()[p] for p in (0, 1)] == [
            (int(position["hook_x"][seat]), int(position["hook_y"][seat])) for seat in (green, 1 - green)
        ]


def test_the_loop_runs_and_plays_both_seats(file):
    path = file(guest_files.FISHING_DERBY, "player.py")
    game = game_of(random_scenario(3, 2, True, 24))
    player = make_player_here(path)
    for position in walk(game, 1, 12):
        assert chosen(player, position) in position.moves()
    broken = make_player_here(file(guest_files.FISHING_DERBY.replace("children = initial", "children = wrong"), "broken.py"))
    with pytest.raises(ProcessError, match=r"NameError.*broken\.py"):
        chosen(broken, game.start())


# --- CS50, AIMA, Kaggle

WINS = {"moves 1,1 0,0 1,0 0,2": "1,2", "moves 0,0 1,1 0,1 1,0 2,2": "1,2"}  # one move wins at once, for either player


@pytest.mark.parametrize("text", [guest_files.CS50, guest_files.AIMA], ids=["CS50", "AIMA"])
def test_searches_of_tic_tac_toe_take_a_win(file, text):
    path = file(text, "tictactoe.py")
    game = cp.game("tic_tac_toe")
    for moves in WINS:
        position = game.position(moves)
        assert cp.solve(position.after(chosen(make_player_here(path), position))).winner == ("first", "second")[position.turn]


@pytest.mark.parametrize("name", ["connect_four", "hex"])
def test_an_aima_search_plays_other_games(file, name):
    player = make_player_here(f"{file(guest_files.AIMA, 'games_of_mine.py')}:alpha_beta_cutoff_search:d=1")
    for position in walk(cp.game(name), 3, 12)[::5]:
        assert chosen(player, position) in position.moves()
    if name == "connect_four":
        assert chosen(player, cp.game(name).position("moves 4 1 4 1 4 2")) == 3


@pytest.mark.parametrize(("name", "last"), [("connect_four", 6), ("tic_tac_toe", 2)])
def test_a_kaggle_agent_sees_the_board(file, name, last):
    game = cp.game(name)
    assert chosen(make_player_here(file(guest_files.KAGGLE, "submission.py")), game.start()) == last
    seen = "def agent(observation, configuration):\n    return str(observation.board) + str(observation.mark)\n"
    position = game.position("moves 4 4 1" if name == "connect_four" else "moves 1,1 0,0 2,2")
    answer = chosen(make_player_here(file(seen, "seen.py")), position)
    board = [0] * 35 + [1, 0, 0, 1, 0, 0, 0] if name == "connect_four" else [2, 0, 0, 0, 1, 0, 0, 0, 1]
    if name == "connect_four":
        board[31] = 2
    assert answer == f"{board}2"


# --- UCSB

GOBANG = """
import sys
size = int(sys.argv[sys.argv.index("-n") + 1])
free = [f"{chr(97 + x)}{y}" for y in range(1, size + 1) for x in range(size)]
def mine():
    print("Thinking ...")
    print("Move played:", free.pop(0), flush=True)
if "-l" in sys.argv:
    mine()
for line in sys.stdin:
    free.remove(line.strip())
    print("Move played:", line.strip())
    mine()
"""


def test_a_program_of_the_referee_plays_whole_games(tmp_path, file):
    program = f'mp2:cmd="{sys.executable} {file(GOBANG, "gobang.py")}",log={tmp_path / "log"}'
    results = cp.match("gomoku", program, "random", games=2, nodes=1, openings="start", options={"size": "6"})
    assert "FAILED" not in str(results)
    assert any("121 s a game" in note for note in results.notes)
    assert (tmp_path / "log").read_text().count("-n 6 -l") >= 1
    with pytest.raises(cp.GameError, match="--openings start"):
        make_player_here(program).choose(cp.game("gomoku", size=6).position("moves a1 b2"), Limit(nodes=1))
    with pytest.raises(cp.UsageError, match="freestyle on a square"):
        make_player_here(program).start(cp.game("gomoku", rule="renju"), 0, 0)
