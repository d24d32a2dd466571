"""Moves by touching: every legal move can be made on the board, and a menu tells apart the moves with the same touches."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from counterply.core.drawing import draw, touches
from counterply.registry import games
from counterply.usercode.loading import load_game
from newcomers import NEWCOMERS, write
from some import some

STATIC = Path(__file__).parents[3] / "src" / "counterply" / "plugins" / "board" / "static"
OPTIONS = {"fishing_derby": {"scenario": "random:fish=9,seed=3,moving=on,length=40"}}
SOME, ALL = (2, 60), (200, 1000)  # games, and plies of each at most


def constant(module: str, name: str) -> int:
    """A number of the page's."""
    found = re.search(rf"^const {name} = (\d+);", (STATIC / module).read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None
    return int(found[1])


MENU, OFFERED = constant("touches.js", "MENU"), constant("panels.js", "OFFERED")


@pytest.fixture
def game(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """A game that comes with us, or a newcomer's."""
    if request.param in games():
        return load_game(request.param, OPTIONS.get(request.param))
    return load_game(str(write(request.param, tmp_path)))


def random_games(game: Any, games: int, plies: int) -> Iterator[Any]:
    """The positions of random games."""
    for seed in range(games):
        position, random = game.start(), Random(seed)
        yield position
        while not position.outcome() and position.ply < plies:
            moves = position.moves() or [outcome for outcome, _ in position.chances()]
            position = position.after(random.choice(moves))
            yield position


def every_move_can_be_made(game: Any, games: int, plies: int) -> None:
    there: set[str] = set()
    for position in some(random_games(game, games, plies), 9):
        if game.touches or not position.ply:  # without, cells are touched, which stay
            there = {item.touch or item.id for item in draw(position).items if item.cell is not None}
        same = Counter(tuple(sorted(touches(position, move))) for move in position.moves())
        assert there.issuperset(touched for each in same for touched in each)
        assert same.pop((), 0) <= OFFERED, "moves without touches are buttons"
        assert max(same.values(), default=0) <= MENU, "moves with the same touches are in a menu"
        if game.name == "splendor":
            assert max(same.values(), default=0) <= 1, "moves differ but for what changes nothing"
        elif game.name == "fishing_derby":
            on_floor = position.turn in (0, 1) and position.record["hook_y"][position.turn] == 0
            assert max(same.values(), default=1) == (2 if on_floor and len(position.moves()) > 1 else 1), "the sea floor joins two"
        elif game.name == "chess":
            assert max(same.values(), default=1) in (1, 4), "a pawn becomes one of four"
        else:
            assert max(same.values(), default=1) == 1, "moves with the same touches: give `touches`"


@pytest.mark.parametrize("game", [*games(), *NEWCOMERS], indirect=True)
def test_every_move_can_be_made(game: Any) -> None:
    every_move_can_be_made(game, *SOME)


@pytest.mark.slow
@pytest.mark.parametrize("game", [*games(), *NEWCOMERS], indirect=True)
def test_every_move_of_many_games_can_be_made(game: Any) -> None:
    every_move_can_be_made(game, *ALL)
