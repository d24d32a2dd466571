"""Monte Carlo tree search as in the textbook, in plain Python: UCT, with leaves that are played out, judged or searched.

Like `counterply.search.textbook` it uses five parts of a game only, so it searches games in plain Python too; a *node* is one
call of ``after``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from counterply.core.limits import NANOSECONDS, Limit, now_ns
from counterply.core.position import searched_moves
from counterply.core.report import Line, Report
from counterply.core.values import CHANCE, DEFAULT_GRID, FIRST, ONGOING, SECOND, points_of, squash
from counterply.search.textbook import Count, Evaluate, LimitReached, require_plain_rules

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.core.plain_game import PlainGame
    from counterply.core.position import AnyPosition

Leaf = Callable[[Any, Count], float]  # the value of a position to the first player, -1 to 1; counts nodes, in place


def require_nothing_hidden(game: Game | PlainGame) -> None:
    """Raise `GameError` if these searches, which look at what lies open and roll dice, would be wrong for a game."""
    if game.hidden:
        require_plain_rules(game)


def expectiminimax(
    position: AnyPosition,
    depth: int,
    value: Callable[[Any], float],
    player: int,
    count: Count,
    alpha: float = -1.0,
    beta: float = 1.0,
) -> float:
    """Return the value to `player`, -1 to 1, `depth` plies deep: the mean of chance, else as in alpha-beta. Counts in place."""
    if position.outcome() != ONGOING or depth == 0:
        return value(position)
    if position.turn == CHANCE:
        total = 0.0
        for outcome, probability in position.chances():
            count.visit(outcome)
            total += probability * expectiminimax(position.after(outcome), depth, value, player, count)
        return total
    maximising = position.turn == player
    for move in position.moves():
        count.visit(move)
        reply = expectiminimax(position.after(move), depth - 1, value, player, count, alpha, beta)
        alpha, beta = (max(alpha, reply), beta) if maximising else (alpha, min(beta, reply))
        if alpha >= beta:
            break
    return alpha if maximising else beta


def judged(evaluate: Evaluate, grid: int, scale: float, player: int, depth: int = 0) -> Leaf:
    """Return leaves that an evaluator judges for `player` at the root, after a search of `depth` plies."""

    def value(position: AnyPosition) -> float:
        if position.outcome() != ONGOING:
            return 2 * points_of(position.outcome(), player) - 1
        return squash(evaluate(position, player) / grid, scale)  # type: ignore[no-any-return]

    return lambda position, count: expectiminimax(position, depth, value, player, count) * (1 if player == 0 else -1)


ALL_BITS = (1 << 64) - 1
FIRST_LEAVES = 4.0  # leaves of deviation 1 that a new tree begins with, as if it had seen them
FIRST_UCT_REPORT = 1_000  # simulations before the first report; each further one comes after twice as many


class Dice:
    """Random numbers, the same ones as in the kernels (`counterply.core.random`): splitmix64."""

    def __init__(self, seed: int) -> None:
        self.state = seed & (ALL_BITS >> 1)

    def below(self, count: int) -> int:
        """Return a random integer, 0 to `count` - 1; changes the state, in place."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & ALL_BITS
        value = self.state
        value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & ALL_BITS
        value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & ALL_BITS
        return (((value ^ (value >> 31)) >> 32) * count) >> 32

    def roll(self, position: AnyPosition) -> Any:
        """Return an outcome of a chance turn, by its probability; changes the state, in place."""
        outcomes = position.chances()
        rest = self.below(1 << 30) / (1 << 30)
        for outcome, probability in outcomes:
            rest -= probability
            if rest < 0:
                return outcome
        return outcomes[-1][0]

    def shuffle(self, moves: list[Any]) -> None:
        """Put moves into a random order, in place."""
        for index in range(len(moves) - 1, 0, -1):
            other = self.below(index + 1)
            moves[index], moves[other] = moves[other], moves[index]


@dataclass
class Node:
    """A node of a Monte Carlo tree: how often it was visited, and the sum of the results for the first player."""

    visits: int = 0
    value: float = 0.0
    children: dict[Any, Node] = field(default_factory=dict)

    def mean(self, player: int) -> float:
        """Return its mean value to a player; 0 before the first visit."""
        mean = self.value / self.visits if self.visits else 0.0
        return mean if player == 0 else -mean

    def score(self, player: int) -> int | None:
        """Return its mean as a report's score; None before the first visit."""
        return round(self.mean(player) * DEFAULT_GRID) if self.visits else None


class MonteCarloTree:
    """UCT (Kocsis and Szepesvari 2006): each simulation goes down by an upper confidence bound, plays on at random, and counts.

    It is the compiled search (`counterply.plugins.monte_carlo.search`) without its priors, proofs and memory. A game that is played
    out counts -1, 0 or 1, or its margin where that is the objective; what a `leaf` judges is -1 to 1.

    Parameters
    ----------
    explore : weight of uncertainty, in standard deviations of the results so far
    leaf : judges new nodes; None: a game played on from there
    """

    def __init__(self, position: AnyPosition, seed: int, explore: float = 1.0, leaf: Leaf | None = None) -> None:
        self.leaf = leaf
        self.by_margin = leaf is None and position.game.by_margin
        self.position = position
        self.dice = Dice(seed)
        self.explore = explore
        self.root = Node()
        self.simulations = 0
        self._results = self._squares = FIRST_LEAVES
        self._sum = 0.0

    @property
    def deviation(self) -> float:
        """The standard deviation of the results so far."""
        mean = self._sum / self._results
        return math.sqrt(max(self._squares / self._results - mean * mean, 0.0))

    def simulate(self, count: Count) -> None:
        """Make one simulation, in place; `LimitReached` leaves the tree's numbers as they were."""
        position, path = self.select(count)
        judge = self.leaf if self.leaf and position.outcome() == ONGOING else self.roll_out
        self.back_up(path, judge(position, count))

    def select(self, count: Count) -> tuple[Any, list[Node]]:
        """1. Selection: while the node is known, its best child by the upper confidence bound. Return its position and the way."""
        position, path = self.position, [self.root]
        while position.outcome() == ONGOING and (path[-1].visits > 0 or path[-1] is self.root):
            if position.turn == CHANCE:
                move = self.dice.roll(position)
                path[-1].children.setdefault(move, Node())
            else:
                move = self.selected(position, path[-1])
            count.visit(move)
            position = position.after(move)
            path.append(path[-1].children[move])
        return position, path

    def selected(self, position: AnyPosition, node: Node) -> Any:
        """Return the move to the best child. 2. Expansion: at its second visit, a node has a child for each move, in place."""
        moves = list(position.moves())
        for move in moves:
            node.children.setdefault(move, Node())
        self.dice.shuffle(moves)  # of equals, none comes first for ever
        return max(moves, key=lambda move: sum(self.bound(node, node.children[move], position.turn)))

    def roll_out(self, position: AnyPosition, count: Count) -> float:
        """3. Simulation: random moves to the end; return the result for the first player."""
        while position.outcome() == ONGOING:
            moves = position.moves()
            move = self.dice.roll(position) if position.turn == CHANCE else moves[self.dice.below(len(moves))]
            count.visit(move)
            position = position.after(move)
        return float(position.margin()) if self.by_margin else {FIRST: 1.0, SECOND: -1.0}.get(position.outcome(), 0.0)

    def back_up(self, path: list[Node], result: float) -> None:
        """4. Backpropagation: the result counts for every node on the way, in place."""
        for visited in path:
            visited.visits += 1
            visited.value += result
        self.simulations += 1
        self._results += 1
        self._sum += result
        self._squares += result * result

    def bound(self, parent: Node, child: Node, player: int) -> tuple[float, float]:
        """Return the upper confidence bound of a child for the player who moves: its mean, and a bonus for being tried rarely.

        Its mean has one visit more, which is worth the parent's mean: a child that was never tried is as good as its siblings.
        """
        tried = sum(each.visits for each in parent.children.values()) + 1
        mean = (child.value * (1 if player == 0 else -1) + parent.mean(player)) / (child.visits + 1)
        return mean, self.explore * self.deviation * math.sqrt(math.log(tried + 1)) / math.sqrt(child.visits + 1)

    def line(self, move: Any) -> tuple[Any, ...]:
        """Return the moves most visited, beginning with `move`; nodes visited once end it."""
        moves, node = [move], self.root.children[move]
        while node.children:
            following = max(node.children, key=lambda move: node.children[move].visits)
            if node.children[following].visits < 2:
                break
            moves.append(following)
            node = node.children[following]
        return tuple(moves)


def monte_carlo(
    position: AnyPosition, limit: Limit, *, seed: int = 0, explore: float = 1.0, leaf: Leaf | None = None
) -> Iterator[Report]:
    """Search by UCT, and yield a `Report` each time the simulations have doubled; the last one says why the search stopped.

    The score is the expected result for the side to move: -1 to 1, or points where the margin is the objective and no leaf judges.

    Parameters
    ----------
    seed : decides all that is random
    leaf : as of `MonteCarloTree`
    """
    require_nothing_hidden(position.game)
    searched_moves(position)
    limit = limit.begun()
    count = Count.within(limit)
    tree, stopped, wanted = MonteCarloTree(position, seed, explore, leaf), "", FIRST_UCT_REPORT
    while not stopped:
        try:
            tree.simulate(count)
        except LimitReached:
            stopped = count.ended_by()
        if limit.simulations is not None and tree.simulations >= limit.simulations:
            stopped = stopped or "simulations"
        if stopped or tree.simulations == wanted:
            wanted *= 2
            yield _uct_report(tree, count, limit.begin, stopped)


def _uct_report(tree: MonteCarloTree, count: Count, begin: int, stopped: str) -> Report:
    """Return the result of a tree: the move visited most often, and the others after it."""
    player, children = tree.position.turn, tree.root.children or {tree.position.moves()[0]: Node()}
    tree.root.children = children
    ranked = sorted(children, key=lambda move: children[move].visits, reverse=True)
    lines = tuple(Line(move, children[move].score(player), tree.line(move)) for move in ranked)
    return Report(
        move=ranked[0],
        score=lines[0].score,
        line=lines[0].moves,
        depth=len(lines[0].moves),
        nodes=count.nodes,
        simulations=tree.simulations,
        seconds=(now_ns() - begin) / NANOSECONDS,
        stopped=stopped,
        several=lines,
        plain=True,
    )
