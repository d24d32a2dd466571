"""The signature of the search: one number of nodes over a fixed list of positions."""

from pathlib import Path

import pytest

from counterply.compiling.kernels import PLAIN
from counterply.core.errors import UsageError
from counterply.core.limits import Stop
from counterply.plugins.studies.bench import bench

SIGNATURE = int((Path(__file__).parents[2] / "search" / "bench.txt").read_text())


@pytest.mark.skipif(PLAIN, reason="minutes in plain mode")
def test_bench_signature():
    assert bench()["signature"] == SIGNATURE, "the search has changed: if that was meant, write the new number into bench.txt"


def test_bench_of_some_games():
    assert list(bench(["tic_tac_toe"])["games"]) == ["tic_tac_toe"]
    with pytest.raises(UsageError):
        bench(["chess"])
    stop = Stop()
    stop.set()
    assert bench(["tic_tac_toe"], stop)["signature"] is None
