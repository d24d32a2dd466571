"""pygame, for files that open a window when they are read: all of it is there and does nothing, and nobody ever clicks.

Runs in the student's process, and needs nothing but the standard library.
"""

from __future__ import annotations

from typing import NoReturn
from unittest.mock import MagicMock


def nobody(*unused: object, **named: object) -> NoReturn:
    """End the reading of a file that waits for somebody: what stands above the loop of its window is known by then."""
    raise EOFError("nobody plays at the window")


display, draw, font, image, key, mixer, mouse, sprite, time, transform, Color, Rect, Surface = (MagicMock() for _ in range(13))
event = MagicMock(get=nobody, poll=nobody, wait=nobody)
