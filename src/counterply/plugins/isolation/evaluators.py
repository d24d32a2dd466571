"""Evaluators of knight-move Isolation: ours, the three of the course's host, and the six of a published report on it.

Sources: *host*: Udacity, AIND-Isolation, `sample_players.py`. *Report*: Jason McDonald's heuristic analysis, made with that host;
its six scores are written for 7x7. On other boards its centre (3, 3) is the true centre ((height - 1) / 2, (width - 1) / 2), its
49 is the number of cells, and all else stands as printed. Where the host has no answer (the cell of a player who is not placed),
the term is 0.

A player who has lost gets minus infinity and one who has won plus infinity, as in the host. Some of the report's scores also give
minus infinity to positions that are not lost ('assist pruning'): a search must not take that for a proof.

A set of cells is a pair of words here, ``(low, high)``; `high` is a constant 0 on boards of one word, and costs nothing there.
"""

# mypy: disable-error-code="no-any-return"
# (kernels have no types for a checker)

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from counterply.compiling.intrinsics import popcount
from counterply.compiling.kernels import kernel
from counterply.core.aliases import Record
from counterply.core.evaluator import Evaluator
from counterply.core.values import FIRST, ONGOING
from counterply.plugins.isolation.rules import UNPLACED, outcome

INFINITY = math.inf

Cells = tuple[Any, Any]

EMPTY = np.uint64(0)
WORD = np.uint64(64)
ONE = np.uint64(1)
TWO = np.uint64(2)

# In 1,634 solved 7x7 positions of plies 10 to 21, the player on move won 97 % with equal colours and 9 % with different ones; in a
# logistic regression with territory this is worth 29 cells (2026-11-21). The same holds on 5x5, 6x6, 7x6, 8x8 and 9x7.
COLOURS_WEIGHT = 30.0  # cells

# the report's constants
CENTRE_WEIGHT = 0.5  # of the distance from the centre, in C1
MANY = 3  # own moves that the opponent lacks: from here on, C2 to C4 look at the centre
FEW = 2  # with as many, C3 and C4 count reachable cells; C5 and C6 give up below
ENOUGH = 4  # cells in two leaps, below which C2 gives up
C2_PENALTY = 100.0  # for having few moves
C3_PENALTY = 100.0
C4_PENALTY = 200.0
COVERAGE_FACTOR = 3  # of C5: depth is floor((3 * coverage)^2 + 1)


# --- sets of cells


@kernel
def pair(words: Any) -> Cells:
    """Return a set of one or two words as a pair."""
    return words[0], (words[1] if len(words) > 1 else EMPTY)


@kernel
def both(a: Cells, b: Cells) -> Cells:
    """Return the cells in `a` and in `b`."""
    return a[0] & b[0], a[1] & b[1]


@kernel
def without(a: Cells, b: Cells) -> Cells:
    """Return the cells in `a` and not in `b`."""
    return a[0] & ~b[0], a[1] & ~b[1]


@kernel
def size(cells: Cells) -> int:
    """Return the number of cells."""
    return popcount(cells[0]) + popcount(cells[1])


@kernel
def higher(cells: Cells, count: int) -> Cells:
    """Return each cell's number plus `count`, 1 to 63."""
    return cells[0] << count, (cells[1] << count) | (cells[0] >> (WORD - count))


@kernel
def lower(cells: Cells, count: int) -> Cells:
    """Return each cell's number minus `count`, 1 to 63."""
    return (cells[0] >> count) | (cells[1] << (WORD - count)), cells[1] >> count


@kernel
def leaps(cells: Cells, allowed: Cells, setup: Record) -> Cells:
    """Return the `allowed` cells that a knight on any of `cells` attacks."""
    inside = setup["inside"]
    right, left = higher(both(cells, pair(inside[0])), ONE), lower(both(cells, pair(inside[2])), ONE)
    near = right[0] | left[0], right[1] | left[1]
    right, left = higher(both(cells, pair(inside[1])), TWO), lower(both(cells, pair(inside[3])), TWO)
    far = right[0] | left[0], right[1] | left[1]
    row = setup["width"]
    a, b = higher(near, row + row), lower(near, row + row)
    c, d = higher(far, row), lower(far, row)
    return (a[0] | b[0] | c[0] | d[0]) & allowed[0], (a[1] | b[1] | c[1] | d[1]) & allowed[1]


@kernel
def total(cells: Cells, planes: np.ndarray) -> int:
    """Return the sum over `cells` of the numbers whose bit planes are given."""
    value = 0
    for plane in range(len(planes)):
        value += size(both(cells, pair(planes[plane]))) << plane
    return value


# --- the terms of the scores


@kernel
def verdict(position: Record, setup: Record, player: int) -> float:
    """Return plus infinity if `player` has won, minus infinity if it has lost, else 0."""
    result = outcome(position, setup)
    if result == ONGOING:
        return 0.0
    return INFINITY if (result == FIRST) == (player == 0) else -INFINITY


def unless_over(score: Callable[..., float]) -> Callable[..., float]:
    """Let an evaluator give its score only where the game goes on, and else the `verdict`."""
    compiled = kernel(score)

    @functools.wraps(score)
    def value(position: Record, setup: Record, player: int) -> float:
        result = verdict(position, setup, player)
        return result if result != 0.0 else compiled(position, setup, player)

    return value


@kernel
def moves_of(position: Record, setup: Record, player: int) -> Cells:
    """Return the cells that `player` could move to: all open ones if it is not placed."""
    return both(pair(setup["targets"][position["cells"][player]]), pair(position["open"]))


@kernel
def own_moves(position: Record, setup: Record, player: int) -> Cells:
    """Return the cells that `player` could move to and the opponent could not."""
    return without(moves_of(position, setup, player), moves_of(position, setup, 1 - player))


@kernel
def mobility(position: Record, setup: Record, player: int) -> int:
    """Return the report's h3: the number of moves of `player` minus the opponent's."""
    return size(moves_of(position, setup, player)) - size(moves_of(position, setup, 1 - player))


@kernel
def off_centre(position: Record, setup: Record, player: int) -> float:
    """Return the report's h2: rows plus columns from `player` to the centre of the board."""
    cell = position["cells"][player]
    if cell == UNPLACED:
        return 0.0
    row, column = cell // setup["width"], cell % setup["width"]
    return abs((setup["height"] - 1) / 2 - row) + abs((setup["width"] - 1) / 2 - column)  # type: ignore[no-any-return]


@kernel
def options(position: Record, setup: Record, player: int, depth: int) -> int:
    """Return the report's h1: open cells at the end of paths of `depth` leaps, the first of which the opponent cannot make."""
    cells, free = own_moves(position, setup, player), pair(position["open"])
    for _ in range(depth - 1):
        cells = leaps(cells, free, setup)
    return size(cells)


# --- ours


def territory(position: Record, setup: Record, player: int, out: np.ndarray) -> None:
    """Fill `out` in place: territory, `player`'s minus the opponent's, and whether the colours favour `player` (1 or -1).

    A cell is the territory of the player who can reach it first through its own territory; the player on move goes first.

    A knight's move changes the colour that it stands on, so a player who moves from equal colours (or from different ones) does so
    for the rest of the game. Equal colours are nearly a win for the player on move. It decides the placement, and nothing after.
    """
    free = pair(position["open"])
    mover = position["turn"]
    first = moves_of(position, setup, mover)
    second = without(moves_of(position, setup, 1 - mover), first)
    left = without(without(free, first), second)
    cells = size(first) - size(second)
    while (first[0] | first[1] | second[0] | second[1]) != EMPTY:
        first = leaps(first, left, setup)
        left = without(left, first)
        second = leaps(second, left, setup)
        left = without(left, second)
        cells += size(first) - size(second)
    colours = 0.0
    if position["cells"][0] != UNPLACED and position["cells"][1] != UNPLACED:
        colours = 1.0 if setup["colour"][position["cells"][0]] == setup["colour"][position["cells"][1]] else -1.0
    sign = 1.0 if player == mover else -1.0
    out[0] = sign * cells
    out[1] = sign * colours


# --- the host's


@unless_over
def open_(position: Record, setup: Record, player: int) -> float:
    """The number of own moves."""
    return float(size(moves_of(position, setup, player)))


def improved(position: Record, setup: Record, player: int) -> float:
    """The number of own moves minus the opponent's."""
    own, other = size(moves_of(position, setup, player)), size(moves_of(position, setup, 1 - player))
    if own <= 1 or other <= 1:  # a player with two moves is not stuck in any variant
        result = verdict(position, setup, player)
        if result != 0.0:
            return result
    return float(own - other)


@unless_over
def center(position: Record, setup: Record, player: int) -> float:
    """Squared distance from (height / 2, width / 2), which is maximised and is not the middle of the board: as in the host."""
    cell = position["cells"][player]
    if cell == UNPLACED:
        return 0.0
    down = setup["height"] / 2 - cell // setup["width"]
    right = setup["width"] / 2 - cell % setup["width"]
    return float(down * down + right * right)


# --- the report's


@unless_over
def c1(position: Record, setup: Record, player: int) -> float:
    """Mobility, less half the distance from the centre."""
    return mobility(position, setup, player) - CENTRE_WEIGHT * off_centre(position, setup, player)


@unless_over
def c2(position: Record, setup: Record, player: int) -> float:
    """Nearness to the centre while there are many own moves; then cells within two leaps."""
    if size(own_moves(position, setup, player)) >= MANY:
        return -off_centre(position, setup, player)
    reached = options(position, setup, player, 2)
    return reached - C2_PENALTY if reached >= ENOUGH else -INFINITY


@unless_over
def c3(position: Record, setup: Record, player: int) -> float:
    """Being nearer to the centre than the opponent while there are many own moves; then cells within two leaps."""
    moves = size(own_moves(position, setup, player))
    if moves >= MANY:
        return off_centre(position, setup, 1 - player) - off_centre(position, setup, player)
    return options(position, setup, player, 2) - C3_PENALTY if moves == FEW else -INFINITY


@unless_over
def c4(position: Record, setup: Record, player: int) -> float:
    """Open cells far from the centre while there are many own moves; then cells within three leaps."""
    moves = size(own_moves(position, setup, player))
    if moves >= MANY:
        return total(pair(position["open"]), setup["off_centre"]) / 2
    return options(position, setup, player, 3) - C4_PENALTY if moves == FEW else -INFINITY


@unless_over
def c5(position: Record, setup: Record, player: int) -> float:
    """Cells within some leaps, the more the fuller the board."""
    if size(moves_of(position, setup, player)) < FEW:
        return -INFINITY
    cells = size(pair(setup["board"]))
    blocked = COVERAGE_FACTOR * (cells - size(pair(position["open"])))
    return float(options(position, setup, player, blocked * blocked // (cells * cells) + 1))


@unless_over
def c6(position: Record, setup: Record, player: int) -> float:
    """Blocked cells far from the diagonal through (0, 0)."""
    if size(moves_of(position, setup, player)) < FEW:
        return -INFINITY
    return -float(total(pair(position["open"]), setup["off_diagonal"]))


HOST = "Udacity AIND-Isolation, sample_players.py"
REPORT = "Jason McDonald, Isolation heuristic analysis"

evaluators = [
    Evaluator(
        "territory",
        features=territory,
        feature_names=("territory", "colours"),
        weights=(1.0, COLOURS_WEIGHT),
        antisymmetric=True,
        source="Counterply: the cells that each player can be on first, and a law of colours",
    ),
    Evaluator("open", open_, source=f"{HOST}, open_move_score"),
    Evaluator("improved", improved, antisymmetric=True, source=f"{HOST}, improved_score"),
    Evaluator("center", center, source=f"{HOST}, center_score"),
    Evaluator("c1", c1, source=f"{REPORT}, score 1"),
    Evaluator("c2", c2, source=f"{REPORT}, score 2"),
    Evaluator("c3", c3, source=f"{REPORT}, score 3"),
    Evaluator("c4", c4, source=f"{REPORT}, score 4"),
    Evaluator("c5", c5, source=f"{REPORT}, score 5"),
    Evaluator("c6", c6, source=f"{REPORT}, score 6"),
]
