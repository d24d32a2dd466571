"""The engine beside its C++ twin: the same alpha-beta with table and history, in interleaved rounds.

    python benchmarks/isolation_twin/run.py [isolation|othello] [--rounds 15] [--depth 13]

Needs g++. Prints, for each round, nodes per second of CPU of both and their ratio, then the medians. Fails
if a node count or a score differs.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from counterply import Limit
from counterply.games.isolation import rules as isolation
from counterply.search.alphabeta.engine import Engine
from counterply.search.alphabeta.techniques import Techniques
from counterply.usercode.loading import load_evaluator, load_game

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


def keys() -> str:
    """Return the engine's Zobrist keys as a C++ header."""

    def row(words: object) -> str:
        return "{" + ", ".join(f"{int(word)}ull" for word in list(words)[:CELLS]) + "}"  # type: ignore[call-overload]

    return (
        f"constexpr uint64_t BLOCKED_KEY[CELLS] = {row(isolation.BLOCKED_KEY)};\n"
        f"constexpr uint64_t CELL_KEY[2][CELLS] = {{{row(isolation.STANDING_KEY[0])}, {row(isolation.STANDING_KEY[1])}}};\n"
        f"constexpr uint64_t TURN_KEY = {int(isolation.TURN_KEY)}ull;\n"
    )


def build(name: str, folder: Path) -> Path:
    """Compile the twin of a game in `folder` and return the program."""
    (folder / "keys.h").write_text(keys())
    source = Path(__file__).with_name("twin.cpp")
    program = folder / "twin"
    options = ["-O3", "-march=native", "-std=c++17", f"-I{folder}", f'-DGAME="{name}.h"']
    subprocess.run(["g++", *options, "-o", str(program), str(source)], check=True)
    return program


def main() -> int:
    """Run the rounds."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="isolation", choices=GAMES)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--depth", type=int, default=13)
    chosen = parser.parse_args()
    name, evaluator, positions = GAMES[chosen.game]
    game = load_game(name)
    techniques = Techniques().only("distance", "pruning", "table", "history")
    engine = Engine(game, load_evaluator(evaluator, game), techniques, MEMORY)  # type: ignore[arg-type]
    starts = [game.start().play(*moves) for moves in positions]
    for start in starts:
        list(engine.deepen(start, Limit(depth=3)))  # compiles
    bits = (len(engine.table)).bit_length() - 1
    ratios, ours_all, theirs_all = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        program = build(chosen.game, Path(folder))
        command = [str(program), str(chosen.depth), str(bits), *(",".join(map(str, moves)) for moves in positions)]
        for number in range(chosen.rounds):
            answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            twin = [(int(n), float(s), int(v)) for _, n, s, v in (line.split() for line in answer.splitlines())]
            ours = []
            for start in starts:
                engine.forget()
                engine.size_table(Limit())
                begin = time.process_time()
                *_, report = engine.deepen(start, Limit(depth=chosen.depth))
                ours.append((report.nodes, time.process_time() - begin, report.score))
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
