"""Files to start from, files of yours checked, and what this machine makes of the search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypedDict, Unpack

from counterply.api.named import AGame
from counterply.api.options import OfGame
from counterply.core.errors import UsageError
from counterply.core.game import Game
from counterply.core.limits import Stop, parse_duration
from counterply.core.options import Option, complete, described
from counterply.core.position import PlainGame
from counterply.core.threads import interruptible
from counterply.core.words import unknown
from counterply.usercode.loading import load_game
from counterply.usercode.searches.signatures import DIALECTS

if TYPE_CHECKING:
    from counterply.judge.verdict import Verdict
    from counterply.verification.findings import Finding


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
    from counterply.core.template import write_game, write_template

    place = None if folder is None else Path(folder)
    if not search:
        return write_game(name, place)
    from counterply.judge import TEMPLATE

    return write_template(name, TEMPLATE, "my_search", place)


def lessons(folder: str | Path) -> list[Path]:
    """Write the lessons, as pages and notebooks, and the examples below a folder, and return the files."""
    from counterply.core.lessons import write_lessons

    return write_lessons(folder)


@dataclass(frozen=True)
class Verification:
    """Whether a game keeps the contract.

    Attributes
    ----------
    game : with its options
    findings : promises that it breaks, each with the first position where that was seen
    """

    game: str
    findings: tuple[Finding, ...]

    @property
    def kept(self) -> bool:
        """Whether nothing was found that certainly breaks a promise."""
        return not any(finding.certain for finding in self.findings)

    def json(self) -> dict[str, Any]:
        """Return the document that ``counterply verify --json`` prints."""
        rows = [{"promise": f.promise, "position": f.position, "happened": f.happened, "certain": f.certain} for f in self.findings]
        return {"game": self.game, "kept": self.kept, "findings": rows}

    def __str__(self) -> str:
        lines = [str(finding) if finding.certain else f"probably wrong: {finding}" for finding in self.findings]
        return "\n".join([*lines, f"{self.game} keeps the contract"] if self.kept else lines)


class Verified(TypedDict, total=False):
    """Options of a check of a game."""

    games: Annotated[int, Option(40, "Random games to play.", "N", least=1)]
    seconds: Annotated[float, Option(20.0, "About how long to go on, compilation aside.", "N")]
    seed: Annotated[int, Option(0, "Of the random games.", "S", least=0)]


@described
def verify(game: AGame, **options: Unpack[Verified]) -> Verification:
    """Check that a game keeps the contract; what breaks a promise, and where, is in the answer.

    Raises
    ------
    UsageError
        for numbers that cannot be meant

    Examples
    --------
    >>> import counterply as cp
    >>> print(cp.verify("tic_tac_toe", games=2, seconds=1))
    tic_tac_toe keeps the contract
    """
    from counterply.verification import verify as findings_in

    options = complete(Verified, options)
    seconds = options["seconds"]
    if not seconds > 0:  # nor NaN
        raise UsageError(f"seconds must be above 0, not {seconds:g}")
    made = game if isinstance(game, Game | PlainGame) else load_game(game)
    found = findings_in(made, games=options["games"], seconds=seconds, seed=options["seed"])
    return Verification(made.full_name, tuple(found))


@dataclass(frozen=True)
class Check:
    """Whether a search is right.

    Attributes
    ----------
    verdict : all that was found; see `counterply.judge.verdict.Verdict`
    finished : False after Ctrl-C
    """

    verdict: Verdict
    finished: bool = True

    @property
    def right(self) -> bool:
        """Whether nothing is wrong with it; it may do more than it must."""
        return self.verdict.right

    @property
    def mistake(self) -> str:
        """The name of the first mistake that explains everything; '' if there is none, or none is known."""
        return self.verdict.mistake

    def json(self) -> dict[str, Any]:
        """Return the document that ``counterply check --json`` prints."""
        return self.verdict.json()

    def __str__(self) -> str:
        from counterply.judge.display import text_of

        return text_of(self.verdict)


class Checking(OfGame, total=False):
    """Options of a check of somebody's search."""

    dialect: Annotated[
        str | None, Option(None, "Whose words the search speaks; by default found out.", "|".join(DIALECTS), ("--as",))
    ]
    games: Annotated[
        Sequence[str], Option((), "Where positions come from; may be repeated. A heuristic needs one.", "GAME", ("--game",))
    ]
    positions: Annotated[int, Option(24, "Of games, after the trees; 0 is trees only.", "N", least=0)]
    seconds: Annotated[float, Option(5.0, "Seconds for one answer.", "TIME", ("--time",), parse_duration, "5s")]
    limit: Annotated[
        float, Option(0.1, "Seconds for a move of a player with a clock.", "TIME", parse=parse_duration, written="100ms")
    ]
    case: Annotated[str | None, Option(None, "Show this case, as an earlier check printed it.", "TEXT")]


@described
def check(file: str, **options: Unpack[Checking]) -> Check:
    """Check a search that somebody has written: minimax, alpha-beta, or a player with a clock.

    Parameters
    ----------
    file : ``FILE.py``, or ``FILE.py:NAME``

    Raises
    ------
    UsageError
        for a file without a search, or a name that does not exist
    """
    from counterply.judge.cases import GAMES
    from counterply.judge.checker import Checker
    from counterply.judge.trees import CaseError, parse_case

    options = complete(Checking, options)
    dialect, case, of_game = options["dialect"], options["case"], dict(options["options"] or {})
    if dialect is not None and dialect not in DIALECTS:
        raise unknown("dialect", dialect, DIALECTS)
    try:
        wanted = None if case is None else parse_case(case)
    except CaseError as error:
        raise UsageError(str(error)) from None
    place, name = split_file(file)
    games, stop = tuple((each, of_game) for each in options["games"]) or GAMES, Stop()

    def work() -> Verdict:
        with Checker(place, name, dialect, options["seconds"], stop, options["limit"]) as checker:
            return checker.check(games, options["positions"], wanted)

    verdict, interrupted = interruptible(work, stop)
    return Check(verdict, not interrupted)


def split_file(file: str) -> tuple[str, str | None]:
    """Return the file and the name in ``FILE.py:NAME``."""
    place, colon, name = file.rpartition(":")
    return (place, name) if colon and place.endswith(".py") else (file, None)


def bench(games: Sequence[str] = ()) -> dict[str, Any]:
    """Measure the search's speed and its signature: one node count over a fixed list of positions, the same on every machine.

    Parameters
    ----------
    games : which ones; none are all, and only all have a signature to compare
    """
    from counterply.study.bench import bench as measure

    stop = Stop()
    return interruptible(lambda: measure(list(games) or None, stop), stop)[0]
