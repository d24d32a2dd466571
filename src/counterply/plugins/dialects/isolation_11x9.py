"""Udacity's knight-move Isolation of 11 x 9 as its player sees it: `CustomPlayer(player_id).get_action(state)`, which puts moves.

It has its own evaluator and depth, and is cut off when its time is up. So it is asked about positions of the real game, and judged
by its own values; one that plays games at random from there is judged by whether it keeps the win where there is one.

Runs in the student's process, and needs nothing but the standard library.
"""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable, Sequence
from enum import IntEnum
from functools import cache
from pathlib import Path as FilePath
from random import Random
from typing import Any, NamedTuple

from counterply.plugins.dialects.steady_clock import CLOCK
from counterply.plugins.dialects.watching import Path, Watch, ways_of

PLAYER, METHOD = "CustomPlayer", "get_action"
WIDTH, HEIGHT = 11, 9
SIZE = (WIDTH + 2) * HEIGHT - 2
ROW = (1 << WIDTH) - 1
BLANK_BOARD = sum(ROW << (row * (WIDTH + 2)) for row in range(HEIGHT))
S, N, W, E = -WIDTH - 2, WIDTH + 2, 1, -1
QUESTIONS = 24
QUESTIONS_OF_GAMES = 16  # to one that plays games at random
PLIES = (46, 38, 52, 30)  # made before a question
MOST_RESULTS = 2_500  # positions that it may make in its time
MOST_RESULTS_OF_GAMES = 30_000  # of one that plays games at random, so that it comes to a decision
FEW_NODES = 4_000  # of a position that is solved
RANDOM_GAMES = ("mcts", "uct", "rollout", "playout", "simulat", "default_policy", "backup", "backprop", "montecarlo", "monte_carlo")


class Action(IntEnum):
    """The eight steps of a knight."""

    NNE = N + N + E
    ENE = E + N + E
    ESE = E + S + E
    SSE = S + S + E
    SSW = S + S + W
    WSW = W + S + W
    WNW = W + N + W
    NNW = N + N + W


class StopSearch(Exception):
    """The time is up."""


class Fields(NamedTuple):
    """A position's three fields."""

    board: int = BLANK_BOARD
    ply_count: int = 0
    locs: tuple[int | None, int | None] = (None, None)


class Isolation(Fields):
    """A position: a bitboard of open cells, the plies made, and both places."""

    _path: Path = ()
    _host: Host | None = None

    def actions(self) -> list[Any]:  # noqa: D102 - the course's program says it
        loc = self.locs[self.player()]
        if loc is None:
            return self.liberties(None)
        return [step for step in Action if step + loc >= 0 and self.board & (1 << (step + loc))]

    def player(self) -> int:  # noqa: D102
        return self.ply_count % 2

    def result(self, action: int) -> Isolation:  # noqa: D102
        place = self.locs[self.player()]
        assert place is None or action in set(Action), f"{action} is not a valid action from the set {list(Action)}"
        cell = int(action) + (place or 0)
        if not self.board & (1 << cell):
            raise RuntimeError("Invalid move: target cell blocked")
        locs = (self.locs[0], cell) if self.player() else (cell, self.locs[1])
        made = type(self)(self.board ^ (1 << cell), self.ply_count + 1, locs)
        made._path, made._host = (*self._path, int(action)), self._host
        if self._host is not None:
            self._host.made(made._path)
        return made

    def terminal_test(self) -> bool:  # noqa: D102
        return not (self._has_liberties(0) and self._has_liberties(1))

    def utility(self, player_id: int) -> float:  # noqa: D102
        if not self.terminal_test():
            return 0
        wins = self._has_liberties(self.player()) == (player_id == self.player())
        return float("inf") if wins else float("-inf")

    def liberties(self, loc: int | None) -> list[int]:  # noqa: D102
        cells = range(SIZE) if loc is None else (loc + step for step in Action)
        return [cell for cell in cells if cell >= 0 and self.board & (1 << cell)]

    def _has_liberties(self, player_id: int) -> bool:
        return any(self.liberties(self.locs[player_id]))


class DebugState(Isolation):
    """A position that can be shown."""

    @staticmethod
    def from_state(state: Isolation) -> DebugState:  # noqa: D102
        return DebugState(*state)

    @staticmethod
    def ind2xy(ind: int) -> tuple[int, int]:  # noqa: D102
        return ind % (WIDTH + 2), ind // (WIDTH + 2)


class BasePlayer:
    """The class that a player extends."""

    def __init__(self, player_id: int) -> None:
        self.player_id = player_id
        self.timer = self.queue = self.context = self.data = None

    def get_action(self, state: Isolation) -> None:  # noqa: D102
        raise NotImplementedError


class DataPlayer(BasePlayer):
    """One with data; none lie beside a file that is handed in."""


ISOLATION = {
    **{"Isolation": Isolation, "DebugState": DebugState, "Action": Action, "StopSearch": StopSearch},
    **{"_WIDTH": WIDTH, "_HEIGHT": HEIGHT, "_SIZE": SIZE, "_BLANK_BOARD": BLANK_BOARD, "S": S, "N": N, "W": W, "E": E},
    "_ACTIONSET": set(Action),
}
MODULES: dict[str, dict[str, Any]] = {
    "isolation": ISOLATION,
    "isolation.isolation": ISOLATION,
    "sample_players": {"BasePlayer": BasePlayer, "DataPlayer": DataPlayer},
}


class Queue:
    """Where moves are put: the last one in time counts."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def put(self, action: Any, *unused: Any, **named: Any) -> None:
        """Take a move."""
        self._host.check_time()
        self._host.chosen = action

    put_nowait = put


class Host:
    """Asks a player about a position, until it has ended or its time is up."""

    def __init__(self, most: int, watch: Watch | None) -> None:
        self._left, self._watch = most, watch
        self.chosen: Any = None
        self.stopped = False

    def check_time(self) -> None:
        """Raise where time is up."""
        if self._left <= 0:
            self.stopped = True
            raise StopSearch

    def made(self, path: Path) -> None:
        """Note that a position was made."""
        if self._watch is not None:
            self._watch.made(path)
        self._left -= 1
        self.check_time()


class Tree:
    """The game from a position, by the moves that lead on."""

    def __init__(self, root: Isolation) -> None:
        self._states: dict[Path, Isolation] = {(): Isolation(*root)}

    def state(self, path: Path) -> Isolation:
        """Return a position."""
        if path not in self._states:
            self._states[path] = self.state(path[:-1]).result(path[-1])
        return self._states[path]

    def turn(self, path: Path) -> int:
        """Return whose move it is."""
        return self.state(path).player()

    def moves(self, path: Path) -> Sequence[int]:
        """Return the moves; none where the game is over."""
        state = self.state(path)
        return [] if state.terminal_test() else [int(action) for action in state.actions()]

    def key(self, path: Path) -> Any:
        """Return what tells positions apart."""
        return tuple(self.state(path))

    def may_end(self, path: Path) -> bool:
        """Tell whether a search may take the game to be over here, though it is not."""
        return False

    def name(self, move: int) -> str:
        """Return the name of a move."""
        return Action(move).name


def position(random: Random, plies: int) -> Isolation:
    """Return a position after random moves, in which both sides have a choice."""
    while True:
        state = Isolation()
        while state.ply_count < plies and not state.terminal_test():
            state = state.result(random.choice(state.actions()))
        if not state.terminal_test() and len(state.actions()) > 1:
            return Isolation(*state)


def solved(random: Random) -> tuple[Isolation, dict[int, bool]]:
    """Return a position of which few can be reached, with whether each move wins: some do, none at once, and half do not."""
    while True:
        state = position(random, 56)
        left = [FEW_NODES]

        @cache
        def won(state: Isolation, left: list[int] = left) -> bool:
            left[0] -= 1
            if left[0] < 0:
                raise OverflowError
            if state.terminal_test():
                return state.utility(state.player()) > 0
            return any(not won(state.result(action)) for action in state.actions())

        wins_list: Callable[[Isolation], bool] = won
        try:
            by_move = {int(action): not wins_list(state.result(action)) for action in state.actions()}
        except (OverflowError, TypeError):
            continue
        at_once = any(state.result(action).terminal_test() for action, wins in by_move.items() if wins)
        if not at_once and 0 < 2 * sum(by_move.values()) <= len(by_move):
            return state, by_move


def found(own: dict[str, Any]) -> list[str]:
    """Return what is judged of a file: its player, if it is given the position alone."""
    method = getattr(own.get(PLAYER), METHOD, None)
    return [f"{PLAYER}.{METHOD}"] if inspect.isfunction(method) and "state" in inspect.signature(method).parameters else []


class Judged:
    """A player, asked about positions."""

    def __init__(self, module: Any, name: str) -> None:
        self._player = getattr(module, name.partition(".")[0])
        self._folder = str(FilePath(module.__file__).parent)
        words = " ".join(name for value in (*vars(module).values(), self._player) for name in _names(value)).lower()
        self._random_games = any(word in words for word in RANDOM_GAMES)
        self._extra = len(inspect.signature(getattr(self._player, METHOD)).parameters) - 2
        self.facts = {
            "kind": "played",
            "text": f"{name}(state)",
            "questions": QUESTIONS_OF_GAMES if self._random_games else QUESTIONS,
            "random_games": self._random_games,
        }

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """Ask about a position, and return its turn."""
        random = Random(question["number"])
        if self._random_games:
            state, by_move = solved(random)
            host = self._asked(state, MOST_RESULTS_OF_GAMES, None)
            turn = {"ways": [], "kept": by_move.get(host.chosen, False)}
        else:
            state = position(random, PLIES[question["number"] % len(PLIES)])
            watch = Watch(lambda value: value._path if isinstance(value, Isolation) else None, self._folder)
            with watch:
                host = self._asked(state, MOST_RESULTS, watch)
            turn = ways_of(watch, Tree(state))
        legal = {int(action): Tree(state).name(action) for action in state.actions()}
        if host.chosen not in legal:
            turn = {
                "failure": "it puts no move into the queue" if host.chosen is None else f"it puts {host.chosen!r}, which is illegal"
            }
        return {"turns": [turn | {"move": legal.get(host.chosen, "")}], "long": True, "clock": host.stopped or CLOCK.asked}

    def _asked(self, state: Isolation, most: int, watch: Watch | None) -> Host:
        player = self._player(state.player())
        host = Host(most, watch)
        player.queue = Queue(host)
        given = Isolation(*state)
        given._host = host
        with CLOCK.running(), contextlib.suppress(StopSearch):
            player.get_action(given, *[0] * max(0, self._extra))
        return host


def _names(value: Any) -> list[str]:
    """Return the name of a function, or of a class and its methods."""
    own = getattr(value, "__module__", "") or ""
    if not own.startswith("student_"):
        return []
    return [getattr(value, "__name__", ""), *(vars(value) if inspect.isclass(value) else ())]


def opened(module: Any, name: str) -> Judged:
    """Return the player that a file holds."""
    return Judged(module, name)
