"""Files to start from, files of yours checked, and what this machine makes of the search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from counterply.api.named import AGame
from counterply.core.errors import UsageError
from counterply.core.game import Game
from counterply.core.limits import Stop
from counterply.core.position import PlainGame
from counterply.core.threads import interruptible
from counterply.core.words import positive
from counterply.usercode.loading import load_game

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


def verify(game: AGame, *, games: int = 40, seconds: float = 20.0, seed: int = 0) -> Verification:
    """Check that a game keeps the contract; what breaks a promise, and where, is in the answer.

    Parameters
    ----------
    games : random games to play
    seconds : about how long to go on, compilation aside
    seed : of the random games

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

    if not seconds > 0:  # nor NaN
        raise UsageError(f"seconds must be above 0, not {seconds:g}")
    if seed < 0:
        raise UsageError(f"seed must be 0 or more, not {seed}")
    made = game if isinstance(game, Game | PlainGame) else load_game(game)
    found = findings_in(made, games=positive(games, "games"), seconds=seconds, seed=seed)
    return Verification(made.full_name, tuple(found))


@dataclass(frozen=True)
class Check:
    """Whether a search is right.

    Attributes
    ----------
    verdict : all that was found; see `counterply.judge.verdict.Verdict`
    """

    verdict: Verdict

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
        from counterply.judge.display import document_of

        return document_of(self.verdict)

    def __str__(self) -> str:
        from counterply.judge.display import text_of

        return text_of(self.verdict)


def check(
    file: str,
    *,
    dialect: str | None = None,
    games: Sequence[str] = (),
    positions: int = 24,
    seconds: float = 5.0,
    limit: float = 0.1,
    case: str | None = None,
) -> Check:
    """Check a search that somebody has written: minimax, alpha-beta, or a player with a clock.

    Parameters
    ----------
    file : ``FILE.py``, or ``FILE.py:NAME``
    dialect : whose words it speaks: 'plain', 'udacity', 'kth', 'leiden' or 'berkeley'; by default found out
    games : where positions come from, after the small trees
    positions : how many of them; 0 is trees only
    seconds : for one answer
    limit : seconds for a move of a player with a clock
    case : show this case, as an earlier check printed it

    Raises
    ------
    UsageError
        for a file without a search, or a name that does not exist
    """
    from counterply.judge.cases import GAMES
    from counterply.judge.checker import Checker
    from counterply.judge.trees import CaseError, parse_case
    from counterply.usercode.searches.signatures import DIALECTS

    if dialect is not None and dialect not in DIALECTS:
        raise UsageError(f"a dialect is {', '.join(DIALECTS)}, not {dialect!r}")
    try:
        wanted = None if case is None else parse_case(case)
    except CaseError as error:
        raise UsageError(str(error)) from None
    place, colon, name = file.rpartition(":")
    place, found = (place, name) if colon and place.endswith(".py") else (file, None)
    stop = Stop()

    def work() -> Verdict:
        with Checker(place, found, dialect, seconds, stop, limit) as checker:
            return checker.check(tuple((each, {}) for each in games) or GAMES, positions, wanted)

    return Check(interruptible(work, stop)[0])


def bench(games: Sequence[str] = ()) -> dict[str, Any]:
    """Measure the search's speed and its signature: one node count over a fixed list of positions, the same on every machine.

    Parameters
    ----------
    games : which ones; none are all, and only all have a signature to compare
    """
    from counterply.study.bench import bench as measure

    stop = Stop()
    return interruptible(lambda: measure(list(games) or None, stop), stop)[0]
