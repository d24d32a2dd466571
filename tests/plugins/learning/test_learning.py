"""Learning as a whole: it gets better, is the same by seed and games, goes on where it was; and which files are refused."""

from __future__ import annotations

import json
import math
import signal
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Iterator
from copy import copy
from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import counterply as cp
from counterply.api.own_games import new
from counterply.arena.statistics import Standing, pair_standing
from counterply.cli import run
from counterply.compiling.kernels import PLAIN
from counterply.core.errors import GameError, UsageError
from counterply.core.limits import Limit
from counterply.core.report import Report
from counterply.plugins.bridges.bot import bot_text
from counterply.plugins.learning.display import falling, verdict
from counterply.plugins.learning.layout import Size
from counterply.plugins.learning.learner import Learner
from counterply.plugins.learning.matches import Bout, Matches
from counterply.plugins.learning.pairs import PairPlayer
from counterply.plugins.learning.run import PATIENCE, STATIC_NODES, LearningRun, LearningTask
from counterply.plugins.learning.selfplay import play_games
from counterply.plugins.networks.learnt import NetworkFile, read_learnt, rules_of, write_learnt
from counterply.plugins.networks.swing import swing_of
from counterply.usercode.loading import load_evaluator, load_game
from counterply.usercode.trust import checked_evaluator

GAMES = 40 if PLAIN else 8_000


class Plain:
    """A position of a game in plain Python, which is over."""

    turn = 0

    def moves(self) -> list[int]:
        return []

    def after(self, _: int) -> Plain:
        return self

    def outcome(self) -> int:
        return cp.DRAW


def silent(_: Any) -> None:
    """Nobody listens."""


def task(**more: Any) -> LearningTask:
    return LearningTask("tic_tac_toe", **{"minutes": None, "games": GAMES, "size": "small", "match": 0, "seed": 4, **more})


@pytest.fixture(scope="module", autouse=True)
def _few() -> Iterator[None]:
    """Short rounds and short matches."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("counterply.plugins.learning.learner.ROUND_PLIES", 150 if PLAIN else 6_000)
        patch.setattr("counterply.plugins.learning.run.DUEL_GAMES", 4 if PLAIN else 100)
        patch.setattr("counterply.plugins.learning.run.CURVE_GAMES", 2 if PLAIN else 4)
        patch.setattr("counterply.plugins.learning.run.CURVE_NODES", 5 if PLAIN else 50)
        yield


@pytest.fixture(scope="module")
def learnt(tmp_path_factory: pytest.TempPathFactory, _few: None) -> Path:
    file = tmp_path_factory.mktemp("learnt") / "ttt.learnt"
    assert LearningRun(task(), file, silent).run()
    return file


@pytest.mark.skipif(PLAIN, reason="too few games")
def test_it_learns(learnt: Path) -> None:
    match = cp.match("tic_tac_toe", f"greedy:eval={learnt}", "random", games=200, nodes=10, workers=1)
    assert match.score > 0.9
    assert match.standing.losses <= 12


def games_of(learner: Learner, **settings: float) -> tuple[np.ndarray, np.ndarray]:
    """Return how games without random beginnings end by tables of zeros, and how often each side explored in them."""
    thread, ends, explored = learner._shares[0], [], []
    context = thread.context
    context["openings"] = 0.0
    for name, value in settings.items():
        context[name] = value
    count = len(context["lengths"])
    for first in range(0, 600, count):
        play_games(context, learner._start, learner._setup, thread.net.record, 1, first, first + count)
        ends += context["reached"].tolist()
        plies = context["explored"].reshape(count, -1) * (np.arange(context["longest"]) < context["lengths"][:, None])
        explored += [(game[::2].sum(), game[1::2].sum()) for game in plies]
    return np.array(ends), np.array(explored)


@pytest.mark.skipif(PLAIN, reason="too slow")
def test_games_are_played_with_care_and_one_side_explores_more_often(tmp_path: Path) -> None:
    run = LearningRun(task(), tmp_path / "games.learnt", silent)
    learner = run._new_learner(*run._sizes())
    drawn = [(games_of(learner, exploration=0.0, careful=careful)[0] == 0.0).mean() for careful in (0, 1)]
    assert drawn[1] > drawn[0] + 0.2  # who blocks lines draws more often
    uneven, even = (np.corrcoef(games_of(learner, exploration=0.3, uneven=most)[1].T)[0, 1] for most in (2.0, 0.0))
    assert uneven < min(even, 0.0) - 0.2
    learner.close()


def test_the_same_seed_and_games_give_the_same_file(learnt: Path, tmp_path: Path) -> None:
    again, threads = tmp_path / "again.learnt", threading.active_count()
    LearningRun(task(), again, silent).run()
    assert threading.active_count() == threads  # a learner's own have ended
    one, other = read_learnt(learnt, state=True), read_learnt(again, state=True)
    for name in ("weights", "tables", "mean"):
        assert (getattr(one, name) == getattr(other, name)).all()
    made = [dict(each.header.pop("made")) for each in (one, other)]
    assert one.header == other.header
    assert [each["learnt_from"] for each in made[0]["curve"]] == [each["learnt_from"] for each in made[1]["curve"]]
    assert made[0]["games"] == GAMES


def test_snapshots_play_the_best_one_before_them_and_yardsticks(learnt: Path) -> None:
    made = read_learnt(learnt).header["made"]
    first, *others = made["curve"]
    assert made["yardsticks"] == ["mobility", "zero", "mcts"]
    assert [found["opponent"] for found in first["played"]] == made["yardsticks"]
    assert all(found["played"][0]["opponent"].startswith("snapshot ") for found in others)
    assert all(point["elo_low"] < point["elo"] < point["elo_high"] for point in made["curve"])


def test_it_goes_on_where_it_was_stopped(learnt: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, played = tmp_path / "stopped.learnt", []
    plain = Learner.play_round

    def interrupted(self: Learner, done: Any, most: int | None = None, stop: Any = None) -> int:
        if len(played) == 2:
            played.append(0)
            raise KeyboardInterrupt
        played.append(plain(self, done, most, stop))
        return played[-1]

    monkeypatch.setattr(Learner, "play_round", interrupted)
    assert not LearningRun(task(), file, silent).run()
    load_evaluator(str(file), load_game("tic_tac_toe"))  # it works already
    stopped = read_learnt(file).header["made"]["games"]
    assert 0 < stopped < GAMES
    assert LearningRun(task(), file, silent).run()
    one, other = read_learnt(learnt, state=True), read_learnt(file, state=True)
    assert (one.tables == other.tables).all()
    assert (one.mean == other.mean).all()
    assert other.header["made"]["games"] == GAMES


def test_a_point_of_the_curve_that_ctrl_c_ended_is_measured_next_time(
    learnt: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(self: LearningRun, snapshot: Any) -> None:
        raise KeyboardInterrupt

    file = tmp_path / "stopped.learnt"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LearningRun, "_played", interrupted)
        assert not LearningRun(task(), file, silent).run()
    picture = tmp_path / "curve.png"
    assert run(["learnt", str(file), "--plot", str(picture)]) == 0
    assert capsys.readouterr().err == f"nothing was measured that {picture} could show\n"
    assert not picture.exists()
    cp.learnt(file).plot()._repr_png_()
    assert LearningRun(task(), file, silent).run()
    points = [[each["learnt_from"] for each in read_learnt(each).header["made"]["curve"]] for each in (file, learnt)]
    assert points[0] == points[1]


def test_ctrl_c_before_the_first_game_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: Learner) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Learner, "warm_up", interrupted)
    assert not LearningRun(task(), tmp_path / "none.learnt", silent).run()
    assert not [*tmp_path.iterdir()]


def test_a_file_keeps_its_settings(learnt: Path, tmp_path: Path) -> None:
    file = tmp_path / "kept.learnt"
    file.write_bytes(learnt.read_bytes())
    LearningRun(task(settings={"decay": 0.9}), file, silent)
    with pytest.raises(UsageError, match=r"is learnt with decay 0.9, not 0.5; give another --out$"):
        LearningRun(task(settings={"decay": 0.5}), file, silent)


def test_a_full_disk_is_found_at_the_first_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, played = tmp_path / "full.learnt", []
    plain = Learner.play_round

    def counted(self: Learner, done: Any, most: int | None = None, stop: Any = None) -> int:
        played.append(plain(self, done, most, stop))
        return played[-1]

    def full(*_: Any) -> None:
        raise GameError(f"{file} cannot be written: No space left on device")

    monkeypatch.setattr(Learner, "play_round", counted)
    with monkeypatch.context() as patch:
        patch.setattr("counterply.plugins.learning.run.write_learnt", full)
        with pytest.raises(GameError, match=r"device$"):
            LearningRun(task(), file, silent).run()
    assert len(played) == 1
    assert LearningRun(task(games=GAMES // 8), file, silent).run()
    before = file.read_bytes()
    monkeypatch.setattr("counterply.plugins.learning.run.write_learnt", full)
    with pytest.raises(GameError, match="what was saved before is still there"):
        LearningRun(task(), file, silent).run()
    assert file.read_bytes() == before


def bouts_of(monkeypatch: pytest.MonkeyPatch, found: Standing) -> list[Bout]:
    """Return a list that gets the bouts of matches that all end with `found`."""
    bouts: list[Bout] = []

    def at_equal_time(_: Matches, ours: Any, theirs: Any, bout: Bout, *__: Any) -> tuple[Standing, list[int]]:
        bouts.append(bout)
        return found, [1, 1]

    monkeypatch.setattr(Matches, "at_equal_time", at_equal_time)
    return bouts


@pytest.mark.parametrize(
    ("lines", "large", "won", "winner"),
    [(700, 1000, 22, "lines"), (700, 1000, 18, "large"), (400, 1000, 22, "large"), (400, 1000, 36, "lines")],
)
def test_a_size_of_few_weights_has_to_win_clearly(
    lines: int, large: int, won: int, winner: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    half = won // 2
    found = Standing(won, 0, 40 - won, pairs=(20 - half, 0, 0, 0, half), distinct=20)
    bouts = bouts_of(monkeypatch, found)
    monkeypatch.setattr(LearningRun, "_evaluator_of", lambda *_: None)
    learning = LearningRun(task(size=None), tmp_path / "sizes.learnt", silent)
    layouts = {name: SimpleNamespace(entries=entries, lookups=()) for name, entries in (("lines", lines), ("large", large))}
    learning._trying = {name: SimpleNamespace(layout=layout, mean=None) for name, layout in layouts.items()}  # type: ignore[misc]
    assert learning._winner() == winner
    assert [bout.patience for bout in bouts] == [PATIENCE]


@pytest.mark.parametrize(("won", "kept"), [(36, True), (22, False), (4, False)])
def test_static_cuts_are_used_if_they_win_clearly(
    won: int, kept: bool, learnt: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    half, file = won // 2, tmp_path / "static.learnt"
    found = Standing(won, 0, 40 - won, pairs=(20 - half, 0, 0, 0, half), distinct=20)
    bouts = bouts_of(monkeypatch, found)
    monkeypatch.setattr("counterply.plugins.learning.run.swing_of", lambda *_: 0.75)
    learning = LearningRun(task(games=50, match=2), file, silent)
    assert learning.run()
    assert [bout.patience for bout in bouts if bout.nodes == STATIC_NODES] == [PATIENCE]
    assert learning.made["static"]["swing"] == 0.75
    evaluator = load_evaluator(str(file), learning.game)
    assert evaluator.swing == (0.75 if kept else 0.0)
    assert ("static cuts help" in verdict(learning.made)) is kept
    assert load_evaluator(str(learnt), learning.game).swing == 0.0  # no match, no swing


def test_a_swing_that_was_not_shown_to_win_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def at_equal_time(_: Matches, ours: Any, theirs: Any, *__: Any, **___: Any) -> tuple[Standing, list[int]]:
        if theirs is not None and ours.swing > theirs.swing:
            raise KeyboardInterrupt
        return Standing(1, 0, 1, pairs=(0, 0, 1, 0, 0), distinct=1), [1, 1]

    monkeypatch.setattr("counterply.plugins.learning.run.swing_of", lambda *_: 0.75)
    monkeypatch.setattr(Matches, "at_equal_time", at_equal_time)
    learning = LearningRun(task(games=50, match=2), tmp_path / "stopped.learnt", silent)
    assert not learning.run()
    assert load_evaluator(str(tmp_path / "stopped.learnt"), learning.game).swing == 0.0


@pytest.mark.skipif(PLAIN, reason="too slow")
def test_a_swing_is_what_two_plies_usually_change(learnt: Path) -> None:
    game = load_game("tic_tac_toe")
    evaluator, lines = load_evaluator(str(learnt), game), [(move,) for move in range(9)]
    found, changes = swing_of(game, evaluator, lines, seed=1), []
    for line in lines:  # with all moves, in place of those of a game
        for position in map(game.start().play(*line).after, game.start().play(*line).moves()):
            *_, report = cp.analyse(position, eval=evaluator, depth=2)
            value = evaluator.bind(game).grid_value(position.record, position.turn)
            changes.append(abs(report.score - value) / evaluator.grid)
    assert min(changes) < found < max(changes)
    assert swing_of(SimpleNamespace(chance=True), evaluator, lines, 1) == 0.0


@pytest.mark.parametrize(("plies", "seconds", "nodes"), [(10, math.inf, 1000), (10, 0.4, 20), (20, 0.4, 10), (80, 0.4, 10)])
def test_a_long_game_gets_fewer_nodes(plies: int, seconds: float, nodes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Matches, "standing", lambda *_: Standing())
    ours: Any = None
    matches = Matches(load_game("tic_tac_toe"), 1, plies)
    assert matches.at_equal_time(ours, None, Bout(2, seconds=seconds), (1e-3, 1e-3))[1] == [nodes, nodes]


def lowest(name: str) -> Any:
    return SimpleNamespace(name=name, choose=lambda position, limit: Report(position.moves()[0]))


@pytest.mark.parametrize(("seconds", "games"), [(math.inf, 20), (25.0, 6), (0.0, 2)])
def test_a_match_that_takes_too_long_has_fewer_games(seconds: float, games: int, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = count(0, 10)
    monkeypatch.setattr("counterply.plugins.learning.pairs.time", SimpleNamespace(process_time=lambda: float(next(clock))))
    game = load_game("tic_tac_toe")
    pairs = PairPlayer(lambda _: game, [()], 1, Limit(nodes=1))
    assert pairs.standing((lowest("ours"), lowest("theirs")), range(10), seconds).games == games


def test_a_game_without_end_is_a_draw_after_many_times_its_usual_plies(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("tic_tac_toe")
    assert Matches(game, 1, 8)._pairs.ply_cap is None
    monkeypatch.setattr(game, "max_plies", None)
    assert [Matches(game, 1, plies)._pairs.ply_cap for plies in (8, 50)] == [200, 500]
    pairs = PairPlayer(lambda _: game, [()], 1, Limit(nodes=1), ply_cap=6)  # the first player wins with the seventh
    assert pairs.standing((lowest("ours"), lowest("theirs")), range(1)) == pair_standing(0.5, 0.5)


def test_trials_of_sizes_go_on_where_they_were_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("counterply.plugins.learning.run.SIZES", (Size("lines", 32, 1 << 8, 1), Size("large", 32, 1 << 10, 1)))
    monkeypatch.setattr("counterply.plugins.learning.run.LEAST_TRIAL_GAMES", GAMES)
    monkeypatch.setattr("counterply.plugins.learning.run.TRIAL_SHARE", 0.4)
    monkeypatch.setattr("counterply.plugins.learning.run.TRIAL_GAMES", 2)
    played: list[int] = []
    plain, every = Learner.play_round, tmp_path / "every.learnt"

    def counted(self: Learner, done: Any, most: int | None = None, stop: Any = None) -> int:
        if len(played) == stopped_at:
            played.append(0)
            raise KeyboardInterrupt
        played.append(plain(self, done, most, stop))
        return played[-1]

    monkeypatch.setattr(Learner, "play_round", counted)
    stopped_at = -1
    assert LearningRun(task(size=None), every, silent).run()
    whole, rounds = read_learnt(every, state=True), len(played)
    assert whole.header["made"]["trials"]
    assert not whole.trials
    for stopped_at in (1, rounds // 2):
        played.clear()
        file = tmp_path / f"{stopped_at}.learnt"
        assert not LearningRun(task(size=None), file, silent).run()
        assert LearningRun(task(size=None), file, silent).run()
        again = read_learnt(file, state=True)
        assert len(played) == rounds + 1  # nothing was played twice
        assert (again.tables == whole.tables).all()


def test_a_file_is_for_its_own_game_and_rules(learnt: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"was learnt for tic_tac_toe, not for connect_four$"):
        load_evaluator(str(learnt), load_game("connect_four"))
    source = new("mine", folder=tmp_path)
    ours = rules_of(load_game(str(source)))
    assert rules_of(load_game(str(source))) == ours
    source.write_text(source.read_text().replace("else cell % SIZE + 1 < SIZE", "else cell % SIZE + 2 < SIZE"))
    theirs = rules_of(load_game(str(source)))
    assert ours["code"] != theirs["code"]
    file, known = tmp_path / "other.learnt", read_learnt(learnt)
    known.header["made"]["plays"] = {}  # so has all else
    write_learnt(file, NetworkFile({**known.header, "rules": {**known.header["rules"], "code": theirs["code"]}}, known.weights))
    with pytest.raises(UsageError, match=r"was learnt by other rules of tic_tac_toe: learn again, into another file$"):
        load_evaluator(str(file), load_game("tic_tac_toe"))
    for force in (False, True):  # nobody is sent to --force in vain
        with pytest.raises(UsageError, match="other rules of tic_tac_toe"):
            LearningRun(task(force=force), file, silent)


def test_rules_are_other_ones_where_a_function_is_there_for_something_else() -> None:
    game = load_game("tic_tac_toe")
    other = copy(game)
    other.functions = {
        {"transform": "play", "play": "transform"}.get(name, name): function for name, function in game.functions.items()
    }
    ours, theirs = rules_of(game), rules_of(other)
    assert ours["games"] == theirs["games"]
    assert ours["code"] != theirs["code"]


def test_damaged_files_are_refused_in_one_line(learnt: Path, tmp_path: Path) -> None:
    game, data = load_game("tic_tac_toe"), learnt.read_bytes()
    file = tmp_path / "damaged.learnt"
    contents = [b"", b"no zip", data[: len(data) // 2]]
    middle = bytearray(data)
    middle[len(data) // 2] ^= 0x55
    for content in [*contents, bytes(middle)]:
        file.write_bytes(content)
        with pytest.raises(UsageError, match="no learnt network, or damaged") as caught:
            read_learnt(file, state=True)
        assert "\n" not in str(caught.value)
    with pytest.raises(UsageError, match="there is no file"):
        load_evaluator(str(tmp_path / "none.learnt"), game)


def test_what_a_header_says_is_checked_before_kernels_follow_it(learnt: Path, tmp_path: Path) -> None:
    game, known = load_game("tic_tac_toe"), read_learnt(learnt)
    file = tmp_path / "wrong.learnt"
    wrong: list[tuple[str, str, Any]] = [
        ("layout", "lookups", [[0, 99]]),
        ("layout", "tables", [10**6]),
        ("layout", "sizes", [3]),
        ("layout", "ranks", [[0, 1, 2, 7]]),
        ("layout", "stage_at", list(range(99))),
        ("view", "bits", [0, 70]),
        ("view", "words", ["stones[7]"]),
        ("view", "source", 9),
        ("view", "names", []),
    ]
    for part, name, value in wrong:
        header = json.loads(json.dumps(known.header))
        header[part][name] = value
        write_learnt(file, NetworkFile(header, known.weights))
        with pytest.raises(UsageError, match=r"is damaged|any more"):
            load_evaluator(str(file), game)
    write_learnt(file, NetworkFile(known.header, known.weights[:-1]))
    with pytest.raises(UsageError, match="is damaged"):
        load_evaluator(str(file), game)


def test_a_file_holds_no_objects(learnt: Path, tmp_path: Path) -> None:
    file = tmp_path / "objects.learnt"
    with zipfile.ZipFile(file, "w") as archive, archive.open("header.npy", "w") as stream:
        np.lib.format.write_array(stream, np.array([{}], object), allow_pickle=True)
    with pytest.raises(UsageError, match="no learnt network, or damaged"):
        read_learnt(file)


@pytest.mark.skipif(PLAIN, reason="takes minutes uncompiled")
def test_every_player_takes_it(learnt: Path) -> None:
    position = cp.game("tic_tac_toe").start().play("1,1", "0,1")
    for player in ("engine", "alphabeta:depth=3", "minimax:depth=2", "mcts:simulations=50", "greedy", "greedy:careful=on"):
        text = f"{player}{',' if ':' in player else ':'}eval={learnt}"
        assert cp.player(text).choose(position, nodes=200).move in position.moves()
    assert cp.evaluator("tic_tac_toe", str(learnt))(position) != 0.0


@pytest.mark.usefixtures("one_process")
def test_the_command_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = {
        "ends in .learnt": ["--out", str(tmp_path / "x.npz")],
        "unknown size": ["--size", "huge", "--out", str(tmp_path / "x.learnt")],
        "unknown evaluator of tic_tac_toe": ["--features", "lines", "--out", str(tmp_path / "x.learnt")],
        "size linear has weights of features alone": ["--size", "linear", "--out", str(tmp_path / "x.learnt")],
        "two budgets": ["--games", "5", "--minutes", "1", "--out", str(tmp_path / "x.learnt")],
        "rate must be from 0 to 1, not 2.0": ["--games", "5", "--rate", "2", "--out", str(tmp_path / "x.learnt")],
        "more than 0": ["--minutes", "0", "--out", str(tmp_path / "x.learnt")],
        "there is no folder": ["--games", "5", "--out", str(tmp_path / "none" / "x.learnt")],
    }
    for said, arguments in wrong.items():
        assert run(["learn", "tic_tac_toe", *arguments]) == 2
        assert said in capsys.readouterr().err
    (tmp_path / "there.learnt").write_bytes(b"mine")
    assert run(["learn", "tic_tac_toe", "--games", "5", "--out", str(tmp_path / "there.learnt")]) == 2
    assert (tmp_path / "there.learnt").read_bytes() == b"mine"
    with pytest.raises(GameError, match="plain Python"):
        cp.learn(cp.PlainGame("plain", Plain), games=5)


@pytest.mark.slow
@pytest.mark.skipif(PLAIN, reason="takes minutes uncompiled")
def test_ctrl_c_leaves_a_file_that_works(tmp_path: Path) -> None:
    file = tmp_path / "ttt.learnt"
    command = [sys.executable, "-m", "counterply", "learn", "tic_tac_toe", "--minutes", "5", "--size", "small", "--out", str(file)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    begin = time.monotonic()
    while not file.exists() and time.monotonic() - begin < 120:
        time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "the same command goes on" in errors
    load_evaluator(str(file), load_game("tic_tac_toe"))


def test_a_curve_that_falls_is_said_to() -> None:
    points = [{"learnt_from": n, "elo": e, "elo_low": e - 40, "elo_high": e + 40} for n, e in ((10, 90.0), (20, 5.0))]
    said = "the curve has fallen: +90 Elo after 10 games, +5 at the end; the best weights were kept"
    assert falling({"curve": points}) == said
    assert falling({"curve": points[:1]}) == ""


def test_a_bot_has_the_same_value_by_its_numbers(learnt: Path) -> None:
    game = cp.game("tic_tac_toe")
    evaluator = checked_evaluator(str(learnt), game)
    names: dict[str, Any] = {}
    exec(compile(bot_text(game, evaluator, "kaggle"), "bot.py", "exec"), names)
    bound, bot, dice = evaluator.bind(game), names["BOT"], Random(3)
    for _ in range(20):
        position, there = game.start(), bot.start
        for _ in range(dice.randrange(6)):
            move = dice.choice(position.moves())
            position, there = position.after(move), bot.after(there, move)
            if position.over:
                break
        for player in (0, 1):
            assert round(bot.value(there, player) * evaluator.grid) == bound.grid_value(position.record, player)
