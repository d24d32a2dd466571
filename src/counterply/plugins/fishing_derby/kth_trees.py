"""KTH's nodes and states as a search alone may be asked about, on trees: their values are scores, and there are no fish."""

from __future__ import annotations

from typing import Any

from counterply.plugins.dialects.views import Log, TextbookPosition, TreeNode, method


class State:
    """A state: whose turn it is, and the scores, which hold the position's value; there are no fish."""

    def __init__(self, place: Node) -> None:
        self._place = place
        self.player = place._node.turn

    def get_player(self) -> int:  # noqa: D102 - the course's program says it
        return int(self._place._node.turn)

    def get_player_scores(self) -> tuple[int, int]:  # noqa: D102
        return self._place.value(0), 0

    def get_hook_positions(self) -> dict[int, tuple[int, int]]:  # noqa: D102
        return {0: (0, 0), 1: (0, 0)}

    def get_fish_positions(self) -> dict[int, tuple[int, int]]:  # noqa: D102
        return {}

    def get_fish_scores(self) -> dict[int, int]:  # noqa: D102
        return {}

    def get_caught(self) -> tuple[None, None]:  # noqa: D102
        return None, None


class Node(TextbookPosition):
    """A node: `compute_and_get_children`, `state`, `move`, `depth`, `parent`, `children`."""

    move: int | None = None
    parent: Any = None
    depth = 0

    def __init__(self, node: TreeNode, log: Log) -> None:
        super().__init__(node, log)
        self.children: list[Node] = []
        self.observations: dict[int, list[int]] = {}
        self.state = State(self)

    @method
    def compute_and_get_children(self) -> list[Node]:  # noqa: D102
        if not self.children:
            for index, move in enumerate(self._node.moves):
                child = self._make(self._node.after(move))
                child.move, child.parent, child.depth = index, self, self.depth + 1
                self.children.append(child)
        return self.children
