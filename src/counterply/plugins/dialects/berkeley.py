"""Berkeley's project on multi-agent search: agents with ``getAction(gameState)``, for Pacman and one to three ghosts."""

from __future__ import annotations

import inspect
from collections.abc import Sequence, Set
from typing import Any

from counterply.plugins.dialects.dialect import Dialect, Named
from counterply.plugins.dialects.views import NotSeenError, TextbookPosition, method, way_of

AGENTS = ("minimaxagent", "alphabetaagent", "expectimaxagent")  # in names of classes, as some courses have others
METHOD = "getAction"
OF_PACMAN = {
    *("getPacmanState", "getPacmanPosition", "getGhostStates", "getGhostState", "getGhostPosition", "getGhostPositions", "data"),
    *("getCapsules", "getNumFood", "getFood", "getWalls", "hasFood", "hasWall", "deepCopy"),
}  # of a game of Pacman, and not of a tree


class State(TextbookPosition):
    """A game state, as the course's own tests on trees have it."""

    def __getattr__(self, name: str) -> Any:
        if name in OF_PACMAN:
            raise NotSeenError(
                f"it judges positions by itself ({name}), and not by self.evaluationFunction, which the course's tests on trees "
                "give it: they fail it for that, and its moves cannot be compared"
            )
        return super().__getattr__(name)

    @method
    def getLegalActions(self, agentIndex: int = 0) -> Any:  # noqa: D102, N802, N803 - the course's program says it
        self._require_turn(agentIndex)
        return self.moves()

    @method
    def generateSuccessor(self, agentIndex: int, action: str) -> Any:  # noqa: D102, N802, N803
        self._require_turn(agentIndex)
        return self.after(action)

    @method
    def getLegalPacmanActions(self) -> Any:  # noqa: D102, N802
        return self.getLegalActions(0)

    @method
    def generatePacmanSuccessor(self, action: str) -> Any:  # noqa: D102, N802
        return self.generateSuccessor(0, action)

    # as versions of the program call them
    getAvailableActions, generateNextState = getLegalActions, generateSuccessor  # noqa: N815
    generateChild = getNextState = generateSuccessor  # noqa: N815
    generatePacmanNextState = generatePacmanChild = getPacmanNextState = generatePacmanSuccessor  # noqa: N815

    def _require_turn(self, agent: int) -> None:
        turn = len(way_of(self._node)) % agents_of(self._node)
        if not self._node.over and agent != turn:
            raise ValueError(f"agent {agent} is asked to move, and it is the turn of agent {turn}")

    @method
    def getNumAgents(self) -> int:  # noqa: D102, N802
        return agents_of(self._node)

    @method
    def isWin(self) -> bool:  # noqa: D102, N802
        return self._node.over and self._node.value >= 0

    @method
    def isLose(self) -> bool:  # noqa: D102, N802
        return self._node.over and self._node.value < 0

    @method
    def getScore(self) -> float:  # noqa: D102, N802
        return float(self.value(0))


def agents_of(node: Any) -> int:
    """Return how many agents move in a tree: Pacman, and as many ghosts as moves of the other side follow each other."""

    def longest(node: Any, ghosts: int) -> int:
        below = [longest(child, ghosts + 1 if node.turn == 1 else 0) for child in getattr(node, "children", None) or ()]
        return max([*below, ghosts])

    root = next(iter(way_of(node)), node)
    root = root.parent if root.parent is not None else root
    if not hasattr(root, "ghosts"):
        root.ghosts = max(1, longest(root, 0))
    return int(root.ghosts) + 1


class Directions:
    """The program's names of moves."""

    NORTH, SOUTH, EAST, WEST, STOP = "North", "South", "East", "West", "Stop"


class Berkeley(Dialect):
    """The course's interface."""

    position, view, states = "gameState", State, "Pacman's states"
    words = {"position.value(player)": "self.evaluationFunction(gameState)", "moves()": "getLegalActions(agent)"}  # noqa: RUF012
    calls = {METHOD: ["gameState"]}  # noqa: RUF012
    needs_depth, rounds, first_only = False, True, True
    modules = {  # noqa: RUF012
        "game": {"Directions": Directions},
        "pacman": {},
        "util": "counterply.plugins.dialects.berkeley_util",
    }

    def found(self, own: Named) -> list[str]:  # noqa: D102
        named = {name: each for name, each in own.items() if any(agent in name.lower() for agent in AGENTS)}
        return [f"{name}.{METHOD}" for name, each in named.items() if inspect.isclass(each) and hasattr(each, METHOD)]

    def speaks(self, name: str, first: str, rest: Sequence[str]) -> bool:  # noqa: D102
        return name == METHOD or (first in ("gameState", "game_state") and not rest)

    def prepare(self, agent: Any, position: Any, depth: int) -> None:  # noqa: D102
        if agent is not None:
            agent.index, agent.depth = 0, depth // agents_of(position._node)
            agent.evaluationFunction = lambda state: float(state.value(0))

    def forbids_equality(self, words: Set[str]) -> bool:  # noqa: D102
        return "generateChild" not in words  # as in Beijing, where no autograder compares the states

    def takes_mean(self, name: str) -> bool:  # noqa: D102
        return "expecti" in name.lower()


DIALECT = Berkeley()
