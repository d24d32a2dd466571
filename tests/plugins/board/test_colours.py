"""What is seen in a real browser: every role on every shape, in light and dark and every palette; the pieces of the players."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from board.browser import NEEDS_BROWSER, Open, shows
from counterply.core.drawing import Drawing, Item, Shape, box_of
from counterply.core.position import roll_chance
from counterply.core.svg import position_svg, svg_of
from counterply.core.values import CHANCE, ONGOING
from counterply.usercode.loading import load_game
from sampled import SAMPLED
from some import some

pytestmark = NEEDS_BROWSER
expect = pytest.importorskip("playwright.sync_api", reason="no Playwright is installed: pip install playwright").expect
PICTURES = Path(__file__).parents[3] / "docs" / "pictures"
CONTRAST, LEGIBLE = (Path(__file__).with_name(f"{name}.js").read_text(encoding="utf-8") for name in ("contrast", "legible"))
LOOKED_AT = (0, 3, 12, 40)  # plies of a game of random moves
GROUNDS = "cell brown floor felt board wood frame table slot sky water deep swell gone hole card noble place foam eye"


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
    for role, text, shape in some(page.evaluate(CONTRAST), 100):
        assert text >= 4.5, (role, text)
        assert shape >= 1.5, (role, shape)
    page.context.close()


@pytest.mark.parametrize("name", SAMPLED)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_of_every_game_can_be_read(chromium: Any, scheme: str, name: str) -> None:
    page = chromium.new_context(color_scheme=scheme, viewport={"width": 1000, "height": 1600}).new_page()
    random, place = Random(1), load_game(name).position()
    while place.ply <= max(LOOKED_AT) and place.outcome() == ONGOING:
        if place.ply in LOOKED_AT:
            page.set_content(f'<html style="color-scheme: light dark"><body>{position_svg(place)}</body></html>')
            faint = [(role, text, contrast) for role, text, contrast in page.evaluate(LEGIBLE) if contrast < 4.5]
            assert not faint, place.ply
        place = place.play(roll_chance(place, random) if place.turn == CHANCE else random.choice(place.moves()))
    page.context.close()


def test_the_chips_of_the_players_are_their_pieces(open_page: Open) -> None:
    page = open_page("gomoku", "a1 b2", mode="play")
    expect(page.locator(".seat-name")).to_contain_text(["White", "Black"])
    fill = "element => getComputedStyle(element).fill"
    for role in ("black", "white"):
        chip, stone = page.locator(f".seat .{role} ellipse"), page.locator(f"#board .{role} ellipse").first
        assert chip.evaluate(fill) == stone.evaluate(fill)


def test_marks_leave_what_is_written_readable(open_page: Open) -> None:
    page = open_page("kalah", mode="play")
    expect(page.locator(".mark.legal.around")).to_have_count(6)
    assert page.locator("circle.mark.legal").count() == 0
    letters = """async () => {
      const { picture } = await import("/board.js");
      picture.mark([{ kind: "number", id: "0,0", text: "win ≤3", tone: "best" }]);
      const text = document.querySelector(".badge-text");
      return Number(text.getAttribute("font-size")) * text.getScreenCTM().a;
    }"""
    page = open_page("gomoku", mode="play", wide=375)
    assert page.evaluate(letters) >= 10


def test_numbers_stand_apart_and_can_be_read_and_the_last_move_cuts_no_piece(open_page: Open) -> None:
    page = open_page("fishing_derby", wide=375)
    page.locator(".target.playable").nth(4).wait_for(state="attached")
    numbers = """async () => {
      const { picture } = await import("/board.js");
      const ids = [...document.querySelectorAll(".target.playable")].map((target) => target.dataset.id);
      picture.mark(ids.map((id) => ({ kind: "number", id, text: "loss by 1", tone: "bad" })));
      const boxes = [...document.querySelectorAll("rect.badge")].map((badge) => badge.getBoundingClientRect());
      const over = (a, b) => a.left < b.right - 3 && b.left < a.right - 3 && a.top < b.bottom - 3 && b.top < a.bottom - 3;
      return [boxes.length, boxes.flatMap((a, index) => boxes.slice(index + 1).filter((b) => over(a, b))).length];
    }"""
    assert page.evaluate(numbers) == [5, 0]
    page = open_page("dots_and_boxes", "a1a2", wide=375)
    page.locator(".target.playable").first.wait_for(state="attached")
    letters = """async () => {
      const { picture } = await import("/board.js");
      const ids = [...document.querySelectorAll(".target.playable")].map((target) => target.dataset.id);
      picture.mark(ids.map((id) => ({ kind: "number", id, text: "−78%", tone: "bad" })));
      return [...document.querySelectorAll(".badge-text")].map((text) => text.getAttribute("font-size") * text.getScreenCTM().a);
    }"""
    sizes = page.evaluate(letters)
    assert len(sizes) > 30
    assert min(sizes) >= 10
    page = open_page("othello", "f5")
    shows(page, 1)
    mark, piece = page.locator(".mark.last").bounding_box(), page.locator("#board .black ellipse").last.bounding_box()
    assert mark is not None
    assert piece is not None
    assert mark["x"] < piece["x"]
    assert mark["x"] + mark["width"] > piece["x"] + piece["width"]


def test_a_hexagon_is_marked_along_its_edges(open_page: Open) -> None:
    page = open_page("hex", "d4")
    shows(page, 1)
    assert page.locator(".mark.last").evaluate("mark => mark.tagName") == "path"
