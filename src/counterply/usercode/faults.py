"""What somebody's code did in place of answering, in one line: its exception with the place, or what became of its process."""

from __future__ import annotations

from counterply.core.errors import EvaluatorError, GameError, own_place
from counterply.core.words import printable

LONGEST_LINE = 200  # characters of an exception in one line


class ProcessError(GameError):
    """What code in another process did in place of answering; the text says it, without the name of whose code it is."""

    def __init__(self, text: str) -> None:
        super().__init__(printable(text))


def one_line(error: BaseException, most: int = LONGEST_LINE) -> str:
    """Return an exception in one line, with file and line of somebody's own code, whatever it does when it is asked."""
    try:
        where = own_place(error)
        what = str(error) if isinstance(error, EvaluatorError) else f"{type(error).__name__}: {error}"
        text = " ".join(what.split()).rstrip(": ") + (f" ({where})" if where and where not in what else "")
    except BaseException:
        text = type(error).__name__
    text = printable(text)
    return text if len(text) <= most else text[: most - 3] + "..."
