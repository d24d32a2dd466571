"""What something is, exactly: a user's file, a function, an evaluator, a game, a player. What has the same identity answers alike.

Whoever keeps an answer keeps the identity of all that it came from, and asks here whether it is still the same. A user's file is
its text, with the texts of all that it imports, wherever in it, and of the data files that it names. Code is what
`counterply.compiling.fingerprint` follows; where that does not understand a value, the texts of its files count too.

Files alone are asked about without NumPy: the server of the board looks at them all the time.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import asdict
from functools import cache, lru_cache
from glob import glob
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from counterply import registry
from counterply.core.errors import UsageError
from counterply.core.files import CODE, hash_of, user_path
from counterply.core.game_sources import PACKAGE
from counterply.version import __version__

if TYPE_CHECKING:
    from counterply.core.aliases import Json
    from counterply.core.evaluator import Evaluator

Stamp: TypeAlias = tuple[int, ...]
DIGITS = 16  # hexadecimal ones
FACTS = (
    "max_moves",
    "max_plies",
    "objective",
    "repeats",
    "symmetries",
    "cuts",
    "dice",
    "hidden",
    "opening_plies",
    "board",
    "library",
)
MOST_TOLD = 4  # changes
DOCUMENTS = ("files", "facts", "evaluators", "versions")  # of all that plays; and PARTS, with the verb of a message
PARTS = {"rules": "have", "start": "has"}
COVERED = ("counterply", "numpy", "numba", "llvmlite")  # libraries whose versions are told of
COMPUTED = {"importlib", "import_module", "__import__", "pkgutil", "runpy", "exec"}  # what is imported may have no name
PACKAGE_FILE = "__init__.py"
NOT_PLAYING = ("__pycache__", "static", "cli", "api", "shown")  # folders of this package that decide no answer
LONGEST_NAME = 200  # letters of a file's name in a text
WRITTEN = (".log",)  # files that programs write as they run
PATTERN = re.compile(r"\w.*\.\w+$|^\*\.\w+$")  # of files: with a suffix
PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"  # code has another fingerprint in each


def digest(value: object) -> str:
    """Return a hash of a plain value's `repr`, `DIGITS` hexadecimal digits."""
    return hash_of_bytes(repr(value).encode())


def hash_of_bytes(content: bytes) -> str:
    """Return a hash of the content of a file or a record."""
    return hashlib.sha256(content).hexdigest()[:DIGITS]


# --- files


class Named(NamedTuple):
    """What the text of a Python file names.

    Attributes
    ----------
    imports : levels and dotted names of modules, as they are imported; of a name in a module, both together
    words : texts that may be names of files
    computed : whether modules may be imported that the text does not name
    """

    imports: tuple[tuple[int, str], ...] = ()
    words: frozenset[str] = frozenset()
    computed: bool = False


@lru_cache(maxsize=256)
def _named_in(text: bytes) -> Named:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):  # of a file that is imported later, if ever
        return Named()
    tree.body = [node for node in tree.body if not _is_for_scripts(node)]
    imports, words, computed = [], set(), False
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imports += [(0, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            imports += [(node.level, f"{node.module}.{alias.name}" if node.module else alias.name) for alias in node.names]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and 0 < len(node.value) <= LONGEST_NAME:
            words.add(node.value)
        elif isinstance(node, ast.JoinedStr):
            words.add(_pattern_of(node))
        elif isinstance(node, ast.Name | ast.Attribute):
            computed |= _is_path(node) or (node.id if isinstance(node, ast.Name) else node.attr) in COMPUTED
    return Named(tuple(imports), frozenset(filter(_may_name, words)), computed)


def _may_name(word: str) -> bool:
    """Tell whether a text may name a file, or files by a pattern, that a program does not write itself."""
    if "*" in word and not PATTERN.search(word):
        return False
    return not word.endswith(WRITTEN) and bool(word.strip("./~ ")) and word.isprintable()


def _pattern_of(text: ast.JoinedStr) -> str:
    """Return an f-string with a star for each part that is computed."""
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in text.values)


def _is_for_scripts(node: ast.stmt) -> bool:
    """Tell whether a statement is ``if __name__ == "__main__"``: as a game's or a player's file, it is not run."""
    return isinstance(node, ast.If) and isinstance(node.test, ast.Compare) and getattr(node.test.left, "id", "") == "__name__"


def _is_path(node: ast.AST) -> bool:
    """Tell whether a node is ``sys.path``."""
    return isinstance(node, ast.Attribute) and node.attr == "path" and isinstance(node.value, ast.Name) and node.value.id == "sys"


@lru_cache(maxsize=256)
def _code_in(text: bytes) -> str:
    """Return a hash of a Python text without its comments and layout."""
    try:
        return digest(ast.dump(ast.parse(text)))
    except (SyntaxError, ValueError, RecursionError):
        return hash_of_bytes(text)


def files_with(file: Path | str) -> set[Path]:
    """Return a user's file with all that it is made of: the files that it imports or names, and those that these do.

    Modules are found beside it, in its package, or on Python's path; of an installed package its list of files stands for it. Where
    a text may import what it does not name, all modules beside it count. What is not there does not count, until it is.
    """
    path = user_path(file).resolve()
    found, read = {path}, set[Path]()
    unread: list[tuple[Path, Path | None]] = [(path, path.parent)]
    while unread:
        each, folder = unread.pop()
        if each in read or folder is None:
            continue
        read.add(each)
        if each.suffix == CODE and not registry.is_installed(each):
            new = list(_parts_of(each, folder))
            unread += new
            found |= {part for part, _ in new}
    return found


def _parts_of(file: Path, folder: Path) -> Iterator[tuple[Path, Path | None]]:
    """Yield the files that a Python file imports, or names, if its modules are looked for in `folder`, and where theirs are.

    None: of a file that may be imported without being named, what it imports is not followed.
    """
    try:
        named = _named_in(file.read_bytes())
    except OSError:
        return
    for level, name in named.imports:
        beside = _modules(file.parents[level - 1], name) if level else _modules(folder, name)
        if level or name.partition(".")[0] not in sys.stdlib_module_names:
            yield from beside or ([] if level else _elsewhere(name))
    for place in _places_in(named.words, (str(file.parent), str(folder), os.getcwd())):
        if os.path.isfile(place):
            yield Path(place).resolve(), Path(place).resolve().parent
        elif named.computed:
            yield from ((each.resolve(), None) for each in Path(place).glob(f"*{CODE}"))
    if named.computed:
        for word in named.words:
            yield from _modules(folder, word) if all(map(str.isidentifier, word.split("."))) else ()
        yield from ((each.resolve(), None) for each in file.parent.glob(f"*{CODE}"))


def _places_in(words: frozenset[str], folders: tuple[str, ...]) -> list[str]:
    """Return the files and folders that words name in `folders`, also in those that other words name."""
    found: list[str] = []
    unread = list(dict.fromkeys(folders))
    for folder in unread:
        for word in words:
            place = os.path.realpath(os.path.join(folder, os.path.expanduser(word)))
            if "*" in word:
                found += filter(os.path.isfile, glob(place))
            elif os.path.exists(place):
                found.append(place)
                if os.path.isdir(place) and place.startswith(folder) and place not in unread:
                    unread.append(place)
    return found


def _is(place: Path | str, kind: Callable[[Path | str], object]) -> bool:
    try:
        return bool(kind(place))
    except ValueError:  # a name that no file can have
        return False


def _modules(folder: Path, name: str) -> list[tuple[Path, Path]]:
    """Return the files that stand for a dotted name in a folder, those of its packages and its own, each with the folder."""
    found, place = [], str(folder)
    for part in name.split("."):
        files = f"{place}/{part}{CODE}", f"{place}/{part}/{PACKAGE_FILE}"
        found += [(Path(each).resolve(), folder) for each in files if os.path.isfile(each)]
        place = f"{place}/{part}"
    return found


def _elsewhere(name: str) -> list[tuple[Path, Path]]:
    """Return the files of a module on Python's path; of an installed package the list of its files, which has their hashes."""
    top = name.partition(".")[0]
    finders = [finder for finder in sys.meta_path if not getattr(finder, "__module__", "").startswith(PACKAGE.name)]
    specs = (finder.find_spec(top, None) for finder in finders) if top not in COVERED else ()
    spec = next((spec for spec in specs if spec is not None), None)
    if spec is None or spec.origin is None or not os.path.isfile(spec.origin):
        return []
    origin = Path(spec.origin)
    folder = origin.parents[1 if spec.submodule_search_locations else 0]
    if not registry.is_installed(origin):
        return _modules(folder, name) or [(origin, folder)]
    return [(each, folder) for each in sorted(folder.glob(f"{top}-*.dist-info/RECORD")) or [origin]]


def texts_of(file: Path | str) -> dict[Path, str]:
    """Return the hash of each file that a user's file is made of."""
    return {path: hash_of(path) for path in sorted(files_with(file)) if path.is_file()}


def package_of(path: Path) -> tuple[Path, str]:
    """Return the folder that a user's file imports its neighbours from, and its module's name there.

    A file that imports by its package, as ``from .helper import f`` or ``import mypkg.helper`` in ``mypkg``, is a module of it; any
    other is one of its own, '' here, whose neighbours lie beside it. Where no ``__init__.py`` says what the package is, dots do,
    or the folder's name before that of a neighbour.
    """
    folder, parts = path.parent, [] if path.name == PACKAGE_FILE else [path.stem]
    text = path.read_text(encoding="utf-8", errors="replace")
    dots = max(map(len, re.findall(r"^[ \t]*from[ \t]+(\.+)[\w. \t]*[ \t]import\b", text, re.MULTILINE)), default=0)
    while (folder / PACKAGE_FILE).is_file() or len(path.parents[min(dots, len(path.parents) - 1)].parts) < len(folder.parts):
        folder, parts = folder.parent, [folder.name, *parts]
    beside = re.findall(rf"^\s*(?:from|import)\s+{re.escape(folder.name)}\.(\w+)", text, re.MULTILINE)
    if folder == path.parent and any((folder / f"{name}.py").is_file() for name in beside):
        folder, parts = folder.parent, [folder.name, *parts]
    if folder == path.parent:
        return folder, ""
    by_name = re.compile(rf"^\s*(from|import)\s+{re.escape(parts[0])}\b", re.MULTILINE)
    inside = dots or path.name == PACKAGE_FILE or by_name.search(text)
    return (folder, ".".join(parts)) if inside else (path.parent, "")


def named_files(name: str, options: Mapping[str, str]) -> list[str]:
    """Return the files that a game, a player or an evaluator with options names, as it names them; not those that it writes."""
    words = [name, name.rpartition(":")[0]]
    for option, value in options.items():
        if option != "log":
            words += [value, value.rpartition(":")[0], *value.split()]
    return [word for word in dict.fromkeys(words) if ("/" in word or "." in word) and _is(user_path(word), os.path.isfile)]


def stamp_of(path: Path) -> Stamp | None:
    """Return the system's own marks of a file or a folder, which each writing changes; None where there is nothing."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def stamps_of(named: Iterable[tuple[str, Mapping[str, str]]]) -> dict[Path, Stamp]:
    """Return the stamps of the files that games and players with options are made of."""
    files = {path for name, options in named for file in named_files(name, options) for path in files_with(file)}
    return {path: stamp for path in files if (stamp := stamp_of(path)) is not None}


def _asked(name: str, options: Iterable[str]) -> list[tuple[str, str]]:
    """Return the group and the name of all that packages may bring to a game or a player of this name, by its options too."""
    return [("games", name), ("players", name), *(("techniques", option) for option in options)]


def _plugged_in(name: str, options: Iterable[str]) -> list[tuple[Path, Path]]:
    """Return the files of other packages that bring a game or a player of this name, or a technique that is an option of it."""
    places = [registry.plugins(group).get(each, "counterply") for group, each in _asked(name, options)]
    return [file for place in places for file in _elsewhere(place.partition(":")[0])]


def sources(name: str, options: Mapping[str, str]) -> str:
    """Return a hash of all files that a game or a player with options is made of; '' where it names none."""
    texts = [sorted(texts_of(file).items()) for file in named_files(name, options)]
    return digest(texts) if texts else ""


def text_of(file: Path) -> list[str]:
    """Return what a run knows a file by: the hash of its text and, of Python, the hash without comments and layout."""
    content = file.read_bytes()
    return [hash_of_bytes(content), _code_in(content)] if file.suffix == CODE else [hash_of_bytes(content)]


def files_of(named: Iterable[tuple[str, Mapping[str, str]]]) -> dict[str, list[str]]:
    """Return the files that games and players with options are made of, by their places beside the file that is named."""
    places: dict[str, Path] = {}
    for name, options in named:
        users = [
            (path, user_path(file).resolve().parent) for file in named_files(name, options) for path in sorted(files_with(file))
        ]
        for path, folder in [*users, *_plugged_in(name, options)]:
            label = str(path.relative_to(folder)) if path.is_relative_to(folder) else str(path)
            places[label if places.get(label, path) == path else str(path)] = path
    return {label: text_of(path) for label, path in sorted(places.items()) if path.is_file()}


# --- code


def as_code(function: object) -> Any:
    """Return the code object of a function, compiled or not; None for anything else."""
    return getattr(getattr(function, "py_func", function), "__code__", None)


def of_code(*functions: Any) -> str:
    """Return the identity of functions: their code, with all that it reaches."""
    from counterply.compiling.fingerprint import reach

    reached = reach(*functions)
    if not reached.unknown:
        return reached.digest
    codes = [code for code in map(as_code, functions) if code is not None]
    files = sorted({code.co_filename for code in codes if os.path.isfile(code.co_filename)})
    return digest((reached.digest, [text_of(path)[-1] for file in files for path in sorted(files_with(file))]))


def of_evaluator(evaluator: Evaluator) -> str:
    """Return the identity of an evaluator: its code, its weights and its grid, and what it declares; its name does not count."""
    e = evaluator
    declared = e.grid, e.antisymmetric, e.future, e.swing, e.plain, e.feature_names
    return digest((of_code(e.code), [float(weight) for weight in e.weights], declared, e.contents))


def of_rules(game: Any) -> str:
    """Return the identity of a game's rules: the code of the contract's functions, and the layouts of its records."""
    if not game.compiled:
        return ""  # the texts of its files
    code = game.fingerprint if not game.unknown else of_code(*game.functions.values())
    return digest((game.fingerprint, code, game.record.descr[:-1], game.setup.dtype.descr, game.memo.descr))


def start_of(game: Any) -> str:
    """Return the identity of a compiled game's start: its setup, derived fields too, and the first position."""
    return digest((hash_of_bytes(game.setup.tobytes()), game.start().record.tobytes()))


def of_game(game: Any, without: Collection[str] = ()) -> Json:
    """Return the identity of a game, in parts: its rules, its facts, its start, and its evaluators by name, `without` some."""
    known: Json = {"rules": of_rules(game), "facts": {name: getattr(game, name, None) for name in FACTS}}
    if game.compiled:
        known["start"] = start_of(game)
    return {**known, "evaluators": {each.name: of_evaluator(each) for each in game.evaluators if each.name not in without}}


def of_play(game: Any, named: Iterable[tuple[str, Mapping[str, str]]]) -> Json:
    """Return the identity of all that plays a game, as a document: its files and those that `named` texts name, and versions.

    The versions are ours, and those of the packages that bring the game, players, their evaluators and techniques.
    """
    ours = {each.name for each in game.evaluators if PACKAGE in Path(getattr(as_code(each.code), "co_filename", "")).parents}
    named = [(game.source, {}), *named]
    brought = [each for name, options in named for each in _asked(name, options)]
    brought += [("evaluators", f"{game.name}.{value}") for _, options in named for value in options.values()]
    versions = {**versions_here(), **dict(filter(None, (registry.distribution(*each) for each in brought)))}
    document = {"files": files_of(named), **of_game(game, ours), "versions": versions}
    return json.loads(json.dumps(document, default=asdict))  # type: ignore[no-any-return]  # as a store gives it back


def differences(then: Json, now: Json) -> list[str]:
    """Return how that which plays has changed, as `of_play` tells of it: files first, then what is another one in the game."""
    if not isinstance(then, dict) or not all(isinstance(then.get(part), dict) for part in DOCUMENTS):
        return ["what is written about all that plays is damaged, or of another version"]
    found = [f"{name} {how}" for name, how in _changed(then["files"], now["files"], key=lambda text: text[-1:])]  # no comments
    facts = then["facts"], now["facts"]
    found += [f"{name} of the game is {facts[1].get(name)}, not {facts[0].get(name)}" for name, _ in _changed(*facts)]
    if then["versions"].get("Python") == PYTHON:  # else all code has another fingerprint
        found += [f"the {part} of the game {verb} changed" for part, verb in PARTS.items() if then.get(part) != now.get(part)]
        found += [f"evaluator {name} {how}" for name, how in _changed(then["evaluators"], now["evaluators"])]
    changed = _changed(then["versions"], now["versions"])
    return [*found, *(f"{name} is {now['versions'].get(name)}, not {then['versions'].get(name)}" for name, _ in changed)]


def _changed(
    then: Mapping[str, object], now: Mapping[str, object], key: Callable[[Any], Any] = lambda value: value
) -> list[tuple[str, str]]:
    """Return the names of the values that differ, and how."""
    found = []
    for name in sorted({*then, *now}):
        if name not in then or name not in now:
            found.append((name, "is gone" if name in then else "is new"))
        elif key(then[name]) != key(now[name]):
            found.append((name, "has changed"))
    return found


def rules_differ(then: Json, game: Any) -> bool:
    """Tell whether a game's rules or its start are known to have changed since an identity of `of_play` was noted."""
    if then.get("versions", {}).get("Python") != PYTHON:
        return False
    if game.compiled and then.get("start") != start_of(game):
        return True
    if game.compiled and then["rules"] == of_rules(game):
        return False
    now, known = files_of([(game.source, {})]), then["files"]
    if not game.compiled:
        return any(known.get(name, text)[-1] != text[-1] for name, text in now.items())
    # machine code names the module, which has the name of its file: the rules of a renamed file are told by its text
    texts = {text[-1] for text in now.values()}
    return not (now and known.keys().isdisjoint(now) and texts <= {text[-1] for text in known.values()})


def require_same(what: str, then: Json, now: Json, force: bool) -> None:
    """Raise `UsageError` if that which plays has changed since `what` was made, unless it is to go on by `force`."""
    changed = differences(then, now)
    if changed and not force:
        more = f" and {len(changed) - MOST_TOLD} more" if len(changed) > MOST_TOLD else ""
        raise UsageError(
            f"since {what} began, {', '.join(changed[:MOST_TOLD])}{more}; give another --out to begin anew,"
            " or --force to go on; nothing was changed"
        )


# --- versions


@cache
def hash_of_sources() -> str:
    """Return a hash of this package's own files."""
    content = hashlib.sha256()
    for folder, folders, names in os.walk(PACKAGE):
        folders[:] = sorted(name for name in folders if name not in NOT_PLAYING)
        for name in sorted(name for name in names if name.endswith((CODE, ".csv", ".json", ".txt"))):
            with open(f"{folder}/{name}", "rb", buffering=0) as file:
                content.update(name.encode() + file.read())
    return content.hexdigest()[:12]


def version_here() -> str:
    """Return this package's version; of a checkout, whose files may have been edited, with the hash of its sources."""
    return __version__ if registry.is_installed(PACKAGE) else f"{__version__} {hash_of_sources()}"


def versions_here() -> dict[str, str]:
    """Return the versions of all that decides an answer: of this package, Python, and the libraries that compile and compute."""
    return {"counterply": version_here(), "Python": PYTHON, **{name: library_version(name) for name in ("numpy", "numba")}}


def library_version(name: str) -> str:
    """Return the version of an installed library; '' where it is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
