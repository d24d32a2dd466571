"""Does a game keep the contract? Which promise breaks, and where: the battery that every game passes.

First the battery reads the source of each function and compiles each on its own, so that an error names file and line. Then it
plays random games with the functions as plain Python, helpers included, where a write outside an array, or of a value that a field
cannot hold, is an error; and only then compiled. Hints that may carry proofs are compared with exhaustive search near the end of
games.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from copy import copy
from typing import Any

import numpy as np

from counterply.core.evaluator import Evaluator
from counterply.core.game import Game
from counterply.core.plain_game import PlainGame
from counterply.verification.battery import Battery
from counterply.verification.evaluators import check_evaluators, check_evaluators_in_plain
from counterply.verification.findings import Finding
from counterply.verification.functions import CheckedRules, check_functions, compile_functions
from counterply.verification.keys import check_keys, check_shared_keys
from counterply.verification.notation import check_reading
from counterply.verification.plain import verify_plain
from counterply.verification.time_limit import Told, Watch, attended

HINT_SHARE = 0.3  # of the time, for the hints
PLAIN_GAMES = 3
TOLERATED = (  # in an evaluator of another file: it is only slower, or only its compiled answer counts
    "can be compiled, or is declared plain=True",
    "says the same in plain Python",
)


def verify(
    game: Game | PlainGame,
    *,
    games: int = 40,
    seconds: float = 20.0,
    seed: int = 0,
    compiled: bool = True,
    drawings: bool = True,
    watch: Told = lambda running: None,
) -> list[Finding]:
    """Return the promises that `game` breaks, each with the first position where it was seen; none is the hoped-for answer.

    A finding that is not `certain` breaks no promise, but is probably unintended.

    Parameters
    ----------
    games : random games to play, if the time allows
    seconds : about how long to go on, compilation aside
    compiled : False: the source and games in plain Python only; nothing is compiled, nothing can crash, and it is quick
    drawings : whether every position is drawn, too
    watch : called with True before each call of one of the game's functions, and with False after it
    """
    calls, batteries = Watch(watch), list[Battery]()

    def given_up() -> list[Finding]:
        return batteries[-1].lost(calls.name)

    if isinstance(game, PlainGame):
        return attended(lambda: verify_plain(game, games, seconds, seed, calls), calls, given_up)
    findings = check_functions(game)
    functions: dict[str, Callable[..., Any]] = {}
    if compiled and not findings:
        findings, functions = compile_functions(game)
    if findings:
        return findings

    def played() -> list[Finding]:
        with warnings.catch_warnings(action="ignore"), np.errstate(all="ignore"):
            return _played(game, functions if compiled else None, (games, seconds, seed), drawings, calls, batteries)

    return attended(played, calls, given_up)


def _played(
    game: Game,
    functions: dict[str, Callable[..., Any]] | None,
    limits: tuple[int, float, int],
    drawings: bool,
    watch: Watch,
    batteries: list[Battery],
) -> list[Finding]:
    """Return what random games show: in plain Python, then with compiled `functions`, if there are any; note the `batteries`."""
    games, seconds, seed = limits
    game = CheckedRules(game, watch=watch).attend(game)
    plain = CheckedRules(game, watch=watch)
    first = Battery(game, plain, plain, np.random.default_rng(seed))
    batteries.append(first)
    first.walks(PLAIN_GAMES, time.monotonic() + seconds * HINT_SHARE)
    if not first.broken:
        check_evaluators_in_plain(first)
    if first.broken or functions is None:  # compiled, the same fault could write anywhere in memory
        return list(first.findings.values())
    _compile_together(game)
    battery = Battery(game, CheckedRules(game, functions, watch), plain, np.random.default_rng(seed + 1))
    batteries.append(battery)
    battery.walks(games, time.monotonic() + seconds * (1 - HINT_SHARE))
    check_keys(battery)
    check_shared_keys(battery, time.monotonic() + seconds * HINT_SHARE)
    battery.check_hints(time.monotonic() + seconds * HINT_SHARE)
    check_reading(battery)
    if drawings:
        battery.check_drawings(time.monotonic() + seconds * HINT_SHARE)
    check_evaluators(battery)
    battery.suspect()
    return list(battery.findings.values())


def verify_evaluator(
    game: Game, evaluator: Evaluator, *, seconds: float = 2.0, watch: Told = lambda running: None
) -> list[Finding]:
    """Return in which ways an evaluator of another file fails on positions of random games; the game itself is right.

    Parameters
    ----------
    seconds : about how long the games may take
    watch : as for `verify`
    """
    alone = copy(game)
    alone.evaluators = [evaluator]
    watched = Watch(watch)
    with warnings.catch_warnings(action="ignore"), np.errstate(all="ignore"), watched.here():
        plain = CheckedRules(alone, watch=watched)
        battery = Battery(alone, plain, plain, np.random.default_rng(0))
        battery.walks(PLAIN_GAMES, time.monotonic() + seconds)
        check_evaluators_in_plain(battery)
        if not battery.broken:
            check_evaluators(battery)
    return [finding for finding in battery.findings.values() if not finding.promise.endswith(TOLERATED)]


def _compile_together(game: Game) -> None:
    """Compile the kernels that `Position` calls, outside any time limit; random games have shown the start to be safe."""
    position = game.start()
    position.key()
    for move in [*position.moves(), *(outcome for outcome, _ in position.chances())][:1]:
        position.after(move)
