"""What `tree` says of a search is so: its counts are those of `nodes`, and every reason holds when it is played again."""

from __future__ import annotations

import io
import json
import re
from itertools import pairwise
from random import Random

import pytest

import counterply as cp
import hashed
from counterply import PlainGame
from counterply.cli import run as command
from counterply.compiling.kernels import PLAIN
from counterply.core.errors import GameError
from counterply.core.evaluator import ZERO
from counterply.core.limits import Limit
from counterply.core.values import EXACT, LOWER, UPPER
from counterply.plugins.explanations.picture import layout
from counterply.plugins.explanations.quiz import Quiz
from counterply.plugins.explanations.rows import rows_of
from counterply.plugins.explanations.searched_line import passage, passage_lines, passage_of
from counterply.plugins.explanations.searches import DEEPEST, TEXTBOOK
from counterply.plugins.explanations.steps import steps_of
from counterply.plugins.explanations.text_game import game_of
from counterply.plugins.explanations.text_trees import Flat
from counterply.plugins.explanations.trace import Trace, TracedEngine
from counterply.plugins.explanations.tree import engine_tree, tree_of
from counterply.plugins.teaching.judge.trees import random_cases
from counterply.search import textbook
from counterply.search.alphabeta.engine import MAX_DEPTH, Engine
from counterply.search.alphabeta.techniques import Techniques
from counterply.search.counts import count_nodes
from counterply.usercode.loading import load_evaluator, load_game
from small_nim import Nim
from some import some

CASES = random_cases(Random(7), 40, (2, 3, 4))


def grown(case, search):
    game = game_of("case", case)
    return tree_of(game.start(), case.depth, search, game.evaluators[0])


def size(position, depth):
    """The nodes of minimax below a position, and itself."""
    if depth == 0 or position.outcome():
        return 1
    return 1 + sum(size(position.after(move), depth - 1) for move in position.moves())


def test_a_tree_may_be_as_deep_as_the_engine_searches():
    assert DEEPEST == MAX_DEPTH


@pytest.mark.skipif(PLAIN, reason="counts compiled searches")
@pytest.mark.parametrize(
    ("name", "moves", "depth", "searches"),
    [("tic_tac_toe", "0,0 1,1", 4, [*TEXTBOOK, "ordered", "table"]), ("connect_four", "4 4", 3, TEXTBOOK)],
)
def test_its_nodes_are_those_that_nodes_counts(name, moves, depth, searches):
    position = load_game(name).position(f"moves {moves}")
    evaluator = load_evaluator(None, position.game)
    (row,) = count_nodes(position, [depth], evaluator=evaluator)
    for search in searches:
        made = tree_of(position, depth, search, evaluator)
        assert made.visits[0].nodes == len(made.visits) == getattr(row, search)
        check_sizes(made)


def check_sizes(made):
    for number, visit in enumerate(made.visits):
        own = visit.nodes - sum(made.visits[child].nodes for child in made.children(number))
        assert own == (not visit.again) or (own == visit.ply == 1)  # the root's moves are nodes again in its second search


@pytest.mark.skipif(PLAIN, reason="compiles a search")
def test_the_engine_is_the_same_with_a_trace():
    position, depth = load_game("connect_four", {"book": "off"}).position("moves 4 4 3"), 6
    evaluator = load_evaluator(None, position.game)
    *_, report = Engine(position.game, evaluator).deepen(position, Limit(depth=depth))
    traced = TracedEngine(position.game, evaluator, Techniques())
    *_, again = traced.deepen(position, Limit(depth=depth))
    assert (again.move, again.score, again.nodes, again.line) == (report.move, report.score, report.nodes, report.line)

    made = tree_of(position, depth, "engine", evaluator)
    check_sizes(made)
    assert (made.visits[made.line[1]].move, made.visits[0].score) == (report.move, report.score)
    assert made.visits[made.line[1]].score == report.score
    for number, visit in enumerate(made.visits[1:], start=1):
        place = made.place(number)
        assert visit.reason in ("leaf", "end", "cut", "searched", "table", "decided")
        assert (visit.reason == "end") == bool(place.outcome())
        assert bool(made.children(number)) == (visit.reason in ("cut", "searched"))
        if visit.reason == "cut":
            assert visit.score >= visit.beta if made.maximising(number) else visit.score <= visit.alpha
        left = made.left_out(number)
        assert not left or made.condition(number)
        if visit.reason == "searched":
            assert visit.listed == len(place.moves()) - len(left)
    assert any(visit.again for visit in made.visits)
    earlier = tree_of(position, depth - 2, "engine", evaluator)  # the same as that iteration of the deeper search
    assert [each.depth for each in made.iterations] == list(range(1, depth + 1))
    for each, other in zip(made.iterations, earlier.iterations, strict=False):
        assert (each.move, each.score, each.nodes, each.line) == (other.move, other.score, other.nodes, other.line)
    check_order(made)
    check_passages(made, position, evaluator)


@pytest.mark.slow
@pytest.mark.skipif(PLAIN, reason="compiles a search")
def test_a_root_that_is_searched_again_counts_its_moves_again():
    game = hashed.make(objective="outcome", candidates=hashed.some_candidates, cuts=True, max_plies=7)
    position = hashed.start(game, 18, plies=5, most=3, width=1 << 20, ends=100, spread=20)
    made = tree_of(position, 3, "engine", game.evaluators[0])  # all candidates lose: all moves are searched
    check_sizes(made)
    first, second = made.children(0)[:2]
    assert made.visits[first].move == made.visits[second].move
    assert made.visits[second].again
    assert made.visits[second].nodes == 1 + sum(made.visits[child].nodes for child in made.children(second))


def check_order(made):
    """Moves stand where what they are sorted by puts them."""
    kinds = ("table", "killer", "hint", "history", "")
    for number in range(1, len(made.visits)):
        children = [made.visits[child] for child in made.children(number) if not made.visits[child].again]
        keys = [(kinds.index(child.sorted_by), -child.credit) for child in children]
        assert keys == sorted(keys)
        assert [made.rank(child) for child in made.children(number) if not made.visits[child].again] == [*range(1, len(keys) + 1)]
    assert {visit.sorted_by for visit in made.visits} == {*kinds, "last depth"}
    assert made.visits[1].sorted_by == "last depth"


def check_passages(made, position, evaluator):
    """Along a line, the same is recorded as when everything is."""
    best = made.path(made.line[-1])
    third = (number for number, visit in enumerate(made.visits) if visit.ply == 3 and visit.move != best[2])
    other = made.path(next(third))
    for line in (best, other):
        found = passage(position, line, Limit(depth=made.depth), evaluator)
        whole = passage_of(made, line)
        assert len(found.tries) >= len(line)
        assert found.json() == whole.json()
        assert passage_lines(found) == passage_lines(whole)
        assert len(found.tree.visits) < len(made.visits) / 5
    assert [each.then for each in passage_of(made, best).tries if each.then != "seems better"] == ["best"] * (len(made.line) - 1)
    cut = next(number for number, visit in enumerate(made.visits) if visit.reason == "cut" and made.left_out(number))
    refuting = passage_of(made, made.path(made.children(cut)[-1]))
    assert refuting.tries[-1].then == "cuts"
    left = passage_of(made, [*made.path(cut), made.left_out(cut)[0]])
    assert left.end.endswith(f" was enough, as {made.condition(cut)}")
    leaf = next(number for number, visit in enumerate(made.visits) if visit.reason == "leaf")
    assert passage_of(made, [*made.path(leaf), made.place(leaf).moves()[0]]).end.endswith("not searched: leaf")


@pytest.mark.skipif(PLAIN, reason="compiles a search")
def test_a_trace_without_room_counts_on():
    position = load_game("connect_four").start()
    evaluator = load_evaluator(None, position.game)
    whole, part = (engine_tree(position, 4, "ordered", evaluator, room=room) for room in (100_000, 50))
    assert part.visits == whole.visits[:50]
    assert (whole.unrecorded, part.unrecorded) == (0, len(whole.visits) - 50)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_was_cut_is_what_minimax_has_more(case):
    full, pruned = grown(case, "minimax"), grown(case, "alphabeta")
    left_out = sum(
        size(pruned.place(number).after(move), case.depth - pruned.visits[number].ply - 1)
        for number in range(len(pruned.visits))
        for move in pruned.left_out(number)
    )
    assert len(pruned.visits) + left_out == len(full.visits)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_value_and_reason_holds(case):
    made = grown(case, "alphabeta")
    for number, visit in enumerate(made.visits):
        place, left = made.place(number), case.depth - visit.ply
        evaluate = textbook.evaluation(place.game, place.game.evaluators[0])
        truth = textbook.minimax(place, left, evaluate, made.position.turn, textbook.Count(distance=False), visit.ply).score
        assert {EXACT: visit.score == truth, LOWER: visit.score <= truth, UPPER: visit.score >= truth}[visit.bound]
        children = [made.visits[child] for child in made.children(number)]
        reasons = {"end": bool(place.outcome()), "leaf": left == 0 and not place.outcome()}
        assert reasons.get(visit.reason, bool(children))
        if visit.reason == textbook.CUT:
            assert visit.score >= visit.beta if made.maximising(number) else visit.score <= visit.alpha
        if visit.reason == textbook.SEARCHED:
            assert len(children) == len(place.moves())
        alpha, beta = visit.alpha, visit.beta
        for child in children:  # the window narrows as the textbook says
            assert (child.alpha, child.beta) == (alpha, beta)
            if made.maximising(number):
                alpha = max(alpha, child.score)
            else:
                beta = min(beta, child.score)
    assert made.visits[made.line[-1]].score == made.visits[0].score


def test_a_plain_game():
    position = PlainGame("nim", lambda: Nim(5)).start()
    with pytest.raises(GameError, match="plain Python"):
        tree_of(position, 4, "engine", load_evaluator("zero", position.game))
    made = tree_of(position, 4, "alphabeta", load_evaluator("zero", position.game))
    assert [made.visits[number].move for number in made.line[1:]] == list(
        textbook.alphabeta(position, 4, lambda p, s: 0, 0, Trace(distance=False)).line
    )


def test_limits():
    with pytest.raises(GameError, match="smaller depth"):
        tree_of(game_of("case", CASES[-1]).start(), 4, "minimax", ZERO, nodes=3)
    position = load_game("tic_tac_toe").position("moves 0,0 1,0 0,1 1,1 0,2")
    with pytest.raises(GameError, match="over"):
        tree_of(position, 2, "minimax", load_evaluator(None, position.game))


def test_views_of_one_tree():
    case = CASES[25]
    full, pruned = grown(case, "minimax"), grown(case, "alphabeta")
    assert len(list(rows_of(full))) == len(full.visits)
    assert next(iter(steps_of(pruned))).text.endswith("window -inf to +inf")
    document = json.loads(json.dumps(pruned.json(), allow_nan=False))
    assert len(document["nodes"]) == document["visited"] == len(pruned.visits)
    assert full.svg().count("<polygon") == len(full.visits)
    assert pruned.svg().count("<polygon") == len(full.visits)


def test_only_a_better_move_is_the_best_so_far():
    """In minimax too, where no window says what the best one is."""
    seen = set()
    for case in CASES:
        tree = grown(case, "minimax")
        values: list[int] = []
        for number in tree.children(0):
            value = tree.visits[number].score
            better = all(value > other if tree.maximising(0) else value < other for other in values)
            values.append(value)
            then = passage_of(tree, [tree.visits[number].move]).tries[0].then
            assert then == ("best" if number == tree.line[1] else "best so far" if better else "no better")
            seen.add(then)
    assert seen == {"best", "best so far", "no better"}


def test_the_quiz_is_right_about_itself():
    for case in some(CASES, 3):
        full, pruned = grown(case, "minimax"), grown(case, "alphabeta")
        quiz = Quiz(full, pruned)
        assert quiz.verdict(set(quiz.answer)) == "right"
        assert len(quiz.answer) == len(quiz.leaves) - sum(visit.reason in ("leaf", "end") for visit in pruned.visits)
        for leaf in quiz.leaves:
            assert quiz.verdict(set(quiz.answer) ^ {leaf}).startswith("wrong")


def test_the_layout_keeps_nodes_apart():
    for case in some(CASES, 3):
        flat = Flat.of(case.tree)
        places = layout(flat.parent, [1.0] * len(flat.parent))
        for level in {level for _, level in places}:
            row = sorted(x for x, other in places if other == level)
            assert all(right - left >= 1 - 1e-9 for left, right in pairwise(row))
        for number, children in enumerate(flat.children):
            if children:
                assert places[number][0] == pytest.approx((places[children[0]][0] + places[children[-1]][0]) / 2)


def test_the_command(tmp_path, capsys, monkeypatch):
    case = "depth 2: A0(3 B0(2 5))"
    picture = tmp_path / "tree.svg"
    assert command(["tree", case, "--svg", str(picture)]) == 0
    assert "[b]" in capsys.readouterr().out
    assert "stroke-dasharray" in picture.read_text()
    assert command(["tree", case, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["visited"] == 4
    for answer, code in (("b-b\n", 0), ("\n", 1), ("b-a\n", 1), ("", 0)):
        monkeypatch.setattr("sys.stdin", io.StringIO(answer))
        assert command(["tree", case, "--quiz"]) == code
        question, judged, tree = capsys.readouterr().out.partition("right\n" if "b-b" in answer else "wrong: ")
        assert "[b]" not in question  # what is cut is shown after an answer
        assert ("[b]" in tree) == bool(judged) == bool(answer)
    monkeypatch.setattr("sys.stdin", io.StringIO("zz\n"))
    assert command(["tree", "tic_tac_toe", "--depth", "2", "--quiz"]) == 2
    assert "'zz' is no leaf; leaves are 0,0-0,1 " in (said := capsys.readouterr().err)
    assert said.endswith(" and 64 more\n")
    for words in (
        ["tic_tac_toe"],
        [case, "--search", "best"],
        [case, "--search", "engine"],
        ["random:x"],
        ["random", "--depth", "99"],
        ["depth 2: A"],
        [case, "--show", "0"],
    ):
        capsys.readouterr()
        assert command(["tree", *words]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_program_grows_trees_in_text_as_the_command_does(capsys):
    assert command(["tree", "random:3", "--search", "minimax", "--json"]) == 0
    assert cp.tree("random:3", search="minimax").json() == json.loads(capsys.readouterr().out)
    assert cp.tree("depth 2: A0(3 B0(2 5))").depth == 2


def test_a_tree_is_shown_in_all_ways_of_the_command(capsys):
    made = cp.tree("depth 2: A0(3 B0(2 5))")
    assert cp.tree("tic_tac_toe", 1).compare().trees[-1].search == "engine"
    for way, shown in (("--steps", made.steps()), ("--compare", made.compare()), ("--quiz", made.quiz())):
        assert command(["tree", "depth 2: A0(3 B0(2 5))", way, "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(shown.json()))
        assert command(["tree", "depth 2: A0(3 B0(2 5))", way]) == 0 or way == "--quiz"
        assert str(shown).splitlines()[-1] in capsys.readouterr().out
    assert made.quiz().json() == {"leaves": ["a", "b-a", "b-b"], "answer": ["b-b"]}
    assert [tree.search for tree in made.compare().trees] == ["minimax", "alphabeta"]
    with pytest.raises(cp.UsageError, match="'z' is no leaf"):
        made.quiz().verdict(["z"])
    with pytest.raises(cp.UsageError, match="a tree in text is searched by"):
        cp.tree("random", search="engine")
    with pytest.raises(cp.UsageError, match="needs a depth"):
        cp.tree("tic_tac_toe")
    assert command(["tree", "random", "--compare"]) == 0
    assert "ordered" not in capsys.readouterr().out


def test_the_picture_of_a_wide_tree_fits_on_paper():
    made = cp.tree("chess", 2)
    picture = made.svg()
    assert float(re.search(r"width='(\d+)'", picture)[1]) < 1440
    assert [len(made.children(number)) for number in made.line[:2]] == [20, 20]
    assert re.findall(r">(\d+ (?:more|cut))<", picture) == ["11 more", "11 more"]
    assert len(re.findall(r">\d+ below<", picture)) == 8  # the moves beside the best one, closed
    assert picture.count("<polygon") == 1 + 10 + 10
    assert made.svg(plies=2).count("<polygon") > len(made.visits)
    small = cp.tree("depth 2: A0(B0(5 8) B0(3 12 9))")
    assert small.svg() == small.svg(plies=9)
