"""Nobody's mistake crashes it: each file with one mistake is answered with one clear line, and the process lives on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from mistakes import MISTAKES

from counterply.api.own_games import new
from counterply.compiling.kernels import PLAIN

pytestmark = pytest.mark.skipif(PLAIN, reason="nothing is compiled")

ROOT = Path(__file__).resolve().parents[3]
GROUPS = 80  # processes, so that a crash names few files

VERIFY = """
import json, sys, traceback
from counterply.core.errors import CounterplyError, GameError, UsageError
from counterply.usercode.loading import load_game
from counterply.verification import verify
for name in sys.argv[1:]:
    try:
        said = [str(finding) for finding in verify(load_game(name), games=40, seconds=120)]
    except (GameError, UsageError) as error:
        said = [str(error)]
    except BaseException as error:
        said = ["Traceback: " + traceback.format_exc()]
    print(json.dumps([name, said]), flush=True)
"""


def write_mistake(number: int, folder: Path) -> Path:
    """Write the file of a mistake."""
    _, edits, _ = MISTAKES[number]
    path = new(f"mistake{number}", folder=folder)
    text = path.read_text(encoding="utf-8")
    for old, better in edits:
        assert old in text, f"the template no longer holds {old!r}"
        text = text.replace(old, better, 1)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("group", [0, *(pytest.param(group, marks=pytest.mark.slow) for group in range(1, GROUPS))])
def test_each_mistake_is_told_in_one_line(group: int, tmp_path: Path) -> None:
    numbers = range(group, len(MISTAKES), GROUPS)
    files = [write_mistake(number, tmp_path) for number in numbers]
    paths = os.pathsep.join([str(ROOT / "src"), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", VERIFY, *map(str, files)],
        capture_output=True,
        text=True,
        timeout=1200,
        env={**os.environ, "PYTHONPATH": paths},
        check=False,
    )
    answers = dict(json.loads(line) for line in done.stdout.splitlines() if line.startswith("["))
    assert done.returncode == 0, f"it ended with {done.returncode} after {list(answers)[-1:]}: {done.stderr[-2000:]}"
    wrong = []
    for number, file in zip(numbers, files, strict=True):
        name, _, expected = MISTAKES[number]
        said = answers[str(file)]
        if len(said) != 1 or expected not in said[0] or "\n" in said[0]:
            wrong.append(f"{number} {name}: expected {expected!r}, said {said}")
    assert not wrong, "\n".join(wrong)


def test_there_are_fifty() -> None:
    assert len(MISTAKES) >= 50
    assert len({name for name, _, _ in MISTAKES}) == len(MISTAKES)
