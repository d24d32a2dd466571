"""Runs another program, and ends it as soon as whoever asked for it has ended, however that happened.

``python watchdog.py DESCRIPTOR PROGRAM [ARGUMENT...]``: DESCRIPTOR is the read end of a pipe whose other end only the asking
process holds; when that process dies, also by ``kill -9``, the pipe ends. The program has this process's input and output. Both
are in a process group of their own. On Linux, what the program has started ends with it too, also in groups and sessions of its
own: orphans come to this process. Needs nothing but the standard library, and starts without site-packages.
"""

import contextlib
import os
import signal
import sys
import threading

NOT_STARTED = 127  # exit code, as the shell's
SET_CHILD_SUBREAPER = 36  # of prctl: orphans of this process's descendants become its children
ROUNDS = 50  # of killing: what is killed may have started something just before
QUIET_ROUNDS = 2  # in which nothing was found: while one is looked for, orphans may change their parent


def adopt_orphans() -> None:
    """Become the parent of descendants whose own parent has ended, where the system knows that."""
    with contextlib.suppress(ImportError, OSError, AttributeError):
        import ctypes

        ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def descendants() -> set[int]:
    """Return the processes that this one has started, and those that they have, where the system tells; none that has ended."""
    parents: dict[int, int] = {}
    ended: set[int] = set()  # and not yet waited for: their children are still theirs
    with contextlib.suppress(OSError):
        for name in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError), open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                state, parent, *_ = file.read().rpartition(")")[2].split()
                parents[int(name)] = int(parent)
                if state == "Z":
                    ended.add(int(name))
    found: set[int] = set()
    while more := {child for child, parent in parents.items() if parent in found | {os.getpid()}} - found:
        found |= more
    return found - ended


def end_descendants() -> None:
    """Kill all that descends from this process."""
    quiet = 0
    for _ in range(ROUNDS):
        running = descendants()
        quiet = 0 if running else quiet + 1
        if quiet == QUIET_ROUNDS:
            return
        for process in running:
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGKILL)


def end_with(descriptor: int) -> None:
    """Kill everything when the pipe ends."""
    while True:
        try:
            if os.read(descriptor, 1):
                continue
        except InterruptedError:
            continue
        end_descendants()
        os.killpg(0, signal.SIGKILL)


def main() -> None:
    """Run the program and leave with its exit code; 128 and the signal's number if a signal ended it."""
    descriptor, command = int(sys.argv[1]), sys.argv[2:]
    os.set_inheritable(descriptor, False)
    adopt_orphans()
    reset = [signal.SIGPIPE, signal.SIGINT, signal.SIGTERM]
    try:
        program = os.posix_spawnp(command[0], command, os.environ, setsigdef=reset)
    except OSError as error:
        print(f"{command[0]}: {error.strerror}", file=sys.stderr)
        sys.exit(NOT_STARTED)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)  # the program's output ends when the program does
    threading.Thread(target=end_with, args=(descriptor,), daemon=True).start()
    _, status = os.waitpid(program, 0)
    end_descendants()
    code = os.waitstatus_to_exitcode(status)
    os._exit(code if code >= 0 else 128 - code)


if __name__ == "__main__":
    main()
