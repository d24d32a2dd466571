"""How our player keeps Gomocup's time, seen from the manager's end: late moves, and how much of the limit is used.

    python benchmarks/gomocup_host.py --turn 200 --games 200 --moves 4
    python benchmarks/gomocup_host.py --turn 500 --games 10 --manager cli

Each game is the order of events of one manager: Piskvork (a process a game; START, OK, INFO, then BEGIN or TURN) or c-gomoku-cli
(one process; ABOUT, and START before each game). The opponent is the same program with few nodes. A move is late when its answer
comes after `--turn` ms. `/proc` says how long the system let our process wait for a core meanwhile; a move that is late by no more
than that was made late by the machine.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np

SIZE = 15
NODES = 3000  # of the opponent
A_MOVE = re.compile(r"(\d+),(\d+)")
A_PROOF = re.compile(r"value (win|loss|draw)")
MEMORY = 350 << 20


class Program:
    """Our program as a manager sees it."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "counterply", "host", "gomocup"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.said = ""  # the last message before an answer

    def send(self, *lines: str) -> None:
        """Send lines at once."""
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\r\n" for line in lines))
        self.process.stdin.flush()

    def answer(self) -> str:
        """Return the next line that is no message."""
        assert self.process.stdout is not None
        self.said = ""
        while line := self.process.stdout.readline().strip():
            if not line.startswith(("MESSAGE", "DEBUG")):
                return line
            self.said = line
        raise RuntimeError("the program has ended")

    def waited(self) -> float:
        """Return how many seconds its threads have waited for a core so far; 0 where the system does not tell."""
        total = 0
        with suppress(OSError):
            for task in Path(f"/proc/{self.process.pid}/task").iterdir():
                total += int((task / "schedstat").read_text().split()[1])
        return total / 1e9

    def end(self) -> None:
        """End it."""
        self.send("END")
        self.process.wait()


@dataclass(frozen=True)
class Move:
    """One move of ours: seconds to the answer, those of them spent waiting for a core, and whether its limit ended the search."""

    number: int
    seconds: float
    waited: float
    full: bool


def settings(turn: int, nodes: int = 0) -> list[str]:
    """Return what a manager tells before a game."""
    lines = ["INFO rule 0", f"INFO timeout_turn {turn}", "INFO timeout_match 0", f"INFO max_memory {MEMORY}", "INFO game_type 1"]
    return [*lines, *([f"INFO max_node {nodes}"] if nodes else [])]


def begin(program: Program, lines: list[str]) -> None:
    """Begin a game: wait for OK, then tell the settings."""
    program.send(f"START {SIZE}")
    assert program.answer() == "OK"
    program.send(*lines)


def over(stones: dict[tuple[int, int], int], last: tuple[int, int]) -> bool:
    """Tell whether the last stone makes five."""
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        row = 1
        for sign in (1, -1):
            x, y = last
            while stones.get((x := x + sign * dx, y := y + sign * dy)) == stones[last]:
                row += 1
        if row >= 5:
            return True
    return len(stones) == SIZE * SIZE


def play(ours: Program, other: Program, chosen: argparse.Namespace, rng: random.Random) -> list[Move]:
    """Play a game from a random first stone; return our moves."""
    begin(ours, settings(chosen.turn))
    begin(other, settings(10_000, NODES))
    moves: list[Move] = []
    stones: dict[tuple[int, int], int] = {}
    last: tuple[int, int] | None = None
    mover = rng.randrange(2)
    if mover == 1:  # a random first stone of the opponent's
        last = (rng.randrange(5, 10), rng.randrange(5, 10))
        stones[last] = 1
        other.send("BOARD", f"{last[0]},{last[1]},1", f"{(last[0] + 1) % SIZE},{last[1]},2", "DONE")  # it answers; not played
        other.answer()
        begin(other, settings(10_000, NODES))
        mover = 0
    while len(moves) < chosen.moves:
        program = (ours, other)[mover]
        board = [f"{x},{y},{1 if owner == mover else 2}" for (x, y), owner in stones.items()]
        order = ["BEGIN"] if last is None else [f"TURN {last[0]},{last[1]}"]
        if mover == 1 and len(moves) == 1 and len(stones) > 1:
            order = ["BOARD", *board, "DONE"]
        before, start = program.waited(), time.perf_counter()
        program.send("INFO time_left 2147483647", *order)
        found = A_MOVE.fullmatch(program.answer())
        seconds = time.perf_counter() - start
        assert found is not None
        if mover == 0:
            full = " depth " in program.said and not A_PROOF.search(program.said)
            moves.append(Move(len(moves), seconds, program.waited() - before, full))
        last = (int(found[1]), int(found[2]))
        stones[last] = mover
        if over(stones, last):
            break
        mover = 1 - mover
    return moves


def main() -> None:
    """Play the games and print how the limit was kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turn", type=int, default=200, help="ms of a move")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--moves", type=int, default=100, help="of ours, at most, in a game")
    parser.add_argument("--manager", choices=["piskvork", "cli"], default="piskvork")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    rng, moves = random.Random(chosen.seed), list[Move]()
    other = Program()
    ours = Program()
    for number in range(chosen.games):
        if number and chosen.manager == "piskvork":
            ours.end()
            ours = Program()
        if chosen.manager == "cli":
            ours.send("ABOUT")
            ours.answer()
        moves += play(ours, other, chosen, rng)
    ours.end()
    other.end()
    limit = chosen.turn / 1000
    late = [move for move in moves if move.seconds > limit]
    own = [move for move in late if move.seconds - move.waited > limit]
    firsts = [move.seconds for move in moves if move.number == 0]
    full = [move.seconds for move in moves if move.full]
    print(f"{chosen.manager}, {chosen.turn} ms, {chosen.games} games, {len(moves)} moves; load {os.getloadavg()[0]:.1f}")
    worst = max((move.seconds - limit for move in late), default=0.0)
    print(f"  late: {len(late)}, by at most {1000 * worst:.1f} ms; {sum(move.number == 0 for move in late)} of them first moves;")
    print(f"  late without the time that the machine took: {len(own)}")
    print(f"  first moves: median {1000 * np.median(firsts):.1f} ms, longest {1000 * max(firsts):.1f} ms")
    shares = np.percentile(np.array(full or [0.0]) / limit * 100, [5, 50, 95, 100])
    print(f"  used by {len(full)} moves that proved nothing: {', '.join(f'{share:.1f}' for share in shares)} % (5, 50, 95, 100 %)")


if __name__ == "__main__":
    main()
