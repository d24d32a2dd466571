"""Small pbrain engines with one vice each, in one file that needs nothing: fake_pbrain.py VICE."""

import os
import sys
import time

VICE = sys.argv[1] if len(sys.argv) > 1 else "good"


def say(text, end="\n"):
    sys.stdout.buffer.write((text + end).encode())
    sys.stdout.flush()


class Board:
    def __init__(self, size):
        self.size = size
        self.taken = set()
        self.moves = 0

    def move(self):
        """The empty cell nearest to the centre."""
        self.moves += 1
        if self.moves == 3:
            misbehave(self)
        middle = self.size // 2
        cells = [(x, y) for y in range(self.size) for x in range(self.size) if (x, y) not in self.taken]
        x, y = min(cells, key=lambda cell: (abs(cell[0] - middle) + abs(cell[1] - middle), cell))
        self.taken.add((x, y))
        return f"{x},{y}"


def misbehave(board):
    if VICE == "crash":
        sys.exit(3)
    if VICE == "abort":
        os.abort()
    if VICE == "run_away" and os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.closerange(0, 3)
            os.execlp("sleep", "sleep", "600.25")
        os._exit(0)
    if VICE in ("hang", "hang_with_child", "run_away"):
        if VICE == "hang_with_child":
            os.spawnlp(os.P_NOWAIT, "sleep", "sleep", "600")
        time.sleep(600)
    if VICE == "flood":
        while True:
            say("MESSAGE " + "x" * 1000)
    if VICE == "flood_line":
        while True:
            say("x" * 1000, end="")
    if VICE == "occupied":
        say("{},{}".format(*min(board.taken)))
    if VICE == "outside":
        say("99,-1")
    if VICE == "slow":
        time.sleep(0.5)
    if VICE == "error":
        say("ERROR I do not like this position")
        time.sleep(600)
    if VICE == "close":
        os.close(1)
        time.sleep(600)


def read_board(board):
    for line in sys.stdin:
        if line.strip().upper() == "DONE":
            return
        x, y, _ = line.split(",")
        board.taken.add((int(x), int(y)))


def main():
    board = None
    if VICE == "banner":
        say("*** Fake 1.0 ***")
        say("(c) nobody")
    if VICE == "not_utf8":
        sys.stdout.buffer.write(b"MESSAGE \xff\xfe caf\xe9\r\n")
    if VICE == "dead":
        return
    ends = "\r\n" if VICE == "crlf" else "\r" if VICE == "cr" else "\n"
    for line in sys.stdin:
        words = line.split()
        command = words[0].upper() if words else ""
        if command == "ABOUT":
            if VICE == "nameless":
                say("A fake engine, nothing more")
            elif VICE != "mute":
                say('name="Fake", version="1.0"', ends)
        elif command == "START":
            if VICE == "only_15" and words[1] != "15":
                say("ERROR unsupported size")
                continue
            if VICE == "slow_start":
                time.sleep(0.5)
            if VICE == "never_ok":
                continue
            board = Board(int(words[1]))
            say("OK", ends)
        elif command == "RESTART":
            if VICE == "no_restart":
                say("UNKNOWN command")
                continue
            if VICE == "silent_restart":
                continue
            board = Board(board.size)
            say("OK", ends)
        elif command in ("BEGIN", "TURN", "BOARD"):
            if command == "TURN":
                x, y = words[1].split(",")
                board.taken.add((int(x), int(y)))
            if command == "BOARD":
                read_board(board)
            if VICE == "chatter":
                say("MESSAGE thinking, 1,2 or so")
                say("debug 3,4")
                say("hello")
                say("UNKNOWN INFO folder")
            if VICE == "not_utf8":
                sys.stdout.buffer.write(b"MESSAGE \xff\xfe\n\x80\n")
            if VICE == "suggest_for_ever":
                while True:
                    say("SUGGEST " + board.move())
                    board.taken.clear()
            if VICE == "suggest":
                move = board.move()
                say("SUGGEST " + move)
                assert sys.stdin.readline().split() == ["PLAY", move]
                say(move)
                continue
            say(board.move(), ends)
        elif command == "END":
            return
        elif command != "INFO":
            say("UNKNOWN", ends)


main()
