"""A stand-in for KTH's ``fishing_game_core``: the game tree as players see it, their base class, and its tables.

Written from a description, on its own, with the tree's own ways: a fish below a landed one reads the code of the next lower rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Any

SIZE = 20
SURFACE = SIZE - 1
ACTION_TO_STR = {0: "stay", 1: "up", 2: "down", 3: "left", 4: "right"}
ACT_TO_MOVES = {0: (0, 0), 1: (0, 1), 2: (0, -1), 3: (-1, 0), 4: (1, 0)}
OBS_TO_MOVES = {0: (0, 1), 1: (0, -1), 2: (-1, 0), 3: (1, 0), 4: (-1, 1), 5: (1, 1), 6: (-1, -1), 7: (1, -1), 8: (0, 0)}
MOVES_TO_OBS = {step: code for code, step in OBS_TO_MOVES.items()}
TYPE_TO_SCORE = dict(enumerate([*range(1, 7), -7, *range(7, 12), *range(-1, -7, -1)]))
Cell = tuple[int, int]  # x, which wraps, and y, from the floor of the sea


class SettingLoader:
    """What has settings."""

    settings: Any = None

    def load_settings(self, settings: Any) -> None:
        """Take settings."""
        self.settings = settings


class PlayerController(SettingLoader):
    """The base of all players; `receiver` waits for the program's next message, and `sender` answers it."""

    fishes: Any = None

    def __init__(self) -> None:
        self.in_pipe: Any = None
        self.out_pipe: Any = None

    def set_receive_send_pipes(self, receive_pipe: Any, send_pipe: Any) -> None:
        """Take the ends of two pipes."""
        self.in_pipe, self.out_pipe = receive_pipe, send_pipe

    def receiver(self) -> Any:
        """Return the next message; end this process if the game is over."""
        message = self.in_pipe.recv()
        if message["game_over"]:
            raise SystemExit(0)
        return message

    def sender(self, message: Mapping[str, Any]) -> None:
        """Send an answer."""
        self.out_pipe.send(message)

    def player_loop(self) -> None:
        """Receive and send until the game is over."""


class State:
    """A state of the game tree. A fish on no rod is -1 in `player_caught`, and None in `get_caught`."""

    def __init__(self, number_of_fish: int) -> None:
        self.player: Any = None
        self.player_scores: dict[int, int] = {}
        self.player_caught: dict[int, int] = {}
        self.hook_positions: dict[int, Cell] = {}
        self.fish_positions: dict[int, Cell] = {}
        self.fish_scores: dict[int, int] = {}

    def set_hook_positions(self, player_pos: Sequence[int]) -> None:
        """Take x and y of both hooks, as four numbers."""
        self.hook_positions = {0: (player_pos[0], player_pos[1]), 1: (player_pos[2], player_pos[3])}

    def set_player(self, player: int) -> None:
        """Take the player on move."""
        self.player = player

    def set_player_scores(self, score_p0: int, score_p1: int) -> None:
        """Take the points of both."""
        self.player_scores = {0: score_p0, 1: score_p1}

    def set_fish_scores(self, fish_scores: dict[int, int]) -> None:
        """Take a copy of the fishes' points, as slow as there."""
        self.fish_scores = deepcopy(fish_scores)

    def set_caught(self, caught: Iterable[int | None]) -> None:
        """Take the fish on each rod, or None."""
        self.player_caught = {player: -1 if fish is None else fish for player, fish in enumerate(caught)}

    def set_fish_positions(self, fish_number: int, pos: Cell) -> None:
        """Take where a fish is."""
        self.fish_positions[fish_number] = pos

    def remove_fish(self, fish_number: int) -> None:
        """Remove a landed fish."""
        del self.fish_positions[fish_number]

    def get_hook_positions(self) -> dict[int, Cell]:
        """Return where the hooks are."""
        return self.hook_positions

    def get_player(self) -> int:
        """Return the player on move."""
        return int(self.player)

    def get_player_scores(self) -> tuple[int, int]:
        """Return the points of both."""
        return self.player_scores[0], self.player_scores[1]

    def get_fish_scores(self) -> dict[int, int]:
        """Return the points of all fish, landed ones too."""
        return self.fish_scores

    def get_caught(self) -> tuple[int | None, int | None]:
        """Return the fish on each rod, or None."""
        first, second = self.player_caught[0], self.player_caught[1]
        return (None if first == -1 else first), (None if second == -1 else second)

    def get_fish_positions(self) -> dict[int, Cell]:
        """Return where the fish are, those on rods too."""
        return self.fish_positions


class Node:
    """A node of the game tree; its children are made when they are asked for."""

    depth: int
    player: int
    observations: dict[int, list[int]]  # by depth: the codes of the root's fish, ascending
    state: Any  # a State, once it has one

    def __init__(self, root: bool = True, message: Any = None, player: int = 0) -> None:
        self.children: list[Node] = []
        self.state = None
        self.parent: Node | None = None
        self.move: int | None = None
        self.probability = 1.0
        if root:
            self.initialize_root(message, player)

    def initialize_root(self, curr_state: Any, player: int) -> None:
        """Take the state that a message shows, in place."""
        self.depth, self.player = 0, player
        codes = curr_state["observations"]
        self.observations = {time: list(now) for time, now in enumerate(zip(*(codes[fish] for fish in sorted(codes)), strict=True))}
        state = State(len(curr_state["fishes_positions"]))
        state.set_player(player)
        state.set_hook_positions((*curr_state["hooks_positions"][0], *curr_state["hooks_positions"][1]))
        state.set_caught((curr_state["caught_fish"][0], curr_state["caught_fish"][1]))
        for fish, place in curr_state["fishes_positions"].items():
            state.set_fish_positions(fish, place)
        state.set_player_scores(curr_state["player_scores"][0], curr_state["player_scores"][1])
        state.set_fish_scores(curr_state["fish_scores"])
        self.state = state

    def add_child(self, state: State, move: int, depth: int = 0, observations: Any = None, probability: float = 1.0) -> Node:
        """Add a child, in place, and return it."""
        child = self.__class__(root=False)
        child.state, child.parent, child.move, child.depth = state, self, move, depth
        child.observations, child.probability = observations or {}, probability
        self.children.append(child)
        return child

    def compute_and_get_children(self) -> list[Node]:
        """Return the children: one, "up", with a fish on the rod, else five; none where the codes end."""
        if len(self.observations) == self.depth:
            return []
        if not self.children:
            actions = range(5) if self.state.get_caught()[self.state.get_player()] is None else [1]
            for act in actions:
                state = self.compute_next_state(self.state, act, self.observations[self.depth])
                self.add_child(state, act, self.depth + 1, self.observations)
        return self.children

    def compute_next_state(self, current_state: State, act: int, observations: Sequence[int]) -> State:
        """Return the state after an action: first the fish move, then the hook."""
        player, rods = current_state.get_player(), current_state.get_caught()
        state = State(len(current_state.get_fish_positions()))
        state.set_player(1 - player)
        places = current_state.get_fish_positions()
        for rank, fish in enumerate(sorted(places)):
            step = (0, 1) if rods[player] == fish else (0, 0) if rods[1 - player] == fish else OBS_TO_MOVES[observations[rank]]
            state.set_fish_positions(fish, self.xy_move(places[fish], step))
        hooks = dict(current_state.get_hook_positions())
        hooks[player] = self.xy_move(hooks[player], ACT_TO_MOVES[act], hooks[1 - player])
        state.set_hook_positions((*hooks[0], *hooks[1]))
        state.set_fish_scores(current_state.get_fish_scores())
        caught, landed = compute_caught_fish(state, rods)
        scores = list(current_state.get_player_scores())
        for seat, landed_fish in enumerate(landed):
            if landed_fish is not None:
                scores[seat] += state.get_fish_scores()[landed_fish]
                state.remove_fish(landed_fish)
        state.set_player_scores(scores[0], scores[1])
        state.set_caught(caught)
        return state

    def xy_move(self, pos: Cell, move: Cell, adv_pos: Cell | None = None) -> Cell:
        """Return a place after a step: x wraps, and stays where the other boat is; y stays at the edges."""
        x, y = (pos[0] + move[0]) % SIZE, pos[1] + move[1]
        if not 0 <= y < SIZE:
            y = pos[1]
        return (pos[0], y) if adv_pos is not None and x == adv_pos[0] else (x, y)


def compute_caught_fish(state: State, current_fishes_on_rod: Sequence[int | None]) -> tuple[list[int | None], list[int | None]]:
    """Return for both players the fish on the rod, and the one that is landed, or None."""
    caught: list[int | None] = [None, None]
    landed: list[int | None] = [None, None]
    places = state.get_fish_positions()
    for player, hook in state.get_hook_positions().items():
        fish = current_fishes_on_rod[player]
        if fish is None:
            fish = next((number for number, place in places.items() if place == hook), None)
        if fish is not None:
            (landed if places[fish][1] >= SURFACE else caught)[player] = fish
    return caught, landed
