"""Play five in a row against itself on past each win that is found: positions to learn from, on crowded boards as on empty ones.

    python benchmarks/gomoku_games.py --rule freestyle --games 9000 --nodes 8000 --out out/freestyle

Each game begins from a shipped opening or from a few random stones near the centre; now and then one of the best moves is played at
random instead of the best. Where the search proves a win, the side to move overlooks it: it plays a likely move after which nothing
is proven. So a game is a chain of *stretches*, each decided by the proof at its end, and goes on to MOST_STONES stones. If nobody
has won by then, the last stretch is a draw: half a win.

Each position is a row, with the patterns of all cells, the candidates, the engine's choice and score, and who wins the stretch; and
so are positions beside most of them, up to STRAY plies on, as a search meets them at its leaves: one side played well, and the
other made any likely move. The same command goes on where it was stopped; several processes with a `--seed` each may fill
one folder. `benchmarks/gomoku_fit.py` learns from the folder.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path
from typing import Any

import numpy as np

from counterply import Limit
from counterply.compiling.kernels import kernel
from counterply.core.values import DRAW, ONGOING, points_of
from counterply.plugins.gomoku import hints
from counterply.plugins.gomoku.rules import MAX_SIDE
from counterply.search.alphabeta.engine import Engine
from counterply.usercode.loading import load_evaluator, load_game

CHUNK = 20  # games of a file
OPENING = range(3, 10)  # random stones
MARGIN = 3  # cells from the edge that they keep
CHANCE_OF_SHIPPED = 0.5
CHANCE_OF_NOISE = 0.03
NOISE = 6  # a random one of so many candidates
CHANCE_OF_STRAY = 0.9
STRAY = 9  # plies of one, and fewer
FEW = 300  # nodes for each of the moves that are played well there
MOST_STONES = 120  # on the board, when a game ends at the latest
OVERSIGHTS = 8  # likely moves that are tried in the place of a win, until nothing is proven after one

CANDIDATES = kernel(hints.candidates)


def opening(game: Any, texts: list[str], pick: random.Random) -> Any:
    """Return a shipped opening, or a position after a few random stones."""
    if texts and pick.random() < CHANCE_OF_SHIPPED:
        return game.position(pick.choice(texts))
    height, width = game.board
    region = [row * MAX_SIDE + column for row in range(MARGIN, height - MARGIN) for column in range(MARGIN, width - MARGIN)]
    position = game.start()
    for move in pick.sample(region, pick.choice(OPENING)):
        if position.outcome() == ONGOING:
            position = position.after(move)
    return position


def likely_moves(position: Any, most: int) -> list[int]:
    """Return the moves that a search would look at first, the likeliest first."""
    moves, scores = np.zeros(position.game.max_moves, np.int32), np.zeros(position.game.max_moves, np.int32)
    count = int(CANDIDATES(position, position.game.setup[0], position.game.memo_of(position), moves, scores))
    return [int(move) for move in moves[np.argsort(-scores[:count], kind="stable")[:most]]]


class Player:
    """The engine at a number of nodes a move, with the dice of one game."""

    def __init__(self, game: Any, engine: Engine, nodes: int, pick: random.Random) -> None:
        self.game, self.engine, self.nodes, self.pick = game, engine, nodes, pick
        height, width = game.board
        self.cells = [row * MAX_SIDE + column for row in range(height) for column in range(width)]

    def search(self, position: Any) -> Any:
        """Return the last report of a search."""
        order = position.moves()
        self.pick.shuffle(order)
        *_, report = self.engine.deepen(position, Limit(nodes=self.nodes), order=order)
        return report

    def row(self, position: Any) -> tuple[dict[str, Any], list[int]]:
        """Return a position's row, and the moves that its search looked at, the best first."""
        report = self.search(position)
        candidates = [report.move, *(move for move in self.engine.root.order() if move != report.move)]
        row = {"mover": position.turn, "stones": position.ply, "score": report.score, "proven": report.proven}
        row |= {"choice": self.cells.index(report.move), "candidates": np.packbits(np.isin(self.cells, candidates))}
        return row | {"patterns": self.game.memo_of(position)["points"]["pattern"][self.cells]}, candidates

    def stray(self, position: Any, candidates: list[int]) -> Any:
        """Return a position some plies on, where one side played well and the other any likely move; None if it is decided."""
        position, well = position.after(self.pick.choice(candidates[:NOISE])), self.pick.randrange(2)
        for _ in range(self.pick.randrange(STRAY)):
            if position.outcome() != ONGOING:
                return None
            if position.turn == well:
                *_, report = self.engine.deepen(position, Limit(nodes=FEW))
                if report.proven:
                    return None
                position = position.after(report.move)
            else:
                position = position.after(self.pick.choice(likely_moves(position, NOISE)))
        return position if position.outcome() == ONGOING else None

    def oversight(self, position: Any, win: int) -> Any:
        """Return the position after a likely move that is not `win` and after which nothing is proven; None if none is found."""
        moves = [move for move in likely_moves(position, 4 * OVERSIGHTS) if move != win]
        self.pick.shuffle(moves)
        for move in moves[:OVERSIGHTS]:
            after = position.after(move)
            if after.outcome() == ONGOING and not self.search(after).proven:
                return after
        return None


def play_one(player: Player, position: Any, number: int) -> list[dict[str, Any]]:
    """Return the rows of one game from a position on, and of positions a few random moves beside it."""
    pick, rows, stretch = player.pick, [], 0
    player.engine.forget()

    def end(outcome: int) -> None:
        for row in rows[stretch:]:
            row["result"] = points_of(outcome, row["mover"])

    while position is not None and position.outcome() == ONGOING and position.ply <= MOST_STONES:
        row, candidates = player.row(position)
        rows.append(row | {"game": number, "stray": False})
        if row["proven"]:
            turn = position.turn
            end(hints.winner_is(turn if row["score"] > 0 else 1 - turn) if row["score"] else DRAW)
            stretch = len(rows)
            position = player.oversight(position, candidates[0]) if row["score"] > 0 else position.after(candidates[0])
            continue
        beside = player.stray(position, candidates) if pick.random() < CHANCE_OF_STRAY else None
        if beside is not None:
            rows.append(player.row(beside)[0] | {"game": number, "stray": True})
        position = position.after(pick.choice(candidates[:NOISE]) if pick.random() < CHANCE_OF_NOISE else candidates[0])
    if position is not None:
        end(DRAW if position.outcome() == ONGOING else position.outcome())
    return rows


def main() -> int:
    """Play games in chunks, a file each; the same command goes on where it was stopped."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--nodes", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rule", default="freestyle")
    parser.add_argument("--size", type=int, default=15)
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    game = load_game("gomoku", {"size": str(chosen.size), "rule": chosen.rule})
    engine, openings = Engine(game, load_evaluator(None, game)), game.openings()
    engine.warm_up(game.start())
    chosen.out.mkdir(parents=True, exist_ok=True)
    for first in range(0, chosen.games, CHUNK):
        file = chosen.out / f"{chosen.rule}-{chosen.size}-{chosen.nodes}-{chosen.seed}-{first}.npz"
        if file.exists():
            continue
        rows = []
        for number in range(first, first + CHUNK):
            player = Player(game, engine, chosen.nodes, random.Random(f"{chosen.seed} {number}"))
            rows += play_one(player, opening(game, openings, player.pick), number)
        part = file.with_suffix(".part.npz")
        np.savez_compressed(part, **{name: np.array([row[name] for row in rows]) for name in rows[0]})
        part.rename(file)
        print(f"{first + CHUNK} games, {len(rows)} positions", file=sys.stderr, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
