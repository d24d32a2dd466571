"""Judge the openings that come with five in a row deeper than they were made, and throw out those that one side always wins.

    python benchmarks/gomoku_openings.py --rule freestyle --size 15 --notes out/freestyle-15.jsonl [--write]

Each opening is searched with many nodes, and then played on by the engine against itself, both sides alike. An opening goes where
the search's value is LOPSIDED or more for a side, or proven; and where one side wins all of GAMES games and then all of as many
more. `--notes` keeps a line for each opening; the same command goes on where it was stopped. `--write` writes the file anew.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from typing import Any

from counterply.core.limits import Limit
from counterply.core.values import FIRST, ONGOING, SECOND
from counterply.games.gomoku.openings import opening_file
from counterply.search.alphabeta.engine import Engine
from counterply.usercode.loading import load_evaluator, load_game

LOPSIDED = 1.1  # the logarithm of the odds: three to one
DEEP, QUICK = 400_000, 4_000  # nodes: of the search, and of each move of the games
GAMES = 4
FIRST_PLIES = 4  # of a game, where one of the two best moves is played
MOST_PLIES = 120  # a longer game is no win


def play(game: Any, engine: Engine, position: Any, dice: random.Random) -> int:
    """Return who wins a game of the engine against itself: 1 Black, -1 White, 0 nobody."""
    engine.forget()
    start = position.ply
    while position.outcome() == ONGOING and position.ply < MOST_PLIES:
        order = position.moves()
        dice.shuffle(order)
        *_, report = engine.deepen(position, Limit(nodes=QUICK), order=order)
        if report.proven and report.score:
            return 1 if (report.score > 0) == (position.turn == 0) else -1
        best = engine.root_order()[: 2 if position.ply < start + FIRST_PLIES else 1]
        position = position.after(dice.choice([report.move, *best]))
    return {FIRST: 1, SECOND: -1}.get(position.outcome(), 0)


def judge(game: Any, engine: Engine, line: str) -> dict[str, Any]:
    """Return what is found out about an opening; the value and the games in Black's view."""
    position, dice = game.position(f"pos {line}"), random.Random(line)
    engine.forget()
    *_, report = engine.deepen(position, Limit(nodes=DEEP))
    value = report.score / report.grid * (1 if position.turn == 0 else -1)
    found = {"opening": line, "value": round(value, 3), "proven": report.proven, "games": []}
    if report.proven or abs(value) >= LOPSIDED:
        return found
    for _ in range(2):
        found["games"] += [play(game, engine, position, dice) for _ in range(GAMES)]
        if len(set(found["games"])) > 1:
            break
    return found


def lopsided(found: dict[str, Any]) -> bool:
    """Tell whether an opening goes."""
    games = found["games"]
    always_won = len(games) == 2 * GAMES and set(games) in ({1}, {-1})
    return found["proven"] or abs(found["value"]) >= LOPSIDED or always_won


def main() -> None:
    """Judge a file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rule", default="freestyle")
    parser.add_argument("--size", type=int, default=15)
    parser.add_argument("--notes", type=Path, required=True)
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    game = load_game("gomoku", {"rule": chosen.rule, "size": str(chosen.size)})
    file = opening_file(chosen.rule, chosen.size)
    text = file.read_text(encoding="utf-8").splitlines()
    lines = [line for line in text if line and not line.startswith("#")]
    notes = [json.loads(line) for line in chosen.notes.read_text().splitlines()] if chosen.notes.exists() else []
    known = {found["opening"]: found for found in notes}
    engine = Engine(game, load_evaluator(None, game))
    chosen.notes.parent.mkdir(parents=True, exist_ok=True)
    for line in lines:
        if line not in known:
            known[line] = judge(game, engine, line)
            with chosen.notes.open("a") as out:
                out.write(json.dumps(known[line]) + "\n")
    kept = [line for line in lines if not lopsided(known[line])]
    print(f"{file.name}: {len(kept)} of {len(lines)} stay")
    if chosen.write:
        first, made, *_ = text
        header = [
            first.replace(str(len(lines)), str(len(kept)), 1),
            made,
            f"# Of those {len(lines)}, the ones that benchmarks/gomoku_openings.py found lopsided are left out: a value of"
            f" {LOPSIDED} or more after {DEEP} nodes, or {2 * GAMES} games of {2 * GAMES} won by one side.",
        ]
        file.write_text("\n".join([*header, *kept]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
