"""Openings, random or from a list, distinct up to the game's symmetries; and the dice of games with chance."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from counterply.core.aliases import Depth
from counterply.core.errors import CounterplyError, GameError, UsageError
from counterply.core.files import input_path
from counterply.core.plain_game import PlainGame
from counterply.core.position import roll_chance
from counterply.core.values import CHANCE, ONGOING
from counterply.players.base import first_turn

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.core.position import AnyPosition

MAX_TRIES = 20_000  # random openings in a row that are over or already known, before a search for new ones gives up

RANDOM = "random"  # the value of `Plan.openings` for random openings,
BALANCED = "balanced"  # and for those that come with the game; '' is these where there are any, else random; or a file's name
START = "start"  # for the game's start itself

Moves = tuple[Any, ...]


def derived_seed(*parts: object) -> int:
    """Return a seed of 63 bits made of `parts`; the same on every machine, unrelated for any two lists of parts.

    >>> derived_seed(1, "opening", 0) == derived_seed(1, "opening", 0) != derived_seed(1, "opening", 1)
    True
    """
    return int.from_bytes(hashlib.sha256(repr(parts).encode()).digest()[:8], "little") >> 1


def stored_moves(game: Game | PlainGame, moves: Sequence[Any]) -> tuple[Any, ...]:
    """Return moves as a record holds them: codes, and texts for a game in plain Python."""
    return tuple(moves) if game.compiled else tuple(game.start().line_text(moves))


def random_line(game: Game | PlainGame, plies: int, random: Random) -> tuple[Moves, Any] | None:
    """Return `plies` random moves (chance outcomes come on top) and the position after them; None if the game is over there."""
    position, made = game.start(), 0
    while position.outcome() == ONGOING:
        if position.turn == CHANCE:
            position = position.after(roll_chance(position, random))
        elif made < plies:
            position = position.after(random.choice(position.moves()))
            made += 1
        else:
            return position.history, position
    return None


def distinct_lines(game: Game | PlainGame, plies: int, enough: int) -> int:
    """Return how many openings of `plies` plies are distinct up to symmetry, or `enough` if more. Not for games with chance."""
    seen: list[set[int]] = [set() for _ in range(plies + 1)]

    def count(position: AnyPosition, depth: Depth) -> None:
        if len(seen[plies]) >= enough or position.outcome() != ONGOING:
            return
        key = position.canonical_key()
        if key in seen[depth]:
            return
        seen[depth].add(key)
        if depth < plies:
            for move in position.moves():
                count(position.after(move), depth + 1)

    count(game.start(), 0)
    return len(seen[plies])


@dataclass(frozen=True)
class Openings:
    """Openings in a random order that a seed decides.

    Attributes
    ----------
    lines : moves from the start, as a record holds them; no two lead to positions that are the same up to symmetry
    asked : how many were asked for; where `lines` are fewer, they are used again in turn
    """

    lines: tuple[Moves, ...]
    asked: int

    def __getitem__(self, index: int) -> Moves:
        return self.lines[index % len(self.lines)]

    @property
    def note(self) -> str:
        """A note if there are too few openings; else ''."""
        if len(self.lines) >= self.asked:
            return ""
        one = len(self.lines) == 1
        there = "1 distinct opening exists; it is" if one else f"{len(self.lines)} distinct openings exist; they are"
        return f"only {there} used again in turn for {self.asked} pairs"


def opening_texts(game: Game | PlainGame, source: str) -> list[tuple[str, str]]:
    """Return the openings that `source` names, each with where it stands; none: they are to be random.

    Raises
    ------
    UsageError
        if the game has no balanced openings, or a file cannot be read
    """
    if source in ("", BALANCED):
        texts = [] if isinstance(game, PlainGame) else game.openings()
        if not texts and source:
            raise UsageError(f"no balanced openings come with {game.full_name}; give --openings random, or a file")
        return [(text, f"balanced opening {number}") for number, text in enumerate(texts, 1)]
    if source == RANDOM:
        return []
    if source == START:
        return [("moves", "the start")]
    try:
        lines = input_path(source).read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        known = "openings are start, random, balanced, or a file with one a line"
        raise UsageError(f"{known}; {source} cannot be read: {error}") from None
    found = [(line, f"{source}, line {number}") for number, line in enumerate(lines, 1) if line.strip() and line[0] != "#"]
    if not found:
        raise UsageError(f"there is no opening in {source}")
    return found


def openings_of(game: Game | PlainGame, source: str, count: int, seed: int) -> Openings:
    """Return `count` openings by `source` in an order that the seed decides, distinct up to symmetry, or all that exist.

    More openings from the same seed begin with the same ones.

    Raises
    ------
    GameError
        if an opening cannot be read, or is over; and as `opening_texts` and `random_openings`
    """
    texts = opening_texts(game, source)
    if not texts:
        return random_openings(game, count, seed)
    lines: dict[int, Moves] = {}
    for text, where in texts:
        try:
            position = game.position(text)
        except CounterplyError as error:
            raise UsageError(f"{where}: {error}") from None
        if position.outcome() != ONGOING or (not position.history and position.key() != game.start().key()):
            raise UsageError(f"{where}: {'the game is over' if position.history else 'an opening is moves from the start'}")
        lines.setdefault(position.canonical_key(), stored_moves(game, position.history))
    found = list(lines.values())
    Random(seed).shuffle(found)
    return Openings(tuple(found[:count]), count)


def random_openings(game: Game | PlainGame, count: int, seed: int) -> Openings:
    """Return `count` random openings of ``game.opening_plies`` plies, distinct up to symmetry, or all that exist.

    More openings from the same seed begin with the same ones.

    Raises
    ------
    GameError
        if every opening of that length ends the game, or it is over where it begins
    """
    plies = game.opening_plies
    exist = count if game.chance else distinct_lines(game, plies, count)
    lines = tuple(_draw_lines(game, plies, min(count, exist), Random(seed)))
    if not lines:
        first_turn(game)
        raise GameError(f"{game.name}: every opening of {plies} random plies is over; set opening_plies lower")
    return Openings(lines, count)


def _draw_lines(game: Game | PlainGame, plies: int, count: int, random: Random) -> Iterator[Moves]:
    known: set[int] = set()
    tries = 0
    while len(known) < count and tries < MAX_TRIES:
        tries += 1
        drawn = random_line(game, plies, random)
        if drawn is not None and (key := drawn[1].canonical_key()) not in known:
            known.add(key)
            tries = 0
            yield stored_moves(game, drawn[0])
