"""Parts of the house that are found by name, and imported when they are asked for: ours, and those of any installed package.

A plug-in names what it brings by entry points of its package, in the groups below; our own, in `counterply.plugins`, come through
the same door, and each of their folders may be missing. Of the core, games are found in their folder, and the tables say the rest.

=========================  ======================================================================
counterply.games           GAME = a module that holds `game`
counterply.players         PLAYER = a class with ``choose(position, limit)``
counterply.evaluators      GAME.NAME = an evaluator of that game
counterply.commands        COMMAND = a module that adds it to `counterply.cli.app` when it is imported
counterply.verbs           NAME = what ``counterply.NAME`` stands for in Python
counterply.hosts           PROTOCOL = a function that speaks it on standard input and output
counterply.early_replies   PROTOCOL = a function that begins to answer before anything heavy is imported
counterply.generators      GAME = a function that makes files of positions
counterply.dialects        COURSE = its `Dialect`: which files are its, how they are judged and play, what stands in for its program
counterply.file_players    NAME = a function that returns the player in ``FILE.py[:NAME]``, if it has a form that it knows
counterply.file_modules    NAME = a context in which a player's file is read: modules stand in for those of a course's program
counterply.file_games      NAME = a function (file, name, options) that returns the game in ``FILE.py:NAME``, if it knows its form
counterply.evaluator_files SUFFIX = a function (file, game) that returns the evaluator in ``FILE.SUFFIX``
counterply.libraries       LIBRARY = a function ``(name, options)`` that makes the game LIBRARY:NAME, or "LIBRARY ...: NAME"
counterply.clusters        NAME = a session of work elsewhere: (place, job, stop, most pieces at a time); the first one is taken
counterply.reports         GAME = the player that a published report describes
counterply.records         NAME = a function (game, text) that returns the position after a record, or None
counterply.techniques      NAME = a technique of the engine, which is off until somebody asks for it
=========================  ======================================================================

It imports nothing but the standard library, so that any module may ask it.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Collection, Iterator
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint, EntryPoints

HOUSE = Path(__file__).parent
Made = TypeVar("Made")
INSTALLED = {"site-packages", "dist-packages"}  # folders of installed packages

# players by name: module and class; a player's options are the keyword parameters of its class
PLAYERS = {
    "random": "counterply.players.simple:RandomPlayer",
    "greedy": "counterply.players.simple:GreedyPlayer",
    "minimax": "counterply.players.search:MinimaxPlayer",
    "alphabeta": "counterply.players.search:AlphaBetaPlayer",
    "engine": "counterply.players.engine_player:EnginePlayer",
    "human": "counterply.hosts.terminal:HumanPlayer",
}

# commands by name, in the order in which the help lists them, and the module that holds each
COMMANDS = {
    "analyse": "counterply.cli.explore",
    "solve": "counterply.cli.explore",
    "perft": "counterply.cli.explore",
    "nodes": "counterply.cli.explore",
    "games": "counterply.cli.games_and_players",
    "players": "counterply.cli.games_and_players",
    "new": "counterply.cli.games_and_players",
    "verify": "counterply.cli.games_and_players",
    "generate": "counterply.cli.generate",
    "host": "counterply.cli.hosts",
    "match": "counterply.cli.matches",
    "tournament": "counterply.cli.matches",
    "replay": "counterply.cli.matches",
    "merge": "counterply.cli.matches",
    "play": "counterply.cli.play",
}

# modules that run as programs of their own (``python -m``), in child processes
PLAYER_PROGRAM = "counterply.players.player_child"
FIRST_USE_PROGRAM = "counterply.verification.first_use"
WORK_PROGRAM = "counterply.work.worker_child"

# what ``import counterply`` offers, by the module that it comes from; plug-ins add verbs
PUBLIC = {
    "compiling.intrinsics": ("hash_record", "highest_bit", "lowest_bit", "popcount"),
    "compiling.kernels": ("kernel",),
    "core.aliases": ("Depth", "Field", "Move", "Ply", "Record", "Score", "Seat"),
    "core.contract": ("NOISY", "SHARP"),
    "core.drawing": ("Item", "edge_numbers"),
    "core.errors": ("CounterplyError", "GameError", "StoreError", "UsageError"),
    "core.evaluator": ("Evaluator",),
    "core.game": ("Board", "Chance", "Game", "Hints", "Memo", "Repetition", "Symmetry", "Text"),
    "core.geometry": ("Geometry", "as_setup", "graph", "grid", "hexes", "rings"),
    "core.limits": ("Limit", "Stop"),
    "core.plain_game": ("PlainGame",),
    "core.position": ("Position",),
    "core.random": ("next_random",),
    "core.report": ("Line", "Report"),
    "core.values": ("CHANCE", "DRAW", "FIRST", "ONGOING", "PLY", "SECOND"),
    "players.base": ("Player",),
    "api.catalogue": ("list_games", "list_players"),
    "api.own_games": ("new", "verify"),
    "api.games": ("generate", "match", "play", "tournament"),
    "api.by_name": ("evaluator", "game", "player"),
    "api.positions": ("analyse", "nodes", "perft", "solve", "solve_all"),
    "api.rolls": ("rolls",),
    "api.stored": ("merge", "replay"),
}


class UnusableError(Exception):
    """What a package of others brings is not what it should be."""


def is_installed(path: Path) -> bool:
    """Tell whether a file or a folder lies among installed packages."""
    return not INSTALLED.isdisjoint(path.parts)


def attribute(place: str) -> Any:
    """Import what ``module:name`` names; a module where it names no more.

    Raises
    ------
    UsageError
        where a package of others cannot be imported
    """
    module, colon, name = place.partition(":")
    try:
        found = importlib.import_module(module)
        return getattr(found, name) if colon else found
    except (Exception, SystemExit) as error:  # whatever it is
        if is_ours(place):
            raise
        raise attribute("counterply.core.errors:UsageError")(_trouble(place, error)) from error


def used(place: str, use: Callable[[Any], Made]) -> Made | None:
    """Return what `use` makes of what ``module:name`` names; None, with a warning, where it cannot be used and is not ours."""
    try:
        return use(attribute(place))
    except Exception as error:  # the others are there
        if is_ours(place):
            raise
        _warn(_trouble(place, error.__cause__ or error))
        return None


def is_ours(place: str) -> bool:
    """Tell whether an entry point leads to a module of this package."""
    return place.startswith("counterply.")


def _trouble(place: str, error: BaseException) -> str:
    """Say why what an installed package brings is not there."""
    kind = "" if isinstance(error, UnusableError) else f"{type(error).__name__}: "
    return f"{place} of an installed package cannot be used: {kind}{' '.join(str(error).split())}"


def _refuse(place: str, why: str) -> None:
    """Warn that what an installed package brings is not used."""
    _warn(_trouble(place, UnusableError(why)))


@cache
def _warn(line: str) -> None:
    """Warn, once."""
    import logging  # takes half of the time until the command hears Ctrl-C

    logging.getLogger("counterply").warning(line)


@cache
def _selection() -> Callable[..., EntryPoints]:
    """Return a function that selects from what installed packages bring, by group and other facts."""
    from importlib.metadata import entry_points

    return entry_points().select


@cache
def plugins(group: str) -> dict[str, str]:
    """Return what there is of a kind by name, as ``module:name``: the core's, our plug-ins', then what others bring.

    A name that is taken stays what it is, with a warning.
    """
    known = dict(_of_core(group))
    entries = _selection()(group=f"counterply.{group}")
    for entry in sorted(entries, key=lambda entry: (not is_ours(entry.value), entry.name, entry.value)):
        if _is_there(entry) and known.setdefault(entry.name, entry.value) != entry.value:
            _refuse(entry.value, f"the name {entry.name} among {group} is that of {known[entry.name]}")
    return known


@cache
def _of_core(group: str) -> dict[str, str]:
    """Return what the core has of a kind by name."""
    if group == "games":
        modules = (path for path in (HOUSE / "games").iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file())
        return {path.stem: f"counterply.games.{path.stem}" for path in modules if not path.name.startswith("_")}
    if group == "verbs":
        return {name: f"counterply.{module}:{name}" for module, names in PUBLIC.items() for name in names}
    return {"players": PLAYERS, "commands": COMMANDS}.get(group, {})


def _is_there(entry: EntryPoint) -> bool:
    """Tell whether an entry point leads somewhere: a folder of our plug-ins may have been taken away."""
    top, *parts = entry.module.split(".")
    place = HOUSE.joinpath(*parts)
    return top != "counterply" or place.is_dir() or place.with_suffix(".py").is_file()


def distribution(group: str, name: str) -> tuple[str, str] | None:
    """Return name and version of the installed package that brings a thing of a kind; None where that is ours, or nobody's."""
    place = plugins(group).get(name, "counterply.")
    if is_ours(place):
        return None
    packages = (entry.dist for entry in _selection()(group=f"counterply.{group}", name=name, value=place))
    return next(((package.name, package.version) for package in packages if package is not None), None)


def public(name: str) -> Any:
    """Return the object that the package offers as `name`.

    Raises
    ------
    KeyError
        for anything else
    """
    return attribute(_of_core("verbs").get(name) or plugins("verbs")[name])  # ours without a look at what is installed


def games() -> tuple[str, ...]:
    """Return the names of the games that can be had by name."""
    return tuple(sorted(plugins("games")))


def built_in_game(name: str) -> ModuleType:
    """Import the module of one of `games`; its `game` makes it."""
    return attribute(plugins("games")[name])  # type: ignore[no-any-return]


def players() -> dict[str, str]:
    """Return the players that can be had by name."""
    return plugins("players")


def evaluators_of(game: str, own: Collection[str]) -> dict[str, str]:
    """Return the evaluators that packages bring for a game by their names there; warn of those that have names of its `own`."""
    found = {}
    for name, place in plugins("evaluators").items():
        of, _, name = name.partition(".")
        if of == game and name in own:
            _refuse(place, f"the name {name} among evaluators is that of one of {game}'s own")
        elif of == game:
            found[name] = place
    return found


def warn_of_evaluators_without(game: str) -> None:
    """Warn of evaluators that packages bring neither for a game that there is nor for `game`: why one is not there."""
    for name, place in plugins("evaluators").items():
        if not name.startswith(tuple(f"{each}." for each in (*games(), game))):
            _refuse(place, f"its name {name} begins with no game that there is, as {game}.{name} would")


def add_command(name: str) -> None:
    """Import the module of a command, which adds all that it holds, if there is one of this name."""
    if name in plugins("commands"):
        used(plugins("commands")[name], partial(_added, name))


def _added(name: str, module: ModuleType) -> None:
    """Raise where the module of a command has not added it."""
    if name not in attribute("counterply.cli:app").commands:
        raise UnusableError(f"it adds no command {name} to counterply.cli.app")


def library_of(game: str) -> str:
    """Return the library that a game's name begins with, as in ``openspiel:NAME`` or ``depth 2: A0(3 4)``; else ''."""
    library = game.partition(":")[0].partition(" ")[0]
    return library if ":" in game and library in plugins("libraries") else ""


def offered(group: str, kind: type | None = None) -> Iterator[tuple[str, Any]]:
    """Yield what plug-ins bring of a kind, imported, by name: objects of a type, or functions; warn of what is none."""
    for name, place in plugins(group).items():
        made = used(place, partial(_required, kind))
        if made is not None:
            yield name, made


def _required(kind: type | None, found: object) -> object:
    """Return what was found; raise if it is of another type, or where none is given no function."""
    if not (callable(found) if kind is None else isinstance(found, kind)):
        raise UnusableError(f"it is of type {type(found).__name__}, not {kind.__name__ if kind else 'a function'}")
    return found


def use_each(group: str, use: Callable[[str, Any], object], kind: type | None = None) -> None:
    """Call `use` with the name of each thing that plug-ins bring, as `offered`, and with the thing; warn of what cannot be used."""

    def use_one(name: str, found: object) -> None:
        use(name, _required(kind, found))

    for name, place in plugins(group).items():
        used(place, partial(use_one, name))


def found(group: str, *given: object) -> Any:
    """Return what the first function of a kind makes of `given`; None if none does, or raise what the first one had to say."""
    complaints: list[Exception] = []
    for _, find in offered(group):
        try:
            made = find(*given)
        except Exception as error:  # another one may know the form
            complaints.append(error)
        else:
            if made is not None:
                return made
    for complaint in complaints:
        raise complaint
    return None


def greet(words: list[str]) -> None:
    """Begin to answer as the host that the first word names, if it must be quick."""
    place = plugins("early_replies").get(words[0]) if words else None
    if place is not None:
        used(place, lambda begin: begin(words))


def opened_cache() -> Any:
    """Return the kernel cache; None as long as nothing that searches has been imported."""
    module = sys.modules.get("counterply.compiling.cache")
    return None if module is None else module.CACHE


def courses_evaluator(function: object, name: str, game: object) -> Any:
    """Return a function of a course's program, such as ``custom_score(game, player)``, as an evaluator; None if it is none."""
    found = (used(place, lambda course: course.evaluator(function, name, game)) for place in plugins("dialects").values())
    return next((evaluator for evaluator in found if evaluator is not None), None)
