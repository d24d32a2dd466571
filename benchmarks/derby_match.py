"""Two players of Fishing Derby over many random scenarios, each played twice with the colours swapped.

python benchmarks/derby_match.py PLAYER PLAYER [--scenarios 30] [--seed 1000] [--fish 5] [--length 120] [--nodes N | --time T]
"""

import argparse

from counterply import Limit
from counterply.arena.match import Task, play_game
from counterply.arena.statistics import Standing
from counterply.limits import parse_duration
from counterply.loading import load_game
from counterply.players import make_player


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("players", nargs=2)
    parser.add_argument("--scenarios", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--fish", type=int, default=5)
    parser.add_argument("--length", type=int, default=120)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--time")
    arguments = parser.parse_args()
    limit = Limit(nodes=arguments.nodes, seconds=parse_duration(arguments.time) if arguments.time else None)
    players = [make_player(text) for text in arguments.players]
    pairs, margins, overruns = [], [], [0, 0]
    for index in range(arguments.scenarios):
        scenario = f"random:fish={arguments.fish},seed={arguments.seed + index},length={arguments.length}"
        game = load_game("fishing_derby", {"scenario": scenario, "first": "green"})
        points = []
        for swapped in (False, True):
            seats = players[::-1] if swapped else players
            task = Task(0, 0, index, seats[0].name, seats[1].name, swapped, 2 * index, 0, ())
            record = play_game(game, seats, limit, task, forfeit=False)
            if record.ending != "rules":
                raise SystemExit(f"{record.ending}: {record.reason}")
            seat = int(swapped)
            points.append(record.points(seat))
            margins.append(-record.margin if swapped else record.margin)
            overruns[0] += record.overruns[seat]
            overruns[1] += record.overruns[1 - seat]
        pairs.append(points)
    report(arguments.players, pairs, margins, overruns, limit)


def report(players, pairs, margins, overruns, limit) -> None:
    """Print points with their interval, margins, and moves that came late (which are not forfeited here)."""
    standing = Standing()
    for points in pairs:
        of_pairs = [int(2 * sum(points) == half) for half in range(5)]
        counts = (points.count(1.0), points.count(0.5), points.count(0.0))
        standing = standing + Standing(*counts, pairs=tuple(of_pairs), distinct=1)
    low, high = standing.interval()
    mean = sum(margins) / len(margins)
    print(
        f"{players[0]} - {players[1]} at {limit}: +{standing.wins} ={standing.draws} -{standing.losses} of {standing.games}, "
        f"{100 * standing.score:.1f} % (95 %: {100 * low:.1f} to {100 * high:.1f}), mean margin {mean:+.2f}, late moves {overruns}"
    )


if __name__ == "__main__":
    main()
