"""Commands about games themselves: games, players, new, verify."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Annotated, Any

import typer

from counterply import registry
from counterply.cli import app
from counterply.cli.common import AGame, Board, Json, Scenario, Sets, note, open_game, output, print_json
from counterply.core.errors import UsageError
from counterply.core.evaluator import ZERO
from counterply.core.position import PlainGame
from counterply.core.rules import plain_text
from counterply.core.words import positive
from counterply.players import PLAYERS, player_class
from counterply.shown.tables import Table
from counterply.usercode.loading import load_game
from counterply.usercode.naming import game_options, groups_of, option_texts


@app.command("games")
def list_games(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Print the rules of this game, and its options.")] = None,
    sets: Sets = None,
    json: Json = False,
) -> None:
    """List the games and their options, or print the rules of one."""
    if game is not None:
        return _print_rules(game, sets, json)
    rows: list[dict[str, Any]] = []
    for name in registry.GAMES:
        made = registry.built_in_game(name).game
        rows.append({"name": name, "about": _about(made), "options": option_texts(made), "described": _option_lines(made)})
    if json:
        return print_json(rows)
    heads = ("game", "what it is", "options (--set key=value)")
    output().print(Table.of_rows(heads, [(row["name"], row["about"], " ".join(row["options"])) for row in rows], left=3))
    output().print("\nA game of your own: FILE.py in the place of a name; `counterply new NAME` writes one to start from.")


def _print_rules(name: str, sets: list[str] | None, json: bool) -> None:
    """Print the rules of a game, which may be a file, and what its options mean."""
    game = open_game(name, sets)
    made = registry.built_in_game(name).game if name in registry.GAMES else None
    options = {} if made is None else _option_lines(made)
    if json:
        return print_json({"name": game.full_name, "rules": game.rules, "options": options})
    print(plain_text(game.rules))
    if options:
        output().print(_option_table(options, "Options (--set key=value)"))


def _option_table(described: dict[str, str], title: str) -> Table:
    """Return the table of options and what they mean."""
    return Table.of_rows(("option", ""), list(described.items()), left=2, title=f"\n{title}", show_heads=False)


def _about(thing: Any) -> str:
    return (inspect.getdoc(thing) or "").partition("\n")[0].rstrip(".")


def _option_lines(made: Any) -> dict[str, str]:
    """Return what the docstrings of a player's class and of its groups of options say of each option, as one line each."""
    about = _section_of(made, "Parameters")
    for group in groups_of(made).values():
        about |= _section_of(group, "Attributes")
    return about


def _section_of(made: Any, heading: str) -> dict[str, str]:
    """Return what a section of a docstring says of each name, as one line each."""
    _, _, section = (inspect.getdoc(made) or "").partition(f"{heading}\n{'-' * len(heading)}\n")
    about: dict[str, str] = {}
    for line in section.partition("\n\n")[0].splitlines():
        name, colon, text = line.partition(" : ")
        if colon and not line.startswith(" "):
            about[name] = text
        elif about:
            about[next(reversed(about))] += f" {line.strip()}"
    return about


@app.command("players")
def list_players(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="List this game's evaluators too.")] = None,
    sets: Sets = None,
    json: Json = False,
) -> None:
    """List the players, their options, a game's evaluators."""
    rows: list[dict[str, Any]] = []
    for name in PLAYERS:
        made = player_class(name)
        rows.append({"name": name, "about": _about(made), "options": option_texts(made), "described": _option_lines(made)})
    document: dict[str, Any] = {"players": rows}
    if game is not None:
        evaluators = {e.name: e for e in [ZERO, *open_game(game, sets).evaluators]}.values()
        document["evaluators"] = [{"name": e.name, "source": e.source, "antisymmetric": e.antisymmetric} for e in evaluators]
    if json:
        return print_json(document)
    heads = ("player", "what it does", "options (NAME:key=value,...)")
    output().print(Table.of_rows(heads, [(row["name"], row["about"], " ".join(row["options"])) for row in rows], left=3))
    for row in rows:
        if row["described"]:
            output().print(_option_table(row["described"], f"Options of {row['name']}"))
    output().print(
        "\nA player of your own: FILE.py:NAME, a class with choose(position, limit) or a function (position, limit) -> move."
    )
    if game is not None:
        cells = [(row["name"], row["source"]) for row in document["evaluators"]]
        title = f"\nEvaluators of {game} (eval=NAME)"
        output().print(Table.of_rows(("evaluator", "where it comes from"), cells, left=2, title=title))


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="NAME.py is written into this folder.")],
    search: Annotated[bool, typer.Option("--search", help="A search to complete, for `counterply check`, not a game.")] = False,
) -> None:
    """Write a file to start from: a game that plays at once, or a search to complete."""
    from counterply.api import files

    path = files.new(name, search=search)
    if search:
        print(f"{path} is a search, and a poor one; see what is wrong with it, and put it right\n  counterply check {path}")
    else:
        print(f"{path} is a game; try\n  counterply verify {path}\n  counterply play {path} --against engine")


@app.command()
def lessons(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where docs/lessons and examples are written.")],
    json: Json = False,
) -> None:
    """Write the lessons, as pages and notebooks, and the examples into a folder of your own."""
    from counterply.api import files

    made = files.lessons(folder)
    if json:
        return print_json({"files": [str(path) for path in made]})
    pages, notebooks = folder / "docs/lessons/index.md", folder / "examples/lessons"
    print(f"{len(made)} files are in {folder}; begin with {pages}, or open a notebook of {notebooks}")


@app.command()
def verify(
    game: AGame,
    sets: Sets = None,
    board: Board = None,
    scenario: Scenario = None,
    games: Annotated[int, typer.Option(help="Random games to play.")] = 40,
    seconds: Annotated[float, typer.Option(help="About how long to go on, compilation aside.")] = 20.0,
    seed: Annotated[int, typer.Option(help="Of the random games.")] = 0,
    json: Json = False,
) -> int:
    """Check that a game keeps the contract.

    Says which promise breaks, and where; the exit code is then 1.
    """
    from counterply.api import files

    positive(games, "--games")
    if not seconds > 0:  # nor NaN
        raise UsageError(f"--seconds must be above 0, not {seconds:g}")
    if seed < 0:
        raise UsageError(f"--seed must be 0 or more, not {seed}")
    made = load_game(game, game_options(sets, board, scenario))
    if isinstance(made, PlainGame):
        note(f"{made.name} is a game in plain Python: the plain searches play it, the compiled engine cannot")
    found = files.verify(made, games=games, seconds=seconds, seed=seed)
    if json:
        print_json(found.json())
    else:
        print(found)
    return 0 if found.kept else 1
