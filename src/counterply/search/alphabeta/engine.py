"""The engine upstairs: iterative deepening around the kernels, one kernel call for each depth and window."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from counterply.core.aliases import Depth, Ply, Score
from counterply.core.errors import GameError, UsageError
from counterply.core.evaluator import BoundEvaluator, Evaluator
from counterply.core.game import Game
from counterply.core.limits import Limit, Stop
from counterply.core.position import searched_moves
from counterply.core.report import Report
from counterply.core.values import HEURISTIC_LIMIT
from counterply.search.alphabeta.context import (
    AGES,
    ENDED_BY,
    EVALUATOR_FAILED,
    FORCES,
    PAUSE_NODES,
    PLIES,
    PROOF_SALT,
    RUNNING,
    SEAT_SALTS,
    WIDE_SALT,
    allow_a_start,
    facts_of,
    set_limits,
)
from counterply.search.alphabeta.context_type import context_type
from counterply.search.alphabeta.forced_wins import FORCED_UNKNOWN, FORCED_WIN, look_at_root
from counterply.search.alphabeta.helping_threads import Helpers
from counterply.search.alphabeta.numbers import Numbers
from counterply.search.alphabeta.root import search_root
from counterply.search.alphabeta.root_lines import Deepening, RootMoves
from counterply.search.alphabeta.table_memory import Table
from counterply.search.alphabeta.techniques import Techniques, memory_of, timing
from counterply.search.repetition import write_past
from counterply.search.request import deepen
from counterply.search.textbook import require_plain_rules

if TYPE_CHECKING:
    from counterply.core.plain_game import PlainGame
    from counterply.core.position import AnyPosition

MAX_DEPTH = PLIES - 1  # plies; the stack and the entries of the table hold no more
DEFAULT_MEMORY = 64  # MB of transposition table
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
        self.threads = threads
        self.bound: BoundEvaluator = evaluator.bind(game)
        techniques = techniques or Techniques()
        facts = (*facts_of(game, evaluator), *self.facts, *techniques.asked)
        self._context = np.zeros(1, context_type(game.record, game.memo, game.max_moves, facts))
        self.context = self._context[0]
        self._memory = memory_of(facts)
        self._of_proofs: dict[str, np.ndarray] = {}  # what moves have shown in proofs, a history of its own
        self._take(techniques)
        self.context["grid"] = evaluator.grid
        self.context["swing"] = round(evaluator.swing * evaluator.grid)
        self.set_numbers(Numbers())
        self.context["evaluate"] = self.bound.address
        self.context["weights"] = self.bound.weights_address
        self._never = Stop()
        self.root = RootMoves(self.context, game.setup[0])
        self._by_replies = True  # whether proofs first try moves that leave few replies, in games that list moves with the outcome
        if threads > 1 and self.bound.plain:
            raise UsageError(f"evaluator {evaluator.name} runs in plain Python, which one thread does at a time: leave out threads")
        self._helpers = Helpers(self._context, [evaluator.bind(game) for _ in range(1, threads)]) if threads > 1 else None
        self.table = Table(self.context, memory_mb, self._helpers.gather if self._helpers else lambda: None)
        self.forget()

    def _take(self, techniques: Techniques) -> None:
        """Search with `techniques` from now on, as far as they suit the game, in place."""
        future = techniques.future and self.game.by_margin and self.bound.evaluator.future
        distance = techniques.distance or self.game.repetition is not None  # tells how long a proof holds
        self.techniques = replace(techniques, future=future, distance=distance).consistent()
        self.cuts = self.game.cuts and self.techniques.hint
        self.keeps_memo = self.bound.reads_memo or self.techniques.read_memo(self.game)
        self.context["keeps_memo"] = self.keeps_memo
        self.by_margin = self.game.by_margin
        self.use()

    def use(self, techniques: Techniques | None = None, symmetric: bool = False) -> None:
        """Let the kernels use `techniques`, in place; default are the engine's own."""
        (techniques or self.techniques).write(self.context["use"])
        self.context["symmetries"] = self.game.symmetries if symmetric else 1
        self.context["by_replies"] = False

    def set_numbers(self, numbers: Numbers) -> None:
        """Let the kernels search with `numbers`, in place."""
        numbers.write(self.context["numbers"], int(self.context["swing"]))

    def resize(self, megabytes: int) -> None:
        """Use so many MB of table from the next search on, in place; this clears the table."""
        if megabytes != self.table.megabytes:
            self.table.resize(megabytes)
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
        self.table.forget()
        for part in self._memory:
            self.context[part.name] = part.empty
        self.context["age"] = self.context["far"] = 0
        self._of_proofs = {}

    def prepare(self, position: AnyPosition, limit: Limit, moves: list[int]) -> None:
        """Write the root, its moves in the order to try them, and the limits into the context, in place."""
        context = self.context
        if not self.table.sized:
            self.table.make_room(limit)
        context["stack"][0] = position.record
        context["player"] = position.turn
        seat = 0 if self.bound.evaluator.antisymmetric else 1 + position.turn
        context["salt"] = np.uint64(self.game.setup_hash ^ SEAT_SALTS[seat])
        context["age"] = (int(context["age"]) + 1) % AGES
        for part in self._memory:
            context[part.name] = context[part.name] // 2 if part.halved else part.empty
        context["horizon"] = context["forcing_nodes"] = context["widens"] = context["end_ply"] = 0
        self.root.set(moves)
        context["salt"] ^= np.uint64(write_past(context, position))
        set_limits(context, limit, self._never)

    def search_root(self, depth: Depth, alpha: Score, beta: Score, skip: int = 0, rising: bool = True) -> Score:
        """Do the same as the kernel `search_root`, in place in the context, with all of the engine's threads."""
        try:
            if self._helpers is None:
                return int(search_root(self.context, self.game.setup[0], depth, alpha, beta, skip, rising))
            return self._helpers.search(self, depth, alpha, beta, skip, rising)
        except Exception as error:  # of Numba, which has more than its own
            raise self.techniques.blamed(error) from error.__cause__

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
        self.root.cut = False
        if self.cuts:
            moves = self.root.keep_candidates(moves, first_depth == 1)
        depths = Deepening(self, position, max(1, min(lines, len(moves))))
        report = Report(move=moves[0], line=(moves[0],), grid=self.bound.evaluator.grid, plain=self.bound.plain)
        return deepen(depths.search, report, first_depth, limit.at_most(depth=MAX_DEPTH))

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
