"""Game trees written as text, and small random ones: ``random:5``, ``depth 2: A0(4 B0(3 7))``, ``depth 1: A0(C(3 12) 7)``.

``A2(4 B-1(3 7))`` is a node where A (the first player) moves, worth 2 to A if it is evaluated, with two moves: one to a finished
position worth 4 to A, one to a node where B moves. Moves are called a, b, c, ... in order, and a node by the moves that lead to it.
``C(3 12 9)`` is a chance node with equally likely outcomes, ``C(1/6:3 1/3:12 0.5:9)`` one with these probabilities. It has no value
of its own, and costs no depth.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from random import Random

from counterply.core.errors import UsageError
from counterply.core.users_text import whole_number

LETTERS = "abcdefghijklmnopqrstuvwxyz"
TOKEN = re.compile(r"\s*(?:([AB])(-?\d+)\(|(-?\d+)|(\))|(C)\()")
SHARE = re.compile(r"\s*(\d+/\d+|\d*\.?\d+):")
THEN = ", then "  # between a case and the one that is asked after it
WORDS = re.compile(r"depth (\d+): (.*)", re.DOTALL)
DEEPEST_CASE = 20  # plies of a tree written as text
BRANCHES = (1, 3)  # moves of a position of a random tree
EARLY_END = 0.12  # share of its inner nodes that are finished positions instead
LEAST_RANDOM, MOST_RANDOM = 8, 40  # nodes of a random tree that is named by its seed
RANDOM_PLIES = 3
LARGEST_VALUE = 5  # of a random tree: small, so that equal values are common


def is_text_tree(text: str) -> bool:
    """Tell whether a text is a random tree, or a case of `check`, and no game's name."""
    return text == "random" or text.startswith(("random:", "depth "))


class CaseError(ValueError):
    """A text that is no case."""


@dataclass(frozen=True)
class Tree:
    """A position with all that can follow.

    Attributes
    ----------
    turn : whose move it is: 0, 1 or CHANCE
    value : the position's value to the first player
    children : the positions after each move; none in a finished position; None where the tree ends before the game
    names : of the moves; () stands for a, b, c, ...
    shares : the probabilities of a chance node's outcomes
    """

    turn: int
    value: int
    children: tuple[Tree, ...] | None = ()
    names: tuple[str, ...] = ()
    shares: tuple[Fraction, ...] = ()

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
    def rolls(self) -> bool:
        """Whether there is a chance node in it."""
        return bool(self.shares) or any(child.rolls for child in self.children or ())

    @property
    def height(self) -> int:
        """Plies of the longest line."""
        return max((1 + child.height for child in self.children or ()), default=0)

    def __str__(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        if not self.children:
            return str(self.value)
        if self.shares:
            marks = [f"{share}:" for share in self.shares] if len(set(self.shares)) > 1 else [""] * len(self.shares)
            return f"C({' '.join(f'{mark}{child}' for mark, child in zip(marks, self.children, strict=True))})"
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
        self.value.append(tree.value)
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
    if depth > 0 or tree.shares:
        for child in tree.children or ():
            yield from walk(child, depth if tree.shares else depth - 1)


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
        raise CaseError(
            f"a tree is a number, A or B with a number and its children, as in A0(4 B0(3 7)), or C with outcomes, not {what}"
        )
    place = token.end()
    if token[3]:
        return Tree(0, int(token[3])), place
    children, shares = [], list[str]()
    while not (closing := TOKEN.match(text, place)) or not closing[4]:
        if token[5] and (share := SHARE.match(text, place)):
            shares.append(share[1])
            place = share.end()
        child, place = _parse(text, place, left - 1)
        children.append(child)
    if not 1 <= len(children) <= len(LETTERS):
        raise CaseError(f"a node that is not a number has 1 to {len(LETTERS)} children")
    if token[5]:
        from counterply.core.values import CHANCE  # which imports NumPy, and the board's server does without

        return Tree(CHANCE, 0, tuple(children), shares=probabilities(shares, len(children))), closing.end()
    return node("AB".index(token[1]), int(token[2]), children), closing.end()


def probabilities(texts: Sequence[str], count: int) -> tuple[Fraction, ...]:
    """Return the probabilities of the outcomes of a chance node: equal ones where none are written.

    >>> probabilities(["1/3", "0.5", "1/6"], 3)
    (Fraction(1, 3), Fraction(1, 2), Fraction(1, 6))

    Raises
    ------
    CaseError
        if some are missing, one is 0, or they do not sum to 1
    """
    if not texts:
        return (Fraction(1, count),) * count
    if len(texts) < count:
        raise CaseError(f"{len(texts)} of {count} outcomes of chance have a probability: give it to all of them, or to none")
    try:
        shares = tuple(map(Fraction, texts))
    except ZeroDivisionError:
        raise CaseError(f"{' '.join(texts)}: a probability is not divided by 0") from None
    if sum(shares) != 1 or not all(shares):
        told = f"{' + '.join(texts)} = {float(sum(shares)):.6g}"
        raise CaseError(f"the probabilities of a chance node are above 0 and sum to 1, but {told}")
    return shares


def node(turn: int, value: int, children: Iterable[Tree], names: tuple[str, ...] = ()) -> Tree:
    """Return a tree with these children; in finished positions among them it is the other side's turn, as in most games."""
    settled = (replace(child, turn=1 - turn) if child.over else child for child in children)
    return Tree(turn, value, tuple(settled), names)


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
