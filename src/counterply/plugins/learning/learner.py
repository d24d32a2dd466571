"""A learner: one network, whose games are played on many cores, and its mean over time.

Games are played in *batches*: while those of one are played, the tables stay as they are; then all are learnt from, one after the
other. Here, threads play a share of a batch each, and then each learns from every game for the groups of tables that are its own;
on a cluster, workers play slices of it, and this process learns. The result thus depends on the seed, the size of a batch and the
number of games alone.
"""

from __future__ import annotations

import base64
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from counterply.arena.openings import derived_seed
from counterply.core.game_sources import reference
from counterply.core.limits import Stop
from counterply.plugins.learning.selfplay import context_type, duel, learn_games, play_games, take_mean
from counterply.plugins.networks.layout import Layout, Net, View
from counterply.plugins.networks.learnt import NOT_READ, NetworkFile, check_learnt, header_of
from counterply.plugins.networks.network import lanes_type
from counterply.plugins.networks.samples import Samples
from counterply.usercode.trust import checked_game
from counterply.work.job import Job, Session
from counterply.work.place import HERE, Place

if TYPE_CHECKING:
    from counterply.core.game import Game

BATCH_PLIES = 500  # of a batch, about: from older tables less is learnt, and with 200 starting threads costs a tenth
SLICE_PLIES = 2_000  # of a batch that a worker of a cluster plays at a time, about
MOST_BATCH = 128 << 20  # bytes of a batch
ROUND_PLIES = 120_000  # between two looks at the clock, about, and steps of the mean
SHARES = 4  # of a batch for each thread, where there are several: games differ in length
GAMES_AT_ONCE = 20  # of a thread between two looks at Ctrl-C, in a comparison
UNIT = 2.0  # margin that counts as one: so many usual ones
FEATURE_SHARE = 0.1  # of the rate, for weights of features: all positions share them
ALONE_SHARE = 0.1  # and for lookups of one cell
PER_GAME = ("lengths", "reached", "ended")  # parts of a batch's memory that learning reads
PER_PLY = ("history", "group", "view", "greedy", "explored", "features")
MEAN_SHARE = 0.15  # the mean is over about this share of the games so far
LAST_RATE, LAST_EXPLORATION = 0.06 / 0.56, 0.5  # at the end, as shares of what they are at first


@dataclass(frozen=True)
class LearningSettings:
    """The rates of learning; measured on connect four, Othello and Breakthrough: dev/measurements-archive.md.

    Attributes
    ----------
    rate : share of an error that one update takes away, at first
    decay : lambda
    exploration : share of moves at random, at first
    uneven : how much more often one side explores in a game, and the other side less, at most and as a logarithm
    openings, most_random : share of games that begin with plies at random, and how many at most
    batch : plies of a batch, about; more of them keep more cores busy, and are played by older tables
    """

    rate: float = 0.56
    decay: float = 0.9
    exploration: float = 0.1
    uneven: float = 2.0
    openings: float = 0.5
    most_random: int = 8
    batch: int = BATCH_PLIES

    def at(self, done: float) -> tuple[float, float]:
        """Return rate and exploration where a share of all games is done."""
        share = min(1.0, max(0.0, done))
        return self.rate * LAST_RATE**share, self.exploration * (1.0 - (1.0 - LAST_EXPLORATION) * share)


@dataclass(frozen=True)
class Sizes:
    """Facts about a game's plies that its samples show, which the memory of a batch needs; as of `Samples`."""

    plies: float
    longest: int
    ends: int
    margin: float

    @classmethod
    def of(cls, samples: Samples) -> Sizes:
        """Return those of samples."""
        return cls(samples.plies, samples.longest, samples.ends, samples.margin)

    def games(self, plies: int, itemsize: int) -> int:
        """Return how many games have so many plies, about, as far as memory goes."""
        return max(1, min(int(plies / self.plies), MOST_BATCH // (self.longest * max(1, itemsize))))


class ThreadState:
    """The memory of one thread: a network, its rival in comparisons, and a record with the board and the afterstates of `games`."""

    def __init__(self, game: Game, view: View, layout: Layout, sizes: Sizes, settings: LearningSettings, games: int = 1) -> None:
        self.net, self.rival = Net(view, layout, game.record), Net(view, layout, game.record)
        longest, count = sizes.longest, len(view.names) - len(view.bits)
        self._array = np.zeros(1, context_type(game, layout.lanes, count, longest, games, layout.known))
        context = self.context = self._array[0]
        context["seen"] = self.net.nothing_seen
        context["decay"] = settings.decay
        context["uneven"] = settings.uneven
        context["openings"], context["most_random"] = settings.openings, settings.most_random
        context["unit"] = UNIT * sizes.margin
        context["margin_counts"] = game.by_margin
        context["careful"] = game.objective == "outcome" and sizes.ends > 0
        context["hides"] = game.hidden
        context["longest"] = longest
        if view.evaluator is not None:
            bound = view.evaluator.bind(game)
            context["reads_memo"] = bound.reads_memo
            for net in (self.net, self.rival):
                net.take_features(bound, int(bound.features.ctypes.data))

    def games_played(self, games: int) -> dict[str, Any]:
        """Return what is to be learnt from the first `games`, as JSON; `take_games` reads it."""
        context = self.context
        places = self._places(context["lengths"][:games])
        parts = {name: context[name][:games] for name in PER_GAME} | {name: context[name][places] for name in PER_PLY}
        return {name: base64.b64encode(part.tobytes()).decode() for name, part in parts.items()}

    def take_games(self, played: dict[str, Any], games: int) -> None:
        """Take games that another one has played, in place."""
        context = self.context
        for name in PER_GAME:
            context[name][:games] = np.frombuffer(base64.b64decode(played[name]), context[name].dtype)
        places = self._places(context["lengths"][:games])
        for name in PER_PLY:
            found = np.frombuffer(base64.b64decode(played[name]), context[name].dtype)
            context[name][places] = found.reshape(len(places), *context[name].shape[1:])
        context["plies"] = len(places)

    def _places(self, lengths: np.ndarray) -> np.ndarray:
        """Return where the afterstates of games of these lengths are."""
        longest = int(self.context["longest"])
        return np.concatenate([np.arange(plies) + number * longest for number, plies in enumerate(lengths)])


class SelfPlayWorker:
    """Plays slices of batches, on a cluster."""

    def __init__(self, given: dict[str, Any], stop: Stop) -> None:
        game: Any = checked_game(given["game"], given["options"])
        none = np.zeros(given["entries"], np.int16)
        view, layout = check_learnt(game.name, NetworkFile(given["header"], none, NOT_READ, NOT_READ, {}), game)
        sizes, settings = Sizes(**given["sizes"]), LearningSettings(**given["settings"])
        self._thread = ThreadState(game, view, layout, sizes, settings, given["games"])
        self._start, self._setup, self._seed = game.start().copy_record(), game.setup[0], given["seed"]

    def take(self, shared: bytes) -> None:
        """Take the tables that games are played by."""
        self._thread.net.read(np.frombuffer(shared, np.float32))

    def do(self, piece: dict[str, Any]) -> dict[str, Any]:
        """Return the games from `first` to `last` - 1, and the CPU seconds that they took."""
        begin, thread, first, last = time.process_time(), self._thread, piece["first"], piece["last"]
        thread.context["exploration"] = piece["exploration"]
        play_games(thread.context, self._start, self._setup, thread.net.record, self._seed, first, last)
        return {**thread.games_played(last - first), "cpu": time.process_time() - begin}

    def close(self) -> None:
        """Nothing is left open."""


class Learner:
    """The tables of a network while it learns, and the games they are from.

    Attributes
    ----------
    games, plies : that were played
    elsewhere : CPU seconds of games that were played on a cluster
    tables : float32[E], the entries as they are now
    mean : float32[E], their mean over the last games
    round : games of a round
    """

    def __init__(
        self,
        game: Game,
        view: View,
        layout: Layout,
        samples: Samples,
        settings: LearningSettings,
        seed: int,
        place: Place = HERE,
    ) -> None:
        """Begin with tables of zeros."""
        self.game, self.layout, self.settings = game, layout, settings
        self._view, self._place, self._sizes = view, place, Sizes.of(samples)
        self._seed = derived_seed(seed, "games")
        self._start = game.start().copy_record()
        self._setup = game.setup[0]
        self._batch = self._sizes.games(settings.batch, lanes_type(layout.lanes).itemsize)
        self._count = place.processes(self._batch)
        shares = min(self._batch, self._count * SHARES) if self._count > 1 else 1
        slices = -(-settings.batch // SLICE_PLIES) if place.elsewhere else shares
        self._slice = -(-self._batch // slices)
        self._shares = [ThreadState(game, view, layout, self._sizes, settings, self._slice) for _ in range(shares)]
        self.tables = np.zeros(layout.entries, np.float32)
        self.mean = np.zeros(layout.entries, np.float32)
        self._parts = min(self._count, layout.entries // layout.group)  # of tables, that learn at once
        for share in self._shares:
            share.net.read(self.tables)
        self.round = self._batch * max(1, round(ROUND_PLIES / samples.plies / self._batch))
        self.games = self.plies = 0
        self.elsewhere = 0.0
        self._pool = ThreadPoolExecutor(self._count)
        self._work: Session | None = None

    def resume(self, tables: np.ndarray, mean: np.ndarray, games: int, plies: int) -> None:
        """Go on where another one was, in place."""
        self.tables[:], self.mean[:] = tables, mean
        self.games, self.plies = games, plies

    def close(self) -> None:
        """End what plays; nothing can be played any more."""
        self._pool.shutdown()
        if self._work is not None:
            self._work.close()

    def warm_up(self) -> None:
        """Compile the kernels of learning."""
        share = self._shares[0]
        play_games(share.context, self._start, self._setup, share.net.record, 0, 0, 0)
        learn_games(share.context, share.net.record, 0, 0, 1)
        duel(share.context, self._start, self._setup, share.net.record, share.net.record, 0, np.arange(0))
        if self._place.elsewhere and self._work is None:
            self._work = self._place.open(self._job(), self._batch)

    def _job(self) -> Job:
        """Return self-play as a job, whose pieces are slices of batches."""
        source, options = reference(self.game)
        header = header_of(self.game, self._view, self.layout, 1.0, {})
        given = {"game": source, "options": options, "header": header, "entries": self.layout.entries, "games": self._slice}
        given |= {"settings": asdict(self.settings), "sizes": asdict(self._sizes), "seed": self._seed}
        named = (source, options)
        return Job(f"{__name__}:SelfPlayWorker", given, (named,), named, lambda piece: f"games {piece['first']} on")

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
        for share in self._shares:
            share.context["exploration"] = exploration
            share.context["step"] = rate / max(1, self.layout.alone)
            share.context["alone_step"] = ALONE_SHARE * rate / max(1, len(self.layout.lookups) - self.layout.alone)
            share.context["feature_step"] = FEATURE_SHARE * rate / max(1, self.layout.known)
        ranges = [(first, min(games, first + self._slice)) for first in range(0, games, self._slice)]
        if self._work is None:
            self._play_here(ranges)
        else:
            self._play_there(self._work, ranges, exploration)
        self.games += games

    def _play_here(self, ranges: list[tuple[int, int]]) -> None:
        """Let threads play the games of a batch, in shares that the next free one takes, and learn from them, in place."""
        shares = [(share, *games) for share, games in zip(self._shares, ranges, strict=False)]
        coming = iter(shares)

        def play(_: int) -> None:
            for share, first, last in coming:
                own = self._seed, self.games + first, self.games + last
                play_games(share.context, self._start, self._setup, share.net.record, *own)

        self._at_once(play, self._count)
        self._learn(shares)

    def _play_there(self, work: Session, ranges: list[tuple[int, int]], exploration: float) -> None:
        """Let a cluster play the games of a batch in slices, and learn from each in order, in place."""
        pieces = [{"first": self.games + a, "last": self.games + b, "exploration": exploration} for a, b in ranges]
        share = self._shares[0]
        for (first, last), played in zip(ranges, work.in_order(pieces, self.tables.tobytes()), strict=True):
            share.take_games(played, last - first)
            self._learn([(share, first, last)])
            self.elsewhere += played["cpu"]

    def _learn(self, shares: list[tuple[ThreadState, int, int]]) -> None:
        """Learn from games of a batch, in place: of each share those from a number to below another one."""

        def learn(number: int) -> None:
            for share, first, last in shares:
                learn_games(share.context, share.net.record, last - first, number, self._parts)

        self._at_once(learn, self._parts)
        self.plies += sum(int(share.context["plies"]) for share, *_ in shares)

    def compare(self, ours: np.ndarray, theirs: np.ndarray, seed: int, games: int, stop: Stop | None = None) -> float:
        """Return the share of points that one set of tables makes against another one, one ply deep; `stop` ends it."""
        coming, scores = iter(range(0, games, GAMES_AT_ONCE)), [(0.0, 0)]
        for share in self._shares:
            share.net.read(ours)
            share.rival.read(theirs)
        own_seed = derived_seed(seed, "duel")

        def play(number: int) -> None:
            share = self._shares[number]
            nets = share.net.record, share.rival.record
            for first in coming:
                if stop:
                    return
                numbers = np.arange(first, min(games, first + GAMES_AT_ONCE))
                scores.append((duel(share.context, self._start, self._setup, *nets, own_seed, numbers), len(numbers)))

        try:
            self._at_once(play, self._count)
        finally:
            for share in self._shares:
                share.net.read(self.tables)
        points, played = map(sum, zip(*scores, strict=True))
        return points / max(1, played)

    def _at_once(self, work: Callable[[int], None], parts: int) -> None:
        """Let so many threads do their work, this one the first part."""
        others = [self._pool.submit(work, number) for number in range(1, parts)]
        work(0)
        for done in others:
            done.result()
