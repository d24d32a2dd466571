"""The memo: what a search keeps beside the position is what the position alone would give, and evaluators read it."""

import numpy as np
import pytest

from counterply import FIRST, ONGOING, SECOND, Evaluator, GameError, Limit
from counterply.compiling.kernels import kernel
from counterply.players import make_player
from counterply.search.alphabeta.engine import Engine
from counterply.search.alphabeta.techniques import Techniques
from counterply.verification import verify
from flat import flat_game

HEAPS = np.dtype([("heaps", np.int8, (3,)), ("turn", np.int8)])
SUMS = np.dtype([("left", np.int64), ("xor", np.int64), ("journal", np.int64, (257,))])  # stones left; nim sum; numbers of updates


def start(position):
    position["heaps"][:] = (3, 4, 5)


def legal_moves(position, moves):
    count = 0
    for heap in range(3):
        for taken in range(1, position["heaps"][heap] + 1):
            moves[count] = heap * 10 + taken
            count += 1
    return count


def play(position, move):
    position["heaps"][move // 10] -= move % 10
    position["turn"] = 1 - position["turn"]


def outcome(position):
    if position["heaps"][0] + position["heaps"][1] + position["heaps"][2] > 0:
        return ONGOING
    return SECOND if position["turn"] == 0 else FIRST


def refresh(position, memo):
    memo["left"] = memo["xor"] = 0
    memo["journal"][0] = 0
    for heap in range(3):
        memo["left"] += position["heaps"][heap]
        memo["xor"] ^= position["heaps"][heap]


def update(position, memo, move):
    after = np.int64(position["heaps"][move // 10])
    memo["left"] -= move % 10
    memo["xor"] ^= after ^ (after + move % 10)
    memo["journal"][0] += 1


def undo(position, memo, move):
    after = np.int64(position["heaps"][move // 10])
    memo["left"] += move % 10
    memo["xor"] ^= after ^ (after + move % 10)
    memo["journal"][0] -= 1


def candidates(position, memo, moves, scores):
    """All moves; those to a nim sum of zero first."""
    count = legal_moves_kernel(position, moves)
    for index in range(count):
        before = np.int64(position["heaps"][moves[index] // 10])
        scores[index] = (memo["xor"] ^ before ^ (before - moves[index] % 10)) == 0
    return count


def on_sum(position, memo, player):
    value = 1.0 if memo["xor"] != 0 else -1.0
    return value if position["turn"] == player else -value


def features(position, memo, player, out):
    out[0] = memo["left"]
    out[1] = memo["xor"] if position["turn"] == player else -memo["xor"]


legal_moves_kernel = kernel(legal_moves)


def make(**changes):
    given = {
        "start": start,
        "legal_moves": legal_moves,
        "play": play,
        "outcome": outcome,
        "candidates": candidates,
        "memo": SUMS,
        "refresh": refresh,
        "update": update,
        "undo": undo,
        "max_moves": 12,
        "max_plies": 12,
        "move_text": lambda position, move: f"{'abc'[move // 10]}{move % 10}",
        "evaluators": [
            Evaluator("sum", on_sum, antisymmetric=True),
            Evaluator("linear", features=features, feature_names=("left", "sum"), weights=(0.1, 1.0)),
            Evaluator("plain", on_sum, plain=True),
        ],
    }
    return flat_game("sums", HEAPS, **{**given, **changes})


def forgets_the_sum(position, memo, move):
    memo["left"] -= move % 10
    memo["journal"][0] += 1


def gives_back_too_much(position, memo, move):
    undo_kernel(position, memo, move)
    memo["left"] += 1


undo_kernel = kernel(undo)


def meddles(position, memo, moves, scores):
    memo["left"] = 0
    return candidates_kernel(position, memo, moves, scores)


candidates_kernel = kernel(candidates)


@pytest.mark.parametrize(
    ("changes", "promise"),
    [
        ({}, None),
        ({"update": forgets_the_sum}, "update leaves the memo that refresh makes"),
        ({"undo": gives_back_too_much}, "undo takes back what update did"),
        ({"candidates": meddles}, "candidates does not change the memo"),
    ],
)
def test_verify_sees_whether_the_memo_is_kept(changes, promise):
    findings = verify(make(**changes), games=5, seconds=5, compiled=promise is None)
    assert [finding.promise for finding in findings] == ([promise] if promise else [])


@pytest.mark.slow
def test_every_search_reads_the_same_memo():
    game = make()
    position = game.start()
    for evaluator in game.evaluators:
        values = []
        for techniques in (Techniques(table=False, killers=False), Techniques(hint=False), Techniques(hint=False, pruning=False)):
            engine = Engine(game, evaluator, techniques)
            *_, report = engine.deepen(position, Limit(depth=4))
            values.append(report.score)
        player = make_player(f"alphabeta:eval={evaluator.name},plain=on")
        player.start(game, 0, 0)
        values.append(player.choose(position, Limit(depth=4)).score)
        assert len(set(values)) == 1, evaluator.name


def test_the_memo_costs_nothing_where_nothing_reads_it():
    game = make()
    blind = Evaluator("blind", lambda position, player: 0.0)
    assert not Engine(game, blind, Techniques(hint=False)).keeps_memo
    assert Engine(game, blind).keeps_memo  # candidates asks for it
    assert Engine(game, game.evaluators[0], Techniques(hint=False)).keeps_memo


def test_what_is_missing_is_said():
    with pytest.raises(TypeError, match="undo"):
        make(undo=None)
    with pytest.raises(GameError, match="no memo=Memo"):
        make(memo=None, refresh=None, update=None, undo=None)
    plain = make(memo=None, refresh=None, update=None, undo=None, candidates=None)
    with pytest.raises(GameError, match="needs a memo, and sums has none"):
        Evaluator("sum", on_sum).bind(plain)
