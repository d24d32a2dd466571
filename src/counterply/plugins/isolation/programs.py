"""What a student's file of Isolation imports of its course's program, whichever year's it is."""

from counterply.plugins.isolation.aind_program import *  # noqa: F403
from counterply.plugins.isolation.udacity_program import *  # noqa: F403
from counterply.plugins.isolation.udacity_program import _ACTIONSET, _BLANK_BOARD, _HEIGHT, _SIZE, _WIDTH  # noqa: F401
