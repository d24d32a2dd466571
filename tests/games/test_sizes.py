"""Boards of another size than the usual one can be shown, read again and played."""

from __future__ import annotations

import inspect

import pytest

from counterply.core.svg import position_svg
from counterply.registry import built_in_game, games
from counterply.usercode.loading import load_game

SIDES = ("width", "height", "side", "size", "rows", "columns")


def sided() -> list[tuple[str, dict[str, str]]]:
    """Return the games whose board has sides, each with all of them two less."""
    found = []
    for name in games():
        usual = {side: each.default for side, each in inspect.signature(built_in_game(name).game).parameters.items()}
        sides = {side: str(usual[side] - 2) for side in SIDES if isinstance(usual.get(side), int)}
        if sides:
            found.append((name, sides))
    return found


@pytest.mark.parametrize(("name", "sides"), sided(), ids=lambda value: value if isinstance(value, str) else "")
def test_a_smaller_board_is_shown(name: str, sides: dict[str, str]) -> None:
    position = load_game(name, sides).start()
    assert len(str(position)) < len(str(load_game(name).start()))
    assert position_svg(position)
    assert position.after(position.moves()[0]).ply == 1 if position.moves() else position.chances()


def test_there_are_such_games() -> None:
    assert {name for name, _ in sided()} >= {"hex"}
