"""Let each of `hostile_players.py` play, and look whether anything but its own games suffers.

python benchmarks/fuzz_players.py [NAME...]     all of them, if none is named

Each plays two games by nodes and two by time, in a fresh command. Faults of ours: an exit code but 0 and 2, a traceback,
control characters on the terminal, more than its share of time, a process or a temporary folder that is left behind.
"""

from __future__ import annotations

import inspect
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import hostile_players

FILE = Path(hostile_players.__file__)
HELPERS = ("first",)
SECONDS = 120  # for a command with two games


def names() -> list[str]:
    """Return the players."""
    return [
        name
        for name, thing in vars(hostile_players).items()
        if getattr(thing, "__module__", "") == hostile_players.__name__
        and name not in HELPERS
        and (inspect.isfunction(thing) or hasattr(thing, "choose"))
    ]


def left_behind(marker: str) -> list[str]:
    """Return the processes that carry the environment of a command that has ended; a second is theirs to end."""
    for _ in range(20):
        found = []
        for place in Path("/proc").glob("[0-9]*"):
            try:
                if marker.encode() in (place / "environ").read_bytes():
                    found.append((place / "cmdline").read_bytes().replace(b"\0", b" ").decode())
            except OSError:
                continue
        if not found:
            return []
        time.sleep(0.1)
    return found


def fault_of(name: str, limit: list[str], folder: Path) -> tuple[str, str]:
    """Return what was wrong with a match against a hostile player, or '', and how it went."""
    marker = f"FUZZ_PLAYERS={os.getpid()}.{time.monotonic_ns()}"
    key, _, value = marker.partition("=")
    place = folder / "tmp"
    place.mkdir(exist_ok=True)
    environment = {**os.environ, key: value, "TMPDIR": str(place)}
    command = [sys.executable, "-m", "counterply", "match", "tic_tac_toe", f"{FILE}:{name}", "random", "--games", "2", *limit]
    try:
        done = subprocess.run(
            [*command, "--workers", "1", "--json"],
            env=environment,
            capture_output=True,
            timeout=SECONDS,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired:
        return f"not within {SECONDS} s", ""
    said = done.stderr.decode("utf-8", "replace")
    if done.returncode not in (0, 2):
        return f"exit code {done.returncode}: {said[-500:]}", ""
    if "Traceback" in said and "benchmarks/hostile_players.py" not in said:
        return said[-800:], ""
    if name != "prints_escapes" and (odd := [line for line in said.splitlines() if not line.isprintable() and "\t" not in line]):
        return f"control characters: {odd[0]!r}", ""
    if left := left_behind(marker):
        return f"left behind: {left}", ""
    if made := [path.name for path in place.iterdir() if path.name.startswith("counterply-")]:
        return f"folders left behind: {made}", ""
    if done.returncode == 2:
        return "", f"refused: {said.splitlines()[-1][:120]}"
    document = json.loads(done.stdout)
    failures = [f"{failed['games']} by {failed['ending']}: {failed['reason'][:90]}" for failed in document["failures"]]
    return "", "; ".join(failures) or "fair games"


def main() -> None:
    """Print how each player fared, and each fault."""
    faults, chosen = 0, sys.argv[1:] or names()
    with tempfile.TemporaryDirectory() as folder:
        for name in chosen:
            for limit in (["--nodes", "10"], ["--time", "300ms"]):
                begin = time.monotonic()
                fault, how = fault_of(name, limit, Path(folder))
                faults += bool(fault)
                print(f"{name:26} {limit[1]:6} {time.monotonic() - begin:5.1f} s  {'FAULT ' + fault if fault else how}", flush=True)
    print(f"{2 * len(chosen) - faults} of {2 * len(chosen)} without a fault of ours")


if __name__ == "__main__":
    main()
