"""The root of a search as Python sees it: its moves, and the lines that a search to a depth finds for the best of them."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING

from counterply.core.aliases import Depth, Move, Ply, Record, Score
from counterply.core.limits import Limit
from counterply.core.report import Line, Report
from counterply.core.values import (
    DECIDED_WIN,
    EXACT,
    HEURISTIC_LIMIT,
    INFINITE,
    LOWER,
    ONGOING,
    UPPER,
    is_loss,
    is_proven,
    is_win,
)
from counterply.search.alphabeta.context import NO_MOVE, RUNNING
from counterply.search.alphabeta.root import hint_root, required_at_root

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition
    from counterply.search.alphabeta.engine import Engine


class RootMoves:
    """The moves that an engine tries at the root, in the order that stands in its context: the best first after a search.

    Attributes
    ----------
    cut : whether moves are left out that may be worth something
    """

    cut = False

    def __init__(self, context: Record, setup: Record) -> None:
        self._context, self._setup = context, setup

    def set(self, moves: list[Move]) -> None:
        """Let the root have these moves, in this order, in place."""
        self._context["root_count"] = len(moves)
        self._context["root_moves"][: len(moves)] = moves

    def order(self) -> list[Move]:
        """Return the root moves of the last search, best first."""
        return [int(move) for move in self._context["root_moves"][: int(self._context["root_count"])]]

    def complete_order(self, position: AnyPosition) -> list[Move]:
        """Return all moves of `position`, the last search's root: its order, and then those that the game's hint left out."""
        tried = self.order()
        return tried + sorted(set(position.moves()) - set(tried))

    def best(self) -> Move:
        """Return the best root move of the last search."""
        return int(self._context["root_moves"][int(self._context["root_best"])])

    def keep_candidates(self, moves: list[Move], sort: bool) -> list[Move]:
        """Return the game's candidates among `moves`, the most promising first if `sort`; write them as the root's moves."""
        context, setup = self._context, self._setup
        needed = int(required_at_root(context, setup))
        count = max(0, int(hint_root(context, setup, needed)))  # below 0: the game names none
        scores = dict(zip(context["moves"][0][:count].tolist(), context["scores"][0][:count].tolist(), strict=True))
        kept = [move for move in moves if move in scores] or moves
        self.cut = len(kept) < (needed if needed > 0 else len(moves))
        if sort:
            kept.sort(key=lambda move: -scores.get(move, 0))
        self.set(kept)
        return kept

    def widen(self, position: AnyPosition) -> None:
        """Give the root all its moves, in place: those that the hint left out come last."""
        self.set(self.complete_order(position))
        self.cut = False


class Deepening:
    """One deepening of an engine: `lines` of play from `position`, depth by depth."""

    def __init__(self, engine: Engine, position: AnyPosition, lines: int) -> None:
        self.engine, self.position, self.lines = engine, position, lines
        self.context = engine.context

    def search(self, depth: Depth, last: Report) -> tuple[Report, str]:
        """Search to `depth`; return the report that follows `last`, and why no deeper search makes sense, '' if one does."""
        found = self._lines_of_all(depth, last) if self.engine.cuts else self._lines_at(depth, last)
        ended = self.engine.ended_by()
        report = replace(last, nodes=int(self.context["nodes"]), forcing_nodes=int(self.context["forcing_nodes"]))
        if found and not (ended and self.lines > 1):  # several lines are always of one depth
            best, several = found[0], last.several if ended else tuple(found)
            report = replace(
                report,
                move=best.move,
                score=best.score,
                bound=best.bound,
                line=best.moves,
                proven=best.proven,
                depth=depth - 1 if ended else depth,
                several=several,
            )
        return report, ended or ("proven" if all(line.proven for line in found) else "")

    def _lines_at(self, depth: Depth, last: Report) -> list[Line]:
        """Return the best root moves at this depth, best first; after an interruption, the best one if it is known."""
        context = self.context
        found: list[Line] = []
        for rank in range(self.lines):
            shown = self._best_from(rank, depth, last.several[rank].score if rank < len(last.several) else None)
            if shown is None:
                return found[:1] if rank else []
            index, line = shown
            move = int(context["root_moves"][index])
            context["root_moves"][rank + 1 : index + 1] = context["root_moves"][rank:index].copy()
            context["root_moves"][rank] = move
            found.append(line)
            if context["status"] != RUNNING:
                return found[:1]
        return sorted(found, key=lambda line: -(line.score or 0))  # a result from the table may swap two of them

    def _lines_of_all(self, depth: Depth, last: Report) -> list[Line]:
        """Return the result of `_lines_at`; if all candidates lose, at the root or in a line, search again with all moves.

        Only a search of all moves can prove a loss, or find the move that avoids it. If a limit ends it first, the score of the
        last depth stands; at the first depth there is none.
        """
        engine, context = self.engine, self.context
        found = self._lines_at(depth, last)
        while found and context["status"] == RUNNING:
            scores = [line.score for line in found if line.score is not None]
            worst = min(scores)
            lost, unsure = engine.root.cut and is_loss(worst), engine.is_unsure(scores)
            if not (lost or unsure):
                return found
            if unsure:
                engine.widen()
            if engine.root.cut and (worst <= -HEURISTIC_LIMIT or engine.by_margin):
                engine.root.widen(self.position)
            found = self._lines_at(depth, last) or found
        for index, line in enumerate(found):
            if line.score is not None and not line.proven and abs(line.score) >= HEURISTIC_LIMIT:
                found[index] = _standing(line, last.score, LOWER if line.score > 0 else UPPER)
        return found

    def _best_from(self, rank: int, depth: Depth, last: Score | None) -> tuple[int, Line] | None:
        """Return index and line of the best root move from `rank` on, or None if a limit ended the search without a result.

        A move that this depth did not come to has the score `last` of the depth before.
        """
        context = self.context
        context["horizon"] = 0
        self.engine.search_root(depth, -INFINITE, INFINITE, rank)
        index = int(context["root_best"])
        if context["status"] == RUNNING:
            return index, self._line_of(index, depth, EXACT, complete=context["horizon"] == 0)
        if index == NO_MOVE:
            return None
        unsearched = int(context["root_done"])
        lost = is_loss(int(context["root_scores"][index]))
        if lost and unsearched < context["root_count"]:  # any move not yet searched is at least as good
            move = int(context["root_moves"][unsearched])
            return unsearched, _standing(Line(move, None, (move,)), last, UPPER)
        return index, self._line_of(index, depth, LOWER)

    def _line_of(self, index: int, depth: Depth, bound: int, complete: bool = False) -> Line:
        """Return the line of the root move number `index`, whose search to `depth` said `bound`; `complete`: to the end.

        A margin is proven where no heuristic value entered, and none was too large for a score. A proven win or loss has
        the distance that `_with_distance` gives it.
        """
        engine, context = self.engine, self.context
        score = int(context["root_scores"][index])
        length = int(context["line_length"][0])
        moves = tuple(context["line"][0][:length].tolist())
        move = int(context["root_moves"][index])
        if not moves or moves[0] != move:
            moves = (move,)
        if engine.by_margin:
            sure = not engine.root.cut and (not engine.cuts or context["widens"] != 0)
            return Line(move, score, moves, bound, bool(complete and abs(score) < HEURISTIC_LIMIT and sure))
        proven = bool(complete or is_win(score) or (is_loss(score) and bound == EXACT))
        line = Line(move, score, moves, bound, proven and (bool(is_win(score)) or not engine.root.cut))
        return self._with_distance(line, depth, score > 0) if is_proven(score) else line

    def _with_distance(self, line: Line, depth: Depth, won: bool) -> Line:
        """Return a won or lost line with the distance that the search stands for, and whether that is exact or a bound.

        A search of all moves to a depth finds every win and loss within it. An extension sees farther, but not every
        move on the way: once such a result has replaced the search of a position, no distance is exact.
        """
        engine, used = self.engine, self.engine.techniques
        if not used.distance:
            return replace(line, score=DECIDED_WIN if won else -DECIDED_WIN)
        leaves_out = engine.cuts or used.reductions or (used.static and self.context["swing"] > 0)
        helped = engine.threads > 1 and (used.extensions or used.sound or used.forcing)  # helpers do not report far results
        timed = line.bound == EXACT and not (leaves_out or helped or self.context["far"])
        if line.distance is None or (timed and line.distance <= depth):
            return line
        return replace(line, bound=LOWER if won else UPPER)


def _standing(line: Line, before: Score | None, bound: int) -> Line:
    """Return a line that this depth cannot judge with the score of the depth before and its `bound`, or with none."""
    stands = before is not None and not is_proven(before)
    return replace(line, score=before if stands else None, bound=bound if stands else EXACT)


def to_the_end(engine: Engine, position: AnyPosition, report: Report, limit: Limit) -> Report:
    """Return a report of a win or loss with its line played out to the end of the game, as far as `limit` allows each move.

    Where a line stops early, for example at a win that the game has decided, a search at its end continues it: with the same
    result, within the plies that are left.
    """
    if not report.proven or report.distance is None:
        return report
    line, place = list(report.line), position
    for move in line:
        if move not in place.moves():
            return report
        place = place.after(move)
    while place.outcome() == ONGOING and (left := report.distance - len(line)) > 0:
        won = report.won == (place.turn == position.turn)
        moves, _ = resume(engine, place, won, left, limit)
        if not moves:
            break
        for move in moves:
            line.append(move)
            place = place.after(move)
    return replace(report, line=tuple(line))


def resume(engine: Engine, position: AnyPosition, won: bool, plies: Ply, limit: Limit) -> tuple[tuple[Move, ...], int]:
    """Return a line by which the side to move has `won`, or lost, in at most `plies`, or nothing; and the nodes it took."""
    nodes = 0
    for way in (nullcontext, engine.timing):  # the first one may see the end from too far away
        if plies < 1 or limit.nodes == nodes:
            break
        left = limit.with_(depth=plies, nodes=None if limit.nodes is None else limit.nodes - nodes)
        with way():
            *_, found = engine.deepen(position, left)
        nodes += found.nodes
        same = found.won if won else found.lost
        if same and found.distance is not None and found.distance <= plies:
            return found.line, nodes
    return (), nodes
