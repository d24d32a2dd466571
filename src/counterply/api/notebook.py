"""Progress bars of runs in notebooks."""

from __future__ import annotations

import html
import sys
import time
from typing import Any

from counterply.arena.tournament import Progress, ProgressListener

STEP_SECONDS = 0.2  # between two pictures of a bar


def bar_here() -> ProgressListener | None:
    """Return a callback that shows a run's progress as a bar below its cell; None outside notebooks."""
    module: Any = sys.modules.get("IPython")
    shell = module.get_ipython() if module is not None else None
    if shell is None or not hasattr(shell, "kernel"):
        return None
    display: Any = module.display
    handle: Any = None
    shown = 0.0

    def show(progress: Progress) -> None:
        nonlocal handle, shown
        now = time.monotonic()
        if handle is not None and now - shown < STEP_SECONDS and progress.done < progress.total:
            return
        shown = now
        picture = display.HTML(bar(progress))
        if handle is None:
            handle = display.display(picture, display_id=True)
        else:
            handle.update(picture)

    return show


def bar(progress: Progress) -> str:
    """Return a bar as HTML, with its text.

    >>> bar(Progress("playing", 3, 10, left=7.2))
    '<progress value="3" max="10"></progress> playing: 3 of 10, 7 s left'
    """
    left = "" if progress.left is None or progress.done == progress.total else f", {progress.left:.0f} s left"
    words = html.escape(f"{progress.phase}: {progress.done:,} of {progress.total:,}{left}")
    return f'<progress value="{progress.done}" max="{progress.total}"></progress> {words}'
