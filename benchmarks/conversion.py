"""How many theoretically won games a player wins (conversion), and how many theoretically lost ones (swindle).

Each opening is solved, then played twice, once from each side: one of the two games is won in theory, the other lost. Openings
are distinct up to symmetry. The players get different seeds, so that neither can know how the other breaks ties.

    python benchmarks/conversion.py alphabeta:eval=improved alphabeta:eval=c1 --openings 100
    python benchmarks/conversion.py benchmarks/standins/isolation.py:Hunter --nodes 5000 20000 --player-nodes 1000000 --lost

prints, for each opponent and each of its limits, both rates with 95 % intervals (Wilson), and the moves that overran the player's
limit, by the clock and by the process's own time. With `--lost`, only the lost games are played. With `--player-nodes` and a
`--time` that is never reached, such as 60s, what else the machine does changes the opponent's clock alone; with `--time 0` the
player does not see that clock. What it assumed of the opponent in lost positions is summed up.
"""

from __future__ import annotations

import argparse
import json
import logging
import math
import random
import statistics
import time
from dataclasses import dataclass, field
from typing import Any

from counterply import Limit
from counterply.core.limits import parse_duration
from counterply.core.values import FIRST, ONGOING
from counterply.players import make_player
from counterply.players.base import Player
from counterply.search.alphabeta.engine import Engine
from counterply.search.exact.outcomes import WIN, prove_outcome
from counterply.usercode.loading import load_evaluator, load_game

NORMAL_95 = 1.959964  # standard deviations within which 95 % of a normal distribution lie
SEATS = 2
LOG = logging.getLogger("counterply.resistance")


def wilson(won: int, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a rate (Wilson's score interval)."""
    if games == 0:
        return 0.0, 1.0
    rate, z = won / games, NORMAL_95**2 / games
    middle, half = rate + z / 2, math.sqrt(z * rate * (1 - rate) + z * z / 4)
    return max(0.0, (middle - half) / (1 + z)), min(1.0, (middle + half) / (1 + z))


@dataclass
class Tally:
    """Games won of those that were won, or lost, in theory."""

    won: int = 0
    games: int = 0

    def __str__(self) -> str:
        low, high = wilson(self.won, self.games)
        rate = self.won / self.games if self.games else math.nan
        return f"{self.won:4}/{self.games:<4} {rate:6.1%}  [{low:6.1%}, {high:6.1%}]"


@dataclass
class Timing:
    """The moves of a player against its limit; times in seconds."""

    limit: float | None
    moves: int = 0
    over: int = 0
    over_by_own_time: int = 0
    longest: float = 0.0

    def add(self, wall: float, own: float) -> None:
        """Count a move, in place."""
        self.moves += 1
        self.longest = max(self.longest, wall)
        if self.limit is not None:
            self.over += wall > self.limit
            self.over_by_own_time += own > self.limit

    def __str__(self) -> str:
        text = f"{self.moves} moves, longest {self.longest * 1000:.1f} ms"
        return text if self.limit is None else f"{text}, over the limit {self.over}, by own time {self.over_by_own_time}"


class Foresight(logging.Handler):
    """What the player assumed of its opponent in lost positions, as it logs it: of each game, the last word."""

    def __init__(self) -> None:
        super().__init__()
        self.foreseen = self.replies = 0
        self.nodes: list[int] = []
        self._last: dict[str, Any] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Note what is said, in place."""
        self._last = json.loads(record.getMessage())

    def end_game(self) -> None:
        """Count what was said last, in place."""
        if self._last:
            self.foreseen += self._last["foreseen"]
            self.replies += self._last["replies"]
            self.nodes.append(self._last["imitators"][0]["nodes"])
        self._last = {}

    def __str__(self) -> str:
        nodes = f"{statistics.median(self.nodes):,.0f} nodes imitated (median)" if self.nodes else "nobody imitated"
        return f"{nodes}, {self.foreseen} of {self.replies} replies foreseen"


@dataclass
class Result:
    """What one player did against one opponent."""

    timing: Timing
    foresight: Foresight
    conversion: Tally = field(default_factory=Tally)
    swindle: Tally = field(default_factory=Tally)


def openings(game: Any, count: int, seed: int) -> list[Any]:
    """Return `count` random openings, distinct up to symmetry."""
    rng, seen, found = random.Random(seed), set(), []
    while len(found) < count:
        position = game.start()
        for _ in range(game.opening_plies):
            position = position.after(rng.choice(position.moves()))
        key = position.canonical_key()
        if position.outcome() == ONGOING and key not in seen:
            seen.add(key)
            found.append(position)
    return found


def play(position: Any, players: list[Player], limits: list[Limit], watched: int, timing: Timing) -> int:
    """Play to the end and return the outcome; `watched` is the seat whose moves are timed, in place."""
    while position.outcome() == ONGOING:
        seat = position.turn
        wall, own = time.perf_counter(), time.process_time()
        report = players[seat].choose(position, limits[seat])
        if seat == watched:
            timing.add(time.perf_counter() - wall, time.process_time() - own)
        position = position.after(report.move)
    return int(position.outcome())


def measure(
    game: Any, games: list[tuple[int, Any, int, bool]], names: tuple[str, str], limits: tuple[Limit, Limit], seed: int, fresh: bool
) -> Result:
    """Play games.

    Parameters
    ----------
    games : the number of the opening, its position, the player's seat, and whether that is won in theory
    fresh : make a new player for each game
    """
    ours, theirs = make_player(names[0]), make_player(names[1])
    result = Result(Timing(limits[0].move_seconds), Foresight())
    LOG.addHandler(result.foresight)
    for index, start, seat, won in games:
        if fresh:
            ours = make_player(names[0])
        players, both = [ours, theirs], list(limits)
        if seat == 1:
            players.reverse()
            both.reverse()
        game_seed = seed + SEATS * SEATS * index + SEATS * seat
        ours.start(game, seat, game_seed)
        theirs.start(game, 1 - seat, game_seed + 1)
        outcome = play(start, players, both, seat, result.timing)
        tally = result.conversion if won else result.swindle
        tally.games += 1
        tally.won += (outcome == FIRST) == (seat == 0)
        result.foresight.end_game()
    LOG.removeHandler(result.foresight)
    return result


def main() -> None:
    """Measure the player against each opponent."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("opponents", nargs="+", help="players, such as alphabeta:eval=improved")
    parser.add_argument("--player", default="engine")
    parser.add_argument("--game", default="isolation")
    parser.add_argument("--openings", type=int, default=100)
    parser.add_argument("--time", default="150ms", help="the player's limit for a move; 0: none")
    parser.add_argument("--nodes", type=int, nargs="+", default=[10_000], help="the opponents' limits for a move")
    parser.add_argument("--player-nodes", type=int, help="a node limit for the player beside time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fresh", action="store_true", help="a new player for each game: it knows nothing of its opponent")
    parser.add_argument("--lost", action="store_true", help="play only the games that are lost in theory")
    options = parser.parse_args()
    LOG.setLevel(logging.DEBUG)
    game: Any = load_game(options.game)
    ours = Limit(seconds=None if options.time == "0" else parse_duration(options.time), nodes=options.player_nodes)
    solver = Engine(game, load_evaluator(None, game))
    games = []
    for index, position in enumerate(openings(game, options.openings, options.seed)):
        mover_wins = prove_outcome(solver, position, Limit()).value == WIN
        for seat in range(SEATS):
            won = mover_wins == (position.turn == seat)
            if not (won and options.lost):
                games.append((index, position, seat, won))
    where = f"{options.openings} openings of {game.full_name}, seed {options.seed}"
    print(f"{options.player} at {ours} a move, {where}")
    for opponent in options.opponents:
        for nodes in options.nodes:
            limits, begin = (ours, Limit(nodes=nodes)), time.process_time()
            names = (options.player, opponent)
            result = measure(game, games, names, limits, options.seed, options.fresh)
            shares = f"swindle {result.swindle}" if options.lost else f"conversion {result.conversion}   swindle {result.swindle}"
            seconds = f"{time.process_time() - begin:.0f} s of CPU time"
            print(f"{opponent.rpartition('/')[2]:28} {nodes:7,} nodes  {shares}   {seconds}")
            print(f"{'':28} {result.timing}; {result.foresight}", flush=True)


if __name__ == "__main__":
    main()
