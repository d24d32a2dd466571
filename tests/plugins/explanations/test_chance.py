"""Trees with chance nodes: every value is the mean that an independent sum finds, and each way to show a tree knows of them."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from random import Random

import pytest

import counterply as cp
from counterply.cli import run as command
from counterply.core.values import CHANCE, INFINITE, LOWER, UPPER
from counterply.plugins.explanations.text_trees import CaseError, Tree, node, parse_case
from counterply.plugins.explanations.tree import searches_of

LECTURE = "depth 1: A0(C(3 12 9) C(2 4 6) C(15 6 0))"  # the tree of many courses: each move is followed by a roll
UNEVEN = "depth 2: C(1/3:A0(B0(7 1) 4) 0.5:9 1/6:B0(1 2))"
SHARES = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6), Fraction(1, 4), Fraction(3, 4), Fraction(1, 12))


def rolled(random: Random, height: int) -> Tree:
    """A random tree, some of whose nodes are chance nodes."""
    value = random.randint(-9, 9)
    if not height or random.random() < 0.1:
        return Tree(0, value)
    children = [rolled(random, height - 1) for _ in range(random.randint(1, 3))]
    if random.random() < 0.4:
        split = [random.randint(1, 5) for _ in children]
        return Tree(CHANCE, 0, tuple(children), shares=tuple(Fraction(part, sum(split)) for part in split))
    return node(random.randint(0, 1), value, children)


def random_texts() -> list[str]:
    """Trees of one to four plies with a chance node, as text."""
    random, texts = Random(11), list[str]()
    while len(texts) < 60:
        tree = rolled(random, 5)
        if tree.rolls and not tree.over:
            texts.append(f"depth {random.randint(1, 4)}: {tree}")
    return texts


def truth(tree: Tree, depth: int) -> Fraction:
    """The value to the first player, as exact sums of what is written."""
    if tree.shares:
        return sum((share * truth(child, depth) for share, child in zip(tree.shares, tree.children, strict=True)), Fraction(0))
    if not tree.children or not depth:
        return Fraction(tree.value)
    return (min if tree.turn else max)(truth(child, depth - 1) for child in tree.children)


@pytest.mark.parametrize("search", ["expectimax", "alphabeta"])
def test_values_are_the_means_that_exact_sums_find(search):
    looked_at = {True: 0, False: 0}
    for text in random_texts():
        case, made = parse_case(text), cp.tree(text, search=search)
        sign, rounding = -1 if case.tree.turn == 1 else 1, case.tree.height / 2
        for number, visit in enumerate(made.visits):
            place, rolls = made.place(number), sum(made.share(above) is not None for above in way(made, number))
            expected = sign * truth(place.record.tree, case.depth - visit.ply + rolls) * made.grid
            exact = made.value_text(number)[:2] not in (">=", "<=")
            looked_at[exact] += 1
            assert visit.score - expected <= rounding or (not exact and visit.bound == UPPER)
            assert expected - visit.score <= rounding or (not exact and visit.bound == LOWER)
    assert looked_at[True] > 400
    assert (looked_at[False] > 20) == (search == "alphabeta")


def way(made, number):
    """The nodes from one up to the root."""
    while number:
        yield number
        number = made.visits[number].parent


def test_alpha_beta_cuts_nothing_across_a_chance_turn_and_what_it_leaves_out_is_what_expectimax_has_more():
    for text in random_texts():
        full, pruned = cp.tree(text, search="expectimax"), cp.tree(text)
        sizes = {tuple(full.path(number)): visit.nodes for number, visit in enumerate(full.visits)}
        left = [(*pruned.path(number), move) for number in range(len(pruned.visits)) for move in pruned.left_out(number)]
        assert len(pruned.visits) + sum(sizes[path] for path in left) == len(full.visits)
        for number, visit in enumerate(pruned.visits):
            if pruned.share(number) is not None:
                assert (visit.alpha, visit.beta) == (-INFINITE, INFINITE)
        assert set(full.quiz().answer) <= set(full.quiz().leaves)


def test_a_text_says_what_a_tree_is():
    for text in (LECTURE, "depth 1: A0(C(1/2:3 1/4:C(1 2) 1/4:6) 7)", UNEVEN.replace("0.5", "1/2"), *random_texts()):
        assert str(parse_case(text)) == text or "C(" in text
        assert parse_case(str(parse_case(text))) == parse_case(text)
    assert str(parse_case("depth 1: A0(C(0.5:3 0.5:4) 7)")) == "depth 1: A0(C(3 4) 7)"
    for body, said in (
        ("C(1/2:3 1/4:12)", "sum to 1, but 1/2 + 1/4 = 0.75"),
        ("C(0.3:3 0.3:1 0.3:12)", "sum to 1, but 0.3 + 0.3 + 0.3 = 0.9"),
        ("C(0:3 1:12)", "above 0"),
        ("C(1/2:3 12)", "1 of 2 outcomes of chance have a probability"),
        ("C(1/0:3 1:12)", "not divided by 0"),
        ("C()", "1 to 26 children"),
        ("C1(3 12)", "or C with outcomes"),
    ):
        with pytest.raises(CaseError, match=re.escape(said)):
            parse_case(f"depth 1: A0({body} 7)")


def test_the_command_shows_chance_in_every_way(tmp_path, capsys):
    picture = tmp_path / "tree.svg"
    assert command(["tree", LECTURE, "--search", "expectimax", "--svg", str(picture)]) == 0
    table = capsys.readouterr().out
    assert "max 8" in table
    assert table.count(" 1/3 ") == 9
    assert [int(found) for found in re.findall(r"chance (\d+)", table)] == [8, 4, 7]
    drawn = picture.read_text()
    assert (drawn.count("<circle"), drawn.count(">1/3<"), drawn.count("<polygon")) == (3, 9, 10)
    assert "expectimax, depth 1: 13 nodes" in drawn
    assert command(["tree", LECTURE, "--steps"]) == 0
    steps = capsys.readouterr().out
    assert "a b: end, worth 12; outcome 2 of 3: 1/3 x 12, the sum is 5\n" in steps
    assert "a: leave with 8, the mean of 3 outcomes\n" in steps
    assert "a: enter, chance, 3 outcomes, window -inf to +inf\n" in steps
    assert "b: enter, chance, 3 outcomes, window 8 to +inf, which no outcome gets: a mean needs the value of each\n" in steps
    assert command(["tree", LECTURE, "--compare"]) == 0
    assert capsys.readouterr().out.split()[:5] == ["move", "expectimax", "nodes", "alphabeta", "nodes"]
    assert command(["tree", UNEVEN, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [each["probability"] for each in found["nodes"] if each["parent"] == 0] == [1 / 3, 0.5, 1 / 6]
    assert (found["nodes"][0]["score"], found["nodes"][0]["why"], found["nodes"][0]["bound"]) == (6.0, "mean", "exact")
    assert command(["tree", UNEVEN, "--quiz", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["answer"] == []


def test_what_has_no_such_tree_says_so_in_a_line(capsys):
    for words, said in (
        (["tic_tac_toe", "--depth", "1", "--search", "expectimax"], "tic_tac_toe has not: take minimax"),
        ([LECTURE, "--search", "engine"], "searched by minimax and alphabeta"),
        ([LECTURE, "--search", "uct"], "has dice, and the tree of uct is one without"),
        (["splendor", "moves deal:017 deal:123", "--depth", "1"], "splendor has hidden information"),
        (["backgammon", "moves 31", "--depth", "1", "--search", "table"], "take expectimax or alphabeta"),
    ):
        assert command(["tree", *words]) == 2
        error = capsys.readouterr().err.splitlines()[-1]
        assert said in error, error


def test_a_tree_of_backgammon_has_the_values_of_its_analysis():
    """The values of the opening rolls, and of the moves after one, are those that `rolls` and `analyse` find."""
    game = cp.game("backgammon")
    start = cp.tree(game, 1, search="expectimax")
    assert (start.called, start.side(0), len(start.children(0))) == ("expectimax", "chance", 30)
    assert sum(start.share(number) for number in start.children(0)) == pytest.approx(1)
    assert start.seat == 0
    rolled = game.position("moves 31 8/5")
    made = cp.tree(rolled, 1)
    *_, report = cp.analyse(rolled, depth=1)
    assert made.visits[0].score / made.grid == pytest.approx(report.score / report.grid, abs=2e-3)
    assert rolled.move_text(made.visits[made.line[1]].move) == report.best.text
    assert searches_of(game) == ("minimax", "alphabeta")
    assert made.svg(plies=9).count("<circle") == sum(made.side(number) == "chance" for number in range(len(made.visits)))
