"""Connect four and tic-tac-toe on boards of all kinds, judged by what a search asks of itself, and edits that make them wrong."""

from __future__ import annotations

import contextlib
import re

import pytest

import counterply as cp
from counterply.plugins.dialects import asked_functions, lookup
from counterply.plugins.dialects.asked_functions import Functions
from counterply.plugins.dialects.players import player_in_file
from counterply.plugins.dialects.students_file import CUT_SHORT, module_of
from counterply.plugins.dialects.views import NotSeenError
from counterply.plugins.own_boards import own_boards, own_calls
from counterply.plugins.own_boards.line_games import line_games
from counterply.plugins.teaching.judge.child import failure_of

RIGHT = """
import math
import random

import numpy as np
import pygame

ROW_COUNT, COLUMN_COUNT = 6, 7
PLAYER_PIECE, AI_PIECE = 1, 2
WAYS = [(0, 1), (1, 0), (1, 1), (-1, 1)]
LINES = [[(r + i * y, c + i * x) for i in range(4)] for y, x in WAYS for r in range(6) for c in range(7)
         if 0 <= r + 3 * y < 6 and c + 3 * x < 7]

def is_valid_location(board, col):
    return board[ROW_COUNT - 1][col] == 0

def get_next_open_row(board, col):
    return next(r for r in range(ROW_COUNT) if board[r][col] == 0)

def drop_piece(board, row, col, piece):
    board[row][col] = piece

def winning_move(board, piece):
    return any(all(board[r][c] == piece for r, c in line) for line in LINES)

def get_valid_locations(board):
    return [col for col in range(COLUMN_COUNT) if is_valid_location(board, col)]

def score_position(board, piece):
    held = [[board[r][c] for r, c in line] for line in LINES]
    return sum(cells.count(piece) ** 2 for cells in held if cells.count(piece) + cells.count(0) == 4)

def worth(board):
    return score_position(board, AI_PIECE) - score_position(board, PLAYER_PIECE)

def minimax(board, depth, alpha, beta, maximizingPlayer):
    locations = get_valid_locations(board)
    if winning_move(board, AI_PIECE):
        return None, 100000
    if winning_move(board, PLAYER_PIECE):
        return None, -100000
    if not locations:
        return None, 0
    if depth == 0:
        return None, worth(board)
    largest = maximizingPlayer
    value = -math.inf if largest else math.inf
    column = random.choice(locations)
    for col in locations:
        b_copy = board.copy()
        drop_piece(b_copy, get_next_open_row(board, col), col, AI_PIECE if maximizingPlayer else PLAYER_PIECE)
        new_score = minimax(b_copy, depth - 1, alpha, beta, not maximizingPlayer)[1]
        if largest:
            if new_score > value:
                value, column = new_score, col
            alpha = max(alpha, value)
        else:
            if new_score < value:
                value, column = new_score, col
            beta = min(beta, value)
        if alpha >= beta:
            break
    return column, value

pygame.init()
board = np.zeros((ROW_COUNT, COLUMN_COUNT))
screen = pygame.display.set_mode((COLUMN_COUNT * 100, 700))
font = pygame.font.SysFont("monospace", 75)
pygame.draw.circle(screen, (255, 0, 0), (font.render("", 1, (0, 0, 0)).get_width() // 2, 50), 45)
while True:
    for event in pygame.event.get():
        if event.type == pygame.QUIT:
            raise SystemExit
    drop_piece(board, 0, minimax(board, 2, -math.inf, math.inf, True)[0], AI_PIECE)
"""
FROM_ABOVE = RIGHT.replace("board[ROW_COUNT - 1][col]", "board[0][col]").replace(
    "next(r for r in range(ROW_COUNT)", "max(r for r in range(6)"
)
OTHER_WORDS = RIGHT.replace("import numpy as np", "import numpy").replace("np.zeros", "numpy.zeros")
OTHER_WORDS = OTHER_WORDS.replace("board", "myBoard").replace("maximizingPlayer", "maximizePlayer")
MISTAKES = [
    ("(-1, 1)]", "]", "with four in a falling diagonal"),
    ("    if not locations:\n        return None, 0", "", "IndexError: Cannot choose from an empty sequence"),
    (
        "    if winning",
        "    if depth == 0:\n        return None, worth(board)\n    if winning",
        "ask whether the game is over before",
    ),
    ("None, worth(board)", "None, worth(board) * (1 if maximizingPlayer else -1)", "At its last depth, min to move"),
    ("None, worth(board)", "None, score_position(board, PLAYER_PIECE)", "At its last depth, max to move"),
    ("-math.inf if largest else math.inf", "0", "Its best value begins with 0"),
    ("if new_score > value", "if new_score >= value", "It takes the last of equal values"),
    ("value, column = new_score, col", "value = new_score", "It answers a move at random"),
    ("depth - 1, alpha, beta, not", "depth - 1, beta, alpha, not", "It hands alpha and beta on exchanged"),
    ("if new_score < value", "if new_score > value", "it returns inf; the min is"),
    ("largest = max", "largest = not max", "Max and min are exchanged"),
    ("not maximizingPlayer)[1]", "maximizingPlayer)[1]", "The same side moves at each ply"),
    ("b_copy = board.copy()", "b_copy = board", "The board that it is given is another one afterwards"),
]


HELD = """
import copy, math

class Board:
    def __init__(self):
        self.columns = [[] for _ in range(7)]
        self.turn = "R"
        self.last = None

    def drop(self, column):
        self.columns[column].append(self.turn)
        self.last = column
        self.turn = "Y" if self.turn == "R" else "R"

    def valid(self):
        return [c for c in range(7) if len(self.columns[c]) < 6]

    def at(self, r, c):
        return self.columns[c][r] if 0 <= c < 7 and 0 <= r < len(self.columns[c]) else None

    def winner(self):
        for c in range(7):
            for r in range(6):
                for y, x in [(0, 1), (1, 0), (1, 1), (-1, 1)]:
                    if self.at(r, c) and all(self.at(r + i * y, c + i * x) == self.at(r, c) for i in range(4)):
                        return self.at(r, c)

class Player:
    def __init__(self, piece, depth=5):
        self.piece, self.nodes = piece, 0

    def minimax(self, board, depth, alpha, beta, maximizing, stats):
        stats["nodes"] += 1
        if board.winner():
            return (1000 + depth if board.winner() == self.piece else -1000 - depth), None
        if depth == 0 or not board.valid():
            return 0, None
        best, move = -math.inf if maximizing else math.inf, None
        for column in board.valid():
            child = copy.deepcopy(board)
            child.drop(column)
            value, _ = self.minimax(child, depth - 1, alpha, beta, not maximizing, stats)
            if maximizing and value > best or not maximizing and value < best:
                best, move = value, column
            if maximizing:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if beta <= alpha:
                break
        return best, move
"""
TEXT = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]  # of tic-tac-toe

def negamax(state, player):
    other = "O" if player == "X" else "X"
    if any(all(state[cell] == other for cell in line) for line in LINES):
        return -1
    if "-" not in state:
        return 0
    best = -2
    for cell in range(9):
        if state[cell] == "-":
            best = max(best, -negamax(state[:cell] + player + state[cell + 1:], other))
    return best
"""
TABLE = HELD.replace("    def __init__(self, piece", "    seen = {}\n\n    def __init__(self, piece").replace(
    '        stats["nodes"] += 1\n',
    """        stats["nodes"] += 1
        key = str(board.columns), depth, alpha, beta
        if key in Player.seen:
            return Player.seen[key]
""",
)
TABLE = TABLE.replace("        return best, move\n", "        Player.seen[key] = best, move\n        return best, move\n")
AHEAD = HELD.replace(
    "        if depth == 0 or not",
    """        for column in board.valid():
            child = copy.deepcopy(board)
            child.drop(column)
            if child.winner():
                return (1000 + depth if maximizing else -1000 - depth), column
        if depth == 0 or not""",
)
PAIR = (
    TEXT.partition("def negamax")[0]
    + """
import numpy as np

def value_at_end(board):
    cells = board.flatten()
    for mark in (1, 2):
        if any(all(cells[cell] == mark for cell in line) for line in LINES):
            return 1 if mark == 1 else -1
    return 0 if all(cells) else None

def max_value(board, alpha, beta):
    if value_at_end(board) is not None:
        return value_at_end(board)
    best = -2
    for row, column in zip(*np.where(board == 0)):
        board[row, column] = 1
        best = max(best, min_value(board, alpha, beta))
        board[row, column] = 0
        if best >= beta:
            return best
        alpha = max(alpha, best)
    return best

def min_value(board, alpha, beta):
    if value_at_end(board) is not None:
        return value_at_end(board)
    best = 2
    for row, column in zip(*np.where(board == 0)):
        board[row, column] = 2
        best = min(best, max_value(board, alpha, beta))
        board[row, column] = 0
        if best <= alpha:
            return best
        beta = min(beta, best)
    return best

def get_best_move(board):
    best, move = -2, None
    for row, column in zip(*np.where(board == 0)):
        board[row, column] = 1
        value = min_value(board, -2, 2)
        board[row, column] = 0
        if value > best:
            best, move = value, (row, column)
    return move
"""
)
FOR_MIN = (
    PAIR.partition("def get_best_move")[0]
    + """
def computer_move(board):
    worst, move = 2, None
    for row, column in zip(*np.where(board == 0)):
        board[row, column] = 2
        value = max_value(board, -2, 2)
        board[row, column] = 0
        if value < worst:
            worst, move = value, (row, column)
    return move
"""
)
ALL_RIGHT = [RIGHT, FROM_ABOVE, OTHER_WORDS, HELD, TEXT, TABLE, AHEAD, PAIR, FOR_MIN]
MISTAKES = [(RIGHT, *mistake) for mistake in MISTAKES] + [
    (HELD, "                beta = min(beta, value)", "                pass", "never cuts where min moves"),
    (HELD, "not maximizing and value < best", "not maximizing and value > best", "the min is"),
    (HELD, "(-1, 1)]", "]", "with four in a falling diagonal"),
    (RIGHT, "depth - 1, alpha", "depth, alpha", "It hands on its depth as it was"),
    (RIGHT, "beta = min(beta, value)", "beta = alpha", "or it cuts there whatever comes back"),
    (TABLE, "depth, alpha, beta\n", "depth\n", "a value that a cut has made a bound only"),
    (TABLE, "depth, alpha, beta\n", "alpha, beta\n", "answers it for a deeper search"),
    (PAIR, "min(best, max_value", "max(best, max_value", "the min is"),
    (PAIR, "best <= alpha", "best >= alpha", "or it cuts there whatever comes back"),
    (PAIR, "value = min_value(board, -2", "value = max_value(board, -2", "as if the other side were to move"),
    (PAIR, "value > best:", "value < best or move is None:", "It plays move"),
    (FOR_MIN, "value < worst:", "value > worst or move is None:", "It plays move"),
    (TEXT, "-negamax", "negamax", "Both sides take the largest value"),
    (TEXT, "best = -2", "best = 0", "begins with 0"),
]


@pytest.fixture(autouse=True)
def few_boards(monkeypatch):
    monkeypatch.setattr(own_calls, "NODES", 4)
    monkeypatch.setattr(own_calls, "SEARCHED", {2: 1})
    four, _ = line_games()
    monkeypatch.setattr(four, "ended", [*four.ended[:8], *four.ended[8:-1:3], four.ended[-1]])


def judged_of(text, tmp_path, name="theirs.py"):
    """Return what is judged of a file."""
    (tmp_path / name).write_text(text)
    module = module_of(tmp_path / name)
    course, (own,) = lookup.judged_in(lookup.names_in(module))
    assert course is own_boards.DIALECT
    return course.opened(module, own)


def faults_of_part(judged, part):
    """Return the faults of a part up to the first question that has some, and what was told last."""
    begin, faults = 0, []
    while begin is not None and not faults:
        told = judged.ask({"part": part, "begin": begin})
        begin, faults = told["next"], [fault for fault, _ in told["wrong"]]
    return faults, told


def faults_of(text, tmp_path, name="theirs.py"):
    """Return the faults of a file up to the first question that has some, and what it does too much."""
    judged = judged_of(text, tmp_path, name)
    for part in judged.facts["parts"]:
        faults, told = faults_of_part(judged, part)
        if faults:
            return faults
    return [told["more"]] * bool(told["more"])


@pytest.mark.parametrize("text", ALL_RIGHT)
def test_a_right_one_has_no_fault(text, tmp_path):
    assert faults_of(text, tmp_path) == []


@pytest.mark.parametrize(("text", "old", "new", "said"), MISTAKES)
def test_a_mistake_is_told(text, old, new, said, tmp_path):
    assert old in text
    assert re.search(said, faults_of(text.replace(old, new), tmp_path)[0])


@pytest.mark.parametrize(
    ("text", "old", "new", "said"),
    [
        (RIGHT, "range(COLUMN_COUNT) if", "range(5) if", "which board it searches cannot be learnt"),
        (HELD, "if board.winner():", "if False:", "it goes on after a line"),
        (HELD, "return best, move", "return best * 0.99, move", "it changes the values that come back"),
        (HELD, "board.winner() == self.piece", "board.winner() != self.piece", "wins of the other one are worth more"),
    ],
)
def test_what_cannot_be_asked_is_said_and_is_no_mistake(text, old, new, said, tmp_path):
    with pytest.raises(NotSeenError, match=said):
        faults_of(text.replace(old, new), tmp_path)


def test_a_win_that_is_seen_before_it_asks_itself_is_no_mistake(tmp_path):
    line = "            value, _ = self"
    seen = "            if child.winner() and maximizing:\n                return 1000 + depth, column\n"
    with contextlib.suppress(NotSeenError):
        assert faults_of(HELD.replace(line, seen + line), tmp_path) == []


@pytest.mark.parametrize("game", line_games(), ids=lambda game: game.name)
def test_a_finished_game_is_asked_about_for_each_line_and_side(game, monkeypatch):
    monkeypatch.undo()
    there = [(game.cells(moves), 2 - len(moves) % 2) for moves, _ in game.ended[:-1]]
    ended = {(line, side) for cells, side in there for line in game.lines if all(cells[cell] == side for cell in line)}
    assert ended == {(line, side) for line in game.lines for side in (1, 2)}
    assert all(game.cells(game.ended[-1][0]))


def test_each_answer_is_about_a_case_at_least(tmp_path, monkeypatch):
    monkeypatch.setattr(asked_functions, "CHUNK_SECONDS", -1.0)
    judged = judged_of(TEXT, tmp_path)
    for begin in (0, 1):
        told = judged.ask({"part": "negamax", "begin": begin})
        assert (told["cases"], told["next"]) == (1, begin + 1)


def test_what_is_ours_is_not_the_students_mistake():
    """A board is made of whatever its file holds, and is asked about in ways of ours: that may take more than there is."""
    assert failure_of(MemoryError())["unseen"]
    with pytest.raises(MemoryError):
        Costly().ask({"part": "search", "begin": 0})
    with pytest.raises(RuntimeError) as caught:
        raise
    assert failure_of(caught.value)["unseen"]


class Costly(Functions):
    """A search that takes all memory."""

    def __init__(self):
        super().__init__(None, "theirs.py", {"search": ""})

    def function(self, name):
        return self.cases

    def cases(self, name, function):
        yield "", lambda: [0] * (1 << 60)


def test_its_window_ends_the_reading_and_never_opens(tmp_path, monkeypatch):
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "pygame.py").write_text("raise SystemExit('a real window')")
    monkeypatch.syspath_prepend(tmp_path / "real")
    (tmp_path / "theirs.py").write_text(RIGHT)
    module = module_of(tmp_path / "theirs.py")
    assert "nobody plays at the window" in str(vars(module)[CUT_SHORT])
    assert module.board.sum() == 0


@pytest.mark.slow
def test_it_plays_a_match_as_it_lies(tmp_path):
    (tmp_path / "theirs.py").write_text(RIGHT)
    found = cp.match("connect_four", str(tmp_path / "theirs.py"), "random", games=2, seconds=60.0, workers=1)
    assert found.standing.games == 2
    assert found.standing.wins == 2


def test_it_plays_for_either_side_at_its_own_depth(tmp_path):
    (tmp_path / "theirs.py").write_text(RIGHT)
    player = player_in_file(str(tmp_path / "theirs.py"), {})
    position = cp.game("connect_four").start()
    for column in (3, 0, 3, 0, 3, 1):  # three in a column, and three in a row
        position = position.after(column)
    player.start(position.game, 0, 0)
    for side in ("first", "second"):
        assert player.choose(position, cp.Limit()).move in (3, 2), side
        position = position.after(6)
