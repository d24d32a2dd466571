"""The machine's resources, a process's share of them, and packages that only some machines have."""

from __future__ import annotations

import contextlib
import importlib
import os
from pathlib import Path
from types import ModuleType

from counterply.core.errors import UsageError
from counterply.core.users_text import positive
from counterply.system import MEGABYTE

UNKNOWN_MEMORY = 1 << 20  # MB, where the system does not tell: far more than any machine has today
MEMORY_SHARE = 0.5  # of the machine's memory that a process with user code may take
GROUP_LIMITS = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))  # of a container


def memory_of_machine() -> int:
    """Return how many MB of memory this machine, or the container that we are in, has, where the system tells."""
    known = [UNKNOWN_MEMORY]
    with contextlib.suppress(AttributeError, ValueError, OSError):
        known.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // MEGABYTE)
    for file in GROUP_LIMITS:
        with contextlib.suppress(ValueError, OSError):  # `max` is no limit
            known.append(int(file.read_text(encoding="ascii")) // MEGABYTE)
    return min(number for number in known if number > 0)


def memory_share() -> int:
    """Return how many MB of memory a process with user code may take."""
    return int(MEMORY_SHARE * memory_of_machine())


def cores_of_machine() -> int:
    """Return how many cores of this machine this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def require_threads(threads: int) -> None:
    """Raise `UsageError` for a number of threads that this machine has no cores for."""
    if positive(threads, "threads") > (most := cores_of_machine()):
        raise UsageError(f"threads is 1 to {most}, the cores of this machine, not {threads:,}")


def extra(module: str, name: str, what: str) -> ModuleType:
    """Return a module of an optional package.

    Parameters
    ----------
    module : such as ``pettingzoo.utils``
    name : of the extra that installs it, as in ``pip install 'counterply[name]'``
    what : the feature that needs it, for the message

    Raises
    ------
    UsageError
        if the package is not installed
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        missing = (error.name or module).partition(".")[0]
        raise UsageError(
            f"{what} needs {missing}, which is not installed: pip install 'counterply[{name}]', or '.[{name}]' in a clone"
        ) from error
