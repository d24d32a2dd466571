"""Simpler trees of a case, to find a small one that still shows what a large one does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from counterply.plugins.explanations.text_trees import Case, Tree, node, walk


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
