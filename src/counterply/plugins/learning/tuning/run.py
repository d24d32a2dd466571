"""One tuning from its start to its validation, kept in a file of weights at every step: the same command goes on where it was."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np

from counterply.arena.openings import derived_seed
from counterply.arena.schedule import Plan, Schedule
from counterply.arena.statistics import Standing
from counterply.arena.store import Store
from counterply.arena.tournament import Progress, ProgressListener, run as run_plan
from counterply.arena.variants import Games
from counterply.core.errors import GameError, UsageError
from counterply.core.evaluator import Evaluator
from counterply.core.files import user_path
from counterply.core.identity import differences, of_play, require_same
from counterply.core.limits import Limit
from counterply.core.plain_game import PlainGame
from counterply.core.weights import check_document, code_of, read_document, require_weights, short_name
from counterply.players import make_player
from counterply.plugins.learning.tuning.hill import HillClimber
from counterply.plugins.learning.tuning.objective import PairAsked, PairedGames, player_text, scales_of
from counterply.plugins.learning.tuning.records import Target, fit_rows, in_units_of, read_rows
from counterply.plugins.learning.tuning.spsa import Spsa
from counterply.plugins.learning.weights_file import document_of, write_document
from counterply.plugins.networks.samples import play_random_games
from counterply.plugins.networks.view import features_of, usual_sizes
from counterply.usercode.names import split_name
from counterply.usercode.trust import checked_evaluator
from counterply.version import __version__
from counterply.work.place import HERE, Place

Method = Literal["hill", "spsa", "records"]
METHODS: tuple[Method, ...] = get_args(Method)
GAMES = {"hill": 4_000, "spsa": 4_000, "records": 0}  # where none are given
MOST_SEED = 1 << 30  # of a scenario, which is a small number for people
SAVE_SECONDS = 1.0  # between two writes of the file
TUNED_PLAYER = "engine:proof=off,memory=1"  # proofs need no evaluator, and a small table is quick to clear


@dataclass(frozen=True)
class TuningTask:
    """The weights to be tuned, the method, and its budget.

    Attributes
    ----------
    game, options : as for `counterply.usercode.loading.load_game`
    evaluator : its name, or FILE.py:NAME
    method : one of `METHODS`
    games : to be played in all, for hill and spsa
    player : text of the player that uses the evaluator, for hill, spsa and records
    nodes : limit of each move
    seed : decides all that is random
    start : the weights to start from, and to be compared with: a file, or numbers; None: the evaluator's own
    store : the run whose games are learnt from, for records
    target : the values that they are fitted to
    validation : games of the match against the start, 0 for none
    force : go on with a file though that which plays has changed since
    """

    game: str
    evaluator: str
    method: Method
    games: int
    player: str = TUNED_PLAYER
    nodes: int = 1_000
    seed: int = 0
    start: str | None = None
    store: Path | None = None
    target: Target = "result"
    validation: int = 400
    options: dict[str, str] = field(default_factory=dict)
    force: bool = False


class TuningRun:
    """A task, its file, and the work done so far.

    Attributes
    ----------
    document : the contents of the file
    """

    def __init__(self, task: TuningTask, out: Path, listen: ProgressListener) -> None:
        """Open the file, or begin it.

        Raises
        ------
        GameError
            if game, evaluator, player, start or store cannot be used, or the file holds something else; nothing is changed then
        """
        self.games = Games(task.game, task.options, derived_seed(task.seed, "tuning scenarios") % MOST_SEED)
        if task.method == "records" and self.games.varied:
            raise UsageError("records are read with one game: leave the star out of its options")
        game = self.games.family()
        if isinstance(game, PlainGame):
            raise GameError(f"{game.name} is a game in plain Python; only evaluators of compiled games can be tuned")
        self.game = game
        self.task = task
        self.out = out
        self.listen = listen
        self.evaluator: Evaluator = checked_evaluator(task.evaluator, self.game, task.start)
        require_weights(self.evaluator, self.game)
        if task.method == "records" and self.evaluator.features is None:
            raise UsageError(f"evaluator {task.evaluator} of {self.game.name} has no features, which records are fitted to")
        if (task.method == "records") != (task.store is not None):
            raise UsageError("--store DIR belongs to --method records, which needs it")
        make_player(player_text(task.player, task.evaluator, self.evaluator.weights))
        if task.store is not None:
            Store.open(task.store).close()
        self._plan = self._validation_plan(self.evaluator.weights) if task.validation else None
        made = self._made()
        if user_path(out).exists():
            self.document = self._resume(made)
        else:
            self.document = document_of(self.game, self.evaluator, self.evaluator.weights, made)
            self.document |= {"state": None, "validation": None}
            write_document(out, self.document)
        self._before = float(self.document["made"]["seconds"])
        self._begin = self._saved = time.monotonic()

    def _made(self) -> dict[str, Any]:
        """Return how the weights are made; all but the last four decides them, and the first of these says what plays."""
        task = self.task
        made: dict[str, Any] = {"method": task.method, "seed": task.seed, "start": [float(w) for w in self.evaluator.weights]}
        made |= {"options": {key: str(value) for key, value in self.game.options.items()}, "setup": f"{self.game.setup_hash:x}"}
        games = {"player": task.player, "nodes": task.nodes}
        made |= {"store": str(task.store), "target": task.target} if task.method == "records" else games
        plays = of_play(self.game, [split_name(task.player), (task.evaluator, task.options)])
        return {**made, "plays": plays, "games": 0, "seconds": 0.0, "counterply": __version__}

    def _resume(self, made: dict[str, Any]) -> dict[str, Any]:
        """Return the document in the file, if it is this very task's."""
        document = read_document(self.out)
        there = document["made"]
        if "state" not in document or not {"plays", "games", "seconds"} <= there.keys():
            raise UsageError(f"{self.out} is damaged: it does not say how far it is")
        if (document["game"], document["evaluator"]) == (self.game.name, short_name(self.evaluator)):  # else the next check says so
            require_same(f"the weights in {self.out}", there["plays"], made["plays"], self.task.force)
            if differences(there["plays"], made["plays"]):
                there["plays"], document["code"], document["validation"] = made["plays"], code_of(self.evaluator), None
        check_document(self.out, document, self.game, self.evaluator)
        for name in list(made)[:-4]:
            if there.get(name) != made[name]:
                raise UsageError(
                    f"{self.out} holds other weights: their {name} is {there.get(name)}, not {made[name]};"
                    " give another --out, nothing was changed"
                )
        if self.task.method != "records" and there["games"] > self.task.games:
            raise UsageError(f"{self.out} has had {there['games']:,} games already, more than {self.task.games:,}; give --games")
        return document

    # --- running

    def run(self, place: Place = HERE) -> bool:
        """Do the steps that are missing, and keep them in the file; return False if Ctrl-C ended it first.

        Parameters
        ----------
        place : where the games are played
        """
        try:
            if self.task.method == "records":
                self._fit()
            else:
                self._climb(place)
            self._validate(place)
        except KeyboardInterrupt:
            self._save()
            return False
        self._save()
        return True

    def _climb(self, place: Place) -> None:
        """Let hill climbing or SPSA play its games."""
        task, state = self.task, self.document["state"]
        weights = [float(weight) for weight in self.evaluator.weights]
        search: HillClimber | Spsa
        try:
            if task.method == "hill":
                search = HillClimber(**(state or {"weights": weights}))
            else:
                search = Spsa(**(state or {"weights": weights, "mean": weights}))
        except TypeError:
            raise UsageError(f"{self.out} is damaged: it does not say how far it is") from None
        if search.games >= task.games:
            return
        avoided = Schedule(self._plan, self.game).openings[0].lines if self._plan and not self.games.varied else ()
        limit = Limit(nodes=task.nodes)
        sizes = None
        if self.evaluator.features is not None:
            sizes = usual_sizes(features_of(self.game, self.evaluator, play_random_games(self.game, task.seed)))
        scales = scales_of(weights, sizes)

        def coming() -> Iterator[PairAsked]:
            return (pair for pair in search.coming(scales, task.seed) if 2 * pair[2] < task.games)

        seed, most = derived_seed(task.seed, "tuning"), min(search.most_pairs, -(-task.games // 2))
        games = PairedGames(self.games, task.evaluator, task.player, limit, seed, avoided, place, most, coming)
        begin, before = time.monotonic(), search.games
        with closing(games):
            while search.games < task.games:
                search.advance(scales, games.compare, task.seed)
                self._tell(search, begin, before, games.note)

    def _fit(self) -> None:
        """Fit the weights to recorded games."""
        task = self.task
        assert task.store is not None
        self.listen(Progress(f"reading {task.store}", 0, 1, unit="stores"))
        rows = read_rows(task.store, self.game, self.evaluator.bind(self.game), task.target)
        fit = fit_rows(rows, self.game, task.target)
        start = np.array(self.evaluator.weights)
        factor = in_units_of(start, rows, fit.weights) if task.target == "result" and self.game.objective == "outcome" else 1.0
        self._put((factor * fit.weights).tolist(), len(np.unique(rows.games)))
        self.document["fit"] = {
            "positions": len(rows.targets),
            "errors": (factor * fit.errors).tolist(),
            "on_move": factor * fit.constant,
            "loss": fit.loss,
        }
        self._save()

    def _validate(self, place: Place) -> None:
        """Play the match against the start on openings that the tuning has not seen."""
        task, weights, start = self.task, self.document["weights"], self.document["made"]["start"]
        plan = self._validation_plan(weights) if task.validation else None
        known = self.document["validation"]
        if plan is None or (known is not None and known["games"] == task.validation):
            return
        if weights == start:
            self.document["validation"] = {**Standing().json(), "verdict": "the weights are those of the start"}
            return

        def listen(progress: Progress) -> None:
            self.listen(replace(progress, phase="validation") if progress.phase == "playing" else progress)

        standing = run_plan(plan, workers=place, progress=listen).pairings[0].standing
        self.document["validation"] = {
            "player": plan.players[0],
            "opponent": plan.players[1],
            **standing.json(),
            "limit": str(plan.limit),
            "seed": plan.seed,
            "verdict": verdict(standing),
        }

    def _validation_plan(self, weights: Any) -> Plan:
        """Return the match of `weights` against the start."""
        task = self.task
        players = tuple(player_text(task.player, task.evaluator, vector) for vector in (weights, self.evaluator.weights))
        return Plan(
            self.game.source,
            players,
            games=task.validation,
            limit=Limit(nodes=task.nodes),
            seed=derived_seed(task.seed, "validation"),
            options=task.options,
        )

    # --- the file

    def _tell(self, search: HillClimber | Spsa, begin: float, before: int, note: str) -> None:
        """Keep a search's state, and report the progress."""
        self.document["state"] = asdict(search)
        self._put(search.best, search.games)
        now = time.monotonic()
        if now - self._saved > SAVE_SECONDS:
            self._save()
        elapsed, total = now - begin, self.task.games
        left = elapsed / (search.games - before) * (total - search.games)
        phase = f"{self.task.method}: {search.said}"
        self.listen(Progress(phase, search.games, total, elapsed, left, notes=(note,) if note else ()))

    def _put(self, weights: list[float], games: int) -> None:
        if weights != self.document["weights"] or games != self.document["made"]["games"]:
            self.document["validation"] = None
        self.document["weights"] = weights
        self.document["made"]["games"] = games

    def _save(self) -> None:
        self._saved = time.monotonic()
        self.document["made"]["seconds"] = round(self._before + self._saved - self._begin, 3)
        write_document(self.out, self.document)


def verdict(standing: Standing) -> str:
    """Return a validation in a word: better or worse only where the 95 % interval leaves one half out."""
    return ("no difference shown", "better", "worse")[standing.lead]
