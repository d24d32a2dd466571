"""A user's compiled file in a second process, and a copy of it elsewhere: the cached machine code must load."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import counterply
from counterply.api.own_games import new

SOURCE = """
def centre(position, player, weights):
    return weights[0] * (position["stones"][player] >> 4 & 1)

from counterply import Evaluator
value = Evaluator("centre", centre, weights=(2.0,))
"""

ASK = """
import sys
from counterply.usercode.loading import load_evaluator, load_game
game = load_game("tic_tac_toe")
bound = load_evaluator(sys.argv[1] + ":value", game).bind(game)
print(bound.plain, bound.grid_value(game.start().after(4).record, 0))
"""


def answer(file: Path, seed: int, cache: Path) -> str:
    environment = os.environ | {"PYTHONHASHSEED": str(seed), "COUNTERPLY_CACHE": str(cache)}
    done = subprocess.run([sys.executable, "-c", ASK, str(file)], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_evaluator_file_in_other_processes_and_places(tmp_path):
    files = [tmp_path / "mine.py", tmp_path / "elsewhere" / "mine.py"]
    answers = set()
    for seed, file in enumerate([files[0], files[0], files[1]]):
        file.parent.mkdir(exist_ok=True)
        file.write_text(SOURCE)
        answers.add(answer(file, seed + 1, tmp_path / "cache"))
        file.unlink() if seed else None
    plain = os.environ.get("NUMBA_DISABLE_JIT") == "1"
    assert answers == {f"{plain} 2048\n"}


INSTALLED = """
import sys
from counterply.usercode.loading import TextLoader, load_game
game = load_game(sys.argv[1])
import counterply.search.alphabeta.engine
print([name for name, m in sys.modules.items() if name.startswith("counterply.") and isinstance(m.__loader__, TextLoader)])
"""


def test_what_is_installed_below_a_users_file_is_no_neighbour(tmp_path):
    """As in a folder with a virtual environment: the engine's own kernels would never be cached."""
    packages = tmp_path / "venv" / "site-packages"
    packages.mkdir(parents=True)
    (packages / "counterply").symlink_to(Path(counterply.__file__).parent, target_is_directory=True)
    game = new("mine", folder=tmp_path)
    environment = os.environ | {"PYTHONPATH": str(packages)}
    done = subprocess.run(
        [sys.executable, "-c", INSTALLED, str(game)], capture_output=True, text=True, env=environment, check=False
    )
    assert done.stdout == "[]\n", done.stderr
