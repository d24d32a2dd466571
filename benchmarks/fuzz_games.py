"""Break a right game file in random places, and look whether `analyse` ever ends in a traceback, a signal, or without end.

python benchmarks/fuzz_games.py [ROUNDS] [SEED]     everything happens in a temporary folder
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

GAME = Path(__file__).resolve().parents[1] / "examples" / "01_game.py"
CHANGES = (
    (r"\b1\b", "-1"),
    (r"\b0\b", "100_000"),
    (r"\+", "-"),
    (r"-=", "+="),
    (r"return (\w+)\n", r"return \1 * 1000\n"),
    (r"return ", "return 17 + "),
    (r"range\(", "range(1000 + "),
    (r"max_moves=\d+", "max_moves=1"),
    (r"np\.u?int\d+", "np.int8"),
    (r"\bif\b", "while"),
    (r"\[0\]", "[99999]"),
    (r"ONGOING", "DRAW"),
)
SECONDS = 240


def broken(text: str, chance: random.Random) -> str:
    """Return a game's text with one place changed."""
    while True:
        pattern, new = chance.choice(CHANGES)
        places = list(re.finditer(pattern, text))
        if places:
            place = chance.choice(places)
            return text[: place.start()] + place.expand(new) + text[place.end() :]


def main() -> None:
    """Print each fault, and how many rounds had none."""
    rounds, seed = (int(word) for word in [*sys.argv[1:], "50", "0"][:2])
    chance, faults, ends = random.Random(seed), 0, [0, 0]
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "mine.py"
        environment = {**os.environ, "COUNTERPLY_CACHE": str(Path(name) / "cache")}
        command = [sys.executable, "-m", "counterply", "analyse", str(file), "--nodes", "500"]
        for _ in range(rounds):
            file.write_text(broken(GAME.read_text(encoding="utf-8"), chance), encoding="utf-8")
            try:
                done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False)
                code, said = done.returncode, done.stderr
            except subprocess.TimeoutExpired:
                code, said = -1, f"not within {SECONDS} s"
            if code not in (0, 2) or "Traceback" in said:
                faults += 1
                print(f"exit code {code}: {said[-400:]}\n{file.read_text(encoding='utf-8')}", flush=True)
            else:
                ends[code == 2] += 1
    print(f"{rounds - faults} of {rounds} without a fault: {ends[0]} searched, {ends[1]} refused in a line")


if __name__ == "__main__":
    main()
