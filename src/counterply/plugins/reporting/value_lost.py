"""Value lost per move: how much worse than the best moves a player's are, on a sample of its moves.

The truth is a proof where most of the sampled moves that could lose anything have one, else a search, in units of its evaluator.
Programs, people and agents are measured alike: only the moves of their games are asked about.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from counterply.arena.record import GameRecord, passing, replay_line
from counterply.arena.results import Loss, Results, read_results
from counterply.arena.schedule import Plan
from counterply.arena.statistics import Z95
from counterply.arena.store import Store
from counterply.core.errors import CounterplyError
from counterply.core.evaluator import default_evaluator
from counterply.core.limits import Limit
from counterply.core.report import Line
from counterply.core.values import CHANCE, is_proven, is_win, points_of
from counterply.search.choose import Search, Wishes, search_for
from counterply.search.request import SearchRequest
from counterply.usercode.faults import one_line

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.core.plain_game import PlainGame
    from counterply.core.position import AnyPosition

NODES = 100_000  # of the search of one position
PLAIN_NODES = 2_000  # in plain Python
MOSTLY = 0.5  # of the sampled moves that could lose anything: with so many proofs, those alone count
LEAST = 1 / 3  # of a player's sampled moves: with fewer that could lose anything, and are judged, no number is given


class Worth(NamedTuple):
    """What a move is worth to the mover: of a known result points of the game or its margin, else units of the evaluator."""

    value: float
    known: bool


class Judged(NamedTuple):
    """A move of a game, and what the best one was worth there; whether another move is worth less."""

    game: int
    best: Worth
    played: Worth
    mattered: bool = True

    @property
    def known(self) -> bool:
        """Whether both are known."""
        return self.best.known and self.played.known


class MoveSample:
    """Keeps some games of each side, each as likely as another, to ask about moves of."""

    def __init__(self, plan: Plan, most: int) -> None:
        self._seats = plan.seats
        self._most = most
        self._random = Random(plan.seed)
        self._seen = [0] * len(plan.sides)
        self._games: list[list[tuple[GameRecord, int]]] = [[] for _ in plan.sides]

    def add(self, record: GameRecord) -> None:
        """Take note of a game, in place."""
        for seat, side in enumerate(self._seats[record.pairing][record.swapped]):
            self._seen[side] += 1
            kept = self._games[side]
            if len(kept) < self._most:
                kept.append((record, seat))
            elif (place := self._random.randrange(self._seen[side])) < self._most:
                kept[place] = (record, seat)

    def moves(self, side: int) -> Iterator[tuple[GameRecord, int]]:
        """Yield a game of the side and the index among its moves of one of the side's, as many from each game."""
        kept = self._games[side]
        each = -(-self._most // max(1, len(kept)))
        for record, seat in kept:
            own = [index for index, mover in enumerate(record.movers) if mover == str(seat)]
            for index in sorted(self._random.sample(own, min(each, len(own)))):
                yield record, index


def measured(
    store: Store,
    game: Game,
    records: Iterable[GameRecord],
    sample: int,
    tell: Callable[[str, int, int, str], None] = lambda *unheard: None,
) -> Results:
    """Return the totals of an open store's games, with the value lost per move.

    Parameters
    ----------
    records : the games, as they are read
    sample : of so many moves of each player the value lost is measured; 0: of none
    tell : hears how many of those moves are judged
    """
    kept = MoveSample(store.plan(), sample)
    results = read_results(store, game, passing(records, kept) if sample else records)
    if sample:
        found, note = losses(results.plan, kept, tell)
        for side, lost in zip(results.sides, found, strict=True):
            side.lost = lost
        results.notes.append(note)
    return results


def losses(plan: Plan, sample: MoveSample, tell: Callable[[str, int, int, str], None]) -> tuple[list[Loss], str]:
    """Return the loss of each side, and a note of how it was measured, or why it was not."""
    judge, sampled = _Judge(plan), [list(sample.moves(side)) for side in range(len(plan.sides))]
    done, total = itertools.count(1), sum(map(len, sampled))

    def told(moves: Iterable[tuple[GameRecord, int]]) -> Iterator[tuple[GameRecord, int]]:
        for move in moves:
            yield move
            tell("judging", next(done), total, "moves")

    try:
        judged = [list(judge.judged(told(moves))) for moves in sampled]
    except CounterplyError as error:
        return [Loss(None)] * len(plan.sides), f"value lost per move was not measured: {error}"
    except Exception as error:  # of a user's rules or evaluator
        return [Loss(None)] * len(plan.sides), f"value lost per move was not measured: {one_line(error)}"
    every = [move for moves in judged for move in moves]
    mattered = [move for move in every if move.mattered]
    if not mattered:
        return [Loss(None)] * len(plan.sides), "value lost per move was not measured: no sampled move could be judged"
    if sum(move.known for move in mattered) >= MOSTLY * len(mattered):
        unit = "points of margin" if judge.game.objective == "margin" else "points (a win is 1, a draw 1/2)"
        judged = [[move for move in moves if move.known] for moves in judged]
        truth = f"{sum(map(len, judged))} of {len(every)} sampled moves have proven values, and they alone count"
    else:
        most = max((abs(worth.value) for move in every for worth in move[1:3] if not worth.known), default=1.0)
        unit = f"units of {judge.evaluator.name}"
        truth = f"a search of {judge.nodes:,} nodes for each of {len(every)} sampled moves; a proven win counts as {most:.4g}"
        judged = [[_estimated(move, most, judge.game) for move in moves] for moves in judged]
    found = [_loss(moves, len(asked), unit, truth) for moves, asked in zip(judged, sampled, strict=True)]
    return found, f"value lost per move, in {unit}: {truth}"


def _estimated(move: Judged, most: float, game: Game | PlainGame) -> Judged:
    """Return a move with known results as estimates: at most `most`, for a win."""

    def estimate(worth: Worth) -> Worth:
        value = worth.value if not worth.known or game.objective == "margin" else (2 * worth.value - 1) * most
        return Worth(max(-most, min(most, value)), False)

    return move._replace(best=estimate(move.best), played=estimate(move.played))


def _loss(moves: Sequence[Judged], sampled: int, unit: str, truth: str) -> Loss:
    """Return the mean loss with its interval; moves of one game are not independent, so games are its samples.

    Where fewer than `LEAST` of the `sampled` moves could be judged, and could lose anything, it is the reason alone.
    """
    mattered = sum(move.mattered for move in moves)
    if mattered < LEAST * sampled or not mattered:
        return Loss(None, moves=mattered, unit=unit, truth=f"{mattered} of {sampled} moves could be judged")
    lost = [(move.game, max(0.0, move.best.value - move.played.value)) for move in moves]
    mean = sum(value for _, value in lost) / len(lost)
    by_game: dict[int, float] = {}
    for game, value in lost:
        by_game[game] = by_game.get(game, 0.0) + value - mean
    games = len(by_game)
    half = Z95 * math.sqrt(sum(each * each for each in by_game.values()) * games / max(1, games - 1)) / len(lost)
    high = math.inf if games < 2 else mean + half
    return Loss(mean, max(0.0, mean - half), high, len(lost), unit, truth)


class _Judge:
    """Asks a search what the moves of positions are worth."""

    def __init__(self, plan: Plan) -> None:
        self._games = plan.all_games
        self.game = self._games.family()
        self.evaluator = default_evaluator(self.game)
        self.nodes = NODES if self.game.compiled else PLAIN_NODES
        self._searches: dict[int, Search] = {}

    def judged(self, moves: Iterable[tuple[GameRecord, int]]) -> Iterator[Judged]:
        """Yield what sampled moves are worth; those without a choice lose nothing, and those that cannot be judged are left out."""
        for record, index in moves:
            game = self._games(record.round)
            position = replay_line(game, (*record.opening, *record.moves[:index]))
            move = record.moves[index]
            if not game.compiled:
                move = next((code for code in position.moves() if position.move_text(code) == move), move)
            if len(position.moves()) < 2:
                yield Judged(record.number, Worth(0.0, True), Worth(0.0, True), False)
                continue
            worth = self._worths(game, position, move)
            if worth is not None:
                yield Judged(record.number, *worth)

    def _worths(self, game: Game | PlainGame, position: AnyPosition, move: Any) -> tuple[Worth, Worth, bool] | None:
        report = self._searched(game, position, Limit(nodes=self.nodes))
        best = _worth(report.best, game)
        line = next((line for line in report.lines if line.move == move and line.score is not None), None)
        played = _worth(line, game) if line is not None else self._after(game, position, move, report.depth - 1)
        if best is None or played is None or (best.known != played.known and game.objective == "margin"):
            return None
        worths = [_worth(each, game) for each in report.lines]
        return best, played, len(worths) < len(position.moves()) or any(each != best for each in worths)

    def _after(self, game: Game | PlainGame, position: AnyPosition, move: Any, depth: int) -> Worth | None:
        """Return what a move is worth by a search of the position behind it, to a depth."""
        after = position.after(move)
        if after.over:
            margin = float(after.margin() if position.turn == 0 else -after.margin())
            return Worth(margin if game.objective == "margin" else points_of(after.outcome(), position.turn), True)
        if after.turn == CHANCE:
            return None
        found = _worth(self._searched(game, after, Limit(depth=max(1, depth), nodes=self.nodes)).best, game)
        if found is None or after.turn == position.turn:
            return found
        lost = 1 - found.value if found.known and game.objective != "margin" else -found.value
        return Worth(lost, found.known)

    def _searched(self, game: Any, position: AnyPosition, limit: Limit) -> Any:
        search = self._searches.get(id(game))
        if search is None:
            search = self._searches[id(game)] = search_for(game, self.evaluator, Wishes(proof=True))
            search.warm_up(position)
        search.forget()
        *_, report = search.deepen(SearchRequest(position, limit, len(position.moves())))
        return report


def _worth(line: Line, game: Game | PlainGame) -> Worth | None:
    """Return what a line is worth; None where a win is proven, and not by how many points."""
    if line.score is None:
        return None
    if not line.proven:
        return Worth(line.score / line.grid, False)
    if game.objective == "margin":
        return None if is_proven(line.score) else Worth(line.score / line.grid, True)
    return Worth(0.5 if not is_proven(line.score) else float(is_win(line.score)), True)
