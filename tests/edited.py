"""A game, a player and their helpers as users write them, for tests that edit a file between two questions."""

from __future__ import annotations

import os
from pathlib import Path

FILES = {
    "race.py": '''"""Each of some turns wins points; who has more of them wins."""

import numpy as np
from counterply import ONGOING, Evaluator, Game
from helper import SIGN
from parts import BONUS

RECORD = np.dtype([("turns", np.int64), ("points", np.int64, (2,)), ("turn", np.int64)])


def legal_moves(position, moves):
    moves[0] = 0
    moves[1] = 1
    return 2


def play(position, move):
    position["turns"] += 1
    position["points"][position["turn"]] += (move * 5 + position["turns"] * 3) % 4 + BONUS
    position["turn"] = 1 - position["turn"]


def outcome(position):
    if position["turns"] < 8:
        return ONGOING
    return 1 if position["points"][0] > position["points"][1] else 2


def start(position):
    position["turns"] = 0


def ahead(position, player):
    return SIGN * 1.0 * (position["points"][player] - position["points"][1 - player])


def features(position, player, out):
    out[0] = position["points"][player] - position["points"][1 - player]


def game(board=""):
    if board:
        open(board).read()
    evaluators = [
        Evaluator("ahead", ahead, grid=100),
        Evaluator("linear", features=features, feature_names=("ahead",), weights=(2.0,)),
    ]
    return Game(
        "race",
        RECORD,
        legal_moves=legal_moves,
        play=play,
        outcome=outcome,
        max_moves=2,
        max_plies=8,
        start=start,
        evaluators=evaluators,
    )
''',
    "helper.py": "from deep import SIGN\n\ntry:\n    from extra import SIGN\nexcept ImportError:\n    pass\n",
    "deep.py": "SIGN = +1\n",
    "parts/__init__.py": "from .near import BONUS\n",
    "parts/near.py": "BONUS = 0\n",
    "other.py": "from counterply import Evaluator\n\n\ndef value(position, player):\n    return -5.0\n\n\n"
    'ahead = Evaluator("ahead", value)\neven = Evaluator("even", value)\n',
    "player.py": """import importlib
import json
from pathlib import Path


def clever(position, limit):
    from tactic import best

    book = json.loads(Path(__file__).with_name("book.json").read_text())
    oddity = importlib.import_module("odd" + "ity")
    return best(position, book["first"] + oddity.EXTRA)
""",
    "tactic.py": "def best(position, wanted):\n    moves = position.moves()\n    return moves[wanted % len(moves)]\n",
    "oddity.py": "EXTRA = 0\n",
    "book.json": '{"first": 1}\n',
    "taking.py": "TAKEN = (1, 2)\n",
    "board.txt": "small\n",
    "nim.py": '''"""Take one or two stones; who takes the last one wins."""

from counterply import Evaluator, PlainGame
from deep import SIGN
from taking import TAKEN


class Nim:
    def __init__(self, stones=9, turn=0):
        self.stones, self.turn = stones, turn

    def moves(self):
        return [take for take in TAKEN if take <= self.stones]

    def after(self, take):
        return Nim(self.stones - take, 1 - self.turn)

    def outcome(self):
        return 0 if self.stones else 2 - self.turn


def even(position, player):
    return SIGN * (1.0 if (position.turn == player) == (position.stones % 3 != 0) else -1.0)


game = PlainGame("nim", Nim, evaluators=[Evaluator("even", even)])
''',
}


def write_files(folder: Path) -> Path:
    """Write all files into a folder."""
    for name, text in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    return folder


def edit(file: Path, old: str, new: str) -> None:
    """Edit a file; an edit of equal length keeps its time stamp too."""
    before, text = file.stat(), file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))
    if len(old) == len(new):
        os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
