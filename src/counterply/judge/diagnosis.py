"""Which mistake explains all that a search did, which right search a right one is, and the smallest case that shows it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from counterply.judge.judgement import ONLY_WORK, RIGHT, Habits, Run, outcome_of, too_many, value_seen
from counterply.judge.mistakes import ALWAYS, FIRST, MISTAKES, Mistake, small_infinity
from counterply.judge.reference import ABOVE, MINIMAX, Rules
from counterply.judge.trees import Case, smaller
from counterply.judge.truth import CLOSE

MOST_SHRINKS = 1_500  # questions to make a case smaller
ENOUGH_RUNS = 20  # for a value that is always the same to be more than chance
ENOUGH_ANSWERS = {
    True: 4,
    False: 8,
}  # wrong ones that are explained by the answers alone: with values, and with moves only
LARGE = 100  # values that a tree does not have
FEWEST_BEYOND = 3  # cases with values beyond an infinity, for it to be called too small
MOST_INFINITIES = 12  # numbers that are tried as one


def explains(rules: Rules, run: Run, habits: Habits, answers_only: bool = False) -> bool:
    """Tell whether a search by some rules does all that the student's did, or with `answers_only` answers what it answered."""
    seen = run.seen
    if seen is None:
        return False
    outcome = outcome_of(rules, run)
    value, found = value_seen(run, habits), outcome.value
    if habits.reading.late and rules.leaf is not MINIMAX.leaf and value is not None:
        value, found = abs(value), abs(found)  # that of the position that it returns, which is the root's whoever it was judged for
    if value is not None and not _as_good(value, found):
        return False
    names = {run.flat.move[move] for move in outcome.moves}
    if seen.said is not None and seen.said not in names:
        return False
    if seen.said is None and value is None and len(outcome.moves) < len(run.flat.children[0]):
        return False
    if habits.reading.peeks or answers_only:
        return True
    root = {0} if habits.guesses else set()
    return outcome.visited == seen.visited and (habits.reading.late or outcome.judged - root == seen.judged - root)


def _as_good(value: float, found: float) -> bool:
    """Tell whether a value is the one that was found; any large number may stand for infinity."""
    return value * found > 0 and abs(value) >= LARGE if math.isinf(found) else abs(value - found) <= CLOSE


def mistake_of(runs: Sequence[Run], habits: Habits) -> Mistake | None:
    """Return the mistake that explains all runs, None if none does.

    First one that explains each node and each answer; then one that explains the answers, if enough of them are wrong.
    """
    if any(run.seen is None for run in runs) or not any(run.wrong for run in runs) or all(run.reply.failure for run in runs):
        return None
    answers = any(set(run.wrong) - {*ONLY_WORK} for run in runs)
    values = {run.seen.value for run in runs if run.seen is not None} - {None}
    if answers and len(values) == 1 and len(runs) >= ENOUGH_RUNS:
        return ALWAYS
    one_seat = not any(run.flat.turn[0] for run in runs)  # then the first player's view is the right one
    worst_first = sorted(runs, key=lambda run: -len(run.wrong))
    wrong = sum(bool({"value", "move", "failure"} & set(run.wrong)) for run in runs)
    for answers_only in (False, True):
        if answers_only and wrong < ENOUGH_ANSWERS[bool(values)]:
            return None
        for mistake in _candidates(runs, habits, answers, bool(values), answers_only):
            for rules in mistake.searches:
                if (rules == MINIMAX and not habits.prunes) or (rules.leaf is FIRST and one_seat):
                    continue
                if all(explains(rules, run, habits, answers_only) for run in worst_first):
                    return mistake
    return None


def shows(mistake: Mistake, run: Run, habits: Habits) -> bool:
    """Tell whether a mistake explains all that is wrong on a case, or if not all, then its answer."""
    return any(
        explains(rules, run, habits, answers_only)
        for answers_only in (False, True)[: 1 + mistake.answers]
        for rules in mistake.searches
    )


def _candidates(runs: Sequence[Run], habits: Habits, answers: bool, values: bool, answers_only: bool) -> Iterator[Mistake]:
    """Yield the mistakes that these runs may show."""
    judged = any("judged" in run.wrong for run in runs)
    for mistake in MISTAKES:
        hidden = answers_only and not mistake.answers
        if hidden or (mistake.answers and not answers) or (mistake.needs_value and not values):
            continue
        if mistake.name == "evaluates inner nodes" and not judged:
            continue
        yield mistake
    if answers and sum(bool(run.wrong) for run in runs) >= FEWEST_BEYOND:
        found = {abs(run.seen.value) for run in runs if run.seen is not None and run.seen.value is not None and run.wrong}
        largest = max((abs(value) for run in runs for value in run.flat.value), default=0)
        yield small_infinity(sorted(value for value in found if 0 < value < largest)[-MOST_INFINITIES:])


def standard_of(runs: Sequence[Run], habits: Habits) -> Habits:
    """Return the habits with the first right search, fail-soft or fail-hard, that looks at all that this one looks at."""
    answered = [run for run in runs if run.seen is not None]
    for rules in (ABOVE, *(rules for rules, _ in RIGHT)):
        tried = replace(habits, standard=rules)
        if habits.prunes and not any(too_many(run, tried) for run in answered):
            return tried
    return habits


def needs_open_window(runs: Sequence[Run], habits: Habits) -> bool:
    """Tell whether a search knows what each move of the root is worth: it took a later one of several best ones."""
    return any(
        run.seen is not None
        and run.seen.move is not None
        and run.seen.move != next(child for child in run.seen.ordered(run.flat, 0) if child in run.truth.best)
        for run in runs
    )


def pruning_of(runs: Sequence[Run], habits: Habits) -> str:
    """Return which of the right searches a right one is."""
    if not habits.prunes:
        return "minimax: it looks at every node"
    if habits.reading.peeks:
        return "alpha-beta with moves ordered by the evaluator"
    for rules, name in RIGHT:
        if all(explains(rules, run, habits) for run in runs):
            return name
    return "it prunes, and looks at no node that alpha-beta would not"


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
