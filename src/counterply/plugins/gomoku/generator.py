"""Random openings of five in a row: a few stones near the centre."""

from __future__ import annotations

import random
from typing import Any

from counterply.core.game import Game
from counterply.core.limits import Limit, Stop
from counterply.core.position import Position
from counterply.core.values import ONGOING
from counterply.plugins.studies.generation import Opinion
from counterply.usercode.loading import load_game

FARTHEST = 4  # cells from the centre
APART = 2  # cells, at most, from a stone to the nearest one before it
FEWEST, MOST = 3, 7  # stones
TRIES = 1000  # openings at random until one does not end the game


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


class OpeningsWorker:
    """Asks a player what it thinks of openings."""

    def __init__(self, given: dict[str, Any], stop: Stop) -> None:
        self._game: Any = load_game("gomoku", given["options"])
        self._opinion = Opinion(given["player"], Limit(nodes=given["nodes"], stop=stop), given["seed"])

    def do(self, piece: list[int]) -> float | None:
        """Return the score after some moves; None if it is proven."""
        return self._opinion(self._game.start().play(*piece))

    def close(self) -> None:
        """Close the player."""
        self._opinion.player.close()


def _cell(position: Any, move: int) -> tuple[int, int]:
    return position.game.cell(position, move)  # type: ignore[no-any-return]


def distance(one: tuple[int, int], other: tuple[int, int]) -> int:
    """Return how many steps of a chess king lie between two cells."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))
