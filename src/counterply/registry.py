"""Parts of the house that are found by name, and imported when they are asked for.

This is the one module that names others in strings. It imports nothing, so that any module may ask it. A new game, player or
command adds its line here.
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any

# the games that come with us, as people are shown them; each is a module or a package of `counterply.games`
COURSES = ("isolation", "blocker", "connect_four", "fishing_derby", "gomoku", "splendor", "tic_tac_toe")
GALLERY = ("othello", "breakthrough", "hex", "kalah", "dots_and_boxes", "amazons")  # one file each, as users write them
GAMES = (*COURSES, *GALLERY)
BOARDS = {"fishing_derby": {"scenario": "random:fish=12,seed=7,length=120"}}  # what the board in the browser offers first

# games of other libraries, named LIBRARY:NAME: the module whose function ``game(name, options)`` makes them
LIBRARIES = {"openspiel": "counterply.hosts.openspiel"}

# players by name: module and class; a player's options are the keyword parameters of its class
PLAYERS = {
    "random": ("counterply.players.simple", "RandomPlayer"),
    "greedy": ("counterply.players.simple", "GreedyPlayer"),
    "minimax": ("counterply.players.search", "MinimaxPlayer"),
    "alphabeta": ("counterply.players.search", "AlphaBetaPlayer"),
    "engine": ("counterply.players.engine", "EnginePlayer"),
    "level": ("counterply.players.levels", "LevelPlayer"),
    "mcts": ("counterply.players.mcts", "MctsPlayer"),
    "uct": ("counterply.players.mcts", "UctPlayer"),
    "hybrid": ("counterply.players.mcts", "HybridPlayer"),
    "gomocup": ("counterply.players.gomocup", "GomocupPlayer"),
    "mp2": ("counterply.players.mp2", "Mp2Player"),
    "uci": ("counterply.players.uci", "UciPlayer"),
    "openspiel": ("counterply.hosts.openspiel_player", "OpenSpielPlayer"),
    "report": ("counterply.courses", "ReportPlayer"),
    "host_greedy": ("counterply.courses.kth", "HostGreedyPlayer"),
    "human": ("counterply.players.human", "HumanPlayer"),
}

# the player of a published report, by its game: the module that holds a `ReportPlayer`
REPORTS = {"gomoku": "counterply.courses.ucsb", "splendor": "counterply.courses.melbourne"}

# programs written for those of courses: modules whose `guest` finds one in a file as a player, and `evaluator` a function of it
GUESTS = tuple(f"counterply.courses.guests.{course}" for course in ("aind", "udacity", "melbourne", "kth", "small_games"))

# modules of courses' programs, which a student's file that lies alone imports: the stand-ins whose names they have
_ISOLATION = ("counterply.courses.programs.aind", "counterply.courses.programs.udacity")
_PACKAGED = ("template", *(f"splendor.{name}" for name in ("constants", "splendor_model", "splendor_utils", "types")))
_SPLENDOR = ("counterply.courses.programs.splendor",)
COURSE_MODULES = {
    "isolation": _ISOLATION,
    "isolation.isolation": _ISOLATION,
    "sample_players": _ISOLATION,
    **{f"fishing_game_core.{name}": ("counterply.courses.programs.kth",) for name in ("game_tree", "player_utils", "shared")},
    "games": ("counterply.courses.programs.aima",),
    "games4e": ("counterply.courses.programs.aima",),
    "template": _SPLENDOR,
    "Splendor.splendor_model": _SPLENDOR,
    "Splendor.splendor_utils": _SPLENDOR,
    **{f"splendor.{name}": ("counterply.courses.programs.splendor_package",) for name in _PACKAGED},
}

# modules that run as programs of their own (``python -m``), in child processes
PLAYER_PROGRAM = "counterply.players.child"
FIRST_USE_PROGRAM = "counterply.verification.first_use"
RULES_PROGRAM = "counterply.web.rules"
GAMES_PROGRAM = "counterply.arena.child"
STUDENT_PROGRAM = "counterply.judge.child"
SEARCH_PROGRAM = "counterply.web.search"

# what ``import counterply`` offers, by the module that it comes from
PUBLIC = {
    "arena.cluster": ("Cluster",),
    "compiling.intrinsics": ("lowest_bit", "popcount"),
    "compiling.kernels": ("kernel",),
    "core.drawing": ("Item", "edge_numbers"),
    "core.errors": ("CounterplyError", "GameError", "StoreError", "UsageError"),
    "core.evaluator": ("Evaluator",),
    "core.game": ("Board", "Chance", "Game", "Hints", "Memo", "Symmetry", "Text"),
    "core.limits": ("Limit", "Stop"),
    "core.position": ("PlainGame", "Position"),
    "core.random": ("next_random",),
    "core.report": ("Line", "Report"),
    "core.values": ("CHANCE", "DRAW", "FIRST", "ONGOING", "PLY", "SECOND"),
    "players.base": ("Player",),
    "api.board": ("board",),
    "api.bots": ("export_bot",),
    "api.catalogue": ("list_games", "list_players"),
    "api.files": ("bench", "check", "lessons", "new", "verify"),
    "api.games": ("generate", "learn", "match", "play", "tournament", "tune"),
    "api.inspection": ("tree", "why"),
    "api.named": ("evaluator", "game", "player"),
    "api.positions": ("analyse", "nodes", "perft", "solve", "solve_all"),
    "api.stored": ("export", "replay", "report"),
    "api.studies": ("ablate", "accuracy", "portrait"),
}


def attribute(module: str, name: str) -> Any:
    """Import `module`, and return its `name`."""
    return getattr(importlib.import_module(module), name)


def public(name: str) -> Any:
    """Return the object that the package offers as `name`.

    Raises
    ------
    KeyError
        for anything else
    """
    for module, names in PUBLIC.items():
        if name in names:
            return attribute(f"counterply.{module}", name)
    raise KeyError(name)


def built_in_game(name: str) -> ModuleType:
    """Import the module of a game that comes with us; its `game` makes it."""
    return importlib.import_module(f"counterply.games.{name}")


def player_class(name: str) -> Any:
    """Return the class of the player called `name`, a key of `PLAYERS`."""
    return attribute(*PLAYERS[name])


def library_game(library: str, name: str, options: dict[str, str] | None) -> Any:
    """Return a game of another library, a key of `LIBRARIES`."""
    return attribute(LIBRARIES[library], "game")(name, options)


def courses_evaluator(function: Any, name: str, game: Any) -> Any:
    """Return a function of a course's program, such as ``custom_score(game, player)``, as an evaluator; None if it is none."""
    found = (attribute(course, "evaluator")(function, name, game) for course in GUESTS)
    return next((evaluator for evaluator in found if evaluator is not None), None)


def command(name: str) -> ModuleType:
    """Import a module of the command, which adds what it holds."""
    return importlib.import_module(f"counterply.cli.{name}")
