"""Evaluators inside the engine: plain, failing, beyond the grid, linear; and games at the edge of what it can search."""

import re
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
import truth
from hypothesis import assume, given
from test_techniques import SEEDS, SHAPES, last

import counterply as cp
import hashed
from counterply import DRAW, FIRST, ONGOING, Evaluator, Limit
from counterply.core.contract import NO_HORIZON, candidates, required
from counterply.core.errors import EvaluatorError
from counterply.core.values import HEURISTIC_LIMIT
from counterply.players import make_player
from counterply.search import textbook
from counterply.search.alphabeta.context import PLIES
from counterply.search.alphabeta.engine import Engine
from counterply.search.alphabeta.techniques import MINIMAX_ONLY, Techniques
from counterply.search.exact.outcomes import prove_outcome
from counterply.search.exact.solve import solve
from counterply.usercode.loading import load_evaluator, load_game
from examples import examples


@cache
def engine(made, evaluator, techniques=Techniques()):  # noqa: B008 - frozen
    return Engine(made, evaluator, techniques, memory_mb=1)


GAME = hashed.make(**hashed.LISTING)
COARSE = replace(hashed.LOOKS, name="coarse", grid=1)
SLOW = replace(hashed.LOOKS, name="slow", plain=True)


@examples(40)
@given(seed=SEEDS, shape=SHAPES)
def test_a_plain_evaluator_is_as_good_as_a_compiled_one(seed, shape):
    position = hashed.start(GAME, seed, **shape)
    reports = []
    for evaluator in (hashed.LOOKS, SLOW):
        searcher = engine(GAME, evaluator)
        searcher.forget()
        reports.append([(r.move, r.score, r.nodes, r.line) for r in searcher.deepen(position, Limit(depth=4))])
    assert reports[0] == reports[1]
    assert engine(GAME, SLOW).bound.plain


@examples(40)
@given(seed=SEEDS, shape=SHAPES)
def test_a_grid_of_one_step(seed, shape):
    position = hashed.start(GAME, seed, **shape)
    searcher = engine(GAME, COARSE)
    searcher.forget()
    report = last(searcher.deepen(position, Limit(depth=6)))
    assert report.stopped in ("depth", "proven")
    if report.stopped == "proven":
        assert truth.shown(position, report.score)[0] == truth.exact(position)[0]


def raises(position, player):
    if position["ply"] == 2:
        raise KeyError("no such feature")
    return 0.0


def nan(position, player):
    return np.nan if position["ply"] == 2 else 0.0


@pytest.mark.parametrize(
    ("evaluator", "message"),
    [
        (Evaluator("bad", raises, plain=True), "evaluator bad raised KeyError: 'no such feature'"),
        (Evaluator("nan", nan), "evaluator nan answered NaN, which is no number"),
        (Evaluator("nan", nan, plain=True), "evaluator nan answered NaN, which is no number"),
    ],
)
def test_a_failing_evaluator_is_one_line(evaluator, message):
    position = hashed.start(GAME, 1, plies=9, most=3, ends=0)
    searcher = engine(GAME, evaluator)
    for search in (
        lambda: list(searcher.deepen(position, Limit(depth=4))),
        lambda: list(textbook.deepen(position, Limit(depth=4), evaluator.grid, textbook.evaluation(GAME, evaluator))),
        lambda: solve(position, Limit(nodes=1000), evaluator, memory_mb=1),
    ):
        with pytest.raises(EvaluatorError) as caught:
            search()
        assert re.fullmatch(rf"test_evaluators_in_search\.py:\d+: {re.escape(message)}", str(caught.value))
    assert last(searcher.deepen(position, Limit(depth=1))).depth == 1  # the engine goes on working


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize(
    ("value", "grid"), [(-np.inf, -HEURISTIC_LIMIT), (np.inf, HEURISTIC_LIMIT), (1e300, HEURISTIC_LIMIT), (-6e5, -HEURISTIC_LIMIT)]
)
def test_values_beyond_the_grid_saturate_and_prove_nothing(value, grid, plain):
    evaluator = Evaluator("huge", lambda position, player, weights: weights[0], weights=(value,), plain=plain)
    position = hashed.start(GAME, 1, plies=9, most=3, ends=0)
    report = last(Engine(GAME, evaluator, memory_mb=1).deepen(position, Limit(depth=5)))
    assert (report.score, report.depth, report.proven, report.stopped) == (grid, 5, False, "depth")


def test_a_linear_evaluator_is_its_explanation():
    made = load_game("connect_four")
    linear = [evaluator for evaluator in made.evaluators if evaluator.features is not None]
    assert linear
    position = made.start()
    for _ in range(4):
        position = position.after(position.moves()[position.ply % len(position.moves())])
        for evaluator in linear:
            bound = evaluator.bind(made)
            for player in range(2):
                total = sum(feature * weight for _, feature, weight in bound.explain(position.record, player))
                assert bound.grid_value(position.record, player) == pytest.approx(total * evaluator.grid, abs=0.51)


@examples(40)
@given(seed=SEEDS, shape=SHAPES)
def test_required_moves_and_candidates_together(seed, shape):
    """The engine tries the candidates among the required moves, each once; all of the required ones where no candidate is."""
    made = both()
    position = hashed.start(made, seed, **shape)
    searcher = engine(made, hashed.LOOKS, replace(MINIMAX_ONLY, hint=True, sound=True))
    searcher.forget()
    report = last(searcher.deepen(position, Limit(depth=2), first_depth=2))
    # a root whose candidates lose is searched again with all its moves
    assume(len(searcher.root.order()) == tried(made, position, NO_HORIZON))
    children = [position.after(move) for move in searcher.root.order()]
    assert report.nodes == len(children) + sum(tried(made, child, 1) for child in children if child.outcome() == ONGOING)


def tried(made, position, depth):
    """How many moves of a position the engine tries: the candidates among the required moves, else all that are required."""
    moves, hinted, scores = (np.zeros(made.max_moves, np.int32) for _ in range(3))
    record, memo = position.copy_record(), made.memo_of(position)
    must = moves[: required(record, made.setup[0], memo, moves)].tolist()
    may = hinted[: candidates(record, made.setup[0], memo, depth, hinted, scores)].tolist()
    return len(set(must) & set(may)) or len(must)


@cache
def both():
    return hashed.make(**hashed.EVERYTHING, max_plies=7)  # of which this search asks for two


# --- a game of one move at a time that lasts long


@cache
def long_game(plies):
    """The start of a game of so many forced moves, which the first player wins."""
    made = hashed.make(max_plies=plies, **hashed.LISTING)
    for seed in range(99):
        position = end = hashed.start(made, seed, plies=plies, most=1, ends=0, alternating=True)
        while end.moves():
            end = end.after(end.moves()[0])
        if end.outcome() == FIRST:
            return position
    raise AssertionError("no seed is won")


@pytest.mark.parametrize("plies", [1, 2, 200, 254, 255, 256, 257, 300])
def test_long_lines_of_forced_moves(plies):
    position = long_game(plies)
    made, (move,) = position.game, position.moves()
    zero = load_evaluator("zero", made)
    for techniques in (Techniques(), Techniques(extensions=False)):
        report = last(Engine(made, zero, techniques, memory_mb=1).deepen(position, Limit(nodes=100_000)))
        assert report.move == move
        if report.proven:
            assert report.distance == plies
            assert report.line == (move,) * plies
        assert report.proven or plies >= 250
    proof = prove_outcome(Engine(made, zero, memory_mb=1), position, Limit())
    assert (proof.lower, proof.upper) in ((-1, 1), (1, 1))
    solution = solve(position, Limit(nodes=100_000), memory_mb=1)
    assert solution.proven == (plies < PLIES)
    assert solution.outcome == ("first" if solution.proven else None)


def test_only_move():
    position = long_game(300)
    player = make_player("engine:memory=1")
    player.start(position.game, 0, 0)
    assert player.choose(position, Limit(nodes=1000)).stopped == "only move"
    assert player.choose(position, Limit(depth=9)).stopped in ("depth", "proven")
    textbook_player = make_player("alphabeta:plain=true,depth=20")
    assert textbook_player.choose(position, Limit()).depth == 20


def test_a_drawn_game_is_a_proven_draw():
    made = load_game("tic_tac_toe")
    evaluator = load_evaluator(None, made)
    report = last(Engine(made, evaluator, memory_mb=1).deepen(made.start(), Limit()))
    assert (report.score, report.proven, report.stopped, report.score_text) == (0, True, "proven", "draw")
    solution = solve(made.start(), memory_mb=1)
    assert (solution.outcome, solution.lower, solution.upper, solution.distance) == ("draw", 0, 0, None)
    assert made.start().play_text(solution.line).outcome() == DRAW


def test_an_analysis_says_why_an_evaluator_runs_in_plain_python(caplog):
    start = load_game("tic_tac_toe").start()
    with caplog.at_level("INFO", "counterply"):
        assert cp.analyse(start, depth=1, eval=Evaluator("slow", lambda position, player: 0.0, plain=True)).last().plain
    assert "evaluator slow runs in plain Python" in caplog.messages
