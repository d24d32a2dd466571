"""Another program as a child process with a protocol of lines: it is read when asked, and never outlives this process."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
import weakref
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from counterply.core.errors import UsageError
from counterply.core.files import INPUTS, require_place, user_path
from counterply.system import (
    CHUNK,
    MEGABYTE,
    NOT_STARTED,
    POSIX,
    SIGNALLED,
    WATCHDOG,
    Stream,
    end_group,
    own_group,
    readable,
    writable,
)
from counterply.usercode.faults import ProcessError

LONGEST_LINE = 1 << 16  # bytes; more without an end of line are a flood too
MOST_BYTES = 1 << 20  # that a program may write for one question; some write much about their search
SEND_SECONDS = 1.0  # for a program to read its input, once the pipe is full
LONGEST_SHOWN = 100  # characters of a line in a message
EXIT_SECONDS = 2.0  # for a program that has closed its output to end, and for a watchdog that has been told to
POLL_SECONDS = 0.05  # between looks at whether a program that says nothing is still there
END_OF_LINE = re.compile(rb"[\r\n]")  # empty lines do not count


class ProgramFailed(ProcessError):
    """Another program has crashed, hangs, floods or does not keep to its protocol; the text says which."""


class Transcript:
    """All lines of a conversation, appended to a file as they come: seconds, process, direction, text."""

    def __init__(self, path: str) -> None:
        try:
            self.file = open(require_place(path), "a", encoding="utf-8", buffering=1)  # noqa: SIM115 - closed by its owner
        except OSError as error:
            raise UsageError(f"log={path} cannot be written: {error.strerror}") from None
        self._begin = time.monotonic()

    def add(self, number: int, direction: str, text: str) -> None:
        """Append a line; `direction` is ``>`` for the program's input, ``<`` for its output, ``#`` for events."""
        with contextlib.suppress(ValueError):  # closed already
            self.file.write(f"{time.monotonic() - self._begin:10.3f} {number} {direction} {text}\n")


class Program:
    """A running program.

    It has a process group of its own, so Ctrl-C is ours alone, and a watchdog that kills the group when this process is gone.

    Parameters
    ----------
    command : as in a shell, without a shell, a path with ``/`` starting in that folder; or the words of one, in this folder
    transcript : where the conversation is written; None is nowhere
    show_errors : True for this process's standard error, or a file for it; else it goes into the transcript
    environment : None is this process's
    megabytes : of memory that it may take, and of a file that it may write; 0 is no limit
    longest : bytes of a line, and of its output for one question; None are those of a program that plays
    """

    def __init__(
        self,
        command: str | Sequence[str],
        transcript: Transcript | None = None,
        show_errors: bool | IO[bytes] = False,
        environment: Mapping[str, str] | None = None,
        megabytes: tuple[int, int] = (0, 0),
        longest: int | None = None,
    ) -> None:
        words, folder = command_words(command) if isinstance(command, str) else (list(command), None)
        self.name = Path(words[0]).name
        self._transcript = transcript
        self._lines: deque[str] = deque()  # that have come and were not yet asked for
        self._rest = b""  # of a line that has not ended
        self._closed = False
        self._heard = 0  # bytes since the last question
        self._longest = (LONGEST_LINE, MOST_BYTES) if longest is None else (longest, longest)
        errors: Any = subprocess.DEVNULL if transcript is None else transcript.file
        if show_errors:
            errors = None if show_errors is True else show_errors
        watched, theirs, ours = watched_words(words, megabytes)
        try:
            self.process = subprocess.Popen(
                watched,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                cwd=folder,
                env=environment,
                bufsize=0,
                **own_group(theirs),
            )
        finally:
            os.close(theirs)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        weakref.finalize(self, self.process.stdout.close)  # not before: another thread may read what a killed program has said
        self._finalizer = weakref.finalize(self, _kill, self.process, ours)
        self._input, self._output = Stream(self.process.stdin, reads=False), Stream(self.process.stdout, reads=True)
        self.output = self._output.descriptor
        self._note("#", f"started: {shlex.join(words)}")

    @property
    def alive(self) -> bool:
        """Whether the program is still running."""
        return self.process.poll() is None

    @property
    def exit_code(self) -> int | None:
        """How the program has ended: its exit code, or the negative number of a signal; None while it runs."""
        code = self.process.poll()
        return SIGNALLED - code if code is not None and code > SIGNALLED else code

    @property
    def has_lines(self) -> bool:
        """Whether a line has come that was not yet asked for."""
        return bool(self._lines)

    def end_input(self) -> None:
        """Close its standard input."""
        with contextlib.suppress(OSError):
            self._input.close()

    def wait(self, until: float) -> None:
        """Wait for its end until then (``time.monotonic``), at most."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(max(0.0, until - time.monotonic()))

    def send(self, *lines: str, patience: float = SEND_SECONDS) -> None:
        """Send lines; raises `ProgramFailed` if the program does not read them in that time once the pipe is full."""
        for line in lines:
            self._note(">", line)
        data = "".join(f"{line}\n" for line in lines).encode()
        until = time.monotonic() + patience
        while data:
            if not self._finalizer.alive:
                raise self._ended()
            try:
                data = data[self._input.write(data) :]
            except BlockingIOError:
                if time.monotonic() >= until:
                    raise self.failed(f"{self.name} does not read what it is told") from None
                writable(self._input.descriptor, POLL_SECONDS)
            except OSError:
                raise self._ended() from None

    def receive(self, until: float) -> str | None:
        """Return the next line, stripped; None if none has come before `until` (``time.monotonic``).

        Raises
        ------
        ProgramFailed
            if the program has ended, or writes without end
        """
        while (now := time.monotonic()) < until:
            if self._lines:
                line = self._lines.popleft()
                self._note("<", line)
                return line
            if self._closed or not self._finalizer.alive:
                raise self._ended()
            if readable([self.output], min(POLL_SECONDS, until - now)):
                self._hear()
            elif not self.alive and not readable([self.output], 0):  # its last words may have come just now
                self._closed = True
        return None

    def forget_lines(self) -> None:
        """Discard unread output, in place: the next question begins."""
        self.count_anew()
        while self._finalizer.alive and not self._closed and readable([self.output], 0):
            self._hear()
        for line in self._lines:
            self._note("<", line)
        self._lines.clear()
        self.count_anew()

    def count_anew(self) -> None:
        """Count all output from now on as the answer to the next question, in place."""
        self._heard = 0

    def kill(self) -> None:
        """End the program, and all that it has started in its group, at once."""
        self._finalizer()

    def failed(self, text: str) -> ProgramFailed:
        """End the program, and return the error that says why."""
        self._note("#", text)
        self._lines.clear()
        self.kill()
        return ProgramFailed(text)

    def _hear(self) -> None:
        """Read the output that has arrived, in place; raises `ProgramFailed` if it is too much."""
        try:
            chunk = self._output.read(CHUNK)
        except BlockingIOError:
            return
        except OSError:
            chunk = b""
        *whole, self._rest = END_OF_LINE.split(self._rest + chunk)
        if not chunk:
            self._closed = True
            whole.append(self._rest)
        self._lines.extend(line for raw in whole if (line := raw.decode("utf-8", "replace").strip()))
        self._heard += len(chunk)
        if len(self._rest) > self._longest[0] or self._heard > self._longest[1]:
            raise self.failed(
                f"{self.name} has written more than {self._longest[1] >> 20} MB, or a line without end, in place of a move"
            )

    def _ended(self) -> ProgramFailed:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(EXIT_SECONDS)
        return self.failed(f"{self.name} {how_it_ended(self.process.poll())}")

    def _note(self, direction: str, text: str) -> None:
        if self._transcript is not None:
            self._transcript.add(self.process.pid, direction, text)


def watched_words(words: Sequence[str], megabytes: tuple[int, int]) -> tuple[list[str], int, int]:
    """Return the command that runs a program under a watchdog, and both ends of the pipe that its life hangs on.

    The first end is for the watchdog (``pass_fds``); once the second one is closed, also by the death of this process, it ends.
    Where there are no watchdogs, the program runs by itself.
    """
    theirs, ours = os.pipe()
    if not POSIX:
        return list(words), theirs, ours
    limits = [str(megabytes[0]), str(megabytes[1] * MEGABYTE)]
    return [sys.executable, "-I", "-S", WATCHDOG, str(theirs), *limits, *words], theirs, ours


def _kill(process: subprocess.Popen[bytes], pipe: int) -> None:
    """Let a watchdog kill all that it knows of, by the pipe's end; if that takes long, kill it and its group."""
    with contextlib.suppress(OSError):
        os.close(pipe)
    if not POSIX:
        end_group(process.pid)
    if process.stdin is not None:
        with contextlib.suppress(OSError):
            process.stdin.close()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(EXIT_SECONDS)
    end_group(process.pid)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(EXIT_SECONDS)


def how_it_ended(code: int | None) -> str:
    """Return the meaning of the watchdog's exit code for its program; None: the program runs on, but has closed its output.

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
    path = user_path(words[0]).absolute()
    if not path.is_file():
        raise UsageError(f"there is no program {words[0]}")
    if not os.access(path, os.X_OK):
        raise UsageError(f"{words[0]} is not executable; chmod +x makes it so")
    INPUTS.note(path)
    return [str(path), *words[1:]], str(path.parent)
