"""The worth of each technique of the search: a ladder of players, each with one technique more than the rung before.

Every rung is a text of the player grammar, with the same evaluator and, for compiled games, the same kernels. Measured are,
over positions that a seed decides: nodes and CPU time to a fixed depth; the depth reached within a limit; and, by paired games
under that limit, the points against the rung before.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

from counterply.arena.openings import derived_seed, random_openings
from counterply.arena.record import replay_line
from counterply.arena.result_tables import interval_text, percent, share_text
from counterply.arena.results import PairingResult
from counterply.arena.schedule import Plan
from counterply.arena.statistics import round_to
from counterply.arena.tournament import Progress, ProgressListener, Solver, run, under
from counterply.arena.variants import Games, options_of
from counterply.core.errors import GameError
from counterply.core.interruptible import interruptible
from counterply.core.limits import Limit, Stop
from counterply.core.position import moves_text
from counterply.core.report import Report
from counterply.core.values import signed
from counterply.players.base import first_turn
from counterply.players.named import NamedPlayer
from counterply.plugins.studies.plots import plot_ablation
from counterply.search.alphabeta.engine import MAX_DEPTH, can_be_searched_to_the_end, require_engine_rules
from counterply.search.alphabeta.techniques import BROUGHT
from counterply.search.counts import TECHNIQUES
from counterply.shown.frames import Columns, Framed
from counterply.shown.plots import File, Plot
from counterply.shown.tables import Column, Shown, Tables, columns_of, table_of
from counterply.usercode.names import with_options
from counterply.usercode.trust import checked_evaluator
from counterply.work.job import Job, Named
from counterply.work.place import HERE, Place

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.core.plain_game import PlainGame
    from counterply.core.position import AnyPosition

DEFAULT_BUDGET = 1_000_000  # nodes of one search to the fixed depth
PLAIN_BUDGET = 20_000  # the same in plain Python, which is some hundred times slower
MOVE_LIMIT = Limit(seconds=0.02)  # where none is given
LADDER = {"ordered": "+ ordering", "table": "+ table"}  # rungs whose techniques are those of `counterply nodes`
FINISHED = ("depth", "proven")  # how a search of fixed depth ends when no limit cut it short


@dataclass(frozen=True)
class Rung:
    """One player of the ladder.

    Attributes
    ----------
    name : the new technique, such as '+ table'
    player : a text of the player grammar, without its depth
    deepens : whether it deepens; one that does not searches the depth that it is given at once
    """

    name: str
    player: str
    deepens: bool = True

    def text(self, depth: int) -> str:
        """Return the player's text; `depth` is for a rung that does not deepen."""
        return self.player if self.deepens else with_options(self.player, {"depth": str(depth), "deepening": "off"})


@dataclass
class RungResult:
    """The measurements of a rung; None: not yet, or not within the budget.

    Attributes
    ----------
    rung : its name and its player
    player : its text, as the games were played
    nodes : calls of `play` to the fixed depth, all positions together
    seconds : CPU time for them
    depth_within : mean depth within the limit, of the positions that are not proven; None if all are
    proven : share of the positions whose value the search proved within the limit
    against : the result of the games with the rung before, in this rung's view
    """

    rung: Rung
    player: str = ""
    nodes: int | None = None
    seconds: float | None = None
    depth_within: float | None = None
    proven: float | None = None
    against: PairingResult | None = None

    def json(self) -> dict[str, Any]:
        """Return the measurements as a document; the result in its own view, null where no games were played."""
        result: dict[str, Any] = dict.fromkeys(list(Ablation.COLUMNS)[6:])
        if self.against is not None:
            margin = round_to(self.against.mean_margin)
            result = {
                "against": self.against.opponent,
                **self.against.standing.json(),
                "mean_margin": margin,
                **self.against.shares(),
            }
        return {
            "rung": self.rung.name,
            "player": self.player,
            "nodes": self.nodes,
            "seconds": round_to(self.seconds),
            "depth_within": round_to(self.depth_within, 2),
            "proven": round_to(self.proven),
            **result,
        }


@dataclass(repr=False)
class Ablation(Shown, Framed):
    """A ladder and its measurements, filled in place as they are made.

    Attributes
    ----------
    game, options : the game, and the options that it was made with; `varied`, whether they differ from pair to pair
    evaluator : of all rungs
    limit : for 'depth within', and of each move in the games
    depth : the fixed depth; 0: not yet chosen
    positions : where depth and nodes are measured
    games : played between each rung and the one before
    finished : False where Ctrl-C ended it early
    recipe : that from which another process makes the same ladder, as JSON
    """

    game: Any
    options: dict[str, str]
    varied: bool
    evaluator: str
    limit: Limit
    budget: int
    depth: int
    positions: list[Any]
    seed: int
    rungs: list[RungResult]
    notes: list[str] = field(default_factory=list)
    games: int = 0
    finished: bool = True
    recipe: dict[str, Any] = field(default_factory=dict)

    COLUMNS: ClassVar[Columns] = {
        "rung": str,
        "player": str,
        "nodes": int,
        "seconds": float,
        "depth_within": float,
        "proven": float,
        "against": str,
        "wins": int,
        "draws": int,
        "losses": int,
        "score": float,
        "score_low": float,
        "score_high": float,
        "mean_margin": float,
        "conversion": float,
        "conversion_games": int,
        "swindle": float,
        "swindle_games": int,
    }

    @property
    def measured(self) -> list[RungResult]:
        """The rungs of which something is known."""
        return [row for row in self.rungs if row.player]

    @property
    def headline(self) -> str:
        """The contents of the table, in a sentence."""
        return (
            f"{self.game.full_name}, evaluator {self.evaluator}: nodes and CPU time to depth {self.depth or '-'} over"
            f" {len(self.positions)} positions, mean depth within {self.limit},"
            " points in games at that limit against the rung before"
        )

    def table(self, width: int | None = None) -> Tables:
        """Return a row for each rung."""
        rows = self.measured

        def of_games(text: Callable[[PairingResult], str]) -> Callable[[RungResult], str]:
            return lambda row: "" if row.against is None else text(row.against)

        columns = [
            Column("rung", [row.rung.name for row in rows], left=True),
            *columns_of(
                rows,
                ("nodes", lambda row: "-" if row.nodes is None else f"{row.nodes:,}", 0),
                ("seconds", lambda row: "-" if row.seconds is None else f"{row.seconds:.3f}", 1),
                ("depth", lambda row: "-" if row.depth_within is None else f"{row.depth_within:.1f}", 0),
                ("proven", lambda row: percent(row.proven), 2),
                ("won =drawn lost", of_games(lambda r: f"+{r.standing.wins} ={r.standing.draws} -{r.standing.losses}"), 1),
                ("points", of_games(lambda r: percent(r.standing.score)), 0),
                ("95 %", of_games(lambda r: interval_text(r.standing)), 0),
            ),
        ]
        if self.game.by_margin:
            columns += columns_of(rows, ("margin", of_games(lambda r: signed(r.mean_margin)), 0))
        if any(row.against is not None and row.against.any_solved for row in rows):
            shares = of_games(lambda r: share_text(r.conversion)), of_games(lambda r: share_text(r.swindle))
            columns += columns_of(rows, ("conversion", shares[0], 1), ("swindle", shares[1], 2))
        return Tables(table_of(columns, width))

    def cells(self) -> Iterator[list[Any]]:
        """Yield the values of each rung, in the order of `COLUMNS`."""
        for row in self.measured:
            document = row.json()
            yield [document[name] for name in self.COLUMNS]

    def json(self) -> dict[str, Any]:
        """Return the document of ``counterply ablate --json``."""
        places = [f"{place.game.full_name}: " * self.varied + moves_text(place) for place in self.positions]
        return {
            "game": self.game.full_name,
            "evaluator": self.evaluator,
            "limit": str(self.limit),
            "depth": self.depth or None,
            "positions": places,
            "games": self.games,
            "seed": self.seed,
            "rungs": [row.json() for row in self.measured],
            "notes": self.notes,
            "finished": self.finished,
        }

    def plot(self, file: File = None) -> Plot:
        """Draw the ladder: nodes, depth, points; a `file` is written as .png, .svg or .pdf where something was measured."""
        rows = [row.json() for row in self.measured]
        return plot_ablation(rows, self.game.full_name, self.depth, str(self.limit), file if rows else None)


def ladder(game: Game, evaluator: str | None = None) -> list[Rung]:
    """Return the rungs that a game can be played with: those in plain Python end where the engine begins."""
    rungs = [
        Rung("plain minimax", "minimax", deepens=False),
        Rung("+ alpha-beta", "alphabeta", deepens=False),
        Rung("+ deepening", "alphabeta"),
    ]
    if game.compiled:
        require_engine_rules(game)
        for name, new in LADDER.items():  # all other techniques come with the rest
            rungs.append(Rung(new, f"engine:{replace(TECHNIQUES[name], distance=True).off},proof=off"))
        if can_be_searched_to_the_end(game):
            rungs.append(Rung("+ the rest", "engine:proof=off"))
            rungs.append(Rung("+ proofs", "engine"))
        else:
            rungs.append(Rung("+ the rest", "engine"))
        for technique in BROUGHT:
            rungs.append(Rung(f"+ {technique.name}", with_options(rungs[-1].player, {technique.name: "on"})))
    return [replace(rung, player=with_options(rung.player, {"eval": evaluator})) for rung in rungs]


def new_ablation(
    games: Games,
    limit: Limit,
    evaluator: str | None = None,
    *,
    depth: int | None = None,
    budget: int | None = None,
    positions: int = 10,
    seed: int = 0,
) -> Ablation:
    """Return a ladder of which nothing is measured yet.

    Parameters
    ----------
    games : the game of each pair; where an option differs from pair to pair, the positions are the starts of as many games
    limit : of each move; an unlimited one becomes `MOVE_LIMIT`
    evaluator : of all rungs; None is the game's first one
    depth : the fixed depth; None: the deepest one that plain minimax reaches within `budget` from every position
    budget : nodes of one search to the fixed depth
    positions : how many random openings the searches are measured on
    """
    game = games.family()
    if games.varied:
        made = [games(pair).start() for pair in range(positions)]
    else:
        openings = random_openings(game, positions, derived_seed(seed, "ablation"))
        made = [replay_line(game, line) for line in openings.lines]
    rows = [RungResult(rung) for rung in ladder(game, evaluator)]
    budget = budget or (DEFAULT_BUDGET if game.compiled else PLAIN_BUDGET)
    notes = [] if len(made) == positions else [f"{len(made)} openings exist, and {positions} were asked for"]
    judge = checked_evaluator(evaluator, game).name
    limit = MOVE_LIMIT if limit.unlimited else limit
    recipe = {"game": games.game, "options": games.options, "seed": seed, "limit": limit.json(), "evaluator": evaluator}
    recipe |= {"depth": depth, "budget": budget, "positions": positions}
    return Ablation(game, games.options, games.varied, judge, limit, budget, depth or 0, made, seed, rows, notes, recipe=recipe)


@dataclass
class _Searcher:
    """A rung's player, which searches positions one after the other and remembers nothing between them."""

    study: Ablation
    text: str
    players: dict[int, Any] = field(default_factory=dict)  # by game

    def player_of(self, game: Game | PlainGame) -> Any:
        """Return the player for a game; compilation and its memory are not in the time of its searches."""
        if id(game) not in self.players:
            player = NamedPlayer(self.text, self.study.seed)
            player.start(game)
            player.choose(first_turn(game), Limit(depth=1, nodes=self.study.budget))
            self.players[id(game)] = player
        return self.players[id(game)]

    def search(self, position: AnyPosition, limit: Limit) -> tuple[Report, float]:
        """Return the report of a search, and its CPU seconds."""
        player = self.player_of(position.game)
        player.start(position.game, position.turn)
        begin = time.thread_time()
        report = player.choose(position, limit)
        return report, player.cpu_seconds or time.thread_time() - begin

    def finished(self, limit: Limit) -> list[tuple[Report, float]] | None:
        """Return the reports and CPU seconds of searches to ``limit.depth`` at every position; None if one does not finish."""
        found = []
        for position in self.study.positions:
            found.append(self.search(position, limit))
            if found[-1][0].stopped not in FINISHED:
                return None
        return found


def deepest(study: Ablation, rung: Rung, limit: Limit) -> int:
    """Return the deepest depth to which a rung that does not deepen finishes at every position within `limit`; 1 at least."""
    depth = 1
    while depth < MAX_DEPTH and not limit.stop:
        found = _Searcher(study, rung.text(depth)).finished(limit.with_(depth=depth))
        if found is None:
            return max(1, depth - 1)
        if all(report.stopped == "proven" for report, _ in found):
            return depth
        depth += 1
    return depth


class RungsWorker:
    """Measures the searches of rungs, one a piece."""

    def __init__(self, given: dict[str, Any], stop: Stop) -> None:
        rest = {name: given[name] for name in ("depth", "budget", "positions", "seed")}
        games = Games(given["game"], given["options"], given["seed"])
        self._study = new_ablation(games, Limit(**given["limit"]), given["evaluator"], **rest)
        self._stop = stop

    def do(self, piece: dict[str, int]) -> dict[str, Any]:
        """Return the depth of the counts, where it is not known, or the measurements of a rung."""
        study, stop = self._study, self._stop
        budget = Limit(nodes=study.budget, stop=stop)
        if "depth" not in piece:
            return {"depth": deepest(study, study.rungs[0].rung, budget)}
        rung, depth = study.rungs[piece["rung"]].rung, piece["depth"]
        found = _Searcher(study, rung.text(depth)).finished(budget.with_(depth=depth))
        within = study.limit.with_(stop=stop)
        own = 0 if rung.deepens else deepest(study, rung, within)
        searcher = _Searcher(study, rung.text(own))
        reports = [searcher.search(position, within)[0] for position in study.positions if not stop]
        depths = [report.depth for report in reports if not report.proven]
        return {
            "nodes": None if found is None else sum(report.nodes for report, _ in found),
            "seconds": None if found is None else sum(seconds for _, seconds in found),
            "player": rung.text(own),
            "depth_within": sum(depths) / len(depths) if depths else None,
            "proven": sum(bool(report.proven) for report in reports) / max(1, len(reports)),
        }

    def close(self) -> None:
        """Nothing is left open."""


def measure(study: Ablation, stop: Stop, place: Place = HERE, listen: ProgressListener | None = None) -> None:
    """Measure the searches of each rung, in place; what `stop` cuts short stays None."""
    count, recipe = len(study.rungs), study.recipe
    names: tuple[Named, ...] = ((recipe["game"], recipe["options"]), (recipe["evaluator"] or "", {}))
    first = (recipe["game"], options_of(recipe["options"], 0, study.seed))
    job = Job(f"{__name__}:RungsWorker", recipe, names, first, lambda piece: f"the search {study.rungs[piece['rung']].rung.name}")
    usual = 1 if study.limit.move_seconds is not None else None  # searches by the clock have the machine to themselves
    with place.open(job, count, usual, stop) as work:
        if not study.depth:
            for answer in work.in_order([{"rung": 0}]):
                study.depth = answer["depth"]
        pieces = [{"rung": number, "depth": study.depth} for number in range(count)]
        for done, (row, answer) in enumerate(zip(study.rungs, work.in_order(pieces if not stop else ()), strict=False), start=1):
            row.nodes, row.seconds, row.player = answer["nodes"], answer["seconds"], answer["player"]
            row.depth_within, row.proven = answer["depth_within"], answer["proven"]
            if listen is not None:
                listen(Progress("measuring rungs", done, count, unit="rungs"))


def _play_rung(
    study: Ablation,
    lower: RungResult,
    row: RungResult,
    games: int,
    place: Place,
    listen: ProgressListener | None,
    solver: Solver | None,
) -> None:
    """Play the games of a rung, and write its result in place as they end.

    Late moves are not forfeited: their searches are compared, not the load of the machine.
    """
    plan = Plan(
        study.game.source,
        (row.player, lower.player),
        games=games,
        limit=study.limit,
        seed=study.seed,
        options=study.options,
        forfeit=False,
    )
    partial = PairingResult(plan.pairings[0], row.player, lower.player)

    def hear(progress: Progress) -> None:
        partial.standing = progress.standing
        if progress.standing.games:
            row.against = partial
        if listen is not None:
            listen(progress)

    results = run(plan, workers=place, progress=hear, outcome_of_opening=solver)
    row.against = results.pairings[0]
    faults = {ending: count for ending, count in results.endings.items() if ending in ("error", "illegal move")}
    if faults:
        raise GameError(f"games between {row.player} and {lower.player} went wrong: {faults}")
    study.notes += [note for note in results.notes if note not in study.notes]


def search_all(study: Ablation, place: Place, listen: ProgressListener | None) -> None:
    """Measure the searches of all rungs, in place; Ctrl-C keeps those that are done."""
    stop = Stop()
    study.finished = not interruptible(lambda: measure(study, stop, place, listen), stop)[1]


def play_all(
    study: Ablation,
    games: int,
    place: Place = HERE,
    listen: ProgressListener | None = None,
    solver: Solver | None = None,
) -> None:
    """Play `games` between each rung and the one before, in place; Ctrl-C keeps those that have ended.

    `solver` tells who wins an opening under best play, for conversion and swindle; all rungs play the same ones.
    """
    study.games = games
    try:
        for lower, row in pairwise(study.measured if games and study.finished else ()):
            _play_rung(study, lower, row, games, place, under(row.rung.name, listen), solver)
    except KeyboardInterrupt:
        study.finished = False
