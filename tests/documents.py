"""The JSON documents of commands: the fields that the pages name, and a watch over each one that any test has a command print."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGES = ("api/json.md", "plugins/learning/learn.md")
TERMS = ("standing", "value lost", "shares", "costs", "run")  # which several documents share
TERM = re.compile(r"^\S*\s?\*([A-Za-z ]+)\* (?:is|are) ")
COMMAND = re.compile(r"`(?:counterply )?([a-z][a-z-]*)[^`{]*`")
NAMED = re.compile(r'"(\w+)"|`(\w+)`')
BY_NAME = re.compile(r'"(\w+)": \{[A-Z]+: ')  # whose keys are names of players, games, endings


@cache
def described() -> dict[str, set[str]]:
    """Return what the pages name by command, and by term; of a field whose own keys are names, ``field:`` too."""
    texts: dict[str, str] = {}
    for page in PAGES:
        heads: list[str] = []
        for block in (DOCS / page).read_text(encoding="utf-8").split("\n\n"):
            if block.startswith("#"):
                heads = []
            elif term := TERM.match(block):
                heads = [term[1].lower()]
            elif COMMAND.match(block):
                heads = COMMAND.findall(block.partition("{")[0])
            for head in heads:
                texts[head] = texts.get(head, "") + block
    own = {
        head: {a or b for a, b in NAMED.findall(text)} | {f"{name}:" for name in BY_NAME.findall(text)}
        for head, text in texts.items()
    }
    for _ in TERMS:  # one may name another
        own = {head: names.union(*(own[term] for term in TERMS if term in texts[head])) for head, names in own.items()}
    as_others = {head: re.findall(r"(?:as|the same) `(\w+)`", text) for head, text in texts.items()}
    return {head: names.union(*(own.get(other, set()) for other in as_others[head])) for head, names in own.items()}


def not_described(command: str, document: Any) -> set[str]:
    """Return the names of the fields of a command's document that the pages do not name."""
    known = described()[command]
    return set(_fields(document, known)) - known


def _fields(document: Any, known: set[str]) -> Iterator[str]:
    for value in document if isinstance(document, list) else ():
        yield from _fields(value, known)
    for name, value in document.items() if isinstance(document, dict) else ():
        yield name
        if f"{name}:" not in known:
            yield from _fields(value, known)


TYPES = Path(__file__).with_name("types_of_fields.txt")
KINDS = {bool: "flag", int: "number", float: "number", str: "text", list: "list", dict: "fields"}


@cache
def recorded() -> dict[str, set[str]]:
    """Return the types of the fields in a list of lines ``COMMAND FIELD TYPE``, by command and field; others are not watched."""
    found: dict[str, set[str]] = {}
    for line in TYPES.read_text(encoding="utf-8").splitlines():
        field, _, kind = line.rpartition(" ")
        found.setdefault(field, set()).add(kind)
    return found


def types_of(command: str, document: Any) -> set[str]:
    """Return the types of a document's fields as such lines; null, which any field may be, tells none."""

    def told(value: Any, field: str) -> Iterator[str]:
        if value is not None and field:
            yield f"{command} {field} {KINDS[type(value)]}"
        for part in value if isinstance(value, list) else ():
            yield from told(part, f"{field}[]")
        for name, part in value.items() if isinstance(value, dict) else ():
            last = field.rpartition(".")[2].removesuffix("[]")
            yield from told(part, f"{field}.{'*' if f'{last}:' in described()[command] else name}".removeprefix("."))

    return set(told(document, ""))


def of_another_type(command: str, document: Any) -> set[str]:
    """Return the fields of a document whose type is none that is recorded."""
    split = (line.rpartition(" ") for line in types_of(command, document))
    return {f"{field} {kind}" for field, _, kind in split if kind not in recorded().get(field, {kind})}


class Watch:
    """Stands for `json.dumps`, and remembers what commands print."""

    def __init__(self) -> None:
        self.dumps = json.dumps
        self.printed: list[tuple[str, Any]] = []

    def __call__(self, document: Any, **named: Any) -> str:
        if sys._getframe(1).f_globals.get("__name__") == "counterply.cli.input_output":
            import click

            context = click.get_current_context(silent=True)
            names = [] if context is None else context.command_path.split()
            printed = json.loads(self.dumps(document, **named))  # tuples are lists there
            self.printed += [(name, printed) for name in names if name in described()][-1:]
        return self.dumps(document, **named)
