"""The kernel cache: a folder named by all that decides what machine code an engine kernel becomes, safe with several processes.

It is opened, and Numba is told of it, before the first kernel is decorated: `kernels` imports this module.
"""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import itertools
import os
import platform
import shutil
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core import bytecode, caching

PACKAGE = Path(__file__).resolve().parents[1]
ENGINE_SOURCES = (  # what cached kernels are made of
    "compiling",
    "core/contract.py",
    "core/game.py",
    "core/limits.py",
    "core/random.py",
    "core/values.py",
    "learning/afterstates.py",
    "search",
    "study/perft.py",
)
PROBE_BYTES = 1 << 16  # that must fit into the cache folder; a small kernel takes as much
UNUSED_DAYS = 30  # a cache folder that nobody has used for so long is removed


def engine_files() -> Iterator[Path]:
    """Yield the source files that cached kernels are compiled from, in a fixed order."""
    for name in ENGINE_SOURCES:
        path = PACKAGE / name
        yield from sorted(path.rglob("*.py")) if path.is_dir() else [path]


def engine_fingerprint() -> str:
    """Hash all that decides what machine code an engine kernel becomes, its caller's types aside."""
    digest = hashlib.sha256()
    for file in engine_files():
        digest.update(str(file.relative_to(PACKAGE)).encode())
        digest.update(file.read_bytes())
    switches = {name: value for name, value in os.environ.items() if name.startswith("NUMBA_") and name != "NUMBA_CACHE_DIR"}
    digest.update(
        repr(
            (numba.__version__, llvmlite.__version__, np.__version__, sys.version, platform.platform(), sorted(switches.items()))
        ).encode()
    )
    digest.update(repr(_processor()).encode())
    return digest.hexdigest()[:16]


def _processor() -> tuple[str, str]:
    from llvmlite import binding

    return binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()


def cache_root() -> Path:
    """Return the folder that holds every cache folder: ``COUNTERPLY_CACHE``, else the user's cache folder."""
    chosen = os.environ.get("COUNTERPLY_CACHE")
    if chosen:
        return Path(chosen)
    base: str | Path = os.environ.get("XDG_CACHE_HOME") or (
        Path.home() / "Library" / "Caches" if sys.platform == "darwin" else Path.home() / ".cache"
    )
    return Path(base) / "counterply"


def open_cache() -> tuple[Path, str]:
    """Create and return this engine's cache folder, and why it is one for this process alone, if it is; else ''.

    Removes folders that nobody has used for ``UNUSED_DAYS``.
    """
    root = cache_root()
    folder = root / engine_fingerprint()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        oldest = time.time() - UNUSED_DAYS * 86400
        for other in root.iterdir():
            if other != folder and other.is_dir() and other.stat().st_mtime < oldest:
                shutil.rmtree(other, ignore_errors=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(PROBE_BYTES))
    except OSError as error:  # compile anew in each process
        folder = Path(tempfile.mkdtemp(prefix="counterply-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        return folder, f"{root} cannot be written: {error.strerror}"
    return folder, ""


CACHE, CACHE_TROUBLE = open_cache()


numba.config.CACHE_DIR = str(CACHE)


class LockedCacheFile(caching.IndexDataCacheFile):  # type: ignore[misc]
    """Numba's cache of one function, safe with several processes.

    Numba numbers its data files by the index that it has read. Two processes that compile at once for two games take the same
    number, and one game's entry may then lead to the other's code. Here the name is unique, and a lock keeps both entries.
    """

    def _data_name(self, number: int) -> str:
        return str(self._data_name_pattern.format(number=number)).removesuffix("nbc") + f"{uuid.uuid4().hex[:12]}.nbc"

    def load(self, key: Any) -> Any:
        """Return an entry, or None; a damaged file is as good as none."""
        try:
            return super().load(key)
        except Exception:  # whatever unpickling half a file may raise
            with contextlib.suppress(OSError):
                os.unlink(self._index_path)
            return None

    def save(self, key: Any, data: Any) -> None:
        """Save an entry while no other process saves one; an entry for which there is no room is compiled again next time."""
        with contextlib.suppress(OSError), open(f"{self._index_path}.lock", "w") as lock:
            try:
                import fcntl

                fcntl.flock(lock, fcntl.LOCK_EX)  # given back when the file is closed
            except (ImportError, OSError):  # no locks here: an entry may get lost and be compiled again
                pass
            super().save(key, data)


caching.IndexDataCacheFile = LockedCacheFile


def number_symbols() -> None:
    """Let Numba's numbers of functions, which make the symbols in machine code unique, begin at random in this process.

    They would begin at 1 in each process, and a symbol has no more of a record type than a number either. Two games that were
    compiled by two processes then have the same symbols; where a process loads both from the cache, the second game runs the
    helpers of the first. (Reproduced in ``tests/test_stale_code.py``.)
    """
    bytecode.FunctionIdentity._unique_ids = itertools.count(int.from_bytes(os.urandom(6), "little"))


number_symbols()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=number_symbols)
