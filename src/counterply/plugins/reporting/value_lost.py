"""Value lost per move: how much worse than the best moves a player's are, on a sample of its moves.

The truth is a proof where the search finds one, else its score, as the winning chance that the board would show, so that a point
lost is the same in both. Programs, people and agents are measured alike: only the moves of their games are asked about.
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
from counterply.core.limits import Limit, Stop
from counterply.core.report import Line
from counterply.core.values import CHANCE, is_proven, points_of
from counterply.plugins.explanations.chances import MOST_NODES, Chances
from counterply.search.choose import Search, Wishes, search_for
from counterply.search.request import SearchRequest
from counterply.usercode.faults import one_line

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.core.position import AnyPosition

NODES = 100_000  # of the search of one position
PLAIN_NODES = 2_000  # in plain Python
DRAWN = 4  # moves at most for each that is to be judged: some could lose nothing
LEAST = 1 / 3  # of a player's moves that are to be judged: with fewer no number is given
MATTERS = 0.05  # points between the best move and the worst one, from which on a move could lose anything


class Worth(NamedTuple):
    """What a move is worth to the mover, in points of the game or its margin, and whether that is proven."""

    points: float
    proven: bool


class Judged(NamedTuple):
    """A move of a game that could lose something: how much it lost, and whether both it and the best one have proven values."""

    game: int
    lost: float
    proven: bool


class MoveSample:
    """Keeps some games of each side, each as likely as another, to ask about moves of."""

    def __init__(self, plan: Plan, most: int) -> None:
        self._seats = plan.seats
        self.most = most
        self._random = Random(plan.seed)
        self._seen = [0] * len(plan.sides)
        self._games: list[list[tuple[GameRecord, int]]] = [[] for _ in plan.sides]

    def add(self, record: GameRecord) -> None:
        """Take note of a game, in place."""
        for seat, side in enumerate(self._seats[record.pairing][record.swapped]):
            self._seen[side] += 1
            kept = self._games[side]
            if len(kept) < self.most:
                kept.append((record, seat))
            elif (place := self._random.randrange(self._seen[side])) < self.most:
                kept[place] = (record, seat)

    def moves(self, side: int) -> Iterator[tuple[GameRecord, int]]:
        """Yield games of the side, with the index of one of its moves: a random one of each game, then another of each."""
        own = [[index for index, mover in enumerate(record.movers) if mover == str(seat)] for record, seat in self._games[side]]
        drawn = [self._random.sample(indices, len(indices)) for indices in own]
        for turn in itertools.zip_longest(*drawn):
            for (record, _), index in zip(self._games[side], turn, strict=True):
                if index is not None:
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
    judge = _Judge(plan)
    drawn = [list(itertools.islice(sample.moves(side), DRAWN * sample.most)) for side in range(len(plan.sides))]
    total = sum(map(len, drawn))

    def told(moves: list[tuple[GameRecord, int]], before: int) -> Iterator[tuple[GameRecord, int]]:
        for done, move in enumerate(moves, before):
            tell("judging", done, total, "moves")
            yield move

    try:
        judged: list[list[Judged]] = []
        for side, moves in enumerate(drawn):
            found = judge.judged(told(moves, sum(map(len, drawn[:side]))))
            judged.append(list(itertools.islice(found, sample.most)))
        tell("judging", total, total, "moves")
    except CounterplyError as error:
        return [Loss(None)] * len(plan.sides), f"value lost per move was not measured: {error}"
    except Exception as error:  # of a user's rules or evaluator
        return [Loss(None)] * len(plan.sides), f"value lost per move was not measured: {one_line(error)}"
    every = [move for moves in judged for move in moves]
    if not every:
        return [Loss(None)] * len(plan.sides), "value lost per move was not measured: no sampled move could be judged"
    unit = "points of margin" if judge.by_margin else "points (a win is 1, a draw 1/2)"
    truth = f"{sum(move.proven for move in every)} of {len(every)} sampled moves have proven values"
    if not all(move.proven for move in every):
        scores = "scores" if judge.by_margin else "winning chances that belong to the scores"
        truth += f", the others the {scores} of a search of {judge.nodes:,} nodes by {judge.evaluator.name}"
    sides = [_loss(moves, sample.most, len(asked), unit, truth) for moves, asked in zip(judged, drawn, strict=True)]
    return sides, f"value lost per move that could lose anything, in {unit}: {truth}"


def _loss(moves: Sequence[Judged], most: int, drawn: int, unit: str, truth: str) -> Loss:
    """Return the mean loss with its interval; moves of one game are not independent, so games are its samples.

    Where fewer than `LEAST` of the `most` moves that were wanted could be judged, of those `drawn`, it is the reason alone.
    """
    if not moves or len(moves) < LEAST * min(most, drawn):
        return Loss(None, moves=len(moves), unit=unit, truth=f"{len(moves)} of {drawn} moves could be judged")
    mean = sum(move.lost for move in moves) / len(moves)
    by_game: dict[int, float] = {}
    for move in moves:
        by_game[move.game] = by_game.get(move.game, 0.0) + move.lost - mean
    games = len(by_game)
    half = Z95 * math.sqrt(sum(each * each for each in by_game.values()) * games / max(1, games - 1)) / len(moves)
    high = math.inf if games < 2 else mean + half
    return Loss(mean, max(0.0, mean - half), high, len(moves), unit, truth)


class _Judge:
    """Asks a search what the moves of positions are worth."""

    def __init__(self, plan: Plan) -> None:
        self._games = plan.all_games
        self.game = self._games.family()
        self.evaluator = default_evaluator(self.game)
        self.nodes = NODES if self.game.compiled else PLAIN_NODES
        self.by_margin = self.game.by_margin
        self._searches: dict[int, tuple[Search, Chances]] = {}

    def judged(self, moves: Iterable[tuple[GameRecord, int]]) -> Iterator[Judged]:
        """Yield what sampled moves have lost; those that could lose nothing, or cannot be judged, are left out."""
        for record, index in moves:
            game = self._games(record.round)
            position = replay_line(game, (*record.opening, *record.moves[:index]))
            move = record.moves[index]
            if not game.compiled:
                move = next((code for code in position.moves() if position.move_text(code) == move), move)
            worths = self._worths(position, move) if len(position.moves()) > 1 else None
            if worths is not None:
                best, played = worths
                yield Judged(record.number, max(0.0, best.points - played.points), best.proven and played.proven)

    def _worths(self, position: AnyPosition, move: Any) -> tuple[Worth, Worth] | None:
        """Return what the best move and the played one are worth; None where that is not known, or where all are worth the same."""
        report = self._searched(position, Limit(nodes=self.nodes))
        best, lines = self._worth(report.best, position), {line.move: self._worth(line, position) for line in report.lines}
        played = lines.get(move) or self._after(position, move, report.depth - 1)
        if best is None or played is None or (self.by_margin and best.proven != played.proven):
            return None
        least = min(worth.points for worth in (*lines.values(), played) if worth is not None)
        matters = len(lines) < len(position.moves()) or best.points - least >= MATTERS
        return (best, played) if matters else None

    def _after(self, position: AnyPosition, move: Any, depth: int) -> Worth | None:
        """Return what a move is worth by a search of the position behind it, to a depth."""
        after = position.after(move)
        if after.over:
            margin = float(after.margin() if position.turn == 0 else -after.margin())
            return Worth(margin if self.by_margin else points_of(after.outcome(), position.turn), True)
        if after.turn == CHANCE:
            return None
        found = self._worth(self._searched(after, Limit(depth=max(1, depth), nodes=self.nodes)).best, after)
        if found is None or after.turn == position.turn:
            return found
        return Worth(-found.points if self.by_margin else 1 - found.points, found.proven)

    def _worth(self, line: Line, position: AnyPosition) -> Worth | None:
        """Return what a line is worth; None where its score says no chance, or a win is proven, and not by how many points."""
        if line.score is None:
            return None
        if self.by_margin:
            return None if is_proven(line.score) else Worth(line.score / line.grid, line.proven)
        chance = self._tools(position)[1].of(line)
        return None if chance is None else Worth(chance, line.proven)

    def _searched(self, position: AnyPosition, limit: Limit) -> Any:
        search, _ = self._tools(position)
        search.forget()
        *_, report = search.deepen(SearchRequest(position, limit, len(position.moves())))
        return report

    def _tools(self, position: AnyPosition) -> tuple[Search, Chances]:
        """Return the search of a position's game, compiled, and the winning chances of its scores."""
        game: Any = position.game
        if id(game) not in self._searches:
            search = search_for(game, self.evaluator, Wishes(proof=True))
            search.warm_up(position)
            chances = Chances(game, self.evaluator, MOST_NODES if game.compiled else PLAIN_NODES * 10)
            if not self.by_margin:
                chances.prepare(search, Stop())
            self._searches[id(game)] = search, chances
        return self._searches[id(game)]
