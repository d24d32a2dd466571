"""The front door: what ``import counterply as cp`` can do, one verb each. What a verb needs is imported when it is used."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from counterply.core.errors import GameError, UsageError
from counterply.core.evaluator import Evaluator
from counterply.core.game import Game
from counterply.core.limits import Limit, Stop
from counterply.core.loading import load_evaluator, load_game, name_here, only_here, reference
from counterply.core.machine import require_threads
from counterply.core.naming import positive, split_name, unknown
from counterply.core.position import AnyPosition, PlainGame
from counterply.core.report import Report
from counterply.core.threads import interruptible
from counterply.core.trust import checked_evaluator, checked_game

if TYPE_CHECKING:
    from counterply.arena.cluster import Cluster
    from counterply.arena.schedule import Plan
    from counterply.arena.tournament import Progress
    from counterply.makers import Generated
    from counterply.players.named import NamedPlayer
    from counterply.runs import Learning, Match, Run, Tuning
    from counterply.search.alphabeta.techniques import Techniques
    from counterply.search.exact.retrograde import Table
    from counterply.search.exact.solve import Solution
    from counterply.study.ablation import Ablation
    from counterply.study.accuracy import Accuracy
    from counterply.study.counts import NodeTable, PerftCounts

DEFAULT_SECONDS = 2.0  # of an analysis
MOVE_SECONDS = 0.15  # of a move in a match; what the courses' hosts give

AGame = Game | PlainGame | str
APlayer = Any  # a text, a class, a function, or a `NamedPlayer`
AnEvaluator = Any  # a text, an `Evaluator`, a function, or a `NamedEvaluator`


# --- things by name


def game(name: AGame, **options: Any) -> Game | PlainGame:
    """Return a game: a built-in one, or that of a file.

    Parameters
    ----------
    name : such as 'isolation', or 'mine.py'
    options : of the game, as ``--set`` of the command takes them

    Raises
    ------
    UsageError
        for a name, an option or a value that does not exist; the message says what does

    Examples
    --------
    >>> import counterply as cp
    >>> cp.game("isolation", width=5, height=5)
    Game('isolation width=5 height=5')
    """
    if isinstance(name, Game | PlainGame):
        if options:
            raise UsageError(f"{name.name} already exists, so its options cannot change; give its name instead")
        return name
    return checked_game(name, {key: _text(value) for key, value in options.items() if value is not None})


def player(name: APlayer, *, seed: int = 0, **options: Any) -> NamedPlayer:
    """Return a player.

    Parameters
    ----------
    name : as the command takes it: 'engine', 'alphabeta:eval=open', 'mine.py:Bold'; or a class with ``choose(position, limit)``, or
        a function ``(position, limit) -> move``
    seed : decides all that is random
    options : of the player; an evaluator may be a name, an `Evaluator` or a function

    Examples
    --------
    >>> import counterply as cp
    >>> position = cp.game("tic_tac_toe").start().play("1,1", "0,1")
    >>> report = cp.player("engine").choose(position, depth=9)
    >>> report.move in position.moves(), report.value
    (True, win in 5)
    """
    from counterply.players.named import NamedPlayer

    return NamedPlayer(_player_text(name, options), seed)


def evaluator(game: AGame, name: AnEvaluator = None, weights: Sequence[float] | str | Path | None = None) -> NamedEvaluator:
    """Return an evaluator of a game, to be called on positions and to be given to players.

    Parameters
    ----------
    name : one of the game's, ``FILE.py:NAME``, an `Evaluator`, or a function ``(position, player)``; None is the game's first one
    weights : numbers, or a file of weights; None are its own

    Examples
    --------
    >>> import counterply as cp
    >>> isolation = cp.game("isolation")
    >>> open_cells = cp.evaluator(isolation, "open")
    >>> open_cells(isolation.start().play("3,3", "0,0"))
    8.0
    """
    made = _game(game)
    numbers = weights if weights is None or isinstance(weights, str) else _weights_text(weights)
    return NamedEvaluator(checked_evaluator(_evaluator_name(name), made, numbers), made)


class NamedEvaluator:
    """An evaluator with its game: call it on a position.

    Attributes
    ----------
    evaluator : the `Evaluator`: its name, weights, declared facts
    game : what it judges
    """

    def __init__(self, evaluator: Evaluator, game: Game | PlainGame) -> None:
        from counterply.search.textbook import evaluation

        self.evaluator = evaluator
        self.game = game
        self._value: Callable[[Any, int], int] = evaluation(game, evaluator)

    def __call__(self, position: AnyPosition, seat: int | None = None) -> float:
        """Return what `position` is worth to `seat`, by default to the side to move, in the evaluator's unit."""
        self._require(position)
        return self._value(position, position.turn if seat is None else seat) / self.evaluator.grid

    def explain(self, position: AnyPosition, seat: int | None = None) -> list[tuple[str, float, float]]:
        """Return name, feature and weight of each term; raises `GameError` for an evaluator that has no features."""
        self._require(position)
        if self.evaluator.features is None or isinstance(self.game, PlainGame):
            raise GameError(f"only evaluators with features can be explained, and {self.evaluator.name} has none")
        return self.evaluator.bind(self.game).explain(position.record, position.turn if seat is None else seat)

    def _require(self, position: AnyPosition) -> None:
        if position.game.name != self.game.name:
            raise GameError(f"evaluator {self.evaluator.name} is of {self.game.name}, and the position of {position.game.name}")

    def __repr__(self) -> str:
        return f"<evaluator {self.evaluator.name} of {self.game.full_name}>"


# --- one position


def analyse(
    position: AnyPosition | AGame,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    lines: int = 1,
    eval: AnEvaluator = None,
    weights: Sequence[float] | str | Path | None = None,
    search: str = "engine",
    limit: Limit | None = None,
    threads: int = 1,
) -> Analysis:
    """Search a position deeper and deeper; the answer yields a `Report` for each completed depth.

    Parameters
    ----------
    seconds, nodes, depth, limit : when to stop; 2 seconds if nothing is said
    lines : how many lines of play
    eval, weights : as for `evaluator`
    search : 'engine', or one of the textbook's: 'alphabeta', 'minimax'
    threads : how many cores the engine uses; with more than one, the same limit may give another answer next time

    Raises
    ------
    GameError
        if the game is over, or the search cannot play it
    UsageError
        for a name or a number that cannot be used

    Examples
    --------
    >>> import counterply as cp
    >>> position = cp.game("tic_tac_toe").start().play("1,1", "0,1")
    >>> for report in cp.analyse(position, depth=9):
    ...     pass
    >>> report.best.texts[0] == report.best.text, report.value, report.proven, report.distance
    (True, win in 5, True, 5)
    """
    from counterply.search.choose import techniques_of

    place = _position(position)
    place.require_ongoing()
    techniques = techniques_of(search)
    require_threads(threads)
    if threads > 1 and search != "engine":
        raise UsageError(f"{search} is the textbook's, with one thread; the engine has threads")
    if limit is None:
        limit = Limit(seconds=seconds, nodes=nodes, depth=depth)
        limit = Limit(seconds=DEFAULT_SECONDS) if limit.unlimited else limit
    chosen = evaluator(place.game, eval, weights).evaluator
    return Analysis(place, limit, chosen, positive(lines, "lines"), techniques, threads)


class Analysis(Iterator[Report]):
    """A search that goes on as reports are asked for; the clock runs from the first one."""

    def __init__(
        self,
        position: AnyPosition,
        limit: Limit,
        evaluator: Evaluator,
        lines: int,
        techniques: Techniques | None,
        threads: int,
    ) -> None:
        limit, self._stop = _stoppable(limit)
        self._arguments = position, limit, evaluator, lines, techniques, threads
        self._reports: Iterator[Report] | None = None
        self._last: Report | None = None

    def __next__(self) -> Report:
        from counterply.search.choose import analyse

        if self._reports is None:
            self._reports = analyse(*self._arguments)
        reports = self._reports
        try:
            found, interrupted = interruptible(lambda: next(reports, None), self._stop)
        except KeyboardInterrupt:
            self._reports = iter(())  # nobody waits for these any more: they may be in the compiler
            raise
        self._last = found or self._last
        if interrupted:
            raise KeyboardInterrupt
        if found is None:
            raise StopIteration
        return found

    def last(self) -> Report:
        """Search to the end of the limit, and return the last report."""
        for _ in self:
            pass
        if self._last is None:
            raise KeyboardInterrupt
        return self._last

    def __repr__(self) -> str:
        return repr(self._last) if self._last is not None else "<analysis, not begun>"

    def _repr_html_(self) -> str:
        return self.last()._repr_html_()


def solve(
    position: AnyPosition | AGame,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    limit: Limit | None = None,
) -> Solution:
    """Prove the outcome of a position, with a line of play; or say what is known when the limit ends the search.

    Parameters
    ----------
    seconds, nodes, limit : when to give up; never, if nothing is said
    memory : MB for the search

    Raises
    ------
    GameError
        if the game cannot be solved, as one with dice or in plain Python
    KeyboardInterrupt
        after Ctrl-C

    Examples
    --------
    >>> import counterply as cp
    >>> answer = cp.solve(cp.game("tic_tac_toe").start().play("1,1", "0,1"))
    >>> answer.winner, answer.distance, len(answer.line)
    ('first', 5, 5)
    """
    from counterply.search.exact import solve as exact

    place = _position(position)
    limit, stop = _stoppable(limit or Limit(seconds=seconds, nodes=nodes))
    megabytes = exact.DEFAULT_MEMORY if memory is None else positive(memory, "memory")
    solution, interrupted = interruptible(lambda: exact.solve(place, limit, memory_mb=megabytes), stop)
    if interrupted:
        raise KeyboardInterrupt
    return solution


def solve_all(
    position: AnyPosition | AGame,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    limit: Limit | None = None,
) -> Table:
    """Return the exact outcome and distance of every position that can be reached.

    Parameters
    ----------
    seconds, nodes, limit : when to give up; never, if nothing is said
    memory : MB for the positions

    Raises
    ------
    GameError
        if the game's positions cannot be listed, are too many, or the limit came first
    KeyboardInterrupt
        after Ctrl-C

    Examples
    --------
    >>> import counterply as cp
    >>> table = cp.solve_all(cp.game("tic_tac_toe").start().play("1,1", "0,1"))
    >>> len(table), next(table.rows())[3:5]
    (627, ('first', 5))
    """
    from counterply.search.exact import retrograde

    place = _position(position)
    retrograde.require_all_values(place.game)
    limit, stop = _stoppable(limit or Limit(seconds=seconds, nodes=nodes))
    megabytes = retrograde.DEFAULT_MEMORY if memory is None else positive(memory, "memory")
    capacity = retrograde.capacity_of(place.game, megabytes)
    (table, _), interrupted = interruptible(lambda: retrograde.analyse_all(place, limit, capacity), stop)
    if interrupted:
        raise KeyboardInterrupt
    if table is None:
        raise GameError(f"no table: there are more than {capacity:,} positions, or the limit came first (memory, seconds)")
    return table


def perft(position: AnyPosition | AGame, depth: int = 5, *, progress: Callable[[str], None] | None = None) -> PerftCounts:
    """Count the positions at each depth, each as often as it is reached; Ctrl-C keeps what is counted.

    Parameters
    ----------
    progress : called with a line of text as each depth is counted

    Examples
    --------
    >>> import counterply as cp
    >>> cp.perft("tic_tac_toe", 3).counts
    [9, 72, 504]
    """
    from counterply.study.counts import count_positions

    place, stop = _position(position), Stop()
    return interruptible(lambda: count_positions(place, depth, stop, progress), stop)[0]


def nodes(
    position: AnyPosition | AGame,
    depths: Iterable[int] = range(1, 7),
    *,
    budget: int | None = None,
    eval: AnEvaluator = None,
    progress: Callable[[str], None] | None = None,
) -> NodeTable:
    """Count the nodes that minimax, alpha-beta, a good order of moves and a table visit; Ctrl-C keeps what is counted.

    Parameters
    ----------
    depths : to which nodes are counted
    budget : most nodes of one search; 20 million if nothing is said
    eval : as for `evaluator`; by default one that every game has
    progress : called with a line of text as each depth is counted

    Examples
    --------
    >>> import counterply as cp
    >>> counts = cp.nodes("tic_tac_toe", [3])
    >>> [(row.minimax, row.alphabeta, row.table) for row in counts.rows]
    [(586, 96, 96)]
    """
    from counterply.study.counts import DEFAULT_BUDGET, node_table

    place, stop = _position(position), Stop()
    place.require_ongoing()
    chosen = None if eval is None else evaluator(place.game, eval).evaluator
    most = DEFAULT_BUDGET if budget is None else positive(budget, "budget")
    return interruptible(lambda: node_table(place, depths, most, chosen, stop, progress), stop)[0]


def accuracy(
    game: AGame,
    evaluators: Sequence[AnEvaluator] = (),
    *,
    player: APlayer = "engine",
    games: int = 60,
    nodes: int = 100_000,
    examples: int = 2,
    phases: Sequence[int] = (),
    within: int = 4,
    seed: int = 0,
    progress: Callable[[str], None] | None = None,
) -> Accuracy:
    """Measure how well evaluators predict who wins, by phase, with counter-examples; Ctrl-C keeps what is measured.

    Parameters
    ----------
    evaluators : as for `evaluator`; none are all of the game's
    player : who plays the games that the positions are from, both sides
    nodes : to prove a position, and to search it deeply
    examples : counter-examples wanted of each evaluator
    phases : the plies at which phases begin, besides 0; none are thirds of each game
    within : plies in which the other side wins a counter-example
    seed : decides the games
    progress : called with a line of text now and then

    Raises
    ------
    UsageError
        for a name, a number or a kind of game that this cannot be measured with

    Examples
    --------
    >>> import counterply as cp
    >>> measured = cp.accuracy("isolation", ["territory"], games=2, nodes=200, examples=0)
    >>> [row.phase for row in measured.evaluators[0].phases]
    ['first third', 'second third', 'last third', 'all']
    """
    from counterply.study.accuracy import measure_accuracy

    made, stop = _game(game), Stop()
    chosen = [checked_evaluator(_evaluator_name(name), made) for name in evaluators] or list(made.evaluators)
    if not chosen:
        raise GameError(f"{made.name} has no evaluator of its own: name one, FILE.py:NAME")
    settings: dict[str, Any] = {
        "player": _player_text(player, {}),
        "games": positive(games, "games"),
        "nodes": positive(nodes, "nodes"),
        "examples": examples,
        "phases": phases,
        "within": positive(within, "within"),
        "seed": seed,
    }
    return interruptible(lambda: measure_accuracy(made, chosen, **settings, stop=stop, progress=progress), stop)[0]


def ablate(
    game: AGame,
    *,
    eval: AnEvaluator = None,
    depth: int | None = None,
    budget: int | None = None,
    positions: int = 10,
    games: int = 40,
    seconds: float | None = None,
    nodes: int | None = None,
    limit: Limit | None = None,
    seed: int = 0,
    workers: int | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Ablation:
    """Measure what each technique of the search is worth, from plain minimax on; Ctrl-C keeps what is measured.

    Parameters
    ----------
    eval : of all players, as for `evaluator`
    depth : to which nodes and CPU time are counted; by default the deepest that minimax reaches within `budget`
    budget : most nodes of one search to that depth
    positions : how many random openings the searches are measured on
    games : between each player and the one before; even, or 0
    seconds, nodes, limit : of each move; 20 ms if nothing is said
    seed : decides the positions, the openings and all choices
    workers, progress : as for `match`

    Raises
    ------
    UsageError
        for a name, a number or a kind of game that this cannot be measured with

    Examples
    --------
    >>> import counterply as cp
    >>> study = cp.ablate("tic_tac_toe", nodes=60, depth=3, positions=2, games=0)
    >>> [row.rung.name for row in study.rungs][:3]
    ['plain minimax', '+ alpha-beta', '+ deepening']
    """
    from counterply.arena.variants import Games
    from counterply.notebook import bar_here
    from counterply.study.ablation import new_ablation, play_all, search_all

    if games < 0 or games % 2:
        raise UsageError(f"games is even (each opening is played from both sides), or 0, not {games}")
    source, options = reference(_game(game))
    of_pair, name = Games(source, options, seed), _evaluator_name(eval)
    limit = limit or Limit(seconds=seconds, nodes=nodes)
    places = positive(positions, "positions")
    study = new_ablation(of_pair, limit, name, depth=depth, budget=budget, positions=places, seed=seed)
    search_all(study)
    play_all(study, games, _workers(workers, source, name or ""), progress or bar_here())
    return study


# --- many games


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
    from counterply.runs import Match

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
    from counterply.runs import Run

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
    size : of the network: 'small', 'medium' or 'large'; by default the one that wins
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
    from counterply.core.learnt import SUFFIX
    from counterply.learn.run import MINUTES, LearningRun, LearningTask
    from counterply.runs import Learning

    if minutes is not None and games is not None:
        raise UsageError("minutes and games are two budgets; give one of them")
    if minutes is not None and not 0 < minutes < math.inf:
        raise UsageError(f"minutes must be more than 0, not {minutes}")
    source, options = reference(_game(game))
    task = LearningTask(
        game=source,
        options=options,
        minutes=None if games is not None else MINUTES if minutes is None else minutes,
        games=None if games is None else positive(games, "games"),
        seed=seed,
        size=size,
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
    method : 'hill' or 'spsa', by games; 'records', from a stored run; 'sarsa', by self-play
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
    from counterply.runs import Tuning
    from counterply.tuning.run import GAMES, METHODS, TUNED_PLAYER, TuningRun, TuningTask

    if method not in METHODS:
        raise unknown("method", method, METHODS)
    if target not in ("result", "score"):
        raise unknown("target", target, ("result", "score"))
    source, options = reference(_game(game))
    task = TuningTask(
        game=source,
        evaluator=_evaluator_name(evaluator) or load_evaluator(None, load_game(source, options)).name,
        method=method,
        games=GAMES[method] if games is None else positive(games, "games"),
        player=player or TUNED_PLAYER,
        nodes=positive(nodes, "nodes"),
        seed=seed,
        start=weights if weights is None or isinstance(weights, str) else _weights_text(weights),
        store=None if store is None else Path(store),
        target=target,  # type: ignore[arg-type]
        validation=validation,
        options=options,
    )
    folder = TemporaryDirectory(prefix="counterply-") if out is None else None
    file = Path(out) if folder is None else Path(folder.name) / "weights.json"  # type: ignore[arg-type]
    run = TuningRun(task, file, progress or (lambda _: None))
    finished = run.run(_workers(workers, source, task.evaluator, task.player))
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
    from counterply.makers import GENERATORS

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
        _position(position), _player_text(against, {}), int(second), Limit(seconds=seconds, nodes=nodes, depth=depth), seed
    )


# --- what the verbs share


def _game(given: AGame) -> Game | PlainGame:
    return given if isinstance(given, Game | PlainGame) else checked_game(given)


def _position(given: AnyPosition | AGame) -> AnyPosition:
    if isinstance(given, AnyPosition):
        return given
    if isinstance(given, Game | PlainGame | str):
        return _game(given).start()
    raise UsageError(f"a position or a game is needed, not {given!r}")


def _stoppable(limit: Limit) -> tuple[Limit, Stop]:
    """Return a limit with a stop, which is its own where it has one, and that stop."""
    stop = Stop.of(limit.stop)
    return limit.with_(stop=stop), stop


def _text(value: Any) -> str:
    """Return an option's value as the command takes it."""
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


def _weights_text(weights: Sequence[float] | Path) -> str:
    return str(weights) if isinstance(weights, Path) else " ".join(f"{float(weight)!r}" for weight in weights)


def _evaluator_name(given: AnEvaluator) -> str | None:
    """Return the name by which this process finds an evaluator."""
    if given is None or isinstance(given, str):
        return given
    made = given.evaluator if isinstance(given, NamedEvaluator) else given
    if not isinstance(made, Evaluator) and not callable(made):
        raise UsageError(f"an evaluator is a name, an Evaluator, or a function (position, player), not {given!r}")
    return name_here(made, made.name if isinstance(made, Evaluator) else label_of(made))


def label_of(thing: Any) -> str:
    """Return what a function, a class or an object is called."""
    return str(getattr(thing, "__name__", type(thing).__name__)).strip("<>")


def _player_text(given: APlayer, options: dict[str, Any]) -> str:
    """Return the text of a player, with more options."""
    from counterply.players.named import NamedPlayer

    if isinstance(given, NamedPlayer):
        text = given.name
    elif isinstance(given, str):
        text = given
    elif callable(given):
        text = name_here(given, label_of(given))
    else:
        raise UsageError(
            f"a player is a name, a class with choose(position, limit), or a function (position, limit) -> move, not {given!r}"
        )
    written = []
    for key, value in options.items():
        if value is None:
            continue
        word = _evaluator_name(value) if key == "eval" else _weights_text(value) if key == "weights" else _text(value)
        word = value if isinstance(value, str) else word
        written.append(f'{key}="{word}"' if any(letter in str(word) for letter in ", ") else f"{key}={word}")
    return text + ("," if split_name(text)[1] else ":") + ",".join(written) if written else text


def _workers(asked: int | None, *texts: str) -> int | None:
    """Return how many processes may play: one where a player, an evaluator or the game is known to this one only."""
    if not only_here(*texts):
        return asked
    if asked not in (None, 1):
        raise UsageError("what a program has made plays in its own process only: leave workers out, or put it into a file")
    return 1


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

    source, options = reference(_game(game))
    return Plan(
        source,
        tuple(_player_text(given, {}) for given in players),
        against=None if against is None else tuple(_player_text(given, {}) for given in against),
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
    from counterply.arena.solving import OpeningSolver
    from counterply.arena.tournament import run
    from counterply.notebook import bar_here

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
        workers=_workers(workers, *texts),
        progress=progress or bar_here(),
        outcome_of_opening=solver,
        elsewhere=elsewhere,
    )
    return results, folder
