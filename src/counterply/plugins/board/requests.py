"""Requests of the page, checked before they are used: their size and form, and that they name no file.

A game, a board or a player may be a file, and a file of a game runs as code. So a request can only name files that the command line
named; everything else in it is words and numbers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from counterply.core.errors import UsageError
from counterply.plugins.explanations import searches as trees
from counterply.usercode.names import split_name

BOARDS = {"fishing_derby": {"scenario": "random:fish=12,seed=7,length=120"}}  # what the board offers first
LONGEST_MESSAGE = 20_000  # bytes
MOST_MOVES = 4_000  # in a position's line
LONGEST_TEXT = 16_000  # letters of a diagram or a game to be read
LONGEST_WORD = 200  # letters of a move, a name, an option
MOST_OPTIONS = 16
MOST_SECONDS = 3_600.0  # of an analysis
MOST_NODES = 10**12
LARGEST_ID = 2**53  # the largest whole number of JavaScript
PLACE = ("game", "set", "position")
# the fields of each kind of request: of those that the rules answer, and of those for a search process
OF_RULES = {
    "games": (),
    "about": ("game", "set"),
    "view": (*PLACE, "viewer"),
    "peek": (*PLACE, "viewer"),
    "read": ("game", "set", "text"),
    "typed": (*PLACE, "text"),
    "write": (*PLACE, "viewer", "format"),
    "openings": ("game", "set"),
    "run": (),
    "stored": ("number",),
}
OF_SEARCH = {
    "analyse": (*PLACE, "limit", "eval", "lines", "threat", "terms"),
    "rolls": (*PLACE, "limit", "eval"),
    "review": (*PLACE, "limit", "eval", "move"),
    "prepare": (*PLACE, "player", "seed"),
    "move": (*PLACE, "limit", "player", "seed"),
    "solve": (*PLACE, "limit"),
    "tree": (*PLACE, "eval", "depth", "search", "simulations", "node"),
    "compare": (*PLACE, "eval", "depth"),
    "quiz": (*PLACE, "eval", "depth", "given"),
    "why": (*PLACE, "limit", "eval", "move"),
    "luck": (*PLACE, "limit", "eval", "move"),
    "passage": (*PLACE, "limit", "eval", "line"),
}
WANTS: dict[str, tuple[str, ...]] = {**OF_RULES, **OF_SEARCH, "stop": ()}
USUAL = {
    "set": {},
    "position": {},
    "limit": {},
    "lines": 1,
    "threat": False,
    "terms": False,
    "node": 0,
    "seed": 0,
    "simulations": trees.USUAL_SIMULATIONS,
}
OPTIONAL = ("viewer", "eval")
NUMBERS = {  # whole ones, with their bounds
    **dict.fromkeys(("id", "number", "seed", "node"), (0, LARGEST_ID)),
    "viewer": (0, 1),
    "depth": (1, 20),  # plies of a tree
    "simulations": (1, trees.MOST_SIMULATIONS),
}
TEXTS = {"text": LONGEST_TEXT, "format": LONGEST_WORD, "move": LONGEST_WORD}
LISTS = {"given": (60, 3_200), "line": (100, LONGEST_WORD)}  # leaves of a quiz by their moves, moves; letters of each
MOST_LINES = 500  # of play
LIMITS = {
    "seconds": (0.001, MOST_SECONDS),
    "clock": (0, 1e6),
    "increment": (0, 1e4),
    "depth": (1, trees.DEEPEST),
    "nodes": (1, MOST_NODES),
}
WORD = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.:=,+-]*")
PLAYER = re.compile(r"([a-z][a-z0-9_]*)(?::(?:[A-Za-z0-9_=,+-]|\.(?=[0-9]))+)?")
NEEDS_FILE = ("gomocup", "human", "report", "host_greedy")  # players that start programs, or ask at the terminal
VERDICTS = {"blunder": 0.14, "mistake": 0.06, "inaccuracy": 0.025}  # the least winning chance that one loses, the worst first


class BadRequest(UsageError):
    """A request that is not answered; the message is one line."""


@dataclass(frozen=True)
class Named:
    """The games, players and files that the command line named, and which the page may name therefore.

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
        """Allow, in place, a game of the named run with its options."""
        self.more.add((game, tuple(sorted(options.items()))))

    @property
    def files(self) -> list[tuple[str, Mapping[str, str]]]:
        """All names that may be files, with their options."""
        games = [(self.game, self.options), *((name, dict(options)) for name, options in self.more)]
        return [*games, *map(split_name, self.players), *((name, {}) for name in self.evaluators)]

    def allows(self, game: str) -> bool:
        """Tell whether a game may be opened."""
        return game in self.built_in or game == self.game or any(game == name for name, _ in self.more)

    def gave(self, key: str, value: str) -> bool:
        """Tell whether an option's value was named."""
        return self.options.get(key) == value or any((key, value) in options for _, options in self.more)

    def json(self) -> dict[str, Any]:
        """Return the part that the page gets."""
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
    """Return a request with its checked fields only; raises `BadRequest`."""
    want = message.get("want")
    if not isinstance(want, str) or want not in WANTS:
        raise BadRequest(f"want is one of {', '.join(WANTS)}")
    request: dict[str, Any] = {"want": want}
    for name in ("id", *WANTS[want]):
        value = message.get(name, USUAL.get(name))
        if value is not None or name not in OPTIONAL:
            request[name] = checked(name, value, named)
    return request


def checked(name: str, value: object, named: Named) -> Any:
    """Return a field of a request, checked."""
    if name in NUMBERS:
        return number(name, value, *NUMBERS[name])
    if name in TEXTS:
        return short(value, name, TEXTS[name])
    if name in LISTS:
        return words(value, name, *LISTS[name])
    if name in ("threat", "terms"):
        return value is True
    if name in OF_COMMAND_LINE:
        return OF_COMMAND_LINE[name](value, named)
    return OTHERS[name](value)


def number(name: str, value: object, low: float, high: float, whole: bool = True) -> Any:
    """Return a number of a message that lies within bounds."""
    kind = "a whole number" if whole else "a number"
    if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
        raise BadRequest(f"{name} is {kind}")
    if not low <= value <= high:  # nor NaN
        raise BadRequest(f"{name} is {kind} from {low:g} to {high:g}")
    return value


def lines(value: object) -> int | str:
    """Return how many lines of play are asked for."""
    return "all" if value == "all" else int(number("lines", value, 1, MOST_LINES))


def limit(value: object) -> dict[str, float]:
    """Return the limit of a search."""
    if not isinstance(value, dict):
        raise BadRequest("limit is an object")
    given = {name: value[name] for name in LIMITS if value.get(name) is not None}
    return {name: number(name, given[name], *LIMITS[name], whole=name in ("depth", "nodes")) for name in given}


def tree_search(value: object) -> Any:
    """Return the name of a search whose tree can be seen."""
    if value not in (known := (*trees.SEARCHES, trees.UCT)):
        raise BadRequest(f"search is one of {', '.join(known)}")
    return value


def short(value: object, name: str, most: int) -> str:
    """Return a text of a message that is not too long."""
    if not isinstance(value, str) or len(value) > most:
        raise BadRequest(f"{name} is a text of {most:,} letters at most")
    return value


def position(value: object) -> dict[str, Any]:
    """Return a position: a diagram to start from, or '', and the moves from there."""
    if not isinstance(value, dict):
        raise BadRequest("position is an object with from and moves")
    return {"from": short(value.get("from", ""), "from", LONGEST_TEXT), "moves": words(value.get("moves", []), "moves", MOST_MOVES)}


def words(value: object, name: str, most: int, longest: int = LONGEST_WORD) -> list[str]:
    """Return a list of moves of a message that is not too long; of a quiz, of the leaves that they lead to."""
    if not isinstance(value, list) or len(value) > most:
        raise BadRequest(f"{name} is a list of {most:,} at most")
    return [short(move, "a move", longest) for move in value]


def game_name(value: object, named: Named) -> str:
    """Return the name of a game that may be opened."""
    game = short(value, "a name", 4 * LONGEST_WORD)
    if not named.allows(game):
        there = ", ".join([*named.built_in, *([named.game] if named.game not in ("", *named.built_in) else [])])
        raise BadRequest(f"unknown game {game!r} (known: {there}; a file must be named when the board is started)")
    return game


def options(value: object, named: Named) -> dict[str, str]:
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


def player_name(value: object, named: Named) -> str:
    """Return a player's name that starts no program and reads no file, or one that the command line named."""
    player = short(value, "a name", 4 * LONGEST_WORD)
    if player in named.players:
        return player
    match = PLAYER.fullmatch(player)
    if match is None or match[1] in NEEDS_FILE or "weights=" in player:
        raise BadRequest(f"the player {player!r} must be named when the board is started: --player")
    return player


def evaluator_name(value: object, named: Named) -> str:
    """Return the name of an evaluator: one of the game's, or a file's that the command line named."""
    evaluator = short(value, "a name", 4 * LONGEST_WORD)
    if evaluator not in named.evaluators and not re.fullmatch(r"[A-Za-z0-9_]+", evaluator):
        raise BadRequest(f"the evaluator {evaluator!r} must be named when the board is started: --eval")
    return evaluator


# names, which may be those of files that the command line named; and the other fields
OF_COMMAND_LINE: dict[str, Callable[[Any, Named], Any]] = {
    "game": game_name,
    "set": options,
    "eval": evaluator_name,
    "player": player_name,
}
OTHERS: dict[str, Callable[[Any], Any]] = {"position": position, "limit": limit, "lines": lines, "search": tree_search}
