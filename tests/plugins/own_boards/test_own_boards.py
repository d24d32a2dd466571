"""Files with a board or a list of leaves of their own, in the shapes of public ones, and one edit each that makes them wrong."""

from __future__ import annotations

import pytest

from counterply.core.errors import UsageError
from counterply.plugins.dialects import leaves, lookup
from counterply.plugins.dialects.players import player_in_file
from counterply.plugins.dialects.students_file import module_of
from counterply.plugins.dialects.views import NotSeenError
from counterply.plugins.own_boards import own_boards, own_calls
from counterply.plugins.teaching.judge.checker import Checker

GLOBAL = """
board = [" " for _ in range(9)]
human, ai = "X", "O"
scores = {"X": -10, "O": 10, "tie": 0}

def check_winner():
    for a, b, c in [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]:
        if board[a] == board[b] == board[c] != " ":
            return board[a]
    return None if " " in board else "tie"

def minimax(board, depth, isMaximizing):
    result = check_winner()
    if result is not None:
        return scores[result]
    bestScore = -1000 if isMaximizing else 1000
    for i in range(9):
        if board[i] == " ":
            board[i] = ai if isMaximizing else human
            score = minimax(board, depth + 1, not isMaximizing)
            board[i] = " "
            bestScore = max(score, bestScore) if isMaximizing else min(score, bestScore)
    return bestScore

def computer_move():
    bestScore, move = -1000, None
    for i in range(9):
        if board[i] == " ":
            board[i] = ai
            score = minimax(board, 0, False)
            board[i] = " "
            if score > bestScore:
                bestScore, move = score, i
    board[move] = ai

while check_winner() is None:
    board[int(input())] = human
    computer_move()
"""
NAMED = (
    GLOBAL.replace('[" " for _ in range(9)]', 'dict.fromkeys(range(9), " ")')
    .replace('" " in board', '" " in board.values()')
    .partition("while check")[0]
)
MARKS = """
HUMAN, COMP = -1, +1

def wins(state, player):
    lines = [*state, *zip(*state), [state[i][i] for i in range(3)], [state[i][2 - i] for i in range(3)]]
    return any([*line] == [player] * 3 for line in lines)

def minimax(state, depth, player):
    best = [-1, -1, -100 if player == COMP else 100]
    if depth == 0 or wins(state, HUMAN) or wins(state, COMP):
        return [-1, -1, +1 if wins(state, COMP) else -1 if wins(state, HUMAN) else 0]
    for x in range(3):
        for y in range(3):
            if state[x][y] == 0:
                state[x][y] = player
                score = minimax(state, depth - 1, -player)
                state[x][y] = 0
                if (score[2] > best[2]) if player == COMP else (score[2] < best[2]):
                    best = [x, y, score[2]]
    return best
"""
COPIES = """
import copy

class Computer:
    def won(self, b, mark):
        lines = [*b, *zip(*b), [b[i][i] for i in range(3)], [b[i][2 - i] for i in range(3)]]
        return any(all(cell == mark for cell in line) for line in lines)

    def minimax(self, board, depth, alpha, beta, is_max):
        if self.won(board, "x"):
            return 10 - depth, None
        if self.won(board, "o"):
            return depth - 10, None
        best, move = -100 if is_max else 100, None
        free = [(i, j) for i in range(3) for j in range(3) if board[i][j] == "_"]
        if not free:
            return 0, None
        for i, j in free:
            new = copy.deepcopy(board)
            new[i][j] = "x" if is_max else "o"
            value, _ = self.minimax(new, depth + 1, alpha, beta, not is_max)
            if (value > best) if is_max else (value < best):
                best, move = value, (i, j)
            alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
            if beta <= alpha:
                break
        return best, move
"""
NUMBERED = """
def left_in(board):
    return [cell for cell in board if cell != "O" and cell != "X"]

def has(board, player):
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    return any(all(board[cell] == player for cell in line) for line in lines)

def minimax(newBoard, player):
    if has(newBoard, "O"):
        return {"score": -10}
    if has(newBoard, "X"):
        return {"score": 10}
    moves = []
    for spot in left_in(newBoard):
        newBoard[spot] = player
        moves.append({"index": spot, "score": minimax(newBoard, "O" if player == "X" else "X")["score"]})
        newBoard[spot] = spot
    if not moves:
        return {"score": 0}
    return (max if player == "X" else min)(moves, key=lambda move: move["score"])
"""
FIVE_IN_A_ROW = """
board = [[0] * 9 for _ in range(9)]

def minimax(board, depth, is_max):
    if depth == 0:
        return sum(map(sum, board))
    best = -99 if is_max else 99
    for row in range(9):
        for column in range(9):
            if board[row][column] == 0:
                board[row][column] = 1 if is_max else -1
                value = minimax(board, depth - 1, not is_max)
                board[row][column] = 0
                best = max(best, value) if is_max else min(best, value)
    return best
"""
SPANISH = COPIES.replace("board", "tablero").replace("depth", "profundidad").replace("is_max", "es_maximizador")
GAME = """
class Grid:
    def __init__(self):
        self.cells = [" "] * 9
        self.champion = None

    def free(self):
        return [i for i, mark in enumerate(self.cells) if mark == " "]

    def put(self, square, letter):
        self.cells[square] = letter
        for line in [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]:
            if all(self.cells[i] == letter for i in line):
                self.champion = letter

class Genius:
    def __init__(self, letter):
        self.letter = letter

    def get_move(self, game):
        return self.minimax(game, self.letter)["position"]

    def minimax(self, state, player):
        other = "O" if player == "X" else "X"
        if state.champion == other:
            left = len(state.free()) + 1
            return {"position": None, "score": left if other == self.letter else -left}
        if not state.free():
            return {"position": None, "score": 0}
        best = {"position": None, "score": -99 if player == self.letter else 99}
        for move in state.free():
            state.put(move, player)
            found = self.minimax(state, other)
            state.cells[move] = " "
            state.champion = None
            found["position"] = move
            if (found["score"] > best["score"]) if player == self.letter else (found["score"] < best["score"]):
                best = found
        return best
"""
OWNED = """
import tkinter as tk
from tkinter import messagebox

class Window:
    def __init__(self, root):
        self.root = root
        self.root.title("Tic-tac-toe")
        self.buttons = [tk.Button(root, text="", command=lambda i=i: self.click(i)) for i in range(9)]
        self.board = [""] * 9
        self.human, self.ai, self.nodes = "X", "O", 0

    def click(self, i):
        messagebox.showinfo("Over", "You win!")
        self.root.after(500, self.best_move)

    def won(self, mark):
        lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
        return any(all(self.board[i] == mark for i in line) for line in lines)

    def best_move(self):
        free = [i for i in range(9) if self.board[i] == ""]
        values = {}
        for i in free:
            self.board[i] = self.ai
            values[i] = self.minimax(0, False)
            self.board[i] = ""
        move = max(free, key=values.get)
        self.board[move] = self.ai
        self.buttons[move].config(text=self.ai)

    def minimax(self, depth, is_maximizing):
        self.nodes += 1
        if self.won(self.ai):
            return 10 - depth
        if self.won(self.human):
            return depth - 10
        values = []
        for i in range(9):
            if self.board[i] == "":
                self.board[i] = self.ai if is_maximizing else self.human
                values.append(self.minimax(depth + 1, not is_maximizing))
                self.board[i] = ""
        return 0 if not values else max(values) if is_maximizing else min(values)

window = tk.Tk()
Window(window)
window.mainloop()
"""
BESIDE = OWNED.replace("(self, depth,", "(self, board, depth,").replace("minimax(0,", "minimax(self.board, 0,")
BESIDE = BESIDE.replace("minimax(depth + 1", "minimax(board, depth + 1").replace(
    "self.board[i] = self.ai if", "board[i] = self.ai if"
)
TURNS = """
class Position:
    def __init__(self):
        self.rows = [[0] * 3 for _ in range(3)]
        self.turn = 1

    def clone(self):
        new = Position()
        new.rows, new.turn = [row[:] for row in self.rows], self.turn
        return new

    def play(self, row, column):
        self.rows[row][column] = self.turn
        self.turn = -self.turn

    def winner(self):
        b = self.rows
        lines = [*b, [*zip(*b)][0], [*zip(*b)][1], [*zip(*b)][2], [b[i][i] for i in range(3)], [b[i][2 - i] for i in range(3)]]
        return next((line[0] for line in lines if line[0] and line[0] == line[1] == line[2]), 0)

def minimax(state, depth, maximizing):
    if state.winner():
        return -1 if state.winner() == 1 else 1
    values = []
    for row in range(3):
        for column in range(3):
            if not state.rows[row][column]:
                new = state.clone()
                new.play(row, column)
                values.append(minimax(new, depth + 1, not maximizing))
    return 0 if not values else max(values) if maximizing else min(values)
"""
LEAVES = """
MAX, MIN = 1000, -1000

def minimax(depth, nodeIndex, maximizingPlayer, values, alpha, beta):
    if depth == 3:
        return values[nodeIndex]
    best = MIN if maximizingPlayer else MAX
    for i in range(2):
        val = minimax(depth + 1, nodeIndex * 2 + i, not maximizingPlayer, values, alpha, beta)
        if maximizingPlayer:
            best = max(best, val)
            alpha = max(alpha, best)
        else:
            best = min(best, val)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best
"""
TOLD_HOW_DEEP = """
def minimax(curDepth, nodeIndex, maxTurn, scores, targetDepth):
    if curDepth == targetDepth:
        return scores[nodeIndex]
    both = [minimax(curDepth + 1, nodeIndex * 2 + i, not maxTurn, scores, targetDepth) for i in (0, 1)]
    return max(both) if maxTurn else min(both)
"""
COUNTS_DOWN = TOLD_HOW_DEEP.replace(", targetDepth", "").replace("== targetDepth", "== 0").replace("curDepth + 1", "curDepth - 1")
TOLD_LAST = GAME.replace("state.put(move, player)", "state.put(move, player); state.last = player")
RIGHT = [GLOBAL, NAMED, MARKS, COPIES, SPANISH, NUMBERED, GAME, TOLD_LAST, OWNED, BESIDE, TURNS, LEAVES, TOLD_HOW_DEEP, COUNTS_DOWN]
MISTAKES = [
    (GLOBAL, "ai if isMaximizing else human", "ai", "It does not see that 'O' has won"),
    (GLOBAL, "min(score, bestScore)", "max(score, bestScore)", "it returns 1000; the min is"),
    (GLOBAL, '"X": -10, "O": 10', '"X": 10, "O": -10', "It does not see that 'O' has won, with three in a row: it says -10"),
    (GLOBAL, '"tie": 0', '"tie": 10', "A draw is worth 10 to it"),
    (GLOBAL, 'board[i] = " "\n            bestScore', "bestScore", "The board that it is given is another one afterwards"),
    (GLOBAL, "score = minimax(board, 0, False)", "score = minimax(board, 0, True)", "as if the other side were to move"),
    (GLOBAL, "    return bestScore", "    pass", "It returns no value."),
    (NAMED, "else 1000", "else 0", "Its best value begins with 0"),
    (MARKS, "-player)", "player)", "Both sides take the smallest value"),
    (MARKS, "best = [-1, -1, -100 if player == COMP else 100]", "best = [-1, -1, 0]", "Its best value begins with 0"),
    (COPIES, "beta <= alpha", "beta >= alpha", "It returns after its first move"),
    (GAME, "player == self.letter else 99", "player != self.letter else 99", "it returns 99; the max is"),
    (GAME, '["score"] > best', '["score"] < best', "it returns -99; the max is"),
    (GAME, "            state.champion = None\n", "", "It does not see that"),
    (GAME, '            state.cells[move] = " "\n', "", "The board that it is given is another one afterwards"),
    (GAME, "(2, 4, 6)", "(2, 4, 7)", "with three in a falling diagonal"),
    (
        GAME,
        '(game, self.letter)["position"]',
        '(game, "X" if self.letter == "O" else "O")["position"]',
        "as if the other side were to move",
    ),
    (OWNED, "max(values) if is", "max(values) if not is", "Max and min are exchanged"),
    (OWNED, "(2, 4, 6)", "(2, 4, 7)", "with three in a falling diagonal"),
    (OWNED, "return depth - 10", "return 10 - depth", "It does not see that"),
    (BESIDE, "min(values)", "max(values)", "Both sides take the largest value"),
    (TURNS, "min(values)", "values[0]", "the min is"),
    (LEAVES, "best = min(best, val)", "best = max(best, val)", "right is"),
    (LEAVES, "        if beta <= alpha:\n            break\n", "", "alpha-beta does not"),
    (TOLD_HOW_DEEP, "not maxTurn", "maxTurn", "right is"),
]
UNSEEN = [
    (FIVE_IN_A_ROW, "-99", "-99", "which board it searches cannot be learnt"),
    (COPIES, '"_"', '"*"', "which board it searches cannot be learnt"),
    (GAME, '[" "] * 9', '[" "] * 16', "which board it searches cannot be learnt"),
    (OWNED, '"X", "O", 0', '" ", " ", 0', "answers before it asks itself"),
    (LEAVES, "range(2)", "range(3)", "only trees with two branches"),
    (NAMED, "board[move] = ai", "return 'here'", "it is not clear which cell is meant"),
]


@pytest.fixture(autouse=True)
def nearly_full_boards(monkeypatch):
    """Ask about few boards, and answer no input, as in the process of a student's file."""

    def nobody(*unused):
        raise EOFError

    monkeypatch.setattr(own_calls, "NODES", 4)
    monkeypatch.setattr("builtins.input", nobody)


def faults_of(text, tmp_path):
    """Return the faults of all parts of a file, those of doing too much among them."""
    path = tmp_path / "theirs.py"
    path.write_text(text)
    module = module_of(path)
    course, names = lookup.judged_in(lookup.names_in(module))
    assert course in (leaves.DIALECT, own_boards.DIALECT)
    judged = course.opened(module, names[0])
    faults = []
    for part in judged.facts["parts"]:
        begin = None if faults else 0
        while begin is not None:
            told = judged.ask({"part": part, "begin": begin})
            assert told["cases"]
            faults += [fault for fault, _ in told["wrong"]]
            begin = None if faults else told["next"]
        faults += [told["more"]] if told.get("more") else []
    return faults


@pytest.mark.parametrize("text", RIGHT)
def test_a_right_one_has_no_fault(text, tmp_path):
    assert faults_of(text, tmp_path) == []


@pytest.mark.parametrize(("text", "old", "new", "said"), MISTAKES)
def test_a_mistake_is_told(text, old, new, said, tmp_path):
    assert old in text
    assert said in faults_of(text.replace(old, new), tmp_path)[0]


@pytest.mark.parametrize(("text", "old", "new", "said"), UNSEEN)
def test_what_cannot_be_asked_is_said_and_is_no_mistake(text, old, new, said, tmp_path):
    assert old in text
    with pytest.raises(NotSeenError, match=said):
        faults_of(text.replace(old, new), tmp_path)


def test_a_textbooks_search_with_a_table_is_none_of_these(tmp_path):
    (tmp_path / "theirs.py").write_text("def minimax(board, depth, is_max):\n    seen[board] = board.moves()\n")
    assert lookup.judged_in(lookup.names_in(module_of(tmp_path / "theirs.py"))) == (None, [])


def test_a_file_that_asks_for_input_is_judged_as_far_as_it_was_read(tmp_path):
    (tmp_path / "theirs.py").write_text(LEAVES + "\nprint(minimax(0, 0, True, [int(input()) for _ in range(8)], MIN, MAX))\n")
    with Checker(str(tmp_path / "theirs.py")) as checker:
        verdict = checker.check()
    assert verdict.grade == "right"
    assert "as far as it can be read (EOFError" in verdict.search


def test_a_file_that_asks_for_input_plays_as_far_as_it_was_read(tmp_path):
    (tmp_path / "theirs.py").write_text(GLOBAL)
    player = player_in_file(str(tmp_path / "theirs.py"), {})
    player.begin(None, 0)
    assert player._asked.play((0, 3, 1, 4, 6, 8)) == 2


def test_a_search_that_asks_for_input_is_told_how_it_would_play(tmp_path):
    (tmp_path / "theirs.py").write_text("def minimax(position, depth):\n    return 0\n\n\nminimax(input(), 1)\n")
    with pytest.raises(UsageError, match=r"EOFError.*; put what asks somebody below if __name__ == '__main__', and it plays"):
        player_in_file(str(tmp_path / "theirs.py"), {})


def test_an_object_that_has_all_attributes_is_no_function():
    class Endless:
        made = 0

        def __getattr__(self, name):
            Endless.made += 1
            assert Endless.made < 100
            if name.startswith("__"):
                raise AttributeError(name)
            return Endless()

        def __call__(self):
            return None

    assert not lookup.is_function(Endless())


def test_it_plays_its_own_choice_also_in_a_second_game(tmp_path):
    from counterply.plugins.own_boards.players import own_boards as player_of

    (tmp_path / "theirs.py").write_text(NAMED)
    module = module_of(tmp_path / "theirs.py")
    for board, cell in [((0, 3, 1, 4, 6, 8), 2), ((2, 0, 3, 1, 6, 7), 4)]:
        player = player_of(module, None, {})
        player.begin(None, 0)
        assert player._asked.play(board) == cell
