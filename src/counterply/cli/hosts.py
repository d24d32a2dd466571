"""The command host: the protocols of other programs on stdin and stdout, each brought by a plug-in."""

from __future__ import annotations

from counterply import registry
from counterply.cli import app
from counterply.cli.command_options import Commands, command

host = Commands("host", help="Speak another program's protocol on stdin and stdout.", no_args_is_help=True)
app.add_command(host)
registry.use_each("hosts", lambda name, serve: command(host, name)(serve))
