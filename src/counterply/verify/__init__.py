"""Does a game keep the contract? Which promise breaks, and where: the battery that every game passes.

First each function is looked at and compiled on its own, so that an error names the file and the line. Then random games are
played, by the functions as plain Python, where a read or write outside an array is an error, and compiled. Hints that may carry
proofs are compared with exhaustive search near the end of games.
"""

from __future__ import annotations

import time
import warnings

import numpy as np

from counterply.core.game import Game
from counterply.core.position import PlainGame
from counterply.verify.battery import Battery
from counterply.verify.findings import Finding
from counterply.verify.functions import Rules, compile_functions
from counterply.verify.plain import verify_plain

__all__ = ["Finding", "verify"]

HINT_SHARE = 0.3  # of the time, for the hints
PLAIN_GAMES = 3


def verify(game: Game | PlainGame, *, games: int = 40, seconds: float = 20.0, seed: int = 0) -> list[Finding]:
    """Return the promises that `game` breaks, each with the first position where it was seen; none is the hoped-for answer.

    Parameters
    ----------
    games : random games to play, if the time allows
    seconds : about how long to go on, compilation aside
    """
    if isinstance(game, PlainGame):
        return verify_plain(game, games=games, seconds=seconds, seed=seed)
    findings, compiled = compile_functions(game)
    if findings:
        return findings
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        plain = Rules(game, {name: getattr(f, "py_func", f) for name, f in game.functions.items()})
        first = Battery(game, plain, plain, np.random.default_rng(seed))
        first.walks(PLAIN_GAMES, time.monotonic() + seconds * HINT_SHARE)
        if first.findings:  # compiled, the same fault could write anywhere in memory
            return list(first.findings.values())
        battery = Battery(game, Rules(game, compiled), plain, np.random.default_rng(seed + 1))
        battery.walks(games, time.monotonic() + seconds * (1 - HINT_SHARE))
        battery.check_keys()
        battery.check_hints(time.monotonic() + seconds * HINT_SHARE)
        battery.check_reading()
        battery.check_evaluators()
    return list(battery.findings.values())
