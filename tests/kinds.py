"""Arguments of no kind at all, one at each place of a verb."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import counterply as cp
from counterply.core.arguments import fits, kinds_of
from counterply.core.described_options import fields_of, record_of


def kinds(verb: Callable[..., Any]) -> dict[str, Any]:
    """Return the annotated kinds of a verb's parameters, those of its record of options too."""
    record = record_of(verb)
    options = {} if record is None else {name: field.kind for name, field in fields_of(record).items()}
    return kinds_of(inspect.unwrap(verb)) | options


def taken(verb: Callable[..., Any]) -> Iterator[str]:
    """Give a verb an object at each place; yield the names of those that take any, the others say in a line what they take."""
    assert kinds(verb)
    for name, kind in kinds(verb).items():
        if fits(object(), kind):
            yield name
            continue
        with pytest.raises(cp.UsageError, match=rf"^{name} must be [^\n]+, not <object [^\n]+$"):
            verb(**{name: object()})
