"""The engine's techniques, one by one and together, against the textbook's searches on random games."""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import assume, given, strategies as st

import hashed
from counterply import Limit
from counterply.core.values import EXACT, ONGOING
from counterply.search import alphabeta, textbook
from counterply.search.alphabeta.engine import Engine
from counterply.search.alphabeta.techniques import ALPHABETA_ONLY, MINIMAX_ONLY, TECHNIQUES, Techniques
from counterply.search.worlds import WorldSearch
from examples import examples
from some import some

SEEDS = st.integers(0, 2**40)
SHAPES = st.fixed_dictionaries(
    {
        "plies": st.integers(1, 6),
        "most": st.integers(1, 4),
        "width": st.sampled_from([3, 10, 1 << 20]),
        "ends": st.sampled_from([0, 40, 100]),
        "spread": st.sampled_from([1, 20, 500_000]),
        "alternating": st.booleans(),
    }
)
# what never changes the value of a search of fixed depth, where positions meet again only at equal depth; the textbook has two
KEEPING = [each.name for each in TECHNIQUES if each.keeps_value and each.name not in ("distance", "pruning")]
ONLY = {name: replace(ALPHABETA_ONLY, **{name: True}) for name in KEEPING}
KEEPS_VALUE = Techniques(**{each.name: False for each in TECHNIQUES if not each.keeps_value})
WITHOUT = {name: replace(KEEPS_VALUE, **{name: False}) for name in KEEPING}
ALL = {"none": ALPHABETA_ONLY, **{f"only {n}": t for n, t in ONLY.items()}, **{f"without {n}": t for n, t in WITHOUT.items()}}


@cache
def game(objective="outcome", antisymmetric=False):
    """Where the margin counts, the game of test_proofs.py, which is compiled there."""
    hint = hashed.every_candidate if objective == "outcome" else None
    return hashed.make(objective=objective, evaluator=hashed.FAIR if antisymmetric else hashed.LOOKS, candidates=hint)


@cache
def engine(made, techniques):
    return Engine(made, made.evaluators[0], techniques, memory_mb=1)


def fresh(made, techniques):
    kept = engine(made, techniques)
    kept.forget()
    return kept


def last(reports):
    *_, report = reports
    return report


def reference(position):
    return textbook.evaluation(position.game, position.game.evaluators[0])


def test_the_engine_says_in_which_order_its_modules_are_read():
    """All but those of one technique, which `techniques` lists."""
    files = Path(alphabeta.__file__).parent.glob("[!_]*.py")
    modules = {
        file.stem for file in files if not re.search(r"^[A-Z]+ = Technique\(", file.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert {*re.findall(r"`(\w+)`", alphabeta.__doc__)} == set(some(modules, 10))


def minimax_value(position, depth):
    return textbook.minimax(position, depth, reference(position), position.turn, textbook.Count()).score


def assert_window(result, value, alpha, beta):
    """The three cases of a window: at or below it, at or above it, inside it."""
    if value <= alpha:
        assert value <= result <= alpha
    elif value >= beta:
        assert value >= result >= beta
    else:
        assert result == value


@examples(60)
@given(
    seed=SEEDS, shape=SHAPES, margin=st.booleans(), alpha=st.integers(-30, 30), width=st.integers(1, 20), depth=st.integers(1, 6)
)
def test_textbook_alpha_beta_keeps_its_promises(seed, shape, margin, alpha, width, depth):
    position = hashed.start(game("margin" if margin else "outcome"), seed, **shape)
    evaluate, player = reference(position), position.turn
    slow, fast = textbook.Count(), textbook.Count()
    v = textbook.minimax(position, depth, evaluate, player, slow).score
    assert textbook.alphabeta(position, depth, evaluate, player, fast).score == v
    assert fast.nodes <= slow.nodes
    alpha, beta = alpha * 1024, (alpha + width) * 1024
    r = textbook.alphabeta(position, depth, evaluate, player, textbook.Count(), (alpha, beta)).score
    assert_window(r, v, alpha, beta)


@examples(60)
@given(seed=SEEDS, shape=SHAPES, margin=st.booleans(), pruning=st.booleans())
def test_engine_without_techniques_is_the_textbook(seed, shape, margin, pruning):
    position = hashed.start(game("margin" if margin else "outcome"), seed, **shape)
    limit = Limit(depth=6)
    techniques = ALPHABETA_ONLY if pruning else MINIMAX_ONLY
    ours = list(fresh(position.game, techniques).deepen(position, limit))
    theirs = list(textbook.deepen(position, limit, position.game.evaluators[0].grid, reference(position), pruning=pruning))
    for field in ("depth", "move", "score", "nodes", "line", "proven", "stopped", "bound"):
        assert [getattr(report, field) for report in ours] == [getattr(report, field) for report in theirs], field


@pytest.mark.parametrize("name", ALL)
@examples(25)
@given(seed=SEEDS, shape=SHAPES, margin=st.booleans(), fair=st.booleans(), depth=st.integers(1, 6))
def test_a_technique_keeps_the_value(name, seed, shape, margin, fair, depth):
    position = hashed.start(game("margin" if margin else "outcome", fair), seed, **shape)
    kept = fresh(position.game, ALL[name])
    for report in some(kept.deepen(position, Limit(depth=depth))):
        assert report.score == minimax_value(position, report.depth)
        assert report.bound == EXACT
    kept.forget()
    once = last(kept.deepen(position, Limit(depth=depth), first_depth=depth))
    assert once.score == minimax_value(position, depth)


@examples(60)
@given(
    seed=SEEDS,
    shape=SHAPES,
    alpha=st.integers(-30, 30),
    width=st.integers(1, 20),
    depth=st.integers(1, 6),
    name=st.sampled_from(list(ALL)),
)
def test_the_kernel_keeps_the_window_cases(seed, shape, alpha, width, depth, name):
    from counterply.search.alphabeta.root import search_root

    position = hashed.start(game(), seed, **shape)
    v = minimax_value(position, depth)
    kept = fresh(position.game, ALL[name])
    kept.prepare(position, Limit(depth=depth), position.moves())
    kept.use()
    alpha, beta = alpha * 1024, (alpha + width) * 1024
    r = int(search_root(kept.context, position.game.setup[0], depth, alpha, beta, 0, True))
    assert_window(r, v, alpha, beta)


@examples(40)
@given(seed=SEEDS, shape=SHAPES, depth=st.integers(1, 6), lines=st.integers(2, 4), name=st.sampled_from(["none", "without table"]))
def test_several_lines_are_the_values_of_their_moves(seed, shape, depth, lines, name):
    position = hashed.start(game(), seed, **shape)
    moves = position.moves()
    assume(len(moves) > 1)
    report = last(fresh(position.game, ALL[name]).deepen(position, Limit(depth=depth), lines=lines))
    found = report.lines
    assert len({line.move for line in found}) == len(found) == min(lines, len(moves))
    assert [line.score for line in found] == sorted((line.score for line in found), reverse=True)
    values = {}
    for move in moves:
        after = position.after(move)
        values[move] = textbook.minimax(after, report.depth - 1, reference(position), position.turn, textbook.Count(), ply=1).score
    for line in found:
        assert line.score == values[line.move]
        assert line.moves[0] == line.move
        position.play_text([str(move) for move in line.moves])  # legal to its end
    assert [line.score for line in found] == sorted(values.values(), reverse=True)[: len(found)]
    assert (report.move, report.score) == (found[0].move, found[0].score)


def test_lines_of_a_search_of_worlds_are_no_bounds():
    search = WorldSearch(game(), game().evaluators[0], techniques=ALL["only pvs"], memory_mb=1)
    for seed in range(100):
        position = hashed.start(game(), seed, most=4, ends=0, alternating=True)
        report = last(search.deepen(position, Limit(depth=3), lines=4))
        after = [position.after(line.move) for line in report.lines]
        values = [
            textbook.minimax(place, report.depth - 1, reference(position), position.turn, textbook.Count(), ply=1).score
            for place in after
        ]
        assert values == sorted(values, reverse=True)


@examples(40)
@given(seed=SEEDS, shape=SHAPES, depth=st.integers(1, 6))
def test_lines_with_the_table_are_sorted(seed, shape, depth):
    position = hashed.start(game(), seed, **shape)
    assume(len(position.moves()) > 1)
    for report in some(fresh(position.game, Techniques()).deepen(position, Limit(depth=depth), lines=3)):
        scores = [line.score for line in report.lines]
        assert scores == sorted(scores, reverse=True)


@examples(60)
@given(seed=SEEDS, shape=SHAPES, depth=st.integers(1, 6), name=st.sampled_from(["none", "only pvs", "without table", "only table"]))
def test_the_line_leads_to_the_score(seed, shape, depth, name):
    position = hashed.start(game(), seed, **shape)
    report = last(fresh(position.game, ALL[name]).deepen(position, Limit(depth=depth)))
    assert report.line[0] == report.move
    end = position.play_text([str(move) for move in report.line])
    if "only table" not in name and (end.outcome() != ONGOING or len(report.line) == report.depth):
        leaf = textbook.leaf(end, reference(position), position.turn, textbook.Count(), len(report.line))
        assert leaf.score == report.score
