"""The engine upstairs: iterative deepening around the kernels, one kernel call for each depth and window."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from counterply.core.aliases import Depth, Ply, Score
from counterply.core.errors import GameError, UsageError
from counterply.core.evaluator import BoundEvaluator, Evaluator
from counterply.core.game import Game
from counterply.core.limits import NANOSECONDS, Limit, Stop, duration_ns
from counterply.core.position import searched_moves
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
from counterply.search.alphabeta.context import (
    AGES,
    BUCKET,
    BUCKET_BYTES,
    ENDED_BY,
    ENTRY,
    EVALUATOR_FAILED,
    FORCES,
    NO_MOVE,
    PAUSE_NODES,
    PLIES,
    PROOF_SALT,
    RUNNING,
    SEAT_SALTS,
    WIDE_SALT,
    allow_a_start,
    facts_of,
    large_pages,
    set_limits,
)
from counterply.search.alphabeta.context_type import context_type
from counterply.search.alphabeta.forced_wins import FORCED_UNKNOWN, FORCED_WIN, look_at_root
from counterply.search.alphabeta.numbers import Numbers
from counterply.search.alphabeta.root import hint_root, required_at_root, search_root
from counterply.search.alphabeta.techniques import Techniques, memory_of, timing
from counterply.search.alphabeta.threads import Helpers
from counterply.search.deepening import deepen
from counterply.search.repetition import write_past
from counterply.search.textbook import require_plain_rules

if TYPE_CHECKING:
    from counterply.core.plain_game import PlainGame
    from counterply.core.position import AnyPosition

MAX_DEPTH = PLIES - 1  # plies; the stack and the entries of the table hold no more
DEFAULT_MEMORY = 64  # MB of transposition table
FIRST_MEMORY = 16  # MB allocated at once; more only for a search that can fill it
SMALLEST_TABLE = 1 << 11  # buckets
NODES_PER_BUCKET = 6  # a smaller table stays in the processor's caches; four times faster, and hardly a node more
EXPECTED_SPEED = 10_000_000  # nodes/s, for the size of a table only
WARM_UP_NODES = 1000
LONGEST_UNCUT = 36  # plies of a game whose hint leaves moves out, for a proof without it
RHYTHM = ("poll_interval", "longest_wait", "slowest_node")  # how a context looks at the clock
PROOF_TECHNIQUES = ("table", "history", "hint", "sound", "pruning")  # of a search for the outcome alone


def require_compiled_rules(game: Game | PlainGame, searcher: str = "the engine") -> None:
    """Raise `GameError` for a game in plain Python, which `searcher` cannot search."""
    if not game.compiled:
        raise GameError(f"{game.name} is in plain Python: minimax and alphabeta can search it, {searcher} cannot")


def require_engine_rules(game: Game | PlainGame) -> None:
    """Raise `GameError` if the engine would be wrong for a game."""
    require_compiled_rules(game)
    require_plain_rules(game)


def ends_in_time(game: Game | PlainGame, most: Ply = MAX_DEPTH) -> bool:
    """Tell whether a game must end within `most` plies, those of the stack by default, and no position comes twice."""
    return game.max_plies is not None and game.max_plies <= most and not game.repeats


def must_end(game: Game | PlainGame) -> bool:
    """Tell whether a search to the end of the game makes sense.

    Where the game's own hint has to leave moves out, only short games are worth the attempt with all of them.
    """
    return ends_in_time(game, LONGEST_UNCUT if game.cuts else MAX_DEPTH)


def can_be_searched_to_the_end(game: Game | PlainGame) -> bool:
    """Tell whether a search to the end of the game for the outcome alone makes sense: nothing else may count."""
    return game.objective == "outcome" and must_end(game)


class Engine:
    """A search with its memory, for one game and one evaluator. Not to be shared between threads."""

    require_rules = staticmethod(require_engine_rules)
    facts: tuple[str, ...] = ()  # of its context, beside those of the game

    def __init__(
        self,
        game: Game,
        evaluator: Evaluator,
        techniques: Techniques | None = None,
        memory_mb: int = DEFAULT_MEMORY,
        threads: int = 1,
    ) -> None:
        self.require_rules(game)
        self.game = game
        self.memory_mb = memory_mb
        self.bound: BoundEvaluator = evaluator.bind(game)
        facts = (*facts_of(game, evaluator), *self.facts)
        self._context = np.zeros(1, context_type(game.record, game.memo, game.max_moves, facts))
        self.context = self._context[0]
        self._memory = memory_of(facts)
        self._of_proofs: dict[str, np.ndarray] = {}  # what moves have shown in proofs, a history of its own
        self._take(techniques or Techniques())
        self.context["grid"] = evaluator.grid
        self.context["symmetries"] = game.symmetries
        self.context["swing"] = round(evaluator.swing * evaluator.grid)
        self.set_numbers(Numbers())
        self.context["evaluate"] = self.bound.address
        self.context["weights"] = self.bound.weights_address
        self._never = Stop()
        self.root_cut = False  # whether moves of the root that may be worth something are left out
        self._by_replies = True  # whether proofs first try moves that leave few replies, in games that list moves with the outcome
        if threads > 1 and self.bound.plain:
            raise UsageError(f"evaluator {evaluator.name} runs in plain Python, which one thread does at a time: leave out threads")
        self._helpers = Helpers(self._context, [evaluator.bind(game) for _ in range(1, threads)]) if threads > 1 else None
        self._allocate(min(memory_mb, FIRST_MEMORY))
        self.forget()

    def _take(self, techniques: Techniques) -> None:
        """Search with `techniques` from now on, as far as they suit the game, in place."""
        future = techniques.future and self.game.objective == "margin" and self.bound.evaluator.future
        distance = techniques.distance or self.game.repetition is not None  # tells how long a proof holds
        self.techniques = replace(techniques, future=future, distance=distance).consistent()
        self.cuts = self.game.cuts and self.techniques.hint
        self.keeps_memo = self.bound.reads_memo or self.techniques.read_memo(self.game)
        self.context["keeps_memo"] = self.keeps_memo
        self.by_margin = self.game.objective == "margin"
        self.use()

    def use(self, techniques: Techniques | None = None, symmetric: bool = False) -> None:
        """Let the kernels use `techniques`, in place; default are the engine's own."""
        (techniques or self.techniques).write(self.context["use"])
        self.context["symmetric"] = symmetric
        self.context["by_replies"] = False

    def set_numbers(self, numbers: Numbers) -> None:
        """Let the kernels search with `numbers`, in place."""
        numbers.write(self.context["numbers"], int(self.context["swing"]))

    def _allocate(self, megabytes: int) -> None:
        """Make a table of the largest power of two of buckets that `megabytes` hold, in place."""
        self._wait()
        fit = megabytes * (1 << 20) // BUCKET_BYTES
        buckets = 1 << max(SMALLEST_TABLE.bit_length() - 1, fit.bit_length() - 1)
        self.table = large_pages(buckets * BUCKET_BYTES).view(ENTRY)
        self.context["table"] = self.table.ctypes.data
        self._used = 0

    def resize(self, megabytes: int) -> None:
        """Use so many MB of table from the next search on, in place; this clears the table."""
        if megabytes == self.memory_mb:
            return
        self.memory_mb = megabytes
        if self.table.nbytes > megabytes << 20:
            self._allocate(megabytes)
        self.forget()

    def warm_up(self, position: AnyPosition) -> None:
        """Compile the kernels that a search from here needs, before a limit runs."""
        list(self.deepen(position, Limit(depth=1, nodes=WARM_UP_NODES)))  # so few that no large table is made
        if must_end(self.game):
            with self.proving(position, Limit(nodes=1)):
                self.ask(0)
        self.forget()

    def forget(self) -> None:
        """Clear the results of earlier searches, in place."""
        self._wait()
        self._used = 0
        for part in self._memory:
            self.context[part.name] = part.empty
        self.context["age"] = self.context["far"] = 0
        self._sized = False
        self._of_proofs = {}

    def size_table(self, limit: Limit, nodes_per_bucket: int = NODES_PER_BUCKET) -> None:
        """Choose how much of the table to use, in place: as much as a search within `limit` can fill.

        The first search after `forget` does it for itself; call it where several searches share a limit.
        """
        self._sized = True
        expected = limit.nodes
        if limit.move_seconds is not None:
            by_time = duration_ns(limit.move_seconds) * EXPECTED_SPEED // NANOSECONDS
            expected = by_time if expected is None else min(expected, by_time)
        most = self.memory_mb * (1 << 20) // BUCKET_BYTES
        wanted = most if expected is None else min(most, expected // nodes_per_bucket)
        buckets = SMALLEST_TABLE
        while buckets * 2 <= most and buckets < wanted:
            buckets *= 2
        if buckets * BUCKET > len(self.table):
            self._allocate(buckets * BUCKET_BYTES >> 20)
        self.context["table_mask"] = buckets - 1
        used = buckets * BUCKET
        self.table[self._used : used].view(np.uint8)[:] = 0  # as bytes: entry by entry takes several times as long
        self._used = max(self._used, used)

    def prepare(self, position: AnyPosition, limit: Limit, moves: list[int]) -> None:
        """Write the root, its moves in the order to try them, and the limits into the context, in place."""
        context = self.context
        if not self._sized:
            self.size_table(limit)
        context["stack"][0] = position.record
        context["player"] = position.turn
        seat = 0 if self.bound.evaluator.antisymmetric else 1 + position.turn
        context["salt"] = np.uint64(self.game.setup_hash ^ SEAT_SALTS[seat])
        context["age"] = (int(context["age"]) + 1) % AGES
        for part in self._memory:
            context[part.name] = context[part.name] // 2 if part.halved else part.empty
        context["horizon"] = context["forcing_nodes"] = context["widens"] = context["end_ply"] = 0
        self.try_at_root(moves)
        context["salt"] ^= np.uint64(write_past(context, position))
        set_limits(context, limit, self._never)

    def try_at_root(self, moves: list[int]) -> None:
        """Let the root have these moves, in this order, in place."""
        self.context["root_count"] = len(moves)
        self.context["root_moves"][: len(moves)] = moves

    def _wait(self) -> None:
        """Wait for helping threads that outlive the last search: they write into the table."""
        if self._helpers is not None:
            self._helpers.gather()

    def search_root(self, depth: Depth, alpha: Score, beta: Score, skip: int = 0, rising: bool = True) -> Score:
        """Do the same as the kernel `search_root`, in place in the context, with all of the engine's threads."""
        if self._helpers is None:
            return int(search_root(self.context, self.game.setup[0], depth, alpha, beta, skip, rising))
        return self._helpers.search(self, depth, alpha, beta, skip, rising)

    def deepen(
        self,
        position: AnyPosition,
        limit: Limit,
        *,
        lines: int = 1,
        order: list[int] | None = None,
        first_depth: int = 1,
    ) -> Iterator[Report]:
        """Search deeper and deeper, and yield a `Report` for each completed depth, the last one with the reason why it stopped.

        Parameters
        ----------
        lines : how many root moves get an exact score and a line
        order : the root moves in the order to try them; of equal ones, the first is played. Default: ascending
        first_depth : where deepening begins; with ``limit.depth`` the same, a single search of fixed depth
        """
        limit = limit.begun()
        moves = searched_moves(position) if order is None else order
        self.prepare(position, limit, moves)
        context = self.context
        if first_depth == 1:
            allow_a_start(context)
        self.use()
        self.root_cut = False
        if self.cuts:
            moves = self.cut_root(moves, first_depth == 1)
        lines = max(1, min(lines, len(moves)))
        report = Report(move=moves[0], line=(moves[0],), grid=self.bound.evaluator.grid, plain=self.bound.plain)

        def search(depth: Depth, last: Report) -> tuple[Report, str]:
            return self._search_to(position, depth, lines, last)

        yield from deepen(search, report, first_depth, limit.at_most(depth=MAX_DEPTH))

    def _search_to(self, position: AnyPosition, depth: Depth, lines: int, last: Report) -> tuple[Report, str]:
        """Search to `depth`; return the report that follows `last`, and why no deeper search makes sense, '' if one does."""
        context = self.context
        context["horizon"] = 0
        found = self._search_surely(position, depth, lines, last)
        ended = self.ended_by()
        new: dict[str, Any] = {"nodes": int(context["nodes"]), "forcing_nodes": int(context["forcing_nodes"])}
        if found and not (ended and lines > 1):  # several lines are always of one depth
            first = found[0]
            new |= {"move": first.move, "score": first.score, "bound": first.bound, "line": first.moves}
            new |= {"depth": depth - 1 if ended else depth, "proven": first.proven}
            if not ended:
                new["several"] = tuple(found)
        return replace(last, **new), ended or ("proven" if all(line.proven for line in found) else "")

    def ended_by(self) -> str:
        """Return which limit has ended the search, 'nodes', 'time' or 'stop', or ''; raise the error of a failed evaluator."""
        if self.context["status"] == EVALUATOR_FAILED:
            self.bound.check(int(self.context["failure"]))
        return ENDED_BY[int(self.context["status"])]

    @contextmanager
    def timing(self) -> Iterator[None]:
        """Search inside a ``with`` so that a win in n plies appears at depth n and not earlier; this clears the table."""
        own = self.techniques
        self.forget()
        self._take(timing(self.game))
        try:
            yield
        finally:
            self._take(own)

    def deepen_timed(self, position: AnyPosition, limit: Limit) -> Iterator[Report]:
        """Do the same as `deepen`, `timing` wins and losses."""
        with self.timing():
            yield from self.deepen(position, limit)

    def cut_root(self, moves: list[int], sort: bool) -> list[int]:
        """Return the game's candidates among `moves`, the most promising first if `sort`; write them as the root's moves."""
        context = self.context
        needed = int(required_at_root(context, self.game.setup[0]))
        count = max(0, int(hint_root(context, self.game.setup[0], needed)))  # below 0: the game names none
        scores = dict(zip(context["moves"][0][:count].tolist(), context["scores"][0][:count].tolist(), strict=True))
        kept = [move for move in moves if move in scores] or moves
        self.root_cut = len(kept) < (needed if needed > 0 else len(moves))
        if sort:
            kept.sort(key=lambda move: -scores.get(move, 0))
        self.try_at_root(kept)
        return kept

    def widen_root(self, position: AnyPosition) -> None:
        """Give the root all its moves, in place: those that the hint left out come last."""
        self.try_at_root(self.complete_order(position))
        self.root_cut = False

    def to_the_end(self, position: AnyPosition, report: Report, limit: Limit) -> Report:
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
            moves, _ = self.resume(place, won, left, limit)
            if not moves:
                break
            for move in moves:
                line.append(move)
                place = place.after(move)
        return replace(report, line=tuple(line))

    def resume(self, position: AnyPosition, won: bool, plies: int, limit: Limit) -> tuple[tuple[int, ...], int]:
        """Return a line by which the side to move has `won`, or lost, in at most `plies`, or nothing; and the nodes it took."""
        nodes = 0
        for search in (self.deepen, self.deepen_timed):  # the first one may see the end from too far away
            if plies < 1 or limit.nodes == nodes:
                break
            left = limit.with_(depth=plies, nodes=None if limit.nodes is None else limit.nodes - nodes)
            *_, found = search(position, left)
            nodes += found.nodes
            same = found.won if won else found.lost
            if same and found.distance is not None and found.distance <= plies:
                return found.line, nodes
        return (), nodes

    def root_order(self) -> list[int]:
        """Return the root moves of the last search, best first."""
        return [int(move) for move in self.context["root_moves"][: int(self.context["root_count"])]]

    def complete_order(self, position: AnyPosition) -> list[int]:
        """Return all moves of `position`, the last search's root: its order, and then those that the game's hint left out."""
        tried = self.root_order()
        return tried + sorted(set(position.moves()) - set(tried))

    @contextmanager
    def proving(self, position: AnyPosition, limit: Limit, order: list[int] | None = None) -> Iterator[np.void]:
        """Let `ask` search to the end of the game from `position` inside a ``with``, for results alone; give the context.

        Where the margin is the objective, a score is then a whole number of points.
        """
        moves = position.moves() if order is None else order
        if not moves:
            raise GameError("there is nothing to prove: the game is over")
        context = self.context
        learnt = self._learnt()  # the cuts of a proof, which are deep ones, would outweigh it
        for name, array in self._of_proofs.items():
            context[name] = array
        self.prepare(position, limit, moves)
        before = {name: int(context[name]) for name in (*RHYTHM, "grid")} | learnt  # of searches that evaluate; this one does not
        context["poll_interval"], context["slowest_node"], context["grid"] = PAUSE_NODES, 0, 1
        techniques = replace(self.techniques, pruning=True).only(*PROOF_TECHNIQUES)
        if self.game.cuts:  # with moves left out, only wins would be proven
            techniques = replace(techniques, hint=False)
        elif self.game.has("candidates"):  # history would only choose among moves that the hint finds equal: it is in the way
            techniques = replace(techniques, history=False)
        self.use(techniques, symmetric=True)
        context["by_replies"] = self._by_replies
        context["salt"] = np.uint64(self.game.setup_hash ^ PROOF_SALT)
        try:
            yield context
        finally:
            self._of_proofs = self._learnt()
            for name, value in before.items():
                context[name] = value

    def _learnt(self) -> dict[str, np.ndarray]:
        """Return a copy of what moves have shown in searches so far, such as the history."""
        return {part.name: self.context[part.name].copy() for part in self._memory}

    def ask(self, question: int) -> int | None:
        """Return a score above `question` if the root is worth more, else one that it is not worth more than; None: a limit came.

        Where heuristic values entered the answer, ``context["horizon"]`` counts them.
        """
        self.context["horizon"] = 0
        score = self.search_root(MAX_DEPTH, question, question + 1)
        return score if self.context["status"] == RUNNING else None

    def best_root_move(self) -> int:
        """Return the best root move of the last search."""
        return int(self.context["root_moves"][int(self.context["root_best"])])

    def forced_win(self, position: AnyPosition, limit: Limit) -> bool | None:
        """Tell whether the side to move wins by noisy moves alone, each of which leaves few answers; None: unknown within `limit`.

        It is always unknown in games that define no such moves, and with the technique ``forcing`` switched off.
        """
        if FORCES not in (self._context.dtype.names or ()) or not self.techniques.forcing:
            return None
        self.prepare(position, limit, position.moves())
        context = self.context
        self.use()
        found = int(look_at_root(context, self.game.setup[0]))
        return found == FORCED_WIN if found != FORCED_UNKNOWN else None

    def _search_depth(self, depth: Depth, lines: int, last: Report) -> list[Line]:
        """Return the best `lines` root moves at this depth, best first; after an interruption, the best one if it is known."""
        context = self.context
        found: list[Line] = []
        for rank in range(lines):
            shown = self._search_root_from(rank, depth, last.several[rank].score if rank < len(last.several) else None)
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

    def _search_surely(self, position: AnyPosition, depth: Depth, lines: int, last: Report) -> list[Line]:
        """Return the result of `_search_depth`; if all candidates lose, at the root or in a line, search again with all moves.

        Only a search of all moves can prove a loss, or find the move that avoids it. If a limit ends it first, the score of the
        last depth stands; at the first depth there is none.
        """
        context = self.context
        found = self._search_depth(depth, lines, last)
        if not self.cuts:
            return found
        while found and context["status"] == RUNNING:
            scores = [line.score for line in found if line.score is not None]
            worst = min(scores)
            lost, unsure = self.root_cut and is_loss(worst), self.is_unsure(scores)
            if not (lost or unsure):
                return found
            if unsure:
                self.widen()
            if self.root_cut and (worst <= -HEURISTIC_LIMIT or self.by_margin):
                self.widen_root(position)
            found = self._search_depth(depth, lines, last) or found
        for index, line in enumerate(found):
            if line.score is not None and not line.proven and abs(line.score) >= HEURISTIC_LIMIT:
                found[index] = _standing(line, last.score, LOWER if line.score > 0 else UPPER)
        return found

    def is_unsure(self, scores: Iterable[int]) -> bool:
        """Tell whether the last search, which did not widen, reached the end of the game, but perhaps only among candidates.

        One of `scores` then says that all candidates of a side lose; where the margin is the objective, no heuristic value entered.
        """
        if not self.cuts or self.context["widens"]:
            return False
        return self.context["horizon"] == 0 if self.by_margin else any(abs(score) == HEURISTIC_LIMIT for score in scores)

    def widen(self) -> None:
        """Search all moves from now on until `prepare`, in place.

        Where the margin is the objective, entries marked complete hold among the candidates only: another salt puts them aside.
        """
        self.context["widens"] = 1
        if self.by_margin:
            self.context["salt"] ^= np.uint64(WIDE_SALT)
            self.context["use"]["late"] = False

    def _search_root_from(self, rank: int, depth: Depth, last: int | None) -> tuple[int, Line] | None:
        """Return index and line of the best root move from `rank` on, or None if a limit ended the search without a result.

        A move that this depth did not come to has the score `last` of the depth before.
        """
        context = self.context
        context["horizon"] = 0
        self.search_root(depth, -INFINITE, INFINITE, rank)
        index = int(context["root_best"])
        if context["status"] == RUNNING:
            return self._line_at(index, depth, EXACT, complete=context["horizon"] == 0)
        if index == NO_MOVE:
            return None
        unsearched = int(context["root_done"])
        lost = is_loss(int(context["root_scores"][index]))
        if lost and unsearched < context["root_count"]:  # any move not yet searched is at least as good
            move = int(context["root_moves"][unsearched])
            return unsearched, _standing(Line(move, None, (move,)), last, UPPER)
        return self._line_at(index, depth, LOWER)

    def _line_at(self, index: int, depth: Depth, bound: int, complete: bool = False) -> tuple[int, Line]:
        """Return index and line of the root move number `index`, whose search to `depth` said `bound`; `complete`: to the end.

        A margin is proven where no heuristic value entered, and none was too large for a score. A proven win or loss has
        the distance that `_with_distance` gives it.
        """
        context = self.context
        score = int(context["root_scores"][index])
        length = int(context["line_length"][0])
        moves = tuple(context["line"][0][:length].tolist())
        move = int(context["root_moves"][index])
        if not moves or moves[0] != move:
            moves = (move,)
        if self.by_margin:
            sure = not self.root_cut and (not self.cuts or context["widens"] != 0)
            return index, Line(move, score, moves, bound, bool(complete and abs(score) < HEURISTIC_LIMIT and sure))
        proven = bool(complete or is_win(score) or (is_loss(score) and bound == EXACT))
        line = Line(move, score, moves, bound, proven and (bool(is_win(score)) or not self.root_cut))
        return index, self._with_distance(line, depth, score > 0) if is_proven(score) else line

    def _with_distance(self, line: Line, depth: Depth, won: bool) -> Line:
        """Return a won or lost line with the distance that the search stands for, and whether that is exact or a bound.

        A search of all moves to a depth finds every win and loss within it. An extension sees farther, but not every
        move on the way: once such a result has replaced the search of a position, no distance is exact.
        """
        used = self.techniques
        if not used.distance:
            return replace(line, score=DECIDED_WIN if won else -DECIDED_WIN)
        leaves_out = self.cuts or used.reductions or (used.static and self.context["swing"] > 0)
        helped = self._helpers is not None and (used.extensions or used.sound or used.forcing)  # helpers do not report far results
        timed = line.bound == EXACT and not (leaves_out or helped or self.context["far"])
        if line.distance is None or (timed and line.distance <= depth):
            return line
        return replace(line, bound=LOWER if won else UPPER)


def _standing(line: Line, before: int | None, bound: int) -> Line:
    """Return a line that this depth cannot judge with the score of the depth before and its `bound`, or with none."""
    stands = before is not None and not is_proven(before)
    return replace(line, score=before if stands else None, bound=bound if stands else EXACT)
