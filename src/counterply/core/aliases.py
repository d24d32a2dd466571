"""What a number is, in the signatures that people read; to Python each is an ordinary one."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

Move: TypeAlias = int  # a legal move's code; in a game in plain Python, whatever its `moves` lists
Ply: TypeAlias = int  # moves of either side since the start
Depth: TypeAlias = int  # plies that a search looks ahead
Score: TypeAlias = int  # in steps of the evaluator's grid, in the view of the side that the context names (`core.values`)
Seat: TypeAlias = int  # 0 moves first, 1 second; of `turn`, also CHANCE
Outcome: TypeAlias = int  # ONGOING, FIRST, SECOND or DRAW
Record: TypeAlias = np.void  # one element of a structured array: a position, a setup, a memo
Field: TypeAlias = np.ndarray[Any, np.dtype[np.integer[Any]]]  # of a record; one number of NumPy can all that an array of it can
Json: TypeAlias = dict[str, Any]  # an object of a JSON document
