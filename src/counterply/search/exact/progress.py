"""Progress reports of a long proof: its current step, the nodes and seconds so far, and the bounds."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

FIRST_WORD, LONGEST_PAUSE = 2.0, 60.0  # seconds until a proof says something, and between two words at most
PAUSE_PART = 0.5  # of the time so far, until it says something again
TICK = 0.2  # seconds
MILLION = 1e6


@dataclass(frozen=True)
class ProofProgress:
    """How far a proof is.

    Attributes
    ----------
    doing : in words, such as 'searching to the end of the game'; '' while the searches are loaded, or compiled
    nodes, seconds : so far
    known : in words, such as 'the first player cannot win'; '' for nothing
    """

    doing: str
    nodes: int
    seconds: float
    known: str = ""

    def __str__(self) -> str:
        speed = self.nodes / max(self.seconds, TICK) / MILLION
        known = f"; {self.known}" if self.known else ""
        return f"{self.seconds:.0f} s, {self.nodes:,} nodes ({speed:.1f} M/s): {self.doing}{known}"


@contextmanager
def telling(listen: Callable[[ProofProgress], None] | None, progress: Callable[[], ProofProgress]) -> Iterator[None]:
    """Call `listen` with `progress` from time to time, from a thread of its own, inside a ``with``, once something is done."""
    done = threading.Event()

    def tell() -> None:
        assert listen is not None
        last = time.monotonic()
        while not done.wait(TICK):
            told, now = progress(), time.monotonic()
            if not told.doing:
                last = now
            elif now - last >= min(max(FIRST_WORD, PAUSE_PART * told.seconds), LONGEST_PAUSE):
                last = now
                listen(told)

    teller = threading.Thread(target=tell, daemon=True)
    if listen is not None:
        teller.start()
    try:
        yield
    finally:
        done.set()
        if listen is not None:
            teller.join()
