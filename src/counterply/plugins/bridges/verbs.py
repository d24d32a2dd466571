"""Bots that run alone, for sites where only one file can be handed in."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, TypedDict, Unpack

from counterply.api.by_name import AGame, AnEvaluator, evaluator_of, game_of
from counterply.core.described_options import Option, described
from counterply.core.files import require_place


class BotOptions(TypedDict, total=False):
    """Options of a bot."""

    host: Annotated[
        str,
        Option(
            "kaggle",
            "Kaggle's ConnectX, or CodinGame's Tic-Tac-Toe or Connect 4.",
            "kaggle|codingame:tic-tac-toe|codingame:connect-4",
            ("--for",),
        ),
    ]
    eval: Annotated[AnEvaluator, Option(None, "The evaluator; by default the game's first one.", "NAME")]
    weights: Annotated[Sequence[float] | str | Path | None, Option(None, "Its numbers; by default its own.", "FILE")]
    depth: Annotated[int | None, Option(None, "Plies to search, at most; by default as deep as the time allows.", "D")]


@described
def export_bot(game: AGame, file: str | Path, **options: Unpack[BotOptions]) -> Path:
    """Write a bot into one Python file that runs alone, with Python and NumPy, and return the file.

    It holds the game's rules and the evaluator with its numbers as plain Python, and a search: alpha-beta with deepening and a
    table.

    Parameters
    ----------
    game : a game, its name, or a file
    file : to write

    Raises
    ------
    GameError
        for a game with chance or hidden information, and for what cannot be written as plain Python
    """
    from counterply.core.users_text import say
    from counterply.plugins.bridges.bot import write_bot

    place = require_place(file)
    opened = game_of(game)
    eval: AnEvaluator = options["eval"]
    weights: Sequence[float] | str | Path | None = options["weights"]
    made, notes = write_bot(opened, evaluator_of(opened, eval, weights), options["host"], place, options["depth"])
    for text in notes:
        say(f"{made}: {text}")
    return made
