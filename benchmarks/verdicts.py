"""How often the board's Review calls a move a mistake: moves of a strong player, and of a weak one, with a longer search as judge.

    python benchmarks/verdicts.py othello breakthrough isolation connect_four mine.py

A verdict should stand where the longer search agrees, and a strong player's move should seldom have one.
"""

from __future__ import annotations

import argparse
import time
from random import Random
from typing import Any

from counterply.core.limits import Limit
from counterply.core.values import CHANCE, ONGOING
from counterply.players.named import NamedPlayer
from counterply.plugins.board.requests import VERDICTS
from counterply.plugins.board.search import SearchProcess
from counterply.usercode.loading import load_game

FIRST_MOVES = 4  # drawn by lot
MARKS = {"?!": VERDICTS["inaccuracy"], "?": VERDICTS["mistake"], "??": VERDICTS["blunder"]}


def moves_of(game: Any, player: str, nodes: int | None, games: int, plies: int) -> list[tuple[Any, Any]]:
    """Return the positions and moves of some games of a player against itself."""
    found = []
    for seed in range(games):
        random, position = Random(seed), game.start()
        players = [NamedPlayer(player) for _ in range(2)]
        for seat, each in enumerate(players):
            each.start(game, seat, seed)
        while position.outcome() == ONGOING and position.ply < plies:
            if position.turn == CHANCE:
                outcomes, weights = zip(*position.chances(), strict=True)
                move = random.choices(outcomes, weights)[0]
            elif position.ply < FIRST_MOVES:
                move = random.choice(position.moves())
            else:
                move = players[position.turn].choose(position, Limit(nodes=nodes)).move
                found.append((position, move))
            position = position.after(move)
    return found


def losses(process: SearchProcess, moves: list[tuple[Any, Any]], nodes: int) -> list[float]:
    """Return what Review says that each move lost; 0 where it says nothing."""
    found = []
    for position, move in moves:
        told: list[dict[str, Any]] = []
        request = {"limit": {"nodes": nodes}, "threat": False, "move": position.move_text(move)}
        process.review(position, request, told.append)
        found.append(told[-1]["lost"] or 0.0)
    return found


def marked(found: list[float]) -> str:
    """Return how many moves have at least each mark."""
    return ", ".join(f"{mark} {sum(each >= least for each in found)}" for mark, least in MARKS.items())


def main() -> None:
    """Print the marks of each game's moves."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="+")
    parser.add_argument("--nodes", type=int, default=30_000, help="of Review's searches")
    parser.add_argument("--strong", type=int, default=300_000, help="of the strong player")
    parser.add_argument("--weak", default="level:strength=2")
    parser.add_argument("--judge", type=int, default=600_000, help="of the longer search; 0: no weak player")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--plies", type=int, default=40)
    options = parser.parse_args()
    for name in options.game:
        game, process = load_game(name), SearchProcess()
        begin = time.process_time()
        strong = moves_of(game, "engine", options.strong, options.games, options.plies)
        said = losses(process, strong, options.nodes)
        print(f"{name}: {len(strong)} moves of {options.strong:,} nodes: {marked(said)}", flush=True)
        if options.judge:
            weak = moves_of(game, options.weak, None, options.games, options.plies)
            quick, slow = losses(process, weak, options.nodes), losses(process, weak, options.judge)
            both = sum(a >= MARKS["?"] and b >= MARKS["?"] for a, b in zip(quick, slow, strict=True))
            bad = sum(a >= MARKS["?"] and b < MARKS["?!"] for a, b in zip(quick, slow, strict=True))
            print(f"  {len(weak)} moves of {options.weak}: {marked(quick)}; longer {marked(slow)}")
            print(f"  ? in both {both}, ? and then none {bad}")
        print(f"  {time.process_time() - begin:.0f} s of CPU", flush=True)


if __name__ == "__main__":
    main()
