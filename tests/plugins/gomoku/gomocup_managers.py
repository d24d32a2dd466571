"""Stand-ins for two Gomocup managers, written from their habits."""

import os
import re
import signal
import subprocess
import time

from raw_child import Child

A_MOVE = re.compile(r"(\d+),(\d+)")


class Piskvork:
    """A manager that waits for OK, ends lines with CR LF, and gives up where a move is due and something else comes."""

    def __init__(self, command, env, size, turn_ms, rule=0):
        self.child = Child(command, env)
        self.say(f"START {size}")
        assert self.answer() == "OK"
        self.say("ABOUT")  # OK may have come before the program was up, but not this answer
        assert self.answer().startswith("name=")
        for key, value in (("max_memory", 350 << 20), ("timeout_match", 0), ("timeout_turn", turn_ms), ("game_type", 1)):
            self.say(f"INFO {key} {value}")
        self.say(f"INFO rule {rule}")
        self.say("INFO folder /tmp")

    def say(self, line):
        self.child.send(line + "\r\n")

    def answer(self):
        """The next line that is no message."""
        while True:
            line = self.child.line().decode().strip()
            if not line.upper().startswith(("MESSAGE", "DEBUG")):
                return line

    def move(self, *lines):
        """Send lines, and return the move that answers them."""
        self.say("INFO time_left 2147483647")
        for line in lines:
            self.say(line)
        match = A_MOVE.fullmatch(self.answer())
        return int(match[1]), int(match[2])

    def end(self, grace=0.7):
        """Send END; return what is still said, and whether the program has ended within the grace."""
        self.say("END")
        try:
            self.child.process.wait(grace)
            ended = True
        except subprocess.TimeoutExpired:
            ended = False
        said = self.child.process.stdout.read() if ended else b""
        self.child.close()
        return said, ended


class Judge:
    """A manager that waits for nothing: START and INFO are written, the process is suspended at once, and resumed for its moves."""

    def __init__(self, command, env, size, turn_ms, match_ms):
        self.child = Child(command, env)
        self.left = match_ms
        lines = [f"START {size}", f"INFO timeout_turn {turn_ms}", f"INFO timeout_match {match_ms}", "INFO max_memory 367001600"]
        self.child.send("".join(f"{line}\r\n" for line in [*lines, "INFO game_type 1", "INFO rule 0", "INFO folder /tmp"]))
        os.kill(self.child.process.pid, signal.SIGSTOP)

    def move(self, *lines):
        """Let the program run until it has moved; return the move and how many seconds it took."""
        begin = time.monotonic()
        os.kill(self.child.process.pid, signal.SIGCONT)
        self.child.send("".join(f"{line}\r\n" for line in [f"INFO time_left {self.left}", *lines]))
        while not (match := A_MOVE.fullmatch(self.child.line().decode("utf-8", "replace").strip())):
            pass
        os.kill(self.child.process.pid, signal.SIGSTOP)
        spent = time.monotonic() - begin
        self.left -= int(1000 * spent)
        return (int(match[1]), int(match[2])), spent

    def end(self):
        """Resume it, send END, and return whether it has ended in half a second."""
        os.kill(self.child.process.pid, signal.SIGCONT)
        self.child.send("END\r\n")
        try:
            self.child.process.wait(0.5)
            return True
        except subprocess.TimeoutExpired:
            return False
        finally:
            self.child.close()
