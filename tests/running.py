"""The processes of this machine: Linux tells them by files, other systems by `ps`."""

from __future__ import annotations

import contextlib
import subprocess
from pathlib import Path

PROC = Path("/proc/self/cmdline")


def commands() -> dict[int, str]:
    """Return the command of each running process by its number."""
    if not PROC.exists():
        listed = subprocess.run(["ps", "-eo", "pid,args"], capture_output=True, text=True, check=True).stdout.splitlines()[1:]
        return {int(line.split()[0]): line.split(maxsplit=1)[1] for line in listed}
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with contextlib.suppress(OSError):  # it has just ended
                found[int(folder.name)] = (
                    (folder / "cmdline").read_bytes().rstrip(b"\0").replace(b"\0", b" ").decode(errors="replace")
                )
    return found
