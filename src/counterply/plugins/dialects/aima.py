"""AIMA's ``games.py``: searches ``(state, game, ...)``, and games of one's own, classes with actions, result, utility and so on."""

from __future__ import annotations

import ast
import contextlib
import copy
import inspect
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from numbers import Real
from pathlib import Path
from random import Random, getstate, seed, setstate
from types import ModuleType
from typing import Any

from counterply.plugins.dialects import aima_program
from counterply.plugins.dialects.dialect import Dialect, Named
from counterply.plugins.dialects.lookup import not_called, those
from counterply.plugins.dialects.views import AnswerError, NotSeenError, TextbookPosition, way_of
from counterply.usercode.faults import one_line

PLAYERS = aima_program.PLAYERS
SEARCH = re.compile("(?i)(?!.*(expect|player|value)).*(minimax|minmax|alphabeta|montecarlo|mcts)")  # in names, without _
GAME, STATE = "game", "state"  # the searches are given both, in either order
METHODS = ("actions", "result", "utility", "to_move")
ENDS = ("terminal_test", "is_terminal")
OF_GAME = {"to_move": "state", "terminal_test": "state", "actions": "state", "result": "state, move", "utility": "state, player"}
GAMES_ASKED, LONGEST, MOST_WRONG = 60, 300, 20  # random games, their plies, and faults that are told
SECONDS = 20.0  # of random games
CLOSE = 1e-9


class TextbookPositionState(TextbookPosition):
    """A state: its game is asked about it, and it knows whose move it is. `failures.is_lacking` knows it by its name."""

    @property
    def to_move(self) -> str:  # noqa: D102 - the course's program says it
        return PLAYERS[self._node.turn]

    @property
    def utility(self) -> int:  # noqa: D102
        return int(self._node.worth(0))

    @property
    def board(self) -> dict[Any, Any]:  # noqa: D102
        return {number: node.move for number, node in enumerate(way_of(self._node))}


class Game(aima_program.Game):
    """The game of a tree."""

    def __init__(self, initial: TextbookPositionState) -> None:
        self.initial = initial

    def actions(self, state: TextbookPositionState) -> list[str]:  # noqa: D102
        return list(state._node.moves)

    def result(self, state: TextbookPositionState, move: str) -> Any:  # noqa: D102
        return state.after(move)

    def utility(self, state: TextbookPositionState, player: str) -> float:  # noqa: D102
        return float(state.value(PLAYERS.index(player)))

    def terminal_test(self, state: TextbookPositionState) -> bool:  # noqa: D102
        return bool(state._node.over)

    is_terminal = terminal_test


class Aima(Dialect):
    """The book's interface."""

    position, view, needs_depth, whole = STATE, TextbookPositionState, False, True
    words = {"position.value(player)": "game.utility(state, player)", "moves()": "game.actions(state)"}  # noqa: RUF012
    modules = {  # noqa: RUF012
        **dict.fromkeys(("games", "games4e", "aima.games", "aima.games4e"), "counterply.plugins.dialects.aima_program"),
        **dict.fromkeys(("aima", "aima.utils", "utils", "utils4e"), aima_program.UTILS),
    }
    plays = "counterply.plugins.dialects.small_guests:aima"

    def found(self, own: Named) -> list[str]:
        """Return a file's searches, and its games."""
        return searches_in(own) + [name for name, owner in own.items() if is_game(owner)]

    def opened(self, module: ModuleType, name: str) -> JudgedGame | None:  # noqa: D102
        owner = getattr(module, name)
        if not inspect.isclass(owner):
            return None
        if callable(getattr(owner, "chances", None)):
            raise AnswerError(f"{name} has chances, and games of chance are not judged")
        try:
            return JudgedGame(owner.__name__, GameOf(owner))
        except Exception as error:  # it is the student's
            stateless = getattr(error, "name", "") == "initial"
            advice = "Put its first state into self.initial" if stateless else f"Make one in the file, as {name}(board=[3, 1])"
            raise AnswerError(f"{name} cannot be made: it raises {one_line(error)}. {advice}") from None

    def speaks(self, name: str, first: str, rest: Sequence[str]) -> bool:  # noqa: D102
        return {GAME, STATE} <= {first, *rest[:1]}

    def given(self, position: Any, node: Any, depth: int) -> Named:
        """Return the game, and the depth of its cut-off test, which is depth > d; a `depth` of their own they count down to 0."""
        return {GAME: Game(position), STATE: position, **dict.fromkeys(("d", "max_depth"), depth - 1)}


DIALECT = Aima()


def searches_in(own: Named) -> list[str]:
    """Return the functions that are given a game and a state, and are called as a search is; none that another of them calls."""
    named = {n: v for n, v in own.items() if inspect.isfunction(v) and SEARCH.match(n.replace("_", ""))}
    found = those(named, lambda value: {GAME, STATE} <= {*[*inspect.signature(value).parameters][:2]})
    return [*not_called(found, found)]


def is_game(owner: object) -> bool:
    """Tell whether a class is a game, and no sketch of one: it says what its moves are."""
    if not inspect.isclass(owner) or not all(callable(getattr(owner, name, None)) for name in METHODS):
        return False
    code = getattr(getattr(owner, "actions"), "__code__", None)  # noqa: B009 - it has one
    return any(hasattr(owner, name) for name in ENDS) and code is not None and "NotImplementedError" not in code.co_names


def fixed(value: object) -> Any:
    """Return what a state holds, as text that equal states share."""
    if isinstance(value, Mapping):
        return sorted((fixed(key), fixed(each)) for key, each in value.items())
    if isinstance(value, set | frozenset):
        return sorted(map(fixed, value))
    if isinstance(value, list | tuple):
        return [fixed(each) for each in value]
    if hasattr(value, "tolist"):
        return fixed(value.tolist())
    return fixed(vars(value)) if hasattr(value, "__dict__") and not callable(value) else repr(value)


def made(owner: type, arguments: Named | None) -> Any:
    """Return an object of a class: with arguments, or as the file itself makes one with numbers, texts and lists, or with none."""
    if arguments:
        return owner(**arguments)
    for call, known in calls_of(owner):
        with contextlib.suppress(ValueError, TypeError):
            named = {str(each.arg): literal(each.value, known) for each in call.keywords}
            return owner(*(literal(each, known) for each in call.args), **named)
    return owner()


def literal(node: ast.expr, known: Mapping[str, Any]) -> Any:
    """Return what a number, a text or a list is, or a variable that holds one."""
    return copy.deepcopy(known[node.id]) if isinstance(node, ast.Name) and node.id in known else ast.literal_eval(node)


@cache
def calls_of(owner: type) -> list[tuple[ast.Call, dict[str, Any]]]:
    """Return where the file of a class makes objects of it, with what its variables hold."""
    text = Path(str(sys.modules[owner.__module__].__file__)).read_text(encoding="utf-8", errors="replace")
    known: dict[str, Any] = {}
    calls = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            with contextlib.suppress(ValueError, TypeError):
                known[node.targets[0].id] = ast.literal_eval(node.value)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == owner.__name__:
            calls.append((node, known))
    return calls


class GameOf:
    """A game of a file: how it is asked, whatever it is called there."""

    def __init__(self, owner: type, arguments: Named | None = None) -> None:
        self._game: Any = made(owner, arguments)
        self.initial = self._game.initial
        self.over: Callable[[Any], Any] = next(getattr(self._game, name) for name in ENDS if hasattr(self._game, name))
        self.actions, self.result = self._game.actions, self._game.result
        self.utility, self.to_move = self._game.utility, self._game.to_move

    def played(self, random: Random) -> Iterator[Any]:
        """Yield the states of a random game."""
        state, plies = self.initial, 0
        yield state
        while not self.over(state) and plies < LONGEST:
            state, plies = self.result(state, random.choice(list(self.actions(state)))), plies + 1
            yield state

    @cached_property
    def players(self) -> tuple[Any, Any]:
        """Both players, the one that begins first: those whose moves random games ask for; None for one that never moves."""
        found, random = [self.to_move(self.initial)], Random(1)
        for state in (state for _ in range(GAMES_ASKED) for state in self.played(random)):
            if self.to_move(state) not in found:
                return found[0], self.to_move(state)
        return found[0], None

    @cached_property
    def shortest(self) -> int:
        """The plies of the shortest of some random games."""
        random = Random(1)
        return min(sum(1 for _ in self.played(random)) for _ in range(GAMES_ASKED)) - 1


class JudgedGame:
    """A game, asked about the states of random games."""

    def __init__(self, name: str, game: GameOf) -> None:
        self._game = game
        self.facts = {"kind": "exam", "text": name, "parts": [*OF_GAME], "seconds": SECONDS, "unit": "states"}
        self._told: dict[str, list[tuple[str, str]]] | None = None
        self._states = 0

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """Return the faults of one method; the games are played at the first question."""
        if self._told is None:
            told: dict[str, list[tuple[str, str]]] = {name: [] for name in OF_GAME}
            self._play(told)
            self._told = told
        name, wrong = question["part"], self._told[question["part"]]
        text = self._game.over.__name__ if name == ENDS[0] else name
        return {"search": f"{text}({OF_GAME[name]})", "cases": self._states, "wrong": wrong[:MOST_WRONG], "next": None}

    def _play(self, told: dict[str, list[tuple[str, str]]]) -> None:
        """Play random games, and note the faults of each method, in place."""
        game = self._game
        random, end = Random(1), time.process_time() + SECONDS
        seen: set[str] = set()
        sums: dict[float, str] = {}
        long = 0
        for _ in range(GAMES_ASKED):
            for state in game.played(random):
                text = str(fixed(state))
                if text not in seen:
                    seen.add(text)
                    self._states += 1
                    for name, fault in self._faults(game, state, random, sums):
                        told[name].append((fault, _short(state)))
                if any(told.values()):
                    return
                if time.process_time() > end:
                    break
            else:
                long += not game.over(state)
        if long == GAMES_ASKED:
            told["terminal_test"].append((f"No random game has ended after {LONGEST} moves.", ""))

    def _faults(self, game: GameOf, state: object, random: Random, sums: dict[float, str]) -> Iterator[tuple[str, str]]:
        """Yield the faults that a state shows, with the method that they are in."""
        before, name = fixed(state), "to_move"
        try:
            mover = game.to_move(state)
            if mover not in game.players:
                yield name, f"It returns {mover!r}, and the two players are {game.players[0]!r} and {game.players[1]!r}."
                return
            name, over = "terminal_test", game.over(state)
            if over != game.over(state) or (over and state is game.initial):
                yield (
                    name,
                    "Asked again it says that a state is over that was not, or the first one: it is to answer by the state alone.",
                )
            if not isinstance(over, bool | int) and type(over).__name__ not in ("bool_", "bool"):
                yield name, f"It returns {over!r}: right would be True or False."
            if over:
                name = "utility"
                yield from ((name, fault) for fault in self._of_end(game, state, sums))
                return
            name, moves = "actions", list(game.actions(state))
            if not moves:
                yield name, "It returns no move, and the game is not over."
                return
            if len({str(fixed(move)) for move in moves}) < len(moves):
                yield name, f"It returns a move twice: {moves!r}."
            name, move = "result", random.choice(moves)
            one, other = fixed(game.result(state, copy.copy(move))), fixed(game.result(state, move))
            if fixed(state) != before:
                yield name, "It changes the state that it is given: make a copy, and change that."
            elif one != other:
                if by_chance(game, state, move):
                    raise NotSeenError(f"{self.facts['text']} draws by chance after {move!r}, and games of chance are not judged")
                yield name, f"After {move!r} it returns two different states if it is asked twice."
            elif one == before:
                yield name, f"After {move!r}, one of its actions, it returns the same state."
        except Exception as error:  # it is the student's
            yield name, f"It raises {one_line(error)}."

    def _of_end(self, game: GameOf, state: object, sums: dict[float, str]) -> Iterator[str]:
        """Yield the faults of a finished game's values: for two sides their sum is the same, whoever has won."""
        first, second = game.players
        if second is None:
            return
        values = [game.utility(state, player) for player in (first, second)]
        if not all(isinstance(value, Real) for value in values):
            yield f"It returns {values[0]!r} for {first!r}, and {values[1]!r} for {second!r}: right would be numbers."
            return
        both = f"{values[0]:g} for {first!r} and {values[1]:g} for {second!r}"
        known = next(iter(sums), None)
        sums.setdefault(round(sum(values), 6), both)
        if known is not None and abs(sum(values) - known) > CLOSE:
            yield f"It returns {both}, and in another finished game {sums[known]}: what one side wins, the other is to lose."
        elif values[0] == values[1] != 0:
            yield f"It returns {both}, whoever is asked about: the value is to be that for the player that is given."


def by_chance(game: GameOf, state: object, move: object) -> bool:
    """Tell whether what a move leads to is drawn by Python's random generator."""
    before, made = getstate(), []
    for _ in range(2):
        seed(1)
        made.append(fixed(game.result(state, move)))
    setstate(before)
    return bool(made[0] == made[1])


def _short(state: object) -> str:
    text = str(state)
    return text if len(text) <= 400 else text[:397] + "..."
