"""A match over many scenarios or boards: each pair of games has its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from counterply.arena.record import positions
from counterply.arena.results import PairCounter, load_results
from counterply.arena.schedule import Plan, Schedule, identity
from counterply.arena.store import Store
from counterply.arena.tournament import run
from counterply.arena.variants import Games, files_of, options_of, vary
from counterply.cli import run as command
from counterply.core.errors import UsageError
from counterply.core.limits import Limit

SCENARIOS = {"scenario": "random:fish=2,seed=*,length=12", "first": "green"}


def plan(**changes: Any) -> Plan:
    fields: dict[str, Any] = {"games": 8, "limit": Limit(nodes=5), "seed": 40, "options": SCENARIOS} | changes
    return Plan("fishing_derby", ("random", "host_greedy"), **fields)


def test_a_star_is_a_number_after_an_equals_sign_and_a_pattern_of_files_elsewhere(tmp_path: Path) -> None:
    for name in ("b.txt", "a.txt"):
        (tmp_path / name).write_text("")
    boards = {"board": f"{tmp_path}/*.txt"}
    assert vary(SCENARIOS)
    assert vary(boards)
    assert not vary({"scenario": "test_1"})
    assert options_of(SCENARIOS, 3, 40) == {"scenario": "random:fish=2,seed=43,length=12", "first": "green"}
    assert [Path(options_of(boards, pair, 40)["board"]).name for pair in range(3)] == ["a.txt", "b.txt", "a.txt"]
    assert [Path(file).name for file in files_of(boards)] == ["a.txt", "b.txt"]
    with pytest.raises(UsageError, match="no file matches"):
        files_of({"board": f"{tmp_path}/*.board"})


def test_both_games_of_a_pair_have_one_scenario_and_each_pair_its_own(tmp_path: Path) -> None:
    results = run(plan(), tmp_path, workers=1)
    assert results.game.full_name == "fishing_derby scenario=random:fish=2,seed=*,length=12 first=green"
    assert results.openings == 4
    assert results.pairings[0].standing.distinct == 4
    games = plan().all_games
    with Store.open(tmp_path) as store:
        for record in store.records():
            assert record.opening == ()
            game = games(record.round)
            assert game.options["scenario"] == f"random:fish=2,seed={40 + record.round},length=12"
            *_, last = positions(game, record.line)
            assert (last.outcome(), last.margin()) == (record.outcome, record.margin)


def test_a_run_goes_on_with_the_same_scenarios(tmp_path: Path) -> None:
    run(plan(games=4), tmp_path, workers=1)
    continued = run(plan(), tmp_path, workers=1)
    whole = run(plan(), None, workers=1)
    assert continued.pairings[0].standing == whole.pairings[0].standing
    assert load_results(tmp_path).pairings[0].mean_margin == whole.pairings[0].mean_margin


def test_equal_moves_on_two_scenarios_are_two_samples() -> None:
    with_scenarios, without = PairCounter(plan()), PairCounter(plan(options={}))
    one = run(plan(games=2), None, workers=1)
    assert one.played == 2
    for counter, distinct in ((with_scenarios, 2), (without, 1)):
        for pair in range(2):
            for swapped in (False, True):
                counter.add(record_of(pair, swapped))
        assert counter.paired[0].distinct == distinct


def record_of(pair: int, swapped: bool) -> Any:
    class Record:
        pairing, round, line = 0, pair, (1, 2)

        def points(self, seat: int) -> float:
            return 0.5

    Record.swapped = swapped  # type: ignore[attr-defined]
    return Record()


def test_boards_are_taken_in_turn_and_what_they_hold_is_part_of_the_run(tmp_path: Path) -> None:
    for name, food in (("a", "*"), ("b", " ")):
        (tmp_path / f"{name}.txt").write_text(f"5 5\n#####\n#A*{food}#\n#   #\n# *B#\n#####\n")
    options = {"board": f"{tmp_path}/*.txt"}
    boards = Plan("blocker", ("random", "greedy"), games=6, limit=Limit(nodes=5), options=options)
    schedule = Schedule(boards, boards.all_games.family())
    assert schedule.note == "only 2 distinct openings exist; they are used again in turn for 3 pairs"
    files = identity(boards, boards.all_games.family())["files"]
    assert sorted(Path(file).name for file in files) == ["a.txt", "b.txt"]
    assert run(boards, None, workers=1).openings == 2


def test_without_a_star_all_pairs_have_one_game() -> None:
    games = Games("tic_tac_toe", {}, 5)
    assert games(0) is games(7)
    assert games.variant(7) is None


def test_replay_and_report_know_the_scenario(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(tmp_path / "run")
    arguments = "random host_greedy --games 4 --nodes 5 --workers 1 --seed 40 --set scenario=random:fish=2,seed=*,length=12"
    assert command(["match", "fishing_derby", *arguments.split(), "--out", folder]) == 0
    capsys.readouterr()
    assert command(["replay", folder, "2"]) == 0
    assert "of 12" in capsys.readouterr().out
    assert command(["report", folder, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["game"].endswith("seed=*,length=12")
    assert command(["match", "blocker", "random", "random", "--games", "2", "--board", "none/*.txt"]) == 2
    assert "no file matches 'none/*.txt'" in capsys.readouterr().err
