"""What each technique of the search is worth: a ladder of players, each with one technique more than the rung before.

Every rung is a text of the player grammar, with the same evaluator and, for compiled games, the same kernels. What is measured,
over positions that a seed decides: nodes and CPU time to a fixed depth; the depth reached within a limit; and, by paired games
under that limit, the points against the rung before.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from counterply.arena.openings import derived_seed, random_openings
from counterply.arena.record import replayed
from counterply.arena.results import PairingResult
from counterply.arena.schedule import Plan
from counterply.arena.tournament import Progress, run
from counterply.arena.variants import Games
from counterply.core.errors import GameError
from counterply.core.limits import Limit, Stop
from counterply.core.report import Report
from counterply.players.base import first_turn
from counterply.players.named import NamedPlayer
from counterply.search.alphabeta.engine import MAX_DEPTH, can_be_searched_to_the_end, require_engine_rules

DEFAULT_BUDGET = 1_000_000  # nodes of one search to the fixed depth
PLAIN_BUDGET = 20_000  # the same in plain Python, which is some hundred times slower
FINISHED = ("depth", "proven")  # how a search of fixed depth ends when no limit cut it short

# Techniques that are off until the rung that adds them; see `counterply.search.alphabeta.techniques.Techniques`.
UNTIL_TABLE = "pvs=off,aspiration=off,sound=off,extensions=off,quiescence=off"
UNTIL_ORDERING = f"table=off,{UNTIL_TABLE}"


@dataclass(frozen=True)
class Rung:
    """One player of the ladder.

    Attributes
    ----------
    name : what is new, such as '+ table'
    player : a text of the player grammar, without its depth
    deepens : whether it deepens; one that does not searches the depth that it is given at once
    """

    name: str
    player: str
    deepens: bool = True

    def text(self, depth: int) -> str:
        """Return the player's text; `depth` is for a rung that does not deepen."""
        if self.deepens:
            return self.player
        name, colon, options = self.player.partition(":")
        return f"{name}:depth={depth},deepening=off{',' if colon else ''}{options}"


@dataclass
class Worth:
    """What was measured of a rung; None: not yet, or not within the budget.

    Attributes
    ----------
    rung : what it is
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


@dataclass
class Study:
    """A ladder and what is known of it, filled in place as it is measured.

    Attributes
    ----------
    game, options : the game, and the options that it was made with
    limit : for 'depth within', and of each move in the games
    depth : the fixed depth; 0: not yet chosen
    positions : where depth and nodes are measured
    """

    game: Any
    options: dict[str, str]
    limit: Limit
    budget: int
    depth: int
    positions: list[Any]
    seed: int
    worths: list[Worth]
    notes: list[str] = field(default_factory=list)


def with_evaluator(player: str, evaluator: str | None) -> str:
    """Return a player's text with ``eval=``.

    >>> with_evaluator("engine:table=off", "improved"), with_evaluator("engine", None)
    ('engine:table=off,eval=improved', 'engine')
    """
    if evaluator is None:
        return player
    value = f'"{evaluator}"' if set(", ") & set(evaluator) else evaluator
    return f"{player}{',' if ':' in player else ':'}eval={value}"


def ladder(game: Any, evaluator: str | None = None) -> list[Rung]:
    """Return the rungs that a game can be played with: those in plain Python end where the engine begins."""
    rungs = [
        Rung("plain minimax", "minimax", deepens=False),
        Rung("+ alpha-beta", "alphabeta", deepens=False),
        Rung("+ deepening", "alphabeta"),
    ]
    if game.compiled:
        require_engine_rules(game)
        rungs.append(Rung("+ ordering", f"engine:{UNTIL_ORDERING},proof=off"))
        rungs.append(Rung("+ table", f"engine:{UNTIL_TABLE},proof=off"))
        if can_be_searched_to_the_end(game):
            rungs.append(Rung("+ the rest", "engine:proof=off"))
            rungs.append(Rung("+ proofs", "engine"))
        else:
            rungs.append(Rung("+ the rest", "engine"))
    return [Rung(rung.name, with_evaluator(rung.player, evaluator), rung.deepens) for rung in rungs]


def new_study(
    games: Games,
    limit: Limit,
    evaluator: str | None = None,
    *,
    depth: int | None = None,
    budget: int | None = None,
    positions: int = 10,
    seed: int = 0,
) -> Study:
    """Return a ladder of which nothing is measured yet.

    Parameters
    ----------
    games : what to play; where an option differs from pair to pair, the positions are the starts of as many games
    limit : of each move
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
        made = [replayed(game, line) for line in openings.lines]
    worths = [Worth(rung) for rung in ladder(game, evaluator)]
    budget = budget or (DEFAULT_BUDGET if game.compiled else PLAIN_BUDGET)
    notes = [] if len(made) == positions else [f"{len(made)} openings exist, and {positions} were asked for"]
    return Study(game, games.options, limit, budget, depth or 0, made, seed, worths, notes)


class _Searcher:
    """A rung's player, which searches positions one after the other and remembers nothing between them."""

    def __init__(self, study: Study, text: str) -> None:
        self.study = study
        self.text = text
        self.players: dict[int, Any] = {}  # by game

    def player_of(self, game: Any) -> Any:
        """Return the player for a game; compilation and its memory are not in the time of its searches."""
        if id(game) not in self.players:
            player = NamedPlayer(self.text, self.study.seed)
            player.start(game)
            player.choose(first_turn(game), Limit(depth=1, nodes=self.study.budget))
            self.players[id(game)] = player
        return self.players[id(game)]

    def search(self, position: Any, limit: Limit) -> tuple[Report, float]:
        """Return the report of a search, and its CPU seconds."""
        player = self.player_of(position.game)
        player.start(position.game, position.turn)
        begin = time.thread_time()
        report = player.choose(position, limit)
        return report, player.cpu_seconds or time.thread_time() - begin

    def finishes(self, limit: Limit) -> tuple[bool, bool]:
        """Tell whether a search to ``limit.depth`` finishes at every position, and whether all are proven there."""
        proven = True
        for position in self.study.positions:
            report, _ = self.search(position, limit)
            if report.stopped not in FINISHED:
                return False, False
            proven &= report.stopped == "proven"
        return True, proven


def deepest(study: Study, rung: Rung, limit: Limit) -> int:
    """Return the deepest depth to which a rung that does not deepen finishes at every position within `limit`; 1 at least."""
    depth = 1
    while depth < MAX_DEPTH and not limit.stop:
        finished, proven = _Searcher(study, rung.text(depth)).finishes(limit.with_(depth=depth))
        if not finished:
            return max(1, depth - 1)
        if proven:
            return depth
        depth += 1
    return depth


def measure(study: Study, stop: Stop) -> Iterator[Worth]:
    """Measure the searches of each rung, in place, and yield it; what `stop` cuts short stays None."""
    budget = Limit(nodes=study.budget, stop=stop)
    if not study.depth:
        study.depth = deepest(study, study.worths[0].rung, budget)
    for worth in study.worths:
        if stop:
            return
        rung = worth.rung
        worth.nodes, worth.seconds = _to_depth(study, rung, budget)
        within = study.limit.with_(stop=stop)
        depth = 0 if rung.deepens else deepest(study, rung, within)
        searcher = _Searcher(study, rung.text(depth))
        reports = [searcher.search(position, within)[0] for position in study.positions if not stop]
        if stop:
            return
        worth.player = rung.text(depth)
        depths = [report.depth for report in reports if not report.proven]
        worth.depth_within = sum(depths) / len(depths) if depths else None
        worth.proven = sum(bool(report.proven) for report in reports) / len(reports)
        yield worth


def _to_depth(study: Study, rung: Rung, budget: Limit) -> tuple[int | None, float | None]:
    """Return the nodes and CPU seconds of all searches to the fixed depth; None if one of them is beyond the budget."""
    searcher = _Searcher(study, rung.text(study.depth))
    nodes, seconds = 0, 0.0
    for position in study.positions:
        report, spent = searcher.search(position, budget.with_(depth=study.depth))
        if report.stopped not in FINISHED:
            return None, None
        nodes, seconds = nodes + report.nodes, seconds + spent
    return nodes, seconds


def play_ladder(
    study: Study,
    games: int,
    workers: int | None = None,
    listen: Callable[[Progress], None] | None = None,
) -> Iterator[Worth]:
    """Play `games` between each rung and the one before, write the results in place, and yield the rung.

    Late moves are not forfeited: what is compared is how they search, not how the machine was busy. When a `KeyboardInterrupt`
    passes through, the games that have ended are counted.
    """
    for lower, worth in _neighbours(study.worths):
        partial = PairingResult(Plan(study.game.source, (worth.player, lower.player)).pairings[0], worth.player, lower.player)

        def heard(progress: Progress, worth: Worth = worth, partial: PairingResult = partial) -> None:
            partial.standing = progress.standing
            if progress.standing.games:
                worth.against = partial
            if listen is not None:
                listen(replace(progress, phase=f"{worth.rung.name}: {progress.phase}"))

        plan = Plan(
            study.game.source,
            (worth.player, lower.player),
            games=games,
            limit=study.limit,
            seed=study.seed,
            options=study.options,
            forfeit=False,
        )
        results = run(plan, workers=workers, progress=heard)
        worth.against = results.pairings[0]
        faults = {ending: count for ending, count in results.endings.items() if ending in ("error", "illegal move")}
        if faults:
            raise GameError(f"games between {worth.player} and {lower.player} went wrong: {faults}")
        study.notes += [note for note in results.notes if note not in study.notes]
        yield worth


def _neighbours(worths: Sequence[Worth]) -> Iterator[tuple[Worth, Worth]]:
    """Yield each measured rung with the one before it."""
    known = [worth for worth in worths if worth.player]
    yield from pairwise(known)
