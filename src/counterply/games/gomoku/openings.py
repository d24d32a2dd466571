"""Openings of five in a row: the balanced sets that come with the package, and random ones near the centre."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from counterply.core.game import Game
from counterply.core.position import Position
from counterply.core.values import ONGOING
from counterply.games.gomoku.records import pos_moves

DATA = Path(__file__).with_name("data")
USUAL_SIDE = 15  # cells: sets for it serve other boards too, moved to their centre
LEAST_SIDE = 11  # cells of a board that they serve; all their stones are within `FARTHEST` of the centre
FARTHEST = 4  # cells from the centre
APART = 2  # cells, at most, from a stone to the nearest one before it
FEWEST, MOST = 3, 7  # stones
LIKE = {"caro": "standard", "caro_strict": "standard"}  # rules that take another's openings
TRIES = 1000  # openings at random until one does not end the game


def opening_file(rule: str, side: int) -> Path:
    """Return the file of the set for a rule and a square board; it need not exist."""
    return DATA / f"{LIKE.get(rule, rule)}_{side}.txt"


def shipped(rule: str, width: int, height: int) -> list[str]:
    """Return balanced openings as texts that the game reads; none where there is no set for such a board."""
    file, across, down = opening_file(rule, width), 0, 0
    if width != height or not file.is_file():
        file = opening_file(rule, USUAL_SIDE)
        across, down = width // 2 - USUAL_SIDE // 2, height // 2 - USUAL_SIDE // 2
        if min(width, height) < LEAST_SIDE or not file.is_file():
            return []
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return [" ".join(["moves", *(moved(word, across, down) for word in pos_moves(line))]) for line in lines]


def moved(word: str, across: int, down: int) -> str:
    """Return a cell some columns to the right and rows down.

    >>> moved("h8", 2, -1)
    'j7'
    """
    return f"{chr(ord(word[0]) + across)}{int(word[1:]) + down}"


def random_opening(game: Game, chance: random.Random, fewest: int = FEWEST, most: int = MOST) -> Position:
    """Return a position of `fewest` to `most` stones near the centre, each near one before it, with the game not over.

    The first stone is in the centre under renju's rule, else there or next to it.
    """
    rows, columns = game.board  # type: ignore[misc]
    centre = rows // 2, columns // 2
    near = 0 if game.options.get("rule") == "renju" else 1
    for _ in range(TRIES):
        stones: list[tuple[int, int]] = []
        position = game.start()
        for _ in range(chance.randint(fewest, most)):
            reach = [(cell, near if not stones else APART) for cell in stones or [centre]]
            possible = [
                move
                for move in position.moves()
                if any(distance(_cell(position, move), cell) <= most for cell, most in reach)
                and distance(_cell(position, move), centre) <= FARTHEST
            ]
            if not possible:
                break
            move = chance.choice(possible)
            stones.append(_cell(position, move))
            position = position.after(move)
        if len(stones) >= fewest and position.outcome() == ONGOING:
            return position
    raise AssertionError("no opening of a few stones leaves the game open")


def _cell(position: Any, move: int) -> tuple[int, int]:
    return position.game.cell(position, move)  # type: ignore[no-any-return]


def distance(one: tuple[int, int], other: tuple[int, int]) -> int:
    """Return how many steps of a chess king lie between two cells."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))
