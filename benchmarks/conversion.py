"""How many theoretically won games a player wins (conversion), and how many theoretically lost ones (swindle).

Each opening is solved, then played twice, once from each side: one of the two games is won in theory, the other lost. Openings
are distinct up to symmetry. The players get different seeds, so that neither can know how the other breaks ties.

    python benchmarks/conversion.py alphabeta:eval=improved alphabeta:eval=c1 --openings 100

prints, for each opponent, both rates with 95 % intervals (Wilson), and the moves that overran the player's limit, by the clock and
by the process's own time.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from dataclasses import dataclass, field
from typing import Any

from counterply import Limit
from counterply.core.limits import parse_duration
from counterply.core.values import FIRST, ONGOING
from counterply.players import make_player
from counterply.players.base import Player
from counterply.search.alphabeta.engine import WIN, Engine
from counterply.usercode.loading import load_evaluator, load_game

NORMAL_95 = 1.959964  # standard deviations within which 95 % of a normal distribution lie
SEATS = 2


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


@dataclass
class Result:
    """What one player did against one opponent."""

    timing: Timing
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
    game: Any, starts: list[tuple[Any, bool]], names: tuple[str, str], limits: tuple[Limit, Limit], seed: int, fresh: bool
) -> Result:
    """Play each opening from both seats.

    Parameters
    ----------
    starts : positions, and whether the side to move wins
    fresh : make a new player for each game
    """
    ours, theirs = make_player(names[0]), make_player(names[1])
    result = Result(Timing(limits[0].move_seconds))
    for index, (start, mover_wins) in enumerate(starts):
        for seat in range(SEATS):
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
            tally = result.conversion if mover_wins == (start.turn == seat) else result.swindle
            tally.games += 1
            tally.won += (outcome == FIRST) == (seat == 0)
    return result


def main() -> None:
    """Measure the player against each opponent."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("opponents", nargs="+", help="players, such as alphabeta:eval=improved")
    parser.add_argument("--player", default="engine")
    parser.add_argument("--game", default="isolation")
    parser.add_argument("--openings", type=int, default=100)
    parser.add_argument("--time", default="150ms", help="the player's limit for a move")
    parser.add_argument("--nodes", type=int, default=10_000, help="the opponents' limit for a move")
    parser.add_argument("--player-nodes", type=int, help="a node limit for the player instead of time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fresh", action="store_true", help="a new player for each game: it knows nothing of its opponent")
    options = parser.parse_args()
    game: Any = load_game(options.game)
    ours = Limit(nodes=options.player_nodes) if options.player_nodes else Limit(seconds=parse_duration(options.time))
    theirs = Limit(nodes=options.nodes)
    solver = Engine(game, load_evaluator(None, game))
    starts = []
    for position in openings(game, options.openings, options.seed):
        value = solver.prove(position, Limit()).value
        starts.append((position, value == WIN))
    where = f"{len(starts)} openings of {game.full_name}, seed {options.seed}"
    print(f"{options.player} at {ours} a move, opponents at {theirs}, {where}")
    for opponent in options.opponents:
        begin = time.perf_counter()
        result = measure(game, starts, (options.player, opponent), (ours, theirs), options.seed, options.fresh)
        print(f"{opponent:28} conversion {result.conversion}   swindle {result.swindle}   {time.perf_counter() - begin:.0f} s")
        print(f"{'':28} {result.timing}", flush=True)


if __name__ == "__main__":
    main()
