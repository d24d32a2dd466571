"""Records of options that several verbs, and their commands, share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypedDict

from counterply.core.arguments import in_brief
from counterply.core.described_options import Option
from counterply.core.errors import UsageError
from counterply.core.game import Game
from counterply.core.game_sources import reference, with_modules_as_files
from counterply.core.limits import Limit, parse_duration
from counterply.core.plain_game import PlainGame
from counterply.usercode.names import value_text

if TYPE_CHECKING:
    from counterply.api.by_name import AGame
    from counterply.arena.tournament import Progress as Progress
else:  # commands read the fields of these records when they are made, which would import the arena
    Progress = Any

NODES = Option(None, "Calls of play in each search.", "N")
DEPTH = Option(None, "Plies of nominal depth.", "D")
UNIT = "in seconds; the command reads 150ms and 5m too."
LIMIT = Option(None, "All of these in one `Limit`.", command=False)
EVALUATOR = Option(None, "An evaluator of the game, or FILE.py:NAME; by default the game's first one.", "NAME")
PROCESSES = Option(None, "Processes; by default all cores, or one less where moves are timed.", "N", least=1)
SAMPLE = 30  # moves of each player of which a report measures the value lost
TELLING = Option(None, "Called with a line of text now and then.", command=False)


class GameOptions(TypedDict, total=False):
    """Options of a game that is named by a text."""

    options: Annotated[
        Mapping[str, Any] | None,
        Option(None, "Those of a game that is named; one with a star differs from pair to pair.", command=False),
    ]


class SearchLimits(TypedDict, total=False):
    """Limits of a search of one position, other than its depth."""

    seconds: Annotated[
        float | None,
        Option(None, f"How long, {UNIT}", "TIME", ("--seconds", "--time"), parse_duration),
    ]
    nodes: Annotated[int | None, NODES]
    limit: Annotated[Limit | None, LIMIT]


class MoveLimits(TypedDict, total=False):
    """Limits of each move of a game."""

    seconds: Annotated[
        float | None,
        Option(None, f"Time for each move, {UNIT}", "TIME", ("--time", "--seconds"), parse_duration),
    ]
    nodes: Annotated[int | None, NODES]
    depth: Annotated[int | None, DEPTH]
    limit: Annotated[Limit | None, LIMIT]


class GoOnOption(TypedDict, total=False):
    """The option of work that the same command goes on with."""

    force: Annotated[bool, Option(False, "Go on with earlier work though game, evaluators or players have changed since.")]


class PlaceOptions(TypedDict, total=False):
    """Where long work is done."""

    workers: Annotated[int | None, PROCESSES]
    cluster: Annotated[
        str | None,
        Option(None, "A Dask cluster does it: its scheduler, HOST:PORT, or the scheduler's file.", "ADDRESS"),
    ]
    client: Annotated[Any, Option(None, "A `distributed.Client` does it.", command=False)]


class WorkOptions(PlaceOptions, total=False):
    """Options of long work that the user watches."""

    progress: Annotated[
        Callable[[Progress], None] | None,
        Option(None, "Called as games end; None is a bar in a notebook, nothing elsewhere.", command=False),
    ]


def limit_of(options: Mapping[str, Any], default: float | None = None) -> Limit:
    """Return the limit that options ask for; `default` seconds where they ask for none, not even for a stop.

    Raises
    ------
    UsageError
        for a number that no limit has, and a `limit` with another limit beside it
    """
    limit = Limit.of(options.get("limit"), **{name: options.get(name) for name in ("seconds", "nodes", "depth")})
    return Limit(seconds=default) if default is not None and limit.unlimited and limit.stop is None else limit


def reference_of(game: AGame, options: Mapping[str, Any] | None) -> tuple[str, dict[str, str]]:
    """Return name and options of a game, which is not opened yet if it is named: an option may differ from pair to pair.

    Raises `UsageError` for options of a `Game`, which are settled.
    """
    if not isinstance(game, Game | PlainGame):
        return game_name(game), {key: value_text(value) for key, value in (options or {}).items()}
    if options:
        raise UsageError(f"{game.name} already exists, so its options cannot change; give its name instead")
    return reference(game)


def game_name(given: object) -> str:
    """Return the name of a game or of its file; raises `UsageError` for what is neither a text nor a path."""
    if isinstance(given, str | Path):
        return with_modules_as_files(str(given))
    raise UsageError(f"a game is a name, a file, or a Game, not {in_brief(given)}")
