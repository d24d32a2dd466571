"""A player as Python programs use it: limits by keyword, moves that are checked, and no sight of what is hidden."""

from __future__ import annotations

from dataclasses import replace
from types import TracebackType
from typing import Any, Self

from counterply.core.errors import GameError
from counterply.core.limits import Limit
from counterply.core.position import legal_move
from counterply.core.report import Report
from counterply.players import make_player
from counterply.players.base import Listener, Player, ask


class NamedPlayer(Player):
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
        """What people should know of it, such as an evaluator that runs in plain Python."""
        return tuple(getattr(self.player, "notes", ()))

    def start(self, game: Any, seat: int = 0, seed: int | None = None) -> None:
        """Prepare for a new game, and forget the last one; the first `choose` in a game does it by itself."""
        self._game = game
        self.seed = self.seed if seed is None else seed
        if hasattr(self.player, "start"):
            self.player.start(game, seat, self.seed)

    def choose(
        self,
        position: Any,
        limit: Limit | None = None,
        listen: Listener | None = None,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        simulations: int | None = None,
    ) -> Report:
        """Return the player's report on `position`: its move, and what it knows about it.

        Parameters
        ----------
        limit : or the limits by keyword
        listen : gets a report for each completed depth, from players that search

        Raises
        ------
        GameError
            if the game is over, or the player answers with an illegal move
        UsageError
            for a limit that is none
        """
        position.require_ongoing()
        if limit is None:
            limit = Limit(seconds=seconds, nodes=nodes, depth=depth, simulations=simulations)
        if self._game is not position.game:
            self.start(position.game, position.turn)
        answer = ask(self.player, position, limit, self.seed, listen)
        report = answer if isinstance(answer, Report) else Report(answer)
        try:
            move = legal_move(position, report.move)
        except GameError as error:
            raise GameError(f"{self.name} answers with an {error}") from None
        return replace(report, move=move, position=position)

    def close(self) -> None:
        """Give back what the player holds: processes, files."""
        if hasattr(self.player, "close"):
            self.player.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<player {self.name}>"
