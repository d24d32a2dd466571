"""Players that search by sampling: Monte Carlo tree search, and its hybrid with alpha-beta."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import Any, Literal

from counterply.core.errors import GameError
from counterply.core.evaluator import ZERO
from counterply.core.limits import Limit, now_ns
from counterply.core.report import Report
from counterply.players.base import REMEMBERED_MOVES, SEED_FACTOR, Listener, Player, first_turn, last_of, only_move, reserve_of
from counterply.search.mcts.search import Leaf, Prior, Settings, TreeSearch, require_tree_rules
from counterply.search.worlds import Chance
from counterply.usercode.trust import checked_evaluator

DEFAULT_MEMORY = 64  # MB


class TreePlayer(Player):
    """What the players with a Monte Carlo tree share."""

    def __init__(self, eval: str | None, weights: str | None, settings: Settings, simulations: int | None, memory: int) -> None:
        if memory < 1:
            raise GameError(f"memory must be 1 MB or more, not {memory}")
        if simulations is not None and simulations < 1:
            raise GameError(f"simulations must be 1 or more, not {simulations}")
        self.eval = eval
        self.weights = weights
        self.settings = settings
        self.simulations = simulations
        self.memory = memory
        self._search: TreeSearch | None = None
        self._game: Any = None
        self._seed = 0
        self._pauses: deque[float] = deque(maxlen=REMEMBERED_MOVES)

    def settings_for(self, game: Any, evaluator: Any) -> Settings:
        """Return the settings for a game: those that were asked for, and defaults where none were."""
        return self.settings

    def start(self, game: Any, seat: int, seed: int) -> None:
        """Forget the last game; compile for a new one."""
        self._seed = seed
        if game is self._game and self._search is not None:
            self._search.forget()
            return
        require_tree_rules(game)
        evaluator = checked_evaluator(self.eval, game, self.weights)
        self._search = TreeSearch(game, evaluator, self.settings_for(game, evaluator), self.memory)
        self._search.warm_up(first_turn(game))
        self._game = game
        self.notes = (self._search.bound.note,) if self._search.bound.note else ()

    def choose(self, position: Any, limit: Limit, listen: Listener | None = None) -> Report:
        """Search within the limit; a single legal move is played at once."""
        if self._search is None or self._game is not position.game:
            self.start(position.game, position.turn, self._seed)
        assert self._search is not None
        begin = now_ns()
        if self.simulations is not None:
            most = self.simulations if limit.simulations is None else min(limit.simulations, self.simulations)
            limit = limit.with_(simulations=most)
        if limit.with_(depth=None).unlimited and limit.stop is None:
            raise GameError(
                f"{self.name} needs a limit: time, nodes, or simulations, as in {self.name.partition(':')[0]}:simulations=2000"
            )
        moves = position.moves()
        if len(moves) == 1:
            return only_move(moves[0], begin)
        seed = (self._seed + 1) * SEED_FACTOR + position.ply
        reserve = reserve_of(limit, max(self._pauses, default=0.0))
        report = last_of(self._search.deepen(position, limit, seed=seed, reserve=reserve, begin=begin), listen)
        self._pauses.append(self._search.longest_pause)
        return report


class MctsPlayer(TreePlayer):
    """Monte Carlo tree search: UCT with priors, proven results and a tree that is kept from move to move.

    Parameters
    ----------
    eval : the evaluator; None is the game's first one
    simulations : most simulations a move
    leaf : what a new node is worth: 'rollout', a game played on from there, or 'eval', the evaluator's value; None: 'eval' where
        the game has an evaluator
    rollouts : 'random' moves, or 'light': none that loses at once, and the better of two by the game's hint; None: 'light' where
        the game has such hints
    plies : of a rollout, after which the evaluator judges; None: to the end
    prior : a move's first promise: 'hint', the game's candidates; 'eval', the evaluator one ply on; 'none'
    explore : weight of uncertainty in the choice of a move, in standard deviations of the leaves' values
    bias : weight of the prior
    minimax : share of the minimax of the values below in what a node is worth, the mean having the rest
    scale : an evaluator's value that is half of a sure win; None: measured
    outcomes : chance turns with up to so many outcomes branch; others are rolled anew in each simulation
    chance : 'outcomes', or 'frozen', the game's simple model: nothing new comes
    memory : MB of the tree; when it is full, it grows no more
    weights : a file of weights, or the weights themselves; None are the evaluator's own
    """

    def __init__(
        self,
        eval: str | None = None,
        simulations: int | None = None,
        leaf: Literal["rollout", "eval"] | None = None,
        rollouts: Literal["random", "light"] | None = None,
        plies: int | None = None,
        prior: Prior | None = None,
        explore: float = 1.0,
        bias: float = 0.5,
        minimax: float = 0.0,
        scale: float | None = None,
        outcomes: int = 21,
        chance: Chance = "outcomes",
        memory: int = DEFAULT_MEMORY,
        weights: str | None = None,
    ) -> None:
        self.leaf: Leaf | None = leaf
        self.prior = prior
        self.rollouts = rollouts
        frozen = chance == "frozen"
        settings = Settings(plies=plies, explore=explore, bias=bias, minimax=minimax, scale=scale, outcomes=outcomes, frozen=frozen)
        super().__init__(eval, weights, settings, simulations, memory)

    def settings_for(self, game: Any, evaluator: Any) -> Settings:
        """Return the settings with leaf, rollouts and prior chosen by what the game offers."""
        judged = evaluator is not ZERO
        hinted = game.has("candidates") or game.has("required")
        light = self.rollouts == "light" or (self.rollouts is None and hinted)
        leaf: Leaf = self.leaf or ("eval" if judged else "rollout")
        prior: Prior = self.prior or ("hint" if game.has("candidates") else "none")
        return replace(self.settings, leaf=leaf, prior=prior, light=light)


class HybridPlayer(TreePlayer):
    """Monte Carlo tree search whose leaves are judged by a shallow alpha-beta search.

    Parameters
    ----------
    eval : the evaluator; None is the game's first one
    simulations : most simulations a move
    depth : of the search at a leaf, in plies
    prior : a move's first promise: 'hint', the game's candidates; 'eval', the evaluator one ply on; 'none'
    explore : weight of uncertainty in the choice of a move, in standard deviations of the leaves' values
    bias : weight of the prior
    minimax : share of the minimax of the values below in what a node is worth, the mean having the rest
    scale : an evaluator's value that is half of a sure win; None: measured
    memory : MB of the tree; when it is full, it grows no more
    weights : a file of weights, or the weights themselves; None are the evaluator's own
    """

    def __init__(
        self,
        eval: str | None = None,
        simulations: int | None = None,
        depth: int = 2,
        prior: Prior | None = None,
        explore: float = 1.0,
        bias: float = 0.5,
        minimax: float = 0.0,
        scale: float | None = None,
        memory: int = DEFAULT_MEMORY,
        weights: str | None = None,
    ) -> None:
        self.prior = prior
        settings = Settings(leaf="search", depth=depth, explore=explore, bias=bias, minimax=minimax, scale=scale)
        super().__init__(eval, weights, settings, simulations, memory)

    def settings_for(self, game: Any, evaluator: Any) -> Settings:
        """Return the settings with the prior chosen by what the game offers."""
        prior: Prior = self.prior or ("hint" if game.has("candidates") else "none")
        return replace(self.settings, prior=prior)
