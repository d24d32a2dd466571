"""Imports point one way: compiling < core < usercode < games, search < players < arena < study, hosts < the front door < cli."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[1] / "src" / "counterply"

# who may import what, itself aside; the order is that of the house, and nobody imports upwards
ALLOWED = {
    "compiling": set(),
    "core": {"compiling"},
    "usercode": {"compiling", "core"},
    "games": {"compiling", "core", "usercode"},
    "search": {"compiling", "core"},
    "learning": {"compiling", "core"},
    "players": {"compiling", "core", "usercode", "games", "search", "learning"},
    "courses": {"compiling", "core", "usercode", "games", "search", "players", "hosts"},
    "verify": {"compiling", "core", "usercode"},
    "arena": {"compiling", "core", "usercode", "search", "players"},
    "study": {"compiling", "core", "usercode", "search", "players", "arena"},
    "tuning": {"compiling", "core", "usercode", "search", "learning", "players", "arena"},
    "hosts": {"interruption", "compiling", "core", "usercode", "games", "search", "players", "arena"},
    "web": {"compiling", "core", "usercode", "games", "search", "players", "arena", "study"},
    "cli": {
        "compiling",
        "core",
        "usercode",
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
        "interruption",
    },
    "runs": {"core", "arena", "tuning"},
    "makers": {"core", "usercode", "games", "study"},
    "verbs": {"core", "usercode", "search", "players", "arena", "study", "tuning", "hosts", "runs", "makers", "notebook"},
    "notebook": {"arena"},
    "interruption": set(),
    "__main__": {"cli", "interruption"},
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
