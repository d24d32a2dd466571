"""A tree in text as a game, so that it is searched and shown as any other: ``random:5``, ``depth 2: A0(4 B0(3 7))``."""

from __future__ import annotations

from dataclasses import dataclass

from counterply.core.errors import UsageError
from counterply.core.evaluator import Evaluator
from counterply.core.plain_game import PlainGame
from counterply.core.values import DRAW, FIRST, ONGOING, SECOND
from counterply.plugins.explanations.text_trees import Case, Tree, case_of

RULES = """\
This game is a tree, written as text. A moves first or B does, and the moves are called a, b, c and so on. Each leaf has a value: as
many points for A, who wants much, while B wants little. At a chance node nobody moves: each outcome comes with its probability.
"""


@dataclass(frozen=True)
class TreePosition:
    """A node of a tree; its moves are their names."""

    tree: Tree
    path: str = ""

    @property
    def turn(self) -> int:
        """Whose move it is."""
        return self.tree.turn

    def moves(self) -> tuple[str, ...]:
        """Return the names of the moves."""
        return self.tree.moves

    def after(self, move: str) -> TreePosition:
        """Return the position after a move."""
        assert self.tree.children is not None
        return type(self)(self.tree.children[self.tree.moves.index(move)], f"{self.path}-{move}".lstrip("-"))

    def outcome(self) -> int:
        """Return whose points a leaf has."""
        if not self.tree.over:
            return ONGOING
        return FIRST if self.tree.value > 0 else SECOND if self.tree.value < 0 else DRAW

    def margin(self) -> int:
        """Return the position's value to the first player."""
        return self.tree.value

    def __str__(self) -> str:
        mover = "chance" if self.tree.shares else "AB"[self.turn]
        what = f"worth {self.tree.value}" if self.tree.over else f"{mover} to move: {' '.join(self.tree.moves)}"
        return f"{self.path or 'root'}\n{what}"


@dataclass(frozen=True)
class RollingPosition(TreePosition):
    """A node of a tree with chance nodes."""

    def chances(self) -> list[tuple[str, float]]:
        """Return the outcomes of a chance node with their probabilities."""
        return list(zip(self.tree.moves, map(float, self.tree.shares), strict=True)) if self.tree.shares else []


def worth(position: TreePosition, player: int) -> float:
    """The value that is written at a node."""
    return position.tree.value if player == 0 else -position.tree.value


def game(name: str, options: dict[str, str] | None = None) -> PlainGame:
    """Return the game of a tree in text, which has no options."""
    if options:
        raise UsageError(f"a tree in text has no option {next(iter(options))}")
    return game_of(name, case_of(name))


def game_of(name: str, case: Case) -> PlainGame:
    """Return the game of a case."""
    kind = RollingPosition if case.tree.rolls else TreePosition
    made = PlainGame(
        name,
        lambda: kind(case.tree),
        max_plies=case.depth,
        objective="margin",
        evaluators=[Evaluator("worth", worth)],
        rules=RULES,
    )
    made.players = (("A", "first"), ("B", "second"))
    return made
