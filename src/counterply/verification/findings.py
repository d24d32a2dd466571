"""The findings of `verify`, and their wording."""

from __future__ import annotations

import inspect
import re
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from counterply.compiling.code_sources import PACKAGE
from counterply.compiling.definitions import as_written
from counterply.compiling.diagnosis import place_of
from counterply.core.aliases import Record
from counterply.core.game import Game
from counterply.core.plain_game import PlainPosition
from counterply.core.position import Position
from counterply.core.values import FIRST, OUTCOME_NAMES, SECOND
from counterply.usercode.faults import placed_line

PLACE = re.compile(r"\.py:\d+")
ABOUT = (  # which functions a promise is about that does not name them
    ("the game ends within", ("play",)),
    ("no position occurs twice", ("play",)),
    ("turn ", ("play",)),  # where it is a field
    ("each move has a text", ("move_text",)),
    ("a move's text", ("move_text",)),
    ("legal moves", ("legal_moves", "outcome")),
    ("a move is", ("legal_moves", "outcome")),
    ("there is no move", ("legal_moves", "outcome")),
    ("no position has more", ("legal_moves", "outcome")),
    ("the winner has", ("margin",)),
    ("the margin", ("margin",)),
    ("equal positions", ("key", "play")),
    ("different positions", ("key",)),
    ("positions that share a key", ("key",)),
    ("a symmetry", ("transform",)),
)
NO_FIELD = re.compile(r"no field of name (\w+)")  # NumPy's words
LONGEST_TEXT = 100  # letters of a value in a finding
MOST_FIELDS = 8  # of a record, as a hint
PLY_CAP = 2_000  # plies after which a random game without a declared length is broken off


@dataclass(frozen=True)
class Finding:
    """A promise that a game breaks.

    Attributes
    ----------
    promise : in the words of the contract
    position : as the command takes it, ``moves A B C``; '' where the position does not matter
    happened : the observation
    certain : False for no breach but probably unintended behaviour
    """

    promise: str
    position: str
    happened: str
    certain: bool = True

    def __str__(self) -> str:
        where = f" [{self.position}]" if self.position else ""
        return f"{self.promise}{where}: {self.happened}"


class BrokenError(Exception):
    """A broken promise: the event, and its position where that is not the one being checked."""

    def __init__(self, promise: str, happened: str, position: Position | None = None) -> None:
        super().__init__(promise, happened)
        self.promise = promise
        self.happened = happened
        self.position = position


@contextmanager
def promised(promise: str) -> Iterator[None]:
    """Raise `BrokenError` where a user's function raises anything."""
    try:
        yield
    except Exception as error:
        raise BrokenError(promise, error_line(error)) from error


class TooManyError(BrokenError):
    """A position with more moves than `max_moves` says."""

    def __init__(self, name: str, count: int, most: int) -> None:
        said = f"{name} writes {count:,} moves here, and max_moves is {most:,}"
        super().__init__("no position has more than max_moves moves", said)
        self.count = count


def is_long(position: Position | PlainPosition) -> bool:
    """Tell whether a random game is broken off here; raises `BrokenError` where it should have ended."""
    longest = position.game.max_plies
    if longest is None:
        return position.ply >= PLY_CAP
    if position.ply >= longest:
        promise = f"the game ends within {longest} plies (max_plies)"
        raise BrokenError(promise, "it goes on; give max_plies of the longest game, or None")
    return False


def check_winners_margin(outcome: int, margin: int) -> None:
    """Check that the winner of a game of points has the better margin; raises `BrokenError`."""
    margin *= {FIRST: 1, SECOND: -1}.get(outcome, 0)
    if margin < 0:
        raise BrokenError("the winner has the better margin", f"{OUTCOME_NAMES[outcome]} wins by {margin}")


def answers_of(position: Position) -> tuple[int, int, list[int]]:
    """Return what must be equal of equal positions: whose turn it is, how the game stands, and the moves."""
    return position.turn, position.outcome(), position.moves()


def place_told(game: Game, promise: str, happened: str) -> str:
    """Return an observation, preceded by ``FILE:LINE`` of the author's function that the promise is about, if it names none yet."""
    if PLACE.search(happened):
        return happened
    text = game.text
    shown = {"move_text": text.move_text, "diagram": text.diagram, "reason": text.reason, "read": text.read, "cell": game.cell}
    named: dict[str, Any] = {**game.functions, **shown}
    words = [*promise.split(), *(word for begin, names in ABOUT for word in names if promise.startswith(begin))]
    judges: list[Any] = [each.code for each in game.evaluators if promise.startswith(f"evaluator {each.name} ")]
    for function in judges or [named[word] for word in words if word in named]:
        code = getattr(inspect.unwrap(as_written(function)), "__code__", None)
        if function is not None and code is not None and not Path(code.co_filename).resolve().is_relative_to(PACKAGE):
            return f"{place_of(inspect.unwrap(function))}: {happened}"
    return happened


def error_line(error: BaseException) -> str:
    """Return ``FILE:LINE: kind: message`` for an exception of a user's function; a wrong name of a field gets a hint."""
    said, (*_, (last, _)) = "", traceback.walk_tb(error.__traceback__)
    missing = NO_FIELD.match(str(error))
    if isinstance(error, AttributeError) and isinstance(error.obj, np.void):
        said = _field_hint(error.obj, str(error.name), last.f_locals)
    elif isinstance(error, ValueError) and missing:
        records = [value for value in last.f_locals.values() if isinstance(value, np.void)]
        said = _field_hint(records[0], missing[1], last.f_locals) if records else ""
    return placed_line(error, said=said, rules_too=True)


def _field_hint(record: np.void, attribute: str, local: dict[str, Any]) -> str:
    """Return how a field of a record is read, for authors who wrote ``position.turn``, by the name that the record has there."""
    name = next((name for name, value in local.items() if value is record), "record")
    fields = [field for field in record.dtype.names or () if record.dtype[field].itemsize]
    if attribute in fields:
        return f'write {name}["{attribute}"], not {name}.{attribute}'
    more = ", ..." if len(fields) > MOST_FIELDS else ""
    shown = ", ".join(f'{name}["{field}"]' for field in fields[:MOST_FIELDS])
    return f"{name} has no {attribute!r}; it has the fields {shown}{more}"


def changed_fields(game: Game, before: bytes, record: Record) -> str:
    """Return the names of the fields in which a record differs from the bytes `before`."""
    old = np.frombuffer(before, game.record)[0]
    names = [name for name in game.record.names or () if np.any(old[name] != record[name])]
    return ", ".join(f"{name} from {old[name]} to {record[name]}".replace("\n", "") for name in names) or "bytes between the fields"


def place_text(position: Position | PlainPosition) -> str:
    """Return a position as the command takes it; moves by their numbers where they cannot be written."""
    if not position.history:
        return "start"
    try:
        return "moves " + " ".join(position.origin.line_text(position.history))
    except Exception:
        return "move numbers " + " ".join(map(str, position.history))


def short(value: object) -> str:
    """Return a value's text, cut where it is long."""
    text = str(value[0] if isinstance(value, tuple) and len(value) == 2 and value[1] == [] else value)
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 3] + "..."
