"""Ctrl-C before and after the command's own work: it ends the process without a word, or is not needed any more.

Imports nothing that takes time: the message about an interrupted import must not wait for an import.
"""

import os
import signal
from types import FrameType
from typing import NoReturn

INTERRUPTED = 130  # the shell's code for Ctrl-C


def end_quietly(number: int, frame: FrameType | None) -> NoReturn:
    """End this process at once; a signal's handler."""
    os._exit(INTERRUPTED)


def ignore(number: int, frame: FrameType | None) -> None:
    """Do nothing; a signal's handler."""


def be_quiet() -> None:
    """Let Ctrl-C end this process without a word from now on, unless it is ignored, as in what a shell runs in the background."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, end_quietly)


def hear_ctrl_c() -> None:
    """Let Ctrl-C raise `KeyboardInterrupt` from now on, where it has ended this process, or done nothing, until now."""
    if signal.getsignal(signal.SIGINT) in (end_quietly, ignore):
        signal.signal(signal.SIGINT, signal.default_int_handler)


def ignore_ctrl_c() -> None:
    """Let Ctrl-C do nothing from now on: one has ended the work, and temporary files are to be removed."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, ignore)


def exit_code(finished: bool) -> int:
    """Return a command's exit code; if Ctrl-C has ended its work, ignore further ones."""
    if finished:
        return 0
    ignore_ctrl_c()
    return INTERRUPTED
