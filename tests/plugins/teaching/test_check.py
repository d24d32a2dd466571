"""A student's search: each usual mistake is named with a small case, no right search is called wrong, hostile ones get one line."""

from __future__ import annotations

import json
import sys
from random import Random
from types import ModuleType

import pytest
import students
from collection import TABLE, TEXTS

import counterply as cp
from counterply.cli import run as command
from counterply.compiling.kernels import PLAIN
from counterply.core.errors import UsageError
from counterply.plugins.dialects.failures import MEMORY
from counterply.plugins.dialects.lookup import timed_of
from counterply.plugins.explanations.text_game import game_of
from counterply.plugins.explanations.text_trees import CaseError, Flat, parse_case
from counterply.plugins.teaching.judge import process
from counterply.plugins.teaching.judge.cases import SEED, TREES, tree_cases
from counterply.plugins.teaching.judge.checker import Checker
from counterply.plugins.teaching.judge.clock import HEIGHT, Timed, goes_straight_down, right_moves
from counterply.plugins.teaching.judge.display import case_lines, text_of
from counterply.plugins.teaching.judge.mistakes import MISTAKES
from counterply.plugins.teaching.judge.mistakes.sides import only_who_won
from counterply.plugins.teaching.judge.mistakes.windows import small_infinity
from counterply.plugins.teaching.judge.observation import JUDGED, MADE
from counterply.plugins.teaching.judge.reference import ABOVE, EQUAL, MINIMAX, Walk
from counterply.plugins.teaching.judge.repeats import KEEPS, MEETS_AGAIN, NO_MOVE, PREFERS_LATE
from counterply.plugins.teaching.judge.trees import full_tree, random_cases
from counterply.search import textbook
from some import some

LARGEST_CASE = 15  # nodes
FEW = 24  # trees, of the 240 that are asked about
PAIRS = [
    (family, signature) for family in students.MISTAKES for signature in students.SIGNATURES if students.wrong(family, signature)
]
# alpha that moves at the root alone: three plies deep, a maximising node then never prunes
SAME = {("window not narrowed", "kth"): "one side never prunes"}
COURSES = ("kth", "berkeley")  # signatures whose mistakes are among the slow tests

pytestmark = pytest.mark.skipif(PLAIN, reason="starts processes; nothing in it is compiled")


def check(tmp_path, text, positions=0, case=None, seconds=20.0, name=None, dialect=None, trees=TREES):
    path = tmp_path / "student.py"
    path.write_text(text)
    with Checker(str(path), name, dialect, seconds) as checker:
        return checker.check(positions=positions, case=case, trees=trees)


QUICK = 6  # every so many of those alike are tried each time, the others are slow
QUICK_WRONG = 40  # of wrong searches, which are compared with thousands of mistakes each


def slow_but_few(number, quick=QUICK):
    """The marks of one of many tests that show nearly the same."""
    return pytest.mark.slow if number % quick != quick // 2 else ()


def few(names):
    return [pytest.param(name, marks=slow_but_few(number)) for number, name in enumerate(names)]


# --- mistakes


def one_in_turn():
    """Every second family with one signature, in turn; the others, and with the other signatures, are slow."""
    for number, family in enumerate(students.MISTAKES):
        signatures = [signature for each, signature in PAIRS if each == family]
        for place, signature in enumerate(signatures):
            marks = [] if number % 2 == 0 and place == number // 2 % len(signatures) else [pytest.mark.slow]
            yield pytest.param(family, signature, id=f"{family}-{signature}", marks=marks)


@pytest.mark.usefixtures("inside")
@pytest.mark.parametrize(("family", "signature"), [*one_in_turn()])
def test_a_mistake_is_named_and_shown_small(tmp_path, family, signature):
    verdict = check(tmp_path, students.wrong(family, signature))
    assert verdict.grade == ("more" if family in ("evaluates inner nodes", "window not passed on") else "wrong")
    assert verdict.mistake == SAME.get((family, signature), family)
    assert verdict.smallest.case.tree.size <= LARGEST_CASE
    assert verdict.smallest.wrong


@pytest.mark.usefixtures("inside")
@pytest.mark.parametrize(
    ("old", "new", "mistake"),
    [
        ("best = INF", "best = 0", "begins with 0"),
        ("if value > best:", "if value >= best:", "takes the last of equal moves"),
        ("alpha, beta, not maximising", "beta, alpha, not maximising", "window not exchanged and negated"),
    ],
)
def test_a_mistake_for_one_side_has_its_name_where_all_values_are_in_the_first_players_view(tmp_path, old, new, mistake):
    assert old in students.FIRST
    assert check(tmp_path, students.FIRST.replace(old, new)).mistake == mistake


UP = """
LIMIT = 3


def minimax(position, depth, maximising):
    if depth == LIMIT or position.over():
        return position.value(0)
    values = [minimax(position.after(move), depth + 1, not maximising) for move in position.moves()]
    return max(values) if maximising else min(values)
"""


@pytest.mark.usefixtures("inside")
def test_a_depth_may_count_the_plies_made_up_to_a_limit_of_the_file(tmp_path):
    assert check(tmp_path, UP, positions=FEW).grade == "right"
    assert check(tmp_path, UP.replace("not maximising", "maximising")).mistake == "both sides maximise"
    told = (
        UP.replace("position, depth", "position, depth, LIMIT")
        .replace("depth + 1", "depth + 1, LIMIT")
        .replace("LIMIT", "max_depth")
    )
    assert check(tmp_path, told, trees=FEW).grade == "right"


ONE_BEST = """
class Player:
    def negamax(self, position, ply):
        if ply == 0 or position.over():
            return position.value(position.turn)
        self.best = -1000
        for move in position.moves():
            value = -self.negamax(position.after(move), ply - 1)
            if value > self.best:
                self.best = value
        return self.best
"""


@pytest.mark.usefixtures("inside")
def test_the_object_of_a_negamax_keeps_the_best_value_of_the_last_child(tmp_path):
    assert check(tmp_path, ONE_BEST).mistake == "one best value for all"


ROOT_APART = """
class Engine:
    def alphaBeta(self, position, alpha, beta, ply):
        if ply == 0 or position.over():
            return position.value(position.turn)
        for move in position.moves():
            alpha = max(alpha, -self.alphaBeta(position.after(move), -beta, -alpha, ply - 1))
            if alpha >= beta:
                break
        return alpha

    def rootAlphaBeta(self, position, ply):
        values = {move: -self.alphaBeta(position.after(move), -1000, 1000, ply - 1) for move in position.moves()}
        return max(values, key=values.get)
"""


@pytest.mark.usefixtures("inside")
def test_the_method_that_no_other_calls_is_the_search(tmp_path):
    verdict = check(tmp_path, ROOT_APART, trees=2 * FEW)
    assert verdict.search.startswith("Engine.rootAlphaBeta")
    assert verdict.mistake == "window not passed on"


@pytest.mark.usefixtures("inside")
def test_a_player_that_is_an_object_there_is_no_mistake_here(tmp_path):
    verdict = check(tmp_path, "def minimax(board, player, depth):\n    return 1 if player.name == 'white' else -1\n", trees=FEW)
    assert verdict.grade == "not judged"
    assert "'int' object has no attribute 'name'" in verdict.about


@pytest.mark.usefixtures("inside")
def test_the_bug_that_a_textbook_had_for_years(tmp_path):
    assert check(tmp_path, students.AIMA_OF_2012).mistake == "window not passed on"
    assert check(tmp_path, students.AIMA).right


@pytest.mark.usefixtures("inside")
def test_a_search_that_answers_nothing_but_zero(tmp_path):
    for answer in ("0, position.moves()[0]", "0"):
        verdict = check(tmp_path, f"def search(position, depth):\n    return {answer}\n", trees=FEW)
        assert verdict.mistake == "always the same value"


def test_the_file_to_start_from_is_wrong_and_says_how(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert command(["new", "--search", "mysearch"]) == 0
    assert "counterply check mysearch.py" in capsys.readouterr().out
    assert command(["check", "mysearch.py", "--positions", "0"]) == 1
    text = capsys.readouterr().out
    assert "wrong" in text.splitlines()[0]
    assert "only one ply ahead" in text
    assert "you evaluated it (1), an inner node" in text
    assert "nodes are right" not in text


ONCE_MORE = ("takes the last of equal moves", "evaluates inner nodes")  # a wrong one, and one that does more than it must


@pytest.mark.usefixtures("inside")
@pytest.mark.parametrize(
    ("family", "signature"),
    [pytest.param(*pair, marks=() if pair[1] == "plain" and pair[0] in ONCE_MORE else pytest.mark.slow) for pair in PAIRS],
)
def test_a_printed_case_fails_again_with_the_same_words(tmp_path, family, signature):
    text = students.wrong(family, signature)
    first = check(tmp_path, text)
    again = check(tmp_path, text, case=parse_case(str(first.smallest.case)))
    assert again.about == first.about
    assert case_lines(again.smallest, again)[1:] == case_lines(first.smallest, first)[1:]


# --- the collection


def rows(*verdicts):
    """Every so many of the table's rows; the others are slow."""
    found, quick = [row for row in TABLE if row[1] in verdicts], QUICK_WRONG if "wrong" in verdicts else QUICK
    return [pytest.param(*row, marks=slow_but_few(number, quick), id=row[0]) for number, row in enumerate(found)]


@pytest.mark.usefixtures("inside")
@pytest.mark.parametrize(("program", "expected", "told"), rows("right", "more"))
def test_no_right_search_is_called_wrong(tmp_path, program, expected, told):
    verdict = check(tmp_path, TEXTS[program], trees=FEW)
    assert verdict.right, text_of(verdict)
    assert verdict.right_cases == verdict.cases > 0.4 * FEW
    assert verdict.grade == "right" or expected == "more"


@pytest.mark.slow
@pytest.mark.usefixtures("inside")
@pytest.mark.parametrize(("program", "expected", "told"), rows("right", "more"))
def test_no_right_search_is_called_wrong_in_any_case(tmp_path, program, expected, told):
    verdict = check(tmp_path, TEXTS[program], positions=24)
    assert verdict.grade == expected, text_of(verdict)
    assert verdict.right_cases == verdict.cases
    assert ("right, but does more than it must" in text_of(verdict).splitlines()[0]) == (expected == "more")


@pytest.mark.usefixtures("inside")
@pytest.mark.parametrize(("program", "expected", "told"), rows("wrong"))
def test_a_mistake_is_named_in_any_style(tmp_path, program, expected, told):
    verdict = check(tmp_path, TEXTS[program])
    assert verdict.grade == expected
    assert told == verdict.mistake or (not verdict.mistake and told in verdict.about), text_of(verdict)
    assert "-" not in text_of(verdict).split("nodes ")[-1].split("/")[0]  # no count is less than none
    if verdict.mistake:
        assert verdict.smallest.case.tree.size <= LARGEST_CASE
        assert verdict.about in text_of(verdict)


@pytest.mark.slow
@pytest.mark.usefixtures("inside")
def test_what_is_kept_is_shown_by_two_questions(tmp_path):
    text = TEXTS["keeps values from one question to the next: keyed by the path"]
    first = check(tmp_path, text, trees=FEW)
    case = first.smallest.case
    assert parse_case(str(case)) == case
    assert case.before.tree.size + case.tree.size <= LARGEST_CASE
    again = check(tmp_path, text, case=case, trees=FEW)
    assert again.smallest.wrong
    assert f"asked after: {case.before}" in text_of(again)
    assert not check(tmp_path, text, case=parse_case(str(case).split(", then ")[1]), trees=FEW).smallest.wrong


def test_the_table_holds_each_program_once():
    assert sorted(TEXTS) == sorted(program for program, _, _ in TABLE)
    assert len(set(TEXTS.values())) == len(TEXTS)


@pytest.mark.usefixtures("inside")
def test_of_two_mistakes_the_one_that_explains_most_is_told(tmp_path):
    text = students.SMALL_MINIMAX.replace("position.value(player)", "min(position.value(player), 4)")
    verdict = check(tmp_path, text.replace("value > best", "value < best"), trees=2 * FEW)
    assert verdict.mistake == "smallest at the root"
    assert verdict.about.startswith("Most of its wrong answers, but not all, are those of this mistake: At the root")
    assert verdict.smallest.wrong


@pytest.mark.slow
@pytest.mark.usefixtures("inside")
def test_a_late_win_that_is_asked_for_again_is_wrong_again(tmp_path):
    text = TEXTS["prefers late wins: told by the moves alone"]
    first = check(tmp_path, text, trees=FEW)
    again = check(tmp_path, text, case=first.smallest.case, trees=FEW)
    assert again.about == first.about
    assert again.smallest.wrong == ["move"]


@pytest.mark.usefixtures("inside")
def test_values_of_another_scale_are_a_note(tmp_path):
    verdict = check(tmp_path, TEXTS["its value less the other side's"])
    assert any("2 times those of the leaves" in hint for hint in verdict.hints)


@pytest.mark.usefixtures("inside")
def test_a_search_without_moves_is_told_so(tmp_path):
    verdict = check(tmp_path, TEXTS["only the value"], trees=FEW)
    assert verdict.right
    assert any("no moves" in hint for hint in verdict.hints)
    assert check(tmp_path, students.VALUES_ONLY, trees=FEW).mistake == "no move"


def test_names_of_mistakes_are_told_in_one_sentence_each():
    told = (KEEPS, MEETS_AGAIN, NO_MOVE, PREFERS_LATE, small_infinity((), 1), only_who_won(()))
    names = {each.name for each in (*MISTAKES, *told)}
    assert len(names & {mistake for _, _, mistake in TABLE}) >= 60
    for each in MISTAKES:
        assert each.sentence.endswith(".")
        assert each.searches


@pytest.mark.usefixtures("inside")
def test_over_is_right_without_its_brackets_too(tmp_path):
    assert check(tmp_path, students.PLAIN.replace("position.over()", "position.over")).right


SMALL = {  # what is replaced in students.SMALL_MINIMAX and students.SMALL_NEGAMAX, and the family of the mistake
    "m one ply": (
        "minimax(position.after(move), depth - 1, player)",
        "position.after(move).value(player)",
        "one ply whatever the depth",
    ),
    "m to the end": ("depth == 0 or ", "", "searches to the end"),
    "m odd depth": ("position.turn == player else", "depth % 2 else", "max and min by the depth"),
    "m even depth": ("position.turn == player else", "depth % 2 == 0 else", "max and min by the depth"),
    "m one seat": ("player = position.turn", "player = 0", "plays for one seat"),
    "m smallest": ("value > best", "value < best", "smallest at the root"),
    "m from 0": ("best, best_move = None", "best, best_move = 0", "begins with 0"),
    "n no minus": ("value = -negamax", "value = negamax", "negamax without the minus"),
    "n negated": ("-beta, -alpha", "-alpha, -beta", "window not exchanged and negated"),
    "n exchanged": ("-beta, -alpha", "beta, alpha", "window not exchanged and negated"),
    "n as is": ("-beta, -alpha", "alpha, beta", "window not exchanged and negated"),
    "n at the root": ("-INF, -best", "best, INF", "window not exchanged and negated"),
    "n one seat": ("value(position.turn)", "value(0)", "negamax for one seat"),
}


@pytest.mark.usefixtures("inside")
@pytest.mark.parametrize("name", few(SMALL))
def test_a_small_mistake_is_named(tmp_path, name):
    old, new, family = SMALL[name]
    text = students.SMALL_MINIMAX if name[0] == "m" else students.SMALL_NEGAMAX
    assert old in text
    verdict = check(tmp_path, text.replace(old, new))
    assert verdict.mistake == family


@pytest.mark.usefixtures("inside")
def test_no_move_is_a_wrong_one_where_the_value_is_wrong(tmp_path):
    verdict = check(tmp_path, students.SMALL_MINIMAX.replace("best, best_move = None", "best, best_move = 0"))
    assert verdict.wrong["move"] >= verdict.wrong["value"] > 0
    assert "you: no move = 0" in text_of(verdict)


@pytest.mark.usefixtures("inside")
def test_a_late_win_is_only_a_note(tmp_path):
    assert any("it takes the later one" in hint for hint in check(tmp_path, students.PLAIN).hints)
    prefers_early = students.PLAIN.replace(
        "return position.value(player), None", "return position.value(player) + depth / 1e9, None"
    )
    verdict = check(tmp_path, prefers_early)
    assert verdict.right
    assert not any("later one" in hint for hint in verdict.hints)


def test_a_game_is_sent_to_verify(tmp_path):
    with pytest.raises(UsageError, match="it is a game, not a search: counterply verify"):
        cp.check(cp.new("mygame", folder=tmp_path))


@pytest.mark.usefixtures("inside")
def test_a_search_that_chooses_its_depth(tmp_path):
    for depth in (1, 5):
        assert check(tmp_path, students.KTH.replace("(initial_tree_node, 3,", f"(initial_tree_node, {depth},")).right
    with pytest.raises(UsageError, match="needs a parameter depth, or a fixed depth of up to 5"):
        check(tmp_path, students.KTH.replace("(initial_tree_node, 3,", "(initial_tree_node, 6,"))


AS_HANDED_IN = {
    'ACTIONS = {0: "stay", 1: "up", 2: "down", 3: "left", 4: "right"}': """
from fishing_game_core.player_utils import PlayerController
from fishing_game_core.shared import ACTION_TO_STR as ACTIONS
""",
    "PlayerControllerMinimax:": "PlayerControllerMinimax(PlayerController):",
    "initial_tree_node, depth):": "initial_tree_node):\n        depth = 3",
}


@pytest.mark.usefixtures("inside")
def test_the_search_at_the_root_is_checked_with_the_one_that_it_calls(tmp_path):
    alone = TEXTS["kth"]
    for old, new in AS_HANDED_IN.items():
        assert old in alone
        alone = alone.replace(old, new)
    assert check(tmp_path, alone).search.startswith("PlayerControllerMinimax.search_best_next_move(")
    verdict = check(tmp_path, alone.replace("value > best", "value < best or chosen is None"), trees=FEW)
    assert not verdict.right
    assert verdict.wrong["move"]
    with pytest.raises(UsageError, match=r"search_best_next_move.* needs a parameter depth, or a fixed depth of up to 5"):
        check(tmp_path, alone.replace("depth = 3", "depth = 6"))


CALLS_ITSELF = """
def search(position, depth):
    me = position.turn

    def smaller(p, left):
        if left == 0 or p.over():
            return p.value(me)
        return min(larger(p.after(m), left - 1) for m in p.moves())

    def larger(p, left):
        if left == 0 or p.over():
            return p.value(me)
        return max(larger(p.after(m), left - 1) for m in p.moves())

    values = {m: smaller(position.after(m), depth - 1) for m in position.moves()}
    return max(values, key=values.get)
"""


@pytest.mark.usefixtures("inside")
def test_a_function_that_calls_itself_for_the_other_side_is_told_by_its_moves_alone(tmp_path):
    assert check(tmp_path, CALLS_ITSELF).mistake == "the larger value calls itself"


@pytest.mark.usefixtures("inside")
def test_a_depth_may_be_called_n_and_a_helpers_number_is_none(tmp_path):
    searches = students.MINIMAX.replace("depth", "n").replace("def minimax(", "def engine(").replace("minimax(", "engine(")
    verdict = check(tmp_path, searches + "\n\ndef factorial(n):\n    return n\n")
    assert verdict.right
    assert verdict.search.startswith("engine(position, n")


@pytest.mark.usefixtures("inside")
def test_a_method_is_found_without_its_class(tmp_path):
    assert check(tmp_path, students.KTH, name="search_best_next_move").search.startswith(
        "PlayerControllerMinimax.search_best_next_move("
    )


@pytest.mark.usefixtures("inside")
def test_a_file_may_lie_alone_without_the_program_of_its_course(tmp_path):
    imports = "from util import manhattanDistance, nothing\nfrom game import Agent, Directions\nfrom pacman import GameState\n"
    checked = check(
        tmp_path, imports + students.BERKELEY + "\nassert manhattanDistance((0, 1), (2, -1)) == 4 and Directions.STOP\n"
    )
    assert checked.right
    with pytest.raises(UsageError, match="No module named 'gamma'"):
        check(tmp_path, "import gamma\n" + students.PLAIN)
    assert not {"util", "game", "pacman"} & set(sys.modules)


@pytest.mark.usefixtures("inside")
def test_which_right_search_it_is(tmp_path):
    assert ">=" in check(tmp_path, students.PLAIN).about
    assert "alpha > beta" in check(tmp_path, students.ABOVE).about
    assert "minimax" in check(tmp_path, students.MINIMAX).about


@pytest.mark.usefixtures("inside")
def test_that_turns_alternate_is_only_a_note(tmp_path):
    assert any("alternate" in hint for hint in check(tmp_path, students.WINDOWED).hints)
    assert not any("alternate" in hint for hint in check(tmp_path, students.PLAIN).hints)


# --- players with a clock


@pytest.mark.parametrize(
    "text",
    [
        *(students.CLOCK, students.UDACITY_CLOCK),
        *(pytest.param(text, marks=pytest.mark.slow) for text in (students.CLOCK_CLASS, students.BEST_FIRST)),
    ],
    ids=["plain", "udacity", "a class", "best first"],
)
def test_a_right_player_with_a_clock(tmp_path, text):
    verdict = check(tmp_path, text)
    assert verdict.right, verdict.about
    assert max(verdict.timed.depths) >= 1  # a busy machine may take all the time of a move
    assert "answers after" in text_of(verdict)
    assert verdict.json()["clock"]["wrong"] == verdict.timed.wrong


def test_a_player_with_a_clock_may_be_a_method():
    module = ModuleType("student_of_time")
    exec(students.CLOCK_CLASS, module.__dict__)
    assert str(timed_of(module, None)) == "Player.choose(position, seconds)"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (students.CLOCK.replace("0.5 * seconds", "1.5 * seconds"), "It oversteps its time"),
        (students.TRUSTING_CLOCK, "moves are not the best of the last depth that it finished"),
        (students.LATE_CLOCK, "moves are the best of the depth before the last one that it finished"),
        (students.CLOCK.replace("    return best\n\n\ndef", "    return 'z'\n\n\ndef"), "With a clock, it returns 'z'"),
        pytest.param(
            students.CLOCK.replace("range(1, 100)", "range(-1, 100)"),
            "its first search goes to the end of the game",
            marks=pytest.mark.slow,
        ),
    ],
    ids=["late", "trusting", "a depth behind", "illegal", "begins with depth -1"],
)
def test_a_wrong_player_with_a_clock(tmp_path, text, said):
    verdict = check(tmp_path, text, name="choose")
    assert not verdict.right
    assert said in verdict.about
    assert "\n" not in verdict.about


def test_of_a_depth_cut_short_only_what_follows_the_best_move_counts():
    flat = Flat.of(parse_case("depth 2: A0(B1(1 -1) B2(2 -2) B3(3 -3))").tree)  # after one ply c is best, after two a
    a, b, c = flat.children[0]
    first = [event for move in (a, b, c) for event in ((MADE, move), (JUDGED, move))]

    def searched(*moves):
        below = [[(MADE, move), *((kind, child) for child in flat.children[move] for kind in (MADE, JUDGED))] for move in moves]
        return [*first, *(event for each in below for event in each)]

    assert right_moves(flat, first) == (0, set())
    assert right_moves(flat, searched(b, a)) == (1, {a, c})  # a: had the clock let it finish
    assert right_moves(flat, searched(c, b)) == (1, {a, b, c})
    assert right_moves(flat, searched(c)) == (1, {a, c})


def test_by_a_clock_that_goes_by_its_work_less_is_late():
    late, seconds, depths = "half of its answers take 108 ms", (0.108,) * 16, (1,) * 16
    assert late in Timed("choose", 0.1, seconds, depths, 0, 0, 0, 0, "", by_work=True).fault
    assert Timed("choose", 0.1, seconds, depths, 0, 0, 0, 0, "").fault == ""
    assert Timed("choose", 0.1, (0.101,) * 16, depths, 0, 0, 0, 0, "", by_work=True).fault == ""


def test_a_depth_that_is_searched_twice_is_not_finished_after_the_first_time():
    flat = Flat.of(parse_case("depth 3: A0(B0(A1(3)) B0(A2(1)))").tree)  # b is best two plies on, and a three
    a, b = flat.children[0]
    below = {move: [move, flat.children[move][0], flat.children[flat.children[move][0]][0]] for move in (a, b)}

    def passes(*depths):
        return [event for depth in depths for move in (a, b) for event in ((MADE, move), (JUDGED, below[move][depth - 1]))]

    assert right_moves(flat, [*passes(1, 2, 3), (MADE, a)]) == (3, {a})
    assert right_moves(flat, [*passes(1, 1, 2, 2, 3), (MADE, a)]) == (2, {a, b})
    assert right_moves(flat, [*passes(1, 1, 2, 2, 3, 3), (MADE, a)]) == (3, {a})


def test_a_search_goes_straight_down_that_judges_the_end_of_the_game_before_it_has_begun_all_moves():
    flat = Flat.of(full_tree(Random(1), HEIGHT, 0, 2))
    first, second = flat.children[0]
    deepest = next(number for number, ply in enumerate(flat.ply) if ply == HEIGHT)
    assert goes_straight_down(flat, [(MADE, first), (JUDGED, deepest)])
    assert not goes_straight_down(flat, [(MADE, first), (JUDGED, deepest), (MADE, second)])
    assert not goes_straight_down(flat, [(MADE, first), (JUDGED, first), (JUDGED, deepest)])


# --- hostile ones

HEAD = "def search(position, depth):\n    "
HOSTILE = {
    "changes": (HEAD + "position.turn = 1 - position.turn\n    return 0, position.moves()[0]", "changes the position"),
    "raises": (HEAD + "return {}[depth]", "It raises KeyError: "),
    "exits": (HEAD + "raise SystemExit(3)", "It raises SystemExit: 3"),
    "calls itself": (HEAD + "return search(position, depth)", "calls itself without end"),
    "NaN": (HEAD + "return float('nan'), position.moves()[0]", "returns nan as the value"),
    "a string": (HEAD + "return 'the best'", "'the best' is no legal move"),
    "nothing": (HEAD + "position.after(position.moves()[0])", "It returns None; right would be a value, a move, or both"),
    "an illegal move": (HEAD + "return 1, 'z'", "'z' is no legal move"),
    "leaves": ("import os\n" + HEAD + "os._exit(7)", "exit code 7"),
    "asks for input": (HEAD + "return input()", "It raises EOFError"),
    "a generator": (HEAD + "yield 1", "It returns a generator, as a function with a yield does"),
    "too large a number": (HEAD + "return 10**400, 'a'", "returns inf as the value"),
    "interrupts": (HEAD + "raise KeyboardInterrupt", "It raises KeyboardInterrupt"),
    "an error that cannot be printed": (
        "class Bad(Exception):\n    def __str__(self):\n        return 1 / 0\n" + HEAD + "raise Bad",
        "It raises Bad (student.py:5)",
    ),
    "a word that a position does not have": (
        HEAD + "return position.result(0)",
        "a position has no 'result'; it has after(move), key(), moves(), over, turn, value(player);"
        " if it speaks a course's words, --as COURSE says whose (student.py:2)",
    ),
    "the end of the game is not looked for": (
        HEAD + "return min([search(position.after(m), depth - 1) for m in position.moves()])",
        "A finished position has no moves",
    ),
    "a move for a value": (HEAD + "return max(position.moves()[0], 0)", "A move stands where a value should"),
    "nothing for a value": (HEAD + "return -(lambda: None)()", "each way through the search must end with return and a value"),
    "a value for a pair": (HEAD + "value, move = depth\n    return value", "Let the search return both value and move everywhere"),
    "moves without brackets": (
        HEAD + "for move in position.moves:\n        return move",
        "moves is a method: write moves() (student.py:2)",
    ),
    "a value without brackets": (HEAD + "return position.value", "returns the method value(player)"),
    "a comparison without brackets": (HEAD + "return max(position.value, 0)", "write value(player)"),
    "memory": (HEAD + "x = 'a' * (1 << 40)", "MemoryError"),
}


TO_ITS_PROCESS = ("exits", "calls itself", "leaves", "asks for input", "interrupts", "memory")  # what they do harms no other one


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_code_gets_one_line(tmp_path, request, name):
    if name not in TO_ITS_PROCESS:
        request.getfixturevalue("inside")
    text, said = HOSTILE[name]
    verdict = check(tmp_path, text, trees=FEW)
    assert not verdict.right
    assert said in verdict.about
    assert "\n" not in verdict.about


def test_a_search_that_fills_the_memory_is_asked_once_and_told_how_much_there_is(tmp_path):
    fills = "kept = [0] * (1 << 20)\n    while True:\n        kept = kept + kept"
    verdict = check(tmp_path, HEAD + f"open({str(tmp_path / 'asked')!r}, 'a').write('x')\n    {fills}")
    assert verdict.grade == "not judged"
    assert verdict.about.endswith(f"it needs more than {MEMORY:,} MB of memory.")
    assert (tmp_path / "asked").read_text() == "x"


@pytest.mark.usefixtures("inside")
def test_cases_without_an_answer_are_not_right(tmp_path):
    verdict = check(tmp_path, students.PLAIN.replace("# inner", "depth > 1 and 1 / 0"))
    answered = verdict.cases - verdict.wrong["failure"]
    assert 0 < answered < verdict.cases
    assert text_of(verdict).endswith(", ".join(f"{what} {answered}/{verdict.cases}" for what in ("moves", "nodes", "evaluations")))


def test_a_file_that_is_never_read_to_its_end(tmp_path, monkeypatch):
    monkeypatch.setattr(process, "READ_SECONDS", 0.3)
    with pytest.raises(UsageError, match="still being read"):
        check(tmp_path, "while True:\n    pass\n" + HEAD + "return 1")


def test_code_that_takes_too_long(tmp_path):
    verdict = check(tmp_path, "import time\n" + HEAD + "time.sleep(60)", seconds=0.3)
    assert "no answer within 0.3 s" in verdict.about


def test_a_search_that_goes_on_for_ever_in_the_tree(tmp_path, monkeypatch):
    monkeypatch.setattr("counterply.plugins.teaching.judge.checker.MOST_FAILURES", 1)
    verdict = check(tmp_path, HEAD + "while True:\n        position.after(position.moves()[0])")
    assert "without end" in verdict.about


def test_what_python_warns_of_is_nothing_that_the_student_has_printed(tmp_path):
    verdict = check(tmp_path, "one = 1 is 1\n" + students.PLAIN, trees=FEW)
    assert (verdict.right, verdict.printed) == (True, "")


def test_prints_are_kept_apart(tmp_path, capsys):
    verdict = check(tmp_path, "print('begin')\n" + students.PLAIN.replace("# inner", "print('x' * 5000)"))
    assert verdict.right
    assert verdict.printed.startswith("begin")
    assert verdict.printed_bytes > 1_000_000
    assert capsys.readouterr().out == ""
    assert "begin" in text_of(verdict)


@pytest.mark.slow
@pytest.mark.usefixtures("inside")
def test_what_is_kept_between_calls_is_noticed(tmp_path):
    text = "COUNT = [0]\n" + students.PLAIN.replace(
        "    return alphabeta(", "    COUNT[0] += 1\n    depth -= COUNT[0] > 240\n    return alphabeta(", 1
    )
    verdict = check(tmp_path, text.replace("240", "119"))
    assert not verdict.right
    assert verdict.about.startswith("Asked each question alone, it is right")


@pytest.mark.usefixtures("inside")
def test_a_table_that_is_never_emptied_hides_no_mistake(tmp_path):
    text = TEXTS["remembers upper bounds as values"].replace("SEEN.clear()", "pass")
    verdict = check(tmp_path, text, trees=FEW)
    assert verdict.mistake == "remembers upper bounds as values"
    assert "wrong" in text_of(check(tmp_path, text, case=verdict.smallest.case, trees=FEW)).splitlines()[0]


@pytest.mark.slow
@pytest.mark.usefixtures("inside")
def test_what_is_kept_beside_another_mistake_is_said_too(tmp_path):
    text = """
SEEN = {}
def minimax(position, depth, player):
    if (position.key(), player) not in SEEN:
        if depth == 0 or position.over:
            value = position.value(player)
        elif position.turn == player:
            value = max(minimax(position.after(move), depth - 1, player) for move in position.moves())
        else:
            value = min(minimax(position.after(move), depth - 1, player) for move in position.moves()[:2])
        SEEN[position.key(), player] = value
    return SEEN[position.key(), player]
"""
    verdict = check(tmp_path, text)
    assert verdict.grade == "wrong"
    assert any("keeps values from one call to the next" in hint for hint in verdict.hints)


@pytest.mark.usefixtures("inside")
def test_a_case_of_ones_own_may_be_the_only_wrong_one(tmp_path):
    text = students.PLAIN.replace("return position.value(player), None", "return min(position.value(player), 50), None")
    verdict = check(tmp_path, text, case=parse_case("depth 1: A0(4 99)"))
    assert not verdict.right
    assert verdict.about == "It is wrong on this case."
    assert "right in all" in text_of(verdict)


def test_a_case_that_is_asked_for_has_its_own_prints(tmp_path):
    case = parse_case("depth 1: A0(4 -1)")
    verdict = check(tmp_path, students.PLAIN.replace("# inner", "print('at', depth, 'x' * 200)"), case=case, trees=FEW)
    text = text_of(verdict)
    assert f"  > at 1 {'x' * 200}" in text.splitlines()
    assert text.count("  > ") == 1
    assert "\ncase: 3 nodes" in text
    assert "on this case it is right" in text


# --- what the file holds


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "it defines no function; a search is search(position, depth)"),
        ("x = input()\n", "nobody answers here"),
        ("def solve(x):\n    pass\n", "it has solve"),
        ("def search(position):\n    pass\n", "no parameter depth"),
        ("def search(position, depth, colour_of_moon):\n    pass\n", "colour_of_moon"),
        ("def search(:\n", "SyntaxError: invalid syntax (student.py:1)"),
        ("1 / 0\n", "ZeroDivisionError"),
    ],
)
def test_a_file_without_a_search(tmp_path, text, said):
    with pytest.raises(UsageError, match=None) as caught:
        check(tmp_path, text)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_name_with_a_slip_is_recognised(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(students.PLAIN)
    for file, name, said in ((str(path), "alphabta", "did you mean alphabeta?"), (str(path)[:-3], None, f"did you mean {path}?")):
        with pytest.raises(UsageError) as caught:
            Checker(file, name)
        assert said in str(caught.value)


def test_neighbours_can_be_imported(tmp_path):
    (tmp_path / "helper.py").write_text(students.PLAIN)
    assert check(
        tmp_path,
        "from helper import alphabeta\n\n" + HEAD + "return alphabeta(position, depth, -1e9, 1e9, position.turn)",
    ).right


# --- the reference and the cases


def test_the_reference_is_the_textbook():
    for case in some(tree_cases(False, False), 9):
        flat = Flat.of(case.tree)
        slow, fast = textbook.Count(), textbook.Count()
        position = game_of("case", case).start()
        evaluate = textbook.evaluation(position.game, position.game.evaluators[0])
        value = textbook.minimax(position, case.depth, evaluate, position.turn, slow).score / slow.grid
        assert Walk(flat, MINIMAX).outcome(case.depth).value == Walk(flat, ABOVE).outcome(case.depth).value == value
        textbook.alphabeta(position, case.depth, evaluate, position.turn, fast)
        assert len(Walk(flat, EQUAL).outcome(case.depth).visited) == fast.nodes + 1
        assert len(Walk(flat, MINIMAX).outcome(case.depth).visited) == slow.nodes + 1


@pytest.mark.slow
def test_families_differ_from_the_right_search_on_the_trees():
    cases = [(Flat.of(case.tree), case.depth) for case in tree_cases(False, False)]
    right = [Walk(flat, EQUAL).outcome(depth) for flat, depth in cases]
    named = [mistake for mistake in MISTAKES if mistake.name != "takes any of equal moves"]  # they are told by what it plays
    for mistake in some(named, 9):
        same = [
            rules
            for rules in mistake.searches
            if all(Walk(flat, rules).outcome(depth) == expected for (flat, depth), expected in zip(cases, right, strict=True))
        ]
        assert len(same) <= len(mistake.searches) / 100, (mistake.name, same)


def test_cases_are_read_as_they_are_written():
    for case in random_cases(Random(SEED), 50, (1, 2, 3), alternate=False):
        assert str(parse_case(str(case))) == str(case)
        assert parse_case(str(case)).tree == case.tree
    for wrong in (
        "",
        "A0(1)",
        "depth 2: ",
        "depth 2: A0(",
        "depth 2: A0()",
        "depth 2: 5",
        "depth 0: A0(1)",
        "depth 2: A0(1) 2",
        "depth 1: C0(1)",
    ):
        with pytest.raises(CaseError):
            parse_case(wrong)
    with pytest.raises(CaseError, match="a bracket is not closed"):
        parse_case("depth 2: A0(4 B0(3 7)")


# --- the command


def test_the_command(tmp_path, capsys):
    path = tmp_path / "student.py"
    path.write_text(students.wrong("depth + 1", "plain"))
    picture = tmp_path / "case.svg"
    assert command(["check", str(path), "--json", "--svg", str(picture)]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["family"] == "depth + 1"
    assert document["smallest"]["nodes"] <= LARGEST_CASE
    assert picture.read_text().startswith("<svg")
    assert command(["check", str(path), "--points"]) == 1
    right, cases = capsys.readouterr().out.split("/")
    assert 0 < int(right) < int(cases)
    for words in (
        [],
        [str(path), "--as", "oxford"],
        [str(tmp_path / "none.py")],
        ["--each", str(tmp_path / "none")],
        [str(path), "--case", "x"],
    ):
        assert command(["check", *words]) == 2, words
        assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_class(tmp_path, capsys):
    (tmp_path / "ann.py").write_text(students.PLAIN)
    (tmp_path / "bob.py").write_text(students.wrong("depth - 1", "plain"))
    (tmp_path / "cat.py").write_text("def search(:")
    assert command(["check", "--each", str(tmp_path), "--positions", "0", "--json"]) == 1
    rows = json.loads(capsys.readouterr().out)["files"]
    assert [row["right"] for row in rows] == [True, False, False]
    assert rows[1]["family"] == "depth - 1"
    assert "SyntaxError" in rows[2]["about"]
    for words in (["--each", str(tmp_path), "--svg", "x.svg"], ["--each", str(tmp_path), "--points"], ["x.py", "--csv", "x.csv"]):
        capsys.readouterr()
        assert command(["check", *words]) == 2
        assert "--each" in capsys.readouterr().err


def test_a_class_of_heuristics(tmp_path, capsys):
    (tmp_path / "ann.py").write_text("def mine(position, player):\n    return float('nan')\n")
    (tmp_path / "bob.py").write_text("def other(position, player):\n    return 1.0\n")
    (tmp_path / "notes.ipynb").write_text("{}")
    table = tmp_path / "table.csv"
    words = ["check", "--each", f"{tmp_path}:mine", "--game", "tic_tac_toe", "--positions", "3", "--csv", str(table)]
    assert command(words) == 1
    told = capsys.readouterr()
    assert "not checked, as they do not end in .py or .zip: notes.ipynb" in told.err
    rows = [line.split(",", 4) for line in table.read_text().splitlines()]
    assert rows[0] == ["file", "right", "verdict", "points", "family,about,cpu_seconds"]
    assert [row[:4] for row in rows[1:]] == [["ann.py", "False", "wrong", ""], ["bob.py", "False", "not judged", ""]]
    assert "it returns nan" in rows[1][4]
    assert "mine" in rows[2][4]


@pytest.mark.usefixtures("inside")
def test_a_document_holds_no_infinities(tmp_path):
    verdict = check(tmp_path, HEAD + "return float('inf'), position.moves()[0]", trees=FEW)
    assert json.dumps(verdict.json(), allow_nan=False)


def test_heuristics(tmp_path, capsys):
    path = tmp_path / "h.py"
    path.write_text(
        "def lines(position, player):\n    return float(player == position['turn'])\n"
        "def same(position, player):\n    return 7.0\n"
        "def bad(position, player):\n    return float('nan')\n"
    )
    assert command(["check", f"{path}:same", "--game", "tic_tac_toe", "--positions", "9", "--json"]) == 1
    assert "cannot tell them apart" in json.loads(capsys.readouterr().out)["faults"][0]
    assert command(["check", f"{path}:bad", "--game", "tic_tac_toe", "--positions", "9"]) == 1
    assert "it returns nan" in capsys.readouterr().out
    assert command(["check", f"{path}:lines"]) == 2
    assert "--game" in capsys.readouterr().err
