"""Players that search by sampling: Monte Carlo tree search, also as in the textbook, and its hybrid with alpha-beta."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from counterply.core.errors import GameError
from counterply.core.evaluator import ZERO, Evaluator
from counterply.core.limits import Limit
from counterply.core.report import Report
from counterply.core.users_text import positive
from counterply.players.base import (
    BasePlayer,
    Listener,
    Pauses,
    first_turn,
    last_of,
    only_move,
    seed_of_move,
)
from counterply.plugins.monte_carlo import textbook
from counterply.plugins.monte_carlo.search import Prior, TreeSearch, TreeSettings
from counterply.search.textbook import evaluation
from counterply.search.worlds import Chance, measured_scale
from counterply.usercode.trust import checked_evaluator

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.core.position import AnyPosition

DEFAULT_MEMORY = 64  # MB


@dataclass(frozen=True)
class Rollouts:
    """The value of a new node.

    Attributes
    ----------
    leaf : the value of a new node: 'rollout', a game played on from there, or 'eval', the evaluator's value; None: 'eval' where
        the game has an evaluator
    rollouts : 'random' moves, or 'light': none that loses at once, and the better of two by the game's hint; None: 'light' where
        the game has such hints
    plies : of a rollout, after which the evaluator judges; None: to the end
    """

    leaf: Literal["rollout", "eval"] | None = None
    rollouts: Literal["random", "light"] | None = None
    plies: int | None = None


@dataclass(frozen=True)
class Choice:
    """Which move the tree looks at next.

    Attributes
    ----------
    prior : a move's first promise: 'hint', the game's candidates; 'eval', the evaluator one ply on; 'none'
    explore : weight of uncertainty in the choice of a move, in standard deviations of the leaves' values
    bias : weight of the prior
    minimax : weight of the minimax of the values below in a node's value; the mean has the rest
    scale : an evaluator's value that is half of a sure win; None: measured
    """

    prior: Prior | None = None
    explore: float = 1.0
    bias: float = 0.5
    minimax: float = 0.0
    scale: float | None = None

    def settings(self, game: Game, **others: Any) -> TreeSettings:
        """Return the settings with these, and the prior chosen by the hints that a game gives."""
        prior: Prior = self.prior or ("hint" if game.has("candidates") else "none")
        return TreeSettings(**{**vars(self), "prior": prior, **others})


class SamplingPlayer(BasePlayer):
    """Base of the players that sample: the same rules of a seat for any tree.

    Parameters
    ----------
    simulations : most simulations a move
    """

    _search: TreeSearch | None = None  # of a compiled game

    def __init__(self, simulations: int | None) -> None:
        if simulations is not None:
            positive(simulations, "simulations")
        self.simulations = simulations
        self._game: Any = None
        self._seed = 0
        self._pauses = Pauses()

    @abstractmethod
    def search(self, position: AnyPosition, limit: Limit, seed: int, listen: Listener | None) -> Report:
        """Return the last report of a search from `position` within a running limit; `listen` gets each."""

    def choose(self, position: AnyPosition, limit: Limit, listen: Listener | None = None) -> Report:
        """Search within the limit; a single legal move is played at once."""
        if self._game is not position.game:
            self.start(position.game, position.turn, self._seed)
        limit = limit.at_most(simulations=self.simulations).begun()
        if limit.with_(depth=None).unlimited and limit.stop is None:
            example = f"{self.name.partition(':')[0]}:simulations=2000"
            raise GameError(f"{self.name} needs a limit: seconds, nodes, or simulations, as in {example}")
        moves = position.moves()
        if len(moves) == 1:
            return only_move(moves[0], limit.begin)
        limit = self._pauses.reserved(limit)
        report = self.search(position, limit, seed_of_move(self._seed, position), listen)
        self._pauses.note(limit, report, None if self._search is None else self._search.pauses)
        return report


class UctPlayer(SamplingPlayer):
    """UCT as in the textbook, in plain Python: random games to the end, no priors, nothing proven; plays games in plain Python too.

    Parameters
    ----------
    simulations : most simulations a move
    explore : weight of uncertainty in the choice of a move, in standard deviations of the results so far
    """

    notes = ("uct searches in plain Python",)

    def __init__(self, simulations: int | None = None, explore: float = 1.0) -> None:
        super().__init__(simulations)
        self.explore = explore

    def start(self, game: Any, seat: int, seed: int) -> None:
        """Refuse games that UCT does not fit; seed the random state."""
        textbook.require_nothing_hidden(game)
        self._game, self._seed = game, seed

    def search(self, position: AnyPosition, limit: Limit, seed: int, listen: Listener | None) -> Report:
        """Return the last report of textbook UCT in plain Python, from an empty tree; `listen` gets all of them."""
        return last_of(textbook.monte_carlo(position, limit, seed=seed, explore=self.explore), listen)


class TreePlayer(SamplingPlayer):
    """Base of the compiled players with a Monte Carlo tree, which is kept from move to move.

    A game in plain Python is searched as in the textbook, with the same leaves.
    """

    _leaf: Callable[[int], textbook.Leaf | None]  # of a game in plain Python: the leaves as the mover at the root judges them

    def __init__(self, eval: str | None, weights: str | None, choice: Choice, simulations: int | None, memory: int) -> None:
        super().__init__(simulations)
        self.eval = eval
        self.weights = weights
        self.choice = choice
        self.memory = positive(memory, "the MB of memory")

    @abstractmethod
    def settings_for(self, game: Game, evaluator: Any) -> TreeSettings:
        """Return the settings for a game: those that were asked for, and defaults where none were."""

    @abstractmethod
    def leaf_depth(self, evaluator: Evaluator) -> int | None:
        """Return how deep a leaf is searched in plain Python before the evaluator judges it; None: it is played out."""

    def start(self, game: Any, seat: int, seed: int) -> None:
        """Forget the last game; compile for a new one."""
        self._seed = seed
        if game is self._game:
            if self._search is not None:
                self._search.forget()
            return
        evaluator = checked_evaluator(self.eval, game, self.weights)
        if not game.compiled:
            self._start_plain(game, evaluator)
            return
        self._search = TreeSearch(game, evaluator, self.settings_for(game, evaluator), self.memory)
        self._search.warm_up(first_turn(game))
        self._game = game
        self.notes = () if self._search.settings.leaf == "rollout" else self._search.bound.notes

    def _start_plain(self, game: Game, evaluator: Evaluator) -> None:
        textbook.require_nothing_hidden(game)
        depth, evaluate = self.leaf_depth(evaluator), evaluation(game, evaluator)
        scale = 1.0 if depth is None else self.choice.scale or measured_scale(game, evaluator)
        self._leaf = lambda player: None if depth is None else textbook.judged(evaluate, evaluator.grid, scale, player, depth)
        self._search, self._game = None, game
        self.notes = (f"{self.name} searches in plain Python, without priors, proofs, or a tree that is kept",)

    def search(self, position: AnyPosition, limit: Limit, seed: int, listen: Listener | None) -> Report:
        """Return the last report of the compiled search with its kept tree, in place, or of textbook UCT in plain Python."""
        if self._search is not None:
            return last_of(self._search.deepen(position, limit, seed=seed), listen)
        leaf = self._leaf(position.turn)
        return last_of(textbook.monte_carlo(position, limit, seed=seed, explore=self.choice.explore, leaf=leaf), listen)


class MctsPlayer(TreePlayer):
    """Monte Carlo tree search: UCT with priors, proven results and a tree that is kept from move to move.

    Parameters
    ----------
    eval : the evaluator; None is the game's first one
    simulations : most simulations a move
    outcomes : chance turns with at most this many outcomes branch; others are sampled again in each simulation
    chance : 'outcomes', or 'frozen', the game's simple model: nothing new comes
    memory : MB of the tree; when it is full, it grows no more
    weights : a file of weights, or the weights themselves; None are the evaluator's own
    """

    def __init__(
        self,
        eval: str | None = None,
        simulations: int | None = None,
        leaves: Rollouts = Rollouts(),
        choice: Choice = Choice(),
        outcomes: int = 21,
        chance: Chance = "outcomes",
        memory: int = DEFAULT_MEMORY,
        weights: str | None = None,
    ) -> None:
        self.leaves, self.outcomes, self.frozen = leaves, outcomes, chance == "frozen"
        super().__init__(eval, weights, choice, simulations, memory)

    def settings_for(self, game: Game, evaluator: Any) -> TreeSettings:
        """Return the settings with leaf, rollouts and prior chosen by the hints that the game gives."""
        asked = self.leaves
        hinted = game.has("candidates") or game.has("required")
        return self.choice.settings(
            game,
            leaf=asked.leaf or ("rollout" if evaluator is ZERO else "eval"),
            light=asked.rollouts == "light" or (asked.rollouts is None and hinted),
            plies=asked.plies,
            outcomes=self.outcomes,
            frozen=self.frozen,
        )

    def leaf_depth(self, evaluator: Evaluator) -> int | None:
        """Return 0, for the evaluator alone, or None, for a rollout."""
        return 0 if (self.leaves.leaf or ("rollout" if evaluator is ZERO else "eval")) == "eval" else None


class HybridPlayer(TreePlayer):
    """Monte Carlo tree search whose leaves are judged by a shallow alpha-beta search.

    Parameters
    ----------
    eval : the evaluator; None is the game's first one
    simulations : most simulations a move
    depth : of the search at a leaf, in plies
    memory : MB of the tree; when it is full, it grows no more
    weights : a file of weights, or the weights themselves; None are the evaluator's own
    """

    def __init__(
        self,
        eval: str | None = None,
        simulations: int | None = None,
        depth: int = 2,
        choice: Choice = Choice(),
        memory: int = DEFAULT_MEMORY,
        weights: str | None = None,
    ) -> None:
        self.depth = depth
        super().__init__(eval, weights, choice, simulations, memory)

    def settings_for(self, game: Game, evaluator: Any) -> TreeSettings:
        """Return the settings with the prior chosen by the hints that the game gives."""
        return self.choice.settings(game, leaf="search", depth=self.depth)

    def leaf_depth(self, evaluator: Evaluator) -> int | None:
        """Return the depth of the search at a leaf."""
        return self.depth
