"""Nim in all its forms: a few counters in heaps, of which each position is solved here, and by a file's own search.

How many counters a move may take, and who has won when none is left, is the file's own. Runs in the student's process, and needs
nothing but the standard library and its neighbours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property, partial
from typing import Any, ClassVar

from counterply.plugins.dialects.asked_functions import Cases
from counterply.plugins.dialects.views import AnswerError, NotSeenError
from counterply.plugins.own_boards.first_call import MARKS, ROLES, beginnings
from counterply.plugins.own_boards.line_games import Moves, line_games
from counterply.plugins.own_boards.own_tree import OwnTree
from counterply.plugins.own_boards.single_calls import SingleCalls
from counterply.plugins.own_boards.way import SCRIPTS, Way
from counterply.usercode.faults import one_line

WORDS = {
    "heaps",
    "heap",
    "piles",
    "pile",
    "sticks",
    "stick",
    "sticksleft",
    "stones",
    "counters",
    "coins",
    "matches",
    "remaining",
    "n",
}
SMALL = ([2, 3], [1, 1, 3], [1, 1, 1, 2])
SINGLE = 7  # counters in one heap
NOT_HEAPS = "it plays with heaps, and how they are held cannot be learnt"
OTHER_RULES = "it plays with heaps, and which moves it has, or when it ends, is not as in Nim"
Heaps = tuple[int, ...]  # in order, those that are empty left out


def heaps_of() -> Iterator[Any]:
    """Yield a few counters, as a search may be given them."""
    for heaps in SMALL:
        yield from (heaps, tuple(heaps))
    yield SINGLE
    yield from (([2, 3], mark) for mark in (1, 0))


class OnHeaps(SingleCalls):
    """A search in a game of heaps."""

    words: ClassVar = {**ROLES, "board": ROLES["board"] | WORDS}
    _way: OwnTree

    def game_name(self) -> str:
        """Raise `NotSeenError`: it plays no game of ours."""
        raise NotSeenError("it plays Nim, which is no game here")

    def cases(self, name: str, function: Callable[..., Any]) -> Cases:
        """Yield cases: finished games, single calls, searches."""
        try:
            tree = self._way if self._taken else self.learn()
        except AnswerError as error:
            fault = f"{error}."
            yield "heaps", lambda: fault
            return
        many = [moves for moves in tree.positions.values() if 1 < len(tree.below(moves)) <= len(SCRIPTS[0])]
        yield "heaps", partial(self.settle, tree, many)
        if not tree.kinds[0]:
            self.told(partial(self.settle, tree, many))
        for moves in many:
            yield f"{self._shown(tree, moves)}, one call", partial(self.unless_guessed, partial(self.one, tree, moves))
        yield "no counters left", partial(self._ended, tree)
        for moves in tree.positions.values():
            if tree.below(moves) and len(moves) > 1:
                depth = tree.depth_after(moves) if tree.step else None
                yield self._shown(tree, moves), partial(self.unless_guessed, partial(self.searched, tree, moves, depth))
        if tree.leaf is not None:
            yield "at its last depth", partial(self._viewed, tree)

    def learn(self) -> OwnTree:
        """Learn how its heaps are held, and which moves they have; raises `NotSeenError`."""
        told = [NOT_HEAPS]
        for marks in MARKS:
            for begin in beginnings(self._call, self._roles, line_games()[1], self._owner, marks, heaps_of()):
                tree = OwnTree(self._call, begin, self._roles)
                if "top" in self._roles.values():
                    tree.top = bool(begin.given[tree.named("top")[0]])
                try:
                    if tree.learn():
                        self._way, self._guessed = tree, begin.guessed
                        self._check_moves(tree)
                        return tree
                except NotSeenError as error:
                    told.append(str(error))
                except AnswerError:
                    raise
                except Exception as error:  # it is the student's, or this is not what it is given
                    told.append(f"{NOT_HEAPS}; it raises {one_line(error)}")
        raise NotSeenError(OTHER_RULES if OTHER_RULES in told else told[-1])

    # --- the rules

    @cached_property
    def _turns(self) -> set[Any]:
        """The numbers that tell whose turn it is: they are one after even, and one after odd numbers of moves."""
        held: dict[Any, tuple[set[int], set[int]]] = {}
        for moves in self._way.positions.values():
            for path, number in self._way.numbers(moves).items():
                held.setdefault(path, (set(), set()))[len(moves) % 2].add(number)
        return {path for path, (even, odd) in held.items() if len(even) < 2 and len(odd) < 2}

    def _heaps(self, tree: OwnTree, moves: Moves) -> Heaps:
        return tuple(sorted(number for path, number in tree.numbers(moves).items() if number > 0 and path not in self._turns))

    def _shown(self, tree: OwnTree, moves: Moves) -> str:
        return f"heaps of {', '.join(map(str, self._heaps(tree, moves))) or 'nothing'}"

    @cached_property
    def _taken(self) -> set[int]:
        return set[int]()

    def _check_moves(self, tree: OwnTree) -> None:
        """Learn how many counters a move takes; raises `NotSeenError` where that is not the same in all positions."""
        found = dict[Moves, set[tuple[int, int]]]()
        for moves in tree.positions.values():
            before = Counter(self._heaps(tree, moves))
            found[moves] = set()
            for move in range(len(tree.below(moves))):
                after = Counter(self._heaps(tree, (*moves, move)))
                gone, come = [*(before - after).elements()], [*(after - before).elements()] or [0]
                if len(gone) != 1 or len(come) != 1 or come[0] >= gone[0]:
                    raise NotSeenError(OTHER_RULES)
                found[moves].add((gone[0], gone[0] - come[0]))
        self._taken.update(number for steps in found.values() for _, number in steps)
        for moves, steps in found.items():
            wanted = {(heap, number) for heap in self._heaps(tree, moves) for number in self._taken if number <= heap}
            if steps and steps != wanted:
                raise NotSeenError(OTHER_RULES)

    def _wins(self, heaps: Heaps, last: bool, known: dict[Heaps, bool]) -> bool:
        """Tell whether the side to move wins; `last`: it does so if no counter is left."""
        if heaps not in known:
            below = [
                tuple(sorted([*heaps[:at], *[heap - number] * (heap > number), *heaps[at + 1 :]]))
                for at, heap in enumerate(heaps)
                for number in self._taken
                if number <= heap
            ]
            known[heaps] = last if not below else not all(self._wins(each, last, known) for each in below)
        return known[heaps]

    # --- what is asked

    def _worth_to_mover(self, tree: Way, moves: Moves, depth: Any = None) -> float:
        number = tree.number(tree.calls(moves, depth=depth)[0])
        return (0.0 if number is None else number) * tree.sign(len(moves)) * (1 - 2 * (len(moves) % 2))

    def _ended(self, tree: OwnTree) -> str:
        """Return what is wrong with the values of games that are over, or ''."""
        worths = {moves: self._worth_to_mover(tree, moves) for moves, _ in tree.game.ended}
        empty = {worth > 0 for moves, worth in worths.items() if not self._heaps(tree, moves)}
        if not empty:
            raise NotSeenError(OTHER_RULES)
        if len(empty) > 1 or 0.0 in worths.values():
            return "When no counter is left one side wins, whoever took the last one: it is the same for both who took it."
        last, known = empty.pop(), dict[Heaps, bool]()
        for moves, worth in worths.items():
            heaps = self._heaps(tree, moves)
            if self._wins(heaps, last, known) != (worth > 0):
                return f"It ends the game with {self._shown(tree, moves)}, and says that the wrong side wins."
        return ""

    def _viewed(self, tree: OwnTree) -> str:
        """Return what is wrong with its values at its last depth, or '': the same heaps are won by whoever moves, or by neither."""
        largest = min((abs(self._worth_to_mover(tree, moves)) for moves, _ in tree.game.ended), default=0.0)
        said: dict[Heaps, set[bool]] = {}
        for moves in tree.positions.values():
            with suppress(NotSeenError):
                worth = self._worth_to_mover(tree, moves, tree.leaf)
                if tree.below(moves) and abs(worth) >= largest > 0:
                    said.setdefault(self._heaps(tree, moves), set()).add(worth > 0)
        for heaps, signs in said.items():
            if len(signs) > 1:
                return f"At its last depth one side wins with heaps of {', '.join(map(str, heaps))}, whoever is to move."
        return ""
