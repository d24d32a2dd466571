"""A tournament that is killed again and again ends as one that is left alone."""

from __future__ import annotations

import dataclasses
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from counterply.arena.result_tables import report_table
from counterply.arena.results import load_results
from counterply.arena.store import Store
from counterply.cli.matches import to_report
from counterply.core.errors import StoreError

SOURCE = Path(__file__).resolve().parents[2] / "src"
MOCKS = Path(__file__).with_name("mocks.py")
KILLS = 20
GAMES = 300
PLAYERS = ("greedy", f"{MOCKS}:slowish", "random")  # each game of the second takes some hundredths of a second
PATIENCE = 120.0  # seconds that a busy machine may take for the first game of a session


def begin(folder: Path) -> subprocess.Popen[str]:
    """Begin the tournament, or go on with it, in a process group of its own."""
    limits = ["--games", str(GAMES), "--nodes", "200", "--workers", "2", "--solve", "off", "--seed", "5", "--out", str(folder)]
    code = "from counterply.cli import main; main()"
    return subprocess.Popen(
        [sys.executable, "-c", code, "tournament", "connect_four", *PLAYERS, *limits],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # it is ignored in what a shell runs in the background
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def count(folder: Path) -> int:
    """Return how many games are stored."""
    try:
        with Store.open(folder) as store:
            return len(store.numbers())
    except StoreError:  # none yet
        return 0


def games(folder: Path) -> list[object]:
    """Return all stored games, but for the times."""
    with Store.open(folder) as store:
        return [dataclasses.replace(record, micros=(), cpu_micros=()) for record in store.records()]


@pytest.mark.slow
def test_twenty_kills(tmp_path: Path) -> None:
    """Kill -9 of the whole process group: at any moment from the start on, and every other time while games are played."""
    chance, killed, whole = random.Random(1), tmp_path / "killed", tmp_path / "whole"
    counts = []
    for number in range(KILLS):
        before, process = count(killed), begin(killed)
        if number % 2:
            end = time.monotonic() + PATIENCE
            while count(killed) == before and time.monotonic() < end:
                time.sleep(0.01)
            time.sleep(chance.random() * 0.4)
        else:
            time.sleep(chance.random() * 3)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        assert process.returncode == -signal.SIGKILL, "the run ended too early to be killed"
        counts.append(count(killed))
        assert counts[-1] >= before + number % 2, "a stored game was lost"
    assert counts[-1] < 3 * GAMES
    print("games after each kill:", *counts)
    for folder in (killed, whole):
        process = begin(folder)
        output = process.communicate()
        assert process.returncode == 0, output
    assert games(killed) == games(whole)
    assert len(games(whole)) == 3 * GAMES
    assert report_table(load_results(killed)) == report_table(load_results(whole))


def test_a_second_run_is_refused_and_ctrl_c_keeps_the_games(tmp_path: Path) -> None:
    process = begin(tmp_path)
    end = time.monotonic() + PATIENCE
    while count(tmp_path) < 2 and process.poll() is None and time.monotonic() < end:
        time.sleep(0.02)
    second = begin(tmp_path)
    output, error = second.communicate()
    assert (second.returncode, output) == (2, "")
    (line,) = error.splitlines()
    assert line == f"counterply: {tmp_path} is in use by another run of counterply; wait for it, or give another --out"
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all processes
    output, error = process.communicate()
    assert process.returncode == 130
    kept = games(tmp_path)
    assert 2 <= len(kept) < 3 * GAMES
    done = f"stopped after {len(kept):,} of {3 * GAMES:,} games"
    last = [done, "which are kept: the same command goes on", *to_report(tmp_path, "connect_four", "shows them")]
    assert error.splitlines()[-1] == ", ".join(last)
    assert report_table(load_results(tmp_path)) in output
