"""A cache of the things asked for last."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any


class Recent(OrderedDict[Any, Any]):
    """Keeps the `most` things asked for last; the others are closed, if they can be."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: object, value: object) -> None:
        super().__setitem__(key, value)
        if len(self) > self._most:
            _, old = self.popitem(last=False)
            if hasattr(old, "close"):
                old.close()

    def known(self, key: object, make: Callable[[], Any]) -> Any:
        """Return the thing of a key; it is made where it is not known."""
        if key not in self:
            self[key] = make()
        self.move_to_end(key)
        return self[key]
