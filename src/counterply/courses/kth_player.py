"""The opponent that the course's Fishing Derby program ships."""

from __future__ import annotations

import math
import time
from typing import Any

from counterply.core.errors import GameError
from counterply.core.limits import Limit
from counterply.core.report import Report
from counterply.games.fishing_derby.rules import STAY
from counterply.games.fishing_derby.scenarios import SIZE
from counterply.games.fishing_derby.text import bit_numbers, fish_places
from counterply.players.base import Listener, Player

POINT = 100.0  # what a point, landed or on a rod, is worth to it
FALL = 2.0  # a fish in the sea counts exp(-FALL * distance) of its value


class HostGreedyPlayer(Player):
    """Looks one ply ahead: points, fish on the rods, and the nearness of the others. In plain Python."""

    def start(self, game: Any, seat: int, seed: int) -> None:
        """Refuse other games."""
        if game.name != "fishing_derby":
            raise GameError(f"host_greedy plays fishing_derby only, not {game.name}")

    def choose(self, position: Any, limit: Limit, listen: Listener | None = None) -> Report:
        """Return the first of the best moves; 'stay' where every move leaves nothing to win and a loss."""
        begin = time.perf_counter()
        moves = position.moves()
        chosen, best = (moves[0], 0.0) if len(moves) == 1 else (STAY, -math.inf)
        for move in moves if len(moves) > 1 else ():
            value = host_value(position.after(move), position.turn)
            if value > best:
                chosen, best = move, value
            if value == math.inf:
                break
        return Report(chosen, line=(chosen,), depth=1, nodes=len(moves), seconds=time.perf_counter() - begin, plain=True)


def host_value(position: Any, player: int) -> float:
    """Return what that program thinks of a position: infinite once all fish are hooked or landed and somebody leads."""
    record, values = position.record, position.game.setup[0]["value"]
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
