"""Positions as requests name them: a game, its options, a diagram to start from, and the moves since.

Where chance decides, a move may be a word that begins with ``~``: the server's key decides what it stands for. So a page can hold
the whole of a game with hidden cards and still not know them.
"""

from __future__ import annotations

import hashlib
import hmac
import os
from typing import TYPE_CHECKING, Any

from counterply.core.errors import GameError
from counterply.core.evaluator import Evaluator
from counterply.core.identity import sources
from counterply.core.limits import Limit, Stop
from counterply.core.values import CHANCE
from counterply.plugins.board.access import KEY_VARIABLE
from counterply.plugins.board.recent import Recent
from counterply.usercode.trust import checked_evaluator, checked_game

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

KEPT_GAMES = 8
KEPT_POSITIONS = 2_000
DRAWN = "~"  # begins the word for an outcome that chance draws


class Positions:
    """Games and positions that were asked for, the last ones kept."""

    def __init__(self) -> None:
        self._games, self._known = Recent(KEPT_GAMES), Recent(KEPT_POSITIONS)

    def game(self, request: dict[str, Any]) -> Any:
        """Return the game of a request; it is made again once a file that it is made of has changed."""
        name, options = request["game"], request["set"]
        key = (name, tuple(sorted(options.items())), sources(name, options))
        return self._games.known(key, lambda: checked_game(name, options))

    def position(self, request: dict[str, Any]) -> Any:
        """Return the position of a request; raises `GameError` for a diagram or a move that is not legal."""
        game, start, moves = self.game(request), request["position"]["from"], tuple(request["position"]["moves"])
        known = len(moves)
        while known and (game, start, moves[:known]) not in self._known:
            known -= 1
        place = self._known.get((game, start, moves[:known]))
        if place is None:
            place = game.position(start or None)
            self._known[game, start, ()] = place
        for count in range(known, len(moves)):
            place = self.after(place, moves[count])
            self._known[game, start, moves[: count + 1]] = place
        return place

    def before(self, request: dict[str, Any]) -> Any:
        """Return the position before the last move of a request; None where there is none."""
        place = request["position"]
        if not place["moves"]:
            return None
        return self.position({**request, "position": {**place, "moves": place["moves"][:-1]}})

    def after(self, place: AnyPosition, word: str) -> Any:
        """Return the position after a move's text, or after the outcome that chance draws for a word."""
        if not word.startswith(DRAWN):
            try:
                return place.play_text([word])
            except GameError:
                if place.game.hidden:  # a list of legal moves could reveal hidden cards
                    raise GameError(f"illegal move {word!r} at ply {place.ply + 1}") from None
                raise
        if place.turn != CHANCE:
            raise GameError(f"{word!r} stands for an outcome of chance, and it is player {place.turn + 1}'s move")
        return place.after(outcome_of(place, word))


def evaluator_of(request: dict[str, Any], place: AnyPosition) -> Evaluator:
    """Return the evaluator of a request; one from a file is checked before its first use."""
    return checked_evaluator(request.get("eval"), place.game)


def limit_of(request: dict[str, Any], stop: Stop) -> Limit:
    """Return the limit of a request, which `stop` ends earlier."""
    return Limit(**request["limit"], stop=stop)


def outcome_of(place: AnyPosition, word: str) -> Any:
    """Return the outcome that a word stands for: always the same one, and unknown without the server's key."""
    message = f"{place.game.full_name} {place.ply} {word}".encode()
    share = int.from_bytes(hmac.new(os.environ.get(KEY_VARIABLE, "").encode(), message, hashlib.sha256).digest()[:8], "big") / 2**64
    outcomes = place.chances()
    for outcome, probability in outcomes:
        share -= probability
        if share < 0:
            return outcome
    return outcomes[-1][0]
