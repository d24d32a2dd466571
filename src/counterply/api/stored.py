"""Stored runs: their parts put together, and their games step by step."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypedDict, Unpack

from counterply.core.described_options import Option, described
from counterply.core.files import user_path
from counterply.core.limits import Limit
from counterply.core.position import AnyPosition
from counterply.core.users_text import at_least
from counterply.core.values import OUTCOME_NAMES
from counterply.shown.tables import Worded

LOG = logging.getLogger(__name__)

if TYPE_CHECKING:
    from counterply.arena.merging import Merged
    from counterply.arena.record import GameRecord
    from counterply.core.aliases import Json
    from counterply.core.game import Game
    from counterply.core.plain_game import PlainGame


FORCE = Option(False, "Replace files of the same names that were not written here.")


class StoredRunOption(TypedDict, total=False):
    """Options of verbs that read a stored run."""

    game: Annotated[str | None, Option(None, "The game's own file; one that only the folder names is not run.", "FILE.py")]


@described
def merge(out: str | Path, folders: Sequence[str | Path], **options: Unpack[StoredRunOption]) -> Merged:
    """Put the parts of a run together that were played elsewhere, each in a folder of its own; see ``tournament --part``.

    A game that is there already is not taken again.

    Parameters
    ----------
    out : the folder of the whole run; one that holds a part of it already gets the others
    folders : those of the parts

    Raises
    ------
    StoreError
        if a folder holds no run, or they are not parts of one run; nothing is changed then
    UsageError
        without folders, and if the game, players or evaluators of the parts differ
    """
    from counterply.arena.merging import merge as merge_stores

    return merge_stores(user_path(out), [user_path(folder) for folder in folders], options["game"])


@dataclass(frozen=True, repr=False)
class StoredGame(Worded):
    """A game of a stored run.

    Attributes
    ----------
    record : the stored record: players, moves, scores, times, how it ended
    positions : from the start to the end
    limit : of each move
    """

    record: GameRecord
    positions: list[AnyPosition]
    limit: Limit

    @classmethod
    def of(cls, game: Game | PlainGame, record: GameRecord, limit: Limit) -> StoredGame:
        """Return a record of a game with its positions."""
        from counterply.arena.record import positions

        return cls(record, list(positions(game, record.line)), limit)

    @property
    def opening(self) -> int:
        """The number of moves of the opening, which no player has chosen."""
        return len(self.record.opening)

    @property
    def moves(self) -> list[str]:
        """Its moves as texts, the opening's included."""
        return self.positions[0].line_text(self.positions[-1].history)

    def json(self) -> Json:
        """Return the document that ``counterply replay --json`` prints."""
        record, moves = self.record, self.moves
        return {
            "game": record.number,
            "first": record.first,
            "second": record.second,
            "opening": moves[: self.opening],
            "moves": moves[self.opening :],
            "outcome": OUTCOME_NAMES[record.outcome],
            "reason": record.reason,
        }

    def __str__(self) -> str:
        head = f"game {self.record.number}: {self.record.first} (first) - {self.record.second}"
        return "\n".join([head, " ".join(self.moves), f"{OUTCOME_NAMES[self.record.outcome]}: {self.record.reason}"])


@described
def replay(folder: str | Path, number: int, **options: Unpack[StoredRunOption]) -> StoredGame:
    """Return a game of a stored run, with all its positions; a warning is logged if the game's rules have changed since.

    Parameters
    ----------
    folder : of a match or tournament that was kept with `out`
    number : the game's, from 0

    Raises
    ------
    StoreError
        if there is no such run or no such game in it, or it cannot be read
    GameError
        if its moves are not legal, as under other rules
    """
    from counterply.arena.results import notes_on
    from counterply.arena.store import Store

    with Store.open(Path(folder), options["game"]) as store:
        record, plan = store.record(at_least(0, number, "number")), store.plan()
        for note in notes_on(store, store.game()):
            LOG.warning(note)
        return StoredGame.of(plan.all_games(record.round), record, plan.limit)
