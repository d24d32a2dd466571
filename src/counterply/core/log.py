"""What the work says beside its results: Python's logging, under names that begin with ``counterply``.

A program decides by `logging` what becomes of it; if it says nothing, warnings go to standard error. The command shows all of it
from INFO on as plain lines there, in its own process and in those that it starts.
"""

from __future__ import annotations

import logging
import sys

ROOT = logging.getLogger("counterply")


class PlainLines(logging.Handler):
    """Writes each message as a line, on what is standard error now."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write the line."""
        print(record.getMessage(), file=sys.stderr, flush=True)


def show_log() -> None:
    """Show what is logged from now on, from INFO on, as the command does; again changes nothing."""
    if not any(isinstance(handler, PlainLines) for handler in ROOT.handlers):
        ROOT.addHandler(PlainLines())
    ROOT.setLevel(logging.INFO)
