"""A program that speaks UCI for tic-tac-toe: the first free cell; its argument is how it fails."""

import sys
import time

FAULT = sys.argv[1] if len(sys.argv) > 1 else ""
CELLS = [f"{row},{column}" for row in range(3) for column in range(3)]
made = []
for line in sys.stdin:
    words = line.split()
    if words[0] == "uci":
        print("a banner\nid name Fake 1\noption name Strength type spin default 1 min 1 max 9")
        if FAULT == "chess":
            print("option name UCI_Variant type combo default chess var chess var atomic")
        print("uciok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        made = words[3:]
    elif words[0] == "go":
        free = [cell for cell in CELLS if cell not in made]
        if FAULT == "crash":
            sys.exit(3)
        if FAULT == "hang":
            time.sleep(60)
        if FAULT == "illegal":
            free = ["9,9"]
        print(f"info depth 4 seldepth 9 score mate -2 upperbound nodes 77 nps 5 pv {' '.join(free[:2])} nonsense")
        print(f"bestmove {free[0]} ponder 0,0", flush=True)
    elif words[0] == "quit":
        break
