"""Runs in trouble: is anything lost, left behind, doubled, or said in a traceback?

python benchmarks/fuzz_trouble.py [ROUNDS] [SEED]     ROUNDS of Ctrl-C and of a folder that is deleted; all in a temporary folder

A full disk (by a limit on the size of files), a folder that disappears, Ctrl-C and SIGTERM at random moments, two commands at once
on one store and one cache, a home that cannot be written to or is not known, a reader that goes, terminals and locales of other
kinds, bytes in files.
"""

from __future__ import annotations

import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fuzz_players import left_behind

from counterply.arena.store import Store

COMMAND = [sys.executable, "-m", "counterply"]
MATCH = [
    "match",
    "tic_tac_toe",
    "greedy:eval=zero",
    "minimax:depth=2",
    "--games",
    "60",
    "--nodes",
    "50",
    "--workers",
    "2",
    "--seed",
    "3",
]
SECONDS = 240
FAULTS: list[str] = []
CODES = (0, 2, 130, 128 + signal.SIGTERM, -signal.SIGTERM)


def started(words: list[str], environment: dict[str, str] | None = None, **more: Any) -> subprocess.Popen[bytes]:
    """Start a command that can be interrupted."""
    every = {**os.environ, **(environment or {})}
    return subprocess.Popen(
        [*COMMAND, *words],
        env={name: value for name, value in every.items() if value != "UNSET"},
        stdout=more.pop("stdout", subprocess.PIPE),
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        preexec_fn=more.pop("before", lambda: signal.signal(signal.SIGINT, signal.default_int_handler)),
        **more,
    )


def ended(process: subprocess.Popen[bytes], what: str, codes: tuple[int, ...] = CODES) -> str:
    """Return what a command has said; how it ended is a fault if it is none of `codes`, or there is a traceback."""
    try:
        output, errors = process.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        FAULTS.append(f"{what}: not within {SECONDS} s")
        return ""
    said = (errors or b"").decode("utf-8", "replace")
    if process.returncode not in codes or "Traceback" in said or "Exception ignored" in said:
        FAULTS.append(f"{what}: exit code {process.returncode}: {said[-700:]}")
    print(f"{what}: {process.returncode} {(said.splitlines() or [''])[-1][:150]}", flush=True)
    return (output or b"").decode("utf-8", "replace")


def games(folder: Path) -> list[Any]:
    """Return the games of a store."""
    with Store.open(folder) as store:
        return [record.line for record in store.records()]


def interrupted(folder: Path, chance: random.Random, whole: list[Any], number: int) -> None:
    """Interrupt a run now and then until it is done; compare its games."""
    out, tries = folder / f"interrupted{number}", 0
    while tries < 12:
        marker = f"{os.getpid()}.{time.monotonic_ns()}"
        process = started([*MATCH, "--out", str(out)], {"FUZZ_TROUBLE": marker})
        sent = chance.choice((signal.SIGINT, signal.SIGTERM, signal.SIGKILL))
        time.sleep(chance.uniform(0.05, 6.0))
        process.send_signal(sent)
        ended(process, f"{sent.name} {number}", (*CODES, -signal.SIGKILL))
        if left := left_behind(f"FUZZ_TROUBLE={marker}"):
            FAULTS.append(f"left behind after {sent.name}: {left}")
        tries += 1
        if process.returncode == 0:
            break
    ended(started([*MATCH, "--out", str(out)]), f"goes on {number}", (0,))
    if games(out) != whole:
        FAULTS.append(f"games differ after interruptions, seed of round {number}")


def deleted(folder: Path, chance: random.Random, number: int) -> None:
    """Delete a run's folder while it runs."""
    out = folder / f"deleted{number}"
    process = started([*MATCH, "--games", "4000", "--out", str(out)])
    until = time.monotonic() + 60
    while not out.exists() and time.monotonic() < until:
        time.sleep(0.01)
    time.sleep(chance.uniform(0, 3))
    shutil.rmtree(out, ignore_errors=True)
    ended(process, f"folder deleted {number}", (0, 2))


def full_disk(folder: Path) -> None:
    """Let no file grow beyond a few sizes."""
    for number, size in enumerate((0, 100, 5_000, 50_000, 200_000)):

        def before(size: int = size) -> None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

        ended(started([*MATCH, "--out", str(folder / f"full{number}")], before=before), f"files of {size} bytes at most")
        words = ["nodes", "tic_tac_toe", "--depths", "1-3", "--csv", str(folder / f"full{number}.csv")]
        ended(
            started(words, {"COUNTERPLY_CACHE": str(folder / f"small{number}")}, before=before), f"a table of {size} bytes at most"
        )


def at_once(folder: Path, whole: list[Any]) -> None:
    """Let two commands begin the same run, with the same empty cache."""
    shared = {"COUNTERPLY_CACHE": str(folder / "shared")}
    pair = [started([*MATCH, "--out", str(folder / "shared-run")], shared) for _ in range(2)]
    for number, process in enumerate(pair):
        ended(process, f"two at once, {number}")
    ended(started([*MATCH, "--out", str(folder / "shared-run")], shared), "after two at once", (0,))
    if games(folder / "shared-run") != whole:
        FAULTS.append("games differ after two commands at once")


def elsewhere(folder: Path) -> None:
    """Use other homes, terminals, locales, and readers that go."""
    home = folder / "home"
    home.mkdir(mode=0o500)
    analyse = ["analyse", "tic_tac_toe", "--depth", "2"]
    for name, environment in {
        "no home": {"HOME": "UNSET", "COUNTERPLY_CACHE": "UNSET", "XDG_CACHE_HOME": "UNSET"},
        "a home that is no folder": {"HOME": "/dev/null", "COUNTERPLY_CACHE": "UNSET"},
        "a home that is not there": {"HOME": str(folder / "gone"), "COUNTERPLY_CACHE": "UNSET"},
        "a home to read": {"HOME": str(home), "COUNTERPLY_CACHE": "UNSET"},
        "a cache that is a file": {"COUNTERPLY_CACHE": __file__},
        "an empty environment": {"PATH": "UNSET", "HOME": "UNSET", "LANG": "UNSET", "TERM": "UNSET"},
        "dumb": {"TERM": "dumb"},
        "an unknown terminal": {"TERM": "no-such-terminal", "COLUMNS": "1", "LINES": "x"},
        "a wide one": {"COLUMNS": "100000"},
        "ASCII": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        "Latin-1": {"LC_ALL": "en_US.ISO-8859-1", "PYTHONIOENCODING": "latin-1"},
        "no folder for temporary files": {"TMPDIR": str(folder / "nowhere"), "COUNTERPLY_CACHE": "UNSET", "HOME": "/dev/null"},
    }.items():
        ended(started(analyse, environment), name, (0, 2))
    for words in (["games"], ["players"], analyse, [*MATCH, "--json"], ["--help"], ["nodes", "tic_tac_toe"]):
        process = subprocess.Popen(
            f"{sys.executable} -m counterply {' '.join(words)} | head -c 1 >/dev/null; exit ${{PIPESTATUS[0]}}",
            shell=True,
            executable="/bin/bash",
            stderr=subprocess.PIPE,
        )
        ended(process, f"{words[0]} | head", (0, 141))
    for name, closing in {
        "stdout": ">&-",
        "stderr": "2>&-",
        "stdin": "<&-",
        "all": "<&- >&- 2>&-",
        "a full device": ">/dev/full",
    }.items():
        process = subprocess.Popen(
            f"{sys.executable} -m counterply analyse tic_tac_toe --depth 2 {closing}", shell=True, stderr=subprocess.PIPE
        )
        ended(process, f"closed: {name}", (0, 2, 141))
    content = bytes(random.Random(0).randbytes(2000))
    for name, words in {
        "odd.py": ["analyse", "odd.py"],
        "odd.json": ["analyse", "fishing_derby", "--scenario", "odd.json"],
        "odd.txt": ["analyse", "tic_tac_toe", "odd.txt"],
        "odd.board": ["analyse", "blocker", "--board", "odd.board"],
        "odd.w": ["analyse", "isolation", "--eval", "territory", "--weights", "odd.w"],
        "odd.sgf": ["match", "gomoku", "random", "random", "--games", "2", "--nodes", "5", "--openings", "odd.sgf"],
    }.items():
        for kind in (content, b"", b"\xff\xfe\x00\x00", "é\u2028".encode("utf-16"), b"[" * 100_000, b"\0" * 100):
            (folder / name).write_bytes(kind)
            ended(started(words, cwd=folder), f"{kind[:6]!r} in {name}", (2,))


def main() -> None:
    """Print how each ended, and the faults."""
    rounds, seed = (int(word) for word in [*sys.argv[1:], "3", "0"][:2])
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ended(started([*MATCH, "--out", str(folder / "whole")]), "whole", (0,))
        whole = games(folder / "whole")
        parts: list[Callable[[], None]] = [lambda: elsewhere(folder), lambda: full_disk(folder), lambda: at_once(folder, whole)]
        for number in range(rounds):
            parts.append(lambda number=number: interrupted(folder, chance, whole, number))  # type: ignore[misc]
            parts.append(lambda number=number: deleted(folder, chance, number))  # type: ignore[misc]
        for part in parts:
            part()
    print("\n".join(["", *FAULTS, f"{len(FAULTS)} faults"]))


if __name__ == "__main__":
    main()
