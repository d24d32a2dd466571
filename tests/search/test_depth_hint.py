"""A hint that asks how deep the search still goes gets just that, and everything checks it at every depth."""

import numpy as np
import pytest
from test_evaluators_in_search import both
from test_techniques import fresh, last

import hashed
from counterply import Limit
from counterply.core.contract import NO_HORIZON, candidates
from counterply.search.alphabeta.techniques import Techniques
from counterply.usercode.loading import load_game
from counterply.verification import verify


def plays(position, depth, horizon):
    """Return the nodes of minimax to `depth` where the hint, asked that far from the `horizon`, leaves moves out."""
    if depth == 0:
        return 0
    made, (moves, scores) = position.game, np.zeros((2, position.game.max_moves), np.int32)
    count = int(candidates(position.record, made.setup[0], made.memo_of(position), horizon, moves, scores))
    return sum(1 + plays(position.after(move), depth - 1, depth - 1) for move in moves[:count].tolist())


@pytest.mark.parametrize("depth", [1, 2, 3, 5])
@pytest.mark.slow
def test_a_hint_knows_the_plies_that_are_left(depth):
    """At the root it is not told, since what it leaves out there is left out at every depth."""
    position = hashed.start(both(), 3, plies=9, most=3, ends=0)
    techniques = Techniques().only("distance", "hint")
    report = last(fresh(position.game, techniques).deepen(position, Limit(depth=depth), first_depth=depth))
    assert report.nodes == plays(position, depth, NO_HORIZON)


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
