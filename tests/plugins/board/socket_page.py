"""What the tests of the board share: a server in this process, and a page that is only a socket."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from starlette.testclient import TestClient

from counterply.plugins.board.requests import Named
from counterply.plugins.board.server import application
from counterply.registry import games

TOKEN = "a-token-of-the-tests"
HOST = "127.0.0.1:5474"
ORIGIN = {"origin": f"http://{HOST}"}
SOCKET = f"ws://{HOST}/socket"


def random_values(count: int) -> Iterator[str]:
    """JSON texts at random, with the words of requests in them."""
    random = Random(5)

    def value(deep: int) -> Any:
        kind = random.randrange(8 if deep else 6)
        if kind == 6:
            return [value(deep - 1) for _ in range(random.randrange(4))]
        if kind == 7:
            names = ["id", "want", "game", "set", "position", "moves", "from", "limit", "player", "viewer", "text", "lines"]
            return {random.choice(names): value(deep - 1) for _ in range(random.randrange(6))}
        words = ["view", "analyse", "tic_tac_toe", "x" * 300, "\x00", "ü", "\ud800", "\udfff!"]
        return [None, True, random.choice([*range(-5, 5), 10**400]), 1e300, random.choice(words), float("inf")][kind]

    for _ in range(count):
        yield json.dumps(value(4))


class Talk:
    """A page that says its token and asks."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.last = 0
        self.heard: list[dict[str, Any]] = []

    def hear(self) -> dict[str, Any]:
        """The next message."""
        message = json.loads(self.socket.receive_text())
        self.heard.append(message)
        return message

    def ask(self, want: str, game: str = "", moves: tuple[str, ...] = (), **more: Any) -> int:
        """Ask, and return the id."""
        self.last += 1
        place = {"game": game, "set": more.pop("set", {}), "position": {"from": more.pop("start", ""), "moves": list(moves)}}
        self.socket.send_text(json.dumps({"id": self.last, "want": want, **(place if game else {}), **more}))
        return self.last

    def answer(self, want: str, game: str = "", moves: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
        """Ask, and return the first answer to it."""
        number = self.ask(want, game, moves, **more)
        while (message := self.hear()).get("id") != number:
            pass
        return message

    def search(self, want: str, game: str = "", moves: tuple[str, ...] = (), **more: Any) -> list[dict[str, Any]]:
        """Ask for a search, and return all answers to it but the last one, that it is done."""
        number, found = self.ask(want, game, moves, **more), []
        while True:
            message = self.hear()
            if message.get("id") == number:
                if message.get("kind") == "done":
                    return found
                found.append(message)


@contextmanager
def page(client: TestClient, token: str = TOKEN) -> Iterator[Talk]:
    """A page that is connected."""
    with client.websocket_connect(SOCKET, headers=ORIGIN) as socket:
        socket.send_text(json.dumps({"token": token}))
        talk = Talk(socket)
        assert talk.hear()["kind"] == "hello"
        yield talk


def server(**named: Any) -> TestClient:
    """A server; use it as a context manager, which starts its processes."""
    return TestClient(application(Named(built_in=games(), **named), TOKEN), base_url=f"http://{HOST}")
