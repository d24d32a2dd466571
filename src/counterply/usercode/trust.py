"""The first use of a user's game or evaluator: it is checked once, in another process, where a mistake does no harm.

Compiled code does not look at the ends of its arrays: a game that writes beyond them ends the process by a signal, or leaves a
search that is wrong without a word. So nothing of a user's file is compiled here before `counterply.verification.first_use` has run
it with all bounds checked.
"""

from __future__ import annotations

import contextlib
import logging
import shlex
import signal
from pathlib import Path

from counterply.compiling.cache import CACHE, CHECKED_SUFFIX
from counterply.compiling.definitions import Listener
from counterply.compiling.kernels import PLAIN
from counterply.core.errors import GameError
from counterply.core.evaluator import Evaluator
from counterply.core.game import Game
from counterply.core.game_sources import game_words, only_here
from counterply.core.identity import digest, of_code, of_evaluator, of_game, of_rules
from counterply.core.plain_game import PlainGame
from counterply.registry import FIRST_USE_PROGRAM
from counterply.system import OUT_OF_TIME
from counterply.usercode.child_process import Child, HangsError, module_words, own_environment
from counterply.usercode.faults import ProcessError
from counterply.usercode.loading import is_file, load_evaluator, load_game

LOG = logging.getLogger(__name__)

CHECK_SECONDS = 3600.0  # of wall time for a check that goes on, on the busiest machine; one takes 2 to 4 s of CPU
QUIET_SECONDS = 120.0  # after which it is broken off where it does not say that it goes on, if its own limits have not
FOLDER = "checked"
CHECK_LISTENERS: list[Listener] = []  # called at the beginning and the end of each check


class CheckError(GameError):
    """A game or an evaluator from a file that has not passed its check."""


def checked_game(name: str, options: dict[str, str] | None = None) -> Game | PlainGame:
    """Return the game called `name`, as `load_game` does; one from a file is checked at its first use.

    Raises
    ------
    GameError
        if it does not keep the contract: which promise breaks, and where
    """
    game = load_game(name, options)
    if is_file(name) and isinstance(game, Game) and not PLAIN:
        require_checked(game)
    return game


def checked_evaluator(name: str | None, game: Game | PlainGame, weights: str | None = None) -> Evaluator:
    """Return an evaluator, as `load_evaluator` does; one from a file is checked at its first use in a game of this kind.

    Raises
    ------
    GameError
        if it fails in random games: where, and how
    """
    from_file = name is not None and is_file(name.rpartition(":")[0]) and not only_here(name, game.source)
    if from_file and isinstance(game, Game) and game.source and not PLAIN:
        require_checked(game, name)
    return load_evaluator(name, game, weights)


def require_checked(game: Game, evaluator: str | None = None) -> None:
    """Check a game from a file, or an evaluator ``FILE.py:NAME`` in it, unless it has passed before; raises `GameError`."""
    identity = identity_of(game) if evaluator is None else identity_in(game, load_evaluator(evaluator, game))
    if _mark_of(identity).exists():
        return
    if evaluator is None:
        file, what = Path(game.source).name, f"the game file {Path(game.source).name}"
        more = f"run {shlex.join(['counterply', 'verify', *game_words(game.source, game.source_options or {})])}"
    else:
        file, what, more = Path(evaluator).name, f"the evaluator {Path(evaluator).name}", f"seen in {game.full_name}"
    LOG.info("checking %s before its first use ...", file)
    for listener in CHECK_LISTENERS:
        listener.on_start()
    child = Child(module_words(FIRST_USE_PROGRAM), errors=False, environment=own_environment(NUMBA_BOUNDSCHECK="1"))
    try:
        question = {"game": game.source, "options": game.source_options or {}, "evaluator": evaluator}
        finding = child.ask(question, "been checked", CHECK_SECONDS, QUIET_SECONDS).get("finding")
    except ProcessError as error:
        code = child.exit_code
        if isinstance(error, HangsError) or code in OUT_OF_TIME:
            how = f"{file} has not passed a short check: one of its functions may never end"
        elif code is not None and code < 0:
            how = f"{what} crashed ({signal.Signals(-code).name})"
        else:
            how = f"{what} ended its process (exit code {code})"
        raise CheckError(f"{how}; {more}") from None
    finally:
        child.kill()
        for listener in CHECK_LISTENERS:
            listener.on_end()
    if finding is not None:
        raise CheckError(f"{file} breaks the contract: {finding} ({more})" if evaluator is None else f"{finding} ({more})")
    _note_passed(identity)


def note_verified(game: Game) -> None:
    """Note that a game has passed a longer check than that before its first use."""
    if is_file(game.source) and not PLAIN:
        _note_passed(identity_of(game))


def _mark_of(identity: str) -> Path:
    return CACHE.folder / FOLDER / f"{identity}{CHECKED_SUFFIX}"


def _note_passed(identity: str) -> None:
    mark = _mark_of(identity)
    with contextlib.suppress(OSError):
        mark.parent.mkdir(exist_ok=True)  # the cache's own folder is private, and made elsewhere
        mark.touch()


def identity_of(game: Game) -> str:
    """Return a hash of all that decides whether a game passes its check, its notation included."""
    return digest((of_game(game), of_code(*(function for function in vars(game.text).values() if callable(function)))))


def identity_in(game: Game, evaluator: Evaluator) -> str:
    """Return a hash of all that decides whether an evaluator passes its check in a game; boards of one size are alike to it."""
    return digest((of_rules(game), game.board, of_evaluator(evaluator)))
