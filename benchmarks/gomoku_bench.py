"""The strength of five in a row on the boards and rules that are played: one command, a table, and in the end its lines in the log.

    python benchmarks/gomoku_bench.py --out out/bench            against the stand-in; the same command goes on where it stopped
    python benchmarks/gomoku_bench.py --out out/bench --against 'gomocup:cmd="./pbrain-x"'      and another program, in equal time
    python benchmarks/gomoku_bench.py --out out/bench --parent PARENT/src                       and another tree, at equal nodes

Run it before and after each change of a network: what helps on 15 x 15 may lose on 20 x 20. The stand-in (`standins/gomoku.py`)
knows no fours, so it gets more than we do, STANDIN_NODES against few of ours, and the whole time of a move against EFFORT of it. By
nodes, what else the machine does changes no game; by time both sides have the same machine, and a late move is counted, not lost.
Openings are those that are shipped, each in both colours.
"""

from __future__ import annotations

import argparse
import datetime
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from strangers import FOLDER, document

from counterply.arena.schedule import Plan
from counterply.arena.tournament import run
from counterply.core.errors import GameError
from counterply.core.limits import Limit

BOARDS = (("freestyle", 15), ("freestyle", 20), ("standard", 15), ("renju", 15))
OURS = (50, 200)  # nodes a move against the stand-in
STANDIN_NODES = 10_000
SECONDS = (0.1, 0.5, 2.0)  # a move
EFFORT = 0.05  # the share of them that we use against the stand-in
PARENT_NODES = 5_000
LOG = Path(__file__).with_name("gomoku_bench.jsonl")
STAND_IN = f"{FOLDER / 'gomoku.py'}:Windows"


@dataclass(frozen=True)
class Match:
    """Whom a player meets on each board, and the limit of a move."""

    player: str
    opponent: str
    limit: Limit
    label: str


def matches(seconds: list[float], others: list[str]) -> Iterator[Match]:
    """Yield the matches of a board: the stand-in by nodes and by time, then others by time."""
    for nodes in OURS:
        yield Match("engine", STAND_IN, Limit(nodes=nodes), f"{nodes} nodes")
    for time in seconds:
        yield Match(f"engine:effort={EFFORT}", STAND_IN, Limit(seconds=time), f"{time:g} s")
        for other in others:
            yield Match("engine", other, Limit(seconds=time), f"{time:g} s")


def played(chosen: argparse.Namespace, match: Match, options: dict[str, str], folder: Path) -> dict[str, Any]:
    """Play a match, or what its folder does not hold yet, and return what its games say."""
    share = f":share={STANDIN_NODES // match.limit.nodes}" if match.limit.nodes else ""
    players = (match.player,), (match.opponent + share,)
    plan = Plan("gomoku", *players, chosen.games, match.limit, chosen.seed, options, forfeit=False)
    results = run(plan, folder, workers=1)
    found = document(results.pairings[0])
    return found | {"opponent": found["opponent"].rpartition("standins/")[2], "overruns": [side.overruns for side in results.sides]}


def against_parent(chosen: argparse.Namespace, options: dict[str, str], out: Path) -> str:
    """Return what the games against another tree say, in the words of `trees.py`."""
    here, sets = Path(__file__).parent, [word for item in options.items() for word in ("--set", "=".join(item))]
    command = [sys.executable, str(here / "trees.py"), "gomoku", "--trees", str(here.parent / "src"), chosen.parent]
    command += ["--pairs", str(chosen.games // 2), "--nodes", *[str(PARENT_NODES)] * 2, "--seed", str(chosen.seed), *sets]
    return subprocess.run([*command, "--out", str(out)], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def row(entry: dict[str, Any]) -> str:
    """Return an entry as a row of the table."""
    board = f"| {entry['rule']} {entry['size']} x {entry['size']} | {entry['limit']} | {entry['opponent']} |"
    if said := entry.get("said"):
        return f"{board} {said} | | |"
    low, high = entry["interval"]
    found = (
        f"+{entry['wins']} ={entry['draws']} -{entry['losses']} | {100 * entry['score']:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"
    )
    return f"{board} {found} | {' and '.join(map(str, entry['overruns']))} |"


def main() -> None:
    """Play on each board."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="the games are kept here")
    parser.add_argument("--games", type=int, default=20, help="of each match")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, nargs="*", default=list(SECONDS), help="of a move; none: by nodes alone")
    parser.add_argument("--against", nargs="*", default=[], metavar="PLAYER", help="others than the stand-in, by time")
    parser.add_argument("--parent", help="the folder src of another tree")
    parser.add_argument("--log", type=Path, default=LOG)
    chosen = parser.parse_args()
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    print("| board | a move | against | games | score, 95 % | late moves, ours and theirs |\n|---|---|---|---|---|---|")
    entries: list[dict[str, Any]] = []
    for rule, size in BOARDS:
        options, place = {"rule": rule, "size": str(size)}, chosen.out / f"{rule}_{size}"
        board = {"date": str(datetime.date.today()), "commit": commit, "rule": rule, "size": size, "games": chosen.games}
        try:
            for match in matches(chosen.seconds, chosen.against):
                folder = place / f"{match.label.replace(' ', '_')}_{(STAND_IN, *chosen.against).index(match.opponent)}"
                entries.append(board | {"limit": match.label} | played(chosen, match, options, folder))
                print(row(entries[-1]), flush=True)
        except GameError as error:
            sys.exit(str(error))
        if chosen.parent:
            said = against_parent(chosen, options, place / "parent.jsonl")
            entries.append(board | {"limit": f"{PARENT_NODES} nodes", "opponent": chosen.parent, "said": said})
            print(row(entries[-1]), flush=True)
    with chosen.log.open("a") as log:
        log.writelines(json.dumps(entry) + "\n" for entry in entries)


if __name__ == "__main__":
    main()
