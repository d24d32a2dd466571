"""The result of a search."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

from counterply.core.aliases import Depth, Json, Move, Ply, Score
from counterply.core.errors import UsageError
from counterply.core.values import BOUND_NAMES, DEFAULT_GRID, EXACT, distance_of, is_loss, is_proven, is_win, score_text
from counterply.shown.frames import Columns, Framed
from counterply.shown.tables import Column, Shown, Tables, table_of

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition
    from counterply.shown.plots import File, Plot

PLACE = re.compile(r"(.?[<>=^])?[-+ ]?z?#?0?(\d*)")  # fill, alignment and width of a format


class Value(float):
    """A score in the evaluator's unit, in the mover's view. It compares as a number; a proven one prints in words.

    >>> Value(1.5, "+1.50"), Value(524290.0, "win in 5")
    (+1.50, win in 5)
    >>> Value(524290.0, "win in 5") > Value(1.5, "+1.50")
    True
    >>> f"{Value(1.5, '+1.50'):+.3f}, {Value(524290.0, 'win in 5', proven=True):>10.3f}"
    '+1.500,   win in 5'
    """

    def __new__(cls, number: float, text: str, proven: bool = False) -> Self:
        """Return a number that prints as `text`."""
        value = super().__new__(cls, number)
        value.text = text
        value.proven = proven
        return value

    text: str
    proven: bool

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text

    def __format__(self, form: str) -> str:
        if form and not self.proven:
            return super().__format__(form)
        found = PLACE.match(form)
        align, width = (found[1] or ">", found[2]) if found else (">", "")
        return format(self.text, f"{align.replace('=', '>')}{width}" if width else "")

    def __reduce__(self) -> tuple[Any, ...]:
        return Value, (float(self), self.text, self.proven)


@dataclass(frozen=True)
class Line:
    """One move of the root with its search result; `score` is in the mover's view.

    Attributes
    ----------
    move, moves : the code of the move, and of the whole line of play
    score : None for a move that was not searched: nothing is known of it
    bound : whether `score` is exact, or a bound; where it is proven, whether its distance is
    proven : whether it is the game's true value
    grid : steps of the score grid in one unit of the evaluator
    position : where the line begins; None if unknown, and then moves have no texts
    """

    move: Move
    score: Score | None
    moves: tuple[Move, ...]
    bound: int = EXACT
    proven: bool = False
    grid: int = field(default=DEFAULT_GRID, repr=False)
    position: AnyPosition | None = field(default=None, repr=False, compare=False)

    @property
    def text(self) -> str:
        """The move as text."""
        if self.position is None:
            return str(self.move)
        with self.position.game.watch.off():
            return self.position.move_text(self.move)

    @property
    def texts(self) -> list[str]:
        """The line of play as texts."""
        if self.position is None:
            return [str(move) for move in self.moves]
        with self.position.game.watch.off():
            return self.position.line_text(self.moves)

    @property
    def distance(self) -> Ply | None:
        """Plies to the end of the game, for a proven win or loss; None where it is not known."""
        return None if self.score is None else distance_of(self.score)

    @property
    def at_most(self) -> bool:
        """Whether `distance` is a bound only: a shorter way was not excluded."""
        return self.distance is not None and self.bound != EXACT

    @property
    def is_timed(self) -> bool:
        """Whether a win or loss is proven with its exact distance."""
        return self.proven and self.distance is not None and not self.at_most

    @property
    def score_text(self) -> str:
        """The score as people read it."""
        if self.score is None:
            return "-"
        if self.proven and not is_proven(self.score):  # the margin is the objective, or it is a draw
            points = round(abs(self.score) / self.grid)
            return "draw" if points == 0 else f"{'win' if self.score > 0 else 'loss'} by {points}"
        text = score_text(self.score, self.grid)
        if is_proven(self.score):  # a win that is at least so good, or a loss at least so bad, comes no later
            return text if self.bound == EXACT else text.replace(" in ", " in at most ")
        return {"exact": "", "lower": ">=", "upper": "<="}[BOUND_NAMES[self.bound]] + text

    def json(self) -> Json:
        """Return the line as the documents of a search show it."""
        known = {"proven": self.proven, "distance": self.distance, "at_most": self.at_most}
        score = None if self.score is None else self.score / self.grid
        return {"move": self.text, "score": score, **known, "pv": self.texts}

    @property
    def value(self) -> Value | None:
        """The score in the evaluator's unit; a proven one prints as 'win in 5'. None for a move that was not searched."""
        if self.score is None:
            return None
        return Value(self.score / self.grid, self.score_text, self.proven or bool(is_proven(self.score)))


@dataclass(frozen=True, repr=False)
class Report(Shown, Framed):
    """A player's answer: its move and the search's figures.

    Attributes
    ----------
    move : the move
    score : in the view of the side to move, on the score grid; None for players that do not search, and of unsearched moves
    bound : whether `score` is exact, or a bound from an iteration that was cut short; where it is proven, whether its distance is
    proven : whether the score is the game's true value from here (a forced win or loss, or a complete search)
    line : the principal variation, `move` first
    depth : plies of the last completed iteration
    nodes : calls of `play`
    forcing_nodes : those of them that looked for a win by forcing moves alone
    simulations : playouts, of a player that searches by sampling
    seconds : wall time
    stopped : why the search ended: 'depth', 'nodes', 'time', 'stop', 'proven', 'resists' (a proven loss), 'only move', or ''
    several : the lines in order where several were asked for, the best one among them; `lines` always has them
    grid : steps of the score grid in one unit of the evaluator
    plain : whether plain Python did the search or the evaluation
    position : the position that was searched; None if unknown, and then moves have no texts
    fault : the error, if playing the line contradicted the proof: the search is at fault, and the proof is withdrawn
    """

    move: Move
    score: Score | None = None
    bound: int = EXACT
    proven: bool = False
    line: tuple[Move, ...] = ()
    depth: Depth = 0
    nodes: int = 0
    forcing_nodes: int = 0
    seconds: float = 0.0
    stopped: str = ""
    several: tuple[Line, ...] = field(default=())
    grid: int = DEFAULT_GRID
    plain: bool = False
    simulations: int = 0
    position: AnyPosition | None = field(default=None, repr=False, compare=False)
    fault: str = ""

    @property
    def best(self) -> Line:
        """The move with all that is known of it, its text included."""
        moves = self.line or (self.move,)
        return Line(self.move, self.score, moves, self.bound, self.proven, self.grid, self.position)

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of play that were asked for, best first; at least one."""
        return tuple(replace(line, grid=self.grid, position=self.position) for line in self.several) or (self.best,)

    @property
    def text(self) -> str:
        """The move as text."""
        return self.best.text

    @property
    def distance(self) -> Ply | None:
        """Plies to the end of the game, for a proven win or loss."""
        return self.best.distance

    @property
    def is_timed(self) -> bool:
        """Whether a win or loss is proven with its exact distance."""
        return self.best.is_timed

    @property
    def at_most(self) -> bool:
        """Whether `distance` is a bound only: a shorter way was not excluded."""
        return self.best.at_most

    @property
    def score_text(self) -> str:
        """The score as people read it."""
        return self.best.score_text

    @property
    def value(self) -> Value | None:
        """The score in the evaluator's unit; a proven one prints as 'win in 5'. None where there is no score."""
        return self.best.value

    @property
    def won(self) -> bool:
        """Whether a win is proven, where the outcome is the objective."""
        return self.score is not None and self.proven and bool(is_win(self.score))

    @property
    def lost(self) -> bool:
        """Whether a loss is proven, where the outcome is the objective."""
        return self.score is not None and self.proven and bool(is_loss(self.score))

    def rows(self, width: int | None = None) -> list[str]:
        """Return a line of text for each line of play, the best first, cut at `width` letters."""
        spent = f"{self.nodes:>13,} nodes  {self.seconds:8.3f} s"
        return [f"depth {self.depth:2}  {line.score_text:>12}  {spent}  {' '.join(line.texts)}"[:width] for line in self.lines]

    COLUMNS: ClassVar[Columns] = {"move": str, "score": float, "proven": bool, "distance_plies": int, "line": str}

    def cells(self) -> list[tuple[Any, ...]]:
        """Return the values of each line of play, in the order of `COLUMNS`; scores in the evaluator's unit."""
        return [
            (line.text, None if line.score is None else line.score / line.grid, line.proven, line.distance, " ".join(line.texts))
            for line in self.lines
        ]

    def plot(self, file: File = None) -> Plot:
        """Draw the score of each move on the board; write a `file` as .png, .svg or .pdf.

        Raises
        ------
        UsageError
            if the game has no board of cells, or the report does not know its position
        """
        if self.position is None:
            raise UsageError("a report that a player made by itself does not know its position; those of cp.analyse do")
        from counterply.shown.plots import plot_scores

        return plot_scores(self, self.position, file)

    def json(self) -> Json:
        """Return the document that ``counterply analyse --json`` prints: docs/api/json.md describes its fields."""
        lines = [line.json() for line in self.lines]
        spent = {"depth": self.depth, "nodes": self.nodes, "forcing_nodes": self.forcing_nodes, "seconds": self.seconds}
        return {**spent, "lines": lines, "stopped": self.stopped, "plain": self.plain, "fault": self.fault or None}

    def table(self, width: int | None = None) -> Tables:
        """Return the lines of play as a table, with those columns that fit into `width` letters."""
        lines = self.lines
        end = f" ({self.stopped})" if self.stopped else ""
        columns = [
            Column("move", [line.text for line in lines], left=True),
            Column("score", [line.score_text for line in lines]),
            Column("line", [" ".join(line.texts) for line in lines], left=True),
        ]
        return Tables(table_of(columns, width, f"depth {self.depth}, {self.nodes:,} nodes, {self.seconds:.3f} s{end}"))

    def __str__(self) -> str:
        return "\n".join([*self.rows(), *([f"withdrawn: {self.fault}"] if self.fault else [])])

    def _repr_html_(self) -> str:
        if self.position is None:
            return self.table()._repr_html_()
        with self.position.game.watch.off():
            return f"{self.position._repr_svg_()}{self.table()._repr_html_()}"
