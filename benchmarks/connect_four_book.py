"""Make the book of connect four: the outcome of each position of eight stones. Or check it by our own search.

    python benchmarks/connect_four_book.py make
    python benchmarks/connect_four_book.py check [--positions 100] [--seed 0] [--nodes 200000000]

`make` asks BitBully (``pip install bitbully bitbully-databases``, AGPL; its 12-ply book is exact), as our own search would take a
day for some 92,000 positions: two minutes. `check` proves a random sample without the book; where they differ, it says so and
leaves with 1. Positions that are over, or in which a side has won, are not in the book.
"""

import argparse
import random
import sys
import time

import numpy as np

from counterply import Limit
from counterply.core.values import DRAW, FIRST, ONGOING, SECOND
from counterply.games.connect_four import game
from counterply.games.connect_four.book import FILE, NUMBERS, OUTCOMES_PER_BYTE, STONES, decided, number_of
from counterply.search.alphabeta.engine import Engine
from counterply.search.exact.outcomes import LOSS, WIN, prove_outcome
from counterply.usercode.loading import load_evaluator

GAME = game(book=False)


def positions_by_number():
    """Return a position for each number that can come up and is not over."""
    level = {GAME.start().key(): GAME.start()}
    for _ in range(STONES):
        after = (position.after(move) for position in level.values() for move in position.moves())
        level = {position.key(): position for position in after if position.outcome() == ONGOING}
    return {int(number_of(position.record)): position for position in level.values()}


def make() -> int:
    """Write the book."""
    from bitbully import BitBully, Board

    solver = BitBully("12-ply-dist")
    outcomes = np.zeros(-(-NUMBERS // OUTCOMES_PER_BYTE) * OUTCOMES_PER_BYTE, np.uint8)
    known: dict[int, int] = {}  # by canonical key
    for number, position in positions_by_number().items():
        name = position.canonical_key()
        if name not in known:
            board = Board()
            assert all(board.play(move) for move in position.history)
            best = max(solver.score_all_moves(board).values())
            known[name] = FIRST if best > 0 else SECOND if best < 0 else DRAW
        outcomes[number] = known[name]
    parts = outcomes.reshape(-1, OUTCOMES_PER_BYTE) << np.arange(0, 2 * OUTCOMES_PER_BYTE, 2, np.uint8)
    np.bitwise_or.reduce(parts, axis=1).astype(np.uint8).tofile(FILE)
    print(f"{np.count_nonzero(outcomes):,} positions, {len(known):,} but for mirrored ones, in {FILE}")
    return 0


def check(positions: int, seed: int, nodes: int) -> int:
    """Prove a random sample of the book without it; return how many outcomes differ."""
    listed = positions_by_number()
    book = game()
    engine = Engine(GAME, load_evaluator(None, GAME), memory_mb=512)
    engine.warm_up(GAME.start())
    wrong = unknown = 0
    begin = time.process_time()
    for number in random.Random(seed).sample(sorted(listed), positions):
        position = listed[number]
        engine.forget()
        proof = prove_outcome(engine, position, Limit(nodes=nodes))
        said = decided(position.record, book.setup[0])
        if proof.value is None:
            unknown += 1
        elif said != {WIN: FIRST, LOSS: SECOND}.get(proof.value, DRAW):
            wrong += 1
            print(f"moves {' '.join(map(str, position.history))}: the book says {said}, the proof {proof.value}")
    seconds = time.process_time() - begin
    print(f"{positions - unknown} proven, {wrong} differ, {unknown} not proven within {nodes:,} nodes; {seconds:.0f} s of CPU")
    return int(wrong > 0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("what", choices=["make", "check"])
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--nodes", type=int, default=200_000_000)
    chosen = parser.parse_args()
    sys.exit(make() if chosen.what == "make" else check(chosen.positions, chosen.seed, chosen.nodes))
