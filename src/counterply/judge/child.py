"""The process in which a student's search runs: ``python child.py FILE NAME DIALECT``.

One JSON line a question on what was stdin, one JSON line an answer on what was stdout. The student's own prints go to stderr, and
its stdin is empty. Memory, files and time are limited by whoever asks. Needs nothing but the standard library and three
files beside it, so that it starts at once, for each of a hundred students.
"""

from __future__ import annotations

import contextlib
import errno
import importlib.util
import json
import os
import sys
import time
import traceback
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

SEARCHES = Path(__file__).parents[1] / "usercode" / "searches"


def load(path: Path, name: str) -> ModuleType:
    """Return the module in a file, read from its text."""
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


PACKAGE = ".".join(SEARCHES.parts[-3:])

if TYPE_CHECKING:
    from counterply.usercode.searches import lookup, signatures, views
else:  # by their names, so that they find each other, but without the package around them, which takes a second to import
    views, signatures, lookup = (load(SEARCHES / f"{name}.py", f"{PACKAGE}.{name}") for name in ("views", "signatures", "lookup"))

KEPT_PRINT = 4_096  # bytes of what is printed that are kept; the rest is only counted


def answer_of(signature: signatures.Signature, question: dict[str, Any]) -> dict[str, Any]:
    """Return what the search says to a question, with what it looked at."""
    node = views.Node(question["tree"], count())
    log = views.Log(node.turn, question["pause"])
    answer: dict[str, Any] = {}
    limit = question["limit"] if question["timed"] else signatures.INFINITY
    begin = time.perf_counter()
    try:
        value, move = signature.ask(node, question["depth"], signatures.Convention(question["first"]), log, limit)
        answer = {"value": value, "move": move}
    except views.TooDeepError:
        answer["failure"] = "it goes on more than one ply deeper than it was asked to"
    except views.TooMuchError:
        answer["failure"] = "it looks at positions without end"
    except views.AnswerError as error:
        answer = {"failure": str(error), "said": error.said, "value": error.value, "move": error.move}
    except RecursionError:
        answer["failure"] = "it calls itself without end (RecursionError)"
    except BaseException as error:  # a search may also call sys.exit
        answer["failure"] = f"it raises {place_of(error, Path(signature.function.__code__.co_filename).parent)}"
    answer["seconds"] = time.perf_counter() - begin
    answer["changed"] = log.changed
    answer["events"] = log.events if answer.get("said", "failure" not in answer) else []
    return answer


def students_module(file: str) -> ModuleType:
    """Return the module in a student's file, which may import its neighbours; raises `AnswerError`."""
    path = Path(file).expanduser().resolve()
    for name, neighbour in list(sys.modules.items()):  # when it is read again, so are they
        if name != "__main__" and Path(getattr(neighbour, "__file__", None) or "/").parent == path.parent:
            del sys.modules[name]
    if path.is_dir():
        raise views.AnswerError("it is a folder, not a Python file")
    if not path.is_file():
        there = path.with_name(f"{path.name}.py").is_file()
        raise views.AnswerError(f"there is no such file{f'; did you mean {file}.py?' if there else ''}")
    if str(path.parent) not in sys.path:
        sys.path.insert(0, str(path.parent))
    sys.dont_write_bytecode = True
    try:
        return load(path, f"student_{path.stem}")
    except SyntaxError as error:
        own = error.filename is not None and Path(error.filename) == path
        place = f"line {error.lineno}: " if own else f"{Path(error.filename).name}:{error.lineno}: " if error.filename else ""
        raise views.AnswerError(f"{place}{type(error).__name__}: {error.msg}") from None
    except BaseException as error:  # a file may also call sys.exit
        raise views.AnswerError(f"when it is read, it raises {place_of(error, path.parent)}") from None


def place_of(error: BaseException, folder: Path) -> str:
    """Return kind and text of an error, and the line of the student's files that it comes from."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).parent == folder]
    try:
        text = " ".join(str(error).split())
    except Exception:  # it is the student's
        text = ""
    if isinstance(error, OSError) and error.errno == errno.EFBIG:
        text = "more than may be printed or written"
    if isinstance(error, EOFError):
        text += "; nobody answers input() here"
    said = f"{type(error).__name__}: {text}" if text else type(error).__name__
    return f"{said} ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else said


def drop_print() -> int:
    """Shorten the file of what was printed to its beginning, in place, and return how many bytes that drops."""
    try:
        size = os.fstat(2).st_size
        if size > KEPT_PRINT:
            os.ftruncate(2, KEPT_PRINT)
            os.lseek(2, KEPT_PRINT, os.SEEK_SET)
    except OSError:  # the student's code has closed it
        return 0
    return max(0, size - KEPT_PRINT)


def main() -> None:
    """Load the file, tell what it holds, and answer until nobody asks any more."""
    file, name, dialect = sys.argv[1:4]
    questions = os.fdopen(os.dup(0), "r", encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    own, number = os.getpid(), 0

    def tell(answer: dict[str, Any]) -> None:
        if os.getpid() != own:  # a process that the student's code has forked
            os._exit(0)
        with contextlib.suppress(Exception):
            sys.stdout.flush()
        answers.write(json.dumps({**answer, "id": number, "dropped": drop_print()}) + "\n")
        answers.flush()

    timed: signatures.Signature | None = None
    try:
        module = students_module(file)
        timed = lookup.timed_of(module, name or None) or lookup.timed_of(module, None)
        signature = lookup.signature_of(module, name or None, dialect or None)
    except views.AnswerError as error:
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
            "mentions": signature.mentions,
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
        number = question["id"]
        if question["alone"] and signature is not timed:
            with contextlib.suppress(views.AnswerError):
                signature = lookup.signature_of(students_module(file), name or None, dialect or None)
        tell(answer_of(timed if timed is not None and question["timed"] else signature, question))
    os._exit(0)  # whatever threads the student's code has started


if __name__ == "__main__":
    main()
