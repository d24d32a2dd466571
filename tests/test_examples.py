"""Each example runs, within its time, and says what its text promises."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from counterply.core.loading import load_attribute, load_game
from counterply.core.position import PlainGame
from counterply.verify import verify
from counterply.verify.plain import verify_plain

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
SECONDS = 10 * 3  # what an example may take, on a machine that is busy with two other things
NEEDS = {"06_learning": "gymnasium", "07_pettingzoo": "pettingzoo", "08_openspiel": "pyspiel"}  # packages that may be missing
SAID = {
    "01_game": "outcome 1",
    "02_evaluator": "open lines +1 x 1",
    "03_player": "three in a line after 1,1 0,2",
    "04_plain_game": "the first player",
    "05_notebook": "proven: True",
    "06_learning": "it has learnt",
    "07_pettingzoo": "rewards: {'player_0'",
    "08_openspiel": "the engine against MCTS",
}


def test_they_are_numbered() -> None:
    assert [int(re.match(r"\d+", path.name)[0]) for path in EXAMPLES] == list(range(1, len(EXAMPLES) + 1))
    assert {path.stem for path in EXAMPLES} == SAID.keys()


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_it_runs(path: Path) -> None:
    if path.stem in NEEDS:
        pytest.importorskip(NEEDS[path.stem])
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, timeout=SECONDS, env=environment)
    assert done.returncode == 0, done.stderr
    assert SAID[path.stem] in done.stdout


@pytest.mark.parametrize("name", ["01_game", "04_plain_game"])
def test_its_game_keeps_the_contract(name: str) -> None:
    game = load_game(str(ROOT / "examples" / f"{name}.py"))
    findings = verify_plain(game) if isinstance(game, PlainGame) else verify(game, games=5)
    assert findings == []


def test_its_evaluators_agree() -> None:
    game = load_game("tic_tac_toe")
    game.evaluators[:] = load_attribute(str(ROOT / "examples" / "02_evaluator.py") + ":evaluators")
    assert verify(game, games=5) == []
    bound = [evaluator.bind(game) for evaluator in game.evaluators[:2]]
    position = game.start().play_text(["0,0", "1,1", "0,1"])
    assert bound[0].grid_value(position.record, 0) == bound[1].grid_value(position.record, 0)
