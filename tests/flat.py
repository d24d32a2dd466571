"""A game from parts by their own names, whichever group they belong to: tests change one of them at a time."""

import inspect
from dataclasses import fields
from typing import Any

from counterply.core.game import Board, Chance, Game, Hints, Memo, Symmetry, Text

GROUPS = {"chance": Chance, "symmetry": Symmetry, "hints": Hints, "memo": Memo, "text": Text, "board": Board}


def flat_game(name: str, record: Any, **parts: Any) -> Game:
    """Return the game; a part of None is left out."""
    own = {key: parts.pop(key) for key in inspect.signature(Game).parameters if key in parts and key not in GROUPS}
    parts["record"] = parts.pop("memo", None)
    if parts.get("count") == 1:
        parts |= dict.fromkeys(("count", "transform"))
    for group, kind in GROUPS.items():
        given = {field.name: parts.pop(field.name) for field in fields(kind) if parts.get(field.name) is not None}
        if given:
            own[group] = kind(**given)
    assert not any(parts.values()), f"no part of a game: {parts}"
    return Game(name, record, **own)
