"""Five in a row's memo beside its C++ twin: the same updates and undos on 15x15, in interleaved rounds.

    python benchmarks/gomoku_twin/run.py [--rounds 9]

Needs g++. Prints, for each round, nanoseconds of CPU time for an update, its undo and a look at all counts, and their ratio, then
the median. Fails if the counts differ anywhere.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from counterply.compiling.kernels import kernel
from counterply.core.contract import undo, update
from counterply.plugins.gomoku.patterns import CLASSES
from counterply.usercode.loading import load_game

LINES = 400  # random walks
DEEPEST = 40  # plies
REPEATS = 20


@kernel
def walk(stack, setup, memo, moves, rounds):
    """Follow the moves, a negative one takes back; return a checksum of the counts after each update."""
    total = np.uint64(0)
    for _ in range(rounds):
        depth = 0
        for index in range(len(moves)):
            move = np.int64(moves[index])
            if move < 0:
                undo(stack[depth], setup, memo, np.int64(moves[-1 - move]))
                depth -= 1
                continue
            depth += 1
            stack[depth]["turn"] = depth & 1
            update(stack[depth], setup, memo, move)
            for kind in range(1, CLASSES):
                counts = np.uint64(memo["totals"]["counts"][0, kind] * 7 + memo["totals"]["counts"][1, kind])
                total = total * np.uint64(31) + counts
    return total


def lines(game: object, pick: random.Random) -> np.ndarray:
    """Return random walks near the centre, there and back: -1 - i takes back the move at index i."""
    region = [row * 26 + column for row in range(3, 12) for column in range(3, 12)]
    moves: list[int] = []
    for _ in range(LINES):
        path = []
        for move in pick.sample(region, pick.randrange(6, DEEPEST)):
            path.append(len(moves))
            moves.append(move)
        moves += [-1 - place for place in reversed(path)]
    return np.array(moves, np.int32)


def main() -> int:
    """Run the rounds."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9)
    chosen = parser.parse_args()
    game = load_game("gomoku")
    moves = lines(game, random.Random(1))
    stack = np.zeros(DEEPEST + 2, game.record)
    memo, tables = game.memo_of(game.start()), game.setup[0]["tables"]
    walk(stack, game.setup[0], memo, moves[:0], 1)
    ratios, ours_all = [], []
    with tempfile.TemporaryDirectory() as folder:
        source, program = Path(__file__).with_name("twin.cpp"), Path(folder) / "twin"
        subprocess.run(["g++", "-O3", "-march=native", "-std=c++17", "-o", str(program), str(source)], check=True)
        parts = [tables[name].tobytes() for name in ("reach", "half", "shapes", "combinations", "classes")]
        parts.append(tables["network"]["vectors"].tobytes())
        parts += [memo[name].tobytes() for name in ("lines", "points", "totals")]
        (Path(folder) / "tables").write_bytes(b"".join(parts))
        (Path(folder) / "moves").write_bytes(moves.tobytes())
        command = [str(program), f"{folder}/tables", f"{folder}/moves", str(len(moves)), str(REPEATS)]
        for number in range(chosen.rounds):
            answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
            begin = time.process_time()
            total = int(walk(stack, game.setup[0], memo, moves, REPEATS))
            ours = (time.process_time() - begin) / int(answer[1])
            if total != int(answer[2]):
                print("not the same counts", file=sys.stderr)
                return 1
            twin = float(answer[0]) / int(answer[1])
            ratios.append(twin / ours)
            ours_all.append(ours)
            print(f"round {number + 1:2}: here {ours * 1e9:6.1f} ns  twin {twin * 1e9:6.1f} ns  {ratios[-1]:.3f}")
    print(
        f"median: here {statistics.median(ours_all) * 1e9:.1f} ns, ratio of the twin's time to ours {statistics.median(ratios):.3f}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
