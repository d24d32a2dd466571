"""Options that differ from pair to pair: a scenario or a board of its own for each two games, sides swapped.

An option's value with a star says so. After an equals sign it stands for a number, the run's seed and then one more for each pair
(``scenario=random:fish=5,seed=*``); elsewhere the value is a pattern of files, which are taken in turn (``board=boards/*.txt``).
"""

from __future__ import annotations

import glob
import re
from collections.abc import Mapping
from typing import Any

from counterply.arena.record import GameRecord
from counterply.core.errors import UsageError
from counterply.core.files import user_path
from counterply.usercode.trust import checked_game

STAR = "*"
NUMBER = re.compile(r"(?<==)\*(?=,|$)")
KEPT = 4  # games of the last pairs


def vary(options: Mapping[str, str]) -> bool:
    """Tell whether options differ from pair to pair."""
    return any(STAR in value for value in options.values())


def files_of(options: Mapping[str, str]) -> list[str]:
    """Return the files that the options' patterns match.

    Raises
    ------
    UsageError
        for a pattern without a file
    """
    found = []
    for value in options.values():
        if STAR in value and not NUMBER.search(value):
            found += _matches(value)
    return found


def _matches(pattern: str) -> list[str]:
    if pattern == STAR:
        raise UsageError("a star alone is no value: write a pattern of files (boards/*.txt), or key=* in a value (random:seed=*)")
    files = sorted(glob.glob(str(user_path(pattern))))
    if not files:
        raise UsageError(f"no file matches {pattern!r} (a number that differs from pair to pair is written key=*)")
    return files


def options_of(options: Mapping[str, str], pair: int, seed: int) -> dict[str, str]:
    """Return the options of pair number `pair`, from 0.

    >>> options_of({"scenario": "random:fish=5,seed=*", "first": "green"}, 2, 1000)
    {'scenario': 'random:fish=5,seed=1002', 'first': 'green'}
    """
    chosen = {}
    for key, value in options.items():
        if NUMBER.search(value):
            chosen[key] = NUMBER.sub(str(seed + pair), value)
        elif STAR in value:
            files = _matches(value)
            chosen[key] = files[pair % len(files)]
        else:
            chosen[key] = value
    return chosen


class Games:
    """The game of each pair: the same one for all, unless an option differs."""

    def __init__(self, game: str, options: Mapping[str, str], seed: int) -> None:
        self.game = game
        self.options = dict(options)
        self.seed = seed
        self.varied = vary(options)
        self._known: dict[int, Any] = {}
        self._variants: dict[int, Any] = {}

    def __call__(self, pair: int) -> Any:
        """Return the game of pair number `pair`."""
        place = pair if self.varied else 0
        if place not in self._known:
            if len(self._known) >= KEPT:
                del self._known[next(iter(self._known))]
            self._known[place] = checked_game(self.game, options_of(self.options, place, self.seed))
        return self._known[place]

    def family(self) -> Any:
        """Return the first pair's game under the common name, for questions that have one answer for all games of a run."""
        game = self(0)
        if self.varied:
            self._known.clear()
            game.options = dict(self.options)
        return game

    def opening_of(self, record: GameRecord) -> tuple[Any, ...]:
        """Return what stands for a game's opening among those that were solved: with its pair, where that has a game of its own."""
        return (record.round, *record.opening) if self.varied else record.opening

    def variant(self, pair: int) -> Any:
        """Return the identity of the game of pair number `pair`; None where all pairs share one game."""
        if self.varied and pair not in self._variants:
            self._variants[pair] = tuple(options_of(self.options, pair, self.seed).values())
        return self._variants.get(pair)
