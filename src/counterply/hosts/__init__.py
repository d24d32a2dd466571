"""Other people's programs, and their protocols."""

from __future__ import annotations

from collections.abc import Callable


def _fishing_derby() -> None:
    from counterply.hosts.fishing_derby import serve

    serve()


PROTOCOLS: dict[str, Callable[[], None]] = {"fishing_derby": _fishing_derby}  # what `counterply host NAME` speaks
