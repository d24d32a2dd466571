"""The harness in `benchmarks/tune_search.py` goes on where it was stopped, and only with the run that it stopped in."""

import importlib.util
import json
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[3] / "benchmarks" / "tune_search.py"


@pytest.fixture
def run(monkeypatch):
    spec = importlib.util.spec_from_file_location("tune_search", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "tune_search", module)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "ProcessPoolExecutor", HerePool)

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["tune_search.py", *map(str, words)])
        module.main()

    return run


class HerePool:
    """A pool without processes."""

    def __init__(self, workers):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def map(self, function, jobs):
        return map(function, jobs)

    def shutdown(self, cancel_futures):
        pass


def lines(file):
    return [json.loads(line) for line in file.read_text().splitlines()]


def test_a_tuning_goes_on_where_it_was_killed(run, tmp_path):
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    tuning = ("spsa", "connect_four", "reduction", "killer", "--variant", "reductions=on", "--nodes", 20, "--out")
    run(*tuning, whole, "--steps", 3)
    run(*tuning, parts, "--steps", 2)
    with parts.open("a") as file:
        file.write('{"weights": [0.')
    run(*tuning, parts, "--steps", 3)
    assert lines(parts) == lines(whole)
    with pytest.raises(SystemExit, match="is of another run"):
        run(*tuning, parts, "--seed", 2)


def test_a_match_goes_on_and_a_decided_one_plays_no_more(run, tmp_path, capsys):
    file = tmp_path / "pairs"
    match = ("match", "connect_four", "reductions=on", "--nodes", 20, "--out", file)
    run(*match, "--pairs", 2)
    run(*match, "--pairs", 3)
    assert [number for number, *_ in lines(file)[1:]] == [0, 1, 2]
    played = file.read_text()
    run(*match, "--pairs", 4, "--elo", 0, 3000, "--stop")
    assert file.read_text() == played
    assert "reductions=on against as it is: +" in capsys.readouterr().out


def test_what_is_searched_alike_is_foreseen_alike(run, capsys):
    run("foresight", "connect_four", "--nodes", 40, "--positions", 4, "--variant", "late=on")  # the technique, not the number
    ours, theirs, gain = capsys.readouterr().out.splitlines()
    assert ours.removeprefix("late=on") == theirs.removeprefix("as it is")
    assert theirs.endswith("4 positions")
    assert gain == "the first is nearer by +0.0000 +- 0.0000"
