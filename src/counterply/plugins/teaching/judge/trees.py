"""Trees that a student's search is asked about: random ones, those that show a table's faults, positions of games, smaller ones."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from counterply.plugins.explanations.text_trees import BRANCHES, EARLY_END, LARGEST_VALUE, Case, Tree, node, random_tree, walk

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


def game_tree(position: AnyPosition, height: int, value: Any, most: list[int]) -> Tree | None:
    """Return a game's position as a tree of `height` plies; None if it has more nodes than `most` counts down, in place.

    `value(position)` is its value to the first player.
    """
    most[0] -= 1
    if most[0] < 0:
        return None
    moves = position.moves()
    if not moves:
        return Tree(0, value(position))
    names = tuple(map(position.move_text, moves))
    if height == 0:
        return Tree(position.turn, value(position), None, names)
    children = []
    for move in moves:
        child = game_tree(position.after(move), height - 1, value, most)
        if child is None:
            return None
        children.append(child)
    return node(position.turn, value(position), children, names)


# --- smaller cases


def smaller(case: Case) -> Iterator[Case]:
    """Yield cases that are a little simpler: less deep, with a move less, cut off somewhere, or with a simpler value."""
    if case.before is not None:
        yield from (replace(case, before=simpler) for simpler in smaller(case.before))
        yield from (replace(simpler, before=case.before) for simpler in smaller(replace(case, before=None)))
        return
    plain = Case(_without_names(case.tree), case.depth)
    if plain.tree != case.tree:
        yield plain
        return
    for child in case.tree.children or ():
        if child.children and case.depth > 1:
            yield Case(child, case.depth - 1)
    if case.depth > 1:
        yield Case(case.tree, case.depth - 1)
    for tree in sorted((*_simpler(case.tree), *_simpler_everywhere(case.tree)), key=lambda tree: tree.size):
        if not tree.over:
            yield Case(tree, case.depth)


def with_own_names(tree: Tree, before: str = "") -> Tree:
    """Return the tree with a name for each move that no other one has."""
    names = tuple(before + name for name in tree.moves)
    return node(tree.turn, tree.value, map(with_own_names, tree.children or (), names), names)


def _without_names(tree: Tree) -> Tree:
    """Return the tree with moves a, b, c, ..., and finished positions in place of missing subtrees."""
    return node(tree.turn, tree.value, map(_without_names, tree.children or ()))


def _simpler(tree: Tree) -> Iterator[Tree]:
    children = tree.children or ()
    if children:
        yield Tree(tree.turn, tree.value)
    for index in range(len(children)):
        if len(children) > 1:
            yield node(tree.turn, tree.value, children[:index] + children[index + 1 :])
    for index, child in enumerate(children):
        for simple in _simpler(child):
            yield node(tree.turn, tree.value, (*children[:index], simple, *children[index + 1 :]))
    for value in sorted({0, int(tree.value / 2), tree.value - (tree.value > 0) + (tree.value < 0)}, key=abs):
        if abs(value) < abs(tree.value):
            yield replace(tree, value=value)


def _simpler_everywhere(tree: Tree) -> Iterator[Tree]:
    """Yield the trees in which a position that is reached in several ways is simpler wherever it is."""
    for old, times in Counter(part for part in walk(tree, tree.height) if part.children).items():
        if times > 1:
            for new in _simpler(old):
                yield _replaced(tree, old, new)


def _replaced(tree: Tree, old: Tree, new: Tree) -> Tree:
    if tree == old:
        return new
    return node(tree.turn, tree.value, [_replaced(child, old, new) for child in tree.children]) if tree.children else tree
