"""The check of a user's search or heuristic, and the lessons."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any, Unpack

from counterply.api.option_records import GameOptions
from counterply.core.arguments import checked
from counterply.core.described_options import Option, described
from counterply.core.errors import CounterplyError, UsageError
from counterply.core.files import user_path
from counterply.core.interruptible import interruptible
from counterply.core.limits import Stop, parse_duration
from counterply.core.users_text import unknown
from counterply.plugins.dialects import dialects
from counterply.plugins.teaching.cells import place_of
from counterply.registry import plugins
from counterply.shown.tables import Worded
from counterply.usercode.loading import load_game

if TYPE_CHECKING:
    from counterply.plugins.studies.heuristics import HeuristicReport
    from counterply.plugins.teaching.judge.verdict import Verdict


@checked
def lessons(folder: str | Path) -> list[Path]:
    """Write the lessons, as pages and notebooks, and the examples below a folder, and return the files."""
    from counterply.plugins.teaching.lessons import write_lessons

    return write_lessons(folder)


class CheckError(CounterplyError, AssertionError):
    """A search that was required to be right is wrong, or could not be judged; the message says all that was found."""


@dataclass(frozen=True, repr=False)
class Check(Worded):
    """Whether a search, or a heuristic, is right.

    Attributes
    ----------
    verdict : of a search, all findings; see `counterply.plugins.teaching.judge.verdict.Verdict`
    heuristic : of a heuristic, the same; see `counterply.plugins.studies.heuristics.HeuristicReport`
    finished : False after Ctrl-C
    """

    verdict: Verdict | None
    heuristic: HeuristicReport | None = None
    finished: bool = True

    @property
    def _found(self) -> Any:
        return self.verdict or self.heuristic

    @property
    def right(self) -> bool:
        """Whether it has no mistake; it may do more than it must."""
        return bool(self._found.right)

    @property
    def grade(self) -> str:
        """One of right, more (right, but more than it must), wrong, and not judged."""
        return self.verdict.grade if self.verdict is not None else "right" if self.right else "wrong"

    def require(self, more: bool = True) -> None:
        """Do nothing if it is right, as a test's last line; `more` says whether it may do more than it must.

        Raises
        ------
        CheckError
            with all that was found, if it is wrong or could not be judged
        """
        if not (self.grade == "right" or (more and self.grade == "more")):
            raise CheckError(str(self))

    @property
    def mistake(self) -> str:
        """The name of the first known mistake that explains all failures; '' if there is none."""
        return "" if self.verdict is None else self.verdict.mistake

    def json(self) -> dict[str, Any]:
        """Return the document that ``counterply check --json`` prints."""
        return dict(self._found.json())

    def __str__(self) -> str:
        from counterply.plugins.teaching.judge.display import text_of

        return str(self.heuristic) if self.verdict is None else text_of(self.verdict)


class CheckOptions(GameOptions, total=False):
    """Options of a check of a user's search."""

    dialect: Annotated[
        str | None,
        Option(None, "Whose words the search speaks; by default this is detected.", " | ".join(plugins("dialects")), ("--as",)),
    ]
    games: Annotated[
        Sequence[str], Option((), "Where positions come from; may be repeated. A heuristic needs one.", "GAME", ("--game",))
    ]
    positions: Annotated[int, Option(24, "Positions of games, after the trees; 0: trees only.", "N", least=0)]
    seconds: Annotated[float, Option(5.0, "Seconds for one answer.", "TIME", ("--time",), parse_duration, "5s")]
    limit: Annotated[
        float, Option(0.1, "Seconds for a move of a player with a clock.", "TIME", parse=parse_duration, written="100ms")
    ]
    case: Annotated[str | None, Option(None, "Show this case, as an earlier check printed it.", "TEXT")]


@described
def check(file: str | Path | Callable[..., Any], **options: Unpack[CheckOptions]) -> Check:
    """Check a search in a file or in a notebook: minimax, alpha-beta, or a player with a clock; or a heuristic, in one game.

    Parameters
    ----------
    file : ``FILE.py``, or ``FILE.py:NAME``, or a function or class; a heuristic is a function of a position and a player

    Raises
    ------
    UsageError
        for a file without a search, or a name that does not exist

    Examples
    --------
    >>> import counterply as cp
    >>> def search(position, depth):
    ...     return 0, position.moves()[0]
    >>> cp.check(search).grade  # doctest: +SKIP
    'wrong'
    """
    with TemporaryDirectory(prefix="counterply-") as folder:
        return _check(str(file) if isinstance(file, str | Path) else place_of(file, Path(folder)), options)


def _check(file: str, options: CheckOptions) -> Check:
    """Check what stands in a file."""
    from counterply.plugins.explanations.text_trees import CaseError, parse_case
    from counterply.plugins.teaching.judge.cases import GAMES
    from counterply.plugins.teaching.judge.checker import Checker
    from counterply.plugins.teaching.judge.exam import together
    from counterply.plugins.teaching.judge.verdict import Verdict

    dialect, case, of_game = options["dialect"], options["case"], dict(options["options"] or {})
    if dialect is not None and dialect not in dialects():
        raise unknown("dialect", dialect, dialects())
    try:
        wanted = None if case is None else parse_case(case)
        if wanted is not None and wanted.tree.rolls:
            raise CaseError("a case of check has no chance nodes: write it without C(...)")
    except CaseError as error:
        raise UsageError(str(error)) from None
    if _is_heuristic(file):
        return _check_heuristic(file, options, of_game)
    place, name = _split_file(file)
    games, stop = tuple((each, of_game) for each in options["games"]) or GAMES, Stop()

    def judged(name: str | None) -> Verdict:
        with Checker(place, name, dialect, options["seconds"], stop, options["limit"]) as checker:
            names = [] if name or dialect else checker.facts["names"]
            if len(names) < 2:
                return checker.check(games, options["positions"], wanted)
        return together(Path(place).name, [one_of_several(each) for each in names if not stop])

    def one_of_several(name: str) -> Verdict:
        try:
            return judged(name)
        except UsageError as error:
            return Verdict(name, "not judged", str(error).removeprefix(f"{place}: "))

    verdict, interrupted = interruptible(lambda: judged(name), stop)
    return Check(verdict, finished=not interrupted)


def _split_file(file: str) -> tuple[str, str | None]:
    """Return the file and the name in ``FILE.py:NAME``."""
    place, colon, name = file.rpartition(":")
    return (place, name) if colon and place.endswith((".py", ".ipynb")) else (file, None)


def _is_heuristic(file: str) -> bool:
    """Tell whether ``FILE.py:NAME`` is a function of a position and a player, by its text: nothing of it is run."""
    place, name = _split_file(file)
    path = user_path(place)
    if name is None or not path.is_file():
        return False
    try:
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError):
        return False
    made = next((node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name), None)
    words = [] if made is None else [argument.arg for argument in made.args.args]
    return words[:1] == ["position"] and "player" in words[1:3] and not {"depth", "alpha"} & set(words)


def _check_heuristic(file: str, options: CheckOptions, of_game: dict[str, str]) -> Check:
    """Check a heuristic in one game."""
    from counterply.plugins.studies.heuristics import inspect_heuristic

    if len(options["games"]) != 1:
        raise UsageError("a heuristic is checked in one game: --game isolation")
    made, stop = load_game(options["games"][0], of_game), Stop()
    report, interrupted = interruptible(lambda: inspect_heuristic(file, made, options["positions"] or 1, stop), stop)
    return Check(None, report, not interrupted)
