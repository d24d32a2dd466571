"""The Fishing Derby program of the course DD2380 at KTH: the process that its player talks to, and the opponent that it ships.

The player (`kth_player.py` beside this file, to be copied over the course's player.py) runs inside the course's program and its
Python. It sends each turn's message to ``counterply host fishing_derby`` as a line of JSON, with the keys that the course's program
uses, the codes of a fish as one string of digits, and `number` and `seconds` of the turn. The answer, a line too, has `number`,
`action` and `search_time`. Before the first one the process says ``{"ready": true}``.
"""

from __future__ import annotations

import contextlib
import json
import logging
import math
import queue
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from counterply.core.errors import GameError, UsageError
from counterply.core.game import Game
from counterply.core.limits import Limit
from counterply.core.position import Position
from counterply.core.report import Report
from counterply.players import make_player_here
from counterply.players.base import BasePlayer, Listener
from counterply.plugins.fishing_derby.game import game_of
from counterply.plugins.fishing_derby.rules import MOVE_NAMES, NO_FISH, SETUP_CLASSES, STAY
from counterply.plugins.fishing_derby.scenarios import SIZE, check_scenario, random_scenario, scenario_of
from counterply.plugins.fishing_derby.text import bit_numbers, fish_places
from counterply.search.request import SearchRequest, Spending, Spent

PLAYER_FILE = Path(__file__).with_name("kth_player.py")  # to be copied over the course's
SEARCH_SECONDS = 0.055  # for a turn that does not say how long it may take
LEAST_SECONDS = 0.002
FEW_FISH = 5  # as the course's scenarios have
WARM_LIMIT = Limit(seconds=0.2)
LONGEST_MESSAGE = 1 << 24  # bytes; one with a thousand fish is far shorter
SHOWN = 40  # bytes of a line that is no message

log = logging.getLogger(__name__)


class Agent:
    """Answers the turns of any number of games; keeps the player's memory from one turn to the next.

    Everything is compiled when it is made. It never raises: it logs a message's fault, and answers a legal action.
    """

    def __init__(self, player: str) -> None:
        self.player = make_player_here(player)
        self._game: Game | None = None
        self._fish: list[int] = []  # the host's number of each of the game's fish
        self._codes: dict[int, str] = {}
        for fish in (*SETUP_CLASSES, FEW_FISH):  # the last one again, so that the usual case is in the processor's cache
            self._game = self._take(random_scenario(fish, 0, True))
            self.player.choose(self._game.start(), WARM_LIMIT)
        self._game = None

    def answer(self, turn: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to a turn."""
        begin = time.monotonic()
        action = None
        try:
            position = self.position(turn)
            if position.moves():
                seconds = float(turn.get("seconds", SEARCH_SECONDS)) - (time.monotonic() - begin)
                report = self.player.choose(position, Limit(seconds=max(LEAST_SECONDS, seconds)))
                action = MOVE_NAMES[report.move]
        except Exception as error:
            log.warning("a turn is answered without a search: %s: %s", type(error).__name__, " ".join(str(error).split()))
        if action is None:
            action = "up" if _has_caught(turn) else "stay"
        return {"number": turn.get("number"), "action": action, "search_time": round(time.monotonic() - begin, 4)}

    def position(self, turn: dict[str, Any]) -> Position:
        """Return the position that a turn shows, green to move; raises where it makes no sense."""
        codes = {int(fish): text for fish, text in turn["observations"].items()}
        places = {int(fish): (int(x), int(y)) for fish, (x, y) in turn["fishes_positions"].items()}
        hooks = [_both(turn["hooks_positions"])[player] for player in range(2)]
        rods = _both(turn["caught_fish"])
        if not self._goes_on(codes, places, rods):
            self._begin(turn, codes, places, hooks)
        assert self._game is not None
        record = self._game.empty()
        index = {fish: i for i, fish in enumerate(self._fish)}
        record["time"] = self._plies_since(codes)
        record["score"] = _both(turn["player_scores"])
        record["hook_x"], record["hook_y"] = np.array(hooks).T
        record["rod"] = [NO_FISH if rod is None else index[int(rod)] for rod in rods]
        record["free"] = sum(1 << index[fish] for fish in places if fish not in rods)
        return Position(self._game, record)

    def _plies_since(self, codes: dict[int, str]) -> int:
        """Return the plies since the game that is known began."""
        return len(next(iter(self._codes.values()))) - len(next(iter(codes.values())))

    def _goes_on(self, codes: dict[int, str], places: dict[int, tuple[int, int]], rods: list[int | None]) -> bool:
        """Tell whether a turn is of the game that is known: the same codes, and free fish where it has them."""
        if self._game is None or not codes or self._plies_since(codes) < 0 or not set(codes) <= set(self._fish):
            return False
        elapsed = self._plies_since(codes)
        cells = self._game.setup[0]["cell"][elapsed]
        return all(
            self._codes[fish][elapsed:] == text
            and (fish in rods or cells[self._fish.index(fish)] == places[fish][1] * SIZE + places[fish][0])
            for fish, text in codes.items()
        )

    def _begin(self, turn: dict[str, Any], codes: dict[int, str], places: dict[int, tuple[int, int]], hooks: list[Any]) -> None:
        """Make the game that a turn belongs to, in place."""
        values = {int(fish): int(value) for fish, value in turn["fish_scores"].items()}
        fish = sorted(codes)
        scenario = scenario_of(
            [(places[number], values[number]) for number in fish],
            (tuple(hooks[0]), tuple(hooks[1])),
            {i: [int(code) for code in codes[number]] for i, number in enumerate(fish)},
            len(codes[fish[0]]),
        )
        check_scenario(scenario, "the host's message")
        self._game, self._fish, self._codes = self._take(scenario), fish, codes

    def _take(self, scenario: dict[str, Any]) -> Game:
        """Return the game of a scenario, of which the player has been told, in place.

        The memory of the last game is given back first: new memory costs more time than the game's computations in it.
        """
        self._game = None
        self.player.close()
        game = game_of(scenario)
        self.player.start(game, 0, 0)
        return game


def _both(values: dict[Any, Any]) -> list[Any]:
    """Return a message's values of green and of red; JSON has made the keys texts."""
    by_player = {int(player): value for player, value in values.items()}
    return [by_player[0], by_player[1]]


def _has_caught(turn: dict[str, Any]) -> bool:
    """Tell whether green has a fish on its rod, as far as a message can be understood."""
    try:
        return _both(turn["caught_fish"])[0] is not None
    except (KeyError, TypeError, ValueError, AttributeError):
        return False


def serve(player: str) -> None:
    """Say ``{"ready": true}`` once everything is compiled; then answer turns from stdin on stdout until it ends.

    Of turns that have come in the meantime it answers only the last one: the others have timed out.

    Raises
    ------
    UsageError
        for input that is no message of the course's program
    """
    agent = Agent(player)
    source, target = sys.stdin.buffer, sys.stdout.buffer
    lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
    with contextlib.redirect_stdout(sys.stderr):
        threading.Thread(target=_receive, args=(source, lines), daemon=True).start()
        write_message(target, {"ready": True})
        while (line := newest(lines)) is not None:
            write_message(target, agent.answer(message_of(line)))


def _receive(source: BinaryIO, lines: queue.SimpleQueue[bytes | None]) -> None:
    """Put lines into a queue as they come, and None at the end."""
    while line := source.readline(LONGEST_MESSAGE):
        lines.put(line)
    lines.put(None)


def newest(lines: queue.SimpleQueue[bytes | None]) -> bytes | None:
    """Wait for a line and return the last one that is there; None only where nothing came before the end."""
    line = lines.get()
    while line is not None and not lines.empty():
        following = lines.get()
        if following is None:
            lines.put(None)
            break
        line = following
    return line


def message_of(line: bytes) -> dict[str, Any]:
    """Return the message that a line is; raises `UsageError` if it is none."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        raise UsageError(f"standard input is not lines of JSON, as the course's player sends them: {line[:SHOWN]!r}") from None
    return message if isinstance(message, dict) else {}


def write_message(target: BinaryIO, message: dict[str, Any]) -> None:
    """Write a message and send it off."""
    target.write(json.dumps(message).encode() + b"\n")
    target.flush()


# --- the opponent that the course's program ships


POINT = 100.0  # its value of a point, landed or on a rod
FALL = 2.0  # a fish in the sea counts exp(-FALL * distance) of its value


class HostGreedyPlayer(BasePlayer):
    """Looks one ply ahead: points, fish on the rods, and the nearness of the others. In plain Python."""

    only = ("fishing_derby",)

    def start(self, game: Game, seat: int, seed: int) -> None:
        """Refuse other games."""
        if game.name != "fishing_derby":
            raise GameError(f"host_greedy plays fishing_derby only, not {game.name}")

    def choose(self, position: Any, limit: Limit, listen: Listener | None = None) -> Report:
        """Return the first of the best moves, as far as the limit goes; 'stay' where all leave nothing to win and a loss."""
        spending = Spending(SearchRequest(position, limit))
        moves = position.moves()
        chosen, best = (moves[0], 0.0) if len(moves) == 1 else (STAY, -math.inf)
        with suppress(Spent):
            for move in moves if len(moves) > 1 else ():
                value = host_value(spending.play(position, move), position.turn)
                if value > best:
                    chosen, best = move, value
                if value == math.inf:
                    break
        return spending.stamp(Report(chosen, line=(chosen,), depth=1, plain=True))


def host_value(position: Any, player: int) -> float:
    """Return that program's value of a position: infinite once all fish are hooked or landed and one player leads."""
    record, values = position.record, position.setup["value"]
    places = fish_places(position)
    sides = []
    for seat in (player, 1 - player):
        rod = int(record["rod"][seat])
        points = int(record["score"][seat]) + (int(values[rod]) if rod in places else 0)
        near = 0.0
        for fish in bit_numbers(int(record["free"])):
            across = abs(places[fish][0] - int(record["hook_x"][seat]))
            distance = min(across, SIZE - across) + abs(places[fish][1] - int(record["hook_y"][seat]))
            near += int(values[fish]) * math.exp(-FALL * distance)
        sides.append((points, near))
    (own, own_near), (other, other_near) = sides
    if not int(record["free"]):
        return math.inf if own > other else -math.inf if own < other else 0.0
    return POINT * (own - other) + own_near - other_near
