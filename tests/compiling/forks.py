"""Processes that have Numba from their first line: each is a fork of one that has imported it, and nothing of ours.

To import it takes half a second, longer than most of what is asked of them. Where forks are not to be trusted, which is anywhere
but on Linux, they are new processes.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

SERVER = """
import json, os, sys, traceback, types
import numba.experimental, numba.core.typed_passes, numpy

replies = os.fdopen(os.dup(1), "w")
for line in sys.stdin:
    asked = json.loads(line)
    child = os.fork()
    if child:
        status = os.waitpid(child, 0)[1]
        print(os.waitstatus_to_exitcode(status), file=replies, flush=True)
        continue
    for number, name in ((0, os.devnull), (1, asked["out"]), (2, asked["err"])):
        os.dup2(os.open(name, os.O_RDWR | os.O_CREAT, 0o600), number)
    replies.close()
    sys.stdin = open(0, closefd=False)
    os.environ.clear()
    os.environ.update(asked["environment"])
    os.chdir(asked["folder"])
    sys.argv[:], sys.path[:] = ["-c", *asked["words"]], ["", *asked["path"], *sys.path]
    main = sys.modules["__main__"] = types.ModuleType("__main__")
    exec(compile(asked["code"], "<string>", "exec"), vars(main))
    break
"""


class Forks:
    """Runs programs as ``python -c`` does; close it in the end."""

    def __init__(self, folder: Path) -> None:
        self._out, self._err = folder / "out", folder / "err"
        self._server: subprocess.Popen[str] | None = None
        if sys.platform == "linux":
            program = [sys.executable, "-P", "-c", SERVER]
            self._server = subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def run(self, code: str, *words: str, folder: Path, environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
        """Return how a program ended, and what it printed."""
        server = self._server
        if server is None or server.stdin is None or server.stdout is None:
            program = [sys.executable, "-c", code, *words]
            return subprocess.run(program, capture_output=True, text=True, env=environment, cwd=folder, check=False)
        for file in (self._out, self._err):
            file.write_text("")
        names = {"out": str(self._out), "err": str(self._err), "folder": str(folder)}
        path = environment.get("PYTHONPATH", "").split(":")
        asked = {**names, "code": code, "words": words, "environment": dict(environment), "path": path}
        print(json.dumps(asked), file=server.stdin, flush=True)
        ended = int(server.stdout.readline())
        return subprocess.CompletedProcess([code, *words], ended, self._out.read_text(), self._err.read_text())

    def close(self) -> None:
        """Let the process end that is forked."""
        if self._server is not None:
            self._server.communicate()
