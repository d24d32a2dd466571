"""Many games: matches and tournaments; and a game that you play yourself."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any, Unpack

from counterply import registry
from counterply.api.by_name import (
    AGame,
    APlayer,
    place_for,
    player_text,
    position_of,
)
from counterply.api.option_records import GameOptions, GoOnOption, MoveLimits, WorkOptions, limit_of, reference_of
from counterply.core.arguments import checked
from counterply.core.described_options import Option, described
from counterply.core.errors import UsageError
from counterply.core.game_sources import INTO_A_FILE, only_here
from counterply.core.interruptible import interruptible
from counterply.core.limits import Stop, parse_duration
from counterply.core.position import AnyPosition
from counterply.core.users_text import unknown

if TYPE_CHECKING:
    from counterply.api.generators import Generated
    from counterply.api.runs import Match, Run
    from counterply.arena.schedule import Part as Part
else:  # commands read the fields of these records when they are made, which would import the arena
    Part = Any

MOVE_SECONDS = 0.15  # of a move in a match; as in the courses' hosts
SOLVING = "Seconds to solve each opening, for conversion and swindle."
SEED = Option(0, "Decides the openings and the players' choices.", "S")


def parse_solving(text: str) -> float | None:
    """Return the seconds of ``--solve``, None where it is off; raises `UsageError` for a text that is neither a time nor off."""
    try:
        return None if text == "off" else parse_duration(text)
    except UsageError as error:
        raise UsageError(f"--solve: {error}, or off") from None


def parse_sprt(text: str) -> tuple[float, float]:
    """Return elo0 and elo1 of a sequential test, in Elo; raises `UsageError` for what is not two finite numbers.

    >>> parse_sprt("0,10")
    (0.0, 10.0)
    """
    try:
        elo0, elo1 = (float(part) for part in text.split(","))
        if not (math.isfinite(elo0) and math.isfinite(elo1)):
            raise ValueError
    except ValueError:
        raise UsageError(f"a sequential test is elo0,elo1, such as 0,10, not {text!r}") from None
    return elo0, elo1


class PairedOptions(MoveLimits, GameOptions, WorkOptions, GoOnOption, total=False):
    """Options of games that are played in pairs."""

    games: Annotated[int, Option(100, "Games of each pairing; even: each opening is played twice, sides swapped.", "N")]
    seed: Annotated[int, SEED]
    openings: Annotated[
        str,
        Option("", "By default balanced if the game has such openings, else random; or a file.", "random|balanced|start|FILE"),
    ]
    out: Annotated[str | Path | None, Option(None, "A folder to keep the games in; the same run again continues there.", "DIR")]


class MatchOptions(PairedOptions, total=False):
    """Options of a match."""

    sprt: Annotated[
        tuple[float, float] | None,
        Option(None, "Stop as soon as the pairs decide between two differences in Elo.", "ELO0,ELO1", parse=parse_sprt),
    ]
    solving: Annotated[float | None, Option(None, SOLVING, "TIME|off", ("--solve",), parse_solving, "off")]


class TournamentOptions(PairedOptions, total=False):
    """Options of a tournament."""

    against: Annotated[
        Sequence[APlayer] | None, Option(None, "A row of the table; may be repeated: `players` are its columns then.", "PLAYER")
    ]
    part: Annotated[
        Part | str | None,
        Option(None, "Play one of so many parts of the games, such as 2/5; `merge` puts their folders together.", "K/N"),
    ]
    solving: Annotated[float | None, Option(2.0, SOLVING, "TIME|off", ("--solve",), parse_solving, "2s")]


@described
def match(game: AGame, first: APlayer, second: APlayer, **options: Unpack[MatchOptions]) -> Match:
    """Play paired games between two players: each opening twice, sides swapped.

    Each move has 150 ms if nothing is said. Ctrl-C ends it with the games played so far.

    Parameters
    ----------
    game : its name, a file's, or a `Game`
    first, second : as for `player`

    Raises
    ------
    UsageError
        for a name or a number that cannot be used, for a kept run of objects that are in no file, and if the game, players or
        evaluators of the run in `out` have changed since, without `force`
    StoreError
        if `out` holds another run, or cannot be written
    KeyboardInterrupt
        after Ctrl-C before the first game has ended

    Examples
    --------
    >>> import counterply as cp
    >>> m = cp.match("tic_tac_toe", "engine", "random", games=10, nodes=1000, workers=1)
    >>> m.standing.losses, m.score > 0.5
    (0, True)
    """
    from counterply.api.runs import Match

    return Match(*_play(game, (first, second), options, sprt=options["sprt"]))


@described
def tournament(game: AGame, players: Sequence[APlayer], **options: Unpack[TournamentOptions]) -> Run:
    """Play a round robin of `players`, or each of them against each of `against`.

    Each move has 150 ms if nothing is said. Ctrl-C ends it with the games played so far.

    Parameters
    ----------
    game : its name, a file's, or a `Game`
    players : as for `player`

    Raises
    ------
    UsageError
        for a name or a number that cannot be used, for a kept run of objects that are in no file, and if the game, players or
        evaluators of the run in `out` have changed since, without `force`
    StoreError
        if `out` holds another run, or cannot be written
    KeyboardInterrupt
        after Ctrl-C before the first game has ended

    Examples
    --------
    >>> import counterply as cp
    >>> t = cp.tournament("tic_tac_toe", ["engine", "greedy", "random"], games=2, nodes=500, workers=1)
    >>> t.results.played
    6
    """
    from counterply.api.runs import Run
    from counterply.arena.schedule import Part

    part, against = options["part"], options["against"]
    chosen = Part.read(part) if isinstance(part, str) else part
    columns = None if against is None else tuple(against) or None
    return Run(*_play(game, players, options, against=columns, part=chosen))


def _play(
    game: AGame,
    players: Sequence[APlayer],
    options: MatchOptions | TournamentOptions,
    against: Sequence[APlayer] | None = None,
    sprt: tuple[float, float] | None = None,
    part: Part | None = None,
) -> tuple[Any, Any, bool]:
    """Play all pairings; return the results, the folder that holds the games, and whether the run was not interrupted.

    The folder is a temporary one without `out`, and goes with the last reference to it. Raises `UsageError` for a kept run of
    objects that are in no file.
    """
    from counterply.api.notebook import bar_here
    from counterply.arena.results import load_results
    from counterply.arena.schedule import Plan
    from counterply.arena.solver import OpeningSolver
    from counterply.arena.store import holds_run
    from counterply.arena.tournament import run

    source, of_game = reference_of(game, options["options"])
    plan = Plan(
        source,
        tuple(map(player_text, players)),
        against=None if against is None else tuple(map(player_text, against)),
        games=options["games"],
        limit=limit_of(options, MOVE_SECONDS),
        seed=options["seed"],
        options=of_game,
        sprt=sprt,
        openings=options["openings"],
    )
    out, texts = options["out"], (plan.game, *plan.texts)
    if out is not None and only_here(*texts):
        here = ", ".join(filter(only_here, texts))
        needs = f"a run that is kept needs its game, players and evaluators in files, not in a running program as {here}"
        raise UsageError(f"{needs} ({INTO_A_FILE})")
    workers = place_for(options, *texts)
    folder: Any = TemporaryDirectory(prefix="counterply-") if out is None else Path(out)
    place = Path(folder.name) if out is None else folder
    try:
        results = run(
            plan,
            place,
            workers=workers,
            part=part,
            progress=options["progress"] or bar_here(),
            outcome_of_opening=None if options["solving"] is None else OpeningSolver(options["solving"]),
            force=options["force"],
        )
    except KeyboardInterrupt:
        kept = load_results(place, plan.game) if holds_run(place) else None
        if kept is None or not kept.played:
            raise
        return kept, folder, False
    return results, folder, True


@checked
def generate(game: str, *, progress: Callable[[str], None] | None = None, **options: Any) -> Generated:
    """Make new boards, scenarios or openings of a game that has a generator, as files; Ctrl-C keeps the finished ones.

    Parameters
    ----------
    game : such as 'blocker'; ``counterply generate`` lists them
    progress : called with a line of text now and then
    options : `count`, `seed`, `out` (the folder or file), and those of the game's command: see ``counterply generate GAME --help``

    Raises
    ------
    UsageError
        for a game without a generator, and for impossible requests
    """
    known = registry.plugins("generators")
    if game not in known:
        raise unknown("game with a generator", game, known)
    make: Callable[..., Generated] = registry.attribute(known[game])
    stop = Stop()
    return interruptible(lambda: make(stop, progress or (lambda _: None), **options), stop)[0]


class PlayOptions(MoveLimits, total=False):
    """Options of a game with a person."""

    second: Annotated[bool, Option(False, "The other side moves first.")]
    seed: Annotated[int, Option(0, "Decides the other side's choices, and chance.", "S")]


@described
def play(position: AnyPosition | AGame, against: APlayer = "engine", **options: Unpack[PlayOptions]) -> AnyPosition:
    """Play in the terminal or a notebook, from a position or a game's start, and return the last position.

    The other side has a second for each move if nothing is said.

    Parameters
    ----------
    against : the other side, as for `player`; 'human' is another person

    Raises
    ------
    UsageError
        for a name or a number that cannot be used
    """
    from counterply.hosts.terminal import play_on

    return play_on(  # type: ignore[no-any-return]
        position_of(position), player_text(against), int(options["second"]), limit_of(options), options["seed"]
    )
