"""Evaluators that are made: learnt from the rules alone, or with tuned weights."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Literal, Unpack

from counterply.api.by_name import AGame, AnEvaluator, evaluator_name, game_of, place_for, weights_text
from counterply.api.games import SEED
from counterply.api.option_records import GameOptions, GoOnOption, PlaceOptions, Progress, reference_of
from counterply.core.arguments import checked
from counterply.core.described_options import Option, described
from counterply.core.errors import UsageError
from counterply.core.files import sole_writer
from counterply.core.game_sources import reference
from counterply.core.users_text import unknown
from counterply.plugins.networks.learnt import SUFFIX
from counterply.usercode.loading import load_evaluator

if TYPE_CHECKING:
    from counterply.plugins.learning.fitted import Evidence, Learning, Tuning

SETTINGS = ("rate", "decay", "exploration", "batch")  # of `counterply.plugins.learning.learner.LearningSettings`


class LearnOptions(GoOnOption, PlaceOptions, total=False):
    """Options of learning an evaluator from the rules."""

    minutes: Annotated[float | None, Option(None, "CPU time, of all cores together; by default 20.", "N")]
    games: Annotated[
        int | None, Option(None, "Learn from this many games instead; the same seed then gives the same network.", "N", least=1)
    ]
    out: Annotated[
        str | Path | None,
        Option(None, "The network's file, an evaluator at any moment; the same run again continues it.", f"FILE{SUFFIX}"),
    ]
    size: Annotated[
        str | None,
        Option(None, "Size of the network, linear for features alone; by default the one that wins.", "linear|small|lines|large"),
    ]
    features: Annotated[str | None, Option(None, "Let the network know the features of an evaluator, too.", "EVALUATOR")]
    batch: Annotated[
        int | None,
        Option(None, "Plies played before they are learnt from, by default 500; more of them keep more cores busy.", "N", least=1),
    ]
    rate: Annotated[float | None, Option(None, "Share of an error that an update takes away, at first; by default 0.56.", "SHARE")]
    decay: Annotated[float | None, Option(None, "Lambda of TD(lambda), by default 0.9.", "SHARE")]
    exploration: Annotated[float | None, Option(None, "Share of moves at random, at first; by default 0.1.", "SHARE")]
    match: Annotated[int, Option(60, "Games against each yardstick at the end; 0: none, and nothing says what it is worth.", "N")]
    seed: Annotated[int, Option(0, "Decides all that is random.", "S")]
    progress: Annotated[Callable[[Progress], None] | None, Option(None, "Called as the learning goes on.", command=False)]


@described
def learn(game: AGame, **options: Unpack[LearnOptions]) -> Learning:
    """Learn an evaluator from the rules of a game alone, by games against itself.

    Parameters
    ----------
    game : its name, a file's, or a `Game`

    Raises
    ------
    UsageError
        for a game in which a network sees nothing (the message names the missing declaration), or a file of another kind

    Examples
    --------
    >>> import counterply as cp
    >>> learnt = cp.learn("tic_tac_toe", games=2000, size="small", match=0)
    >>> learnt.made["games"] >= 2000
    True
    """
    from counterply.plugins.learning.fitted import Learning
    from counterply.plugins.learning.run import MINUTES, LearningRun, LearningTask

    minutes, games = options["minutes"], options["games"]
    if minutes is not None and games is not None:
        raise UsageError("minutes and games are two budgets; give one of them")
    if minutes is not None and not 0 < minutes < math.inf:
        raise UsageError(f"minutes must be more than 0, not {minutes}")
    settings = {name: value for name in SETTINGS if (value := options[name]) is not None}  # type: ignore[literal-required]
    for name, value in settings.items():
        if name != "batch" and not 0 <= value <= 1:
            raise UsageError(f"{name} must be from 0 to 1, not {value}")
    source, of_game = reference(game_of(game))
    task = LearningTask(
        game=source,
        options=of_game,
        minutes=None if games is not None else MINUTES if minutes is None else minutes,
        games=games,
        seed=options["seed"],
        size=options["size"],
        features=options["features"],
        settings=settings,
        match=max(0, options["match"]),
        force=options["force"],
    )
    folder, file = _place(options["out"], f"network{SUFFIX}")
    with sole_writer(file):
        run = LearningRun(task, file, options["progress"] or (lambda _: None), place_for(options, source))
        return Learning(run, run.run(), folder)


@checked
def learnt(file: str | Path) -> Evidence:
    """Return what the file of a learnt evaluator says of its games, its Elo curve, and its matches against yardsticks.

    Raises
    ------
    UsageError
        for a file of another kind

    Examples
    --------
    >>> import counterply as cp
    >>> learning = cp.learn("tic_tac_toe", games=2000, size="small", match=2)
    >>> [found["opponent"] for found in cp.learnt(learning.file).made["matches"]]
    ['mobility', 'zero', 'mcts']
    """
    from counterply.plugins.learning.fitted import Evidence

    return Evidence.of_file(file)


class TuneOptions(GameOptions, GoOnOption, PlaceOptions, total=False):
    """Options of tuning weights."""

    method: Annotated[str, Option("spsa", "hill and spsa play games; records fits the games of a stored run.", "hill|spsa|records")]
    games: Annotated[int | None, Option(None, "Games to play.", "N", least=1)]
    nodes: Annotated[int, Option(1_000, "Calls of play in each move's search.", "N", least=1)]
    player: Annotated[str | None, Option(None, "Who plays with the evaluator; by default the engine.", "PLAYER")]
    weights: Annotated[
        Sequence[float] | str | Path | None, Option(None, "Weights to start from; by default the evaluator's own.", "FILE|NUMBERS")
    ]
    store: Annotated[str | Path | None, Option(None, "Folder of a stored run, for the method records.", "DIR")]
    target: Annotated[Literal["result", "score"] | str, Option("result", "What records are fitted to.", "result|score")]
    validation: Annotated[int, Option(400, "Games against the start at the end; 0 for none.", "N")]
    out: Annotated[
        str | Path | None,
        Option(None, "A file that holds the weights so far at any moment; the same run again continues it.", "FILE"),
    ]
    seed: Annotated[int, SEED]
    progress: Annotated[Callable[[Progress], None] | None, Option(None, "Called as the tuning goes on.", command=False)]


@described
def tune(game: AGame, evaluator: AnEvaluator, **options: Unpack[TuneOptions]) -> Tuning:
    """Find better weights for an evaluator, and play them against those it had.

    Parameters
    ----------
    game : its name, a file's, or a `Game`
    evaluator : one with weights, as for `evaluator`

    Raises
    ------
    UsageError
        for a method, target or number that does not exist
    GameError
        for an evaluator without weights

    Examples
    --------
    >>> import counterply as cp
    >>> tuning = cp.tune("isolation", "territory", games=2, nodes=50, validation=0)
    >>> len(tuning.weights), tuning.verdict
    (2, 'not played')
    """
    from counterply.arena.variants import Games
    from counterply.plugins.learning.fitted import Tuning
    from counterply.plugins.learning.tuning.run import GAMES, METHODS, TUNED_PLAYER, TuningRun, TuningTask

    method, target, store = options["method"], options["target"], options["store"]
    if method not in METHODS:
        raise unknown("method", method, METHODS)
    if target not in ("result", "score"):
        raise unknown("target", target, ("result", "score"))
    source, of_game = reference_of(game, options["options"])
    task = TuningTask(
        game=source,
        evaluator=evaluator_name(evaluator) or load_evaluator(None, Games(source, of_game, 0).family()).name,
        method=method,
        games=GAMES[method] if options["games"] is None else options["games"],
        player=options["player"] or TUNED_PLAYER,
        nodes=options["nodes"],
        seed=options["seed"],
        start=weights_text(options["weights"]),
        store=None if store is None else Path(store),
        target=target,  # type: ignore[arg-type]
        validation=options["validation"],
        force=options["force"],
        options=of_game,
    )
    folder, file = _place(options["out"], "weights.json")
    with sole_writer(file):
        run = TuningRun(task, file, options["progress"] or (lambda _: None))
        return Tuning(run, run.run(place_for(options, source, task.evaluator, task.player)), folder)


def _place(out: str | Path | None, name: str) -> tuple[TemporaryDirectory[str] | None, Path]:
    """Return the file `out`; if none is named, one in a temporary folder, and that folder."""
    if out is not None:
        return None, Path(out)
    folder = TemporaryDirectory(prefix="counterply-")
    return folder, Path(folder.name) / name
