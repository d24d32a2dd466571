"""Monte Carlo tree search upstairs: it validates, allocates, keeps the tree from move to move, and reports."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from counterply.compiling.intrinsics import copy_record
from counterply.core.errors import GameError
from counterply.core.evaluator import Evaluator
from counterply.core.game import Game
from counterply.core.limits import NANOSECONDS, Limit, Stop, now_ns
from counterply.core.position import searched_moves
from counterply.core.report import Line, Report
from counterply.core.values import CHANCE, DECIDED_WIN, DEFAULT_GRID, HEURISTIC_LIMIT, margin_score
from counterply.plugins.monte_carlo import tree
from counterply.plugins.monte_carlo.growth import plant, replant
from counterply.plugins.monte_carlo.leaves import alpha_beta, let_search, no_search, worth
from counterply.plugins.monte_carlo.simulations import simulate
from counterply.search.alphabeta import context as limits
from counterply.search.alphabeta.engine import Engine, require_compiled_rules
from counterply.search.repetition import write_past
from counterply.search.worlds import measured_scale, require_simple_model

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

FIRST_REPORT = 1_000  # simulations before the first report; each further one comes after twice as many
PLY_CAP = 500  # plies of a rollout in a game that declares no longest length
LEAST_LINE_VISITS = 2  # of an unproven node, to be shown in a line
SEARCH_MEMORY = 16  # MB of the table of the shallow searches at the leaves

UNSEEN_VALUE = -2.0  # of a child without visits: worse than any other

NO_SEARCHER = np.zeros(1, np.dtype([("no_searcher", np.int64)]))[0]
let_search(NO_SEARCHER.dtype, no_search)

Leaf = Literal["rollout", "eval", "search"]
Prior = Literal["none", "hint", "eval"]
LEAVES: dict[str, int] = {"rollout": tree.ROLLOUT, "eval": tree.EVALUATE, "search": tree.SEARCH}
PRIORS: dict[str, int] = {"none": tree.NO_PRIOR, "hint": tree.HINT_PRIOR, "eval": tree.EVALUATOR_PRIOR}


@dataclass(frozen=True)
class TreeSettings:
    """How a tree search judges and chooses.

    Attributes
    ----------
    leaf : the worth of a new node: 'rollout', a game played on from there; 'eval', the evaluator's value; 'search', that of a
        shallow alpha-beta search
    light : rollouts follow the game's hints: no move that loses at once, and the better of two random candidates
    plies : of a rollout; then the evaluator judges. None: to the end of the game
    depth : of the shallow search, in plies
    prior : where a move's first promise comes from: 'hint', the game's candidates; 'eval', the evaluator one ply on; 'none'
    explore : weight of uncertainty in the choice of a move, in standard deviations of the leaves' values
    bias : weight of the prior; it fades with the visits
    minimax : share of the minimax of the leaves' values, beside their mean, in a node's worth
    scale : an evaluator's value, in its own units, that is as good as winning three games of four. None: measured
    outcomes : chance turns with up to so many outcomes branch; others are rolled anew in each simulation
    frozen : the game's simple model of chance: nothing new comes
    """

    leaf: Leaf = "rollout"
    light: bool = False
    plies: int | None = None
    depth: int = 2
    prior: Prior = "hint"
    explore: float = 1.0
    bias: float = 0.5
    minimax: float = 0.0
    scale: float | None = None
    outcomes: int = 21
    frozen: bool = False


class TreeSearch:
    """A Monte Carlo tree search with its tree, for one game and one evaluator. Not to be shared between threads."""

    def __init__(self, game: Game, evaluator: Evaluator, settings: TreeSettings | None = None, memory_mb: int = 64) -> None:
        require_compiled_rules(game, "mcts")
        self.game = game
        self.settings = settings = settings or TreeSettings()
        self.bound = evaluator.bind(game)
        self.uncertain = game.chance or game.hidden
        if settings.frozen:
            require_simple_model(game)
        if settings.leaf == "search" and self.uncertain:
            raise GameError(f"hybrid (mcts:leaf=search) needs a game without chance or hidden cards, not {game.name}; take mcts")
        self._tree = limits.large_pages(memory_mb << 20).view(tree.NODE)
        self._context = np.zeros(1, tree.tree_type(game.record, game.memo, game.max_moves))
        self.context = self._context[0]
        self._never = Stop()
        self._searcher = self._make_searcher(evaluator)
        self._configure()
        self.forget()

    def _make_searcher(self, evaluator: Evaluator) -> Any:
        if self.settings.leaf != "search":
            return NO_SEARCHER
        self._engine = Engine(self.game, evaluator, memory_mb=SEARCH_MEMORY)
        context = self._engine.context
        let_search(context.dtype, alpha_beta)
        return context

    def _configure(self) -> None:
        context, game, settings = self.context, self.game, self.settings
        context["tree"], context["capacity"] = self._tree.ctypes.data, len(self._tree)
        context["evaluate"], context["weights"] = self.bound.address, self.bound.weights_address
        context["grid"] = self.bound.evaluator.grid
        context["hidden"] = game.hidden
        context["frozen"] = settings.frozen
        context["varying"] = self.uncertain
        context["margin"] = game.by_margin
        context["cuts"] = game.cuts
        context["sound"] = 1
        context["outcomes"] = settings.outcomes
        context["leaf"] = LEAVES[settings.leaf]
        context["light"] = settings.light
        longest = PLY_CAP if game.max_plies is None else game.max_plies
        context["plies"] = longest if settings.plies is None else settings.plies
        context["depth"] = settings.depth
        context["prior"] = PRIORS[settings.prior]
        context["explore"], context["bias"], context["minimax"] = settings.explore, settings.bias, settings.minimax
        context["scale"] = measured_scale(game, self.bound.evaluator) if settings.scale is None else settings.scale
        context["keeps_memo"] = self.bound.reads_memo or game.reads_memo("decided", "required", "candidates")
        context["poll_interval"] = 1

    def forget(self) -> None:
        """Forget the tree, in place."""
        self._root: Any = None
        plant(self.context)

    def warm_up(self, position: AnyPosition) -> None:
        """Compile the kernels that a search from here needs, before a limit runs."""
        for _ in self.deepen(position, Limit(simulations=2), seed=0):
            pass
        replant(self.context, tree.ROOT)
        self.forget()

    # --- from move to move

    def _known_node(self, position: AnyPosition) -> int | None:
        """Return the node that stands for `position` in the tree of the last search, if it may be used."""
        root = self._root
        if root is None or self.game.hidden or position.turn != root.turn or position.history[: root.ply] != root.history:
            return None
        if position.origin is not root.origin and position.origin.record.tobytes() != root.origin.record.tobytes():
            return None
        nodes, index = self.nodes, tree.ROOT
        for move in position.history[root.ply :]:
            if root.turn == CHANCE and len(root.chances()) > self.settings.outcomes:
                return None
            index = next((child for child in self.children(index) if nodes["move"][child] == move), tree.NONE)
            if index == tree.NONE:
                return None
            root = root.after(move)
        node = nodes[index]
        sure = node["low"] == node["high"] and node["first"] == tree.NONE  # of its result, but not of a move
        return int(index) if node["visits"] > 0 and not sure else None

    def _take_root(self, position: AnyPosition) -> None:
        """Let the tree begin at `position`, in place: with its part of the last search's tree, or anew."""
        node = self._known_node(position)
        if node is None:
            plant(self.context)
        elif node != tree.ROOT:
            replant(self.context, node)
        self._root = position

    @property
    def nodes(self) -> np.ndarray:
        """The nodes of the tree, as an array of `counterply.plugins.monte_carlo.tree.NODE`."""
        return self._tree[: int(self.context["used"])]

    def children(self, index: int) -> list[int]:
        """Return the children of a node, in the order in which equals are preferred."""
        nodes, found = self.nodes, []
        child = int(nodes["first"][index])
        while child != tree.NONE:
            found.append(child)
            child = int(nodes["next"][child])
        return found

    # --- the search

    def _prepare(self, position: AnyPosition, limit: Limit, seed: int) -> None:
        """Write the root and the limits into the context, in place."""
        context = self.context
        copy_record(context["root"], position.record)
        context["player"] = position.turn
        write_past(context, position)
        self._sign = 1 if position.turn == 0 else -1  # turns values in the first player's view into the mover's
        context["random"][0] = seed & limits.NEVER
        context["simulations"] = context["failure"] = 0
        self._take_root(position)
        limits.set_limits(context, limit, self._never)
        limits.allow_a_start(context)
        if self.settings.leaf == "search":
            self._engine.prepare(position, limit, position.moves())
            limits.allow_a_start(self._engine.context)
            self._engine.use()

    def deepen(self, position: AnyPosition, limit: Limit, *, seed: int = 0) -> Iterator[Report]:
        """Search, and yield a `Report` each time the simulations have doubled; the last one says why the search stopped.

        Parameters
        ----------
        seed : decides all that is random: dice, rollouts, the order of equal moves
        """
        limit = limit.begun()
        searched_moves(position)
        self._prepare(position, limit, seed)
        context, setup = self.context, self.game.setup[0]
        most = limits.NEVER if limit.simulations is None else limit.simulations
        wanted, stopped = min(FIRST_REPORT, most), ""
        while not stopped:
            context["simulation_limit"] = wanted
            simulate(context, setup, self._searcher)
            if context["status"] == limits.EVALUATOR_FAILED:
                self.bound.check(int(context["failure"]))
            report = self._report(position, limit.begin)
            if context["status"] != limits.RUNNING:
                stopped = limits.ENDED_BY[int(context["status"])]
            elif context["simulations"] < wanted:
                stopped = "proven" if report.proven else "nothing left"
            elif wanted >= most:
                stopped = "simulations"
            else:
                wanted = min(2 * wanted, most)
                yield report
        yield replace(report, stopped=stopped)

    @property
    def pauses(self) -> np.ndarray:
        """How many times lay between two looks at the clock in the last search, by length."""
        context = self._engine.context if self.settings.leaf == "search" else self.context
        return np.asarray(context["pauses"])

    def _report(self, position: AnyPosition, begin: int) -> Report:
        lines = self._lines(position)
        best = lines[0]
        return Report(
            move=best.move,
            score=best.score,
            proven=best.proven and self._solved(tree.ROOT),  # another move may be better
            line=best.moves,
            depth=len(best.moves),
            nodes=int(self.context["nodes"]),
            simulations=int(self.context["simulations"]),
            seconds=(now_ns() - begin) / NANOSECONDS,
            grid=self._grid,
            plain=self.bound.plain and self.settings.leaf != "rollout",
            several=tuple(lines),
        )

    @property
    def _grid(self) -> int:
        return self.bound.evaluator.grid if self.context["margin"] else DEFAULT_GRID

    def _lines(self, position: AnyPosition) -> list[Line]:
        """Return the root moves that the search has seen, the best first."""
        children = self.children(tree.ROOT)
        if not children:  # no time for a single simulation, or every move is known to lose at once
            score = self._score(tree.ROOT)
            move = Random(int(self.context["random"][0])).choice(position.moves())
            return [Line(move, score, (move,), proven=self._proven(tree.ROOT, score))]
        ranked = sorted(children, key=self._rank, reverse=True)
        ranked = self._with_proven(ranked)
        lines = []
        for child in ranked:
            score = self._score(child)
            lines.append(Line(int(self.nodes["move"][child]), score, self._line(child), proven=self._proven(child, score)))
        return lines

    def _proven(self, index: int, score: int | None) -> bool:
        """Tell whether a node's `score` is proven: one that is too large for its scale is a bound."""
        return self._solved(index) and (not self.context["margin"] or abs(score or 0) < HEURISTIC_LIMIT)

    def _solved(self, index: int) -> bool:
        node = self.nodes[index]
        return not self.uncertain and bool(node["low"] == node["high"])

    def _rank(self, index: int) -> tuple[float, ...]:
        """Return the rank of a child of the root: proven wins, then visits, then proven losses; a good prior before a bad."""
        node = self.nodes[index]
        if self._solved(index) and not self.context["margin"]:
            result = self._sign * int(node["low"])
            if result > 0:
                return (2.0, -float(node["distance"]))
            if result < 0:
                return (-1.0, float(node["distance"]))
        return (0.0, float(node["visits"]), float(node["prior"]))

    def _with_proven(self, ranked: list[int]) -> list[int]:
        """Bring the best proven child to the front where it is worth no less than the most visited one; it is not visited more."""
        solved = [child for child in ranked if self._solved(child)]
        if not solved:
            return ranked
        best = max(solved, key=self._value)
        if self._solved(ranked[0]) and self._value(ranked[0]) == self._value(best):
            return ranked
        if self._solved(tree.ROOT) or self._value(best) >= self._value(ranked[0]):
            return [best, *(child for child in ranked if child != best)]
        return ranked

    def _value(self, index: int) -> float:
        """Return the worth of a node to the mover at the root, from -1 to 1."""
        node = self.nodes[index]
        visits = int(node["visits"])
        if not visits and not self._solved(index):
            return UNSEEN_VALUE
        value = float(node["value"]) / visits if visits else 0.0
        if not self.uncertain:
            value = min(max(value, worth(self.context, int(node["low"]))), worth(self.context, int(node["high"])))
        return self._sign * value

    def _score(self, index: int) -> int | None:
        """Return a node's score: the expected result, or points where the margin is the objective; proven ones in their band.

        A node without visits has none.
        """
        node = self.nodes[index]
        if self._solved(index):
            result = self._sign * int(node["low"])
            if self.context["margin"]:
                return int(margin_score(result, 0, self._grid))
            return result * DECIDED_WIN
        if not node["visits"]:
            return None
        value = max(-1.0, self._value(index))
        if self.context["margin"]:
            share = min(abs(value), 0.999)
            points = share * float(self.context["scale"]) / (1 - share)
            return round((points if value > 0 else -points) * self._grid)
        return round(value * self._grid)

    def _line(self, index: int) -> tuple[int, ...]:
        """Return the line through a child of the root that was visited most; where a result is proven, the one that reaches it.

        In a game with chance or hidden information it ends with the first move: neither player can know the rest.
        """
        nodes = self.nodes
        moves = [int(nodes["move"][index])]
        while not self.uncertain:
            children = self.children(index)
            if self._solved(index):
                seat, result = int(nodes["turn"][index]), int(nodes["low"][index])
                children = [child for child in children if self._solved(child) and nodes["low"][child] == result]
                sign = -1 if (result > 0) == (seat == 0) else 1  # a winner takes the shortest way, a loser the longest
                children.sort(key=lambda child: sign * int(nodes["distance"][child]), reverse=True)
            else:
                children = [child for child in children if nodes["visits"][child] >= LEAST_LINE_VISITS]
                children.sort(key=lambda child: int(nodes["visits"][child]), reverse=True)
            if not children:
                break
            index = children[0]
            moves.append(int(nodes["move"][index]))
        return tuple(moves)
