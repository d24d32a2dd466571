"""Imports point one way: compiling < core < games, search < players < arena < study, tuning, hosts < the front door < cli."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[1] / "src" / "counterply"

# who may import what, itself aside; the order is that of the house, and nobody imports upwards
ALLOWED = {
    "compiling": set(),
    "core": {"compiling"},
    "games": {"compiling", "core"},
    "search": {"compiling", "core"},
    "learn": {"compiling", "core", "search", "players", "arena"},
    "learning": {"compiling", "core"},
    "players": {"compiling", "core", "games", "search", "learning"},
    "courses": {"compiling", "core", "games", "search", "players", "hosts"},
    "verify": {"compiling", "core"},
    "arena": {"compiling", "core", "search", "players"},
    "study": {"compiling", "core", "search", "players", "arena"},
    "tuning": {"compiling", "core", "search", "learning", "players", "arena"},
    "hosts": {"compiling", "core", "games", "search", "players", "arena"},
    "web": {"compiling", "core", "search", "players", "arena", "study"},
    "cli": {
        "compiling",
        "core",
        "games",
        "search",
        "learning",
        "players",
        "courses",
        "verify",
        "arena",
        "study",
        "tuning",
        "hosts",
        "web",
        "verbs",
    },
    "runs": {"core", "arena", "learn", "tuning"},
    "makers": {"core", "games", "study"},
    "verbs": {"core", "search", "players", "arena", "study", "learn", "tuning", "hosts", "runs", "makers", "notebook"},
    "notebook": {"arena"},
    "__main__": {"cli"},
    "__init__": {"compiling", "core", "verbs"},
}


def part_of(module: str) -> str:
    """Return the part of the house that ``counterply.x.y`` belongs to."""
    return module.split(".")[1] if "." in module else "__init__"


def imports(path: Path) -> set[str]:
    """Return the counterply modules that a file imports, wherever in it."""
    found = set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name.split(".")[0] == "counterply"}
        elif isinstance(node, ast.ImportFrom) and node.level:
            raise AssertionError(f"{path}: relative import")
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "counterply":
            module = node.module or ""
            found |= {f"{module}.{alias.name}" for alias in node.names} if module == "counterply" else {module}
    return found


FILES = sorted(SOURCE.rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_one_way(path: Path) -> None:
    own = path.relative_to(SOURCE).parts[0].removesuffix(".py")
    for module in imports(path):
        other = part_of(module)
        if other not in ALLOWED or other == "__init__":
            continue  # a public name of the package itself
        assert other in ALLOWED[own] | {own}, f"{own} imports {module}"


def test_every_part_is_known() -> None:
    parts = {path.relative_to(SOURCE).parts[0].removesuffix(".py") for path in FILES}
    assert parts <= ALLOWED.keys(), f"say what {parts - ALLOWED.keys()} may import"
