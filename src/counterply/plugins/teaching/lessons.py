"""The lessons and examples as files of one's own, for people who have only installed the package."""

from __future__ import annotations

import re
from pathlib import Path

from counterply.core.errors import UsageError
from counterply.core.files import make_folder, write_text
from counterply.registry import HOUSE

PACKAGE = HOUSE.resolve()
PARTS = ("docs/lessons", "examples")
KINDS = (".md", ".svg", ".ipynb", ".py")
CONTENTS = re.compile(r"\n```\{toctree\}.*?```\n", re.DOTALL)  # of the site
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)#:]+)(?:#[^)]*)?\)")


def source_folder() -> Path:
    """Return the folder that holds the lessons and examples: in an installed package, or in a clone of the repository."""
    return next(folder for folder in (PACKAGE / "shipped", PACKAGE.parents[1]) if (folder / PARTS[0]).is_dir())


def write_lessons(folder: Path | str) -> list[Path]:
    """Write the lessons, as pages and as notebooks, and the examples below a folder; return the files written.

    A link to a page that is not among them becomes plain text.

    Raises
    ------
    UsageError
        if one of the files is there already
    """
    source, target = source_folder(), make_folder(folder)
    files = [path for part in PARTS for path in sorted((source / part).rglob("*")) if path.suffix in KINDS]
    places = {path: target / path.relative_to(source) for path in files}
    known = next((place for place in places.values() if place.exists()), None)
    if known is not None:
        raise UsageError(f"{known} exists; name another folder, or move it away")
    for path, place in places.items():
        place.parent.mkdir(parents=True, exist_ok=True)
        text = path.read_text(encoding="utf-8")

        def kept(link: re.Match[str], beside: Path = path.parent) -> str:
            return link[0] if (beside / link[2]).resolve() in places else link[1]

        write_text(place, LINK.sub(kept, CONTENTS.sub("", text)) if path.suffix in (".md", ".ipynb") else text)
    return list(places.values())
