"""A job that squares numbers, and does what it is told: dies once, dies always, fails."""

import os
from pathlib import Path

from counterply.core.errors import GameError, UsageError


class Squares:
    def __init__(self, given, stop):
        if given.get("no"):
            raise UsageError("nothing to square")
        self.given, self.stop, self.shared = given, stop, b""

    def take(self, shared):
        self.shared = shared

    def do(self, piece):
        if piece == "die":
            os._exit(3)
        if piece == "ask":
            raise KeyboardInterrupt  # as a person's player does at the end of its input
        if piece == "fail":
            raise GameError("seven is odd")
        if isinstance(piece, str):  # a mark: it dies once
            if not Path(piece).exists():
                Path(piece).touch()
                os._exit(3)
            return os.getcwd()
        return piece * piece + len(self.shared)

    def close(self):
        pass
