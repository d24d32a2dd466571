"""Compares a student's search with the right one, case by case.

The truth is minimax on the same trees. The nodes are compared with alpha-beta in the student's own
order of moves; to prune at alpha >= beta or at alpha > beta, fail-soft or fail-hard, is right, and so is to look at fewer nodes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from counterply.judge.observation import Observed, observe
from counterply.judge.process import Reply
from counterply.judge.reference import ABOVE, EQUAL, HARD, MINIMAX, Outcome, Rules, search_tree
from counterply.judge.root_slips import place_from_the_end, place_in_another_order
from counterply.judge.slips import by_window
from counterply.judge.trees import Case, Flat
from counterply.judge.truth import Distance, Truth, truth_of

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
}
HARD_RIGHT = (*HARD, *(replace(each, stop=by_window(each.stop)) for each in HARD))
RIGHT = (  # the right searches that prune, and their names; the widest of the usual ones is the first that nodes are compared with
    (EQUAL, "alpha-beta, cut at alpha >= beta"),
    (ABOVE, "alpha-beta, cut at alpha > beta"),
    *((each, "alpha-beta, fail-hard") for each in HARD_RIGHT),
)


@dataclass
class Run:
    """A case, the student's run of it, and its faults.

    Attributes
    ----------
    seen : the observed run; None without any answer
    wrong : of `KINDS`
    """

    case: Case
    flat: Flat
    truth: Truth
    reply: Reply
    seen: Observed | None
    again: Reply | None = None
    wrong: list[str] = field(default_factory=list)


Runs = Sequence[Run]


@dataclass(frozen=True)
class Habits:
    """How a student's search is to be read, as all runs together show.

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
    """

    prunes: bool = False
    standard: Rules = MINIMAX
    peeks: bool = False
    late: bool = False
    guesses: bool = False
    moves: bool = False
    first_view: bool = False
    first: bool = False
    distance: Distance | None = None
    slip: Distance | None = None


def make_run(case: Case, reply: Reply, habits: Habits, again: Reply | None = None) -> Run:
    """Return a case with the observed run, not yet judged."""
    flat = Flat.of(case.tree)
    if habits.distance is not None:
        flat = habits.distance.adjusted(flat, case.depth)
    answered = not reply.failure or reply.said
    seen = observe(flat, case.depth, reply.value, reply.move, reply.events, habits.peeks, habits.late) if answered else None
    return Run(case, flat, truth_of(flat, case.depth), reply, seen, again)


def habits_of(runs: Runs, declared: bool, habits: Habits) -> Habits:
    """Return how a search is to be read; `declared` tells whether its file says that it prunes.

    Parameters
    ----------
    runs : in the order in which they were asked
    habits : known beforehand
    """
    peeks = any(run.seen.peeks for run in runs if run.seen is not None)
    wrong = {False: 0, True: 0}  # by view: values that are wrong if it is the first player's
    for run in runs:
        if run.seen is not None and run.seen.value is not None and run.flat.turn[0] == 1:
            for other in wrong:
                wrong[other] += abs((-1 if other else 1) * run.seen.value - run.truth.value) > TIE_BREAK
    prunes = declared or (not peeks and _has_pruned(runs))
    return replace(
        habits,
        prunes=prunes,
        standard=ABOVE if prunes else MINIMAX,
        peeks=peeks,
        guesses=all(misjudgements(run, Habits()) <= {0} for run in runs if run.seen is not None),
        moves=any(run.seen.said is not None for run in runs if run.seen is not None),
        first_view=wrong[True] == 0 < wrong[False],
    )


def _has_pruned(runs: Runs) -> bool:
    """Tell whether a search has left out a node, other than one like those that it knew: what it remembers need not be searched."""
    known: dict[int, set[str]] = {0: set(), 1: set()}
    for run in runs:
        if run.seen is None:
            continue
        texts, seen = run.flat.text, run.seen.ever
        known[run.flat.turn[0]].update(texts[number] for number in seen)
        finished = {number for number, over in enumerate(run.flat.over) if over}  # it may only not see that they are
        missing = search_tree(run.flat, run.case.depth, MINIMAX).visited - seen - finished
        if any(run.flat.parent[number] in seen and texts[number] not in known[run.flat.turn[0]] for number in missing):
            return True
    return False


def value_seen(run: Run, habits: Habits) -> float | None:
    """Return the student's value in the view of the side to move at the root."""
    assert run.seen is not None
    if run.seen.value is None:
        return None
    return -run.seen.value if habits.first_view and run.flat.turn[0] == 1 else run.seen.value


def judge(run: Run, habits: Habits) -> None:
    """Write a run's faults into it, in place."""
    run.wrong = []
    if run.reply.failure:
        run.wrong.append("failure")
        return
    if run.reply.changed:
        run.wrong.append("changed")
    seen = run.seen
    assert seen is not None
    value = value_seen(run, habits)
    if value is not None and abs(value - run.truth.value) > TIE_BREAK:
        run.wrong.append("value")
    no_move = seen.said == "" or (seen.move is None and habits.moves and "value" in run.wrong)
    if no_move or (seen.move is not None and seen.move not in run.truth.best):
        run.wrong.append("move")
    if too_many(run, habits):
        run.wrong.append("nodes")
    if misjudgements(run, habits):
        run.wrong.append("judged")
    if run.again is not None and _another_answer(run):
        run.wrong.append("repeatable")


def _another_answer(run: Run) -> bool:
    """Tell whether the second answer is another one; of equally good moves, and of values that nearly agree, any will do."""
    again, best = run.again, {run.flat.move[move] for move in run.truth.best}
    assert again is not None
    other_move = again.move != run.reply.move and again.move not in best
    values = again.value, run.reply.value
    other_value = (None in values and values != (None, None)) or abs((values[0] or 0) - (values[1] or 0)) > TIE_BREAK
    return bool(again.failure) or other_value or other_move


def outcome_of(rules: Rules, run: Run) -> Outcome:
    """Return a search's outcome on a case, in the student's order of moves."""
    assert run.seen is not None
    seen, last = run.seen, rules.pick in (place_in_another_order, place_from_the_end)
    return search_tree(run.flat, run.case.depth, rules, lambda number: seen.ordered(run.flat, number, last))


def expected(run: Run, habits: Habits, fewest: bool = False) -> Outcome:
    """Return the right search's outcome in the student's order of moves: the right one with most nodes, or with `fewest`."""
    return outcome_of(EQUAL if fewest and habits.prunes else habits.standard, run)


def too_many(run: Run, habits: Habits) -> set[int]:
    """Return the nodes that a search entered and need not have; leaves of one that peeks do not count."""
    assert run.seen is not None
    more = run.seen.visited - expected(run, habits).visited
    return inner_nodes(run, more) if habits.peeks else more


def inner_nodes(run: Run, visited: Iterable[int]) -> set[int]:
    """Return those of some nodes that are to be searched, not judged."""
    return {number for number in visited if run.flat.children[number] and run.flat.ply[number] < run.case.depth}


def too_few(run: Run, habits: Habits) -> set[int]:
    """Return the nodes that a search with a wrong answer left out although they count."""
    if run.seen is None or not {"value", "move"} & set(run.wrong):
        return set()
    less = expected(run, habits, fewest=True).visited - run.seen.visited
    return inner_nodes(run, less) if habits.peeks else set(less)


def misjudgements(run: Run, habits: Habits) -> set[int]:
    """Return the nodes that a search judged although it should have gone on; a guess at the root is none."""
    assert run.seen is not None
    found = {number for number in run.seen.judged if not run.flat.over[number] and run.flat.ply[number] != run.case.depth}
    return found - {0} if habits.guesses else found
