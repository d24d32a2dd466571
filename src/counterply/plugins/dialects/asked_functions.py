"""Functions of a student's file that are asked one after the other, each about all cases of its dialect.

Runs in the student's process, and needs nothing but the standard library and its neighbours.
"""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from counterply.plugins.dialects.signatures import ALPHAS, BETAS, DEPTHS, INFINITY, MAXIMISING, is_empty
from counterply.plugins.dialects.views import AnswerError, NotSeenError
from counterply.usercode.faults import one_line

Cases = Iterator[tuple[str, Callable[[], Any]]]
CHUNK_SECONDS = 1.0  # of the processor's time, for questions that are answered at once; for one at least, however long it takes
ANSWER_SECONDS = 60.0  # for one answer: a search of the whole game copies half a million boards
MOST_WRONG = 20
CHANGED = "The board that it is given is another one afterwards: take each move out again, or search a copy"
OPEN = {"alpha": -INFINITY, "beta": INFINITY}


def plain_word(name: str) -> str:
    """Return a name as all ways of writing it have it."""
    return name.replace("_", "").lower()


ROLES: dict[str, set[str]] = {
    "alpha": ALPHAS,
    "beta": BETAS,
    "depth": {*map(plain_word, DEPTHS), "curdepth", "currentdepth", "profundidad"},
    "top": {*map(plain_word, MAXIMISING), "esmaximizador", "maximizeplayer", "ismaxplayer"},
}


def role_of(name: str, own: dict[str, set[str]]) -> str:
    """Return what a parameter is for, by its name; '' where that does not say it."""
    return next((role for role, words in (own | ROLES).items() if plain_word(name) in words), "")


def roles_of_known(function: Callable[..., Any], own: dict[str, set[str]]) -> dict[str, str]:
    """Return what those parameters of a function are for whose names say it."""
    return {name: role for name in inspect.signature(function).parameters if (role := role_of(name, own))}


def roles_of(function: Callable[..., Any], own: dict[str, set[str]]) -> dict[str, str]:
    """Return what each parameter of a function is for, by its name; nothing where one that must be given is none of these."""
    found, parameters = roles_of_known(function, own), inspect.signature(function).parameters.items()
    return found if all(name in found or each.default is not each.empty for name, each in parameters) else {}


class Functions:
    """The functions of a file: a subclass says what they are asked.

    Parameters
    ----------
    text : what is judged, as it is called
    parts : the parameters of each function, as they are shown
    unit : what a case is called
    """

    def __init__(self, module: Any, text: str, parts: Mapping[str, str], unit: str = "cases") -> None:
        self._module, self._parts = module, parts
        self.facts: dict[str, Any] = {"kind": "exam", "text": text, "parts": [*parts], "seconds": ANSWER_SECONDS, "unit": unit}

    def function(self, name: str) -> Any:
        """Return a function of the file; None if there is none."""
        return getattr(self._module, name, None)

    def cases(self, name: str, function: Callable[..., Any]) -> Cases:
        """Yield the cases of a function: how a case is shown, and what judges the answer: '' is right."""
        raise NotImplementedError

    def more(self, name: str) -> str:
        """Return what a function does too much, after its last case; '' if nothing."""
        return ""

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """Ask a function about some more cases, beginning with a number."""
        name, begin = question["part"], question["begin"]
        told: dict[str, Any] = {"search": f"{name}({self._parts[name]})", "cases": 0, "wrong": [], "next": None}
        function = self.function(name)
        if not callable(function):
            return told | {"missing": f"The file has no function {name}."}
        if is_empty(function):
            raise NotImplementedError(f"{name} is still empty")
        started = time.process_time()
        for number, (shown, judge) in enumerate(self.cases(name, function)):
            if number < begin:
                continue
            if told["cases"] and time.process_time() - started > CHUNK_SECONDS:
                return told | {"next": number}
            told["cases"] += 1
            try:
                fault = judge()
            except RecursionError:
                fault = "It calls itself without end (RecursionError)."
            except (NotImplementedError, NotSeenError, MemoryError):
                raise
            except AnswerError as error:
                fault = f"{error}."
            except BaseException as error:  # it is the student's, who may also raise KeyboardInterrupt
                fault = f"It raises {one_line(error)}."
            if fault:
                told["wrong"].append((fault, shown))
            if len(told["wrong"]) >= MOST_WRONG:
                break
        return told | {"more": self.more(name)}
