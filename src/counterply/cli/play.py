"""The command play: a game in the terminal."""

from __future__ import annotations

from typing import Annotated

import typer

from counterply.cli import app
from counterply.cli.common import AGame, Board, Depth, Nodes, Scenario, Sets, Time, make_limit, open_game, open_position


@app.command()
def play(
    game: AGame,
    against: Annotated[str, typer.Option(metavar="PLAYER", help="The other side; `human` is another person.")] = "engine",
    second: Annotated[bool, typer.Option("--second", help="The other side moves first.")] = False,
    position: Annotated[str | None, typer.Option(metavar="POSITION", help="Start from here.")] = None,
    time: Time = None,
    nodes: Nodes = None,
    depth: Depth = None,
    seed: Annotated[int, typer.Option(help="Of the player's choices, and of chance.")] = 0,
    sets: Sets = None,
    board: Board = None,
    scenario: Scenario = None,
) -> None:
    """Play in the terminal.

    Type a move, or: moves, undo, hint, quit.
    """
    from counterply.hosts.terminal import play_on

    made = open_game(game, sets, board, scenario)
    play_on(open_position(made, position), against, int(second), make_limit(time, nodes, depth), seed)
