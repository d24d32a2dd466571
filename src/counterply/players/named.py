"""A player as Python programs use it: limits by keyword, checked moves, and no access to hidden information."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Any, Self

from counterply.core.aliases import Seat
from counterply.core.errors import GameError, UsageError
from counterply.core.limits import NANOSECONDS, Limit
from counterply.core.plain_game import AnyGame
from counterply.core.position import AnyPosition, legal_move, possible_moves
from counterply.core.report import Report
from counterply.players import make_player
from counterply.players.base import BasePlayer, Listener, ask
from counterply.players.separate import SeparatePlayer
from counterply.usercode.faults import ProcessError


class NamedPlayer(BasePlayer):
    """A player of any kind, ready to be asked for moves; a context manager.

    Attributes
    ----------
    name : ``NAME[:key=value,...]``
    """

    def __init__(self, text: str, seed: int = 0) -> None:
        self.name = text
        self.seed = seed
        self.player = make_player(text)
        self._game: Any = None

    @property
    def notes(self) -> tuple[str, ...]:  # type: ignore[override]
        """Its notes for the user, such as an evaluator that runs in plain Python."""
        return tuple(getattr(self.player, "notes", ()))

    @property
    def cpu_seconds(self) -> float | None:
        """Own CPU time of the last move, of a player in a process of its own; None for others."""
        nanoseconds = getattr(self.player, "cpu_ns", None)
        return None if nanoseconds is None else nanoseconds / NANOSECONDS

    def start(self, game: AnyGame, seat: Seat = 0, seed: int | None = None) -> None:
        """Prepare for a new game, and forget the last one; the first `choose` in a game does it by itself."""
        game.require_unchanged()
        self._game = game
        self.seed = self.seed if seed is None else seed
        if hasattr(self.player, "start"):
            with self._by_name():
                self.player.start(game, seat, self.seed)

    def choose(
        self,
        position: AnyPosition,
        limit: Limit | None = None,
        listen: Listener | None = None,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        simulations: int | None = None,
    ) -> Report:
        """Return the player's report on `position`: its move and the search's figures.

        Parameters
        ----------
        limit : or the limits by keyword
        listen : gets a report for each completed depth, from players that search

        Raises
        ------
        GameError
            if the game is over, or the player answers with an illegal move
        UsageError
            for a limit that limits nothing, and for an argument that is no position
        """
        if not isinstance(position, AnyPosition):
            raise UsageError(f"a player chooses at a position, such as game.start(), not at {position!r}")
        position.game.require_unchanged()
        position.require_ongoing()
        limit = Limit.of(limit, seconds=seconds, nodes=nodes, depth=depth, simulations=simulations)
        if self._game is not position.game:
            self.start(position.game, position.turn)
        with self._by_name():
            report = ask(self.player, position, limit, self.seed, listen)
        try:
            move = legal_move(position, report.move)
        except GameError as error:
            raise GameError(f"{self.name} answers with an {error}") from None
        line = legal_part(position, report.line) if isinstance(self.player, SeparatePlayer) else report.line
        return replace(report, move=move, line=line, position=position)

    @contextlib.contextmanager
    def _by_name(self) -> Iterator[None]:
        """Name the player when one in another process fails."""
        try:
            yield
        except ProcessError as error:
            raise GameError(f"{self.name} {error}") from None

    def close(self) -> None:
        """Release the player's resources: processes, files."""
        if hasattr(self.player, "close"):
            self.player.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<player {self.name}>"


def legal_part(position: AnyPosition, line: Sequence[Any]) -> tuple[Any, ...]:
    """Return a line of play up to its first move that is not legal."""
    for place, move in enumerate(line):
        if move not in possible_moves(position):
            return tuple(line[:place])
        position = position.after(move)
    return tuple(line)
