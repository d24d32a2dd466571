"""How a player fares against strangers: the stand-ins of `benchmarks/standins`, which were written from the rules alone.

    python benchmarks/strangers.py splendor --games 100 --nodes 20000
    python benchmarks/strangers.py isolation --time 150ms --out out/isolation     stored; the same command goes on
    python benchmarks/strangers.py isolation --tuning                             those that may be used to tune on

Prints for each stand-in the score with its 95 % interval from pairs of games and, where openings can be solved, how many games
that were lost in theory were won (swindles), and of those that were won how many (conversion), with Wilson's interval.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
from pathlib import Path
from typing import Any

from counterply.arena.results import PairingResult, Results, Share
from counterply.arena.schedule import Plan
from counterply.arena.solver import OpeningSolver
from counterply.arena.tournament import Progress, run
from counterply.core.errors import GameError
from counterply.core.limits import Limit, parse_duration

FOLDER = Path(__file__).parent / "standins"
NORMAL_95 = 1.959964  # standard deviations within which 95 % of a normal distribution lie
SOLVE_SECONDS = 20.0  # for an opening
CLAIMS = {
    "splendor": ("FiveTerms", "Reacher", "OnePly", "Playouts"),
    "isolation": ("Course", "Deepener", "Spreader", "Hunter", "Flooder", "Roller", "Walker", "Wobbler"),
}
TUNING = {"isolation": ("Cautious", "Hasty")}
OPTIONS = {"splendor": {"variant": "host"}}
BY_NODES = {  # where nodes are limited: what it makes in the time of one of the engine's; what it reaches in 150 ms of a free core
    "FiveTerms": "share=2.6",
    "Course": "nodes=20000",
    "Deepener": "nodes=76000",
    "Spreader": "nodes=63000",
    "Hunter": "nodes=76000",
    "Flooder": "nodes=14000",
    "Roller": "nodes=46000",
    "Walker": "nodes=6500",
    "Wobbler": "nodes=38000",
}
SOLVED = ("isolation",)


def wilson(counted: Share) -> tuple[float, float]:
    """Return the 95 % interval of a rate (Wilson's score interval)."""
    if not counted.of:
        return 0.0, 1.0
    rate, z = counted.won / counted.of, NORMAL_95**2 / counted.of
    middle, half = rate + z / 2, math.sqrt(z * rate * (1 - rate) + z * z / 4)
    return max(0.0, (middle - half) / (1 + z)), min(1.0, (middle + half) / (1 + z))


def ladder(game: str, tuning: bool, by_nodes: bool) -> tuple[str, ...]:
    """Return the stand-ins of a game as the player grammar names them."""
    names = (TUNING if tuning else CLAIMS).get(game, ())
    file = os.path.relpath(FOLDER / f"{game}.py")
    return tuple(f"{file}:{name}" + (f":{BY_NODES[name]}" if by_nodes and name in BY_NODES else "") for name in names)


def document(result: PairingResult) -> dict[str, Any]:
    """Return what one stand-in's games say."""
    standing = result.standing
    low, high = standing.interval()
    found: dict[str, Any] = {
        "player": result.player,
        "opponent": result.opponent,
        "wins": standing.wins,
        "draws": standing.draws,
        "losses": standing.losses,
        "score": standing.score,
        "interval": [low, high],
    }
    for name in ("conversion", "swindle"):
        counted = getattr(result, name)
        if counted.of:
            found[name] = {"won": counted.won, "of": counted.of, "interval": list(wilson(counted))}
    return found


def line(found: dict[str, Any]) -> str:
    """Return it as people read it."""
    text = f"{found['opponent'].rpartition('standins/')[2]:28} +{found['wins']} ={found['draws']} -{found['losses']}"
    low, high = found["interval"]
    text += f"  {100 * found['score']:5.1f} % [{100 * low:.1f}, {100 * high:.1f}]"
    for name in ("conversion", "swindle"):
        if name in found:
            low, high = found[name]["interval"]
            text += f"  {name} {found[name]['won']} of {found[name]['of']} [{100 * low:.0f}, {100 * high:.0f}]"
    return text


def say(progress: Progress) -> None:
    """Show on stderr how far the run is."""
    if progress.record is not None and progress.done % 10 == 0:
        print(f"{progress.phase}: {progress.done} of {progress.total}", file=sys.stderr)


def faults(results: Results) -> list[str]:
    """Return what ended games otherwise than by the rules, one line for each player: such games say nothing about strength."""
    return [
        f"{side.player.rpartition('standins/')[2]} lost {count} games by {ending}"
        for side in results.sides
        for ending, count in side.faults.items()
    ]


def conditions(results: Results, limit: Limit) -> dict[str, Any]:
    """Return what the games were played under, and how the limit was kept."""
    return {
        "game": results.game.full_name,
        "limit": {name: value for name, value in vars(limit).items() if value},
        "seed": results.plan.seed,
        "players": [
            {
                "player": side.player,
                "cpu_ms_a_move": 1000 * side.cpu_seconds / max(side.moves, 1),
                "nodes_a_second": side.nodes / side.cpu_seconds if side.nodes and side.cpu_seconds else None,
                "overruns": side.overruns,
            }
            for side in results.sides
        ],
    }


def main() -> None:
    """Play the ladder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(CLAIMS))
    parser.add_argument("--player", default="engine")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--time", help="a move's limit, such as 150ms")
    parser.add_argument("--nodes", type=int, help="a move's limit instead of time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--tuning", action="store_true", help="the stand-ins that may be used to tune on")
    parser.add_argument("--only", help="one stand-in, by its name")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="an option of the game")
    parser.add_argument("--out", type=Path, help="keep the games here; the same command goes on")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    try:
        limit = Limit(nodes=chosen.nodes) if chosen.nodes else Limit(seconds=parse_duration(chosen.time or "150ms"))
        rows = ladder(chosen.game, chosen.tuning, chosen.nodes is not None)
        rows = tuple(row for row in rows if chosen.only is None or chosen.only in row.split(":"))
        if not rows:
            sys.exit(f"no stand-in of {chosen.game} is called {chosen.only or 'anything to tune on'}")
        options = OPTIONS.get(chosen.game, {}) | dict(text.split("=", 1) for text in chosen.set)
        plan = Plan(chosen.game, (chosen.player,), rows, games=chosen.games, limit=limit, seed=chosen.seed, options=options)
        solver = OpeningSolver(SOLVE_SECONDS) if chosen.game in SOLVED else None
        results = run(plan, chosen.out, workers=chosen.workers, progress=say, outcome_of_opening=solver)
    except (GameError, ValueError) as error:
        sys.exit(str(error))
    found = [document(result) for result in results.pairings]
    if chosen.json:
        print(json.dumps(conditions(results, limit) | {"results": found, "faults": faults(results)}, indent=1))
        return
    print(f"{chosen.player} at {chosen.nodes or chosen.time or '150ms'} a move, {results.game.full_name}, seed {chosen.seed}")
    for one in found:
        print(line(one))
    for side in conditions(results, limit)["players"]:
        speed = "" if side["nodes_a_second"] is None else f", {side['nodes_a_second'] / 1e6:.2f} M nodes/s of CPU time"
        name = side["player"].rpartition("standins/")[2]
        print(f"  {name}: {side['cpu_ms_a_move']:.1f} ms a move{speed}, {side['overruns']} overruns")
    for text in faults(results):
        print(f"NOT BY THE RULES: {text}")


if __name__ == "__main__":
    main()
