"""Limits are kept to the node, what is reported then stands, and a search leaves nothing behind."""

import json
import os
import subprocess
import sys
import threading
import time
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from test_techniques import KEEPS_VALUE, SEEDS, SHAPES, engine, fresh, game, last, minimax_value, reference

import hashed
from counterply import GameError, Limit
from counterply.compiling.kernels import PLAIN
from counterply.core.limits import NANOSECONDS, PAUSES, Stop, now_ns
from counterply.core.values import EXACT, LOWER, UPPER
from counterply.players import make_player
from counterply.registry import games
from counterply.search import textbook
from counterply.search.alphabeta import context as memory
from counterply.search.alphabeta.engine import Engine
from counterply.search.alphabeta.techniques import Techniques
from counterply.search.choose import Wishes, search_for
from counterply.search.exact.outcomes import prove_outcome
from counterply.search.exact.solve import solve
from counterply.search.request import SearchRequest
from counterply.usercode.loading import load_evaluator, load_game
from examples import examples

MIDDLE = "moves 4 4 3"  # of connect four


@pytest.fixture(scope="module")
def connect_four():
    made = load_game("connect_four", {"book": "off"})
    return Engine(made, load_evaluator(None, made), memory_mb=1)


@cache
def ending_game():
    """The game of `hashed` with its longest game declared, so that its end is worth proving."""
    return hashed.make(candidates=hashed.every_candidate, max_plies=6)


@cache
def proving(made):
    search = search_for(made, None, Wishes(replace(KEEPS_VALUE, table=False), proof=True))
    assert search.proves
    return search


def facts(report):
    return report.move, report.score, report.line, report.depth, report.nodes, report.stopped, report.proven, report.bound


@pytest.mark.parametrize("nodes", [20_000, 150_000])
def test_the_table_has_an_entry_for_each_node_that_a_search_may_take(nodes):
    """With one for three of them, as before, Gomoku is 61 Elo weaker at 20,000 nodes a move, and connect four 28."""
    made = load_game("connect_four", {"book": "off"})
    search = Engine(made, load_evaluator(None, made))
    search.table.make_room(Limit(nodes=nodes))
    assert memory.BUCKET * (int(search.context["table_mask"]) + 1) >= nodes


@pytest.mark.parametrize(("seconds", "nodes_per_bucket", "buckets"), [(0.1, 1, 1 << 18), (1.0, 1, 1 << 21), (1.0, 100, 1 << 17)])
def test_a_limit_of_time_is_taken_for_the_nodes_of_a_fast_game(seconds, nodes_per_bucket, buckets):
    """A proof has a hundred a bucket: with a quarter of that, by too low a speed, it searches the same positions again."""
    made = load_game("connect_four", {"book": "off"})
    search = Engine(made, load_evaluator(None, made))
    search.table.make_room(Limit(seconds=seconds), nodes_per_bucket)
    assert int(search.context["table_mask"]) + 1 == buckets


@examples(60)
@given(seed=SEEDS, shape=SHAPES, nodes=st.integers(1, 400), lines=st.integers(1, 3))
def test_a_limit_of_nodes_is_kept_and_the_search_repeats_itself(seed, shape, nodes, lines):
    position = hashed.start(game(), seed, **shape)
    kept = fresh(position.game, Techniques())
    reports = list(kept.deepen(position, Limit(nodes=nodes), lines=lines))
    assert [report.stopped != "" for report in reports] == [False] * (len(reports) - 1) + [True]
    assert [report.depth for report in reports[:-1]] == list(range(1, len(reports)))
    assert (reports[-1].nodes == nodes) if reports[-1].stopped == "nodes" else (reports[-1].nodes <= nodes)
    kept.forget()
    again = list(kept.deepen(position, Limit(nodes=nodes), lines=lines))
    assert list(map(facts, again)) == list(map(facts, reports))


@cache
def counted(everything):
    """What `count_plays.py` prints: searches of the game with every optional function, or of all games of ours."""
    names = ["everything"] if everything else games()
    program = Path(__file__).with_name("count_plays.py")
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, str(program), *names], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("name", [*(pytest.param(name, marks=pytest.mark.slow) for name in games()), "everything"])
def test_nodes_are_exact(name):
    """Calls of `play` are counted apart from the search or player, which is asked for from 1 to 30 of them."""
    searches = [search for game, *search in counted(name == "everything") if game == name]
    ended = 0
    for place, kind, limit, nodes, plays, stopped in searches:
        assert nodes == plays <= limit, (place, kind, limit)
        assert nodes == limit or stopped != "nodes" or kind.startswith("level"), (place, kind, limit)  # which has fewer of its own
        ended += stopped == "nodes"
    assert ended >= 5


@examples(60)
@given(seed=SEEDS, shape=SHAPES, nodes=st.integers(1, 60))
def test_an_interrupted_report_stands(seed, shape, nodes):
    position = hashed.start(game(), seed, **shape)
    techniques = replace(KEEPS_VALUE, table=False)
    *earlier, report = fresh(position.game, techniques).deepen(position, Limit(nodes=nodes))
    assert report.move in position.moves()
    assert report.line[0] == report.move
    position.play_text([str(move) for move in report.line])
    if report.stopped == "nodes":
        assert report.depth == len(earlier)
        if report.bound == LOWER:
            assert report.score <= minimax_value(position, report.depth + 1)
        elif report.depth == 0:  # no move was searched
            assert report.score is None
            assert report.score_text == "-"
            assert report.json()["lines"][0]["score"] is None
        else:
            assert report.score == minimax_value(position, report.depth)
        alone = len(report.line) == 1 and not report.proven  # the moves looked at are lost, and this one is yet to be searched
        assert report.bound in (EXACT, LOWER) or (report.bound == UPPER and alone)


@examples(60)
@given(seed=SEEDS, shape=SHAPES, nodes=st.integers(1, 400))
def test_an_interrupted_report_stands_between_proofs(seed, shape, nodes):
    """Deepening is interrupted there and goes on: a move that was not searched has no value but that of the depth before."""
    position = hashed.start(ending_game(), seed, **shape)
    search = proving(position.game)
    search.forget()
    *_, report = search.deepen(SearchRequest(position, Limit(nodes=nodes)))
    if report.bound == UPPER and not report.proven:
        assert report.depth > 0
        assert report.score == minimax_value(position, report.depth)
        assert report.line == (report.move,)


@examples(20)
@given(seed=SEEDS, shape=SHAPES, nodes=st.integers(1, 200))
def test_nodes_are_exact_in_the_textbook(seed, shape, nodes):
    position = hashed.start(game(), seed, **shape)
    for pruning in (True, False):
        report = last(
            textbook.deepen(position, Limit(nodes=nodes, depth=7), game().evaluators[0].grid, reference(position), pruning=pruning)
        )
        assert (report.nodes == nodes) if report.stopped == "nodes" else (report.nodes <= nodes)
        assert report.move in position.moves()


@pytest.mark.parametrize("name", ["engine:memory=1", "alphabeta", "minimax", "alphabeta:plain=true", "minimax:plain=true,depth=2"])
def test_a_player_remembers_nothing_of_other_games(name):
    player, other = make_player(name), make_player(name)
    home, away = load_game("connect_four"), load_game("tic_tac_toe")

    def moves_of(player, made, seed, plies=6):
        player.start(made, 0, seed)
        position = made.start()
        played = []
        while position.ply < plies:
            played.append(facts(player.choose(position, Limit(nodes=300))))
            position = position.after(played[-1][0])
        return played

    first = moves_of(other, home, 5)
    for made, seed in ((away, 1), (home, 2), (home, 5)):
        if (made, seed) == (home, 5):
            assert moves_of(player, made, seed) == first
        else:
            moves_of(player, made, seed)


def test_the_seed_breaks_ties():
    made = load_game("tic_tac_toe")
    player = make_player("alphabeta:eval=zero,depth=1")
    moves = set()
    for seed in range(20):
        player.start(made, 0, seed)
        moves.add(player.choose(made.start(), Limit()).move)
    assert len(moves) > 4


@pytest.mark.parametrize("nodes", range(1, 8))
def test_an_engine_player_bears_few_nodes(nodes):
    made = load_game("connect_four")
    player = make_player("engine:memory=1")
    player.start(made, 0, 0)
    report = player.choose(made.start(), Limit(nodes=nodes))
    assert report.nodes == nodes
    assert report.move in made.start().moves()


def test_an_engine_player_keeps_the_node_limit_with_its_proof():
    made = load_game("connect_four")
    player = make_player("engine:memory=1")
    player.start(made, 0, 0)
    position = made.position("moves 1 7 2 6 3")
    for nodes in (100, 101, 1000, 20_000):
        reports = []
        report = player.choose(position, Limit(nodes=nodes), reports.append)
        assert report.nodes == nodes or (report.proven and report.nodes < nodes)
        assert [r.nodes for r in reports] == sorted(r.nodes for r in reports)
        assert sum(r.stopped not in ("", "nodes") for r in reports) <= 1


def test_players_refuse_what_would_not_end():
    made = load_game("tic_tac_toe")
    for limit in (Limit(), Limit(simulations=100)):
        with pytest.raises(GameError, match="needs a limit"):
            make_player("engine:memory=1").choose(made.start(), limit)
    assert make_player("minimax:depth=2").choose(made.start(), Limit()).depth == 2


def test_depth_is_kept(connect_four):
    made = connect_four.game
    connect_four.forget()
    report = last(connect_four.deepen(made.position(MIDDLE), Limit(depth=4)))
    assert (report.depth, report.stopped) == (4, "depth")


def test_seconds_and_clock_end_a_search(connect_four):
    position = connect_four.game.position(MIDDLE)
    for limit in (Limit(seconds=0.02), Limit(clock=0.3), Limit(seconds=5, clock=0.0)):
        connect_four.forget()
        begin = time.perf_counter()
        report = last(connect_four.deepen(position, limit))
        assert report.stopped == "time"
        assert report.move in position.moves()
        assert time.perf_counter() - begin < 2  # a busy machine may take its time
    assert last(connect_four.deepen(position, Limit(seconds=1e300, nodes=50))).stopped == "nodes"
    assert last(connect_four.deepen(position, Limit(seconds=float("inf"), nodes=1 << 70, depth=2))).stopped == "depth"


@pytest.mark.parametrize("plain", [False, True])
def test_another_thread_stops_a_search(connect_four, plain):
    position = connect_four.game.position(MIDDLE)
    stop = Stop()
    timer = threading.Timer(0.05, stop.set)
    timer.start()
    limit = Limit(stop=stop)
    if plain:
        report = last(textbook.deepen(position, limit, connect_four.bound.evaluator.grid, reference(position)))
    else:
        report = last(connect_four.deepen(position, limit))
    timer.join()
    assert report.stopped == "stop"
    assert report.move in position.moves()
    before = last(connect_four.deepen(position, limit))
    assert (before.stopped, before.nodes, before.score) == ("stop", 0, None)
    assert before.move in position.moves()


@pytest.mark.parametrize(
    ("waits", "ends"),
    [
        ([0.44], 1.0),  # one pause, before the first node
        ([0.0, 0.001, 0.6], 1.0),
        ([0.3] * 9, 0.9),  # an evaluator of 0.3 s: the fourth evaluation would end too late
        ([0.44, 0.3], 0.74),  # two pauses are taken for one that is slow
    ],
)
def test_a_pause_is_no_slow_evaluator(waits, ends, monkeypatch):
    """A second on a clock of its own: a node takes 10 microseconds, and before the first looks at it come the `waits`."""
    clock, pauses = [0], iter(waits)

    def look():
        clock[0] += int(next(pauses, 0) * NANOSECONDS)
        return clock[0]

    monkeypatch.setattr(memory, "monotonic_ns", look)
    stop = Stop()
    context = dict.fromkeys(("nodes", "last_poll", "longest_wait", "slowest_node", "status", "announced"), 0)
    context |= {
        "node_limit": memory.NEVER,
        "deadline": NANOSECONDS,
        "stop": stop.address,
        "poll_interval": 1,
        "pauses": [0] * PAUSES,
    }
    while context["status"] == memory.RUNNING:
        memory.poll(context)
        while context["nodes"] < context["next_poll"]:
            context["nodes"] += 1
            clock[0] += 10_000
    assert clock[0] / NANOSECONDS == pytest.approx(ends, abs=0.006)


@pytest.mark.parametrize(
    "name",
    [
        "engine:memory=1",
        pytest.param("engine:memory=1,threads=2", marks=pytest.mark.skipif(PLAIN, reason="plain Python has one thread")),
    ],
)
def test_who_begins_too_late_still_searches(name, monkeypatch):
    assert_still_searches(name, monkeypatch)


def assert_still_searches(name, monkeypatch):
    """All of the limit has gone before the search begins; what is left for a depth, or some simulations, is made long here."""
    monkeypatch.setattr(memory, "POLL_NS", 60 * NANOSECONDS)
    made = load_game("connect_four")
    player = make_player(name)
    player.start(made, 0, 0)
    begins = next(each.__module__ for each in type(player).__mro__ if hasattr(sys.modules[each.__module__], "now_ns"))
    monkeypatch.setattr(f"{begins}.now_ns", lambda: now_ns() - NANOSECONDS)
    report = player.choose(made.position(MIDDLE), Limit(seconds=0.01, depth=2, simulations=20))
    assert report.depth >= 1
    assert report.nodes > 20


def test_solve_keeps_its_limits():
    made = load_game("connect_four", {"book": "off"})
    position = made.start()
    solve(position, Limit(nodes=10), memory_mb=1)  # compiles
    for limit in (Limit(seconds=0.001), Limit(nodes=1), Limit(nodes=20_000), Limit(depth=3)):
        solution = solve(position, limit, memory_mb=1)
        assert not solution.proven
        assert (solution.outcome, solution.lower, solution.upper, solution.distance) == (None, -1, 1, None)
        assert limit.nodes is None or solution.nodes == limit.nodes
        assert limit.seconds is None or solution.seconds < 2
        position.play_text(solution.line)
    stop = Stop()
    stop.set()
    assert solve(position, Limit(stop=stop), memory_mb=1).nodes == 0


def test_a_finished_game_cannot_be_searched():
    made = load_game("tic_tac_toe")
    over = made.position("moves 0,0 1,0 0,1 1,1 0,2")
    kept = Engine(made, load_evaluator(None, made), memory_mb=1)
    evaluate = textbook.evaluation(made, kept.bound.evaluator)
    for search in (
        lambda: list(kept.deepen(over, Limit(depth=2))),
        lambda: prove_outcome(kept, over, Limit()),
        lambda: list(textbook.deepen(over, Limit(depth=2), kept.bound.evaluator.grid, evaluate)),
    ):
        with pytest.raises(GameError, match="the game is over"):
            search()
    solution = solve(over)
    assert (solution.proven, solution.outcome, solution.distance, solution.line, solution.nodes) == (True, "first", 0, (), 0)


def test_no_lines_are_one_line():
    kept = engine(game(), Techniques())
    kept.forget()
    report = last(kept.deepen(hashed.start(game(), 3), Limit(depth=2), lines=0))
    assert len(report.lines) == 1
