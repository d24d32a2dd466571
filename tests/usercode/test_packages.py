"""Packages of anybody's: named by their modules, and found by entry points where they are installed."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

import counterply as cp
from counterply import registry
from counterply.cli import run
from counterply.core.game_sources import with_modules_as_files
from counterply.usercode.loading import load_attribute
from installed import list_entry_points

BOTS = """
from .which import PLACE


class Mine:
    def choose(self, position, limit):
        return sorted(position.moves())[PLACE]
"""


@pytest.fixture
def on_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A package of two modules on Python's path: a player, and what it imports from beside it."""
    package = tmp_path / "lib" / "bought"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "which.py").write_text("PLACE = 0\n")
    (package / "bots.py").write_text(BOTS)
    monkeypatch.syspath_prepend(str(package.parent))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(package.parent), os.environ.get("PYTHONPATH", "")]))
    monkeypatch.chdir(tmp_path)
    return package


def test_a_module_is_named_where_a_file_is(on_path: Path) -> None:
    bots = str(on_path / "bots.py")
    assert with_modules_as_files("bought.bots:Mine") == f"{bots}:Mine"
    assert with_modules_as_files("engine:eval=bought.bots:value,depth=3") == f"engine:eval={bots}:value,depth=3"
    for other in ("engine", "bought.nothing:Mine", "tic_tac_toe", "a.b.c", "./bought.bots", "run.db", "0.5"):
        assert with_modules_as_files(other) == other


def test_a_player_of_a_package_imports_what_lies_beside_it_as_it_is_now(on_path: Path) -> None:
    start = cp.game("tic_tac_toe").start()
    with cp.player("bought.bots:Mine") as player:
        assert player.choose(start, nodes=1).move == 0
    (on_path / "which.py").write_text("PLACE = 1\n")
    with cp.player("bought.bots:Mine") as player:
        assert player.choose(start, nodes=1).move == 1


def test_a_package_that_the_program_has_imported_is_read_again_after_an_edit(on_path: Path) -> None:
    def place() -> int:
        made = load_attribute(f"{on_path / 'bots.py'}:Mine")
        return int(sys.modules[made.__module__].PLACE)

    assert place() == 0
    (on_path / "which.py").write_text("PLACE = 2\n")
    assert place() == 2


def test_a_stored_game_of_a_package_is_asked_for_by_its_name_if_at_all(on_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (on_path / "rules.py").write_text("from counterply.games.tic_tac_toe import game\n")
    run = cp.match("bought.rules", "random", "random", games=2, out=on_path.parent / "run")
    with pytest.raises(cp.UsageError, match=r"--game bought\.rules$"):
        cp.replay(run.folder, 0)
    assert cp.replay(run.folder, 0, game="bought.rules").positions
    monkeypatch.setattr("counterply.core.game_sources.plugins", lambda group: {"mine": "bought.rules"})
    assert cp.replay(run.folder, 0).positions
    (on_path / "rules.py").unlink()
    monkeypatch.undo()
    with pytest.raises(cp.UsageError, match=r"rules\.py, which is not there any more; if it lies elsewhere now: --game FILE\.py$"):
        cp.replay(run.folder, 0)


def test_a_name_that_a_module_lacks_is_one_line(on_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = with_modules_as_files("bought.bots:Nine")
    assert run(["match", "tic_tac_toe", name, "random", "--games", "2"]) == 2
    assert "did you mean 'Mine'" in capsys.readouterr().err


BROUGHT = """
import contextlib, io, json, sys
from counterply.cli import run

for words in json.loads(sys.argv[1]):
    with contextlib.redirect_stdout(io.StringIO()) as said:
        assert run(words) == 0, words
    print(json.dumps(said.getvalue()))
"""


def test_what_an_installed_package_brings_is_there(
    tmp_path: Path, said: Callable[..., str], with_the_sample: dict[str, str]
) -> None:
    assert said("heaps", "5").splitlines()[2:] == ["3 first", "4 second", "5 first"]
    out = str(tmp_path / "run")
    parts = {
        "games": "subtraction",
        "players subtraction": "modulo",
        "--help": "heaps",
        "players tic_tac_toe": "Corners that a player has",
        "heaps 1 --json": '{"winners": {"1": "first"}}',
        f"match subtraction modulo random --games 10 --nodes 100 --solve off --out {out}": "modulo - random: +10 =0 -0 of 10",
        f"replay {out} 0": "modulo",
    }
    command = [sys.executable, "-c", BROUGHT, json.dumps([words.split() for words in parts])]
    done = subprocess.run(command, env=with_the_sample, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    for (words, part), answer in zip(parts.items(), answers, strict=True):
        assert part in answer, words
    with pytest.raises(cp.UsageError, match=r"of subtraction, .*; they were played with heap_games 1\.0: install that again"):
        cp.replay(out, 0)  # in this process, where the package is not installed
    if "export" in registry.plugins("verbs"):  # a plug-in of ours
        written = {path.name for path in cp.export(out)}
        assert {"results.csv", "players.csv", "tables.md"} <= written
        assert "games.pgn" not in written
        assert "random" in cp.report(out).read_text(encoding="utf-8")


PAGE = (Path(__file__).parents[2] / "docs" / "usercode" / "package.md").read_text(encoding="utf-8")
FORMS = """
import counterply as cp
from counterply import registry
from counterply.cli import run

assert run(["generate", "subtraction", "--count", "2", "--out", "heaps"]) == 0
assert run(["census", "heap:9", "--plies", "2", "--json"]) == 0
assert run(["host", "heaps", "--player", "random"]) == 0
assert run(["perft", "table.py:BIG", "--depth", "2"]) == 0
assert cp.analyse(cp.game("tic_tac_toe").start(), depth=1, eval="corners").last().score_text == "+1.00"
game = cp.game("heap:9")
assert cp.match(game, "table.py", "random", games=2, nodes=9).standing.games == 2
assert run(["analyse", "heap:9", "--eval", "worth.number", "--depth", "1"]) == 0
assert cp.player("engine:eager=yes,eager_steps=3").choose(game.start(), nodes=9).move in (0, 1, 2)
if "report" in registry.players():  # a plug-in of ours
    assert cp.player("report:depth=2").choose(game.start(), nodes=9).move in (0, 1, 2)
assert game.position("taken 1, 2").ply == 2
registry.greet(["heaps"])
print(cp.best_heap(6))
"""


@pytest.mark.slow
def test_the_page_has_a_form_of_each_group_that_runs(tmp_path: Path, with_the_sample: dict[str, str]) -> None:
    package = tmp_path / "more"
    package.mkdir()
    (package / "__init__.py").write_text("")
    for name, text in re.findall(r"^```python\n# (\w+\.py)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL):
        (package / name).write_text(text)
    list_entry_points(tmp_path, "more", re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[-1])
    (tmp_path / "table.py").write_text("TAKES = {5: 1}\nBIG = 30\n")
    (tmp_path / "worth.number").write_text("3")
    done = subprocess.run(
        [sys.executable, "-c", FORMS], cwd=tmp_path, env=with_the_sample, input="5\n", capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.splitlines()[-2:]) == (0, ["heaps 1.0", "2"]), done.stderr
    assert "cannot be used" not in done.stderr


def test_the_page_names_every_group() -> None:
    assert re.findall(r"^\| `counterply\.(\w+)` \|", PAGE, re.MULTILINE) == GROUPS


GROUPS = re.findall(r"^counterply\.(\w+) ", registry.__doc__ or "", re.MULTILINE)
ODD = """
def make(stop, tell, count=1):  # a generator without a record of options
    return None
def serve(size: int | str):  # a parameter that no word on the command line is
    return None
number = 5
"""
ODD_COMMAND = """
from counterply.cli import app
from counterply.cli.command_options import command
@command(app)
def bad(size: int | str):
    return None
"""
ODDITIES = {"games": "odd", "generators": "odd:make", "hosts": "odd:serve", "commands": "odd_command"}


def entry_points(places: Mapping[str, str]) -> str:
    """The file of entry points of a package, by group; evaluators are those of tic-tac-toe."""
    names = {group: "tic_tac_toe.bad" if group == "evaluators" else "bad" for group in places}
    return "\n".join(f"[counterply.{group}]\n{names[group]} = {place}" for group, place in places.items())


@pytest.mark.parametrize(
    ("places", "why"),
    [
        pytest.param(
            dict.fromkeys(GROUPS, "gone_for_good:thing"),
            "ModuleNotFoundError: No module named 'gone_for_good'",
            marks=pytest.mark.slow,
        ),
        ({**dict.fromkeys(GROUPS, "odd:number"), **ODDITIES}, "Error: |: it is "),
    ],
)
def test_a_package_that_cannot_be_used_takes_nothing_away(tmp_path: Path, places: Mapping[str, str], why: str) -> None:
    facts = tmp_path / "gone-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: gone\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text(entry_points(places))
    (tmp_path / "odd.py").write_text(ODD)
    (tmp_path / "odd_command.py").write_text(ODD_COMMAND)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])}
    for words in (["--help"], ["games"], ["players", "tic_tac_toe"]):
        command = [sys.executable, "-m", "counterply", *words]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        lines = done.stderr.splitlines()
        assert len(lines) == len(set(lines))
        assert lines, words
        assert all("of an installed package cannot be used: " in line and re.search(why, line) for line in lines), done.stderr
    command = [sys.executable, "-m", "counterply", "match", "bad", "random", "random"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def command_beside(folder: Path, points: str, modules: Mapping[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    """Run the command beside an installed package, told by its file of entry points and its modules."""
    facts = folder / "other-1.0.dist-info"
    facts.mkdir(exist_ok=True)
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text(points)
    for name, text in modules.items():
        (folder / f"{name}.py").write_text(text)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])}
    command = [sys.executable, "-m", "counterply", *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("group", "name", "words", "ours"),
    [
        ("games", "hex", "games hex", "who connects both sides"),
        ("players", "random", "players", "random  "),
        ("commands", "games", "games", "connect_four"),
    ],
)
def test_a_name_that_counterply_has_stays_what_it_is_and_is_said(
    tmp_path: Path, group: str, name: str, words: str, ours: str
) -> None:
    done = command_beside(tmp_path, f"[counterply.{group}]\n{name} = taking\n", {"taking": "raise SystemExit(9)"}, *words.split())
    assert done.returncode == 0, done.stderr
    assert ours in done.stdout
    taken = f"taking of an installed package cannot be used: the name {name} among {group} is that of counterply."
    assert done.stderr.startswith(taken)


LOST = """[counterply.evaluators]
lost = odd:lost
no_such_game.bold = odd:bold
hex.race = odd:race
hex.bold = odd:bold
"""
LOST_MODULE = "def bold(position, player):\n    return 1.0\n"


def test_an_evaluator_of_no_game_is_said_to_whoever_looks_for_one_and_to_nobody_else(tmp_path: Path) -> None:
    def said(*words: str) -> str:
        return command_beside(tmp_path, LOST, {"odd": LOST_MODULE}, *words).stderr

    unusable = "{} of an installed package cannot be used: {}\n"
    taken = unusable.format("odd:race", "the name race among evaluators is that of one of hex's own")
    why = "its name {0} begins with no game that there is, as hex.{0} would"
    lost = unusable.format("odd:lost", why.format("lost")) + unusable.format("odd:bold", why.format("no_such_game.bold"))
    assert said("players", "hex") == taken + lost
    assert said("games", "hex") == taken
    assert said("games", "tic_tac_toe") == ""
    lines = said("analyse", "hex", "--eval", "lost")
    assert lines.startswith(taken + lost + "counterply: unknown evaluator of hex 'lost'")


def test_of_two_packages_with_one_name_one_is_told_to_be_left_out(tmp_path: Path) -> None:
    other = tmp_path / "rival-1.0.dist-info"
    other.mkdir()
    (other / "METADATA").write_text("Metadata-Version: 2.1\nName: rival\nVersion: 1.0\n")
    (other / "entry_points.txt").write_text("[counterply.games]\nsmall = b_small\n")
    done = command_beside(tmp_path, "[counterply.games]\nsmall = a_small\n", {"a_small": SMALL, "b_small": SMALL}, "games")
    assert re.search(r"^small +A heap of two", done.stdout, re.MULTILINE), done.stderr
    assert done.stderr == "b_small of an installed package cannot be used: the name small among games is that of a_small\n"


def test_a_command_that_its_module_does_not_add_is_said_beside_those_that_there_are(tmp_path: Path) -> None:
    done = command_beside(tmp_path, "[counterply.commands]\nempty = empty_module\n", {"empty_module": ""}, "empty")
    said, error = done.stderr.splitlines()
    assert "empty_module of an installed package cannot be used: it adds no command empty" in said
    assert "unknown command 'empty'" in error
    assert "analyse, " in error
    assert done.returncode == 2


def test_a_module_that_leaves_when_it_is_imported_takes_nothing_away(tmp_path: Path) -> None:
    done = command_beside(tmp_path, "[counterply.games]\nleaver = leaver\n", {"leaver": "raise SystemExit(3)"}, "games")
    assert (done.returncode, "tic_tac_toe" in done.stdout) == (0, True)
    assert done.stderr == "leaver of an installed package cannot be used: SystemExit: 3\n"


def test_parts_of_players_that_are_no_functions_take_no_players_file_away(tmp_path: Path) -> None:
    points = "".join(f"[counterply.{group}]\nodd = odd:number\n" for group in ("file_players", "file_modules", "dialects"))
    (tmp_path / "mine.py").write_text("class Mine:\n    def choose(self, position, limit):\n        return position.moves()[0]\n")
    words = ("match", "tic_tac_toe", f"{tmp_path / 'mine.py'}:Mine", "random", "--games", "2", "--nodes", "10", "--solve", "off")
    done = command_beside(tmp_path, points, {"odd": "number = 5"}, *words)
    assert (done.returncode, "FAILED" in done.stdout) == (0, False), done.stderr
    assert "odd:number of an installed package cannot be used: it is of type int, not a function" in done.stderr


SMALL = '''"""A heap of two: take one or two. The last one wins."""
import numpy as np
from counterply import Game

def start(position):
    position["heap"] = 2

def legal_moves(position, moves):
    moves[0], moves[1] = 1, 2
    return min(2, position["heap"])

def play(position, move):
    position["heap"] -= move
    position["turn"] = 1 - position["turn"]

RECORD = np.dtype([("heap", np.int8), ("turn", np.int8)])
class Mine:
    def choose(self, position, limit):
        return 1

game = Game("small", RECORD, start=start, legal_moves=legal_moves, play=play, max_moves=2, max_plies=2)
'''


def test_a_game_of_a_package_may_be_an_object_and_its_player_any_class(on_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (on_path.parent / "heap_of_two.py").write_text(SMALL)
    ours, brought = registry.plugins, {"games": {"small": "heap_of_two"}, "players": {"mine": "heap_of_two:Mine"}}
    monkeypatch.setattr(registry, "plugins", lambda group: {**ours(group), **brought.get(group, {})})
    listed = {entry.name: entry for entry in cp.list_games()}
    assert (listed["small"].about, listed["small"].options) == ("A heap of two: take one or two. The last one wins", [])
    assert cp.list_games("small").options == {}
    assert "mine" in [entry.name for entry in cp.list_players("small")]


INSTALLED_GAME = """
from typing import TYPE_CHECKING

from counterply.games.tic_tac_toe import game as make

from .name import NAME

if TYPE_CHECKING:
    from counterply import Limit

game = make()
game.name = NAME


class Bare:
    def __init__(self, spare: "Limit | None" = None) -> None:
        self.spare = spare

    def choose(self, position, limit):
        return position.moves()[0]
"""


@pytest.fixture
def installed(tmp_path: Path) -> str:
    """A module of a package in site-packages, beside a library that lies there, too."""
    place = tmp_path / "site-packages"
    package = place / "owned"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "name.py").write_text("NAME = 'mine'\n")
    (package / "rules.py").write_text(INSTALLED_GAME)
    (place / "numba.py").write_text("raise ImportError('read as a neighbour')\n")
    return str(package / "rules.py")


def test_what_lies_beside_an_installed_package_is_not_the_users(installed: str, said: Callable[..., str]) -> None:
    """Libraries that are imported after a game in site-packages was read are imported as Python does it."""
    assert "mine keeps the contract" in said("verify", installed, "--games", "2")


def test_types_that_are_imported_for_type_checkers_alone_are_no_trouble(installed: str) -> None:
    assert cp.player(f"{installed}:Bare").choose(cp.game("tic_tac_toe").start(), nodes=1).move == 0
