"""Starter files, checks of users' files, and benchmarks of this machine."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypedDict, Unpack

from counterply.api.named import AGame
from counterply.api.options import GameOptions, game_name
from counterply.core.errors import UsageError
from counterply.core.game import Game
from counterply.core.limits import Stop, parse_duration
from counterply.core.options import Option, described
from counterply.core.position import PlainGame
from counterply.core.threads import interruptible
from counterply.core.words import unknown
from counterply.shown.tables import Printed
from counterply.usercode.loading import load_game
from counterply.usercode.searches.signatures import DIALECTS
from counterply.usercode.trust import note_verified

if TYPE_CHECKING:
    from counterply.api.runs import Match
    from counterply.judge.heuristics import HeuristicReport
    from counterply.judge.verdict import Verdict
    from counterply.verification.findings import Finding

PROBE_NODES = 5_000  # a move, of games that probe reductions; docs/measurements-archive.md, 2026-11-23


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


@dataclass(frozen=True, repr=False)
class Verification(Printed):
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

    @property
    def kept(self) -> bool:
        """Whether no finding is certain to break a promise."""
        return not any(finding.certain for finding in self.findings)

    def json(self) -> dict[str, Any]:
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


@dataclass(frozen=True, repr=False)
class Check(Printed):
    """Whether a search, or a heuristic, is right.

    Attributes
    ----------
    verdict : of a search, all findings; see `counterply.judge.verdict.Verdict`
    heuristic : of a heuristic, the same; see `counterply.judge.heuristics.HeuristicReport`
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

    @property
    def mistake(self) -> str:
        """The name of the first known mistake that explains all failures; '' if there is none."""
        return "" if self.verdict is None else self.verdict.mistake

    def json(self) -> dict[str, Any]:
        """Return the document that ``counterply check --json`` prints."""
        return dict(self._found.json())

    def __str__(self) -> str:
        from counterply.judge.display import text_of

        return str(self.heuristic) if self.verdict is None else text_of(self.verdict)


class CheckOptions(GameOptions, total=False):
    """Options of a check of a user's search."""

    dialect: Annotated[
        str | None, Option(None, "Whose words the search speaks; by default this is detected.", "|".join(DIALECTS), ("--as",))
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
def check(file: str, **options: Unpack[CheckOptions]) -> Check:
    """Check a search in a file: minimax, alpha-beta, or a player with a clock; or a heuristic, in one game.

    Parameters
    ----------
    file : ``FILE.py``, or ``FILE.py:NAME``; a heuristic is a function of a position and a player

    Raises
    ------
    UsageError
        for a file without a search, or a name that does not exist
    """
    from counterply.judge.cases import GAMES
    from counterply.judge.checker import Checker
    from counterply.judge.exam import together
    from counterply.judge.trees import CaseError, parse_case

    dialect, case, of_game = options["dialect"], options["case"], dict(options["options"] or {})
    if dialect is not None and dialect not in DIALECTS:
        raise unknown("dialect", dialect, DIALECTS)
    try:
        wanted = None if case is None else parse_case(case)
    except CaseError as error:
        raise UsageError(str(error)) from None
    if _is_heuristic(file):
        return _check_heuristic(file, options, of_game)
    place, name = _split_file(file)
    games, stop = tuple((each, of_game) for each in options["games"]) or GAMES, Stop()

    def judged(name: str | None) -> Verdict:
        with Checker(place, name, dialect, options["seconds"], stop, options["limit"]) as checker:
            names = [] if name else checker.facts["names"]
            if len(names) < 2:
                return checker.check(games, options["positions"], wanted)
        return together(Path(place).name, [judged(each) for each in names if not stop])

    def work() -> Verdict:
        return judged(name)

    verdict, interrupted = interruptible(work, stop)
    return Check(verdict, finished=not interrupted)


def _split_file(file: str) -> tuple[str, str | None]:
    """Return the file and the name in ``FILE.py:NAME``."""
    place, colon, name = file.rpartition(":")
    return (place, name) if colon and place.endswith(".py") else (file, None)


def _is_heuristic(file: str) -> bool:
    """Tell whether ``FILE.py:NAME`` is a function of a position and a player, by its text: nothing of it is run."""
    place, name = _split_file(file)
    path = Path(place).expanduser()
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
    from counterply.judge.heuristics import inspect_heuristic

    if len(options["games"]) != 1:
        raise UsageError("a heuristic is checked in one game: --game isolation")
    made, stop = load_game(options["games"][0], of_game), Stop()
    report, interrupted = interruptible(lambda: inspect_heuristic(file, made, options["positions"] or 1, stop), stop)
    return Check(None, report, not interrupted)


def bench(games: Sequence[str] = ()) -> dict[str, Any]:
    """Measure the search's speed and its signature: one node count over a fixed list of positions, the same on every machine.

    Ctrl-C keeps the games that were measured; `finished` is False then.

    Parameters
    ----------
    games : which ones; none are all, and only all have a signature to compare
    """
    from counterply.study.bench import bench as measure

    stop = Stop()
    document: dict[str, Any] = {"signature": None, "games": {}}
    _, interrupted = interruptible(lambda: measure(list(games) or None, stop, document), stop, lambda: document)
    return {**document, "finished": not interrupted}
