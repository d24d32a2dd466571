"""Kaggle's ConnectX and tic-tac-toe: agents ``(observation, configuration)``, which play and are not judged."""

from __future__ import annotations

import inspect
from types import ModuleType
from typing import NoReturn

from counterply.plugins.dialects.dialect import Dialect, Named
from counterply.plugins.dialects.views import AnswerError

FIRST = ("observation", "obs")  # what the first parameter of an agent is called


class Kaggle(Dialect):
    """The competition's interface."""

    plays = "counterply.plugins.dialects.small_guests:kaggle"

    def found(self, own: Named) -> list[str]:
        """Return a file's agent, the last one, as there."""
        functions = {name: value for name, value in own.items() if inspect.isfunction(value)}
        return [name for name, value in functions.items() if next(iter(inspect.signature(value).parameters), "") in FIRST][-1:]

    def opened(self, module: ModuleType, name: str) -> NoReturn:
        """Refuse it."""
        raise AnswerError(f"{name} is an agent of Kaggle's: it plays, as in match connect_four FILE.py random, and is not checked")


DIALECT = Kaggle()
