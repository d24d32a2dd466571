"""The engine's numbers and techniques against each other, and tuned: matches, SPSA, what more nodes are worth, what is foreseen.

    python benchmarks/tune_search.py match gomoku reduction=0.8 --nodes 30000 --pairs 100 --out out/reduction
    python benchmarks/tune_search.py match isolation reductions=on --elo 0 10 --stop     until a SPRT decides, or all are played
    python benchmarks/tune_search.py spsa gomoku reduction late_linear --steps 100 --out out/spsa
    python benchmarks/tune_search.py growth gomoku --variant reduction=0.8 --nodes 30000
    python benchmarks/tune_search.py foresight gomoku --variant reduction=0.8 --nodes 250000 --positions 60

A variant is NAME=VALUE,...: fields of `Numbers` and of `Techniques`; nothing is the engine as it is. Both sides have the same nodes
for each move, and play each opening from both seats; a variant is a run-time value and compiles nothing. With `--out` the same
command goes on where it was stopped, for as many `--pairs` or `--steps` as it now says.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, fields, replace
from functools import cache
from math import exp, sqrt
from pathlib import Path
from random import Random
from statistics import fmean, pstdev
from typing import Any

from counterply.arena.openings import openings_of
from counterply.arena.record import replay_line
from counterply.arena.statistics import Standing, pair_standing, sprt
from counterply.core.limits import Limit
from counterply.core.position import roll_chance
from counterply.core.report import Report
from counterply.core.values import CHANCE, FIRST, ONGOING, SECOND
from counterply.plugins.learning.tuning.spsa import PAIRS, Spsa
from counterply.search.alphabeta.numbers import Numbers
from counterply.search.alphabeta.techniques import Techniques
from counterply.search.choose import EngineSearch, SampledSearch, Search, Wishes, search_for
from counterply.search.request import SearchRequest
from counterply.usercode.loading import load_evaluator, load_game

SWITCH = {"on": True, "off": False}
MOST_PLIES = 400  # a game that is longer counts as drawn
GROWTH_PLIES = 10  # of a middle game
TEN = 10  # times the nodes
APART = 7  # plies, on average, between two positions of `foresight`


@dataclass(frozen=True)
class Variant:
    """A setting of the search."""

    numbers: Numbers
    techniques: Techniques


def variant_of(text: str) -> Variant:
    """Return the variant that NAME=VALUE,... says."""
    numbers, techniques = Numbers(), Techniques()
    for part in filter(None, text.split(",")):
        name, _, value = part.partition("=")
        if name in asdict(techniques) and value in SWITCH:  # `late` is a number, too
            techniques = replace(techniques, **{name: SWITCH[value]})
        elif name in asdict(numbers):
            numbers = replace(numbers, **{name: type(getattr(numbers, name))(float(value))})
        else:
            known = ", ".join(field.name for kind in (Numbers, Techniques) for field in fields(kind))
            raise ValueError(f"{part} is no setting: NAME=NUMBER or NAME=on|off, with NAME one of {known}")
    return Variant(numbers, techniques)


@cache
def game_of(name: str, options: tuple[tuple[str, str], ...]) -> Any:
    """Return a game, once a process."""
    return load_game(name, dict(options))


@cache
def searches_of(game: Any, techniques: Techniques, seat: int) -> Search:
    """Return a search of a process for a side; what it remembers is forgotten before each game."""
    return search_for(game, load_evaluator(None, game), Wishes(techniques=techniques, memory=16))


def search_of(game: Any, variant: Variant, side: int) -> Search:
    """Return the search of a side, with the numbers of its variant."""
    search = searches_of(game, variant.techniques, side)
    if isinstance(search, EngineSearch):
        search.engine.set_numbers(variant.numbers)
    elif isinstance(search, SampledSearch):
        search.worlds.engine.set_numbers(variant.numbers)
    search.forget()
    return search


def play(position: Any, sides: tuple[Search, Search], limit: Limit, seed: int) -> float:
    """Return the points of the first of two players from `position` on; chance is drawn by the seed."""
    ply = 0
    while position.outcome() == ONGOING and ply < MOST_PLIES:
        if position.turn == CHANCE:
            position = position.after(roll_chance(position, Random(seed + ply)))
        else:
            *_, report = sides[position.turn].deepen(SearchRequest(position, limit, seed=seed + ply))
            position = position.after(report.move)
        ply += 1
    return {FIRST: 1.0, SECOND: 0.0}.get(position.outcome(), 0.5)


def play_pair(job: tuple[Any, ...]) -> tuple[int, float, float]:
    """Return a pair's number and the points of the first variant in its two games."""
    name, options, variants, moves, number, nodes, seed = job
    game, limit = game_of(name, options), Limit(nodes=nodes)
    position = replay_line(game, moves)
    first, second = (search_of(game, variant, side) for side, variant in enumerate(variants))
    one = play(position, (first, second), limit, seed)
    first.forget()
    second.forget()
    return number, one, 1.0 - play(position, (second, first), limit, seed)


@dataclass
class Arena:
    """Pairs of games between variants, on one set of openings, in processes of their own."""

    game: str
    options: tuple[tuple[str, str], ...]
    nodes: int
    seed: int
    pool: ProcessPoolExecutor
    openings: tuple[Any, ...]

    def pairs(self, variants: tuple[Variant, Variant], numbers: list[int]) -> Iterator[tuple[int, float, float]]:
        """Play pairs and yield them in order."""
        count = len(self.openings)
        jobs = [
            (self.game, self.options, variants, self.openings[number % count], number, self.nodes, self.seed + MOST_PLIES * number)
            for number in numbers
        ]
        yield from self.pool.map(play_pair, jobs)


SETTINGS = (
    "what",
    "game",
    "names",
    "variant",
    "against",
    "nodes",
    "seed",
    "set",
)  # what a run must share with the one it goes on with


class Notes:
    """The file of a run: its settings, then a line for each pair, or step. Without a file nothing is kept."""

    def __init__(self, out: Path | None, settings: dict[str, Any]) -> None:
        self._out = out
        self.lines: list[Any] = []
        if out is None:
            return
        out.parent.mkdir(parents=True, exist_ok=True)
        whole = [line for line in (out.read_text() if out.exists() else "").splitlines(keepends=True) if line.endswith("\n")]
        first, *self.lines = map(json.loads, whole or [json.dumps(settings)])
        if first != settings:
            raise ValueError(f"{out} is of another run: {first}")
        out.write_text("".join(whole) or json.dumps(settings) + "\n")  # without a line that the end of the last run cut off

    def add(self, line: Any) -> None:
        """Add a line."""
        if self._out is not None:
            with self._out.open("a") as file:
                file.write(json.dumps(line) + "\n")


def result(standing: Standing) -> str:
    """Return a standing as people read it."""
    low, high = standing.interval()
    bounds = ["-" if elo is None else f"{elo:+.0f}" for elo in (standing.elo(), *standing.elo_interval())]
    shown = (
        f"+{standing.wins} ={standing.draws} -{standing.losses}  {100 * standing.mean:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"
    )
    return f"{shown}, Elo {bounds[0]} ({bounds[1]} to {bounds[2]})"


def match(arena: Arena, notes: Notes, chosen: argparse.Namespace) -> None:
    """Play a variant against another one until the pairs are played or a SPRT decides."""
    variants = (variant_of(chosen.variant), variant_of(chosen.against))
    standing = Standing()
    for _, first, second in notes.lines:
        standing += pair_standing(first, second)
    decided = chosen.stop and sprt(standing, *chosen.elo).decision is not None
    for played in arena.pairs(variants, [] if decided else list(range(len(notes.lines), chosen.pairs))):
        notes.add(played)
        standing += pair_standing(*played[1:])
        state = sprt(standing, *chosen.elo)
        print(f"\r{result(standing)}  LLR {state.llr:+.2f} ", end="", file=sys.stderr, flush=True)
        if chosen.stop and state.decision is not None:
            arena.pool.shutdown(cancel_futures=True)
            break
    print(f"\n{chosen.variant or 'as it is'} against {chosen.against or 'as it is'}: {result(standing)}")


def spsa(arena: Arena, notes: Notes, chosen: argparse.Namespace) -> None:
    """Tune numbers by SPSA; each step plays pairs with all of them shifted both ways."""
    start = variant_of(chosen.variant)
    weights = [float(getattr(start.numbers, name)) for name in chosen.names]
    scales = [abs(weight) or 1.0 for weight in weights]
    state = Spsa(weights, list(weights))
    for line in notes.lines[-1:]:
        state = Spsa(**line)

    def compare(ours: list[float], theirs: list[float], begin: int, count: int) -> Standing:
        sides = tuple(
            replace(start, numbers=replace(start.numbers, **dict(zip(chosen.names, values, strict=True))))
            for values in (ours, theirs)
        )
        standing = Standing()
        for _, first, second in arena.pairs((sides[0], sides[1]), list(range(begin, begin + count))):
            standing += pair_standing(first, second)
        return standing

    while state.steps < chosen.steps:
        state.advance(scales, compare, chosen.seed)
        notes.add(asdict(state))
        print(state.steps, *(f"{name}={value:.3f}" for name, value in zip(chosen.names, state.best, strict=True)), flush=True)
    print(
        f"{PAIRS} pairs a step; now match them: {','.join(f'{n}={v:.3f}' for n, v in zip(chosen.names, state.best, strict=True))}"
    )


def growth(chosen: argparse.Namespace) -> None:
    """Print the plies that ten times the nodes add, on average over middle games, and the nodes of forcing looks."""
    game = game_of(chosen.game, chosen.options)
    search = search_of(game, variant_of(chosen.variant), 0)
    rows, proven = [], 0
    for position in middle_games(game, chosen):
        search.forget()
        reports = list(search.deepen(SearchRequest(position, Limit(nodes=TEN * chosen.nodes))))
        last = reports[-1]
        if last.proven:
            proven += 1
        else:
            early = max((report.depth for report in reports if report.nodes <= chosen.nodes), default=0)
            rows.append((early, last.depth, last.forcing_nodes / last.nodes, last.nodes / last.seconds))
    print(f"{chosen.variant or 'as it is'}: {len(rows)} positions, {proven} more were proven")
    if rows:
        early, late, looks, speed = (sum(column) / len(rows) for column in zip(*rows, strict=True))
        print(f"depth {early:.2f} at {chosen.nodes:,} nodes, {late:.2f} at {TEN} times as many: {late - early:+.2f} plies")
        print(f"{100 * looks:.0f} % of the nodes are looks for forced wins, {speed / 1e6:.2f} M nodes/s")


def foresight(chosen: argparse.Namespace) -> None:
    """Print how far a variant, and another one, are from what a search with ten times the nodes says of the same positions.

    That search is the engine as it is, which favours what is like it.
    """
    game = game_of(chosen.game, chosen.options)
    variants = chosen.variant, chosen.against
    errors: list[list[float]] = []
    agreed: list[list[bool]] = []
    for position in any_positions(game, chosen):
        far, *near = (
            list(search_of(game, variant_of(text), 0).deepen(SearchRequest(position, Limit(nodes=nodes))))[-1]
            for text, nodes in (("", TEN * chosen.nodes), *((text, chosen.nodes) for text in variants))
        )
        errors.append([abs(chance_of(report) - chance_of(far)) for report in near])
        agreed.append([report.move == far.move for report in near])
    for text, error, same in zip(variants, zip(*errors, strict=True), zip(*agreed, strict=True), strict=True):
        print(f"{text or 'as it is'}: error {fmean(error):.4f}, the same move {100 * fmean(same):.0f} %, {len(error)} positions")
    gains = [theirs - ours for ours, theirs in errors]
    print(f"the first is nearer by {fmean(gains):+.4f} +- {2 * pstdev(gains) / sqrt(len(gains)):.4f}")


def chance_of(report: Report) -> float:
    """Return the chance of winning that a report says; a score that is not proven is read as the logarithm of odds."""
    assert report.score is not None
    if report.proven:
        return 0.5 if report.score == 0 else float(report.score > 0)
    return 1 / (1 + exp(-report.score / report.grid))


def any_positions(game: Any, chosen: argparse.Namespace) -> Iterator[Any]:
    """Yield positions of games by the engine with few nodes, of any ply, whatever it thinks of them.

    If only positions were taken that one side holds to be undecided, all others would seem to see more: what that side overlooks
    is among them, and what only it sees is not.
    """
    chance, search, wanted = Random(chosen.seed), search_of(game, variant_of(""), 1), chosen.positions
    for moves in openings_of(game, "", wanted, chosen.seed).lines:
        position = replay_line(game, moves)
        search.forget()
        while position.outcome() == ONGOING:
            *_, report = search.deepen(SearchRequest(position, Limit(nodes=chosen.nodes // TEN)))
            if chance.randrange(APART) == 0:
                yield position
                wanted -= 1
            if wanted == 0:
                return
            position = position.after(report.move)


def middle_games(game: Any, chosen: argparse.Namespace) -> list[Any]:
    """Return the positions of `growth`: some plies played by the engine, with few nodes, from each opening."""
    search, found = search_of(game, variant_of(""), 1), []
    for moves in openings_of(game, "", chosen.positions, chosen.seed).lines:
        position = replay_line(game, moves)
        while position.outcome() == ONGOING and position.ply < GROWTH_PLIES:
            *_, report = search.deepen(SearchRequest(position, Limit(nodes=1000)))
            position = position.after(report.move)
        if position.outcome() == ONGOING:
            found.append(position)
    return found


def main() -> None:
    """Do what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("match", "spsa", "growth", "foresight"))
    parser.add_argument("game")
    parser.add_argument("names", nargs="*", help="match: the variant; spsa: the numbers to tune")
    parser.add_argument("--variant", default="", help="spsa: where to start; growth, foresight: what to measure")
    parser.add_argument("--against", default="", help="match, foresight: the other variant")
    parser.add_argument("--nodes", type=int, default=30_000)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--elo", type=float, nargs=2, default=(0.0, 20.0), help="the SPRT's hypotheses")
    parser.add_argument("--stop", action="store_true", help="end the match when the SPRT decides")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="an option of the game")
    parser.add_argument("--out", type=Path, help="keep what is done here; the same command goes on")
    chosen = parser.parse_args()
    chosen.options = tuple(tuple(text.split("=", 1)) for text in chosen.set)
    try:
        if chosen.what in ("growth", "foresight"):
            (growth if chosen.what == "growth" else foresight)(chosen)
            return
        if chosen.what == "match":
            chosen.variant = ",".join(chosen.names)
        variant_of(chosen.variant), variant_of(chosen.against)
        notes = Notes(chosen.out, {name: getattr(chosen, name) for name in SETTINGS})
    except ValueError as error:
        sys.exit(str(error))
    game = game_of(chosen.game, chosen.options)
    count = chosen.pairs if chosen.what == "match" else PAIRS * chosen.steps
    openings = openings_of(game, "", count, chosen.seed).lines
    with ProcessPoolExecutor(chosen.workers) as pool:
        arena = Arena(chosen.game, chosen.options, chosen.nodes, chosen.seed, pool, openings)
        (match if chosen.what == "match" else spsa)(arena, notes, chosen)


if __name__ == "__main__":
    main()
