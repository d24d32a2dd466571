"""KTH's Fishing Derby as its player sees it: the modules of its program, its tree of nodes, its messages and its loop.

A player is a class `PlayerControllerMinimax` whose `player_loop` receives a message for each turn and sends an action. It has its
own evaluator, depth and clock. So it is asked by playing a few turns of small games, and judged by its own values.

Runs in the student's process, and needs nothing but the standard library.
"""

from __future__ import annotations

import inspect
from collections.abc import Generator, Iterator, Sequence
from copy import copy
from pathlib import Path as FilePath
from random import Random
from types import ModuleType
from typing import Any

from counterply.plugins.dialects.dialect import Dialect, Named
from counterply.plugins.dialects.steady_clock import CLOCK
from counterply.plugins.dialects.views import TreeNode
from counterply.plugins.dialects.watching import MADE, CallRecorder, Path, Place, values_of, ways_of
from counterply.plugins.dialects.whose_view import MOST, evaluator_in, of_one
from counterply.plugins.fishing_derby import kth_trees

PLAYER, LOOP = "PlayerControllerMinimax", "player_loop"
SIZE, SURFACE = 20, 19
FREE, UP, STILL = range(5), 1, 8
OBS_TO_MOVES = {0: (0, 1), 1: (0, -1), 2: (-1, 0), 3: (1, 0), 4: (-1, 1), 5: (1, 1), 6: (-1, -1), 7: (1, -1), STILL: (0, 0)}
ACT_TO_MOVES = {0: (0, 0), 1: (0, 1), 2: (0, -1), 3: (-1, 0), 4: (1, 0)}
ACTION_TO_STR = {0: "stay", 1: "up", 2: "down", 3: "left", 4: "right"}
TYPE_TO_SCORE = dict(enumerate([1, 2, 3, 4, 5, 6, -7, 7, 8, 9, 10, 11, -1, -2, -3, -4, -5, -6]))
LAST_PLIES, LONG = (4, 3, 4, 2), 12  # left in games that are nearly over, and in others
LOOKS_A_NODE = 3  # that pass while the children of a node are made: in the course's program it takes about as long
TURNS = 2  # of a game that are asked about
GAMES, MORE = 16, 16  # the second with one that answers quickly
EVERY_LONG = 2  # every so many games are long ones
ANSWER_SECONDS = 30.0  # of the processor, for a game: its calls are watched, and its trees built once more


class State(Place):
    """A position: whose turn it is, scores, fish on the rods (-1: none), hooks, and all fish that are left."""

    def __init__(self, number_of_fish: int = 0) -> None:
        self.player: Any = None
        self.player_scores: dict[int, int] = {}
        self.player_caught: dict[int, int] = {}
        self.hook_positions: dict[int, tuple[int, int]] = {}
        self.fish_positions: dict[int, tuple[int, int]] = {}
        self.fish_scores: dict[int, int] = {}

    def set_hook_positions(self, player_pos: Sequence[int]) -> None:  # noqa: D102 - the course's program says it
        self.hook_positions = {0: (player_pos[0], player_pos[1]), 1: (player_pos[2], player_pos[3])}

    def set_player(self, player: int) -> None:  # noqa: D102
        self.player = player

    def set_player_scores(self, score_p0: int, score_p1: int) -> None:  # noqa: D102
        self.player_scores = {0: score_p0, 1: score_p1}

    def set_fish_scores(self, fish_scores: dict[int, int]) -> None:  # noqa: D102
        self.fish_scores = dict(fish_scores)

    def set_caught(self, caught: Sequence[int | None]) -> None:  # noqa: D102
        self.player_caught = {seat: -1 if fish is None else fish for seat, fish in enumerate(caught)}

    def set_fish_positions(self, fish_number: int, pos: tuple[int, int]) -> None:  # noqa: D102
        self.fish_positions[fish_number] = pos

    def get_hook_positions(self) -> dict[int, tuple[int, int]]:  # noqa: D102
        return self.hook_positions

    def get_player(self) -> Any:  # noqa: D102
        return self.player

    def get_player_scores(self) -> tuple[int, int]:  # noqa: D102
        return self.player_scores[0], self.player_scores[1]

    def get_fish_scores(self) -> dict[int, int]:  # noqa: D102
        return self.fish_scores

    def get_caught(self) -> tuple[int | None, ...]:  # noqa: D102
        return tuple(None if self.player_caught[seat] == -1 else self.player_caught[seat] for seat in (0, 1))

    def get_fish_positions(self) -> dict[int, tuple[int, int]]:  # noqa: D102
        return self.fish_positions

    def remove_fish(self, fish_number: int) -> None:  # noqa: D102
        del self.fish_positions[fish_number]


class Node(Place):
    """A node of the course's game tree; the loop makes its root from a message."""

    depth = 0
    observations: Any = None
    _watch: CallRecorder | None = None  # of the search that is being asked

    def __init__(self, root: bool = True, message: Any = None, player: int = 0) -> None:
        self.children: list[Any] = []
        self.state: Any = None
        self.parent: Any = None
        self.move: Any = None
        self.probability = 1.0
        if root:
            self.initialize_root(message, player)

    def initialize_root(self, curr_state: dict[str, Any], player: int) -> None:
        """Read a message."""
        self.depth, self.player = 0, player
        codes = [curr_state["observations"][fish] for fish in sorted(curr_state["observations"])]
        self.observations = {time: list(each) for time, each in enumerate(zip(*codes, strict=True))}
        state = State(len(curr_state["fishes_positions"]))
        state.set_player(player)
        state.set_hook_positions((*curr_state["hooks_positions"][0], *curr_state["hooks_positions"][1]))
        state.set_caught((curr_state["caught_fish"][0], curr_state["caught_fish"][1]))
        for fish, place in curr_state["fishes_positions"].items():
            state.set_fish_positions(fish, place)
        state.set_player_scores(curr_state["player_scores"][0], curr_state["player_scores"][1])
        state.set_fish_scores(curr_state["fish_scores"])
        self.state = state

    def add_child(self, state: State, move: int, depth: int = 0, observations: Any = None, probability: float = 1.0) -> Any:
        """Add the node after a move."""
        child: Any = self.__class__(root=False)
        child.state, child.parent, child.move, child.depth, child.observations = state, self, move, depth, observations
        child.probability = probability
        child._path = state._path = (*self._path, move)
        self.children.append(child)
        return child

    def compute_and_get_children(self) -> list[Any]:  # noqa: D102
        if len(self.observations) == self.depth:
            return []
        if not self.children:
            for action in (UP,) if self.state.get_caught()[self.state.get_player()] is not None else FREE:
                state = self.compute_next_state(self.state, action, self.observations[self.depth])
                self.add_child(state, action, self.depth + 1, self.observations)
        if Node._watch is not None:
            CLOCK.looks += LOOKS_A_NODE
            for child in self.children:
                Node._watch.made(child._path)
        return self.children

    def compute_next_state(self, current_state: State, act: int, observations: Sequence[int]) -> State:
        """Return the state after a move; the codes of fish go by their rank among those that are left, as in the course's tree."""
        seat, caught, hooks = current_state.get_player(), current_state.get_caught(), current_state.hook_positions
        state = State(len(current_state.fish_positions))
        state.set_player(1 - seat)
        for rank, fish in enumerate(sorted(current_state.fish_positions)):
            step = (0, 1) if fish == caught[seat] else (0, 0) if fish == caught[1 - seat] else OBS_TO_MOVES[observations[rank]]
            state.fish_positions[fish] = self.xy_move(current_state.fish_positions[fish], step)
        state.hook_positions = {**hooks, seat: self.xy_move(hooks[seat], ACT_TO_MOVES[act], hooks[1 - seat])}
        state.player_scores, state.fish_scores = dict(current_state.player_scores), dict(current_state.fish_scores)
        on_rod, landed = compute_caught_fish(state, caught)
        for player, fish in enumerate(landed):
            if fish is not None:
                state.player_scores[player] += state.fish_scores[fish]
                state.remove_fish(fish)
        state.set_caught(on_rod)
        return state

    def xy_move(self, pos: tuple[int, int], move: tuple[int, int], adv_pos: tuple[int, int] | None = None) -> tuple[int, int]:
        """Return the place after a step: round the sea from left to right, and not into the column of the other boat."""
        x, y = (pos[0] + move[0]) % SIZE, pos[1] + move[1]
        y = y if 0 <= y < SIZE else pos[1]
        return (pos[0] if adv_pos is not None and x == adv_pos[0] else x), y


def compute_caught_fish(state: State, current_fishes_on_rod: Sequence[int | None]) -> tuple[list[Any], list[Any]]:
    """Return the fish that are on the rods, and those that are landed, by player."""
    on_rod: list[int | None] = [None, None]
    landed: list[int | None] = [None, None]
    for player, hook in state.hook_positions.items():
        fish = current_fishes_on_rod[player]
        if fish is None:
            fish = next((each for each, place in state.fish_positions.items() if place == hook), None)
        if fish is not None:
            (landed if state.fish_positions[fish][1] >= SURFACE else on_rod)[player] = fish
    return on_rod, landed


class GameOverError(BaseException):
    """No more turns are asked for: the loop of the player is left."""


class PlayerController:
    """The class that a player extends, with both ends of its conversation."""

    def __init__(self) -> None:
        self.settings: Any = None
        self.fishes: Any = None
        self._turns: Iterator[Any] = iter(())
        self._answers: list[Any] = []

    def receiver(self) -> Any:
        """Return the next message; at the end of the game the loop is left."""
        for message in self._turns:
            return message
        raise GameOverError

    def sender(self, msg: Any) -> None:
        """Take an answer."""
        self._answers.append(msg)

    def load_settings(self, settings: Any) -> None:  # noqa: D102
        self.settings = settings


class Tree:
    """The course's tree from one root, by the moves that lead to its nodes."""

    def __init__(self, message: dict[str, Any]) -> None:
        self._nodes: dict[Path, Node] = {(): Node(message=message)}

    def node(self, path: Path) -> Node:
        """Return a node."""
        if path not in self._nodes:
            for child in self.node(path[:-1]).compute_and_get_children():
                self._nodes[child._path] = child
        return self._nodes[path]

    def turn(self, path: Path) -> int:
        """Return whose move it is."""
        return int(self.node(path).state.player)

    def moves(self, path: Path) -> Sequence[int]:
        """Return the actions, in their order."""
        return [child.move for child in self.node(path).compute_and_get_children()]

    def key(self, path: Path) -> Any:
        """Return what tells positions apart."""
        state = self.node(path).state
        parts = (state.hook_positions, state.fish_positions, state.player_caught, state.player_scores)
        return tuple(tuple(part.items()) for part in parts)

    def may_end(self, path: Path) -> bool:
        """Tell whether no fish is left."""
        return not self.node(path).state.fish_positions

    def name(self, move: int) -> str:
        """Return the name of an action."""
        return ACTION_TO_STR[move]


def opening(random: Random, plies: int) -> dict[str, Any]:
    """Return a message about a position in which much happens within a few plies."""
    columns = random.sample(range(SIZE), 2)
    hooks = {seat: (column, random.randint(13, SURFACE)) for seat, column in enumerate(columns)}
    fish: dict[int, tuple[int, int]] = {}
    for number in range(random.randint(2, 5)):
        x, y = hooks[number % 2]
        place = (x + random.randint(-2, 2)) % SIZE, min(SURFACE, y + random.randint(-2, 2))
        if place not in {*fish.values(), *hooks.values()}:
            fish[number] = place
    fish = fish or {0: ((columns[0] + 1) % SIZE, SURFACE)}
    still = random.random() < 0.5
    return {
        "game_over": False,
        "hooks_positions": hooks,
        "fishes_positions": fish,
        "observations": {each: [STILL if still else random.randrange(9) for _ in range(plies)] for each in fish},
        "fish_scores": {each: random.choice([score for score in TYPE_TO_SCORE.values() if score > -4]) for each in fish},
        "player_scores": {0: random.randint(0, 9), 1: random.randint(0, 9)},
        "caught_fish": {0: None, 1: None},
    }


def message_of(node: Node) -> dict[str, Any]:
    """Return the message about a node where the first player is to move."""
    state, ranks = node.state, sorted(node.state.fish_positions)
    later = range(node.depth, len(node.observations))
    return {
        "game_over": False,
        "hooks_positions": dict(state.hook_positions),
        "fishes_positions": dict(state.fish_positions),
        "observations": {fish: [node.observations[time][rank] for time in later] for rank, fish in enumerate(ranks)},
        "fish_scores": {fish: state.fish_scores[fish] for fish in ranks},
        "player_scores": dict(state.player_scores),
        "caught_fish": dict(enumerate(state.get_caught())),
    }


def is_long(number: int) -> bool:
    """Tell whether a game goes on for long."""
    return number % EVERY_LONG == 1


class Judged:
    """A player, asked by playing: each question is a game of which a few turns are answered."""

    def __init__(self, module: Any, name: str) -> None:
        self._player = getattr(module, name.partition(".")[0])
        self._folder = str(FilePath(module.__file__).parent)
        self.facts = {
            "kind": "played",
            "text": f"{name}()",
            "questions": GAMES,
            "more": MORE,
            "ends": [number for number in range(GAMES + MORE) if not is_long(number)],
            "unit": "turns of games",
            "seconds": ANSWER_SECONDS,
        }

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """Play a game, and return each turn that was answered."""
        number = question["number"]
        long = is_long(number)
        plies = LONG if long else LAST_PLIES[number // EVERY_LONG % len(LAST_PLIES)]
        random = Random(number)
        first = opening(random, plies)
        scores = {f"fish{fish}": {"type": 0, "score": score} for fish, score in first["fish_scores"].items()}
        for fish in scores.values():
            fish["type"] = next(kind for kind, score in TYPE_TO_SCORE.items() if score == fish["score"])
        self._told: list[dict[str, Any]] = []
        player = self._player()
        game = player._turns = self._game(player, {**scores, "game_over": False}, first, random)
        failure = ""
        try:
            with CLOCK.running():
                player.player_loop()
            failure = "its loop ends while the game goes on"
        except GameOverError:
            pass
        finally:
            game.close()  # now, and not when it is next looked for garbage: that would end the watch of another game
            Node._watch = None
        return {"turns": self._told, "failure": failure, "long": long, "clock": CLOCK.asked}

    def _game(self, player: Any, scores: dict[str, Any], message: dict[str, Any], random: Random) -> Generator[Any]:
        """Yield the messages of a game; its player answers in between."""
        yield scores
        for _ in range(TURNS):
            tree = Tree(message)
            player._answers.clear()
            Node._watch = self._watch = CallRecorder((Node, State), self._folder)
            with self._watch:
                yield message
            Node._watch = None
            node = tree.node(())
            action = player._answers[-1].get("action") if player._answers else None
            self._told.append(self._turn(tree, action))
            legal = {child._path: child for child in node.compute_and_get_children()}
            after = next((child for child in legal.values() if tree.name(child.move) == action), None)
            after = after or next(iter(legal.values()))
            replies = after.compute_and_get_children()
            if not replies:
                return
            node = random.choice(replies)
            if not node.state.fish_positions or not node.compute_and_get_children():
                return
            message = message_of(node)

    def _turn(self, tree: Tree, action: Any) -> dict[str, Any]:
        """Return a turn as its judge needs it."""
        names = {tree.name(move): move for move in tree.moves(())}
        told: dict[str, Any] = {"move": action if isinstance(action, str) else repr(action)}
        if action not in names:
            if len(names) == 1:  # the program plays this move whatever is answered
                return told
            if action is None and not any(kind == MADE for kind, _ in self._watch.events):
                raise NotImplementedError("it answers None, and looks at no node")
            return told | {"failure": f"it answers {action!r}, which is no action; they are {', '.join(ACTION_TO_STR.values())}"}
        values = values_of(self._watch.calls, tree)
        if values is not None:
            nodes = [node for path in sorted(values.own) if (node := tree.node(path)).state.player != tree.turn(())]
            told["view"] = of_one(evaluator_in(self._watch, values), map(_turned, nodes[:MOST])) or None
        return told | ways_of(self._watch, tree, values)


def _turned(node: Node) -> tuple[Node, Node]:
    """Return a node, and a copy of it in which it is the other side's turn."""
    other = copy(node)
    other.state = copy(node.state)
    other.state.player = 1 - node.state.player
    return node, other


class Kth(Dialect):
    """The course's interface: a player with its loop; or, without one, a search of nodes alone."""

    position, view, states = "node", kth_trees.Node, "KTH's game tree"
    words = {  # noqa: RUF012
        "position.value(player)": "node.state.get_player_scores()",
        "position.key()": "a key of hooks, fish and scores",
        "moves()": "compute_and_get_children()",
    }
    needs_depth, first_only, modules_first, root = False, True, True, "search_best_next_move"
    plays = "counterply.plugins.fishing_derby.guest:guest"
    modules = {  # noqa: RUF012
        "fishing_game_core": {},
        "fishing_game_core.game_tree": {"Node": Node, "State": State, "compute_caught_fish": compute_caught_fish},
        "fishing_game_core.player_utils": {"PlayerController": PlayerController},
        "fishing_game_core.communicator": {},
        "fishing_game_core.shared": {
            "ACTION_TO_STR": ACTION_TO_STR,
            "ACT_TO_MOVES": ACT_TO_MOVES,
            "OBS_TO_MOVES": OBS_TO_MOVES,
            "MOVES_TO_OBS": {step: code for code, step in OBS_TO_MOVES.items()},
            "OPPOSITE_MOVES": {0: None, 1: 2, 2: 1, 3: 4, 4: 3},
            "TYPE_TO_SCORE": TYPE_TO_SCORE,
        },
    }

    def found(self, own: Named) -> list[str]:
        """Return a file's player, if that has a loop."""
        player = own.get(PLAYER)
        return [f"{PLAYER}.{LOOP}"] if inspect.isclass(player) and LOOP in vars(player) else []

    def opened(self, module: ModuleType, name: str) -> Judged | None:  # noqa: D102
        return Judged(module, name) if name == f"{PLAYER}.{LOOP}" else None

    def speaks(self, name: str, first: str, rest: Sequence[str]) -> bool:  # noqa: D102
        return name == self.root or first in ("node", "initial_tree_node")

    def parts(self, answer: Any, node: TreeNode) -> list[Any]:
        """Return the parts of an answer; a move is the name of an action."""
        steps = dict(zip(ACTION_TO_STR.values(), node.moves, strict=False))
        return [steps.get(part, part) if isinstance(part, str) else part for part in super().parts(answer, node)]


DIALECT = Kth()
