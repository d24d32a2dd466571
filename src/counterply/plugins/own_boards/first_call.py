"""What a search is given before the first move: its board, and whatever else its file gives it.

A board is one of the file's own, or of a class that it knows, else one of the usual forms. Runs in the student's process, and
needs nothing but the standard library and its neighbours.
"""

from __future__ import annotations

import ast
import copy
import importlib
import inspect
import marshal
import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice, permutations, product
from pathlib import Path
from types import ModuleType
from typing import Any

from counterply.plugins.dialects.asked_functions import OPEN, plain_word
from counterply.plugins.dialects.dialect import Named
from counterply.plugins.dialects.signatures import CLOCKS, INFINITY
from counterply.plugins.dialects.views import NotSeenError
from counterply.plugins.dialects.window import Widget
from counterply.plugins.own_boards.line_games import LineGame
from counterply.plugins.own_boards.objects import classes_around, object_of, set_missing
from counterply.plugins.own_boards.one_call import MOST_LEAVES, OneCall, State, leaves_of

ROLES = {
    "board": {
        "board",
        "state",
        "b",
        "grid",
        "boards",
        "gameboard",
        "newboard",
        "board2",
        "boardstate",
        "currentboard",
        "cells",
        "tablero",
        "myboard",
        "brd",
        "game",
    },
    "mark": {"player", "turn", "currentplayer", "symbol", "mark", "playersymbol", "letter"},
}
Marks = tuple[Any, Any]  # of the side that maximises, and of the other
MARKS = ((1, 2), ("X", "O"), (1, -1), (2, 1), ("R", "Y"), (True, False), (0, 1))
EMPTIES = (0, " ", "", ".", "_", "-", None, "0")
HAS_ONE = re.compile(r"^class \w*(board|grid|game|connect|rack|state)", re.I | re.M)
BOARD = re.compile("board|grid|state|game|rack|position|node", re.I)
MAKES_ONE = re.compile("create|make|init|new|empty|start|get.?board", re.I)
OTHERS = re.compile("opp|hum|other|enemy", re.I)
OWN = re.compile("^_*(ai|comp|bot)", re.I)
SET_LATER = re.compile("player|piece|token|symbol|mark|colou?r|disc|opp", re.I)
LEVELS = re.compile("depth|level|difficult|plies", re.I)
USUAL_NUMBER = 4  # of plies, or of a level of play
DEEP = 9  # plies that are left, where a search counts down
SEVERAL = 60  # boards that are tried
KEPT = (list, dict, set)  # of the file's variables, beside objects of its own


class Counting:
    """What a search counts its calls with: whatever it is called there, it is 0 at first."""

    def __getattr__(self, name: str) -> int:
        if name.startswith("__") or name == "tolist":
            raise AttributeError(name)
        return 0

    def __getitem__(self, place: object) -> int:
        return 0

    def __setitem__(self, place: object, value: object) -> None:
        """Forget it."""


class Given:
    """The values that a file's own calls of its search give to its parameters, as far as they can be told without running them."""

    def __init__(self, call: OneCall) -> None:
        self._module = call.module
        name = call.function.__name__
        self._parameters = [*call.signature.parameters]
        self._found: list[tuple[dict[str, ast.expr], dict[str, ast.expr]]] = []
        text = Path(str(call.module.__file__)).read_text(encoding="utf-8-sig", errors="replace")
        self._look(ast.parse(text), name, {})

    def _look(self, node: ast.AST, name: str, around: dict[str, ast.expr]) -> None:
        """Look for calls of the search outside itself; `around` are the variables of functions, and what is assigned to them."""
        if isinstance(node, ast.FunctionDef):
            if node.name == name:
                return
            around = {**assigned_in(node), **around}
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called == name:
                words = self._parameters[isinstance(node.func, ast.Attribute) and self._parameters[0] in ("self", "s") :]
                named = {str(word.arg): word.value for word in node.keywords}
                self._found.append((dict(zip(words, node.args, strict=False)) | named, around))
        for child in ast.iter_child_nodes(node):
            self._look(child, name, around)

    def values(self, known: Named) -> dict[str, Any]:
        """Return the values by the names of parameters; `known` are names that stand for something, such as self."""
        values: dict[str, Any] = {}
        for given, around in self._found:
            for word, expression in given.items():
                if word not in values:
                    with suppress(Exception, NotSeenError):
                        values[word] = self._value(expression, around, known, 0)
        return values

    def _value(self, expression: ast.expr, around: dict[str, ast.expr], known: Named, deep: int) -> Any:
        """Return the value of an expression; names of its function are those that it gives a value to."""
        here = dict(known)
        for node in ast.walk(expression):
            name = getattr(node, "id", "")
            if name in around and name not in here and name not in vars(self._module) and deep < len(KEPT):
                here[name] = self._value(around[name], around, known, deep + 1)
        return eval(compile(ast.Expression(expression), "", "eval"), vars(self._module), here)  # the file is run anyhow


def assigned_in(function: ast.FunctionDef) -> dict[str, ast.expr]:
    """Return what a function assigns to each of its variables first."""
    steps = [step for step in ast.walk(function) if isinstance(step, ast.Assign) and len(step.targets) == 1]
    return {getattr(step.targets[0], "id", ""): step.value for step in reversed(steps)}


def marks_of(call: OneCall) -> list[Marks]:
    """Return what both sides' marks may be, the usual ones first."""
    consts = {word for function in call.functions for word in function.__code__.co_consts}
    words = sorted({word for word in consts if isinstance(word, str) and word.isalnum()}, key=lambda word: (len(word), word))[:3]
    return [*MARKS, *permutations(words, 2)]


def beginnings(
    call: OneCall, roles: Mapping[str, str], game: LineGame, owner: type | None, marks: Marks, boards: Iterable[Any] = ()
) -> Iterator[State]:
    """Yield what a search may be given before the first move, if those are the marks of who maximises and of the other side.

    Parameters
    ----------
    boards : none: those of games of lines
    """
    told = Given(call)
    on_board = [name for name, role in roles.items() if role == "board"]
    asked = parts_asked(call, on_board)
    found = boards or (board for board in boards_of(call.module, game, marks, asked) if all(hasattr(board, word) for word in asked))
    for board in (None, *islice(found, SEVERAL * bool(on_board))):
        known = {} if board is None else {name: board if name == on_board[0] else copy.deepcopy(board) for name in on_board}
        needed = Needed(game, call.module, marks, guessing=True)
        if owner:
            with suppress(Exception, NotSeenError):
                known["self"] = object_of(owner, marks, None if board is None else partial(same, board), needed)
            if "self" not in known:
                continue
            set_later(known["self"], marks)
        given: dict[str, Any] = {}
        guesses: dict[str, list[Any]] = {}
        values = told.values(known) | known
        if any(name not in values for name in on_board):
            continue
        for number, (name, parameter) in enumerate(call.signature.parameters.items()):
            role = roles.get(name, "")
            if (owner and number == 0) or role == "board":
                given[name] = values[name if role == "board" else "self"]
            elif role == "top":
                given[name] = values.get(name, True)
            elif role and role != "mark":
                given[name] = OPEN.get(role, 0)
            elif name in values or parameter.default is not parameter.empty:
                given[name] = values.get(name, parameter.default)
            elif functions := [value for word, value in vars(call.module).items() if judges(name) and judges(word)]:
                given[name] = functions[-1]
            elif re.search(rf"\b{name}(\.\w+|\[[^]]+\]) *\+=", inspect.getsource(call.function)):
                given[name] = Counting()
            elif name in CLOCKS:
                given[name] = INFINITY
            else:
                given[name] = marks[bool(OTHERS.search(name))]
                other = marks[not OTHERS.search(name)]
                guesses |= {name: [given[name], *compared_with(name, call), None, other]} if role != "mark" else {}
        for guess in islice(product(*guesses.values()), SEVERAL):
            given |= dict(zip(guesses, guess, strict=True))
            try:
                begin = with_variables(call, given, [name for name, role in roles.items() if role == "depth"])
            except (Exception, NotSeenError):  # it cannot be copied
                continue
            begin.guessed = (*guesses, *needed.guessed)
            yield begin


def parts_asked(call: OneCall, on_board: Sequence[str]) -> set[str]:
    """Return the attributes that a search asks its board for."""
    text = "".join(map(inspect.getsource, call.functions))
    return {*re.findall(rf"\b{on_board[0]}\.(\w+)\b(?! *=[^=])", text)} if on_board else set()


def compared_with(name: str, call: OneCall) -> list[Any]:
    """Return the numbers with which a search compares an argument, in the order in which it does."""
    return [*dict.fromkeys(map(int, re.findall(rf"\b{name} *== *(\d)\b", inspect.getsource(call.function))))]


def same(there: object) -> object:
    """Return what it is given."""
    return there


def judges(word: str) -> bool:
    """Tell whether something is called as an evaluator is."""
    return bool(re.search("eval|heuristic|score", word, re.I))


def set_later(there: object, marks: Marks, deep: bool = True) -> None:
    """Give marks to what an object, or one of its own, is told before it plays, in place, and what else it lacks."""
    set_missing(there)
    held = [*getattr(there, "__dict__", {}).items()]
    others = re.compile(OTHERS.pattern + "|player" * any(OWN.search(word) for word, _ in held), re.I)
    for word, value in held:
        if SET_LATER.search(word) and (value is None or (value == 0 and type(value) is int)):
            setattr(there, word, marks[bool(others.search(word))])
        elif word in CLOCKS and value is None:
            setattr(there, word, INFINITY)
        elif deep:
            set_later(value, marks, False)
        try:
            copy.deepcopy(value)
        except Exception:  # a queue, a lock
            setattr(there, word, Widget())


def with_variables(call: OneCall, given: Named, depths: list[str]) -> State:
    """Return a position, and the file's variables that hold something else while a search goes on, at its last depth or before."""
    module, held, first = call.module, dict[str, Any](), dict[str, bytes | str]()
    classes = [(f"{kind.__name__}.", vars(kind)) for kind in vars(module).values() if is_own(kind, module)]
    for before, values in [("", vars(module)), *classes]:
        for name, value in values.items():
            own = type(value).__module__ in (module.__name__, "numpy") and not isinstance(value, type) and not callable(value)
            if not name.startswith("__") and (own or isinstance(value, KEPT)):
                with suppress(Exception, NotSeenError):
                    first[before + name] = text_of(value)
                    if isinstance(first[before + name], str):
                        copy.deepcopy(value)
                    held[before + name] = value
    other = set[str]()

    def reply(state: State) -> float:
        other.update(name for name, value in state.kept.items() if text_of(value) != first[name])
        return 0.0

    for depth in (0, DEEP):
        state = State(given, held).copy(**dict.fromkeys(depths, depth))
        with suppress(Exception, NotSeenError):
            call.ask(state, reply)
        reply(state)
    return State(given, {name: held[name] for name in held if name in other}).copy()


def is_own(kind: object, module: ModuleType) -> bool:
    """Tell whether something is a class of a file, under its own name."""
    return isinstance(kind, type) and kind.__module__ == module.__name__ and vars(module).get(kind.__name__) is kind


def text_of(value: Any) -> bytes | str:
    """Return a value as what can be compared later: bytes where it holds no objects."""
    with suppress(ValueError):
        return marshal.dumps(value, 0)
    return repr([*islice(leaves_of(value, (), {}), MOST_LEAVES)])


def kinds_of(module: ModuleType, asked: Collection[str] = ()) -> list[type]:
    """Return the classes of which a board may be: those that are known, then those of neighbours that have one for it.

    Parameters
    ----------
    asked : the attributes that it must have
    """
    found = [*classes_around(module)]
    here = Path(str(module.__file__))
    for neighbour in sorted(here.parent.glob("*.py")):
        text = neighbour.read_text(encoding="utf-8", errors="replace")
        if neighbour != here and (HAS_ONE.search(text) or (asked and all(re.search(rf"\b{word}\b", text) for word in asked))):
            with suppress(Exception, NotSeenError):
                package = module.__name__.rpartition(".")[0]
                other = importlib.import_module(f"{package}.{neighbour.stem}" if package else neighbour.stem)
                found += [kind for kind in vars(other).values() if isinstance(kind, type) and kind.__module__ == other.__name__]
    return [*dict.fromkeys(found)]


def boards_of(module: ModuleType, game: LineGame, marks: Marks, asked: Collection[str]) -> Iterator[Any]:
    """Yield empty boards, those first that may have the attributes that are asked for."""
    for name, value in vars(module).items():
        if BOARD.search(name) and not callable(value) and not isinstance(value, ModuleType | str | int):
            yield value
    for kind in kinds_of(module, asked):
        with suppress(Exception, NotSeenError):
            yield object_of(kind, marks, None, Needed(game, module, marks))
    for name, value in vars(module).items():
        if inspect.isfunction(value) and MAKES_ONE.search(name):
            with suppress(Exception, NotSeenError):
                yield value()
    rows, columns = game.rows, game.columns
    if "numpy" in sys.modules or any(
        b"import numpy" in there.read_bytes() for there in Path(str(module.__file__)).parent.glob("*.py")
    ):
        numpy = importlib.import_module("numpy")
        yield from (numpy.zeros((rows, columns)), numpy.zeros((rows, columns), int))
    for empty in EMPTIES:
        for high, wide in {(rows, columns), (columns, rows)}:
            yield [[empty] * wide for _ in range(high)]
        yield from ([empty] * game.size, [empty] * (game.size + 1), dict.fromkeys(range(1, game.size + 1), empty))
        if isinstance(empty, str) and empty:
            yield empty * game.size
    yield from ([[] for _ in range(columns)], [*range(game.size)], [*range(1, game.size + 1)])
    yield from ([*map(str, range(game.size))], [*map(str, range(1, game.size + 1))])


class Needed:
    """What a class may be made with, by what the parameter is called: a size, an empty board, or an object of such a class.

    Parameters
    ----------
    guessing : whether what nobody says is guessed

    Attributes
    ----------
    guessed : the parameters that were
    """

    def __init__(self, game: LineGame, module: ModuleType, marks: Marks, guessing: bool = False) -> None:
        self._game, self._module, self._marks, self._guessing = game, module, marks, guessing
        self.guessed: tuple[str, ...] = ()
        self._made: dict[type, Any] = {}  # objects that others hold, too

    def __call__(self, parameter: inspect.Parameter) -> Any:  # noqa: D102
        word, game = plain_word(parameter.name), self._game
        if parameter.name in CLOCKS:
            return INFINITY
        lengths = ("connect", "inarow", "streak", "towin")
        sizes = {game.rows: ("row", "height"), game.columns: ("col", "width"), game.length: lengths}
        for size, words in sizes.items():
            if any(each in word for each in words):
                return size
        wanted = (word, plain_word(str(getattr(parameter.annotation, "__name__", parameter.annotation))))
        told = parameter.annotation
        own = isinstance(told, type) and told is not inspect.Parameter.empty and told.__module__ != "builtins"
        kind = told if own else next((kind for kind in kinds_of(self._module) if plain_word(kind.__name__) in wanted), None)
        if kind is None and BOARD.search(word):
            return [[0] * game.columns for _ in range(game.rows)]
        if kind is None and self._guessing:
            self.guessed += (parameter.name,)
            return {int: USUAL_NUMBER, bool: True, str: self._marks[0]}.get(told, USUAL_NUMBER if LEVELS.search(word) else None)
        if kind is None:
            raise NotSeenError(f"nobody says what {parameter.name} is")
        if kind not in self._made:
            self._made[kind] = object_of(kind, self._marks, None, self)
            set_later(self._made[kind], self._marks)
        return self._made[kind]
