"""A stand-in for the referee of the course's Gomoku project, written from its habits."""

import re
import signal
import subprocess
import time

from raw_child import Child

DARK, LIGHT = "Dark", "Light"
COUNTED = re.compile(rb"[Mm]ove [Pp]layed *: *([a-z][0-9]{1,2})\n")


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
