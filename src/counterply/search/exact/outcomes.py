"""Proofs of an outcome by a search to the end of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from counterply.core.limits import Limit
from counterply.core.values import is_proven, is_win
from counterply.search.alphabeta.context import RUNNING
from counterply.search.alphabeta.engine import Engine

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

LOSS, DRAW_VALUE, WIN = -1, 0, 1  # an outcome in the view of the side to move


@dataclass(frozen=True)
class Proof:
    """The proven bounds of an outcome, in the view of the side to move: LOSS, DRAW_VALUE or WIN lies in `lower` .. `upper`.

    `move` reaches `lower`, if that is more than a loss; `cut_short` says that a limit ended the search.
    """

    lower: int
    upper: int
    move: int | None
    nodes: int
    cut_short: bool

    @property
    def value(self) -> int | None:
        """The outcome, if it is known."""
        return self.lower if self.lower == self.upper else None


def prove_outcome(engine: Engine, position: AnyPosition, limit: Limit, order: list[int] | None = None, upper: int = WIN) -> Proof:
    """Search to the end of the game for the outcome alone, and return the proof.

    Two searches with an empty window ask: is it a win, is it at least a draw? The results stay in the engine's table, so that
    asking again, or asking for a position later in the game, continues the proof.

    Parameters
    ----------
    order : the root moves in the order to try them
    upper : what a proof before has shown: asked again, a question would displace the other one's results
    """
    with engine.proving(position, limit, order) as context:
        lower, move = LOSS, None
        for target, question in ((WIN, 0), (DRAW_VALUE, -1)):
            if target > upper:
                continue
            score = engine.ask(question)
            if score is None or (context["horizon"] and not is_win(score)):  # with moves left out, only a win is proven
                break
            if score > question:
                lower, move = target, engine.root.best()
                break
            upper = min(upper, target - 1)
            if is_proven(score):
                upper = LOSS
                break
        return Proof(lower, upper, move, int(context["nodes"]), int(context["status"]) != RUNNING)
