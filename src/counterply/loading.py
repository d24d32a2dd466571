"""Games, evaluators and players by name or from a user's file."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from counterply.evaluator import ZERO, Evaluator
from counterply.naming import UsageError, call_with_options, unknown
from counterply.position import PlainGame
from counterply.rules import Game

BUILT_IN = ("isolation", "blocker", "connect_four", "fishing_derby", "tic_tac_toe")


@cache
def load_file(path: Path, changed: float) -> ModuleType:
    """Import the file at `path`; `changed` is its time of change, so that an edited file is read again.

    A file's module has the same name in every process: Numba's cache imports modules by name.
    """
    name = f"counterply_file_{path.stem}_{hashlib.sha256(str(path).encode()).hexdigest()[:16]}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise UsageError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    folder = str(path.parent)
    if folder not in sys.path:  # so that a game file can import its neighbours, as a script can
        sys.path.insert(0, folder)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        line = _line_in(error, path)
        raise UsageError(f"{path.name}{line}: {type(error).__name__}: {error}") from error
    return module


def _line_in(error: BaseException, path: Path) -> str:
    if isinstance(error, SyntaxError) and error.lineno:
        return f":{error.lineno}"
    trace, line = error.__traceback__, ""
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = f":{trace.tb_lineno}"
        trace = trace.tb_next
    return line


def read_module(file: str) -> ModuleType:
    """Return the module in a user's file."""
    path = Path(file).expanduser()
    if not path.is_file():
        raise UsageError(f"there is no file {file}")
    path = path.resolve()
    return load_file(path, path.stat().st_mtime)


def is_file(name: str) -> bool:
    """Tell whether a name is meant to be a file."""
    return name.endswith(".py") or "/" in name


def load_game(name: str, options: dict[str, str] | None = None) -> Game | PlainGame:
    """Return the game called `name`, a built-in one or a file, with options as the command's ``--set`` gives them.

    A game's file or module holds ``game``: a `Game`, a `PlainGame`, or a function that makes one; the function's parameters are
    the game's options.
    """
    if is_file(name):
        module = read_module(name)
        made = getattr(module, "game", None)
        if made is None:
            raise UsageError(f"{name} holds no game: it must set `game` to a Game, or define `def game() -> Game`")
        source = str(Path(name).expanduser().resolve())
    elif name in BUILT_IN:
        module = importlib.import_module(f"counterply.games.{name}")
        made, source = module.game, name
    else:
        raise unknown("game", name, [*BUILT_IN, "or a file: FILE.py"])
    if isinstance(made, Game | PlainGame):
        if options:
            raise unknown(f"option of {name}", next(iter(options)), [])
        game = made
    else:
        game = call_with_options(made, options or {}, name)
    if not isinstance(game, Game | PlainGame):
        raise UsageError(f"`game` in {name} is a {type(game).__name__}, not a Game")
    game.source = source
    for evaluator in _evaluators_of(name, module):
        if evaluator.name not in {e.name for e in game.evaluators}:
            game.evaluators.append(evaluator)
    return game


def _evaluators_of(name: str, module: ModuleType) -> list[Evaluator]:
    if not is_file(name):
        if importlib.util.find_spec(f"counterply.evaluation.{name}") is None:
            return []
        module = importlib.import_module(f"counterply.evaluation.{name}")
    return list(getattr(module, "evaluators", []))


def load_evaluator(name: str | None, game: Game | PlainGame) -> Evaluator:
    """Return an evaluator: None is the game's first one (or zero), NAME one of the game's, ``FILE.py:NAME`` a user's."""
    if name is None:
        return game.evaluators[0] if game.evaluators else ZERO
    if is_file(name.rpartition(":")[0]) and not name.endswith(".py"):
        made = load_attribute(name)
        if isinstance(made, Evaluator):
            return made
        if callable(made):
            return Evaluator(name, made)
        raise UsageError(f"{name} is a {type(made).__name__}, not an evaluator: a function (position, player[, weights]) or an Evaluator")
    known = {evaluator.name: evaluator for evaluator in [*game.evaluators, ZERO]}
    if name not in known:
        raise unknown(f"evaluator of {game.name}", name, [*known, "or FILE.py:NAME"])
    return known[name]


def load_attribute(name: str) -> Any:
    """Return what ``FILE.py:NAME`` names."""
    file, _, attribute = name.rpartition(":")
    module = read_module(file)
    if not hasattr(module, attribute):
        public = [n for n, v in vars(module).items() if not n.startswith("_") and (inspect.isfunction(v) or isinstance(v, Evaluator | type))]
        raise unknown(f"name in {file}", attribute, public)
    return getattr(module, attribute)
