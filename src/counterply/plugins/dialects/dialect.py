"""A course's interface as one object: which files are its, how a search is called and answers, what stands in for its program.

Runs in the student's process, and needs nothing but the standard library and its neighbour `views`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence, Set
from decimal import Decimal
from numbers import Real
from operator import attrgetter
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol

from counterply.plugins.dialects.views import Log, TextbookPosition, TreeNode
from counterply.registry import attribute

if TYPE_CHECKING:
    from counterply.core.plain_game import AnyGame

Named = Mapping[str, Any]


class Asked(Protocol):
    """What is judged by questions of its dialect's own: each is a dictionary, and so is its answer, both as JSON has them.

    `facts` hold its `kind`, which says who judges it (`counterply.plugins.teaching.judge.checker`), and its `text`.
    """

    facts: dict[str, Any]

    def ask(self, question: dict[str, Any]) -> Mapping[str, Any]:
        """Return the answer to a question."""


class Dialect:
    """A course's interface; what a subclass does not say is as in our textbook.

    Attributes
    ----------
    position : what the first parameter of a search is called
    view : a position of a tree, as a search is given it
    modules : the modules of the course's program, for a file that lies alone: names, or what stands in for it
    modules_first : they come before those that lie beside the file
    plays, scores : who finds a file's program as a player, and a function of a file as an evaluator, as ``module:name``
    states : what the course's own evaluators read; in other games ours judge in their place. '': positions tell their value
    words : what our textbook's positions are asked for, and how the course's program says it
    needs_depth : a search that takes no depth is none
    whole : a search that takes no depth goes to the end of the game
    rounds : a depth counts one move of each agent as one
    first_only : the first player always moves at the root
    root : the method of a class that searches at the root; it may answer a move's number
    stuck_loses : a side without a move has lost, and where all moves lose, to play none of them is as good
    late : positions are judged when they are left, not when they are entered
    calls : the methods that the course's program calls, by name, with the arguments that it gives, as now and as in other versions
    textbook : positions are ours: turns need not alternate, moves may have any name
    guessed : its files have no names in common, and those of a course come first
    reads_on : a file that asks for input when it is read, or opens a window, is judged as far as it was read
    """

    position = "position"
    view: Callable[[TreeNode, Log], Any] = TextbookPosition
    modules: Mapping[str, Named | str] = {}
    words: Mapping[str, str] = {}
    calls: Mapping[str, Sequence[str]] = {}
    modules_first = False
    plays = scores = states = root = ""
    needs_depth = True
    whole = rounds = first_only = stuck_loses = late = textbook = guessed = reads_on = False

    # --- which files are its

    def found(self, own: Named) -> list[str]:
        """Return what is judged one by one of a file's own functions and classes; none: a search is looked for."""
        return []

    def opened(self, module: ModuleType, name: str) -> Asked | None:
        """Return one of those that were found, if it is asked by questions of its own; None if it is a search on trees."""
        return None

    def speaks(self, name: str, first: str, rest: Sequence[str]) -> bool:
        """Tell whether a search of this name, first and other parameters is its."""
        return False

    def stopped_by(self, module: ModuleType, name: str) -> str:
        """Return how the course's program stops when it calls ``CLASS.METHOD`` of a file; '' where it does not."""
        usual, *versions = self.calls.get(name.rpartition(".")[2], [""])
        if usual:
            taken = inspect.signature(attrgetter(name)(module))
            given = next((words for words in versions if {*words.split(", ")} <= {*taken.parameters}), usual)
            try:
                taken.bind("self", *given.split(", "))
            except TypeError as error:
                return f"the course's program calls it with ({given}), and would stop with TypeError: {error}"
        return ""

    # --- how a search on trees is called, and answers

    def prepare(self, agent: Any, position: Any, depth: int) -> None:
        """Tell an agent what the course's program tells it, in place; it is None where a function is asked.

        `depth` is 0 where the agent chooses its own.
        """

    def given(self, position: Any, node: TreeNode, depth: int) -> Named:
        """Return arguments of its own by the names of their parameters."""
        return {}

    def parts(self, answer: object, node: TreeNode) -> list[Any]:
        """Return the parts of an answer: values, moves, positions; an empty tuple is no move."""
        if isinstance(answer, tuple | list):
            return list(answer)
        if isinstance(answer, dict):
            return list(answer.values())
        if isinstance(answer, str | Real | Decimal | TextbookPosition):
            return [answer]
        named = [getattr(answer, name, None) for name in ("value", "score", "move", "best_move", "action")]
        return [part for part in named if part is not None and not callable(part)] or [answer]

    def move_of(self, position: Any, node: TreeNode) -> str | None:
        """Return the move that an answer means by a position: the one that leads to it, or towards it; None where none does."""
        wanted = position._node
        while wanted.parent is not None and wanted.parent is not node:
            wanted = wanted.parent
        return wanted.move or None

    def forbids_equality(self, words: Set[str]) -> bool:
        """Tell whether the course wants no cut where a value equals a bound, by the names that a search uses."""
        return False

    def takes_mean(self, name: str) -> bool:
        """Tell whether a search of this name is expectimax."""
        return False

    # --- how a file plays

    def player(self, module: ModuleType, name: str | None, options: dict[str, str]) -> Any:
        """Return the program of a file as a player, under a name or by the course's own; None if there is none."""
        return attribute(self.plays)(module, name, options) if self.plays else None

    def evaluator(self, function: Callable[..., Any], name: str, game: AnyGame) -> Any:
        """Return a function of a file as an evaluator of our positions; None if it is none."""
        return attribute(self.scores)(function, name, game) if self.scores else None


class Textbook(Dialect):
    """Ours."""

    textbook = True


DIALECT = Textbook()
