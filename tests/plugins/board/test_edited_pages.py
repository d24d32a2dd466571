"""An open page follows the file of its game, in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from board.browser import NEEDS_BROWSER, Open, end, start
from edited import edit, write_files

pytestmark = NEEDS_BROWSER
expect = pytest.importorskip("playwright.sync_api", reason="no Playwright is installed: pip install playwright").expect


def test_an_edit_of_a_module_that_the_file_imports(open_page: Open, tmp_path: Path) -> None:
    file = write_files(tmp_path) / "nim.py"
    process, address = start([str(file)])
    try:
        page = open_page(str(file), at=address)
        moves = page.locator('select[name="why"] option')
        expect(moves).to_have_text(["1", "2"])
        edit(tmp_path / "taking.py", "2", "3")
        expect(moves).to_have_text(["1", "3"])
        assert "A file of this game has changed; reading it again …" in page.evaluate("window.__seen")
        page.get_by_role("button", name="New", exact=True).click()
        players = page.get_by_label("Player 2", exact=True).locator("option:not([value^=level])")
        expect(players).to_have_text(["a person", "alphabeta", "random", "mcts"])
    finally:
        end(process)
