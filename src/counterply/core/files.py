"""Files that are written whole: under a temporary name, then renamed, so that no reader ever finds half of one.

No command reads and writes the same file, under any name, link or spelling, and none replaces code.
"""

from __future__ import annotations

import contextlib
import csv
import errno
import hashlib
import json
import os
import stat
import time
import uuid
import weakref
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from glob import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from counterply import system
from counterply.core.errors import GameError, UsageError
from counterply.core.users_text import require_printable

Identity = tuple[int, int]  # device and number of a file: the same for all its names
CODE = ".py"
WRITTEN = ".counterply-files.json"  # in a folder: the files that our commands wrote there, by name: two SHA-256, now and before
PLACES = "COUNTERPLY_PLACES"  # environment variable: where files are that came from another machine, by their names there, as JSON
CHUNK = 1 << 20  # bytes hashed at once
PART_DIGITS = 12  # hexadecimal ones, in the name of a file that is being written
ABANDONED_SECONDS = 3_600.0  # in which nothing was written to such a file: its process is gone
ENDING_SECONDS = 1.0  # that a process which was killed may take to end, and to let go of its locks


class Inputs:
    """The files that were read: code as long as this process lives, others as long as a command runs."""

    def __init__(self) -> None:
        self._code: dict[Identity, Path] = {}
        self._data: dict[Identity, Path] = {}
        self._outputs: dict[Identity, Path] = {}  # of this command, as far as they are there already
        self._made: set[Identity] = set()  # by this command: it may read them, and write them again
        self._commands = 0  # that run now, one inside another

    @contextlib.contextmanager
    def of_a_command(self) -> Iterator[None]:
        """Begin a command: until it ends, its inputs are none of its outputs."""
        if not self._commands:
            self._data.clear()
            self._outputs.clear()
            self._made.clear()
        self._commands += 1
        try:
            yield
        finally:
            self._commands -= 1

    def note(self, path: Path, code: bool = False) -> None:
        """Note that a file is read; raises `UsageError` if it is to be written by the same command."""
        identity = identity_of(path)
        if identity is None or identity in self._made or not (code or self._commands):
            return
        (self._code if code else self._data)[identity] = path
        if self._commands and is_among(self._outputs, identity):
            raise UsageError(f"{self._outputs[identity]} is read by this command, and cannot be what it writes too")

    def require_output(self, path: Path, name: Path | str) -> None:
        """Note that a file is to be written; raises `UsageError` if it is an input, or code."""
        identity = identity_of(path)
        if identity is None:
            return
        if is_among(self._code, identity) or (self._commands and is_among(self._data, identity)):
            raise UsageError(f"{name} is read by this command, and cannot be what it writes too")
        if path.suffix == CODE:
            raise UsageError(f"{name} is a Python file that exists: it would be replaced; give another name")
        if self._commands:
            self._outputs[identity] = path

    def note_made(self, path: Path) -> None:
        """Note that this command has made a file."""
        identity = identity_of(path)
        if identity is not None and self._commands:
            self._data.pop(identity, None)
            self._made.add(identity)


INPUTS = Inputs()


def is_among(files: dict[Identity, Path], identity: Identity) -> bool:
    """Tell whether a file is among some still: the number of one that was replaced, as by an editor, may be another's by now."""
    return identity in files and identity_of(files[identity]) == identity


def identity_of(path: Path) -> Identity | None:
    """Return a file's identity, which its links and spellings share; None if there is no file."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino


@cache
def _places(text: str) -> dict[str, str]:
    return dict(json.loads(text))


def user_path(name: Path | str) -> Path:
    """Return the path that a person means, ``~`` and ``~user`` included; raises `UsageError` for an unknown user."""
    require_printable(str(name), "a file's name")
    try:
        return Path(_places(os.environ.get(PLACES, "{}")).get(str(name), name)).expanduser()
    except RuntimeError:
        raise UsageError(f"{name}: there is no home folder of that name") from None


def input_path(name: Path | str) -> Path:
    """Return the path of a file that a command is about to read: the same command does not write it.

    A pipe, as a shell's ``<(...)`` is, can be read once: the path is that of a file with what it held.

    Raises
    ------
    UsageError
        if it is a device, some of which have no end
    """
    path = user_path(name)
    with contextlib.suppress(OSError):  # who reads it says what is wrong
        mode = path.stat().st_mode
        if stat.S_ISCHR(mode):
            raise UsageError(f"{name} is a device; give a file")
        if stat.S_ISFIFO(mode):
            return _of_pipe(path, identity_of(path))[0]
    INPUTS.note(path)
    return path


@cache
def _of_pipe(path: Path, identity: Identity) -> tuple[Path, TemporaryDirectory[str]]:
    """Return a file with what a pipe holds, and the folder that it is in as long as this process lives."""
    folder = TemporaryDirectory()
    file = Path(folder.name) / path.name
    file.write_bytes(path.read_bytes())
    return file, folder


def require_place(file: Path | str) -> Path:
    """Return the path of a file that is to be written; raises `GameError` or `UsageError` where no file can be, or should."""
    path = user_path(file)
    if not str(file):
        raise GameError("a file to be written needs a name, not ''")
    if path.is_dir():
        raise GameError(f"{file} cannot be written: it is a folder")
    if not path.parent.is_dir():
        raise GameError(f"{file} cannot be written: there is no folder {path.parent}")
    if (path.is_file() or not path.exists()) and not os.access(path.resolve().parent, os.W_OK):
        raise GameError(f"{file} cannot be written: {os.strerror(errno.EACCES)}")  # now, not after hours of work
    INPUTS.require_output(path, file)
    return path


def in_use(out: Path | str) -> str:
    """Return the message for an `out` that another process writes to."""
    return f"{out} is in use by another run of counterply; wait for it, or give another --out"


@contextlib.contextmanager
def sole_writer(file: Path | str) -> Iterator[None]:
    """Make a file that grows as work goes on, in the enclosed block, by one process of this machine at a time.

    Raises
    ------
    UsageError
        if another process is at work on it
    """
    path = require_place(file)
    beside = path.with_name(f".{path.name}.lock")
    until = time.monotonic() + ENDING_SECONDS
    while True:
        try:
            held = open(beside, "a")  # noqa: SIM115 - held as long as the block
        except OSError as error:
            raise UsageError(f"{file} cannot be written: {error.strerror}") from error
        with held:
            status = os.fstat(held.fileno())
            # its last holder may have removed this very file meanwhile: whoever comes next would lock another one
            if system.lock(held, wait=False) is not False and identity_of(beside) == (status.st_dev, status.st_ino):
                try:
                    yield
                finally:
                    with contextlib.suppress(PermissionError):  # Windows removes no open file
                        beside.unlink(missing_ok=True)
                return
        if time.monotonic() > until:
            raise UsageError(in_use(file))
        time.sleep(ENDING_SECONDS / 20)


def write_whole(file: Path | str, write: Callable[[Path], object]) -> None:
    """Let `write` fill a file beside `file`, which then takes its place: a reader finds the whole new file or the old one.

    A link stays one, and leads to the new file; a device such as ``/dev/stdout`` is written to.

    Raises
    ------
    GameError
        if it cannot be written: which file, and why
    UsageError
        if it is an input, or code
    """
    path = require_place(file)
    try:
        if path.exists() and not path.is_file():
            write(path)
            return
        path = path.resolve()
        _remove_abandoned(path)
        part = path.with_name(f".{path.stem}.{uuid.uuid4().hex[:PART_DIGITS]}{path.suffix}")
        try:
            write(part)
            part.replace(path)
            INPUTS.note_made(path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise GameError(f"{file} cannot be written: {error.strerror or error}") from error


def _remove_abandoned(path: Path) -> None:
    """Remove the parts of a file that killed processes have left beside it."""
    for part in path.parent.glob(f".{escape(path.stem)}.{'[0-9a-f]' * PART_DIGITS}{escape(path.suffix)}"):
        with contextlib.suppress(OSError):  # somebody else removes it
            if time.time() - part.stat().st_mtime > ABANDONED_SECONDS:
                part.unlink()


def read_text(path: Path) -> str:
    """Return the text of a user's file, without an editor's byte order mark; raises `UsageError` if it holds no text."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError(f"{path} is not a text file") from None


def write_text(file: Path | str, text: str) -> None:
    """Write a text file, whole or not at all; raises `GameError`."""
    write_whole(file, lambda part: part.write_text(text, encoding="utf-8"))


def write_csv(file: Path | str, columns: Iterable[str], rows: Iterable[Iterable[object]]) -> int:
    """Write a CSV file with a head, whole or not at all; None is an empty field. Return how many rows it has."""
    count = 0

    def write(path: Path) -> None:
        nonlocal count
        with open(path, "w", newline="", encoding="utf-8") as stream:
            writer = csv.writer(stream)
            writer.writerow(columns)
            for row in rows:
                writer.writerow(row)
                count += 1

    write_whole(file, write)
    return count


def make_folder(name: Path | str) -> Path:
    """Return a folder for new files, made if it is not there; raises `GameError`."""
    folder = user_path(name)
    if folder.exists() and not folder.is_dir():
        raise GameError(f"{name} is a file, not a folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise GameError(f"{name} cannot be made: {error.strerror or error}") from error
    return folder


class OwnFiles:
    """Files that a command names itself, in a folder that may hold others: only its own files there are replaced.

    Parameters
    ----------
    folder : is there
    force : replace any file of such a name
    """

    def __init__(self, folder: Path, force: bool = False) -> None:
        self.folder = folder
        self._force = force

    def require(self, names: Iterable[str]) -> None:
        """Raise `GameError` if a file of one of these names is there, and is not as a command of ours has written it."""
        if self._force:
            return
        written = self._written()
        for name in names:
            path = self.folder / name
            if path.is_dir() or not (path.exists() or path.is_symlink()):
                continue  # no file is lost; a folder is refused when it comes to writing
            if not path.is_file() or hash_of(path) not in str(written.get(name)).split():
                raise GameError(f"{path} is not as this command has written it, and stays; --force replaces it")

    def write(self, name: str, write: Callable[[Path], object]) -> Path:
        """Write one of the files as `write_whole` does, and return its path; raises `GameError` as `require` does."""
        self.require([name])
        path = self.folder / name

        def write_and_note(part: Path) -> None:
            write(part)
            written = self._written()
            hashes = [hash_of(part), *str(written.get(name, "")).split()[:1]]  # whichever is there if the process ends here
            write_text(self.folder / WRITTEN, json.dumps({**written, name: " ".join(hashes)}, indent=1) + "\n")

        write_whole(path, write_and_note)
        return path

    def write_text(self, name: str, text: str) -> Path:
        """Write one of the files, a text; see `write`."""
        return self.write(name, lambda part: part.write_text(text, encoding="utf-8"))

    def _written(self) -> dict[str, Any]:
        try:
            known = json.loads((self.folder / WRITTEN).read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        return known if isinstance(known, dict) else {}


def delete_with(owner: object, folder: Path | TemporaryDirectory[str] | None) -> None:
    """Remove a folder, if it is a temporary one, as soon as its owner is gone."""
    if isinstance(folder, TemporaryDirectory):
        weakref.finalize(owner, folder.cleanup)


def hash_of(path: Path) -> str:
    """Return the SHA-256 of a file."""
    digest = hashlib.sha256()
    with open(path, "rb") as stream:
        while chunk := stream.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()
