"""Another program as a child process that speaks lines: it is heard by a thread, and never outlives this process."""

from __future__ import annotations

import contextlib
import os
import queue
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
import weakref
from pathlib import Path
from typing import Any

from counterply.core.errors import UsageError

WATCHDOG = Path(__file__).with_name("watchdog.py")
CHUNK = 1 << 16  # bytes read at once
LONGEST_LINE = 1 << 16  # bytes; more without an end of line are a flood too
MOST_BYTES = 1 << 20  # that a program may write without being asked again; some write much about their search
LONGEST_SHOWN = 100  # characters of a line in a message
EXIT_SECONDS = 2.0  # for a program that has closed its output to end, and for a watchdog that has been told to
NOT_STARTED = 127  # exit codes, as the shell's and the watchdog's
SIGNALLED = 128  # and the signal's number
POLL_SECONDS = 0.05  # between looks at whether a program that says nothing is still there
END_OF_LINE = re.compile(rb"[\r\n]")  # empty lines do not count
FLOOD, CLOSED = object(), object()


class ProgramFailed(Exception):
    """Another program has crashed, hangs, floods or does not keep to its protocol; the text says which."""


class Transcript:
    """All lines of a conversation, appended to a file as they come: seconds, process, direction, text."""

    def __init__(self, path: str) -> None:
        try:
            self.file = open(Path(path).expanduser(), "a", encoding="utf-8", buffering=1)  # noqa: SIM115 - closed by its owner
        except OSError as error:
            raise UsageError(f"log={path} cannot be written: {error.strerror}") from None
        self._begin = time.monotonic()

    def add(self, number: int, direction: str, text: str) -> None:
        """Append a line; `direction` is ``>`` for what the program is told, ``<`` for what it says, ``#`` for what happens."""
        with contextlib.suppress(ValueError):  # closed already
            self.file.write(f"{time.monotonic() - self._begin:10.3f} {number} {direction} {text}\n")


class Program:
    """A running program.

    It has a process group of its own, so that Ctrl-C is ours alone, and a watchdog that kills the group when this process is gone.

    Parameters
    ----------
    command : as in a shell, without a shell; a path with ``/`` starts in that folder
    transcript : where the conversation is written; None is nowhere
    """

    def __init__(self, command: str, transcript: Transcript | None = None) -> None:
        words, folder = command_words(command)
        self.name = Path(words[0]).name
        self._transcript = transcript
        self._lines: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._unasked = 0  # bytes that have come since the last line was sent
        theirs, ours = os.pipe()
        errors = transcript.file if transcript is not None else subprocess.DEVNULL
        try:
            self.process = subprocess.Popen(
                [sys.executable, "-I", "-S", str(WATCHDOG), str(theirs), *words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                cwd=folder,
                pass_fds=(theirs,),
                start_new_session=True,
                bufsize=0,
            )
        finally:
            os.close(theirs)
        self._finalizer = weakref.finalize(self, _kill, self.process, ours)
        self._note("#", f"started: {shlex.join(words)}")
        reader = threading.Thread(target=_read, args=(weakref.ref(self), self.process.stdout, self._lines), daemon=True)
        reader.start()

    @property
    def alive(self) -> bool:
        """Whether the program is still running."""
        return self.process.poll() is None

    def send(self, *lines: str) -> None:
        """Send lines; raises `ProgramFailed` if nobody reads them."""
        assert self.process.stdin is not None
        for line in lines:
            self._note(">", line)
        self._unasked = 0
        try:
            self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        except (BrokenPipeError, ValueError):
            raise self._ended() from None

    def receive(self, until: float) -> str | None:
        """Return the next line, stripped; None if none comes before `until` (``time.monotonic``).

        Raises
        ------
        ProgramFailed
            if the program has ended, or writes without end
        """
        while True:
            try:
                item = self._lines.get(timeout=max(0.0, min(POLL_SECONDS, until - time.monotonic())))
            except queue.Empty:
                if not self.alive and self._lines.empty():
                    raise self._ended() from None
                if time.monotonic() >= until:
                    return None
                continue
            if item is CLOSED:
                raise self._ended()
            if item is FLOOD:
                raise self.failed(
                    f"{self.name} has written more than {MOST_BYTES >> 20} MB, or a line without end, in place of a move"
                )
            self._note("<", item)
            return str(item)

    def forget_lines(self) -> None:
        """Forget, in place, what was said and not read."""
        with contextlib.suppress(queue.Empty):
            while True:
                item = self._lines.get_nowait()
                if item is FLOOD or item is CLOSED:
                    self._lines.put(item)
                    return
                self._note("<", item)

    def kill(self) -> None:
        """End the program, and all that it has started in its group, at once."""
        self._finalizer()

    def failed(self, text: str) -> ProgramFailed:
        """End the program, and return the error that says why."""
        self._note("#", text)
        self.kill()
        return ProgramFailed(text)

    def _ended(self) -> ProgramFailed:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(EXIT_SECONDS)
        return self.failed(f"{self.name} {how_it_ended(self.process.poll())}")

    def _note(self, direction: str, text: str) -> None:
        if self._transcript is not None:
            self._transcript.add(self.process.pid, direction, text)

    def _heard(self, size: int) -> bool:
        """Count bytes, in place; tell whether there are not too many."""
        self._unasked += size
        return self._unasked <= MOST_BYTES


def _read(program: weakref.ref[Program], stream: Any, lines: queue.SimpleQueue[Any]) -> None:
    """Put the lines of a program's output into `lines`, decoded whatever they hold, until it ends or is too much."""
    rest = b""
    while True:
        try:
            chunk = stream.read(CHUNK)
        except (OSError, ValueError):
            chunk = b""
        *whole, rest = END_OF_LINE.split(rest + (chunk or b""))
        if not chunk:
            whole.append(rest)
        for raw in whole:
            line = raw.decode("utf-8", "replace").strip()
            if line:
                lines.put(line)
        if not chunk:
            lines.put(CLOSED)
            return
        asked = program()
        if asked is None or not asked._heard(len(chunk)) or len(rest) > LONGEST_LINE:
            lines.put(FLOOD)
            return
        del asked


def _kill(process: subprocess.Popen[bytes], pipe: int) -> None:
    """Let a watchdog kill all that it knows of, by the pipe's end; if that takes long, kill it and its group."""
    with contextlib.suppress(OSError):
        os.close(pipe)
    if process.stdin is not None:
        with contextlib.suppress(OSError):
            process.stdin.close()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(EXIT_SECONDS)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(EXIT_SECONDS)


def how_it_ended(code: int | None) -> str:
    """Return what an exit code of the watchdog's says of its program; None: it runs on, but has closed its output.

    >>> how_it_ended(139), how_it_ended(3)
    ('was ended by SIGSEGV', 'has ended with exit code 3')
    """
    if code is None:
        return "has closed its output"
    if code == NOT_STARTED:
        return "cannot be started"
    if code > SIGNALLED or code < 0:
        with contextlib.suppress(ValueError):
            return f"was ended by {signal.Signals(code - SIGNALLED if code > 0 else -code).name}"
    return f"has ended with exit code {code}"


def command_words(command: str) -> tuple[list[str], str | None]:
    """Return the words of a command, and the folder it is started in; None is the current one.

    Raises
    ------
    UsageError
        if there is no such program
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UsageError(f"cmd={command!r}: {error}") from None
    if not words:
        raise UsageError('cmd is the program to start, as in gomocup:cmd="./pbrain-x"')
    if "/" not in words[0]:
        if shutil.which(words[0]) is None:
            raise UsageError(f"there is no program {words[0]!r}; a program in this folder is ./{words[0]}")
        return words, None
    path = Path(words[0]).expanduser().absolute()
    if not path.is_file():
        raise UsageError(f"there is no program {words[0]}")
    if not os.access(path, os.X_OK):
        raise UsageError(f"{words[0]} is not executable; chmod +x makes it so")
    return [str(path), *words[1:]], str(path.parent)
