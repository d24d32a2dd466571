"""Positions that an evaluator likes and that are lost: it is positive for a side, and the other one wins at once, or soon.

The search looks at given positions and along walks from them. In a walk one side plays the move that the evaluator likes best, the
other one the move of a small search, and both err now and then: that leads to positions that the evaluator likes and where the
tactics are against it. Each find is proven, and proven again by `solve`, which knows nothing of the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from counterply.arena.openings import derived_seed
from counterply.arena.statistics import round_to
from counterply.core.evaluator import ZERO, Evaluator
from counterply.core.limits import Limit, Stop
from counterply.core.position import moves_text
from counterply.core.report import Report
from counterply.core.values import ONGOING, SEAT_NAMES, distance_of, signed
from counterply.plugins.studies.sampling import PROOF_MEMORY, Values
from counterply.search.alphabeta.engine import Engine, require_engine_rules
from counterply.search.alphabeta.techniques import Techniques
from counterply.search.exact.solve import solve
from counterply.usercode.loading import load_evaluator

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.core.position import AnyPosition

WALKS = 100
WALK_PLIES = 30  # of one walk
ERROR_SHARE = 0.2  # of its moves are random
OPPONENT_NODES = 500  # of the search against which the evaluator walks
CHECK_NODES = 3_000  # to prove that a position is lost
VERIFY_NODES = 2_000_000  # to prove it again
WITHIN = 4  # plies in which the other side wins
UNKNOWN_PLIES = 1 << 20  # plies; sorts last


@dataclass(frozen=True)
class CounterExample:
    """A position that is lost for `seat`, although the evaluator gives it a positive value for it.

    Attributes
    ----------
    value : for `seat`, in the evaluator's unit
    plies : to the end under best play; None where that is beyond the search
    margin : points that `seat` ends behind, where points are the objective
    line : best play, as far as it is known
    """

    position: Any
    seat: int
    value: float
    plies: int | None
    margin: int | None
    line: tuple[int, ...]

    @property
    def rank(self) -> tuple[int, float]:
        """Sorts the soonest losses first, and of equal ones those of the highest value."""
        return UNKNOWN_PLIES if self.plies is None else self.plies, -self.value

    def json(self) -> dict[str, Any]:
        """Return the example as a document."""
        return {
            "position": moves_text(self.position),
            "seat": SEAT_NAMES[self.seat],
            "to_move": SEAT_NAMES[self.position.turn],
            "value": round_to(self.value),
            "plies": self.plies,
            "margin": self.margin,
            "line": self.position.line_text(self.line),
        }

    def __str__(self) -> str:
        own, other = SEAT_NAMES[self.seat], SEAT_NAMES[1 - self.seat]
        mover = SEAT_NAMES[self.position.turn]
        by = f" by {self.margin}" if self.margin is not None else ""
        line = " ".join(self.position.line_text(self.line))
        return f"{signed(self.value)} for the {own} player; {mover} to move; the {other} player wins{by}{self._when()}: {line}"

    def _when(self) -> str:
        """Return when the winner wins, as far as that is known."""
        if self.plies is None:
            return ""
        position, moves = self.position, 0
        for move in self.line:
            moves += position.turn != self.seat
            position = position.after(move)
        return {0: " at once", 1: " with its next move"}.get(moves, f" in {self.plies} plies")


class Finder:
    """Looks for an evaluator's counter-examples in a game."""

    def __init__(self, game: Game, evaluator: Evaluator, within: int = WITHIN, seed: int = 0, stop: Stop | None = None) -> None:
        require_engine_rules(game)
        self.game = game
        self.values = Values(evaluator, game)
        self.within = within
        self.seed = seed
        self.stop = stop
        self.by_margin = game.by_margin
        # distances are exact without the game's knowledge of what is decided; margins need it to be proven early enough
        self.judge = Engine(game, ZERO, Techniques(sound=self.by_margin, extensions=self.by_margin))
        self.opponent = Engine(game, load_evaluator(None, game))
        for engine in (self.judge, self.opponent):
            engine.warm_up(game.start())
        self.found: dict[tuple[int, int], CounterExample] = {}

    def find(self, positions: Sequence[Any], wanted: int = 3) -> list[CounterExample]:
        """Return up to `wanted` counter-examples, the soonest losses first."""
        for position in positions:
            for seat in (0, 1):
                if self.stop:
                    return []
                self.look(position, seat)
        random = Random(derived_seed(self.seed, "counter-examples"))
        for walk in range(WALKS):
            if not positions or self.stop:
                break
            self.walk(random.choice(positions), walk % 2, random)
        proven: dict[Any, CounterExample] = {}  # by value, seat, margin and line: one of several with the same is enough
        for example in sorted(self.found.values(), key=lambda example: example.rank):
            if len(proven) == wanted or self.stop:
                break
            shown = (example.value, example.seat, example.margin, example.line)
            if shown not in proven and self.verify(example):
                proven[shown] = example
        return list(proven.values())

    def look(self, position: AnyPosition, seat: int) -> bool:
        """Keep `position` if it is a counter-example for `seat`, in place; return whether it is one."""
        value = self.values.units(position, seat)
        if value <= 0:
            return False
        self.judge.forget()
        limit = Limit(nodes=CHECK_NODES, stop=self.stop, depth=None if self.by_margin else self.within)
        *_, report = self.judge.deepen(position, limit)
        if not report.proven or report.score is None:
            return False
        ahead = report.score if seat == position.turn else -report.score
        if ahead >= 0:
            return False
        example = self.describe(position, seat, value, report)
        self.found.setdefault((position.canonical_key(), seat), example)
        return True

    def describe(self, position: AnyPosition, seat: int, value: float, report: Report) -> CounterExample:
        """Return a position that is proven lost as a counter-example."""
        assert report.score is not None
        if not self.by_margin:
            return CounterExample(position, seat, value, distance_of(report.score), None, report.line)
        line: list[int] = []
        place = position
        while place.outcome() == ONGOING and len(line) < self.within:
            *_, best = self.judge.deepen(place, Limit(nodes=CHECK_NODES, stop=self.stop))
            if not best.proven:
                break
            line.append(best.move)
            place = place.after(best.move)
        plies = len(line) if place.outcome() != ONGOING else None
        return CounterExample(position, seat, value, plies, round(abs(report.score) / report.grid), tuple(line))

    def walk(self, position: AnyPosition, seat: int, random: Random) -> None:
        """Walk from `position` with the evaluator in `seat`, until the game is over or a counter-example is found."""
        for _ in range(WALK_PLIES):
            if position.outcome() != ONGOING or self.stop or self.look(position, seat):
                return
            moves = position.moves()
            if random.random() < ERROR_SHARE:
                move = random.choice(moves)
            elif position.turn == seat:
                random.shuffle(moves)
                move = max(moves, key=lambda move: self.liking(position.after(move), seat))
            else:
                *_, report = self.opponent.deepen(position, Limit(nodes=OPPONENT_NODES, stop=self.stop))
                move = report.move
            position = position.after(move)

    def liking(self, position: AnyPosition, seat: int) -> float:
        """Return how much the evaluator likes a position for `seat`; an end of the game is nothing to walk to."""
        return self.values.units(position, seat) if position.outcome() == ONGOING else float("-inf")

    def verify(self, example: CounterExample) -> bool:
        """Tell whether a proof of its own says that the position is lost for the example's seat."""
        solution = solve(example.position, Limit(nodes=VERIFY_NODES, stop=self.stop), memory_mb=PROOF_MEMORY)
        same_margin = example.margin is None or abs(solution.margin or 0) == example.margin
        return solution.proven and solution.outcome == SEAT_NAMES[1 - example.seat] and same_margin
