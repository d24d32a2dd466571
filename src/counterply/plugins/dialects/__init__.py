"""The courses whose files are judged as they lie, and play: one `Dialect` for each, an entry point in ``counterply.dialects``."""

from __future__ import annotations

from functools import cache

from counterply.plugins.dialects.dialect import Asked, Dialect
from counterply.registry import offered

__all__ = ["Asked", "Dialect", "dialects"]


@cache
def dialects() -> dict[str, Dialect]:
    """Return all dialects by name, in the order in which a file's is looked for."""
    return dict(sorted(offered("dialects", Dialect), key=lambda named: named[1].guessed))
