"""Where chance is to move: what each of its outcomes is worth, and the mean."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Unpack

from counterply.api.by_name import AGame, evaluator_of, position_of, stoppable
from counterply.api.option_records import limit_of
from counterply.api.positions import DEFAULT_SECONDS, SearchOptions
from counterply.core.aliases import Json, Move
from counterply.core.described_options import described
from counterply.core.errors import GameError
from counterply.core.interruptible import interruptible
from counterply.core.limits import Limit
from counterply.core.position import AnyPosition, roll_chance
from counterply.core.report import Report
from counterply.core.values import CHANCE, is_proven, is_win, points_of, signed
from counterply.shown.frames import Columns, Framed
from counterply.shown.tables import Column, Listed, Shown, Tables, table_of

if TYPE_CHECKING:
    from counterply.search.choose import Search

MOST = 100  # outcomes that are all looked at; of more, so many are drawn by lot
SEED = 1  # of that lot


@dataclass(frozen=True)
class Roll:
    """One outcome of chance.

    Attributes
    ----------
    moves : the outcome, and where chance moves again, what was drawn by lot
    probability : of it; where outcomes are drawn by lot, their share
    value : what it is worth to the first player, in points where they are the objective, else -1 to 1
    report : of the search of the position that it leads to; None where the game is over
    """

    moves: tuple[Move, ...]
    probability: float
    value: float
    report: Report | None


@dataclass(frozen=True, repr=False)
class Rolls(Shown, Framed, Listed[Roll]):
    """What the outcomes of a chance turn are worth.

    Attributes
    ----------
    position : where chance is to move
    rolls : those that were searched, in the order of their texts' codes
    outcomes : how many there are
    finished : False where Ctrl-C ended the search
    """

    position: AnyPosition
    rolls: tuple[Roll, ...]
    outcomes: int
    finished: bool = True

    @property
    def mean(self) -> float:
        """The mean value to the first player of those that were searched, weighted by their probabilities."""
        return sum(roll.probability * roll.value for roll in self.rolls) / sum(roll.probability for roll in self.rolls)

    LIST = "rolls"
    COLUMNS: ClassVar[Columns] = {"roll": str, "probability": float, "move": str, "value": float, "line": str}

    def cells(self) -> list[tuple[Any, ...]]:
        """Return the values of each roll, in the order of `COLUMNS`; `move` is '' where the game is over."""
        return [(self._text(roll), roll.probability, *_answer(roll)) for roll in self.rolls]

    def _text(self, roll: Roll) -> str:
        return " ".join(self.position.line_text(roll.moves))

    def json(self) -> Json:
        """Return the document that ``counterply analyse --json`` prints: docs/api/json.md describes its fields."""
        rolls = [
            {
                "roll": self._text(roll),
                "probability": roll.probability,
                "value": roll.value,
                "depth": None if roll.report is None else roll.report.depth,
                "best": None if roll.report is None else roll.report.best.json(),
            }
            for roll in self.rolls
        ]
        return {"rolls": rolls, "mean": self.mean, "outcomes": self.outcomes, "finished": self.finished}

    def table(self, width: int | None = None) -> Tables:
        """Return the rolls as a table."""
        some = f"{len(self.rolls)} of {self.outcomes:,} outcomes, " if len(self.rolls) < self.outcomes else ""
        texts, chances, _, values, found = zip(*self.cells(), strict=True)
        columns = [
            Column("roll", texts, left=True),
            Column("chance", [f"{chance:.2%}" for chance in chances]),
            Column("value", [signed(value, ".3f") for value in values]),
            Column("best", found, left=True),
        ]
        said = f"{some}mean {signed(self.mean, '.3f')}; values as {self.position.game.players[0][0]} sees them"
        return Tables(table_of(columns, width, said))

    def _repr_html_(self) -> str:
        return f"{self.position._repr_svg_()}{self.table()._repr_html_()}"


def _answer(roll: Roll) -> tuple[str, float, str]:
    """Return a roll's best move, its value, and the line of play; no move where the game is over."""
    best = None if roll.report is None else roll.report.best
    return ("", roll.value, "the game is over") if best is None else (best.text, roll.value, " ".join(best.texts))


@described
def rolls(position: AnyPosition | AGame, **options: Unpack[SearchOptions]) -> Rolls:
    """Search what each outcome of chance leads to, where chance is to move.

    Seconds and nodes are shared by the outcomes, 2 seconds without a limit; the depth is that of each. Of more than 100 outcomes,
    100 are drawn by lot, and so is what chance brings next. Ctrl-C keeps the outcomes that were searched.

    Raises
    ------
    GameError
        if chance is not to move
    UsageError
        for a name or a number that cannot be used
    KeyboardInterrupt
        after Ctrl-C before the first outcome was searched
    """
    from counterply.search.choose import Wishes, search_for, techniques_of

    place = position_of(position)
    if place.over or place.turn != CHANCE:
        raise GameError("chance is not to move: rolls are where dice are rolled or cards are dealt")
    techniques = techniques_of(options["search"])
    evaluator = evaluator_of(place.game, options["eval"], options["weights"])
    search = search_for(place.game, evaluator, Wishes(techniques=techniques, proof=techniques is None))
    limit, stop = stoppable(limit_of(options, DEFAULT_SECONDS))
    searches = searches_of(place, search, limit)
    found: list[Roll] = []
    for searched in searches:
        roll, interrupted = interruptible(searched, stop)
        if roll is not None and not interrupted:
            found.append(roll)
        if interrupted:
            if not found:
                raise KeyboardInterrupt
            break
    return Rolls(place, tuple(found), len(place.chances()), len(found) == len(searches))


def searches_of(place: AnyPosition, search: Search, limit: Limit) -> list[Callable[[], Roll]]:
    """Return functions that search what the outcomes of chance lead to, one for each; they share the limit's times and nodes."""
    random, chances = Random(SEED), place.chances()
    drawn = chances if len(chances) <= MOST else _by_lot(place, random)
    part = limit.part(len(drawn))
    found = []
    for outcome, share in drawn:
        after = place.after(outcome)
        while not after.over and after.turn == CHANCE:
            after = after.after(roll_chance(after, random))
        found.append(_searched(search, place, after, share, part))
    return found


def _by_lot(place: AnyPosition, random: Random) -> list[tuple[Move, float]]:
    """Return outcomes drawn by their probabilities, each with its share, in ascending order."""
    drawn = sorted(roll_chance(place, random) for _ in range(MOST))
    return [(outcome, drawn.count(outcome) / MOST) for outcome in dict.fromkeys(drawn)]


def _searched(search: Search, place: AnyPosition, after: AnyPosition, share: float, limit: Limit) -> Callable[[], Roll]:
    """Return a function that searches the position `after` an outcome."""
    from counterply.search.request import SearchRequest

    moves = after.history[len(place.history) :]

    def searched() -> Roll:
        if after.over:
            margin = after.game.by_margin
            return Roll(moves, share, float(after.margin() if margin else 2 * points_of(after.outcome(), 0) - 1), None)
        search.warm_up(after)
        search.make_room(limit)
        *_, report = search.analyse(SearchRequest(after, limit, 1))
        assert report.score is not None
        worth = (1.0 if is_win(report.score) else -1.0) if is_proven(report.score) else report.score / report.grid
        return Roll(moves, share, worth if after.turn == 0 else -worth, replace(report, position=after))

    return searched
