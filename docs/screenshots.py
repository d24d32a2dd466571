"""Makes the picture of the board in README, in a real browser: ``python docs/screenshots.py`` (needs chromium and Playwright)."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import sync_playwright

PICTURE = Path(__file__).with_name("pictures") / "board.png"
PLACE = {"game": "othello", "moves": "f5 f6 e6 f4 e3 c5 c4 e7"}
TOKEN = "a-token-of-screenshots"
WIDE, HIGH = 1180, 800  # pixels
DEPTH, DEEPEST = 7, 100  # plies that the engine has looked ahead in the picture
PATIENCE = 120_000  # milliseconds; the first run compiles


def main() -> None:
    """Start the board, let the engine look at a position, and save what is seen."""
    command = [sys.executable, "-m", "counterply", "board", "--no-open", "--port", "0", "--token", TOKEN]
    server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert server.stderr is not None
    address = re.search(r"http://[^#]+", server.stderr.readline())
    assert address is not None
    settings = json.dumps({"mode": "analyse", "engine": True, "numbers": True, "theme": "light"})
    try:
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": WIDE, "height": HIGH})
            page.add_init_script(f"localStorage['counterply:settings'] = {json.dumps(settings)}")
            page.goto(f"{address[0]}#{urlencode({'token': TOKEN, **PLACE})}")
            page.set_default_timeout(PATIENCE)
            page.locator(".lines tbody tr").first.wait_for()
            page.get_by_role("button", name="Review").click()
            page.locator("progress").wait_for()
            page.get_by_role("button", name="Review").wait_for()
            depths = "|".join(map(str, range(DEPTH, DEEPEST)))
            page.locator(".score .dim").get_by_text(re.compile(rf"depth ({depths}),")).wait_for()
            page.locator(".badge").nth(3).wait_for(state="attached")
            page.locator(".side").evaluate("side => side.scrollTo(0, 0)")
            page.screenshot(path=PICTURE)
            browser.close()
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
