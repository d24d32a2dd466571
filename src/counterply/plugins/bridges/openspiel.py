"""OpenSpiel: its games and bots in our matches, our players as its bots, and the games that both have.

``openspiel:breakthrough`` is a game wherever a game is named. In OpenSpiel's own programs `CounterplyBot` is one of its bots. Its
bots here are in `counterply.plugins.bridges.openspiel_player`.
Needs ``pip install 'counterply[openspiel]'``, or ``'.[openspiel]'`` in a clone.

Source: https://github.com/google-deepmind/open_spiel, version 2.0.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from counterply.core.errors import GameError, UsageError
from counterply.core.game import Game
from counterply.core.identity import library_version
from counterply.core.limits import Limit
from counterply.core.machine import extra
from counterply.core.plain_game import PlainGame
from counterply.core.users_text import unknown
from counterply.core.values import CHANCE, DRAW, FIRST, ONGOING, SECOND
from counterply.players import make_player
from counterply.players.base import ask
from counterply.plugins.bridges.opponent import asked_move
from counterply.usercode.loading import load_game

if TYPE_CHECKING:
    from counterply.core.plain_game import AnyGame
    from counterply.core.position import AnyPosition

pyspiel: Any = extra("pyspiel", "openspiel", "OpenSpiel")
extra("open_spiel.python.games", "openspiel", "OpenSpiel")  # registers its games that are written in Python

PREFIX = "openspiel:"


# --- its games


def game(name: str, options: dict[str, str] | None = None) -> PlainGame:
    """Return one of OpenSpiel's games as a game in plain Python.

    Parameters
    ----------
    name : ``openspiel:NAME``, also with parameters as OpenSpiel writes them: ``openspiel:breakthrough(rows=6,columns=6)``
    options : parameters, one by one

    Raises
    ------
    UsageError
        if there is no such game or parameter, or it is no sequential game of two with perfect information
    """
    inner = name.removeprefix(PREFIX)
    if options:
        given = ",".join(f"{key}={value}" for key, value in options.items())
        inner = f"{inner[:-1]},{given})" if inner.endswith(")") else f"{inner}({given})"
    known = {kind.short_name: kind for kind in pyspiel.registered_games()}
    kind = known.get(inner.partition("(")[0])
    if kind is None:
        raise unknown("game of OpenSpiel", inner.partition("(")[0], [each for each in known if not _lacks(known[each])])
    if lacks := _lacks(kind):
        raise UsageError(f"{name} {lacks}; games of two in turns with perfect information can be played")
    loaded = _load(inner)
    if loaded.num_players() != 2:
        raise UsageError(f"{name} has {loaded.num_players()} players; games of two can be played")
    made = PlainGame(name, lambda: position_of(loaded.new_initial_state()), max_plies=loaded.max_game_length(), options=options)
    made.library = f"OpenSpiel {library_version('open_spiel')}"
    return made


def _lacks(kind: Any) -> str:
    """Return why no game of a kind can be played here; '' if one can."""
    kinds = pyspiel.GameType
    if not kind.min_num_players <= 2 <= kind.max_num_players:
        return "is not for two players"
    if kind.dynamics != kinds.Dynamics.SEQUENTIAL:
        return "is not played in turns"
    if kind.chance_mode == kinds.ChanceMode.SAMPLED_STOCHASTIC:
        return "does not tell the probabilities of its dice or cards"
    if kind.information != kinds.Information.PERFECT_INFORMATION:
        return "hides something from a player"
    return "" if kind.default_loadable else "needs other games as its parameters"


def _load(text: str) -> Any:
    """Return OpenSpiel's game; its errors become our own."""
    try:
        with _silence():
            return pyspiel.load_game(text)
    except (RuntimeError, pyspiel.SpielError) as error:
        reason = str(error).strip().partition("\n")[0] or "for a reason that it does not tell"
        raise UsageError(f"OpenSpiel cannot load {text}: {reason}") from None


@contextlib.contextmanager
def _silence() -> Iterator[None]:
    """Keep the standard error stream shut for OpenSpiel's compiled code, which prints errors that it also raises."""
    sys.stderr.flush()
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


class OpenSpielPosition:
    """A state of OpenSpiel as a plain position. A move is its text, as OpenSpiel writes it, with ``_`` for blanks."""

    __slots__ = ("_actions", "state")

    def __init__(self, state: Any) -> None:
        self.state = state
        self._actions: dict[str, int] | None = None

    def actions(self) -> dict[str, int]:
        """Return OpenSpiel's number of each legal move; where two moves have one text, moves are their numbers."""
        if self._actions is None:
            player, numbers = self.state.current_player(), self.state.legal_actions()
            texts = {"_".join(self.state.action_to_string(player, number).split()): number for number in numbers}
            self._actions = texts if len(texts) == len(numbers) else {str(number): number for number in numbers}
        return self._actions

    @property
    def turn(self) -> int:
        """Whose move it is: 0, 1 or CHANCE; 0 when the game is over."""
        return CHANCE if self.state.is_chance_node() else max(0, int(self.state.current_player()))

    def moves(self) -> list[str]:
        """Return the legal moves."""
        return list(self.actions())

    def after(self, move: str) -> OpenSpielPosition:
        """Return the position after a legal move, or an outcome of chance."""
        return type(self)(self.state.child(self.actions()[move]))

    def outcome(self) -> int:
        """Return ONGOING, FIRST, SECOND or DRAW."""
        if not self.state.is_terminal():
            return ONGOING
        first, second = self.state.returns()
        return FIRST if first > second else SECOND if second > first else DRAW

    def __str__(self) -> str:
        return str(self.state)


class DicePosition(OpenSpielPosition):
    """A state of a game with dice or cards that lie open."""

    __slots__ = ()

    def chances(self) -> list[tuple[str, float]]:
        """Return the outcomes of a chance turn with their probabilities."""
        texts = {number: text for text, number in self.actions().items()}
        return [(texts[number], probability) for number, probability in self.state.chance_outcomes()]


def position_of(state: Any) -> OpenSpielPosition:
    """Return a state as a plain position."""
    mode = state.get_game().get_type().chance_mode
    return OpenSpielPosition(state) if mode == pyspiel.GameType.ChanceMode.DETERMINISTIC else DicePosition(state)


# --- games that both have


@dataclass(frozen=True)
class Shared:
    """A game that both have, by the same name and with the same rules.

    Attributes
    ----------
    required : parameters that OpenSpiel's game must have
    options : of ours, given OpenSpiel's parameters
    parameters : of OpenSpiel's game, given one of ours
    action : OpenSpiel's number of one of our moves
    move : our move of OpenSpiel's number
    """

    required: dict[str, Any]
    options: Callable[[dict[str, Any]], dict[str, str]] = lambda given: {}
    parameters: Callable[[Any], dict[str, Any]] = lambda game: {}
    action: Callable[[dict[str, Any], int], int] = lambda given, move: move
    move: Callable[[dict[str, Any], int], int] = lambda given, action: action


GOMOKU_STRIDE = 26  # a move of ours is row * 26 + column


SHARED = {
    "tic_tac_toe": Shared({}),
    "connect_four": Shared({"rows": 6, "columns": 7, "x_in_row": 4}),
    "othello": Shared({}),
    "hex": Shared(
        {"swap": False},
        lambda given: {"size": str(given["board_size"])},
        lambda game: {"board_size": game.board[0]},
    ),
    "gomoku": Shared(
        {"dims": 2, "connect": 5, "wrap": False, "anti": False},
        lambda given: {"size": str(given["size"]), "rule": "freestyle"},
        lambda game: {"size": game.board[0]},
        lambda given, move: move // GOMOKU_STRIDE * given["size"] + move % GOMOKU_STRIDE,
        lambda given, action: action // given["size"] * GOMOKU_STRIDE + action % given["size"],
    ),
}


@dataclass(frozen=True)
class Bridge:
    """OpenSpiel's game and ours, and the way between them; `ours` is in plain Python where only OpenSpiel has the game."""

    theirs: Any
    ours: Game | PlainGame
    shared: Shared | None

    def after(self, position: AnyPosition, action: int) -> Any:
        """Return our position after OpenSpiel's action."""
        if self.shared is not None:
            return position.after(self.shared.move(self.theirs.get_parameters(), action))
        return position.after(next(text for text, number in position.record.actions().items() if number == action))

    def action(self, position: AnyPosition, move: Any) -> int:
        """Return OpenSpiel's number of one of our moves."""
        if self.shared is not None:
            return self.shared.action(self.theirs.get_parameters(), move)
        return int(position.record.actions()[move])


def bridge(theirs: Any) -> Bridge:
    """Return the way between a game of OpenSpiel and ours: the compiled one where the rules are the same, else OpenSpiel's own."""
    name, given = theirs.get_type().short_name, theirs.get_parameters()
    shared = SHARED.get(name)
    if shared is not None and all(given.get(key, value) == value for key, value in shared.required.items()):
        return Bridge(theirs, load_game(name, shared.options(given)), shared)
    return Bridge(theirs, game(PREFIX + str(theirs)), None)


def their_game(game: Any) -> Any:
    """Return OpenSpiel's game for one of ours; raises `GameError` where it has none."""
    if not game.compiled and isinstance(game.start().record, OpenSpielPosition):
        return game.start().record.state.get_game()
    if game.name in SHARED:
        given = ",".join(f"{key}={value}" for key, value in SHARED[game.name].parameters(game).items())
        theirs = _load(f"{game.name}({given})")
        found = bridge(theirs)
        if found.shared is not None and (found.ours.setup_hash, found.ours.options) == (game.setup_hash, game.options):
            return theirs
    both = ", ".join(SHARED)
    raise GameError(f"OpenSpiel has no game with the rules of {game.full_name}; its bots play openspiel:NAME and {both}")


# --- our players as its bots


class CounterplyBot(pyspiel.Bot):  # type: ignore[misc]
    """One of our players as a bot of OpenSpiel, for `evaluate_bots` and other callers of bots.

    Games that both have (`SHARED`) are played by the compiled engine; any other sequential game of two
    with perfect information by the players for games in plain Python: `minimax`, `alphabeta` (not with dice), `mcts`, `hybrid`,
    `uct`, `random`.

    Parameters
    ----------
    game : a `pyspiel.Game`
    seat : the player that the bot is: 0 or 1
    player : one of ours by name
    limit : of each move
    seed : decides all that is random

    Raises
    ------
    UsageError
        if this player cannot play this game; in one line
    """

    def __init__(self, game: AnyGame, seat: int, player: str = "engine", limit: Limit | None = None, seed: int = 0) -> None:
        super().__init__()
        self._bridge = bridge(game)
        self._seat = seat
        self._player = make_player(player)
        self._limit = Limit(seconds=1.0) if limit is None else limit
        self._seed = seed
        self._games = -1
        self.restart()
        ask(self._player, self._position, self._limit.with_(depth=1), seed)  # compiles before the first move, not in it

    def player_id(self) -> int:
        """Return the seat."""
        return self._seat

    def restart(self) -> None:
        """Begin a new game."""
        self._games += 1
        self._position: Any = self._bridge.ours.start()
        self._history: list[int] = []
        self._player.start(self._bridge.ours, self._seat, self._seed + self._games)

    def restart_at(self, state: Any) -> None:
        """Begin a new game from a state."""
        self.restart()
        self._follow(state)

    def step(self, state: Any) -> int:
        """Return the action for a state in which it is this bot's turn."""
        theirs, mine = str(state.get_game()), str(self._bridge.theirs)
        if theirs != mine:
            raise UsageError(f"this bot plays {mine}, not {theirs}")
        if state.current_player() != self._seat:
            raise UsageError(f"this bot has seat {self._seat}, and player {state.current_player()} is on move")
        self._follow(state)
        move = asked_move(self._player.name, self._player, self._position, self._limit, self._seed)
        return self._bridge.action(self._position, move)

    def _follow(self, state: Any) -> None:
        """Bring our position to a state, in place; only the moves that it has not seen are played."""
        history = list(state.history())
        if history[: len(self._history)] != self._history:
            self._position, self._history = self._bridge.ours.start(), []
        for action in history[len(self._history) :]:
            self._position = self._bridge.after(self._position, action)
        self._history = history
