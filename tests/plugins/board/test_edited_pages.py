"""An open page follows the file of its game, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from board.browser import NEEDS_BROWSER, Open, arrived, serving
from edited import edit, write_files

pytestmark = NEEDS_BROWSER
expect = pytest.importorskip("playwright.sync_api", reason="no Playwright is installed: pip install playwright").expect

HELD_BACK = """async () => {  // the page's question whether the game can be read
  const { connection } = await import("/server.js"), once = connection.once.bind(connection);
  connection.once = async (request) => {
    connection.once = once;
    await new Promise((on) => { window.__on = on; document.body.dataset.asked = ""; });
    return once(request);
  };
}"""


def test_an_edit_of_a_module_that_the_file_imports(open_page: Open, tmp_path: Path) -> None:
    file = write_files(tmp_path) / "nim.py"
    with serving(str(file)) as (_, address):
        page = open_page(str(file), at=address)
        moves = page.locator('select[name="why"] option')
        expect(moves).to_have_text(["1", "2"])
        edit(tmp_path / "taking.py", "2", "3")
        expect(moves).to_have_text(["1", "3"])
        assert "A file of this game has changed; reading it again …" in page.evaluate("window.__seen")
        page.get_by_role("button", name="New", exact=True).click()
        players = page.get_by_label("Player 2", exact=True).locator("option:not([value^=level])")
        expect(players).to_have_text(["a person", "alphabeta", "random", "mcts"])


@pytest.fixture
def after_two_moves(open_page: Open, tmp_path: Path) -> Iterator[tuple[Path, Any]]:
    """A game's file, and a page that shows the position after two of its moves."""
    file = write_files(tmp_path) / "nim.py"
    with serving(str(file)) as (_, address):
        page = open_page(str(file), moves="1 2", at=address)
        arrived(page, 2)
        yield file, page


def test_a_file_that_comes_back_while_the_page_asks_why_loses_no_move(after_two_moves: tuple[Path, Any]) -> None:
    file, page = after_two_moves
    text = file.read_text(encoding="utf-8")
    page.evaluate(HELD_BACK)
    file.unlink()
    page.locator("body[data-asked]").wait_for()
    file.write_text(text, encoding="utf-8")
    page.evaluate("window.__on()")
    expect(page.locator(".told .error")).to_have_text("")
    expect(page.locator(".moves .move")).to_have_count(2)
    arrived(page, 2)


def test_a_game_outlives_its_file(after_two_moves: tuple[Path, Any]) -> None:
    file, page = after_two_moves
    text = file.read_text(encoding="utf-8")
    for broken in (None, text.replace("def ", "def (")):
        file.unlink()
        if broken:
            file.write_text(broken, encoding="utf-8")
        expect(page.locator(".told .error")).to_contain_text("there is no file" if broken is None else "SyntaxError")
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".moves .move")).to_have_count(2)
        expect(page.locator(".target.playable")).to_have_count(0)
        file.write_text(text, encoding="utf-8")
        expect(page.locator(".told .error")).to_have_text("")
        page.keyboard.press("ArrowRight")
        arrived(page, 2)
