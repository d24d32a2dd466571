"""A learning from its start to the match at its end, kept in a file at any moment: the same command goes on where it was.

1. Where no size is asked for, networks of the sizes that suit the game learn for a while, and the engine plays matches with them at
   equal time; one of less than half the weights is taken only if it wins clearly, for the larger one still has more to learn.
2. The network learns, round by round. From time to time the mean of its last weights is a *snapshot*: it plays the best one so far,
   one ply deep, and takes its place where it wins; and the engine plays a few games with it, against the best one and those
   yardsticks that it has not left behind, for the learning curve.
3. At the end the mean plays the last weights, and the best ones play a match against each yardstick.
"""

from __future__ import annotations

import math
import time
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from counterply.arena.openings import derived_seed
from counterply.arena.statistics import Standing, lead
from counterply.arena.tournament import Progress, ProgressListener
from counterply.core.errors import GameError, UsageError
from counterply.core.evaluator import Evaluator
from counterply.core.files import require_place, user_path
from counterply.core.identity import differences, of_play, require_same
from counterply.core.interruptible import whole
from counterply.core.limits import Stop
from counterply.core.plain_game import PlainGame
from counterply.core.users_text import unknown
from counterply.plugins.learning.display import elo_text
from counterply.plugins.learning.ladder import rate, snapshot_name
from counterply.plugins.learning.layout import SIZES, Size, make_layout
from counterply.plugins.learning.learner import UNIT, Learner, LearningSettings
from counterply.plugins.learning.matches import Bout, Matches
from counterply.plugins.learning.yardsticks import yardsticks_of
from counterply.plugins.networks.layout import Layout, View
from counterply.plugins.networks.learnt import (
    LOG_ODDS,
    SUFFIX,
    LearntEvaluator,
    NetworkFile,
    check_learnt,
    header_of,
    in_steps,
    read_learnt,
    write_learnt,
)
from counterply.plugins.networks.samples import play_random_games
from counterply.plugins.networks.swing import swing_of
from counterply.plugins.networks.view import view_of
from counterply.usercode.trust import checked_game
from counterply.version import __version__
from counterply.work.place import HERE, Place

MINUTES = 20.0  # of CPU time, on all cores together
TRIAL_SHARE = 0.06  # of the budget, for the trial of each size
LEAST_TRIAL_SECONDS = 120.0  # of CPU time: budgets below this, or
LEAST_TRIAL_GAMES = 50_000  # this, try no sizes
USUAL_SIZE = "large"
TRIAL_GAMES = 40
MATCH_GAMES = 60
STATIC_MATCH = 4  # times as many games as against a yardstick has the match with static cuts: it decides
STATIC_NODES = 4_000  # of it, and
STATIC_COSTS = (1.5, 1.0)  # of a node with them and without, where nothing may depend on the clock
MATCH_SHARE = 0.1  # of the budget, for each match of the end at most
CHECKPOINTS = 8
DUEL_GAMES = 1_000
CURVE_GAMES = 20
CURVE_NODES = 300
CURVE_SHARE = 0.01  # of the budget, for each match of a checkpoint
PATIENCE = 2.0  # times its share of the budget may a match take before no further games of it begin, but for those of the end
LEFT_BEHIND = 0.9  # score from which on a yardstick is too weak to tell snapshots apart
SAVE_SECONDS = 30.0
NODE_NS, LOOKUP_NS = 150, 1  # rough costs of a node and a lookup, where nothing may depend on the clock: dev/measurements.md
BYTES_PER_ENTRY = 4 * 3 + 4 + 2  # tables, mean and best ones, a copy while they are rounded, and the file
MOST_MEMORY = (1 << 30) // len(SIZES)  # bytes of the tables of a size; one that would take more has shorter lookups


@dataclass(frozen=True)
class LearningTask:
    """A game to be learnt, and the budget for it.

    Attributes
    ----------
    game, options : as for `counterply.usercode.loading.load_game`
    minutes, games : the budget: one of them; minutes are of CPU time, which does not depend on what else a machine does
    seed : decides all that is random
    size : the name of one of `SIZES`; None: the one that wins
    match : games against each yardstick at the end, 0 for none
    features : the name of an evaluator with features, which the network is to know besides cells
    settings : `LearningSettings` that are asked for; the others are as in the file, or as usual
    force : go on with a file though that which plays has changed since
    """

    game: str
    options: dict[str, str] = field(default_factory=dict)
    minutes: float | None = MINUTES
    games: int | None = None
    seed: int = 0
    size: str | None = None
    match: int = MATCH_GAMES
    features: str | None = None
    settings: dict[str, float] = field(default_factory=dict)
    force: bool = False

    @property
    def seconds(self) -> float:
        """The budget of CPU time, where games do not count."""
        return 60 * (self.minutes or MINUTES)

    def share(self, games: int, seconds: float) -> float:
        """Return the share of the budget that so many games are, or so many seconds where games do not count."""
        return seconds / self.seconds if self.games is None else games / self.games


class LearningRun:
    """A task, its file, and the work done so far.

    Attributes
    ----------
    made : how the network was made so far, as its file says
    """

    def __init__(self, task: LearningTask, out: Path, listen: ProgressListener, place: Place = HERE) -> None:
        """Look at the game, and open the file or check that it can be written.

        Raises
        ------
        GameError
            if the game cannot be learnt, or the file holds something else; nothing is changed then
        """
        game = checked_game(task.game, task.options)
        if isinstance(game, PlainGame):
            raise GameError(f"{game.name} is a game in plain Python; only compiled games can be learnt")
        if out.suffix != SUFFIX:
            raise UsageError(f"the file of a network ends in {SUFFIX}, so that players know it: {out.stem}{SUFFIX}, not {out.name}")
        if task.size is not None and task.size not in {size.name for size in SIZES}:
            raise unknown("size", task.size, [size.name for size in SIZES])
        require_place(out)
        self.task, self.game, self.out, self._listen, self._place = task, game, out, listen, place
        self._begin = time.monotonic()
        self._ticked = self._ticked_wall = 0.0
        self._plays = of_play(game, [("", task.options)])
        self._known = read_learnt(out, state=True) if user_path(out).exists() else None
        if self._known is not None:
            self._require_same(self._known)
        self._samples = play_random_games(game, derived_seed(task.seed, "samples"))
        linear = {each.name: each for each in game.evaluators if each.features is not None}
        if task.features is not None and task.features not in linear:
            raise unknown(f"evaluator with features of {game.name}", task.features, [*linear])
        self.view = view_of(game, self._samples, linear.get(task.features or ""))
        self._yardsticks = yardsticks_of(game, self.view, self._samples)
        self._matches = Matches(game, task.seed, self._samples.plies)
        self.made: dict[str, Any] = {
            "seed": task.seed,
            "size": None,
            "settings": asdict(LearningSettings(**({"uneven": 0.0} if self.view.exchange else {}) | task.settings)),  # type: ignore[arg-type]
            "games": 0,
            "plies": 0,
            "seconds": 0.0,
            "wall_seconds": 0.0,
            "done": 0.0,
            "tried": {},
            "trials": [],
            "anchor": next(iter(self._yardsticks)),
            "yardsticks": [*self._yardsticks],
            "curve": [],
            "best": None,
            "swing": 0.0,
            "static": None,
            "matches": [],
            "counterply": __version__,
            "plays": self._plays,
        }
        self._learner: Learner | None = None
        self._best: np.ndarray | None = None
        self._costs: dict[str, float] = {}  # CPU seconds of a node with each yardstick, by name, and of ours, as ""
        self._trying: dict[str, Learner] = {}
        self._saved = -math.inf  # the first round is kept, so that a full disk is found then
        self._session_games = 0
        self.notes: tuple[str, ...] = (f"the network sees {self.view.said}",)
        if self.view.ignored:
            names = " and ".join(self.view.ignored)
            self.notes += (f"it does not read {names}: Game(cells=FUNCTION) can, where FUNCTION(position, cell) is a small number",)
        if self.view.exchange:
            self.notes += ("its rules are the same for both sides: each learns what the other does, with the players exchanged",)
        if self.view.shared:
            self.notes += (self.view.shared,)

    def _require_same(self, known: NetworkFile) -> None:
        """Raise `UsageError` unless a file is this very task's."""
        made = known.header.get("made")
        if not isinstance(made, dict) or not {"plays", "seed", "settings", "size", "curve"} <= made.keys():
            raise UsageError(f"{self.out} is damaged: it does not say how far it is")
        then = made["plays"]
        check_learnt(self.out, known, self.game)  # first: other rules are no matter of --force
        require_same(f"the network in {self.out}", then, self._plays, self.task.force)
        if differences(then, self._plays):
            made |= {"plays": self._plays, "matches": []}
        if not len(known.tables) == len(known.mean) == len(known.weights):
            raise UsageError(f"{self.out} is damaged: its tables are of different sizes")
        if made["seed"] != self.task.seed:
            raise UsageError(f"{self.out} was learnt with seed {made['seed']}, not {self.task.seed}; give another --out")
        told = known.header["view"].get("evaluator", {}).get("name")
        if self.task.features is not None and told != self.task.features:
            raise UsageError(
                f"{self.out} was learnt {f'with features of {told}' if told else 'without features'}; give another --out"
            )
        for name, value in self.task.settings.items():
            if made["settings"][name] != value:
                raise UsageError(f"{self.out} is learnt with {name} {made['settings'][name]}, not {value}; give another --out")
        if self.task.size is not None and made["size"] not in (None, self.task.size):
            raise UsageError(f"{self.out} holds a network of size {made['size']}, not {self.task.size}; give another --out")

    # --- running

    def run(self) -> bool:
        """Do the steps that are missing, and keep them in the file; return False if Ctrl-C ended it first."""
        try:
            self._tell("preparing")
            learner = self._start()
            self._tell("preparing")
            self._start_clock()
            self._learn(learner)
            self._finish(learner)
        except KeyboardInterrupt:
            self._save()
            return False
        finally:
            for each in (self._learner, *self._trying.values()):
                if each is not None:
                    each.close()
        self._save()
        return True

    @property
    def evaluator(self) -> Evaluator:
        """The best evaluator so far."""
        assert self._learner is not None
        assert self._best is not None
        return self._evaluator_of(self._learner, self._best)

    @property
    def memory(self) -> int:
        """Bytes that the tables take."""
        return 0 if self._learner is None else self._learner.layout.entries * BYTES_PER_ENTRY

    def _start(self) -> Learner:
        """Return the learner that goes on: that of the network in the file, or of the size that wins; it and the best are noted."""
        known = self._known
        if known is not None and known.header["made"]["size"] is not None:
            self.made |= known.header["made"]
            view, layout = check_learnt(self.out, known, self.game)
            learner = self._learner_of(view, layout)
            learner.resume(known.tables, known.mean, self.made["games"], self.made["plies"])
            self._best = known.weights * np.float32(known.header["scale"] / self._worth)
        else:
            learner = self._chosen()
            self._best = self._rounded(learner.mean)
        self._learner = learner
        learner.warm_up()
        self.notes += (f"{self.made['size']}: {learner.layout.said}, {self.memory / 2**20:,.0f} MB",)
        return learner

    def _learner_of(self, view: View, layout: Layout) -> Learner:
        return Learner(
            self.game,
            view,
            layout,
            self._samples,
            LearningSettings(**self.made["settings"]),
            self.task.seed,
            self._place,
        )

    def _new_learner(self, size: Size) -> Learner:
        """Return a learner of a size, or of one with shorter lookups if that takes too much memory."""
        indices = size.indices
        while True:
            layout = make_layout(self.game, self.view, replace(size, indices=indices), self.task.seed)
            if layout.entries * BYTES_PER_ENTRY <= MOST_MEMORY or indices <= 1:
                return self._learner_of(self.view, layout)
            indices //= 2

    def _sizes(self) -> list[Size]:
        """Return the sizes to be tried: the one asked for, the usual one where the budget is small, else all that suit the game."""
        task, linear = self.task, bool(self.view.usual_sizes)
        small = task.seconds < LEAST_TRIAL_SECONDS if task.games is None else task.games < LEAST_TRIAL_GAMES
        name = task.size or (USUAL_SIZE if small else None)
        if name == "linear" and not linear:
            raise UsageError("size linear has weights of features alone: give --features EVALUATOR")
        if name is not None:
            return [size for size in SIZES if size.name == name]
        suits = {"linear": linear, "lines": any(place is not None for place in self.view.places)}
        return [size for size in SIZES if suits.get(size.name, True)]

    def _chosen(self) -> Learner:
        """Return the learner that goes on: of the only size, or of the one that wins its matches; which, and why, is noted."""
        learners = {size.name: self._new_learner(size) for size in self._sizes()}
        *_, name = learners
        if len(learners) > 1:
            self._trying = learners
            self._try_sizes()
            name = self._winner()
            self.made["seconds"] = round(sum(tried["seconds"] for tried in self.made["tried"].values()), 3)
            self.made["games"], self.made["plies"] = learners[name].games, learners[name].plies
            self._trying = {}
        self.made["size"], chosen = name, learners.pop(name)
        for learner in learners.values():
            learner.close()
        return chosen

    def _try_sizes(self) -> None:
        """Let each size learn for its share of the budget, from where it was when its trial was stopped."""
        known = self._known
        if known is not None:
            self.made |= known.header["made"]
        for name, learner in self._trying.items():
            tried = self.made["tried"].setdefault(name, {"games": 0, "plies": 0, "seconds": 0.0})
            if known is not None and tried["games"] > 0:
                tables, mean = known.trials.get(f"{name}-tables"), known.trials.get(f"{name}-mean")
                if tables is None or mean is None or not len(tables) == len(mean) == len(learner.tables):
                    raise UsageError(f"{self.out} is damaged: it does not hold what size {name} has learnt")
                learner.resume(tables, mean, tried["games"], tried["plies"])
        for name, learner in self._trying.items():
            tried = self.made["tried"][name]
            self._learner, self._best = learner, None
            learner.warm_up()
            self._start_clock()
            while (done := self.task.share(learner.games, tried["seconds"])) < TRIAL_SHARE:
                self._tell(f"trying {name}", done / TRIAL_SHARE)
                self._play(learner, done, tried)
                self._save_now_and_then()

    def _winner(self) -> str:
        """Return the size that wins: each meets the best of the larger ones at equal time; the matches are noted."""
        self.made["trials"] = []
        *smaller, best = self._trying
        for name in reversed(smaller):
            pair = [self._trying[name], self._trying[best]]
            counted = [NODE_NS + LOOKUP_NS * len(learner.layout.lookups) for learner in pair]
            ours, theirs = (self._evaluator_of(learner, learner.mean) for learner in pair)
            costs = None if self.task.games is None else counted
            bout = Bout(TRIAL_GAMES, seconds=self._seconds_of(TRIAL_SHARE), patience=PATIENCE)
            standing, _ = self._matches.at_equal_time(ours, theirs, bout, costs)
            self.made["trials"].append({"size": name, "against": best, **standing.json()})
            self._tell(f"{name} v {best}: {100 * (standing.score or 0.0):.0f} %", 1.0)
            few = 2 * pair[0].layout.entries < pair[1].layout.entries
            if (lead(standing.interval()) if few else standing.mean - 0.5) > 0:
                best = name
        return best

    def _play(self, learner: Learner, done: float, part: dict[str, Any], most: int | None = None) -> None:
        """Let a learner play a round; raises KeyboardInterrupt if Ctrl-C ended it after one of its batches.

        Parameters
        ----------
        done : the share of the budget that is used
        part : gets the games, plies and seconds, in place
        most : games left to play; then the share is looked up again for each batch. None: as many as a round has
        """
        stop, before = Stop(), learner.games

        def share() -> float:
            return done if most is None else self.task.share(learner.games, 0.0)

        try:
            whole(lambda: learner.play_round(share, most, stop), stop)
        finally:
            self._session_games += learner.games - before
            part["games"], part["plies"] = learner.games, learner.plies
            self._tick(part)

    def _learn(self, learner: Learner) -> None:
        """Learn until the budget is used up."""
        made, task = self.made, self.task
        while True:
            done = task.share(learner.games, made["seconds"])
            if int(done * CHECKPOINTS) > int(made["done"] * CHECKPOINTS):  # also one that was due when the last session ended
                self._checkpoint(learner)
                self._start_clock()
            made["done"] = done
            if done >= 1.0:
                return
            self._play(learner, done, made, None if task.games is None else task.games - learner.games)
            self._save_now_and_then()
            self._tell("learning")

    @property
    def _cpu_seconds(self) -> float:
        """CPU time of this process, and of those that play for it on a cluster."""
        return time.process_time() + (0.0 if self._learner is None else self._learner.elsewhere)

    def _start_clock(self) -> None:
        """Begin to count time: what compiling and the games of a checkpoint took does not count."""
        self._ticked, self._ticked_wall = self._cpu_seconds, time.monotonic()

    def _tick(self, part: dict[str, Any]) -> None:
        """Add the CPU time since the last tick to a part's seconds, in place, and the time that has gone by to the whole's."""
        before, before_wall = self._ticked, self._ticked_wall
        self._start_clock()
        part["seconds"] = round(part["seconds"] + self._ticked - before, 3)
        self.made["wall_seconds"] = round(self.made["wall_seconds"] + self._ticked_wall - before_wall, 3)

    def _checkpoint(self, learner: Learner) -> None:
        """Let the mean play the best weights so far, and add a point to the curve."""
        made, mean, number = self.made, self._rounded(learner.mean), len(self.made["curve"])
        played = self._played(self._evaluator_of(learner, mean))
        score = self._score(learner, mean, derived_seed(self.task.seed, "checkpoint", learner.games))
        made["curve"].append({"learnt_from": learner.games, "seconds": made["seconds"], "played": played})
        rate(made["curve"], made["anchor"])
        if score >= 0.5:
            self._best, made["best"] = mean, number

    def _played(self, snapshot: Evaluator) -> list[dict[str, Any]]:
        """Let a snapshot play the best one before it, and the yardsticks that none has left behind, in equal time."""
        made, played = self.made, []
        bout = Bout(CURVE_GAMES, CURVE_NODES, self._seconds_of(CURVE_SHARE), PATIENCE)
        if made["best"] is not None:
            standing, _ = self._match(snapshot, self.evaluator, "", bout)
            played.append({"opponent": snapshot_name(made["best"]), **standing.json()})
        every = [found for point in made["curve"] for found in point["played"]] if played else []
        behind = {found["opponent"] for found in every if found["score"] >= LEFT_BEHIND}
        near = [name for name in self._yardsticks if name not in behind]
        return played + [self._against(snapshot, name, bout) for name in near]

    def _seconds_of(self, share: float) -> float:
        """Return a share of the budget, as what a match may take; without end where games count, and nothing hangs on the clock."""
        return share * self.task.seconds if self.task.games is None else math.inf

    def _match(self, ours: Evaluator, theirs: Evaluator | None, whose: str, bout: Bout) -> tuple[Standing, list[int]]:
        """Return how an evaluator does in equal time, and the nodes; `whose` costs are the opponent's."""
        for name, each in ((whose, theirs), ("", ours)):
            if name not in self._costs:
                self._costs[name] = self._matches.cost(each)
        costs = self._costs[""], self._costs[whose]
        return self._matches.at_equal_time(ours, theirs, bout, costs)

    def _against(self, evaluator: Evaluator, yardstick: str, bout: Bout) -> dict[str, Any]:
        """Return how an evaluator does against the yardstick of a name, as a document."""
        standing, steps = self._match(evaluator, self._yardsticks[yardstick], yardstick, bout)
        return {"opponent": yardstick, "nodes": steps, **standing.json()}

    def _score(self, learner: Learner, ours: np.ndarray, seed: int) -> float:
        """Return the share of points that entries make against the best ones so far; 1 where these are none, or all 0."""
        best, stop = self._best, Stop()
        if best is None or not best.any():
            return 1.0
        return whole(lambda: learner.compare(ours, best, seed, DUEL_GAMES, stop), stop)

    def _finish(self, learner: Learner) -> None:
        """Choose between the mean and the last weights, and play the match for the record."""
        made, task = self.made, self.task
        played = [(found["learnt_from"], found["games"]) for found in made["matches"]]
        if len(played) == len(self._yardsticks) and min(played) >= (learner.games, task.match // 2 * 2):
            return
        seed = derived_seed(task.seed, "last", learner.games)
        for tables in (learner.mean, learner.tables):
            rounded = self._rounded(tables)
            if self._score(learner, rounded, seed) > 0.5:
                self._best, made["best"] = rounded, None
        made["matches"] = []
        bout = Bout(task.match, seconds=self._seconds_of(MATCH_SHARE))
        if task.match:
            self._tell("the match with static cuts")
            self._try_static()
        for yardstick in self._yardsticks if task.match else []:
            self._tell(f"the match against {yardstick}")
            found = self._against(self.evaluator, yardstick, bout)
            made["matches"].append({"learnt_from": learner.games, **found})

    def _try_static(self) -> None:
        """Let the search end nodes by their static value, in place, if the engine wins a match with that against itself."""
        made, costs = self.made, None if self.task.games is None else STATIC_COSTS
        made |= {"swing": 0.0, "static": None}  # until it is shown, also where Ctrl-C ends the match
        plain: Any = self.evaluator
        swing = swing_of(self.game, plain, self._matches.openings, self.task.seed)
        if swing:
            view, layout, weights, scale = plain.parts
            cutting = LearntEvaluator("learnt", view, layout, weights, scale, swing)
            bout = Bout(STATIC_MATCH * self.task.match, STATIC_NODES, self._seconds_of(TRIAL_SHARE), PATIENCE)
            found, _ = self._matches.at_equal_time(cutting, plain, bout, costs)
            made["static"] = {"opponent": "itself without", "swing": swing, **found.json()}
            made["swing"] = swing if lead(found.interval()) > 0 else 0.0
            self._costs.pop("", None)

    # --- evaluators and the file

    @property
    def _worth(self) -> float:
        """The worth of one unit of a sum in the evaluator's units."""
        return LOG_ODDS if self.game.objective == "outcome" else UNIT * self._samples.margin

    def _rounded(self, tables: np.ndarray) -> np.ndarray:
        """Return entries as the file will give them back."""
        steps, step = in_steps(tables)
        return steps * np.float32(step)

    def _evaluator_of(self, learner: Learner, tables: np.ndarray) -> Evaluator:
        """Return the evaluator that a learner's network is with these entries."""
        steps, step = in_steps(tables)
        return LearntEvaluator("learnt", self.view, learner.layout, steps, step * self._worth, self.made["swing"])

    def _save(self) -> None:
        """Write the file, once a game was played, so that it is at any moment an evaluator that a later run can continue."""
        learner = self._learner
        if learner is None or not (self._known or self._session_games):
            return
        self._saved = time.monotonic()
        kept = (self._best, learner.mean)  # the mean begins with the second round
        best = next((each for each in kept if each is not None and each.any()), learner.tables)
        trials = {f"{name}-{part}": getattr(tried, part) for name, tried in self._trying.items() for part in ("tables", "mean")}
        steps, step = in_steps(best)
        header = header_of(self.game, self.view, learner.layout, step * self._worth, self.made)
        try:
            write_learnt(self.out, NetworkFile(header, steps, learner.tables, learner.mean, trials))
        except GameError as error:
            raise GameError(f"{error}; what was saved before is still there" if self.out.exists() else str(error)) from error

    def _save_now_and_then(self) -> None:
        if time.monotonic() - self._saved > SAVE_SECONDS:
            self._save()

    def _tell(self, phase: str, done: float | None = None) -> None:
        """Report the progress; `done` is the share of the phase that is over, by default that of the budget."""
        made, elapsed = self.made, time.monotonic() - self._begin
        games = 0 if self._learner is None else self._learner.games
        pace = self._session_games / max(elapsed, 1e-6)
        share, left = made["done"] if done is None else done, None
        if self.task.games is None:
            seconds = made["seconds"] or sum(tried["seconds"] for tried in made["tried"].values())  # while sizes are tried
            if seconds > 0 and made["wall_seconds"] > 0:
                left = max(0.0, self.task.seconds - seconds) * made["wall_seconds"] / seconds
        elif pace > 0:
            left = max(0, self.task.games - games) / pace
        total = round(games / share) if share > 0 else self.task.games or 0
        said = f"{phase}, {pace:,.0f} games/s" if pace >= 1 else phase
        if made["curve"]:
            said += f", {elo_text(made['curve'][-1])} v {made['anchor']}"
        self._listen(Progress(said, games, max(total, games), elapsed, left, notes=self.notes))
