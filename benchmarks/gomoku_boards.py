"""How deep and how fast the engine searches five in a row, by size of the board.

    python benchmarks/gomoku_boards.py [--sizes 15 20 26] [--positions 9] [--nodes 1000000]

Limits are nodes, so that a busy machine changes no depth. On each size the same openings, moved to the centre and played on for
some plies by the engine at few nodes. Prints the median depth with quartiles, nodes a second and which part of them looked for wins
by forcing moves; nodes a second are of CPU time.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time

from counterply import Limit
from counterply.core.values import ONGOING
from counterply.search.alphabeta.engine import Engine
from counterply.usercode.loading import load_evaluator, load_game

PLIES = 6  # played on from an opening
FEW_NODES = 2000


def main() -> int:
    """Measure each size."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[15, 17, 20, 23, 26])
    parser.add_argument("--positions", type=int, default=9)
    parser.add_argument("--nodes", type=int, default=1_000_000)
    chosen = parser.parse_args()
    for size in chosen.sizes:
        game = load_game("gomoku", {"size": str(size)})
        engine = Engine(game, load_evaluator(None, game))
        engine.warm_up(game.start())
        depths, speeds, forcing = [], [], []
        for text in game.openings():
            position = game.position(text)
            for _ in range(PLIES):
                if position.outcome() == ONGOING:
                    *_, report = engine.deepen(position, Limit(nodes=FEW_NODES))
                    position = position.after(report.move)
            engine.forget()
            if position.outcome() != ONGOING:
                continue
            begin = time.process_time()
            *_, report = engine.deepen(position, Limit(nodes=chosen.nodes))
            if report.proven:
                continue
            depths.append(report.depth)
            speeds.append(report.nodes / (time.process_time() - begin))
            forcing.append(report.forcing_nodes / max(1, report.nodes))
            if len(depths) == chosen.positions:
                break
        low, middle, high = statistics.quantiles(depths, n=4)
        print(
            f"{size} x {size}: depth {middle:.0f} ({low:.0f} to {high:.0f}), {statistics.median(speeds) / 1e6:.2f} M nodes/s of "
            f"CPU time, {statistics.median(forcing):.0%} of them for forced wins; {len(depths)} positions",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
