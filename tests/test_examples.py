"""Each example runs, within its time, and says what its text promises."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from counterply.usercode.loading import load_attribute, load_game
from counterply.verification import verify

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
NOTEBOOK = ROOT / "examples" / "05_notebook.ipynb"
SECONDS = 10 * 3  # what an example may take, on a machine that is busy with two other things
NEEDS = {"06_learning": "gymnasium", "07_pettingzoo": "pettingzoo", "08_openspiel": "pyspiel"}  # packages that may be missing
SAID = {
    "01_game": "outcome 1",
    "02_evaluator": "open lines +1 x 1",
    "03_player": "three in a line after 1,1 0,2",
    "04_plain_game": "the first player",
    "06_learning": "it has learnt",
    "07_pettingzoo": "rewards: {'player_0'",
    "08_openspiel": "the engine against MCTS",
}


@pytest.mark.slow  # an empty cache of mypy costs 12 s
@pytest.mark.parametrize("checker", [("mypy", "--strict"), ("pyright", "--pythonpath", sys.executable)], ids=lambda words: words[0])
def test_type_checkers_accept_them_in_their_strict_form(checker: tuple[str, ...]) -> None:
    program = shutil.which(checker[0], path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if program is None:
        pytest.skip(f"{checker[0]} is not installed")
    missing = {path for path in EXAMPLES if path.stem in NEEDS and find_spec(NEEDS[path.stem]) is None}
    untyped = {path for path in EXAMPLES if checker[0] == "pyright" and path.stem == "08_openspiel"}  # pyspiel is, too
    files = [*map(str, set(EXAMPLES) - missing - untyped), str(ROOT / "examples" / "package" / "src")]
    done = subprocess.run([program, *checker[1:], *files], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


def test_they_are_numbered() -> None:
    numbers = [int(re.match(r"\d+", path.name)[0]) for path in sorted([*EXAMPLES, NOTEBOOK])]
    assert numbers == list(range(1, len(numbers) + 1))
    assert {path.stem for path in EXAMPLES} == SAID.keys()


def test_the_notebook_runs_and_shows_pictures_tables_and_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert not any("print(" in cell.source or cell.outputs for cell in code), "it is kept without outputs"
    nbclient.NotebookClient(notebook, timeout=SECONDS * 4, kernel_name="python3").execute()
    data = [[output.get("data", {}) for output in cell.outputs] for cell in code]
    shown = ["".join(each.get("text/html", "") + each.get("image/svg+xml", "") for each in cell) for cell in data]
    assert not any(output.output_type == "stream" and output.name == "stdout" for cell in code for output in cell.outputs)
    assert all(shown[1:]), "every cell but the import shows something"
    assert any("image/svg+xml" in each for cell in data for each in cell), "a board as a picture"
    assert any("<table" in text for text in shown)
    assert any('<progress value="20" max="20"></progress> playing: 20 of 20' in text for text in shown)


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
    findings = verify(game, games=5)
    assert findings == []


def test_its_evaluators_agree() -> None:
    game = load_game("tic_tac_toe")
    game.evaluators[:] = load_attribute(str(ROOT / "examples" / "02_evaluator.py") + ":evaluators")
    assert verify(game, games=5, compiled=False) == []
    bound = [evaluator.bind(game) for evaluator in game.evaluators[:2]]
    position = game.start().play_text(["0,0", "1,1", "0,1"])
    assert bound[0].grid_value(position.record, 0) == bound[1].grid_value(position.record, 0)
