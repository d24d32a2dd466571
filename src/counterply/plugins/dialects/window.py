"""pygame and tkinter, for files that open a window when they are read: all of it is there and does nothing, and nobody ever clicks.

Runs in the student's process, and needs nothing but the standard library.
"""

from __future__ import annotations

from typing import Any, NoReturn
from unittest.mock import MagicMock


def nobody(*unused: object, **named: object) -> NoReturn:
    """End the reading of a file that waits for somebody: what stands above the loop of its window is known by then."""
    raise EOFError("nobody plays at the window")


class Widget(MagicMock):
    """A part of a window, of which a file may make a class of its own."""

    def __init__(self, *unused: object, **named: object) -> None:
        super().__init__()

    def _get_child_mock(self, **named: Any) -> MagicMock:
        return MagicMock(**named)


Tk = Toplevel = Frame = Canvas = Button = Label = Entry = StringVar = IntVar = Widget
messagebox, ttk, simpledialog = MagicMock(), MagicMock(), MagicMock()
display, draw, font, image, key, mixer, mouse, sprite, time, transform, Color, Rect, Surface = (MagicMock() for _ in range(13))
event = MagicMock(get=nobody, poll=nobody, wait=nobody)
