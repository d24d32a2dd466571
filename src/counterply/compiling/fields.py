"""The fields of a record, known to a kernel when it is compiled: code that can then never run is never compiled."""

from __future__ import annotations

from typing import Any


def has_field(record: Any, name: str) -> bool:
    """Tell whether a record has a field `name`.

    In a kernel `record` is one of its parameters and `name` a constant. The answer is known when the kernel is compiled: code
    behind ``if has_field(...)``, and code that it calls, is compiled only if it is true.
    """
    return name in record.dtype.fields
