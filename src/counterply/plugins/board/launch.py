"""The board's server, on a port of this machine until Ctrl-C, or beside a program."""

from __future__ import annotations

import atexit
import errno
import hashlib
import html
import os
import socket
import sys
import threading
import webbrowser
from typing import Self

from counterply.core.errors import UsageError
from counterply.plugins.board.access import KEY_VARIABLE, chosen_token
from counterply.plugins.board.connections import ENDING_SECONDS, server_of
from counterply.plugins.board.requests import Named
from counterply.plugins.board.server import application

PORT = 5474
PORTS = 20  # that are tried from there on, where none was asked for
BACKLOG = 64  # connections that wait to be accepted
BROWSER_SECONDS = 0.3  # until the server listens, and a browser can open its page


def bind(host: str, port: int | None) -> socket.socket:
    """Return a socket on the port that was asked for, else on the first free one; raises `UsageError`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    last: OSError | None = None
    for candidate in [port] if port is not None else range(PORT, PORT + PORTS):
        bound = socket.socket(family, socket.SOCK_STREAM)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            bound.bind((host, candidate))
            bound.listen(BACKLOG)
        except OSError as error:
            bound.close()
            last = error
            if error.errno != errno.EADDRINUSE:
                break
        except OverflowError:
            bound.close()
            raise UsageError(f"--port is 0 to 65535, not {candidate}") from None
        else:
            return bound
    assert last is not None
    what = f"port {port}" if port is not None else f"no port from {PORT} to {PORT + PORTS - 1}"
    raise UsageError(f"{what} on {host} cannot be used: {last.strerror}") from None


def page_address(bound: socket.socket, token: str) -> str:
    """Return the address of the page, with the token in the fragment, which browsers do not send, so that it is never logged."""
    host, port = bound.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/#token={token}"


class BoardServer:
    """The board's server on a port of this machine, which is bound when it is made.

    Attributes
    ----------
    address : of the page, with the token that lets it in

    Raises
    ------
    UsageError
        if the port cannot be used, or the server would be open to others without a token
    """

    def __init__(self, named: Named, host: str, port: int | None, token: str | None, browse: bool) -> None:
        secret = chosen_token(host, token)
        os.environ[KEY_VARIABLE] = hashlib.sha256(f"draws {secret}".encode()).hexdigest()
        self._bound = bind(host, port)
        self.address = page_address(self._bound, secret)
        self._browse = browse
        self._thread: threading.Thread | None = None
        self._server = server_of(application(named, secret, host))

    def run(self) -> None:
        """Serve until Ctrl-C; say the address first."""
        print(f"the board is at {self.address}\nCtrl-C ends it", file=sys.stderr, flush=True)
        self._serve()

    def start(self) -> None:
        """Serve in a thread of its own until `close`, or the end of the program."""
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        atexit.register(self.close)

    def _serve(self) -> None:
        """Open the page in a browser if asked to, and serve."""
        if self._browse:
            threading.Timer(BROWSER_SECONDS, webbrowser.open, [self.address]).start()
        self._server.run(sockets=[self._bound])

    def wait(self) -> None:
        """Wait until the server has ended; Ctrl-C ends it."""
        try:
            while self._thread is not None and self._thread.is_alive():
                self._thread.join(ENDING_SECONDS)
        except KeyboardInterrupt:
            self.close()

    def close(self) -> None:
        """End the server, and its processes."""
        atexit.unregister(self.close)
        self._server.should_exit = True
        if self._thread is not None:
            self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<the board is at {self.address}>"

    def _repr_html_(self) -> str:
        return f'<a href="{html.escape(self.address)}" target="_blank">the board</a>'
