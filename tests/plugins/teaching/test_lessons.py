"""The lessons: their pictures and notebooks are what the program makes of the pages, and each notebook runs.

test_readme runs the pages and compares what their commands print; here one of the notebooks is enough.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import sys
import tomllib
from pathlib import Path

import pytest

from counterply.cli import run
from counterply.compiling.kernels import PLAIN
from counterply.plugins.teaching.lessons import PARTS

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "docs"))
import generated
import notebooks

from some import some

PAGES = sorted((ROOT / "docs" / "lessons").glob("[0-9]*.md"))


def test_lessons_and_examples_can_be_had_as_files(tmp_path, capsys):
    assert run(["lessons", str(tmp_path / "mine")]) == 0
    written = {path.relative_to(tmp_path / "mine").as_posix() for path in (tmp_path / "mine").rglob("*") if path.is_file()}
    assert {
        "docs/lessons/1-minimax.md",
        "docs/lessons/minimax.svg",
        "examples/lessons/1-minimax.ipynb",
        "examples/01_game.py",
    } <= written
    for page in (tmp_path / "mine").rglob("*.md"):
        for target in re.findall(r"\]\(([^):#]+)\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name} leads to {target}, which is not there"
    kept = (tmp_path / "mine/examples/01_game.py").read_text()
    assert kept == (ROOT / "examples/01_game.py").read_text()
    assert run(["lessons", str(tmp_path / "mine")]) == 2
    assert "exists; name another folder" in capsys.readouterr().err


def test_a_wheel_holds_the_lessons_where_the_package_looks_for_them():
    included = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert included == {part: f"counterply/shipped/{part}" for part in (*PARTS, "docs/pictures")}


def test_there_are_six():
    assert [page.name[0] for page in PAGES] == list("123456")


def test_pictures_are_what_the_program_draws(tmp_path):
    generated.lessons(tmp_path)
    for made in some(tmp_path.glob("*.svg"), 2):
        assert (ROOT / "docs" / "lessons" / made.name).read_text() == made.read_text(), "python docs/notebooks.py; make docs"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_notebook_is_the_page(page):
    written = ROOT / "examples" / "lessons" / f"{page.stem}.ipynb"
    assert written.read_text() == notebooks.notebook_of(page), "run: python docs/notebooks.py"


@pytest.mark.skipif(PLAIN, reason="takes minutes uncompiled")
@pytest.mark.usefixtures("one_process")
@pytest.mark.parametrize(
    "page", [pytest.param(page, id=page.stem, marks=() if page.stem[0] == "2" else pytest.mark.slow) for page in PAGES]
)
def test_a_notebook_runs(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    cells = json.loads(notebooks.notebook_of(page))["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    assert len(code) > 1
    names: dict[str, object] = {}
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        for text in code:
            exec(compile(text, page.name, "exec"), names)
    assert len(said.getvalue().splitlines()) >= 3
