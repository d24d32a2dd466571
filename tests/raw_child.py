"""A process whose lines are read as bytes, one by one, each within a time."""

import os
import select
import subprocess
import time

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
