"""Our games as Gymnasium environments: one agent, against any of our players as the opponent.

    import gymnasium
    environment = gymnasium.make("counterply.plugins.bridges.gymnasium:Counterply/Isolation-v0", opponent="alphabeta:depth=2")

Needs ``pip install 'counterply[gymnasium]'``, or ``'.[gymnasium]'`` in a clone.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Literal, Unpack

import numpy as np

from counterply import registry
from counterply.core.described_options import described
from counterply.core.errors import GameError, UsageError
from counterply.core.limits import Limit
from counterply.core.machine import extra
from counterply.core.values import ONGOING
from counterply.players import make_player
from counterply.plugins.bridges.encoding import ILLEGAL_REWARD, Episodes, Episodic, after_chance
from counterply.plugins.bridges.opponent import asked_move

if TYPE_CHECKING:
    import gymnasium

    from counterply.api.by_name import AGame
else:
    gymnasium = extra("gymnasium", "gymnasium", "the Gymnasium environment")
spaces: Any = extra("gymnasium.spaces", "gymnasium", "the Gymnasium environment")

DEFAULT_LIMIT = Limit(nodes=1000)  # of each of the opponent's moves: reproducible, and quick


class Env(Episodic, gymnasium.Env):  # type: ignore[misc]
    """A game against an opponent. The agent sees its own turns only: the opponent's moves and chance happen inside `step`.

    An observation is a float32 vector, or with ``view="planes"`` the board. ``info["action_mask"]`` says what is legal; see
    `counterply.plugins.bridges.encoding.Encoding`. An action is a move's code.

    Parameters
    ----------
    game : a name, a file, or a `Game`
    opponent : a player of Counterply by name (``engine``, ``alphabeta:depth=2``, ``FILE.py:NAME``), or an object with ``choose``
    limit : of each of the opponent's moves
    seat : 0: the agent moves first; 1: second; None: drawn by the seed for each episode
    illegal : 'lose': an illegal action ends the episode with -1; 'raise': it raises `GameError`
    options : those of `counterply.plugins.bridges.encoding.Episodes`
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - Gymnasium's way

    @described
    def __init__(
        self,
        game: AGame,
        opponent: Any = "engine",
        limit: Limit = DEFAULT_LIMIT,
        *,
        seat: int | None = None,
        illegal: Literal["lose", "raise"] = "lose",
        **options: Unpack[Episodes],
    ) -> None:
        if seat not in (0, 1, None):
            raise UsageError(f"seat is 0, 1 or None, not {seat!r}")
        if limit.endless:
            raise UsageError("the opponent needs a limit, such as Limit(nodes=1000)")
        self._take_up(game, options, "a Gymnasium environment")
        self.opponent = make_player(opponent) if isinstance(opponent, str) else opponent
        self.limit = limit
        self.seat = seat
        self.illegal = illegal
        self.observation_space = spaces.Box(self.encoding.low, self.encoding.high, dtype=np.float32)
        self.action_space = spaces.Discrete(self.encoding.actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin a new game; the seed decides chance, seats and the opponent's choices, of this and all later episodes."""
        super().reset(seed=seed)
        self._seed = int(self.np_random.integers(2**31))
        self._dice = Random(self._seed)
        self._own = self._seed & 1 if self.seat is None else self.seat
        if hasattr(self.opponent, "start"):
            self.opponent.start(self.game, 1 - self._own, self._seed)
        self.position = after_chance(self.game.start(), self._dice)
        self._reply()
        return self._observation()

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Play the agent's action, then the moves and chance events before its next turn."""
        move = int(action)
        if move not in self.position.moves():
            if self.illegal == "raise":
                raise GameError(f"action {move} is illegal; legal: {' '.join(map(str, self.position.moves()))}")
            observation, info = self._observation()
            return observation, ILLEGAL_REWARD, True, False, {**info, "illegal": move}
        self.position = after_chance(self.position.after(move), self._dice)
        self._reply()
        over = self.position.outcome() != ONGOING
        truncated = not over and self.position.ply >= self.max_plies
        observation, info = self._observation()
        reward = self._first_reward() if over else 0.0
        return observation, reward if self._own == 0 else 0.0 - reward, over, truncated, info

    def _reply(self) -> None:
        """Let the opponent and chance move until the agent is on move or the game is over, in place."""
        while self.position.outcome() == ONGOING and self.position.turn != self._own and self.position.ply < self.max_plies:
            move = asked_move("the opponent", self.opponent, self.position, self.limit, self._seed)
            self.position = after_chance(self.position.after(move), self._dice)

    def _observation(self) -> tuple[np.ndarray, dict[str, Any]]:
        mask = self.encoding.mask(self.position, self._own)
        return self.encoding.observation(self.position, self._own, self._seed), {"action_mask": mask, "seat": self._own}

    def close(self) -> None:
        """Close the opponent."""
        if hasattr(self.opponent, "close"):
            self.opponent.close()


def environment_id(game: str) -> str:
    """Return Gymnasium's id of a built-in game.

    >>> environment_id("connect_four")
    'Counterply/ConnectFour-v0'
    """
    return f"Counterply/{''.join(word.capitalize() for word in game.split('_'))}-v0"


for _name in registry.games():
    gymnasium.register(environment_id(_name), entry_point=f"{__name__}:Env", kwargs={"game": _name})
