"""The lessons: their pictures and notebooks are what the program makes of the pages, and each notebook runs.

test_readme runs the pages and compares what their commands print; here one of the notebooks is enough.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
from pathlib import Path

import pytest

from counterply.compiling.kernels import PLAIN

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "docs"))
import generated
import notebooks

PAGES = sorted((ROOT / "docs" / "lessons").glob("[0-9]*.md"))


def test_there_are_five():
    assert [page.name[0] for page in PAGES] == list("12345")


def test_pictures_are_what_the_program_draws(tmp_path):
    generated.lessons(tmp_path)
    for made in tmp_path.glob("*.svg"):
        assert (ROOT / "docs" / "lessons" / made.name).read_text() == made.read_text(), "python docs/notebooks.py; make docs"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_notebook_is_the_page(page):
    written = ROOT / "examples" / "lessons" / f"{page.stem}.ipynb"
    assert written.read_text() == notebooks.notebook_of(page.read_text()), "run: python docs/notebooks.py"


@pytest.mark.skipif(PLAIN, reason="takes minutes uncompiled")
@pytest.mark.usefixtures("one_process")
@pytest.mark.parametrize(
    "page", [pytest.param(page, id=page.stem, marks=() if page.stem[0] == "2" else pytest.mark.slow) for page in PAGES]
)
def test_a_notebook_runs(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    cells = json.loads(notebooks.notebook_of(page.read_text()))["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    assert len(code) > 1
    names: dict[str, object] = {}
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        for text in code:
            exec(compile(text, page.name, "exec"), names)
    assert len(said.getvalue().splitlines()) >= 3
