"""Change right command lines at random, and look whether one ever ends in a traceback, or is refused in other than one line.

python benchmarks/fuzz_commands.py [ROUNDS] [SEED]     everything happens in a temporary folder, and in this process
"""

from __future__ import annotations

import contextlib
import io
import os
import random
import shlex
import signal
import sys
import tempfile
import traceback
from collections import Counter
from pathlib import Path

from counterply.cli import run

SECONDS = 10.0  # of CPU, after which a command gets a Ctrl-C: what is right may take long
NEWS = ("compiling", "checking", "playing:", "solving openings:", "stopped;", "interrupted")
RIGHT = """
games
games --json
new mine
new --search mysearch
verify tic_tac_toe --games 2 --seconds 0.1 --seed 3
verify nim.py --games 2 --seconds 0.1
perft tic_tac_toe --depth 3
perft isolation "moves 3,3 2,4" --depth 1 --set width=5 --set height=5
analyse tic_tac_toe "moves 0,0 1,1" --depth 4 --lines 2
analyse tic_tac_toe "XX. OO. ..." --nodes 100 --json
analyse tic_tac_toe position.txt --eval zero --time 5ms
analyse tic_tac_toe "moves 0,0" --why 1,1 --depth 2
analyse tic_tac_toe "moves 0,0" --search minimax --depth 2
analyse nim.py --depth 4
solve tic_tac_toe "moves 0,0" --nodes 500 --memory 1
solve tic_tac_toe --nodes 100 --table values.csv
nodes tic_tac_toe "moves 0,0" --depths 1-3 --budget 500 --csv nodes.csv
tree tic_tac_toe "moves 0,0 1,1 0,1 0,2 2,0" --depth 2
tree "depth 2: A0(B0(3 12 8) B0(2 4 6) B0(14 5 2))" --search minimax
match tic_tac_toe random greedy:eval=zero --games 2 --nodes 5 --workers 1 --seed 1
match tic_tac_toe alphabeta:depth=2 minimax:depth=1,eval=zero --games 2 --depth 2 --workers 1 --solve off --sprt 0,10
match nim.py random uct:simulations=3 --games 2 --nodes 9 --workers 1 --out run
tournament tic_tac_toe random greedy:eval=zero --against random --games 2 --nodes 5 --workers 1 --out other
report run
replay run 0
export run games.csv
generate blocker --size 5x5 --walls 2 --food 2 --count 1 --any --seed 3 --out boards
generate fishing_derby --fish 2 --length 10 --count 1 --out scenarios
generate gomoku --count 1 --pool 1 --nodes 50 --player random --out few.txt
accuracy tic_tac_toe zero --games 2 --nodes 50
bench tic_tac_toe
play tic_tac_toe --against random --nodes 5 --position "moves 0,0"
check mysearch.py --positions 0
tune tic_tac_toe weights.py:value --method hill --games 4 --nodes 5 --validation 0 --workers 1 --out tuned.json
"""
WORDS = """
0 -1 1 2 255 256 1e6 nan inf -inf 1.5 ² 9999999999999999999999999 '' ' ' - -- --- = , ; : :: a=b =1 width= width=3 eval=
eval=none engine engine: engine:foo engine:memory=0 mcts:simulations=0 alphabeta:depth=999999 nim.py nim.py:Nim nim.py:nothing
none.py none.py:x bad.py empty.py folder folder.py run other empty.txt binary.txt none.txt 'moves' 'moves 9,9' 'moves 0,0 0,0'
'moves x' 'depth 2: A0(' 'depth 2:' XXX 'XXX OOO ...' ünïcödé \x01 [red] '[/]' {} %s $HOME *.txt tic_tac_toe isolation splendor
blocker gomoku 1x1 0x0 99x99 1-2 2-1 1- 0,0 0,inf 5ms 0ms 5 -h --help --json --depth --nodes --games --out --seed --set --eval
--lines --time --workers --nothing -x
""".replace("\n", " ")


def files_of(folder: Path) -> None:
    """Write what the command lines name, and what they may name by mistake."""
    (folder / "nim.py").write_text(
        "class Nim:\n"
        "    def __init__(self, stones=5, turn=0):\n        self.stones, self.turn = stones, turn\n"
        "    def moves(self):\n        return [take for take in (1, 2) if take <= self.stones]\n"
        "    def after(self, take):\n        return Nim(self.stones - take, 1 - self.turn)\n"
        "    def outcome(self):\n        return 0 if self.stones else 2 - self.turn\n\n\ngame = Nim()\n"
    )
    (folder / "weights.py").write_text(
        "from counterply import Evaluator\n\n\ndef f(position, player, weights):\n"
        "    return weights[0] * (position['stones'][player] & 1)\n\n\nvalue = Evaluator('f', f, weights=(1.0,))\n"
    )
    (folder / "position.txt").write_text("X X .\nO O .\n. . .\n")
    (folder / "empty.txt").write_text("")
    (folder / "empty.py").write_text("")
    (folder / "bad.py").write_text("def (:\n")
    (folder / "binary.txt").write_bytes(b"\xff\xfe\x00\x80 no text")
    (folder / "folder").mkdir(exist_ok=True)
    (folder / "folder.py").mkdir(exist_ok=True)


def changed(words: list[str], chance: random.Random, odd: list[str]) -> list[str]:
    """Return a command line with one to three places changed."""
    words = list(words)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        place = chance.randrange(len(words))
        how = chance.randrange(7)
        if how < 3:
            words[place] = chance.choice(odd)
        elif how == 3 and len(words) > 1:
            del words[place]
        elif how == 4:
            words.insert(place, chance.choice(odd))
        elif how == 5:
            other = chance.randrange(len(words))
            words[place], words[other] = words[other], words[place]
        elif words[place]:
            letter = chance.randrange(len(words[place]))
            words[place] = words[place][:letter] + chance.choice("x0-=,:. ") + words[place][letter + chance.randrange(2) :]
    return words


def fault_of(words: list[str]) -> tuple[int, str]:
    """Run a command in this process; return its exit code, and what is wrong with its answer or ''."""
    out, error = io.StringIO(), io.StringIO()
    sys.stdin = io.StringIO("")
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
            code = run(words)
    except BaseException:
        return -1, traceback.format_exc()
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        sys.stdin = sys.__stdin__
    said = [line for line in error.getvalue().splitlines() if not line.startswith(NEWS)]
    if "Traceback" in error.getvalue() or code not in (0, 1, 2, 130):
        return code, f"exit code {code}: {error.getvalue()}"
    if code == 2 and (len(said) != 1 or not said[0].startswith("counterply: ")) and words:
        return code, f"{len(said)} lines: {error.getvalue()}"
    return code, ""


def fuzz(rounds: int, seed: int) -> tuple[Counter[int], list[str]]:
    """Return how often each exit code came, and the faults; the files are in the current folder."""
    chance, codes, faults = random.Random(seed), Counter[int](), []
    right, odd = [shlex.split(line) for line in RIGHT.split("\n") if line], shlex.split(WORDS)
    files_of(Path())
    before = signal.signal(signal.SIGPROF, signal.default_int_handler)
    for _ in range(rounds):
        words = changed(chance.choice(right), chance, odd)
        if words[:1] in (["board"], ["cluster"], ["host"]):  # they wait for somebody
            continue
        code, fault = fault_of(words)
        codes[code] += 1
        if fault:
            faults.append(f"counterply {shlex.join(words)}\n{fault}")
        elif code == 130:
            print(f"longer than {SECONDS} s: counterply {shlex.join(words)}", flush=True)
    signal.signal(signal.SIGPROF, before)
    return codes, faults


def main() -> None:
    """Print each fault, and how often each exit code came."""
    rounds, seed = (int(word) for word in [*sys.argv[1:], "300", "0"][:2])
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        codes, faults = fuzz(rounds, seed)
        os.chdir("/")
    print(*faults, sep="\n")
    print(f"{len(faults)} faults; exit codes: {dict(sorted(codes.items()))}")


if __name__ == "__main__":
    main()
