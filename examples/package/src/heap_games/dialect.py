"""A course's dialect: searches ``best(board, depth)`` on boards with `player`, `choices()`, `play(move)` and `worth(player)`."""

from counterply.plugins.dialects import Dialect
from counterply.plugins.dialects.views import TextbookPosition


class Board(TextbookPosition):
    """A position as the course's searches see it."""

    @property
    def player(self):
        return self.turn

    def choices(self):
        return self.moves()

    def play(self, move):
        return self.after(move)

    def worth(self, player):
        return self.value(player)


def takes(heap):
    """Return the moves of a heap, as the course's program does."""
    return [move for move in (1, 2, 3) if move <= heap]


class Heaps(Dialect):
    """The course's interface."""

    position = "board"
    view = Board
    states = "boards of heaps"
    modules = {"heaps_course": {"takes": takes}}  # what a hand-in imports of the course's program

    def found(self, own):
        return ["best"] if "best" in own else []

    def speaks(self, name, first, rest):
        return first == "board" and "depth" in rest


DIALECT = Heaps()
