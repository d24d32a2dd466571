"""The finder of stale code: something that a game's rules name is edited or swapped between two questions about the winner."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import textwrap
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numba
from constructs import ADD, AFTER, BEFORE, NUMBA, Construct
from swaps import IMPORTS, SWAPS

from counterply.system import MOST_WALL, OUT_OF_TIME

# two moves of 1 or 2 end it, and the number decides who has won
RULES = """
def legal_moves(position, moves):
    moves[0], moves[1] = 1, 2
    return 2

def play(position, move):
    position["total"] += move
    position["turn"] = 1 - position["turn"]

def outcome(position):
    if position["total"] < 3:
        return ONGOING
    return FIRST if ($STEP) == 5 else SECOND
"""
MADE = 'Game("swapped", RECORD, legal_moves=legal_moves, play=play, outcome=outcome, max_moves=2, max_plies=3)'
HEAD = """
import numpy as np
from counterply import FIRST, ONGOING, SECOND, Game, kernel
RECORD = np.dtype([("total", np.int64), ("turn", np.int64)])
"""
WINNER = {BEFORE: "first", AFTER: "second"}
DOORS = ("solve", "analyse", "match")
PROCESS_SECONDS = 300  # of CPU, for the three questions of a process
SAME_TIME = 1_000_000_000  # of all files, in seconds since 1970: an edit does not show in it

PROGRAM = """
import json, os, pathlib, sys
import counterply as cp
from counterply.system import limit_cpu
from counterply.usercode.loading import load_game

limit_cpu(SECONDS)

def winner(game, door):
    if door == "solve":
        return cp.solve(game.start()).winner
    if door == "analyse":
        text = [*cp.analyse(game.start(), nodes=100)][-1].score_text
    else:
        share = cp.match(game, "alphabeta", "alphabeta", games=2, nodes=20).json()["first_player_share"]
        text = {1.0: "win", 0.0: "loss"}[share]
    return "first" if text.startswith("win") else "second"

games = {}
for step in json.load(sys.stdin):
    for path, text in step.get("write", {}).items():
        pathlib.Path(path).write_text(text)
        os.utime(path, (TIME, TIME))
    name = step.get("name", "")
    if "file" in step:
        games[name] = load_game(step["file"], step.get("options"))
    if "door" in step:
        print(json.dumps(winner(games[name], step["door"])), flush=True)
""".replace("TIME", str(SAME_TIME)).replace("SECONDS", str(PROCESS_SECONDS))

CASES: dict[str, Construct] = {name: each for name, each in SWAPS.items() if each.kept is not None} | {
    "a patched function of a library": Construct(
        "5 if math.floor(2.5) == 2 else 7",
        IMPORTS + "math.real = getattr(math, 'real', math.floor)\nmath.floor = math.real if $N == 5 else math.ceil",
    ),
    "a table that is filled later": Construct("TABLE[0]", IMPORTS + "TABLE = np.zeros(1, np.int64)", later="TABLE[0] = $N"),
    "a class of exceptions": Construct(
        "step()",
        IMPORTS
        + "class Base(Exception):\n    STEP = $N\nclass Wrong(Base):\n    pass\nn = Wrong.STEP\n@njit\ndef step():\n    return n",
    ),
    "an addition to the compiler": Construct(
        "step()",
        IMPORTS + ADD.format("overload") + "def step():\n    pass\n@overload(step)\ndef compiled():\n    return lambda: $N",
    ),
    "a package beside Numba": Construct(
        "step()",
        "import sys\nsys.dont_write_bytecode = True\nfrom numba_stats import step",
        files={"site/numba_stats.py": NUMBA + "@njit\ndef step():\n    return $N"},
    ),
}


@dataclass(frozen=True)
class Edit:
    """A construct, how its number changes, and the door that is asked."""

    name: str
    way: str
    door: str

    def __str__(self) -> str:
        return f"{self.name}, {self.way}, {self.door}"


def texts(construct: Construct, number: int) -> dict[str, str]:
    """Return the files of a game with a number: the number stands in the text."""
    made = f"def game():\n    made = {MADE}\n    {construct.later}\n    return made\n"
    whole = HEAD + construct.setup + RULES.replace("$STEP", construct.step) + made
    return {name: text.replace("$N", str(number)) for name, text in {"user.py": whole, **construct.files}.items()}


def _by_option(text: str) -> str:
    return text.replace("$N == 5", "not seven").replace("$N", "(7 if seven else 5)")


def option_text(construct: Construct) -> str:
    """Return a game's file whose option is the number: each game has functions of its own."""
    inner = construct.setup + RULES.replace("$STEP", construct.step) + f"made = {MADE}\n{construct.later}\nreturn made\n"
    return HEAD + "def game(seven: bool = False):\n" + textwrap.indent(_by_option(inner), "    ")


SWAPPED = re.compile(r"^((?:helper\.)?f) = (.*)$", re.MULTILINE)  # a global, or a neighbour's, that can be assigned again


def swap_text(construct: Construct) -> str:
    """Return a game's file that assigns a global, or a neighbour's, when it makes a game: all games have the same functions."""
    target, choice = SWAPPED.findall(construct.setup)[-1]
    declared = "" if "." in target else f"    global {target}\n"
    whole = construct.setup.replace("$N", "5") + RULES.replace("$STEP", construct.step)
    return HEAD + whole + f"def game(seven: bool = False):\n{declared}    {target} = {_by_option(choice)}\n    return {MADE}\n"


def ways_of(name: str) -> list[str]:
    """Return the ways in which a construct's number can change."""
    construct = CASES[name]
    if any(path.startswith("site/") for path in construct.files):
        return ["restart"]
    if "math.floor = " in construct.setup:  # for all games of a process
        return ["edit", "restart"]
    ways = ["edit", "restart", "folders"]
    if not construct.files and "exec(" not in construct.setup:
        ways.append("option")
    if SWAPPED.search(construct.setup):
        ways.append("swap")
    return ways


def _questions(edit: Edit, folder: Path) -> list[list[dict[str, Any]]]:
    """Return what each process does, and the winner that it should name at each question."""
    construct, door = CASES[edit.name], edit.door
    file = str(folder / "user.py")

    def written(number: int, place: str = "") -> dict[str, Any]:
        return {"write": {str(folder / place / name): text for name, text in texts(construct, number).items()}}

    def asked(number: int, **more: Any) -> dict[str, Any]:
        return {"door": door, "winner": WINNER[number], "name": str(number), **more}

    numbers = (BEFORE, AFTER, BEFORE)
    if edit.way == "edit":
        return [[step for number in numbers for step in (written(number), asked(number, file=file))]]
    if edit.way == "restart":
        return [[written(number), asked(number, file=file)] for number in numbers]
    if edit.way == "folders":
        both = [(number, str(number)) for number in (BEFORE, AFTER)]
        made = [{**written(number, name), "name": name, "file": str(folder / name / "user.py")} for number, name in both]
        return [[*made, *(asked(number) for number in (AFTER, BEFORE, AFTER))]]
    text = option_text(construct) if edit.way == "option" else swap_text(construct)
    files = {**{name: text.replace("$N", "5") for name, text in construct.files.items()}, "user.py": text}
    write = {"write": {str(folder / name): text for name, text in files.items()}}
    options = {number: {"seven": str(number == AFTER).lower()} for number in numbers}
    if edit.way == "swap":  # a game is asked as soon as it is made: the next one changes what it names
        return [[write, *(asked(number, file=file, options=options[number]) for number in numbers)]]
    made = [{"name": str(n), "file": file, "options": options[n]} for n in (BEFORE, AFTER)]
    return [[write, *made, *(asked(number) for number in numbers)]]


class Stale:
    """Asks about edits; `folder` holds the games and one cache."""

    def __init__(self, folder: Path, source: Path) -> None:
        self.folder = folder
        site = folder / "site-packages"
        site.mkdir()
        (site / "numba").symlink_to(Path(numba.__file__).parent)
        path = os.pathsep.join([str(source), str(site)])
        self.environment = {**os.environ, "COUNTERPLY_CACHE": str(folder / "cache"), "PYTHONPATH": path}
        self.asked: Counter[str] = Counter()

    def faults(self, edit: Edit) -> Iterator[str]:
        """Yield what is wrong about the answers around an edit."""
        self.asked[edit.way] += 1
        place = self.folder / str(self.asked.total())
        for folder in ("", *map(str, WINNER)):
            (place / folder / "parts").mkdir(parents=True)
        (place / "site").symlink_to(self.folder / "site-packages")
        for number, steps in enumerate(_questions(edit, place)):
            try:
                done = subprocess.run(
                    [sys.executable, "-c", PROGRAM],
                    input=json.dumps(steps),
                    env=self.environment,
                    capture_output=True,
                    text=True,
                    check=False,
                    timeout=MOST_WALL * PROCESS_SECONDS,
                )
            except subprocess.TimeoutExpired:
                yield f"{edit}: process {number + 1} waits for ever"
                return
            if done.returncode in OUT_OF_TIME:
                yield f"{edit}: process {number + 1} has not answered in {PROCESS_SECONDS} s of CPU"
                return
            answers = [json.loads(line) for line in done.stdout.splitlines()]
            winners = [step["winner"] for step in steps if "winner" in step]
            if answers != winners:
                said = " ".join(answers) or "nothing"
                trouble = done.stderr.strip().splitlines()[-1] if done.returncode else ""
                yield f"{edit}: process {number + 1} says {said}, the truth is {' '.join(winners)} {trouble}".strip()


def drawn(seed: int, kinds: str = "") -> Iterator[Edit]:
    """Yield edits without end: of all constructs, or of those whose names contain `kinds`."""
    chance = random.Random(seed)
    names = [name for name in CASES if kinds in name]
    while True:
        for name in chance.sample(names, len(names)):
            checked = "overload" not in CASES[name].setup  # the first check, before a match, compares it with plain Python
            yield Edit(name, chance.choice(ways_of(name)), chance.choice(DOORS if checked else DOORS[:2]))
