"""An arena does not trust its players: each loses its own games, with the reason on record, and the run goes on."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import heap
import pytest

from counterply.arena.match import Task, play_game
from counterply.arena.record import BY_ERROR, BY_ILLEGAL_MOVE, BY_RULES, GameRecord
from counterply.arena.schedule import Plan
from counterply.arena.seats import Seats
from counterply.arena.store import Store
from counterply.arena.tournament import run
from counterply.arena.variants import Games
from counterply.cli import run as command
from counterply.core.errors import CounterplyError, GameError
from counterply.core.limits import Limit
from counterply.players import make_player, separate
from counterply.players.simple import FunctionPlayer
from counterply.registry import WORK_PROGRAM
from counterply.system import WATCHDOG, descendants
from counterply.usercode.faults import ProcessError
from counterply.usercode.loading import load_game
from running import commands

HOSTILE = Path(__file__).with_name("hostile.py")
GAME = "tic_tac_toe"
LIMIT = Limit(seconds=0.3)
GOOD = f"{HOSTILE}:good"
PATIENT = 30.0  # seconds for those that do move, on a machine that has much else to do


@pytest.fixture(scope="module")
def seats() -> Iterator[Seats]:
    made = Seats(Games(GAME, {}, 0), LIMIT, forfeit=False)
    yield made
    made.close()


def impatient(monkeypatch: pytest.MonkeyPatch, tolerance: float, quiet: float) -> None:
    monkeypatch.setattr(separate, "TOLERANCE_SECONDS", tolerance)
    monkeypatch.setattr(separate, "QUIET_SECONDS", quiet)


@pytest.fixture(autouse=True)
def _limited(monkeypatch: pytest.MonkeyPatch) -> None:
    impatient(monkeypatch, PATIENT, PATIENT)
    monkeypatch.setattr(separate, "MOST_MEMORY", 600)


def task(number: int, first: str, second: str) -> Task:
    return Task(number, 0, 0, first, second, False, 7, 7, ())


HOSTILE_PLAYERS = [
    ("for_ever", BY_ERROR, "has not moved within"),
    ("exits", BY_ERROR, "has ended with exit code 0"),
    ("segfaults", BY_ERROR, "was ended by SIGSEGV"),
    ("interrupts", BY_ERROR, "raised KeyboardInterrupt (hostile.py:"),
    ("equals", BY_ERROR, "raised OtherError (hostile.py:"),
    ("talks", BY_ILLEGAL_MOVE, "xxx"),
    ("hostile_report", BY_ERROR, "reported no numbers"),
    ("floods", BY_ERROR, "has written more than 1 MB"),
    ("answers_itself", BY_ERROR, "wrote something of its own"),
    ("hoards", BY_ERROR, "wanted more memory than the 600 MB it gets: MemoryError (hostile.py:"),
    ("Unmade", BY_ERROR, "has ended with exit code 7"),
]
OTHERS = [  # each much like one of those above
    ("sys_exits", BY_ERROR, "raised SystemExit: bye (hostile.py:"),
    ("aborts", BY_ERROR, "was ended by SIGABRT"),
    ("killed", BY_ERROR, "was ended by SIGKILL"),
    ("raises", BY_ERROR, "raised OtherError (hostile.py:"),
    ("huge", BY_ERROR, "at ply 2"),
    ("huge_score", BY_ERROR, "reported no numbers"),
    ("writes", BY_ERROR, "ValueError"),
    ("LooksAhead", BY_ERROR, "ValueError"),
]


@pytest.mark.parametrize(
    ("name", "ending", "said"), [*HOSTILE_PLAYERS, *(pytest.param(*player, marks=pytest.mark.slow) for player in OTHERS)]
)
def test_it_loses_its_game_and_the_next_one_is_played(
    seats: Seats, monkeypatch: pytest.MonkeyPatch, name: str, ending: str, said: str
) -> None:
    impatient(monkeypatch, tolerance=0.3, quiet=3.0)
    text = f"{HOSTILE}:{name}"
    record = seats.play(task(0, "random", text))
    assert (record.ending, record.fault, record.outcome) == (ending, 1, 1), record.reason
    assert said in record.reason
    assert len(record.reason) <= 300
    impatient(monkeypatch, PATIENT, PATIENT)
    record = seats.play(task(1, "random", GOOD))
    assert record.ending == BY_RULES, record.reason


def test_a_process_without_memory_is_not_asked_again() -> None:
    player = separate.SeparatePlayer(f"{HOSTILE}:hoards")
    game = load_game(GAME)
    player.start(game, 0, 0)
    with pytest.raises(ProcessError, match="wanted more memory"):
        player.choose(game.start(), LIMIT)
    assert player._child is not None
    assert not player._child.alive
    player.start(game, 0, 0)
    player.close()


def test_a_player_that_erases_its_position_erases_nothing_else(seats: Seats) -> None:
    record = seats.play(task(0, f"{HOSTILE}:erases", "random"))
    assert record.ending == BY_RULES
    assert len(record.moves) >= 5


def test_a_player_that_is_never_ready_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(separate, "QUIET_SECONDS", 0.3)
    text = f"{HOSTILE}:NeverReady"
    never = Seats(Games(GAME, {}, 0), LIMIT, forfeit=False)
    records = [never.play(task(number, text, "random")) for number in range(5)]
    assert {record.fault for record in records} == {0}
    assert "given up: has not" in records[-1].reason
    assert "3 times in a row" in records[-1].reason
    never.close()


def running(text: str) -> bool:
    return any(command.startswith(text) for command in commands().values())


def test_children_and_threads_of_a_player_end_with_it() -> None:
    made = Seats(Games(GAME, {}, 0), LIMIT, forfeit=False)
    assert made.play(task(0, f"{HOSTILE}:leaves_children", "random")).fault is None
    made.close()
    until = time.monotonic() + 5
    while running("sleep 600.125") and time.monotonic() < until:
        time.sleep(0.05)
    assert not running("sleep 600.125")


def in_process(function: Any) -> GameRecord:
    game = load_game(GAME)
    players = make_player("random"), FunctionPlayer(function)
    for player, name in zip(players, ("random", "mine"), strict=True):
        player.name = name
        player.start(game, 0, 0)
    return play_game(game, players, Limit(nodes=10))


def test_a_function_in_our_own_process_gets_a_copy_too() -> None:
    def write(position: Any, limit: Limit) -> Any:
        position.record["turn"] = 0
        return position.moves()[0]

    def rewrite(position: Any, limit: Limit) -> Any:
        position.history = ()
        position.origin.history = (1, 2, 3)
        position._survey()
        position._moves[:] = 0
        return position.parse_move(position.move_text(position.moves()[-1]))

    assert "read-only" in in_process(write).reason
    record = in_process(rewrite)
    assert len(record.moves) >= 3


def test_a_record_that_cannot_be_played_again_is_not_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game(GAME)

    def tamper(position: Any, limit: Limit) -> Any:
        import gc

        for other in gc.get_objects():
            if type(other).__name__ == "_MoveLog":
                other.movers.append("0")
        return position.moves()[0]

    players = make_player("random"), FunctionPlayer(tamper)
    players[0].name, players[1].name = "random", "tamper"
    with pytest.raises(GameError, match="it is not stored"):
        play_game(game, players, Limit(nodes=10))


def test_a_run_survives_all_of_them_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = ("aborts", "talks")
    players = tuple(f"{HOSTILE}:{name}" for name in names)
    plan = Plan(GAME, players, against=("random",), games=2, limit=Limit(nodes=10))
    results = run(plan, tmp_path, workers=1)
    assert results.played == 4
    with Store.open(tmp_path) as store:
        assert {record.number for record in store.records()} == set(range(4))
        assert sum(record.fault is not None for record in store.records()) == 4
    assert command(["replay", str(tmp_path), "3"]) == 0


def processes_that_play() -> list[int]:
    """Return the processes below this one that play games of a run; their watchdogs are left out."""
    found = []
    for process in descendants():
        with contextlib.suppress(OSError):
            words = Path(f"/proc/{process}/cmdline").read_bytes().decode().split("\0")
            if WORK_PROGRAM in words and str(WATCHDOG) not in words:
                found.append(process)
    return found


def test_a_worker_that_dies_is_replaced_and_its_game_played_again(tmp_path: Path) -> None:
    plan = Plan(GAME, ("random", "greedy:eval=zero"), games=60, limit=Limit(nodes=10))
    killed: list[int] = []

    def kill_one(progress: Any) -> None:
        if progress.done == 10 and not killed:
            killed.extend(processes_that_play())
            os.kill(killed[0], signal.SIGKILL)

    results = run(plan, tmp_path / "killed", workers=2, progress=kill_one)
    assert len(killed) == 2
    assert not processes_that_play()
    assert results.played == 60
    run(plan, tmp_path / "whole", workers=1)

    def moves(folder: Path) -> list[Any]:
        with Store.open(folder) as store:
            return [record.line for record in store.records()]

    assert moves(tmp_path / "killed") == moves(tmp_path / "whole")


def countdown(folder: Path, trouble: str) -> Plan:
    """Return a plan of two games that come to trouble in the workers, though not in this process."""
    file = folder / "countdown.py"
    file.write_text(heap.game("import os, signal", f"os.getpid() == {os.getpid()} or {trouble}"))
    return Plan(str(file), ("random", "minimax:depth=1"), games=2, limit=Limit(nodes=10))


def test_a_crash_of_the_rules_in_a_worker_says_which_game(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(CounterplyError) as caught:
        run(countdown(tmp_path, "os.kill(os.getpid(), signal.SIGSEGV)"), tmp_path / "run", workers=2)
    said = r"two worker processes ended in game \d, .* against .*: the last one was ended by SIGSEGV; the game file crashed; run .*"
    assert re.fullmatch(said, str(caught.value))
    assert re.search(r"a worker process was ended by SIGSEGV in game \d, .*; a new one does it again", caplog.text)
    assert not processes_that_play()


def test_workers_have_a_limit_of_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("counterply.usercode.child_process.memory_share", lambda: 2_000)
    with pytest.raises(GameError, match=r"the rules of .* failed in game \d: MemoryError \(countdown\.py:14\)"):
        run(countdown(tmp_path, "len(bytearray(3_000 << 20))"), tmp_path / "run", workers=2)
