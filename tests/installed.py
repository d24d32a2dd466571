"""The sample package in `examples/` as if it were installed: its entry points are told as pip writes them."""

from __future__ import annotations

import tomllib
from pathlib import Path

SAMPLE = Path(__file__).resolve().parents[1] / "examples" / "package"


def list_entry_points(folder: Path, package: str, project: str) -> None:
    """Leave the entry points of a package's ``pyproject.toml`` in a folder of modules, as an installation does."""
    groups = tomllib.loads(project)["project"]["entry-points"]
    lines = [line for group, names in groups.items() for line in (f"[{group}]", *(f"{n} = {p}" for n, p in names.items()))]
    told = folder / f"{package}-1.0.dist-info"
    told.mkdir()
    (told / "entry_points.txt").write_text("\n".join(lines))
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
