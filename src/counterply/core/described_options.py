"""Options, each described once, for a verb of the public API and for its command.

A record of options is a `TypedDict`; each field is annotated with its type and an `Option`. A verb takes
``**options: Unpack[RECORD]`` and is `described`; the command's options are built from the same record.
"""

from __future__ import annotations

import inspect
import re
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, wraps
from pathlib import Path
from typing import Any, TypeVar

from counterply.core.arguments import checked, fits, in_brief, in_words, of_numpy
from counterply.core.errors import UsageError
from counterply.core.users_text import unknown

UNPACKED = re.compile(r"Unpack\[(\w+)\]")
Record = TypeVar("Record")
Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True)
class Option:
    """An option, apart from its name and its type, which its field in a record has.

    Attributes
    ----------
    default : in programs and on the command line
    help : its meaning, in a sentence
    metavar : the placeholder of its value in the command's help, with the unit: 'N', 'TIME', 'FILE.png'
    flags : how it is written on the command line; by default as its name
    parse : gives the value that a word on the command line means; raises `UsageError`
    written : the default as such a word, for options with `parse`
    least : the smallest number that it may be
    command : whether the command has it; programs alone hand over objects and functions
    """

    default: Any
    help: str
    metavar: str = ""
    flags: tuple[str, ...] = ()
    parse: Callable[[str], Any] | None = None
    written: str | None = None
    least: int | None = None
    command: bool = True


@dataclass(frozen=True)
class Field:
    """A field of a record of options: its name, its type, and the rest."""

    name: str
    kind: Any
    option: Option

    @property
    def flags(self) -> tuple[str, ...]:
        """How the command line writes it, the usual form first."""
        return self.option.flags or (f"--{self.name.replace('_', '-')}",)

    @property
    def word_kind(self) -> Any:
        """The type of its value on the command line, before it is parsed: a simple one, or a list."""
        simple = [kind for kind in self.kinds if kind in (bool, int, float)]
        if self.option.parse is None and str not in self.kinds and Path not in self.kinds:
            if simple:
                return simple[0]
            if any(typing.get_origin(kind) in (list, Sequence) for kind in self.kinds):
                return list[str]
        return str

    @property
    def kinds(self) -> tuple[Any, ...]:
        """The types of its value, one of a union each."""
        return typing.get_args(self.kind) if isinstance(self.kind, types.UnionType) else (self.kind,)

    def require(self, value: Any, name: str) -> None:
        """Raise `UsageError` for what is not of its kind, and for a number that is too small."""
        if not fits(value, self.kind):
            raise UsageError(f"{name} must be {in_words(self.kind)}, not {in_brief(value)}")
        least = self.option.least
        if least is not None and isinstance(value, (int, float, of_numpy("number"))) and not value >= least:  # nor NaN
            raise UsageError(f"{name} must be {least} or more, not {value}")

    def read(self, word: Any) -> Any:
        """Return the value that a word on the command line means; None and no words at all are the default."""
        value = self.option.default
        if word is not None and word != []:
            value = word if self.option.parse is None else self.option.parse(word)
        self.require(value, self.flags[0].partition("/")[0])
        return value


@cache
def fields_of(record: Any) -> dict[str, Field]:
    """Return the fields of a record of options by name, those of its bases first."""
    hints = typing.get_type_hints(record, include_extras=True)
    annotated = {name: typing.get_args(hint) for name, hint in hints.items()}
    return {name: Field(name, kind, option) for name, (kind, option) in annotated.items()}


def complete(record: Any, given: Record) -> Record:
    """Return options with the defaults of all that are not given.

    Raises
    ------
    UsageError
        for an option that the record does not have, or a number that is too small
    """
    values: Any = given
    fields = fields_of(record)
    for name, value in values.items():
        if name not in fields:
            meant = [each.name for each in fields.values() if f"--{name}" in each.flags]  # as the command spells it
            raise unknown("option", name, fields, *meant)
        fields[name].require(value, name)
    plain = {name: value.item() if isinstance(value, of_numpy("generic")) else value for name, value in values.items()}
    whole: Any = {name: plain.get(name, field.option.default) for name, field in fields.items()}
    return whole  # type: ignore[no-any-return]


def part(options: Mapping[str, Any], record: Callable[..., Record]) -> Record:
    """Return those of some options that a record has."""
    return record(**{name: options[name] for name in fields_of(record) if name in options})


def record_of(function: Callable[..., object]) -> Any:
    """Return the record of options that a function takes as ``**options: Unpack[RECORD]``; None if it has none."""
    annotation = function.__annotations__.get("options", "")
    if not isinstance(annotation, str):
        return typing.get_args(annotation)[0]
    unpacked = UNPACKED.fullmatch(annotation)
    return None if unpacked is None else inspect.unwrap(function).__globals__[unpacked[1]]  # type: ignore[attr-defined]


def parameter(field: Field) -> inspect.Parameter:
    """Return an option as a keyword parameter of a function."""
    return inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, default=field.option.default, annotation=field.kind)


def described(function: Function) -> Function:
    """Return a function with the signature and the docstring that its record of options makes up; it always gets all options."""
    record = record_of(function)
    fields = fields_of(record).values()
    own = list(inspect.signature(function).parameters.values())[:-1]
    whole = checked(function)

    @wraps(function)
    def called(*given: Any, **named: Any) -> Any:
        arguments = {each.name: named.pop(each.name) for each in own if each.name in named}
        return whole(*given, **arguments, **complete(record, named))

    signature = inspect.Signature([*own, *map(parameter, fields)], return_annotation=function.__annotations__["return"])
    called.__signature__ = signature  # type: ignore[attr-defined]
    lines = "\n".join(f"{field.name} : {_clause(field.option.help)}" for field in fields)
    blocks = inspect.cleandoc(function.__doc__ or "").split("\n\n")
    heads = [block.partition("\n")[0] for block in blocks]
    if "Parameters" in heads:
        blocks[heads.index("Parameters")] += f"\n{lines}"
    else:
        place = next((index for index, head in enumerate(heads) if head in ("Raises", "Examples")), len(blocks))
        blocks.insert(place, f"Parameters\n----------\n{lines}")
    called.__doc__ = "\n\n".join(blocks)
    return called  # type: ignore[return-value]


def _clause(sentence: str) -> str:
    """Return a sentence as a docstring has it beside a name.

    >>> _clause("Of each pairing; even."), _clause("MB for the table.")
    ('of each pairing; even', 'MB for the table')
    """
    small = sentence[:1].lower() + sentence[1:] if sentence[1:2].islower() or sentence[1:2] == " " else sentence
    return small.rstrip(".")
