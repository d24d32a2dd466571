"""What is seen in a real browser: every role on every shape, in light and dark and every palette; the pieces of the players."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from counterply.core.drawing import Drawing, Item, Shape, box_of
from counterply.core.svg import svg_of
from web.browser import NEEDS_BROWSER, Open

pytestmark = NEEDS_BROWSER
expect = pytest.importorskip("playwright.sync_api", reason="no Playwright is installed: pip install playwright").expect
PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
CONTRAST = Path(__file__).with_name("contrast.js").read_text(encoding="utf-8")
GROUNDS = "cell floor board wood frame table slot sky water deep swell gone hole card noble place foam eye"


@pytest.mark.parametrize("palette", ["standard", "safe", "contrast"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_role_is_seen_on_every_shape_and_its_text_can_be_read(chromium: Any, scheme: str, palette: str) -> None:
    page = chromium.new_context(color_scheme=scheme).new_page()
    schemes = "light" if palette == "contrast" else "light dark"  # as on the page
    for picture in ("roles", "modifiers"):
        svg = (PICTURES / f"{picture}.svg").read_text(encoding="utf-8").replace('style="color-scheme: light dark"', "")
        page.set_content(f'<html data-palette="{palette}" style="color-scheme: {schemes}"><body>{svg}</body></html>')
        found = page.evaluate(CONTRAST)
        assert len(found) > 100
        for role, text, shape in found:
            assert text >= 4.5 or "none-left" in role, (role, text)
            assert shape >= (1.03 if set(role.split()) & set(GROUNDS.split()) else 1.5), (role, shape)
    page.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_belongs_to_a_player_has_the_players_colours(chromium: Any, scheme: str) -> None:
    owners = ["first", "second", "black", "white", "green", "red"]
    shapes: list[Shape] = ["rect", "disc", "ring", "path", "text"]
    roles = [f"{thing} {owner}" for thing in [*GROUNDS.split(), "cell dark", "deck", "slot mover"] for owner in owners]
    items = [
        Item(f"{row} {column}", column, row, 0.9, 0.9, shape, role, text="A1", path="M.5 0 L1 1 H0 Z")
        for row, role in enumerate(roles)
        for column, shape in enumerate(shapes)
    ]
    page = chromium.new_context(color_scheme=scheme).new_page()
    svg = svg_of(Drawing(tuple(items), box_of(items), "owned"))
    page.set_content(f'<html style="color-scheme: light dark"><body>{svg}</body></html>')
    for role, text, shape in page.evaluate(CONTRAST):
        assert text >= 4.5, (role, text)
        assert shape >= 1.5, (role, shape)
    page.context.close()


def test_the_chips_of_the_players_are_their_pieces(open_page: Open) -> None:
    page = open_page("gomoku", "a1 b2", mode="play")
    expect(page.locator(".seat-name")).to_contain_text(["White", "Black"])
    fill = "element => getComputedStyle(element).fill"
    for role in ("black", "white"):
        chip, stone = page.locator(f".seat .{role} ellipse"), page.locator(f"#board .{role} ellipse").first
        assert chip.evaluate(fill) == stone.evaluate(fill)
