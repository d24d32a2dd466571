"""A user's file in several processes: the kernel cache must serve each, wherever the file lies."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from counterply.compiling.kernels import PLAIN

FILE = Path(__file__).parent / "newcomer.py"
PROGRAM = """
import sys
from counterply.core.loading import load_evaluator, load_game
from counterply.core.game import survey
game = load_game(sys.argv[1])
position = game.start().play_text(["3", "6"])
value = load_evaluator(None, game).bind(game).grid_value(position.record, 0)
print(position.moves(), value, survey.hits)
"""


def run(file, cache, seed):
    environment = {**os.environ, "COUNTERPLY_CACHE": str(cache), "PYTHONHASHSEED": seed}
    ran = subprocess.run([sys.executable, "-c", PROGRAM, str(file)], env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.split()


@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
def test_a_second_process_a_copy_and_an_edit(tmp_path):
    cache = tmp_path / "cache"
    first = tmp_path / "one" / "kayles.py"
    copy = tmp_path / "two" / "kayles.py"
    for target in (first, copy):
        target.parent.mkdir()
        shutil.copy(FILE, target)
    cold = run(first, cache, "1")
    warm = run(first, cache, "2")
    assert warm[:-1] == cold[:-1]
    assert (cold[-1], warm[-1]) == ("0", "1")
    first.unlink()
    assert run(copy, cache, "3")[:-1] == cold[:-1]
    copy.write_text(FILE.read_text().replace("for pin in range(PINS - 1):", "for pin in range(1, PINS - 1):"))
    assert run(copy, cache, "4")[:-1] != cold[:-1]
