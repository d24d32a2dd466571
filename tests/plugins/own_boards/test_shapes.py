"""What boards and their objects look like in public files: each shape is judged as the board that it is."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest
from test_own_calls import HELD, RIGHT, TEXT, faults_of, few_boards

from counterply.plugins.dialects.failures import is_lacking
from counterply.plugins.dialects.students_file import module_of
from counterply.plugins.dialects.views import NotSeenError

assert few_boards
LINES = TEXT.partition("\ndef ")[0]
TWO_BOARDS = (
    LINES
    + """
def worth(board_x, board_o):
    for board, sign in ((board_x, 1), (board_o, -1)):
        if any(all(board[cell // 3][cell % 3] for cell in line) for line in LINES):
            return sign
    return 0 if all(x or o for xs, os in zip(board_x, board_o) for x, o in zip(xs, os)) else None

def with_piece(board, cell):
    return [[each or 3 * row + column == cell for column, each in enumerate(held)] for row, held in enumerate(board)]

def free(board_x, board_o):
    return [cell for cell in range(9) if not board_x[cell // 3][cell % 3] and not board_o[cell // 3][cell % 3]]

def max_value(board_x, board_o, alpha, beta):
    if worth(board_x, board_o) is not None:
        return worth(board_x, board_o)
    best = -9
    for cell in free(board_x, board_o):
        best = max(best, min_value(with_piece(board_x, cell), board_o, alpha, beta))
        if best >= beta:
            return best
        alpha = max(alpha, best)
    return best

def min_value(board_x, board_o, alpha, beta):
    if worth(board_x, board_o) is not None:
        return worth(board_x, board_o)
    best = 9
    for cell in free(board_x, board_o):
        best = min(best, max_value(board_x, with_piece(board_o, cell), alpha, beta))
        if best <= alpha:
            return best
        beta = min(beta, best)
    return best
"""
)
SETS = (
    LINES
    + """
def minimax(state, depth, player):
    won = [any(side >= {(cell // 3, cell % 3) for cell in line} for line in LINES) for side in state]
    if depth == 0 or any(won) or len(state[0]) + len(state[1]) == 9:
        return won[0] - won[1], state
    found = []
    for cell in ((row, column) for row in range(3) for column in range(3)):
        if cell not in state[0] | state[1]:
            other = [side | {cell} if number == player else side for number, side in enumerate(state)]
            found.append((minimax(other, depth - 1, 1 - player)[0], other))
    return (max if player == 0 else min)(found, key=lambda pair: pair[0])

first = [set(), set()]  # the state
first_state = first
"""
)
AHEAD = (
    LINES
    + """
def following(board, player):
    return [board[:i] + player + board[i + 1:] for i in range(9) if board[i] == "0"]

def score(board):
    lines = [{board[cell] for cell in line} for line in LINES]
    return ({"1"} in lines) - ({"2"} in lines)

def over(board):
    return score(board) != 0 or "0" not in board

def maximizer(board):
    moves = following(board, "1")
    scores = [score(move) if over(move) else minimizer(move)[0] for move in moves]
    return max(scores), moves[scores.index(max(scores))]

def minimizer(board):
    moves = following(board, "2")
    scores = [score(move) if over(move) else maximizer(move)[0] for move in moves]
    return min(scores), moves[scores.index(min(scores))]
"""
)
OF_ITS_CLASS = (
    LINES
    + """
import numpy as np

class Board:
    grid = np.array([[0, 0, 0], [0, 0, 0], [0, 0, 0]])

    def copy(self):
        other = Board()
        other.grid = np.array(self.grid, copy=True)
        return other

    def moves(self):
        return list(zip(*np.where(self.grid == 0)))

    def won(self):
        cells = self.grid.flatten()
        return any(cells[a] == cells[b] == cells[c] != 0 for a, b, c in LINES)

def max_value(board, turn):
    if board.won():
        return -1
    return 0 if turn > 9 else max(min_value(*with_move(board, move, turn)) for move in board.moves())

def min_value(board, turn):
    if board.won():
        return 1
    return 0 if turn > 9 else min(max_value(*with_move(board, move, turn)) for move in board.moves())

def with_move(board, move, turn):
    other = board.copy()
    other.grid[move] = turn % 2 + 1
    return other, turn + 1
"""
)
DEPTH = "def minimax(board, depth, alpha, beta, maximizingPlayer):\n"
AGAIN = "not maximizingPlayer)[1]"


def told(text, parameter, begin=""):
    """Return the search with one more parameter, that it hands on."""
    return text.replace(DEPTH, DEPTH.replace("):", f", {parameter}):") + begin).replace(
        AGAIN, AGAIN.replace(")", f", {parameter})")
    )


SHAPES = {
    "pieces of each side on a board of their own, two functions": TWO_BOARDS,
    "sets of cells": SETS,
    "two functions under other names, ends seen before they are asked about": AHEAD,
    "a grid that the class holds": OF_ITS_CLASS,
    "a count that another method begins": HELD.replace('stats["nodes"] += 1', "self.seen += 1").replace(
        "class Player:\n", "class Player:\n    def choose(self, board):\n        self.seen = 0\n\n"
    ),
    "a limit that another function sets": RIGHT.replace("depth == 0", "depth == least").replace(
        DEPTH, "def begin():\n    global least\n    least = 0\n\n" + DEPTH
    ),
    "a deadline": told(RIGHT, "deadline", "    if __import__('time').time() > deadline:\n        raise TimeoutError\n"),
    "a way to play": told(RIGHT, "mode").replace("if winning", "if mode == 0 and winning"),
    "a last move, of which there is none at first": told(RIGHT, "last").replace(
        "if winning_move", "if (last is None or len(last)) and winning_move"
    ),
    "a board by another name": HELD.replace("board", "model"),
    "an object made of a queue and a level": HELD.replace("import copy", "from queue import Queue\nimport copy").replace(
        "piece, depth=5):", "piece, level: int, queue: Queue):\n        self.level, self.queue = level, queue"
    ),
    "seven rows and eight columns": RIGHT.replace("COLUMN_COUNT = 6, 7", "COLUMN_COUNT = 7, 8")
    .replace("for r in range(6) for c in range(7)", "for r in range(7) for c in range(8)")
    .replace("0 <= r + 3 * y < 6 and c + 3 * x < 7", "0 <= r + 3 * y < 7 and c + 3 * x < 8"),
    "an object with actions": HELD.replace("valid", "actions"),
    "a text by another name": TEXT.replace("state", "pos"),
}
MISTAKES = [
    (TWO_BOARDS, "best = min(best", "best = max(best", "the min is"),
    (SETS, "depth - 1, 1", "depth - (depth % 2), 1", "hands on its depth as it was"),
    (TWO_BOARDS, "        beta = min(beta, best)", "        beta = alpha", "cuts"),
    (SETS, "- won[1]", "- won[0]", "It does not see that"),
    (SETS, "else min)", "else max)", "Both sides take the largest"),
    (AHEAD, "return min(scores)", "return scores[0]", "does not see that '2' has won"),
    (OF_ITS_CLASS, "0 if turn > 9 else max(", "0 if turn > 9 else min(", "Both sides take the smallest"),
]


@pytest.mark.parametrize("shape", SHAPES)
def test_a_right_one_has_no_fault(shape, tmp_path):
    assert faults_of(SHAPES[shape], tmp_path) == []


@pytest.mark.parametrize(("text", "old", "new", "said"), MISTAKES)
def test_a_mistake_is_told(text, old, new, said, tmp_path):
    assert old in text
    assert re.search(said, faults_of(text.replace(old, new), tmp_path)[0])


def test_copies_of_another_kind_of_board_are_no_mistake(tmp_path):
    text = RIGHT.replace("def worth(board):\n", "def worth(board):\n    row\n").replace("depth == 0", "depth <= 0")
    with pytest.raises(NotSeenError):
        faults_of(text, tmp_path)


def test_a_program_finds_its_modules_where_it_is_run_from(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setitem(sys.modules, "boards_of_it", ModuleType("boards_of_it"))  # of another program
    (tmp_path / "boards_of_it" / "agents").mkdir(parents=True)
    (tmp_path / "boards_of_it" / "sizes_of_it.py").write_text("ROWS = 6\n")
    (tmp_path / "boards_of_it" / "agents" / "agent.py").write_text("from boards_of_it.sizes_of_it import ROWS\n")
    assert module_of(tmp_path / "boards_of_it" / "agents" / "agent.py").ROWS == 6
    (tmp_path / "boards_of_it" / "agents" / "other.py").write_text("import nowhere_at_all\n")
    with pytest.raises(ModuleNotFoundError):
        module_of(tmp_path / "boards_of_it" / "agents" / "other.py")


@pytest.mark.parametrize(("main", "lacks"), [("    nodes = 0\n", True), ("    other = 0\n", False)])
def test_a_variable_of_the_main_part_is_no_mistake(main, lacks, tmp_path):
    file = Path(tmp_path / "counted.py")
    file.write_text(f"def search(state):\n    global nodes\n    nodes += 1\n\nif __name__ == '__main__':\n{main}")
    spec = importlib.util.spec_from_file_location("counted", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with pytest.raises(NameError) as caught:
        module.search(0)
    assert is_lacking(caught.value) is lacks


@pytest.mark.parametrize("indent", [None, 1])
def test_a_notebook_is_read_by_its_cells_however_it_is_saved(indent, tmp_path):
    cells = [{"cell_type": "code", "source": TEXT}]
    assert faults_of(json.dumps({"cells": cells}, indent=indent), tmp_path, "theirs.ipynb") == []
