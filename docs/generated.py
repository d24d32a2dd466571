"""What these pages take from the program itself: the commands, the contract, players and pictures of boards."""

from __future__ import annotations

import dataclasses
import inspect
import re
import textwrap
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import counterply as cp
from counterply.cli import add_commands, app
from counterply.core.contract import CONTRACT, Kind
from counterply.core.drawing import Drawing, Item, Shape, box_of
from counterply.core.roles import MODIFIERS, ROLES
from counterply.core.rules_in_words import Block, blocks
from counterply.core.svg import position_svg, svg_of
from counterply.players import player_class
from counterply.plugins.teaching.judge import expectimax, repeats, sampling
from counterply.plugins.teaching.judge.mistakes import MISTAKES
from counterply.plugins.teaching.judge.mistakes.sides import only_who_won
from counterply.plugins.teaching.judge.mistakes.windows import small_infinity
from counterply.plugins.teaching.judge.repeats import Mistake
from counterply.registry import games, players as known_players
from counterply.search.alphabeta.techniques import OURS
from counterply.usercode.loading import load_game

PAGE_WIDTH = 132  # letters in a line of a page
HEAD = "<!-- made by docs/generated.py -->\n\n"
LINES = {  # to a position that is worth looking at; other games show one of random play
    "isolation": "moves 3,3 2,4 4,5 0,3 5,3 1,1 3,2 2,3",
    "gomoku": "moves h8 i9 g9 i7 i8 h9 g7 g8 f6 j9",
    "onitama": "moves cobra-b1c2 crab-d5d4 boar-d1d2 crane-b5b4 crab-e1e2 boar-e5e4 crane-a1a2 crab-c5c4",
    "connect_four": "moves 4 4 4 4 4 3 3 5 5 3 5 3",
    "tic_tac_toe": "moves 1,1 0,0 0,2",
    "othello": "moves f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 d7 c5",
    "chess": "moves e4 c5 Nf3 d6 Bb5+ Bd7 O-O Nf6 Re1 Nc6 c3 a6",
    "breakthrough": "moves c2d3 f7e6 g2f3 c7d6 f3e4 e6d5",
    "hex": "moves d4 c5 c4 b6 e3 d6",
    "kalah": "moves 3 6 2 1 5 4",
    "dots_and_boxes": "moves a1b1 b1b2 a2b2 a1a2 c3d3 d4d5 c1d1 c2d2 c1c2 d1d2 b3b4 a4b4",
    "amazons": "moves j4j5 h5 g10g9 g8 d1d6 c5 a7c9 a9 g1g7 i7 d10a10 e10 g7f6 e6 j7i6 g6 j5j4 i4",
}
PICTURED = {name: LINES.get(name) for name in games()}
RANDOM_PLIES = {"splendor": 60, "fishing_derby": 40, "blocker": 3, "nine_mens_morris": 16, "ataxx": 24, "go": 40, "backgammon": 42}
SOME_PLIES = 12  # of random play in other games


def write(folder: Path) -> None:
    """Write all generated pages into the folder of the pages."""
    put(folder / "cli" / "commands.md", commands())
    put(folder / "core" / "functions.md", contract())
    put(folder / "players" / "players.md", players())
    for name in PICTURED:
        put(folder / "pictures" / f"{name}.svg", picture(name), head="")
        page = page_of(folder, name)
        put(page, with_rules(page.read_text(encoding="utf-8"), name), head="")
    put(folder / "pictures" / "roles.svg", svg_of(gallery([*ROLES])), head="")
    put(folder / "pictures" / "modifiers.svg", svg_of(gallery(SHOWN_WITH_MODIFIERS)), head="")
    drawings = folder / "core" / "drawings.md"
    put(drawings, with_roles(drawings.read_text(encoding="utf-8")), head="")
    game = folder / "core" / "contract.md"
    put(game, with_arguments(game.read_text(encoding="utf-8")), head="")
    glossary = folder / "glossary.md"
    put(glossary, with_techniques(glossary.read_text(encoding="utf-8")), head="")
    check = folder / "plugins" / "teaching" / "check.md"
    put(check, with_mistakes(check.read_text(encoding="utf-8")), head="")
    lessons(folder / "lessons")


def put(file: Path, text: str, head: str = HEAD) -> None:
    """Write a file if its text has changed, so that Sphinx reads again only what is new."""
    text = head + text.rstrip() + "\n"
    file.parent.mkdir(exist_ok=True)
    if not file.exists() or file.read_text(encoding="utf-8") != text:
        file.write_text(text, encoding="utf-8")


def page_of(folder: Path, name: str) -> Path:
    """Return the file of a game's page, which is in the folder of its room."""
    pages = [*folder.rglob(f"{name}.md")]
    assert len(pages) == 1, f"{name} has a page {name}.md in one folder, with the headings of kalah.md"
    return pages[0]


def picture(name: str) -> str:
    """Return the picture of a game's page as SVG."""
    position, random = load_game(name).position(PICTURED[name]), Random(5)
    while PICTURED[name] is None and position.ply < RANDOM_PLIES.get(name, SOME_PLIES):
        position = position.after(random.choice(position.moves() or [outcome for outcome, _ in position.chances()]))
    return position_svg(position)


def between(page: str, first: str, last: str, text: str) -> str:
    """Return a page with another text between two marks."""
    return re.sub(
        rf"(<!-- {first} -->\n).*?(<!-- end of {last} -->\n)", lambda marks: f"{marks[1]}{text}\n{marks[2]}", page, flags=re.DOTALL
    )


def with_rules(page: str, name: str) -> str:
    """Return a game's page with the rules that the game itself gives, between two marks."""
    text = "\n\n".join(map(block_text, blocks(load_game(name).rules)))
    return between(page, "the rules, as the game says them", "the rules", text)


def block_text(block: Block) -> str:
    """Return a part of a game's rules as Markdown."""
    if block.rows:
        return "\n".join(["| | |", "|---|---|", *(f"| {name} | {meaning} |" for name, meaning in block.rows)])
    return f"```text\n{block.text}\n```" if block.fixed else textwrap.fill(block.text, PAGE_WIDTH)


def commands() -> str:
    """Return the page of commands, from the command's own help."""
    add_commands()
    parts = ["# Commands\n\nThis is what `counterply COMMAND --help` says.\n"]
    parts += [command_text(f"counterply {name}", command) for name, command in sorted(app.commands.items())]
    return "\n".join(parts)


def command_text(name: str, command: Any) -> str:
    """Return a command's section: what it does, its arguments and options; of a group, its commands' sections."""
    if hasattr(command, "commands"):
        return "\n".join(command_text(f"{name} {inner}", made) for inner, made in sorted(command.commands.items()))
    shown = [parameter for parameter in command.params if parameter.name != "help" and not getattr(parameter, "hidden", False)]
    arguments = [parameter for parameter in shown if parameter.param_type_name == "argument"]
    usage = " ".join([name, *map(metavar, arguments)])
    rows = [f"| {cell(named(parameter))} | {cell(parameter.help or '')} | {cell(default_of(parameter))} |" for parameter in shown]
    table = ["| name | meaning | default |", "|---|---|---|", *rows] if rows else []
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
        "The functions that a game may give. Read [the contract](../core/contract.md) first.\n",
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
        "A player is named `NAME`, or `NAME:key=value,...`. Values are quoted where they hold a comma or a blank.\n",
    ]
    for name in known_players():
        made = player_class(name)
        parts.append(f"## {name}\n\n{plain_ticks(inspect.cleandoc(made.__doc__ or '').split('Parameters', 1)[0].strip())}\n")
        rows = []
        for option in inspect.signature(made).parameters.values():
            default = "" if option.default in (None, inspect.Parameter.empty) else text_of(option.default)
            rows.append(f"| `{option.name}` | {default} |")
        if rows:
            parts += ["| option | default |", "|---|---|", *rows, ""]
    parts += ["## Evaluators\n", "| game | evaluators, the best one first |", "|---|---|"]
    for name in games():
        parts.append(f"| {name} | {', '.join(f'`{evaluator.name}`' for evaluator in load_game(name).evaluators) or '`zero`'} |")
    return "\n".join(parts)


def text_of(value: Any) -> str:
    """Return an option's value as it is written."""
    return {True: "on", False: "off"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def plain_ticks(text: str) -> str:
    """Return a docstring's text as Markdown: double ticks are code, too."""
    return re.sub(r"``([^`]+)``", r"`\1`", text)


SECTION = re.compile(r"\s*(Parameters|Attributes)\s*")
MEANING = re.compile(r"(?P<indent>\s*)(?P<names>\w+(?:, \w+)*) : (?P<meaning>.+)")


def with_meanings_below(lines: list[str]) -> list[str]:
    """Return a docstring's lines with the meaning of each parameter and attribute on lines of its own.

    >>> with_meanings_below(["Parameters", "----------", "name : such as 'isolation',", "    or a file", "", "A : b"])
    ['Parameters', '----------', 'name', "    such as 'isolation',", '    or a file', '', 'A : b']
    """
    made, inside = [], False
    for line in lines:
        if SECTION.fullmatch(line):
            inside = True
        elif not line.strip():
            inside = False
        found = MEANING.fullmatch(line) if inside else None
        made += [line] if found is None else [found["indent"] + found["names"], f"{found['indent']}    {found['meaning']}"]
    return made


# --- the gallery of roles

SHAPES: tuple[Shape, ...] = ("rect", "disc", "ring", "line", "path", "text")
SHAPE_WIDE, ROLE_WIDE, ROW_HIGH = 1.5, 3.6, 1.15  # cells
LEAF = "M.5 .02 C.95 .2 .95 .8 .5 .98 C.05 .8 .05 .2 .5 .02 Z"
NEEDS_A_PIECE = ("inner", "light", "dark", "fixed", "start", "end", "on")  # words that say nothing of a shape by itself
SHOWN_WITH_MODIFIERS = [f"{base} {word}" for word in MODIFIERS if word not in NEEDS_A_PIECE for base in ("first", "second")]


def with_roles(page: str) -> str:
    """Return the page on drawings with the words that roles are made of, between two marks."""
    rows = [f"| `{word}` | {meaning} |" for word, meaning in {**ROLES, **MODIFIERS}.items() if meaning]
    table = "\n".join(["| word | what it is, or how it is shown |", "|---|---|", *rows])
    return between(page, "the words of roles", "the words", table)


def with_arguments(page: str) -> str:
    """Return the contract's page with what `Game` and its groups take, as their docstrings say, between two marks."""
    rows = [f"| `Game({names})` | {meaning} |" for names, meaning in described(cp.Game)]
    for group in (cp.Chance, cp.Symmetry, cp.Repetition, cp.Hints, cp.Memo, cp.Text, cp.Board):
        told = described(group)
        fields = {name for names, _ in told for name in names.split(", ")}
        others = ", ".join(field.name for field in dataclasses.fields(group) if field.name not in fields)
        rows += [f"| `{group.__name__}({others})` | {first_line(group)} |"] if others else []
        rows += [f"| `{group.__name__}({names})` | {meaning} |" for names, meaning in told]
    table = "\n".join(["| argument | meaning |", "|---|---|", *rows])
    return between(page, "the arguments of Game", "the arguments", table)


def with_techniques(page: str) -> str:
    """Return the glossary with the engine's techniques, between two marks."""
    rows = [f"| `{each.name}` | {each.text} | {', '.join(each.needs)} | {', '.join(each.asks)} |" for each in OURS]
    table = "\n".join(["| technique | what it does | rests on | asks the game for |", "|---|---|---|---|", *rows])
    return between(page, "the techniques, as they declare themselves", "the techniques", table)


def with_mistakes(page: str) -> str:
    """Return the page on `check` with the mistakes that have a name, and what is told of each at first, between two marks."""
    others = [each for module in (repeats, expectimax, sampling) for each in vars(module).values() if isinstance(each, Mistake)]
    told: dict[str, str] = {}
    by_values = small_infinity((), 1), only_who_won(())
    for each in (*MISTAKES, *others, *by_values, *(row[0] for row in expectimax.MISTAKES)):
        told.setdefault(each.name, each.sentence)
    table = "\n".join(["| name | what is told |", "|---|---|", *(f"| {name} | {cell(told[name])} |" for name in sorted(told))])
    return between(page, "the mistakes that have a name", "the mistakes", table)


def described(kind: type) -> list[tuple[str, str]]:
    """Return the parameters or attributes that a docstring describes: their names, and what it says in one line."""
    text = inspect.cleandoc(kind.__doc__ or "")
    part = re.search(r"^(?:Parameters|Attributes)\n-+\n(.*?)(?:\n\n|\Z)", text, re.DOTALL | re.MULTILINE)
    entries = re.findall(r"^(\w[\w, ]*) : (.*(?:\n    .*)*)", part[1] if part else "", re.MULTILINE)
    return [(names, plain_ticks(" ".join(meaning.split())).replace("|", "\\|")) for names, meaning in entries]


def first_line(kind: type) -> str:
    """Return the first line of a docstring."""
    return plain_ticks(inspect.cleandoc(kind.__doc__ or "").splitlines()[0])


def gallery(roles: Sequence[str]) -> Drawing:
    """Return two tables of roles by shapes beside each other, each shape with a text in it."""
    items: list[Item] = []
    rows = (len(roles) + 1) // 2
    for half in range(2):
        left = half * (ROLE_WIDE + SHAPE_WIDE * len(SHAPES) + 1)
        for place, shape in enumerate(SHAPES):
            x = left + ROLE_WIDE + SHAPE_WIDE * place
            items.append(Item(f"head {half} {shape}", x, -0.7, 1, 0.6, "text", "dim", text=shape, size=0.36))
        for row, role in enumerate(roles[half * rows : (half + 1) * rows]):
            items += row_items(role, left, row * ROW_HIGH)
    return Drawing(tuple(items), box_of(items), "roles and shapes")


def row_items(role: str, left: float, top: float) -> list[Item]:
    """Return a role's name and its shapes."""
    items = [Item(f"name {role}", left, top, ROLE_WIDE, 1, "text", "ink start", text=role, size=0.38)]
    for place, shape in enumerate(SHAPES):
        x = left + ROLE_WIDE + SHAPE_WIDE * place
        box = (x, top + 0.5, 1, 0) if shape == "line" else (x, top, 1, 1)
        items.append(Item(f"{role} {shape}", *box, shape, role, text="a1", size=0.4, path=LEAF if shape == "path" else ""))
    return items


# --- the lessons' pictures

TEXTBOOK_TREE = "depth 2: A0(B0(3 12 8) B0(2 4 6) B0(14 5 2))"
CHANCE_TREE = "depth 1: A0(C(3 12 9) C(2 4 6) C(15 6 0))"
LESSON_PICTURES = {
    "minimax.svg": (TEXTBOOK_TREE, "minimax"),
    "alpha-beta.svg": (TEXTBOOK_TREE, "alphabeta"),
    "expectimax.svg": (CHANCE_TREE, "expectimax"),
}


def lessons(folder: Path) -> None:
    """Write the trees of the lessons into the folder of their pages."""
    for name, (text, search) in LESSON_PICTURES.items():
        put(folder / name, cp.tree(text, search=search).svg(), head="")


if __name__ == "__main__":
    write(Path(__file__).parent)
