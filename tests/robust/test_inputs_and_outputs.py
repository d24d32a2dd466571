"""What a command reads it does not write, by whatever name; and in a folder it replaces only what it has written there itself."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from counterply.cli import run
from counterply.core import files
from counterply.core.errors import GameError, UsageError
from counterply.core.files import INPUTS, OwnFiles, input_path, sole_writer, write_csv, write_text

PLAIN = """import helper
class Position:
    turn = 0
    def __init__(self, left=3): self.left = left
    def moves(self): return [1]
    def after(self, move): return Position(self.left - 1)
    def outcome(self): return 0 if self.left else 1
game = Position
"""


@pytest.fixture(autouse=True)
def _in_a_folder_of_inputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("place.txt").write_text("moves 1,1 0,0")
    Path("openings.txt").write_text("3 3\n2 2\n")
    Path("mine.py").write_text(PLAIN)
    Path("helper.py").write_text("")


def same(name: str) -> str:
    return name


def dotted(name: str) -> str:
    return f"../{Path.cwd().name}/./{name}"


def linked(name: str) -> str:
    Path(f"link-to-{name}").symlink_to(name)
    return f"link-to-{name}"


def hard_linked(name: str) -> str:
    os.link(name, f"hard-{name}")
    return f"hard-{name}"


def absolute(name: str) -> str:
    return str(Path(name).absolute())


CALLED = (same, dotted, linked, hard_linked, absolute)
COMMANDS = {
    "a position": (["analyse", "tic_tac_toe", "place.txt", "--depth", "1", "--svg"], "place.txt"),
    "a position that is counted": (["nodes", "tic_tac_toe", "place.txt", "--depths", "1", "--csv"], "place.txt"),
    "a game": (["nodes", "mine.py", "--depths", "1", "--csv"], "mine.py"),
    "a neighbour of a game": (["nodes", "mine.py", "--depths", "1", "--csv"], "helper.py"),
}


@pytest.mark.parametrize("called", CALLED, ids=lambda called: called.__name__)
@pytest.mark.parametrize(("arguments", "file"), COMMANDS.values(), ids=COMMANDS)
def test_an_input_is_never_an_output(
    capsys: pytest.CaptureFixture[str], arguments: list[str], file: str, called: Callable[[str], str]
) -> None:
    assert_is_no_output(capsys, arguments, file, called)


def assert_is_no_output(capsys: pytest.CaptureFixture[str], arguments: list[str], file: str, called: Callable[[str], str]) -> None:
    before = Path(file).read_bytes()
    assert run([*arguments, called(file)]) == 2
    said = capsys.readouterr()
    assert Path(file).read_bytes() == before
    assert len(said.err.splitlines()) == 1, said.err
    assert "read by this command" in said.err or "is a Python file" in said.err, said.err


def test_what_one_command_reads_another_may_write(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", "tic_tac_toe", "place.txt", "--depth", "1"]) == 0
    assert run(["analyse", "tic_tac_toe", "--depth", "1", "--svg", "place.txt"]) == 0
    assert Path("place.txt").read_text().startswith("<svg")


def test_a_link_stays_a_link_and_a_device_a_device() -> None:
    Path("far").mkdir()
    Path("far/table.csv").write_text("old")
    Path("near.csv").symlink_to("far/table.csv")
    write_text("near.csv", "new")
    assert Path("near.csv").is_symlink()
    assert Path("far/table.csv").read_text() == "new"
    os.mkfifo("pipe")
    reading = os.open("pipe", os.O_RDONLY | os.O_NONBLOCK)
    write_text("pipe", "said")
    assert os.read(reading, 10) == b"said"
    os.close(reading)


def test_an_output_that_is_read_later_is_noticed_before_work_begins() -> None:
    with INPUTS.of_a_command():
        INPUTS.require_output(Path("place.txt"), "place.txt")
        with pytest.raises(UsageError, match=r"place.txt is read by this command"):
            input_path("place.txt")
    input_path("place.txt")


def test_a_file_that_has_another_ones_number_now_is_not_taken_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = {"mine.py": 1, "weights.json": 2, "openings.txt": 3}
    monkeypatch.setattr(files, "identity_of", lambda path: (0, numbers[path.name]) if path.name in numbers else None)
    with INPUTS.of_a_command():
        INPUTS.note(Path("mine.py"), code=True)
        INPUTS.require_output(Path("weights.json"), "weights.json")
        with pytest.raises(UsageError, match=r"mine.py is read by this command"):
            INPUTS.require_output(Path("mine.py"), "mine.py")
        numbers |= {"mine.py": 4, "weights.json": 1}  # an editor has replaced the one, and the command the other
        INPUTS.require_output(Path("weights.json"), "weights.json")
        numbers |= {"weights.json": 5, "openings.txt": 2}
        INPUTS.note(Path("openings.txt"))


def test_a_pipe_is_read_once(capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo("pipe")
    texts = ["moves 1,1\n", *[""] * 9]  # who reads it twice finds nothing, as in a shell's
    threading.Thread(target=lambda: [Path("pipe").write_text(text) for text in texts], daemon=True).start()
    assert run(["match", "tic_tac_toe", "random", "random", "--games", "2", "--openings", "pipe", "--json"]) == 0
    assert '"games": 2' in capsys.readouterr().out


def test_a_command_may_read_and_rewrite_what_it_has_made() -> None:
    with INPUTS.of_a_command():
        for text in ("one", "two"):
            write_text("made.txt", text)
            assert input_path("made.txt").read_text() == text


def test_a_file_of_code_that_exists_is_never_replaced() -> None:
    with pytest.raises(UsageError, match=r"helper.py is a Python file"):
        write_text("helper.py", "<svg/>")


# --- files that a command names itself


def test_own_files_replace_only_what_they_have_written() -> None:
    own = OwnFiles(Path())
    own.write_text("report.html", "first")
    own.write_text("report.html", "second")
    Path("report.html").write_text("edited by hand")
    with pytest.raises(GameError, match=r"report.html is not as this command has written it"):
        own.write_text("report.html", "third")
    assert Path("report.html").read_text() == "edited by hand"
    OwnFiles(Path(), force=True).write_text("report.html", "third")
    own.write_text("report.html", "fourth")
    Path("index.csv").symlink_to("place.txt")
    with pytest.raises(GameError, match=r"index.csv is not as"):
        own.write_text("index.csv", "rows")
    Path(".counterply-files.json").write_text("[[[")
    with pytest.raises(GameError, match=r"--force"):
        own.write_text("report.html", "fifth")


@pytest.mark.parametrize("full", [".counterply-files.json", "report.html"])
def test_own_files_are_replaced_though_a_process_ended_while_it_wrote_them(monkeypatch: pytest.MonkeyPatch, full: str) -> None:
    own, replace = OwnFiles(Path()), Path.replace

    def ends(part: Path, path: Path) -> Path:
        if path.name == full:
            raise OSError(28, "No space left on device")
        return replace(part, path)

    for before in ("", "first"):
        monkeypatch.setattr(Path, "replace", ends)
        with pytest.raises(GameError, match=rf"{full} cannot be written: No space left on device"):
            own.write_text("report.html", f"after {before}")
        assert (Path("report.html").read_text() if before else "") == before
        monkeypatch.setattr(Path, "replace", replace)
        own.write_text("report.html", before or "first")


# --- long work


def test_where_nothing_can_be_written_is_known_before_work_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo("pipe")
    Path("protected").mkdir()
    Path("link.csv").symlink_to("protected/table.csv")
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: "protected" not in str(path) and access(path, mode))  # root may
    for name in ("protected/table.csv", "link.csv"):
        with pytest.raises(GameError, match=rf"{name} cannot be written: Permission denied"):
            files.require_place(name)
    files.require_place("pipe")


def test_what_killed_processes_left_is_removed_and_nothing_else() -> None:
    left = [Path(f".table.{digits}.csv") for digits in ("0123456789ab", "0123456789ac", "other")]
    for path in left:
        path.write_text("half of a ta")
    for path in (left[0], left[2]):
        os.utime(path, (0, 0))
    write_csv("table.csv", ["name"], [["x"]])
    assert [path.exists() for path in left] == [False, True, True]  # somebody may be at work on the second


def test_who_waits_for_a_file_shares_it_with_nobody_who_comes_later(monkeypatch: pytest.MonkeyPatch) -> None:
    waits, first = threading.Event(), sole_writer("network")
    entered, end = threading.Event(), threading.Event()
    monkeypatch.setattr(files.time, "sleep", lambda _: waits.set())
    monkeypatch.setattr(files, "ENDING_SECONDS", 5.0)

    def wait() -> None:
        with sole_writer("network"):
            entered.set()
            end.wait()

    with first:
        second = threading.Thread(target=wait, daemon=True)
        second.start()
        waits.wait()
    entered.wait()
    monkeypatch.setattr(files, "ENDING_SECONDS", 0.0)
    with pytest.raises(UsageError, match="network is in use"), sole_writer("network"):
        raise AssertionError("two at once")
    end.set()
    second.join()
    assert not Path(".network.lock").exists()
