"""One of our players as the opponent in a program of others."""

from __future__ import annotations

from typing import Any

from counterply.arena.match import legal_or_none
from counterply.core.errors import CounterplyError, GameError
from counterply.core.limits import Limit
from counterply.core.position import AnyPosition
from counterply.players.base import ask
from counterply.usercode.faults import one_line


def asked_move(name: str, player: Any, position: AnyPosition, limit: Limit, seed: int) -> Any:
    """Return the legal move that a player chooses; raises `GameError`, with its name, if it fails or gives none."""
    try:
        given = ask(player, position, limit, seed).move
    except CounterplyError:
        raise
    except Exception as error:
        raise GameError(f"{name} raised {one_line(error)}") from error
    move = legal_or_none(position, given)
    if move is None:
        raise GameError(f"{name} answered {given!r}, which is illegal after {' '.join(map(str, position.history)) or 'no move'}")
    return move
