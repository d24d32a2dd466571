"""A search of a notebook's cells as a file: its text, and the texts of all that it names there."""

from __future__ import annotations

import ast
import dis
import inspect
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from counterply.core.errors import UsageError
from counterply.core.files import write_text
from counterply.core.game_sources import importable_file

READS = ("LOAD_GLOBAL", "LOAD_NAME")
ADVICE = "write the search into a file, and check that"


def place_of(search: Callable[..., Any], folder: Path) -> str:
    """Return ``FILE.py:NAME`` of a function, a class or a method: its module's file, or one written into `folder`.

    Raises
    ------
    UsageError
        if its text cannot be read, or it names something that no text makes again
    """
    search = inspect.unwrap(getattr(search, "__func__", search))
    name = getattr(search, "__qualname__", "")
    if not name or "<" in name:
        raise UsageError(f"{search!r} has no name that a file could have: check takes a function, a class, or FILE.py[:NAME]")
    module = sys.modules[search.__module__]
    if (file := importable_file(module)) is not None:
        return f"{file}:{name}"
    texts: dict[str, str] = {}
    _add(name.partition(".")[0], vars(module), texts)
    write_text(folder / "cells.py", "\n\n".join(texts.values()) + "\n")
    return f"{folder / 'cells.py'}:{name}"


def _add(name: str, space: dict[str, Any], texts: dict[str, str]) -> None:
    """Add the text that makes what a name stands for, behind those of all that this names, in place."""
    if name in texts or name not in space:
        return
    value, home = space[name], getattr(space[name], "__module__", None)
    if isinstance(value, ModuleType):
        texts[name] = f"import {value.__name__} as {name}" if value.__name__ != name else f"import {name}"
    elif home not in (None, space["__name__"]) and hasattr(sys.modules.get(home), getattr(value, "__name__", "")):
        texts[name] = f"from {home} import {value.__name__} as {name}"
    elif inspect.isfunction(value) or inspect.isclass(value):
        text = _text_of(value)
        texts[name] = ""  # it may name itself
        for used in _globals_in(compile(text, name, "exec")):
            _add(used, space, texts)
        del texts[name]
        texts[name] = text if value.__name__ == name else f"{text}\n{name} = {value.__name__}"
    else:
        texts[name] = f"{name} = {_literal(name, value)}"


def _globals_in(code: CodeType) -> set[str]:
    """Return the names that some code, and the functions in it, read from their module."""
    inside = [each for each in code.co_consts if isinstance(each, CodeType)]
    return {each.argval for each in dis.get_instructions(code) if each.opname in READS}.union(*map(_globals_in, inside))


def _text_of(value: Any) -> str:
    try:
        return textwrap.dedent(inspect.getsource(value))
    except (OSError, TypeError):
        raise UsageError(f"the text of {value.__qualname__} cannot be read; {ADVICE}") from None


def _literal(name: str, value: Any) -> str:
    """Return the text of a constant; a container of anything else begins empty, as a table of positions does."""
    if isinstance(value, float):
        return f"float({str(value)!r})"
    try:
        ast.literal_eval(repr(value))
        return repr(value)
    except (ValueError, SyntaxError):
        if type(value) in (dict, list, set):
            return f"{type(value).__name__}()"
    raise UsageError(f"the search names {name}, which is {type(value).__name__!r} and has no text; {ADVICE}")
