"""Minimax, alpha-beta and UCT as in the textbook, in plain Python: the truth that every faster search is tested against.

They use five parts of a game only: ``turn``, ``moves()``, ``after(move)``, ``outcome()`` and an evaluation of the leaves, so they
search compiled games and games in plain Python alike. A *node* is one call of ``after``.

Values are in the view of `player`, the side to move at the root, at every depth: that side maximises, the other one minimises.
A finished game is worth a proven score that prefers short wins and long losses, or its margin where that is the objective
(`counterply.core.values`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from counterply.core.errors import GameError
from counterply.core.evaluator import Evaluator, failure, plain_value
from counterply.core.limits import NANOSECONDS, Limit, now_ns
from counterply.core.position import searched_moves
from counterply.core.report import Line, Report
from counterply.core.values import (
    CHANCE,
    DEFAULT_GRID,
    FIRST,
    HEURISTIC_LIMIT,
    INFINITE,
    NOT_A_NUMBER,
    ONGOING,
    SECOND,
    is_proven,
    margin_score,
    on_grid,
    outcome_score,
    points_of,
    squash,
)
from counterply.search import deepening

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

MAX_DEPTH = 250  # plies; Python's own stack ends not far below

Evaluate = Callable[[Any, int], int]  # (position, player) -> value on the score grid


class LimitReached(Exception):
    """The limit was reached in the middle of an iteration."""


@dataclass
class Count:
    """The nodes of a search so far, and the limits at which it must stop."""

    nodes: int = 0
    leaves: int = 0
    most_nodes: int | None = None
    deadline: int | None = None  # on the clock of `now_ns`
    stop: Any = None
    grid: int = DEFAULT_GRID  # of the evaluator's values
    distance: bool = True  # of two wins, the shorter one is worth more

    last_look: int = 0
    last_gap: int = 0

    @classmethod
    def within(cls, limit: Limit, grid: int = DEFAULT_GRID) -> Count:
        """Return the count of a search within a running limit, for an evaluator of this grid."""
        return cls(most_nodes=limit.nodes, deadline=limit.deadline, stop=limit.stop, grid=grid, last_look=limit.begin)

    def visit(self, move: Any, alpha: int = -INFINITE, beta: int = INFINITE) -> None:
        """Count the node that `move` leads to, in place; raise `LimitReached` if there is none left, or no time for one more."""
        if self.most_nodes is not None and self.nodes >= self.most_nodes:
            raise LimitReached
        if self.stop:
            raise LimitReached
        if self.deadline is not None:
            now = now_ns()
            gap, self.last_look = now - self.last_look, now
            usual, self.last_gap = min(gap, self.last_gap), gap  # a node takes as long as the last two did, pauses aside
            if now + usual >= self.deadline:
                raise LimitReached
        self.nodes += 1

    def ended_by(self) -> str:
        """Return which limit has ended the search: 'nodes', 'stop' or 'time'."""
        spent = self.most_nodes is not None and self.nodes >= self.most_nodes
        return "nodes" if spent else "stop" if self.stop else "time"

    def leave(self, score: int, reason: str) -> None:
        """Receive, at the end of a node, its score and which of the reasons below ended it; `explain.trace` records them."""


LEAF, END, CUT, SEARCHED = "leaf", "end", "cut", "searched"  # no depth left, game over, cut off, all moves searched


@dataclass(frozen=True)
class Result:
    """A value in the view of the player at the root, the line that leads to it, and the position at the line's end."""

    score: int
    line: tuple[Any, ...]
    position: Any = field(compare=False, default=None)


def minimax(
    position: AnyPosition,
    depth: int,
    evaluate: Evaluate,
    player: int,
    count: Count,
    ply: int = 0,
    first_moves: list[Any] | None = None,
) -> Result:
    """Return the minimax value of `position`, searched `depth` plies deep, for `player`. Counts nodes in `count`, in place.

    `first_moves` is the order in which the moves of this position are tried; the default is ascending, as at every other one.
    """
    if position.outcome() != ONGOING or depth == 0:
        return leaf(position, evaluate, player, count, ply)
    maximising = position.turn == player
    best: Result | None = None
    for move in first_moves or position.moves():
        count.visit(move)
        reply = minimax(position.after(move), depth - 1, evaluate, player, count, ply + 1)
        if best is None or (reply.score > best.score if maximising else reply.score < best.score):
            best = Result(reply.score, (move, *reply.line), reply.position)
    assert best is not None, "a game that is not over has a legal move"
    count.leave(best.score, SEARCHED)
    return best


def alphabeta(
    position: AnyPosition,
    depth: int,
    evaluate: Evaluate,
    player: int,
    count: Count,
    alpha: int = -INFINITE,
    beta: int = INFINITE,
    ply: int = 0,
    first_moves: list[Any] | None = None,
) -> Result:
    """Return the minimax value of `position` if it lies inside the window, else a bound on it. Counts nodes in place.

    With v the minimax value and r the returned score:
    if alpha < v < beta then r = v; if v <= alpha then v <= r <= alpha; if v >= beta then v >= r >= beta.

    `first_moves` is the order in which the moves of this position are tried; the default is ascending, as at every other one.
    """
    if position.outcome() != ONGOING or depth == 0:
        return leaf(position, evaluate, player, count, ply)
    maximising = position.turn == player
    best: Result | None = None
    reason = SEARCHED
    for move in first_moves or position.moves():
        count.visit(move, alpha, beta)
        reply = alphabeta(position.after(move), depth - 1, evaluate, player, count, alpha, beta, ply + 1)
        if best is None or (reply.score > best.score if maximising else reply.score < best.score):
            best = Result(reply.score, (move, *reply.line), reply.position)
        if maximising:
            alpha = max(alpha, best.score)
        else:
            beta = min(beta, best.score)
        if alpha >= beta:
            reason = CUT
            break
    assert best is not None, "a game that is not over has a legal move"
    count.leave(best.score, reason)
    return best


def leaf(position: AnyPosition, evaluate: Evaluate, player: int, count: Count, ply: int) -> Result:
    """Return the value of a position where the search ends: the game is over, or no depth is left."""
    if position.outcome() != ONGOING:
        result = Result(final_score(position, player, ply if count.distance else 0, count.grid), (), position)
        count.leave(result.score, END)
        return result
    count.leaves += 1
    result = Result(evaluate(position, player), (), position)
    count.leave(result.score, LEAF)
    return result


def final_score(position: AnyPosition, player: int, ply: int, grid: int) -> int:
    """Return the score of a finished game for `player`, `ply` plies below the root; a margin is in `grid` steps a point."""
    if position.game.objective == "margin":
        return int(margin_score(position.margin(), player, grid))
    return int(outcome_score(position.outcome(), player, ply))


def evaluation(game: Any, evaluator: Evaluator) -> Evaluate:
    """Return an evaluator as a function of (position, player), for a compiled or a plain game."""
    if game.compiled:
        bound = evaluator.bind(game)
        return lambda position, player: bound.grid_value(position.record, player)
    plain = plain_value(evaluator)

    def value(position: AnyPosition, player: int) -> int:
        try:
            answer = plain(position.record, player)
        except Exception as error:
            raise failure(evaluator, error) from error
        grid = int(on_grid(answer, evaluator.grid))
        if grid == NOT_A_NUMBER:
            raise failure(evaluator, None)
        return grid

    return value


def require_plain_rules(game: Any) -> None:
    """Raise `GameError` if minimax and alpha-beta would be wrong for a game."""
    if game.chance or game.hidden:
        what = "chance" if game.chance else "hidden information"
        able = "engine and mcts" if game.compiled else "mcts, hybrid and uct"
        raise GameError(f"{game.name} has {what}, which plain searches and proofs cannot handle; {able} can, in a match")


def require_nothing_hidden(game: Any) -> None:
    """Raise `GameError` if these searches, which look at what lies open and roll dice, would be wrong for a game."""
    if game.hidden:
        require_plain_rules(game)


def deepen(
    position: AnyPosition,
    limit: Limit,
    evaluator: Evaluator,
    evaluate: Evaluate,
    *,
    pruning: bool = True,
    order: list[Any] | None = None,
    first_depth: int = 1,
) -> Iterator[Report]:
    """Search deeper and deeper, and yield a `Report` for each completed depth, the last one with the reason why it stopped.

    Each depth tries the best move of the one before first.

    Parameters
    ----------
    pruning : alpha-beta; else minimax
    order : the root moves in the order to try them; of equal ones, the first is played. Default: as `moves()` lists them
    first_depth : where deepening begins; with ``limit.depth`` the same, a single search of fixed depth
    """
    game = position.game
    require_plain_rules(game)
    moves = list(order or searched_moves(position))
    limit = limit.begun()
    count = Count.within(limit, evaluator.grid)
    search = alphabeta if pruning else minimax

    def search_to(depth: int, last: Report) -> tuple[Report, str]:
        count.leaves = 0
        try:
            result = search(position, depth, evaluate, position.turn, count, first_moves=moves)
        except LimitReached:
            return replace(last, nodes=count.nodes), count.ended_by()
        if game.objective == "margin":  # one that is too large for a score is a bound
            proven = count.leaves == 0 and abs(result.score) < HEURISTIC_LIMIT
        else:
            proven = count.leaves == 0 or bool(is_proven(result.score))
        moves.insert(0, moves.pop(moves.index(result.line[0])))
        found = {"move": result.line[0], "line": result.line, "score": result.score, "proven": proven}
        return replace(last, **found, depth=depth, nodes=count.nodes), "proven" if proven else ""

    report = Report(move=moves[0], line=(moves[0],), depth=first_depth - 1, grid=evaluator.grid, plain=True)
    yield from deepening.deepen(search_to, report, first_depth, min(limit.depth or MAX_DEPTH, MAX_DEPTH), limit.begin)


# --- chance, and Monte Carlo tree search

Leaf = Callable[[Any, Count], float]  # the value of a position to the first player, -1 to 1; counts nodes, in place


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
    """A node of a Monte Carlo tree: how often it was visited, and the sum of the results for the first player, -1 to 1."""

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

    It is the compiled search (`counterply.search.mcts`) without its priors, proofs and memory.

    Parameters
    ----------
    explore : weight of uncertainty, in standard deviations of the results so far
    leaf : judges new nodes; None: a game played on from there
    """

    def __init__(self, position: AnyPosition, seed: int, explore: float = 1.0, leaf: Leaf | None = None) -> None:
        self.leaf = leaf
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
        judge = self.roll_out if self.leaf is None or position.outcome() != ONGOING else self.leaf
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
        self.dice.shuffle(moves)  # of equals, none comes first for ever
        for move in moves:
            node.children.setdefault(move, Node())
        return max(moves, key=lambda move: sum(self.bound(node, node.children[move], position.turn)))

    def roll_out(self, position: AnyPosition, count: Count) -> float:
        """3. Simulation: random moves to the end; return the result for the first player."""
        while position.outcome() == ONGOING:
            moves = position.moves()
            move = self.dice.roll(position) if position.turn == CHANCE else moves[self.dice.below(len(moves))]
            count.visit(move)
            position = position.after(move)
        return {FIRST: 1.0, SECOND: -1.0}.get(position.outcome(), 0.0)

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

    The score is the expected result for the side to move, -1 to 1.

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
        lines=lines,
        plain=True,
    )
