"""Yardsticks: opponents that the rules of a game alone give, against which a learnt evaluator has to show what it is worth.

- the game's own heuristic, if it has one;
- *material*, where players own things on cells and their numbers differ: what one owns, less what the other side does;
- *mobility*: the moves of who is to move;
- *zero*, by which all positions are equal;
- *mcts*, Monte Carlo tree search by random games, which needs no evaluator.

Letters: N positions of random games, C cells.
"""

from __future__ import annotations

import numpy as np

from counterply.compiling.intrinsics import new_record
from counterply.core.aliases import Record
from counterply.core.contract import legal_moves, turn
from counterply.core.evaluator import ZERO, Evaluator
from counterply.core.game import Game
from counterply.plugins.learning.layout import families_of, numbers_of, sides_of
from counterply.plugins.networks.layout import Layout
from counterply.plugins.networks.learnt import LearntEvaluator
from counterply.plugins.networks.network import FEATURES
from counterply.plugins.networks.samples import Samples
from counterply.plugins.networks.view import SampledView

MATERIAL, MOBILITY, SAMPLING = "material", "mobility", "mcts"
OWNED = 0.8  # share of the changes of a content's number that must speak for one owner
LEAST_CHANGES = 20  # from which they say anything
SAME = 0.9  # share of the positions with one difference, from which on it says nothing


def yardsticks_of(game: Game, view: SampledView, samples: Samples) -> dict[str, Evaluator | None]:
    """Return the yardsticks of a game by name: evaluators of the engine, or None for Monte Carlo tree search by random games.

    The first one is what its inventor would compare with.
    """
    found: dict[str, Evaluator | None] = {}
    for each in (*game.evaluators[:1], material(game, view, samples), mobility(game), ZERO):
        if each is not None:
            found.setdefault(each.name, each)
    return {**found, SAMPLING: None}


def mobility(game: Game) -> Evaluator:
    """Return the evaluator that counts the moves of who is to move."""
    room = np.dtype([("moves", np.int32, (game.max_moves,))])

    def moves_of_mover(position: Record, setup: Record, player: int) -> float:
        mover = np.int64(turn(position, setup))
        if mover > 1:  # chance
            return 0.0
        count = float(legal_moves(position, setup, new_record(room)["moves"]))
        return count if mover == player else -count

    return Evaluator(MOBILITY, moves_of_mover, antisymmetric=True, source="the moves of who is to move")


def material(game: Game, view: SampledView, samples: Samples) -> Evaluator | None:
    """Return the evaluator that counts what each side owns on the board; None where nobody owns anything, or all own as much.

    It is a network whose lookups are single cells. A content of cells is a player's if it becomes more by their moves, and less by
    the other side's.
    """
    family, (low, usual, ranks) = families_of(view), numbers_of(view)
    board = range(view.board if view.source != FEATURES else 0)
    names = list(dict.fromkeys(family[cell] for cell in board))
    first = [next(cell for cell in board if family[cell] == name) for name in names]
    sizes = tuple(max(ranks[cell]) + 1 for cell in first)
    tables = tuple(names.index(family[cell]) for cell in board)
    layout = Layout(tuple((cell,) for cell in board), tables, sizes, low, usual, ranks, (), sides_of(game))
    worth, counted = np.zeros(layout.group, np.int16), np.zeros(len(view.values), np.int64)
    begins = np.cumsum([1, *sizes])
    for name, cell, begin in zip(names, first, begins, strict=False):
        contents = view.values[:, [other for other in board if family[other] == name]]
        for place, rank in enumerate(ranks[cell]):
            numbers = (contents == low[cell] + place).sum(1)
            owner = _owner(numbers, samples)
            worth[begin + rank] += owner
            counted += owner * numbers
    if worth.min() >= 0 or worth.max() <= 0 or all(_usual_share(counted[samples.turns == seat]) > SAME for seat in (0, 1)):
        return None
    return LearntEvaluator(MATERIAL, view, layout, np.tile(worth, layout.sides), 1.0)


def _usual_share(numbers: np.ndarray) -> float:
    """Return how often the most frequent number is there, as a share."""
    _, counts = np.unique(numbers, return_counts=True)
    return float(counts.max(initial=0)) / max(1, len(numbers))


def _owner(numbers: np.ndarray, samples: Samples) -> int:
    """Return 1 for a content that is the first player's, -1 for the second's, 0 for nobody's.

    Parameters
    ----------
    numbers : int64[N], on how many cells it is
    """
    begins = (samples.records == samples.records[0])[1:]
    changes = np.where(begins, 0, np.diff(numbers))
    by = np.select([samples.turns == 0, samples.turns == 1], [1, -1], 0)[:-1]
    spoken, total = int((changes * by).sum()), int(np.abs(changes).sum())
    if total < LEAST_CHANGES or abs(spoken) < OWNED * total:
        return 0
    return 1 if spoken > 0 else -1
