"""Imports point one way: compiling < core < usercode < games, search < players < work < arena < api < cli < plug-ins."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from sampled import GALLERY

TESTS = Path(__file__).resolve().parent
SOURCE = TESTS.parent / "src" / "counterply"
REGISTRY = "counterply.registry"  # the one module of the core that may name others in strings
PLUGINS = "counterply.plugins"

# modules that other parts of the core name in strings, and why
NAMED: dict[str, set[str]] = {}

# who may import what, itself and `ANYONE` aside; the order is that of the house, and nobody imports upwards
ANYONE = {"version", "registry", "system", "shown"}
LOW = {"compiling", "core"}
CODE = LOW | {"usercode"}
ALLOWED = {
    "version": set(),
    "registry": set(),
    "shown": {"core"},
    "interruption": set(),
    "system": set(),
    "compiling": set(),
    "core": {"compiling"},
    "usercode": LOW,
    "games": CODE,
    "search": LOW,
    "players": CODE | {"search"},
    "verification": CODE,
    "work": CODE | {"search", "players"},
    "arena": CODE | {"search", "players", "work"},
    "hosts": CODE | {"interruption", "search", "players"},
    "api": CODE | {"games", "search", "players", "verification", "work", "arena", "hosts"},
    "cli": CODE | {"search", "players", "verification", "work", "arena", "hosts", "api", "interruption"},
    "__main__": {"cli", "interruption"},
    "__init__": LOW | {"arena", "players", "api"},
}
# plug-ins may import all of the core, and of one another these
OF_PLUGINS: dict[str, set[str]] = {
    "fishing_derby": {"dialects"},
    "isolation": {"dialects"},
    "splendor": {"dialects"},
    "gomoku": {"studies"},
    "blocker": {"dialects", "studies"},
    "bridges": {"networks"},
    "classics": set(),
    "dask_cluster": set(),
    "studies": {"reporting"},
    "reporting": {"explanations"},
    "learning": {"networks"},
    "networks": set(),
    "monte_carlo": set(),
    "dialects": set(),
    "own_boards": {"dialects"},
    "explanations": {"monte_carlo"},
    "teaching": {"dialects", "explanations", "studies"},
    "board": {"explanations"},
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
    """Return the part of the house that a module belongs to: a room of the core, or a plug-in as ``plugins.x``.

    >>> part_of("counterply.arena.match"), part_of("counterply.plugins.gomoku.rules"), part_of("counterply")
    ('arena', 'plugins.gomoku', '__init__')
    """
    parts = module.split(".")[1:]
    return ".".join(parts[: 2 if parts[0] == "plugins" else 1]) if parts else "__init__"


def may_import(own: str, other: str) -> bool:
    """Tell whether a part of the house may import another one."""
    plugin = own.partition(".")[2]
    if own == other or other in ANYONE:
        return True
    if not plugin:
        return other in ALLOWED[own]
    return other in ALLOWED or other.partition(".")[2] in OF_PLUGINS[plugin]


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

    >>> package_of("counterply.search.exact.solve"), package_of("counterply.arena.match")
    ('counterply.search.exact', 'counterply.arena.match')
    """
    return ".".join(module.split(".")[: 4 if module.startswith(f"{PLUGINS}.") else 3])


def docstrings(tree: ast.AST) -> set[ast.AST]:
    """Return the nodes of a module that are docstrings."""
    holders = [node for node in ast.walk(tree) if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and node.body]
    return {node.body[0].value for node in holders if isinstance(node.body[0], ast.Expr)}


def strings_that_name_modules(tree: ast.AST) -> set[str]:
    """Return the strings of a module that begin with the name of one of ours, or of a room."""
    rooms = {f"counterply.{room}" for room in [*ALLOWED, "plugins"]}
    strings = {node.value for node in set(ast.walk(tree)) - docstrings(tree) if isinstance(node, ast.Constant)}
    named = {string for string in strings if isinstance(string, str) and string.startswith("counterply.")}
    return {string for string in named if ".".join(re.split(r"[.:]", string)[:2]) in rooms}


def test_imports_point_one_way() -> None:
    wrong = []
    for name, tree in trees().items():
        own = part_of(name)
        # what type checkers are told about the verbs of plug-ins is no import
        nodes = running(tree) if own in ("__init__", "plugins") else ast.walk(tree)
        for module in imported(nodes):
            # a file as somebody would write it may import the front door, which opens each room when it is asked for
            allowed = name.rpartition(".")[2] in GALLERY if module == "counterply" else may_import(own, part_of(module))
            wrong += [] if allowed else [f"{name} imports {module}"]
    assert wrong == []


def test_the_compiler_alone_says_what_functions_do_in_kernels() -> None:
    """Machine code that depends on what another room says is made anew in each process: no identity covers it."""
    naming = {name for name, tree in trees().items() for node in ast.walk(tree) if getattr(node, "id", "") == "in_kernels"}
    assert "counterply.compiling.dispatch" in naming
    assert {part_of(name) for name in naming} == {"compiling"}


def test_no_circle_late_imports_counted() -> None:
    graph = {name: imported(running(tree)) for name, tree in trees().items()}
    assert circle_in(graph) == []


def test_no_circle_of_packages_inside_a_room() -> None:
    graph: dict[str, set[str]] = {}
    for name, tree in trees().items():
        graph.setdefault(package_of(name), set()).update(map(package_of, imported(running(tree))))
    assert circle_in({package: others - {package} for package, others in graph.items()}) == []


def test_the_registry_alone_names_modules_in_strings() -> None:
    core = {name: tree for name, tree in trees().items() if name != REGISTRY and not name.startswith(PLUGINS)}
    named = {name: strings_that_name_modules(tree) for name, tree in core.items()}
    assert {name: found for name, found in named.items() if found} == NAMED


def test_what_the_registry_names_is_there() -> None:
    named = strings_that_name_modules(trees()[REGISTRY])
    assert {name.partition(":")[0] for name in named if not name.endswith(".")} <= MODULES.keys()
    assert "counterply.players.engine_player:EnginePlayer" in named


def test_the_core_names_no_plugin() -> None:
    """Neither a module of theirs nor what they bring: a folder of `counterply.plugins` may be missing, and all else works."""
    words = {f"\\b{name}\\b" for name in OF_PLUGINS if name not in ("board", "learning", "teaching", "studies", "dialects")}
    pattern = re.compile("|".join(words))
    core = {name: path for name, path in MODULES.items() if not name.startswith(PLUGINS)}
    found = {name: pattern.findall(stripped(path)) for name, path in core.items()}
    assert {name: words for name, words in found.items() if words} == {}


def stripped(path: Path) -> str:
    """Return the code of a module, without comments and docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in docstrings(tree):
        node.value = ""  # type: ignore[attr-defined]
    return ast.unparse(tree)


OWN_GAME = "counterply.games.connect_four"  # its modules are named as those of any game in a folder
SILENT = {"common", "helpers", "misc", "utils", "words", "extras", "queries", "guard", "witness", "holding", "slots", "patience"}


def test_a_module_of_the_core_has_a_name_of_its_own_that_says_what_it_is() -> None:
    core = [name for name in MODULES if not name.startswith((PLUGINS, OWN_GAME)) and MODULES[name].name != "__init__.py"]
    names = Counter(name.rpartition(".")[2] for name in core)
    assert {name for name, count in names.items() if count > 1} == set()
    assert {name.rpartition(".")[2] for name in MODULES} & SILENT == set()


def test_every_part_is_known() -> None:
    parts = {part_of(name) for name in MODULES} - {"plugins"}
    known = ALLOWED.keys() | {f"plugins.{name}" for name in OF_PLUGINS}
    assert parts <= known, f"say what {parts - known} may import"
    missing = known - parts
    assert missing <= ({f"plugins.{name}" for name in OF_PLUGINS} if not (SOURCE / "plugins").exists() else set())


ACROSS = {"oracles", "robust", "windows"}  # folders of tests that belong to no room


def test_the_tests_have_the_rooms_of_the_house() -> None:
    for house, tests in ((SOURCE, TESTS), (SOURCE / "plugins", TESTS / "plugins")):
        if house.exists():
            rooms, tested = ({path.parent.name for path in place.glob("*/*.py")} for place in (house, tests))
            assert len(rooms) >= 10
            assert (tested - rooms - ACROSS, rooms - tested) == (set(), set())


def test_type_checkers_see_every_folder_as_a_part_of_the_package() -> None:
    folders = {path.parent for path in (SOURCE).rglob("*.py")}
    assert [str(folder) for folder in folders if not (folder / "__init__.py").is_file()] == []
