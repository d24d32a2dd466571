"""Takes from a process, and from those that it starts, what Windows does not have; Python runs it from a folder of PYTHONPATH."""

import builtins
import os
import select
import signal
import socket  # noqa: F401 - needs what is taken away here
import stat
import subprocess
import sys
import tempfile  # noqa: F401

MODULES = ("fcntl", "resource", "pwd", "grp", "termios", "tty", "pty")
OF_OS = ("fork", "forkpty", "killpg", "getpgrp", "getpgid", "setsid", "geteuid", "getuid", "posix_spawn", "posix_spawnp")
MORE_OF_OS = ("mkfifo", "sched_getaffinity", "set_blocking", "waitid", "wait", "getloadavg", "fchmod")
SIGNALS = {"SIGINT", "SIGTERM", "SIGABRT", "SIGFPE", "SIGILL", "SIGSEGV", "SIG_DFL", "SIG_IGN"}
OF_SIGNAL = (
    "alarm",
    "setitimer",
    "getitimer",
    "pthread_sigmask",
    "pthread_kill",
    "sigwait",
    "sigwaitinfo",
    "sigtimedwait",
    "pause",
)
NOT_A_SOCKET = 10038


def hide() -> None:
    subprocess.Popen.kill = subprocess.Popen.terminate  # which is so on Windows
    subprocess._USE_POSIX_SPAWN = False
    for name in MODULES:
        sys.modules[name] = None
    for name in (*OF_OS, *MORE_OF_OS):
        if hasattr(os, name):
            delattr(os, name)
    for name in [*OF_SIGNAL, *(name for name in vars(signal) if name.startswith("SIG") and name not in SIGNALS)]:
        if hasattr(signal, name):
            delattr(signal, name)
    wait, opened, listed = select.select, builtins.open, os.listdir

    def of_sockets(reads, writes, others, *seconds):
        for each in (*reads, *writes, *others):
            if not stat.S_ISSOCK(os.fstat(each if isinstance(each, int) else each.fileno()).st_mode):
                raise OSError(NOT_A_SOCKET, "an operation was attempted on something that is not a socket")
        return wait(reads, writes, others, *seconds)

    def not_there(path):
        if str(path).startswith(("/proc", "/dev/tty")):
            raise FileNotFoundError(2, "No such file or directory", str(path))

    def opening(file, *args, **options):
        not_there(file)
        return opened(file, *args, **options)

    def listing(path="."):
        not_there(path)
        return listed(path)

    select.select, builtins.open, os.listdir = of_sockets, opening, listing


hide()
