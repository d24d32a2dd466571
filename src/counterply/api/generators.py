"""What generators of boards, scenarios and openings share: their options, and what they give."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypedDict

from counterply.api.stored import FORCE
from counterply.core.aliases import Json
from counterply.core.described_options import Option
from counterply.shown.tables import Worded


@dataclass(frozen=True, repr=False)
class Generated(Worded):
    """Positions that were made, and written.

    Attributes
    ----------
    kind : 'boards', 'scenarios' or 'openings'
    rows : one for each position, by column
    looked_at : how many candidates they were chosen from
    files : the files written; of boards and scenarios one file each
    finished : False after Ctrl-C
    summary : the same in a line
    """

    kind: str
    rows: list[Any]
    looked_at: int
    files: list[Path]
    finished: bool
    summary: str

    def json(self) -> Json:
        """Return the document that ``counterply generate --json`` prints."""
        return {"looked_at": self.looked_at, "finished": self.finished, self.kind: self.rows}

    def __str__(self) -> str:
        return self.summary


Tell = Callable[[str], None]  # gets a line of text now and then


class SeedOption(TypedDict):
    """The seed of random files."""

    seed: Annotated[int, Option(0, "Decides the random choices; the same seed gives the same files.", "S")]


class FilesOptions(SeedOption):
    """Options of files that each hold one position."""

    count: Annotated[int, Option(10, "How many files.", "N", least=1)]
    force: Annotated[bool, FORCE]
