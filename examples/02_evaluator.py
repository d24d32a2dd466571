"""Evaluators of one's own for a game that exists: compiled, in plain Python, and linear with features.

python examples/02_evaluator.py
counterply analyse tic_tac_toe --eval examples/02_evaluator.py:open_lines
counterply match tic_tac_toe alphabeta:depth=2,eval=examples/02_evaluator.py:open_lines random --nodes 1000
"""

import numpy as np
from numpy.typing import NDArray

import counterply as cp
from counterply import Evaluator, Record, Seat, kernel

LINES = np.array([0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124], np.int64)  # as bits of the nine cells


@kernel
def open_for(position: Record, player: Seat) -> int:
    """Count the lines that the other player has not touched."""
    count = 0
    for line in LINES:
        if position["stones"][1 - player] & line == 0:
            count += 1
    return count


def open_lines(position: Record, player: Seat) -> float:
    """Lines open for `player` minus lines open for the other: compiled into the search."""
    return float(open_for(position, player) - open_for(position, 1 - player))


def in_plain_python(position: Record, player: Seat) -> float:
    """The same with what a kernel cannot do: text. It works, more slowly, and reports say so."""
    first, second = (f"{int(stones):09b}" for stones in position["stones"])
    lines = [[8 - cell for cell in range(9) if line >> cell & 1] for line in LINES.tolist()]
    free = [sum(all(text[cell] == "0" for cell in line) for line in lines) for text in (second, first)]
    return float(free[player] - free[1 - player])


def features(position: Record, player: Seat, out: NDArray[np.float64]) -> None:
    """Two numbers; their weights are data, so that tuning compiles nothing."""
    out[0] = open_for(position, player) - open_for(position, 1 - player)
    own, other = int(position["stones"][player]), int(position["stones"][1 - player])  # unsigned numbers know no -1
    out[1] = (own >> 4 & 1) - (other >> 4 & 1)


compiled = Evaluator("open_lines", open_lines, antisymmetric=True)
plain = Evaluator("plain", in_plain_python, antisymmetric=True, plain=True)
linear = Evaluator("linear", features=features, feature_names=("open lines", "centre"), weights=(1.0, 0.5), antisymmetric=True)
evaluators = [compiled, plain, linear]

if __name__ == "__main__":
    game = cp.game("tic_tac_toe")
    position = game.position("moves 1,1 0,0")
    print(position)
    for evaluator in evaluators:
        bound = evaluator.bind(game)
        print(f"{evaluator.name}: {bound.grid_value(position.record, position.turn) / evaluator.grid:+.2f} for the player to move")
        for name, feature, weight in bound.explain(position.record, position.turn):
            print(f"    {name} {feature:+g} x {weight:g}")
