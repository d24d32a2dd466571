"""The kernel cache: a folder, safe with several processes, whose name covers everything that machine code depends on."""

from __future__ import annotations

import atexit
import contextlib
import functools
import hashlib
import importlib.util
import os
import platform
import re
import stat
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import llvmlite
import numpy as np

from counterply.compiling.code_sources import DIGITS, compiling_files
from counterply.system import lock, user_id
from counterply.version import __version__

NUMBA = Path(str(importlib.util.find_spec("numba").origin)).parent  # type: ignore[union-attr]
PROBE_BYTES = 1 << 16  # that must fit into the cache folder; a small kernel takes as much
DAY = 86_400  # seconds
UNUSED_DAYS = 30  # a cache folder unused for so long is removed
SOURCES_NAME = re.compile(rf"[0-9a-f]{{{DIGITS}}}")  # of a folder with the machine code of one state of the sources
PRIVATE = 0o700  # mode of a folder
TAG_NAME = "CACHEDIR.TAG"  # of the cache directory tagging specification, https://bford.info/cachedir/
TAG = "Signature: 8a477f597d28d172789f06886806bc55\n# Machine code that counterply has compiled. Safe to remove.\n"
CODE_SUFFIX = ".code"  # of the files with a kernel's machine code
CHECKED_SUFFIX = ".checked"  # of the files that say which users' games have passed their check
ENTRY_NAME = re.compile(r"\.code($|\.tmp\.)|\.checked$")  # of the files that a cache consists of
TEMPORARY_PREFIX = "counterply-"
LOCAL_DISK = Path("/var/tmp")  # of files that outlive a restart, by the Filesystem Hierarchy Standard
NETWORK_TYPES = ("nfs", "cifs", "smb", "afs", "lustre", "gpfs", "beegfs", "ceph", "glusterfs", "fuse.sshfs", "fuse.glusterfs", "9p")


def engine_fingerprint() -> str:
    """Hash everything that the machine code of a kernel depends on, except its sources and its arguments' types."""
    digest = hashlib.sha256()
    for file in compiling_files():
        digest.update(file.name.encode())
        digest.update(file.read_bytes())
    switches = sorted(
        (name, value) for name, value in os.environ.items() if name.startswith("NUMBA_") and name != "NUMBA_CACHE_DIR"
    )
    system = platform.system(), platform.release(), platform.machine(), platform.libc_ver()  # `platform.platform` starts a process
    numba_version = (NUMBA / "_version.py").read_text(encoding="utf-8")  # without the half second that importing Numba takes
    versions = (__version__, numba_version, llvmlite.__version__, np.__version__, sys.version, system)
    digest.update(repr((versions, switches)).encode())
    digest.update(repr(_processor()).encode())
    return digest.hexdigest()[:16]


def _processor() -> tuple[str, str]:
    from llvmlite import binding

    return binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()


def cache_root() -> Path | None:
    """Return the folder that holds every cache folder: ``COUNTERPLY_CACHE``, else the user's; None for a user without a home.

    A home on a network is left alone: locks may not work there, and machines of other kinds would fill it. `LOCAL_DISK` is used.
    """
    chosen = os.environ.get("COUNTERPLY_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    if base:
        return Path(base) / "counterply"
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if sys.platform.startswith("linux") and file_system(home).startswith(NETWORK_TYPES):
        return LOCAL_DISK / f"counterply-{user_id()}"
    return (home / "Library" / "Caches" if sys.platform == "darwin" else home / ".cache") / "counterply"


def file_system(path: Path, mounts: Path = Path("/proc/self/mounts")) -> str:
    """Return the type of the file system that holds a path, such as 'ext4' or 'nfs4'; '' where Linux does not tell."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="replace").splitlines()
        place = path.resolve()
    except (OSError, RuntimeError):
        return ""
    found = {Path(re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), line.split()[1])): line.split()[2] for line in lines}
    return next((found[folder] for folder in (place, *place.parents) if folder in found), "")


@dataclass(frozen=True)
class Cache:
    """The folder with this engine's machine code.

    Attributes
    ----------
    folder : absolute
    trouble : why it is a temporary one, for this process alone; else ''
    unsafe : whether a command must not go on: another user could put machine code into the folder that was asked for, or there is
        no room for a temporary one
    release : removes a temporary folder; called as the interpreter ends, and to be called before `os._exit`
    """

    folder: Path
    trouble: str = ""
    unsafe: bool = False
    release: Callable[[], None] = lambda: None


def open_cache() -> Cache:
    """Create and return this engine's cache folder, and remove those unused for `UNUSED_DAYS`."""
    root = cache_root()
    if root is None:
        return _temporary("there is no home folder for a cache; COUNTERPLY_CACHE names one")
    folder = root.absolute() / engine_fingerprint()
    try:
        _make_private(root)
        if root.is_dir() and (danger := danger_of(root.stat())):
            return _temporary(f"the cache folder {root} {danger}", unsafe=True)
        if _make_private(folder):
            (folder / TAG_NAME).write_text(TAG, encoding="utf-8")
        if danger := danger_of(folder.lstat()):
            return _temporary(f"the cache folder {folder} {danger}", unsafe=True)
        os.utime(folder)
        _remove_unused(folder)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(PROBE_BYTES))
    except OSError as error:  # compile anew in each process
        return _temporary(f"{root} cannot be written: {error.strerror}")
    return Cache(folder)


def _make_private(folder: Path) -> bool:
    """Make a folder that only its owner can use; tell whether it was not there before."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    try:
        folder.mkdir(mode=PRIVATE)
    except FileExistsError:
        return False
    return True


def danger_of(status: os.stat_result) -> str:
    """Return why another user may have written into a folder or file; '' if none can have."""
    if (own := user_id()) is None:
        return ""
    if status.st_uid != own:
        return "belongs to another user; set COUNTERPLY_CACHE to a folder of your own"
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return "can be written to by other users; chmod go-w makes it safe"
    return ""


def _is_ours(folder: Path) -> bool:
    """Tell whether a folder was made by `open_cache`: it holds our tag."""
    try:
        return not folder.is_symlink() and (folder / TAG_NAME).read_text(encoding="utf-8") == TAG
    except (OSError, UnicodeDecodeError):
        return False


def _is_unused(folder: Path) -> bool:
    """Tell whether no process has used a folder for `UNUSED_DAYS`."""
    return folder.stat().st_mtime < time.time() - UNUSED_DAYS * DAY


def _remove_unused(current: Path) -> None:
    for folder in current.parent.iterdir():
        with contextlib.suppress(OSError):
            if folder != current and _is_ours(folder) and _is_unused(folder):
                remove_cache(folder)


def remove_cache(folder: Path) -> None:
    """Remove the cache files in a folder of ours, and the folder if it is then empty."""
    if not _is_ours(folder):
        return
    _empty(folder)
    with contextlib.suppress(OSError):
        (folder / TAG_NAME).unlink()
        folder.rmdir()


def _empty(folder: Path) -> None:
    """Remove the cache files in a folder, and its folders that are then empty."""
    for place, _, names in os.walk(folder, topdown=False):  # does not follow links
        for name in names:
            if ENTRY_NAME.search(name):
                with contextlib.suppress(OSError):
                    os.unlink(os.path.join(place, name))
        if place != str(folder):
            with contextlib.suppress(OSError):
                os.rmdir(place)


@functools.cache
def folder_for(folder: Path, sources: str) -> Path:
    """Return where a cache keeps machine code made of sources with this digest; that of others goes after `UNUSED_DAYS`."""
    place = folder / sources
    with contextlib.suppress(OSError):
        if _make_private(place):
            for other in folder.iterdir():
                if SOURCES_NAME.fullmatch(other.name) and not other.is_symlink() and _is_unused(other):
                    _empty(other)
                    other.rmdir()
        os.utime(place)
    return place


def _temporary(trouble: str, unsafe: bool = False) -> Cache:
    """Return a new cache for this process alone; an unusable one where there is no room even for that."""
    try:
        return _new_temporary(trouble, unsafe)
    except OSError as error:
        return Cache(Path(os.devnull), f"machine code can be kept nowhere: {error.strerror or error}", unsafe=True)


def _new_temporary(trouble: str, unsafe: bool) -> Cache:
    """Return a new cache for this process alone; the folders of those processes that were killed are removed."""
    for left in Path(tempfile.gettempdir()).glob(f"{TEMPORARY_PREFIX}*"):
        with contextlib.suppress(OSError):
            if not danger_of(left.lstat()) and _is_ours(left):
                with open(left / TAG_NAME, encoding="utf-8") as tag:
                    if lock(tag, wait=False):
                        remove_cache(left)
    folder, owner = Path(tempfile.mkdtemp(prefix=TEMPORARY_PREFIX)), os.getpid()
    tag = open(folder / TAG_NAME, "w", encoding="utf-8")  # noqa: SIM115 - the lock is held as long as this process lives
    lock(tag)
    tag.write(TAG)
    tag.flush()

    def release() -> None:
        if os.getpid() == owner and not tag.closed:  # a fork of this process may end earlier
            remove_cache(folder)
            tag.close()

    atexit.register(release)
    return Cache(folder, trouble, unsafe, release)


CACHE = open_cache()
