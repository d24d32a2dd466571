"""Runs another program, and ends it as soon as whoever asked for it has ended, however that happened.

``python watchdog.py DESCRIPTOR PROGRAM [ARGUMENT...]``: DESCRIPTOR is the read end of a pipe whose other end only the asking
process holds; when that process dies, also by ``kill -9``, the pipe ends. The program has this process's input and output. Both
are in a process group of their own. Needs nothing but the standard library, and starts without site-packages.
"""

import os
import signal
import sys
import threading

NOT_STARTED = 127  # exit code, as the shell's


def end_with(descriptor: int) -> None:
    """Kill the whole group when the pipe ends."""
    while True:
        try:
            if os.read(descriptor, 1):
                continue
        except InterruptedError:
            continue
        os.killpg(0, signal.SIGKILL)


def main() -> None:
    """Run the program and leave with its exit code; 128 and the signal's number if a signal ended it."""
    descriptor, command = int(sys.argv[1]), sys.argv[2:]
    os.set_inheritable(descriptor, False)
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
    code = os.waitstatus_to_exitcode(status)
    os._exit(code if code >= 0 else 128 - code)


if __name__ == "__main__":
    main()
