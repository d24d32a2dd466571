"""Users' own classes of AIMA's games as games here: ``FILE.py:Class`` is played by any player in plain Python."""

from __future__ import annotations

import ast
from functools import cached_property
from typing import Any

from counterply.core.plain_game import PlainGame
from counterply.core.values import DRAW, FIRST, ONGOING, SECOND
from counterply.plugins.dialects.aima import GameOf, fixed, is_game
from counterply.plugins.dialects.course_modules import course_modules
from counterply.usercode.loading import read_module

OPENING = 2  # random plies at the start of a game of a match, where games are long enough


class AimaPosition:
    """A state of a game."""

    def __init__(self, game: GameOf, state: Any) -> None:
        self._game, self.state = game, state

    @cached_property
    def turn(self) -> int:
        """Whose move it is."""
        return int(self._game.to_move(self.state) != self._game.players[0])

    @cached_property
    def _over(self) -> bool:
        return bool(self._game.over(self.state))

    def moves(self) -> list[Any]:
        """Return the legal moves."""
        return [] if self._over else list(self._game.actions(self.state))

    def after(self, move: Any) -> AimaPosition:
        """Return the position after a move."""
        return AimaPosition(self._game, self._game.result(self.state, move))

    def margin(self) -> int:
        """Return what a finished game is worth to the first player."""
        return round(float(self._game.utility(self.state, self._game.players[0])))

    def outcome(self) -> int:
        """Return who has won, by the sign of that worth."""
        worth = float(self._game.utility(self.state, self._game.players[0])) if self._over else 0.0
        return ONGOING if not self._over else DRAW if worth == 0 else FIRST if worth > 0 else SECOND

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AimaPosition) and fixed(self.state) == fixed(other.state)

    def __hash__(self) -> int:
        return hash(str(fixed(self.state)))

    def __str__(self) -> str:
        return str(self.state)


def game_in_file(file: str, name: str, options: dict[str, str]) -> PlainGame | None:
    """Return the game that a class of a file is, made with the options where there are some; None if it is none."""
    with course_modules():
        module = read_module(file)
    owner = getattr(module, name, None)
    if owner is None or not is_game(owner):
        return None
    game = GameOf(owner, {word: ast.literal_eval(text) for word, text in options.items()})
    plies = OPENING if game.shortest > 2 * OPENING else 0
    start = AimaPosition(game, game.initial)
    return PlainGame(name.lower(), lambda: start, opening_plies=plies, options=options, rules=owner.__doc__ or "")
