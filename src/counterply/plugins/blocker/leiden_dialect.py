"""Leiden's searches ``(state, depth, max_depth)`` on states that are copied and then changed, which they return."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from counterply.plugins.dialects.dialect import Dialect
from counterply.plugins.dialects.views import Log, TextbookPosition, TreeNode, method


class State(TextbookPosition):
    """A state: `copy`, `execute`, `legalMoves`, `isLeaf`, `value(agent)`, `turn`, `moves` made so far."""

    def __init__(self, node: TreeNode, log: Log, made: tuple[str, ...] = ()) -> None:
        super().__init__(node, log)
        self.moves = list(made)  # type: ignore[assignment, method-assign]

    @method
    def copy(self) -> Any:  # noqa: D102 - the course's program says it
        return type(self)(self._node, self._log, tuple(self.moves))  # type: ignore[arg-type]

    @method
    def execute(self, move: str) -> None:  # noqa: D102
        self._node = self._node.after(move)
        self._log.note(0, self._node.number)
        self.moves.append(move)  # type: ignore[attr-defined]

    @method
    def legalMoves(self, agent: int = 0) -> list[str]:  # noqa: D102, N802
        return list(self._node.moves)

    @method
    def isLeaf(self) -> bool:  # noqa: D102, N802
        return self._node.over


class Leiden(Dialect):
    """The course's interface."""

    position, view, late = "state", State, True
    words = {"position.value(player)": "state.value(agent)", "moves()": "legalMoves()"}  # noqa: RUF012

    def speaks(self, name: str, first: str, rest: Sequence[str]) -> bool:  # noqa: D102
        return first == "state" and "depth" in rest and bool({"maxDepth", "max_depth"} & {*rest})

    def parts(self, answer: object, node: TreeNode) -> list[Any]:
        """Return a state's own value, and the first of the moves that led to it, where it knows them."""
        if not isinstance(answer, State):
            return super().parts(answer, node)
        made = getattr(answer, "moves", None)
        return [answer._node.worth(node.turn), *map(str, made[:1] if isinstance(made, list) else ())]


DIALECT = Leiden()
