"""Endings of Fishing Derby, at most two fish left: does the engine keep the exact margin that `solve` proves?

python benchmarks/derby_endings.py [POSITIONS] [NODES]
"""

import sys
from random import Random

from counterply import ONGOING, Limit
from counterply.plugins.fishing_derby.game import game_of
from counterply.plugins.fishing_derby.scenarios import random_scenario
from counterply.search.alphabeta.engine import Engine
from counterply.search.exact.solve import solve

LENGTHS = (20, 40, 60)  # plies


def ending(seed: int):
    """Return a position after random moves in a random scenario of one or two fish, moving or still."""
    random = Random(seed)
    length = random.choice(LENGTHS)
    game = game_of(random_scenario(1 + seed % 2, seed, seed % 4 < 2, length), first="green")
    position = game.start()
    for _ in range(random.randrange(length - 4)):
        after = position.after(random.choice(position.moves()))
        if after.outcome() != ONGOING:
            break
        position = after
    return position


def exact_margin(position, nodes: int):
    """Return the first player's margin under best play, or None if it is not proven with so many nodes."""
    solution = solve(position, Limit(nodes=nodes), position.game.evaluators[0], memory_mb=16)
    return solution.margin if solution.proven else None


def main() -> None:
    count, nodes = (int(word) for word in (*sys.argv[1:], *("200", "50000")[len(sys.argv) - 1 :]))
    kept = lost = unknown = proven = 0
    for seed in range(count):
        position = ending(seed)
        before = exact_margin(position, 3_000_000)
        *_, report = Engine(position.game, position.game.evaluators[0], memory_mb=16).deepen(position, Limit(nodes=nodes))
        after = exact_margin(position.after(report.move), 3_000_000)
        proven += report.proven
        if before is None or after is None:
            unknown += 1
        elif before == after:
            kept += 1
        else:
            lost += 1
            print(f"seed {seed}: {before:+d} before, {after:+d} after {position.move_text(report.move)}")
    print(f"{count} endings, {nodes:,} nodes a move: {kept} moves keep the exact margin, {lost} do not, {unknown} not solved")
    print(f"{proven} of the moves were proven best at once")


if __name__ == "__main__":
    main()
