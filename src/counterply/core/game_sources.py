"""Where games come from: names by which other processes find them, names of objects of this process, users' files and lines."""

from __future__ import annotations

import importlib.util
import os
import re
import sys
import traceback
from collections.abc import Iterator, Mapping
from importlib.machinery import PathFinder
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from counterply.core.errors import UsageError
from counterply.registry import attribute, is_installed, plugins

if TYPE_CHECKING:
    from counterply.core.plain_game import AnyGame

USERS_FILES: set[str] = set()  # that this process has run
PACKAGE = Path(__file__).parents[1]
NOT_FILES = "<"  # prefix of the names of code without a file, such as <frozen importlib._bootstrap>
STANDARD_LIBRARY = Path(os.__file__).parent
# a dotted name, whole or before what the module holds
MODULE = re.compile(r"(?<![\w./~-])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+(?![\w./])(?=[:,]|$)")
GUARD = re.compile(r"^if __name__ == .__main__.:", re.MULTILINE)
INTO_A_FILE = (
    "a notebook writes one with %%writefile; a script's `game` is in its file, where what it runs is under "
    'if __name__ == "__main__"; what a function of a package makes is named with its options, as cp.game("mypkg.nim", heap=9)'
)
MADE_HERE: dict[str, Any] = {}  # games, evaluators and players that no name or file stands for, as in a notebook


def reference(game: AnyGame) -> tuple[str, dict[str, str]]:
    """Return name and options with which `load_game` gives this game; one that was made in Python only in this process."""
    if game.source_options is None:
        game.source, game.source_options = game_file(game) or name_here(game, game.name), {}
    return game.source, game.source_options


def game_words(source: str, options: Mapping[str, str]) -> list[str]:
    """Return a game with its options as words of a command."""
    return [source, *(word for key, value in options.items() for word in ("--set", f"{key}={value}"))]


def reduced(game: AnyGame) -> tuple[Any, ...]:
    """Return how a game is pickled: its name, and the function that opens games of that name in another process."""
    name, options = reference(game)
    if game.opener is not None:
        return game.opener, (name, options)
    module = next(_holders(game), None)
    return (made_here, (name,)) if module is None else (attribute, (f"{module.__name__}:game",))


def name_here(thing: object, label: str) -> str:
    """Return a name such as ``<heap>`` by which this process finds a game, evaluator or player that was made in Python."""
    for name, known in MADE_HERE.items():
        if known is thing:
            return name
    if (place := place_in_package(thing)) is not None:
        return place
    number = sum(name.partition(" ")[0].strip("<>") == label for name in MADE_HERE) + 1
    name = f"<{label}>" if number == 1 else f"<{label} {number}>"
    MADE_HERE[name] = thing
    return name


def importable_file(module: object) -> str | None:
    """Return the file of a module that any process can read; None of this package, and of compiled ones.

    The program's own counts where what it runs stands under ``if __name__ == "__main__"``.
    """
    file = getattr(module, "__file__", None)
    if not isinstance(file, str) or not file.endswith(".py"):
        return None
    if getattr(module, "__name__", "") == "__main__" and not GUARD.search(Path(file).read_text(encoding="utf-8", errors="replace")):
        return None  # whoever read it would run the program
    return None if PACKAGE in Path(file).parents else file


def game_file(game: AnyGame) -> str | None:
    """Return the file of the module that holds a game under the name ``game``, as `load_game` finds it; None if there is none."""
    return next((file for file in map(importable_file, _holders(game)) if file is not None), None)


def _holders(game: AnyGame) -> Iterator[ModuleType]:
    """Yield the modules that hold a game under the name ``game``."""
    return (module for module in list(sys.modules.values()) if getattr(module, "__dict__", {}).get("game") is game)


def place_in_package(thing: object) -> str | None:
    """Return ``FILE.py:NAME`` of a function or class in a module of a package; None of all others, which this process has alone."""
    module, name = sys.modules.get(getattr(thing, "__module__", None) or ""), getattr(thing, "__qualname__", "")
    if module is None or "." not in module.__name__ or getattr(module, name, None) is not thing:
        return None
    file = importable_file(module)
    return file and f"{file}:{name}"


def _file_of_module(name: str) -> str | None:
    """Return the file of a module that can be imported, without importing its package; None if there is none."""
    package, *parts = name.split(".")
    spec = PathFinder.find_spec(package) or importlib.util.find_spec(package)
    for folder in (spec and spec.submodule_search_locations) or ():
        place = Path(folder, *parts)
        for file in (place.with_suffix(".py"), place / "__init__.py"):
            if file.is_file():
                return str(file)
    return None


def module_of(file: str) -> str:
    """Return the dotted name of the module of a package that is found in a file; the file itself where there is none."""
    folder, name = Path(file).parent, Path(file).stem
    while (folder / "__init__.py").is_file():
        folder, name = folder.parent, f"{folder.name}.{name}"
    return name if "." in name and _file_of_module(name) == file else file


def is_registered(file: str) -> bool:
    """Tell whether a game in a file can be had by name, since an installed package brings it."""
    return any(_file_of_module(module) == file for module in plugins("games").values())


def with_modules_as_files(text: str) -> str:
    """Return a text in which the names of modules that can be imported, such as ``mypkg.nim``, are those of their files.

    A module is named whole, or with what it holds: ``mypkg.nim``, ``mypkg.bots:Mine``, ``engine:eval=mypkg.values:bold``.
    """

    def file_of(match: re.Match[str]) -> str:
        return _file_of_module(match[0]) or match[0]

    return text if Path(text).exists() else MODULE.sub(file_of, text)


def made_here(name: str) -> Any:
    """Return the object that `name_here` named; raises `UsageError` in any other process."""
    if name not in MADE_HERE:
        raise UsageError(f"{name} was made by another program while it ran: put it into a file, and name that")
    return MADE_HERE[name]


def only_here(*texts: str) -> bool:
    """Tell whether one of these texts names something that only this process knows."""
    return any(name in text for text in texts for name in MADE_HERE)


def is_own(file: str, rules_too: bool = False) -> bool:
    """Tell whether code is a user's own: it is in a user's file, or at least neither in this package nor in a library.

    With `rules_too`, the rules of the games that come with the package are a user's own, too.
    """
    if file in USERS_FILES:
        return True
    path = Path(file)
    if PACKAGE in path.parents:
        return rules_too and not {PACKAGE / "games", PACKAGE / "plugins"}.isdisjoint(path.parents)
    library = STANDARD_LIBRARY in path.parents or is_installed(path)
    return not library and not file.startswith(NOT_FILES)


def own_place(error: BaseException | None, rules_too: bool = False) -> str:
    """Return ``FILE:LINE`` of the last step that led to an error through a user's own code (`is_own`), '' where there was none.

    The errors that caused this one count too. Of a text that is no Python, it is the line where that goes wrong.
    """
    found = ""
    while error is not None:
        if isinstance(error, SyntaxError) and error.filename and is_own(error.filename, rules_too):
            found = f"{Path(error.filename).name}:{error.lineno}"
        else:
            steps = traceback.walk_tb(error.__traceback__)
            own = [(frame.f_code.co_filename, line) for frame, line in steps if is_own(frame.f_code.co_filename, rules_too)]
            if own:
                found = f"{Path(own[-1][0]).name}:{own[-1][1]}"
        error = error.__cause__
    return found
