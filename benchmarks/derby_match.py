"""Our engine against a report's player at equal time, by node counts that a busy machine cannot change.

    python benchmarks/derby_match.py --scenarios 100

In 20 ms, alpha-beta in plain Python visits about 2,000 nodes on this kind of machine and the engine about 100,000
(`counterply match fishing_derby engine alphabeta:eval=report,plain=on --time 20ms --json` tells both). Each random scenario of 5
moving fish and 120 plies is played twice with the colours swapped; nobody loses by the clock. Prints points with their 95 %
interval, and how many scenarios were won by the same colour in both games: there the boats' places decide.
"""

import argparse

from counterply import Limit
from counterply.arena.match import Task, play_game
from counterply.arena.statistics import Standing
from counterply.players import make_player
from counterply.players.base import Player
from counterply.usercode.loading import load_game


class Limited(Player):
    """A player with a node limit of its own."""

    def __init__(self, text: str, nodes: int) -> None:
        self.inner, self.nodes, self.name = make_player(text), nodes, text

    def start(self, game, seat, seed):
        self.inner.start(game, seat, seed)

    def choose(self, position, limit, listen=None):
        return self.inner.choose(position, Limit(nodes=self.nodes))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--players", nargs=2, default=["engine", "alphabeta:eval=report"])
    parser.add_argument("--nodes", nargs=2, type=int, default=[100_000, 2_000])
    parser.add_argument("--scenarios", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1000)
    chosen = parser.parse_args()
    players = [Limited(text, nodes) for text, nodes in zip(chosen.players, chosen.nodes, strict=True)]
    standing, split, margin = Standing(), 0, 0
    for index in range(chosen.scenarios):
        game = load_game("fishing_derby", {"scenario": f"random:fish=5,seed={chosen.seed + index},length=120", "first": "green"})
        points = []
        for swapped in (False, True):
            seats = players[::-1] if swapped else players
            task = Task(0, 0, index, seats[0].name, seats[1].name, swapped, 2 * index, 0, ())
            record = play_game(game, seats, Limit(nodes=1), task, forfeit=False)
            points.append(record.points(int(swapped)))
            margin += -record.margin if swapped else record.margin
        counts = tuple(int(2 * sum(points) == half) for half in range(5))
        standing = standing + Standing(points.count(1.0), points.count(0.5), points.count(0.0), pairs=counts, distinct=1)
        split += points in ([1.0, 0.0], [0.0, 1.0])
    low, high = standing.interval()
    print(
        f"{chosen.players[0]} ({chosen.nodes[0]:,} nodes) - {chosen.players[1]} ({chosen.nodes[1]:,}): "
        f"+{standing.wins} ={standing.draws} -{standing.losses}, {100 * standing.score:.1f} % (95 %: {100 * low:.1f} to "
        f"{100 * high:.1f}), mean margin {margin / standing.games:+.2f}; {split} of {chosen.scenarios} went to one colour twice"
    )


if __name__ == "__main__":
    main()
