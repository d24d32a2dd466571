"""Tuning as a whole: files that go on where they were, validation, and the command."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import counterply as cp
from counterply.arena.schedule import Plan
from counterply.arena.statistics import Standing
from counterply.arena.tournament import run as play_plan
from counterply.arena.variants import Games
from counterply.cli import run
from counterply.compiling.kernels import PLAIN
from counterply.core.game import Game
from counterply.core.limits import Limit, Stop
from counterply.core.position import Position
from counterply.core.rule_queries import redraw
from counterply.players import make_player
from counterply.plugins.learning.tuning.objective import PairedGames
from counterply.plugins.learning.tuning.run import TuningRun, TuningTask, verdict
from counterply.usercode.loading import load_game
from counterply.work.job import Done, Here, Job, Session

ROOT = Path(__file__).resolve().parents[3]
TOY = Path(__file__).parent / "toy.py"
LINEAR = f"{TOY}:linear"


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def _no_player_has_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of files play here too: the moves are the same. Other tests, and the command's, let them have processes."""
    monkeypatch.setattr("counterply.players.names_file", lambda text: False)


in_this_process = pytest.mark.usefixtures("_no_player_has_a_process")


# --- one ply deep


def test_the_player_wins_at_once_and_draws_equal_moves_by_its_seed() -> None:
    plan = Plan("tic_tac_toe", (f'greedy:eval={LINEAR},weights="0 0 0"', "random"), games=2, limit=Limit(nodes=10))
    assert play_plan(plan, workers=1).played == 2
    game = load_game("tic_tac_toe")
    player = make_player(f'greedy:eval={LINEAR},weights="0 0 0"')
    player.start(game, 0, 0)
    winning = game.position("moves 0,0 1,0 0,1 1,1")
    assert player.choose(winning, Limit(nodes=10)).move == winning.parse_move("0,2")
    chosen = set()
    for seed in range(40):
        player.start(game, 0, seed)
        chosen.add(player.choose(game.start(), Limit(nodes=10)).move)
    assert len(chosen) > 5


def test_the_order_of_the_decks_is_nobodys_knowledge() -> None:
    """In Splendor every move has the same value, however what is hidden is shuffled."""
    game = load_game("splendor")
    assert isinstance(game, Game)
    position = game.position("moves deal:001 deal:001")
    player = make_player(f"greedy:eval={TOY}:points")
    found = []
    for shuffled in range(3):
        record = position.copy_record()
        if shuffled:
            redraw(record, game.setup[0], position.turn, np.array([shuffled], np.uint64), False)
        player.start(game, 0, 0)
        report = player.choose(Position(game, record), Limit(nodes=1))
        found.append((report.move, report.score))
    assert found[0] == found[1] == found[2]


# --- games between weights


def test_pairs_are_the_same_games_for_any_cut() -> None:
    weights = [1.0, 0.0]
    games = PairedGames(Games("connect_four", {}, 0), f"{TOY}:weighted", "engine:memory=1", Limit(nodes=50), 5)
    whole = games.compare(weights, [0.0, 0.0], 0, 4)
    parts = games.compare(weights, [0.0, 0.0], 0, 1) + games.compare(weights, [0.0, 0.0], 1, 3)
    assert whole == parts
    assert whole.games == 8
    mirrored = games.compare([0.0, 0.0], weights, 0, 4)
    assert mirrored == ~whole


class Wide(Session):
    """A place that begins many pieces at once, and answers them afterwards."""

    def __init__(self) -> None:
        self.widest = 0

    def open(self, job: Job, most: int) -> Session:
        self._here, self._most = Here(job, Stop()), most
        return self

    def do(self, pieces: Iterable[Any], shared: bytes | None = None) -> Iterator[Done]:
        left = enumerate(pieces)
        waiting = deque(islice(left, self._most))
        while waiting:
            self.widest = max(self.widest, len(waiting))
            number, piece = waiting.popleft()
            yield next(Done(number, done.answer) for done in self._here.do([piece]))
            waiting.extend(islice(left, 1))

    def close(self) -> None:
        self._here.close()


@in_this_process
@pytest.mark.parametrize(("method", "widest"), [("spsa", 64), pytest.param("hill", 60, marks=pytest.mark.slow)])
def test_workers_that_would_be_idle_play_ahead_and_change_nothing(method: str, widest: int) -> None:
    """SPSA's pairs are those of one round; a hill climber's are all that are left."""
    many = Wide()
    given = task(method, 2 * widest + 20 * (method == "spsa"))
    finished("alone.json", given)
    assert TuningRun(given, Path("many.json"), lambda progress: None).run(many)  # type: ignore[arg-type]
    assert many.widest == widest
    made = json.loads(Path("many.json").read_text())
    assert same(made) == same(json.loads(Path("alone.json").read_text()))
    assert method == "spsa" or made["state"]["tried"] > 0  # then some of what was played ahead was in vain


def test_a_player_that_cannot_play_is_an_error() -> None:
    games = PairedGames(Games("splendor", {}, 0), f"{TOY}:points", "alphabeta", Limit(nodes=50), 5)
    with pytest.raises(ValueError, match="could not start"):
        games.compare([1.0, 1.0], [1.0, 0.0], 0, 1)


# --- sessions


def task(method: str, games: int, **changes: Any) -> TuningTask:
    return TuningTask("tic_tac_toe", LINEAR, method, games, nodes=20, validation=changes.pop("validation", 0), **changes)  # type: ignore[arg-type]


def finished(file: str, given: TuningTask) -> dict[str, Any]:
    session = TuningRun(given, Path(file), lambda progress: None)
    assert session.run()
    return json.loads(Path(file).read_text())  # type: ignore[no-any-return]


def same(document: dict[str, Any]) -> dict[str, Any]:
    """Return a document without the time it took."""
    return {**document, "made": {**document["made"], "seconds": 0}}


@in_this_process
@pytest.mark.parametrize(("method", "games"), [pytest.param("hill", 48, marks=pytest.mark.slow), ("spsa", 48)])
def test_what_was_interrupted_ends_the_same(method: str, games: int) -> None:
    whole = finished("whole.json", task(method, games))
    after = [games // 3]

    def interrupt(progress: Any) -> None:
        if after and progress.done >= after[0]:
            after.pop()
            raise KeyboardInterrupt

    stopped = TuningRun(task(method, games), Path("parts.json"), interrupt)
    assert not stopped.run()
    half = json.loads(Path("parts.json").read_text())
    assert 0 < half["made"]["games"] < games
    assert same(finished("parts.json", task(method, games))) == same(whole)
    assert whole["made"]["games"] == games
    assert finished("parts.json", task(method, games))["weights"] == whole["weights"]  # nothing is left to do


@in_this_process
@pytest.mark.parametrize("method", ["hill", pytest.param("spsa", marks=pytest.mark.slow)])
def test_more_games_go_on_from_fewer(method: str) -> None:
    few, more = 40, 80
    assert finished("a.json", task(method, few))["made"]["games"] == few
    assert finished("a.json", task(method, more))["weights"] == finished("b.json", task(method, more))["weights"]


@in_this_process
def test_a_file_of_another_tuning_is_left_alone() -> None:
    finished("a.json", task("spsa", 16))
    before = Path("a.json").read_bytes()
    for given, said in (
        (task("spsa", 16, seed=1), "their seed is 0, not 1"),
        (task("hill", 16), "their method is spsa, not hill"),
        (task("spsa", 16, start="1 2 3"), r"their start is \[1.0, 1.0, 1.0\], not \[1.0, 2.0, 3.0\]"),
        (task("spsa", 8), "has had 16 games already, more than 8"),
    ):
        with pytest.raises(ValueError, match=said):
            TuningRun(given, Path("a.json"), lambda progress: None)
    assert Path("a.json").read_bytes() == before


@in_this_process
def test_validation_says_what_it_found() -> None:
    found = finished("a.json", task("spsa", 80, validation=20))["validation"]
    assert found["games"] == 20
    assert found["verdict"] in ("better", "worse", "no difference shown")
    assert found["score_low"] <= found["score"] <= found["score_high"]


def test_verdicts() -> None:
    assert verdict(Standing(80, 0, 20, (5, 0, 10, 0, 35), 50)) == "better"
    assert verdict(Standing(20, 0, 80, (35, 0, 10, 0, 5), 50)) == "worse"
    assert verdict(Standing(10, 0, 10, (2, 0, 6, 0, 2), 10)) == "no difference shown"


def test_records_teach_what_won() -> None:
    """Two players that differ in one feature's sign: the regression finds that stones in open lines are good."""
    plan = Plan("tic_tac_toe", (f'greedy:eval={LINEAR},weights="1 1 1"', "random"), games=60, limit=Limit(nodes=10), seed=3)
    play_plan(plan, Path("run"), workers=1)
    document = finished("a.json", task("records", 0, store=Path("run")))
    assert document["fit"]["positions"] > 100
    assert document["made"]["games"] == 60
    assert document["weights"][1] > 0
    scored = finished("b.json", task("records", 0, store=Path("run"), target="score"))
    assert scored["weights"] != document["weights"]
    other = TuningTask("connect_four", f"{TOY}:weighted_features", "records", 0, store=Path("run"), validation=0)
    session = TuningRun(other, Path("c.json"), lambda progress: None)
    with pytest.raises(ValueError, match="holds games of tic_tac_toe, not of connect_four"):
        session.run()


@pytest.mark.skipif(PLAIN, reason="too slow to be killed in time")
@pytest.mark.slow
def test_killed_at_any_moment_it_goes_on(tmp_path: Path) -> None:
    games = 240
    words = ["tune", "tic_tac_toe", LINEAR, "--games", str(games), "--nodes", "20", "--validation", "0", "--out", "k.json"]
    code = "from counterply.cli import main; main()"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}

    def done() -> int:
        return int(json.loads(Path("k.json").read_text())["made"]["games"]) if Path("k.json").exists() else 0

    process = subprocess.Popen([sys.executable, "-c", code, *words], env=environment, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while not done() and time.monotonic() < deadline and process.poll() is None:
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert 0 < done() < games
    assert run(words) == 0
    assert done() == games


# --- the command


def test_the_command_tells_what_it_made(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tune", "tic_tac_toe", LINEAR, "--games", "24", "--nodes", "20", "--validation", "4", "--workers", "1"]
    assert run([*words, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["file"] == "tic_tac_toe-linear-spsa.json"
    assert document["finished"]
    assert len(document["weights"]) == 3
    assert run(words) == 0
    printed = capsys.readouterr().out
    assert "against the start: " in printed
    assert "engine:eval=linear,weights=tic_tac_toe-linear-spsa.json" in printed


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["isolation", "nothing"], "unknown evaluator of isolation 'nothing'"),
        (["isolation", "improved"], "evaluator improved of isolation has no weights (with weights: territory)"),
        (["isolation", "territory", "--method", "newton"], "unknown method 'newton'"),
        (["isolation", "territory", "--method", "records"], "--store DIR belongs to --method records, which needs it"),
        (["isolation", "territory", "--store", "x"], "--store DIR belongs to --method records"),
        (["isolation", "territory", "--method", "records", "--store", "x"], "there is no run in x"),
        (["isolation", "territory", "--games", "0"], "--games must be 1 or more"),
        (["isolation", "territory", "--out", "none/x.json"], "there is no folder none"),
        (["isolation", "territory", "--validation", "3"], "number of games must be even"),
        (["isolation", "territory", "--weights", "1"], "takes 2 weights, not 1"),
        (["isolation", "territory", "--player", "engin"], "unknown player 'engin'"),
        (["fishing_derby", "race", "--method", "records", "--store", "x"], "evaluator race of fishing_derby has no features"),
    ],
)
def test_one_clear_line(capsys: pytest.CaptureFixture[str], words: list[str], said: str) -> None:
    assert run(["tune", *words]) == 2
    assert not list(Path().glob("*.json"))
    told = capsys.readouterr().err
    assert said in told
    assert len([line for line in told.splitlines() if not line.startswith("compiling")]) == 1


@pytest.mark.slow
def test_each_pair_has_a_scenario_of_its_own_where_an_option_has_a_star(tmp_path) -> None:
    stars = {"scenario": "random:fish=3,length=24,seed=*"}
    made = cp.tune("fishing_derby", "report", options=stars, games=8, nodes=30, validation=4, workers=1, out=tmp_path / "w.json")
    assert made.document["features"] == ["own pull", "opponent's pull", "opponent's distance"]
    assert made.document["validation"]["games"] in (0, 4)
    with pytest.raises(cp.UsageError, match="leave the star out"):
        cp.tune("fishing_derby", "report", options=stars, method="records", store=tmp_path)
