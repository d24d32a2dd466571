"""Imports point one way: compiling < core < usercode < games, search < players < arena < study < explain < judge < api < cli."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from counterply.registry import GALLERY

SOURCE = Path(__file__).resolve().parents[1] / "src" / "counterply"
REGISTRY = "counterply.registry"  # the one module that may name others in strings

# rooms named elsewhere, and why: the compiler treats their kernels otherwise than those of users (docs/decisions/0135)
NAMED = {"counterply.compiling.compiler": {"counterply.search.", "counterply.games."}}

# who may import what, itself and `ANYONE` aside; the order is that of the house, and nobody imports upwards
ANYONE = {"version", "registry", "system", "shown"}
ALLOWED = {
    "version": set(),
    "registry": set(),
    "shown": set(),
    "compiling": set(),
    "core": {"compiling"},
    "usercode": {"compiling", "core"},
    "games": {"compiling", "core", "usercode"},
    "search": {"compiling", "core"},
    "players": {"compiling", "core", "usercode", "games", "search"},
    "courses": {"compiling", "core", "usercode", "games", "search", "players", "hosts"},
    "verification": {"compiling", "core", "usercode"},
    "arena": {"compiling", "core", "usercode", "search", "players"},
    "learning": {"compiling", "core", "usercode", "search", "players", "arena"},
    "study": {"compiling", "core", "usercode", "search", "players", "arena"},
    "explain": {"compiling", "core", "search", "study"},
    "judge": {"compiling", "core", "usercode", "search", "players", "arena", "study", "explain"},
    "tuning": {"compiling", "core", "usercode", "search", "learning", "players", "arena"},
    "hosts": {"interruption", "compiling", "core", "usercode", "games", "search", "players", "arena"},
    "web": {"compiling", "core", "usercode", "verification", "games", "search", "players", "arena", "study", "explain"},
    "cli": {
        "compiling",
        "core",
        "usercode",
        "games",
        "search",
        "learning",
        "players",
        "courses",
        "verification",
        "arena",
        "study",
        "explain",
        "judge",
        "tuning",
        "hosts",
        "web",
        "api",
        "interruption",
    },
    "api": {
        "core",
        "usercode",
        "games",
        "search",
        "players",
        "verification",
        "arena",
        "study",
        "explain",
        "judge",
        "learning",
        "tuning",
        "hosts",
        "web",
    },
    "interruption": set(),
    "system": set(),
    "__main__": {"cli", "hosts", "interruption"},  # of the hosts, what is answered before anything is imported
    "__init__": {"compiling", "core", "arena", "players", "api"},
}


def module_of(path: Path) -> str:
    """Return the name of the module in a file of the package."""
    parts = ("counterply", *path.relative_to(SOURCE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(path): path for path in sorted(SOURCE.rglob("*.py"))}


@cache
def trees() -> dict[str, ast.Module]:
    """Return what each module says."""
    return {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in MODULES.items()}


def part_of(module: str) -> str:
    """Return the part of the house that ``counterply.x.y`` belongs to."""
    return module.split(".")[1] if "." in module else "__init__"


def running(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a module, but those that only a type checker reads."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            continue
        yield node
        yield from running(node)


def imported(nodes: Iterator[ast.AST]) -> set[str]:
    """Return the modules of ours that these nodes import, each as far down as it is one."""
    found = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "relative import"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            found |= {name if name in MODULES else str(node.module) for name in names}
    return found & MODULES.keys()


def circle_in(graph: dict[str, set[str]]) -> list[str]:
    """Return the modules on one circle of a graph, in order; none where there is no circle.

    >>> circle_in({"a": {"b"}, "b": {"c"}, "c": {"b"}})
    ['b', 'c']
    """
    done: set[str] = set()
    path: list[str] = []

    def visit(name: str) -> list[str]:
        if name in path:
            return path[path.index(name) :]
        if name in done:
            return []
        path.append(name)
        for other in sorted(graph.get(name, ())):
            if circle := visit(other):
                return circle
        done.add(path.pop())
        return []

    return next((circle for name in sorted(graph) if (circle := visit(name))), [])


def package_of(module: str) -> str:
    """Return the package inside a room that a module belongs to; else the module itself.

    >>> package_of("counterply.arena.report.tables"), package_of("counterply.arena.match")
    ('counterply.arena.report', 'counterply.arena.match')
    """
    return ".".join(module.split(".")[:3])


def docstrings(tree: ast.AST) -> set[ast.AST]:
    """Return the nodes of a module that are docstrings."""
    holders = [node for node in ast.walk(tree) if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and node.body]
    return {node.body[0].value for node in holders if isinstance(node.body[0], ast.Expr)}


def strings_that_name_modules(tree: ast.AST) -> set[str]:
    """Return the strings of a module that begin with the name of one of ours, or of a room."""
    rooms = {f"counterply.{room}" for room in ALLOWED}
    strings = {node.value for node in set(ast.walk(tree)) - docstrings(tree) if isinstance(node, ast.Constant)}
    named = {string for string in strings if isinstance(string, str) and string.startswith("counterply.")}
    return {string for string in named if ".".join(re.split(r"[.:]", string)[:2]) in rooms}


def test_imports_point_one_way() -> None:
    wrong = []
    for name, tree in trees().items():
        own = part_of(name)
        for module in imported(ast.walk(tree)):
            if module == "counterply":
                # a file as somebody would write it; the front door opens each room when it is asked for
                allowed = own == "games" and name.rpartition(".")[2] in GALLERY
            else:
                allowed = part_of(module) in ALLOWED[own] | ANYONE | {own}
            wrong += [] if allowed else [f"{name} imports {module}"]
    assert wrong == []


def test_no_circle_late_imports_counted() -> None:
    graph = {name: imported(running(tree)) for name, tree in trees().items()}
    assert circle_in(graph) == []


def test_no_circle_of_packages_inside_a_room() -> None:
    graph: dict[str, set[str]] = {}
    for name, tree in trees().items():
        graph.setdefault(package_of(name), set()).update(map(package_of, imported(running(tree))))
    assert circle_in({package: others - {package} for package, others in graph.items()}) == []


def test_the_registry_alone_names_modules_in_strings() -> None:
    named = {name: strings_that_name_modules(tree) for name, tree in trees().items() if name != REGISTRY}
    assert {name: found for name, found in named.items() if found} == NAMED


def test_what_the_registry_names_is_there() -> None:
    named = strings_that_name_modules(trees()[REGISTRY])
    assert {name for name in named if not name.endswith(".")} <= MODULES.keys()
    assert "counterply.players.engine" in named


def test_every_part_is_known() -> None:
    parts = {part_of(name) for name in MODULES}
    assert parts <= ALLOWED.keys(), f"say what {parts - ALLOWED.keys()} may import"
    assert ALLOWED.keys() <= parts, f"{ALLOWED.keys() - parts} are gone"
