"""What compiling costs: seconds of CPU, user and system, until a first move, with an empty cache and with a warm one.

    python benchmarks/compile_time.py [--only NAME]

Each case runs in processes of its own with a cache folder of its own, first empty, then as the first process left it.
CPU seconds hardly depend on what else the machine does. The aims are those of the project; a warm start aims at 0.5 s.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
AIMS = {"tic_tac_toe": 4.0, "new game": 5.0, "isolation": 7.0, "gomoku": 15.0}  # CPU seconds, cold
CASES = {
    "import": "import counterply",
    "tic_tac_toe": "import counterply as cp; print(next(iter(cp.analyse(cp.game('tic_tac_toe').start(), depth=1))).move)",
    "new game": "import counterply as cp; print(next(iter(cp.analyse(cp.game('mine.py').start(), depth=1))).move)",
    "isolation": "import counterply as cp; print(cp.player('engine').choose(cp.game('isolation').start(), nodes=1000).move)",
    "gomoku": "import counterply as cp; print(cp.player('engine').choose(cp.game('gomoku').start(), nodes=1000).move)",
}


def cpu_seconds(code: str, folder: Path) -> float:
    """Run `code` in a process of its own whose cache lies in `folder`; return its CPU seconds."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    environment = {**kept, "COUNTERPLY_CACHE": str(folder / "cache"), "PYTHONPATH": str(ROOT / "src")}
    before = os.times()
    subprocess.run([sys.executable, "-c", code], cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    return after.children_user - before.children_user + after.children_system - before.children_system


def main() -> int:
    """Print a row for each case."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=CASES)
    chosen = parser.parse_args()
    print(f"{'case':12} {'cold':>6} {'aim':>6} {'warm':>6}   CPU seconds")
    for name, code in CASES.items():
        if chosen.only not in (None, name):
            continue
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            if name == "new game":
                cpu_seconds("from counterply.cli import main; import sys; sys.argv[1:] = ['new', 'mine']; main()", folder)
            cold, warm = cpu_seconds(code, folder), cpu_seconds(code, folder)
        print(f"{name:12} {cold:6.1f} {AIMS.get(name, float('nan')):6.1f} {warm:6.2f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
