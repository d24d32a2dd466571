"""The command host: the protocols of other programs on stdin and stdout, each brought by a plug-in."""

from __future__ import annotations

from counterply import registry
from counterply.cli import Commands, app

host = Commands(help="Speak another program's protocol on stdin and stdout.", no_args_is_help=True)
app.add_typer(host, name="host")
registry.use_each("hosts", lambda name, serve: host.command(name)(serve))
