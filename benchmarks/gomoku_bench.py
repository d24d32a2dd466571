"""The strength of five in a row on the boards and rules that are played, in one command: a line for each in gomoku_bench.jsonl.

    python benchmarks/gomoku_bench.py                        here, against the stand-in
    python benchmarks/gomoku_bench.py --parent PARENT/src    and against another tree, at equal nodes

Run it before and after each change of a network: what helps on 15 x 15 may lose on 20 x 20. The stand-in (`standins/gomoku.py`)
knows no fours and gets STANDIN_NODES a move, so that it is a match for few of ours; the parent gets as many as we do. Nodes, not
time: what else the machine does changes no game. Openings are those that are shipped, each in both colours.
"""

from __future__ import annotations

import argparse
import datetime
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from strangers import FOLDER, document, line

from counterply.arena.schedule import Plan
from counterply.arena.tournament import run
from counterply.core.limits import Limit

BOARDS = (("freestyle", 15), ("freestyle", 20), ("standard", 15), ("renju", 15))
OURS = (50, 200)  # nodes a move against the stand-in
STANDIN_NODES = 10_000
PARENT_NODES = 5_000
LOG = Path(__file__).with_name("gomoku_bench.jsonl")


def against_stand_in(chosen: argparse.Namespace, options: dict[str, str]) -> list[dict[str, Any]]:
    """Return what the games against the stand-in say, at each number of nodes of ours."""
    found = []
    for nodes in OURS:
        rows = (f"{FOLDER / 'gomoku.py'}:Windows:share={STANDIN_NODES // nodes}",)
        limit = Limit(nodes=nodes)
        plan = Plan("gomoku", ("engine",), rows, games=chosen.games, limit=limit, seed=chosen.seed, options=options)
        found.append(document(run(plan, None, workers=1).pairings[0]) | {"nodes": nodes, "opponent": f"Windows, {STANDIN_NODES}"})
    return found


def against_parent(chosen: argparse.Namespace, options: dict[str, str]) -> dict[str, Any]:
    """Return what the games against another tree say, in the words of `trees.py`."""
    here, sets = Path(__file__).parent, [word for item in options.items() for word in ("--set", "=".join(item))]
    command = [sys.executable, str(here / "trees.py"), "gomoku", "--trees", str(here.parent / "src"), chosen.parent]
    command += ["--pairs", str(chosen.games // 2), "--nodes", *[str(PARENT_NODES)] * 2, "--seed", str(chosen.seed), *sets]
    said = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return {"opponent": chosen.parent, "nodes": PARENT_NODES, "said": said.strip()}


def main() -> None:
    """Play on each board."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20, help="of each match")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--parent", help="the folder src of another tree")
    parser.add_argument("--log", type=Path, default=LOG)
    chosen = parser.parse_args()
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    for rule, size in BOARDS:
        options = {"rule": rule, "size": str(size)}
        found = against_stand_in(chosen, options) + ([against_parent(chosen, options)] if chosen.parent else [])
        for one in found:
            one.pop("player", None)
            entry = {"date": str(datetime.date.today()), "commit": commit, "rule": rule, "size": size, "games": chosen.games} | one
            with chosen.log.open("a") as log:
                log.write(json.dumps(entry) + "\n")
            print(f"{rule} {size} x {size}, {one['nodes']} nodes:", one.get("said") or line(one), flush=True)


if __name__ == "__main__":
    main()
