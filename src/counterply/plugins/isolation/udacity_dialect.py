"""Udacity's knight-move Isolation of 11 x 9 as its player sees it: `CustomPlayer(player_id).get_action(state)`, which puts moves.

It has its own evaluator and depth, and is cut off when its time is up. So it is asked about positions of the real game, and judged
by its own values; one that plays games at random from there is judged by whether it keeps the win where there is one.

Runs in the student's process, and needs nothing but the standard library.
"""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path as FilePath
from random import Random
from traceback import extract_tb
from types import ModuleType
from typing import Any

from counterply.plugins.dialects.dialect import Dialect, Named
from counterply.plugins.dialects.signatures import codes_of, is_empty, words_in
from counterply.plugins.dialects.steady_clock import CLOCK
from counterply.plugins.dialects.views import NotSeenError
from counterply.plugins.dialects.watching import MADE, CallRecorder, Path, Place, values_of, ways_of
from counterply.plugins.dialects.whose_view import MOST, evaluator_in, of_both
from counterply.plugins.isolation.udacity_program import Action, Isolation, StopSearch

PLAYER, METHOD = "CustomPlayer", "get_action"
BASES = {"BasePlayer", "DataPlayer"}  # of players in the course's program, which a file may give other names
QUESTIONS, MORE = 24, 72  # the second to one that answers them quickly: what goes wrong at equal values only is rare
QUESTIONS_OF_GAMES, HURRIED = 16, 24  # to one that plays games at random: with time for all of a small tree, and without
QUESTIONS_OF_VIEW = 2  # after which it is asked, too, for whom its evaluator judges
PLIES_OF_VIEW = 30  # made before positions of which that is asked
PLIES = (46, 38, 52, 30)  # made before a question
DATA, NO_DATA = ".data", "its file data.pickle is not beside it, and it does not do without"
MOST_RESULTS = 2_500  # positions that it may make in its time
MOST_RESULTS_OF_GAMES = 40_000  # of one that plays games at random, so that it comes to a decision
RESULTS_SEEN = 2_000  # after which the time of any other is over, by its clock
RESULTS_IN_TIME = 8_000, 1_000  # after which that of one that plays games at random is; the second where it is hurried
LONG_AFTER = 100_000_000  # looks at the clock, after which all time is over
ANSWER_SECONDS = 30.0  # of the processor, for an answer
NO_MOVE = "it puts no move into the queue"
NO_MOVE_IN_TIME = f"{NO_MOVE} in the time that it has here, which is counted by the positions that it makes"
FORFEITS = "it puts None last where not all moves lose, which forfeits the game at once"
RESIGNS = "where all moves lose as far as it looks it puts None last, which forfeits the game at once; begin with any legal move"
PLIES_OF_AN_EVALUATOR = 2  # that it may see further than the search: a side without free neighbours has lost
FAR = 10  # plies ahead, which no search gets to in its time so long before the end of a game
FEW_NODES = 4_000  # of a position that is solved
RANDOM_GAMES = ("uct", "rollout", "playout", "simulat", "default_policy", "backup", "backprop")  # in words of such a search
NAMED_SO = ("mcts", "montecarlo", "monte_carlo")  # which a search may be that has a window, and plays no game at random


class State(Isolation, Place):
    """A position that tells its host which ones are made of it."""

    _host: Host | None = None

    def result(self, action: int) -> State:
        """Return the position after a step."""
        if self.locs[self.player()] is not None and action not in set(Action):
            raise AssertionError(f"{action} is not a valid action from the set {list(Action)}")
        made = type(self)(*super().result(action))
        made._path, made._host = (*self._path, int(action)), self._host
        if self._host is not None:
            self._host.made(made._path)
        return made


class TimeIsUpError(BaseException):
    """The process of a player would be ended here."""


class Queue:
    """Where moves are put: the last one in time counts."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def put(self, action: Any, *unused: Any, **named: Any) -> None:
        """Take a move; None, which a search puts where all moves lose, is none."""
        self._host.work()
        self._host.resigned = action is None
        self._host.chosen = self._host.chosen if action is None else action

    put_nowait = put


class Host:
    """Asks a player about a position, until it has ended or its time is up."""

    def __init__(self, most: int, watch: CallRecorder | None, in_time: int) -> None:
        self._left, self._watch, self._late = most, watch, most - in_time
        self.chosen: Any = None
        self.stopped = self.resigned = False

    def work(self) -> None:
        """Let time pass; raise where it is up. A player may catch its program's exception, and not this one."""
        self._left -= 1
        CLOCK.looks += LONG_AFTER if self._left == self._late else 1
        if self._left < 0:
            self.stopped = True
            raise TimeIsUpError

    @property
    def late(self) -> bool:
        """Whether its time has been over, by its clock."""
        return self._left <= self._late

    def made(self, path: Path) -> None:
        """Note that a position was made."""
        if self._watch is not None:
            self._watch.made(path)
        self.work()


class Tree:
    """The game from a position, by the moves that lead on."""

    def __init__(self, root: State) -> None:
        self._states: dict[Path, State] = {(): State(*root)}

    def state(self, path: Path) -> State:
        """Return a position."""
        if path not in self._states:
            self._states[path] = self.state(path[:-1]).result(path[-1])
        return self._states[path]

    def turn(self, path: Path) -> int:
        """Return whose move it is."""
        return self.state(path).player()

    def moves(self, path: Path) -> Sequence[int]:
        """Return the moves; none where the game is over."""
        state = self.state(path)
        return [] if state.terminal_test() else [int(action) for action in state.actions()]

    def key(self, path: Path) -> Any:
        """Return what tells positions apart."""
        return tuple(self.state(path))

    def may_end(self, path: Path) -> bool:
        """Tell whether a search may take the game to be over here, though it is not."""
        return False

    def name(self, move: int) -> str:
        """Return the name of a move."""
        return Action(move).name


def position(random: Random, plies: int) -> State:
    """Return a position after random moves, in which both sides have a choice."""
    while True:
        state = State()
        while state.ply_count < plies and not state.terminal_test():
            state = state.result(random.choice(state.actions()))
        if not state.terminal_test() and len(state.actions()) > 1:
            return State(*state)


def solved(random: Random) -> tuple[State, dict[int, bool]]:
    """Return a position of which few can be reached, with whether each move wins: some do, none at once, and half do not."""
    while True:
        state = position(random, 56)
        left = [FEW_NODES]

        @cache
        def won(state: State, left: list[int] = left) -> bool:
            left[0] -= 1
            if left[0] < 0:
                raise OverflowError
            if state.terminal_test():
                return state.utility(state.player()) > 0
            return any(not won(state.result(action)) for action in state.actions())

        wins_list: Callable[[State], bool] = won
        try:
            by_move = {int(action): not wins_list(state.result(action)) for action in state.actions()}
        except (OverflowError, TypeError):
            continue
        at_once = any(state.result(action).terminal_test() for action, wins in by_move.items() if wins)
        if not at_once and 0 < 2 * sum(by_move.values()) <= len(by_move):
            return state, by_move


def is_lost(state: State, plies: int) -> bool:
    """Tell whether the side to move loses within some plies; so it is, too, where `FEW_NODES` are too few to see it."""
    left = FEW_NODES

    def ends(state: State, plies: int, won: bool) -> bool:
        """Tell whether the side to move wins, or loses, within some plies."""
        nonlocal left
        left -= 1
        if left < 0:
            raise OverflowError
        if state.terminal_test():
            return (state.utility(state.player()) > 0) == won
        after = (ends(state.result(action), plies - 1, not won) for action in state.actions())
        return plies > 0 and (any(after) if won else all(after))

    try:
        return ends(State(*state), plies, False)
    except OverflowError:
        return True


def depth_of(watch: CallRecorder) -> int:
    """Return how many plies ahead a player has made positions."""
    return max((len(path) for kind, path in watch.events if kind == MADE), default=0)


class Judged:
    """A player, asked about positions."""

    def __init__(self, module: Any, name: str) -> None:
        self._player = getattr(module, name.partition(".")[0])
        self._folder = str(FilePath(module.__file__).parent)
        words = " ".join(words_in(getattr(self._player, METHOD), self._player)).lower()
        window = any("alpha" in code.co_varnames for code in codes_of(getattr(self._player, METHOD), self._player))
        named = any(word in words for word in (RANDOM_GAMES if window else RANDOM_GAMES + NAMED_SO))
        self._random_games = named and self._goes_far()  # an opening book may have been made of random games before
        self.facts = {
            "kind": "played",
            "text": f"{name}(state)",
            "questions": QUESTIONS_OF_GAMES + HURRIED if self._random_games else QUESTIONS,
            "more": 0 if self._random_games else MORE,
            "seconds": ANSWER_SECONDS,
        }

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """Ask about a position, and return its turn."""
        if is_empty(getattr(self._player, METHOD)):
            raise NotImplementedError(f"{METHOD} is still empty")
        random = Random(question["number"])
        if self._random_games:
            state, by_move = solved(random)
            hurried = question["number"] >= QUESTIONS_OF_GAMES
            host = self._asked(state, MOST_RESULTS_OF_GAMES, None, RESULTS_IN_TIME[hurried])
            turn = {"kept": by_move.get(host.chosen, False), "hurried": hurried}
        else:
            state = position(random, PLIES[question["number"] % len(PLIES)])
            watch = CallRecorder((State,), self._folder)
            with watch:
                host = self._asked(state, MOST_RESULTS, watch, RESULTS_SEEN)
            tree = Tree(state)
            turn = ways_of(watch, tree, values_of(watch.calls, tree))
            turn["view"] = self._view(question["number"]) if question["number"] < QUESTIONS_OF_VIEW else None
            if host.resigned and not is_lost(state, depth_of(watch) + PLIES_OF_AN_EVALUATOR):
                turn = {"failure": FORFEITS}
        legal = {int(action): Tree(state).name(action) for action in state.actions()}
        if host.chosen is None:
            turn = {"failure": NO_MOVE_IN_TIME if host.stopped else NO_MOVE, "unseen": host.stopped}
        elif host.chosen not in legal:
            turn = {"failure": f"it puts {host.chosen!r}, which is illegal"}
        used = host.late if self._random_games else CLOCK.asked
        hints = [RESIGNS] if host.resigned and host.chosen is not None and "failure" not in turn else []
        return {
            "turns": [turn | {"move": legal.get(host.chosen, "")}],
            "long": True,
            "clock": host.stopped or used,
            "hints": hints,
        }

    def _view(self, number: int) -> str | None:
        """Return for whom a search's evaluator judges, if not for its own player; None where that is not seen."""
        state, found = position(Random(number), PLIES_OF_VIEW), []
        for root in (state, State(*state.result(state.actions()[0]))):
            watch = CallRecorder((State,), self._folder)
            with contextlib.suppress(Exception), watch:
                self._asked(root, MOST_RESULTS, watch, RESULTS_SEEN)
            values = values_of(watch.calls, Tree(root))
            if values is None or all(len(path) % 2 == 0 for path in values.own):  # it judges on turns of its own alone
                return None
            found.append(evaluator_in(watch, values))
        states = [position(Random(number), PLIES_OF_VIEW) for number in range(MOST)]
        return of_both(found, [(each, State(each[0], each[1] + 1, each[2]), State(*each[:2], each[2][::-1])) for each in states])

    def _goes_far(self) -> bool:
        """Tell whether it makes positions that are further on than it could search, or does not get as far as to make any."""
        watch = CallRecorder((State,), self._folder)
        with contextlib.suppress(Exception):
            self._asked(position(Random(0), min(PLIES)), MOST_RESULTS, watch, RESULTS_SEEN)
        return all(kind != MADE for kind, _ in watch.events) or depth_of(watch) >= FAR

    def _asked(self, state: State, most: int, watch: CallRecorder | None, in_time: int) -> Host:
        player = self._player(state.player())
        host = Host(most, watch, in_time)
        player.queue = Queue(host)
        given = State(*state)
        given._host = host
        with CLOCK.running(), contextlib.suppress(StopSearch, TimeIsUpError):
            try:
                player.get_action(given)
            except Exception as error:
                if getattr(player, "data", ()) is None and any(DATA in (at.line or "") for at in extract_tb(error.__traceback__)):
                    raise NotSeenError(NO_DATA) from None
                raise
        return host


class Udacity(Dialect):
    """The project's interface."""

    modules = dict.fromkeys(("isolation", "isolation.isolation", "sample_players"), "counterply.plugins.isolation.programs")
    calls = {METHOD: ["state"]}  # noqa: RUF012
    plays = "counterply.plugins.isolation.udacity_guest:guest"

    def found(self, own: Named) -> list[str]:
        """Return a file's player, or else all that extend the course's, if they are given the position alone."""
        based = [name for name, owner in own.items() if BASES & {base.__name__ for base in getattr(owner, "__mro__", ())[1:]}]
        return [f"{name}.{METHOD}" for name in ([PLAYER] if PLAYER in own else based) if _is_asked(own[name])]

    def opened(self, module: ModuleType, name: str) -> Judged:  # noqa: D102
        return Judged(module, name)


def _is_asked(owner: object) -> bool:
    """Tell whether a player's method is given the position alone."""
    method = getattr(owner, METHOD, None)
    given = [*inspect.signature(method).parameters][1:] if inspect.isfunction(method) else []
    return "state" in given or len(given) == 1


DIALECT = Udacity()
