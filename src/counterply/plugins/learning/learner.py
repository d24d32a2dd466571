"""A learner: one network, whose games are played by two threads, and its mean over time.

Games are played in *batches*: while each thread plays as many games of one, the tables stay as they are; then both learn from every
game, one after the other, each for the groups of tables that are its own. The result thus depends on the seed and the number of
games alone.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from counterply.arena.openings import derived_seed
from counterply.core.layout import Layout, Net, View
from counterply.core.limits import Stop
from counterply.plugins.learning.samples import Samples
from counterply.plugins.learning.selfplay import context_type, duel, learn_games, play_games, take_mean

THREADS = 2
BATCH_PLIES = 1_000  # of a thread in a batch, about: long enough to make up for starting a thread, too short to play by old tables
MOST_BATCH = 64 << 20  # bytes of a thread's batch
ROUND_PLIES = 120_000  # between two looks at the clock, about, and steps of the mean
GAMES_AT_ONCE = 20  # between two looks at Ctrl-C, in a comparison
DUEL_OPENING = 4  # random plies
UNIT = 2.0  # margin that counts as one: so many usual ones
FEATURE_SHARE = 0.1  # of the rate, for weights of features: all positions share them
MEAN_SHARE = 0.15  # the mean is over about this share of the games so far


@dataclass(frozen=True)
class LearningSettings:
    """The rates of learning; measured on connect four, Othello and Breakthrough: dev/measurements-archive.md.

    Attributes
    ----------
    rate, last_rate : share of an error that one update takes away, at first and at the end
    decay : lambda
    exploration, last_exploration : share of moves at random, at first and at the end
    openings, most_random : share of games that begin with plies at random, and how many at most
    """

    rate: float = 0.56
    last_rate: float = 0.06
    decay: float = 0.9
    exploration: float = 0.1
    last_exploration: float = 0.05
    openings: float = 0.5
    most_random: int = 8

    def at(self, done: float) -> tuple[float, float]:
        """Return rate and exploration where a share of all games is done."""
        share = min(1.0, max(0.0, done))
        rate = self.rate * (self.last_rate / self.rate) ** share
        return rate, self.exploration + (self.last_exploration - self.exploration) * share


class ThreadState:
    """The memory of one thread: a network, its rival in comparisons, and a record with the board and the afterstates of a batch."""

    def __init__(self, game: Any, view: View, layout: Layout, samples: Samples, settings: LearningSettings) -> None:
        self.net, self.rival = Net(view, layout), Net(view, layout)
        longest, count = samples.longest, len(view.names) - len(view.bits)
        most = MOST_BATCH // (longest * max(1, self.net.lanes.itemsize))
        self.games = max(1, min(int(BATCH_PLIES / samples.plies), most))
        self._array = np.zeros(
            1, context_type(game.record, game.memo, layout.lanes, count, game.max_moves, longest, self.games, layout.known)
        )
        context = self.context = self._array[0]
        context["decay"] = settings.decay
        context["openings"], context["most_random"] = settings.openings, settings.most_random
        context["unit"] = UNIT * samples.margin
        context["margin_counts"] = game.objective == "margin"
        context["careful"] = game.objective == "outcome" and samples.ends > 0
        context["hides"] = game.hidden
        context["longest"] = longest
        context["opening"] = DUEL_OPENING
        if view.evaluator is not None:
            bound = view.evaluator.bind(game)
            context["reads_memo"] = bound.reads_memo
            for net in (self.net, self.rival):
                net.take_features(bound, int(bound.features.ctypes.data))


class Learner:
    """The tables of a network while it learns, and the games they are from.

    Attributes
    ----------
    games, plies : that were played
    tables : float32[E], the entries as they are now
    mean : float32[E], their mean over the last games
    round : games of a round
    """

    def __init__(self, game: Any, view: View, layout: Layout, samples: Samples, settings: LearningSettings, seed: int) -> None:
        self.game, self.layout, self.settings = game, layout, settings
        self._seed = derived_seed(seed, "games")
        self._start = game.start().copy_record()
        self._setup = game.setup[0]
        self._threads = [ThreadState(game, view, layout, samples, settings) for _ in range(THREADS)]
        self.tables = np.zeros(layout.entries, np.float32)
        self.mean = np.zeros(layout.entries, np.float32)
        for thread in self._threads:
            thread.net.read(self.tables)
        self._batch = THREADS * self._threads[0].games
        self.round = self._batch * max(1, round(ROUND_PLIES / samples.plies / self._batch))
        self.games = self.plies = 0
        self._pool = ThreadPoolExecutor(THREADS)

    def resume(self, tables: np.ndarray, mean: np.ndarray, games: int, plies: int) -> None:
        """Go on where another one was, in place."""
        self.tables[:], self.mean[:] = tables, mean
        self.games, self.plies = games, plies

    def close(self) -> None:
        """End the threads; nothing can be played any more."""
        self._pool.shutdown()

    def warm_up(self) -> None:
        """Compile the kernels of learning."""
        thread = self._threads[0]
        play_games(thread.context, self._start, self._setup, thread.net.record, 0, 0, 0)
        learn_games(thread.context, thread.net.record, 0, 0, THREADS)
        duel(thread.context, self._start, self._setup, thread.net.record, thread.net.record, 0, 0, 0)

    def play_round(self, done: Callable[[], float], most: int | None = None, stop: Stop | None = None) -> int:
        """Play on to the end of a round, learn from it, in place, and return how many games it had.

        Parameters
        ----------
        done : returns the share of all games that is done
        most : games left to play; None: as many as a round has
        stop : ends it after the batch that is being played; the next call goes on with the same round
        """
        begin = self.games
        end = (begin // self.round + 1) * self.round
        last = end if most is None else min(end, begin + most)
        while self.games < last and not stop:
            self._play_batch(done(), min(self._batch, last - self.games))
        if self.games == end:
            take_mean(self.tables, self.mean, self.round / (self.round + MEAN_SHARE * self.games))
        return self.games - begin

    def _play_batch(self, done: float, games: int) -> None:
        """Play so many games, and learn from them, in place."""
        rate, exploration = self.settings.at(done)
        shares = [games - games // THREADS * (THREADS - 1), *[games // THREADS] * (THREADS - 1)]
        firsts = [self.games + sum(shares[:number]) for number in range(THREADS)]

        def play(number: int) -> None:
            thread = self._threads[number]
            thread.context["exploration"] = exploration
            first = firsts[number]
            play_games(thread.context, self._start, self._setup, thread.net.record, self._seed, first, first + shares[number])

        self._at_once(play)
        for thread in self._threads:
            thread.context["step"] = rate / max(1, len(self.layout.lookups))
            thread.context["feature_step"] = FEATURE_SHARE * rate / max(1, self.layout.known)

        def learn(number: int) -> None:
            for thread, share in zip(self._threads, shares, strict=True):
                learn_games(thread.context, thread.net.record, share, number, THREADS)

        self._at_once(learn)
        self.plies += sum(int(thread.context["plies"]) for thread in self._threads)
        self.games += games

    def compare(self, ours: np.ndarray, theirs: np.ndarray, seed: int, games: int, stop: Stop | None = None) -> float:
        """Return the share of points that one set of tables makes against another one, one ply deep; `stop` ends it."""
        points = [0.0] * THREADS
        for thread in self._threads:
            thread.net.read(ours)
            thread.rival.read(theirs)
        own_seed, played = derived_seed(seed, "duel"), 0
        try:

            def play(number: int) -> None:
                thread, first = self._threads[number], played + number * GAMES_AT_ONCE
                nets, last = (thread.net.record, thread.rival.record), first + GAMES_AT_ONCE
                points[number] += duel(thread.context, self._start, self._setup, *nets, own_seed, first, last)

            while played < games and not stop:
                self._at_once(play)
                played += THREADS * GAMES_AT_ONCE
        finally:
            for thread in self._threads:
                thread.net.read(self.tables)
        return sum(points) / max(1, played)

    def _at_once(self, work: Callable[[int], None]) -> None:
        """Let each thread do its work."""
        for done in [self._pool.submit(work, number) for number in range(THREADS)]:
            done.result()
