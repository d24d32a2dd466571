"""What a search returns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from counterply.core.values import BOUND_NAMES, DEFAULT_GRID, EXACT, distance_of, is_proven, score_text


@dataclass(frozen=True)
class Line:
    """One move of the root with what the search knows of it; `score` is in the mover's view."""

    move: Any
    score: int
    moves: tuple[Any, ...]
    bound: int = EXACT
    proven: bool = False


@dataclass(frozen=True)
class Report:
    """What a player answers: its move, and what it knows about it.

    Attributes
    ----------
    move : the move
    score : in the view of the side to move, on the score grid; None for players that do not search
    bound : whether `score` is exact, or a bound from an iteration that was cut short
    proven : whether the score is the game's true value from here (a forced win or loss, or a complete search)
    line : the principal variation, `move` first
    depth : plies of the last completed iteration
    nodes : calls of `play`
    forcing_nodes : those of them that looked for a win by forcing moves alone
    simulations : playouts, of a player that searches by sampling
    seconds : wall time
    stopped : what ended the search: 'depth', 'nodes', 'time', 'stop', 'proven', 'resists' (a proven loss), 'only move', or ''
    lines : further moves in order, where several lines were asked for
    grid : steps of the score grid in one unit of the evaluator
    plain : whether plain Python did the search or the evaluation
    """

    move: Any
    score: int | None = None
    bound: int = EXACT
    proven: bool = False
    line: tuple[Any, ...] = ()
    depth: int = 0
    nodes: int = 0
    forcing_nodes: int = 0
    seconds: float = 0.0
    stopped: str = ""
    lines: tuple[Line, ...] = field(default=())
    grid: int = DEFAULT_GRID
    plain: bool = False
    simulations: int = 0

    @property
    def distance(self) -> int | None:
        """Plies to the end of the game, for a proven win or loss."""
        return None if self.score is None else distance_of(self.score)

    @property
    def score_text(self) -> str:
        """The score as people read it."""
        if self.score is None:
            return "-"
        if self.proven and not is_proven(self.score):  # the margin is the objective, or nobody wins
            points = round(abs(self.score) / self.grid)
            return "draw" if points == 0 else f"{'win' if self.score > 0 else 'loss'} by {points}"
        sign = {"exact": "", "lower": ">=", "upper": "<="}[BOUND_NAMES[self.bound]]
        return sign + score_text(self.score, self.grid)

    def __str__(self) -> str:
        line = " ".join(map(str, self.line))
        return f"depth {self.depth:2}  {self.score_text:>12}  {self.nodes:>12,} nodes  {self.seconds:7.3f} s  {line}"

    def _repr_html_(self) -> str:
        import html

        return f"<pre>{html.escape(str(self))}</pre>"
