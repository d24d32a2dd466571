"""The board in a real browser while its processes compile, end, or do not answer."""

from __future__ import annotations

import json
import os
import re
import signal
from pathlib import Path
from typing import Any

import pytest

from board.browser import NEEDS_BROWSER, Open, press, serving, shows, wait_for_child
from counterply.plugins.board.server import RULES_PROGRAM, SEARCH_PROGRAM

pytestmark = NEEDS_BROWSER
expect = pytest.importorskip("playwright.sync_api", reason="no Playwright is installed: pip install playwright").expect


def test_the_page_is_there_before_its_processes_are(open_page: Open) -> None:
    with serving("tic_tac_toe") as (process, at):
        stopped = [wait_for_child(process, program) for program in (RULES_PROGRAM, SEARCH_PROGRAM)]
        for child in stopped:
            os.killpg(child, signal.SIGSTOP)
        page = open_page("tic_tac_toe", at=at, ready=False)
        page.get_by_text("Asking for the position").wait_for()
        page.get_by_role("button", name="Rules and keys").click()
        page.get_by_role("dialog").wait_for()
        page.keyboard.press("Escape")
        for child in stopped:
            os.killpg(child, signal.SIGCONT)
        page.locator('.target[data-touch="1,1"]').click()
        shows(page, 1)


@pytest.mark.slow
def test_the_page_answers_while_gomoku_compiles(open_page: Open, tmp_path: Path) -> None:
    with serving("gomoku", COUNTERPLY_CACHE=str(tmp_path)) as (_, at):
        page = open_page("gomoku", at=at, set={}, engine=True, ready=False, wide=375)
        page.get_by_text(re.compile("[Cc]ompiling the (rules|search), the first time only")).first.wait_for()
        page.mouse.wheel(0, 300)
        page.wait_for_function("scrollY > 0")
        press(page, "Settings")
        page.get_by_role("dialog").wait_for()
        page.keyboard.press("Escape")
        page.get_by_text("compiling the search, the first time only").wait_for()
        page.locator('.target[data-touch="h8"], .target[data-id="7,7"]').first.click()
        shows(page, 1)
        page.locator(".lines tbody tr").first.wait_for()


def test_a_killed_search_is_told_and_goes_on(open_page: Open) -> None:
    with serving("isolation") as (process, at):
        page, heard = open_page("isolation", at=at, engine=True), []
        page.on("websocket", lambda socket: socket.on("framereceived", lambda text: heard.append(json.loads(text))))
        page.reload()
        page.locator(".lines tbody tr").first.wait_for()
        os.killpg(wait_for_child(process, SEARCH_PROGRAM), signal.SIGKILL)
        page.get_by_text("the search ended; started again").wait_for()
        heard.clear()
        while not any(message.get("kind") == "report" for message in heard):
            page.wait_for_timeout(50)


def test_a_server_that_comes_back_finds_the_page_as_it_was(open_page: Open) -> None:
    with serving("tic_tac_toe") as (_, at):
        page = open_page("tic_tac_toe", "0,0", at=at)
        shows(page, 1)
    page.keyboard.press("l")
    page.get_by_text("The server does not answer").wait_for()
    page.locator(".panel-head input:checked").wait_for()
    page.wait_for_timeout(200)  # in which a search that is asked for at rest is lost
    expect(page.locator(".error")).to_have_text("")
    with serving("tic_tac_toe", port=int(at.rsplit(":", 1)[1].strip("/"))):
        page.get_by_text("The server does not answer").wait_for(state="detached")
        page.locator('.target[data-touch="1,1"]').click()
        shows(page, 2)


@pytest.mark.slow
def test_what_failed_twice_is_asked_for_again_by_the_page(open_page: Open) -> None:
    page, failed = open_page("tic_tac_toe"), []

    def between(socket: Any) -> None:
        server = socket.connect_to_server()

        def ask(text: str) -> None:
            message = json.loads(text)
            if message.get("want") == "view" and len(failed) < 2:
                failed.append(message["id"])
                socket.send(json.dumps({"id": message["id"], "error": "the rules ended", "again": True}))
            else:
                server.send(text)

        socket.on_message(ask)

    page.route_web_socket("**/socket", between)
    page.reload()
    expect(page.locator(".message")).to_have_text("the rules ended; asking again")
    page.locator(".target.playable").first.wait_for(state="attached")
    assert len(failed) == 2
    expect(page.locator(".message")).to_have_text("")
