"""Modules of courses' programs, for a student's file that lies alone.

As it is handed in, such a file imports its course's program: KTH's `fishing_game_core`, or Berkeley's `game`, `pacman` and `util`.
If no such module is found, that of a dialect stands in for it. It holds the few names that a search uses; any other name is a class
that takes all arguments and does nothing. Runs in the student's process, and needs nothing but the standard library.
"""

from __future__ import annotations

import ast
import contextlib
import re
import sys
from collections.abc import Collection, Iterator
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

from counterply.core.errors import UsageError
from counterply.plugins.dialects import Dialect, dialects
from counterply.plugins.dialects.views import NOT_HERE
from counterply.registry import attribute

NOBODY_THERE = {"EOFError", "TclError"}  # of a file that asks for input when it is read, or opens a window
WINDOWS = ("pygame", "tkinter")  # whose real modules would open one
SHOWING = {"pandas", "matplotlib", "seaborn", "tqdm", "IPython", "ipywidgets", "google"}  # what a notebook shows its results by
NO_WINDOW = "counterply.plugins.dialects.window"  # what stands in for them
OLDER = re.compile(  # Python than ours, in the arguments of an exception, the line that cannot be read among them
    r"'(iterkeys|itervalues|iteritems|has_key|xrange|raw_input|maxint|unicode|cmp)'|in call to 'print'|\dL\b|raise [\w.]+, "
    "|multiple exception types must be parenthesized|inconsistent use of tabs"
    "|module 'time' has no attribute 'clock'"
)


class CourseModules(MetaPathFinder, Loader):
    """Finds the modules of some courses; or, before other finders, only those `beside` which is nothing that can be read.

    `more`: modules that have nothing in them, besides.
    """

    def __init__(self, courses: list[Dialect], beside: bool = False, more: Collection[str] = ()) -> None:
        self._courses, self._beside, self._more = courses, beside, more

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Find a module of a course, or in place of a window's."""
        if name.partition(".")[0] in WINDOWS:
            return ModuleSpec(name, self, is_package=True) if self._beside else None
        if name.partition(".")[0] in self._more:
            return ModuleSpec(name, self, is_package=True)
        known = {module for course in self._courses for module in course.modules}
        package = any(other.startswith(f"{name}.") for other in known)
        if self._beside:
            return ModuleSpec(name, self, is_package=package) if _says_nothing(name, package or name in known) else None
        if not (package or name in known):
            return None
        return ModuleSpec(name, self, is_package=package)

    def exec_module(self, module: ModuleType) -> None:
        """Fill a module."""

        def missing(name: str) -> type:
            if name.startswith("__"):
                raise AttributeError(name)
            return type(f"{name}{NOT_HERE}", (), {"__init__": lambda self, *given, **named: None})

        vars(module)["__getattr__"] = missing
        in_window = module.__name__.partition(".")[0] in WINDOWS
        for holds in [NO_WINDOW] if in_window else [course.modules.get(module.__name__, {}) for course in self._courses]:
            known = vars(attribute(holds)) if isinstance(holds, str) else holds
            vars(module).update({name: value for name, value in known.items() if not name.startswith("__")})


def _says_nothing(name: str, of_course: bool) -> bool:
    """Tell whether a module is not to be read: a file in Python 2, or of a course an empty folder on Python's path.

    The places of the student's file come first on that path, and no module elsewhere is in Python 2.
    """
    found = PathFinder.find_spec(name, None if of_course else sys.path[:2]) if "." not in name else None
    try:
        return found is not None and not (ast.parse(Path(found.origin).read_bytes()) if found.origin else not of_course)
    except (SyntaxError, ValueError) as error:
        return of_course or is_older_python(error)


def is_in_python_2(path: Path) -> bool:
    """Tell whether a file can be read by Python 2 alone."""
    try:
        ast.parse(path.read_bytes())
    except (SyntaxError, ValueError) as error:
        return is_older_python(error)
    return False


def is_older_python(error: BaseException | None) -> bool:
    """Tell whether an exception comes from what only Python 2 has, or Python 3 until 3.7."""
    return isinstance(error, AttributeError | NameError | SyntaxError) and bool(OLDER.search(str(error.args)))


def asks_somebody(error: BaseException) -> bool:
    """Tell whether a file cannot be read to its end, since it asks for input, or opens a window."""
    return type(error.__cause__).__name__ in NOBODY_THERE


@contextlib.contextmanager
def reading_ahead() -> Iterator[None]:
    """Let a player's file be read before it is used, which says itself what it lacks if it asks somebody, or is in Python 2."""
    with course_modules():
        try:
            yield
        except UsageError as error:
            if not (asks_somebody(error) or is_older_python(error.__cause__)):
                raise


@contextlib.contextmanager
def course_modules(watched: bool = False, notebook: bool = False) -> Iterator[None]:
    """Let a student's file be read with the modules of its course, once all other finders found nothing; others do not see them.

    `watched`: those of some courses come before its own, which may lie beside the file, so that its questions are seen.
    `notebook`: it may show its results by what is not installed.
    """
    courses = [*dialects().values()]
    ours = [CourseModules([course for course in courses if course.modules_first and watched]), CourseModules(courses, beside=True)]
    last = CourseModules(courses, more=SHOWING if notebook else ())
    sys.meta_path[:] = [*ours, *sys.meta_path, last]
    ours.append(last)
    try:
        yield
    except UsageError as error:
        if asks_somebody(error):
            raise UsageError(f"{error}; put what asks somebody below if __name__ == '__main__', and it plays") from error
        raise
    finally:
        sys.meta_path[:] = [finder for finder in sys.meta_path if finder not in ours]
        for name in [name for name, module in sys.modules.items() if getattr(module, "__loader__", None) in ours]:
            del sys.modules[name]
