"""Which files a user's file is made of, and which edits change what plays: pairs of texts before and after an edit."""

from __future__ import annotations

import subprocess
import sys
from copy import copy
from pathlib import Path

import pytest

from counterply.core.game import Repetition
from counterply.core.identity import differences, files_of, of_play, package_of, rules_differ
from counterply.usercode.loading import load_game

PLUGINS = "import importlib\nimport pkgutil\nfor each in pkgutil.iter_modules(__path__):\n    importlib.import_module(each.name)\n"
BESIDE = "from pathlib import Path\nHERE = Path(__file__).parent\n"
# files, with player.py the one that is named; which one is edited, and its new text
SEEN: dict[str, tuple[dict[str, str], str, str]] = {
    "a dotted import": ({"player.py": "import a.b as c", "a/__init__.py": "", "a/b.py": "X = 1"}, "a/b.py", "X = 2"),
    "a relative import from above": (
        {
            "player.py": "from a.b import c",
            "a/__init__.py": "",
            "a/b/__init__.py": "from ..z import y",
            "a/b/c.py": "",
            "a/z.py": "1",
        },
        "a/z.py",
        "2",
    ),
    "all names of a module": ({"player.py": "from part import *", "part.py": "X = 1"}, "part.py", "X = 2"),
    "a module that comes": ({"player.py": "try:\n    import part\nexcept ImportError:\n    pass"}, "part.py", "X = 1"),
    "a package that grows": (
        {"player.py": "import a", "a/__init__.py": "try:\n    from .b import X\nexcept ImportError:\n    X = 1"},
        "a/b.py",
        "X = 2",
    ),
    "a package that imports all of its modules": ({"player.py": "import a", "a/__init__.py": PLUGINS}, "a/b.py", "X = 2"),
    "an import as the player moves": (
        {"player.py": "def choose(position, limit):\n    import part\n    return part.X", "part.py": "X = 1"},
        "part.py",
        "X = 2",
    ),
    "an import by name": ({"player.py": "part = __import__('part')", "part.py": "import a", "a.py": "1"}, "a.py", "2"),
    "an import by a computed name": (
        {"player.py": "import importlib\nimportlib.import_module('p' + 'art')", "part.py": "1"},
        "part.py",
        "2",
    ),
    "another folder": (
        {"player.py": f"import sys\n{BESIDE}sys.path.append(str(HERE / 'lib'))\nimport part", "lib/part.py": "X = 1"},
        "lib/part.py",
        "X = 2",
    ),
    "a program": ({"player.py": "import runpy\nrunpy.run_path('part.py')", "part.py": "1"}, "part.py", "2"),
    "a text that is run": ({"player.py": "exec(open('part.txt').read())", "part.txt": "1"}, "part.txt", "2"),
    "data": ({"player.py": "open('data/book.json')", "data/book.json": "1"}, "data/book.json", "2"),
    "data in a folder": (
        {"player.py": f"{BESIDE}(HERE / 'data' / 'book.json').read_text()", "data/book.json": "1"},
        "data/book.json",
        "2",
    ),
    "data by number": ({"player.py": "N = 1\nopen(f'book{N}.json')", "book1.json": "1"}, "book1.json", "2"),
    "data by a pattern": ({"player.py": f"{BESIDE}list(HERE.glob('*.json'))"}, "book.json", "2"),
    "a docstring": ({"player.py": "'one'"}, "player.py", "'two'"),
}
UNSEEN: dict[str, tuple[dict[str, str], str, str]] = {
    "a comment": ({"player.py": "import part", "part.py": "X = 1"}, "part.py", "X  =  1  # one\n\n"),
    "a neighbour that nobody names": ({"player.py": "X = 1", "part.py": "X = 1"}, "part.py", "X = 2"),
    "what a script alone does": ({"player.py": "if __name__ == '__main__':\n    open('book.json', 'w')"}, "book.json", "2"),
    "what no file can be called": (
        {"player.py": r"NAMES = '\ud800/a', '\0.txt', '..', '*', '*.*', 'lib/..'", "lib/a.py": ""},
        "b.txt",
        "2",
    ),
    "a log": ({"player.py": "open('games.log', 'a')", "games.log": "1"}, "games.log", "2"),
}


def changed(folder: Path, files: dict[str, str], edited: str, text: str) -> list[str]:
    """What is said to have changed by an edit of one of some files."""

    def now() -> dict[str, dict[str, object]]:
        return {"files": files_of([("./player.py:Player", {})]), "facts": {}, "evaluators": {}, "versions": {}}  # type: ignore[dict-item]

    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content)
    before = now()
    (folder / edited).write_text(text)
    return differences(before, now())


@pytest.mark.parametrize("kind", SEEN)
def test_an_edit_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    monkeypatch.chdir(tmp_path)
    files, edited, text = SEEN[kind]
    assert changed(tmp_path, files, edited, text) == [f"{edited} {'has changed' if edited in files else 'is new'}"]


@pytest.mark.parametrize("kind", UNSEEN)
def test_what_does_not_play_is_not_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    monkeypatch.chdir(tmp_path)
    assert changed(tmp_path, *UNSEEN[kind]) == []


def test_files_of_one_name_in_two_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "player.py").write_text(f"NAME = {name!r}")
    found = files_of([("one/player.py:P", {}), ("two/player.py:P", {})])
    assert list(found) == [str(tmp_path / "two" / "player.py"), "player.py"]
    assert len({tuple(text) for text in found.values()}) == 2


def test_it_is_asked_without_numpy() -> None:
    """The server of the board imports it."""
    code = "import sys, counterply.core.identity; sys.exit(bool({'numpy', 'numba'} & sys.modules.keys()))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_document_holds_every_fact_of_every_game() -> None:
    game = copy(load_game("tic_tac_toe"))
    game.repeats = Repetition(3, 100)
    assert of_play(game, [])["facts"]["repeats"] == {"times": 3, "plies": 100}


@pytest.mark.parametrize(
    ("text", "packaged", "module"),
    [
        ("import helper\n", True, ""),
        ("from .helper import f\n", True, "mypkg.parts.mine"),
        ("from ..other import (\n    g,\n)\n", True, "mypkg.parts.mine"),
        ("from mypkg.parts.helper import f\n", True, "mypkg.parts.mine"),
        ("import mypkg.parts.helper\n", True, "mypkg.parts.mine"),
        ("from .helper import f\n", False, "parts.mine"),
        ("from . import helper\n", False, "parts.mine"),
        ("from ..other import g\n", False, "mypkg.parts.mine"),
        ('"""Counts\nfrom ... to ...\n"""\nimport helper\n', False, ""),
        ("from parts.helper import f\n", False, "parts.mine"),
        ("from parts.pgn import f\n", False, ""),
    ],
)
def test_a_file_is_a_module_of_the_package_that_it_imports_by(tmp_path, text, packaged, module):
    folder = tmp_path / "mypkg" / "parts"
    folder.mkdir(parents=True)
    for each in (folder, folder.parent) if packaged else ():
        (each / "__init__.py").write_text("")
    (folder / "mine.py").write_text(text)
    (folder / "helper.py").write_text("")
    root = folder.parents[module.count(".") - 1] if module else folder
    assert package_of(folder / "mine.py") == (root, module)


def test_rules_in_a_file_with_another_name_are_the_same_until_one_of_them_is_edited(tmp_path: Path) -> None:
    newcomer = (Path(__file__).parent / "newcomer.py").read_text(encoding="utf-8")
    first, renamed = tmp_path / "first.py", tmp_path / "renamed.py"
    first.write_text(newcomer, encoding="utf-8")
    then = of_play(load_game(str(first)), [])
    first.rename(renamed)
    assert not rules_differ(then, load_game(str(renamed)))
    renamed.write_text(newcomer.replace("SECOND if", "FIRST if"), encoding="utf-8")
    assert rules_differ(then, load_game(str(renamed)))
