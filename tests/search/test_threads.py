"""Several threads for one move: the same values, no false proofs, no half-written entry believed, limits kept for all together."""

import gc
import os
import signal
import threading
import time
import weakref
from dataclasses import replace

import numpy as np
import pig
import pytest
import truth
from hypothesis import assume, given, settings, strategies as st
from test_proofs import FINITE, claims
from test_techniques import KEEPS_VALUE, SEEDS, SHAPES, game, last, minimax_value
from test_worlds import SHORT_PIG, compiled_only, exact

import counterply as cp
import hashed
from counterply import ONGOING, Evaluator, Limit, UsageError
from counterply.compiling.intrinsics import address_of
from counterply.core.limits import Stop
from counterply.core.values import EXACT, LOWER, UPPER
from counterply.search.alphabeta import busy_moves, context as memory, helping_threads
from counterply.search.alphabeta.engine import Engine
from counterply.search.exact.outcomes import prove_outcome
from counterply.search.exact.solve import solve
from counterply.search.worlds import WorldSearch
from counterply.usercode.loading import load_game
from some import some

KEYS = st.integers(0, 2**64 - 1).map(np.uint64)
ENTRIES = st.tuples(
    st.integers(-(2**31), 2**31 - 1),
    st.integers(memory.NO_MOVE, 2**16 - 1),
    st.integers(1, 255),
    st.sampled_from([EXACT, LOWER, UPPER, EXACT | memory.COMPLETE]),
)


@pytest.fixture(autouse=True)
def helpers_join_at_once(monkeypatch):
    monkeypatch.setattr(helping_threads, "JOIN_AFTER", 0.0)
    monkeypatch.setattr(helping_threads, "FEWEST_NODES", 0)


def engine(made, count, techniques=None, memory_mb=1):
    return Engine(made, made.evaluators[0], techniques, memory_mb, count)


class Table:
    """A table of one bucket."""

    def __init__(self):
        self.entries = np.zeros(memory.BUCKET, memory.ENTRY)
        self.context = {"table": address_of(self.entries), "table_mask": np.uint64(0), "age": 3}

    def store(self, key, entry):
        memory.store(self.context, key, *entry)

    def probe(self, key):
        return int(memory.probe(self.context, key))


@settings(max_examples=200)
@given(key=KEYS, other=KEYS, entry=ENTRIES, later=ENTRIES, same=st.booleans())
def test_halves_of_two_entries_open_to_no_position(key, other, entry, later, same):
    """Of two positions, or of two depths of one; not to a position either whose key differs as the data do."""
    other = key if same else other
    halves = []
    with np.errstate(over="ignore"):
        for at, what in ((key, entry), (other, later)):
            table = Table()
            table.store(at, what)
            assert table.probe(at) >> memory.SCORE_SHIFT == what[0]
            halves.append(table.entries[0].copy())
        first, second = halves
        assume(first["data"] != second["data"])
        near = key ^ np.uint64(first["data"] ^ second["data"])
        for lock, data in ((first["lock"], second["data"]), (second["lock"], first["data"])):
            table.entries[0]["lock"], table.entries[0]["data"] = lock, data
            assert table.probe(key) == table.probe(other) == table.probe(near) == memory.NOTHING


@compiled_only
@settings(max_examples=60, deadline=None)
@given(seed=SEEDS, shape=SHAPES, depth=st.integers(1, 6), count=st.integers(2, 4))
def test_the_value_is_that_of_one_thread(seed, shape, depth, count):
    position = hashed.start(game(), seed, **shape)
    for report in some(engine(position.game, count, KEEPS_VALUE).deepen(position, Limit(depth=depth))):
        assert report.score == minimax_value(position, report.depth)


@compiled_only
@settings(max_examples=20, deadline=None)
@given(seed=SEEDS, shape=SHAPES, depth=st.integers(1, 5), lines=st.integers(1, 2))
def test_a_helper_that_finishes_first_answers(seed, shape, depth, lines):
    position = hashed.start(game(), seed, **shape)
    two, search = engine(position.game, 2, KEEPS_VALUE), helping_threads.search_root

    def begin_late(context, *asked):
        while threading.current_thread() is threading.main_thread() and not two._helpers._announced[busy_moves.OVER]:
            time.sleep(0)
        return search(context, *asked)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(helping_threads, "search_root", begin_late)
        report = last(two.deepen(position, Limit(depth=depth), lines=lines))
    alone = last(engine(position.game, 1, KEEPS_VALUE).deepen(position, Limit(depth=report.depth), lines=len(position.moves())))
    scores = {line.move: line.score for line in alone.lines}
    assert [line.score for line in report.lines] == [scores[line.move] for line in report.lines]
    assert report.score == max(scores.values())


@given(key=KEYS, move=st.integers(0, 2**16 - 1), other=st.integers(0, 2**16 - 1))
def test_a_move_is_announced_until_it_is_withdrawn(key, move, other):
    announced = np.zeros(busy_moves.ANNOUNCED, np.int64)
    context = {"announced": address_of(announced)}
    with np.errstate(over="ignore"):
        busy_moves.announce(context, key, move)
        assert busy_moves.is_announced(context, key, move)
        assert busy_moves.is_announced(context, key, other) == (move == other)
        if move != other:
            busy_moves.withdraw(context, key, other)
            assert busy_moves.is_announced(context, key, move)
        busy_moves.withdraw(context, key, move)
    assert not announced.any()


@settings(max_examples=30, deadline=None)
@given(seed=SEEDS, shape=SHAPES, depth=st.integers(4, 6), nodes=st.integers(20, 400))
def test_moves_that_are_put_off_change_no_value(seed, shape, depth, nodes):
    """What an interrupted search has announced stays announced: another thread that never ends."""
    position = hashed.start(game(), seed, **shape)
    kept = engine(position.game, 1, KEEPS_VALUE)
    announced = np.zeros(busy_moves.ANNOUNCED, np.int64)
    kept.context["announced"] = address_of(announced)
    last(kept.deepen(position, Limit(nodes=nodes)))
    kept.forget()
    assert last(kept.deepen(position, Limit(depth=depth))).score == minimax_value(position, depth)


@compiled_only
@settings(max_examples=60, deadline=None)
@given(seed=SEEDS, shape=FINITE, count=st.integers(2, 4), nodes=st.integers(1, 400), lines=st.integers(1, 3))
def test_proofs_are_true_and_all_threads_together_keep_the_limit(seed, shape, count, nodes, lines):
    position = hashed.start(game(), seed, **shape)
    kept, known = engine(position.game, count), {}
    for limit in (Limit(depth=8), Limit(nodes=nodes)):
        reports = list(kept.deepen(position, limit, lines=lines))
        assert limit.nodes is None or reports[-1].nodes <= limit.nodes
        for move, score in claims(reports, position):
            assert truth.shown(position, score)[0] == truth.exact(position.after(move), known)[0]
    value = truth.exact(position, known)[0] * (1 if position.turn == 0 else -1)
    assert prove_outcome(kept, position, Limit()).value == value


@compiled_only
def test_four_threads_in_a_small_table_prove_what_is_true():
    """Endings of connect four, in which entries of 32 KB are written over again and again; each proof is asked of `solve`."""
    made = load_game("connect_four")
    four = engine(made, 4)
    random, proofs = np.random.default_rng(5), 0
    for _ in range(6):
        position = made.start()
        while position.outcome() == ONGOING and position.ply < 20:
            position = position.after(int(random.choice(position.moves())))
        if position.outcome() != ONGOING:
            continue
        report = last(four.deepen(position, Limit(nodes=400_000)))
        if report.proven:
            proofs += 1
            answer = solve(position, Limit())
            assert np.sign(report.score) * (1 if position.turn == 0 else -1) == answer.lower == answer.upper
    assert proofs > 2


@compiled_only
def test_a_search_of_worlds_has_threads_too():
    position, known = SHORT_PIG.start().after(pig.ROLL).after(3), {}
    report = last(WorldSearch(SHORT_PIG, SHORT_PIG.evaluators[0], memory_mb=1, threads=2).deepen(position, Limit(depth=60)))
    values = [exact(position.after(move), known) * (1 if position.turn == 0 else -1) for move in position.moves()]
    assert report.score / report.grid == pytest.approx(max(values), abs=1e-3)


@compiled_only
def test_a_stop_ends_all_threads():
    made = load_game("connect_four", {"book": "off"})
    two, stop = engine(made, 2), Stop()
    list(two.deepen(made.start(), Limit(depth=2)))
    threading.Timer(0.05, stop.set).start()
    assert last(two.deepen(made.start(), Limit(stop=stop))).stopped == "stop"


@compiled_only
def test_an_engine_and_its_memory_go_with_the_last_who_holds_it():
    """Without the garbage collector, which would come late; a helper that still searches is one who holds it."""
    made = load_game("connect_four")
    two = engine(made, 2)
    list(two.deepen(made.start(), Limit(depth=2)))
    gone = weakref.ref(two)
    gc.disable()
    try:
        del two
        late = time.monotonic() + 10
        while gone() is not None and time.monotonic() < late:
            time.sleep(0.001)
        assert gone() is None
    finally:
        gc.enable()


@compiled_only
@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_a_fork_has_threads_of_its_own():
    """As in hosts that fork for each move, after the player has already searched."""
    made = load_game("connect_four")
    two = engine(made, 2)
    list(two.deepen(made.start(), Limit(depth=4)))
    child = os.fork()
    if child == 0:
        signal.alarm(10)  # ends it, if it waits for threads that it does not have
        os._exit(last(two.deepen(made.start(), Limit(depth=6))).depth)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 6


@compiled_only
def test_what_has_one_thread_says_so(monkeypatch):
    monkeypatch.setattr("counterply.core.machine.cores_of_machine", lambda: 2)
    for player, message in (
        ("engine:threads=0", "threads must be 1 or more, not 0"),
        ("engine:threads=3", "threads is 1 to 2, the cores of this machine, not 3"),
    ):
        with pytest.raises(UsageError, match=message):
            cp.player(player)
    with pytest.raises(UsageError, match="slow runs in plain Python"):
        Engine(game(), replace(hashed.LOOKS, name="slow", plain=True), threads=2)
    with pytest.raises(UsageError, match="alphabeta is the textbook's"):
        cp.analyse(load_game("connect_four").start(), depth=3, search="alphabeta", threads=2)
    assert cp.analyse(load_game("connect_four").start(), depth=3, threads=2).last().depth == 3


TORN = 2  # the feature that counts the evaluations into which another thread wrote


def two_that_cancel_out(position, player, features):
    """Two features whose sum is 0, in an order that only the position tells, so that they stay in memory until the end."""
    features[0] = features[1] = 0.0
    for step in range(64):
        place = position["mover"] >> np.uint64(step) & np.uint64(1)
        features[place] += step
        features[np.uint64(1) - place] -= step
    features[TORN] += features[0] + features[1] != 0.0


@compiled_only
def test_no_thread_writes_into_the_evaluator_of_another_one():
    linear = Evaluator("linear", features=two_that_cancel_out, feature_names=("one", "other", "torn"), weights=(1.0, 1.0, 0.0))
    made = load_game("connect_four", {"book": "off"})
    search = Engine(made, linear, memory_mb=1, threads=2)
    last(search.deepen(made.start(), Limit(nodes=200_000)))
    (helper,) = search._helpers._helpers
    bound = (search.bound, helper._bound)
    assert helper.context["weights"] == helper._bound.weights_address != search.context["weights"]
    assert [each.features[TORN] for each in bound] == [0.0, 0.0]
