"""Judges a player that plays games at random from a position, such as UCT: whether it finds the best move of small solved trees.

With time for thousands of games it should: a win at once, a move that beats one after which a single reply loses, and the best move
of full trees where only the last positions have a value. Each is asked with both sides to move.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from counterply.plugins.explanations.text_trees import DEEPEST_CASE, Case, Flat, Tree, node
from counterply.plugins.teaching.judge.process import Answer
from counterply.plugins.teaching.judge.repeats import Mistake
from counterply.plugins.teaching.judge.truth import right_answer
from counterply.plugins.teaching.judge.verdict import Verdict, sentence

EACH = 8  # trees of a kind
SECONDS = 0.3  # for a move, at least
STEP = 20e-6  # seconds that a position takes to make
WON = 5
SURE, CHANCE = 0.9, 0.75  # shares of right moves: of a right player at least, and of a wrong one at most
SEED = 1
WINS, TRAPS, FULL = range(3)
WRONG_VIEW = Mistake(
    "results in the wrong player's view",
    "It leaves a win at once alone: a result counts for the side that moved into a position, and not for the one to move there.",
)
ONE_SEAT = Mistake(
    "plays for one seat", "It plays well for one side only: the result is to count for the side to move at the root."
)
NOT_FLIPPED = Mistake(
    "results are not flipped",
    "It walks into replies that lose: on the way up a result counts for the two sides by turns, with the other sign at each ply, "
    "so that each side chooses what is best for itself.",
)
UNSURE = Mistake(
    "does not settle on the best move",
    "With time for thousands of games it does not find the best move: look at the exploration constant, at whether each move gets "
    "a node of its own, and play the move with the most visits.",
)


def check_sampling(verdict: Verdict, limit: float, ask: Callable[[Case, float], Answer]) -> None:
    """Ask a player about the trees, and complete its verdict, in place."""
    seconds, missed, failure, unseen = max(limit, SECONDS), list[Case](), "", False
    kinds = {(kind, turn): 0 for kind in (WINS, TRAPS, FULL) for turn in (0, 1)}
    for number in range(EACH):
        for kind in (WINS, TRAPS, FULL):
            case = _case(kind, number % 2, Random(f"{SEED} {kind} {number}"))
            answer = ask(case, seconds)
            failure, unseen = failure or answer.failure, unseen or answer.unseen
            flat = Flat.of(case.tree)
            good = answer.move in {flat.move[move] for move in right_answer(flat, case.depth).best}
            kinds[kind, number % 2] += good
            missed += [] if good else [case]
    asked, right = 3 * EACH, sum(kinds.values())
    verdict.cases, verdict.right_cases = asked, right
    told = f"of {asked} solved trees it plays the best move in {right}"
    if failure:
        verdict.grade, verdict.about = "not judged" if unseen else "wrong", sentence(failure)
    elif right >= SURE * asked:
        verdict.about = f"it plays games at random: {told}"
    elif (mistake := _mistake_of(kinds)) is not None:
        smallest = min(missed, key=lambda case: case.tree.size)
        verdict.grade, verdict.mistake, verdict.shown = "wrong", mistake.name, f"for example {smallest}"
        verdict.about = f"{mistake.sentence} ({sentence(told).removesuffix('.')})"
    else:
        verdict.grade, verdict.about = "not judged", sentence(f"{told}: too many for chance, and too few to be sure")


def _mistake_of(kinds: dict[tuple[int, int], int]) -> Mistake | None:
    """Return the mistake that the right moves by kind of tree and side tell of; None if they do not."""
    seats = [2 * kinds[WINS, turn] / EACH for turn in (0, 1)]
    if max(seats) >= SURE and min(seats) <= CHANCE:
        return ONE_SEAT
    told = {WINS: WRONG_VIEW, TRAPS: NOT_FLIPPED, FULL: UNSURE}
    return next((mistake for kind, mistake in told.items() if kinds[kind, 0] + kinds[kind, 1] <= CHANCE * EACH), None)


def _case(kind: int, turn: int, random: Random) -> Case:
    """Return a tree of a kind, with moves in any order; all values are the first player's."""
    won, lost = (Tree(0, value if turn == 0 else -value) for value in (WON, -WON))

    def of(*children: Tree, mover: int) -> Tree:
        mixed = [*children]
        random.shuffle(mixed)
        return node(mover, 0, mixed)

    def luck(mover: int, good: int, bad: int) -> Tree:
        return of(*[won] * good, *[lost] * bad, mover=mover)

    if kind == WINS:
        tree = of(won, luck(1 - turn, 1, 2), luck(1 - turn, 2, 1), mover=turn)
    elif kind == TRAPS:  # the trap looks better on the average: 4 of 5 replies win, and in the other 1 move of 4 does
        tree = of(luck(1 - turn, 4, 1), of(luck(turn, 1, 3), luck(turn, 1, 3), mover=1 - turn), mover=turn)
    else:
        tree = _full(random, turn)
    return Case(tree, DEEPEST_CASE)


def _full(random: Random, turn: int) -> Tree:
    """Return a full tree with some moves at the root that win, and some that do not."""

    def grow(mover: int, left: int) -> Tree:
        if left == 0:
            return Tree(mover, random.choice((-WON, WON)))
        return node(mover, 0, [grow(1 - mover, left - 1) for _ in range(random.randint(2, 3))])

    while True:
        tree = grow(turn, 4)
        if len(set(right_answer(Flat.of(tree), DEEPEST_CASE).by_move.values())) == 2:
            return tree
