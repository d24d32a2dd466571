"""The process in which a student's search runs: ``python child.py FILE NAME DIALECT``.

One JSON line a question on what was stdin, one JSON line an answer on what was stdout. The student's own prints go to stderr, and
its stdin is empty. Memory is limited here; time by whoever asks. Needs nothing but the standard library and the file of dialects
beside it, so that it starts at once, for each of a hundred students.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import signal
import sys
import time
import traceback
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any


def load(path: Path, name: str) -> ModuleType:
    """Return the module in a file, read from its text."""
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


if TYPE_CHECKING:
    from counterply.study.check import dialects
else:
    dialects = load(Path(__file__).with_name("dialects.py"), "counterply_dialects")

MEMORY = 2 << 30  # bytes of address space; a student's libraries may take half a gigabyte
SET_PARENT_DEATH_SIGNAL = 1  # of Linux's prctl
LARGEST_FILE = 64 << 20  # bytes that may be printed


def limit_resources() -> None:
    """Limit memory and the size of files, and end with whoever asks, where the system can."""
    with contextlib.suppress(ImportError, OSError, AttributeError):
        import ctypes

        ctypes.CDLL(None).prctl(SET_PARENT_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))


def answer_of(signature: dialects.Signature, question: dict[str, Any]) -> dict[str, Any]:
    """Return what the search says to a question, with what it looked at."""
    node = dialects.Node(question["tree"], count())
    log = dialects.Log(node.turn, question["pause"])
    answer: dict[str, Any] = {}
    begin = time.perf_counter()
    try:
        value, move = signature.ask(node, question["depth"], dialects.Convention(question["first"]), log, question["limit"])
        answer = {"value": value, "move": move}
    except dialects.TooDeepError:
        answer["failure"] = "it goes on more than one ply deeper than it was asked to"
    except dialects.TooMuchError:
        answer["failure"] = "it looks at positions without end"
    except dialects.AnswerError as error:
        answer["failure"] = str(error)
    except RecursionError:
        answer["failure"] = "it calls itself without end (RecursionError)"
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a search may also call sys.exit
        answer["failure"] = f"it raises {place_of(error, Path(signature.function.__code__.co_filename).parent)}"
    answer["seconds"] = time.perf_counter() - begin
    answer["changed"] = log.changed
    answer["events"] = [] if "failure" in answer else log.events
    return answer


def students_module(file: str) -> ModuleType:
    """Return the module in a student's file, which may import its neighbours; raises `AnswerError`."""
    path = Path(file).expanduser().resolve()
    if path.is_dir():
        raise dialects.AnswerError("it is a folder, not a Python file")
    if not path.is_file():
        raise dialects.AnswerError("there is no such file")
    sys.path.insert(0, str(path.parent))
    sys.dont_write_bytecode = True
    try:
        return load(path, f"student_{path.stem}")
    except SyntaxError as error:
        place = f"{Path(error.filename).name}:{error.lineno}: " if error.filename else ""
        raise dialects.AnswerError(f"{place}{type(error).__name__}: {error.msg}") from None
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a file may also call sys.exit
        raise dialects.AnswerError(f"when it is read, it raises {place_of(error, path.parent)}") from None


def place_of(error: BaseException, folder: Path) -> str:
    """Return kind and text of an error, and the line of the student's files that it comes from."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).parent == folder]
    text = " ".join(str(error).split())
    said = f"{type(error).__name__}: {text}" if text else type(error).__name__
    return f"{said} ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else said


def main() -> None:
    """Load the file, tell what it holds, and answer until nobody asks any more."""
    file, name, dialect = sys.argv[1:4]
    questions = os.fdopen(os.dup(0), "r", encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    limit_resources()

    def tell(answer: dict[str, Any]) -> None:
        with contextlib.suppress(Exception):
            sys.stdout.flush()
        answers.write(json.dumps(answer) + "\n")
        answers.flush()

    timed: dialects.Signature | None = None
    try:
        module = students_module(file)
        timed = dialects.timed_of(module, name or None) or dialects.timed_of(module, None)
        signature = dialects.signature_of(module, name or None, dialect or None)
    except dialects.AnswerError as error:
        if timed is None:
            tell({"failure": str(error)})
            return
        signature = timed
    tell(
        {
            "name": signature.name,
            "text": str(signature),
            "dialect": signature.dialect,
            "prunes": signature.prunes,
            "conventions": len(signature.conventions),
            "rounds": signature.rounds,
            "takes_depth": signature.takes_depth,
            "first_only": signature.first_only,
            "timed": "" if timed is None else str(timed),
            "only_timed": signature is timed,
        }
    )
    for line in questions:
        question = json.loads(line)
        tell(answer_of(timed if timed is not None and question["timed"] else signature, question))
    os._exit(0)  # whatever threads the student's code has started


if __name__ == "__main__":
    main()
