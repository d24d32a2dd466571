"""The server of the board: it serves the page, and carries messages between pages and the processes that know games.

It imports neither NumPy nor Numba: compiling holds Python's lock for seconds, and this process always answers.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import deque
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from counterply import registry
from counterply.core.identity import stamps_of
from counterply.plugins.board.access import HEADERS, may_ask, same_origin, same_token
from counterply.plugins.board.children import BoardProcess
from counterply.plugins.board.requests import OF_SEARCH, BadRequest, Named, check_request, parse_message

RULES_PROGRAM, SEARCH_PROGRAM = "counterply.plugins.board.rules", "counterply.plugins.board.search"  # child processes
STATIC = Path(__file__).with_name("static")
DRAWING_STYLE = registry.HOUSE / "core" / "drawing.css"
FIRST_MESSAGE_SECONDS = 10.0  # that a page has to say its token
REPORT_SECONDS = 0.1  # between two reports of a search
QUEUE = 64  # messages to a page that does not read them; the oldest reports are dropped
MOST_WAITING = 32  # requests of a page to the rules
MOST_SEARCHES = 2  # pages that search at once
WAITS = f"{MOST_SEARCHES} other pages are searching: this one begins when one of them stops"
LOOK_SECONDS = 1.0  # between two looks at the files of games, evaluators and players
RULES_SECONDS = 10.0  # that the rules get for one answer, imports and compiling aside
POLICY_VIOLATION = 1008  # WebSocket's code for a refused connection
LATEST_ONLY = ("view", "peek", "run")  # of these, only the last one that was asked for matters


class Processes:
    """The processes that all pages share: one for the rules, up to `MOST_SEARCHES` that search, and one that waits to take over."""

    def __init__(self, named: Named) -> None:
        self.named = named
        self.rules = BoardProcess(RULES_PROGRAM, (named.run,) if named.run else (), RULES_SECONDS)
        self.searches: list[BoardProcess] = []
        self.owners: dict[int, Page] = {}
        self.pages: set[Page] = set()
        self.waiting: dict[tuple[Page, Any], dict[str, Any]] = {}  # to the rules, in order
        self.asked: tuple[Page, dict[str, Any]] | None = None
        self.queue: list[Page] = []  # that wait for a process that searches
        self.stamps = stamps_of(named.files)
        self._watch: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the processes, before the first page asks for anything."""
        self.rules.on_answer = self._rules_answered
        self.rules.start()
        self._another_search()
        self._watch = asyncio.create_task(self._look_again())

    async def _look_again(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self.look()

    def look(self) -> None:
        """Tell all pages if a file has changed that a game, an evaluator or a player is made of: what they show no longer holds."""
        before, self.stamps = self.stamps, stamps_of(self.named.files)
        if self.stamps != before:
            for page in self.pages:
                page.send({"kind": "changed"})

    async def close(self) -> None:
        """End the processes."""
        if self._watch is not None:
            self._watch.cancel()
        await asyncio.gather(*(child.close() for child in (self.rules, *self.searches)))

    # --- rules

    def ask_rules(self, page: Page, request: dict[str, Any]) -> None:
        """Let the rules answer a request of a page; a newer view takes the place of one that waits."""
        key = request["want"] if request["want"] in LATEST_ONLY else request["id"]
        if sum(owner is page for owner, _ in self.waiting) >= MOST_WAITING:
            raise BadRequest("too many requests wait; ask again later")
        self.waiting.pop((page, key), None)
        self.waiting[page, key] = request
        self._next_for_rules()

    def _next_for_rules(self) -> None:
        if self.rules.busy or not self.waiting:
            return
        (page, key), request = next(iter(self.waiting.items()))
        del self.waiting[page, key]
        self.asked = page, request
        self.rules.send(request)

    def _rules_answered(self, answer: dict[str, Any]) -> None:
        if "compiling" in answer:
            for connected in self.pages:
                connected.send({"kind": "status", "rules": answer["compiling"]})
            return
        if "ready" in answer:
            return
        asked = self.asked
        if answer.get("done") or "ended" in answer:
            self.asked = None
            if "ended" in answer and asked is not None:
                self._ask_again(*asked)
            self._next_for_rules()
        elif asked is not None:
            if answer.get("kind") == "stored":
                self.named.allow_game(answer["game"], answer["set"])
                self.stamps = stamps_of(self.named.files)
            asked[0].send(answer)

    def _ask_again(self, page: Page, request: dict[str, Any]) -> None:
        """Ask the new process a request that the old one left unanswered; after a second failure, tell the page."""
        if "again" not in request and page in self.pages:
            self.waiting = {(page, request["id"]): request | {"again": True}, **self.waiting}
        else:
            game = request.get("game", "the game")
            text = f"the rules of {game} ended or did not answer; started again"
            page.send({"id": request["id"], "error": text, "again": True})  # the page asks again, after a pause

    # --- searches

    def _another_search(self) -> BoardProcess:
        child = BoardProcess(SEARCH_PROGRAM)
        self.searches.append(child)
        child.on_answer = lambda answer: self._search_answered(child, answer)
        child.start()
        return child

    def search_for(self, page: Page) -> BoardProcess | None:
        """Return the process that searches for a page; None if all work for others: then `go_on` is called when one is free."""
        mine = self.search_of(page)
        if mine is not None:
            return mine
        if len(self.owners) == MOST_SEARCHES:
            if page not in self.queue:
                self.queue.append(page)
            return None
        free = [child for child in self.searches if id(child) not in self.owners]
        free.sort(key=lambda child: (child.busy, not child.up))
        if (not free or free[0].busy) and len(self.searches) <= MOST_SEARCHES:
            free = [self._another_search()]
        self.owners[id(free[0])] = page
        return free[0]

    def search_of(self, page: Page) -> BoardProcess | None:
        """Return the process that searches for a page now."""
        return next((child for child in self.searches if self.owners.get(id(child)) is page), None)

    def _search_answered(self, child: BoardProcess, answer: dict[str, Any]) -> None:
        page = self.owners.get(id(child))
        if page is not None:
            page.search_answered(child, answer)
        if answer.get("kind") == "report" and len(self.searches) == len(self.owners):
            self._another_search()  # a spare in case one ends: its imports take a second or two

    def give_back(self, child: BoardProcess) -> None:
        """Let another page have a process that searches, if one waits for it."""
        if self.owners.pop(id(child), None) is not None and self.queue:
            self.queue.pop(0).go_on()

    def stop_waiting(self, page: Page) -> None:
        """Forget that a page waits for a process that searches."""
        if page in self.queue:
            self.queue.remove(page)

    def leave(self, page: Page) -> None:
        """Forget a page, and stop its search."""
        self.pages.discard(page)
        self.stop_waiting(page)
        for key in [key for key in self.waiting if key[0] is page]:
            del self.waiting[key]
        child = self.search_of(page)
        if child is not None:
            child.stop()
            self.give_back(child)


class Page:
    """A connected page: its requests, and the messages to it."""

    def __init__(self, socket: WebSocket, processes: Processes) -> None:
        self.socket = socket
        self.processes = processes
        self.outbox: deque[dict[str, Any]] = deque()
        self.filled = asyncio.Event()
        self.current: dict[str, Any] | None = None  # the request that is searched for; `again`: it is not started anew
        self.next: dict[str, Any] | None = None  # the one that comes after it
        self._held: dict[str, Any] | None = None  # a report that waits for its time
        self._timer: asyncio.TimerHandle | None = None

    # --- out

    def send(self, message: dict[str, Any]) -> None:
        """Put a message to the page into the queue."""
        self.outbox.append(message)
        if len(self.outbox) > QUEUE:
            oldest = next((m for m in self.outbox if m.get("kind") == "report" and not m.get("stopped")), self.outbox[0])
            self.outbox.remove(oldest)
        self.filled.set()

    async def write(self) -> None:
        """Send the messages of the queue, forever."""
        while True:
            await self.filled.wait()
            while self.outbox:
                await self.socket.send_text(json.dumps(self.outbox.popleft(), separators=(",", ":")))
            self.filled.clear()

    # --- in

    async def read(self) -> None:
        """Handle the page's requests until it goes."""
        while True:
            text = await self.socket.receive_text()
            self.processes.look()
            name: Any = None
            try:
                message = parse_message(text)
                name = message.get("id") if isinstance(message.get("id"), int) else None
                request = check_request(message, self.processes.named)
                if request["want"] == "stop":
                    self.stop()
                elif request["want"] in OF_SEARCH:
                    self._search(request)
                else:
                    self.processes.ask_rules(self, request)
            except BadRequest as error:
                self.send({"id": name, "error": str(error)})

    # --- searching

    def stop(self) -> None:
        """Stop the page's search."""
        self.next = None
        self.processes.stop_waiting(self)
        if self.current is not None:
            self.current["again"] = True  # if its process has to be killed, the search ends with it
        child = self.processes.search_of(self)
        if child is not None:
            self._end(child)

    def _end(self, child: BoardProcess) -> None:
        """Stop a process's work for this page, except the preparation of a player, who is needed next."""
        if self.current is None or self.current["want"] != "prepare":
            child.stop()

    def _search(self, request: dict[str, Any]) -> None:
        self.next = request
        child = self.processes.search_for(self)
        if child is None:
            self.send({"id": request["id"], "kind": "waits", "text": WAITS})
        elif child.busy:
            self._end(child)
        else:
            self._begin(child, request)

    def go_on(self) -> None:
        """Search: it is this page's turn."""
        assert self.next is not None
        self.send({"id": self.next["id"], "kind": "waits", "text": ""})
        self._search(self.next)

    def _begin(self, child: BoardProcess, request: dict[str, Any]) -> None:
        self.current, self.next = request, None
        child.send(request)

    def search_answered(self, child: BoardProcess, answer: dict[str, Any]) -> None:
        """Pass on a process's answer; once it is done, begin the next request."""
        if "compiling" in answer:
            self.send({"kind": "status", "search": answer["compiling"]})
        elif "ended" in answer:
            self._search_ended(child, answer["ended"])
        elif answer.get("done"):
            self._flush()
            if self.current is not None and answer.get("id") == self.current["id"]:
                self.send({"id": answer["id"], "kind": "done"})
            self._begin_next(child)
        elif self.current is None or answer.get("id") != self.current["id"]:
            pass  # it is ready, or answers another page's earlier request
        elif answer.get("kind") == "report":
            self._report(answer)
        else:
            self.send(answer)

    def _begin_next(self, child: BoardProcess) -> None:
        self.current = None
        if self.next is not None:
            self._begin(child, self.next)
        else:
            self.processes.give_back(child)

    def _search_ended(self, child: BoardProcess, why: str) -> None:
        request, self.current = self.current, None
        self._flush()
        self.processes.give_back(child)
        if request is not None and request["want"] == "prepare":  # the page waits for the next request only
            request, self.next = self.next, None
        if request is not None and self.next is None and "again" not in request:
            self.send({"id": request["id"], "kind": "ended", "text": why})
            self.next = request | {"again": True}
        elif request is not None and why:
            self.send({"id": request["id"], "kind": "ended", "error": why})
            self.send({"id": request["id"], "kind": "done"})
        if self.next is not None:
            self._search(self.next)

    def _report(self, report: dict[str, Any]) -> None:
        """Send a report now, or when the last one is old enough; the last one of a search at once."""
        if report["stopped"] or self._timer is None:
            self._held = report
            self._flush()
            self._timer = asyncio.get_running_loop().call_later(REPORT_SECONDS, self._time_is_up)
        else:
            self._held = report

    def _time_is_up(self) -> None:
        self._timer = None
        if self._held is not None:
            self._report(self._held)

    def _flush(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._held is not None:
            self.send(self._held)
            self._held = None


# --- the application


class Gate:
    """Lets in permitted hosts and origins, and gives every response its headers."""

    def __init__(self, app: ASGIApp, bound: str) -> None:
        self.app = app
        self.bound = bound

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check host and origin."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        host, origin = headers.get(b"host", ""), headers.get(b"origin")
        good = may_ask(host, self.bound) and (same_origin(origin, host) or (origin is None and scope["type"] == "http"))
        if not good and scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": "not from here"})
        elif not good:
            await PlainTextResponse("this server answers only pages of its own\n", 403, HEADERS)(scope, receive, send)
        else:
            await self.app(scope, receive, lambda message: send(with_headers(message)))


def with_headers(message: Message) -> Message:
    """Return an answer's beginning with the headers that every answer has."""
    if message["type"] == "http.response.start":
        own = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
        return {**message, "headers": [*message.get("headers", []), *own]}
    return message


def page_files() -> dict[str, tuple[bytes, str]]:
    """Return the files of the page by their path: contents and type. Nothing else of this machine can be asked for."""
    files = {f"/{path.relative_to(STATIC)}": path for path in sorted(STATIC.rglob("*")) if path.is_file()}
    files["/drawing.css"] = DRAWING_STYLE
    files |= {f"/pictures/{path.name}": path for path in pictures() if path.stem in registry.games()}
    return {name: (path.read_bytes(), content_type(path)) for name, path in files.items()}


def pictures() -> list[Path]:
    """Return the pictures of games that come with the package, or are in a clone of the repository."""
    folders = (registry.HOUSE / "shipped" / "docs" / "pictures", registry.HOUSE.parents[1] / "docs" / "pictures")
    return sorted(path for folder in folders if folder.is_dir() for path in folder.glob("*.svg"))


def content_type(path: Path) -> str:
    """Return the content type of a file of the page."""
    kinds = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml"}
    return f"{kinds.get(path.suffix, 'text/plain')}; charset=utf-8"


def application(named: Named, token: str, bound: str = "127.0.0.1") -> ASGIApp:
    """Return the server as an ASGI application.

    Parameters
    ----------
    named : the games, players and files that the command line named
    token : that a page must say first
    bound : the address that it will be bound to
    """
    processes, files = Processes(named), page_files()

    async def file(request: Request) -> Response:
        path = "/index.html" if request.url.path == "/" else request.url.path
        if path not in files:
            return PlainTextResponse("there is no such page\n", 404)
        body, kind = files[path]
        return Response(body, headers={"Content-Type": kind})

    async def socket(connection: WebSocket) -> None:
        await connection.accept()
        try:
            first = parse_message(await asyncio.wait_for(connection.receive_text(), FIRST_MESSAGE_SECONDS))
            if not same_token(first.get("token"), token):
                raise BadRequest("wrong token: open the address that `counterply board` printed")
        except (BadRequest, TimeoutError, WebSocketDisconnect, KeyError) as error:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await connection.send_text(json.dumps({"error": str(error) or "no token came", "kind": "refused"}))
                await connection.close(POLICY_VIOLATION)
            return
        page = Page(connection, processes)
        processes.pages.add(page)
        page.send({"kind": "hello", **named.json()})
        writer = asyncio.create_task(page.write())
        try:
            await page.read()
        except (WebSocketDisconnect, RuntimeError, KeyError):
            pass
        finally:
            writer.cancel()
            processes.leave(page)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        processes.start()
        yield
        await processes.close()

    routes = [WebSocketRoute("/socket", socket), Route("/{path:path}", file)]
    app = Starlette(routes=routes, lifespan=lifespan)
    app.state.processes = processes
    return Gate(app, bound)
