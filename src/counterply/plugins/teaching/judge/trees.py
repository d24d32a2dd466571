"""Trees that a student's search is asked about: random ones, those that show a table's faults, positions of games."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

from counterply.plugins.explanations.text_trees import BRANCHES, EARLY_END, LARGEST_VALUE, Case, Tree, node, random_tree

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

TRANSPOSITIONS = (  # in which a position is reached in two ways; random trees hardly ever show a table's faults
    # first with a window that cuts it off: its bound is not its value
    "depth 3: A0(B0(-2 A0(-2 1)) B0(A0(-2 1)))",
    "depth 3: B0(A0(2 B0(2 -1)) A0(B0(2 -1)))",
    "depth 4: A0(B0(A0(0 B-5(0 -1)) A0(B-5(0 -1))))",
    "depth 4: B0(A0(B0(0 A5(0 1)) B0(A5(0 1))))",
    # first as a leaf, where it makes no difference, then with two plies left
    "depth 3: A0(B0(0 A0(B4(-3 2) 5)) B4(-3 2))",
    "depth 3: B0(A0(0 B0(A-4(3 -2) -5)) A-4(3 -2))",
    # first with one ply left, or two, then with two more: an entry must not claim more depth than it has
    "depth 4: A0(B0(A0(B0(A-3(B0(4))))) B0(A-3(B0(4))) 1)",
    "depth 4: B0(A0(B0(A0(B3(A0(-4))))) A0(B3(A0(-4))) -1)",
    "depth 5: A0(B0(A0(B0(A0(B-3(A0(4)))))) B0(A0(B-3(A0(4)))) 1)",
    "depth 5: B0(A0(B0(A0(B0(A3(B0(-4)))))) A0(B0(A3(B0(-4)))) -1)",
    # first where none of its moves reaches alpha, and none is cut off: its bound is not its value either
    "depth 5: A0(B0(0 A0(B0(A0(0 1)))) B0(A0(B0(A0(0 1)))))",
    "depth 5: B0(A0(1 B0(A0(B0(1 0)))) A0(B0(A0(B0(1 0)))))",
    "depth 5: A0(B0(A0(B0(A0(1 0)))) B0(A0(B0(A0(1 0))) 0))",
    "depth 5: B0(A0(B0(A0(B0(0 1)))) A0(B0(A0(B0(0 1))) 1))",
    # as before, and then with an open window: neither is it a lower bound
    "depth 5: A0(B0(-2 A0(B0(A0(-1 1)))) B0(A0(B0(A0(-1 1)))) 0)",
    "depth 5: B0(A0(2 B0(A0(B0(1 -1)))) A0(B0(A0(B0(1 -1)))) 0)",
)
TIES = (  # in which a move looks as good as the best after a cut, and is worse
    "depth 2: A0(1 B0(1 -2))",
    "depth 2: B0(-1 A0(-1 2))",
    "depth 2: A0(B0(2 3) B0(2 1))",
    "depth 2: B0(A0(-2 -3) A0(-2 -1))",
    "depth 3: A0(B0(1 2) B0(A0(1 0) A0(-1 -2)))",
    "depth 3: B0(A0(-1 -2) A0(B0(-1 0) B0(1 2)))",
)
PLAYED = "a turn that it played; its own values by their order"  # the origin of a case that cannot be asked again
FEW_ENDS = 3  # one of so many trees has ends where a side has no move, above its last ply
LOST = 1_000_000  # the value of a lost game, where having no move loses: it stands for infinity


def lost_at_the_end(tree: Tree, depth: int) -> Tree:
    """Return a tree in which a side that has no move has lost, and in which few positions above the last ply have none."""
    ends = tree.value % FEW_ENDS == 0  # the root's value, which stays

    def played(tree: Tree, left: int) -> Tree:
        if not tree.over:
            return replace(tree, children=tree.children and tuple(played(child, left - 1) for child in tree.children))
        if left < 0 or (ends and left):
            return replace(tree, value=LOST if tree.turn else -LOST)
        return replace(tree, children=(played(Tree(1 - tree.turn, tree.value), left - 1),))

    return played(tree, depth)


def endless(value: float) -> float:
    """Return a value, or infinity where it stands for that."""
    return value if abs(value) < LOST else math.copysign(math.inf, value)


# --- random trees


def round_tree(random: Random, rounds: int, agents: int, branches: tuple[int, int] = BRANCHES) -> Tree:
    """Return a random tree in which the first player moves, and then all other agents of the second one, round by round."""

    def grow(ply: int) -> Tree:
        turn, value = min(1, ply % agents), random.randint(-LARGEST_VALUE, LARGEST_VALUE)
        if ply == rounds * agents or (ply and random.random() < EARLY_END):
            return Tree(turn, value)
        return Tree(turn, value, tuple(grow(ply + 1) for _ in range(random.randint(*branches))))

    return grow(0)


def agents_of(tree: Tree, others: int = 0) -> int:
    """Return how many agents move in such a tree."""
    below = others + 1 if tree.turn == 1 else 0
    return max([others + 1, 2, *(agents_of(child, below) for child in tree.children or ())])


def full_tree(random: Random, height: int, turn: int, width: int = 2) -> Tree:
    """Return a random tree with two moves in each position of fewer than `height` plies, and `width` at the root."""
    children = [full_tree(random, height - 1, 1 - turn) for _ in range(width if height else 0)]
    return node(turn, random.randint(-LARGEST_VALUE, LARGEST_VALUE), children)


def random_cases(
    random: Random,
    count: int,
    depths: tuple[int, ...],
    alternate: bool = True,
    largest: int = LARGEST_VALUE,
) -> list[Case]:
    """Return `count` cases, small ones first: both seats, all `depths`, trees as high as the depth or two plies higher."""
    cases = []
    for number in range(count):
        depth = depths[number // 2 % len(depths)]
        higher = number // (2 * len(depths)) % 3
        tree = random_tree(random, depth + higher, number % 2, alternate, largest=largest)
        if not tree.over:
            cases.append(Case(tree, depth))
    return sorted(cases, key=lambda case: case.tree.size)


# --- positions of games


def game_tree(position: AnyPosition, height: int, value: Callable[[Any], int], most: int) -> Tree | None:
    """Return a game's position as a tree of `height` plies; None if it has more nodes than `most`.

    `value(position)` is its value to the first player.
    """
    plies, nodes = [[position]], 1
    for _ in range(height):
        nodes += sum(len(each.moves()) for each in plies[-1])
        if nodes > most:
            return None
        plies.append([each.after(move) for each in plies[-1] for move in each.moves()])

    def made(position: AnyPosition, below: Iterator[Tree] | None) -> Tree:
        moves = position.moves()
        if not moves:
            return Tree(0, value(position))
        names = tuple(map(position.move_text, moves))
        if below is None:
            return Tree(position.turn, value(position), None, names)
        return node(position.turn, value(position), islice(below, len(moves)), names)

    trees = [made(each, None) for each in plies.pop()]
    while plies:
        below = iter(trees)
        trees = [made(each, below) for each in plies.pop()]
    return trees[0]
