"""What an exported bot runs on: its search, and the programs of Kaggle and CodinGame around it.

The text of this module becomes a part of each bot, so it imports nothing but the standard library and NumPy.
"""

from __future__ import annotations

import base64
import sys
import time
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np

AnyPosition = Any  # the game's own functions look into it, and nothing here

ONGOING, FIRST, SECOND, DRAW = 0, 1, 2, 3
WON = 1 << 40  # the score of a game won at the root; a ply later one less
SURE = 1 << 39  # scores beyond it are those of won and lost games
HIGHEST = (1 << 29) - 1  # score of an evaluation
LOOK_NODES = 64  # between looks at the clock
MOST_ENTRIES = 300_000  # of the table
DEEPEST = 200


class OutOfTime(Exception):
    """The time for a move is over."""


def unpacked(text: str, dtype: Any, shape: tuple[int, ...]) -> Any:
    """Return an array that was packed into a text."""
    return np.frombuffer(zlib.decompress(base64.b85decode(text)), dtype).reshape(shape)


def network_value(net: dict[str, Any], position: Any, turn: int, sizes: list[float], cells: list[int]) -> float:
    """Return the first player's value by a learnt network; `sizes` are features, and `cells` the numbers of declared cells."""
    data, rows, unusual = position.tobytes(), [0], 0
    words = [int.from_bytes(data[place : place + size], "little") for place, size, _ in net["words"]]
    left = (words[0] | words[1] | words[2] if len(words) == 3 else words[0] | words[-1]) & net["bits"] if words else 0
    while left:
        bit = (left & -left).bit_length() - 1
        left &= left - 1
        rows.append(net["bit_row"][bit] + sum((word >> bit & 1) << number for number, word in enumerate(words)))
        unusual += 1
    for cell, (low, high, usual, row, staged) in enumerate(net["cells"]):
        if cells:
            value = cells[cell]
        elif net["places"]:
            place, size, signed = net["places"][cell]
            value = int.from_bytes(data[place : place + size], "little", signed=signed)
        else:
            value = sum(sizes[cell] >= edge for edge in net["edges"][cell])
        value = min(max(value, low), high)
        if value != usual:
            rows.append(row + value - low)
            unusual += staged
    stage = sum(unusual >= at for at in net["stage_at"])
    begin = (stage * net["sides"] + min(turn, net["sides"] - 1)) * net["size"]
    exchanged = net["exchanged"] * turn
    indices = net["vectors"][[exchanged + row for row in rows]].sum(axis=0, dtype=np.int64) & 0xFFFF
    total = float(net["tables"][begin + net["offsets"] + indices].sum(dtype=np.int64))
    if sizes:
        weights = net["tables"][begin + net["weights_at"] : begin + net["weights_at"] + len(sizes) + 1]
        total += sum(float(w) * f * k for w, f, k in zip(weights, sizes, net["factors"])) + float(weights[len(sizes)])  # noqa: B905
    return float(-total if exchanged else total) * float(net["scale"])


class Bot:
    """A player of one game, from its rules.

    Parameters
    ----------
    start : the first position
    moves, after, outcome, turn, key, text : of a position; `text` writes a move
    value : ``(position, player)``
    grid : steps of the score grid in one unit of the evaluator
    margin : the first player's points of a finished game, where they are the objective; else None
    depth : plies, at most
    """

    def __init__(
        self,
        start: AnyPosition,
        moves: Callable[[Any], list[Any]],
        after: Callable[[Any, Any], Any],
        outcome: Callable[[Any], int],
        turn: Callable[[Any], int],
        key: Callable[[Any], Any],
        text: Callable[[Any, Any], str],
        value: Callable[[Any, int], float],
        grid: int,
        margin: Callable[[Any], int] | None,
        depth: int,
    ) -> None:
        self.start, self.moves, self.after, self.outcome, self.turn = start, moves, after, outcome, turn
        self.key, self.text, self.value, self.grid, self.margin, self.most = key, text, value, grid, margin, depth
        self.table: dict[Any, tuple[int, int, int, Any]] = {}
        self.player = self.nodes = 0
        self.deadline = 0.0

    def choose(self, position: AnyPosition, seconds: float, depth: int | None = None) -> tuple[Any, int, int]:
        """Return move, score and depth of the deepest search within the time, or to `depth`."""
        self.deadline = time.perf_counter() + seconds
        if self.player != self.turn(position) or len(self.table) > MOST_ENTRIES:
            self.table = {}
        self.player, self.nodes = self.turn(position), 0
        order = self.moves(position)
        best, score, reached = order[0], 0, 0
        try:
            for plies in range(1, min(DEEPEST, depth or self.most) + 1):
                best, score = self.at_root(position, order, plies)
                order.remove(best)
                order.insert(0, best)
                reached = plies
                if abs(score) > SURE or (len(order) == 1 and depth is None):
                    break
        except OutOfTime:
            pass
        return best, score, reached

    def at_root(self, position: AnyPosition, order: list[Any], depth: int) -> tuple[Any, int]:
        """Return the first of the best moves, and its score."""
        best, score = order[0], -WON - 1
        for move in order:
            value = self.search(self.after(position, move), depth - 1, score, WON + 1, 1)
            if value > score:
                best, score = move, value
        return best, score

    def leaf(self, position: AnyPosition, outcome: int, ply: int) -> int:
        """Return the score of a finished game, or of an estimate, to the player."""
        if outcome == ONGOING:
            estimate = self.value(position, self.player) * self.grid
            return HIGHEST if estimate >= HIGHEST else -HIGHEST if estimate <= -HIGHEST else round(estimate)
        if self.margin is not None:
            points = self.margin(position) * self.grid
            return points if self.player == 0 else -points
        if outcome == DRAW:
            return 0
        return WON - ply if (outcome == FIRST) == (self.player == 0) else ply - WON

    def search(self, position: AnyPosition, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Return the score within the window: exact inside, else a bound."""
        self.nodes += 1
        if self.nodes % LOOK_NODES == 0 and time.perf_counter() > self.deadline:
            raise OutOfTime
        outcome = self.outcome(position)
        if outcome != ONGOING or depth == 0:
            return self.leaf(position, outcome, ply)
        key = self.key(position)
        known = None if key is None else self.table.get(key)
        first = None
        if known is not None:
            told, bound, score, first = known
            score = score - ply if score > SURE else score + ply if score < -SURE else score
            if told == depth and (bound == 0 or (bound > 0 and score >= beta) or (bound < 0 and score <= alpha)):
                return score
        order = self.moves(position)
        if first is not None:
            order.remove(first)
            order.insert(0, first)
        maximises, low, high = self.turn(position) == self.player, alpha, beta
        best, chosen = (-WON - 1 if maximises else WON + 1), order[0]
        for move in order:
            value = self.search(self.after(position, move), depth - 1, low, high, ply + 1)
            if value > best if maximises else value < best:
                best, chosen = value, move
                if maximises:
                    low = max(low, best)
                else:
                    high = min(high, best)
                if low >= high:
                    break
        bound = 1 if best >= beta else -1 if best <= alpha else 0
        kept = best + ply if best > SURE else best - ply if best < -SURE else best
        if key is not None:
            self.table[key] = depth, bound, kept, chosen
        return best

    def named(self, position: AnyPosition, text: str) -> Any:
        """Return the legal move of a text; None if there is none."""
        return next((move for move in self.moves(position) if self.text(position, move) == text), None)

    def first_column(self) -> int:
        """Return the number that the game gives to its leftmost column, 0 or 1; both hosts count from 0."""
        texts = [self.text(self.start, move) for move in self.moves(self.start)]
        return min(int(text) for text in texts if text.isdigit())

    # --- Kaggle's ConnectX

    def connectx(self, observation: Any, configuration: Any, share: float) -> int:
        """Answer a turn with a column, within a share of the time for it."""
        columns, rows, board = int(configuration["columns"]), int(configuration["rows"]), list(observation["board"])
        position = self.position_of([[board[columns * row + column] for row in reversed(range(rows))] for column in range(columns)])
        if position is None:
            raise ValueError(f"this board of {columns} columns and {rows} rows is no position of the bot's game")
        move = self.choose(position, share * float(configuration["actTimeout"]))[0]
        return int(self.text(position, move)) - self.first_column()

    def position_of(self, stones: list[list[int]]) -> Any:
        """Return the position with these stones in its columns, from below: by an order in which they can have been dropped."""
        total, dead, first = sum(bool(stone) for column in stones for stone in column), set(), self.first_column()

        def drop(position: AnyPosition, heights: tuple[int, ...], count: int) -> Any:
            if count == total:
                return position
            for column, height in enumerate(heights):
                if height == len(stones[column]) or stones[column][height] != 1 + count % 2 or self.outcome(position) != ONGOING:
                    continue
                higher = (*heights[:column], height + 1, *heights[column + 1 :])
                move = None if higher in dead else self.named(position, str(first + column))
                found = None if move is None else drop(self.after(position, move), higher, count + 1)
                if found is not None:
                    return found
            dead.add(heights)
            return None

        return drop(self.start, (0,) * len(stones), 0)

    # --- CodinGame

    def tic_tac_toe(self, first_seconds: float, seconds: float) -> None:
        """Play CodinGame's Tic-Tac-Toe: the opponent's row and column, then the valid ones; answers are a row and a column."""
        position = self.start
        while line := sys.stdin.readline():
            theirs = line.split()
            for _ in range(int(sys.stdin.readline())):
                sys.stdin.readline()
            move = self.named(position, ",".join(theirs))
            position = position if move is None else self.after(position, move)
            move = self.choose(position, first_seconds)[0]
            first_seconds = seconds
            print(*self.text(position, move).split(","), flush=True)
            position = self.after(position, move)

    def connect_4(self, first_seconds: float, seconds: float) -> None:
        """Play CodinGame's Connect 4: nine columns; a move ``STEAL`` where the game has one."""
        sys.stdin.readline()
        position, first = self.start, self.first_column()
        while sys.stdin.readline():
            for _ in range(7):
                sys.stdin.readline()
            for _ in range(int(sys.stdin.readline())):
                sys.stdin.readline()
            theirs = sys.stdin.readline().strip()
            move = self.named(position, "STEAL" if theirs == "-2" else str(first + int(theirs)))
            position = position if move is None else self.after(position, move)
            move = self.choose(position, first_seconds)[0]
            first_seconds = seconds
            text = self.text(position, move)
            print(int(text) - first if text.isdigit() else text, flush=True)
            position = self.after(position, move)
