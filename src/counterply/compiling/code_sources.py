"""The sources of a module's machine code: its own, and those of our modules that it imports, or that these import.

A kernel can name everything in its module, and so everything that the module imports when it is loaded. It cannot name imports
that a function makes later. All of `compiling` makes machine code without being named; the cache folder's name covers it.
"""

from __future__ import annotations

import functools
import hashlib
import os
import re
import time
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
COMPILING = (Path(__file__).parent, Path(__file__).resolve().parent)  # as Python names its files, and without links
REGISTERING = (
    "core/game.py",
    "core/evaluator.py",
    "search/alphabeta/technique.py",
)  # they call `registry.register`
PLACES, HOOKS = (
    PACKAGE / "search/alphabeta/technique.py",
    PACKAGE / "search/alphabeta/techniques.py",
)  # a call of one is code of the other
STARTED = time.time()  # when this process began to load sources
# at the beginning of a line: imports inside functions do not count
IMPORT = re.compile(
    rf"^(?:from ({PACKAGE.name}[\w.]*) import (\([^)]*\)|[^\n]*)|import ({PACKAGE.name}[\w., ]*))".encode(), re.MULTILINE
)
NAME = re.compile(r"[\w.]+")
DIGITS = 16  # of a digest, hexadecimal


@functools.cache
def is_ours(file: str) -> bool:
    """Tell whether a source file is one of this package."""
    return PACKAGE in Path(file).parents


@functools.cache
def is_compiling(file: str) -> bool:
    """Tell whether a source file is one of `compiling`."""
    return any(folder in COMPILING for folder in Path(file).parents)


def compiling_files() -> list[Path]:
    """Return the source files of all that machine code is made by without being named in a kernel's module, in a fixed order.

    That is `compiling`, and the code that decides which functions stand behind the contract's names in kernels.
    """
    return [*sorted(COMPILING[-1].rglob("*.py")), *(PACKAGE / name for name in REGISTERING)]


def files_of(file: Path) -> list[Path]:
    """Return a source file and those of our modules that it depends on, itself first, each once."""
    found, known = [file], {file}
    for each in found:
        named = (*_read(each)[1], HOOKS) if each == PLACES else _read(each)[1]
        new = [other for other in named if other not in known]
        found += new
        known.update(new)
    return found


@functools.cache
def digest_of(file: str) -> str:
    """Return a hash of all sources that the machine code of a file's kernels is made of; '' if they are not those of this process.

    They are read when the file's first kernel is declared. A file written after this process began may have been loaded before.
    """
    digest = hashlib.sha256()
    for each in sorted(files_of(Path(file).resolve())):
        content, _, written = _read(each)
        if written >= STARTED:
            return ""
        digest.update(repr((each.name, content)).encode())
    return digest.hexdigest()[:DIGITS]


@functools.cache
def _read(file: Path) -> tuple[bytes, tuple[Path, ...], float]:
    """Return the hash of a source file, the files that it imports of ours, and when it was written (seconds)."""
    try:
        written, text = file.stat().st_mtime, file.read_bytes()
    except OSError:  # a notebook's
        return b"", (), 0.0
    names: dict[str, None] = {}  # an ordered set
    for package, members, modules in IMPORT.findall(text):
        if package:
            names |= dict.fromkeys(f"{package.decode()}.{member}" for member in NAME.findall(members.decode()))
            names[package.decode()] = None
        else:
            names |= dict.fromkeys(NAME.findall(modules.decode()))
    return hashlib.sha256(text).digest(), tuple(path for name in names if (path := _file_of(name)) is not None), written


@functools.cache
def _file_of(module: str) -> Path | None:
    """Return the file of a module of ours; None where the name is no module's."""
    place = os.path.join(PACKAGE.parent, *module.split("."))
    return next((Path(path) for path in (f"{place}.py", os.path.join(place, "__init__.py")) if os.path.isfile(path)), None)
