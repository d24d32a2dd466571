"""What those who try Counterply find first: container, devcontainer, notebooks in Colab, citation, addresses."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from counterply.version import __version__

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NOTEBOOKS = sorted((ROOT / "examples").rglob("*.ipynb"))
REPOSITORY = PROJECT["urls"]["Homepage"]


def test_the_container_has_extras_that_exist() -> None:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    extras = re.findall(r"whl\)\[([\w,]+)\]", text)
    assert extras
    assert set(extras[0].split(",")) <= PROJECT["optional-dependencies"].keys()
    assert "USER player" in text, "it does not run as root"
    python = re.findall(r"FROM python:(3\.\d+)-slim", text)
    assert f"Programming Language :: Python :: {python[0]}" in PROJECT["classifiers"]


def test_the_devcontainer_makes_what_the_makefile_has() -> None:
    made = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text(encoding="utf-8"))
    assert made["postCreateCommand"] == "make setup"
    assert re.search(r"^setup:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_opens_in_colab_and_installs_what_it_needs(path: Path) -> None:
    first, second, *_ = ("".join(cell["source"]) for cell in json.loads(path.read_text(encoding="utf-8"))["cells"])
    place = f"{REPOSITORY.removeprefix('https://github.com/')}/blob/main/{path.relative_to(ROOT)}"
    assert first.startswith("[![Open in Colab](https://colab.research.google.com/assets/")
    assert f"(https://colab.research.google.com/github/{place})" in first
    assert second.index("pip") < re.search(r"^(from|import) counterply", second, re.MULTILINE).start()  # type: ignore[union-attr]


def test_addresses_and_citation_agree() -> None:
    cited = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"version: {__version__}\n" in cited
    assert f"license: {PROJECT['license']}\n" in cited
    assert f"repository-code: {REPOSITORY}\n" in cited
    assert {"Homepage", "Documentation", "Changelog", "Issues"} <= PROJECT["urls"].keys()


def test_readme_installs_a_clone_and_says_how_the_published_package_is() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith("pip install"))
    clone, published = re.findall(r"pip install '?([\w.]*)\[(\w+)\]", line)
    assert (clone, published) == ((".", "board"), ("counterply", "board"))
