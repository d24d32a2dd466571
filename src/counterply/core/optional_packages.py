"""Packages that only some people have: imported when asked for, and if they are missing, one line that says how to get them."""

from __future__ import annotations

import importlib
from types import ModuleType

from counterply.core.errors import UsageError


def extra(module: str, name: str, what: str) -> ModuleType:
    """Return a module of an optional package.

    Parameters
    ----------
    module : such as ``pettingzoo.utils``
    name : of the extra that installs it, as in ``pip install 'counterply[name]'``
    what : the feature that needs it, for the message

    Raises
    ------
    UsageError
        if the package is not installed
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        missing = (error.name or module).partition(".")[0]
        raise UsageError(
            f"{what} needs {missing}, which is not installed: pip install 'counterply[{name}]', or '.[{name}]' in a clone"
        ) from error
