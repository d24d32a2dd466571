"""Games that say outcome and moves at once: the moves stay listed beside a hint, and proofs try first what leaves few replies."""

from functools import cache

import pytest
import truth
from hypothesis import given
from hypothesis import strategies as st
from test_techniques import SEEDS, SHAPES, engine, fresh

import hashed
from counterply import Limit
from counterply.compiling.kernels import kernel
from counterply.search.alphabeta.context import LISTS_AT_ONCE
from counterply.search.alphabeta.techniques import Techniques
from counterply.search.exact.outcomes import prove_outcome
from counterply.usercode.loading import load_game
from examples import examples

LONG = st.fixed_dictionaries(
    {"plies": st.integers(5, 9), "most": st.integers(2, 3), "width": st.sampled_from([6, 40]), "ends": st.sampled_from([0, 20])}
)
OTHELLO = (
    "d3 e3 f4 c3 c2 d2 d6 f6 d1 c5 c6 c1 b1 e7 b3 b4 f5 e6 c4 a3 e2 b5 b6 e1 f1 a7 c7 g6 f3 d7 d8 e8 b7 g4 h7 g5 a6 a8 a5 h6 h5 b8 "
    "f8 a4 f7 h3"
)

every_candidate = kernel(hashed.every_candidate)


def outcome(position, moves):
    return hashed.outcome(position), hashed.legal_moves(position, moves)


def at_times(position, moves, scores):
    """All moves with a score at some positions; elsewhere nothing, and what it wrote is not to be read."""
    count = every_candidate(position, moves, scores)
    if hashed.drawn(position, hashed.VALUE) & 1:
        return count
    for index in range(count):
        moves[index] = 0
    return -1


@cache
def game(at_once, hint=True):
    more = {"outcome": outcome} if at_once else {}
    return hashed.make("listing", candidates=at_times if hint else None, **more)


@pytest.mark.slow
@examples(60)
@given(seed=SEEDS, shape=SHAPES)
def test_what_is_listed_stands_beside_a_hint(seed, shape):
    facts = []
    for made in (game(True), game(False)):
        reports = fresh(made, Techniques()).deepen(hashed.start(made, seed, **shape), Limit(depth=6))
        facts.append([(report.move, report.score, report.line, report.nodes) for report in reports])
    assert LISTS_AT_ONCE in engine(game(True), Techniques())._context.dtype.names
    assert facts[0] == facts[1]


@examples(60)
@given(seed=SEEDS, shape=LONG, nodes=st.integers(1, 300))
def test_proofs_in_the_order_of_replies_are_true(seed, shape, nodes):
    position = hashed.start(game(True, hint=False), seed, **shape)
    value = truth.exact(position)[0] * (1 if position.turn == 0 else -1)
    searcher = fresh(position.game, Techniques())
    proof = prove_outcome(searcher, position, Limit(nodes=nodes))
    assert proof.lower <= value <= proof.upper
    assert proof.nodes == nodes if proof.cut_short else proof.nodes <= nodes
    assert prove_outcome(searcher, position, Limit()).value == value


@pytest.mark.slow
def test_few_replies_first_save_most_of_a_proof():
    """An end of Othello with 14 empty cells."""
    made = load_game("othello")
    position = made.start().play(*OTHELLO.split())
    searcher = engine(made, Techniques())
    nodes = []
    for searcher._by_replies in (True, False):
        searcher.forget()
        proof = prove_outcome(searcher, position, Limit())
        nodes.append((proof.value, proof.nodes))
    assert nodes[0][0] == nodes[1][0]
    assert nodes[0][1] < nodes[1][1] / 2
