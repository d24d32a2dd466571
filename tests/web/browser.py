"""A browser for the tests: Debian's chromium (apt install chromium), driven by Playwright; skipped where there is none."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlencode

import pytest

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
TOKEN = "a-token-of-the-tests"
FLAGS = ["--no-sandbox", "--headless", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
ONLY_HERE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1"
SETS = {"fishing_derby": {"scenario": "random:fish=4,seed=2,moving=on,length=24"}, "gomoku": {"size": "9"}}
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


def start(arguments: list[str], environment: dict[str, str] | None = None) -> tuple[subprocess.Popen[str], str]:
    """Start `counterply board` and return it with the address that it prints, without the fragment."""
    command = [sys.executable, "-m", "counterply", "board", *arguments, "--no-open", "--port", "0", "--token", TOKEN]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env={**os.environ, **(environment or {})})
    assert process.stderr is not None
    found = re.search(r"http://[^#]+", process.stderr.readline())
    assert found is not None
    return process, found[0]


def end(process: subprocess.Popen[str]) -> None:
    """End it as Ctrl-C does."""
    process.send_signal(signal.SIGINT)
    process.wait(60)


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    process, found = start([])
    yield found
    end(process)


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
def open_page(chromium: Any, address: str) -> Iterator[Open]:
    """Open the board on a game; any error of the page's script, and any request elsewhere, fails the test."""
    contexts, wrong = [], []

    def opened(game: str, moves: str = "", mode: str = "analyse", engine: bool = False, wide: int = 1280, **more: Any) -> Any:
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
        fragment = {"token": TOKEN, "game": game, **({"moves": moves} if moves else {})}
        sets = [("set", f"{key}={value}") for key, value in more.pop("set", SETS.get(game, {})).items()]
        page.goto(f"{more.pop('at', address)}#{urlencode([*fragment.items(), *sets])}")
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
