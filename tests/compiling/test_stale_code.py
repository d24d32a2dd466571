"""Machine code is never stale, and never another game's: each case runs in processes of its own, with a cache of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from forks import Forks

from counterply.compiling.kernels import PLAIN

pytestmark = pytest.mark.skipif(PLAIN, reason="nothing is compiled")

ROOT = Path(__file__).resolve().parents[2]

# a game of one number: each move adds STEP to it; what the first move makes tells which rules ran
GAME = """
import numpy as np
from counterply import FIRST, ONGOING, Game, kernel
{imports}
RECORD = np.dtype([("total", np.int64), ("turn", np.int64)])

def legal_moves(position, moves):
    moves[0] = 0
    return 1

def play(position, move):
    position["total"] += {step}
    position["turn"] = 1 - position["turn"]

def outcome(position):
    return FIRST if position["total"] > 100 else ONGOING

def game():
    return Game("adder", RECORD, legal_moves=legal_moves, play=play, outcome=outcome, max_moves=1)
"""

ASK = """
import json, sys
from counterply.usercode.loading import load_game
from counterply.core.rule_queries import advance
for name in sys.argv[1:]:
    position = load_game(name).start().after(0)
    print(json.dumps([int(position.record["total"]), advance.hits, advance.misses]))
"""


def environment(folder: Path) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
    return {**kept, "COUNTERPLY_CACHE": str(folder / "cache"), "PYTHONPATH": str(ROOT / "src")}


FORKS: list[Forks] = []


@pytest.fixture(scope="module", autouse=True)
def _forks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    FORKS.append(Forks(tmp_path_factory.mktemp("forks")))
    yield
    FORKS.pop().close()


def ask(folder: Path, *files: Path, code: str = ASK) -> list[Any]:
    """Return [total after one move, cache hits, cache misses] for each file, as a new process finds them."""
    done = FORKS[0].run(code, *map(str, files), folder=folder, environment=environment(folder))
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def write(path: Path, step: str, imports: str = "") -> Path:
    path.write_text(GAME.format(step=step, imports=imports))
    return path


def test_equal_records_and_an_edited_file(tmp_path: Path) -> None:
    one, two = write(tmp_path / "one.py", "1"), write(tmp_path / "two.py", "2")
    assert ask(tmp_path, one) == [[1, 0, 1]]
    assert ask(tmp_path, two, one) == [[2, 0, 1], [1, 1, 1]], "the same record type, other rules"
    before = one.stat()
    write(one, "3")
    os.utime(one, (before.st_atime, before.st_mtime))  # an edit of equal length that keeps the time of change
    assert ask(tmp_path, one, two) == [[3, 0, 1], [2, 1, 1]]
    write(one, "1")
    one.write_text("# a comment\n" + one.read_text())
    assert ask(tmp_path, one, two) == [[1, 1, 0], [2, 2, 0]], "undoing the edit finds the old code, and a comment changes nothing"


UNDER_ANOTHER_NAME = """
import json
from one import RECORD, legal_moves, outcome, play
from counterply import Game, Hints

def first(position, moves):
    moves[0] = 0
    return 1

def game(**hints):
    return Game("adder", RECORD, legal_moves=legal_moves, play=play, outcome=outcome, max_moves=1, hints=Hints(**hints))

games = game(noisy_moves=first), game(required=first)
print(json.dumps([len({each.fingerprint for each in games}), len({each.record for each in games})]))
"""


def test_a_function_under_another_name_is_another_rule(tmp_path: Path) -> None:
    write(tmp_path / "one.py", "1")
    assert ask(tmp_path, code=UNDER_ANOTHER_NAME) == [[2, 2]]


HELPERS = {
    "a helper kernel": (
        "from helper import step",
        "step()",
        "from counterply import kernel\n@kernel\ndef step():\n    return {}\n",
    ),
    "a cached helper": ("from helper import step", "step()", "import numba\n@numba.njit(cache=True)\ndef step():\n    return {}\n"),
    "a number": ("import helper", "helper.STEP", "STEP = {}\n"),
    "a table": ("from helper import TABLE", "TABLE[0]", "import numpy as np\nTABLE = np.array([{}])\n"),
    "an enumeration": ("from helper import Step", "Step.ONE.value", "import enum\nclass Step(enum.IntEnum):\n    ONE = {}\n"),
    "a neighbour's neighbour": ("from helper import step", "step()", "from deeper import step\n"),
}


def test_an_edited_helper_module(tmp_path: Path) -> None:
    """Of every kind; all games are asked in one process after each edit."""
    games, edited = [], []
    for number, (imports, step, text) in enumerate(HELPERS.values()):
        folder = tmp_path / str(number)
        folder.mkdir()
        games.append(write(folder / "user.py", step, imports))
        helper = folder / "helper.py"
        if "deeper" in text:
            helper.write_text(text)
            helper, text = folder / "deeper.py", HELPERS["a helper kernel"][2]
        edited.append((helper, text))
    for number, hit in ((5, False), (7, False), (5, True)):
        for place, (helper, text) in enumerate(edited):
            helper.write_text(text.format(number + 10 * place))  # no two games are the same
        expected = [[number + 10 * place, hit * (place + 1), (not hit) * (place + 1)] for place in range(len(games))]
        assert dict(zip(HELPERS, ask(tmp_path, *games), strict=True)) == dict(zip(HELPERS, expected, strict=True))


EDIT_WITHIN = """
import json, pathlib, sys
from counterply.usercode.loading import load_game, read_module
game, helper = sys.argv[1], pathlib.Path(sys.argv[2])
for step in (5, 7, 5):
    helper.write_text(helper.read_text().replace(helper.read_text().strip()[-1], str(step)))
    print(json.dumps(int(load_game(game).start().after(0).record["total"])))
assert read_module(game) is read_module(game), "read again although nothing changed"
"""


def test_edits_within_one_process(tmp_path: Path) -> None:
    imports, step, text = HELPERS["a helper kernel"]
    game, helper = write(tmp_path / "user.py", step, imports), tmp_path / "helper.py"
    helper.write_text(text.format(1))
    assert ask(tmp_path, game, helper, code=EDIT_WITHIN) == [5, 7, 5]


def test_helpers_of_one_name_in_two_folders(tmp_path: Path) -> None:
    imports, step, text = HELPERS["a helper kernel"]
    files = []
    for number in (1, 2):
        folder = tmp_path / str(number)
        folder.mkdir()
        files.append(write(folder / "user.py", step, imports))
        (folder / "helper.py").write_text(text.format(number))
    assert [row[0] for row in ask(tmp_path, *files, *files)] == [1, 2, 1, 2]


LATER = """
import sys
from counterply.usercode.loading import load_game
first, second = load_game(sys.argv[1]), load_game(sys.argv[2])
print(int(first.start().after(0).record["total"]))
print(int(second.start().after(0).record["total"]))
"""


def test_code_of_a_game_whose_folder_is_no_longer_current(tmp_path: Path) -> None:
    imports, step, text = HELPERS["a helper kernel"]
    (tmp_path / "other").mkdir()
    one, two = write(tmp_path / "one.py", step, imports), write(tmp_path / "other" / "two.py", "2")
    (tmp_path / "helper.py").write_text(text.format(1))
    assert ask(tmp_path, one, two, code=LATER) == [1, 2]
    assert ask(tmp_path, one, two, code=LATER) == [1, 2], "from the cache"


RECURSIVE = """
@kernel
def slow(n):
    if n <= 1:
        return {step}
    return slow(n - 1) + slow(n - 2) - slow(n - 3) if n > 3 else slow(n - 1)
"""


def test_helpers_that_are_not_inlined(tmp_path: Path) -> None:
    """Compiled by two processes, the two helpers must not get the same symbol."""
    files = []
    for number in (1, 2):
        (tmp_path / str(number)).mkdir()
        files.append(write(tmp_path / str(number) / "user.py", "slow(position['turn'] + 2)", RECURSIVE.format(step=number)))
        assert ask(tmp_path, files[-1]) == [[number, 0, 1]]
    assert ask(tmp_path, *files) == [[1, 1, 0], [2, 2, 0]]
    assert ask(tmp_path, *reversed(files)) == [[2, 1, 0], [1, 2, 0]]


def test_a_copy_in_another_folder(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    one, copy, renamed = (tmp_path / name for name in ("one.py", "other/one.py", "other/two.py"))
    for path in (one, copy, renamed):
        write(path, "1")
    assert ask(tmp_path, one) == [[1, 0, 1]]
    one.unlink()
    assert ask(tmp_path, copy, renamed) == [[1, 1, 0], [1, 1, 1]]


def test_a_notebook(tmp_path: Path) -> None:
    """Functions of ``__main__``, defined anew by a second run of a cell."""
    cell = GAME + "\nprint(game().start().after(0).record['total'])\n"
    cells = cell.format(step="1", imports="") + cell.format(step="2", imports="")
    hits = "\nfrom counterply.core.rule_queries import advance\nprint(advance.hits)\n"
    assert ask(tmp_path, code=cells + hits) == [1, 2, 0]
    assert ask(tmp_path, code=cells + hits) == [1, 2, 2]


def test_rules_that_changed_after_the_game_was_made(tmp_path: Path) -> None:
    """A game of the old values, made later, does not get the code of the new ones; nor does another process."""
    cell = (
        GAME.format(step="STEP", imports="STEP = 1") + "\nfirst = game()\nSTEP = 2\nprint(first.start().after(0).record['total'])\n"
    )
    again = "\nSTEP = 1\nprint(game().start().after(0).record['total'])\n"
    assert ask(tmp_path, code=cell + again) == [2, 1]
    assert ask(tmp_path, code=cell + again) == [2, 1]


def test_two_processes_compile_at_once(tmp_path: Path) -> None:
    files = [write(tmp_path / f"game{step}.py", str(step)) for step in (1, 2)]
    ask(tmp_path, code="import counterply.core.game\n")
    running = [
        subprocess.Popen([sys.executable, "-c", ASK, str(file)], stdout=subprocess.PIPE, text=True, env=environment(tmp_path))
        for file in files
    ]
    answers = [json.loads(process.communicate()[0]) for process in running]
    assert [answer[0] for answer in answers] == [1, 2]
    assert ask(tmp_path, *files) == [[1, 1, 0], [2, 2, 0]], "no entry was lost, none is another's"


def test_all_files_that_a_file_needs_are_known(tmp_path: Path) -> None:
    """Also those that are imported late, or by a neighbour, or while another folder's file is read; not what is installed."""
    package = tmp_path / "parts"
    package.mkdir()
    (package / "__init__.py").write_text("from . import near\n")
    (package / "near.py").write_text("")
    (package / "far.py").write_text("from .near import *\n")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "user.py").write_text("import helper\n")
    (tmp_path / "other" / "helper.py").write_text("here = 'other'\n")
    (tmp_path / "helper.py").write_text("def late():\n    from parts import far\n")
    (tmp_path / "json.py").write_text("a neighbour that the standard library hides")
    (tmp_path / "unused.py").write_text("")
    other = "from counterply.usercode.loading import read_module\nread_module('other/user.py')\n"
    (tmp_path / "user.py").write_text(f"import json, numpy\nimport helper\n{other}from helper import late\nfresh = 1\n")
    code = """
import pathlib
from counterply.usercode.loading import LOADED, files_with, read_module
path = pathlib.Path("user.py").resolve()
module = read_module("user.py")
names = {"user.py", "helper.py", "parts/__init__.py", "parts/near.py", "parts/far.py", "other/user.py", "other/helper.py"}
for files in (files_with("user.py"), LOADED[path].files):
    assert {str(file.relative_to(path.parent)) for file in files} == names, files
pathlib.Path("parts/near.py").write_text("x = 1")
assert read_module("user.py") is not module, "it was not read again"
"""
    subprocess.run([sys.executable, "-P", "-c", code], check=True, cwd=tmp_path)
