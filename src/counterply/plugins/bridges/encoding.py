"""Positions as arrays for programs that learn: a seat's view as numbers, and the legal actions as a mask."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypedDict

import numpy as np

from counterply.api import by_name
from counterply.arena.match import PLY_CAP
from counterply.core.described_options import Option
from counterply.core.drawing import EMPTY_MARKS, MARK_ROLES, diagram_marks
from counterply.core.errors import GameError, UsageError
from counterply.core.position import roll_chance
from counterply.core.values import CHANCE, FIRST, ONGOING, SECOND

if TYPE_CHECKING:
    from counterply.api.by_name import AGame
    from counterply.core.position import AnyPosition

MOST_ACTIONS = 65_536  # move codes are below it
SPARSE = 4  # times as many codes as moves in a position: the largest code of some games says little about that of others
SURVEY_GAMES = 30  # random games by which the largest code is found
SURVEY_PLIES = 2_000  # of all of them, at most
SURVEY_SEED = 1
ILLEGAL_REWARD = -1.0  # of the agent whose action is illegal; the reward of a loss
NO_PART = ("key", "random")  # fields that say nothing of the position: its hash, and the state of its dice

EMPTY = EMPTY_MARKS + "."  # marks of empty cells
OTHER = {"X": "O", "O": "X", "1": "2", "2": "1", "A": "B", "B": "A"}  # the same mark of the other player

_TWO = np.ones(2, np.float32)  # seat, and whether it is on move
Observe = Callable[[Any, int], np.ndarray]


class Episodes(TypedDict, total=False):
    """Options of an environment of any library."""

    options: Annotated[Mapping[str, Any] | None, Option(None, "Of the game that is named, as `counterply.game` takes them.")]
    reward: Annotated[
        Literal["outcome", "margin"], Option("outcome", "'outcome': +1, -1 or 0 when the game ends; 'margin': the points ahead.")
    ]
    max_plies: Annotated[
        int | None, Option(None, "After so many the episode is truncated; None: the game's own longest length, else 2,000.")
    ]
    actions: Annotated[int | None, Option(None, "See `Encoding`.")]
    view: Annotated[Literal["fields", "planes"], Option("fields", "See `Encoding`.")]
    observe: Annotated[Observe | None, Option(None, "See `Encoding`.")]
    render_mode: Annotated[str | None, Option(None, "'ansi', for the diagram as a text.")]


class Encoding:
    """How a game's positions and moves become arrays and actions. An action is a move's code.

    Parameters
    ----------
    game : a compiled game
    actions : how many actions there are, the largest move code plus 1; None: found once by playing
    view : 'fields', one vector, or 'planes', the board: float32[P, rows, columns], one plane for each mark of the diagram, the
        viewer's own first, one for marks that were not seen in some random games, and two that say whether the viewer is on move
        and which seat it has
    observe : ``observe(position, seat) -> float32 array``, your own view; the position is as the seat sees it

    Attributes
    ----------
    actions : how many actions there are
    shape : of an observation
    low, high : bounds of its numbers, float32[shape]
    """

    def __init__(
        self,
        game: Any,
        actions: int | None = None,
        view: Literal["fields", "planes"] = "fields",
        observe: Observe | None = None,
    ) -> None:
        if view not in ("fields", "planes"):
            raise UsageError(f"view is fields or planes, not {view!r}")
        self.game = game
        survey = Survey(game) if actions is None or view == "planes" else None
        self.actions = survey.actions if actions is None and survey is not None else actions or 1
        self._observe = observe
        marks = survey.marks() if survey is not None and view == "planes" and observe is None else None
        self._planes = None if marks is None else {mark: number for number, mark in enumerate(marks)}
        start = after_chance(game.start(), Random(0))
        self.shape: tuple[int, ...] = self.observation(start, 0, 0).shape
        if observe is not None:
            self.low, self.high = np.full(self.shape, -np.inf, np.float32), np.full(self.shape, np.inf, np.float32)
        elif self._planes is not None:
            self.low, self.high = np.zeros(self.shape, np.float32), np.ones(self.shape, np.float32)
        else:
            bounds = [_bounds(np.asarray(start.record[name])) for name in _fields(start)]
            lows, highs = zip(*bounds, (_TWO * 0, _TWO), strict=True)
            self.low, self.high = np.concatenate(lows), np.concatenate(highs)

    def observation(self, position: AnyPosition, seat: int, seed: int) -> np.ndarray:
        """Return the view of `seat`: float32[shape].

        By default the record's fields one after the other, then the seat, and whether it is on move. Words and arrays of unsigned
        integers are spread into bits, since sets of cells are kept in such; other fields are numbers. What the seat may not
        know is redrawn first (`Position.seen_by`), by `seed` and the number of moves.
        """
        seen = position.seen_by(seat, seed)
        if self._observe is not None:
            return np.asarray(self._observe(seen, seat), np.float32)
        if self._planes is not None:
            return self._board(seen, seat, position.turn == seat)
        parts = [_numbers(np.asarray(seen.record[name])) for name in _fields(seen)]
        return np.concatenate([*parts, np.array([seat, position.turn == seat], np.float32)])

    def _board(self, seen: Any, seat: int, on_move: bool) -> np.ndarray:
        """Return the planes of a board."""
        assert self._planes is not None
        planes = np.zeros((len(self._planes) + 3, *self.game.board), np.float32)
        for row, marks in enumerate(board_marks(seen)):
            for column, mark in enumerate(marks):
                own = mark if seat == 0 else OTHER.get(mark, mark)
                if own not in EMPTY:
                    planes[self._planes.get(own, len(self._planes)), row, column] = 1.0
        planes[-2], planes[-1] = on_move, seat
        return planes

    def mask(self, position: AnyPosition, seat: int) -> np.ndarray:
        """Return which actions are legal for `seat`: int8[actions], all 0 where it is not on move."""
        mask = np.zeros(self.actions, np.int8)
        if position.turn == seat and position.outcome() == ONGOING:
            moves = position.moves()
            if moves[-1] >= self.actions:
                raise GameError(
                    f"{self.game.name} has a move of code {moves[-1]}, and the environment was made for {self.actions} actions;"
                    f" make it with actions={moves[-1] + 1} or more"
                )
            mask[moves] = 1
        return mask


class Episodic:
    """A game as an environment: its encoding, and the position now."""

    position: Any

    def _take_up(self, game: AGame, options: Episodes, host: str) -> None:
        """Take a game, or its name, and options, in place; `host` needs it compiled."""
        made = by_name.game(game, **options["options"] or {})
        if not getattr(made, "compiled", False):
            name = getattr(made, "name", made)
            raise UsageError(f"{name} is in plain Python: {host} needs a compiled game, whose positions are records")
        self.game: Any = made
        self.encoding = Encoding(self.game, options["actions"], options["view"], options["observe"])
        self.reward = options["reward"]
        self.max_plies = options["max_plies"] or self.game.max_plies or PLY_CAP
        self.render_mode = options["render_mode"]

    def _first_reward(self) -> float:
        """Return the first player's reward at the end of the game; the second one's is its negative."""
        if self.reward == "margin":
            return float(self.position.margin())
        return {FIRST: 1.0, SECOND: -1.0}.get(self.position.outcome(), 0.0)

    def render(self) -> Any:
        """Return the position as text, if that was asked for."""
        return str(self.position) if self.render_mode == "ansi" else None


def after_chance(position: AnyPosition, dice: Random) -> Any:
    """Return a position in which a player is on move or the game is over: chance turns are rolled."""
    while position.turn == CHANCE and position.outcome() == ONGOING:
        position = position.after(roll_chance(position, dice))
    return position


class Survey:
    """The moves and diagrams of random games, the same ones at each call.

    Attributes
    ----------
    actions : one more than the largest move code; all codes where they are sparse
    """

    def __init__(self, game: Any) -> None:
        dice, largest = Random(SURVEY_SEED), 0
        self.positions: list[Any] = []
        for _ in range(SURVEY_GAMES):
            position = after_chance(game.start(), dice)
            while position.outcome() == ONGOING and len(self.positions) < SURVEY_PLIES:
                moves = position.moves()
                largest = max(largest, moves[-1])
                self.positions.append(position)
                position = after_chance(position.after(dice.choice(moves)), dice)
        self.actions = MOST_ACTIONS if largest > SPARSE * game.max_moves else largest + 1

    def marks(self) -> list[str]:
        """Return the marks of the diagrams, the first player's first, then the second's; raises `UsageError` without a board."""
        found = {mark for position in self.positions for row in board_marks(position) for mark in row} - set(EMPTY)
        found |= {OTHER[mark] for mark in found if mark in OTHER}
        order = ("first", "second")
        return sorted(found, key=lambda mark: (order.index(MARK_ROLES[mark]) if mark in OTHER else len(order), mark))


def board_marks(position: AnyPosition) -> list[list[str]]:
    """Return the marks of a diagram's board; raises `UsageError` if it shows none."""
    found = None if position.game.board is None else diagram_marks(str(position), *position.game.board)
    if found is None:
        raise UsageError(f"the diagram of {position.game.name} is no board of cells: take view='fields', or observe=")
    return found


def _fields(position: AnyPosition) -> list[str]:
    """Return the fields of a record that say something of the position."""
    return [name for name in position.record.dtype.names if name not in NO_PART]


def _in_bits(field: np.ndarray) -> bool:
    return field.dtype.kind == "u" and field.dtype.itemsize > 1 and (bool(field.shape) or field.dtype.itemsize == 8)


def _bounds(field: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the lowest and the highest values of the numbers of a field."""
    kind, size = field.dtype, _numbers(field).size
    if _in_bits(field) or kind.kind == "b":
        low, high = 0.0, 1.0
    else:
        low, high = (-np.inf, np.inf) if kind.kind == "f" else (float(np.iinfo(kind).min), float(np.iinfo(kind).max))
    return np.full(size, low, np.float32), np.full(size, high, np.float32)


def _numbers(field: np.ndarray) -> np.ndarray:
    """Return a field of a record as float32[..]."""
    if _in_bits(field):
        octets = np.ascontiguousarray(field.reshape(-1).astype(field.dtype.newbyteorder("<"))).view(np.uint8)
        return np.unpackbits(octets, bitorder="little").astype(np.float32)
    return field.reshape(-1).astype(np.float32)
