"""Commands about games themselves: games, players, new, verify."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Annotated, Any, Unpack

import typer

from counterply import registry
from counterply.api import files
from counterply.api.files import VerifyOptions
from counterply.cli import app
from counterply.cli.common import AGame, note, open_game, print_files, print_json, print_result, print_shown
from counterply.cli.options import GameSettings, JsonOption, SetOption, command, settings_of
from counterply.core.evaluator import ZERO
from counterply.core.options import part
from counterply.core.position import PlainGame
from counterply.core.rules import plain_text
from counterply.players import PLAYERS, player_class
from counterply.shown.tables import Table
from counterply.usercode.loading import load_game
from counterply.usercode.names import option_lines, option_texts


class ListCommand(SetOption, JsonOption, total=False):
    """Options of the commands games and players."""


@command(app, "games")
def list_games(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Print the rules of this game, and its options.")] = None,
    **options: Unpack[ListCommand],
) -> None:
    """List the games and their options, or print the rules of one."""
    if game is not None:
        return _print_rules(game, options)
    rows = [_described(name, registry.built_in_game(name).game) for name in registry.GAMES]
    if options["json"]:
        return print_json(rows)
    _print_described(("game", "what it is", "options (--set key=value)"), rows)
    print("\nA game of your own: FILE.py in the place of a name; `counterply new NAME` writes one to start from.")


def _print_rules(name: str, options: ListCommand) -> None:
    """Print the rules of a game, which may be a file, and its options."""
    game = open_game(name, options)
    made = registry.built_in_game(name).game if name in registry.GAMES else None
    described = {} if made is None else option_lines(made)
    if options["json"]:
        return print_json({"name": game.full_name, "rules": game.rules, "options": described})
    print(plain_text(game.rules))
    if described:
        print_shown(_option_table(described, "Options (--set key=value)"))


def _option_table(described: dict[str, str], title: str) -> Table:
    """Return the table of options and their meanings."""
    return Table.of_rows(("option", ""), list(described.items()), left=2, title=f"\n{title}", show_heads=False)


def _described(name: str, made: Any) -> dict[str, Any]:
    """Return the description of a game's family or of a class of players, with its options."""
    about = (inspect.getdoc(made) or "").partition("\n")[0].rstrip(".")
    return {"name": name, "about": about, "options": option_texts(made), "described": option_lines(made)}


def _print_described(heads: tuple[str, str, str], rows: list[dict[str, Any]]) -> None:
    print_shown(Table.of_rows(heads, [(row["name"], row["about"], " ".join(row["options"])) for row in rows], left=3))


@command(app, "players")
def list_players(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="List the players of this game, and its evaluators.")] = None,
    **options: Unpack[ListCommand],
) -> None:
    """List the players; with a game, also its evaluators."""
    opened = None if game is None else open_game(game, options)
    names = [name for name in PLAYERS if opened is None or opened.name in (player_class(name).only or (opened.name,))]
    rows = [_described(name, player_class(name)) for name in names]
    document: dict[str, Any] = {"players": rows}
    if opened is not None:
        evaluators = {e.name: e for e in [ZERO, *opened.evaluators]}.values()
        document["evaluators"] = [{"name": e.name, "source": e.source, "antisymmetric": e.antisymmetric} for e in evaluators]
    if options["json"]:
        return print_json(document)
    _print_described(("player", "what it does", "options (NAME:key=value,...)"), rows)
    for row in rows:
        if row["described"]:
            print_shown(_option_table(row["described"], f"Options of {row['name']}"))
    print("\nA player of your own: FILE.py:NAME, a class with choose(position, limit) or a function (position, limit) -> move.")
    if game is not None:
        cells = [(row["name"], row["source"]) for row in document["evaluators"]]
        title = f"\nEvaluators of {game} (eval=NAME)"
        print_shown(Table.of_rows(("evaluator", "where it comes from"), cells, left=2, title=title))


@command(app)
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="NAME.py is written into this folder.")],
    search: Annotated[bool, typer.Option("--search", help="A search to complete, for `counterply check`, not a game.")] = False,
) -> None:
    """Write a file to start from: a game, or a search to correct."""
    path = files.new(name, search=search)
    if search:
        print(f"{path} is a search with mistakes; find them, and correct it\n  counterply check {path}")
    else:
        print(f"{path} is a game; try\n  counterply verify {path}\n  counterply play {path} --against engine")


@command(app)
def lessons(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where docs/lessons and examples are written.")],
    **options: Unpack[JsonOption],
) -> None:
    """Copy the lessons, as pages and notebooks, and the examples."""
    made = files.lessons(folder)
    pages, notebooks = folder / "docs/lessons/index.md", folder / "examples/lessons"
    print_files(options, made, f"{len(made)} files are in {folder}; begin with {pages}, or open a notebook of {notebooks}")


class VerifyCommand(VerifyOptions, GameSettings, JsonOption, total=False):
    """Options of the command verify."""


@command(app)
def verify(game: AGame, **options: Unpack[VerifyCommand]) -> int:
    """Check that a game keeps the contract.

    Says which promise breaks, and where; the exit code is then 1.
    """
    made = load_game(game, settings_of(options))
    if isinstance(made, PlainGame):
        note(f"{made.name} is a game in plain Python: the plain searches play it, the compiled engine cannot")
    found = files.verify(made, **part(options, VerifyOptions))
    print_result(options, found)
    return 0 if found.kept else 1
