"""Which mistake explains all that a search did, which right search a right one is, and the smallest case that shows it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

from counterply.judge.by_asking import ALWAYS, BOTH_WAYS, NO_MOVE, PREFERS_LATE, Mistake
from counterply.judge.judgement import (
    ONLY_WORK,
    RIGHT,
    TIE_BREAK,
    Habits,
    Run,
    Runs,
    inner_nodes,
    misjudgements,
    outcome_of,
    too_few,
    too_many,
    value_seen,
)
from counterply.judge.mistakes import MISTAKES, only_who_won, small_infinity
from counterply.judge.observation import MADE
from counterply.judge.reference import ABOVE, EQUAL, MINIMAX, Rules, Walk
from counterply.judge.trees import Case, smaller
from counterply.judge.truth import CLOSE, values_of
from counterply.judge.variations import RIGHT_FOR_FIRST

MOST_SHRINKS = 1_500  # questions to make a case smaller
ENOUGH_RUNS = 20  # for a value that is always the same to be more than chance
ENOUGH_ANSWERS = {
    True: 4,
    False: 8,
}  # wrong ones that are explained by the answers alone: with values, and with moves only
LARGE = 100  # values that a tree does not have
BEFORE_INFINITIES = "no second search"  # the mistake that is tried after those infinities
FEWEST_BEYOND = 2  # cases with values beyond an infinity, for it to be called too small
FEWEST_ALIKE = 20  # wrong answers that tell which mistake a search is most like
MOST_UNLIKE = 0.2  # share of its wrong answers, and of its right ones, that this mistake may not explain
LIKELY = "Most of its wrong answers, but not all, are those of this mistake: "
MOST_INFINITIES = 12  # numbers that are tried as one


NOTHING, ANSWERS, NODES, ALL = range(4)  # how much of a run is explained: each includes those before it


def explained(rules: Rules, run: Run, habits: Habits, strict: bool = False) -> int:
    """Return how much of what the student's search did on a case one by some rules does too.

    One that might play any move explains no wrong one by its answer alone; `strict`: nor if it looks at the same nodes.
    """
    seen = run.seen
    if seen is None:
        return NOTHING
    outcome = outcome_of(rules, run)
    value, found = value_seen(run, habits), outcome.value
    if habits.late and rules.leaf is not MINIMAX.leaf and value is not None:
        value, found = abs(value), abs(found)  # that of the position that it returns: the root's, for either player
    if value is not None and not _as_good(value, found):
        return NOTHING
    any_move = len(outcome.moves) == len(run.flat.children[0])
    if not seen.said and value is None and not any_move:
        return NOTHING
    if seen.said and seen.said not in {run.flat.move[move] for move in outcome.moves}:
        return NOTHING
    if habits.peeks:
        same = judged = wrong_answer(run) or inner_nodes(run, outcome.visited) == inner_nodes(run, seen.visited)
    else:
        root = {0} if habits.guesses else set()
        same, judged = outcome.visited == seen.visited, habits.late or outcome.judged - root == seen.judged - root
    whole = same and judged
    if value is None and wrong_answer(run) and any_move and (strict or not whole):
        return NOTHING
    return ALL if whole else NODES if same else ANSWERS


def wrong_answer(run: Run) -> bool:
    """Tell whether something is wrong with the answer, which says more than the nodes do."""
    return bool(set(run.wrong) - {*ONLY_WORK})


def _as_good(value: float, found: float) -> bool:
    """Tell whether a value is the one that was found; any large number may stand for infinity."""
    return value * found > 0 and abs(value) >= LARGE if math.isinf(found) else abs(value - found) <= CLOSE


def mistake_of(runs: Runs, habits: Habits) -> Mistake | None:
    """Return the mistake that explains all runs, None if none does.

    That is the first one that explains each node and each answer, else the first that explains the answers, if enough are wrong.
    """
    if any(run.seen is None for run in runs) or not any(run.wrong for run in runs) or all(run.reply.failure for run in runs):
        return None
    if habits.slip is not None:
        return PREFERS_LATE if habits.slip.late else BOTH_WAYS
    answers = any(set(run.wrong) - {*ONLY_WORK} for run in runs)
    said = {run.seen.value for run in runs if run.seen is not None}
    values = said - {None}
    if answers and values and len(said) == 1 and len(runs) >= ENOUGH_RUNS:
        return ALWAYS
    if all(run.reply.move == "" and "value" not in run.wrong for run in runs):
        return NO_MOVE
    one_seat = not any(run.flat.turn[0] for run in runs)  # then the first player's view is the right one
    worst_first = sorted(runs, key=lambda run: -len(run.wrong))
    wrong = sum(bool({"value", "move", "failure"} & set(run.wrong)) for run in runs)
    partly = []  # whose answers may be the same where its nodes are not
    for mistake in _candidates(runs, habits, answers, bool(values)):
        for rules in mistake.searches:
            if (rules == MINIMAX and not habits.prunes) or (rules.leaf in RIGHT_FOR_FIRST and one_seat):
                continue
            least = next((much for run in worst_first if (much := explained(rules, run, habits)) < ALL), ALL)
            if least == ALL:
                return mistake
            partly += [(least, mistake, rules)] * mistake.answers
    for much in (NODES, ANSWERS) if wrong >= ENOUGH_ANSWERS[bool(values)] else ():
        for least, mistake, rules in partly:
            if least >= much and all(explained(rules, run, habits, strict=True) >= much for run in worst_first):
                return mistake
    return None


def likeliest(runs: Runs, habits: Habits) -> Mistake | None:
    """Return the mistake that explains the most answers, if it explains nearly all, the wrong and the right ones alike.

    That is the one to look for in a search with two mistakes, or with one in a shape that nobody has met.
    """
    answered = [run for run in runs if run.seen is not None]
    wrong = [run for run in answered if wrong_answer(run)]
    if len(wrong) < FEWEST_ALIKE or any(run.reply.failure for run in runs):
        return None
    right = [run for run in answered if not wrong_answer(run)]
    best, found = MOST_UNLIKE, None
    values = any(run.reply.value is not None for run in answered)
    for mistake in MISTAKES:
        for rules in mistake.searches if mistake.answers and (values or not mistake.needs_value) else ():
            share = 0.0
            for sample in (wrong[:FEWEST_ALIKE], wrong, right):
                share = max(share, _unlike(rules, sample, habits, best))
                if share >= best:
                    break
            else:
                best, found = share, replace(mistake, searches=(rules,))
    return found and replace(found, sentence=LIKELY + found.sentence)


def _unlike(rules: Rules, runs: Runs, habits: Habits, most: float) -> float:
    """Return the share of some runs whose answers a search does not explain; what is above `most` need not be exact."""
    missed = 0
    for run in runs:
        missed += explained(rules, run, habits, strict=True) < ANSWERS
        if missed >= most * len(runs):
            break
    return missed / max(1, len(runs))


def shows(mistake: Mistake, run: Run, habits: Habits) -> bool:
    """Tell whether a mistake explains all that is wrong on a case, or if not all, then its answer."""
    least = ANSWERS if mistake.answers else ALL
    return any(explained(rules, run, habits) >= least for rules in mistake.searches)


def _candidates(runs: Runs, habits: Habits, answers: bool, values: bool) -> Iterator[Mistake]:
    """Yield the mistakes that these runs may show."""
    judged, nodes = (any(kind in run.wrong for run in runs) for kind in ("judged", "nodes"))
    deepens = all(run.seen.passes == run.case.depth for run in runs if run.seen is not None)
    found = {abs(run.seen.value) for run in runs if run.seen is not None and run.seen.value is not None and run.wrong}
    strange = sorted(found)[-MOST_INFINITIES:]
    beyond = answers and sum(bool(run.wrong) for run in runs) >= FEWEST_BEYOND
    for mistake in MISTAKES:
        if beyond and mistake.name == BEFORE_INFINITIES:
            yield only_who_won(strange)
            yield small_infinity(strange, max(abs(value) for run in runs for value in run.flat.value))
        hidden = not (mistake.answers or answers or nodes or mistake.name == "evaluates inner nodes")
        if hidden or (mistake.answers and not answers) or (mistake.needs_value and not values) or (mistake.deepens and not deepens):
            continue
        if mistake.name == "evaluates inner nodes" and (not judged or habits.peeks):
            continue
        yield mistake


def standard_of(runs: Runs, habits: Habits) -> Habits:
    """Return the habits with the first right search, fail-soft or fail-hard, that looks at all that this one looks at."""
    answered = [run for run in runs if run.seen is not None]
    for rules in (ABOVE, *(rules for rules, _ in RIGHT)):
        tried = replace(habits, standard=rules)
        if habits.prunes and not any(too_many(run, tried) for run in answered):
            return tried
    return habits


def searches_once(runs: Runs) -> bool:
    """Tell whether a search makes no position twice: then its nodes are those of one alpha-beta, or of one that should be."""
    return not any(run.seen.twice for run in runs if run.seen is not None)


def pruning_of(runs: Runs, habits: Habits) -> str:
    """Return which of the right searches a right one is."""
    if habits.peeks:
        missing = [inner_nodes(run, outcome_of(MINIMAX, run).visited - run.seen.ever) for run in runs if run.seen is not None]
        return f"{'alpha-beta' if habits.prunes or any(missing) else 'minimax'} with moves ordered by the evaluator"
    if not habits.prunes:
        return "minimax: it looks at every node"
    for rules, name in RIGHT:
        if all(explained(rules, run, habits) == ALL for run in runs):
            return name
    return "it prunes, and looks at no node that alpha-beta would not"


def trait_of(runs: Runs, habits: Habits) -> str:
    """Return what all wrong answers have in common, in sentences, where no known mistake explains them; '' for nothing."""
    answered = [run for run in runs if run.seen is not None]
    wrong = [run for run in answered if {"value", "move"} & set(run.wrong)]
    if not any(run.seen.judged or run.seen.peeks for run in answered if run.seen is not None):
        return "It never asks for position.value(player), and that is all that says what a position is worth." if wrong else ""
    return " ".join(filter(None, (_trait_of_nodes(wrong, habits) if wrong else "", _where(runs))))


def _trait_of_nodes(wrong: Runs, habits: Habits) -> str:
    """Return what the positions that wrong answers come from have in common."""
    if all(any(run.flat.ply[number] > run.case.depth for number in run.seen.judged) for run in wrong if run.seen is not None):
        return "In all wrong cases it judges positions deeper than it was asked to look: depth 3 is three plies, wherever it goes."
    if not habits.peeks and all(misjudgements(run, habits) - _searched(run) for run in wrong):
        return (
            "In all wrong cases it takes the evaluation of a position for its value that it should search: only positions at "
            "depth 0, and finished ones, are judged."
        )
    if sum(_of_no_leaf(run) for run in wrong) > len(wrong) / 2:
        return "It returns values that no position has, as sums, means, and the bounds that a search begins with are."
    if sum(map(_leaves_out_root_moves, wrong)) > len(wrong) / 2 and not habits.peeks:
        return (
            "It leaves out moves of the root, where nothing can be cut off: they are not in its list of moves, or another one "
            "stands in their place."
        )
    if all(too_few(run, habits) for run in wrong):
        return (
            "In all wrong cases it leaves out positions that count: it cuts off, passes over, or takes for known, what may be best."
        )
    if not any(too_few(run, habits) or too_many(run, habits) for run in wrong):
        return "It looks at the right positions, and goes wrong in what it makes of their values."
    return ""


def _leaves_out_root_moves(run: Run) -> bool:
    """Tell whether a move of the root is made less often than another one, and not searched to the end."""
    assert run.seen is not None
    made = [run.reply.events.count((MADE, child)) for child in run.flat.children[0]]
    return min(made) < max(made) and not run.seen.visited.issuperset(run.flat.children[0])


def _of_no_leaf(run: Run) -> bool:
    """Tell whether a value is that of no position, in either view."""
    value = run.seen.value if run.seen is not None else None
    return value is not None and not any(abs(abs(value) - abs(one)) <= TIE_BREAK for one in run.flat.value)


def _cut(run: Run) -> bool:
    """Tell whether alpha-beta reaches a bound somewhere, be it with a node's last move."""
    seen = run.seen
    walk = Walk(run.flat, EQUAL, (lambda number: seen.ordered(run.flat, number)) if seen is not None else None)
    walk.outcome(run.case.depth)
    return bool(walk.cuts)


SITUATIONS: tuple[tuple[Callable[[Run], bool], str], ...] = (
    (
        _cut,
        "a node is left early, as alpha-beta does: a wrong value is returned there, or what was changed before the move, such as a "
        "counter or a board, is not changed back before break and return",
    ),
    (lambda run: run.flat.turn[0] == 1, "the second player moves at the root, which may be either"),
    (lambda run: run.case.depth > 2, "it looks three plies ahead or more"),
    (lambda run: run.case.depth > 1, "it looks two plies ahead or more, to where the opponent moves"),
)
SURE = 6.0  # wrong cases that would be expected where there are none


def _where(runs: Runs) -> str:
    """Return in which situation alone answers are wrong, if that can be no chance."""
    for situation, text in SITUATIONS:
        within = [run for run in runs if situation(run)]
        wrong = sum(map(wrong_answer, within))
        others = len(runs) - len(within)
        if wrong == sum(map(wrong_answer, runs)) and wrong * others > SURE * len(within):
            return f"It is wrong only where {text} ({wrong} of {len(within)} such cases, and none of {others} others)."
    return ""


def _searched(run: Run) -> set[int]:
    """Return the nodes below which the search went."""
    return {run.flat.parent[number] for number in run.seen.visited if number} if run.seen is not None else set()


# --- values of more depth than was asked for

MOST_DEEPER = 0.05  # share of the cases whose values may come from a deeper search of a position that is known


def excuse_deeper(runs: Runs, habits: Habits) -> int:
    """Take for right, in place, what is only searched deeper: a table that a search keeps may know more than the depth tells.

    Returns how many answers that are. There are none if one is wrong in another way, or if they are more than a few.
    """
    wrong = [run for run in runs if wrong_answer(run)]
    few = len(wrong) <= MOST_DEEPER * len(runs)
    if not (few and all(run.seen is not None and not run.reply.failure and _from_deeper(run, habits) for run in wrong)):
        return 0
    for run in wrong:
        run.wrong = [kind for kind in run.wrong if kind in ONLY_WORK]
    return len(wrong)


def _from_deeper(run: Run, habits: Habits) -> bool:
    """Tell whether an answer may come from deeper values: nodes that count were not looked at, and the value lies in between."""
    assert run.seen is not None
    if "changed" in run.wrong or not outcome_of(habits.standard if habits.prunes else MINIMAX, run).visited - run.seen.visited:
        return False
    flat, depth, seat = run.flat, run.case.depth, run.flat.turn[0]
    deeper = [values_of(flat, deep) for deep in range(depth, depth + run.case.tree.height + 1)]

    @cache
    def between(number: int) -> tuple[float, float]:
        """Return the least and the largest value of a node where any node may be searched deeper than it was asked for."""
        known = [values[number] for values in deeper]
        if flat.ply[number] < depth and flat.children[number]:
            best = max if flat.turn[number] == seat else min
            below = [between(child) for child in flat.children[number]]
            known += [best(low for low, _ in below), best(high for _, high in below)]
        return min(known), max(known)

    said = value_seen(run, habits)
    low, high = between(0)
    move_may = run.seen.move is None or between(run.seen.move)[1] >= max(between(move)[0] for move in flat.children[0])
    return move_may and (said is None or low - TIE_BREAK <= said <= high + TIE_BREAK)


# --- the smallest case


def shrink(case: Case, wrong: Callable[[Case], bool]) -> Case:
    """Return a smaller case that is wrong too: smaller ones are tried until none of them is, or `MOST_SHRINKS` have been."""
    asked = 0
    while True:
        for candidate in smaller(case):
            asked += 1
            if asked > MOST_SHRINKS:
                return case
            if wrong(candidate):
                case = candidate
                break
        else:
            return case
