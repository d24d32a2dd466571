"""The numbers of the engine's search: how far it reduces and prunes. `benchmarks/tune_search.py` plays them against each other."""

from __future__ import annotations

from dataclasses import dataclass
from math import log

import numpy as np

from counterply.core.contract import LONGEST_LINE

TABLE_SIZE = 64  # depths and moves that the table of reductions tells apart; beyond, the last one counts
REDUCE_FROM_DEPTH = 2
REDUCE_FROM_MOVE = 3
REDUCE_FROM_REPLY = 4  # of those that a cutting hint calls required
PLY_PARTS = 64  # reductions add up in these
MOST_MOVES = 1 << 16


@dataclass(frozen=True)
class Numbers:
    """How far the search reduces and prunes; kernels read values derived from them as ``context["numbers"]``.

    Attributes
    ----------
    reduction, reduction_divisor : late moves are searched ``reduction + ln depth ln number / reduction_divisor`` plies less deep
    late, late_linear, late_square : where a hint cuts, ``late + late_linear depth + late_square depth^2`` moves are searched
    static_depth, static_swings : up to so many plies, a value that lies so many swings a ply above the window ends a node
    razor_depth, razor_swings : the same for a value below it
    missing_depth : from this depth on, a position that the table has no move for is searched a ply less deep, where a hint cuts
    killer : steps of a cutting hint that a killer move is worth; in other games killers come first

    The others count only where late moves are left out:

    history_steps : steps of the hint that the whole of the history is worth
    history_bonus : a cut's credit to its move, and its blame for those tried before, is ``history_bonus depth^2`` of HISTORY_LIMIT
    history_plies : late moves are searched up to so many plies deeper, or less deep, by their history
    stale_plies : and so many less deep where the static value is no better than two plies before
    cutting_plies : and so many less deep where a cut is expected
    killer_plies : and killers so many deeper
    root_plies : late moves of the root are searched so many plies deeper than others
    cutting_swings : where a cut is expected, a static value so many swings above the window makes a node a ply less deep
    extended_replies : where the game requires a reply, and no more moves than these are one, they cost no depth
    """

    reduction: float = 0.6
    reduction_divisor: float = 2.2
    late: float = 2.0
    late_linear: float = 1.5
    late_square: float = 0.3
    static_depth: int = 6
    static_swings: float = 1.0
    razor_depth: int = 3
    razor_swings: float = 1.0
    missing_depth: int = 4
    killer: int = 16
    history_steps: int = 16
    history_bonus: int = 4096
    history_plies: float = 1.0
    stale_plies: float = 1.0
    cutting_plies: float = 1.0
    killer_plies: float = 1.0
    root_plies: float = 1.0
    cutting_swings: float = 1.0
    extended_replies: int = 6

    def write(self, record: np.void, swing: int) -> None:
        """Write the values derived from the numbers into a record of type `NUMBERS`, in place.

        Parameters
        ----------
        swing : on the grid: the largest change of a value by one move, as the evaluator declares
        """
        logs = np.array([log(number) for number in range(1, TABLE_SIZE)])
        plies = np.maximum(self.reduction + np.outer(logs, logs) / self.reduction_divisor, 0.0)  # from depth 1, move 1
        record["reductions"] = 0
        record["reductions"][REDUCE_FROM_DEPTH:, REDUCE_FROM_MOVE:] = (
            PLY_PARTS * plies[REDUCE_FROM_DEPTH - 1 :, REDUCE_FROM_MOVE - 1 :]
        )
        for name in PARTS:
            record[name] = round(PLY_PARTS * getattr(self, name))
        depths = np.arange(LONGEST_LINE)
        record["late_moves"] = np.clip(self.late + self.late_linear * depths + self.late_square * depths**2, 1, MOST_MOVES)
        record["static_depth"], record["razor_depth"] = self.static_depth, self.razor_depth
        for name in ("missing_depth", "killer", "history_steps", "history_bonus", "extended_replies"):
            record[name] = getattr(self, name)
        record["static_margin"], record["razor_margin"] = round(self.static_swings * swing), round(self.razor_swings * swing)
        record["cutting_margin"] = round(self.cutting_swings * swing)


PARTS = ("history_plies", "stale_plies", "cutting_plies", "killer_plies", "root_plies")  # kept in parts of a ply
NUMBERS = np.dtype(
    [
        ("reductions", np.int32, (TABLE_SIZE, TABLE_SIZE)),  # parts of a ply, by depth and number of the move
        ("late_moves", np.int32, (LONGEST_LINE,)),  # searched, by depth
        ("static_depth", np.int64),
        ("static_margin", np.int64),  # on the grid, a ply
        ("razor_depth", np.int64),
        ("razor_margin", np.int64),
        ("missing_depth", np.int64),
        ("killer", np.int64),
        ("history_steps", np.int64),
        ("history_bonus", np.int64),
        ("cutting_margin", np.int64),  # on the grid
        ("extended_replies", np.int64),
        *((name, np.int64) for name in PARTS),
    ],
    align=True,
)
