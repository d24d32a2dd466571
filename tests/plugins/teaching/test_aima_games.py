"""Users' own classes of AIMA's games are judged by random games, made as the file makes them, and played by all plain players."""

from __future__ import annotations

import pytest

import counterply as cp
from counterply.compiling.kernels import PLAIN
from counterply.core.errors import UsageError
from counterply.plugins.teaching import check

pytestmark = pytest.mark.skipif(PLAIN, reason="starts processes; nothing in it is compiled")

NIM = """
from games import *


class GameOfNim(Game):
    def __init__(self, board):
        self.initial = GameState(to_move="MAX", utility=0, board=board, moves=self.moves_of(board))

    def moves_of(self, board):
        return [(row, n) for row, count in enumerate(board) for n in range(1, count + 1)]

    def actions(self, state):
        return state.moves

    def result(self, state, move):
        board = state.board.copy()
        board[move[0]] -= move[1]
        return GameState("MIN" if state.to_move == "MAX" else "MAX", 0, board, self.moves_of(board))

    def terminal_test(self, state):
        return not any(state.board)

    def utility(self, state, player):
        return 1 if state.to_move == player else -1


if __name__ == "__main__":
    nim = GameOfNim(board=[3, 2, 1])
    nim.play_game(alpha_beta_player, query_player)
"""
WRONG = {
    "result": ("state.board.copy()", "state.board", "changes the state that it is given"),
    "utility": ("1 if state.to_move == player else -1", "1 if state.to_move == 'MAX' else -1", "whoever is asked about"),
    "actions": ("return state.moves", "return state.moves[:-1]", "no move, and the game is not over"),
    "terminal_test": (
        "return not any(state.board)",
        "self.seen = [*getattr(self, 'seen', []), state]\n        return state in self.seen[:-1] or not any(state.board)",
        "Asked again it says that a state is over",
    ),
    "to_move": ('"MIN" if state.to_move == "MAX" else "MAX"', "len(state.moves)", "the two players are"),
}


@pytest.fixture
def file(tmp_path):
    return tmp_path / "game_of_nim.py"


def judged(file, text):
    file.write_text(text)
    return check.check(str(file)).verdict


def test_a_right_game_is_right(file):
    verdict = judged(file, NIM)
    assert verdict.grade == "right"
    assert [part.search.partition("(")[0] for part in verdict.parts] == ["to_move", "terminal_test", "actions", "result", "utility"]


def test_a_game_may_be_made_of_what_a_variable_holds(file):
    assert "GameOfNim(board=[3, 2, 1])" in NIM
    assert judged(file, NIM.replace("nim = GameOfNim(board=[3, 2, 1])", "board = [3, 2, 1]\n    nim = GameOfNim(board)")).right


def test_all_that_is_imported_of_the_books_program_has_numpy_too(file):
    assert judged(file, NIM.replace("not any(state.board)", "not bool(np.any(state.board))")).right


@pytest.mark.parametrize("method", WRONG)
def test_the_method_that_is_wrong_is_told(file, method):
    old, new, told = WRONG[method]
    assert old in NIM
    verdict = judged(file, NIM.replace(old, new))
    wrong = [part for part in verdict.parts if part.grade == "wrong"]
    assert [part.search.partition("(")[0] for part in wrong] == [method]
    assert told in wrong[0].about


def test_it_is_played_and_solved(file):
    file.write_text(NIM)
    game = cp.game(f"{file}:GameOfNim")
    assert cp.solve(game.start()).outcome == "second"
    assert cp.game(f"{file}:GameOfNim", board="[2]").start().moves() == [(0, 1), (0, 2)]
    with pytest.raises(UsageError, match="no class of a game"):
        cp.game(f"{file}:Nothing")
