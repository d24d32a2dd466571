"""Two source trees against each other: the engine as it is here, and as it was at another commit; or two evaluators.

    git worktree add /tmp/parent COMMIT
    python benchmarks/trees.py gomoku --trees src /tmp/parent/src --nodes 50000 60000 --pairs 100 --out out/parent.jsonl

Each side is a process of its own that imports its own tree. Limits are nodes, so that a busy machine changes no game, and the CPU
seconds that each side has used are counted: choose the nodes so that they agree. With `--out` a run goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

MOST_PLIES = 400  # a game that is longer counts as drawn


def serve(chosen: argparse.Namespace) -> None:
    """Answer positions on standard input, a line of moves each, with a move and CPU seconds; an empty line begins a new game."""
    from counterply.core.limits import Limit
    from counterply.players.base import first_turn
    from counterply.search.choose import Wishes, search_for
    from counterply.usercode.loading import load_evaluator, load_game

    try:
        from counterply.search.request import SearchRequest
    except ImportError:  # an older tree
        from counterply.search.choose import SearchRequest  # type: ignore[attr-defined, no-redef]

    game = load_game(chosen.game, options_of(chosen))
    search = search_for(game, load_evaluator(chosen.evals[0] or None, game), Wishes(memory=32))
    limit = Limit(nodes=chosen.nodes[0])
    list(search.deepen(SearchRequest(first_turn(game), Limit(nodes=1000))))
    for line in sys.stdin:
        moves, seed = json.loads(line)
        if not moves:
            search.forget()
            continue
        position = game.start()
        for move in moves:
            position = position.after(move)
        begin = time.process_time()
        *_, report = search.deepen(SearchRequest(position, limit, seed=seed))
        print(json.dumps([report.move, time.process_time() - begin, report.depth]), flush=True)


def options_of(chosen: argparse.Namespace) -> dict[str, str]:
    """Return the game's options."""
    return dict(text.split("=", 1) for text in chosen.set)


class Side:
    """A process that plays for one tree.

    Attributes
    ----------
    seconds, moves, plies : CPU seconds used for so many moves, and the depths reached, added up
    """

    def __init__(self, chosen: argparse.Namespace, number: int) -> None:
        command = [sys.executable, __file__, chosen.game, "--serve", "--nodes", str(chosen.nodes[number])]
        command += ["--evals", chosen.evals[number], *(word for text in chosen.set for word in ("--set", text))]
        environment = {**os.environ, "PYTHONPATH": str(Path(chosen.trees[number]).resolve())}
        self._process = subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.seconds, self.moves, self.plies = 0.0, 0, 0

    def ask(self, moves: list[int], seed: int) -> int:
        """Return the move for a position; no moves: a new game begins, and nothing is answered."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps([moves, seed]), file=self._process.stdin, flush=True)
        if not moves:
            return -1
        move, seconds, depth = json.loads(self._process.stdout.readline())
        self.seconds, self.moves, self.plies = self.seconds + seconds, self.moves + 1, self.plies + depth
        return int(move)


def play(game: Any, moves: list[int], sides: tuple[Side, Side], seed: int) -> float:
    """Return the points of the first of two sides from an opening on."""
    from counterply.core.values import FIRST, ONGOING, SECOND

    position, moves = game.start(), list(moves)
    for move in moves:
        position = position.after(move)
    for side in sides:
        side.ask([], 0)
    while position.outcome() == ONGOING and len(moves) < MOST_PLIES:
        moves.append(sides[position.turn].ask(moves, seed + len(moves)))
        position = position.after(moves[-1])
    return {FIRST: 1.0, SECOND: 0.0}.get(position.outcome(), 0.5)


def match(chosen: argparse.Namespace) -> None:
    """Play the pairs and print the standing of the first side."""
    from tune_search import Notes, result

    from counterply.arena.openings import openings_of
    from counterply.arena.statistics import Standing, pair_standing
    from counterply.usercode.loading import load_game

    game = load_game(chosen.game, options_of(chosen))
    sides = Side(chosen, 0), Side(chosen, 1)
    openings = openings_of(game, chosen.openings, chosen.pairs, chosen.seed).lines
    settings = {name: getattr(chosen, name) for name in ("game", "set", "trees", "evals", "nodes", "seed", "openings")}
    standing, notes = Standing(), Notes(chosen.out, json.loads(json.dumps(settings)))
    for _, first, second in notes.lines:
        standing += pair_standing(first, second)
    for number in range(len(notes.lines), chosen.pairs):
        opening, seed = list(openings[number % len(openings)]), chosen.seed + MOST_PLIES * number
        first = play(game, opening, sides, seed)
        second = 1.0 - play(game, opening, (sides[1], sides[0]), seed)
        notes.add([number, first, second])
        standing += pair_standing(first, second)
        print(f"\r{result(standing)} ", end="", file=sys.stderr, flush=True)
    cost = " and ".join(f"{1000 * side.seconds / max(side.moves, 1):.1f}" for side in sides)
    depth = " and ".join(f"{side.plies / max(side.moves, 1):.1f}" for side in sides)
    print(f"\n{result(standing)}; {cost} ms of CPU a move, depth {depth}")


def main() -> None:
    """Play a match, or be one side of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--trees", nargs=2, default=("src", "src"), help="folders with the package, ours first")
    parser.add_argument("--evals", nargs="+", default=("", ""), help="evaluators; empty: the game's own")
    parser.add_argument("--nodes", nargs="+", type=int, default=(30_000, 30_000))
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--openings", default="")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="an option of the game")
    parser.add_argument("--out", type=Path, help="keep the pairs here; the same command goes on")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    try:
        (serve if chosen.serve else match)(chosen)
    except ValueError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
