"""Fishing Derby in the engine: nodes per second of own CPU time with four moving fish, and the depth after 60 ms of it.

python benchmarks/derby_speed.py [EVALUATOR]
"""

import sys
import time

from counterply import Limit
from counterply.search.alphabeta.engine import Engine
from counterply.usercode.loading import load_evaluator, load_game

NODES = 3_000_000
SCENARIOS = [f"random:fish=4,seed={seed}" for seed in (1, 2, 3)]


def main() -> None:
    name = sys.argv[1] if len(sys.argv) > 1 else None
    for scenario in [*SCENARIOS, "test_1", "test_2", "test_3"]:
        game = load_game("fishing_derby", {"scenario": scenario})
        engine = Engine(game, load_evaluator(name, game))
        list(engine.deepen(game.start(), Limit(depth=2)))
        engine.forget()
        begin, after_60 = time.thread_time(), 0
        for report in engine.deepen(game.start(), Limit(nodes=NODES)):
            spent = time.thread_time() - begin
            if spent < 0.06:
                after_60 = report.depth
        spent = time.thread_time() - begin
        print(
            f"{scenario:24} {report.nodes / spent / 1e6:5.2f} M nodes/s, depth {after_60} after 60 ms, {report.depth} after "
            f"{report.nodes:,} nodes, {report.score_text}, {report.stopped}"
        )


if __name__ == "__main__":
    main()
