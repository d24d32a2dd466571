"""What a module's machine code is made of: its own source, and those of our modules that it imports, or that these import.

A kernel names what its module holds, and so what the module imports when it is loaded. What is imported later, inside a function,
no kernel can name. All of `compiling` makes machine code without being named; the cache folder's name covers it.
"""

from __future__ import annotations

import functools
import hashlib
import re
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
COMPILING = Path(__file__).resolve().parent
# at the beginning of a line: what a function imports later does not count
IMPORT = re.compile(
    rf"^(?:from ({PACKAGE.name}[\w.]*) import (\([^)]*\)|[^\n]*)|import ({PACKAGE.name}[\w., ]*))".encode(), re.MULTILINE
)
NAME = re.compile(r"[\w.]+")
DIGITS = 16  # of a digest, hexadecimal


def is_compiling(file: str) -> bool:
    """Tell whether a source file is one of `compiling`."""
    return COMPILING in Path(file).parents


def compiling_files() -> list[Path]:
    """Return the source files of `compiling`, in a fixed order."""
    return sorted(COMPILING.rglob("*.py"))


def files_of(file: Path) -> list[Path]:
    """Return a source file and those of our modules that it depends on, itself first, each once."""
    found = [file]
    for each in found:
        found += [other for other in _read(each)[1] if other not in found]
    return found


@functools.cache
def digest_of(file: str) -> str:
    """Return a hash of all sources that the machine code of a file's kernels is made of, as they are now."""
    digest = hashlib.sha256()
    for each in sorted(files_of(Path(file).resolve())):
        digest.update(repr((each.name, _read(each)[0])).encode())
    return digest.hexdigest()[:DIGITS]


@functools.cache
def _read(file: Path) -> tuple[bytes, tuple[Path, ...]]:
    """Return the hash of a source file, and the files that it imports of ours."""
    try:
        text = file.read_bytes()
    except OSError:  # a notebook's
        return b"", ()
    names: dict[str, None] = {}  # an ordered set
    for package, members, modules in IMPORT.findall(text):
        if package:
            names |= dict.fromkeys(f"{package.decode()}.{member}" for member in NAME.findall(members.decode()))
            names[package.decode()] = None
        else:
            names |= dict.fromkeys(NAME.findall(modules.decode()))
    return hashlib.sha256(text).digest(), tuple(path for name in names if (path := _file_of(name)) is not None)


def _file_of(module: str) -> Path | None:
    """Return the file of a module of ours; None where the name is no module's."""
    place = PACKAGE.parent.joinpath(*module.split("."))
    for path in (place.with_suffix(".py"), place / "__init__.py"):
        if path.is_file():
            return path
    return None
