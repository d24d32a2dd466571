"""A file to start one's own game from."""

from __future__ import annotations

import keyword
from pathlib import Path

from counterply.core.errors import UsageError
from counterply.core.files import write_text

GAME_TEMPLATE = Path(__file__).with_name("game_template.txt")
SEARCH_TEMPLATE = Path(__file__).with_name("search_template.txt")


def write_game(name: str, folder: Path | None = None) -> Path:
    """Write ``NAME.py``, a commented game that plays at once, and return its path; an existing file is never overwritten."""
    return write_template(name, GAME_TEMPLATE, "my_game", folder)


def write_search(name: str, folder: Path | None = None) -> Path:
    """Write ``NAME.py``, a search with mistakes to find, and return its path; an existing file is never overwritten."""
    return write_template(name, SEARCH_TEMPLATE, "my_search", folder)


def write_template(name: str, template: Path, example: str, folder: Path | None = None) -> Path:
    """Write ``NAME.py`` from a template in which NAME stands for its name; `example` is a name that would be right."""
    stem = name.removesuffix(".py")
    if not stem.isidentifier() or keyword.iskeyword(stem):
        raise UsageError(f"{name!r} is not a name for a Python file; use letters, digits and '_', such as {example}")
    path = (folder or Path()) / f"{stem}.py"
    if path.exists():
        raise UsageError(f"{path} exists; choose another name, or move it away")
    write_text(path, template.read_text(encoding="utf-8").replace("NAME", stem))
    return path
