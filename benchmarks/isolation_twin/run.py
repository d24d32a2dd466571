"""The engine beside its C++ twin: the same alpha-beta with table and history, in interleaved rounds.

    python benchmarks/isolation_twin/run.py [isolation|othello] [--rounds 15] [--depth 13] [--as-engine]
    python benchmarks/isolation_twin/run.py [isolation|othello] --count [--depth 9]

Needs g++. Prints, for each round, nodes per second of CPU of both and their ratio, then the medians. Fails
if a node count or a score differs. `--as-engine`: the twin also pays for what the engine's design asks for, entries
with locks and an evaluator behind an address.

`--count` prints instructions a node instead, as `perf stat` counts them or, where it cannot, valgrind's cachegrind: a
search to the depth less one to depth 3, so that what a process needs to start does not count. Both are then compiled for
one processor that cachegrind knows. The first time takes minutes, since the engine's code is compiled for it.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from llvmlite import binding

COUNTED = "haswell"  # the processor that code is made for where instructions are counted
if os.environ.get("TWIN_PROCESSOR"):  # before anything of ours asks for the processor
    binding.get_host_cpu_name = lambda: COUNTED
    binding.get_host_cpu_features = lambda: binding.FeatureMap.fromkeys(
        ("avx", "avx2", "bmi", "bmi2", "fma", "lzcnt", "movbe", "popcnt", "sse4.1", "sse4.2"), True
    )

from counterply import Limit  # noqa: E402
from counterply.plugins.isolation import rules as isolation  # noqa: E402
from counterply.search.alphabeta.engine import Engine  # noqa: E402
from counterply.search.alphabeta.techniques import Techniques  # noqa: E402
from counterply.usercode.loading import load_evaluator, load_game  # noqa: E402

GAMES = {  # how the command names it, its evaluator, and moves from the start to each position
    "isolation": ("isolation", "improved", ((17, 24), (10, 3), (40, 8), (0, 48), (23, 35))),
    "othello": (
        str(Path(__file__).parents[1] / "othello.py"),
        "mobile",
        (
            (44, 43, 18, 29, 51, 34, 30, 22, 26, 38),
            (26, 34, 41, 19, 10, 48, 43, 52, 51, 20),
            (19, 18, 17, 20, 21, 34, 45, 14, 33, 42),
            (26, 34, 45, 18, 33, 54, 20, 44, 10, 21),
            (26, 20, 13, 34, 43, 12, 21, 6, 3, 22),
        ),
    ),
}
MEMORY = 4  # MB of table
CELLS = 49
LEAST_DEPTH = 3  # of the search that the counted one is compared with
COUNTS = re.compile(r"([\d,]+)\s+instructions|I\s+refs:\s+([\d,]+)")  # as perf stat or cachegrind say it


def keys() -> str:
    """Return the engine's Zobrist keys as a C++ header."""

    def row(words: object) -> str:
        return "{" + ", ".join(f"{int(word)}ull" for word in list(words)[:CELLS]) + "}"  # type: ignore[call-overload]

    return (
        f"constexpr uint64_t BLOCKED_KEY[CELLS] = {row(isolation.BLOCKED_KEY)};\n"
        f"constexpr uint64_t CELL_KEY[2][CELLS] = {{{row(isolation.STANDING_KEY[0])}, {row(isolation.STANDING_KEY[1])}}};\n"
        f"constexpr uint64_t TURN_KEY = {int(isolation.TURN_KEY)}ull;\n"
    )


def build(name: str, folder: Path, *switches: str, processor: str = "native") -> Path:
    """Compile the twin of a game in `folder` and return the program."""
    (folder / "keys.h").write_text(keys())
    source = Path(__file__).with_name("twin.cpp")
    program = folder / "twin"
    options = ["-O3", f"-march={processor}", "-std=c++17", f"-I{folder}", f'-DGAME="{name}.h"', *switches]
    subprocess.run(["g++", *options, "-o", str(program), str(source)], check=True)
    return program


class Searches:
    """The engine, and the positions that it searches."""

    def __init__(self, chosen: str) -> None:
        name, evaluator, positions = GAMES[chosen]
        game = load_game(name)
        techniques = Techniques().only("distance", "pruning", "table", "history")
        self.engine = Engine(game, load_evaluator(evaluator, game), techniques, MEMORY)  # type: ignore[arg-type]
        self.starts = [game.start().play(*moves) for moves in positions]
        for start in self.starts:
            list(self.engine.deepen(start, Limit(depth=LEAST_DEPTH)))  # compiles

    def to(self, depth: int) -> list[tuple[int, float, int]]:
        """Return nodes, seconds of CPU and score of each position."""
        found = []
        for start in self.starts:
            self.engine.forget()
            self.engine.table.make_room(Limit())
            begin = time.process_time()
            *_, report = self.engine.deepen(start, Limit(depth=depth))
            found.append((report.nodes, time.process_time() - begin, int(report.score or 0)))
        return found


def counted(command: list[str], environment: dict[str, str]) -> int:
    """Return how many instructions a command takes."""
    for counter in (["perf", "stat", "-e", "instructions"], ["valgrind", "--tool=cachegrind", "--cachegrind-out-file=/dev/null"]):
        if shutil.which(counter[0]):
            more = ["--cache-sim=no"] if counter[0] == "valgrind" else []
            done = subprocess.run([*counter, *more, *command], env=environment, capture_output=True, text=True)
            if found := COUNTS.search(done.stderr):
                return int((found[1] or found[2]).replace(",", ""))
    raise SystemExit("neither perf nor valgrind counts instructions here")


def count(chosen: str, depth: int, switches: list[str]) -> None:
    """Print the instructions a node of both."""
    environment = {**os.environ, "TWIN_PROCESSOR": COUNTED}
    itself = [sys.executable, __file__, chosen]
    with tempfile.TemporaryDirectory() as folder:
        program = build(chosen, Path(folder), *switches, processor=COUNTED)
        bits = (MEMORY << 20 >> 4).bit_length() - 1
        moves = [",".join(map(str, each)) for each in GAMES[chosen][2]]
        commands = {
            "engine": lambda plies: [*itself, "--search", "--depth", str(plies)],
            "twin": lambda plies: [str(program), str(plies), str(bits), *moves],
        }
        nodes = []
        for plies in (LEAST_DEPTH, depth):  # the first one compiles
            answer = subprocess.run(commands["engine"](plies), env=environment, check=True, capture_output=True, text=True).stdout
            nodes.append(int(answer))
        counts = {}
        for name, command in commands.items():
            least, most = (counted(command(plies), environment) for plies in (LEAST_DEPTH, depth))
            counts[name] = (most - least) / (nodes[1] - nodes[0])
            print(f"{name}: {counts[name]:.1f} instructions a node, {nodes[1] - nodes[0]:,} nodes", flush=True)
        print(f"ratio {counts['twin'] / counts['engine']:.3f}")


def main() -> int:
    """Run the rounds, or count."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="isolation", choices=GAMES)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--depth", type=int)
    parser.add_argument(
        "--as-engine", action="store_true", help="the twin has locks in its table and calls its evaluator by address"
    )
    parser.add_argument("--count", action="store_true", help="count instructions a node")
    parser.add_argument("--search", action="store_true", help=argparse.SUPPRESS)  # the engine alone; prints the nodes
    chosen = parser.parse_args()
    switches = ["-DAS_ENGINE"] if chosen.as_engine else []
    if chosen.count:
        count(chosen.game, chosen.depth or 9, switches)
        return 0
    searches, depth = Searches(chosen.game), chosen.depth or 13
    if chosen.search:
        print(sum(nodes for nodes, _, _ in searches.to(depth)))
        return 0
    bits = (len(searches.engine.table.entries)).bit_length() - 1
    ratios, ours_all, theirs_all = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        program = build(chosen.game, Path(folder), *switches)
        command = [str(program), str(depth), str(bits), *(",".join(map(str, moves)) for moves in GAMES[chosen.game][2])]
        for number in range(chosen.rounds):
            answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            twin = [(int(n), float(s), int(v)) for _, n, s, v in (line.split() for line in answer.splitlines())]
            ours = searches.to(depth)
            if [(n, v) for n, _, v in ours] != [(n, v) for n, _, v in twin]:
                print(f"not the same search: engine {ours}, twin {twin}", file=sys.stderr)
                return 1
            nodes = sum(n for n, _, _ in ours)
            speeds = nodes / sum(s for _, s, _ in ours), nodes / sum(s for _, s, _ in twin)
            ours_all.append(speeds[0])
            theirs_all.append(speeds[1])
            ratios.append(speeds[0] / speeds[1])
            ours_now, theirs_now = (speed / 1e6 for speed in speeds)
            print(
                f"round {number + 1:2}: {nodes:,} nodes  engine {ours_now:6.2f} M/s  twin {theirs_now:6.2f} M/s  {ratios[-1]:.3f}"
            )
    quartiles = statistics.quantiles(ratios, n=4) if len(ratios) > 1 else 3 * ratios
    print(
        f"median: engine {statistics.median(ours_all) / 1e6:.2f} M/s, twin {statistics.median(theirs_all) / 1e6:.2f} M/s, "
        f"ratio {statistics.median(ratios):.3f} (quartiles {quartiles[0]:.3f} to {quartiles[2]:.3f})"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
