"""Measuring a portrait: the games that are played, and the answers that they and the proofs give."""

from __future__ import annotations

import inspect
import math
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from statistics import fmean, stdev
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

from counterply.arena.result_tables import elo_interval_text
from counterply.arena.results import Results, read_results
from counterply.arena.schedule import Plan
from counterply.arena.statistics import Z95, Standing, lead, round_to, wilson
from counterply.arena.store import Store, holds_run
from counterply.arena.tournament import Progress, ProgressListener, run, under
from counterply.core.errors import CounterplyError, GameError
from counterply.core.files import make_folder
from counterply.core.game_sources import game_words
from counterply.core.interruptible import whole
from counterply.core.limits import Limit, Stop
from counterply.plugins.studies.portrait.games import Course, course_of, without_repeats
from counterply.search.exact.solution import Solution
from counterply.search.exact.solve import solve
from counterply.shown.frames import Columns, Framed
from counterply.shown.plots import File, Plot, plot_intervals
from counterply.shown.tables import Shown, Table, Tables
from counterply.usercode.loading import game_module, load_game
from counterply.usercode.names import with_options
from counterply.work.place import Place

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.core.plain_game import PlainGame

STRENGTHS, SELF = "strengths", "self-play"
HEURISTIC = "heuristic"
EFFORTS = (0.25, 0.5, 1.0)  # of the nodes: two doublings
PLAIN_DEPTHS = (1, 2, 3)  # plies, of games in plain Python
FEWEST_OF_A_MOVE = 8  # games that began with a move, below which nothing is said of it
OPEN = "not proven"
SMALLEST, MOST_BOARDS = 2, 8  # of an option that is a number; boards that are tried
SHARE_OF_PROOF = 8  # the start position gets as much time as all the smaller boards, each of these at most an eighth


@dataclass(frozen=True)
class PortraitSettings:
    """The game, players and budgets of a portrait.

    Attributes
    ----------
    game, options : as `counterply.usercode.loading.load_game` takes them
    evaluator : of all players; None: the game's first one
    nodes : of each move of the strongest player; the others have a half and a quarter
    games : of each pair of strengths; even
    seed : decides openings and ties
    proof : seconds for proofs
    """

    game: str
    options: dict[str, str] = field(default_factory=dict)
    evaluator: str | None = None
    nodes: int = 400
    games: int = 20
    seed: int = 0
    proof: float = 10.0

    def command(self, *words: str) -> str:
        """Return a command on this game with these options, as people type it."""
        return shlex.join(["counterply", words[0], *game_words(self.game, self.options), *words[1:]])


@dataclass(frozen=True)
class Measurement:
    """One measured answer: its question, the number with its 95 % interval, in words, the number of games, and the command."""

    name: str
    question: str
    answer: str
    value: float | None
    interval: tuple[float | None, float | None] | None
    samples: int
    command: str

    def json(self) -> dict[str, Any]:
        """Return it as a JSON document has it."""
        interval = None if self.interval is None else [round_to(bound) for bound in self.interval]
        facts = {"name": self.name, "question": self.question, "answer": self.answer, "value": round_to(self.value)}
        return {**facts, "interval": interval, "samples": self.samples, "command": self.command}


@dataclass(repr=False)
class Portrait(Shown, Framed):
    """The measurements of a game, filled in place; `finished` is False where Ctrl-C ended it early."""

    settings: PortraitSettings
    game: Any
    folder: Path
    findings: list[Measurement] = field(default_factory=list)
    courses: list[Course] = field(default_factory=list)
    openings: list[tuple[str, float, tuple[float, float], int]] = field(default_factory=list)
    proofs: list[tuple[str, str, str]] = field(default_factory=list)
    finished: bool = True

    COLUMNS: ClassVar[Columns] = {
        "name": str,
        "question": str,
        "answer": str,
        "value": float,
        "low": float,
        "high": float,
        "samples": int,
        "command": str,
    }

    def cells(self) -> Iterator[tuple[Any, ...]]:
        """Yield each finding, in the order of `COLUMNS`."""
        for each in self.findings:
            low, high = each.interval or (None, None)
            yield each.name, each.question, each.answer, each.value, low, high, each.samples, each.command

    def plot(self, file: File = None) -> Plot:
        """Draw the first player's share of the points, in all games and after each opening move that was played often.

        A `file` is written as .png, .svg or .pdf.
        """
        fair = [("all games", each.value or 0.0, *each.interval) for each in self.findings if each.name == "fair" and each.interval]
        rows: list[Any] = [*fair, *((move, share, *interval) for move, share, interval, _ in self.openings)]
        return plot_intervals(rows, "points of the first player (95 % interval)", self.game.full_name, file)

    @property
    def file(self) -> Path:
        """The page."""
        return self.folder / "portrait.html"

    @property
    def proven(self) -> str | None:
        """The outcome of best play from the start, in words; None where it is not proven."""
        return next((answer for board, answer, _ in self.proofs if board == self.board and not answer.startswith(OPEN)), None)

    @property
    def board(self) -> str:
        """The name of the start among the proofs."""
        return _board(self.settings.options)

    def json(self) -> dict[str, Any]:
        """Return the portrait as a JSON document."""
        return {
            "game": self.game.full_name if self.game.compiled else self.game.name,
            "nodes": self.settings.nodes,
            "games": len(self.courses),
            "seed": self.settings.seed,
            "finished": self.finished,
            "findings": [finding.json() for finding in self.findings],
            "openings": [
                {"move": move, "first_player": round_to(share), "interval": [round_to(low), round_to(high)], "games": games}
                for move, share, (low, high), games in self.openings
            ],
            "proofs": [{"board": board, "answer": answer, "command": command} for board, answer, command in self.proofs],
        }

    def rows(self) -> list[tuple[str, str]]:
        """Return each question with its answer, in words."""
        rows = [(finding.question, finding.answer) for finding in self.findings]
        return rows + [(f"Proven, {place}", answer) for place, answer, _ in self.proofs]

    def table(self, width: int | None = None) -> Tables:
        """Return the questions and answers as a table."""
        return Tables(Table.of_rows(("question", "answer"), self.rows(), left=2).fitting(width))

    def __str__(self) -> str:
        end = f"{len(self.courses)} games; numbers, pictures and the commands that repeat them: {self.file}"
        return "\n".join([*(f"{question:34} {answer}" for question, answer in self.rows()), end])


# --- the games


def players_of(settings: PortraitSettings, game: Game | PlainGame) -> tuple[str, ...]:
    """Return the players, the weakest first."""
    if game.compiled:
        texts = [*(f"engine:effort={effort:g}" for effort in EFFORTS[:-1]), "engine"]
    else:
        texts = [f"alphabeta:depth={depth}" for depth in PLAIN_DEPTHS]
    return tuple(with_options(text, {"eval": settings.evaluator}) for text in texts)


def plans_of(settings: PortraitSettings, game: Game | PlainGame) -> dict[str, Plan]:
    """Return the plans of its games, by the name of their folder: strengths, the best with itself, with and without heuristic."""
    players, limit = players_of(settings, game), Limit(nodes=settings.nodes)
    common: dict[str, Any] = {"limit": limit, "seed": settings.seed, "options": settings.options, "forfeit": False}
    plans = {
        STRENGTHS: Plan(settings.game, players, games=settings.games, **common),
        SELF: Plan(settings.game, players[-1:], players[-1:], games=4 * settings.games, **common),
    }
    if settings.evaluator not in (None, "zero") or (settings.evaluator is None and game.evaluators):
        blind = f"{players[-1].partition(':')[0]}:eval=zero" + ("" if game.compiled else f",depth={PLAIN_DEPTHS[-1]}")
        plans[HEURISTIC] = Plan(settings.game, (players[-1], blind), games=2 * settings.games, **common)
    return plans


def command_of(settings: PortraitSettings, plan: Plan) -> str:
    """Return the command that plays a plan again."""
    against = [] if plan.against is None else ["--against", *plan.against]
    words = ["--games", str(plan.games), "--nodes", str(settings.nodes), "--seed", str(settings.seed), "--out", "DIR"]
    return settings.command("tournament", *plan.players, *against, *words)


def measure(portrait: Portrait, place: Place, listen: ProgressListener | None = None, force: bool = False) -> None:
    """Play the missing games, prove what time allows, and write the findings in place; Ctrl-C keeps all finished work.

    With `force` it goes on though that which plays has changed.
    """
    settings, game = portrait.settings, portrait.game
    plans = plans_of(settings, game)
    make_folder(portrait.folder)
    try:
        for name, plan in plans.items():
            run(plan, portrait.folder / name, workers=place, progress=under(name, listen), force=force)
        portrait.proofs = list(proofs(settings, game, listen))
    except KeyboardInterrupt:
        portrait.finished = False
    games, results = {}, {}
    for name in plans:
        if holds_run(portrait.folder / name):
            with Store.open(portrait.folder / name, settings.game) as store:
                games[name] = [course_of(game, record) for record in store.records()]
                results[name] = read_results(store)
    portrait.courses = without_repeats([course for name in (SELF, STRENGTHS) for course in games.get(name, [])])
    portrait.findings = list(findings(settings, plans, games, results, portrait.proven))
    portrait.openings = openings(portrait.courses)
    portrait.findings.append(_openings_finding(settings, plans, portrait))


# --- the answers


def findings(
    settings: PortraitSettings,
    plans: dict[str, Plan],
    games: dict[str, list[Course]],
    results: dict[str, Results],
    proven: str | None,
) -> Iterator[Measurement]:
    """Yield the answers that games give; those of which nothing was played yet are left out.

    `proven` is the outcome of best play, where that is known.
    """
    best, every = without_repeats(games.get(SELF, [])), without_repeats([*games.get(SELF, []), *games.get(STRENGTHS, [])])
    by_self, by_all = command_of(settings, plans[SELF]), command_of(settings, plans[STRENGTHS])
    if best:
        share = fmean([course.points for course in best])
        low, high = wilson(share, len(best))
        verdict = ("no advantage shows", "the first player is favoured", "the second player is favoured")[lead((low, high))]
        text = f"the first player makes {share:.1%} of the points ({low:.1%} to {high:.1%}): {verdict}"
        text += f"; with best play {proven}" if proven else ""
        yield Measurement("fair", "Is it fair?", text, share, (low, high), len(best), by_self)
        yield _share("ends", "Does it end?", "of the games end by the rules", [course.ended for course in best], by_self)
        yield _share("draws", "Is it drawish?", "of the games are drawn", [course.drawn for course in best], by_self)
        yield _number("length", "How long is it?", "plies", [course.plies for course in best], by_self)
        widths = [fmean([count for _, count in course.widths]) for course in best if course.widths]
        yield _number("width", "How wide is it?", "legal moves a turn", widths, by_self)
        decided = [course.decided for course in best if course.decided is not None]
        yield _number("decided", "How early is it decided?", "of the game until the winner leads for good", decided, by_self, True)
        behind = [course.behind for course in best if course.behind is not None]
        yield _number("drama", "Does the winner come from behind?", "of the moves the winner seemed behind", behind, by_self, True)
        yield _number("changes", "Does the lead change?", "times a game", [course.changes for course in best], by_self)
    if STRENGTHS in results and every:
        what = "twice the nodes make" if results[STRENGTHS].game.compiled else "a ply more makes"
        yield from _depth(results[STRENGTHS], by_all, what)
    if HEURISTIC in results and results[HEURISTIC].played:
        text = "the heuristic makes {} of the points against none"
        command = command_of(settings, plans[HEURISTIC])
        yield _standing("heuristic", "What is a heuristic worth?", text, results[HEURISTIC].pairings[0].standing, command)


def _depth(results: Results, command: str, what: str) -> Iterator[Measurement]:
    """Yield the worth of a step of strength: both pairs of neighbours together, in the stronger one's view."""
    steps = [row.standing for row in results.pairings if row.pairing.opponent == row.pairing.player + 1]
    total = sum((~standing for standing in steps), Standing())
    if total.games:
        yield _standing("depth", "Is there depth?", f"{what} {{}} of the points", total, command)


def _standing(name: str, question: str, text: str, standing: Standing, command: str) -> Measurement:
    """Return a finding about a match, in Elo."""
    said = f"{text.format(f'{standing.score or 0.0:.1%}')}: Elo {elo_interval_text(standing)}"
    return Measurement(name, question, said, standing.elo(), standing.elo_interval(), standing.games, command)


def _share(name: str, question: str, what: str, seen: Sequence[bool], command: str) -> Measurement:
    share = fmean(seen)
    low, high = wilson(share, len(seen))
    return Measurement(name, question, f"{share:.1%} {what} ({low:.1%} to {high:.1%})", share, (low, high), len(seen), command)


def _number(name: str, question: str, unit: str, seen: Sequence[float], command: str, share: bool = False) -> Measurement:
    """Return a finding that is the mean of one number a game, with its spread."""
    if not seen:
        return Measurement(name, question, "nothing to say: no game was won", None, None, 0, command)
    mean, ranked = fmean(seen), sorted(seen)
    spread = stdev(seen, mean) if len(seen) > 1 else 0.0
    if spread == 0.0:  # of so many equal numbers no interval can be told
        said = f"{mean:.0%} {unit}" if share else f"{mean:.1f} {unit}"
        return Measurement(name, question, f"{said}, in each of {len(seen)} games", mean, None, len(seen), command)
    half = Z95 * spread / math.sqrt(len(seen))
    low, high = max(0.0, mean - half), mean + half
    tenth, ninth = ranked[len(ranked) // 10], ranked[(9 * len(ranked)) // 10 - (len(ranked) >= 10)]
    texts = [f"{number:.0%}" if share else f"{number:.1f}" for number in (mean, low, high, tenth, ninth)]
    said = f"{texts[0]} {unit} ({texts[1]} to {texts[2]}); eight games of ten: {texts[3]} to {texts[4]}"
    return Measurement(name, question, said, mean, (low, high), len(seen), command)


def openings(courses: Sequence[Course]) -> list[tuple[str, float, tuple[float, float], int]]:
    """Return the first moves that were played often, the best first: the first player's share of the points, interval, games."""
    found: dict[str, list[float]] = {}
    for course in courses:
        found.setdefault(course.first_move, []).append(course.points)
    rows = [
        (move, fmean(points), wilson(fmean(points), len(points)), len(points))
        for move, points in found.items()
        if len(points) >= FEWEST_OF_A_MOVE
    ]
    return sorted(rows, key=lambda row: (-row[1], row[0]))


def _openings_finding(settings: PortraitSettings, plans: dict[str, Plan], portrait: Portrait) -> Measurement:
    rows = portrait.openings
    losing = [move for move, _, interval, _ in rows if lead(interval) < 0]
    winning = [move for move, _, interval, _ in rows if lead(interval) > 0]
    said = [f"below half: {', '.join(losing[-6:])}" if losing else "", f"above half: {', '.join(winning[:6])}" if winning else ""]
    text = "; ".join(filter(None, said)) or "no first move stands out"
    games = sum(row[3] for row in rows)
    text += f" (of {len(rows)} first moves with {FEWEST_OF_A_MOVE} games or more; intervals below)"
    return Measurement("openings", "Which openings lose?", text, None, None, games, command_of(settings, plans[SELF]))


# --- proofs


def proofs(
    settings: PortraitSettings, game: Game | PlainGame, listen: ProgressListener | None = None
) -> Iterator[tuple[str, str, str]]:
    """Yield the proofs for the start and for smaller boards within the time: the board, the answer, the command."""
    if not game.compiled or game.chance or game.hidden or settings.proof <= 0:
        return
    boards = [*smaller(settings), settings.options]
    shares = [settings.proof / SHARE_OF_PROOF] * (len(boards) - 1) + [settings.proof / 2]
    began = monotonic()
    for done, (options, seconds) in enumerate(zip(boards, shares, strict=True)):
        if listen is not None:
            listen(Progress("proving boards", done, len(boards), monotonic() - began, sum(shares[done:]), unit="boards"))
        stop = Stop()
        try:
            made = game if options is settings.options else load_game(settings.game, options)
            answer = whole(partial(solve, made.start(), Limit(seconds=seconds, stop=stop)), stop)
        except CounterplyError:
            continue
        command = replace(settings, options=options).command("solve", "--seconds", f"{seconds:g}")
        yield _board(options), _solution(answer), command


def _board(options: dict[str, str]) -> str:
    return " ".join(f"{key}={value}" for key, value in options.items()) or "as it is"


def _solution(answer: Solution) -> str:
    """Return a proof in words."""
    if not answer.proven:
        return f"{OPEN} in {answer.seconds:.1f} s"
    who = "a draw" if answer.outcome == "draw" else f"the {answer.outcome} player wins"
    by = "" if answer.margin in (None, 0) else f" by {abs(answer.margin or 0)}"
    far = (
        "" if answer.distance is None or answer.margin is not None else f" in {'at most ' * answer.at_most}{answer.distance} plies"
    )
    return f"{who}{by}{far}"


def smaller(settings: PortraitSettings) -> list[dict[str, str]]:
    """Return options of smaller boards, smallest first: the whole numbers among them lowered together, where the game allows it."""
    try:
        made = load_game(settings.game, settings.options)
        maker = inspect.signature(game_module(settings.game).game)
    except (CounterplyError, TypeError, ValueError):
        return []
    whole = {}
    for name, parameter in maker.parameters.items():
        given = settings.options.get(name, parameter.default)
        if isinstance(parameter.default, int) and not isinstance(parameter.default, bool) and str(given).isdigit():
            whole[name] = int(given)
    found: list[dict[str, str]] = []
    for most in range(SMALLEST, max(whole.values(), default=0)):
        options = settings.options | {name: str(min(most, value)) for name, value in whole.items()}
        try:
            board = load_game(settings.game, options)
        except GameError:
            continue
        if (board.setup_hash, board.options) != (made.setup_hash, made.options):  # type: ignore[union-attr]
            found.append(options)
    return found[:MOST_BOARDS]
