"""Players of the games of this package."""

from counterply import Limit, Position

from .subtraction import MOST


class Modulo:
    """Leaves a multiple of four, if it can."""

    only = ("subtraction",)

    def choose(self, position: Position, limit: Limit) -> int:
        """Return the winning move, or the smallest one."""
        spare = int(position["heap"]) % (MOST + 1)
        return max(spare, 1) - 1
