"""Files that are written whole: beside their place first, then put there, so that nobody ever finds a part of one."""

from __future__ import annotations

import csv
import uuid
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from counterply.core.errors import GameError, UsageError
from counterply.core.words import require_printable


def user_path(name: Path | str) -> Path:
    """Return the path that a person means, ``~`` and ``~user`` included; raises `UsageError` for a user whom nobody knows."""
    require_printable(str(name), "a file's name")
    try:
        return Path(name).expanduser()
    except RuntimeError:
        raise UsageError(f"{name}: there is no home folder of that name") from None


def require_place(file: Path | str) -> Path:
    """Return the path of a file that is to be written; raises `GameError` where no file can be."""
    path = user_path(file)
    if not str(file):
        raise GameError("a file to be written needs a name, not ''")
    if path.is_dir():
        raise GameError(f"{file} cannot be written: it is a folder")
    if not path.parent.is_dir():
        raise GameError(f"{file} cannot be written: there is no folder {path.parent}")
    return path


def write_whole(file: Path | str, write: Callable[[Path], object]) -> None:
    """Let `write` fill a file beside `file`, which then takes its place: there is the whole file or the old one, never a part.

    Raises
    ------
    GameError
        if it cannot be written: which file, and why
    """
    path = require_place(file)
    part = path.with_name(f".{path.stem}.{uuid.uuid4().hex[:12]}{path.suffix}")
    try:
        try:
            write(part)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise GameError(f"{file} cannot be written: {error.strerror or error}") from error


def write_text(file: Path | str, text: str) -> None:
    """Write a text file, whole or not at all; raises `GameError`."""
    write_whole(file, lambda part: part.write_text(text, encoding="utf-8"))


def write_csv(file: Path | str, columns: Iterable[str], rows: Iterable[Iterable[Any]]) -> int:
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
