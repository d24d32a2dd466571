"""Writes the lessons as notebooks: ``python docs/notebooks.py`` makes examples/lessons/*.ipynb from docs/lessons/*.md.

Text becomes text, commands become cells that run them, Python stays Python, or is written where it is a file; what they print is
left out: the notebook prints it.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

PAGES = Path(__file__).with_name("lessons")
NOTEBOOKS = Path(__file__).resolve().parents[1] / "examples" / "lessons"
BLOCK = re.compile(r"^```(console|python)\n(.*?)^```\n", flags=re.MULTILINE | re.DOTALL)
REPOSITORY = "counterply/counterply"  # on GitHub
BADGE = "[![Open in Colab](https://{host}/assets/colab-badge.svg)](https://{host}/github/{{place}})\n\n".format(
    host="colab.research.google.com"
)
SETUP = """# The commands of these pages, in this notebook; the folder is that of the examples' parent.
import importlib.util, os, shlex, subprocess, sys
from pathlib import Path

if importlib.util.find_spec("counterply") is None:  # in Colab: a wheel of the package index, or a file
    wheel = os.environ.get("COUNTERPLY_WHEEL", "counterply")
    subprocess.check_call([sys.executable, "-m", "pip", "install", "--quiet", wheel])

from counterply.cli import run

os.chdir(next((folder for folder in (Path.cwd(), *Path.cwd().parents) if (folder / "examples").is_dir()), "."))

def counterply(line):
    run(shlex.split(line))
"""


def cells_of(page: str) -> list[dict[str, Any]]:
    """Return the cells of a notebook for the text of a page."""
    page = re.sub(r"!\[([^\]]*)\]\(([^)]+)\)", r"![\1](../../docs/lessons/\2)", page)
    page = re.sub(r"(?<!!)\[([^\]]+)\]\((\d-[a-z-]+)\.md\)", r"[\1](\2.ipynb)", page)
    page = re.sub(r"(?<!!)\[([^\]]+)\]\(\.\./([^)]+)\)", r"[\1](../../docs/\2)", page)
    cells, end = [_cell("code", SETUP)], 0
    for block in BLOCK.finditer(page):
        cells.append(_cell("markdown", page[end : block.start()]))
        file = re.match(r"# (\w+\.py)\n", block[2])
        code = f"Path({file[1]!r}).write_text(r'''{block[2]}''')" if file else block[2]
        cells.append(_cell("code", code if block[1] == "python" else _calls(block[2])))
        end = block.end()
    cells.append(_cell("markdown", page[end:]))
    cells[0], cells[1] = cells[1], cells[0]  # the title comes first
    return [{**cell, "id": f"cell{number}"} for number, cell in enumerate(cells) if "".join(cell["source"]).strip()]


def _calls(session: str) -> str:
    commands = [line.removeprefix("$ counterply ") for line in session.splitlines() if line.startswith("$ counterply ")]
    return "\n".join(f"counterply({command!r})" for command in commands)


def _cell(kind: str, text: str) -> dict[str, Any]:
    source = text.strip("\n").splitlines(keepends=True)
    extra: dict[str, Any] = {"outputs": [], "execution_count": None} if kind == "code" else {}
    return {"cell_type": kind, "metadata": {}, "source": source, **extra}


def notebook_of(page: Path) -> str:
    """Return a page as the text of a notebook, with a badge that opens it in Colab."""
    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    badge = BADGE.format(place=f"{REPOSITORY}/blob/main/examples/lessons/{page.stem}.ipynb")
    cells = cells_of(page.read_text(encoding="utf-8"))
    cells[0]["source"].insert(0, badge)
    document = {"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """Write all notebooks."""
    NOTEBOOKS.mkdir(parents=True, exist_ok=True)
    for page in sorted(PAGES.glob("[0-9]*.md")):
        (NOTEBOOKS / f"{page.stem}.ipynb").write_text(notebook_of(page), encoding="utf-8")


if __name__ == "__main__":
    main()
