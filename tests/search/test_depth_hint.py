"""A hint that asks how deep the search still goes gets just that, and everything checks it at every depth."""

from functools import cache

import hashed
import pytest
from test_techniques import fresh, last

from counterply import Limit
from counterply.compiling.kernels import kernel
from counterply.search.alphabeta.techniques import Techniques
from counterply.usercode.loading import load_game
from counterply.verification import verify

every_candidate = kernel(hashed.every_candidate)
LAST_PLIES = 2


def fewer_at_the_end(position, depth, moves, scores):
    """All moves; one alone in the last plies."""
    count = every_candidate(position, moves, scores)
    return min(count, 1) if depth <= LAST_PLIES else count


@cache
def game(hint):
    return hashed.make("depth", candidates=hint, cuts=hint is not None)


def plays(position, depth, cut):
    """Return the nodes of minimax to `depth` with the hint above; the root has all moves."""
    if depth == 0:
        return 0
    moves = position.moves()[:1] if depth <= LAST_PLIES and not cut else position.moves()
    return sum(1 + plays(position.after(move), depth - 1, False) for move in moves)


@pytest.mark.parametrize("depth", [1, 2, 3, 5])
def test_a_hint_knows_the_plies_that_are_left(depth):
    position = hashed.start(game(fewer_at_the_end), 3, plies=9, most=3, ends=0)
    techniques = Techniques().only("distance", "hint")
    report = last(fresh(position.game, techniques).deepen(position, Limit(depth=depth), first_depth=depth))
    assert report.nodes == plays(position, depth, True)


FILE = """
import numpy as np
from counterply import FIRST, ONGOING, SECOND, Game, Hints

RECORD = np.dtype([("left", np.int64), ("turn", np.int8)])

def start(position):
    position["left"] = 9

def legal_moves(position, moves):
    for move in range(3):
        moves[move] = move + 1
    return min(3, position["left"])

def play(position, move):
    position["left"] -= move
    position["turn"] ^= 1

def outcome(position):
    return ONGOING if position["left"] > 0 else SECOND if position["turn"] == 0 else FIRST

def candidates(position, depth, moves, scores):
    count = min(3, position["left"])
    for index in range(count):
        moves[index] = 1 + index + (4 if depth == 2 else 0)
        scores[index] = index
    return count

def game():
    return Game("nim", RECORD, start=start, legal_moves=legal_moves, play=play, outcome=outcome, max_moves=3, max_plies=9,
                hints=Hints(candidates=candidates))
"""


def test_verify_asks_at_several_depths(tmp_path):
    (tmp_path / "nim.py").write_text(FILE)
    wrong = verify(load_game(str(tmp_path / "nim.py")), games=3, compiled=False)
    assert [found.promise for found in wrong] == ["candidates at depth 2 names legal moves only"]
    (tmp_path / "good.py").write_text(FILE.replace("(4 if depth == 2 else 0)", "0 * depth"))
    assert not verify(load_game(str(tmp_path / "good.py")), games=3, compiled=False)
