"""The files that a game was made from, and whether they would make another game by now."""

from __future__ import annotations

from pathlib import Path

from counterply.core.errors import CounterplyError, GameError
from counterply.core.game import Game
from counterply.core.identity import Stamp, digest, files_of, of_code, of_game, stamp_of, stamps_of
from counterply.core.plain_game import PlainGame
from counterply.usercode.loading import load_game
from counterply.usercode.trust import checked_game, identity_of


def followed_game(name: str, options: dict[str, str]) -> Game | PlainGame:
    """Return a game as `checked_game` does; one from files answers only as long as these would make the same game.

    Raises
    ------
    GameError
        if it does not keep the contract: which promise breaks, and where
    """
    files = [*stamps_of([(name, options)])]
    stamps = _stamps(files)  # before they are read: an edit meanwhile shows
    game = checked_game(name, options)
    if files:
        game.require_same_files = MadeFrom(game, stamps).require_same
    return game


def _stamps(files: list[Path]) -> dict[Path, Stamp | None]:
    """Return the stamps of files and of their folders, in which others may come; None where there is nothing."""
    return {path: stamp_of(path) for path in dict.fromkeys([*files, *(path.parent for path in files)])}


def _identity(game: Game | PlainGame) -> str:
    """Return a hash of all that a game answers by: its rules, what shows them, its evaluators; of a plain one its files' code."""
    if isinstance(game, PlainGame):
        return digest((of_game(game), [texts[-1] for texts in files_of([(game.source, {})]).values()]))
    shown = (game.cell, game.drawing, game.touches, game.points)
    return digest((identity_of(game), game.rules, of_code(*(function for function in shown if function is not None))))


class MadeFrom:
    """A game's files as they were when it was made."""

    def __init__(self, game: Game | PlainGame, stamps: dict[Path, Stamp | None]) -> None:
        self._name, self._open = game.name, (game.source, game.source_options or {})
        self._identity = _identity(game)
        self._stamps = stamps

    def require_same(self) -> None:
        """Raise `GameError` if the files would make another game by now, or none; an edit that changes no answer is none."""
        now = {path: stamp_of(path) for path in self._stamps}
        if now == self._stamps:
            return
        changed = [path for path, stamp in now.items() if stamp != self._stamps[path] and not path.is_dir()]
        first = min(changed, key=lambda path: now[path] is not None, default=Path(self._open[0]))  # one that has gone
        what = f"{first.name} has changed since {self._name} was made from it"
        try:
            again = load_game(*self._open)
        except CounterplyError as error:
            raise GameError(f"{what}, and there is no game to be made now: {error}") from error
        with again.watch.off():  # where only the folder has changed, it is the game that is asked about: it would ask here again
            same = _identity(again) == self._identity
        if not same:
            raise GameError(f"{what}: make the game again")
        self._stamps = now
