"""Choose openings of five in a row by the results of games between two different players, and by a judge that is neither.

    python benchmarks/gomoku_openings.py judge --rule freestyle --pool 400 --notes out/freestyle-15.jsonl
    python benchmarks/gomoku_openings.py choose --notes out/freestyle-15.jsonl --count 200 --write
    python benchmarks/gomoku_openings.py verify --rule freestyle --nodes 20000 --games 200 --notes out/verify.jsonl

What a player's own score calls even is even only if that score is. So two players that learnt from different games, the engine with
this rule's network and with another rule's (OTHER), play each opening in both colours, and the other network's score after DEEP
nodes is kept. A logistic regression over all games says how likely Black wins by that score, by whose turn it is and by a constant:
the score's own bias is in the constant. That chance counts as PRIOR games beside the two that were played, and openings are chosen
for which both together are nearest to a half, and a half on average. `judge` looks at the openings that are shipped and at a pool
of random ones; `verify` plays games of another seed from those that are shipped, and says what share of the decided ones Black
wins. `--notes` keeps a line for each opening or game; the same command goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path
from typing import Any

import numpy as np
from gomoku_stages import sigmoid

from counterply.arena.statistics import wilson
from counterply.core.limits import Limit
from counterply.core.values import FIRST, ONGOING, SECOND
from counterply.plugins.gomoku.generator import random_opening
from counterply.plugins.gomoku.openings import opening_file
from counterply.plugins.gomoku.patterns import set_network
from counterply.plugins.gomoku.records import write_pos
from counterply.search.alphabeta.engine import Engine
from counterply.usercode.loading import load_evaluator, load_game

OTHER = {"freestyle": "standard", "standard": "freestyle", "renju": "standard"}  # whose network the other player has
DEEP = 50_000  # nodes of the judge's score
LOPSIDED = 0.75  # nats of the judge's score, in either colour: no games are played
MOST_PLIES = 100  # a longer game is no win
NEWTON_STEPS, PULL = 50, 0.5
PRIOR = 4.0  # games
CENTRE_STEP = 0.01


def players(chosen: argparse.Namespace) -> list[tuple[Any, Engine]]:
    """Return both players: a game and an engine for it each, the other network in the second one's."""
    made = []
    for network in (chosen.rule, OTHER[chosen.rule]):
        game = load_game("gomoku", {"rule": chosen.rule, "size": str(chosen.size)})
        setup = game.setup.copy()
        set_network(setup["tables"], network, chosen.size, chosen.size)
        setup.flags.writeable = False
        game.setup = setup
        engine = Engine(game, load_evaluator(None, game))
        engine.warm_up(game.start())
        made.append((game, engine))
    return made


def play(sides: list[tuple[Any, Engine]], moves: list[int], nodes: int, dice: random.Random) -> int:
    """Return who wins a game, the first of `sides` as Black: 1 Black, -1 White, 0 nobody."""
    positions = []
    for game, engine in sides:
        engine.forget()
        position = game.start()
        for move in moves:
            position = position.after(move)
        positions.append(position)
    while positions[0].outcome() == ONGOING and positions[0].ply < MOST_PLIES:
        turn = positions[0].turn
        order = positions[turn].moves()
        dice.shuffle(order)
        *_, report = sides[turn][1].deepen(positions[turn], Limit(nodes=nodes), order=order)
        if report.proven and report.score:
            return 1 if (report.score > 0) == (turn == 0) else -1
        positions = [position.after(report.move) for position in positions]
    return {FIRST: 1, SECOND: -1}.get(positions[0].outcome(), 0)


def games_of(both: list[tuple[Any, Engine]], moves: list[int], nodes: int, dice: random.Random) -> list[int]:
    """Return the results of two games from an opening, each player once as Black."""
    return [play(sides, moves, nodes, dice) for sides in (both, both[::-1])]


def shipped(chosen: argparse.Namespace) -> list[str]:
    """Return the lines of the file."""
    text = opening_file(chosen.rule, chosen.size).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def judge(chosen: argparse.Namespace, known: list[Any]) -> None:
    """Keep, for each opening, whose turn it is, the judge's score in Black's view, and the results of two games."""
    both = players(chosen)
    game, engine = both[1]
    seen = {found["key"] for found in known}
    openings = [game.position(f"pos {line}") for line in shipped(chosen)]
    openings += [random_opening(game, random.Random(f"{chosen.seed} {number}")) for number in range(chosen.pool)]
    for number, position in enumerate(openings):
        key = str(position.canonical_key())
        if key in seen:
            continue
        seen.add(key)
        engine.forget()
        *_, report = engine.deepen(position, Limit(nodes=DEEP))
        score = report.score / report.grid * (1 if position.turn == 0 else -1)
        even = not report.proven and abs(score) < LOPSIDED
        results = games_of(both, list(position.history), chosen.nodes, random.Random(f"{chosen.seed} {key}")) if even else []
        found = {"key": key, "opening": write_pos(position), "turn": position.turn, "score": round(score, 3), "games": results}
        with chosen.notes.open("a") as out:
            out.write(json.dumps(found) + "\n")
        print(f"\r{number + 1} of {len(openings)} ", end="", file=sys.stderr, flush=True)


def chances(known: list[Any]) -> np.ndarray:
    """Return how likely Black wins from each opening: by the judge's score, whose turn it is and a constant, and by its games."""
    inputs = np.array([[found["score"], found["turn"], 1.0] for found in known])
    played = np.array([index for index, found in enumerate(known) for result in found["games"] if result])
    won = np.array([result > 0 for found in known for result in found["games"] if result], float)
    weights = np.zeros(inputs.shape[1])
    for _ in range(NEWTON_STEPS):
        chance = sigmoid(inputs[played] @ weights)
        curve = (inputs[played] * (chance * (1 - chance))[:, None]).T @ inputs[played] + PULL * np.eye(len(weights))
        weights -= np.clip(np.linalg.solve(curve, inputs[played].T @ (chance - won) + PULL * weights), -1, 1)
    print(
        f"{len(won)} decided games, {won.mean():.1%} won by Black; score, White's turn, constant: {np.round(weights, 2).tolist()}"
    )
    points = np.array([[len(found["games"]), (len(found["games"]) + sum(found["games"])) / 2] for found in known])
    return (PRIOR * sigmoid(inputs @ weights) + points[:, 1]) / (PRIOR + points[:, 0])  # type: ignore[no-any-return]


def choose(chosen: argparse.Namespace, known: list[Any]) -> None:
    """Print, or write with `--write`, the openings whose chance is nearest to a half."""
    known = [found for found in known if found["games"]]
    chance = chances(known)
    for centre in np.arange(0.5, 0.0, -CENTRE_STEP):  # most chances lie above a half: of those nearest to it, the mean would too
        kept = np.argsort(np.abs(chance - centre), kind="stable")[: chosen.count]
        if chance[kept].mean() <= 0.5:
            break
    said = f"{chance[kept].min():.2f} to {chance[kept].max():.2f}, {chance[kept].mean():.2f} on average"
    print(f"{len(kept)} of {len(known)} stay; Black's chance {said}")
    if chosen.write:
        header = [
            f"# {len(kept)} openings of gomoku: stones as in h8i9 (a1 top left), Black first; none twice, symmetry aside.",
            f"# Of {len(known)}, shipped before or at random, those from which Black is likeliest to win half of the games between",
            f"# two different players, {said} (benchmarks/gomoku_openings.py).",
        ]
        lines = sorted(known[index]["opening"] for index in kept)
        opening_file(chosen.rule, chosen.size).write_text("\n".join([*header, *lines]) + "\n", encoding="utf-8")


def verify(chosen: argparse.Namespace, known: list[Any]) -> None:
    """Play from the shipped openings, in an order of the seed, and print Black's share."""
    both, lines = players(chosen), shipped(chosen)
    random.Random(chosen.seed).shuffle(lines)
    for line in lines[len(known) : chosen.games // 2]:
        moves = list(both[0][0].position(f"pos {line}").history)
        known.append(games_of(both, moves, chosen.nodes, random.Random(f"{chosen.seed} {line}")))
        with chosen.notes.open("a") as out:
            out.write(json.dumps(known[-1]) + "\n")
        print(f"\r{2 * len(known)} games ", end="", file=sys.stderr, flush=True)
    results = [result for games in known for result in games]
    black, white = results.count(1), results.count(-1)
    low, high = wilson(black / (black + white), black + white)
    split = sum(sorted(games) == [-1, 1] for games in known)
    same = sum(games in ([1, 1], [-1, -1]) for games in known)
    print(f"Black won {black} of {black + white} decided games, {black / (black + white):.1%} [{low:.1%}, {high:.1%}];", end=" ")
    print(f"{same} of {len(known)} openings went to one colour twice, {split} to each once")


def main() -> None:
    """Run one of the three steps."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=["judge", "choose", "verify"])
    parser.add_argument("--rule", default="freestyle", choices=sorted(OTHER))
    parser.add_argument("--size", type=int, default=15)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pool", type=int, default=400, help="random openings, of judge")
    parser.add_argument("--count", type=int, default=200, help="openings, of choose")
    parser.add_argument("--games", type=int, default=200, help="of verify")
    parser.add_argument("--nodes", type=int, default=20_000, help="of each move of the games")
    parser.add_argument("--notes", type=Path, required=True)
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    chosen.notes.parent.mkdir(parents=True, exist_ok=True)
    known = [json.loads(line) for line in chosen.notes.read_text().splitlines()] if chosen.notes.exists() else []
    {"judge": judge, "choose": choose, "verify": verify}[chosen.step](chosen, known)


if __name__ == "__main__":
    main()
