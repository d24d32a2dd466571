"""Positions as arrays for programs that learn: a seat's view as numbers, and the legal actions as a mask."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Annotated, Any, Literal, TypedDict

import numpy as np

from counterply.arena.match import PLY_CAP
from counterply.core.described_options import Option
from counterply.core.errors import GameError, UsageError
from counterply.core.position import roll_chance
from counterply.core.values import CHANCE, FIRST, ONGOING, SECOND
from counterply.usercode.trust import checked_game

MOST_ACTIONS = 65_536  # move codes are below it
SPARSE = 4  # times as many codes as moves in a position: the largest code of some games says little about that of others
SURVEY_GAMES = 30  # random games by which the largest code is found
SURVEY_PLIES = 2_000  # of all of them, at most
SURVEY_SEED = 1
ILLEGAL_REWARD = -1.0  # of the agent whose action is illegal; the reward of a loss
NO_PART = ("key", "random")  # fields that say nothing of the position: its hash, and the state of its dice

Observe = Callable[[Any, int], np.ndarray]


class Episodes(TypedDict, total=False):
    """Options of an environment of any library."""

    options: Annotated[dict[str, str] | None, Option(None, "Of the game, as ``--set`` gives them.")]
    reward: Annotated[
        Literal["outcome", "margin"], Option("outcome", "'outcome': +1, -1 or 0 when the game ends; 'margin': the points ahead.")
    ]
    max_plies: Annotated[
        int | None, Option(None, "After so many the episode is truncated; None: the game's own longest length, else 2,000.")
    ]
    actions: Annotated[int | None, Option(None, "See `Encoding`.")]
    observe: Annotated[Observe | None, Option(None, "See `Encoding`.")]
    render_mode: Annotated[str | None, Option(None, "'ansi', for the diagram as a text.")]


class Encoding:
    """How a game's positions and moves become arrays and actions. An action is a move's code.

    Parameters
    ----------
    game : a compiled game
    actions : how many actions there are, the largest move code plus 1; None: found once by playing
    observe : ``observe(position, seat) -> float32 array``, your own view; the position is as the seat sees it

    Attributes
    ----------
    actions : how many actions there are
    shape : of an observation
    """

    def __init__(self, game: Any, actions: int | None = None, observe: Observe | None = None) -> None:
        self.game = game
        self.actions = most_actions(game) if actions is None else actions
        self._observe = observe
        self.shape: tuple[int, ...] = self.observation(after_chance(game.start(), Random(0)), 0, 0).shape

    def observation(self, position: Any, seat: int, seed: int) -> np.ndarray:
        """Return the view of `seat`: float32[shape].

        By default the record's fields one after the other, then the seat, and whether it is on move. Words and arrays of unsigned
        integers are spread into bits, since sets of cells are kept in such; other fields are numbers. What the seat may not
        know is redrawn first (`Position.seen_by`), by `seed` and the number of moves.
        """
        seen = position.seen_by(seat, seed)
        if self._observe is not None:
            return np.asarray(self._observe(seen, seat), np.float32)
        record = seen.record
        parts = [_numbers(np.asarray(record[name])) for name in record.dtype.names if name not in NO_PART]
        return np.concatenate([*parts, np.array([seat, position.turn == seat], np.float32)])

    def mask(self, position: Any, seat: int) -> np.ndarray:
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

    def _take_up(self, game: Any, options: Episodes, host: str) -> None:
        """Take a game, or its name, and options, in place; `host` needs it compiled."""
        made = checked_game(game, options["options"]) if isinstance(game, str) else game
        if not getattr(made, "compiled", False):
            name = getattr(made, "name", made)
            raise UsageError(f"{name} is in plain Python: {host} needs a compiled game, whose positions are records")
        self.game: Any = made
        self.encoding = Encoding(self.game, options["actions"], options["observe"])
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


def after_chance(position: Any, dice: Random) -> Any:
    """Return a position in which a player is on move or the game is over: chance turns are rolled."""
    while position.turn == CHANCE and position.outcome() == ONGOING:
        position = position.after(roll_chance(position, dice))
    return position


def most_actions(game: Any) -> int:
    """Return one more than the largest move code seen in random games, the same at each call; all codes where they are sparse."""
    dice, largest, plies = Random(SURVEY_SEED), 0, 0
    for _ in range(SURVEY_GAMES):
        position = after_chance(game.start(), dice)
        while position.outcome() == ONGOING and plies < SURVEY_PLIES:
            moves = position.moves()
            largest = max(largest, moves[-1])
            position = after_chance(position.after(dice.choice(moves)), dice)
            plies += 1
    return MOST_ACTIONS if largest > SPARSE * game.max_moves else largest + 1


def _numbers(field: np.ndarray) -> np.ndarray:
    """Return a field of a record as float32[..]."""
    if field.dtype.kind == "u" and field.dtype.itemsize > 1 and (field.shape or field.dtype.itemsize == 8):
        octets = np.ascontiguousarray(field.reshape(-1).astype(field.dtype.newbyteorder("<"))).view(np.uint8)
        return np.unpackbits(octets, bitorder="little").astype(np.float32)
    return field.reshape(-1).astype(np.float32)
