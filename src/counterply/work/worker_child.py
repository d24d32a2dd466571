"""The process that does pieces of a job: ``python -m counterply.work.worker_child``; `counterply.work.processes` asks it."""

from __future__ import annotations

import gc
import json
import os
from pathlib import Path

from counterply.core.aliases import Json
from counterply.core.errors import CounterplyError
from counterply.core.files import PLACES
from counterply.core.limits import Stop
from counterply.core.log import show_log
from counterply.usercode.child_answers import Answers
from counterply.usercode.exit import leave
from counterply.work.job import Worker, worker_of


class Working:
    """Answers questions about one job: makes its worker, and lets it do pieces."""

    def __init__(self) -> None:
        self._worker: Worker | None = None
        self._shared: str | None = None  # the file of the data that it has taken

    def open(self, asked: Json) -> Json:
        """Make the worker, so that no piece waits for a compiler; for another machine, say how this one computes."""
        facts: dict[str, str] = {}
        if asked["folder"] is not None:
            os.chdir(asked["folder"])
            os.environ[PLACES] = json.dumps(asked["places"])  # for processes of its own, too
            from counterply.work.environment import environment

            facts = environment(asked["game"])
        self._worker = worker_of(asked["maker"], asked["given"], Stop())
        gc.freeze()  # keeps imported objects out of garbage collection during moves
        return {"ready": True, "facts": facts}

    def do(self, asked: Json) -> Json:
        """Do a piece."""
        assert self._worker is not None, "`open` comes first"
        if asked["shared"] not in (None, self._shared):
            self._worker.take(Path(asked["shared"]).read_bytes())  # type: ignore[attr-defined]
            self._shared = asked["shared"]
        return {"answer": self._worker.do(asked["piece"])}

    def close(self) -> None:
        """End the worker."""
        if self._worker is not None:
            self._worker.close()


def main() -> None:
    """Answer questions until the input closes. Players' output goes to standard error."""
    show_log()
    answers, working = Answers(), Working()
    for asked in answers:
        try:
            answer = getattr(working, asked["do"])(asked)
        except CounterplyError as error:
            answer = {"error": str(error), "kind": type(error).__name__}
        except KeyboardInterrupt:  # no Ctrl-C comes here: somebody was to be asked at the terminal
            answer = {"error": "nobody can be asked in a process of its own: --workers 1", "kind": "UsageError"}
        answers.say({"id": asked["id"], **answer})
        if "ready" not in answer and asked["do"] == "open":
            break  # what was asked besides has no answer
    working.close()
    leave(0)


if __name__ == "__main__":
    main()
