"""What a student's program raises, as a sentence, and whether it is a mistake: what is not there, or not written, is none.

Runs in the student's process, and needs nothing but the standard library and its neighbours.
"""

from __future__ import annotations

import contextlib
import errno
import re
import traceback
from pathlib import Path
from typing import Any

from counterply.plugins.dialects.course_modules import is_older_python
from counterply.plugins.dialects.views import NOT_HERE, NotSeenError, TextbookPosition, TooDeepError, TooMuchError
from counterply.usercode.faults import one_line

MEMORY = 1_024  # MB that a search may take, beside its libraries
BARE_RAISE = "No active exception to reraise"
FOREIGN = "; it searches boards of its own, and a position here has turn, moves(), after(move), over() and value(player)"
WITHOUT_END: dict[type[BaseException], str] = {
    TooDeepError: "it goes on more than one ply deeper than it was asked to",
    TooMuchError: "it looks at positions without end",
    RecursionError: "it calls itself without end (RecursionError)",
}
NO_FILE = "it reads the file {}, which is not there (it was looked for from {}): lay it there, and check once more"


def is_lacking(error: BaseException) -> bool:
    """Tell whether a program asks an object of ours, such as a player's number, for what its own has, or takes one for a board.

    Or whether it ends itself by a bare ``raise``, as where its time is over before its own loop has begun to count it, or lacks a
    variable that its main part sets, which is not run here.
    """
    if isinstance(error, NameError):
        return _is_set_by_main(error)
    if isinstance(error, RuntimeError):
        return BARE_RAISE in str(error)
    if isinstance(error, TypeError):
        return any(word in str(error) for word in (TextbookPosition.__name__, NOT_HERE))
    return isinstance(error, AttributeError) and (type(error.obj) is int or type(error.obj).__module__.startswith("counterply."))


def _is_set_by_main(error: NameError) -> bool:
    *_, (frame, _) = traceback.walk_tb(error.__traceback__)
    with contextlib.suppress(OSError):  # of no file
        text = Path(frame.f_code.co_filename).read_text(encoding="utf-8", errors="replace")
        return bool(re.search(rf"^\s+{error.name} *=[^=]", text.partition("__main__")[2], re.MULTILINE))
    return False


def raised(error: BaseException) -> str:
    """Return a student's exception within a sentence, with a hint where this process caused it."""
    if isinstance(error, TabError):
        return f"{one_line(error)}; Python 3 has no mixture: indent by spaces alone"
    if is_older_python(error):
        return f"{one_line(error)}: it is written for Python {'3.7 or older' if 'clock' in str(error) else 2}"
    if isinstance(error, EOFError):
        return f'{one_line(error)}; nobody answers here: put what asks somebody below if __name__ == "__main__"'
    if isinstance(error, MemoryError):
        return f"{one_line(error)}: it needs more than {MEMORY:,} MB of memory"
    if isinstance(error, OSError) and error.errno == errno.EFBIG:
        return f"{one_line(error)}; that is more than may be printed or written"
    return one_line(error)


def failure_of(error: BaseException, knows_words: bool = False) -> dict[str, Any]:
    """Return a student's exception as a failure, which is `unseen` where it is no mistake (`is_unwritten`, `is_lacking`)."""
    if (without_end := WITHOUT_END.get(type(error))) is not None:
        return {"failure": without_end}
    if isinstance(error, NotSeenError):
        return {"failure": str(error), "unseen": True}
    if isinstance(error, FileNotFoundError) and error.filename:
        return {"failure": NO_FILE.format(error.filename, Path.cwd()), "unseen": True}
    if is_unwritten(error):
        return {"failure": f"it is not written yet: it raises {raised(error)}", "unseen": True}
    lacking = is_lacking(error) and not knows_words
    more = FOREIGN * (lacking and isinstance(error, TypeError) and NOT_HERE not in str(error))
    return {
        "failure": f"it raises {raised(error)}{more}",
        "unseen": lacking or is_older_python(error) or isinstance(error, ImportError | MemoryError),
    }


def is_unwritten(error: BaseException) -> bool:
    """Tell whether an exception says that a function is still to be written; Berkeley's program then ends itself."""
    where = error.__traceback__
    names = {frame.f_code.co_name for frame, _ in traceback.walk_tb(where)}
    return isinstance(error, NotImplementedError) or (isinstance(error, SystemExit) and "raiseNotDefined" in names)
