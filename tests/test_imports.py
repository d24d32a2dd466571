"""Imports point one way: rules < games < evaluation; rules < search; these < players < arena < hosts < cli."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[1] / "src" / "counterply"

SPINE = {"kernel", "values", "limits", "rules", "position", "evaluator", "naming", "report", "diagnosis", "__init__"}
# who may import what, the spine and itself aside
ALLOWED = {
    "files": set(),
    "games": {"files"},
    "evaluation": {"games"},
    "search": set(),
    "weights": {"files"},
    "loading": {"games", "evaluation", "weights"},
    "template": {"files"},
    "tables": set(),
    "verify": set(),
    "players": {"loading", "search", "games", "evaluation", "weights"},
    "arena": {"players", "loading", "search", "tables", "weights", "files"},
    "tuning": {"arena", "players", "loading", "search", "evaluation", "weights", "files"},
    "hosts": {"arena", "players", "loading", "search", "games", "evaluation"},
    "__main__": {"cli"},
    "cli": {
        "files",
        "games",
        "evaluation",
        "search",
        "loading",
        "template",
        "verify",
        "players",
        "arena",
        "tuning",
        "hosts",
        "tables",
        "weights",
    },
}
ORDER = ["kernel", "values", "limits", "rules", "position", "naming", "evaluator", "report", "diagnosis"]
IN_SPINE = {name: place for place, name in enumerate(ORDER)}  # also one way: a module may import those before it
# against the stream, so only inside functions, or for types: defaults that are looked up by name, errors that are explained
LAZY = {("rules", "position"), ("rules", "evaluator"), ("evaluator", "diagnosis"), ("search", "loading")}


def part_of(module: str) -> str:
    """Return the part of the house that ``counterply.x.y`` belongs to."""
    return module.split(".")[1] if "." in module else "__init__"


def imports(path: Path, top_only: bool = False) -> set[str]:
    """Return the counterply modules that a file imports; `top_only`: when it is imported itself."""
    found = set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in tree.body if top_only else ast.walk(tree):
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
        if other not in SPINE | ALLOWED.keys():
            continue  # a public name of the package itself
        if own == "__init__":
            continue
        if (own, other) in LAZY:
            assert module not in imports(path, top_only=True), f"{own} imports {module} when it is imported"
        elif own in SPINE:
            assert other in SPINE, f"{own} is of the spine and imports {module}"
            assert IN_SPINE[other] < IN_SPINE[own], f"{own} imports {module}"
        else:
            assert other in SPINE | ALLOWED[own] | {own}, f"{own} imports {module}"


def test_every_part_is_known() -> None:
    parts = {path.relative_to(SOURCE).parts[0].removesuffix(".py") for path in FILES}
    assert parts <= SPINE | ALLOWED.keys(), f"say what {parts - SPINE - ALLOWED.keys()} may import"
