"""Whatever is edited between two runs of a command that keeps something: it never goes on with it unasked."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from counterply.arena import STORE_FILE
from counterply.arena.results import load_results
from counterply.arena.store import Store
from counterply.cli import run as command
from counterply.core import identity
from counterply.core.identity import files_of, files_with
from edited import edit, write_files

TOURNAMENT = [
    "tournament",
    "./race.py",
    "./player.py:clever",
    "random",
    "--set",
    "board=board.txt",
    "--nodes",
    "9",
    "--solve",
    "off",
]
MATCH = ["match", "./nim.py", "alphabeta:depth=1", "random", "--depth", "1"]
KEPT = ["--out", "run", "--workers", "1"]


@pytest.fixture(autouse=True)
def unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spare the check before the first use, which takes seconds for each edit."""
    monkeypatch.setattr("counterply.usercode.trust.require_checked", lambda *_: None)


def of_many(words: list[str], base: Path, monkeypatch: pytest.MonkeyPatch, games: str = "2") -> Path:
    monkeypatch.chdir(write_files(base))
    assert command([*words, "--games", games, *KEPT]) == 0
    return base


@pytest.fixture(scope="module")
def tournament(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("counterply.usercode.trust.require_checked", lambda *_: None)
        return of_many(TOURNAMENT, tmp_path_factory.mktemp("tournament"), patch)


@pytest.fixture
def played(tournament: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of a folder with files and a run of them."""
    monkeypatch.chdir(shutil.copytree(tournament, tmp_path / "copy"))
    return tmp_path / "copy"


def grown(folder: Path) -> None:
    text = (folder / "deep.py").read_text()
    (folder / "deep.py").unlink()
    (folder / "deep").mkdir()
    (folder / "deep" / "__init__.py").write_text(text)


EDITS: dict[str, tuple[Callable[[Path], Any], str]] = {
    "a helper's helper, of equal size and time": (
        lambda f: edit(f / "deep.py", "+1", "-1"),
        "deep.py has changed, evaluator ahead",
    ),
    "a relative import": (lambda f: edit(f / "parts/near.py", "0", "1"), "parts/near.py has changed, the rules of the game"),
    "a module that was not there": (lambda f: (f / "extra.py").write_text("SIGN = -1"), "extra.py is new, evaluator ahead"),
    "a module that becomes a package": (grown, "deep.py is gone, deep/__init__.py is new"),
    "a package with one more module": (
        lambda f: edit(f / "parts/__init__.py", "from", "from . import near\nfrom"),
        "parts/__init__.py",
    ),
    "the start": (lambda f: edit(f / "race.py", '"turns"] = 0', '"turns"] = 2'), "the start of the game has changed"),
    "the longest length": (lambda f: edit(f / "race.py", "plies=8", "plies=9"), "max_plies of the game is 9, not 8"),
    "an evaluator's grid": (lambda f: edit(f / "race.py", "grid=100", "grid=200"), "evaluator ahead has changed"),
    "an evaluator's weights": (lambda f: edit(f / "race.py", "2.0", "3.0"), "evaluator linear has changed"),
    "another evaluator": (lambda f: edit(f / "race.py", '"linear"', '"other"'), "evaluator linear is gone, evaluator other is new"),
    "a file of an option": (lambda f: edit(f / "board.txt", "small", "large"), "board.txt has changed"),
    "a player's late import": (lambda f: edit(f / "tactic.py", "[wanted", "[1 + wanted"), "tactic.py has changed"),
    "a computed import": (lambda f: edit(f / "oddity.py", "0", "1"), "oddity.py has changed"),
    "a player's data": (lambda f: edit(f / "book.json", "1", "0"), "book.json has changed"),
    "a player": (lambda f: edit(f / "player.py", "best(position, ", "best(position, 1 + "), "player.py has changed"),
}


@pytest.mark.parametrize("kind", EDITS)
def test_a_run_does_not_go_on_with_something_else(played: Path, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    change, words = EDITS[kind]
    before = (played / "run" / STORE_FILE).read_bytes()
    change(played)
    assert command([*TOURNAMENT, "--games", "4", *KEPT]) == 2
    told = capsys.readouterr().err.strip()
    assert words in told
    assert told.startswith("counterply: since the games in run began, ")
    assert told.endswith("give another --out to begin anew, or --force to go on; nothing was changed")
    assert "\n" not in told
    assert (played / "run" / STORE_FILE).read_bytes() == before


def test_other_versions_are_said(played: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    versions = identity.versions_here()
    for name in versions:
        monkeypatch.setattr(identity, "versions_here", lambda name=name: {**versions, name: "0.1"})
        assert command([*TOURNAMENT, "--games", "4", *KEPT]) == 2
        assert f"began, {name} is 0.1, not {versions[name]};" in capsys.readouterr().err


def test_comments_do_not_play(played: Path) -> None:
    for name in ("race.py", "deep.py", "player.py", "tactic.py"):
        (played / name).write_text("# a comment\n" + (played / name).read_text().replace("\n\n", "\n\n\n  # more\n"))
    assert command([*TOURNAMENT, "--games", "4", *KEPT]) == 0


def test_it_goes_on_by_force_and_says_so(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit(played / "tactic.py", "[wanted", "[1 + wanted")
    with Store.open(played / "run", "./race.py") as store:
        first = list(store.records())
    note = "after 2 games: tactic.py has changed; the others were played with that (--force)"
    assert command([*TOURNAMENT, "--games", "4", *KEPT, "--force"]) == 0
    assert note in capsys.readouterr().out
    with Store.open(played / "run", str(played / "race.py")) as store:
        assert list(store.records())[:2] == first
    assert command([*TOURNAMENT, "--games", "6", *KEPT]) == 0, "it is a run of the new code from now on"
    assert note in load_results(played / "run", "./race.py").notes


def test_old_games_are_shown_and_it_is_said_that_the_rules_are_others(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = "the rules of race have changed since: positions are shown by the rules as they are now"
    show = ["replay", "run", "0", "--game", "./race.py"]
    assert command(show) == 0
    assert said not in "".join(capsys.readouterr())
    assert said not in load_results(played / "run", "./race.py").notes
    edit(played / "parts/near.py", "0", "1")
    assert command(show) == 0
    assert said in "".join(capsys.readouterr())
    assert said in load_results(played / "run", "./race.py").notes


def test_a_match_of_a_game_in_plain_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    of_many(MATCH, tmp_path, monkeypatch)
    edit(tmp_path / "deep.py", "+1", "-1")
    assert command([*MATCH, "--games", "4", *KEPT]) == 2
    assert "deep.py has changed, evaluator even has changed" in capsys.readouterr().err


def test_a_file_that_changes_as_the_run_goes_on(
    played: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The identity is that of the beginning: what is loaded later must be of the same text."""
    prepare = "counterply.arena.seats.Seats.player"
    from counterply.arena.seats import Seats

    player = Seats.player

    def edited_meanwhile(self: Seats, text: str, copy: int = 0) -> Any:
        (played / "tactic.py").write_text("def best(position, wanted):\n    return position.moves()[0]\n")
        return player(self, text, copy)

    monkeypatch.setattr(prepare, edited_meanwhile)
    assert command([*TOURNAMENT, "--games", "4", *KEPT]) == 2
    assert "tactic.py has changed as the run went on" in capsys.readouterr().err


def test_networks_and_weights_are_files_of_a_player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(write_files(tmp_path))
    (tmp_path / "net.learnt").write_bytes(b"one")
    (tmp_path / "log.txt").write_text("")
    named = [
        ("engine", {"eval": "net.learnt", "weights": "book.json", "log": "log.txt", "cmd": "./tactic.py --fast", "depth": "3"})
    ]
    before = files_of(named)
    assert before.keys() == {"net.learnt", "book.json", "tactic.py"}
    (tmp_path / "net.learnt").write_bytes(b"two")
    assert files_of(named) != before


def test_a_module_on_the_path_is_known_and_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from counterply.usercode.loading import read_module

    library = tmp_path / "library" / "mine"
    library.mkdir(parents=True)
    (library / "__init__.py").write_text("from mine.part import VALUE\n")
    (library / "part.py").write_text("VALUE = 1\n")
    file = tmp_path / "here" / "user.py"
    file.parent.mkdir()
    file.write_text("from mine import VALUE\n")
    monkeypatch.syspath_prepend(str(tmp_path / "library"))
    assert read_module(str(file)).VALUE == 1
    assert files_with(file) == {file, library / "__init__.py", library / "part.py"}
    edit(library / "part.py", "1", "2")
    assert read_module(str(file)).VALUE == 2


def test_an_installed_package_is_known_by_the_list_of_its_files(tmp_path: Path) -> None:
    file = tmp_path / "user.py"
    file.write_text("import click, numpy, json\n")
    assert [path.name for path in files_with(file) - {file}] == ["RECORD"]
