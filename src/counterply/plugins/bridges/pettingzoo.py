"""Our games as PettingZoo environments: agents take turns (AEC), legal moves are an action mask.

    from counterply.plugins.bridges.pettingzoo import env
    environment = env("isolation")

Needs ``pip install 'counterply[pettingzoo]'``, or ``'.[pettingzoo]'`` in a clone.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from counterply.core.described_options import described
from counterply.core.machine import extra
from counterply.core.values import ONGOING
from counterply.plugins.bridges.encoding import ILLEGAL_REWARD, Episodes, Episodic, after_chance

if TYPE_CHECKING:
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

    from counterply.api.by_name import AGame
else:
    AECEnv = extra("pettingzoo", "pettingzoo", "the PettingZoo environment").AECEnv
    wrappers = extra("pettingzoo.utils.wrappers", "pettingzoo", "the PettingZoo environment")
spaces: Any = extra("gymnasium.spaces", "pettingzoo", "the PettingZoo environment")

AGENTS = ["player_0", "player_1"]  # the first moves first


def env(game: AGame, **settings: Any) -> Any:
    """Return a game as an environment with the usual wrappers: an illegal action ends the episode, its agent gets -1.

    Parameters
    ----------
    game : a name, a file, or a `Game`
    settings : as for `raw_env`
    """
    made: Any = wrappers.TerminateIllegalWrapper(raw_env(game, **settings), illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


class raw_env(Episodic, AECEnv):  # type: ignore[misc]  # noqa: N801 - the name that PettingZoo's environments have
    """A game as an environment: agents ``player_0``, who moves first, and ``player_1``.

    Observations are ``{"observation": float32[..], "action_mask": int8[actions]}``, see
    `counterply.plugins.bridges.encoding.Encoding`; an action is a move's code. Chance is rolled inside `reset` and
    `step`, by the seed.

    Parameters
    ----------
    game : a name, a file, or a `Game`
    options : those of `counterply.plugins.bridges.encoding.Episodes`
    """

    metadata = {"render_modes": ["ansi"], "name": "counterply", "is_parallelizable": False}  # noqa: RUF012 - PettingZoo's way

    @described
    def __init__(self, game: AGame, **options: Unpack[Episodes]) -> None:
        super().__init__()
        self._take_up(game, options, "a PettingZoo environment")
        self.metadata = {**self.metadata, "name": f"counterply_{self.game.name}"}
        self.possible_agents = list(AGENTS)
        space = spaces.Dict(
            {
                "observation": spaces.Box(self.encoding.low, self.encoding.high, dtype=np.float32),
                "action_mask": spaces.Box(0, 1, (self.encoding.actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(AGENTS, space)
        self.action_spaces = {agent: spaces.Discrete(self.encoding.actions) for agent in AGENTS}

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; `seed` decides chance and redraws. Without one every game differs."""
        self.seed = Random().getrandbits(32) if seed is None else seed
        self._dice = Random(self.seed)
        self.position = after_chance(self.game.start(), self._dice)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.position.turn]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """Return an agent's view, and its legal actions."""
        seat = AGENTS.index(agent)
        observation = self.encoding.observation(self.position, seat, self.seed)
        mask = self.encoding.mask(self.position, seat)
        return {"observation": observation, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play the selected agent's action, a legal move's code; None for an agent whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        assert action is not None
        self.position = after_chance(self.position.after(int(action)), self._dice)
        self._clear_rewards()
        other = AGENTS[1 - AGENTS.index(agent)]  # it has not heard of an end yet
        if self.position.outcome() != ONGOING:
            first = self._first_reward()
            self.rewards = dict(zip(AGENTS, (first, -first), strict=True))
            self.terminations, self.agent_selection = dict.fromkeys(AGENTS, True), other
        elif self.position.ply >= self.max_plies:
            self.truncations, self.agent_selection = dict.fromkeys(AGENTS, True), other
        else:
            self.agent_selection = AGENTS[self.position.turn]
        self._accumulate_rewards()
