"""Many games: matches, tournaments, tuned weights; and a game that you play yourself."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypedDict, Unpack

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
from counterply.api.options import Cluster, GameOptions, MoveLimits, Progress, WorkOptions, limit_of, reference_of
from counterply.core.errors import UsageError
from counterply.core.files import sole_writer
from counterply.core.learnt import SUFFIX
from counterply.core.limits import Stop, parse_duration
from counterply.core.options import Option, described
from counterply.core.position import AnyPosition
from counterply.core.sources import only_here, reference
from counterply.core.threads import interruptible
from counterply.core.words import unknown
from counterply.usercode.loading import load_evaluator, load_game

if TYPE_CHECKING:
    from counterply.api.fitted import Learning, Tuning
    from counterply.api.generators import Generated
    from counterply.api.runs import Match, Run

MOVE_SECONDS = 0.15  # of a move in a match; as in the courses' hosts
SOLVING = "Seconds to solve each opening, for conversion and swindle."
SEED = Option(0, "Decides the openings and the players' choices.", "S")


def parse_solving(text: str) -> float | None:
    """Return the seconds of ``--solve``; None where it is off."""
    try:
        return None if text == "off" else parse_duration(text)
    except UsageError as error:
        raise UsageError(f"--solve: {error}, or off") from None


def parse_sprt(text: str) -> tuple[float, float]:
    """Return elo0 and elo1 of a sequential test.

    >>> parse_sprt("0,10")
    (0.0, 10.0)
    """
    try:
        elo0, elo1 = (float(part) for part in text.split(","))
        if not (math.isfinite(elo0) and math.isfinite(elo1)):
            raise ValueError
    except ValueError:
        raise UsageError(f"a sequential test is elo0,elo1, such as 0,10, not {text!r}") from None
    return elo0, elo1


class PairedOptions(MoveLimits, GameOptions, WorkOptions, total=False):
    """Options of games that are played in pairs."""

    games: Annotated[int, Option(100, "Games of each pairing; even: each opening is played twice, sides swapped.", "N")]
    seed: Annotated[int, SEED]
    openings: Annotated[
        str,
        Option("", "By default balanced if the game has such openings, else random; or a file.", "random|balanced|start|FILE"),
    ]
    out: Annotated[str | Path | None, Option(None, "A folder to keep the games in; the same run again continues there.", "DIR")]
    cluster: Annotated[str | Cluster | None, Option(None, "Lets other machines play: local, HOST or HOST:PORT.", "ADDRESS")]


class MatchOptions(PairedOptions, total=False):
    """Options of a match."""

    sprt: Annotated[
        tuple[float, float] | None,
        Option(None, "Stop as soon as the pairs decide between two differences in Elo.", "ELO0,ELO1", parse=parse_sprt),
    ]
    solving: Annotated[float | None, Option(None, SOLVING, "TIME|off", ("--solve",), parse_solving, "off")]


class TournamentOptions(PairedOptions, total=False):
    """Options of a tournament."""

    against: Annotated[
        Sequence[APlayer] | None, Option(None, "A row of the table; may be repeated: `players` are its columns then.", "PLAYER")
    ]
    solving: Annotated[float | None, Option(2.0, SOLVING, "TIME|off", ("--solve",), parse_solving, "2s")]


@described
def match(game: AGame, first: APlayer, second: APlayer, **options: Unpack[MatchOptions]) -> Match:
    """Play paired games between two players: each opening twice, sides swapped.

    Each move has 150 ms if nothing is said. Ctrl-C ends it with the games played so far.

    Parameters
    ----------
    game : its name, a file's, or a `Game`
    first, second : as for `player`

    Examples
    --------
    >>> import counterply as cp
    >>> m = cp.match("tic_tac_toe", "engine", "random", games=10, nodes=1000, workers=1)
    >>> m.standing.losses, m.score > 0.5
    (0, True)
    """
    from counterply.api.runs import Match

    return Match(*_play(game, (first, second), options, sprt=options["sprt"]))


@described
def tournament(game: AGame, players: Sequence[APlayer], **options: Unpack[TournamentOptions]) -> Run:
    """Play a round robin of `players`, or each of them against each of `against`.

    Each move has 150 ms if nothing is said. Ctrl-C ends it with the games played so far.

    Parameters
    ----------
    game : its name, a file's, or a `Game`
    players : as for `player`

    Raises
    ------
    UsageError
        for a name or a number that cannot be used

    Examples
    --------
    >>> import counterply as cp
    >>> t = cp.tournament("tic_tac_toe", ["engine", "greedy", "random"], games=2, nodes=500, workers=1)
    >>> t.results.played
    6
    """
    from counterply.api.runs import Run

    if isinstance(players, str):
        raise UsageError(f"players is a list of them, not {players!r}")
    return Run(*_play(game, players, options, against=options["against"] or None))


def _play(
    game: AGame,
    players: Sequence[APlayer],
    options: MatchOptions | TournamentOptions,
    against: Sequence[APlayer] | None = None,
    sprt: tuple[float, float] | None = None,
) -> tuple[Any, Any, bool]:
    """Play all pairings; return the results, the folder that holds the games, and whether the run was not interrupted."""
    from counterply.api.notebook import bar_here
    from counterply.arena.results import load_results
    from counterply.arena.schedule import Plan
    from counterply.arena.solver import OpeningSolver
    from counterply.arena.store import holds_run
    from counterply.arena.tournament import run

    source, of_game = reference_of(game, options["options"])
    plan = Plan(
        source,
        tuple(map(player_text, players)),
        against=None if against is None else tuple(map(player_text, against)),
        games=options["games"],
        limit=limit_of(options, MOVE_SECONDS),
        seed=options["seed"],
        options=of_game,
        sprt=sprt,
        openings=options["openings"],
    )
    out, cluster, texts = options["out"], options["cluster"], (plan.game, *plan.texts)
    if out is not None and only_here(*texts):
        raise UsageError("a run that is kept needs its game, players and evaluators in files, not in a running program")
    if cluster is not None and (options["workers"] is not None or only_here(*texts)):
        raise UsageError(
            "on a cluster workers is not given (each machine says it itself), and game, players and evaluators are in files,"
            " not in a running program"
        )
    if isinstance(cluster, str):
        from counterply.arena.cluster import Cluster

        cluster = Cluster(cluster)
    folder: Any = TemporaryDirectory(prefix="counterply-") if out is None else Path(out)
    place = Path(folder.name) if out is None else folder
    try:
        results = run(
            plan,
            place,
            workers=workers_for(options["workers"], *texts),
            progress=options["progress"] or bar_here(),
            outcome_of_opening=None if options["solving"] is None else OpeningSolver(options["solving"]),
            elsewhere=cluster,
        )
    except KeyboardInterrupt:
        kept = load_results(place, plan.game) if holds_run(place) else None
        if kept is None or not kept.played:
            raise
        return kept, folder, False
    return results, folder, True


class LearnOptions(TypedDict, total=False):
    """Options of learning an evaluator from the rules."""

    minutes: Annotated[float | None, Option(None, "How long, on two cores; by default 10.", "N")]
    games: Annotated[
        int | None, Option(None, "Learn from this many games instead; the same seed then gives the same network.", "N", least=1)
    ]
    out: Annotated[
        str | Path | None,
        Option(None, "The network's file, an evaluator at any moment; the same run again continues it.", f"FILE{SUFFIX}"),
    ]
    size: Annotated[
        str | None,
        Option(
            None, "Size of the network, linear for features alone; by default the one that wins.", "linear|small|lines|medium|large"
        ),
    ]
    features: Annotated[str | None, Option(None, "Let the network know the features of an evaluator, too.", "EVALUATOR")]
    match: Annotated[
        int, Option(100, "Games at the end against the game's first evaluator, or against none if it has none; 0: no match.", "N")
    ]
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
    from counterply.api.fitted import Learning
    from counterply.learning.run import MINUTES, LearningRun, LearningTask

    minutes, games = options["minutes"], options["games"]
    if minutes is not None and games is not None:
        raise UsageError("minutes and games are two budgets; give one of them")
    if minutes is not None and not 0 < minutes < math.inf:
        raise UsageError(f"minutes must be more than 0, not {minutes}")
    source, of_game = reference(game_of(game))
    task = LearningTask(
        game=source,
        options=of_game,
        minutes=None if games is not None else MINUTES if minutes is None else minutes,
        games=games,
        seed=options["seed"],
        size=options["size"],
        features=options["features"],
        match=max(0, options["match"]),
    )
    folder, file = _place(options["out"], f"network{SUFFIX}")
    with sole_writer(file):
        run = LearningRun(task, file, options["progress"] or (lambda _: None))
        return Learning(run, run.run(), folder)


class TuneOptions(TypedDict, total=False):
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
    workers: Annotated[int | None, Option(None, "Processes; by default all cores.", "N", least=1)]
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
    from counterply.api.fitted import Tuning
    from counterply.tuning.run import GAMES, METHODS, TUNED_PLAYER, TuningRun, TuningTask

    method, target, store = options["method"], options["target"], options["store"]
    if method not in METHODS:
        raise unknown("method", method, METHODS)
    if target not in ("result", "score"):
        raise unknown("target", target, ("result", "score"))
    source, of_game = reference(game_of(game))
    task = TuningTask(
        game=source,
        evaluator=evaluator_name(evaluator) or load_evaluator(None, load_game(source, of_game)).name,
        method=method,
        games=GAMES[method] if options["games"] is None else options["games"],
        player=options["player"] or TUNED_PLAYER,
        nodes=options["nodes"],
        seed=options["seed"],
        start=weights_text(options["weights"]),
        store=None if store is None else Path(store),
        target=target,  # type: ignore[arg-type]
        validation=options["validation"],
        options=of_game,
    )
    folder, file = _place(options["out"], "weights.json")
    with sole_writer(file):
        run = TuningRun(task, file, options["progress"] or (lambda _: None))
        return Tuning(run, run.run(workers_for(options["workers"], source, task.evaluator, task.player)), folder)


def _place(out: str | Path | None, name: str) -> tuple[TemporaryDirectory[str] | None, Path]:
    """Return the file `out`; if none is named, one in a temporary folder, and that folder."""
    if out is not None:
        return None, Path(out)
    folder = TemporaryDirectory(prefix="counterply-")
    return folder, Path(folder.name) / name


def generate(game: str, *, progress: Callable[[str], None] | None = None, **options: Any) -> Generated:
    """Make new boards of Blocker, scenarios of Fishing Derby, or openings of gomoku, as files; Ctrl-C keeps the finished ones.

    Parameters
    ----------
    game : 'blocker', 'fishing_derby' or 'gomoku'
    progress : called with a line of text now and then
    options : `count`, `seed`, `out` (the folder or file), and those of the game's command: see ``counterply generate GAME --help``

    Raises
    ------
    UsageError
        for a game without a generator, and for impossible requests

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
    make, stop = GENERATORS[game], Stop()
    return interruptible(lambda: make(stop, progress or (lambda _: None), **options), stop)[0]


class PlayOptions(MoveLimits, total=False):
    """Options of a game with a person."""

    second: Annotated[bool, Option(False, "The other side moves first.")]
    seed: Annotated[int, Option(0, "Decides the other side's choices, and chance.", "S")]


@described
def play(position: AnyPosition | AGame, against: APlayer = "engine", **options: Unpack[PlayOptions]) -> AnyPosition:
    """Play in the terminal or a notebook, from a position or a game's start, and return the last position.

    The other side has a second for each move if nothing is said.

    Parameters
    ----------
    against : the other side, as for `player`; 'human' is another person
    """
    from counterply.hosts.terminal import play_on

    return play_on(  # type: ignore[no-any-return]
        position_of(position), player_text(against), int(options["second"]), limit_of(options), options["seed"]
    )
