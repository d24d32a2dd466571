"""Who may speak to the board's server, and what a page may ask."""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from board.socket_page import random_values
from counterply.core.errors import UsageError
from counterply.plugins.board.access import chosen_token, kept_token, may_ask, same_origin
from counterply.plugins.board.requests import LONGEST_MESSAGE, BadRequest, Named, check_request, parse_message
from counterply.plugins.board.server import STATIC, application, page_files
from counterply.registry import games
from some import some

NAMED = Named(built_in=games())
ODD_HOSTS = (
    "[::1].evil",
    "[::1]evil:80",
    "[::1",
    "::1",
    "127.0.0.1:80:80",
    "localhost:x",
    "localhost:80@evil",
    "a@localhost",
    "localhost ",
)
SOCKET = "ws://127.0.0.1:5474/socket"


def client() -> TestClient:
    """A server without processes: what it refuses, it refuses before it asks them."""
    return TestClient(application(NAMED, "a-long-enough-token"), base_url="http://127.0.0.1:5474")


def test_the_server_imports_no_numba() -> None:
    modules = "sys, counterply.plugins.board.server, counterply.plugins.board.commands"
    program = f"import {modules}; print([n for n in ('numba', 'numpy') if n in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_what_is_vendored_is_what_it_says() -> None:
    about = list((STATIC / "vendor").glob("*.txt"))
    assert about
    for text in about:
        known = re.search(r"sha256: (\w{64})", text.read_text())
        assert known is not None
        assert hashlib.sha256(text.with_suffix(".js").read_bytes()).hexdigest() == known[1]
        assert text.with_suffix(".LICENSE").is_file()


@pytest.mark.parametrize("host", ["127.0.0.1:5474", "localhost", "[::1]:80", "127.0.0.2"])
def test_this_machine_may_ask(host: str) -> None:
    assert may_ask(host, "127.0.0.1")


@pytest.mark.parametrize(
    "host", ["evil.example", "", "192.168.1.7", "localhost.evil.example", "127.0.0.1.evil.example", *ODD_HOSTS]
)
def test_nobody_else_may_ask(host: str) -> None:
    assert not may_ask(host, "127.0.0.1")


def test_bound_to_the_world_a_name_that_could_be_rebound_may_not_ask() -> None:
    assert may_ask("192.168.1.7:5474", "0.0.0.0")
    assert may_ask("board.example:5474", "board.example")
    assert not may_ask("evil.example", "0.0.0.0")


def test_an_origin_is_this_server_or_none() -> None:
    assert same_origin("http://127.0.0.1:5474", "127.0.0.1:5474")
    assert not same_origin("http://127.0.0.1:8000", "127.0.0.1:5474")
    assert not same_origin(None, "127.0.0.1:5474")


def test_other_machines_need_a_token_that_somebody_chose(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with pytest.raises(UsageError, match="--token"):
        chosen_token("0.0.0.0", None)
    with pytest.raises(UsageError, match="12 letters"):
        chosen_token("0.0.0.0", "short")
    for nothing in ("", " "):
        with pytest.raises(UsageError, match="--host is an address"):
            chosen_token(nothing, "a-long-enough-token")
    first = kept_token()
    assert kept_token() == first
    assert (tmp_path / "counterply" / "board-token").stat().st_mode & 0o077 == 0


def test_every_answer_has_its_headers() -> None:
    for path in ("/", "/main.js", "/drawing.css", "/nothing", "/../access.py", "/%2e%2e/access.py"):
        answer = client().get(path)
        assert answer.status_code == (200 if path.lstrip("/") in ("", "main.js", "drawing.css") else 404)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "*" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_foreign_hosts_and_origins_are_refused() -> None:
    assert client().get("/", headers={"host": "evil.example"}).status_code == 403
    assert client().get("/", headers={"origin": "http://evil.example"}).status_code == 403
    for headers in ({"origin": "http://evil.example"}, {}, {"host": "evil.example", "origin": "http://evil.example"}):
        with pytest.raises(WebSocketDisconnect), client().websocket_connect(SOCKET, headers=headers):
            pass


def test_a_wrong_token_is_refused_in_a_line() -> None:
    for first in ('{"token": "another"}', "{}", "[]", "x", '{"token": 3}', '{"token": "\\ud800"}', f'{{"token": {"9" * 400}}}'):
        with client().websocket_connect(SOCKET, headers={"origin": "http://127.0.0.1:5474"}) as socket:
            socket.send_text(first)
            assert json.loads(socket.receive_text())["kind"] == "refused"
            with pytest.raises(WebSocketDisconnect):
                socket.receive_text()


def test_the_page_asks_nobody_else() -> None:
    for name, (body, _) in some(page_files().items(), 9):
        if not name.startswith("/vendor"):
            addresses = re.findall(rb"https?://[\w./]+", body)
            assert all(address == b"http://www.w3.org/2000/svg" for address in addresses), name


# --- requests


def request(**changes: Any) -> dict[str, Any]:
    """A good request, with changes."""
    good = {"id": 1, "want": "view", "game": "tic_tac_toe", "set": {}, "position": {"from": "", "moves": ["1,1"]}}
    return {**good, **changes}


def test_a_good_request_is_what_it_was() -> None:
    assert check_request(request(), NAMED) == request()


@pytest.mark.parametrize(
    "changes",
    [
        {"id": -1},
        {"id": True},
        {"id": "1"},
        {"want": "quit"},
        {"game": "/etc/passwd"},
        {"game": "mine.py"},
        {"game": 7},
        {"set": {"board": "/etc/passwd"}},
        {"set": {"scenario": "../secret"}},
        {"set": {"board": "pyproject.toml"}},
        {"set": []},
        {"position": []},
        {"position": {"moves": "1,1"}},
        {"position": {"moves": [1]}},
        {"position": {"moves": ["1"] * 5000}},
        {"viewer": 2},
        {"want": "tree", "search": "alphabeta"},
        {"want": "tree", "search": "best", "depth": 2},
        {"want": "tree", "search": "alphabeta", "depth": 99},
        {"want": "tree", "search": "alphabeta", "depth": 2, "node": -1},
        {"want": "quiz", "depth": 2, "given": "0,0"},
        {"want": "quiz", "depth": 2, "given": ["0,0"] * 100},
        {"want": "why"},
        {"want": "passage", "line": ["1,1"] * 101},
        {"want": "move", "player": "gomocup:cmd=rm"},
        {"want": "move", "player": "mine.py:Player"},
        {"want": "move", "player": "engine:weights=secret"},
        {"want": "move", "player": "engine:eval=mine.py"},
        {"want": "analyse", "limit": {"seconds": float("nan")}},
        {"want": "analyse", "limit": {"seconds": 1e9}},
        {"want": "analyse", "limit": {"nodes": 1.5}},
        {"want": "analyse", "eval": "mine.py:evaluate"},
    ],
)
def test_a_bad_request_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(BadRequest):
        check_request(request(**changes), NAMED)


def test_what_the_command_line_named_may_be_asked_for() -> None:
    named = Named(games(), "mine.py", {"board": "/x/board.txt"}, players=("mine.py:Player",), evaluators=("mine.py:evaluate",))
    assert check_request(request(game="mine.py", set={"board": "/x/board.txt"}), named)["game"] == "mine.py"
    assert check_request(request(want="move", player="mine.py:Player"), named)["player"] == "mine.py:Player"
    assert check_request(request(want="analyse", eval="mine.py:evaluate"), named)["eval"] == "mine.py:evaluate"


def test_any_value_is_taken_or_refused_and_nothing_else() -> None:
    for text in random_values(1000):
        with contextlib.suppress(BadRequest):
            check_request(parse_message(text), NAMED)


@pytest.mark.parametrize(
    "text",
    [
        '{"id": 1, "want": "\\ud800"}',
        '{"\\udfff": 1}',
        '{"id": ["\\ud800"]}',
        f'{{"id": {"9" * 400}}}',
        f'{{"id": {2**53 + 1}}}',
        '{"id": NaN}',
        '{"id": -Infinity}',
        "[" * 5000,
        '{"set":' * 2000,
    ],
)
def test_a_message_that_javascript_could_not_mean_is_refused(text: str) -> None:
    with pytest.raises(BadRequest):
        parse_message(text)


def test_no_message_is_a_traceback(caplog: pytest.LogCaptureFixture) -> None:
    """The connection stays, and the next good request is answered."""
    deep = "[" * 900 + "]" * 900
    odd = [
        '{"id": 1, "want": "\\ud800"}',
        f'{{"id": {"9" * 400}, "want": "view"}}',
        f'{{"id": 1, "want": "view", "set": {{"a": {deep}}}}}',
    ]
    with client().websocket_connect(SOCKET, headers={"origin": "http://127.0.0.1:5474"}) as socket:
        socket.send_text('{"token": "a-long-enough-token"}')
        assert json.loads(socket.receive_text())["kind"] == "hello"
        for text in (*odd, "[]", '{"id": 1e400}', '{"id": {"id": 1}, "want": "view"}'):
            socket.send_text(text)
            assert "error" in json.loads(socket.receive_text())
    assert not caplog.records


def test_a_long_message_is_refused() -> None:
    with pytest.raises(BadRequest, match="20,000"):
        parse_message("1" * (LONGEST_MESSAGE + 1))
    with pytest.raises(BadRequest):
        parse_message("[" * 15_000)
