"""Beside OpenSpiel's Monte Carlo tree search at connect four: simulations a second, and games at equal processor time.

    python benchmarks/openspiel.py --python VENV/bin/python [--games 40] [--ms 20]

VENV is an environment with `pip install open_spiel`. Its search gets as many simulations a move as it makes
in so many milliseconds at the empty board, and what both players really used, in their own processor time, is printed.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
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
    move = bot.step(state)
    print(json.dumps({"move": int(move), "seconds": time.process_time() - begin}), flush=True)
"""
SPEED_SIMULATIONS = 20_000
OPENING_PLIES = 2


class OpenSpiel:
    """OpenSpiel's MCTSBot (UCT, random rollouts, solver on, uct_c 2) in a process of its own."""

    def __init__(self, python: str) -> None:
        self.server = subprocess.Popen([python, "-c", SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, moves: tuple[int, ...], simulations: int, seed: int) -> tuple[int, float]:
        """Return its move, and the processor time that it took in seconds."""
        assert self.server.stdin is not None
        assert self.server.stdout is not None
        self.server.stdin.write(json.dumps({"moves": moves, "simulations": simulations, "seed": seed}) + "\n")
        self.server.stdin.flush()
        answer = json.loads(self.server.stdout.readline())
        return answer["move"], answer["seconds"]


def speed_of_ours(settings: Any) -> float:
    """Return the simulations a second of a new search at the empty board, in processor time."""
    from counterply.core.limits import Limit
    from counterply.search.mcts.search import TreeSearch
    from counterply.usercode.loading import load_evaluator, load_game

    game = load_game("connect_four")
    search = TreeSearch(game, load_evaluator(None, game), settings)
    search.warm_up(game.start())
    begin = time.process_time()
    for _ in search.deepen(game.start(), Limit(simulations=10 * SPEED_SIMULATIONS), seed=1):
        pass
    return 10 * SPEED_SIMULATIONS / (time.process_time() - begin)


def main() -> None:
    """Measure, play, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", required=True, help="the Python of an environment with open_spiel")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--ms", type=float, default=20.0, help="processor time a move")
    parser.add_argument("--player", default="mcts:rollouts=random", help="ours; its simulations are added")
    arguments = parser.parse_args()

    from counterply.arena.statistics import wilson
    from counterply.core.limits import Limit
    from counterply.core.values import ONGOING
    from counterply.players import make_player
    from counterply.search.mcts.search import TreeSettings
    from counterply.usercode.loading import load_game

    game: Any = load_game("connect_four")
    theirs = OpenSpiel(arguments.python)
    theirs.ask((), 100, 0)
    their_speed = SPEED_SIMULATIONS / theirs.ask((), SPEED_SIMULATIONS, 1)[1]
    random_speed, light_speed = speed_of_ours(TreeSettings(prior="none")), speed_of_ours(TreeSettings(light=True))
    print(f"simulations/s at the empty board: OpenSpiel {their_speed:,.0f}, ours {random_speed:,.0f} with random rollouts", end="")
    print(f" ({random_speed / their_speed:.1f} times), {light_speed:,.0f} with light ones", flush=True)

    our_speed = light_speed if "light" in arguments.player else random_speed
    ours, their = int(our_speed * arguments.ms / 1000), int(their_speed * arguments.ms / 1000)
    separator = "," if ":" in arguments.player else ":"
    player = make_player(f"{arguments.player}{separator}simulations={ours}")
    results, used, asked = [0, 0, 0], [0.0, 0.0], [0, 0]
    for number in range(arguments.games):
        opening, seat = number // 2, number % 2
        position = game.start()
        for place in range(OPENING_PLIES):
            position = position.after(opening // 7**place % 7)
        player.start(game, seat, number)
        while position.outcome() == ONGOING:
            if position.turn == seat:
                begin = time.process_time()
                move = player.choose(position, Limit()).move
                used[0], asked[0] = used[0] + time.process_time() - begin, asked[0] + 1
            else:
                move, seconds = theirs.ask(position.history, their, number)
                used[1], asked[1] = used[1] + seconds, asked[1] + 1
            position = position.after(move)
        outcome = position.outcome()
        results[1 if outcome > 2 else 0 if outcome == seat + 1 else 2] += 1
        print(f"{number + 1} of {arguments.games}: +{results[0]} ={results[1]} -{results[2]}", file=sys.stderr, flush=True)
    points = results[0] + results[1] / 2
    low, high = wilson(points / arguments.games, arguments.games)
    print(f"{arguments.player}, {ours:,} simulations a move, against OpenSpiel's with {their:,}:")
    score = f"{100 * points / arguments.games:.1f} % [{100 * low:.0f}, {100 * high:.0f}]"
    print(f"  +{results[0]} ={results[1]} -{results[2]}, {score};", end="")
    print(f" processor time {1000 * used[0] / asked[0]:.1f} and {1000 * used[1] / asked[1]:.1f} ms a move")


if __name__ == "__main__":
    main()
