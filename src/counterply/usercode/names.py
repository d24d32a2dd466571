"""The grammar of names: ``NAME[:key=value,...]``, and options turned into a function's arguments."""

from __future__ import annotations

import inspect
import re
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from counterply.core.errors import UsageError
from counterply.core.users_text import require_printable, unknown


def split_name(text: str) -> tuple[str, dict[str, str]]:
    """Split ``NAME[:key=value,...]``; values are quoted where they hold a comma or a blank.

    >>> split_name("alphabeta:eval=improved,depth=3")
    ('alphabeta', {'eval': 'improved', 'depth': '3'})
    >>> split_name('gomocup:cmd="./pbrain-x --fast, now"')
    ('gomocup', {'cmd': './pbrain-x --fast, now'})
    """
    name, colon, rest = _split_file(require_printable(text, "a player's name"))
    options = {}
    if colon and not rest:
        raise UsageError(f"{text!r} ends in ':'; write NAME or NAME:key=value,...")
    for part in _split_commas(rest):
        key, equals, value = part.partition("=")
        if not equals or not key.strip():
            raise UsageError(f"{part!r} in {text!r} is not key=value; a function or class in a file is named FILE.py:NAME")
        if key.strip() in options:
            raise UsageError(f"{key.strip()!r} is given twice in {text!r}")
        options[key.strip()] = value.strip().strip("\"'")
    return name, options


def with_options(text: str, options: Mapping[str, str | None]) -> str:
    """Return a player's text with more options, those that are not None; `split_name` reads them back.

    >>> with_options("engine:proof=off", {"eval": "territory", "weights": "1.0 30.0"}), with_options("engine", {"eval": None})
    ('engine:proof=off,eval=territory,weights="1.0 30.0"', 'engine')
    """
    given = {key: value for key, value in options.items() if value is not None}
    written = (f'{key}="{value}"' if {",", " "} & set(value) else f"{key}={value}" for key, value in given.items())
    return f"{text}{',' if split_name(text)[1] else ':'}{','.join(written)}" if given else text


def without_folders(name: str) -> str:
    """Return a player's text with its files named without their folders.

    >>> without_folders("engine:eval=/home/me/mine.py:bold")
    'engine:eval=mine.py:bold'
    """
    return re.sub(r"[^:,=\s]*/(?=[^/]*\.py\b)", "", name)


def _split_file(text: str) -> tuple[str, str, str]:
    """Split off the name; in ``FILE.py:NAME:key=value`` the name is ``FILE.py:NAME``."""
    head, colon, rest = text.partition(":")
    if head.endswith(".py") and colon:
        inner, colon, rest = rest.partition(":")
        if "=" in inner:
            raise UsageError(f"{text!r} names a file, but no function or class in it; write FILE.py:NAME:key=value")
        return f"{head}:{inner}", colon, rest
    return head, colon, rest


def _split_commas(text: str) -> list[str]:
    parts, quote, current = [], "", ""
    for letter in text:
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'":
            quote = letter
        elif letter == ",":
            parts.append(current)
            current = ""
            continue
        current += letter
    if quote:
        raise UsageError(f"a quote is not closed in {text!r}")
    return [*parts, current] if current or parts else []


def convert(value: str, annotation: Any, what: str) -> Any:
    """Turn the text `value` into the annotated type: str, int, float, bool (on/off), or one of several literals."""
    choices = [annotation]
    if isinstance(annotation, types.UnionType) or typing.get_origin(annotation) is typing.Union:
        choices = [kind for kind in typing.get_args(annotation) if kind is not type(None)]
    for kind in choices:
        if typing.get_origin(kind) is typing.Literal:
            if value in typing.get_args(kind):
                return value
            raise unknown(f"value of {what}", value, map(str, typing.get_args(kind)))
        if kind is bool:
            words = {"on": True, "true": True, "yes": True, "1": True, "off": False, "false": False, "no": False, "0": False}
            if value.lower() in words:
                return words[value.lower()]
            raise UsageError(f"{what} is on or off, not {value!r}")
        if kind in (int, float):
            try:
                return kind(value.replace("_", ""))
            except ValueError:
                raise UsageError(f"{what} is a number, not {value!r}") from None
    return value


@dataclass(frozen=True)
class Parameter:
    """A parameter of a function, as an option: its type, its default, and the parameter of whose group it is, if any."""

    kind: Any
    default: Any
    group: str | None = None


def _kinds_of(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the types of the parameters of a function or class; a game that is an object has none."""
    if not callable(function):
        return {}
    try:
        return typing.get_type_hints(function.__init__ if inspect.isclass(function) else function)  # type: ignore[misc]
    except NameError:  # a name that its file imports for type checkers alone
        return {}


def _kind_of_default(default: Any) -> type:
    """Return the type of a parameter that is not annotated: that of its default, if a word can be read as one."""
    return type(default) if isinstance(default, (bool, int, float)) else str


def options_of(function: Callable[..., Any]) -> dict[str, Parameter]:
    """Return the options of a function or class: its parameters; one annotated with a dataclass is a group of its fields."""
    hints = _kinds_of(function)
    options: dict[str, Parameter] = {}
    for name, parameter in inspect.signature(function).parameters.items() if callable(function) else ():
        kind = hints.get(name, _kind_of_default(parameter.default))
        if is_dataclass(kind) and isinstance(kind, type):
            inner = typing.get_type_hints(kind)
            options |= {field.name: Parameter(inner[field.name], field.default, name) for field in fields(kind)}
        else:
            options[name] = Parameter(kind, parameter.default)
    return options


def groups_of(function: Callable[..., Any]) -> dict[str, type]:
    """Return the parameters of a function or class that are groups of options, with their dataclasses."""
    return {name: kind for name, kind in _kinds_of(function).items() if isinstance(kind, type) and is_dataclass(kind)}


def call_with_options(function: Callable[..., Any], options: dict[str, str], what: str) -> Any:
    """Call `function` with `options` as its keyword arguments, turned into the annotated types.

    Raises
    ------
    UsageError
        for an option that the function does not have, one that it needs, or a value that is not of its type
    """
    known = options_of(function)
    arguments: dict[str, Any] = {}
    grouped: dict[str, dict[str, Any]] = {}
    for key, value in options.items():
        if key not in known:
            raise unknown(f"option of {what}", key, known)
        option = known[key]
        place = arguments if option.group is None else grouped.setdefault(option.group, {})
        place[key] = convert(value, option.kind, f"{key} of {what}")
    groups = groups_of(function)
    arguments |= {name: groups[name](**values) for name, values in grouped.items()}
    try:
        inspect.signature(function).bind(**arguments)
    except TypeError as error:
        raise UsageError(f"{what}: {error}") from None
    return function(**arguments)


def value_text(value: Any) -> str:
    """Return an option's value as it is written; '' for one that is left open.

    >>> value_text(True), value_text(None), value_text(0)
    ('on', '', '0')
    """
    if isinstance(value, bool):
        return "on" if value else "off"
    return "" if value is None or value is inspect.Parameter.empty else str(value)


def option_texts(function: Callable[..., Any]) -> list[str]:
    """Return ``key=default`` for each option of a function, for listings."""
    return [f"{name}={value_text(option.default)}" for name, option in options_of(function).items()]


def option_lines(made: Any) -> dict[str, str]:
    """Return the description of each option from the docstrings of a player's class or a game's function, and of its groups."""
    about = _section_of(made, "Parameters") if callable(made) else {}
    for group in groups_of(made).values():
        about |= _section_of(group, "Attributes")
    return about


def _section_of(made: Any, heading: str) -> dict[str, str]:
    """Return the descriptions in a section of a docstring by name, each as one line."""
    _, _, section = (inspect.getdoc(made) or "").partition(f"{heading}\n{'-' * len(heading)}\n")
    about = {}
    for line in section.partition("\n\n")[0].splitlines():
        name, colon, text = line.partition(" : ")
        if colon and not line.startswith(" "):
            about[name] = text
        elif about:
            about[next(reversed(about))] += f" {line.strip()}"
    return about
