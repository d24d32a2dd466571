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

    def move_of(self, position: Any, node: TreeNode) -> str | None:
        """Return the first of the moves that led to a state, where it knows them."""
        made = getattr(position, "moves", None)
        return str(made[0]) if isinstance(made, list) and made else None

    def value_of(self, position: Any, node: TreeNode) -> float:
        """Return a state's own value."""
        return float(position._node.worth(node.turn))


DIALECT = Leiden()
