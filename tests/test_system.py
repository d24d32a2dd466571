"""What only POSIX has stands in one module."""

from __future__ import annotations

import ast
import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from counterply import system

SOURCE = Path(__file__).resolve().parents[1] / "src" / "counterply"
# names that Windows does not have, as they are written; `hasattr` is asked in the modules that have a way without them
MODULES = {"fcntl", "resource", "termios", "pwd", "grp", "tty", "pty"}
NAMES = {
    "os": {
        "fork",
        "killpg",
        "set_blocking",
        "getppid",
        "getpgrp",
        "geteuid",
        "getuid",
        "posix_spawn",
        "posix_spawnp",
        "WNOHANG",
        "mkfifo",
        "setsid",
    },
    "signal": {
        "SIGKILL",
        "SIGALRM",
        "SIGCHLD",
        "SIGHUP",
        "SIGXCPU",
        "SIGCONT",
        "SIGBUS",
        "setitimer",
        "pthread_sigmask",
        "sigwait",
        "sigwaitinfo",
    },
    "select": {"select", "poll"},
    "time": {"clock_gettime", "clock_gettime_ns", "CLOCK_MONOTONIC", "CLOCK_BOOTTIME"},
}
OPTIONS = {"pass_fds", "start_new_session", "preexec_fn"}
ELSEWHERE = {"plugins/fishing_derby/kth_player.py"}  # a file for another program, which needs no package


def posix_only(tree: ast.AST) -> set[str]:
    """Return what a module uses that only POSIX has."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names} & MODULES
        elif isinstance(node, ast.ImportFrom) and node.module in {*MODULES, *NAMES}:
            names = {alias.name for alias in node.names}
            found |= {node.module} & MODULES | names & NAMES.get(node.module or "", set())
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.attr in NAMES.get(node.value.id, ()):
            found.add(f"{node.value.id}.{node.attr}")
        elif isinstance(node, ast.keyword) and node.arg in OPTIONS:
            found.add(node.arg)
    return found


def test_only_one_module_needs_posix() -> None:
    needs = {
        str(path.relative_to(SOURCE)): posix_only(ast.parse(path.read_text(encoding="utf-8"))) for path in SOURCE.rglob("*.py")
    }
    assert {name for name, found in needs.items() if found} - ELSEWHERE == {"system.py"}


@pytest.mark.parametrize(
    "program", ["import counterply", "from counterply.__main__ import main; main()", "from counterply import Game"]
)
def test_a_system_without_processes_is_told_in_one_line(program: str) -> None:
    """A browser's: it lacks what Windows lacks, too."""
    windows = f"""
import os, select, signal, sys, time
sys.platform = "emscripten"
for name in {sorted(MODULES)}:
    sys.modules[name] = None
for module, names in {NAMES}.items():
    for name in names:
        if hasattr(sys.modules[module], name) and module != "select":
            delattr(sys.modules[module], name)
"""
    done = subprocess.run(
        [sys.executable, "-c", windows + program],
        env={**os.environ, "PYTHONPATH": str(SOURCE.parent)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == system.ADVICE + "\n"


def test_the_watchdog_limits_what_it_starts() -> None:
    """Memory and the size of files, before the first instruction of the program."""
    program = "import resource; print(resource.getrlimit(resource.RLIMIT_DATA)[0], resource.getrlimit(resource.RLIMIT_FSIZE)[0])"
    reads, writes = os.pipe()
    command = [sys.executable, "-I", "-S", str(system.WATCHDOG), str(reads), "512", "4096", sys.executable, "-c", program]
    done = subprocess.run(
        command, pass_fds=(reads,), capture_output=True, text=True, check=False, timeout=60, start_new_session=True
    )
    for end in (reads, writes):
        os.close(end)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [str(512 << 20), "4096"]


def test_where_there_are_no_locks_nobody_has_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl

    with open(tmp_path / "a", "a") as one, open(tmp_path / "a", "a") as other:
        assert system.lock(one, wait=False) is True
        assert system.lock(other, wait=False) is False

        def no_locks(*_: object) -> None:
            raise OSError(errno.ENOLCK, "No locks available")

        monkeypatch.setattr(fcntl, "flock", no_locks)
        assert system.lock(other, wait=False) is None
