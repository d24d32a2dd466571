"""The command host: the protocols of other programs on stdin and stdout, each brought by a plug-in."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import typer

from counterply import registry
from counterply.cli import app

host = typer.Typer(help="Speak another program's protocol on stdin and stdout.", no_args_is_help=True)
app.add_typer(host, name="host")


def add_host(name: str, serve: Callable[..., object]) -> None:
    """Add a protocol; raises what Typer does where the function's parameters are none of a command."""
    alone = typer.Typer()
    alone.command(name)(serve)
    typer.main.get_command(alone)
    host.command(name)(serve)


for _name, _place in registry.plugins("hosts").items():
    registry.used(_place, partial(add_host, _name))
