"""A game in plain Python as users write one: who takes the last of some stones from a heap wins."""

GAME = """
{imports}

from counterply import FIRST, ONGOING, SECOND

class Heap:
    turn = 0
    def __init__(self, left=5, turn=0):
        self.left, self.turn = left, turn
    def moves(self):
        return [1, 2][: self.left]
    def after(self, move):{before}
        return Heap(self.left - move, 1 - self.turn)
    def outcome(self):
        return ONGOING if self.left else (SECOND, FIRST)[self.turn]
    def __str__(self):
        return str(self.left)

game = Heap
"""


def game(imports: str, before: str = "") -> str:
    """Return the text of the game; `before` is what it does, in one line, before a move that leaves one stone."""
    lines = f"\n        if self.left - move == 1:\n            {before}" if before else ""
    return GAME.format(imports=imports, before=lines)
