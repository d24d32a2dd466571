"""pygame and tkinter, for files that open a window when they are read: all of it is there and does nothing, and nobody ever clicks.

Runs in the student's process, and needs nothing but the standard library.
"""

from __future__ import annotations

from typing import Any, NoReturn
from unittest.mock import MagicMock


def nobody(*unused: object, **named: object) -> NoReturn:
    """End the reading of a file that waits for somebody: what stands above the loop of its window is known by then."""
    raise EOFError("nobody plays at the window")


class Part(MagicMock):
    """What stands for all else: a copy of an object shares it."""

    def __deepcopy__(self, memo: object) -> Part:
        return self


class Widget(Part):
    """A part of a window, of which a file may make a class of its own."""

    def __init__(self, *unused: object, **named: object) -> None:
        super().__init__()

    def _get_child_mock(self, **named: Any) -> Part:
        return Part(**named)


Tk = Toplevel = Frame = Canvas = Button = Label = Entry = StringVar = IntVar = Widget
messagebox, ttk, simpledialog = Part(), Part(), Part()
display, draw, font, image, key, mixer, mouse, sprite, time, transform, Color, Rect, Surface = (Part() for _ in range(13))
event = Part(get=nobody, poll=nobody, wait=nobody)
