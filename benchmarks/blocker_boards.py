"""How many random boards of Blocker are solved exactly, and how fast; what is proven of larger ones when time is up.

    python benchmarks/blocker_boards.py [--size 7x7] [--food 6] [--walls 0-9] [--seconds 60] [--seed 0]

One board for each number of inner walls; none is left out.
"""

import argparse
import random
import tempfile
from pathlib import Path

from counterply import Limit
from counterply.plugins.blocker.game import game
from counterply.plugins.blocker.generator import board_text, random_board
from counterply.search.exact.solution import known_of
from counterply.search.exact.solve import solve

parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
parser.add_argument("--size", default="7x7")
parser.add_argument("--food", type=int, default=6)
parser.add_argument("--walls", default="0-9")
parser.add_argument("--seconds", type=float, default=60.0)
parser.add_argument("--seed", type=int, default=0)
chosen = parser.parse_args()
width, height = map(int, chosen.size.split("x"))
first, last = map(int, chosen.walls.split("-"))
solved = 0
for walls in range(first, last + 1):
    text = board_text(random_board(random.Random(chosen.seed * 1000 + walls), width, height, walls, chosen.food))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "board.txt"
        file.write_text(text)
        solution = solve(game(board=str(file)).start(), Limit(seconds=chosen.seconds))
    solved += solution.proven
    known = solution.outcome or known_of(solution.lower, solution.upper)
    distance = "" if solution.distance is None else f" in {solution.distance}"
    cells = text.split("\n", 1)[1].count(" ") + chosen.food + 2
    cost = f"{solution.nodes:,} nodes, {solution.seconds:.2f} s"
    print(f"{walls} walls, {cells} open cells: {known}{distance}, {cost}", flush=True)
print(f"{solved} of {last - first + 1} solved within {chosen.seconds:g} s each")
