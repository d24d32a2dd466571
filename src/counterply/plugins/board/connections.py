"""Connections to the board's server: how long one may take to become a page's, and how many there are at most."""

from __future__ import annotations

import asyncio

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from counterply.plugins.board.requests import LONGEST_MESSAGE

MOST_CONNECTIONS = 128  # at once; a page keeps one, and its browser opens some six more to fetch the page
HTTP_SECONDS = 30.0  # in which a browser has fetched what it wants, or has become a page; then it connects anew
MOST_UNREAD = 16  # messages of a page
ENDING_SECONDS = 1  # for connections to close after Ctrl-C


class BriefConnection(H11Protocol):
    """An HTTP connection that is ended after `HTTP_SECONDS`, whatever it has sent, unless it has become a page's WebSocket.

    Where there are too many connections, the oldest of these ends.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to count the time; end the oldest one if there are too many now."""
        super().connection_made(transport)
        self._begin = self.loop.time()
        self._end = self.loop.call_later(HTTP_SECONDS, transport.abort)
        if len(self.connections) > MOST_CONNECTIONS:
            brief = (each for each in self.connections if isinstance(each, BriefConnection))
            oldest = min(brief, key=lambda each: each._begin)
            self.connections.discard(oldest)  # at once: it hears of its end later
            oldest.transport.abort()

    def handle_websocket_upgrade(self, event: object) -> None:
        """Let a page's connection go on."""
        self._end.cancel()
        super().handle_websocket_upgrade(event)  # type: ignore[arg-type]

    def connection_lost(self, error: Exception | None) -> None:
        """Forget the time."""
        self._end.cancel()
        super().connection_lost(error)


def server_of(app: ASGIApp) -> uvicorn.Server:
    """Return a server of an application that lets nobody hold connections."""
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        http=BriefConnection,
        ws_max_size=LONGEST_MESSAGE,
        ws_max_queue=MOST_UNREAD,
        timeout_graceful_shutdown=ENDING_SECONDS,
    )
    return uvicorn.Server(config)
