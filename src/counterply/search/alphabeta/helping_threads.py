"""Several threads for one search: helpers search the same root, each in a memory of its own, and share the table (lazy SMP).

The helpers' results reach the first thread through the table: it finds entries where it would have searched, and its proofs are as
valid as with one thread. A helper that finishes first ends the search of the others, and its answer counts. Threads put off moves
that another one is searching (`busy_moves`), and helpers differ in their order of moves: at the root they begin with the last ones
once the first is searched, and elsewhere a little chance decides between moves that are nearly equal.

With a limit of nodes each thread gets an equal part, so that all of them together never visit more; few nodes are the first one's.

Source
------
Lazy SMP, as in Stockfish since 2015. The gain of putting moves off: dev/measurements-archive.md, 2026-11-22.
"""

from __future__ import annotations

import os
from threading import Event
from typing import TYPE_CHECKING

import numpy as np

from counterply.core.aliases import Depth, Score
from counterply.search.alphabeta.busy_moves import ANNOUNCED, NOBODY, OVER
from counterply.search.alphabeta.context import FINISHED_ELSEWHERE, RUNNING, TIME_SPENT
from counterply.search.alphabeta.history import HISTORY_LIMIT
from counterply.search.alphabeta.root import search_root
from counterply.search.alphabeta.techniques import memory_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from concurrent.futures import Future

    from counterply.core.evaluator import BoundEvaluator
    from counterply.search.alphabeta.engine import Engine

JOIN_AFTER = 0.001  # seconds; a shorter search is not worth joining
JOIN_NODES = 5_000  # of the depths before; the next one is longer, so helpers join it at once
FEWEST_NODES = 100_000  # some 20 ms; one thread searches fewer alone
NOISE = 64  # a helper's history is shifted by less than this, a cut at depth 8; far less than a cut where late moves are left out
LAST_ASKED = "root_moves"  # the fields of a context up to this one define the search


class Helper:
    """The memory of one helping thread, with an evaluator of its own: a linear one writes its features where it is called."""

    def __init__(self, context: np.ndarray, bound: BoundEvaluator, number: int) -> None:
        self._memory, self._bound = np.zeros_like(context), bound
        self.context = self._memory[0]
        kind, offset = context.dtype.fields[LAST_ASKED][:2]  # type: ignore[index]
        self._asked = offset + kind.itemsize
        self._noise = np.random.Generator(np.random.PCG64(number)).integers(0, NOISE, self.context["history"].shape, np.int32)

    def prepare(self, asked: np.ndarray, skip: int, nodes: int) -> None:
        """Take over the search that the memory `asked` defines, in place, with `nodes` of its own."""
        context, first = self.context, asked[0]
        self._memory.view(np.uint8)[: self._asked] = asked.view(np.uint8)[: self._asked]
        context["weights"] = self._bound.weights_address
        context["stack"][0] = first["stack"][0]
        for part in memory_of(context.dtype.names):
            context[part.name] = first[part.name]
        context["history"] = np.minimum(context["history"] + self._noise, HISTORY_LIMIT - 1)
        context["nodes"] = context["next_poll"] = context["forcing_nodes"] = 0
        context["node_limit"] = nodes
        others = context["root_moves"][skip + 1 : int(context["root_count"])]
        others[:] = others[::-1].copy()
        self.score, self.finished = 0, False

    def answer(self, first: np.void, skip: int) -> int:
        """Write the results of the finished search into the memory `first`, in place, and return the score."""
        context, count = self.context, int(first["root_count"])
        scores = context["root_scores"]
        first["root_scores"][skip] = scores[skip]
        first["root_scores"][skip + 1 : count] = scores[skip + 1 : count][::-1]
        best = int(context["root_best"])
        first["root_best"] = count + skip - best if best > skip else best
        first["root_done"] = count
        first["line"][0], first["line_length"][0] = context["line"][0], context["line_length"][0]
        first["horizon"], first["far"] = context["horizon"], max(first["far"], context["far"])
        first["status"] = RUNNING
        return self.score


class Helpers:
    """The helpers of one engine."""

    def __init__(self, context: np.ndarray, bound: Sequence[BoundEvaluator]) -> None:
        """Begin with a helper for each of the evaluators, which are equal."""
        self._asked = context
        self._helpers = [Helper(context, each, number) for number, each in enumerate(bound, 1)]
        self._announced = np.zeros(ANNOUNCED, np.int64)
        self._begin()

    def _begin(self) -> None:
        """Take threads of this process, in place."""
        from concurrent.futures import ThreadPoolExecutor

        self._process, self._pool = os.getpid(), ThreadPoolExecutor(len(self._helpers))
        self._running: list[Future[None]] = []

    def search(self, engine: Engine, depth: Depth, alpha: Score, beta: Score, skip: int, rising: bool) -> int:
        """Do the same as `search_root`, with all threads, and count the nodes of all; `engine` owns the memory and outlives them.

        A search that is out of time does not wait for helpers that the system has paused: `gather` does, before the next search.
        """
        self.gather()
        first, announced = self._asked[0], self._announced
        whole, nodes = int(first["node_limit"]), int(first["nodes"])
        if whole - nodes < FEWEST_NODES:
            return int(search_root(first, engine.game.setup[0], depth, alpha, beta, skip, rising))
        announced[:] = NOBODY
        first["announced"] = announced.ctypes.data
        share = (whole - nodes) // (len(self._helpers) + 1)
        for helper in self._helpers:
            helper.prepare(self._asked, skip, share)
        first["node_limit"] -= share * len(self._helpers)
        first["next_poll"] = nodes
        over = Event()

        def help_with(helper: Helper) -> None:
            if nodes >= JOIN_NODES or not over.wait(JOIN_AFTER):
                found = search_root(helper.context, engine.game.setup[0], depth, alpha, beta, skip, rising)  # keeps its table
                helper.score, helper.finished = int(found), bool(helper.context["status"] == RUNNING)
                if helper.finished:
                    announced[OVER] = 1

        try:
            for helper in self._helpers:
                self._running.append(self._pool.submit(help_with, helper))
            score = int(search_root(first, engine.game.setup[0], depth, alpha, beta, skip, rising))
        finally:
            announced[OVER] = 1
            over.set()
            first["announced"] = 0
            if first["status"] != TIME_SPENT:
                self.gather()
            for helper in self._helpers:
                first["nodes"] += helper.context["nodes"]
                first["forcing_nodes"] += helper.context["forcing_nodes"]
            first["node_limit"] = whole
        if first["status"] == FINISHED_ELSEWHERE:
            return next(helper for helper in self._helpers if helper.finished).answer(first, skip)
        return score

    def gather(self) -> None:
        """Wait until no helper touches the table."""
        if self._process != os.getpid():  # a fork has none of its parent's threads
            self._begin()
        for helped in self._running:
            helped.result()
        self._running = []
