"""A student's search as a player: any search that `counterply check` accepts. It is called the same way, on positions of a game."""

from __future__ import annotations

import inspect
from itertools import count
from pathlib import Path
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

from counterply.core.aliases import Record
from counterply.core.errors import UsageError
from counterply.core.limits import NANOSECONDS, Limit, now_ns
from counterply.core.report import Report
from counterply.core.users_text import positive
from counterply.core.values import ONGOING, points_of
from counterply.players.base import BasePlayer, Listener, Pauses
from counterply.plugins.dialects.course_modules import course_modules
from counterply.plugins.dialects.lookup import names_in, signature_of, takes_depth, timed_of
from counterply.plugins.dialects.signatures import CLOCKS, DEPTHS, KNOWN, Signature
from counterply.plugins.dialects.views import AnswerError, Log, TreeNode
from counterply.search import textbook
from counterply.usercode.faults import ProcessError
from counterply.usercode.trust import checked_evaluator

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

DEPTH = 3  # plies, by default
CLOCK_SECONDS = 1.0  # for a move of a player with a clock, by default
TINIEST = 0.001  # seconds that a player with a clock is told of, at least
WON = 50  # value of a won game to the winner, as in `check`: less than students' infinity
LINEAR = 25  # up to which an estimate is its own value; larger ones approach `WON`, in their order
TOLD_BY = [1, 0, ["a", "b"], [[0, 5, [], []], [0, -5, [], []]]]  # the second player's turn: b is right, and worth 5 to it


class Unwatched(Log):
    """A log that keeps nothing: games do not need a search's questions."""

    def note(self, kind: int, number: int) -> None:
        """Note nothing."""


class GameNode:
    """A position of a game in place of a tree node (`views.TreeNode`); `swapped`: the second player counts as the first."""

    number = 0

    def __init__(
        self, position: AnyPosition, judge: StudentPlayer, swapped: bool, parent: GameNode | None = None, move: str = ""
    ) -> None:
        self.position, self.judge, self.swapped, self.parent, self.move = position, judge, swapped, parent, move
        self.turn = position.turn ^ swapped
        self.over = position.outcome() != ONGOING
        self.codes = {} if self.over else {position.move_text(code): code for code in position.moves()}
        self.moves = list(self.codes)

    @property
    def key(self) -> int:
        """A number that is equal for equal positions."""
        return int(self.position.key())

    @property
    def value(self) -> int:
        """The value for the first player."""
        return self.worth(0)

    def after(self, move: Any) -> GameNode:
        """Return the node after a move."""
        if move not in self.codes:
            raise ValueError(f"{move!r} is no legal move here; legal: {' '.join(self.moves) or 'none, the game is over'}")
        return GameNode(self.position.after(self.codes[move]), self.judge, self.swapped, self, move)

    def worth(self, player: int) -> int:
        """Return the value for seat `player`."""
        return self.judge.worth(self.position, player ^ self.swapped)

    def __deepcopy__(self, memo: Record) -> GameNode:
        """Return itself: nothing changes a node."""
        return self

    def __str__(self) -> str:
        return str(self.position)


class StudentPlayer(BasePlayer):
    """Plays the move that a student's search answers.

    Parameters
    ----------
    depth : plies to search; by default the limit's, or 3
    eval : the evaluator that ``position.value(player)`` asks; None is the game's first one
    weights : a file of weights, or the weights themselves; None are the evaluator's own
    """

    signature: Signature

    def __init__(self, depth: int | None = None, eval: str | None = None, weights: str | None = None) -> None:
        self.depth = None if depth is None else positive(depth, "the depth of a search")
        self.eval, self.weights = eval, weights
        self.convention = False
        self.first_view = False
        self.random = Random(0)
        self._game: Any = None
        self._pauses = Pauses()

    @course_modules()
    def start(self, game: Any, seat: int, seed: int) -> None:
        """Bind the evaluator to the game, and find out how to call the search."""
        self.random = Random(seed)
        if game is self._game:
            return
        textbook.require_plain_rules(game)
        self._evaluator = checked_evaluator(self.eval, game, self.weights)
        self._evaluate = textbook.evaluation(game, self._evaluator)
        self._learn_convention()
        self._game = game
        self.notes = (f"{self.name or self.signature.name} searches in plain Python, and knows no limit of nodes",)
        if states := self.signature.course.states:
            what = f"its own evaluator reads {states}, not {game.name}"
            self.notes = (*self.notes, f"{what}: {self._evaluator.name} judges positions in its place")

    def _learn_convention(self) -> None:
        """Find out whose view the search takes, by a question that it answers well in only one calling convention."""
        for convention in self.signature.conventions:
            node = TreeNode(TOLD_BY, count())
            try:
                value, move = self.signature.ask(node, 1, convention, Unwatched(node.turn), CLOCK_SECONDS)
            except Exception:  # it is the student's, and will say so in a game
                continue
            if move == "b" or (not move and value is not None and abs(value) > 4):
                self.convention, self.first_view = convention, value is not None and value < 0
                return

    def worth(self, position: AnyPosition, player: int) -> int:
        """Return a position's value to a player: a whole number, as in `check`."""
        outcome = position.outcome()
        if outcome == ONGOING:
            value = self._evaluate(position, player) / self._evaluator.grid
        elif position.game.by_margin:
            value = position.margin() if player == 0 else -position.margin()
        else:
            return round(WON * (2 * points_of(outcome, player) - 1))
        large = abs(value)
        small = large if large <= LINEAR else WON - (WON - LINEAR) ** 2 / (large - 2 * LINEAR + WON)
        return min(round(small), WON - 1) * (1 if value >= 0 else -1)

    @course_modules()
    def choose(self, position: AnyPosition, limit: Limit, listen: Listener | None = None) -> Report:
        """Ask the search, and return its move; raises `ProcessError` for an answer that is none."""
        if self._game is not position.game:
            self.start(position.game, position.turn, 0)
        limit = self._pauses.reserved(limit.begun())
        depth = self.depth or limit.depth or DEPTH
        seconds = CLOCK_SECONDS if limit.deadline is None else max(TINIEST, (limit.deadline - now_ns()) / NANOSECONDS)
        try:
            value, move = self._ask(position, depth, seconds)
        except AnswerError as error:
            raise ProcessError(f"{self.name}: {error}") from None
        grid = self._evaluator.grid
        score = None if value is None else round(value * grid)
        parameters = set(self.signature.parameters)
        depth = 0 if parameters & CLOCKS and not parameters & DEPTHS else depth  # its depth is unknown
        spent, stopped = (now_ns() - limit.begin) / NANOSECONDS, "time" if parameters & CLOCKS else ""
        report = Report(move, score, line=(move,), depth=depth, seconds=spent, stopped=stopped, grid=grid, plain=True)
        self._pauses.note(limit, report)
        return report

    def _ask(self, position: AnyPosition, depth: int, seconds: float) -> tuple[float | None, Any]:
        """Return the value, in the view of the side to move, and the move; one that says only a value is asked after each move."""
        node = GameNode(position, self, self.signature.course.first_only and position.turn == 1)
        value, text = self._answer(node, depth, seconds)
        if text:
            return value, node.codes[text]
        values: dict[str, float] = {}
        for move in node.moves:
            child = node.after(move)
            if child.over or depth == 1:
                values[move] = child.worth(node.turn)
            else:
                below = self._answer(GameNode(child.position, self, node.swapped), depth - 1, seconds)[0] or 0.0
                values[move] = below if child.turn == node.turn else -below
        best = max(values.values())
        return value, node.codes[self.random.choice([move for move, found in values.items() if found == best])]

    def _answer(self, node: GameNode, depth: int, seconds: float) -> tuple[float | None, str | None]:
        value, move = self.signature.ask(cast(TreeNode, node), depth, self.convention, Unwatched(node.turn), seconds)
        return (-value if value is not None and self.first_view and node.turn == 1 else value), move


def search_in(module: ModuleType, name: str | None) -> Signature | None:
    """Return the search that a module holds under a name, or by the usual names; None where that is another kind of player.

    Raises
    ------
    UsageError
        if it holds none
    """
    made = getattr(module, name, None) if name else None
    if made is not None and is_player(made):
        return None
    try:
        if callable(made) and not isinstance(made, type) and not takes_depth(made):
            return timed_of(module, name)
        return signature_of(module, name, None)
    except AnswerError as error:
        timed = timed_of(module, name)
        if timed is not None and (name or "limit" not in timed.parameters):  # which one of our players takes too
            return timed
        if made is not None:
            return None
        players = [found for found, value in names_in(module).items() if isinstance(value, type) and is_player(value)]
        file = Path(str(module.__file__)).name
        told = error if name or not players else f"which player? It has {', '.join(players)}: name one, as in {file}:{players[0]}"
        raise UsageError(f"{file}: {told}") from None


def is_player(made: Any) -> bool:
    """Whether an object is one of our players: a class with ``choose(position, limit)``, or a function ``(position, limit)``."""
    function = getattr(made, "choose", None) if isinstance(made, type) else made
    try:
        names = [*inspect.signature(function).parameters] if callable(function) else []
    except (TypeError, ValueError):  # a built-in one
        return True
    names = names[1:] if isinstance(made, type) else names
    return len(names) > 1 and names[1] not in KNOWN - {"limit"}  # which our players take too
