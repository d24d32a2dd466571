"""Totals of a run's games: standings by pairing and by player, depths, times, faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from counterply.arena.labels import Labels
from counterply.arena.record import BY_OVERRUN, GameRecord
from counterply.arena.schedule import Pairer, Pairing, Plan
from counterply.arena.statistics import (
    SprtState,
    Standing,
    first_player_share,
    game_standing,
    pair_standing,
    ratings,
    round_to,
    share,
    sprt,
)
from counterply.arena.store import Store
from counterply.core.aliases import Json, Seat
from counterply.core.identity import rules_differ
from counterply.core.values import DRAW, FIRST, SECOND
from counterply.usercode.names import without_folders

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.core.plain_game import PlainGame

Role = Literal["player", "column", "row"]
MICROSECONDS = 1_000_000  # in a second
MILLISECOND = 1_000  # microseconds
MOST_NAMED = 4  # of the players that share a note
MOST_LATE = 0.2  # of the games: from there on the results are those of clocks


class PairCounter:
    """Counts games into a standing for each pairing, in its player's view; a pair counts as a sample unless it is a repetition."""

    def __init__(self, plan: Plan) -> None:
        self.paired = [Standing() for _ in plan.pairings]
        self._pairer = Pairer(plan)
        self._seen: list[set[int]] = [set() for _ in plan.pairings]

    def add(self, record: GameRecord) -> bool:
        """Count a game, in place; tell whether it completed a pair."""
        pair, seen = self._pairer.add(record), self._seen[record.pairing]
        if pair is None:
            return False
        self.paired[record.pairing] += pair_standing(*pair.points, pair.content not in seen)
        seen.add(pair.content)
        return True

    def standings(self) -> list[Standing]:
        """Return the standings; games without their pair count as games only."""
        standings = list(self.paired)
        for record in self._pairer.waiting.values():
            standings[record.pairing] += game_standing(record.points(int(record.swapped)))
        return standings


@dataclass
class Share:
    """How many of some games were won."""

    won: int = 0
    of: int = 0

    @property
    def rate(self) -> float | None:
        """The share, 0 to 1; None where there are no such games."""
        return share(self.won, self.of)

    def json(self, name: str) -> Json:
        """Return the share under a name, and how many games it is of."""
        return {name: round_to(self.rate), f"{name}_games": self.of}


@dataclass(kw_only=True)
class Solved:
    """Games that were won or lost for a player after the opening.

    Attributes
    ----------
    conversion : of those that were won for it, how many it won
    swindle : of those that were lost for it, how many it won
    """

    conversion: Share = field(default_factory=Share)
    swindle: Share = field(default_factory=Share)

    @property
    def any_solved(self) -> bool:
        """Whether there are such games."""
        return bool(self.conversion.of or self.swindle.of)

    def count(self, favoured: bool, won: bool) -> None:
        """Count a game, in place; `favoured`: it was won for the player after the opening."""
        counted = self.conversion if favoured else self.swindle
        counted.of += 1
        counted.won += won

    def shares(self) -> Json:
        """Return both shares as a document."""
        return {**self.conversion.json("conversion"), **self.swindle.json("swindle")}


@dataclass
class PairingResult(Solved):
    """How one player fared against one opponent; all fields but `of_opponent` are in the player's view.

    `points_ahead` is the sum of the games' margins; None where the margin is not the game's objective.
    """

    pairing: Pairing
    player: str
    opponent: str
    standing: Standing = field(default_factory=Standing)
    points_ahead: int | None = None
    of_opponent: Solved = field(default_factory=Solved)

    @property
    def mean_margin(self) -> float | None:
        """Points that the player was ahead at the end of a game, on average; None where no points count."""
        return self.points_ahead / self.standing.games if self.points_ahead is not None and self.standing.games else None

    def json(self) -> Json:
        """Return it as a document."""
        names, margin = {"player": self.player, "opponent": self.opponent}, round_to(self.mean_margin)
        return {**names, **self.standing.json(), "mean_margin": margin, **self.shares()}

    def __invert__(self) -> PairingResult:
        """Return the opponent's view."""
        ahead = None if self.points_ahead is None else -self.points_ahead
        return PairingResult(self.pairing, self.opponent, self.player, ~self.standing, ahead, **vars(self.of_opponent))


@dataclass(frozen=True)
class Loss:
    """The value that a player's moves lose on average: how much worse they are than the best ones.

    Attributes
    ----------
    mean : of a move; None where too few could be judged
    low, high : its 95 % interval, by games
    moves : that were judged
    unit : of these numbers
    truth : how the moves were judged, or how many could be
    """

    mean: float | None
    low: float = 0.0
    high: float = 0.0
    moves: int = 0
    unit: str = ""
    truth: str = ""

    def json(self) -> Json:
        """Return it as a document."""
        return {
            "value_lost": round_to(self.mean),
            "value_lost_low": None if self.mean is None else round_to(self.low),
            "value_lost_high": None if self.mean is None else round_to(self.high),
            "value_lost_moves": self.moves,
            "value_lost_unit": self.unit or None,
            "value_lost_truth": self.truth or None,
        }

    def __str__(self) -> str:
        if self.mean is None:
            return self.truth or "-"
        return f"{self.mean:.3f} ({self.low:.3f} to {self.high:.3f})"


@dataclass
class SideResult(Solved):
    """One player's overall result, and the cost of its moves.

    Attributes
    ----------
    place : among `Plan.sides`
    label : in tables
    rating : Elo that explains all results of the run best, mean 0; see `counterply.arena.statistics.ratings`
    overruns : moves after the limit; `max_overrun_ms` by how much at most, and how much of that was the process's own CPU time
    faults : games lost otherwise than by the rules, by ending
    lost : the value that its moves lose, where that was measured
    """

    player: str
    role: Role
    place: int
    label: str
    standing: Standing = field(default_factory=Standing)
    rating: float = 0.0
    moves: int = 0
    nodes: int = 0
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    overruns: int = 0
    max_overrun_ms: float = 0.0
    overrun_cpu_ms: float = 0.0
    faults: Counter[str] = field(default_factory=Counter)
    lost: Loss = field(default_factory=lambda: Loss(None))
    depths: dict[int, tuple[int, int]] = field(default_factory=dict)  # move number: sum of depths, count

    def add(self, record: GameRecord, seat: Seat) -> None:
        """Count the cost of its moves in a game, in place, and a loss otherwise than by the rules."""
        entries = zip(record.movers, record.depths, record.nodes, record.micros, record.cpu_micros, strict=True)
        for ply, (mover, depth, nodes, micros, cpu_micros) in enumerate(entries, len(record.opening) + 1):
            if mover != str(seat):
                continue
            self.moves += 1
            self.nodes += nodes
            self.seconds += micros / MICROSECONDS
            self.cpu_seconds += cpu_micros / MICROSECONDS
            if depth:
                total, count = self.depths.get((ply + 1) // 2, (0, 0))
                self.depths[(ply + 1) // 2] = total + depth, count + 1
        self.overruns += record.overruns[seat]
        self.max_overrun_ms = max(self.max_overrun_ms, record.overrun_micros[seat] / MILLISECOND)
        self.overrun_cpu_ms = max(self.overrun_cpu_ms, record.overrun_cpu_micros[seat] / MILLISECOND)
        if record.fault == seat:
            self.faults[record.ending] += 1

    @property
    def nodes_per_second(self) -> float | None:
        """Nodes per second of wall time, over all moves."""
        return share(self.nodes, self.seconds)

    @property
    def depth_by_move(self) -> list[tuple[int, float, int]]:
        """Move number (from 1, the opening included), mean depth reached there, and in how many games."""
        return [(number, total / count, count) for number, (total, count) in sorted(self.depths.items())]

    def row(self) -> Json:
        """Return its place in the ranking as a document: role, rating and standing."""
        return {"player": self.player, "role": self.role, "rating": round(self.rating, 1), **self.standing.json()}

    def json(self) -> Json:
        """Return a document of the cost of its moves, and of its results in won and lost openings."""
        return {
            "overruns": self.overruns,
            "max_overrun_ms": round(self.max_overrun_ms, 3),
            "overrun_cpu_ms": round(self.overrun_cpu_ms, 3),
            "faults": dict(sorted(self.faults.items())),
            "moves": self.moves,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
            "cpu_seconds": round(self.cpu_seconds, 3),
            "nodes_per_second": round_to(self.nodes_per_second, 0),
            "depth_by_move": [
                {"move": move, "depth": round(depth, 2), "count": count} for move, depth, count in self.depth_by_move
            ],
            **self.shares(),
            **self.lost.json(),
        }


@dataclass
class Failure:
    """Games that a player lost otherwise than by the rules.

    Attributes
    ----------
    ending : how: `counterply.arena.record.BY_RULES` and so on
    games : how many
    number, reason : of the first of them
    """

    player: str
    ending: str
    games: int
    number: int
    reason: str


@dataclass
class Results:
    """Totals of a run's games.

    Attributes
    ----------
    called : labels of the players
    played : games
    first_player : games won by the first mover, drawn, won by the second
    endings : games by ending: `counterply.arena.record.BY_RULES` and so on
    seconds : wall time of the run, all sessions
    openings : distinct openings that were played, or games of pairs where an option differs from pair to pair
    """

    plan: Plan
    game: Any
    called: Labels
    pairings: list[PairingResult]
    sides: list[SideResult]
    played: int = 0
    first_player: tuple[int, int, int] = (0, 0, 0)
    endings: Counter[str] = field(default_factory=Counter)
    openings: int = 0
    seconds: float = 0.0
    sprt: SprtState | None = None
    failures: list[Failure] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    versions: dict[str, str] = field(default_factory=dict)

    @property
    def ranking(self) -> list[SideResult]:
        """The players by score, columns before rows."""
        return sorted(self.sides, key=lambda side: (side.role == "row", -(side.standing.score or 0.0)))

    @property
    def rows(self) -> Iterator[PairingResult]:
        """How each player fared against each opponent; in a round robin each pairing in both views."""
        for row in self.pairings:
            yield row
            if self.plan.against is None:
                yield ~row

    @property
    def failure_lines(self) -> list[str]:
        """A line for each way in which a player lost games otherwise than by the rules, with the first reason.

        Such games say nothing about which player is better, or mislead.
        """
        games = Counter[str]()
        for side in self.sides:
            games[side.player] += side.standing.games
        return [
            f"FAILED: {without_folders(failed.player)} lost {failed.games} of {games[failed.player]} games by {failed.ending};"
            f" first in game {failed.number}: {failed.reason}"
            for failed in self.failures
        ]

    @property
    def warnings(self) -> list[str]:
        """What must be read before any figure: that time, not play, decided many games."""
        late = self.endings[BY_OVERRUN]
        if late <= MOST_LATE * self.played:
            return []
        return [
            f"WARNING: {late} of {self.played} games were lost by a move that came too late. The figures say who kept time on this"
            " machine, not who plays better: give a longer --time, fewer --workers, or --nodes."
        ]

    @property
    def lateness(self) -> tuple[int, float, float]:
        """How many moves came late, by how many milliseconds at most, and how much of that was own CPU time."""
        latest, own = max(side.max_overrun_ms for side in self.sides), max(side.overrun_cpu_ms for side in self.sides)
        return sum(side.overruns for side in self.sides), latest, own

    def facts(self) -> Json:
        """Return a document of the whole run's facts."""
        overruns, latest, own = self.lateness
        return {
            "game": self.game.full_name,
            "limit": str(self.plan.limit),
            "seed": self.plan.seed,
            "first_player_share": round_to(first_player_share(*self.first_player)),
            "overruns": overruns,
            "max_overrun_ms": round(latest, 3),
            "overrun_cpu_ms": round(own, 3),
            "endings": dict(sorted(self.endings.items())),
            "failures": [{**asdict(failed), "text": text} for failed, text in zip(self.failures, self.failure_lines, strict=True)],
            "openings": self.openings,
            "seconds": round(self.seconds, 3),
            "warnings": self.warnings,
            "notes": list(self.notes),
            "versions": dict(self.versions),
        }

    def json(self) -> Json:
        """Return it as a document: a row for each player and opponent, and standings, the best player first.

        In a round robin each pairing has two rows, one in each player's view; with rows against columns, one in the column's view.
        """
        standings = [side.row() | side.json() for side in self.ranking]
        return {"table": [row.json() for row in self.rows], "standings": standings, **self.facts()}

    @property
    def grid(self) -> list[tuple[str, list[Standing | None]]]:
        """The rows of the table: an opponent's label, and how each column fared against it, None where they did not meet.

        A round robin has every player as a row and as a column.
        """
        rows: list[list[Standing | None]] = [[None] * len(self.plan.players) for _ in self.called.rows]
        for result in self.pairings:
            at = result.pairing
            rows[at.opponent][at.player] = result.standing
            if self.plan.against is None:
                rows[at.player][at.opponent] = ~result.standing
        return list(zip(self.called.rows, rows, strict=True))


def collect(
    plan: Plan, game: Game | PlainGame, records: Iterable[GameRecord], solved: dict[tuple[Any, ...], int | None] | None = None
) -> Results:
    """Return the totals of `records`.

    Parameters
    ----------
    solved : FIRST, SECOND, DRAW or None under best play after an opening, for conversion and swindle
    """
    called = Labels(plan)
    pairings = [PairingResult(pairing, *plan.texts_of(pairing)) for pairing in plan.pairings]
    column: Role = "player" if plan.against is None else "column"
    sides = [
        SideResult(text, column if place < len(plan.players) else "row", place, label)
        for place, (text, label) in enumerate(zip(plan.sides, called.sides, strict=True))
    ]
    results, seats, games = Results(plan, game, called, pairings, sides), plan.seats, plan.all_games
    counter, variant = PairCounter(plan), games.variant
    failures: dict[tuple[str, str], Failure] = {}
    firsts: Counter[int] = Counter()
    openings: set[int] = set()  # by their hashes, which take less memory
    for record in records:
        results.played += 1
        counter.add(record)
        firsts[record.outcome] += 1
        results.endings[record.ending] += 1
        openings.add(hash((record.opening, variant(record.round))))
        pairing = pairings[record.pairing]
        by_seat = [sides[place] for place in seats[record.pairing][record.swapped]]
        if game.by_margin:
            pairing.points_ahead = (pairing.points_ahead or 0) + (-record.margin if record.swapped else record.margin)
        for seat, side in enumerate(by_seat):
            side.add(record, seat)
        if record.fault is not None:
            failed = by_seat[record.fault].player, record.ending
            failures.setdefault(failed, Failure(*failed, 0, record.number, record.reason)).games += 1
        best = (solved or {}).get(games.opening_of(record))
        if best in (FIRST, SECOND):
            favoured = 0 if best == FIRST else 1
            for seat, side in enumerate(by_seat):
                for counted in (side, pairing if seat == record.swapped else pairing.of_opponent):
                    counted.count(seat == favoured, record.points(seat) == 1)
    results.openings, results.failures = len(openings), list(failures.values())
    results.first_player = firsts[FIRST], firsts[DRAW], firsts[SECOND]
    standings = counter.standings()
    for pairing, ((player, opponent), _), standing in zip(pairings, seats, standings, strict=True):
        pairing.standing = standing
        sides[player].standing += standing
        sides[opponent].standing += ~standing
    found = {straight: standing for (straight, _), standing in zip(seats, standings, strict=True)}
    for side, rating in zip(sides, ratings(found, len(sides)), strict=True):
        side.rating = rating
    if plan.sprt is not None:
        results.sprt = sprt(counter.paired[0], *plan.sprt)
    return results


def read_results(store: Store, game: Any = None, records: Iterable[GameRecord] | None = None) -> Results:
    """Return the totals of an open store's games.

    Parameters
    ----------
    game : None loads the game that the store names
    records : the games, as they are read elsewhere
    """
    plan = store.plan()
    if game is None:
        game = store.game()
    results = collect(plan, game, store.records() if records is None else records, store.solved())
    results.seconds, results.versions = store.seconds(), store.versions()
    results.notes = once(store.notes(), plan.texts)
    results.notes += notes_on(store, game)
    return results


def once(notes: Iterable[str], players: Collection[str]) -> list[str]:
    """Return notes of which those that several players share are said once, with how many they are.

    >>> once(["uct: in plain Python", "a.py: in plain Python", "slow"], ["uct", "a.py", "b.py"])
    ['2 players: in plain Python (uct, a.py)', 'slow']
    """
    by_text: dict[str, list[str]] = {}
    for note in notes:
        player = next((each for each in players if note.startswith(f"{each}: ")), "")
        by_text.setdefault(note.removeprefix(f"{player}: "), []).append(player)
    found = []
    for text, of in by_text.items():
        named = f"{', '.join(of[:MOST_NAMED])}{', ...' if len(of) > MOST_NAMED else ''}"
        found.append(f"{len(of)} players: {text} ({named})" if len(of) > 1 else f"{of[0]}: {text}" if of[0] else text)
    return found


def notes_on(store: Store, game: Game) -> list[str]:
    """Return a note if the rules of an open store's game have changed since its games were played."""
    changed = rules_differ(store.identity(), game)
    return [f"the rules of {game.name} have changed since: positions are shown by the rules as they are now"] if changed else []


def load_results(folder: Path, game: str | None = None) -> Results:
    """Return the totals of the run in `folder`, finished or not; `game` is as for `Store.open`.

    Raises
    ------
    StoreError
        if there is no run, or its store is damaged
    """
    with Store.open(folder, game) as store:
        return read_results(store)
