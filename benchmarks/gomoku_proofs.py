"""How many nodes the engine takes to prove wins of five in a row, and how late their winner sees them, on a set that is kept.

    python benchmarks/gomoku_proofs.py measure --out out/here.jsonl
    PYTHONPATH=PARENT/src python benchmarks/gomoku_proofs.py measure --out out/parent.jsonl
    python benchmarks/gomoku_proofs.py compare out/parent.jsonl out/here.jsonl
    python benchmarks/gomoku_proofs.py make --positions 120        how the set was made; it goes on with the file's last game

The set (`gomoku_proofs.jsonl`: number of the game, stones at the position, moves of the game) comes from games between players who
differ, many of them weak. Of a won game it holds the first position of the winner's from which on each of his positions is proven
by a search of DEEP nodes, if one of SHALLOW does not prove it. Where a foreign engine (Rapfi 0.43.02 with its
classical model, which is not kept here) proved an earlier one with as many nodes, that one stands in its place: the set is not what
we find easy.

`measure` searches each position until it is proven, with `--nodes` at most, and then the winner's positions from there on with
`--glance` nodes each: the plies until the first proof are how late the winner sees it. `compare` prints both, and the geometric
mean of the ratios of nodes, second by first, where an open search counts as all of its nodes.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path
from typing import Any

import numpy as np

from counterply import Limit
from counterply.core.values import FIRST, ONGOING, SECOND
from counterply.players import make_player
from counterply.search.alphabeta.engine import Engine
from counterply.usercode.loading import load_evaluator, load_game

SET = Path(__file__).with_name("gomoku_proofs.jsonl")
STAND_IN = Path(__file__).parent / "standins" / "gomoku.py"
PLAYERS = (  # name and nodes a move
    ("engine", 300),
    ("engine", 2_000),
    ("engine:forcing=off", 1_000),
    ("engine:sound=off,forcing=off", 1_000),
    ("engine:eval=report", 1_000),
    (f"{STAND_IN}:Windows", 5_000),
)
MOST_STONES = 120  # a longer game is not looked at
SHALLOW, DEEP = 2_000, 100_000  # nodes
SHORTEST = 5  # plies of a win
BOOTSTRAPS = 2000

Line = list[Any]  # of the set: game, stones, moves; of a measurement: game, nodes, proven, plies late


class Prover:
    """A fresh search for each position."""

    def __init__(self, game: Any) -> None:
        self.engine = Engine(game, load_evaluator(None, game))
        self.engine.warm_up(game.start())

    def prove(self, position: Any, nodes: int) -> Any:
        """Return the last report of a search that ends with a proof, or with its nodes."""
        self.engine.forget()
        *_, report = self.engine.deepen(position, Limit(nodes=nodes))
        return report


def is_proven_win(report: Any) -> bool:
    """Tell whether the side to move has a proven win."""
    return bool(report.proven and report.score > 0)


def play(game: Any, number: int, players: dict[str, Any]) -> tuple[list[Any], int]:
    """Return the positions of a game between two players by lot, from a shipped opening, and the winner or -1."""
    dice = random.Random(f"proofs {number}")
    sides = [dice.choice(PLAYERS) for _ in range(2)]
    positions = [game.position(dice.choice(game.openings()))]
    for seat, (name, _) in enumerate(sides):
        players[name].start(game, seat, number)
    while positions[-1].outcome() == ONGOING and positions[-1].ply < MOST_STONES:
        name, nodes = sides[positions[-1].turn]
        positions.append(positions[-1].after(players[name].choose(positions[-1], Limit(nodes=nodes)).move))
    return positions, {FIRST: 0, SECOND: 1}.get(positions[-1].outcome(), -1)


def first_proven(positions: list[Any], winner: int, prover: Prover) -> Any:
    """Return the first of the winner's positions from which on all of his are proven, or None if SHALLOW nodes prove it too."""
    found, hard = None, False
    for position in reversed([position for position in positions[:-1] if position.turn == winner]):
        shallow = prover.prove(position, SHALLOW)
        report = shallow if is_proven_win(shallow) else prover.prove(position, DEEP)
        if not is_proven_win(report):
            break
        found, hard = position, not is_proven_win(shallow)
    return found if hard and positions[-1].ply - found.ply >= SHORTEST else None


def make(chosen: argparse.Namespace) -> None:
    """Play games until the set holds enough positions."""
    lines = read(chosen.set)
    game = load_game("gomoku", {})
    prover, players = Prover(game), {name: make_player(name) for name, _ in PLAYERS}
    known = {game.position(" ".join(moves.split()[:stones])).record.tobytes() for _, stones, moves in lines}
    number = lines[-1][0] + 1 if lines else 0
    while len(lines) < chosen.positions:
        positions, winner = play(game, number, players)
        found = first_proven(positions, winner, prover) if winner >= 0 else None
        if found is not None and found.record.tobytes() not in known:
            known.add(found.record.tobytes())
            moves = " ".join(game.move_text(found, move) for move in positions[-1].history)
            lines.append([number, found.ply, moves])
            with chosen.set.open("a") as out:
                out.write(json.dumps(lines[-1]) + "\n")
        number += 1
        print(f"\r{number} games, {len(lines)} positions ", end="", file=sys.stderr, flush=True)


def read(path: Path) -> list[Line]:
    """Return the lines of a file of either kind; none if there is no file."""
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def measure(chosen: argparse.Namespace) -> None:
    """Search the positions that `chosen.out` does not hold yet."""
    lines = read(chosen.out)
    seen = {number for number, *_ in lines}
    game = load_game("gomoku", {})
    prover = Prover(game)
    chosen.out.parent.mkdir(parents=True, exist_ok=True)
    for number, stones, moves in read(chosen.set):
        if number in seen:
            continue
        words = moves.split()
        report = prover.prove(game.position(" ".join(words[:stones])), chosen.nodes)
        late = 0
        while stones + late < len(words) and not is_proven_win(
            prover.prove(game.position(" ".join(words[: stones + late])), chosen.glance)
        ):
            late += 2
        lines.append([number, report.nodes, is_proven_win(report), late])
        with chosen.out.open("a") as out:
            out.write(json.dumps(lines[-1]) + "\n")
        print(f"\r{len(lines)} positions ", end="", file=sys.stderr, flush=True)
    say(lines, chosen.nodes)


def needed(line: Line, most: int) -> int:
    """Return the nodes to the proof, or all that were to be had."""
    _, nodes, proven, _ = line
    return int(nodes) if proven else most


def say(lines: list[Line], most: int) -> None:
    """Print how many were proven, the quartiles of the nodes, and how late the winner sees his win."""
    low, median, high = np.percentile([needed(line, most) for line in lines], [25, 50, 75])
    late = np.array([line[3] for line in lines])
    proven = sum(line[2] for line in lines)
    print(f"{proven} of {len(lines)} proven; nodes: median {median:,.0f}, quartiles {low:,.0f} and {high:,.0f};", end=" ")
    print(f"plies late: mean {late.mean():.2f}, at most {late.max()}")


def compare(chosen: argparse.Namespace) -> None:
    """Print two measurements, and the ratio of their nodes with a bootstrap interval."""
    both = [{line[0]: line for line in read(file)} for file in chosen.files]
    shared = sorted(both[0].keys() & both[1].keys())
    for file, lines in zip(chosen.files, both, strict=True):
        print(file)
        say([lines[number] for number in shared], chosen.nodes)
    ratios = np.array([np.log(needed(both[1][key], chosen.nodes) / needed(both[0][key], chosen.nodes)) for key in shared])
    dice = np.random.default_rng(0)
    drawn = ratios[dice.integers(len(ratios), size=(BOOTSTRAPS, len(ratios)))].mean(axis=1)
    low, high = np.exp(np.percentile(drawn, [2.5, 97.5]))
    print(f"{len(shared)} positions: nodes of the second by those of the first {np.exp(ratios.mean()):.3f} [{low:.3f}, {high:.3f}]")


def main() -> None:
    """Make the set, measure on it, or compare two measurements."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    steps = parser.add_subparsers(dest="step", required=True)
    making, measuring, comparing = (steps.add_parser(name) for name in ("make", "measure", "compare"))
    making.add_argument("--positions", type=int, default=120)
    measuring.add_argument("--out", type=Path, required=True, help="a line for each position; the same command goes on")
    measuring.add_argument("--glance", type=int, default=5_000, help="nodes of a search along the game")
    comparing.add_argument("files", nargs=2, type=Path)
    for step in (making, measuring):
        step.add_argument("--set", type=Path, default=SET)
    for step in (measuring, comparing):
        step.add_argument("--nodes", type=int, default=400_000)
    chosen = parser.parse_args()
    {"make": make, "measure": measure, "compare": compare}[chosen.step](chosen)


if __name__ == "__main__":
    main()
