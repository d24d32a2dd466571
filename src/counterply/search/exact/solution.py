"""What a proof tells: while it goes on, how far it is; at the end, the exact outcome with a line, or the bounds that are known."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from counterply.core.report import Line
from counterply.core.values import DECIDED_DISTANCE, DECIDED_WIN, EXACT, LOWER, UPPER, proven_win
from counterply.search.exact.outcomes import LOSS, WIN
from counterply.search.proof_check import PLEASE_REPORT, fault_of
from counterply.shown.frames import Columns, Framed
from counterply.shown.tables import Column, Tables, Worded, table_of

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

WINS: dict[str | None, int] = {"first": 1, "second": -1, "draw": 0}  # an outcome in the first player's view
CANNOT_WIN: dict[tuple[int | None, int | None], str] = {  # by the lower and the upper bound
    (-1, 0): "the first player cannot win",
    (0, 1): "the second player cannot win",
}


FIRST_WORD, LONGEST_PAUSE = 2.0, 60.0  # seconds until a proof says something, and between two words at most
PAUSE_PART = 0.5  # of the time so far, until it says something again
TICK = 0.2  # seconds
MILLION = 1e6


@dataclass(frozen=True)
class ProofProgress:
    """How far a proof is.

    Attributes
    ----------
    doing : in words, such as 'searching to the end of the game'; '' while the searches are loaded, or compiled
    nodes, seconds : so far
    known : in words, such as 'the first player cannot win'; '' for nothing
    """

    doing: str
    nodes: int
    seconds: float
    known: str = ""

    def __str__(self) -> str:
        speed = self.nodes / max(self.seconds, TICK) / MILLION
        known = f"; {self.known}" if self.known else ""
        return f"{self.seconds:.0f} s, {self.nodes:,} nodes ({speed:.1f} M/s): {self.doing}{known}"


@contextmanager
def telling(listen: Callable[[ProofProgress], None] | None, progress: Callable[[], ProofProgress]) -> Iterator[None]:
    """Call `listen` with `progress` from time to time, from a thread of its own, inside a ``with``, once something is done."""
    done = threading.Event()

    def tell() -> None:
        assert listen is not None
        last = time.monotonic()
        while not done.wait(TICK):
            told, now = progress(), time.monotonic()
            if not told.doing:
                last = now
            elif now - last >= min(max(FIRST_WORD, PAUSE_PART * told.seconds), LONGEST_PAUSE):
                last = now
                listen(told)

    teller = threading.Thread(target=tell, daemon=True)
    if listen is not None:
        teller.start()
    try:
        yield
    finally:
        done.set()
        if listen is not None:
            teller.join()


@dataclass(frozen=True, repr=False)
class Solution(Worded, Framed):
    """The proven facts of a position; numbers in the first player's view.

    Attributes
    ----------
    proven : whether the outcome is known
    outcome : 'first', 'second' or 'draw'; None if not proven
    margin : points that the first player wins by, in games where the margin is the objective
    distance : plies to the end under best play, where the proof tells
    at_most : whether that is a bound only: a shorter way was not excluded
    lower, upper : bounds: -1 the second player wins, 0 a draw, 1 the first wins; where the margin is the objective points, and None
        where there is no bound
    line : best play as far as it is known
    forced : in games with forcing moves, for an outcome that is not known: False says that the side to move has no win by them
        alone; None, that this is not known either
    nodes, seconds : the cost of the proof
    fault : the error, if playing the line contradicted the proof: the search is at fault, and the solution is withdrawn
    finished : False after Ctrl-C
    """

    proven: bool
    outcome: str | None
    margin: int | None
    distance: int | None
    lower: int | None
    upper: int | None
    line: tuple[str, ...]
    nodes: int
    seconds: float
    forced: bool | None = None
    at_most: bool = False
    fault: str = ""
    finished: bool = True

    COLUMNS: ClassVar[Columns] = {
        "outcome": str,
        "margin": int,
        "distance_plies": int,
        "at_most": bool,
        "lower": int,
        "upper": int,
        "nodes": int,
        "seconds": float,
        "line": str,
    }

    def cells(self) -> list[tuple[Any, ...]]:
        """Return the facts in the order of `COLUMNS`, as the only row."""
        bounds = self.lower, self.upper
        return [(self.outcome, self.margin, self.distance, self.at_most, *bounds, self.nodes, self.seconds, " ".join(self.line))]

    @property
    def winner(self) -> str | None:
        """Who wins: 'first' or 'second', or 'draw' where neither does; None if that is not proven."""
        return self.outcome

    def json(self) -> dict[str, Any]:
        """Return the document that ``counterply solve --json`` prints: docs/api/json.md describes its fields."""
        return {**asdict(self), "line": list(self.line), "fault": self.fault or None}

    def table(self, width: int | None = None) -> Tables:
        """Return the facts as a table of one row, with those columns that fit into `width` letters."""
        columns = [
            Column("outcome", [self.outcome or f"{self.lower} to {self.upper}"], left=True),
            Column("plies", ["-" if self.distance is None else str(self.distance)]),
            Column("nodes", [f"{self.nodes:,}"]),
            Column("seconds", [f"{self.seconds:.2f}"]),
            Column("line", [" ".join(self.line)], left=True),
        ]
        return Tables(table_of(columns, width))

    def __str__(self) -> str:
        spent = f"({self.nodes:,} nodes, {self.seconds:.2f} s)"
        if not self.proven:
            forced = "; the side to move has no win by forcing moves alone" if self.forced is False else ""
            known = "" if nothing_known(self.lower, self.upper) else f": {known_of(self.lower, self.upper)}"
            return f"not solved{known}{forced} {spent}" + (f"\nwithdrawn: {self.fault}" if self.fault else "")
        result = "a draw" if self.outcome == "draw" else f"the {self.outcome} player wins"
        points = f" by {abs(self.margin)}" if self.margin else ""
        if self.margin is None and self.lower != self.upper:
            least, most = (self.lower, self.upper) if self.outcome == "first" else (self.upper, self.lower)
            points = f" by at least {abs(least or 0)}" if most is None else f" by {abs(least or 0)} to {abs(most)}"
        plies = f" in {'at most ' if self.at_most else ''}{self.distance} plies" if self.distance is not None else ""
        return f"{result}{points}{plies} {spent}\n{' '.join(self.line)}"

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()


def nothing_known(lower: int | None, upper: int | None) -> bool:
    """Tell whether two bounds exclude no outcome."""
    return (lower, upper) in ((None, None), (LOSS, WIN))


def known_of(lower: int | None, upper: int | None) -> str:
    """Return two bounds in the first player's view as words."""
    if lower is None:
        return f"at most {upper}"
    if upper is None:
        return f"at least {lower}"
    return CANNOT_WIN.get((lower, upper), f"between {lower} and {upper}")


def witnessed(position: AnyPosition, solution: Solution, line: tuple[int, ...]) -> Solution:
    """Return a solution whose line was played from `position`; one that does not stand is withdrawn, all that it says.

    Parameters
    ----------
    line : the codes of the solution's line
    """
    if not solution.proven or not line:
        return solution
    sign = 1 if position.turn == 0 else -1
    if position.game.by_margin:
        claim = Line(line[0], sign * (solution.margin or 0), line, proven=solution.margin is not None, grid=1)
        if solution.margin is None:  # only the winner is known
            claim = replace(claim, score=sign * WINS[solution.outcome] * DECIDED_WIN)
    else:
        won = sign * WINS[solution.outcome]
        score = won * int(proven_win(DECIDED_DISTANCE if solution.distance is None else solution.distance))
        claim = Line(line[0], score, line, (LOWER if won > 0 else UPPER) if solution.at_most else EXACT, True)
    fault = fault_of(position, claim)
    if not fault:
        return solution
    lower, upper = (None, None) if position.game.by_margin else (LOSS, WIN)
    return Solution(False, None, None, None, lower, upper, (), solution.nodes, solution.seconds, fault=f"{fault}: {PLEASE_REPORT}")
