"""The board's server from outside: its first byte with an empty cache, the page while a game compiles, its memory under nonsense.

``python benchmarks/board_server.py [--rounds N]`` prints a line for each; its times are those of a machine as busy as it is.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import re
import resource
import signal
import string
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

TOKEN = "a-token-of-a-benchmark"
GAME = "gomoku"  # the one that compiles longest
LOOKS = 200  # at the page while it compiles
LONG = 1_000_000  # letters of a message that is too long
MESSAGES = 1_000  # of a round


def main() -> None:
    """Start a server with an empty cache, look at it, and print what was seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as cache:
        begin = time.perf_counter()
        command = [sys.executable, "-m", "counterply", "board", GAME, "--no-open", "--port", "0", "--token", TOKEN]
        server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env={**os.environ, "COUNTERPLY_CACHE": cache})
        try:
            assert server.stderr is not None
            found = re.search(r"http://(127\.0\.0\.1:\d+)", server.stderr.readline())
            assert found is not None
            host = found[1]
            fetch(host)
            print(f"first byte of the page {time.perf_counter() - begin:.2f} s after the start, {cpu_of(server.pid):.2f} s of CPU")
            compiling(host)
            memory(host, server.pid, rounds)
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(60)
    own = resource.getrusage(resource.RUSAGE_SELF)
    print(f"(of this program itself {own.ru_utime + own.ru_stime:.1f} s of CPU; load {os.getloadavg()[0]:.1f})")


def fetch(host: str) -> float:
    """Get the page, and return the seconds that it took."""
    begin = time.perf_counter()
    connection = http.client.HTTPConnection(host, timeout=60)
    connection.request("GET", "/")
    assert connection.getresponse().read(1)
    connection.close()
    return time.perf_counter() - begin


def cpu_of(process: int) -> float:
    """Return the CPU seconds of a process, without its children."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def page(host: str) -> Iterator[Any]:
    """Open the socket as the page does."""
    with connect(f"ws://{host}/socket", origin=f"http://{host}", max_size=None) as socket:  # type: ignore[arg-type]
        socket.send(json.dumps({"token": TOKEN}))
        yield socket


def compiling(host: str) -> None:
    """Ask for an analysis, and get the page again and again while its search is compiled."""
    with page(host) as socket:
        place = {"game": GAME, "set": {}, "position": {"from": "", "moves": []}}
        socket.send(json.dumps({"id": 1, "want": "analyse", **place, "lines": 1, "limit": {"depth": 1}}))
        begin, told, looks = time.perf_counter(), None, []
        while len(looks) < LOOKS:
            looks.append(fetch(host))
            try:
                while told is None:
                    if '"search":true' in socket.recv(timeout=0.1).replace(" ", ""):
                        told = time.perf_counter() - begin
            except TimeoutError:
                pass
        said = "not said" if told is None else f"said after {told:.1f} s"
        middle, longest = 1000 * sorted(looks)[LOOKS // 2], 1000 * max(looks)
        print(f"compiling {said}; meanwhile the page comes in {middle:.0f} ms, at most {longest:.0f}")


def value(chance: random.Random, deep: int = 3) -> Any:
    """Return a random JSON value, with the words of requests in it now and then."""
    words = ["id", "want", "game", "set", "position", "view", "analyse", "tic_tac_toe", "moves", "stop", "games", "token"]
    kind = chance.randrange(7 if deep else 5)
    if kind == 5:
        return [value(chance, deep - 1) for _ in range(chance.randrange(4))]
    if kind == 6:
        return {chance.choice(words): value(chance, deep - 1) for _ in range(chance.randrange(5))}
    return [
        None,
        chance.random() < 0.5,
        chance.randrange(-9, 10**9),
        chance.choice(words),
        "".join(chance.choices(string.printable, k=9)),
    ][kind]


def megabytes(process: int) -> float:
    """Return the resident memory of a process."""
    return int(re.findall(r"VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text())[0]) / 1024


def memory(host: str, process: int, rounds: int) -> None:
    """Send random values, and messages that are too long, and say what memory the server has after each round."""
    chance, sizes = random.Random(1), []
    for _ in range(rounds):
        for begin in range(0, MESSAGES, 100):
            with page(host) as socket:
                try:
                    for number in range(begin, begin + 100):
                        asked = {"id": number, "want": chance.choice(["view", "games", "analyse", "about", "write", "zz"])}
                        given = {key: value(chance) for key in ("game", "set", "position", "lines", "limit", "format")}
                        socket.send(json.dumps({**asked, **given} if number % 2 else value(chance)))
                    socket.send("x" * LONG)
                    while True:
                        socket.recv(timeout=1)
                except (TimeoutError, ConnectionClosed):
                    pass
        sizes.append(megabytes(process))
        fetch(host)
    found = ", ".join(f"{size:.1f}" for size in sizes)
    print(f"memory after each {MESSAGES:,} random values and {MESSAGES // 100} messages of 1 MB: {found} MB")


if __name__ == "__main__":
    main()
