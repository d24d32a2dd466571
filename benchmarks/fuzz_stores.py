"""Damage a store and a kernel cache, and look whether a command ever ends in a traceback, a signal or another result.

python benchmarks/fuzz_stores.py [ROUNDS] [SEED]     everything happens in a temporary folder
"""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from counterply.arena import STORE_FILE

COMMAND = [sys.executable, "-m", "counterply"]
REPORT = ["report", "trial", "--json"]  # reads a store
PLAY = ["match", "tic_tac_toe", "engine", "greedy:eval=zero", "--games", "2", "--nodes", "200", "--json"]  # loads machine code
MATCH = ["match", "tic_tac_toe", "random", "greedy:eval=zero", "--games", "20", "--nodes", "10"]


def answer(arguments: list[str], place: Path, cache: str) -> tuple[int, str, str]:
    """Return exit code, output and errors of a command in a folder, with a cache there."""
    environment = {**os.environ, "COUNTERPLY_CACHE": str(place / cache)}
    command = [*COMMAND, *arguments]
    done = subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, timeout=300, check=False)
    return done.returncode, done.stdout, done.stderr


def facts(output: str) -> list[object]:
    """Return what is the same each time of a match's document."""
    document = json.loads(output)
    return [document["wins"], document["draws"], [player["nodes"] for player in document["players"]]]


class Planted:
    """Makes a folder when it is unpickled."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, (PLANTED,)


PLANTED = f"{tempfile.gettempdir()}/planted-by-fuzz-stores-{os.getpid()}"


def damaged(file: Path, chance: random.Random) -> str:
    """Flip bits of a file, cut it, append to it, or put something else in its place; return what was done."""
    content, kind = bytearray(file.read_bytes()), chance.randrange(8)
    if kind < 3:
        bits = [chance.randrange(8 * len(content)) for _ in range(chance.randint(1, 3))]
        for bit in bits:
            content[bit // 8] ^= 1 << bit % 8
        what = f"bits {bits}"
    elif kind == 3:
        del content[chance.randrange(len(content)) :]
        what = f"cut to {len(content)} bytes"
    elif kind == 4:
        content.extend(chance.randbytes(100))
        what = "100 bytes appended"
    elif kind == 5:
        place = chance.randrange(len(content))
        content[place : place + 512] = bytes(min(512, len(content) - place))
        what = f"512 zeros from {place} on"
    elif kind == 6:
        content = bytearray(pickle.dumps(Planted()))
        what = "a pickle in its place"
    else:
        data = pickle.dumps(Planted())
        content = bytearray(hashlib.sha256(data).digest() + data)
        what = "a pickle with its checksum in its place"
    file.write_bytes(content)
    return f"{what}, {file.name}"


def main() -> None:
    """Print each fault, and how many rounds had none."""
    rounds, seed = (int(word) for word in [*sys.argv[1:], "50", "0"][:2])
    chance, faults = random.Random(seed), 0
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        trial, kernels = place / "trial", place / "kernels"
        code, _, error = answer([*MATCH, "--out", "run"], place, "cache")
        assert code == 0, error
        shutil.copytree(place / "run", trial)
        right = answer(REPORT, place, "cache")[1], facts(answer(PLAY, place, "cache")[1])
        for number in range(rounds):
            for made, source in ((trial, "run"), (kernels, "cache")):
                shutil.rmtree(made, ignore_errors=True)
                shutil.copytree(place / source, made)
            if number % 2:
                what = damaged(trial / STORE_FILE, chance)
                code, output, error = answer(REPORT, place, "kernels")
                fine = code == 0 and output == right[0]
            else:
                what = damaged(chance.choice(sorted(kernels.rglob("*.code"))), chance)
                code, output, error = answer(PLAY, place, "kernels")
                fine = code == 0 and facts(output) == right[1]
            refused = code == 2 and len([line for line in error.splitlines() if not line.startswith("compiling")]) == 1
            if not (fine or refused) or os.path.exists(PLANTED):
                faults += 1
                print(f"{what}: exit code {code}, {error[-300:]}", flush=True)
    print(f"{rounds - faults} of {rounds} without a fault")


if __name__ == "__main__":
    main()
