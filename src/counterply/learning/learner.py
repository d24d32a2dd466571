"""A learner: one network, two copies of it that play at once, and their mean over time.

In a *round*, each of two copies of the tables plays as many games, on a core of its own. Then an entry that one copy has changed
takes that change, and one that both have the mean of both. What is learnt so depends on the seed and the number of games alone.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any

import numpy as np

from counterply.arena.openings import derived_seed
from counterply.core.layout import Layout, Net, View
from counterply.learning.samples import Samples
from counterply.learning.selfplay import bring_together, context_type, duel, learn_games

COPIES = 2
WAIT_SECONDS = 0.1  # between two looks at Ctrl-C while the copies play
ROUND_PLIES = 60_000  # of a copy in a round, at least
ENTRIES_PER_PLY = 200  # more where the tables are large: bringing them together must not cost more than playing
LEAST_ROUND = 20  # games
DUEL_OPENING = 4  # random plies
UNIT = 2.0  # margin that counts as one: so many usual ones
MEAN_SHARE = 0.15  # the mean is over about this share of the games so far


@dataclass(frozen=True)
class Settings:
    """How is learnt; measured on connect four: docs/measurements.md.

    Attributes
    ----------
    rate, last_rate : share of an error that one update takes away, at first and at the end
    decay : lambda
    exploration, last_exploration : share of moves at random, at first and at the end
    """

    rate: float = 0.56
    last_rate: float = 0.06
    decay: float = 0.7
    exploration: float = 0.1
    last_exploration: float = 0.05

    def at(self, done: float) -> tuple[float, float]:
        """Return rate and exploration where a share of all games is done."""
        share = min(1.0, max(0.0, done))
        rate = self.rate * (self.last_rate / self.rate) ** share
        return rate, self.exploration + (self.last_exploration - self.exploration) * share


class Copy:
    """A network with its own tables and board."""

    def __init__(self, game: Any, view: View, layout: Layout, samples: Samples, settings: Settings) -> None:
        self.net = Net(view, layout)
        self.stop = np.zeros(1, np.int64)
        record = game.record
        count = len(view.names) - len(view.bits)
        self._array = np.zeros(1, context_type(record, game.memo, layout.lanes, count, game.max_moves, samples.longest))
        context = self.context = self._array[0]
        context["decay"] = settings.decay
        context["unit"] = UNIT * samples.margin
        context["margin_counts"] = game.objective == "margin"
        context["careful"] = game.objective == "outcome" and samples.ends > 0
        context["hides"] = game.hidden
        context["longest"] = samples.longest
        context["opening"] = DUEL_OPENING
        context["stop"] = self.stop.ctypes.data
        if view.evaluator is not None:
            bound = view.evaluator.bind(game)
            context["reads_memo"] = bound.reads_memo
            self.net.take_features(bound, int(bound.features.ctypes.data))


class Learner:
    """What has been learnt so far.

    Attributes
    ----------
    games, plies : that were played
    tables : float32[E], the entries as they are now
    mean : float32[E], their mean over the last games
    """

    def __init__(self, game: Any, view: View, layout: Layout, samples: Samples, settings: Settings, seed: int) -> None:
        self.game, self.layout, self.settings = game, layout, settings
        self._seed = derived_seed(seed, "games")
        self._start = game.start().copy_record()
        self._setup = game.setup[0]
        self._copies = [Copy(game, view, layout, samples, settings) for _ in range(COPIES)]
        self.tables = np.zeros(layout.entries, np.float32)
        self.mean = np.zeros(layout.entries, np.float32)
        self._own = [np.zeros(layout.entries, np.float32) for _ in range(COPIES)]
        for copy, own in zip(self._copies, self._own, strict=True):
            copy.net.read(own)
        plies = max(ROUND_PLIES, layout.entries // ENTRIES_PER_PLY)
        self.round = max(LEAST_ROUND, int(plies / samples.plies))  # games of each copy
        self.games = self.plies = 0
        self.results = np.zeros(4, np.int64)

    def resume(self, tables: np.ndarray, mean: np.ndarray, games: int, plies: int) -> None:
        """Go on where another one was, in place."""
        self.tables[:], self.mean[:] = tables, mean
        for own in self._own:
            own[:] = tables
        self.games, self.plies = games, plies

    def warm_up(self) -> None:
        """Compile what is needed."""
        copy = self._copies[0]
        learn_games(copy.context, self._start, self._setup, copy.net.record, 0, 0, 0)
        duel(copy.context, self._start, self._setup, copy.net.record, copy.net.record, 0, 0)

    def play_round(self, done: float, most: int | None = None) -> int:
        """Play a round, learn from it, in place, and return how many games it had.

        Parameters
        ----------
        done : share of all games that is done before it
        most : games left to play; None: as many as a round has

        Raises
        ------
        KeyboardInterrupt
            nothing has changed then
        """
        rate, exploration = self.settings.at(done)
        games = self.round if most is None else min(self.round, max(1, -(-most // COPIES)))

        def play(number: int) -> None:
            copy = self._copies[number]
            context = copy.context
            context["step"] = rate / len(self.layout.lookups)
            context["exploration"] = exploration
            context["plies"] = 0
            context["results"] = 0
            first = self.games + number * games
            learn_games(context, self._start, self._setup, copy.net.record, self._seed, first, first + games)

        try:
            self._run(play)
        except KeyboardInterrupt:
            for own in self._own:
                own[:] = self.tables
            raise
        self.games += COPIES * games
        self.plies += sum(int(copy.context["plies"]) for copy in self._copies)
        self.results = sum(copy.context["results"] for copy in self._copies)  # type: ignore[assignment]
        share = COPIES * games / (COPIES * games + MEAN_SHARE * self.games)
        bring_together(self.tables, *self._own, self.mean, share)
        return COPIES * games

    def compare(self, ours: np.ndarray, theirs: np.ndarray, seed: int, games: int) -> float:
        """Return the share of points that one set of tables makes against another one, one ply deep."""
        points = [0.0] * COPIES
        nets = [self._copies[number].net for number in range(COPIES)]
        nets[0].read(ours)
        nets[1].read(theirs)
        try:

            def play(number: int) -> None:
                copy = self._copies[number]
                own_seed = derived_seed(seed, "duel", number)
                points[number] = duel(
                    copy.context, self._start, self._setup, nets[0].record, nets[1].record, own_seed, games // COPIES
                )

            self._run(play)
        finally:
            for net, own in zip(nets, self._own, strict=True):
                net.read(own)
        return sum(points) / (games // COPIES * COPIES)

    def _run(self, work: Any) -> None:
        """Let each copy work in a thread of its own; Ctrl-C ends them soon and is raised again."""
        failures: list[BaseException] = []

        def guarded(number: int) -> None:
            try:
                work(number)
            except BaseException as error:  # handed over to the thread that waits
                failures.append(error)

        for copy in self._copies:
            copy.stop[0] = 0
        threads = [threading.Thread(target=guarded, args=(number,), daemon=True) for number in range(COPIES)]
        for thread in threads:
            thread.start()
        try:
            for thread in threads:
                while thread.is_alive():
                    thread.join(WAIT_SECONDS)
        except KeyboardInterrupt:
            for copy in self._copies:
                copy.stop[0] = 1
            for thread in threads:
                thread.join()
            raise
        if failures:
            raise failures[0]
