"""The hand-ins of a class: the files of a folder, or of a pattern, and those in zips."""

from __future__ import annotations

import glob
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path

from counterply.core.errors import UsageError
from counterply.core.files import user_path

MOST_BYTES = 1 << 30  # that a zip may hold
ZIP = ".zip"
KINDS = (".py", ZIP)


@dataclass(frozen=True)
class HandIn:
    """A file to be judged: its name in the table, and ``FILE.py[:NAME]``; or why there is none."""

    name: str
    file: str
    fault: str = ""


def hand_ins(each: str, room: Path) -> tuple[list[HandIn], list[str]]:
    """Return the files of ``DIR[:NAME]`` or ``PATTERN[:NAME]``, as in ``'class/*/game_agent.py'``, and what a folder has besides.

    A zip is unpacked into `room`, and is as a folder: ``'class/*.zip/game_agent.py'`` is that file in each, wherever it lies there.

    Raises
    ------
    UsageError
        if there is none
    """
    place, _, name = each.rpartition(":")
    if not place or not (place.endswith(KINDS) or glob.has_magic(place) or user_path(place).is_dir()):
        place, name = each, ""
    folder, (found, base, wanted) = user_path(place), _found(place)
    if not found:
        raise UsageError(f"there is no .py file in {place}" if folder.is_dir() else f"there is no folder, and no file, {place}")
    beside = folder.iterdir() if base == folder else ()
    others = sorted(path.name for path in beside if path not in found and path.name[0] not in "._")
    made: list[HandIn] = []
    for path in found:
        label = str(path.relative_to(base))
        made += in_zip(path, label, wanted, room) if path.suffix == ZIP else [HandIn(label, str(path))]
    return [replace(one, file=f"{one.file}:{name}") if name else one for one in made], others


def _found(place: str) -> tuple[list[Path], Path, str]:
    """Return the files and the zips of a place, the folder before its first part that is a pattern, and which files of zips."""
    path = user_path(place)
    if path.is_dir():
        return sorted(each for each in path.iterdir() if each.suffix in KINDS), path, "*.py"
    head, inside, wanted = path.as_posix().partition(f"{ZIP}/")
    pattern = Path(head + inside[:-1])
    fixed = next((at for at, part in enumerate(pattern.parts) if glob.has_magic(part)), -1)
    found = [Path(each) for each in glob.glob(str(pattern), recursive=True) if each.endswith(ZIP if inside else KINDS)]
    return sorted(found), Path(*pattern.parts[:fixed]), wanted or "*.py"


def files_in(folder: Path, pattern: str) -> Iterator[Path]:
    """Yield the files of a hand-in that a pattern matches, wherever they lie; what programs leave there is no part of it."""
    for path in sorted(folder.rglob(pattern)):
        if path.is_file() and not any(part[0] in "._" for part in path.relative_to(folder).parts):
            yield path


def in_zip(file: Path | BytesIO, name: str, wanted: str, room: Path) -> list[HandIn]:
    """Unpack a zip, and the zips in it, into a folder; return its files that a pattern matches, in names below the zip's own."""
    folder, found = room / name, list[HandIn]()
    try:
        with zipfile.ZipFile(file) as opened:
            if sum(each.file_size for each in opened.infolist()) > MOST_BYTES:
                raise ValueError(f"it holds more than {MOST_BYTES >> 20} MB")
            opened.extractall(folder)  # and nowhere else: it leaves out what leads to other folders
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError) as error:
        return [HandIn(name, name, f"it cannot be unpacked: {error}")]
    own = [HandIn(str(path.relative_to(room)), str(path)) for path in files_in(folder, wanted)]
    for inner in files_in(folder, f"*{ZIP}") if isinstance(file, Path) else ():  # no deeper: some zips hold themselves
        whole = BytesIO(inner.read_bytes())
        inner.unlink()  # its folder has its name
        found += in_zip(whole, str(inner.relative_to(room)), wanted, room)
    return own + found or [HandIn(name, name, f"it holds no file {wanted}")]
