"""Compares a student's search with the right one, case by case.

The truth is minimax on the same trees. The nodes are compared with alpha-beta in the student's own
order of moves; to prune at alpha >= beta or at alpha > beta, fail-soft or fail-hard, is right, and so is to look at fewer nodes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import inf

from counterply.plugins.explanations.text_trees import Case, Flat
from counterply.plugins.teaching.judge.mistakes.answers import IN_ANOTHER_ORDER
from counterply.plugins.teaching.judge.mistakes.hooks import either_test
from counterply.plugins.teaching.judge.observation import Observed, observe
from counterply.plugins.teaching.judge.process import Answer
from counterply.plugins.teaching.judge.reference import ABOVE, EQUAL, HARD, MINIMAX, Hooks, Outcome, Walk
from counterply.plugins.teaching.judge.trees import endless
from counterply.plugins.teaching.judge.truth import Distance, RightAnswer, right_answer, values_of

TIE_BREAK = 0.1  # by which a value may differ from that of the leaves, which are whole numbers

KINDS = ("failure", "changed", "value", "move", "nodes", "judged", "repeatable")
ONLY_WORK = ("nodes", "judged")  # of them: the answers are right
WRONG = {
    "failure": "no answer",
    "changed": "changes the position that it is given",
    "value": "wrong value",
    "move": "wrong move",
    "nodes": "looks at too many nodes",
    "judged": "judges positions that it should search",
    "repeatable": "two answers to the same question",
    "clock": "late, or not its best move, with a clock",
}
RIGHT = (  # the right searches that prune, and their names; the widest of the usual ones is the first that nodes are compared with
    (EQUAL, "alpha-beta, cut at alpha >= beta"),
    (ABOVE, "alpha-beta, cut at alpha > beta"),
    *((each, "alpha-beta, fail-hard") for each in either_test(HARD)),
)


@dataclass
class Trial:
    """A case, the run of the student's search on it, and its faults.

    Attributes
    ----------
    seen : the observed run; empty where the search did not answer
    wrong : of `KINDS`
    """

    case: Case
    flat: Flat
    right: RightAnswer
    answer: Answer
    seen: Observed
    again: Answer | None = None
    wrong: list[str] = field(default_factory=list)

    @property
    def seat(self) -> int:
        """Who moves at the root."""
        return self.flat.turn[0]

    @property
    def depth(self) -> int:
        """The depth that it is asked for."""
        return self.case.depth

    @property
    def answered(self) -> bool:
        """Whether the search came to an end with an answer, even an illegal one."""
        return self.answer.said or not self.answer.failure


Trials = Sequence[Trial]


def kinds_of(trials: Trials) -> set[str]:
    """Return all kinds of faults found."""
    return {kind for trial in trials for kind in trial.wrong}


def wrong_answer(trial: Trial) -> bool:
    """Tell whether something is wrong with the answer, which says more than the nodes do."""
    return bool(set(trial.wrong) - {*ONLY_WORK})


@dataclass(frozen=True)
class Habits:
    """How a student's search is to be read, as all trials together show.

    Attributes
    ----------
    prunes : it is alpha-beta, as its name or its window says or as it has pruned somewhere
    standard : the right search that its nodes are compared with
    peeks, late : how its log is read (`observation.observe`)
    guesses : it judges the root, and no other inner node, as for the window that it begins with
    moves : it answers with a move, at least now and then
    first_view : its values are in the first player's view
    first : it is called by the other convention (`signatures.Signature`)
    distance : how it makes quick wins worth more than late ones, if it does
    slip : how it makes the distance count the wrong way, if that explains all its answers
    mean : it is expectimax
    """

    prunes: bool = False
    standard: Hooks = MINIMAX
    peeks: bool = False
    late: bool = False
    guesses: bool = False
    moves: bool = False
    first_view: bool = False
    first: bool = False
    distance: Distance | None = None
    slip: Distance | None = None
    mean: bool = False


def make_trial(case: Case, answer: Answer, habits: Habits, again: Answer | None = None) -> Trial:
    """Return the trial of a case, not yet judged."""
    flat = Flat.of(case.tree)
    flat.value = [endless(each) for each in flat.value]
    if habits.distance is not None:
        flat = habits.distance.adjusted(flat, case.depth)
    value = answer.value if answer.value is None else endless(answer.value)
    seen = observe(flat, case.depth, value, answer.move, answer.events, habits.peeks, habits.late)
    return Trial(case, flat, right_answer(flat, case.depth, habits.mean), answer, seen, again)


def habits_of(trials: Trials, declared: bool, habits: Habits) -> Habits:
    """Return how a search is to be read; `declared` tells whether its file says that it prunes.

    Parameters
    ----------
    trials : in the order in which they were asked
    habits : known beforehand
    """
    peeks = any(trial.seen.peeks for trial in trials)
    wrong = {False: 0, True: 0}  # by view: values that are wrong if it is the first player's
    for trial in trials:
        if trial.seen.value is not None and trial.seat == 1:
            for other in wrong:
                wrong[other] += abs((-1 if other else 1) * trial.seen.value - trial.right.value) > TIE_BREAK
    prunes = declared or (not peeks and _has_pruned(trials))
    return replace(
        habits,
        prunes=prunes,
        standard=ABOVE if prunes else MINIMAX,
        peeks=peeks,
        guesses=all(misjudgements(trial, Habits()) <= {0} for trial in trials),
        moves=any(trial.seen.said is not None for trial in trials),
        first_view=wrong[True] < wrong[False] and (habits.first or not wrong[True]),
    )


def _has_pruned(trials: Trials) -> bool:
    """Tell whether a search has left out a node, other than one equal to a node that it knew and may have in its memory.

    Minimax too may leave a node where the side to move has won.
    """
    known: dict[int, set[str]] = {0: set(), 1: set()}
    for trial in trials:
        texts, seen = trial.flat.text, trial.seen.ever
        known[trial.seat].update(texts[number] for number in seen)
        finished = {number for number, over in enumerate(trial.flat.over) if over}  # it may only not see that they are
        missing = Walk(trial.flat, MINIMAX).outcome(trial.depth).visited - seen - finished
        won = {turn: inf if turn == trial.seat else -inf for turn in (0, 1)}
        values = values_of(trial.flat, trial.depth)
        above = {number: trial.flat.parent[number] for number in missing if texts[number] not in known[trial.seat]}
        if any(parent in seen and values[parent] != won[trial.flat.turn[parent]] for parent in above.values()):
            return True
    return False


def value_seen(trial: Trial, habits: Habits) -> float | None:
    """Return the student's value in the view of the side to move at the root."""
    if trial.seen.value is None:
        return None
    return -trial.seen.value if habits.first_view and trial.seat == 1 else trial.seen.value


def judge(trial: Trial, habits: Habits) -> None:
    """Write a trial's faults into it, in place."""
    trial.wrong = []
    if trial.answer.failure:
        trial.wrong.append("failure")
        return
    if trial.answer.changed:
        trial.wrong.append("changed")
    seen, value = trial.seen, value_seen(trial, habits)
    if value is not None and abs(value - trial.right.value) > TIE_BREAK:
        trial.wrong.append("value")
    no_move = seen.said == "" or (seen.move is None and habits.moves and "value" in trial.wrong)
    if no_move or (seen.move is not None and seen.move not in trial.right.best):
        trial.wrong.append("move")
    if too_many(trial, habits):
        trial.wrong.append("nodes")
    if misjudgements(trial, habits):
        trial.wrong.append("judged")
    if trial.again is not None and _another_answer(trial):
        trial.wrong.append("repeatable")


def judged(trials: list[Trial], habits: Habits) -> list[Trial]:
    """Judge trials, in place, and return them."""
    for trial in trials:
        judge(trial, habits)
    return trials


def _another_answer(trial: Trial) -> bool:
    """Tell whether the second answer is another one; of equally good moves, and of values that nearly agree, any will do."""
    again, best = trial.again, {trial.flat.move[move] for move in trial.right.best}
    assert again is not None
    other_move = again.move != trial.answer.move and again.move not in best
    values = again.value, trial.answer.value
    other_value = (None in values and values != (None, None)) or abs((values[0] or 0) - (values[1] or 0)) > TIE_BREAK
    return bool(again.failure) or other_value or other_move


def outcome_of(hooks: Hooks, trial: Trial, seat: int | None = None) -> Outcome:
    """Return a search's outcome on a case, in the student's order of moves, and in the view of a seat, if not of the root's."""
    seen, last = trial.seen, hooks.pick in IN_ANOTHER_ORDER
    return Walk(trial.flat, hooks, lambda number: seen.ordered(trial.flat, number, last), seat).outcome(trial.depth)


def expected(trial: Trial, habits: Habits, fewest: bool = False) -> Outcome:
    """Return the right search's outcome in the student's order of moves: the right one with most nodes, or with `fewest`."""
    return outcome_of(EQUAL if fewest and habits.prunes else habits.standard, trial)


def too_many(trial: Trial, habits: Habits) -> set[int]:
    """Return the nodes that a search entered and need not have; leaves of one that peeks do not count."""
    more = trial.seen.visited - expected(trial, habits).visited
    return inner_nodes(trial, more) if habits.peeks else more


def inner_nodes(trial: Trial, visited: Iterable[int]) -> set[int]:
    """Return those of some nodes that are to be searched, not judged."""
    return {number for number in visited if trial.flat.children[number] and trial.flat.ply[number] < trial.depth}


def too_few(trial: Trial, habits: Habits) -> set[int]:
    """Return the nodes that a search with a wrong answer left out although they count."""
    if not {"value", "move"} & set(trial.wrong):
        return set()
    less = expected(trial, habits, fewest=True).visited - trial.seen.visited
    return inner_nodes(trial, less) if habits.peeks else set(less)


def misjudgements(trial: Trial, habits: Habits) -> set[int]:
    """Return the nodes that a search judged although it should have gone on; a guess at the root is none."""
    found = {number for number in trial.seen.judged if not trial.flat.over[number] and trial.flat.ply[number] != trial.depth}
    return found - {0} if habits.guesses else found
