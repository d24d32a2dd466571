"""What the page may ask, checked before anything is done with it: the size and form of a request, and that it names no file.

A game, a board or a player may be a file, and a file of a game runs as code. So a request can only name files that the command line
named; everything else in it is words and numbers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from counterply.core.errors import UsageError
from counterply.explain import searches as trees
from counterply.registry import BOARDS

LONGEST_MESSAGE = 20_000  # bytes
MOST_MOVES = 4_000  # in a position's line
LONGEST_TEXT = 16_000  # letters of a diagram or a game to be read
LONGEST_WORD = 200  # letters of a move, a name, an option
MOST_OPTIONS = 16
MOST_SECONDS = 3_600.0  # of an analysis
MOST_NODES = 10**12
LARGEST_ID = 2**53  # what JavaScript counts to
WANTS = (
    "games",
    "about",
    "view",
    "peek",
    "read",
    "write",
    "openings",
    "run",
    "stored",
    "analyse",
    "review",
    "move",
    "solve",
    "terms",
    "tree",
    "compare",
    "quiz",
    "why",
    "passage",
    "stop",
)
# wants that a search process answers
SEARCHES = ("analyse", "review", "move", "solve", "terms", "tree", "compare", "quiz", "why", "passage")
DEEPEST_TREE = 20  # plies
MOST_LEAVES = 60  # of a quiz
LONGEST_LINE = 100  # moves
WORD = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.:=,+-]*")
PLAYER = re.compile(r"([a-z][a-z0-9_]*)(?::(?:[A-Za-z0-9_=,+-]|\.(?=[0-9]))+)?")
NEEDS_FILE = ("gomocup", "human", "report", "host_greedy")  # players that start programs, or ask at the terminal
VERDICTS = {"blunder": 0.14, "mistake": 0.06, "inaccuracy": 0.025}  # the least winning chance that one loses, the worst first


class BadRequest(UsageError):
    """A request that is not answered; the message is one line."""


@dataclass(frozen=True)
class Named:
    """What the command line named, and what the page may name therefore.

    Attributes
    ----------
    built_in : games that come with the package
    game : the game to begin with, a name or a file; '' where none was named
    options : of that game
    position : to begin with; '' is the start
    players, evaluators : that may be files
    run : the folder of a stored run; '' for none
    number : the game of the run to begin with
    more : games and options of the run, as far as they were opened
    """

    built_in: tuple[str, ...] = ()
    game: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    position: str = ""
    players: tuple[str, ...] = ()
    evaluators: tuple[str, ...] = ()
    run: str = ""
    number: int | None = None
    more: set[tuple[str, tuple[tuple[str, str], ...]]] = field(default_factory=set)

    def allow_game(self, game: str, options: Mapping[str, str]) -> None:
        """Remember, in place, what a game of the stored run that was named is opened with."""
        self.more.add((game, tuple(sorted(options.items()))))

    def allows(self, game: str) -> bool:
        """Tell whether a game may be opened."""
        return game in self.built_in or game == self.game or any(game == name for name, _ in self.more)

    def gave(self, key: str, value: str) -> bool:
        """Tell whether an option's value was named."""
        return self.options.get(key) == value or any((key, value) in options for _, options in self.more)

    def json(self) -> dict[str, Any]:
        """Return what the page is told of it."""
        return {
            "games": list(self.built_in),
            "boards": BOARDS,
            "verdicts": VERDICTS,
            "game": self.game,
            "set": dict(self.options),
            "position": self.position,
            "players": list(self.players),
            "evaluators": list(self.evaluators),
            "run": self.run,
            "number": self.number,
        }


def parse_message(text: str) -> dict[str, Any]:
    """Return a message as an object of numbers that JavaScript has and texts that can be written; raises `BadRequest`."""
    if len(text) > LONGEST_MESSAGE:
        raise BadRequest(f"a message has {LONGEST_MESSAGE:,} letters at most, this one {len(text):,}")
    try:
        message = json.loads(text, parse_int=_whole, parse_constant=_no_number)
        json.dumps(message, ensure_ascii=False).encode()  # a half of a letter beyond 16 bits has no bytes of its own
    except (ValueError, RecursionError):
        raise BadRequest("a message is a JSON object") from None
    if not isinstance(message, dict):
        raise BadRequest("a message is a JSON object")
    return message


def _whole(digits: str) -> int:
    """Return the whole number that a message holds; raises `ValueError` for one that JavaScript does not have."""
    if len(digits) > len(str(LARGEST_ID)) + 1 or abs(int(digits)) > LARGEST_ID:
        raise ValueError(digits)
    return int(digits)


def _no_number(name: str) -> float:
    raise ValueError(name)


def check_request(message: dict[str, Any], named: Named) -> dict[str, Any]:
    """Return a request with nothing in it but what was checked; raises `BadRequest`."""
    request: dict[str, Any] = {"id": number(message, "id", 0, LARGEST_ID, whole=True), "want": message.get("want")}
    if request["want"] not in WANTS:
        raise BadRequest(f"want is one of {', '.join(WANTS)}")
    if request["want"] in ("stop", "games", "run"):
        return request
    if request["want"] == "stored":
        return request | {"number": number(message, "number", 0, LARGEST_ID, whole=True)}
    request["game"] = game_name(message.get("game"), named)
    request["set"] = options(message.get("set", {}), named)
    request["position"] = position(message.get("position", {}))
    for name in ("viewer", "seat"):
        if message.get(name) is not None:
            request[name] = number(message, name, 0, 1, whole=True)
    if request["want"] == "read":
        request["text"] = short(message.get("text"), "text", LONGEST_TEXT)
    if request["want"] == "write":
        request["format"] = short(message.get("format"), "format", LONGEST_WORD)
    if request["want"] in SEARCHES:
        request |= search_options(message, named)
    return request


def search_options(message: dict[str, Any], named: Named) -> dict[str, Any]:
    """Return the part of a request that says how to search."""
    found: dict[str, Any] = {"lines": "all" if message.get("lines") == "all" else 1, "threat": message.get("threat") is True}
    found["terms"] = message.get("terms") is True
    if isinstance(message.get("lines"), int) and message.get("lines") is not True:
        found["lines"] = number(message, "lines", 1, 500, whole=True)
    limit = message.get("limit", {})
    if not isinstance(limit, dict):
        raise BadRequest("limit is an object")
    bounds = {"seconds": (0.001, MOST_SECONDS), "clock": (0.0, 1e6), "increment": (0.0, 1e4)}
    found["limit"] = {name: number(limit, name, *bounds[name]) for name in bounds if limit.get(name) is not None}
    whole = {"depth": (1, trees.DEEPEST), "nodes": (1, MOST_NODES)}
    found["limit"] |= {name: number(limit, name, *whole[name], whole=True) for name in whole if limit.get(name) is not None}
    if message.get("eval"):
        found["eval"] = evaluator_name(message["eval"], named)
    if message["want"] in ("tree", "compare", "quiz"):
        found["depth"] = number(message, "depth", 1, DEEPEST_TREE, whole=True)
    if message["want"] == "tree":
        found["search"] = short(message.get("search"), "search", LONGEST_WORD)
        if found["search"] not in trees.SEARCHES:
            raise BadRequest(f"search is one of {', '.join(trees.SEARCHES)}")
        found["node"] = number({"node": 0, **message}, "node", 0, LARGEST_ID, whole=True)
    if message["want"] == "quiz":
        given = message.get("given")
        if not isinstance(given, list) or len(given) > MOST_LEAVES:
            raise BadRequest(f"given is a list of {MOST_LEAVES} leaves at most")
        found["given"] = [short(leaf, "a leaf", LONGEST_WORD * MOST_OPTIONS) for leaf in given]
    if message["want"] in ("why", "review"):
        found["move"] = short(message.get("move"), "a move", LONGEST_WORD)
    if message["want"] == "passage":
        found["line"] = words(message.get("line"), "line", LONGEST_LINE)
        if not found["line"]:
            raise BadRequest("line is a list of one move or more")
    if message["want"] == "move":
        found["player"] = player_name(message.get("player"), named)
        found["seed"] = number(message, "seed", 0, LARGEST_ID, whole=True) if message.get("seed") is not None else 0
    return found


def number(message: Mapping[str, Any], name: str, low: float, high: float, whole: bool = False) -> Any:
    """Return a number of a message that lies within bounds."""
    value = message.get(name)
    kind = "a whole number" if whole else "a number"
    if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
        raise BadRequest(f"{name} is {kind}")
    if not low <= value <= high:  # nor is what is no number
        raise BadRequest(f"{name} is {kind} from {low:g} to {high:g}")
    return value


def short(value: Any, name: str, most: int) -> str:
    """Return a text of a message that is not too long."""
    if not isinstance(value, str) or len(value) > most:
        raise BadRequest(f"{name} is a text of {most:,} letters at most")
    return value


def position(value: Any) -> dict[str, Any]:
    """Return a position: a diagram to start from, or '', and the moves from there."""
    if not isinstance(value, dict):
        raise BadRequest("position is an object with from and moves")
    return {"from": short(value.get("from", ""), "from", LONGEST_TEXT), "moves": words(value.get("moves", []), "moves", MOST_MOVES)}


def words(value: Any, name: str, most: int) -> list[str]:
    """Return a list of moves of a message that is not too long."""
    if not isinstance(value, list) or len(value) > most:
        raise BadRequest(f"{name} is a list of {most:,} at most")
    return [short(move, "a move", LONGEST_WORD) for move in value]


def game_name(value: Any, named: Named) -> str:
    """Return the name of a game that may be opened."""
    name = short(value, "game", 4 * LONGEST_WORD)
    if not named.allows(name):
        there = ", ".join([*named.built_in, *([named.game] if named.game not in ("", *named.built_in) else [])])
        raise BadRequest(f"unknown game {name!r} (known: {there}; a file must be named when the board is started)")
    return name


def options(value: Any, named: Named) -> dict[str, str]:
    """Return a game's options, none of which is a file that the command line did not name."""
    if not isinstance(value, dict) or len(value) > MOST_OPTIONS:
        raise BadRequest(f"set is an object with {MOST_OPTIONS} options at most")
    found = {}
    for key, given in value.items():
        if not isinstance(given, str | int | float):
            raise BadRequest("an option is a text, a number, or true or false")
        text = short(str(given), "an option", LONGEST_WORD)
        if not named.gave(key, text) and not harmless(text):
            raise BadRequest(f"{key}={text} may be a file, and files must be named when the board is started")
        found[short(key, "an option's name", LONGEST_WORD)] = text
    return found


def harmless(text: str) -> bool:
    """Tell whether a text can only be a word or a number, not a file of this machine."""
    return bool(WORD.fullmatch(text)) and ".." not in text and not Path(text).exists()


def player_name(value: Any, named: Named) -> str:
    """Return a player's name that starts no program and reads no file, or one that the command line named."""
    name = short(value, "player", 4 * LONGEST_WORD)
    if name in named.players:
        return name
    match = PLAYER.fullmatch(name)
    if match is None or match[1] in NEEDS_FILE or "weights=" in name:
        raise BadRequest(f"the player {name!r} must be named when the board is started: --player")
    return name


def evaluator_name(value: Any, named: Named) -> str:
    """Return the name of an evaluator: one of the game's, or a file's that the command line named."""
    name = short(value, "eval", 4 * LONGEST_WORD)
    if name not in named.evaluators and not re.fullmatch(r"[A-Za-z0-9_]+", name):
        raise BadRequest(f"the evaluator {name!r} must be named when the board is started: --eval")
    return name
