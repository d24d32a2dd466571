"""The memory of Monte Carlo tree search: a node, the tree as an array of nodes, and one record for all that a search changes.

Values are expected results for the *first* player, from -1 (lost) to 1 (won). M is the most moves in a position.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from counterply.compiling.intrinsics import record_at
from counterply.compiling.kernels import helper
from counterply.core.aliases import Record
from counterply.core.contract import MAX_MOVE
from counterply.search.alphabeta.context import EVALUATOR, POLLED
from counterply.search.repetition import fields_for

NONE = -1  # no node
UNSEEN = 255  # in the place of a turn: no simulation has been here yet
ROOT = 0
LONGEST_PATH = 1024  # nodes from the root to a leaf
UNBOUNDED = 1 << 30  # beyond every result, in results or points

FIRST_LEAVES = 4.0  # leaves of deviation 1 that a new tree begins with, as if it had seen them

# the value of a leaf: a game played on from there, the evaluator's value, or a shallow alpha-beta search
ROLLOUT, EVALUATE, SEARCH = 0, 1, 2
# where a move's prior comes from: nowhere, the game's candidates, or the evaluator's values one ply on
NO_PRIOR, HINT_PRIOR, EVALUATOR_PRIOR = 0, 1, 2

NODE = np.dtype(
    [
        ("value", np.float64),  # sum over visits, in the first player's view
        ("visits", np.int32),
        ("available", np.int32),  # visits of the parent at which this move was legal; counted where that can vary
        ("first", np.int32),  # first child, NONE before it is expanded
        ("next", np.int32),  # next child of the same parent
        ("low", np.int32),  # the true result lies in low .. high: -1, 0, 1, or points where the margin is the objective
        ("high", np.int32),
        ("prior", np.float64),  # 0 to 1: how promising the move that leads here looked
        ("best", np.float64),  # minimax of the static values below, in the first player's view
        ("moved", np.int32),  # where this node goes when the tree is pruned, NONE if it is dropped
        ("move", np.uint16),
        ("distance", np.uint16),  # plies to the end where low == high
        ("turn", np.uint8),  # who moves here: 0, 1 or CHANCE
        ("complete", np.uint8),  # whether the children are all that matters here
    ],
    align=True,
)


@helper
def node_at(context: Record, index: int) -> Any:
    """Return node number `index` of the tree as a record in place: what is written to it stays."""
    return record_at(context["tree"], index, NODE)


@cache
def tree_type(record: np.dtype, memo: np.dtype, max_moves: int) -> np.dtype:
    """Return the record type of a tree search's context for a game's record types."""
    return np.dtype(
        [
            *POLLED,
            *EVALUATOR,
            ("simulations", np.int64),
            ("simulation_limit", np.int64),
            # the tree
            ("tree", np.int64),  # address of its nodes
            ("capacity", np.int64),
            ("used", np.int64),
            # the kind of game, and of search
            ("hidden", np.int64),
            ("frozen", np.int64),  # the game's simple model of chance: nothing new comes
            ("varying", np.int64),  # whether a node's moves can differ from visit to visit: chance or hidden information
            ("margin", np.int64),  # whether the margin is the objective
            ("cuts", np.int64),  # whether the game's candidates leave moves out
            ("sound", np.int64),  # believe sound hints, and keep bounds on results; tests do without
            ("outcomes", np.int64),  # chance turns with more outcomes than this have no nodes of their own
            ("leaf", np.int64),
            ("light", np.int64),  # rollouts follow the game's hints
            ("plies", np.int64),  # of a rollout; then the evaluator judges
            ("depth", np.int64),  # of the shallow search
            ("exact", np.int64),  # whether the last shallow search was complete: its score is the position's true value
            ("prior", np.int64),
            ("explore", np.float64),
            ("leaves", np.float64),  # how many leaves this tree has seen, the sum of their values, and of their squares
            ("leaf_sum", np.float64),
            ("leaf_squares", np.float64),
            ("deviation", np.float64),  # the standard deviation of those values: the unit of `explore`
            ("bias", np.float64),
            ("minimax", np.float64),  # share of the minimax of static values in a node's value
            ("scale", np.float64),  # the evaluator's value of a position that is worth half a win
            ("random", np.uint64, (1,)),
            ("path", np.int32, (LONGEST_PATH,)),
            ("moves", np.int32, (max_moves,)),
            ("scores", np.int32, (max_moves,)),
            ("spare_moves", np.int32, (max_moves,)),
            ("probabilities", np.float64, (max_moves,)),
            ("place", np.uint16, (MAX_MOVE + 1,)),  # of a move in `moves`; right only if that place holds the move
            ("found", np.int32, (max_moves,)),  # the child for each of `moves`
            ("last_move", np.int64),
            ("line", np.int64),  # moves made in the tree by the current simulation
            *fields_for(record, LONGEST_PATH),
            ("keeps_memo", np.int64),  # whether something reads the game's memo
            ("remembered", np.int64),  # moves that the memo has been updated by
            ("memo", memo),  # of `position`, if something reads it
            ("root_memo", memo),
            ("root", record),
            ("position", record),
            ("trial", record),
        ],
        align=True,
    )
