"""Many games: matches, tournaments, tuned weights; and a game that you play yourself."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from counterply.api.named import (
    AGame,
    AnEvaluator,
    APlayer,
    evaluator_name,
    game_of,
    player_text,
    position_of,
    weights_text,
    workers_for,
)
from counterply.core.errors import UsageError
from counterply.core.limits import Limit, Stop
from counterply.core.position import AnyPosition
from counterply.core.sources import only_here, reference
from counterply.core.threads import interruptible
from counterply.core.words import positive, unknown
from counterply.usercode.loading import load_evaluator, load_game

if TYPE_CHECKING:
    from counterply.api.generators import Generated
    from counterply.api.runs import Learning, Match, Run, Tuning
    from counterply.arena.cluster import Cluster
    from counterply.arena.schedule import Plan
    from counterply.arena.tournament import Progress
MOVE_SECONDS = 0.15  # of a move in a match; what the courses' hosts give


def match(
    game: AGame,
    first: APlayer,
    second: APlayer,
    *,
    games: int = 100,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    limit: Limit | None = None,
    seed: int = 0,
    openings: str = "",
    sprt: tuple[float, float] | None = None,
    solving: float | None = None,
    workers: int | None = None,
    out: str | Path | None = None,
    cluster: str | Cluster | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Match:
    """Play paired games between two players: each opening twice, sides swapped.

    Parameters
    ----------
    game : its name, a file's, or a `Game`
    first, second : as for `player`
    games : an even number
    seconds, nodes, depth, limit : of each move; 150 ms if nothing is said
    seed : decides the openings and the players' choices
    openings : 'random', 'balanced', or a file
    sprt : elo0 and elo1; the match stops as soon as the pairs decide between the two
    solving : seconds to solve each opening, for conversion and swindle
    workers : processes; by default all cores, or one less where moves are timed
    out : a folder to keep the games in; the same call goes on with a run that was stopped
    cluster : lets other machines play: 'local', 'HOST', 'HOST:PORT', or a `counterply.arena.cluster.Cluster`
    progress : called as games end; None: a bar in a notebook, nothing elsewhere

    Examples
    --------
    >>> import counterply as cp
    >>> m = cp.match("tic_tac_toe", "engine", "random", games=10, nodes=1000, workers=1)
    >>> m.standing.losses, m.score > 0.5
    (0, True)
    """
    from counterply.api.runs import Match

    plan = _plan(
        game, (first, second), None, games, limit or Limit(seconds=seconds, nodes=nodes, depth=depth), seed, openings, sprt
    )
    return Match(*_play_plan(plan, solving, workers, out, cluster, progress))


def tournament(
    game: AGame,
    players: Sequence[APlayer],
    *,
    against: Sequence[APlayer] | None = None,
    games: int = 100,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    limit: Limit | None = None,
    seed: int = 0,
    openings: str = "",
    solving: float | None = None,
    workers: int | None = None,
    out: str | Path | None = None,
    cluster: str | Cluster | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Run:
    """Play everybody against everybody, or all `players` against all that are `against`; the rest is as for `match`.

    Examples
    --------
    >>> import counterply as cp
    >>> t = cp.tournament("tic_tac_toe", ["engine", "greedy", "random"], games=2, nodes=500, workers=1)
    >>> t.results.played
    6
    """
    from counterply.api.runs import Run

    limit = limit or Limit(seconds=seconds, nodes=nodes, depth=depth)
    plan = _plan(game, tuple(players), None if against is None else tuple(against), games, limit, seed, openings, None)
    return Run(*_play_plan(plan, solving, workers, out, cluster, progress))


def learn(
    game: AGame,
    *,
    minutes: float | None = None,
    games: int | None = None,
    seed: int = 0,
    size: str | None = None,
    features: str | None = None,
    match: int = 100,
    out: str | Path | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Learning:
    """Learn an evaluator from the rules of a game alone, by games against itself.

    Parameters
    ----------
    game : its name, a file's, or a `Game`
    minutes : how long, on two cores; by default 10
    games : to learn from, instead: the same seed gives the same network
    seed : decides all that is random
    size : of the network: 'linear' (weights of features alone), 'small', 'medium' or 'large'; by default the one that wins
    features : the name of an evaluator with features, which the network is to know besides cells
    match : games of the match at the end against the game's first evaluator, or none at all; 0 for none
    out : a file, ending in .learnt, that is an evaluator at any moment; the same call goes on with it
    progress : called as the learning goes on

    Raises
    ------
    UsageError
        for a game in which a network sees nothing: what to declare; or a file that holds something else

    Examples
    --------
    >>> import counterply as cp
    >>> learnt = cp.learn("tic_tac_toe", games=2000, size="small", match=0)
    >>> learnt.made["games"] >= 2000
    True
    """
    from counterply.api.runs import Learning
    from counterply.core.learnt import SUFFIX
    from counterply.learning.run import MINUTES, LearningRun, LearningTask

    if minutes is not None and games is not None:
        raise UsageError("minutes and games are two budgets; give one of them")
    if minutes is not None and not 0 < minutes < math.inf:
        raise UsageError(f"minutes must be more than 0, not {minutes}")
    source, options = reference(game_of(game))
    task = LearningTask(
        game=source,
        options=options,
        minutes=None if games is not None else MINUTES if minutes is None else minutes,
        games=None if games is None else positive(games, "games"),
        seed=seed,
        size=size,
        features=features,
        match=max(0, match),
    )
    folder = TemporaryDirectory(prefix="counterply-") if out is None else None
    file = Path(out) if folder is None else Path(folder.name) / f"network{SUFFIX}"  # type: ignore[arg-type]
    run = LearningRun(task, file, progress or (lambda _: None))
    return Learning(run, run.run(), folder)


def tune(
    game: AGame,
    evaluator: AnEvaluator,
    *,
    method: str = "spsa",
    games: int | None = None,
    nodes: int = 1_000,
    player: str | None = None,
    weights: Sequence[float] | str | Path | None = None,
    store: str | Path | None = None,
    target: str = "result",
    validation: int = 400,
    seed: int = 0,
    workers: int | None = None,
    out: str | Path | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Tuning:
    """Find better weights for an evaluator, and play them against those it had.

    Parameters
    ----------
    game : its name, a file's, or a `Game`
    evaluator : one with weights, as for `evaluator`
    method : 'hill' or 'spsa', by games; 'records', from a stored run
    games : to play, or to learn from
    nodes : of each move's search
    player : who plays with the evaluator; by default the engine
    weights : to start from; by default the evaluator's own
    store, target : for 'records': the folder of the run, and whether it is fitted to 'result' or 'score'
    validation : games against the start at the end; 0 for none
    seed : decides all that is random
    workers : processes; by default all cores
    progress : called as the tuning goes on
    out : a file that holds the weights so far at any moment; the same call goes on with it

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
    from counterply.api.runs import Tuning
    from counterply.tuning.run import GAMES, METHODS, TUNED_PLAYER, TuningRun, TuningTask

    if method not in METHODS:
        raise unknown("method", method, METHODS)
    if target not in ("result", "score"):
        raise unknown("target", target, ("result", "score"))
    source, options = reference(game_of(game))
    task = TuningTask(
        game=source,
        evaluator=evaluator_name(evaluator) or load_evaluator(None, load_game(source, options)).name,
        method=method,
        games=GAMES[method] if games is None else positive(games, "games"),
        player=player or TUNED_PLAYER,
        nodes=positive(nodes, "nodes"),
        seed=seed,
        start=weights if weights is None or isinstance(weights, str) else weights_text(weights),
        store=None if store is None else Path(store),
        target=target,  # type: ignore[arg-type]
        validation=validation,
        options=options,
    )
    folder = TemporaryDirectory(prefix="counterply-") if out is None else None
    file = Path(out) if folder is None else Path(folder.name) / "weights.json"  # type: ignore[arg-type]
    run = TuningRun(task, file, progress or (lambda _: None))
    finished = run.run(workers_for(workers, source, task.evaluator, task.player))
    return Tuning(run, finished, folder)


def generate(game: str, *, progress: Callable[[str], None] | None = None, **options: Any) -> Generated:
    """Make new boards of Blocker, scenarios of Fishing Derby, or openings of gomoku, as files; Ctrl-C keeps what is made.

    Parameters
    ----------
    game : 'blocker', 'fishing_derby' or 'gomoku'
    progress : called with a line of text now and then
    options : `count`, `seed`, `out` (the folder or file), and those of the game's command: see ``counterply generate GAME --help``

    Raises
    ------
    UsageError
        for a game without a generator, and for what cannot be made

    Examples
    --------
    >>> import counterply as cp, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = cp.generate("fishing_derby", count=2, fish=3, length=40, out=folder)
    >>> [file.name for file in made.files]
    ['fishing_derby-0.json', 'fishing_derby-1.json']
    """
    from counterply.api.generators import GENERATORS

    if game not in GENERATORS:
        raise unknown("game with a generator", game, GENERATORS)
    make = GENERATORS[game]
    known = [name for name, each in inspect.signature(make).parameters.items() if each.kind is each.KEYWORD_ONLY]
    for name in options.keys() - known:
        raise unknown(f"option of generate {game}", name, known)
    stop = Stop()
    return interruptible(lambda: make(stop, progress or (lambda _: None), **options), stop)[0]


def play(
    position: AnyPosition | AGame,
    against: APlayer = "engine",
    *,
    second: bool = False,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    seed: int = 0,
) -> AnyPosition:
    """Play in the terminal or a notebook, from a position or a game's start, and return the last position.

    Parameters
    ----------
    against : the other side, as for `player`; 'human' is another person
    second : the other side moves first
    seconds, nodes, depth : of its moves; 1 second if nothing is said
    seed : decides the other side's choices
    """
    from counterply.hosts.terminal import play_on

    return play_on(  # type: ignore[no-any-return]
        position_of(position), player_text(against, {}), int(second), Limit(seconds=seconds, nodes=nodes, depth=depth), seed
    )


def _plan(
    game: AGame,
    players: tuple[APlayer, ...],
    against: tuple[APlayer, ...] | None,
    games: int,
    limit: Limit,
    seed: int,
    openings: str,
    sprt: tuple[float, float] | None,
) -> Plan:
    from counterply.arena.schedule import Plan

    source, options = reference(game_of(game))
    return Plan(
        source,
        tuple(player_text(given, {}) for given in players),
        against=None if against is None else tuple(player_text(given, {}) for given in against),
        games=games,
        limit=Limit(seconds=MOVE_SECONDS) if limit.unlimited else limit,
        seed=seed,
        options=options,
        sprt=sprt,
        openings=openings,
    )


def _play_plan(
    plan: Plan,
    solving: float | None,
    workers: int | None,
    out: str | Path | None,
    cluster: str | Cluster | None,
    progress: Callable[[Progress], None] | None,
) -> tuple[Any, Any]:
    """Play a plan; return its results and the folder that holds the games."""
    from counterply.api.notebook import bar_here
    from counterply.arena.solving import OpeningSolver
    from counterply.arena.tournament import run

    texts = (plan.game, *plan.texts)
    if out is not None and only_here(*texts):
        raise UsageError("a run that is kept needs its game, players and evaluators in files, not in a running program")
    if cluster is not None and (workers is not None or only_here(*texts)):
        raise UsageError(
            "on a cluster workers is not given, and game, players and evaluators are in files, not in a running program"
        )
    elsewhere: Any = cluster
    if isinstance(cluster, str):
        from counterply.arena.cluster import Cluster

        elsewhere = Cluster(cluster)
    folder: Any = TemporaryDirectory(prefix="counterply-") if out is None else Path(out)
    place = Path(folder.name) if out is None else folder
    solver = None if solving is None else OpeningSolver(solving)
    results = run(
        plan,
        place,
        workers=workers_for(workers, *texts),
        progress=progress or bar_here(),
        outcome_of_opening=solver,
        elsewhere=elsewhere,
    )
    return results, folder
