"""Random plies a second through Splendor's rules, by CPU time: ``python benchmarks/splendor_speed.py [host|official]``."""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np

from counterply.compiling.intrinsics import copy_record
from counterply.compiling.kernels import kernel
from counterply.core.contract import legal_moves, outcome, play, turn
from counterply.core.random import next_random
from counterply.core.values import ONGOING
from counterply.plugins.splendor.game import game

PLIES = 3_000_000
CHANCE_OUTCOMES = 1000


@kernel
def random_plies(position: Any, start: Any, setup: Any, plies: int, moves: np.ndarray, random: np.ndarray) -> int:
    """Play random games one after the other for a number of plies; return how many were finished."""
    games = 0
    copy_record(position, start)
    for _ in range(plies):
        if outcome(position, setup) != ONGOING:
            games += 1
            copy_record(position, start)
        count = CHANCE_OUTCOMES if turn(position, setup) == 2 else legal_moves(position, setup, moves)
        drawn = np.int64(((next_random(random) >> np.uint64(32)) * np.uint64(count)) >> np.uint64(32))
        play(position, setup, drawn if turn(position, setup) == 2 else np.int64(moves[drawn]))
    return games


def main() -> None:
    variant = sys.argv[1] if len(sys.argv) > 1 else "host"
    made = game(variant)  # type: ignore[arg-type]
    start, position = made.start().record, made.empty()
    moves, random = np.zeros(made.max_moves, np.int32), np.array([1], np.uint64)
    random_plies(position, start, made.setup[0], 1000, moves, random)
    begin = time.process_time()
    games = random_plies(position, start, made.setup[0], PLIES, moves, random)
    seconds = time.process_time() - begin
    speed = PLIES / seconds / 1e6
    print(f"{variant}: {speed:.2f} M plies/s, {PLIES / games:.1f} plies a game, {made.record.itemsize} bytes a position")


if __name__ == "__main__":
    main()
