"""Minimax and alpha-beta as in the textbook, in plain Python: the truth that every faster search is tested against.

They use five parts of a game only: ``turn``, ``moves()``, ``after(move)``, ``outcome()`` and an evaluation of the leaves, so they
search compiled games and games in plain Python alike. A *node* is one call of ``after``.

Values are in the view of `player`, the side to move at the root, at every depth: that side maximises, the other one minimises.
A finished game is worth a proven score that prefers short wins and long losses, or its margin where that is the objective
(`counterply.core.values`).

A chance turn is worth the mean of its outcomes and costs no depth (expectimax). Alpha-beta searches each outcome with an open
window: a mean needs the value of all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from counterply.core.aliases import Depth, Ply, Score, Seat
from counterply.core.errors import GameError
from counterply.core.evaluator import Evaluator, failure, plain_value
from counterply.core.limits import Limit, now_ns
from counterply.core.position import searched_moves
from counterply.core.report import Report
from counterply.core.values import (
    CHANCE,
    DEFAULT_GRID,
    HEURISTIC_LIMIT,
    INFINITE,
    NOT_A_NUMBER,
    ONGOING,
    PROVEN,
    is_proven,
    margin_score,
    on_grid,
    outcome_score,
)
from counterply.search import request

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.core.plain_game import PlainGame
    from counterply.core.position import AnyPosition

OPEN = -INFINITE, INFINITE  # a window that holds every score
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
    first_moves: Sequence[Any] = ()  # those of the root, in the order in which they are tried; by default they ascend, as elsewhere

    last_look: int = 0
    last_gap: int = 0

    @classmethod
    def within(cls, limit: Limit, grid: int = DEFAULT_GRID) -> Count:
        """Return the count of a search within a running limit, for an evaluator of this grid."""
        return cls(most_nodes=limit.nodes, deadline=limit.deadline, stop=limit.stop, grid=grid, last_look=limit.begin)

    def visit(self, move: Any, alpha: Score = -INFINITE, beta: Score = INFINITE) -> None:
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

    def moves_of(self, position: AnyPosition, ply: Ply) -> Sequence[Any]:
        """Return the moves of the position at a ply in the order in which they are tried."""
        return self.first_moves if ply == 0 and self.first_moves else position.moves()

    def ended_by(self) -> str:
        """Return which limit has ended the search: 'nodes', 'stop' or 'time'."""
        spent = self.most_nodes is not None and self.nodes >= self.most_nodes
        return "nodes" if spent else "stop" if self.stop else "time"

    def leave(self, score: Score, reason: str) -> None:
        """Receive, at the end of a node, its score and which of the reasons below ended it; `explain.trace` records them."""


LEAF, END, CUT, SEARCHED = "leaf", "end", "cut", "searched"  # no depth left, game over, cut off, all moves searched
MEAN = "mean"  # a chance turn, all of whose outcomes were searched
SURE = 1e-6  # by which probabilities may miss a sum of 1


@dataclass(frozen=True)
class Result:
    """A value in the view of the player at the root, the line that leads to it, and the position at the line's end."""

    score: int
    line: tuple[Any, ...]
    position: Any = field(compare=False, default=None)


def minimax(
    position: AnyPosition,
    depth: Depth,
    evaluate: Evaluate,
    player: Seat,
    count: Count,
    ply: Ply = 0,
) -> Result:
    """Return the minimax value of `position`, searched `depth` plies deep, for `player`. Counts nodes in `count`, in place."""
    over = position.outcome() != ONGOING
    if not over and position.game.dice and position.turn == CHANCE:
        return expectation(position, lambda after: minimax(after, depth, evaluate, player, count, ply + 1), count)
    if over or depth == 0:
        return leaf(position, evaluate, player, count, ply)
    maximising = position.turn == player
    best: Result | None = None
    for move in count.moves_of(position, ply):
        count.visit(move)
        reply = minimax(position.after(move), depth - 1, evaluate, player, count, ply + 1)
        if best is None or (reply.score > best.score if maximising else reply.score < best.score):
            best = Result(reply.score, (move, *reply.line), reply.position)
    assert best is not None, "a game that is not over has a legal move"
    count.leave(best.score, SEARCHED)
    return best


def alphabeta(
    position: AnyPosition,
    depth: Depth,
    evaluate: Evaluate,
    player: Seat,
    count: Count,
    window: tuple[Score, Score] = OPEN,
    ply: Ply = 0,
) -> Result:
    """Return the minimax value of `position` if it lies inside the window, else a bound on it. Counts nodes in place.

    With v the minimax value and r the returned score:
    if alpha < v < beta then r = v; if v <= alpha then v <= r <= alpha; if v >= beta then v >= r >= beta.
    """
    alpha, beta = window
    over = position.outcome() != ONGOING
    if not over and position.game.dice and position.turn == CHANCE:
        return expectation(position, lambda after: alphabeta(after, depth, evaluate, player, count, ply=ply + 1), count)
    if over or depth == 0:
        return leaf(position, evaluate, player, count, ply)
    maximising = position.turn == player
    best: Result | None = None
    reason = SEARCHED
    for move in count.moves_of(position, ply):
        count.visit(move, alpha, beta)
        reply = alphabeta(position.after(move), depth - 1, evaluate, player, count, (alpha, beta), ply + 1)
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


def expectation(position: AnyPosition, value: Callable[[AnyPosition], Result], count: Count) -> Result:
    """Return the mean of a chance turn's outcomes, each searched by `value`, with an empty line. Counts nodes in place.

    It is a win if every outcome is one, as late as the latest, and so with losses. In a mean, a win counts without its distance.

    Raises
    ------
    GameError
        if the probabilities of the outcomes do not sum to 1
    """
    total, whole, scores = 0.0, 0.0, []
    for outcome, share in position.chances():
        count.visit(outcome)
        score = value(position.after(outcome)).score
        scores.append(score)
        total += share * min(max(score, -PROVEN), PROVEN)
        whole += share
    if abs(whole - 1) > SURE:
        raise GameError(f"{position.game.name}: the probabilities of a chance turn sum to {whole:.6g}, and not to 1")
    mean = min(max(round(total), -HEURISTIC_LIMIT), HEURISTIC_LIMIT)
    if min(scores) >= PROVEN:
        mean = min(scores)
    elif max(scores) <= -PROVEN:
        mean = max(scores)
    count.leave(mean, MEAN)
    return Result(mean, (), position)


def leaf(position: AnyPosition, evaluate: Evaluate, player: Seat, count: Count, ply: Ply) -> Result:
    """Return the value of a position where the search ends: the game is over, or no depth is left."""
    if position.outcome() != ONGOING:
        result = Result(final_score(position, player, ply if count.distance else 0, count.grid), (), position)
        count.leave(result.score, END)
        return result
    count.leaves += 1
    result = Result(evaluate(position, player), (), position)
    count.leave(result.score, LEAF)
    return result


def final_score(position: AnyPosition, player: Seat, ply: Ply, grid: int) -> Score:
    """Return the score of a finished game for `player`, `ply` plies below the root; a margin is in `grid` steps a point."""
    if position.game.by_margin:
        return int(margin_score(position.margin(), player, grid))
    return int(outcome_score(position.outcome(), player, ply))


def evaluation(game: Any, evaluator: Evaluator) -> Evaluate:
    """Return an evaluator as a function of (position, player), for a compiled or a plain game."""
    if game.compiled:
        bound = evaluator.bind(game)
        return lambda position, player: bound.grid_value(position.record, player)
    plain = plain_value(evaluator)

    def value(position: AnyPosition, player: Seat) -> int:
        try:
            answer = plain(position.record, player)
        except Exception as error:
            raise failure(evaluator, error) from error
        grid = int(on_grid(answer, evaluator.grid))
        if grid == NOT_A_NUMBER:
            raise failure(evaluator, None)
        return grid

    return value


def require_plain_rules(game: Game | PlainGame, chance: bool = False) -> None:
    """Raise `GameError` if minimax and alpha-beta would be wrong for a game; `chance`: with chance turns they are not."""
    able = "engine" if game.compiled else "a player that samples"
    if game.hidden:
        raise GameError(
            f"{game.name} has hidden information, which plain searches and proofs cannot handle; {able} can, in a match"
        )
    if game.chance and not chance:
        able = f"minimax, alphabeta and {able}"
        raise GameError(f"{game.name} has chance, which proofs and this search cannot handle; {able} can, in a match")


def deepen(
    position: AnyPosition,
    limit: Limit,
    grid: int,
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
    grid : of the values of `evaluate`
    pruning : alpha-beta; else minimax
    order : the root moves in the order to try them; of equal ones, the first is played. Default: as `moves()` lists them
    first_depth : where deepening begins; with ``limit.depth`` the same, a single search of fixed depth
    """
    game = position.game
    require_plain_rules(game, chance=True)
    moves = list(order or searched_moves(position))
    limit = limit.begun()
    count = Count.within(limit, grid)
    count.first_moves = moves
    search = alphabeta if pruning else minimax

    def search_to(depth: Depth, last: Report) -> tuple[Report, str]:
        count.leaves = 0
        try:
            result = search(position, depth, evaluate, position.turn, count)
        except LimitReached:
            return replace(last, nodes=count.nodes), count.ended_by()
        complete = count.leaves == 0
        if game.by_margin:  # one that is too large for a score is a bound
            proven = complete and abs(result.score) < HEURISTIC_LIMIT
        else:
            proven = (complete and not game.chance) or bool(is_proven(result.score))
        moves.insert(0, moves.pop(moves.index(result.line[0])))
        found = {"move": result.line[0], "line": result.line, "score": result.score, "proven": proven}
        return replace(last, **found, depth=depth, nodes=count.nodes), "proven" if proven else "complete" if complete else ""

    report = Report(move=moves[0], line=(moves[0],), depth=first_depth - 1, grid=grid, plain=True)
    yield from request.deepen(search_to, report, first_depth, limit.at_most(depth=MAX_DEPTH))
