"""First seconds: CPU time, user and system, of what somebody waits for first, with an empty cache and with a warm one.

    python benchmarks/compile_time.py [--only NAME]

Each case runs in processes of its own with a cache folder of its own, first empty, then as the first process left it. Machines
differ by three, and a busy one is slow in CPU time too: so costs and budgets are multiples of a fixed loop of Python, which is
timed before and after each case. Exit code 1 if a case is over its budget.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
COMMAND = "from counterply.__main__ import main; import sys; sys.argv[1:] = {!r}; main()"
LOOP_STEPS = 10_000_000
LOOP_SECONDS = 0.30  # of CPU that the loop took on the machine of dev/measurements.md while budgets in seconds were written
GAMES = 20  # of each pairing in the report: 4 columns, 4 rows
COLUMNS = ["alphabeta:eval=improved", "alphabeta:eval=c1", "alphabeta:eval=c6", "engine"]
ROWS = ["random", "alphabeta:eval=open", "alphabeta:eval=center", "alphabeta:eval=improved"]


@dataclass(frozen=True)
class Case:
    """What is run, and its budget.

    Attributes
    ----------
    code : in Python
    before : commands, with another cache, that make what it needs
    cold, warm : budgets in seconds on a machine whose loop takes `LOOP_SECONDS`
    """

    code: str
    before: tuple[list[str], ...] = ()
    cold: float = float("inf")
    warm: float = float("inf")


def command(*words: str) -> str:
    """Return code that runs the command."""
    return COMMAND.format(list(words))


def choice(game: str) -> str:
    """Return code that chooses a first move."""
    return f"import counterply as cp; print(cp.player('engine').choose(cp.game({game!r}).start(), nodes=1000).move)"


TOURNAMENT = ["tournament", "isolation", *COLUMNS, *(word for row in ROWS for word in ("--against", row))]
CASES = {
    "version": Case(command("--version"), cold=0.1, warm=0.1),
    "help": Case(command("--help"), cold=0.6, warm=0.6),
    "import": Case("import counterply", cold=0.2, warm=0.2),
    "tic_tac_toe": Case(
        "import counterply as cp; print(next(iter(cp.analyse(cp.game('tic_tac_toe').start(), depth=1))).move)", cold=4.0, warm=0.5
    ),
    "new game": Case(command("analyse", "mine.py", "--depth", "1"), (["new", "mine"],), cold=5.0, warm=0.6),
    "isolation": Case(choice("isolation"), cold=7.0, warm=0.5),
    "gomoku": Case(choice("gomoku"), cold=15.0, warm=0.5),
    "report": Case(
        command("report", "run"),
        ([*TOURNAMENT, "--games", str(GAMES), "--nodes", "300", "--solve", "off", "--seed", "1", "--out", "run"],),
        cold=6.0,
        warm=5.0,
    ),
}


def loop_seconds() -> float:
    """Return the CPU time of a fixed loop: what a second is worth here and now."""
    begin = time.process_time()
    total = 0
    for step in range(LOOP_STEPS):
        total += step
    return time.process_time() - begin


def cpu_seconds(code: str, folder: Path, cache: str = "cache") -> float:
    """Run `code` in a process of its own with a cache in `folder`; return its CPU seconds."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    environment = {**kept, "COUNTERPLY_CACHE": str(folder / cache), "PYTHONPATH": str(ROOT / "src")}
    before = os.times()
    subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env=environment,
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    after = os.times()
    return after.children_user - before.children_user + after.children_system - before.children_system


def main() -> int:
    """Print a row for each case."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=CASES)
    chosen = parser.parse_args()
    print(f"costs in loops of Python, of which one takes {LOOP_SECONDS} s where budgets were written; CPU seconds here in brackets")
    print(f"{'case':12} {'loop':>5}  {'cold':>14} {'budget':>6}  {'warm':>14} {'budget':>6}")
    over = False
    for name, case in CASES.items():
        if chosen.only not in (None, name):
            continue
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            for words in case.before:
                cpu_seconds(command(*words), folder, cache="before")
            loops, costs = [loop_seconds()], []
            for _ in ("cold", "warm"):
                costs.append(cpu_seconds(case.code, folder))
                loops.append(loop_seconds())
        loop = median(loops)
        row = f"{name:12} {loop:5.2f}"
        for cost, seconds in zip(costs, (case.cold, case.warm), strict=True):
            budget = seconds / LOOP_SECONDS
            over |= cost / loop > budget
            row += f"  {cost / loop:6.1f} ({cost:5.2f}) {budget:5.1f}{'!' if cost / loop > budget else ' '}"
        print(row, flush=True)
    return int(over)


if __name__ == "__main__":
    sys.exit(main())
