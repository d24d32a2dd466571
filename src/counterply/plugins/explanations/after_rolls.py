"""What dice make of two moves: what each roll after one of them is worth beside the same roll after the other."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from counterply.api.rolls import Roll, searches_of
from counterply.core.limits import Limit
from counterply.core.report import Line
from counterply.core.values import CHANCE, signed
from counterply.plugins.explanations.visits import share_text
from counterply.search.choose import Search
from counterply.search.request import SearchRequest
from counterply.shown.tables import Column, Table

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

MOST_ROLLS = 6  # that are shown as text
NO_TERMS = "dice follow, and a value is the mean over what they bring"


@dataclass(frozen=True)
class RollAfter:
    """An outcome of chance at the end of a line.

    Attributes
    ----------
    chosen, other : what it is worth after the chosen move's line, and after the other one's, for the side to move at the root, in
        points where they are the objective, else -1 to 1; `other` is None where that line does not end at the same roll
    """

    roll: str
    probability: float
    chosen: float
    other: float | None

    @property
    def makes(self) -> float | None:
        """Its part of the difference between the means of both lines; None where there is no other value."""
        return None if self.other is None else self.probability * (self.chosen - self.other)


def until_chance(search: Search, position: AnyPosition, line: Line, limit: Limit) -> Line:
    """Return a line with the best moves that the same side makes before chance moves, as long as depth is left."""
    place, moves, depth = position.play(*line.moves), line.moves, limit.depth or 0
    while not place.over and place.turn == position.turn and len(moves) < depth:
        *_, report = search.deepen(SearchRequest(place, limit.with_(depth=depth - len(moves))))
        moves, place = (*moves, report.move), place.after(report.move)
    return replace(line, moves=moves)


def rolls_after(search: Search, position: AnyPosition, chosen: Line, other: Line | None, limit: Limit) -> tuple[RollAfter, ...]:
    """Return what the outcomes at the end of the chosen line are worth, those that make most of the difference first.

    Each is searched as deep as the lines leave of `limit`; none is where no depth is left, or the line does not end at a roll.
    """
    sign = 1 if position.turn == 0 else -1

    def worths(line: Line | None) -> dict[str, Roll]:
        place, depth = position.play(*(line.moves if line else ())), (limit.depth or 0) - len(line.moves if line else ())
        if place.over or place.turn != CHANCE or depth < 1:
            return {}
        rolls = [searched() for searched in searches_of(place, search, limit.with_(depth=depth))]
        return {" ".join(place.line_text(roll.moves)): roll for roll in rolls}

    mine, theirs = worths(chosen), worths(other)
    paired = theirs.keys() == mine.keys()
    found = [
        RollAfter(text, roll.probability, sign * roll.value, sign * theirs[text].value if paired else None)
        for text, roll in mine.items()
    ]
    return tuple(sorted(found, key=lambda each: (-abs(each.makes or 0.0), -each.chosen)))


def means_of(rolls: tuple[RollAfter, ...]) -> tuple[float, float]:
    """Return the means of rolls after the chosen line and after the other one, by their probabilities."""
    whole = sum(each.probability for each in rolls)
    chosen = sum(each.probability * each.chosen for each in rolls) / whole
    return chosen, sum(each.probability * (each.other or 0.0) for each in rolls) / whole


def means_note(rolls: tuple[RollAfter, ...], chosen: Line, other: Line | None) -> str:
    """Return why the means of the rolls are not the values of both moves; '' where they are."""
    lines = [chosen, other] if rolls and rolls[0].other is not None else [chosen][: len(rolls)]
    pairs = zip(lines, means_of(rolls) if rolls else (), strict=False)
    if all(line is None or line.proven or line.score_text == signed(mean) for line, mean in pairs):
        return ""
    return "the means are not quite the values above: that search looks less deep after moves that it tries late"


def roll_lines(rolls: tuple[RollAfter, ...], chosen: Line, other: Line | None) -> list[str]:
    """Return what rolls are worth as lines of text: those that make most of the difference, and the means."""
    if not rolls:
        return []
    paired, shown = other is not None and rolls[0].makes is not None, rolls[:MOST_ROLLS]
    if paired and not any(each.makes for each in rolls):
        return [f"each of the {len(rolls)} rolls is worth the same after both"]
    mine, theirs = means_of(rolls)
    columns = [
        Column("roll", [*(each.roll for each in shown), f"mean of {len(rolls)}"], left=True),
        Column("chance", [*(share_text(each.probability) for each in shown), ""]),
        Column(chosen.text, [signed(value) for value in (*(each.chosen for each in shown), mine)]),
    ]
    if other is not None and paired:
        columns.append(Column(other.text, [signed(value) for value in (*(each.other for each in shown), theirs)]))
        columns.append(Column("makes", [signed(value, ".3f") for value in (*(each.makes for each in shown), mine - theirs)]))
    which, note = "the largest differences first" if paired else "the best first", means_note(rolls, chosen, other)
    table = [f"  {line}" for line in Table(tuple(columns)).lines()]
    return [f"what the rolls after it are worth, {which}:", *table, *[note] * bool(note)]


def rolls_json(rolls: tuple[RollAfter, ...]) -> list[dict[str, Any]]:
    """Return rolls as documents."""
    return [{**asdict(each), "share": share_text(each.probability), "makes": each.makes} for each in rolls]
