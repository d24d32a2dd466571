"""The mistake that explains all that a search did, the name of a right search, and the smallest case that shows a mistake."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

from counterply.plugins.explanations.smaller_trees import smaller
from counterply.plugins.explanations.text_trees import DEEPEST_CASE, Case
from counterply.plugins.teaching.judge.expectimax import RIGHT as RIGHT_EXPECTIMAX, mistake_of_expectimax
from counterply.plugins.teaching.judge.judgement import (
    ONLY_WORK,
    RIGHT,
    TIE_BREAK,
    Habits,
    Trial,
    Trials,
    expected,
    inner_nodes,
    kinds_of,
    misjudgements,
    outcome_of,
    too_few,
    too_many,
    value_seen,
    wrong_answer,
)
from counterply.plugins.teaching.judge.mistakes import MISTAKES
from counterply.plugins.teaching.judge.mistakes.sides import RIGHT_FOR_FIRST, only_who_won
from counterply.plugins.teaching.judge.mistakes.windows import small_infinity
from counterply.plugins.teaching.judge.observation import MADE
from counterply.plugins.teaching.judge.reference import ABOVE, EQUAL, MINIMAX, Hooks, Walk
from counterply.plugins.teaching.judge.repeats import ALWAYS, BOTH_WAYS, NO_MOVE, PREFERS_LATE, Mistake
from counterply.plugins.teaching.judge.truth import CLOSE, values_of

MOST_SHRINKS = 1_500  # questions to make a case smaller
ENOUGH_TRIALS = 20  # for a value that is always the same to be more than chance
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


NOTHING, ANSWERS, NODES, ALL = range(4)  # how much of a trial is explained: each includes those before it


def explained(hooks: Hooks, trial: Trial, habits: Habits, strict: bool = False) -> int:
    """Return how much of a student's search on a case a search with some hooks reproduces.

    Hooks that might play any move explain no wrong move by the answer alone; `strict`: nor if they visit the same nodes.
    """
    seen, outcome = trial.seen, outcome_of(hooks, trial, 0 if habits.first_view else None)
    value, found = seen.value, outcome.value
    if habits.late and hooks.leaf is not MINIMAX.leaf and value is not None:
        value, found = abs(value), abs(found)  # that of the position that it returns: the root's, for either player
    if value is not None and not _as_good(value, found):
        return NOTHING
    any_move = len(outcome.moves) == len(trial.flat.children[0])
    if not seen.said and value is None and not any_move:
        return NOTHING
    if seen.said and seen.said not in {trial.flat.move[move] for move in outcome.moves}:
        return NOTHING
    if habits.peeks:
        same = judged = wrong_answer(trial) or inner_nodes(trial, outcome.visited) == inner_nodes(trial, seen.visited)
    else:
        root = {0} if habits.guesses else set()
        same, judged = outcome.visited == seen.visited, habits.late or outcome.judged - root == seen.judged - root
    whole = same and judged
    if value is None and wrong_answer(trial) and any_move:
        if strict or not whole:
            return NOTHING
        if trial.depth == DEEPEST_CASE:  # then all searches that do not prune visit the same nodes
            return ANSWERS
    return ALL if whole else NODES if same else ANSWERS


def _as_good(value: float, found: float) -> bool:
    """Tell whether a value is the one that was found; any large number may stand for infinity."""
    return value * found > 0 and abs(value) >= LARGE if math.isinf(found) else abs(value - found) <= CLOSE


def mistake_of(trials: Trials, habits: Habits) -> Mistake | None:
    """Return the mistake that explains all trials, None if none does.

    That is the first one that explains each node and each answer, else the first that explains the answers, if enough are wrong.
    """
    if habits.first_view:  # a mistake of the code for one side does nothing where the other one begins
        seats = {trial.seat for trial in trials if trial.wrong}
        trials = [trial for trial in trials if trial.seat in seats]
    if not (
        all(trial.answered for trial in trials)
        and any(trial.wrong for trial in trials)
        and any(not trial.answer.failure for trial in trials)
    ):
        return None
    if habits.mean:
        return mistake_of_expectimax(trials) if any(map(wrong_answer, trials)) else None
    if habits.slip is not None:
        return PREFERS_LATE if habits.slip.late else BOTH_WAYS
    wrong = sum(map(wrong_answer, trials))
    said = {trial.seen.value for trial in trials}
    values = said - {None}
    if wrong and values and len(said) == 1 and len(trials) >= ENOUGH_TRIALS:
        return ALWAYS
    if all(trial.answer.move == "" and "value" not in trial.wrong for trial in trials):
        return NO_MOVE
    one_seat = not any(trial.seat for trial in trials)  # then the first player's view is the right one
    worst_first = sorted(trials, key=lambda trial: -len(trial.wrong))
    partly = []  # whose answers may be the same where its nodes are not
    for mistake in _candidates(trials, habits, wrong > 0, bool(values)):
        for hooks in mistake.searches:
            if (hooks == MINIMAX and not habits.prunes) or (hooks.leaf in RIGHT_FOR_FIRST and one_seat):
                continue
            least = next((much for trial in worst_first if (much := explained(hooks, trial, habits)) < ALL), ALL)
            if least == ALL:
                return replace(mistake, searches=(hooks,))
            partly += [(least, mistake, hooks)] * mistake.answers
    enough = ENOUGH_ANSWERS[bool(values)]
    for much in (NODES, ANSWERS) if wrong >= enough else ():
        for least, mistake, hooks in partly:
            if least >= much and all(explained(hooks, trial, habits) >= much for trial in worst_first):
                sure = sum(wrong_answer(trial) and explained(hooks, trial, habits, strict=True) >= much for trial in trials)
                if sure >= enough:
                    return replace(mistake, searches=(hooks,))
    return None


def likeliest(trials: Trials, habits: Habits) -> Mistake | None:
    """Return the mistake that explains the most answers, if it explains nearly all, the wrong and the right ones alike.

    The student should look for that one first: the search may have two mistakes, or one in an unknown shape.
    """
    wrong = [trial for trial in trials if wrong_answer(trial)]
    if habits.mean or len(wrong) < FEWEST_ALIKE or any(trial.answer.failure for trial in trials):
        return None
    right = [trial for trial in trials if not wrong_answer(trial)]
    best, found = MOST_UNLIKE, None
    values = any(trial.answer.value is not None for trial in trials)
    for mistake in MISTAKES:
        for hooks in (
            mistake.searches if says_something(mistake, habits) and mistake.answers and (values or not mistake.needs_value) else ()
        ):
            share = 0.0
            for sample in (wrong[:FEWEST_ALIKE], wrong, right):
                share = max(share, _unlike(hooks, sample, habits, best))
                if share >= best:
                    break
            else:
                best, found = share, replace(mistake, searches=(hooks,))
    return found and replace(found, sentence=LIKELY + found.sentence)


def says_something(mistake: Mistake, habits: Habits) -> bool:
    """Tell whether a search has what a mistake is told of: without a window it has no alpha."""
    return habits.prunes or "lpha" not in mistake.sentence


def _unlike(hooks: Hooks, trials: Trials, habits: Habits, most: float) -> float:
    """Return the share of some trials whose answers a search does not explain; a share above `most` need not be exact."""
    missed = 0
    for trial in trials:
        missed += explained(hooks, trial, habits, strict=True) < ANSWERS
        if missed >= most * len(trials):
            break
    return missed / max(1, len(trials))


def shows(mistake: Mistake, trial: Trial, habits: Habits) -> bool:
    """Tell whether a mistake explains all that is wrong on a case, or if not all, then its answer."""
    least = ANSWERS if mistake.answers else ALL
    return any(explained(hooks, trial, habits) >= least for hooks in mistake.searches)


def _candidates(trials: Trials, habits: Habits, answers: bool, values: bool) -> Iterator[Mistake]:
    """Yield the mistakes that these trials may show."""
    kinds = kinds_of(trials)
    deepens = all(trial.seen.passes == trial.depth for trial in trials)
    found = {abs(trial.seen.value) for trial in trials if trial.seen.value is not None and trial.wrong}
    strange = sorted(found)[-MOST_INFINITIES:]
    beyond = answers and sum(bool(trial.wrong) for trial in trials) >= FEWEST_BEYOND
    for mistake in MISTAKES:
        if beyond and mistake.name == BEFORE_INFINITIES:
            ends = {abs(trial.flat.value[number]) for trial in trials for number, over in enumerate(trial.flat.over) if over}
            if ends != {math.inf}:
                yield only_who_won(strange)
            yield small_infinity(strange, max(abs(value) for trial in trials for value in trial.flat.value if math.isfinite(value)))
        if mistake.name == "evaluates inner nodes":
            hidden = "judged" not in kinds or habits.peeks
        else:
            hidden = not (mistake.answers or answers or "nodes" in kinds)
        hidden |= not says_something(mistake, habits)
        if hidden or (mistake.answers and not answers) or (mistake.needs_value and not values) or (mistake.deepens and not deepens):
            continue
        yield mistake


def standard_of(trials: Trials, habits: Habits) -> Habits:
    """Return the habits with the first right search, fail-soft or fail-hard, that looks at all that this one looks at."""
    for hooks in (ABOVE, *(hooks for hooks, _ in RIGHT)):
        tried = replace(habits, standard=hooks)
        if habits.prunes and not any(too_many(trial, tried) for trial in trials):
            return tried
    return habits


def searches_once(trials: Trials) -> bool:
    """Tell whether a search makes no position twice: then its nodes are those of one alpha-beta, or of one that should be."""
    return not any(trial.seen.twice for trial in trials)


def pruning_of(trials: Trials, habits: Habits) -> str:
    """Return which of the right searches a right one is."""
    if habits.mean:
        return RIGHT_EXPECTIMAX
    if habits.peeks:
        missing = any(inner_nodes(trial, outcome_of(MINIMAX, trial).visited - trial.seen.ever) for trial in trials)
        return f"{'alpha-beta' if habits.prunes or missing else 'minimax'} with moves ordered by the evaluator"
    if not habits.prunes:
        return "minimax: it looks at every node"
    for hooks, name in RIGHT:
        if all(explained(hooks, trial, habits) == ALL for trial in trials):
            return name
    return "it prunes, and looks at no node that alpha-beta would not"


def trait_of(trials: Trials, habits: Habits) -> str:
    """Describe the common trait of all wrong answers, where no known mistake explains them; '' if there is none."""
    wrong = [trial for trial in trials if {"value", "move"} & set(trial.wrong)]
    if not any(trial.seen.judged or trial.seen.peeks for trial in trials):
        return "It never asks for position.value(player), the only source of a position's worth." if wrong else ""
    return " ".join(filter(None, (_trait_of_nodes(wrong, habits) if wrong else "", _where(trials))))


def _trait_of_nodes(wrong: Trials, habits: Habits) -> str:
    """Describe the common trait of the positions that wrong answers come from."""
    if all(any(trial.flat.ply[number] > trial.depth for number in trial.seen.judged) for trial in wrong):
        return "In all wrong cases it judges positions deeper than it was asked to look: depth 3 is three plies, wherever it goes."
    if not habits.peeks and all(misjudgements(trial, habits) - _searched(trial) for trial in wrong):
        return (
            "In all wrong cases it takes the evaluation of a position for its value that it should search: only positions at "
            "depth 0, and finished ones, are judged."
        )
    if sum(_of_no_leaf(trial) for trial in wrong) > len(wrong) / 2:
        return "It returns values that no position has, as sums, means, shares, and the bounds that a search begins with are."
    if sum(map(_leaves_out_root_moves, wrong)) > len(wrong) / 2 and not habits.peeks:
        return (
            "It leaves out moves of the root, where nothing can be cut off: they are not in its list of moves, or another one "
            "stands in their place."
        )
    if all(too_few(trial, habits) for trial in wrong):
        return "In all wrong cases it leaves out positions that count: it cuts off, skips, or takes as known what may be best."
    if not any(too_few(trial, habits) or too_many(trial, habits) for trial in wrong):
        return "It looks at the right positions, and goes wrong in combining their values."
    return ""


def _leaves_out_root_moves(trial: Trial) -> bool:
    """Tell whether a move of the root is made less often than another one, and not searched to the end."""
    made = [trial.answer.events.count((MADE, child)) for child in trial.flat.children[0]]
    return min(made) < max(made) - bool(min(made)) and not trial.seen.visited.issuperset(trial.flat.children[0])


def _of_no_leaf(trial: Trial) -> bool:
    """Tell whether a value is that of no position, in either view."""
    value = trial.seen.value
    return value is not None and not any(
        abs(value) == abs(one) or abs(abs(value) - abs(one)) <= TIE_BREAK for one in trial.flat.value
    )


def _cut(trial: Trial) -> bool:
    """Tell whether alpha-beta reaches a bound somewhere, be it with a node's last move."""
    walk = Walk(trial.flat, EQUAL, lambda number: trial.seen.ordered(trial.flat, number))
    walk.outcome(trial.depth)
    return bool(walk.cuts)


SITUATIONS: tuple[tuple[Callable[[Trial], bool], str], ...] = (
    (
        _cut,
        "a node is left early, as alpha-beta does: a wrong value is returned there, or a change made before the move, such as to a "
        "counter or a board, is not undone before break and return",
    ),
    (lambda trial: len(trial.flat.children[0]) == 1, "the root has only one move, which must be searched like any other"),
    (lambda trial: trial.seat == 1, "the second player moves at the root: either player may"),
    (lambda trial: trial.depth > 2, "it looks three plies ahead or more"),
    (lambda trial: trial.depth > 1, "it looks two plies ahead or more, to where the opponent moves"),
)
SURE = 6.0  # wrong cases that would be expected where there are none


def _where(trials: Trials) -> str:
    """Return the only situation in which answers are wrong, if that is unlikely to be chance."""
    for situation, text in SITUATIONS:
        within = [trial for trial in trials if situation(trial)]
        wrong = sum(map(wrong_answer, within))
        others = len(trials) - len(within)
        if wrong == sum(map(wrong_answer, trials)) and wrong * others > SURE * len(within):
            return f"It is wrong only where {text} ({wrong} of {len(within)} such cases, and none of {others} others)."
    return ""


def _searched(trial: Trial) -> set[int]:
    """Return the nodes below which the search went."""
    return {trial.flat.parent[number] for number in trial.seen.visited if number}


# --- values of more depth than was asked for

MOST_DEEPER = 0.05  # share of the cases whose values may come from a deeper search of a position that is known


def excuse_deeper(trials: Trials, habits: Habits) -> int:
    """Accept answers that only come from a deeper search, in place: a table kept between calls may hold values of more depth.

    Returns how many answers that are. There are none if one is wrong in another way, or if they are more than a few.
    """
    wrong = [trial for trial in trials if wrong_answer(trial)]
    few = len(wrong) <= MOST_DEEPER * len(trials)
    if not (few and all(not trial.answer.failure and _from_deeper(trial, habits) for trial in wrong)):
        return 0
    for trial in wrong:
        trial.wrong = [kind for kind in trial.wrong if kind in ONLY_WORK]
    return len(wrong)


def _from_deeper(trial: Trial, habits: Habits) -> bool:
    """Tell whether an answer may come from deeper values: nodes that count were not looked at, and the value lies in between."""
    if "changed" in trial.wrong or not expected(trial, habits).visited - trial.seen.visited:
        return False
    flat, depth, seat = trial.flat, trial.depth, trial.seat
    deeper = [values_of(flat, deep) for deep in range(depth, depth + trial.case.tree.height + 1)]

    @cache
    def between(number: int) -> tuple[float, float]:
        """Return the least and the largest value of a node where any node may be searched deeper than it was asked for."""
        known = [values[number] for values in deeper]
        if flat.ply[number] < depth and flat.children[number]:
            best = max if flat.turn[number] == seat else min
            below = [between(child) for child in flat.children[number]]
            known += [best(low for low, _ in below), best(high for _, high in below)]
        return min(known), max(known)

    said = value_seen(trial, habits)
    low, high = between(0)
    move_may = trial.seen.move is None or between(trial.seen.move)[1] >= max(between(move)[0] for move in flat.children[0])
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
