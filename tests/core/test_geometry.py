"""The geometry of a board against what can be counted by hand, and a file of a user that is one line of it."""

from __future__ import annotations

import numpy as np
import pytest

from counterply import GameError, as_setup, graph, grid, hexes, rings
from counterply.core.geometry import OFF, Geometry

BOARDS = {
    "grid": (lambda: grid(8, 8), 64, 8, 8),
    "lines": (lambda: grid(9, 9, "straight", lines=True), 81, 4, 8),
    "flat": (lambda: grid(3, 5), 15, 8, 4),
    "draughts": (lambda: grid(8, 8, "diagonal", keep=lambda row, column: (row + column) % 2), 32, 4, 4),
    "rhombus": (lambda: hexes(7), 49, 6, 4),
    "hexagon": (lambda: hexes(5, "hexagon"), 61, 6, 12),
    "triangle": (lambda: hexes(6, "triangle"), 21, 6, 6),
    "rings": (lambda: rings(3), 24, 4, 8),
    "graph": (lambda: graph({"a": (0, 0), "b": (2, 0), "c": (2, 2), "d": (0, 2)}, ["ab", "bc", "cd", "da"]), 4, 4, 8),
}


@pytest.fixture(params=BOARDS)
def board(request: pytest.FixtureRequest) -> Geometry:
    return BOARDS[request.param][0]()


@pytest.mark.parametrize("name", BOARDS)
def test_counts(name: str) -> None:
    make, points, directions, symmetries = BOARDS[name]
    board = make()
    assert (board.count, board.directions, len(board.images())) == (points, directions, symmetries)


def test_the_way_back_is_the_opposite_direction(board: Geometry) -> None:
    for point, direction in np.argwhere(board.near != OFF):
        assert board.near[board.near[point, direction], board.directions - 1 - direction] == point


def test_neighbours_ascend(board: Geometry) -> None:
    for row in board.near:
        there = row[row != OFF].tolist()
        assert there == sorted(set(there))


def test_symmetries_are_a_group_that_keeps_neighbours(board: Geometry) -> None:
    images = {tuple(image) for image in board.images().tolist()}
    links = {(p, q) for p, row in enumerate(board.near.tolist()) for q in row if q != OFF}
    assert board.images()[0].tolist() == [*range(board.count)]
    for image in images:
        assert {(image[p], image[q]) for p, q in links} == links
        assert all(tuple(image[point] for point in other) in images for other in images)


def test_rays_follow_neighbours_to_the_edge(board: Geometry) -> None:
    for point, direction in np.ndindex(board.count, board.directions):
        met, at = [], board.near[point, direction]
        while at != OFF:
            met.append(at)
            at = board.near[at, direction]
        assert [at for at in board.rays[point, direction] if at != OFF] == met


def test_a_picture_has_all_points_at_cells_of_their_own(board: Geometry) -> None:
    assert len(set(board.cells)) == board.count
    assert board.diagram("x" * board.count).count("x") == board.count
    assert [board.point(name) for name in board.names] == [*range(board.count)]


@pytest.mark.parametrize(
    ("board", "length", "lines"),
    [
        (grid(3, 3), 3, 8),  # tic-tac-toe
        (grid(6, 7), 4, 69),  # connect four
        (grid(15, 15), 5, 572),
        (rings(3), 3, 16),  # mills
        (hexes(3, "hexagon"), 5, 3),
        (grid(2, 2), 3, 0),
    ],
)
def test_lines(board: Geometry, length: int, lines: int) -> None:
    found = board.lines(length)
    assert found.shape == (lines, length)
    assert len({frozenset(line) for line in found.tolist()}) == lines


def test_symmetries_that_keep_sides() -> None:
    board = grid(8, 8)
    assert board.images(range(8)).tolist() == [[*range(64)], [8 * (p // 8) + 7 - p % 8 for p in range(64)]]
    last = hexes(7).count - 1
    edges = [*range(7), *range(last - 6, last + 1)]
    assert hexes(7).images(edges).tolist() == [[*range(49)], [last - point for point in range(49)]]


def test_points_so_many_steps_away() -> None:
    away = grid(7, 7).away(2)
    assert away.shape == (49, 16)
    assert away[0].tolist() == [2, 9, 14, 15, 16, *[OFF] * 11]
    assert rings(3).away(9).shape == (24, 0)


def test_moves_of_several_points() -> None:
    board = grid(2, 3, parts=3)
    move = board.move(0, None, 5)
    assert move == 0 * 49 + 6 * 7 + 5
    assert board.points(move) == [0, 5]
    assert [board.names[point] for point in board.points(move)] == ["a2", "c1"]


def test_tables_of_boards_of_several_sizes_are_of_one_type() -> None:
    small, large = (as_setup(25, size=side, near=hexes(side).near) for side in (3, 5))
    assert small.dtype == large.dtype
    assert (small["near"][0, :9] == hexes(3).near).all()
    assert (small["near"][0, 9:] == OFF).all()


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: grid(3, 30), "1 to 26 columns"),
        (lambda: grid(3, 3, "knight"), "all, straight, diagonal"),
        (lambda: rings(0), "1 to 12 squares, not 0"),
        (lambda: hexes(3, "square"), "rhombus, hexagon, triangle"),
        (lambda: grid(2, 2, names=["a", "b", "b", "c"]), "a name of its own"),
        (lambda: graph({"a": (0, 0)}, ["ab"]), "'b', which is no point"),
        (lambda: grid(2, 2).point("z9"), "no point 'z9'"),
    ],
)
def test_says_what_is_wrong(make, says) -> None:
    with pytest.raises(GameError, match=says):
        make()


@pytest.mark.parametrize("argument", ["marks", "roles"])
def test_a_piece_without_a_mark_or_a_role_is_named(argument: str) -> None:
    board = grid(2, 2)
    position = type("At", (dict,), {"turn": 0, "game": type("G", (), {"players": ()})})(cells=[0, 1, 2, 3])
    draw = board.text().diagram if argument == "marks" else board.board().drawing
    with pytest.raises(GameError, match=f"piece number 3, and {argument}= has none"):
        draw(position)
