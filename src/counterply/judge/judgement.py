"""Compares what a student's search does with what it should do, and names the mistake that explains all of it.

The truth is `counterply.search.textbook.minimax` on the same trees. The nodes are compared with alpha-beta in the student's own
order of moves; to prune at alpha >= beta and at alpha > beta are both right, and so is to look at fewer nodes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from counterply.core.values import DRAW, ONGOING
from counterply.judge.mistakes import ALWAYS, FAMILIES, Family
from counterply.judge.observation import Observed, Reading, observe
from counterply.judge.process import Reply
from counterply.judge.reference import ABOVE, EQUAL, MINIMAX, Flat, Outcome, search_tree
from counterply.judge.trees import Case, Tree, smaller
from counterply.search import textbook

MOST_SHRINKS = 1_500  # questions to make a case smaller
ENOUGH_RUNS = 20  # for a value that is always the same to be more than chance
LARGE = 100  # values that a tree does not have
CLOSE = 1e-6  # values that differ by less are equal

KINDS = ("failure", "changed", "value", "move", "nodes", "judged", "repeatable")
WRONG = {
    "failure": "no answer",
    "changed": "changes the position that it is given",
    "value": "wrong value",
    "move": "wrong move",
    "nodes": "looks at too many nodes",
    "judged": "judges positions that it should search",
    "repeatable": "two answers to the same question",
}


class TreeGame:
    """What the textbook searches ask of the game of a `TreePosition`."""

    objective = "margin"


@dataclass
class TreePosition:
    """A node of a `Flat` tree for the textbook's searches: values are points, and a grid of 1 keeps them as they are."""

    flat: Flat
    number: int = 0
    game = TreeGame

    @property
    def turn(self) -> int:
        """Whose move it is."""
        return self.flat.turn[self.number]

    def moves(self) -> Sequence[int]:
        """Return the numbers of the children."""
        return self.flat.children[self.number]

    def after(self, move: int) -> TreePosition:
        """Return the position after a move."""
        return TreePosition(self.flat, move)

    def outcome(self) -> int:
        """Return DRAW for a finished position: only points count."""
        return DRAW if self.flat.over[self.number] else ONGOING

    def margin(self) -> int:
        """Return what the position is worth to the first player."""
        return self.flat.value[self.number]

    def move_text(self, move: int) -> str:
        """Return a move as text."""
        return self.flat.move[move]

    def line_text(self, moves: Sequence[int]) -> list[str]:
        """Return a line of play as texts."""
        return [self.flat.move[move] for move in moves]

    def score_text(self, score: int) -> str:
        """Return a score as text: points."""
        return str(score)


def worth(position: TreePosition, player: int) -> int:
    """Return the value of a position for a player."""
    return position.margin() if player == 0 else -position.margin()


@dataclass(frozen=True)
class Truth:
    """What a case is worth to the side to move at its root, and each of its moves."""

    value: int
    by_move: dict[int, int]

    @property
    def best(self) -> frozenset[int]:
        """The best moves."""
        return frozenset(move for move, value in self.by_move.items() if value == self.value)


def truth_of(flat: Flat, depth: int) -> Truth:
    """Return the minimax value of a case, and of each move, by the textbook."""
    root = TreePosition(flat)
    by_move = {}
    for move in root.moves():
        count = textbook.Count(grid=1)
        by_move[move] = textbook.minimax(root.after(move), depth - 1, worth, root.turn, count, 1).score
    return Truth(max(by_move.values()), by_move)


@dataclass
class Run:
    """A case, what the student's search did with it, and what is wrong about that.

    Attributes
    ----------
    wrong : of `KINDS`
    """

    case: Case
    flat: Flat
    truth: Truth
    reply: Reply
    seen: Observed | None
    again: Reply | None = None
    wrong: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Habits:
    """How a student's search is to be read, as all runs together show.

    Attributes
    ----------
    prunes : it is alpha-beta, as its name says or as it has pruned somewhere
    reading : how its log is read: whether it orders moves by the evaluator, and so on
    guesses : it judges the root, and no other inner node, as for the window that it begins with
    moves : it answers with a move, at least now and then
    first_view : its values are in the first player's view
    first : it is called by the other convention (`signatures.Convention`)
    """

    prunes: bool = False
    reading: Reading = field(default_factory=Reading)
    guesses: bool = False
    moves: bool = False
    first_view: bool = False
    first: bool = False


def make_run(case: Case, reply: Reply, reading: Reading, again: Reply | None = None) -> Run:
    """Return a case with what the search did; nothing is judged yet."""
    flat = Flat.of(case.tree)
    seen = None if reply.failure else observe(flat, case.depth, reply.value, reply.move, reply.events, reading)
    return Run(case, flat, truth_of(flat, case.depth), reply, seen, again)


def habits_of(runs: Sequence[Run], declared: bool, reading: Reading, first: bool) -> Habits:
    """Return how a search is to be read; `declared` tells whether its file says that it prunes.

    Parameters
    ----------
    runs : in the order in which they were asked
    """
    reading = replace(reading, peeks=any(run.seen is not None and run.seen.peeks for run in runs))
    wrong = {False: 0, True: 0}  # by view: values that are wrong if it is the first player's
    for run in runs:
        if run.seen is not None and run.seen.value is not None and run.flat.turn[0] == 1:
            for other in wrong:
                wrong[other] += abs((-1 if other else 1) * run.seen.value - run.truth.value) > CLOSE
    prunes = declared or (not reading.peeks and _has_pruned(runs))
    guesses = all(misjudgements(run, Habits()) <= {0} for run in runs if run.seen is not None)
    moves = any(run.seen is not None and run.seen.move is not None for run in runs)
    return Habits(prunes, reading, guesses, moves, first_view=wrong[True] == 0 < wrong[False], first=first)


def _has_pruned(runs: Sequence[Run]) -> bool:
    """Tell whether a search has left out a node, other than one like those that it knew: what it remembers need not be searched."""
    known: dict[int, set[str]] = {0: set(), 1: set()}
    for run in runs:
        if run.seen is None:
            continue
        texts = _texts(run.case.tree)
        seen = run.seen.visited
        known[run.flat.turn[0]].update(texts[number] for number in seen)
        finished = {number for number, over in enumerate(run.flat.over) if over}  # it may only not see that they are
        missing = search_tree(run.flat, run.case.depth, MINIMAX).visited - seen - finished
        if any(run.flat.parent[number] in seen and texts[number] not in known[run.flat.turn[0]] for number in missing):
            return True
    return False


def _texts(tree: Tree) -> list[str]:
    """Return the text of each node, in order."""
    return [str(tree), *(text for child in tree.children or () for text in _texts(child))]


def value_seen(run: Run, habits: Habits) -> float | None:
    """Return the student's value in the view of the side to move at the root."""
    assert run.seen is not None
    if run.seen.value is None:
        return None
    return -run.seen.value if habits.first_view and run.flat.turn[0] == 1 else run.seen.value


def judge(run: Run, habits: Habits) -> None:
    """Write into a run what is wrong with it, in place."""
    run.wrong = []
    if run.reply.failure:
        run.wrong.append("failure")
        return
    if run.reply.changed:
        run.wrong.append("changed")
    seen = run.seen
    assert seen is not None
    value = value_seen(run, habits)
    if value is not None and abs(value - run.truth.value) > CLOSE:
        run.wrong.append("value")
    no_move = seen.move is None and habits.moves and "value" in run.wrong
    if no_move or (seen.move is not None and seen.move not in run.truth.best):
        run.wrong.append("move")
    if too_many(run, habits):
        run.wrong.append("nodes")
    if misjudgements(run, habits):
        run.wrong.append("judged")
    if run.again is not None and _another_answer(run):
        run.wrong.append("repeatable")


def _another_answer(run: Run) -> bool:
    """Tell whether the second answer is another one; of equally good moves any may be taken."""
    again, best = run.again, {run.flat.move[move] for move in run.truth.best}
    assert again is not None
    other_move = again.move != run.reply.move and again.move not in best
    return bool(again.failure) or again.value != run.reply.value or other_move


def expected(run: Run, habits: Habits, fewest: bool = False) -> Outcome:
    """Return what the right search does in the student's order of moves: the right one with most nodes, or with `fewest`."""
    assert run.seen is not None
    seen = run.seen
    quirks = MINIMAX if not habits.prunes else EQUAL if fewest else ABOVE
    return search_tree(run.flat, run.case.depth, quirks, lambda number: seen.ordered(run.flat, number))


def too_many(run: Run, habits: Habits) -> set[int]:
    """Return the nodes that a search entered and need not have; leaves of one that peeks do not count."""
    assert run.seen is not None
    more = run.seen.visited - expected(run, habits).visited
    if habits.reading.peeks:
        more = {number for number in more if run.flat.children[number] and run.flat.ply[number] < run.case.depth}
    return more


def too_few(run: Run, habits: Habits) -> set[int]:
    """Return the nodes that a search with a wrong answer left out although they count."""
    if run.seen is None or habits.reading.peeks or not {"value", "move"} & set(run.wrong):
        return set()
    return set(expected(run, habits, fewest=True).visited - run.seen.visited)


def misjudgements(run: Run, habits: Habits) -> set[int]:
    """Return the nodes that a search judged although it should have gone on; a guess at the root is none."""
    assert run.seen is not None
    found = {number for number in run.seen.judged if not run.flat.over[number] and run.flat.ply[number] != run.case.depth}
    return found - {0} if habits.guesses else found


# --- which mistake


def explains(quirks: Any, run: Run, habits: Habits) -> bool:
    """Tell whether a search with `quirks` does all that the student's did."""
    seen = run.seen
    if seen is None:
        return False
    outcome = search_tree(run.flat, run.case.depth, quirks, lambda number: seen.ordered(run.flat, number))
    value, found = value_seen(run, habits), outcome.value
    if habits.reading.late and quirks.judge != "root" and value is not None:
        value, found = abs(value), abs(found)  # that of the position that it returns, which is the root's whoever it was judged for
    if value is not None and not _as_good(value, found):
        return False
    if seen.move is not None and seen.move not in outcome.moves:
        return False
    if habits.reading.peeks:
        return True
    judged = seen.judged - {0} if habits.guesses else seen.judged
    return outcome.visited == seen.visited and (habits.reading.late or outcome.judged == judged)


def _as_good(value: float, found: float) -> bool:
    """Tell whether a value is the one that was found; any large number may stand for infinity."""
    return value * found > 0 and abs(value) >= LARGE if math.isinf(found) else abs(value - found) <= CLOSE


def family_of(runs: Sequence[Run], habits: Habits) -> Family | None:
    """Return the mistake that explains all runs, None if none does."""
    answered = [run for run in runs if run.seen is not None]
    if not any({"value", "move", "nodes", "judged"} & set(run.wrong) for run in answered):
        return None
    values = {run.seen.value for run in answered if run.seen is not None} - {None}
    if len(values) == 1 and len(answered) >= ENOUGH_RUNS:
        return ALWAYS
    worst_first = sorted(answered, key=lambda run: -len(run.wrong))
    one_seat = not any(run.flat.turn[0] for run in answered)  # then the first player's view is the right one
    for family in FAMILIES:
        for quirks in family.quirks:
            if (quirks == MINIMAX and not habits.prunes) or ((quirks.negative or quirks.begin_at_root) and not values):
                continue
            if quirks.judge == "first" and one_seat:
                continue
            if quirks.judge_inner and not any("judged" in run.wrong for run in answered):
                continue
            if all(explains(quirks, run, habits) for run in worst_first):
                return family
    return None


def pruning_of(runs: Sequence[Run], habits: Habits) -> str:
    """Return which of the right searches a right one is."""
    if not habits.prunes:
        return "minimax: it looks at every node"
    if habits.reading.peeks:
        return "alpha-beta with moves ordered by the evaluator"
    for quirks, name in ((EQUAL, "alpha-beta, cut at alpha >= beta"), (ABOVE, "alpha-beta, cut at alpha > beta")):
        if all(explains(quirks, run, habits) for run in runs):
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
