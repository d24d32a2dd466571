"""The mistakes that have a name, by subject: each a sentence for the student, and the searches that make it.

The order is that in which they are tried: the first one that explains all that a search did is named.
"""

from __future__ import annotations

from counterply.plugins.teaching.judge.mistakes.answers import EQUAL_MOVES, MOVES_PLAYED, SIGN
from counterply.plugins.teaching.judge.mistakes.depth import DEPTHS
from counterply.plugins.teaching.judge.mistakes.moves import MOVES_LEFT_OUT
from counterply.plugins.teaching.judge.mistakes.sides import SIDES, SIDES_COUNTED
from counterply.plugins.teaching.judge.mistakes.tables import KINDS_OF_BOUND, TABLES
from counterply.plugins.teaching.judge.mistakes.values import VALUES
from counterply.plugins.teaching.judge.mistakes.windows import ONE_WINDOW, WINDOWS

MISTAKES = (
    *EQUAL_MOVES,
    *DEPTHS,
    *SIDES,
    *VALUES,
    *MOVES_LEFT_OUT,
    *ONE_WINDOW,
    *TABLES,
    *MOVES_PLAYED,
    *KINDS_OF_BOUND,
    *WINDOWS,
    *SIDES_COUNTED,
    *SIGN,
)
