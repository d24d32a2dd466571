"""Nobody holds the board's connections: half-open ones end after a while, and there are never more than so many."""

from __future__ import annotations

import contextlib
import select
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from counterply.plugins.board import connections, server
from counterply.plugins.board.launch import bind
from counterply.plugins.board.requests import Named
from counterply.plugins.board.server import application
from counterply.registry import games

SOON, PATIENCE = 0.6, 20.0  # seconds: the limits of time here, and of the test
MOST = 12
GET = b"GET /index.html HTTP/1.1\r\nHost: 127.0.0.1\r\n"
UPGRADE = (
    b"GET /socket HTTP/1.1\r\nHost: %b\r\nOrigin: http://%b\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


@pytest.fixture
def address(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, int]]:
    """The server on a port of this machine, without the processes that know games."""
    monkeypatch.setattr(connections, "HTTP_SECONDS", SOON)
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", MOST)
    monkeypatch.setattr(server, "FIRST_MESSAGE_SECONDS", SOON)
    made = connections.server_of(application(Named(built_in=games()), "a-long-enough-token"))
    made.config.lifespan = "off"
    bound = bind("127.0.0.1", 0)
    thread = threading.Thread(target=made.run, kwargs={"sockets": [bound]}, daemon=True)
    thread.start()
    yield bound.getsockname()[:2]
    made.should_exit = True
    thread.join()


@contextlib.contextmanager
def connected(address: tuple[str, int], count: int, sent: bytes) -> Iterator[list[socket.socket]]:
    """Sockets that have sent so much, and read nothing."""
    with contextlib.ExitStack() as stack:
        made = []
        for _ in range(count):
            made.append(stack.enter_context(socket.create_connection(address, PATIENCE)))
            made[-1].sendall(sent)
        yield made


def wait_until_held(sockets: list[socket.socket], most: int) -> None:
    """Wait until no more than so many of these are open at the other end."""
    until, held = time.monotonic() + PATIENCE, set(sockets)
    while len(held) > most:
        assert time.monotonic() < until, f"{len(held)} of {len(sockets)} are held"
        for each in select.select(list(held), [], [], 0.1)[0]:
            with contextlib.suppress(ConnectionError):
                if each.recv(1 << 16):
                    continue
            held.discard(each)


@pytest.mark.parametrize("sent", [b"", b"G", GET, GET + b"X-Long: "])
def test_half_open_connections_end(address: Any, sent: bytes) -> None:
    with connected(address, MOST, sent) as sockets:
        wait_until_held(sockets, 0)


def test_there_are_never_more_than_so_many(address: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HTTP_SECONDS", 10 * PATIENCE)
    with connected(address, 5 * MOST, GET) as sockets:
        wait_until_held(sockets, MOST)
        with socket.create_connection(address, PATIENCE) as page:  # the oldest goes, the newest is served
            page.sendall(GET + b"\r\n")
            assert page.recv(15) == b"HTTP/1.1 200 OK"
            wait_until_held(sockets, MOST - 1)


def test_a_page_that_says_no_token_is_closed(address: Any) -> None:
    host = f"{address[0]}:{address[1]}".encode()
    with connected(address, 1, UPGRADE % (host, host)) as (page,):
        heard = b""
        while b"\x88\x02" not in heard:  # a frame that closes; who does not answer it, is cut off by the library after 10 s
            heard += page.recv(1 << 16)
        assert b"no token came" in heard


def test_a_pages_connection_stays(address: Any) -> None:
    host = f"{address[0]}:{address[1]}".encode()
    with connected(address, 1, UPGRADE % (host, host)) as (page,):
        token = b'{"token": "a-long-enough-token"}'
        masked = bytes([0x81, 0x80 | len(token), 0, 0, 0, 0]) + token  # a text, masked by zeros
        assert page.recv(1 << 16).startswith(b"HTTP/1.1 101")
        page.sendall(masked)
        page.settimeout(3 * SOON)
        heard = b""
        with contextlib.suppress(TimeoutError):
            while part := page.recv(1 << 16):
                heard += part
            raise AssertionError("the page's connection has ended")
        assert b"hello" in heard
