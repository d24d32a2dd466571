"""Beside OpenSpiel's Monte Carlo tree search at connect four: simulations a second, and games at equal processor time.

    python benchmarks/openspiel.py --python VENV/bin/python [--games 40] [--ms 20]

VENV is an environment with `pip install open_spiel`. Each search gets as many simulations a move as it makes in so many
milliseconds at the empty board. What both really made and used, in their own processor time, is printed. Our book is switched off:
with it a position of eight stones is known, and a simulation ends there.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from statistics import median
from typing import Any

SERVER = """
import json, sys, time
import numpy, pyspiel
game = pyspiel.load_game("connect_four")
for line in sys.stdin:
    asked = json.loads(line)
    state = game.new_initial_state()
    for move in asked["moves"]:
        state.apply_action(move)
    rollouts = pyspiel.RandomRolloutEvaluator(1, asked["seed"])
    bot = pyspiel.MCTSBot(game, rollouts, 2.0, asked["simulations"], 1000, True, asked["seed"], False)
    begin = time.process_time()
    root = bot.mcts_search(state)
    seconds = time.process_time() - begin
    print(json.dumps([int(root.best_child().action), root.explore_count, seconds]), flush=True)
"""
SPEED_SIMULATIONS = 50_000
ROUNDS = 5  # of the three speeds, in turns
OPENING_PLIES = 2
OPTIONS = {"book": "off"}


class OpenSpiel:
    """OpenSpiel's MCTSBot (UCT, random rollouts, solver on, uct_c 2) in a process of its own."""

    def __init__(self, python: str) -> None:
        self.server = subprocess.Popen([python, "-c", SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, moves: tuple[int, ...], simulations: int, seed: int) -> tuple[int, int, float]:
        """Return its move, the simulations that it made, and the processor time that they took in seconds."""
        assert self.server.stdin is not None
        assert self.server.stdout is not None
        self.server.stdin.write(json.dumps({"moves": moves, "simulations": simulations, "seed": seed}) + "\n")
        self.server.stdin.flush()
        move, made, seconds = json.loads(self.server.stdout.readline())
        return move, made, seconds

    def speed(self, seed: int) -> float:
        """Return the simulations a second at the empty board, in processor time."""
        _, made, seconds = self.ask((), SPEED_SIMULATIONS, seed)
        return made / seconds


def speed_of_ours(search: Any, seed: int) -> float:
    """Return the simulations a second of a search with an empty tree at the empty board, in processor time."""
    from counterply.core.limits import Limit

    search.forget()
    begin = time.process_time()
    *_, report = search.deepen(search.game.start(), Limit(simulations=SPEED_SIMULATIONS), seed=seed)
    return float(report.simulations / (time.process_time() - begin))


def speeds(game: Any, theirs: OpenSpiel) -> tuple[float, float, float]:
    """Print and return the median speeds: OpenSpiel's, ours with random rollouts, ours with light ones."""
    from counterply.plugins.monte_carlo.search import TreeSearch, TreeSettings
    from counterply.usercode.loading import load_evaluator

    settings = TreeSettings(prior="none"), TreeSettings(light=True)
    searches = [TreeSearch(game, load_evaluator(None, game), each) for each in settings]
    for search in searches:
        search.warm_up(game.start())
    theirs.ask((), 100, 0)
    rounds = [(theirs.speed(seed), *(speed_of_ours(search, seed) for search in searches)) for seed in range(ROUNDS)]
    their, random, light = (median(column) for column in zip(*rounds, strict=True))
    ratios = [ours / their for their, ours, _ in rounds]
    print(f"simulations/s at the empty board, medians of {ROUNDS}: OpenSpiel {their:,.0f}, ours {random:,.0f} with random rollouts")
    print(f"  ({median(ratios):.1f} times; {min(ratios):.1f} to {max(ratios):.1f}), {light:,.0f} with light ones", flush=True)
    return their, random, light


def main() -> None:
    """Measure, play, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", required=True, help="the Python of an environment with open_spiel")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--ms", type=float, default=20.0, help="processor time a move")
    parser.add_argument("--player", default="mcts:leaf=rollout,rollouts=random", help="ours; its simulations are added")
    arguments = parser.parse_args()

    from counterply.arena.statistics import wilson
    from counterply.core.limits import Limit
    from counterply.core.values import ONGOING
    from counterply.players import make_player
    from counterply.usercode.loading import load_game

    game: Any = load_game("connect_four", OPTIONS)
    theirs = OpenSpiel(arguments.python)
    their_speed, random_speed, light_speed = speeds(game, theirs)
    our_speed = light_speed if "light" in arguments.player else random_speed
    ours, their = int(our_speed * arguments.ms / 1000), int(their_speed * arguments.ms / 1000)
    separator = "," if ":" in arguments.player else ":"
    player = make_player(f"{arguments.player}{separator}simulations={ours}")
    results, used, asked, made = [0, 0, 0], [0.0, 0.0], [0, 0], [0, 0]
    for number in range(arguments.games):
        opening, seat = number // 2, number % 2
        position = game.start()
        for place in range(OPENING_PLIES):
            position = position.after(opening // 7**place % 7)
        player.start(game, seat, number)
        while position.outcome() == ONGOING:
            if position.turn == seat:
                begin = time.process_time()
                report = player.choose(position, Limit())
                move, simulations, seconds = report.move, report.simulations, time.process_time() - begin
            else:
                move, simulations, seconds = theirs.ask(position.history, their, number)
            side = int(position.turn != seat)
            used[side], asked[side], made[side] = used[side] + seconds, asked[side] + 1, made[side] + simulations
            position = position.after(move)
        outcome = position.outcome()
        results[1 if outcome > 2 else 0 if outcome == seat + 1 else 2] += 1
        print(f"{number + 1} of {arguments.games}: +{results[0]} ={results[1]} -{results[2]}", file=sys.stderr, flush=True)
    points = results[0] + results[1] / 2
    low, high = wilson(points / arguments.games, arguments.games)
    print(f"{arguments.player}, at most {ours:,} simulations a move, against OpenSpiel's with {their:,}:")
    score = f"{100 * points / arguments.games:.1f} % [{100 * low:.0f}, {100 * high:.0f}]"
    print(f"  +{results[0]} ={results[1]} -{results[2]}, {score};", end="")
    print(f" processor time {1000 * used[0] / asked[0]:.1f} and {1000 * used[1] / asked[1]:.1f} ms a move,", end="")
    print(f" simulations made {made[0] / asked[0]:,.0f} and {made[1] / asked[1]:,.0f}")


if __name__ == "__main__":
    main()
