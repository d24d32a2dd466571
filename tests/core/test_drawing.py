"""Drawings: what every game promises to the board in the browser, and what stands in where a game gives nothing."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from newcomer import game as newcomer

from counterply.core.drawing import Item, diagram_marks, draw
from counterply.core.errors import GameError
from counterply.core.plain_game import PlainGame
from counterply.core.roles import WORDS, unknown_words
from counterply.core.svg import STYLE_FILE, position_svg, primitives, said
from counterply.registry import games
from counterply.usercode.loading import load_game
from newcomers import DRAWN, write
from sampled import SAMPLED
from some import some

OPTIONS = {"fishing_derby": {"scenario": "random:fish=9,seed=3,moving=on,length=40"}}
SHAPES = {"rect", "disc", "ring", "line", "path", "text", "none"}


def walk(game: Any, seed: int, plies: int = 400) -> list[Any]:
    """The positions of a random game."""
    position, random = game.start(), Random(seed)
    found = [position]
    while not position.outcome() and len(found) < plies:
        moves = position.moves() or [outcome for outcome, _ in position.chances()]
        position = position.after(random.choice(moves))
        found.append(position)
    return found


@pytest.mark.parametrize("name", SAMPLED)
def test_items_have_ids_and_cells_of_their_own(name: str) -> None:
    game = load_game(name, OPTIONS.get(name))
    boxes = set()
    for position in walk(game, 1, 80):
        for viewer in (0, 1):
            drawing = draw(position, viewer)
            assert max(Counter(item.id for item in drawing.items).values()) == 1
            cells = Counter(item.cell for item in drawing.items if item.cell is not None)
            assert not cells or max(cells.values()) == 1
            assert all(item.label for item in drawing.items if item.cell is not None)
            for item in drawing.items:
                assert not unknown_words(item.role)
            boxes.add(drawing.box)
    assert len(boxes) == 1, "a board that changes its size jumps"


@pytest.mark.parametrize("name", games())
def test_the_players_have_the_roles_of_their_pieces(name: str) -> None:
    game = load_game(name, OPTIONS.get(name))
    seen = {word for position in walk(game, 1, 60) for item in draw(position).items for word in item.role.split()}
    assert {role for _, role in game.players} <= seen


def test_the_style_sheet_knows_the_roles_and_no_others() -> None:
    styled = set(re.findall(r"\.([a-zA-Z][\w-]*)", re.sub(r"/\*.*?\*/", "", STYLE_FILE.read_text(), flags=re.DOTALL)))
    unstyled = {"light", "good", "bad", "stone", "outline"} | styled
    assert WORDS - unstyled == set()
    assert styled - WORDS == {"counterply-drawing", "paper", *SHAPES - {"none"}}


@pytest.mark.parametrize("name", games())
def test_a_picture_is_a_document_with_a_name(name: str) -> None:
    position = walk(load_game(name, OPTIONS.get(name)), 4, 12)[-1]
    root = ET.fromstring(position._repr_svg_())
    assert root.get("role") == "img"
    assert name.replace("_", " ") in (root.get("aria-label") or "")
    assert len(root.findall("{http://www.w3.org/2000/svg}g")) > 5


def test_the_page_gets_the_same_primitives_as_a_picture() -> None:
    position = load_game("tic_tac_toe").position("moves 1,1 0,0")
    picture = position_svg(position)
    for item in some(draw(position).items, 9):
        for tag, attributes, _ in primitives(item):
            written = "".join(f' {name}="{value}"' for name, value in attributes.items())
            assert f"<{tag}{written}" in picture


# --- what stands in


def test_a_newcomer_with_a_diagram_gets_its_text() -> None:
    game = newcomer
    drawing = draw(game.start())
    assert [item.text for item in drawing.items if item.shape == "text"] == str(game.start()).split("\n")


def test_a_board_and_a_diagram_of_its_size_give_a_grid() -> None:
    game = load_game("tic_tac_toe")
    game.drawing = None
    drawing = draw(game.position("moves 1,1 0,0"))
    cells = {item.id: item.label for item in drawing.items if item.cell is not None}
    assert len(cells) == 9
    assert cells["1,1"] == "1,1 X"
    assert cells["2,2"] == "2,2 empty"
    assert {item.role for item in drawing.items if item.id.startswith("mark")} == {"stone first", "stone second"}


@pytest.mark.parametrize(
    ("text", "rows", "columns", "first"),
    [
        ("X.O\n...\n.X.", 3, 3, ["X", ".", "O"]),
        ("  0 1 2\n0 X . O\n1 . . .\n2 . X .", 3, 3, ["X", ".", "O"]),
        ("   a b\n 1 . X\n 2 O .\nX to move", 2, 2, [".", "X"]),
    ],
)
def test_the_marks_of_a_diagram(text: str, rows: int, columns: int, first: list[str]) -> None:
    marks = diagram_marks(text, rows, columns)
    assert marks is not None
    assert marks[0] == first
    assert diagram_marks(text, rows + 2, columns) is None


def test_a_game_in_plain_python_shows_its_text() -> None:
    class Heap:
        turn = 0

        def moves(self) -> list[int]:
            return [1, 2]

        def after(self, move: int) -> Heap:
            return Heap()

        def outcome(self) -> int:
            return 0

        def __str__(self) -> str:
            return "heap of <3>"

    position = PlainGame("heap", Heap).start()
    assert "heap of &lt;3&gt;" in position_svg(position)


def test_analyse_writes_the_picture(tmp_path: Path) -> None:
    from counterply.cli import run

    assert run(["analyse", "tic_tac_toe", "moves 1,1", "--depth", "1", "--svg", str(tmp_path / "p.svg")]) == 0
    assert ET.fromstring((tmp_path / "p.svg").read_text()).get("class") == "counterply-drawing"


def test_a_cell_without_a_label_is_named_by_what_lies_on_it(tmp_path: Path) -> None:
    position = load_game(str(write(DRAWN, tmp_path))).start().play("a1", "c3")
    items = draw(position).items
    names = {item.id: item.label or said(item, items) for item in items if item.cell}
    assert (names["a2"], names["b2"]) == ("a2, the first player's", "b2")
    assert names["d3"] == "d3, the second player's, the last move"


def test_two_items_of_one_id_are_said() -> None:
    game = load_game("tic_tac_toe")
    game.drawing = lambda position: [Item("stone", 0, 0, 1, 1), Item("stone", 1, 0, 1, 1)]
    with pytest.raises(GameError, match="two items with the id 'stone'"):
        draw(game.start())


def test_lengths_are_numbers_of_python() -> None:
    for name in games():
        for item in some(draw(walk(load_game(name, OPTIONS.get(name)), 5, 10)[-1]).items):
            assert not any(isinstance(value, np.generic) for value in (item.x, item.y, item.w, item.h)), item


def test_two_lines_that_one_stone_completes_are_two_items():
    cross = load_game("tic_tac_toe").position("moves 0,1 1,0 0,2 2,0 1,1 1,2 2,2 2,1 0,0")
    assert sum(item.role == "through" for item in draw(cross).items) == 2
