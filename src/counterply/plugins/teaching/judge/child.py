"""The process in which a student's search runs: ``python -m counterply.plugins.teaching.judge.child FILE NAME DIALECT``.

The student's own prints go to stderr, and its stdin is empty. Its parent limits memory, files and time. It imports no
NumPy, so that it starts at once, for each of a hundred students.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

from counterply.plugins.dialects import Asked, lookup, signatures, views
from counterply.plugins.dialects.course_modules import course_modules
from counterply.plugins.dialects.failures import MEMORY, failure_of, raised
from counterply.plugins.dialects.steady_clock import CLOCK
from counterply.plugins.dialects.students_file import CUT_SHORT, module_of
from counterply.system import limit_more_memory
from counterply.usercode.child_answers import Answers
from counterply.usercode.faults import one_line

FACTS = ("name", "prunes", "mentions", "takes_depth", "whole")  # of a signature, that are told
OF_COURSE = ("rounds", "first_only", "stuck_loses", "late", "textbook")  # of its dialect
KEPT_PRINT = 4_096  # bytes of output that are kept; the rest is only counted


def answer_of(signature: signatures.Signature, question: dict[str, Any]) -> dict[str, Any]:
    """Return the search's answer to a question, with the nodes it looked at."""
    node = views.TreeNode(question["tree"], count(), question["keys"])
    steady = question["timed"] and not signature.keeps_own_time
    log = views.Log(node.turn, question["pause"] if steady or question["watched"] else 0.0, watched=question["watched"])
    limit = question["limit"] if question["timed"] else signatures.INFINITY
    with CLOCK.running() if steady else contextlib.nullcontext():
        begin = time.perf_counter()
        answer = _asked(signature, node, question, log, limit)
        answer["seconds"] = time.perf_counter() - begin
    answer |= {"changed": log.changed, "clock": steady and CLOCK.asked}
    answer["events"] = log.events if answer.get("said", "failure" not in answer) else []
    return answer


def _asked(signature: signatures.Signature, node: Any, question: dict[str, Any], log: views.Log, limit: float) -> dict[str, Any]:
    """Return the search's answer, or why there is none."""
    try:
        value, move = signature.ask(node, question["depth"], question["first"], log, limit)
        return {"value": value, "move": move}
    except views.AnswerError as error:
        return {"failure": str(error), "said": error.said, "value": error.value, "move": error.move}
    except BaseException as error:  # a search may also call sys.exit
        return failure_of(error, signature.knows_words)


def students_module(file: str) -> ModuleType:
    """Return the module in a student's file, which may import its neighbours; raises `AnswerError`."""
    path = Path(file).expanduser().resolve()
    if path.is_dir():
        raise views.AnswerError("it is a folder, not a Python file; --each judges all files of one")
    if not path.is_file():
        there = path.with_name(f"{path.name}.py").is_file()
        raise views.AnswerError(f"there is no such file{f'; did you mean {file}.py?' if there else ''}")
    try:
        return module_of(path)
    except BaseException as error:  # a file may also call sys.exit
        raise views.AnswerError(f"when it is read, it raises {raised(error)}") from None


def drop_print() -> int:
    """Truncate the file of output, in place, and return the number of bytes dropped."""
    try:
        size = os.fstat(2).st_size
        if size > KEPT_PRINT:
            os.ftruncate(2, KEPT_PRINT)
            os.lseek(2, KEPT_PRINT, os.SEEK_SET)
    except OSError:  # the student's code has closed it
        return 0
    return max(0, size - KEPT_PRINT)


def answer_of_course(judged: Asked, question: dict[str, Any]) -> dict[str, Any]:
    """Return the answer of what a course's dialect judges, with the processor's seconds that it took."""
    begin = time.process_time()
    try:
        answer = dict(judged.ask(question))
    except BaseException as error:  # a program may also call sys.exit
        answer = failure_of(error)
    return {**answer, "seconds": time.process_time() - begin}


def read(file: str, name: str, dialect: str) -> tuple[dict[str, Any], Asked | signatures.Signature, signatures.Signature | None]:
    """Return the facts about what is judged, that itself, and a search's player with a clock; raises `AnswerError`."""
    module = students_module(file)
    course, names = lookup.judged_in(lookup.names_in(module), dialect)
    chosen = next((each for each in names if name in ("", each, each.partition(".")[0])), "")
    judged = course.opened(module, chosen) if course and chosen else None
    cut = vars(module).get(CUT_SHORT)
    if cut and not (course and judged and course.reads_on):
        raise views.AnswerError(f"when it is read, it raises {raised(cut)}")
    if course and judged:
        text = judged.facts["text"] + (f", as far as it can be read ({one_line(cut)})" if cut else "")
        return {**judged.facts, "text": text, "names": names, "stops": course.stopped_by(module, chosen)}, judged, None
    name = name or chosen
    owner = name.partition(".")[0] if "." in name else ""  # its own player with a clock, not that of another class
    timed = lookup.timed_of(module, name or None) or lookup.timed_of(module, f"{owner}.get_move" if owner else None)
    try:
        signature = lookup.signature_of(module, name or None, dialect or None)
        signature.agents = {}
    except views.AnswerError:
        if timed is None:
            raise
        signature = timed
    facts = {name: getattr(signature, name) for name in FACTS} | {name: getattr(signature.course, name) for name in OF_COURSE}
    facts |= {
        "text": str(signature),
        "conventions": len(signature.conventions),
        "timed": "" if timed is None or not signatures.CLOCKS & set(timed.parameters) else str(timed),
        "only_timed": signature is timed,
        "games": signature is timed and not signatures.CLOCKS & set(signature.parameters),
        "owned": signature.owner is not None,
        "names": names,
        "stops": next(filter(None, (each.course.stopped_by(module, each.name) for each in (signature, timed) if each)), ""),
        "words": dict(signature.course.words),
        "mean": signature.course.takes_mean(signature.name),
        "forbids_equality": signature.course.forbids_equality(signatures.words_in(signature.function, signature.owner)),
    }
    return facts, signature, timed


@course_modules(watched=True)  # a function may import them as late as it is asked
def main() -> None:
    """Load the file, report its contents, and answer until the other end closes."""
    file, name, dialect = sys.argv[1:4]
    answers, number = Answers(), 0

    def tell(answer: dict[str, Any]) -> None:
        with contextlib.suppress(Exception):
            sys.stdout.flush()
        answers.say({**answer, "id": number, "dropped": drop_print()})

    tell({"reads": file})
    try:
        facts, judged, timed = read(file, name, dialect)
    except views.AnswerError as error:
        tell({"failure": str(error)})
        return
    limit_more_memory(MEMORY)
    tell(facts)
    for question in answers:
        number = question["id"]
        if not isinstance(judged, signatures.Signature):
            tell(answer_of_course(judged, question))
            if judged.facts["kind"] == "played":  # in its course's program, each game is played in a process of its own
                with contextlib.suppress(views.AnswerError):
                    _, judged, _ = read(file, name, dialect)
            continue
        if question["alone"] and judged is not timed:
            with contextlib.suppress(views.AnswerError):
                judged = lookup.signature_of(students_module(file), judged.name, dialect or None)
                judged.agents = {}
        tell(answer_of(timed if timed is not None and question["timed"] else judged, question))
    os._exit(0)  # even if the student's code has started threads


if __name__ == "__main__":
    main()
