"""Players of one's own: a function, a class that keeps something between moves, and an object such as a trained model.

python examples/03_player.py
counterply match tic_tac_toe examples/03_player.py:centre_first random --nodes 100
counterply play tic_tac_toe --against examples/03_player.py:Repeater:taste=0,2
"""

import counterply as cp
from counterply import Limit, Move, Position, Report


def centre_first(position: Position, limit: Limit) -> Move:
    """Return a move: the centre if it is free, else the first legal one."""
    moves = position.moves()
    return 4 if 4 in moves else moves[0]


class Repeater:
    """Prefers a cell that it has played before, in this game or an earlier one; its options are the parameters."""

    def __init__(self, taste: str = "2,2") -> None:
        self.played = [taste]

    def choose(self, position: Position, limit: Limit) -> Report:
        """Return the move in a `Report`, which may also tell a score, a line and more; or the move alone."""
        texts = {position.move_text(move): move for move in position.moves()}
        text = next((text for text in self.played if text in texts), next(iter(texts)))
        self.played.append(text)
        return Report(move=texts[text])


class Model:
    """Prefers the cells that it was taught, as a network would; it is taught once and plays many games."""

    def __init__(self) -> None:
        self.worth = dict.fromkeys(range(9), 0.0)

    def teach(self, cell: Move, worth: float) -> None:
        """Change what a cell is worth."""
        self.worth[cell] += worth

    def choose(self, position: Position, limit: Limit) -> Move:
        """Return the free cell that is worth most."""
        return max(position.moves(), key=self.worth.__getitem__)


if __name__ == "__main__":
    game = cp.game("tic_tac_toe")
    player = cp.player(Repeater, taste="0,2")
    position = game.start()
    while position.moves():
        move = centre_first(position, Limit(seconds=1)) if position.turn == 0 else player.choose(position, seconds=1).move
        position = position.after(move)
    print(position)
    print(position.reason, "after", " ".join(position.origin.line_text(position.history)))

    model = Model()
    model.teach(4, 1.0)
    print(cp.match(game, model, "random", games=10, nodes=100))
