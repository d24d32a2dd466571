"""Players of one's own: a function, and a class that keeps something between moves.

python examples/03_player.py
counterply match tic_tac_toe examples/03_player.py:centre_first random --nodes 100
counterply play tic_tac_toe --against examples/03_player.py:Repeater:taste=0,2
"""

from collections.abc import Callable

import counterply as cp
from counterply import Limit, Player, Position, Report


def centre_first(position: Position, limit: Limit) -> int:
    """Return a move: the centre if it is free, else the first legal one."""
    moves = position.moves()
    return 4 if 4 in moves else moves[0]


class Repeater(Player):
    """Prefers a cell that it has played before, in this game or an earlier one; its options are the parameters."""

    def __init__(self, taste: str = "2,2") -> None:
        self.played = [taste]

    def choose(self, position: Position, limit: Limit, listen: Callable[[Report], None] | None = None) -> Report:
        """Return the move in a `Report`, which may also tell a score, a line and more."""
        texts = {position.move_text(move): move for move in position.moves()}
        text = next((text for text in self.played if text in texts), next(iter(texts)))
        self.played.append(text)
        return Report(move=texts[text])


if __name__ == "__main__":
    game = cp.game("tic_tac_toe")
    player = cp.player(f'{__file__}:Repeater:taste="0,2"')
    position = game.start()
    while position.moves():
        limit = Limit(seconds=1)
        move = centre_first(position, limit) if position.turn == 0 else player.choose(position, limit).move
        position = position.after(move)
    print(position)
    print(game.reason(position), "after", " ".join(position.origin.line_text(position.history)))
