"""Game trees as explicit objects: the input of a student's search.

Random small trees show most mistakes; positions of games become such trees too, down to a depth. A tree is written as text:
``A2(4 B-1(3 7))`` is a node where A (the first player) moves, worth 2 to A if it is evaluated, with two moves: one to a finished
position worth 4 to A, one to a node where B moves. Moves are called a, b, c, ... in order, and a node by the moves that lead to it.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any

from counterply.core.errors import UsageError
from counterply.core.users_text import whole_number

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

LETTERS = "abcdefghijklmnopqrstuvwxyz"
TOKEN = re.compile(r"\s*(?:([AB])(-?\d+)\(|(-?\d+)|(\)))")
TEXT_TREE = re.compile(r"random:|depth \d+:")  # how a tree in text begins
THEN = ", then "  # between a case and the one that is asked after it
WORDS = re.compile(r"depth (\d+): (.*)", re.DOTALL)
DEEPEST_CASE = 20  # plies of a tree written as text
BRANCHES = (1, 3)  # moves of a position of a random tree
EARLY_END = 0.12  # share of its inner nodes that are finished positions instead
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
LEAST_RANDOM, MOST_RANDOM = 8, 40  # nodes of a random tree that is named by its seed
RANDOM_PLIES = 3
LOST = 1_000_000  # the value of a lost game, where having no move loses: it stands for infinity
LARGEST_VALUE = 5  # of a random tree: small, so that equal values are common


class CaseError(ValueError):
    """A text that is no case."""


@dataclass(frozen=True)
class Tree:
    """A position with all that can follow.

    Attributes
    ----------
    turn : whose move it is: 0 or 1
    value : the position's value to the first player
    children : the positions after each move; none in a finished position; None where the tree ends before the game
    names : of the moves; () stands for a, b, c, ...
    """

    turn: int
    value: int
    children: tuple[Tree, ...] | None = ()
    names: tuple[str, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the game is over here."""
        return self.children == ()

    @property
    def moves(self) -> tuple[str, ...]:
        """The names of the moves."""
        return self.names or tuple(LETTERS[index] for index in range(len(self.children or ())))

    @property
    def size(self) -> int:
        """How many nodes there are, the root included."""
        return 1 + sum(child.size for child in self.children or ())

    @property
    def height(self) -> int:
        """Plies of the longest line."""
        return max((1 + child.height for child in self.children or ()), default=0)

    def __str__(self) -> str:
        if not self.children:
            return str(self.value)
        return f"{'AB'[self.turn]}{self.value}({' '.join(map(str, self.children))})"


@dataclass
class Flat:
    """A tree as lists by node number, in the order of its text."""

    turn: list[int]
    value: list[float]
    children: list[Sequence[int]]
    ply: list[int]
    parent: list[int]
    move: list[str]
    over: list[bool]
    text: list[str]

    @classmethod
    def of(cls, tree: Tree) -> Flat:
        """Return the lists of a tree."""
        flat = cls([], [], [], [], [], [], [], [])
        flat._add(tree, 0, -1, "")
        return flat

    def _add(self, tree: Tree, ply: int, parent: int, move: str) -> int:
        number = len(self.turn)
        self.turn.append(tree.turn)
        self.value.append(endless(tree.value))
        self.children.append(())
        self.ply.append(ply)
        self.parent.append(parent)
        self.move.append(move)
        self.over.append(tree.over)
        self.text.append(f"{tree.turn}{tree}")
        made = zip(tree.moves, tree.children or (), strict=False)
        self.children[number] = [self._add(child, ply + 1, number, name) for name, child in made]
        return number

    def path(self, number: int) -> list[str]:
        """Return the moves that lead to a node."""
        return [] if number == 0 else [*self.path(self.parent[number]), self.move[number]]

    def worth(self, number: int, seat: int) -> float:
        """Return a node's value to a seat."""
        return self.value[number] if seat == 0 else -self.value[number]


def endless(value: float) -> float:
    """Return a value, or infinity where it stands for that."""
    return value if abs(value) < LOST else math.copysign(math.inf, value)


@dataclass(frozen=True)
class Case:
    """A question to a student's search: a tree and a depth.

    Attributes
    ----------
    origin : names the source of a game's position
    before : asked just before it, and nothing else is
    """

    tree: Tree
    depth: int
    origin: str = ""
    before: Case | None = None

    def __str__(self) -> str:
        first = f"{self.before}{THEN}" if self.before else ""
        return f"{first}depth {self.depth}: {self.tree}"

    @property
    def nodes(self) -> int:
        """The nodes that minimax visits, the root included."""
        return sum(1 for _ in walk(self.tree, self.depth))


def walk(tree: Tree, depth: int) -> Iterator[Tree]:
    """Yield the nodes down to `depth`, parents before children."""
    yield tree
    if depth > 0:
        for child in tree.children or ():
            yield from walk(child, depth - 1)


def parse_case(text: str) -> Case:
    """Return the case that ``depth 2: A0(4 B0(3 7))`` writes, or two, one asked after the other, with ", then " between them.

    Raises
    ------
    CaseError
        one line that says what is wrong
    """
    before, _, text = text.rpartition(THEN)
    found = WORDS.fullmatch(text.strip())
    if not found:
        raise CaseError(f'a case is written "depth 2: A0(4 B0(3 7))", not {text!r}')
    depth, body = int(found[1]), found[2]
    tree, end = _parse(body, 0, DEEPEST_CASE)
    if body[end:].strip():
        raise CaseError(f"{body[end:].strip()!r} follows the end of the tree")
    if tree.over or not 1 <= depth <= DEEPEST_CASE:
        raise CaseError(f"a case has a move at its root, and a depth of 1 to {DEEPEST_CASE}")
    return Case(tree, depth, before=parse_case(before) if before else None)


def case_of(text: str, depth: int | None = None) -> Case:
    """Return the tree, and the depth, that a text names; `depth` is that of a random one.

    Raises
    ------
    UsageError
        if it names none
    """
    if text.startswith("depth "):
        try:
            return parse_case(text)
        except CaseError as error:
            raise UsageError(str(error)) from None
    if depth is not None and not 2 <= depth <= 5:
        raise UsageError(f"a random tree has a depth of 2 to 5, not {depth}")
    seed = whole_number(text.partition(":")[2] or "1", "a random tree is random:SEED, a whole number")
    random, plies = Random(seed), depth or RANDOM_PLIES
    case = Case(random_tree(random, plies, 0), plies)
    while not LEAST_RANDOM <= case.nodes <= MOST_RANDOM:
        case = Case(random_tree(random, plies, 0), plies)
    return case


def _parse(text: str, place: int, left: int) -> tuple[Tree, int]:
    token = TOKEN.match(text, place)
    if token is None or token[4] or left < 0:
        if not text[place:].strip() and text.count("(") > text.count(")"):
            raise CaseError(f"{text.strip()!r} ends too early: a bracket is not closed")
        what = f"more than {DEEPEST_CASE} plies" if left < 0 else repr(text[place : place + 20])
        raise CaseError(f"a tree is a number, or A or B with a number and its children, as in A0(4 B0(3 7)), not {what}")
    place = token.end()
    if token[3]:
        return Tree(0, int(token[3])), place
    children = []
    while not (closing := TOKEN.match(text, place)) or not closing[4]:
        child, place = _parse(text, place, left - 1)
        children.append(child)
    if not 1 <= len(children) <= len(LETTERS):
        raise CaseError(f"a node that is not a number has 1 to {len(LETTERS)} children")
    return node("AB".index(token[1]), int(token[2]), children), closing.end()


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


def node(turn: int, value: int, children: Iterable[Tree], names: tuple[str, ...] = ()) -> Tree:
    """Return a tree with these children; in finished positions among them it is the other side's turn, as in most games."""
    settled = (replace(child, turn=1 - turn) if child.over else child for child in children)
    return Tree(turn, value, tuple(settled), names)


# --- random trees


def random_tree(
    random: Random,
    height: int,
    turn: int,
    alternate: bool = True,
    branches: tuple[int, int] = BRANCHES,
    largest: int = LARGEST_VALUE,
) -> Tree:
    """Return a random tree of at most `height` plies; where turns do not `alternate`, a side may move again."""
    value = random.randint(-largest, largest)
    if height == 0:
        return Tree(turn, value)
    children = []
    for _ in range(random.randint(*branches)):
        after = 1 - turn if alternate else random.randint(0, 1)
        lasts = height - 1 if random.random() > EARLY_END else 0
        children.append(random_tree(random, lasts, after, alternate, branches, largest))
    return node(turn, value, children)


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
