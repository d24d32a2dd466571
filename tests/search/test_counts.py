"""Golden numbers: nodes of the searches, positions of perft; and the same numbers in other modes."""

import json
import os
import subprocess
import sys

import pytest

from counterply import GameError, Limit, PlainGame
from counterply.compiling.kernels import PLAIN
from counterply.core.limits import Stop
from counterply.search import textbook
from counterply.search.alphabeta.engine import Engine
from counterply.search.alphabeta.techniques import ALPHABETA_ONLY
from counterply.search.counts import count_nodes
from counterply.search.perft import perft
from counterply.usercode.loading import load_evaluator, load_game
from small_nim import Nim

PERFT = {
    "connect_four": (7, 49, 343, 2401, 16807, 117649, 823536, 5673234),
    "tic_tac_toe": (9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872),
}
slow_in_plain_mode = pytest.mark.skipif(PLAIN, reason="minutes in plain mode")


@slow_in_plain_mode
def test_nodes_of_connect_four():
    made = load_game("connect_four")
    (counts,) = count_nodes(made.start(), [11], budget=2_000_000)
    assert (counts.minimax, counts.alphabeta) == (None, 1_692_129)
    assert counts.table < counts.ordered < counts.alphabeta
    assert counts.best_possible is None


def test_a_budget_is_kept():
    start = load_game("tic_tac_toe").start()
    found = list(count_nodes(start, range(1, 6), budget=600))
    assert [c.minimax for c in found] == [10, 82, 586, None, None]
    assert all(c.alphabeta is None or c.alphabeta <= 601 for c in found)
    assert all((c.score is None) == (c.minimax is c.alphabeta is c.ordered is c.table is None) for c in found)
    for depth in (0, -1, 256):
        with pytest.raises(GameError, match="a depth is 1 to"):
            list(count_nodes(start, [depth]))
    with pytest.raises(GameError, match="the game is over"):
        list(count_nodes(start.play_text(["0,0", "1,0", "0,1", "1,1", "0,2"]), [1]))


def test_nodes_of_a_plain_game():
    start = PlainGame("nim", lambda: Nim(5)).start()
    found = list(count_nodes(start, [1, 2, 5, 9], budget=30))
    assert [c.minimax for c in found] == [3, 7, 20, 20]
    assert [c.ordered for c in found] == [None] * 4
    assert found[-1].score < 0 or textbook.is_proven(found[-1].score)


@pytest.mark.parametrize("name", PERFT)
def test_perft(name):
    depth = 4 if PLAIN else len(PERFT[name])
    assert tuple(perft(load_game(name).start(), depth)) == PERFT[name][:depth]


def test_perft_elsewhere():
    assert perft(PlainGame("nim", lambda: Nim(5)).start(), 6) == perft_of(Nim(5), 6)
    over = load_game("tic_tac_toe").position("moves 0,0 1,0 0,1 1,1 0,2")
    assert perft(over, 3) == [0, 0, 0]
    for depth in (0, 256):
        with pytest.raises(GameError, match="the depth of perft"):
            perft(over, depth)
    stop = Stop()
    stop.set()
    with pytest.raises(GameError, match="stopped"):
        perft(load_game("connect_four").start(), 9, stop)


def perft_of(nim, depth):
    level, counts = [nim], []
    for _ in range(depth):
        level = [p.after(m) for p in level for m in p.moves()]
        counts.append(len(level))
    return counts


@pytest.mark.parametrize(
    ("name", "options", "moves", "depth"),
    [
        ("tic_tac_toe", {}, "0,0", 8),
        ("connect_four", {}, "4 4", 5),
    ],
)
def test_engine_without_techniques_is_the_textbook(name, options, moves, depth):
    assert_engine_is_the_textbook(name, options, moves, depth)


def assert_engine_is_the_textbook(name, options, moves, depth):
    made = load_game(name, options)
    position = made.position(f"moves {moves}")
    evaluator = load_evaluator(None, made)
    ours = list(Engine(made, evaluator, ALPHABETA_ONLY, memory_mb=1).deepen(position, Limit(depth=depth)))
    theirs = list(textbook.deepen(position, Limit(depth=depth), evaluator.grid, textbook.evaluation(made, evaluator)))
    for field in ("depth", "move", "score", "nodes", "line", "proven", "stopped"):
        assert [getattr(report, field) for report in ours] == [getattr(report, field) for report in theirs], field


PROGRAM = """
import json, sys
from counterply import Limit
from counterply.usercode.loading import load_evaluator, load_game
from counterply.search.alphabeta.engine import Engine
from counterply.search.alphabeta.root import search_root
from counterply.search.exact.outcomes import prove_outcome
from counterply.search.perft import count_below, perft
game = load_game("tic_tac_toe")
proof = prove_outcome(Engine(game, load_evaluator(None, game), memory_mb=1), game.start(), Limit())
answer = [proof.nodes, proof.value, perft(game.start(), 3)]
if len(sys.argv) > 1:
    game = load_game("connect_four")
    engine = Engine(game, load_evaluator(None, game), memory_mb=1)
    *_, report = engine.deepen(game.position("moves 4 4"), Limit(depth=5))
    answer += [report.nodes, report.score, report.line]
hits = [getattr(k, "hits", None) for k in (search_root, count_below)]
print(json.dumps([answer, hits]))
"""


def ask(*names, **switches):
    environment = {**{k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}, **switches}
    done = subprocess.run([sys.executable, "-c", PROGRAM, *names], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@slow_in_plain_mode
def test_the_same_search_warm_plain_and_with_bounds_checked():
    plain, hits = ask(NUMBA_DISABLE_JIT="1")
    assert hits == [None, None]
    checked, _ = ask(NUMBA_BOUNDSCHECK="1")
    assert checked == plain
    ask()
    warm, hits = ask()
    assert warm == plain
    assert min(hits) > 0


@pytest.mark.slow
@slow_in_plain_mode
def test_the_same_search_cold_and_warm(tmp_path):
    cache = {"COUNTERPLY_CACHE": str(tmp_path)}
    cold, hits = ask(**cache)
    assert hits == [0, 0]
    assert ask(**cache)[0] == cold


@pytest.mark.slow
@slow_in_plain_mode
def test_the_same_search_of_a_larger_game_plain():
    assert ask("isolation", NUMBA_DISABLE_JIT="1")[0] == ask("isolation")[0]
