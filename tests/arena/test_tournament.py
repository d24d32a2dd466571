import contextlib
import dataclasses
import json
import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.console import Console
from stores import edit_store

import counterply as cp
from counterply.api.games import parse_sprt
from counterply.api.runs import Match
from counterply.arena import STORE_FILE
from counterply.arena.labels import Labels
from counterply.arena.result_tables import details, match_line, report_table
from counterply.arena.results import collect, load_results
from counterply.arena.schedule import Plan
from counterply.arena.store import Store
from counterply.arena.store_file import checksum
from counterply.arena.tournament import Progress, default_workers, phases, run
from counterply.cli import run as command
from counterply.core.errors import StoreError, UsageError
from counterply.core.limits import Limit
from counterply.core.values import DRAW, FIRST
from counterply.usercode.loading import load_game

MOCKS = str(Path(__file__).with_name("mocks.py"))
PLAIN_NIM = """
class Nim:
    turn, left = 0, 3
    def moves(self):
        return [1, 2][: self.left]
    def after(self, move):
        made = Nim()
        made.turn, made.left = 1 - self.turn, self.left - move
        return made
    def outcome(self):
        return 0 if self.left else 1 + self.turn
game = Nim
"""


def plan(*players, games=20, **rest):
    return Plan("tic_tac_toe", players or ("random", "greedy:eval=zero"), games=games, limit=Limit(nodes=100), **rest)


def played(folder):
    """Return all that a run has stored, the times left out."""
    with Store.open(folder) as store:
        return [dataclasses.replace(record, micros=(), cpu_micros=()) for record in store.records()]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Return the folder of a run that nobody disturbed."""
    folder = tmp_path_factory.mktemp("whole")
    run(plan(games=60), folder, workers=1)
    return folder


def test_games_are_paired_and_each_is_stored_once(whole):
    records = played(whole)
    assert [r.number for r in records] == list(range(60))
    for straight, swapped in zip(records[::2], records[1::2], strict=True):
        assert straight.opening == swapped.opening
        assert straight.round == swapped.round
        assert (straight.first, straight.second) == (swapped.second, swapped.first)
        assert not straight.swapped
        assert swapped.swapped
    assert len({r.seed for r in records}) == 60


def test_worker_processes_play_the_same_games(whole, tmp_path):
    run(plan(games=60), tmp_path, workers=2)
    assert played(tmp_path) == played(whole)


def test_another_seed_plays_other_games(whole, tmp_path):
    run(plan(games=60, seed=1), tmp_path, workers=1)
    assert [r.moves for r in played(tmp_path)] != [r.moves for r in played(whole)]


class StopHereError(Exception):
    pass


def stop_after(games):
    def listen(progress):
        if progress.done >= games:
            raise StopHereError

    return listen


def test_a_stopped_run_goes_on(whole, tmp_path):
    for games in (1, 7, 8, 31):
        with pytest.raises(StopHereError):
            run(plan(games=60), tmp_path, workers=1, progress=stop_after(games))
        assert len(played(tmp_path)) == games
    seen = []
    results = run(plan(games=60), tmp_path, workers=1, progress=seen.append)
    assert seen[0].phase == "playing"
    assert seen[0].done == 31
    assert seen[-1].done == seen[-1].total == 60
    assert seen[-1].left == 0
    assert seen[-1].standing == results.pairings[0].standing
    assert played(tmp_path) == played(whole)
    quiet = []
    run(plan(games=60), tmp_path, progress=quiet.append)  # nothing is left to do
    assert quiet == []


def test_more_games_extend_a_run(whole, tmp_path):
    run(plan(games=10), tmp_path, workers=1)
    run(plan(games=60), tmp_path, workers=1)
    assert played(tmp_path) == played(whole)
    with pytest.raises(StoreError, match="60 games a pairing, more than 20"):
        run(plan(games=20), tmp_path, workers=1)


PROGRAM = """
import sys
from pathlib import Path
from counterply.arena.schedule import Plan
from counterply.arena.tournament import run
from counterply.core.limits import Limit
if __name__ == "__main__":
    player, folder = sys.argv[1:]
    run(Plan("tic_tac_toe", ("random", player), games=160, limit=Limit(nodes=100)), Path(folder), workers=2)
"""


def wait_for_games(folder, number, process):
    end = time.monotonic() + 20
    while time.monotonic() < end and process.poll() is None:
        if (Path(folder) / STORE_FILE).exists():
            with Store.open(folder) as store:
                if len(store.numbers()) >= number:
                    return
        time.sleep(0.02)
    assert process.poll() is None, "the run ended too early to be killed"


@pytest.mark.slow
def test_kill_at_random_moments(tmp_path):
    program, folder = tmp_path / "program.py", tmp_path / "run"
    program.write_text(PROGRAM)
    player = f"{MOCKS}:slowish"
    command = [sys.executable, str(program), player, str(folder)]
    chance, counts = random.Random(7), [0]
    for how in (signal.SIGKILL, signal.SIGINT, signal.SIGKILL):
        process = subprocess.Popen(
            command, stderr=subprocess.DEVNULL, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
        )
        wait_for_games(folder, counts[-1] + 1, process)
        time.sleep(chance.random() * 0.3)
        process.send_signal(how)
        process.wait(20)
        counts.append(len(played(folder)))
        assert counts[-1] > counts[-2]
    assert counts[-1] < 160
    whole = Plan("tic_tac_toe", ("random", player), games=160, limit=Limit(nodes=100))
    results = run(whole, folder, workers=2)
    assert played(folder)[:40] == played(stored_prefix(whole, tmp_path / "short"))
    assert [r.number for r in played(folder)] == list(range(160))
    assert results.played == 160


def stored_prefix(whole, folder):
    run(dataclasses.replace(whole, games=40), folder, workers=1)
    return folder


def test_no_worker_outlives_a_killed_run(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    process = subprocess.Popen([sys.executable, str(program), f"{MOCKS}:slowish", str(tmp_path / "run")])
    wait_for_games(tmp_path / "run", 1, process)
    children = children_of(process.pid)
    children += [program for watchdog in children for program in children_of(watchdog)]
    process.kill()
    process.wait(20)
    assert len(children) >= 4
    end = time.monotonic() + 5
    while any(alive(c) for c in children) and time.monotonic() < end:
        time.sleep(0.05)
    assert not any(alive(c) for c in children)


def children_of(number):
    return [int(child) for child in Path(f"/proc/{number}/task/{number}/children").read_text().split()]


def alive(number):
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


# --- the store


def test_another_run_in_the_same_folder_is_refused(whole):
    before = (whole / STORE_FILE).read_bytes()
    for other, words in (
        (plan(games=60, seed=3), "its seed is 0, not 3"),
        (plan("random", "greedy", games=60), "its players is random greedy:eval=zero, not random greedy"),
        (dataclasses.replace(plan(games=60), limit=Limit(nodes=5)), "its limit is nodes 100, not nodes 5"),
        (plan(games=60, sprt=(0, 5)), "its sprt is None"),
    ):
        with pytest.raises(StoreError, match="holds another run") as error:
            run(other, whole, workers=1)
        assert words in str(error.value)
        assert "\n" not in str(error.value)
    assert (whole / STORE_FILE).read_bytes() == before


@pytest.mark.parametrize(
    "damage",
    [
        lambda b: b"",
        lambda b: b"not a database at all" * 50,
        lambda b: b[: len(b) // 2],
        lambda b: b[:4096] + bytes(8192) + b[12288:],
    ],
    ids=["empty", "another file", "half", "overwritten inside"],
)
def test_a_damaged_store_is_left_alone(whole, tmp_path, damage):
    store = tmp_path / STORE_FILE
    store.write_bytes(damage((whole / STORE_FILE).read_bytes()))
    before = store.read_bytes()
    for use in (lambda: run(plan(games=60), tmp_path, workers=1), lambda: load_results(tmp_path)):
        with pytest.raises(StoreError, match=r"damaged|not a store") as error:
            use()
        assert "\n" not in str(error.value)
        assert STORE_FILE in str(error.value)
        assert store.read_bytes() == before


def test_a_database_of_something_else_is_left_alone(tmp_path):
    with sqlite3.connect(tmp_path / STORE_FILE) as other:
        other.execute("CREATE TABLE game (x)")
    other.close()
    before = (tmp_path / STORE_FILE).read_bytes()
    with pytest.raises(StoreError, match="not a store of counterply"):
        run(plan(), tmp_path, workers=1)
    assert (tmp_path / STORE_FILE).read_bytes() == before


def test_a_store_of_another_schema_is_left_alone(whole, tmp_path):
    (tmp_path / STORE_FILE).write_bytes((whole / STORE_FILE).read_bytes())
    with sqlite3.connect(tmp_path / STORE_FILE) as later:
        later.execute("PRAGMA user_version = 99")
    later.close()
    with pytest.raises(StoreError, match="has schema 99, not 2"):
        load_results(tmp_path)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE game SET moves = '[1, 2' WHERE number = 7", "game 7 cannot be read (JSONDecodeError"),
        ("UPDATE game SET scores = '[]' WHERE number = 7", "game 7 cannot be read (ValueError: 0 scores of"),
        ("UPDATE game SET micros = '3' WHERE number = 7", "game 7 cannot be read (TypeError"),
        ("UPDATE game SET outcome = 9 WHERE number = 7", "its outcome is 9"),
        ("UPDATE run SET plan = '{}'", "its plan cannot be read (KeyError"),
        ("UPDATE run SET plan = 'nonsense'", "its plan cannot be read"),
        ("UPDATE run SET versions = '[1]'", "its versions cannot be read"),
        ("DELETE FROM run", "it does not describe its run"),
        ("DROP TABLE game", "is damaged (no such table: game)"),
        ("INSERT INTO opening VALUES ('[', 1, '')", "an opening cannot be read"),
        ("UPDATE game SET grids = '[0, 1024]' WHERE number = 7", "its grids are (0, 1024)"),
        ("UPDATE game SET grids = '[1024]' WHERE number = 7", "1 grids of 2 seats"),
        ("UPDATE game SET overruns = '{}' WHERE number = 7", "0 overruns of 2 seats"),
        ("UPDATE game SET micros = replace(micros, '[', '[\"x\", ') WHERE number = 7", "game 7 cannot be read"),
        ("UPDATE game SET pairing = 12 WHERE number = 7", "there is no pairing 12"),
        ("UPDATE game SET round = 'x' WHERE number = 7", "its round is 'x'"),
        ("UPDATE run SET seconds = 'soon'", "its seconds cannot be read"),
    ],
)
def test_a_damaged_row_is_one_line(whole, tmp_path, change, said):
    (tmp_path / STORE_FILE).write_bytes((whole / STORE_FILE).read_bytes())
    edit_store(tmp_path, change)
    before = (tmp_path / STORE_FILE).read_bytes()
    with pytest.raises(StoreError) as found:
        load_results(tmp_path)
    assert said in str(found.value)
    assert "; nothing was changed" in str(found.value)
    if "versions" not in change and "opening" not in change:
        with pytest.raises(StoreError, match="damaged"):
            run(plan(games=60), tmp_path, workers=1)
    assert (tmp_path / STORE_FILE).read_bytes() == before


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE game SET outcome = 3 - outcome WHERE number = 7 AND outcome < 3 OR number = 8",
        "UPDATE game SET nodes = replace(nodes, '0', '7') WHERE number = 7",
        "UPDATE game SET grids = '[512, 1024]' WHERE number = 7",
        "UPDATE game SET pairing = 1 WHERE number = 7",
        "UPDATE game SET overruns = '[0, 3]' WHERE number = 7",
        "UPDATE game SET first = second WHERE number = 7",
        "UPDATE run SET seconds = seconds + 1",
        "UPDATE run SET created = 'long ago'",
        "UPDATE note SET text = 'all is well' WHERE text = 'a'",
    ],
)
def test_a_change_that_nobody_could_see_is_found(whole, tmp_path, change):
    (tmp_path / STORE_FILE).write_bytes((whole / STORE_FILE).read_bytes())
    with contextlib.closing(sqlite3.connect(tmp_path / STORE_FILE)) as store, store:
        store.execute("INSERT INTO note VALUES ('a', ?)", (checksum(["a"]),))
        store.execute(change)
    with pytest.raises(StoreError, match="has a wrong checksum; nothing was changed"):
        load_results(tmp_path)


def test_any_flipped_bit_of_a_store_is_found_or_harmless(whole, tmp_path):
    store = tmp_path / STORE_FILE
    good = (whole / STORE_FILE).read_bytes()
    right = load_results(whole)
    shown = right.endings, right.first_player, [p.standing for p in right.pairings]
    for bit in range(5, 8 * len(good), 8 * len(good) // 150):
        damaged = bytearray(good)
        damaged[bit // 8] ^= 1 << bit % 8
        store.write_bytes(damaged)
        with contextlib.suppress(StoreError):
            results = load_results(tmp_path)
            assert (results.endings, results.first_player, [p.standing for p in results.pairings]) == shown, bit


def test_a_folder_that_is_removed_during_a_run_is_said_so(tmp_path):
    def remove(progress):
        if progress.done == 3:
            shutil.rmtree(tmp_path / "run")

    with pytest.raises(StoreError, match=r"run/games\.sqlite was removed or replaced while the run went on"):
        run(plan(), tmp_path / "run", workers=1, progress=remove)


def test_a_users_files_in_the_folder_stay(tmp_path):
    for name in ("run.lock", "games.sqlite.new", "games.sqlite.new.backup"):
        (tmp_path / name).write_text("mine")
    run(plan(games=2), tmp_path, workers=1)
    for name in ("run.lock", "games.sqlite.new", "games.sqlite.new.backup"):
        assert (tmp_path / name).read_text() == "mine"


def test_a_game_file_that_only_the_store_names_is_not_run(tmp_path, capsys):
    assert_not_run(tmp_path, capsys, "replay", "0")


def assert_not_run(tmp_path, capsys, name, *more):
    file = tmp_path / "nim.py"
    file.write_text(PLAIN_NIM)
    assert command(["match", str(file), "random", "random", "--games", "2", "--depth", "1", "--out", str(tmp_path / "run")]) == 0
    file.write_text(f"open({str(tmp_path / 'ran')!r}, 'w').close()\n{PLAIN_NIM}")
    capsys.readouterr()
    assert command([name, str(tmp_path / "run"), *more]) == 2
    assert f"--game {file}" in capsys.readouterr().err
    assert not (tmp_path / "ran").exists()
    assert command([name, str(tmp_path / "run"), *more, "--game", str(file)]) == 0


def test_a_store_on_a_full_disk_can_be_read(whole, tmp_path):
    """And one in a folder that is read-only: SQLite makes files of its own beside a store, unless it is told that nobody writes."""
    (tmp_path / STORE_FILE).write_bytes((whole / STORE_FILE).read_bytes())
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        assert load_results(tmp_path).played == 60
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_locked_store_is_left_alone(whole, tmp_path, monkeypatch):
    monkeypatch.setattr("counterply.arena.store_file.BUSY_SECONDS", 0.1)
    (tmp_path / STORE_FILE).write_bytes((whole / STORE_FILE).read_bytes())
    other = sqlite3.connect(tmp_path / STORE_FILE)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreError, match="is locked by another program"):
        run(plan(games=60), tmp_path, workers=1)
    other.close()


def test_two_runs_in_one_folder_at_once(tmp_path):
    def second(progress):
        if progress.record is not None:
            run(plan(), tmp_path, workers=1)

    with pytest.raises(StoreError, match="is in use by another run"):
        run(plan(), tmp_path, workers=1, progress=second)


def test_no_store_no_game(tmp_path, whole):
    with pytest.raises(StoreError, match="there is no run in"):
        load_results(tmp_path)
    with Store.open(whole) as store, pytest.raises(StoreError, match=r"there is no game 99 in .* games 0 to 59"):
        store.record(99)


def test_the_store_says_what_made_it(whole):
    with Store.open(whole) as store:
        assert store.plan() == dataclasses.replace(plan(games=60))
        assert store.versions()["counterply"]
        assert store.identity()["rules"]
        assert store.notes() == ["only 3 distinct openings exist; they are used again in turn for 30 pairs"]
        assert store.record(7).number == 7


# --- plans


def test_rows_against_columns():
    p = Plan("tic_tac_toe", ("a", "b"), ("x", "y", "z"), games=2)
    assert [p.texts_of(x) for x in p.pairings[:3]] == [("a", "x"), ("b", "x"), ("a", "y")]
    assert p.total == 12
    assert Plan.read(p.text) == p


def test_columns_share_openings_in_a_row_and_rows_do_not(tmp_path, monkeypatch):
    import counterply.games.tic_tac_toe as rules

    made = rules.game()
    made.opening_plies = 3
    monkeypatch.setattr("counterply.arena.variants.checked_game", lambda name, options: made)
    run(
        Plan("tic_tac_toe", ("random", "greedy"), ("random", "greedy:eval=zero"), games=8, limit=Limit(nodes=1)),
        tmp_path,
        workers=1,
    )
    lines = {}
    for r in played(tmp_path):
        lines.setdefault(r.pairing, []).append(r.opening)
    assert lines[0] == lines[1]
    assert lines[2] == lines[3]
    assert lines[0] != lines[2]
    assert len(set(lines[0])) == 4


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"games": 3}, "must be even"),
        ({"games": 0}, "must be even"),
        ({"players": ("random",)}, "needs two players"),
        ({"players": ("a", "b", "c"), "sprt": (0.0, 5.0)}, "one pairing, and there are 3"),
        ({"sprt": (5.0, 0.0)}, "elo0 below elo1"),
    ],
)
def test_plans_that_cannot_be_played(arguments, words):
    with pytest.raises(UsageError, match=words):
        Plan(**{"game": "tic_tac_toe", "players": ("random", "greedy"), **arguments})


def test_bad_names_are_refused_before_anything_is_written(tmp_path):
    for players, words in ((("random", "gredy"), "did you mean 'greedy'"), (("random", "greedy:eval=none"), "unknown evaluator")):
        with pytest.raises(UsageError, match=words):
            run(plan(*players), tmp_path / "x", workers=1)
        assert not (tmp_path / "x").exists()
    with pytest.raises(UsageError, match="0,10"):
        parse_sprt("5")
    with pytest.raises(UsageError, match="must be 1 or more"):
        run(plan(), workers=0)


def test_default_workers():
    cores = len(os.sched_getaffinity(0))
    assert default_workers(Limit(nodes=1)) == cores
    assert default_workers(Limit(seconds=1)) == max(1, cores - 1)
    assert default_workers(Limit(nodes=1), threads=2) == max(1, cores // 2)


# --- faults, sequential tests, solvers


@pytest.mark.slow
def test_a_tournament_survives_its_players(tmp_path, capfd):
    names = ("raising", "illegal", "NeverStarts", "talking")
    results = run(plan("random", *(f"{MOCKS}:{name}" for name in names), games=2), tmp_path, workers=2)
    assert results.played == 20
    by_name = {side.player.rpartition(":")[2]: side for side in results.sides}
    assert (
        by_name["raising"].faults["error"] + by_name["illegal"].faults["illegal move"] + by_name["NeverStarts"].faults["error"]
        >= 18 - 2
    )
    assert by_name["random"].standing.score > 0.5
    assert not by_name["random"].faults
    assert capfd.readouterr().out == ""


def test_a_sequential_test_stops_alike_on_any_number_of_workers(tmp_path):
    p = plan("random", f"{MOCKS}:raising", games=400, sprt=(0, 20))
    one, two = run(p, tmp_path / "1", workers=1), run(p, tmp_path / "2", workers=2)
    assert one.sprt.decision == two.sprt.decision == "H1"
    assert 0 < one.played == two.played < 400
    assert one.played % 2 == 0
    assert played(tmp_path / "1") == played(tmp_path / "2")
    again = run(p, tmp_path / "2", workers=2)
    assert again.played == one.played
    assert Match(one, Path(), True).json()["sprt"]["decision"] == "H1"


def test_a_solver_is_asked_once_an_opening(tmp_path):
    asked = []

    def solver(position):
        asked.append(position.history)
        return FIRST if position.history == (4,) else DRAW

    results = run(plan(games=30), tmp_path, workers=1, outcome_of_opening=solver)
    assert len(asked) == 3
    assert results.openings == 3
    side = results.sides[0]
    assert side.conversion.of == side.swindle.of == 5
    assert 0 <= side.conversion.rate <= 1
    assert results.pairings[0].conversion == side.conversion
    assert results.pairings[0].of_opponent.swindle == results.sides[1].swindle
    assert side.conversion.won + results.sides[1].swindle.won <= 5
    run(plan(games=30), tmp_path, outcome_of_opening=solver)
    assert len(asked) == 3


def test_a_plain_game_has_its_tournament(tmp_path):
    p = Plan(MOCKS, ("random", f"{MOCKS}:first"), games=6, limit=Limit(nodes=1))
    results = run(p, tmp_path, workers=2)
    assert results.played == 6
    assert results.pairings[0].standing.games == 6
    assert load_results(tmp_path, MOCKS).pairings[0].standing == results.pairings[0].standing


# --- documents


def test_match_document(whole):
    results = load_results(whole)
    document = json.loads(json.dumps(Match(results, Path(), True).json()))
    s = results.pairings[0].standing
    assert document["games"] == 60 == document["wins"] + document["draws"] + document["losses"]
    assert sum(document["pentanomial"]) == 30
    assert document["pentanomial"] == list(s.pairs)
    assert document["elo_low"] < document["elo"] < document["elo_high"]
    assert document["overruns"] == 0
    assert document["max_overrun_ms"] == 0
    assert document["score"] == pytest.approx(s.points / 60, abs=1e-4)
    assert 0.5 < document["first_player_share"] < 1
    assert document["players"][1]["depth_by_move"][0] == {"move": 1, "depth": 1.0, "count": 30}
    assert match_line(results).startswith("random - greedy:eval=zero: +")


def test_repetitions_are_counted_but_not_as_samples():
    results = run(plan(f"{MOCKS}:first", f"{MOCKS}:last", games=60), workers=1)
    standing = results.pairings[0].standing
    assert sum(standing.pairs) == 30
    assert standing.distinct == 3
    assert standing.interval()[1] - standing.interval()[0] > 0.2


def test_tournament_document_and_tables():
    results = run(plan("random", "greedy", "greedy:eval=zero", games=4), workers=1)
    document = json.loads(json.dumps(results.json()))
    assert len(document["table"]) == 6
    assert len(document["standings"]) == 3
    for row in document["table"]:
        (mirror,) = [r for r in document["table"] if (r["player"], r["opponent"]) == (row["opponent"], row["player"])]
        assert row["wins"] == mirror["losses"]
        assert row["pentanomial"] == mirror["pentanomial"][::-1]
    for side in document["standings"]:
        rows = [r for r in document["table"] if r["player"] == side["player"]]
        assert side["games"] == sum(r["games"] for r in rows) == 8
        assert side["wins"] == sum(r["wins"] for r in rows)
    scores = [side["score"] for side in document["standings"]]
    assert scores == sorted(scores, reverse=True)
    console = Console(width=200, record=True, file=open(os.devnull, "w"))  # noqa: SIM115
    for table in details(results):
        console.print(table)
    text = console.export_text()
    assert "greedy zero" in text
    assert "more games" in text
    assert "Mean depth by move number" in text


def test_the_reports_table_has_the_layout_of_the_course():
    names = ("AB_Improved", "AB_Custom")
    p = Plan("tic_tac_toe", names, ("Random", "MM_Open"), games=10)
    from counterply.arena.record import GameRecord
    from counterply.arena.schedule import Schedule

    game = load_game("tic_tac_toe")
    records = []
    for number in range(p.total):
        task = Schedule(p, game).task(number)
        won = task.pairing != 3 or task.round < 2  # by the column
        outcome = (2 if task.swapped else 1) if won else (1 if task.swapped else 2)
        records.append(
            GameRecord(
                *(number, task.pairing, task.round, task.first, task.second, task.swapped, 0, task.opening, (), "", (), (), ()),
                *((), (), (1, 1), outcome, 0, "rules", "", None, (0, 0), (0, 0), (0, 0)),
            )
        )
    assert report_table(collect(p, game, records)).splitlines() == [
        " Match #   Opponent    AB_Improved   AB_Custom",
        "                       Won | Lost   Won | Lost",
        "    1       Random     10  |   0    10  |   0",
        "    2       MM_Open    10  |   0     4  |   6",
        "-" * 74,
        "      Win Rate:          100.0%        70.0%",
    ]


def test_no_two_rows_or_columns_carry_one_name() -> None:
    played = cp.tournament(
        "tic_tac_toe", ["random", "greedy", "random"], against=["random", "random"], games=2, nodes=10, workers=1
    )
    names = Labels(played.results.plan)
    assert names.columns == ["random", "greedy", "random (2)"]
    assert len(set(names.sides)) == len(played.results.sides)
    results, sides = played.table().tables[:2]
    pairs = list(zip(results.columns[0].cells, results.columns[1].cells, strict=True))
    assert len(set(pairs)) == len(pairs)
    assert len(set(sides.columns[0].cells)) == 5
    assert "random (2)" in str(played)


def test_nobody_knows_how_long_a_phase_takes_at_its_first_step() -> None:
    heard: list[Progress] = []
    tell = phases(heard.append)
    tell("judging", 1, 60, "moves")
    tell("judging", 2, 60, "moves")
    assert heard[0].left is None
    assert heard[1].left is None or heard[1].left >= 0
