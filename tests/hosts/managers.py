"""Stand-ins for the programs that ours are played by: the course's referee, and two Gomocup managers. Written from their habits."""

import os
import re
import select
import signal
import subprocess
import time

DARK, LIGHT = "Dark", "Light"
COUNTED = re.compile(rb"[Mm]ove [Pp]layed *: *([a-z][0-9]{1,2})\n")
A_MOVE = re.compile(r"(\d+),(\d+)")
PATIENCE = 30.0  # seconds for a line, on a busy machine


class Child:
    """A process whose raw lines are read one by one, with a time limit."""

    def __init__(self, command, env, errors=subprocess.DEVNULL):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, env=env, bufsize=0)
        self.heard = b""
        self._rest = b""

    def send(self, text):
        self.process.stdin.write(text.encode())

    def line(self, patience=PATIENCE):
        """The next line, end included; raises TimeoutError, and EOFError at the end."""
        until = time.monotonic() + patience
        while b"\n" not in self._rest:
            ready, _, _ = select.select([self.process.stdout], [], [], max(0.0, until - time.monotonic()))
            if not ready:
                raise TimeoutError
            chunk = os.read(self.process.stdout.fileno(), 1 << 16)
            if not chunk:
                raise EOFError
            self._rest += chunk
        line, _, self._rest = self._rest.partition(b"\n")
        self.heard += line + b"\n"
        return line + b"\n"

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


class Referee:
    """The course's referee: errors in the same pipe, a line counts only in exactly one form, the second such line is the move."""

    def __init__(self, size, light, dark, env, limit=31.0, game_limit=121.0):
        self.size, self.limit = size, limit
        errors = subprocess.STDOUT
        self.children = {
            DARK: Child([*dark, "-n", str(size), "-l"], env, errors),
            LIGHT: Child([*light, "-n", str(size)], env, errors),
        }
        self.left = {DARK: game_limit, LIGHT: game_limit}
        self.moves = []
        self.stones = {}
        self.result = ""

    def play(self):
        """Return who has won, or 'tie'; `result` says why."""
        mover, other = DARK, LIGHT
        try:
            while True:
                text = self._move_of(self.children[mover], 1 if not self.moves else 2, mover)
                if text is None:
                    self.result = "time"
                    return other
                cell = (ord(text[0]) - ord("a"), int(text[1:]) - 1)
                if cell in self.stones or not all(0 <= c < self.size for c in cell):
                    self.result = f"illegal {text}"
                    return other
                self.moves.append(text)
                self.stones[cell] = mover
                self.children[other].send(text + "\n")
                if self._five(cell):
                    self.result = "five"
                    return mover
                if len(self.stones) == self.size**2:
                    self.result = "full"
                    return "tie"
                mover, other = other, mover
        finally:
            for child in self.children.values():
                child.process.send_signal(signal.SIGTERM)
                child.close()

    def _move_of(self, child, lines, mover):
        """The content of the last of so many lines that count, None if they do not come in time."""
        begin = time.monotonic()
        text = b""
        while lines:
            try:
                match = COUNTED.match(child.line(min(self.limit, self.left[mover]) - (time.monotonic() - begin)))
            except (TimeoutError, EOFError):
                return None
            if match:
                assert re.search(rb": ", match[0]), "the referee dies of a missing blank"
                lines, text = lines - 1, match[1]
        self.left[mover] -= time.monotonic() - begin
        return text.decode()

    def _five(self, cell):
        def run(dx, dy):
            count, (x, y) = 0, cell
            while self.stones.get((x + dx, y + dy)) == self.stones[cell]:
                count, x, y = count + 1, x + dx, y + dy
            return count

        return any(1 + run(dx, dy) + run(-dx, -dy) >= 5 for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)))


class Piskvork:
    """A manager that waits for OK, ends lines with CR LF, and gives up where a move is due and something else comes."""

    def __init__(self, command, env, size, turn_ms, rule=0):
        self.child = Child(command, env)
        self.say(f"START {size}")
        assert self.answer() == "OK"
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
