"""What these pages take from the program itself: the commands, the contract, players and pictures of boards."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any

import typer

from counterply.cli import add_commands, app
from counterply.core.contract import CONTRACT, Kind
from counterply.core.loading import BUILT_IN, load_game
from counterply.players import PLAYERS, player_class

HEAD = "<!-- made by docs/generated.py -->\n\n"
PICTURED = {  # a position of each game that is worth looking at
    "isolation": "moves 3,3 2,4 4,5 0,3 5,3 1,1 3,2 2,3 1,3 4,4 2,1 3,6",
    "connect_four": "moves 3 3 3 3 3 2 2 4 4 2 4 2",
    "tic_tac_toe": "moves 1,1 0,0 0,2",
}


def write(folder: Path) -> None:
    """Write all generated pages into the folder of the pages."""
    reference = folder / "reference"
    put(reference / "commands.md", commands())
    put(reference / "functions.md", contract())
    put(reference / "players.md", players())


def put(file: Path, text: str) -> None:
    """Write a file if its text has changed, so that Sphinx reads again only what is new."""
    text = HEAD + text.rstrip() + "\n"
    if not file.exists() or file.read_text(encoding="utf-8") != text:
        file.write_text(text, encoding="utf-8")


def commands() -> str:
    """Return the page of commands, from the command's own help."""
    add_commands()
    group: Any = typer.main.get_command(app)
    parts = ["# Commands\n\nFor whoever looks up an option. This is what `counterply COMMAND --help` says.\n"]
    parts += [command_text(f"counterply {name}", command) for name, command in sorted(group.commands.items())]
    return "\n".join(parts)


def command_text(name: str, command: Any) -> str:
    """Return a command's section: what it does, its arguments and options; of a group, its commands' sections."""
    if hasattr(command, "commands"):
        return "\n".join(command_text(f"{name} {inner}", made) for inner, made in sorted(command.commands.items()))
    shown = [parameter for parameter in command.params if parameter.name != "help" and not getattr(parameter, "hidden", False)]
    arguments = [parameter for parameter in shown if parameter.param_type_name == "argument"]
    usage = " ".join([name, *map(metavar, arguments)])
    rows = [f"| {cell(named(parameter))} | {cell(parameter.help or '')} | {cell(default_of(parameter))} |" for parameter in shown]
    table = ["| | | default |", "|---|---|---|", *rows] if rows else []
    return "\n".join([f"## {name}\n", inspect.cleandoc(command.help or ""), "", f"```text\n{usage}\n```", "", *table, ""])


def metavar(parameter: Any) -> str:
    """Return what stands for an argument's value."""
    return str(parameter.metavar or parameter.name.upper())


def named(parameter: Any) -> str:
    """Return how a parameter is written."""
    if parameter.param_type_name == "argument":
        return f"`{metavar(parameter)}`"
    flag = parameter.is_flag or parameter.count
    value = "" if flag else f" {metavar(parameter)}"
    return " ".join(f"`{option}{value}`" for option in [*parameter.opts, *parameter.secondary_opts])


def default_of(parameter: Any) -> str:
    """Return a parameter's default as text; '' where there is none."""
    default = parameter.default
    if default is None or default is False or callable(default) or parameter.required:
        return ""
    if isinstance(default, list | tuple):
        return " ".join(map(str, default))
    return "on" if default is True else str(default)


def cell(text: str) -> str:
    """Return a text for a cell of a table."""
    return " ".join(text.split()).replace("|", "\\|")


def contract() -> str:
    """Return the page of the contract's functions, from its table."""
    parts = [
        "# The functions of a game\n",
        "For whoever writes a game. [The contract](../contract.md) is the page to read first.\n",
    ]
    for kind in Kind:
        parts.append(f"## {plain_ticks(kind.value)}\n")
        for promise in CONTRACT.values():
            if promise.kind == kind:
                memo = " It may read the memo." if promise.may_ask_for_memo else ""
                parts.append(f"### {promise.name}\n\n`{promise.name}({', '.join(promise.parameters)})`\n")
                parts.append(plain_ticks(inspect.cleandoc(promise.text)) + memo + "\n")
    return "\n".join(parts)


def players() -> str:
    """Return the page of players and their options."""
    parts = [
        "# Players\n",
        "For whoever names a player: `NAME`, or `NAME:key=value,...`. Values are quoted where they hold a comma or a blank.\n",
    ]
    for name in PLAYERS:
        made = player_class(name)
        parts.append(f"## {name}\n\n{plain_ticks(inspect.cleandoc(made.__doc__ or '').split('Parameters', 1)[0].strip())}\n")
        rows = []
        for option in inspect.signature(made).parameters.values():
            default = "" if option.default in (None, inspect.Parameter.empty) else text_of(option.default)
            rows.append(f"| `{option.name}` | {default} |")
        if rows:
            parts += ["| option | default |", "|---|---|", *rows, ""]
    parts += ["## Evaluators\n", "| game | evaluators, the best one first |", "|---|---|"]
    for name in BUILT_IN:
        parts.append(f"| {name} | {', '.join(f'`{evaluator.name}`' for evaluator in load_game(name).evaluators) or '`zero`'} |")
    return "\n".join(parts)


def text_of(value: Any) -> str:
    """Return an option's value as it is written."""
    return {True: "on", False: "off"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def plain_ticks(text: str) -> str:
    """Return a docstring's text as Markdown: double ticks are code, too."""
    return re.sub(r"``([^`]+)``", r"`\1`", text)
