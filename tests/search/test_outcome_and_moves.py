"""Games that say outcome and moves at once: the moves stay listed beside a hint, and proofs try first what leaves few replies."""

from functools import cache

import pytest
import truth
from hypothesis import given, strategies as st
from test_techniques import SEEDS, SHAPES, engine, fresh

import hashed
from counterply import Limit
from counterply.compiling.kernels import kernel
from counterply.search.alphabeta.context import LISTS_AT_ONCE
from counterply.search.alphabeta.techniques import Techniques
from counterply.search.exact.outcomes import prove_outcome
from examples import examples

LONG = st.fixed_dictionaries(
    {"plies": st.integers(5, 9), "most": st.integers(2, 3), "width": st.sampled_from([6, 40]), "ends": st.sampled_from([0, 20])}
)

every_candidate = kernel(hashed.every_candidate)


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
    more = hashed.LISTING if at_once else {}
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
