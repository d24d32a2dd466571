"""Evaluators: the value of a position to a player, as a pointer that a search can call.

An evaluator is ``evaluate(position, player, weights) -> float``, the value for seat `player`. `weights` (float64[W]) is optional,
and so are ``setup`` and ``memo`` after ``position`` (`counterply.core.contract`). At every depth, a search evaluates for the player
to move at the root. A linear evaluator is defined by ``features(position, player, out)`` instead, which fills `out` (float64[W]);
its value is ``out @ weights``.

The value is rounded once to a grid of integers (`counterply.core.values.on_grid`), in every search. An evaluator is compiled once
for a game; other weights compile nothing. One that Numba cannot compile still works: it is called in plain Python, more slowly, and
gets a `Position`, as players do, instead of its record: it may ask for ``position.moves()``.
"""

from __future__ import annotations

import ctypes
import inspect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from counterply.compiling.definitions import as_written
from counterply.compiling.dispatch import generic
from counterply.compiling.fingerprint import marked, reach
from counterply.compiling.intrinsics import PLAIN_EVALUATORS, RAISED
from counterply.compiling.kernels import PLAIN, cached_kernel
from counterply.compiling.object_files import Machine
from counterply.core.aliases import Record, Seat
from counterply.core.arguments import Arguments, in_brief
from counterply.core.contract import MEMO, takes
from counterply.core.errors import EvaluatorError, GameError
from counterply.core.game import Game
from counterply.core.game_sources import own_place
from counterply.core.plain_game import PlainGame
from counterply.core.position import Position
from counterply.core.rule_queries import remember
from counterply.core.users_text import require_printable
from counterply.core.values import DEFAULT_GRID, NOT_A_NUMBER, on_grid

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

POINTER, WORD = ctypes.c_void_p, ctypes.c_int64
CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int32, POINTER, POINTER, POINTER, POINTER, POINTER, WORD, POINTER)  # as `Machine` is called


@generic
def evaluate(weights: Record, position: Record, setup: Record, memo: Record, player: Seat, numbers: np.ndarray) -> float:  # type: ignore[empty-body]
    """Return the value for `player` by the evaluator whose marked weights record is given; `numbers` are its weights.

    A linear evaluator fills `numbers` with its features instead.
    """


@cached_kernel
def leaf(position: Record, setup: Record, memo: Record, player: Seat, weights: Record) -> int:
    """Return the grid value of a leaf; compiled once for each game and evaluator, and called through its address."""
    return on_grid(float(evaluate(weights, position, setup, memo, player, weights["values"])), weights["grid"])  # type: ignore[no-any-return]


@cached_kernel
def linear_leaf(position: Record, setup: Record, memo: Record, player: Seat, weights: Record) -> int:
    """Return the grid value of a leaf by a linear evaluator, as `leaf` does for any other."""
    features, values = weights["features"], weights["values"]
    evaluate(weights, position, setup, memo, player, features)
    total = 0.0
    for index in range(len(values)):
        total += features[index] * values[index]
    return on_grid(total, weights["grid"])  # type: ignore[no-any-return]


def places_of(function: Callable[..., object]) -> tuple[int, ...]:
    """Return which of `evaluate`'s arguments an evaluator takes, by their places."""
    names = inspect.signature(function).parameters
    optional = [place for place, name in ((2, "setup"), (3, "memo")) if name in names]
    return (1, *optional, 4, 5)[: len(names)]


@dataclass(frozen=True, eq=False)
class Evaluator(Arguments):
    """A named evaluator.

    Attributes
    ----------
    name : how players name it: ``eval=NAME``
    function : ``evaluate(position, player, weights)``; None for a linear evaluator
    features : ``features(position, player, out)`` of a linear evaluator
    feature_names : one for each feature, or, beside a function, for each weight
    weights : default weights
    antisymmetric : declared, and checked by `verify`: its value for one seat is minus its value for the other
    future : declared: it is the margin so far plus a value that depends only on the game's `key` for the future, not on the points
        already won; positions that differ only in those points then share their entries in the search's table
    grid : steps of the score grid in one unit of this evaluator
    swing : declared: roughly how much a move without threats can change the value; the search then cuts nodes whose value is far
        outside the window. 0: unknown, and no node is cut by it
    odds : declared: ``odds(position)``, what a unit of a search's score at a position adds to the logarithm of the odds of winning
    plain : call it in plain Python, uncompiled
    reference : the one that node counts published for the game were made with
    source : where the formula comes from
    """

    name: str
    function: Callable[..., float] | None = None
    features: Callable[..., None] | None = None
    feature_names: tuple[str, ...] = ()
    weights: Sequence[float] = ()
    antisymmetric: bool = False
    future: bool = False
    grid: int = DEFAULT_GRID
    swing: float = 0.0
    odds: Callable[..., float] | None = None
    plain: bool = False
    reference: bool = False
    source: str = ""

    def __post_init__(self) -> None:
        for name in (self.name, *self.feature_names):
            require_printable(name, "the name of an evaluator or a feature")
        if (self.function is None) == (self.features is None):
            raise GameError(f"evaluator {self.name}: give either a function or features")
        try:
            inspect.signature(self.code)
        except ValueError:  # of many that are written in C
            wanted = "(position, player[, weights])" if self.features is None else "(position, player, out)"
            raise GameError(f"evaluator {self.name}: a function {wanted} is needed, not {in_brief(self.code)}") from None
        if self.grid < 1:
            raise GameError(f"evaluator {self.name}: the grid has at least one step in a unit, not {self.grid}")
        if (self.features is not None or self.feature_names) and len(self.feature_names) != len(self.weights):
            raise GameError(f"evaluator {self.name}: {len(self.feature_names)} feature names, but {len(self.weights)} weights")

    def with_weights(self, weights: Sequence[float]) -> Evaluator:
        """Return the same evaluator with other weights, of equal number or it raises `GameError`; nothing is compiled."""
        if len(weights) != len(self.weights):
            raise GameError(f"evaluator {self.name} takes {len(self.weights)} weights, not {len(weights)}")
        return replace(self, weights=tuple(weights))

    @property
    def code(self) -> Callable[..., Any]:
        """The function or the features, uncompiled."""
        code = self.function if self.function is not None else self.features
        return as_written(code)  # type: ignore[no-any-return]

    @property
    def contents(self) -> str:
        """A hash of what it computes with beside its code and its weights; '' where there is nothing."""
        return ""

    def bind(self, game: Game) -> BoundEvaluator:
        """Return the evaluator compiled for `game`, with its own copy of the weights."""
        return BoundEvaluator(self, game)


ZERO = Evaluator("zero", lambda position, player: 0.0, antisymmetric=True, source="every position is equal")


def failure(evaluator: Evaluator, error: Exception | None) -> EvaluatorError:
    """Return the error of an evaluator that raised `error`, or answered NaN (None): the place, and the fault."""
    code = getattr(evaluator.code, "__code__", None)
    where = own_place(error) or (f"{Path(code.co_filename).name}:{code.co_firstlineno}" if code is not None else "")
    what = "answered NaN, which is no number" if error is None else f"raised {type(error).__name__}: {error}"
    return EvaluatorError(f"{where + ': ' if where else ''}evaluator {evaluator.name} {what}")


class BoundEvaluator:
    """An evaluator ready to be called on one game's records, by kernels (`address`, `weights_address`) and by Python.

    Attributes
    ----------
    plain : whether it runs in plain Python
    note : why, if it was meant to be compiled; else ''
    error : the exception of a plain evaluator during a search, else None
    """

    def __init__(self, evaluator: Evaluator, game: Game) -> None:
        self.evaluator = evaluator
        self.game = game
        self.plain = evaluator.plain or PLAIN
        self.sees_positions = evaluator.plain  # and not their records
        self.note = ""
        self.error: Exception | None = None
        self._weights = self._make_weights()
        self._weights["grid"] = evaluator.grid
        self._weights["values"][0, : len(evaluator.weights)] = evaluator.weights
        self.weights_address = int(self._weights.ctypes.data)
        self.reads_memo = self._reads_memo()
        if self.reads_memo and not game.has("refresh"):
            raise GameError(f"evaluator {evaluator.name} needs a memo, and {game.name} has none")
        self._memo = np.zeros(1, game.memo)  # for positions that no search leads to
        self._views: dict[int, Any] = {}
        self._leaf = leaf if evaluator.function is not None else linear_leaf
        self._plain_leaf = as_written(self._leaf)
        evaluate.registry.register(self._weights.dtype, evaluator.code, self._places())  # type: ignore[attr-defined]
        if not self.plain:
            self._compile()
        if self.plain:
            self._wrap()

    @property
    def notes(self) -> tuple[str, ...]:
        """A note for the user if it runs in plain Python."""
        return (self.note or f"evaluator {self.evaluator.name} runs in plain Python",) if self.plain else ()

    def _make_weights(self) -> np.ndarray:
        """Return the record that kernels read, with room for the weights."""
        count = max(1, len(self.evaluator.weights))
        layout = np.dtype([("grid", np.int64), ("values", np.float64, (count,)), ("features", np.float64, (count,))])
        return np.zeros(1, marked(layout, reach(self.evaluator.code)))

    def _places(self) -> tuple[int, ...]:
        """Return which of `evaluate`'s arguments the code takes, by their places."""
        return places_of(self.evaluator.code)

    def _reads_memo(self) -> bool:
        return takes(self.evaluator.code, MEMO)

    def _compile(self) -> None:
        shapes = self.game.record, self.game.setup.dtype, self.game.memo, int, self._weights.dtype
        try:
            if not inspect.isfunction(self.evaluator.code):
                raise GameError("it is an object's, and only functions are compiled")
            machine = self._leaf.machine(shapes)
            if not isinstance(machine, Machine):
                raise GameError("it calls the interpreter, as print does")
            self.address = machine.address
        except Exception as error:  # Numba has more than its own: a KeyError for a method that a record does not have
            from counterply.compiling.diagnosis import explain

            self.plain = self.sees_positions = True
            self.note = f"evaluator {self.evaluator.name} runs in plain Python: {explain(error, self.evaluator.code)}"

    def _wrap(self) -> None:
        def callback(result: int, exception: int, position: int, setup: int, memo: int, player: int, weights: int) -> int:
            value = self._grid_value(self._view(position, self.game.record), player, self._view(memo, self.game.memo))
            WORD.from_address(result).value = value
            return 0

        self._callback = CALLBACK(callback)
        self.address = ctypes.cast(self._callback, ctypes.c_void_p).value or 0
        if PLAIN:
            PLAIN_EVALUATORS[self.address] = lambda position, setup, memo, player: self._grid_value(position, player, memo)

    def _view(self, address: int, dtype: np.dtype) -> Any:
        """Return the record that lies at an address."""
        view = self._views.get(address)
        if view is None:
            buffer = (ctypes.c_char * dtype.itemsize).from_address(address)
            view = self._views[address] = np.ndarray((1,), dtype, buffer=buffer)[0]  # type: ignore[arg-type]
        return view

    def _memo_of(self, record: Record) -> Any:
        """Return the memo of a record, if the evaluator reads one."""
        if self.reads_memo:
            remember(record, self.game.setup[0], self._memo[0])
        return self._memo[0]

    def _grid_value(self, record: Record, player: Seat, memo: Record) -> int:
        try:
            run = self._plain_leaf if self.plain else self._leaf
            position = Position(self.game, record.copy()) if self.sees_positions else record
            return int(run(position, self.game.setup[0], memo, player, self._weights[0]))
        except Exception as error:
            self.error = error
            return RAISED

    def grid_value(self, record: Record, player: Seat) -> int:
        """Return the value of a record for `player` on the score grid.

        Raises
        ------
        EvaluatorError
            if the evaluator raised, or answered NaN
        """
        answer = self._grid_value(record, player, self._memo_of(record))
        self.check(answer)
        return answer

    def check(self, answer: int) -> None:
        """Raise `EvaluatorError` if `answer` stands for a failure."""
        if answer == NOT_A_NUMBER:
            raise failure(self.evaluator, None)
        if answer == RAISED:
            raise failure(self.evaluator, self.error or RuntimeError("in compiled code")) from self.error

    @property
    def features(self) -> np.ndarray:
        """float64[W]: where a linear evaluator leaves its features whenever it is called; kernels may read it too."""
        return self._weights["features"][0, : len(self.evaluator.weights)]  # type: ignore[no-any-return]

    def explain(self, record: Record, player: Seat) -> list[tuple[str, float, float]]:
        """Return (name, feature, weight) for each feature of a linear evaluator.

        Of a function whose weights have names, feature times weight is what its value loses without that weight; the rest stands
        last. Of others: nothing.
        """
        if self.evaluator.features is None:
            return list(self._without_each(record, player))
        self.grid_value(record, player)
        return list(zip(self.evaluator.feature_names, self.features.tolist(), map(float, self.evaluator.weights), strict=True))

    def _without_each(self, record: Record, player: Seat) -> Iterator[tuple[str, float, float]]:
        """Yield what `explain` returns of a function: its value is asked for with each weight at 0."""
        whole, values = self.grid_value(record, player), self._weights["values"][0]
        rest = whole / self.evaluator.grid
        for place, name in enumerate(self.evaluator.feature_names):
            weight = float(values[place])
            values[place] = 0.0
            lost = (whole - self.grid_value(record, player)) / self.evaluator.grid
            values[place] = weight
            rest -= lost
            yield name, lost / weight if weight else 0.0, weight
        if self.evaluator.feature_names:
            yield "the rest", rest, 1.0


def plain_value(evaluator: Evaluator) -> Callable[[Any, int], float]:
    """Return an evaluator's value of a plain object for a player, as a function."""
    code, weights, linear = evaluator.code, np.array(evaluator.weights, float), evaluator.features is not None
    weighted = len(inspect.signature(code).parameters) == 3

    def value(position: AnyPosition, player: int) -> float:
        if linear:
            features = np.zeros(len(weights))
            code(position, player, features)
            return float(features @ weights)
        return float(code(position, player, weights) if weighted else code(position, player))

    return value


def default_evaluator(game: Game | PlainGame) -> Evaluator:
    """Return a game's first evaluator, or the one that finds all positions equal."""
    return game.evaluators[0] if game.evaluators else ZERO


def reference_evaluator(game: Game | PlainGame) -> Evaluator:
    """Return the evaluator that a game's published node counts were made with, else its first one."""
    return next((evaluator for evaluator in game.evaluators if evaluator.reference), default_evaluator(game))
