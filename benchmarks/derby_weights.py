"""SPSA for an evaluator of Fishing Derby over many random scenarios, where `counterply tune` takes one.

python benchmarks/derby_weights.py [--eval race] [--steps 150] [--nodes 1000] [--seed 5000] [--fish 5] [--length 120]

Then benchmarks/derby_match.py plays the result against the old weights, on other scenarios.
"""

import argparse

from counterply import Limit
from counterply.arena.match import Task, play_game
from counterply.arena.statistics import Standing, pair_standing
from counterply.players import make_player
from counterply.plugins.learning.tuning.objective import player_text, scales_of
from counterply.plugins.learning.tuning.spsa import Spsa
from counterply.usercode.loading import load_evaluator, load_game

SAY_EVERY = 10  # steps


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--eval", default="race")
    parser.add_argument("--steps", type=int, default=150)
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=5000)
    parser.add_argument("--fish", type=int, default=5)
    parser.add_argument("--length", type=int, default=120)
    arguments = parser.parse_args()
    limit = Limit(nodes=arguments.nodes)

    def compare(ours, theirs, first, pairs):
        """Play each scenario twice, sides swapped."""
        players = [make_player(player_text("engine:memory=1", arguments.eval, weights)) for weights in (ours, theirs)]
        standing = Standing()
        for number in range(first, first + pairs):
            scenario = f"random:fish={arguments.fish},seed={arguments.seed + number},length={arguments.length}"
            game = load_game("fishing_derby", {"scenario": scenario, "first": "green"})
            points = []
            for swapped in (False, True):
                seats = players[::-1] if swapped else players
                task = Task(0, 0, number, seats[0].name, seats[1].name, swapped, number, 0, ())
                points.append(play_game(game, seats, limit, task).points(int(swapped)))
            standing += pair_standing(*points)
        return standing

    start = list(load_evaluator(arguments.eval, load_game("fishing_derby")).weights)
    search, scales = Spsa(start, start), scales_of(start)
    while search.steps < arguments.steps:
        search.advance(scales, compare, arguments.seed)
        if search.steps % SAY_EVERY == 0:
            print(f"{search.games} games: {search.best}", flush=True)


if __name__ == "__main__":
    main()
