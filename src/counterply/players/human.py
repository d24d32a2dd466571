"""A person at the terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from counterply.core.errors import GameError
from counterply.core.limits import Limit
from counterply.core.report import Report
from counterply.core.users_text import say
from counterply.players.base import BasePlayer, Listener

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

SHOWN_MOVES = 60  # that a list of legal moves shows at once


class HumanPlayer(BasePlayer):
    """Asks for moves on the terminal until it gets a legal one. Limits are not enforced: people are given their time."""

    interactive = True

    def choose(self, position: AnyPosition, limit: Limit, listen: Listener | None = None) -> Report:
        """Show the position, ask, and return the move."""
        say(str(position))
        while True:
            text = ask(position)
            if text is None:
                raise KeyboardInterrupt
            if text == "moves":
                say(legal_text(position))
                continue
            try:
                return Report(move=position.parse_move(text))
            except GameError as error:
                say(str(error))


def ask(position: AnyPosition, commands: str = "moves") -> str | None:
    """Return the person's input, stripped; None, with a message, at the end of the input."""
    print(f"player {position.turn + 1}'s move ({commands}): ", end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    if not sys.stdin.isatty():
        say("")  # the input ended without an end of line
    if not line:
        say("the input has ended")
        return None
    return line.strip()


def legal_text(position: AnyPosition) -> str:
    """Return the legal moves as one line."""
    texts = [position.move_text(move) for move in position.moves()]
    return " ".join(texts[:SHOWN_MOVES]) + (f" ... ({len(texts)} in all)" if len(texts) > SHOWN_MOVES else "")
