"""Five in a row's stand-in: an opponent that shares nothing with our players but the rules.

    counterply match gomoku engine benchmarks/standins/gomoku.py:Windows --time 100ms

`Windows` is the alpha-beta that students and old programs have: each five cells in a line that hold stones of one colour alone
count for it, the best dozen moves by that count are searched, and nothing is known of threes, fours or forced wins. Never used in
tuning.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from counterply.compiling.intrinsics import copy_record, monotonic_ns
from counterply.compiling.kernels import kernel
from counterply.core.contract import outcome, play
from counterply.core.limits import NANOSECONDS, Limit, now_ns
from counterply.core.position import Position
from counterply.core.report import Report
from counterply.core.values import DRAW, FIRST, ONGOING
from counterply.players.base import Listener, Player
from counterply.plugins.gomoku.rules import DOWN, MAX_SIDE, RIGHT, has

TIME_KEPT = 0.06  # of a limit, for the way back
USUAL_NODES = 20_000  # where nothing limits a search
POLL_NODES = 64
DEEPEST = 24  # plies
BREADTH = 12  # moves
CHOSEN = BREADTH + 1  # place of the move to play, in the list of the root; best_moves writes one more than BREADTH
NEAR = 2  # cells from a stone
FIVE = 5
WON, INFINITE = 1 << 40, 1 << 50
WORTH = np.array([0, 1, 12, 140, 1600, 1 << 30])  # of five cells with so many stones of one colour and none of the other
NODES, NODE_LIMIT, DEADLINE, OVER = range(4)  # places in the state of a search


@kernel
def window_gain(position: Any, setup: Any, player: int, row: int, column: int) -> int:
    """Return what a stone of `player` adds to his windows and takes from the other's; rows and columns from 1."""
    gain = 0
    for line in range(4):
        for first in range(1 - FIVE, 1):
            own = other = 0
            for place in range(first, first + FIVE):
                down, right = row + place * DOWN[line], column + place * RIGHT[line]
                if not (1 <= down <= setup["height"] and 1 <= right <= setup["width"]):
                    own = other = 1
                    break
                own += has(position, player, down, right)
                other += has(position, 1 - player, down, right)
            if other == 0:
                gain += WORTH[own + 1] - WORTH[own]
            elif own == 0:
                gain += WORTH[other]
    return gain


@kernel
def is_near(position: Any, setup: Any, row: int, column: int) -> bool:
    """Tell whether an empty cell is near a stone."""
    if has(position, 0, row, column) or has(position, 1, row, column):
        return False
    for down in range(max(1, row - NEAR), min(setup["height"], row + NEAR) + 1):
        for right in range(max(1, column - NEAR), min(setup["width"], column + NEAR) + 1):
            if has(position, 0, down, right) or has(position, 1, down, right):
                return True
    return False


@kernel
def best_moves(position: Any, setup: Any, moves: np.ndarray, gains: np.ndarray) -> int:
    """Write the best moves by their windows for either side and what they gain, the best first; return how many."""
    count, player = 0, np.int64(position["turn"])
    for row in range(1, setup["height"] + 1):
        for column in range(1, setup["width"] + 1):
            if not is_near(position, setup, row, column):
                continue
            gain = window_gain(position, setup, player, row, column)
            place = count
            while place > 0 and gains[place - 1] < gain:
                moves[place], gains[place] = moves[place - 1], gains[place - 1]
                place -= 1
            moves[place], gains[place] = (row - 1) * MAX_SIDE + column - 1, gain
            count = min(count + 1, BREADTH)
    return count


@kernel
def search(
    stack: Any, setup: Any, lists: Any, gains: Any, state: Any, ply: int, depth: int, alpha: int, beta: int, value: int
) -> int:
    """Return the value of the position at `ply` for its mover, whose windows are worth `value` more than the other's."""
    position, child = stack[ply], stack[ply + 1]
    state[NODES] += 1
    if state[NODES] >= state[NODE_LIMIT] or (state[NODES] % POLL_NODES == 0 and monotonic_ns() > state[DEADLINE]):
        state[OVER] = 1
    ended = outcome(position, setup)
    if ended != ONGOING:
        return 0 if ended == DRAW else WON - ply if (ended == FIRST) == (position["turn"] == 0) else ply - WON
    if depth == 0:
        return value
    count = best_moves(position, setup, lists[ply], gains[ply])
    best, chosen = -INFINITE, 0
    for index in range(count):
        copy_record(child, position)
        play(child, setup, lists[ply, index])
        after = -value - gains[ply, index]
        found = -search(stack, setup, lists, gains, state, ply + 1, depth - 1, -beta, -max(alpha, best), after)
        if state[OVER]:
            break
        if found > best:
            best, chosen = found, index
            if best >= beta:
                break
    if ply == 0 and not state[OVER]:
        lists[0, CHOSEN] = lists[0, chosen]
    return best


class Windows(Player):
    """Deepening alpha-beta without a table, a dozen moves at each position. Of equal moves, the first.

    Parameters
    ----------
    share : of the limit that it uses; 5 with a limit of nodes gives it five times as many, for matches that go by nodes
    """

    def __init__(self, share: float = 1.0) -> None:
        self.share = share
        self._game: Any = None

    def start(self, game: Any, seat: int, seed: int) -> None:
        """Compile for a new game."""
        if game is not self._game:
            self._game = game
            self._stack = np.zeros(DEEPEST + 2, game.record)
            self._lists = np.zeros((DEEPEST + 2, CHOSEN + 1), np.int64)
            self._gains = np.zeros((DEEPEST + 2, CHOSEN + 1), np.int64)
            self.choose(game.start().after(game.start().moves()[0]), Limit(nodes=50))

    def choose(self, position: Position, limit: Limit, listen: Listener | None = None) -> Report:
        """Deepen within the limit."""
        begin, moves = now_ns(), position.moves()
        if position.game is not self._game:
            self.start(position.game, position.turn, 0)
        height, width = position.game.board
        if position.ply == 0:
            return Report(height // 2 * MAX_SIDE + width // 2)
        state = np.zeros(4, np.int64)
        seconds, nodes = limit.move_seconds, limit.nodes
        state[DEADLINE] = 1 << 62 if seconds is None else begin + int(seconds * self.share * (1 - TIME_KEPT) * NANOSECONDS)
        state[NODE_LIMIT] = 1 << 62 if nodes is None and seconds is not None else int((nodes or USUAL_NODES) * self.share)
        self._stack[0] = position.record
        self._lists[0, CHOSEN] = moves[0]
        depth = 0
        while depth < min(limit.depth or DEEPEST, DEEPEST) and not state[OVER]:
            depth += 1
            search(self._stack, position.game.setup[0], self._lists, self._gains, state, 0, depth, -INFINITE, INFINITE, 0)
        seconds_spent = (now_ns() - begin) / NANOSECONDS
        return Report(int(self._lists[0, CHOSEN]), depth=depth - 1, nodes=int(state[NODES]), seconds=seconds_spent)
