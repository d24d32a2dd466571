"""What a plug-in's command reads it does not write; and in a folder it replaces only what it has written there itself."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from test_inputs_and_outputs import CALLED, assert_is_no_output

from counterply.cli import run
from counterply.core.files import sole_writer

BOARD = "5 5\n#####\n##* #\n##A*#\n# B##\n#####\n"
COMMANDS = {
    "a board": ["analyse", "blocker", "--board", "board.txt", "--depth", "1", "--svg"],
    "a board by --set": ["nodes", "blocker", "--set", "board=board.txt", "--depths", "1", "--csv"],
    "a board of a tree": ["tree", "blocker", "--board", "board.txt", "--depth", "1", "--svg"],
    "a board that is solved": ["solve", "blocker", "--board", "board.txt", "--table"],
}


@pytest.fixture(autouse=True)
def _in_a_folder_with_a_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("board.txt").write_text(BOARD)


@pytest.mark.parametrize("called", CALLED, ids=lambda called: called.__name__)
@pytest.mark.parametrize("arguments", COMMANDS.values(), ids=COMMANDS)
def test_an_input_is_never_an_output(
    capsys: pytest.CaptureFixture[str], arguments: list[str], called: Callable[[str], str]
) -> None:
    assert_is_no_output(capsys, arguments, "board.txt", called)


@pytest.mark.parametrize(
    ("arguments", "file"),
    [
        (["blocker", "--any", "--count", "2"], "index.csv"),
        (["blocker", "--any", "--count", "2"], "blocker-7x7-0-002.txt"),
        (["fishing_derby", "--count", "2", "--length", "20"], "fishing_derby-1.json"),
    ],
)
def test_generated_files_replace_no_foreign_ones(capsys: pytest.CaptureFixture[str], arguments: list[str], file: str) -> None:
    Path("new").mkdir()
    Path("new", file).write_text("mine")
    assert run(["generate", *arguments, "--out", "new"]) == 2
    assert Path("new", file).read_text() == "mine"
    assert [path.name for path in Path("new").iterdir()] == [file], "nothing was begun"
    assert run(["generate", *arguments, "--out", "new", "--force"]) == 0
    assert run(["generate", *arguments, "--out", "new"]) == 0


@pytest.mark.slow
def test_one_file_is_learnt_or_tuned_by_one_process_at_a_time(capsys: pytest.CaptureFixture[str]) -> None:
    commands = {
        "a.learnt": ["learn", "tic_tac_toe", "--games", "200", "--size", "small", "--match", "0", "--out", "a.learnt"],
        "a.json": ["tune", "isolation", "territory", "--games", "2", "--nodes", "50", "--validation", "0", "--out", "a.json"],
    }
    for file, words in commands.items():
        with sole_writer(file):
            assert run(words) == 2
        assert capsys.readouterr().err.splitlines()[-1] == (
            f"counterply: {file} is in use by another run of counterply; wait for it, or give another --out"
        )
        assert run(words) == 0
    assert {path.name for path in Path().iterdir()} >= set(commands)
    assert not list(Path().glob(".*.lock")), "nothing is left behind"
