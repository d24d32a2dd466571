"""A browser for the tests: Debian's chromium (apt install chromium), driven by Playwright; skipped where there is none."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from counterply.usercode.loading import load_game
from newcomers import NEWCOMERS, write

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
TOKEN = "a-token-of-the-tests"
FLAGS = ["--no-sandbox", "--headless", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
ONLY_HERE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1"
SETS = {"fishing_derby": {"scenario": "random:fish=4,seed=2,moving=on,length=24"}, "gomoku": {"size": "9"}}
START = {
    "backgammon": "31",
    "splendor": "deal:017 deal:123",
    "connect_four": "4 4 5",
    "isolation": "3,3 2,2",
}  # what is looked at, where not the start
PATIENCE = int(os.environ.get("PATIENCE", "180000"))  # milliseconds; the first run compiles: 30 s of CPU, beside other tests
SEEN = """
window.__seen = [];
new MutationObserver(() => {
  const text = document.querySelector(".spoken")?.textContent;
  if (text && text !== window.__seen.at(-1)) window.__seen.push(text);
}).observe(document, { subtree: true, childList: true, characterData: true });
"""

NEEDS_BROWSER = [
    pytest.mark.browser,
    pytest.mark.skipif(BROWSER is None, reason="no chromium is installed: apt install chromium"),
]


@contextlib.contextmanager
def serving(*arguments: str, port: int = 0, **environment: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run `counterply board`, and end it as Ctrl-C does; yield it with the address that it prints, without the fragment."""
    command = [sys.executable, "-m", "counterply", "board", *arguments, "--no-open", "--port", str(port), "--token", TOKEN]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env={**os.environ, **environment}) as process:
        try:
            assert process.stderr is not None
            found = re.search(r"http://[^#]+", process.stderr.readline())
            assert found is not None
            yield process, found[0]
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(60)


def wait_for_child(process: subprocess.Popen[str], program: str) -> int:
    """The process of a server that runs a program, and leads its group, as soon as there is one."""
    while True:
        for child in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split():
            with contextlib.suppress(OSError):
                if program in Path(f"/proc/{child}/cmdline").read_text():
                    return int(child)
        time.sleep(0.01)


class Servers:
    """A server for the games that come with us, and one for each newcomer's file that was asked for."""

    def __init__(self, folder: Path, running: contextlib.ExitStack) -> None:
        self.folder = folder
        self.running = running
        self.files: dict[str, str] = {}
        self.addresses: dict[str, str] = {}

    def game(self, name: str) -> str:
        """What a game is called: a newcomer's by its file."""
        if name in NEWCOMERS and name not in self.files:
            self.files[name] = str(write(name, self.folder))
        return self.files.get(name, name)

    def address(self, name: str = "") -> str:
        """Where a game's server is."""
        key = name if name in NEWCOMERS else ""
        if key not in self.addresses:
            _, self.addresses[key] = self.running.enter_context(serving(*[self.game(key)] * bool(key)))
        return self.addresses[key]

    def load(self, name: str) -> Any:
        """A game, as the page shows it."""
        return load_game(self.game(name), SETS.get(name))


@pytest.fixture(scope="session")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    with contextlib.ExitStack() as running:
        yield Servers(tmp_path_factory.mktemp("newcomers"), running)


@pytest.fixture
def address(servers: Servers) -> str:
    return servers.address()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="no Playwright is installed: pip install playwright")
    playwright.expect.set_options(timeout=PATIENCE)
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=BROWSER, args=[*FLAGS, ONLY_HERE])
        yield browser
        browser.close()


Open = Callable[..., Any]


@pytest.fixture
def open_page(chromium: Any, servers: Servers) -> Iterator[Open]:
    """Open the board on a game; any error of the page's script, and any request elsewhere, fails the test."""
    contexts, wrong = [], []

    def opened(
        game: str, moves: str = "", mode: str = "analyse", engine: bool = False, wide: int = 1280, ready: bool = True, **more: Any
    ) -> Any:
        settings = {"mode": mode, "engine": engine, **more.pop("settings", {})}
        context = chromium.new_context(viewport={"width": wide, "height": 860}, **more.pop("context", {}))
        context.add_init_script(
            f"if (!localStorage['counterply:settings']) localStorage['counterply:settings'] = {json.dumps(json.dumps(settings))};"
        )
        context.add_init_script(SEEN)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on(
            "request",
            lambda request: None if request.url.startswith(("http://127.0.0.1", "blob:", "data:")) else wrong.append(request.url),
        )
        fragment = {"token": TOKEN, "game": servers.game(game), **({"moves": moves} if moves else {})}
        sets = [("set", f"{key}={value}") for key, value in more.pop("set", SETS.get(game, {})).items()]
        page.goto(f"{more.pop('at', None) or servers.address(game)}#{urlencode([*fragment.items(), *sets])}")
        if ready:
            page.locator("#board > g > *").first.wait_for(state="attached", timeout=PATIENCE)
        page.set_default_timeout(PATIENCE)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not wrong


def shows(page: Any, ply: int) -> None:
    """Wait until the page shows the position after so many moves."""
    if ply:
        page.locator(f'.move[aria-current="true"]:has(.ply:text-is("{ply}."))').wait_for()
    else:
        page.locator('.moves:not(:has([aria-current="true"]))').wait_for()


def arrived(page: Any, ply: int) -> None:
    """Wait until the view is there, too."""
    shows(page, ply)
    page.locator('.frame[aria-busy="false"]').wait_for()


def press(page: Any, name: str) -> None:
    """Press a button of the page's menu, which is folded on a phone."""
    menu = page.get_by_role("button", name="Menu", exact=True)
    if menu.is_visible():
        menu.click()
    page.get_by_role("button", name=name, exact=True).click()
