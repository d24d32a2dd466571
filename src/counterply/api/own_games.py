"""Files to start from, and the check of a game against the contract."""

from __future__ import annotations

import keyword
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar, TypedDict, Unpack

from counterply.api.by_name import AGame
from counterply.api.option_records import game_name
from counterply.core.arguments import checked
from counterply.core.described_options import Option, described
from counterply.core.errors import UsageError
from counterply.core.files import write_text
from counterply.core.game import Game
from counterply.core.plain_game import PlainGame
from counterply.shown.frames import Columns, Framed
from counterply.shown.tables import Worded
from counterply.usercode.loading import load_game
from counterply.usercode.trust import note_verified

if TYPE_CHECKING:
    from counterply.api.runs import Match
    from counterply.core.aliases import Json
    from counterply.verification.findings import Finding

PROBE_NODES = 5_000  # a move, of games that probe reductions; dev/measurements-archive.md, 2026-11-23


@checked
def new(name: str, *, search: bool = False, folder: str | Path | None = None) -> Path:
    """Write ``NAME.py``, a game that plays at once, and return it; an existing file is never replaced.

    Parameters
    ----------
    name : of the file, and of the game in it
    search : a search to complete, for `check`, instead of a game
    folder : where; by default the current one

    Raises
    ------
    UsageError
        for a name that is none in Python, or a file that exists
    """
    what = "search" if search else "game"
    stem = name.removesuffix(".py")
    if not stem.isidentifier() or keyword.iskeyword(stem):
        raise UsageError(f"{name!r} is not a name for a Python file; use letters, digits and '_', such as my_{what}")
    path = Path(folder or "") / f"{stem}.py"
    if path.exists():
        raise UsageError(f"{path} exists; choose another name, or move it away")
    template = Path(__file__).with_name(f"{what}_template.txt").read_text(encoding="utf-8")
    write_text(path, template.replace("NAME", stem))
    return path


@dataclass(frozen=True, repr=False)
class Verification(Worded, Framed):
    """Whether a game keeps the contract.

    Attributes
    ----------
    game : with its options
    findings : promises that it breaks, each with the first position where that was seen
    reductions : games between the engine with reductions and without, if asked for and useful in this game
    """

    game: str
    findings: tuple[Finding, ...]
    reductions: Match | None = None

    COLUMNS: ClassVar[Columns] = {"promise": str, "position": str, "happened": str, "certain": bool}

    def cells(self) -> list[tuple[str, str, str, bool]]:
        """Return each finding, in the order of `COLUMNS`."""
        return [(each.promise, each.position, each.happened, each.certain) for each in self.findings]

    @property
    def kept(self) -> bool:
        """Whether no finding is certain to break a promise."""
        return not any(finding.certain for finding in self.findings)

    def json(self) -> Json:
        """Return the document that ``counterply verify --json`` prints."""
        reductions = None if self.reductions is None else self.reductions.standing.json()
        return {"game": self.game, "kept": self.kept, "findings": list(map(asdict, self.findings)), "reductions": reductions}

    def __str__(self) -> str:
        lines = [f"{'broken' if finding.certain else 'probably wrong'}: {finding}" for finding in self.findings]
        told = [] if self.reductions is None else [reductions_line(self.reductions)]
        return "\n".join([*lines, f"{self.game} keeps the contract", *told] if self.kept else lines)


def reductions_line(match: Match) -> str:
    """Return the verdict of a match between the engine with reductions and without, in a line."""
    verdicts = ("are not shown to matter here", "help here: take engine:reductions=on", "cost strength here")
    return f"reductions {verdicts[match.standing.lead]}. {match}"


class VerifyOptions(TypedDict, total=False):
    """Options of a check of a game."""

    games: Annotated[int, Option(40, "Random games to play.", "N", least=1)]
    seconds: Annotated[float, Option(20.0, "About how long to go on, compilation aside.", "N")]
    seed: Annotated[int, Option(0, "Decides the random games.", "S", least=0)]
    probe: Annotated[int, Option(0, "Then play this many games to see whether reductions help the engine.", "N", least=0)]


@described
def verify(game: AGame, **options: Unpack[VerifyOptions]) -> Verification:
    """Check that a game keeps the contract; the answer lists each broken promise and its place.

    A file's game that keeps it for at least as many games and seconds as are played before its first use is not checked then.

    Raises
    ------
    UsageError
        for a number that is out of range

    Examples
    --------
    >>> import counterply as cp
    >>> print(cp.verify("tic_tac_toe", games=2, seconds=1))
    tic_tac_toe keeps the contract
    """
    from counterply.verification import verify as findings_in
    from counterply.verification.first_use import GAMES, SECONDS

    seconds = options["seconds"]
    if not seconds > 0:  # nor NaN
        raise UsageError(f"seconds must be above 0, not {seconds:g}")
    made = game if isinstance(game, Game | PlainGame) else load_game(game_name(game))
    found = findings_in(made, games=options["games"], seconds=seconds, seed=options["seed"])
    verified = Verification(made.full_name, tuple(found))
    if verified.kept and isinstance(made, Game) and options["games"] >= GAMES and seconds >= SECONDS:
        note_verified(made)
    reduces = isinstance(made, Game) and not (made.cuts or made.chance or made.hidden)  # the others reduce by themselves
    if not (options["probe"] and reduces and verified.kept):
        return verified
    from counterply.api.games import match

    played = match(made, "engine:reductions=on", "engine", games=options["probe"], nodes=PROBE_NODES, seed=options["seed"])
    return replace(verified, reductions=played)
