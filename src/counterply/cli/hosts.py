"""The command host: the protocols of other programs on stdin and stdout, each brought by a plug-in."""

from __future__ import annotations

import typer

from counterply import registry
from counterply.cli import app

host = typer.Typer(help="Speak another program's protocol on stdin and stdout.", no_args_is_help=True)
app.add_typer(host, name="host")
for _name, _serve in registry.offered("hosts"):
    host.command(_name)(_serve)
