"""Blocker against recorded games, counted search trees and worked examples."""

import functools
import json
from pathlib import Path

import numpy as np
import pytest

from counterply import DRAW, FIRST, ONGOING, SECOND, CounterplyError
from counterply.plugins.blocker.game import game
from counterply.plugins.blocker.rules import MOVE_NAMES, agent_moves, is_stuck
from counterply.plugins.blocker.text import rows_of

DATA = Path(__file__).parent / "data"
WALKS = json.loads((DATA / "walks.json").read_text())
VALUES = {ONGOING: 0, FIRST: 1, SECOND: -1, DRAW: 0}
FILES = {"zip": "board.txt", "figure": "figure.txt"}
# visited nodes of minimax to each depth, the root included: (board, leaf)
NODES = {
    ("course", "either"): (5, 16, 47, 123, 337, 827, 2017, 5043, 12919),
    ("course", "mover"): (5, 16, 47, 123, 338, 831, 2087, 5135, 13057),
    ("figure", "either"): (5, 16, 47, 123, 341, 872, 2253, 5661, 14502),
    ("figure", "mover"): (5, 16, 47, 123, 341, 872, 2256, 5674, 14687),
}
# the same for alpha-beta in the order up .. block, both stuck a tie; infinite window
ALPHA_BETA = {
    "course": (5, 11, 25, 44, 85, 138, 247, 388, 855, 1301, 2344),
    "figure": (5, 11, 25, 44, 85, 139, 251, 397, 696, 1084, 1878),
}


def play(made, names):
    return made.start().play_text(names.split())


def names_of(position, agent):
    moves = np.zeros(6, np.int32)
    return [MOVE_NAMES[m] for m in moves[: agent_moves(position.record, agent, moves)]]


@pytest.mark.parametrize("number", range(len(WALKS)))
def test_recorded_walk(number):
    made = game(board=str(DATA / FILES[WALKS[number]["board"]]))
    position = made.start()
    for step in WALKS[number]["walk"]:
        assert [position.move_text(m) for m in position.moves()] == step["legal"]
        position = position.play_text([step["move"]])
        record = position.record
        assert rows_of(record, 5, 5) == step["board"]
        assert [[int(x) - 1, int(y) - 1] for x, y in zip(record["x"], record["y"], strict=True)] == step["pos"]
        assert record["score"].tolist() == step["score"]
        assert (position.turn, int(record["left"])) == (step["turn"], step["food"])
        assert [names_of(position, 0), names_of(position, 1)] == [step["legalA"], step["legalB"]]
        assert [is_stuck(record, agent) for agent in (0, 1)] == [not step["legalA"], not step["legalB"]]
        again = made.position(str(position))
        assert again.key() == position.key()
    assert (position.outcome() != ONGOING) == WALKS[number]["leaf"]
    value = WALKS[number]["valueA"]  # None: both are stuck
    assert VALUES[position.outcome()] == (0 if value is None else value)
    assert (value is None) == all(is_stuck(position.record, agent) for agent in (0, 1))


@pytest.mark.parametrize(("board", "leaf"), NODES)
def test_minimax_node_counts(board, leaf):
    level, visited, total = [game(board=board, leaf=leaf).start()], [], 1
    for _ in range(len(NODES[board, leaf])):
        level = [p.after(m) for p in level for m in p.moves()]
        total += len(level)
        visited.append(total)
    assert tuple(visited) == NODES[board, leaf]


@pytest.mark.parametrize("board", ALPHA_BETA)
def test_alpha_beta_node_counts_and_values(board):
    def search(position, depth, alpha, beta):
        nonlocal nodes
        nodes += 1
        if depth == 0 or position.outcome() != ONGOING:
            value = VALUES[position.outcome()]
            return value if position.turn == 0 else -value
        best = -2
        for move in position.moves():
            best = max(best, -search(position.after(move), depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best

    counts, values = [], []
    for depth in range(1, len(ALPHA_BETA[board]) + 1):
        nodes = 0
        values.append(search(game(board=board).start(), depth, -9, 9))
        counts.append(nodes)
    assert tuple(counts) == ALPHA_BETA[board]
    assert values == [0] * 10 + [1 if board == "course" else 0]


def test_best_line_of_the_course_board():
    position = play(game(), "block left up right eat left right right down left eat")
    assert position.outcome() == FIRST
    assert game().reason(position) == "the food is gone"
    assert position.record["score"].tolist() == [2, 0]


def test_worked_examples():
    assert names_of(game().start(), 0) == ["up", "right", "down", "block"]
    assert names_of(game().start(), 1) == ["up", "left", "block"]
    assert names_of(play(game(), "up"), 0) == ["right", "down", "eat"]
    shared = play(game(), "down block left")
    assert names_of(shared, 1) == ["up", "left"]
    both = play(game(), "down block left left block")
    assert both.outcome() == DRAW
    assert game().reason(both) == "both are stuck"
    assert play(game(both_stuck="mover_loses"), "down block left left block").outcome() == FIRST
    walled = play(game(), "down left block block")
    assert (walled.outcome(), game().reason(walled)) == (FIRST, "B is stuck")
    assert play(game(leaf="mover"), "down left block block").outcome() == ONGOING


def test_an_agent_not_to_move_that_is_walled_in_has_lost():
    text = "#####\n##* #\n##A##\n##B##\n#####\nA at 2,2 on wall, score 0\nB at 2,3 on wall, score 0\n"
    for mover in "AB":
        position = game().position(f"{text}{mover} to move")
        assert position.outcome() == FIRST
    assert names_of(position, 0) == ["up"]


def test_boards_without_a_closed_border(tmp_path):
    file = tmp_path / "open.txt"
    file.write_bytes(b"3 2\r\nA *\r\n  B\r\n\r\n")
    made = game(board=str(file))
    assert [made.start().move_text(m) for m in made.start().moves()] == ["right", "down", "block"]
    assert names_of(made.start(), 1) == ["up", "left", "block"]


def test_largest_board(tmp_path):
    rows = ["*" + " " * 31, *[" " * 32] * 30, "A" + " " * 30 + "B"]
    file = tmp_path / "large.txt"
    file.write_text("32 32\n" + "\n".join(rows))
    position = game(board=str(file)).start()
    assert [position.move_text(m) for m in position.moves()] == ["up", "right", "block"]
    assert names_of(position, 1) == ["up", "left", "block"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("#####", "line 1: a board begins with its width and height"),
        ("5 2\n#A*B#\n", "promises 2 rows, but there are 1"),
        ("5 1\n#A*B#\n#####\n", "line 3"),
        ("5 1\n#A*B\n", "line 2: a row has 5 cells, this one 4"),
        ("5 1\n#A*x#\n", "line 2, column 4: 'x'"),
        ("5 1\n#A* #\n", "one B, this one 0"),
        ("5 1\n#A B#\n", "without food"),
        ("33 1\n" + "A*B" + " " * 30, "32x32"),
    ],
)
def test_bad_board_files(tmp_path, text, says):
    file = tmp_path / "bad.txt"
    file.write_text(text)
    with pytest.raises(CounterplyError, match=says):
        game(board=str(file))


def test_missing_board_file():
    with pytest.raises(CounterplyError, match="no board 'nowhere"):
        game(board="nowhere.txt")


@functools.cache
def twin(name):
    return game(board=name)


def test_two_boards_share_one_record_type_and_differ_in_setup():
    assert twin("course").record == twin("figure").record
    assert twin("course").setup_hash != twin("figure").setup_hash
    assert twin("figure").full_name == "blocker board=figure"


def test_evaluators_keep_the_contract():
    from counterply.core.evaluator import reference_evaluator
    from counterply.plugins.blocker.evaluators import evaluators
    from counterply.usercode.loading import load_game

    made = load_game("blocker")
    assert [e.name for e in made.evaluators] == [e.name for e in evaluators]
    assert reference_evaluator(made).name == "assignment"
    position = play(made, "up block eat")
    values = {e.name: e.bind(made).grid_value(position.record, 0) / e.grid for e in evaluators}
    assert (values["food"], values["assignment"]) == (1.0, 0.0)
    # A at 2,1 and B at 2,3, on its wall, are two steps from the food that is left; B has the cell at 1,3 for itself
    assert [round(value, 2) for _, value, _ in evaluators[0].bind(made).explain(position.record, 0)] == [1.0, 0.0, -1.0, 0.0]
    assert values["reach"] == pytest.approx(1 - 0.02, abs=1e-3)
    near = play(made, "up")  # A stands on food, and has two steps to the other; B has four and two
    explained = evaluators[0].bind(made).explain(near.record, 0)
    assert [round(value, 3) for _, value, _ in explained] == [0.0, 1 + 0.25 - (0.25 + 0.25), 0.0, 0.0]
