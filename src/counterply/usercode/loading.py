"""Games, evaluators and players by name or from a user's file.

A user's file may import its neighbours, the other modules in its folder, as a script can. Files are read from their text, never
from bytecode, and read again once anything that they are made of has changed (`counterply.core.identity.files_with`).
``sys.modules`` holds the neighbours of one folder at a time, so that two folders may each have their own ``helper.py``.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import inspect
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, ClassVar

from counterply import registry
from counterply.compiling.additions import every_addition
from counterply.core.errors import CounterplyError, GameError, UsageError
from counterply.core.evaluator import ZERO, Evaluator, default_evaluator
from counterply.core.files import CODE, INPUTS, hash_of, user_path
from counterply.core.game import Game
from counterply.core.game_sources import PACKAGE, USERS_FILES, made_here
from counterply.core.identity import files_with, package_of, texts_of
from counterply.core.plain_game import PlainGame
from counterply.core.users_text import require_printable, unknown
from counterply.core.weights import with_weights
from counterply.system import Allowance, alarm
from counterply.usercode.exit import MARKS, READING as READING_FILE, STILL_RUN, say_running
from counterply.usercode.faults import placed_line
from counterply.usercode.names import call_with_options

FILE_PREFIX = "counterply_file_"  # of the names of modules that are users' files, not their neighbours


class TextLoader(SourceFileLoader):
    """Imports a user's file from its text; bytecode is stale after an edit of equal length within one second."""

    digest = ""

    def get_code(self, fullname: str) -> CodeType:
        """Compile the text of the file."""
        path = self.get_filename(fullname)
        text = self.get_data(path)
        self.digest = hashlib.sha256(text).hexdigest()
        return self.source_to_code(text, path)

    def exec_module(self, module: ModuleType) -> None:
        """Run the module; functions that it compiles with Numba's own cache are compiled again."""
        with contextlib.ExitStack() as stack:
            if USES_NUMBAS_CACHE.search(self.get_data(self.get_filename(module.__name__))):
                from counterply.compiling.numba import no_cache_of_numbas

                stack.enter_context(no_cache_of_numbas())
            super().exec_module(module)


class NeighbourFinder:
    """Finds the modules beside a user's file, before anything of the same name but the standard library.

    As such a file is run, a user's own modules on Python's path are found, too: they are read like those beside it.
    """

    folder: Path | None = None
    installed: ClassVar[set[str]] = set()  # the packages that users' files are modules of, where others lie beside them

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Find a module in the current folder, else in one that was current, or in a package there.

        Packages installed below such a folder, as in a virtual environment beside a user's file, are no neighbours.
        """
        if self.folder is None or name.partition(".")[0] in sys.stdlib_module_names:
            return None
        package = sys.modules.get(name.rpartition(".")[0])
        of_users = name.partition(".")[0] in self.installed or isinstance(getattr(package, "__loader__", None), TextLoader)
        if path is not None and not of_users:
            return None
        earlier = () if READING else NEIGHBOURS  # machine code of an earlier game imports that game's neighbours
        folders = [place for place in (self.folder, *earlier) if place.name not in registry.INSTALLED or name in self.installed]
        for place in map(str, folders) if path is None else path:
            if (spec := _text_in(place, name)) is not None:
                return spec
        users = [place for place in sys.path if not registry.is_installed(Path(place)) and Path(place) != PACKAGE.parent]
        found = (_text_in(place, name) for place in (users if READING and path is None else ()) if Path(place).is_dir())
        return next((spec for spec in found if spec is not None), None)


def _text_in(folder: str, name: str) -> ModuleSpec | None:
    """Find a module's text in a folder, or a folder without a text of its own that is the package of a user's file."""
    spec = FileFinder(folder, (TextLoader, [".py"])).find_spec(name)
    return None if spec is None or (spec.loader is None and name.partition(".")[0] not in FINDER.installed) else spec


FINDER = NeighbourFinder()


@dataclass
class Loaded:
    """A user's file as it was read: the module, and the text's hash of each file that it is made of."""

    module: ModuleType
    files: dict[Path, str] = field(default_factory=dict)

    def fresh(self, path: Path) -> bool:
        """Tell whether no file of those that the file at `path` is made of has changed, gone or come since."""
        now = texts_of(path)
        return now.keys() <= self.files.keys() and self.files == _texts(self.files, now)


MADE_ELSEWHERE = re.compile(r"import +\*|globals\(|setattr\(|exec\(|__getattr__")  # names that the text need not say
USES_NUMBAS_CACHE = re.compile(rb"\bcache\s*=")
READ_SECONDS = 30.0  # of CPU time to run a user's file; one without an end would hang the program
LOOKS = 6  # in that time
C_SHARE = 1.2  # of that time, after which a command ends if the file is in code in C, which cannot be interrupted
LOADED: dict[Path, Loaded] = {}
NEIGHBOURS: dict[Path, dict[str, ModuleType]] = {}  # by folder: the modules that its files imported from it
PARTS: dict[Path, set[Path]] = {}  # by folder: the files that its files were made of when they were run
READING: list[Path] = []  # the folders of the files that are being run, the innermost last


def _texts(files: Iterable[Path], known: dict[Path, str]) -> dict[Path, str]:
    """Return the hash of each of these files that is there; of some it is `known`."""
    return {path: known[path] if path in known else hash_of(path) for path in files if path.is_file()}


def _files_of(modules: dict[str, ModuleType]) -> dict[Path, str]:
    loaders = [module.__loader__ for module in modules.values() if isinstance(module.__loader__, TextLoader)]
    return {Path(loader.path): loader.digest for loader in loaders}


def _neighbours() -> dict[str, ModuleType]:
    return {
        name: module
        for name, module in sys.modules.items()
        if isinstance(getattr(module, "__loader__", None), TextLoader) and not name.startswith(FILE_PREFIX)
    }


def _enter(folder: Path) -> None:
    """Make `folder` the one whose modules can be imported: swap the neighbours in ``sys.modules``, without the changed ones."""
    if FINDER not in sys.meta_path:
        sys.meta_path.insert(0, FINDER)
    for name, module in _neighbours().items():
        if FINDER.folder is not None:
            NEIGHBOURS.setdefault(FINDER.folder, {})[name] = module
        del sys.modules[name]
    FINDER.folder = folder
    known = NEIGHBOURS.setdefault(folder, {})
    files, parts = _files_of(known), PARTS.setdefault(folder, set())
    if files != _texts(files, {}) or not all(files_with(path) - {path} <= parts for path in files):
        known.clear()  # a neighbour may import another one: all are read again
        parts.clear()
    sys.modules.update(known)


def read_module(file: str) -> ModuleType:
    """Return the module in a user's file; read again if the file, or a neighbour, has changed."""
    path = user_path(file)
    if path.is_dir():
        raise UsageError(f"{file} is a folder, not a Python file")
    if not path.is_file():
        raise UsageError(f"there is no file {file}")
    path = path.resolve()
    INPUTS.note(path, code=True)
    READING.append(package_of(path)[0])
    try:
        every_addition()  # what others have taught Numba so far is not this file's
        try:
            module = _read(path)
        finally:
            every_addition()
        for read in LOADED[path].files:
            if read.suffix == CODE:
                INPUTS.note(read, code=True)
        return module
    finally:
        READING.pop()
        if READING:
            _enter(READING[-1])  # a file that loads one of another folder goes on among its own neighbours


@contextlib.contextmanager
def _ending_soon(name: str) -> Iterator[None]:
    """Let code of a file run for `READ_SECONDS`; in a command whose parent says why (`crash_guard`), code in C ends the process."""
    allowance = Allowance(READ_SECONDS)

    def look() -> None:
        if allowance.spent:
            raise UsageError(f"{name} {STILL_RUN}")

    say_running(READING_FILE)
    try:
        with alarm(READ_SECONDS / LOOKS, look, C_SHARE * READ_SECONDS if MARKS else 0.0):
            yield
    finally:
        say_running("")


def _module_of_package(name: str, again: bool) -> ModuleType:
    """Import a module of a package; `again` if the program's own import of it is out of date."""
    package = name.partition(".")[0]
    FINDER.installed.add(package)
    for known in [known for known in sys.modules if again and f"{known}.".startswith(f"{package}.")]:
        del sys.modules[known]
    return importlib.import_module(name)


def _module_of_file(path: Path) -> ModuleType:
    """Run a file that is no module of a package."""
    name = f"{FILE_PREFIX}{path.stem}"  # without the folder: a copy elsewhere finds its machine code, which imports this name
    loader = TextLoader(name, str(path))
    spec = importlib.util.spec_from_file_location(name, path, loader=loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _read(path: Path) -> ModuleType:
    folder, name = package_of(path)
    _enter(folder)
    known = LOADED.get(path)
    if known is not None and known.fresh(path):
        return known.module
    USERS_FILES.add(str(path))
    try:
        with _ending_soon(path.name):
            module = _module_of_package(name, known is not None) if name else _module_of_file(path)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a file may also call sys.exit
        raise UsageError(placed_line(error, path.name)) from error
    files = {**texts_of(path), **_files_of({"": module}), **_files_of(_neighbours())}
    LOADED[path] = Loaded(module, files)
    PARTS[folder] |= files.keys()
    USERS_FILES.update(str(file) for file in files if file.suffix == CODE)
    return module


def is_file(name: str) -> bool:
    """Tell whether a name is meant to be a file."""
    return name.endswith(".py") or "/" in name


def load_game(name: str, options: dict[str, str] | None = None) -> Game | PlainGame:
    """Return the game called `name`, a built-in one or a file, with options as the command's ``--set`` gives them.

    A game's file or module holds ``game``: a `Game`, a `PlainGame`, or a function that makes one; the function's parameters are
    the game's options. ``FILE.py:NAME`` is what a plug-in makes of a class of a course's program, and ``LIBRARY:NAME`` a game of
    another library, such as ``openspiel:NAME``.
    """
    if name.startswith("<"):
        return made_here(name)  # type: ignore[no-any-return]
    options = dict(options or {})
    if library := registry.library_of(name):
        game: Game | PlainGame = registry.attribute(registry.plugins("libraries")[library])(name, options)
        game.source, game.source_options, game.opener = name, options, load_game
        return game
    file, _, part = name.rpartition(":")
    if is_file(file) and user_path(file).is_file():
        return _game_in_file(file, part, options)
    module = game_module(name)
    source = str(user_path(name).resolve()) if is_file(name) else name
    try:
        with _ending_soon(Path(name).name):
            game = _made_game(module.game, options, name)
    except GameError as error:
        raise GameError(placed_line(error)) from error
    except CounterplyError:
        raise
    except Exception as error:
        raise UsageError(placed_line(error, Path(str(module.__file__)).name)) from error
    game.source, game.source_options, game.opener = source, options, load_game
    game.evaluators += _brought_for(game)
    game.rules = game.rules or (inspect.cleandoc(module.__doc__ or ""))
    for value in options.values():
        INPUTS.note(Path(value))
        require_printable(value, f"an option of {name}")
    require_printable(game.name, f"the name of the game in {name}")
    return game


def _game_in_file(file: str, name: str, options: dict[str, str]) -> Game | PlainGame:
    """Return the game that a plug-in makes of what has a name in a file."""
    try:
        with _ending_soon(Path(file).name):
            game: Game | PlainGame | None = registry.found("file_games", file, name, options)
    except CounterplyError:
        raise
    except Exception as error:
        raise UsageError(placed_line(error, Path(file).name)) from error
    if game is None:
        raise UsageError(f"{name} in {file} is no class of a game: it needs actions, result, utility, terminal_test and to_move")
    game.source, game.source_options, game.opener = f"{user_path(file).resolve()}:{name}", options, load_game
    return game


def _brought_for(game: Game | PlainGame) -> list[Evaluator]:
    """Return the evaluators that installed packages bring for a game, under names that its own do not have."""
    own = {evaluator.name for evaluator in game.evaluators}
    places = registry.evaluators_of(game.name, own).items()
    made = (registry.used(place, partial(_as_evaluator, name)) for name, place in places)
    return [evaluator for evaluator in made if evaluator is not None]


def _as_evaluator(name: str, made: object) -> Evaluator:
    """Return what a name leads to as an evaluator."""
    if isinstance(made, Evaluator):
        return made
    if callable(made):
        return Evaluator(name, made, source=(made.__doc__ or "").partition("\n")[0].rstrip("."))
    kind = type(made).__name__
    raise UsageError(f"{name} is a {kind}, not an evaluator: a function (position, player[, weights]) or an Evaluator")


def game_module(name: str) -> ModuleType:
    """Return the module that holds `game`: of a built-in game, or a user's file."""
    if is_file(name):
        module = read_module(name)
        if getattr(module, "game", None) is None:
            raise UsageError(f"{name} holds no game: it must set `game` to a Game, or define `def game() -> Game`")
        return module
    if name not in registry.games():
        elsewhere = [f"or {library}:NAME" for library in registry.plugins("libraries")]
        raise unknown("game", name, [*registry.games(), "or a file: FILE.py", *elsewhere])
    return registry.built_in_game(name)


def _made_game(made: Any, options: dict[str, str], name: str) -> Game | PlainGame:
    """Return the game that `made` is or makes; a plain position, or a class of them, becomes a `PlainGame`."""
    if inspect.isfunction(made):
        made = call_with_options(made, options, name)
    elif options:
        raise unknown(f"option of {name}", next(iter(options)), [])
    if isinstance(made, Game | PlainGame):
        return made
    if made is None:
        raise UsageError(f"`game` in {name} returns nothing; does `return` stand before Game(...)?")
    if all(hasattr(made, needed) for needed in ("turn", "moves", "after", "outcome")):
        return PlainGame(Path(name).stem, made if inspect.isclass(made) else lambda: made)
    raise UsageError(f"`game` in {name} is a {type(made).__name__}, not a Game, nor a position with turn, moves, after and outcome")


def load_evaluator(name: str | None, game: Game | PlainGame, weights: str | None = None) -> Evaluator:
    """Return an evaluator: None is the game's first one (or zero), NAME one of the game's, ``FILE.py:NAME`` a user's.

    `weights` is a file of weights, or the weights themselves with blanks between them; None are the evaluator's own.
    """
    evaluator = _named_evaluator(name, game)
    return evaluator if weights is None else with_weights(evaluator, weights, game)


def _named_evaluator(name: str | None, game: Game | PlainGame) -> Evaluator:
    if name is None:
        return default_evaluator(game)
    if name.startswith("<"):
        here = made_here(name)
        return here if isinstance(here, Evaluator) else Evaluator(name.strip("<>"), here)
    if (found := _evaluator_in_file(name, game)) is not None:
        return found
    if is_file(name.rpartition(":")[0]) and not name.endswith(".py"):
        made = load_attribute(name)
        of_course = registry.courses_evaluator(made, name, game) if callable(made) else None
        return of_course or _as_evaluator(name, made)
    if is_file(name):
        return load_attribute(f"{name}:")  # type: ignore[no-any-return]  # which asks for a name
    known: dict[str, Evaluator] = {evaluator.name: evaluator for evaluator in [*game.evaluators, ZERO]}
    if name not in known:
        registry.warn_of_evaluators_without(game.name)
        files = [f"or FILE.{suffix}" for suffix in registry.plugins("evaluator_files")]
        raise unknown(f"evaluator of {game.name}", name, [*known, "or FILE.py:NAME", *files])
    return known[name]


def _evaluator_in_file(name: str, game: Game | PlainGame) -> Evaluator | None:
    """Return the evaluator in a file of data whose suffix a plug-in knows; None for anything else."""
    suffix = Path(name).suffix.removeprefix(".")
    place = registry.plugins("evaluator_files").get(suffix) if suffix else None
    found: Evaluator | None = None if place is None else registry.attribute(place)(name, game)
    return found


def require_evaluator(name: str, game: Game | PlainGame) -> None:
    """Raise `UsageError` for an evaluator that does not exist; in a file its name is looked for, and nothing is run."""
    if is_file(name.rpartition(":")[0]):
        require_in_file(name)
    else:
        load_evaluator(name, game)


def require_in_file(name: str) -> None:
    """Raise `UsageError` if the file of ``FILE.py:NAME`` does not exist, or neither it nor what it imports says that name."""
    file, _, attribute = name.rpartition(":") if ":" in name else (name, "", "")
    if not attribute or not user_path(file).is_file():
        return  # who loads it says more
    path = user_path(file).resolve()
    texts = [each.read_text(encoding="utf-8", errors="replace") for each in (path, *(files_with(path) - {path}))]
    said = all(any(re.search(rf"\b{re.escape(part)}\b", text) for text in texts) for part in attribute.split("."))
    if not said and not any(MADE_ELSEWHERE.search(text) for text in texts):
        raise unknown(f"name in {file}", attribute, re.findall(r"^(?:def|class) +(\w+)", texts[0], re.MULTILINE))


def load_attribute(name: str) -> Any:
    """Return the object that ``FILE.py:NAME`` names; raises `UsageError` with the names that the file has."""
    file, _, attribute = name.rpartition(":")
    module = read_module(file)
    if not hasattr(module, attribute):
        public = [
            n
            for n, v in vars(module).items()
            if not n.startswith("_") and (inspect.isfunction(v) or isinstance(v, Evaluator | type))
        ]
        if not attribute and public:
            raise UsageError(f"which name in {file}? It has {', '.join(public)}: name one, as in {file}:{public[0]}")
        raise unknown(f"name in {file}", attribute, public)
    return getattr(module, attribute)
