"""What only POSIX has: locks, the clock of kernels, forks, the death of children, limits of memory and time. A port is this module.

Run as a program it is the watchdog of another process, and kills that once the process that started the watchdog has ended:
``python system.py DESCRIPTOR MEGABYTES BYTES PROGRAM [ARGUMENT...]``. DESCRIPTOR is the read end of a pipe whose other end only the
asking process holds; when that process dies, also by ``kill -9``, the pipe ends. MEGABYTES of memory, and BYTES in one file, are
all that the program gets; 0 is no limit. The program has the watchdog's input and output. Both are in a process group of their own.
On Linux, what the program has started ends with it too, also in groups and sessions of its own: orphans come to the watchdog.

Needs nothing but the standard library, starts without site-packages, and can be imported on any system.
"""

from __future__ import annotations

import contextlib
import math
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator

TYPE_CHECKING = False
if TYPE_CHECKING:  # as a program it is started often: `typing` and `pathlib` take as long as all the rest
    from typing import IO, Any

WATCHDOG = __file__
WRONG_INPUT = 2  # exit codes: of a command that was asked for something wrong
NOT_STARTED = 127  # as the shell's
SIGNALLED = 128  # and the signal's number
BROKEN_PIPE = 141  # of a program whose reader has gone
ENDED = 2  # exit code of a process that ends because its parent has
SET_PARENT_DEATH_SIGNAL = 1  # of prctl: this process ends when its parent does
SET_CHILD_SUBREAPER = 36  # of prctl: orphans of this process's descendants become its children
HEARING_SECONDS = 3.0  # after Ctrl-C, in which a process that runs a user's code has to hear it
ROUNDS = 50  # of killing: what is killed may have started something just before
QUIET_ROUNDS = 2  # in which nothing was found: while one is looked for, orphans may change their parent
FIRST_TO_GO = "1000"  # where memory runs out, such a process goes before any other
NEW_PROCESS_GROUP = 0x200  # of CreateProcess
MEGABYTE = 1 << 20
CHUNK = 1 << 16  # bytes read at once
START_TIME_FIELD = 19  # of /proc/self/stat, counted after the program's name, in clock ticks since the machine was started
PAGES_FIELD = 5  # of /proc/self/statm, of data and stacks
WAITING = 0.001  # share of its wall time that something computes which only waits
MOST_WALL = 10  # times its CPU time, that anything may take
LOOK_SECONDS = 0.5  # between looks at the parent, where the system does not tell of its death
CLOCK_FUNCTION = "clock_gettime"  # that kernels call, with this clock; None is Windows' own, which counts `TICK_NS`
CLOCK = getattr(time, "CLOCK_MONOTONIC", None)
TICK_NS = 100  # of QueryPerformanceCounter, since Windows 10
POSIX = hasattr(os, "fork")  # elsewhere: no watchdogs, no limits of memory and CPU time, no locks; a child ends with its input
SUPPORTED = sys.platform not in ("emscripten", "wasi")
ADVICE = "Counterply runs on Linux, macOS and Windows: it starts processes, which this system does not."  # where it is another


# --- time


def monotonic_ns() -> int:
    """Return the clock of kernels in nanoseconds; all processes share it."""
    return time.perf_counter_ns() if CLOCK is None else time.clock_gettime_ns(CLOCK)


def seconds_alive() -> float:
    """Return how long this process has existed, where the system tells (Linux); elsewhere the CPU time that it has taken."""
    try:
        with open("/proc/self/stat", encoding="utf-8") as file:
            ticks = int(file.read().rpartition(")")[2].split()[START_TIME_FIELD])
        return time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, AttributeError, ValueError, IndexError):
        return time.process_time()


class Allowance:
    """So many seconds of CPU time for something, however busy the machine is; what only waits has so many of wall time."""

    def __init__(self, seconds: float) -> None:
        self._seconds, self._cpu, self._wall = seconds, time.process_time(), time.monotonic()

    @property
    def spent(self) -> bool:
        """Whether it has had its time."""
        cpu, wall = time.process_time() - self._cpu, time.monotonic() - self._wall
        waits = cpu < WAITING * wall
        return cpu > self._seconds or wall > self._seconds * (1 if waits else MOST_WALL)


@contextlib.contextmanager
def alarm(seconds: float, ring: Callable[[], None], most_cpu: float = 0.0) -> Iterator[None]:
    """Call `ring` every so many seconds, while what is done meanwhile has not ended; what it raises is raised there.

    Only in a main thread, where no alarm is set, and where there are any. Code in C hears no alarm: after `most_cpu` seconds of
    CPU time, if they are given, the process ends by SIGVTALRM.
    """
    main = threading.current_thread() is threading.main_thread()
    ours = main and hasattr(signal, "SIGALRM") and signal.getsignal(signal.SIGALRM) == signal.SIG_DFL
    if ours:
        signal.signal(signal.SIGALRM, lambda number, frame: ring())
        signal.setitimer(signal.ITIMER_REAL, seconds, seconds)
        signal.setitimer(signal.ITIMER_VIRTUAL, most_cpu)
    try:
        yield
    finally:
        if ours:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)


def limit_deaf_code(cpu_seconds: float) -> None:
    """End this process by SIGVTALRM after so much more CPU time, where the system has such a timer; 0: go on."""
    if hasattr(signal, "ITIMER_VIRTUAL"):
        signal.setitimer(signal.ITIMER_VIRTUAL, cpu_seconds)


# --- files


def lock(file: IO[Any], wait: bool = True) -> bool | None:
    """Lock a file until it is closed; False if another process has it, None where there are no locks, as on some file systems."""
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    except (ImportError, OSError):
        return None
    return True


def user_id() -> int | None:
    """Return the number of the user whom this process belongs to, where the system has such numbers."""
    return os.geteuid() if hasattr(os, "geteuid") else None


def never_wait(descriptor: int) -> None:
    """Let reading and writing a descriptor never wait, where the system can see to it."""
    if hasattr(os, "set_blocking"):  # Windows: with Python 3.12
        os.set_blocking(descriptor, False)


class Stream:
    """Our end of a pipe to a child; reading and writing never wait. Windows waits for sockets only: a thread copies between them.

    Attributes
    ----------
    descriptor : for `readable` or `writable`
    """

    def __init__(self, pipe: IO[bytes], reads: bool) -> None:
        self._pipe, self._socket = pipe, None  # type: IO[bytes], Any
        if POSIX:
            self.descriptor = pipe.fileno()
            never_wait(self.descriptor)
            return
        import socket

        self._socket, other = socket.socketpair()
        self._socket.setblocking(False)
        self.descriptor = self._socket.fileno()

        def copy() -> None:
            with contextlib.suppress(OSError, ValueError), other:
                while data := os.read(pipe.fileno(), CHUNK) if reads else other.recv(CHUNK):
                    (other.sendall if reads else pipe.write)(data)
            if not reads:
                with contextlib.suppress(OSError):
                    pipe.close()

        threading.Thread(target=copy, daemon=True).start()

    def read(self, size: int) -> bytes:
        """Return what has come, b'' at the end; raises BlockingIOError where nothing has."""
        return os.read(self.descriptor, size) if self._socket is None else self._socket.recv(size)  # type: ignore[no-any-return]

    def write(self, data: bytes) -> int:
        """Return how many bytes were taken; raises BlockingIOError where none can be."""
        return os.write(self.descriptor, data) if self._socket is None else self._socket.send(data)  # type: ignore[no-any-return]

    def close(self) -> None:
        """Let the child see the end of its input, once it has read what was written."""
        (self._pipe if self._socket is None else self._socket).close()


def readable(descriptors: Iterable[int], seconds: float | None) -> list[int]:
    """Return those descriptors that something can be read from, or have ended, as soon as there is one; none in time: none."""
    return select.select(list(descriptors), [], [], seconds)[0]


def writable(descriptor: int, seconds: float) -> bool:
    """Tell whether a descriptor can be written to, as soon as it can; at the latest after so long."""
    return bool(select.select([], [descriptor], [], seconds)[1])


def wait_until_unheard(descriptor: int) -> bool:
    """Return once the other end of a descriptor is closed; False where the system does not tell."""
    if not hasattr(select, "poll"):
        return False
    poll = select.poll()
    poll.register(descriptor, 0)
    return any(event & (select.POLLERR | select.POLLHUP) for _, event in poll.poll())


# --- limits


def limit_memory(megabytes: int) -> None:
    """Let this process, and what it starts, take no more memory than so much, where the system can see to it."""
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w", encoding="utf-8") as file:
        file.write(FIRST_TO_GO)
    _limit("RLIMIT_CORE", 0)
    _limit("RLIMIT_DATA", megabytes * MEGABYTE)


def limit_more_memory(megabytes: int) -> None:
    """Let this process take so much more memory than it has now, where the system tells how much that is (Linux)."""
    with contextlib.suppress(OSError), open("/proc/self/statm", encoding="utf-8") as file:
        _limit("RLIMIT_DATA", int(file.read().split()[PAGES_FIELD]) * os.sysconf("SC_PAGESIZE") + megabytes * MEGABYTE)


def limit_cpu(seconds: float) -> None:
    """End this process by SIGXCPU once it has taken so many seconds of CPU time more than until now; the last call counts."""
    _limit("RLIMIT_CPU", math.ceil(time.process_time() + seconds), -1)


def _limit(name: str, soft: int, hard: int | None = None) -> None:
    with contextlib.suppress(ImportError, ValueError, OSError, AttributeError):
        import resource

        resource.setrlimit(getattr(resource, name), (soft, soft if hard is None else hard))


# --- processes


def _prctl(option: int, value: int) -> bool:
    """Ask Linux for something; tell whether that was possible."""
    try:
        import ctypes

        return ctypes.CDLL(None).prctl(option, value, 0, 0, 0) == 0  # type: ignore[no-any-return]
    except (ImportError, OSError, AttributeError):
        return False


def end_group(process: int) -> None:
    """Kill a process that was started as the first one of its group, and that group."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if POSIX:
            os.killpg(process, signal.SIGKILL)
        else:
            os.kill(process, signal.SIGTERM)


def cpu_ticks(session: int) -> int | None:
    """Return the CPU time that the processes of a session have taken, in clock ticks, where the system tells."""
    found = _stats(session)
    return sum(int(fields[11]) + int(fields[12]) for fields in found.values()) if found else None


def let_watchdog_end_it(process: int) -> None:
    """Let a watchdog go on if it was stopped; where there are none, end the process itself."""
    if not POSIX:
        end_group(process)
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(process, signal.SIGCONT)


def end_with_parent(parent: int) -> None:
    """Let this process end when its parent has ended, however that happened."""
    if not _prctl(SET_PARENT_DEATH_SIGNAL, signal.SIGKILL):

        def watch() -> None:
            while os.getppid() == parent:
                time.sleep(LOOK_SECONDS)
            os._exit(ENDED)

        threading.Thread(target=watch, daemon=True).start()
    if os.getppid() != parent:
        os._exit(ENDED)


def signal_code(*names: str) -> frozenset[int]:
    """Return what a process that one of these signals has ended leaves as its exit code, of those that this system has."""
    return frozenset(-getattr(signal, name) for name in names if hasattr(signal, name))


KILLED = signal_code("SIGKILL")
OUT_OF_TIME = signal_code("SIGXCPU")
STILL_READ = signal_code("SIGVTALRM")  # that ends an `alarm` in code in C
CRASHES = signal_code("SIGSEGV", "SIGABRT", "SIGBUS", "SIGFPE", "SIGILL")  # that broken machine code ends by


def own_group(*descriptors: int) -> dict[str, Any]:
    """Return how a process is started in a group of its own, which Ctrl-C does not reach, with these descriptors."""
    if POSIX:
        return {"start_new_session": True, "pass_fds": descriptors}
    return {"creationflags": NEW_PROCESS_GROUP} if sys.platform == "win32" else {}


PASSED_ON = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class Fork:
    """A copy of this process, which ends with it; made as this is made. Signals meant for this process are passed on to it.

    Attributes
    ----------
    child : whether this is the copy
    interrupted : whether Ctrl-C came while it was waited for
    deaf : whether it did not hear that, and was killed
    """

    def __init__(self) -> None:
        self.interrupted = self.deaf = False
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {*PASSED_ON, signal.SIGCHLD})
        parent, self._process = os.getpid(), os.fork()
        self.child = self._process == 0
        if self.child:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            end_with_parent(parent)

    def wait(self, in_users_code: Callable[[], bool] = lambda: False) -> int:
        """Return how the copy has ended, as `os.waitstatus_to_exitcode` says it; kill it if it hears no Ctrl-C in a user's code."""
        while True:
            number, by_process = _next_signal(HEARING_SECONDS if self.interrupted else None)
            if number == 0:
                if in_users_code():
                    self.deaf = True
                    os.kill(self._process, signal.SIGKILL)
                continue
            if number != signal.SIGCHLD:
                self.interrupted = self.interrupted or number == signal.SIGINT
                if by_process:  # what comes from the terminal, the copy gets too
                    os.kill(self._process, number)
                continue
            ended, status = os.waitpid(self._process, os.WNOHANG)
            if ended:
                return os.waitstatus_to_exitcode(status)


def _next_signal(seconds: float | None) -> tuple[int, bool]:
    """Return the next signal, and whether a process has sent it; where the system does not say that, one in the background has.

    Where the system has clocks for it, 0 after so many seconds without one.
    """
    awaited = {*PASSED_ON, signal.SIGCHLD}
    if hasattr(signal, "sigwaitinfo"):
        received = signal.sigwaitinfo(awaited) if seconds is None else signal.sigtimedwait(awaited, seconds)
        if received is None:
            return 0, True
        return received.si_signo, received.si_code <= 0
    number = signal.sigwait(awaited)
    try:
        with open("/dev/tty") as terminal:
            return number, os.tcgetpgrp(terminal.fileno()) != os.getpgrp()
    except OSError:
        return number, True


# --- the watchdog


def descendants() -> set[int]:
    """Return the processes that this one has started, and those that they have, where the system tells; none that has ended."""
    processes = _stats()
    found: set[int] = set()
    while more := {child for child, fields in processes.items() if int(fields[1]) in found | {os.getpid()}} - found:
        found |= more
    return {child for child in found if processes[child][0] != b"Z"}  # not yet waited for: its children are still its


def _stats(session: int = 0) -> dict[int, list[bytes]]:
    """Return what Linux tells of the processes of a session, 0: of all: state, parent, ..., as in ``stat`` after the name."""
    found, names = {}, []
    with contextlib.suppress(OSError):
        names = os.listdir("/proc")
    for number in map(int, filter(str.isdigit, names)):
        with contextlib.suppress(OSError):  # it has just ended
            if session in (0, os.getsid(number)):
                with open(f"/proc/{number}/stat", "rb", buffering=0) as file:
                    found[number] = file.read().rpartition(b")")[2].split()
    return found


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
    descriptor, megabytes, size, command = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
    os.set_inheritable(descriptor, False)
    _prctl(SET_CHILD_SUBREAPER, 1)
    if megabytes:
        limit_memory(megabytes)
    if size:
        _limit("RLIMIT_FSIZE", size)
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
    os._exit(code if code >= 0 else SIGNALLED - code)


if __name__ == "__main__":
    main()
