"""Machine code is never stale and never crashes, however the rules are written; see `constructs`."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from constructs import AFTER, BEFORE, CONSTRUCTS as NUMBERS
from swaps import SWAPS

from counterply.compiling.fingerprint import reach
from counterply.compiling.kernels import PLAIN
from counterply.core.game import Game
from counterply.registry import games
from counterply.usercode.loading import load_game

pytestmark = pytest.mark.skipif(PLAIN, reason="nothing is compiled")

ROOT = Path(__file__).resolve().parents[2]
SAME_TIME = 1_000_000_000  # of all files, in seconds since 1970: an edit does not show in it
CONSTRUCTS = NUMBERS | SWAPS
ADDITIONS = [name for name, made in CONSTRUCTS.items() if "numba.extending" in made.setup + "".join(made.files.values())]
ORDER = [*(name for name in CONSTRUCTS if name not in ADDITIONS), *ADDITIONS]  # what is added to Numba holds for the whole process
FEW = [
    "a large table",
    "a large table with steps",
    "two large tables",
    "a tuple of large tables",
    "a large mapped table",
    "numba.vectorize",
    "built-in functions at a global",
    "functions of math at an imported name",
    "ufuncs at a closure",
    "kernels of one factory at a default argument",
    "types of NumPy at a tuple",
    "the sign of a NaN",
    "which attribute, by a text",
]

FINGERPRINTS = """
import json, sys
from counterply.compiling.reached_values import MARKED
from counterply.usercode.loading import load_game
for file in sys.argv[1:]:
    game = load_game(file)
    reached = MARKED[game.record.names[-1]]
    print(json.dumps([game.fingerprint, reached.trouble(), reached.mark]), flush=True)
"""

TOTALS = """
import json, sys
from counterply.core.rule_queries import advance
from counterply.usercode.loading import load_game
for file in sys.argv[1:]:
    misses = advance.misses
    try:
        answer = int(load_game(file).start().after(0).record["total"])
    except Exception as error:
        answer = type(error).__name__
    print(json.dumps([answer, advance.misses == misses]), flush=True)
"""


IN_ONE_PROCESS = """
import json, sys
from counterply.usercode.loading import load_game
for folder in sys.argv[3:]:
    answers = []
    try:
        games = {number: load_game(f"{place}/{folder}/user.py") for number, place in zip((5, 7), sys.argv[1:3])}
        for number in (5, 7, 5) if int(folder) % 2 else (7, 5, 7):
            answers.append(number == int(games[number].start().after(0).record["total"]))
    except Exception as error:
        answers.append(f"{type(error).__name__}: {error}"[:300])
    print(json.dumps(answers), flush=True)
"""

REFUSED = """
import json, os, sys
from counterply.core.errors import CounterplyError, GameError
from counterply.usercode.loading import load_game
import numba
for folder in sys.argv[3:]:
    if os.fork():
        assert os.wait()[1] == 0
        continue
    first, second = (f"{place}/{folder}/user.py" for place in sys.argv[1:3])
    game, said = load_game(first), []
    load_game(first)
    for answer in (lambda: load_game(second), lambda: game.start().after(0)):
        try:
            said.append(str(answer()))
        except (GameError, CounterplyError) as error:
            said.append(f"refused: {error}")
    print(json.dumps(said), flush=True)
    os._exit(0)
"""


def write(folder: Path, names: list[str], number: int) -> list[Path]:
    """Write the games with a number, so that an edit changes neither the date nor the size of a file."""
    files = [CONSTRUCTS[name].write(folder / str(ORDER.index(name)), number) for name in names]
    for path in folder.rglob("*"):
        if path.is_file():
            os.utime(path, (SAME_TIME, SAME_TIME))
    return files


def ask(code: str, folder: Path, names: list[str], number: int) -> dict[str, list]:
    """Return what a new process answers for each construct; those that teach Numba one thing have a process each."""
    files = dict(zip(names, map(str, write(folder, names, number)), strict=True))
    groups = [[name for name in names if name not in ALONE], *([name] for name in names if name in ALONE)]
    answers: dict[str, list] = {}
    for group in filter(None, groups):
        answers |= ask_process(code, folder.parent, group, [files[name] for name in group])
    return answers


def ask_process(code: str, folder: Path, names: list[str], given: list[str]) -> dict[str, list]:
    """Return what one process answers for each construct; the last of them is the one that it died of."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
    environment |= {"COUNTERPLY_CACHE": str(folder / "cache"), "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([sys.executable, "-c", code, *given], capture_output=True, text=True, env=environment, check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0, (names[len(answers)], done.returncode, done.stderr)
    return dict(zip(names, answers, strict=True))


@pytest.mark.slow
def test_every_edit_shows_in_the_fingerprint(tmp_path: Path) -> None:
    """Or the code is not kept; and what is kept is kept by the next process too."""
    before, again, after = (ask(FINGERPRINTS, tmp_path / "games", ORDER, number) for number in (BEFORE, BEFORE, AFTER))
    assert len(SWAPS) > 200
    wrong = {}
    for name, construct in CONSTRUCTS.items():
        (old, trouble, mark), (_, _, same), (new, _, _) = before[name], again[name], after[name]
        kept = not trouble
        if construct.kept not in (None, kept) and not construct.late:
            wrong[name] = f"kept: {kept}, {trouble}"
        elif kept and mark != same:
            wrong[name] = "another process has another fingerprint"
        elif kept and old == new and (construct.kept or name in SWAPS) and not construct.live:
            wrong[name] = "the edit does not show"
    assert not wrong, "\n".join(f"{name}: {what}" for name, what in wrong.items())


def run(folder: Path, names: list[str]) -> None:
    """Ask for the totals before an edit, after it, once more, and after the edit was undone."""
    wrong = {}
    asked = (BEFORE, AFTER, AFTER, BEFORE)
    stages = [ask(TOTALS, folder / "games", names, number) for number in asked]
    for name in names:
        kept = CONSTRUCTS[name].kept
        totals, found = [stage[name][0] for stage in stages], [stage[name][1] for stage in stages]
        right = all(
            total == number or (kept is None and isinstance(total, str)) for total, number in zip(totals, asked, strict=True)
        )
        if kept is not None:
            right &= found[2:] == [kept, kept]
        if not right:
            wrong[name] = totals, found
    assert not wrong, "\n".join(f"{name}: {what}" for name, what in wrong.items())


def test_all_of_our_own_games_are_understood() -> None:
    for name in games():
        game = load_game(name)
        assert isinstance(game, Game)
        unknown = [*game.unknown, *(what for evaluator in game.evaluators for what in reach(evaluator.code).unknown)]
        assert not [what for what in unknown if "an addition to the compiler" not in what], name


@pytest.mark.slow
def test_few_constructs_in_processes(tmp_path: Path) -> None:
    run(tmp_path, FEW)


def in_one_process(folder: Path, names: list[str]) -> None:
    """Ask two games in one process, both made before one is asked: in either order."""
    places = {number: folder / f"with {number}" for number in (BEFORE, AFTER)}
    for number, place in places.items():
        write(place, names, number)
    given = [*map(str, places.values()), *(str(ORDER.index(name)) for name in names)]
    answers = ask_process(IN_ONE_PROCESS, folder, names, given)
    wrong = {name: found for name, found in answers.items() if not all(answer is True for answer in found)}
    assert not wrong, "\n".join(f"{name}: {found}" for name, found in wrong.items())


ALONE = [name for name in ORDER if CONSTRUCTS[name].alone]
ONE_FOR_ALL = "a name among the built-in ones"  # each module of a process has the last number given
RUN = [name for name in ORDER if CONSTRUCTS[name].kept is not None and name not in ALONE and name != ONE_FOR_ALL]


def test_two_games_that_teach_numba_one_thing_are_refused(tmp_path: Path) -> None:
    """Neither is answered by the other's rules: the second is not made, and of the first nothing more is compiled."""
    places = [tmp_path / "with 5", tmp_path / "with 7"]
    for number, place in zip((BEFORE, AFTER), places, strict=True):
        write(place, ALONE, number)
    answers = ask_process(REFUSED, tmp_path, ALONE, [*map(str, places), *(str(ORDER.index(name)) for name in ALONE)])
    assert len(answers) == 8
    line = re.compile(
        "refused: .*with 5.* and .*with 7.* teach Numba .*: nothing more can be compiled here, so begin a new process, .*"
    )
    assert not {name: said for name, said in answers.items() if not all(map(line.fullmatch, said))}


def test_few_constructs_in_one_process(tmp_path: Path) -> None:
    in_one_process(tmp_path, FEW[6:])


@pytest.mark.slow
def test_all_constructs_in_one_process(tmp_path: Path) -> None:
    in_one_process(tmp_path, RUN)


@pytest.mark.slow
def test_all_constructs_in_processes(tmp_path: Path) -> None:
    run(tmp_path, ORDER)
