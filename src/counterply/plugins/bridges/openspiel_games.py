"""Our games as games of OpenSpiel: registered there, they are searched, learnt and tested by its own programs.

    import pyspiel
    from counterply.plugins.bridges.openspiel_games import register
    game = pyspiel.load_game(register("isolation", options={"width": 5}))

Actions are the codes of moves; of chance, the places of the outcomes. Games with hidden information are not registered: here their
states would tell all to everybody. OpenSpiel's compiled `MCTSBot` crashes on any game in Python (2.0.2), its Python ones do not.
Needs ``pip install 'counterply[openspiel]'``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from counterply.api import by_name
from counterply.arena.match import PLY_CAP
from counterply.core.aliases import Move
from counterply.core.errors import GameError, UsageError
from counterply.core.game import Game
from counterply.core.position import Position
from counterply.core.values import CHANCE, FIRST, ONGOING, SECOND
from counterply.plugins.bridges.encoding import Encoding
from counterply.plugins.bridges.openspiel import pyspiel

if TYPE_CHECKING:
    from counterply.api.by_name import AGame

KINDS = pyspiel.GameType
REGISTERED: dict[str, type[OpenSpielGame]] = {}  # by OpenSpiel's name


def register(game: AGame, name: str = "", *, options: Mapping[str, Any] | None = None) -> str:
    """Register a game of ours in OpenSpiel, and return the name by which `pyspiel.load_game` loads it.

    Parameters
    ----------
    game : a name, a file, or a `Game`; compiled, and with nothing hidden
    name : in OpenSpiel; by default that of the game and its options, after ``counterply_``
    options : of the game that is named, as `counterply.game` takes them

    Raises
    ------
    UsageError
        for a game in plain Python, or with hidden information
    """
    made = by_name.game(game, **options or {})
    if not isinstance(made, Game):
        raise UsageError(f"{getattr(made, 'name', made)} is in plain Python, and OpenSpiel needs the codes of compiled moves")
    if made.hidden:
        raise GameError(f"{made.name} hides something from a player, which a state of OpenSpiel would show")
    words = [made.name, *(f"{key}_{value}" for key, value in made.options.items())]
    known = name or "counterply_" + "_".join("".join(letter if letter.isalnum() else "_" for letter in word) for word in words)
    if known not in REGISTERED:
        REGISTERED[known] = kind = type("OpenSpielGame", (OpenSpielGame,), {"ours": made, "name": known})
        pyspiel.register_game(_type_of(known, made), kind)  # no function: it is freed after the interpreter has ended
    return known


def _type_of(name: str, game: Game) -> Any:
    """Return what OpenSpiel is told of a game."""
    chance = KINDS.ChanceMode.EXPLICIT_STOCHASTIC if game.chance else KINDS.ChanceMode.DETERMINISTIC
    return KINDS(
        short_name=name,
        long_name=game.full_name,
        dynamics=KINDS.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=KINDS.Information.PERFECT_INFORMATION,
        utility=KINDS.Utility.ZERO_SUM,
        reward_model=KINDS.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games; OpenSpiel makes it, so it has what it needs in its class."""

    ours: Game
    name: str

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        self.encoding = Encoding(self.ours)
        self.max_plies = self.ours.max_plies or PLY_CAP
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.actions,
            max_chance_outcomes=self.ours.max_moves if self.ours.chance else 0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_plies,
        )
        super().__init__(_type_of(self.name, self.ours), info, parameters or {})

    def new_initial_state(self) -> OpenSpielState:
        """Return the state at the start."""
        return OpenSpielState(self)

    def make_py_observer(self, kind: object = None, params: Any = None) -> OpenSpielObserver:
        """Return what writes a state down for a player."""
        return OpenSpielObserver(self.encoding)


class Held:
    """A position that OpenSpiel copies by reference: it copies all that a state holds each time that it makes a child."""

    def __init__(self, position: Position) -> None:
        self.position = position

    def __deepcopy__(self, memo: dict[int, Any]) -> Held:
        return self


class OpenSpielState(pyspiel.State):  # type: ignore[misc]
    """A position of one of our games."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self._held = Held(game.ours.start())
        self._max_plies = game.max_plies

    @property
    def position(self) -> Position:
        """The position."""
        return self._held.position

    def current_player(self) -> int:
        """Return whose move it is, with OpenSpiel's numbers for chance and for the end."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        turn = self.position.turn
        return int(pyspiel.PlayerId.CHANCE) if turn == CHANCE else turn

    def _move(self, action: int) -> Move:
        """Return the move, or the outcome of chance, that an action is."""
        chances = self.position.chances()
        return chances[action][0] if chances else action

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.moves() or list(range(len(self.position.chances())))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the actions of a chance turn with their probabilities."""
        return [(place, probability) for place, (_, probability) in enumerate(self.position.chances())]

    def _apply_action(self, action: int) -> None:
        self._held = Held(self.position.after(self._move(action)))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.move_text(self._move(action))

    def is_terminal(self) -> bool:
        """Tell whether the game is over; one that has reached its longest length is drawn."""
        return self.position.outcome() != ONGOING or self.position.ply >= self._max_plies

    def returns(self) -> list[float]:
        """Return each player's result: 1, 0 or -1."""
        first = {FIRST: 1.0, SECOND: -1.0}.get(self.position.outcome(), 0.0)
        return [first, 0.0 - first]

    def __str__(self) -> str:
        return str(self.position)


class OpenSpielObserver:
    """Writes a state down for a player: its numbers, and its diagram."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self.tensor = np.zeros(encoding.shape, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Write the numbers, in place."""
        self.tensor[...] = self._encoding.observation(state.position, player, 0)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """Return the moves so far and the diagram, which are all that there is to know."""
        return f"{' '.join(map(str, state.position.history))}\n{state.position}"
