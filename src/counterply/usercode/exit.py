"""How a process says that it ends by its own will: a user's file that calls `os._exit` ends it without."""

from __future__ import annotations

import mmap
import os
from typing import NoReturn

from counterply.compiling.cache import CACHE

STILL_RUN = "is still being run: code outside of functions must end soon"  # of a user's file
GOES_ON = "goes on and on, in code in C: it must come to an end"  # of a user's function
READING = "a file"  # that is being run
MARKS: list[int] = []  # of this process: descriptors of pipes to the process that waits for it
NOTE_BYTES = 256
NOTES: list[mmap.mmap] = []  # memory that both have, where this process says which code of a user's it runs


def say_running(name: str) -> None:
    """Tell the waiting process which function of a user's is called, or `READING`; '' is none."""
    for note in NOTES:
        note[:] = name.encode(errors="replace")[:NOTE_BYTES].ljust(NOTE_BYTES, b"\0")


def said_running(note: mmap.mmap) -> str:
    """Return what `say_running` has said last."""
    return note[:].rstrip(b"\0").decode(errors="replace")


def say_ending() -> None:
    """Tell the waiting process that this one is done with its work."""
    for descriptor in MARKS:
        os.write(descriptor, b".")


def leave(code: int) -> NoReturn:
    """End this process at once: nothing but its temporary folder is tidied away, and no thread is waited for."""
    say_ending()
    CACHE.release()
    os._exit(code)
