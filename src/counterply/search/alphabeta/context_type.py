"""The engine's memory: one record for everything that a search changes.

Shapes: P plies on the stack, M moves in a position.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from counterply.search import repetition
from counterply.search.alphabeta.context import DICE, EVALUATOR, PLIES, POLLED, TRACED
from counterply.search.alphabeta.numbers import NUMBERS
from counterply.search.alphabeta.technique import install
from counterply.search.alphabeta.techniques import TECHNIQUES, USE, marks_of, memory_of

DICE_SETTINGS = [  # fields of the context with the settings for chance turns
    ("scale", np.float64),  # an evaluator's value, in its units, that is worth half of a sure win
    ("outcomes", np.int64),  # chance turns with more outcomes than this are sampled
    ("samples", np.int64),  # how many of their outcomes are looked at
    ("star", np.int64),  # cut chance nodes
    ("world", np.uint64),  # decides which outcomes are sampled
]
TRACE = [  # fields of the context that a trace needs
    ("trace", np.int64),  # address of the records
    ("trace_room", np.int64),  # how many fit
    ("trace_count", np.int64),  # of the nodes entered so far
    ("trace_open", np.int64, (PLIES,)),  # place of the record of each node that the search is in
    ("trace_follows", np.int64, (PLIES,)),  # whether each of them is on the line that is followed
    ("trace_length", np.int64),  # moves of that line; -1: every node is followed
    ("trace_line", np.int32, (PLIES,)),
]


@cache
def context_type(record: np.dtype, memo: np.dtype, max_moves: int, facts: tuple[str, ...]) -> np.dtype:
    """Return the record type of a search's context for a game's record types and `facts_of` it."""
    kind = np.dtype(
        [
            *POLLED,
            *EVALUATOR,
            ("use", USE),
            ("numbers", NUMBERS),
            ("keeps_memo", np.int64),  # whether the evaluator or a hint reads the game's memo
            ("widens", np.int64),  # whether nodes also search the moves that the game's hint leaves out, last
            ("by_replies", np.int64),  # whether moves that leave few replies come first, some plies before games end: in proofs
            ("end_ply", np.int64),  # mean ply at which games ended lately, in parts of a ply, with `by_replies`; 0: none yet
            ("horizon", np.int64),  # heuristic values that have entered the tree; none: the search was complete
            ("far", np.int64),  # proven results from beyond the nominal depth, since `forget`: a shorter win may exist
            ("table", np.int64),  # address of the entries
            ("table_mask", np.uint64),  # buckets - 1
            ("salt", np.uint64),  # mixed into keys: different setups and seats share no entries
            ("age", np.int64),
            ("symmetries", np.int64),  # whose positions share an entry near the root, the identity included: in proofs the game's
            ("swing", np.int64),  # on the grid: how much one move may change a value, as the evaluator declares; 0: unknown
            ("forcing_nodes", np.int64),  # nodes of looks for a forced win
            ("forcing_limit", np.int64),  # value of forcing_nodes at which the current look ends
            ("forcing_thorough", np.int64),  # whether the current look tries all noisy moves, and ignores failures of short looks
            ("forcing_cuts", np.int64),  # lines that a look gave up at its depth or its limit
            ("root_done", np.int64),  # root moves that the current iteration has finished
            ("root_best", np.int64),  # index of the best root move so far in it; NO_MOVE: none yet
            *(DICE_SETTINGS if DICE in facts else ()),
            *repetition.fields_for(record),
            ("root_count", np.int64),
            ("root_moves", np.int32, (max_moves,)),  # the last of the fields that a helping thread takes over
            ("root_scores", np.int32, (max_moves,)),
            *((part.name, part.kind, part.shape) for part in memory_of(facts)),
            ("moves", np.int32, (PLIES, max_moves)),
            ("scores", np.int32, (PLIES, max_moves)),
            ("order", np.int64, (PLIES, max_moves)),
            ("line_length", np.int32, (PLIES,)),
            ("line", np.int32, (PLIES, PLIES)),
            ("path", np.int32, (PLIES,)),  # the move that led to each position of the stack
            ("memo", memo),  # of the current position, with `keeps_memo`
            ("stack", record, (PLIES,)),
            *([("random", np.uint64, (1,)), ("probabilities", np.float64, (PLIES, max_moves))] if DICE in facts else ()),
            *(TRACE if TRACED in facts else ()),
            *((name, np.uint8, (0,)) for name in sorted((*facts, *marks_of(facts)))),  # in Numba's order
            ("z_no_more_facts", np.uint8, (0,)),  # or Numba would take a type with more of them for a kind of this one
        ],
        align=True,
    )
    install(kind, TECHNIQUES)
    return kind
