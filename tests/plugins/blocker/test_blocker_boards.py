"""Random boards of Blocker, and the command that keeps those with a decision at the start."""

import csv
import random

import pytest

from counterply import DRAW, FIRST, Limit
from counterply.cli import run
from counterply.core.errors import UsageError
from counterply.core.limits import Stop
from counterply.plugins.blocker.game import game
from counterply.plugins.blocker.generate import generate_boards
from counterply.plugins.blocker.generator import board_text, connected, random_board
from counterply.plugins.blocker.text import parse_board
from counterply.search.exact.solve import solve


@pytest.mark.parametrize("symmetric", [False, True])
@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize(("walls", "food"), [(0, 1), (2, 3), (4, 6)])
def test_a_board_is_as_asked_for(walls, food, closed, symmetric):
    rows = random_board(random.Random(5), 7, 5, walls, food, symmetric, closed)
    cells = "".join(rows)
    border = 2 * (7 + 5) - 4 if closed else 0
    assert (cells.count("#"), cells.count("*"), cells.count("A"), cells.count("B")) == (walls + border, food, 1, 1)
    assert parse_board(board_text(rows), "here") == rows
    assert connected({(x, y) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter != "#"})
    if symmetric:
        turned = cells[::-1].translate(str.maketrans("AB", "BA"))
        assert turned == cells
    assert rows == random_board(random.Random(5), 7, 5, walls, food, symmetric, closed)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [((7, 7, 30, 6), "no room"), ((40, 7, 0, 6), "32x32"), ((7, 6, 2, 3, True), "even"), ((4, 4, 0, 0), "has food")],
)
def test_what_cannot_be_made(arguments, says):
    with pytest.raises(UsageError, match=says):
        random_board(random.Random(1), *arguments)


@pytest.mark.slow
def test_generate_keeps_decisions(tmp_path, capsys):
    arguments = ["generate", "blocker", "--size", "5x5", "--food", "2", "--walls", "2", "--seed", "3", "--count", "4", "--out"]
    assert run([*arguments, str(tmp_path / "a")]) == 0
    assert run([*arguments, str(tmp_path / "b")]) == 0
    with open(tmp_path / "a" / "index.csv", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 4
    for row in rows:
        assert (tmp_path / "a" / row["file"]).read_text() == (tmp_path / "b" / row["file"]).read_text()
        root = game(board=str(tmp_path / "a" / row["file"])).start()
        solution = solve(root, memory_mb=16)
        worth = dict(text.split("=") for text in row["moves"].split())
        assert (solution.outcome, len(set(worth.values())) > 1) == (row["outcome"], True)
        for text, value in worth.items():
            assert solve(root.play_text([text]), memory_mb=16).outcome == value
        if solution.outcome == "first":
            assert int(row["depth"]) == solution.distance
    assert [path.name for path in (tmp_path / "a").glob(".*")] == [".counterply-files.json"], "no part of a file is left"


def test_generate_says_what_is_wrong(tmp_path, capsys):
    for arguments, says in (
        (["--size", "seven"], "7x7"),
        (["--food", "50"], "no room"),
        (["--count", "0"], "--count"),
    ):
        assert run(["generate", "blocker", *arguments, "--out", str(tmp_path)]) == 2
        assert says in capsys.readouterr().err
    assert run(["generate", "bloker"]) == 2
    assert "did you mean 'blocker'" in capsys.readouterr().err


@pytest.mark.slow
def test_solve_table_and_nodes_files(tmp_path, capsys):
    assert run(["solve", "blocker", "--table", str(tmp_path / "t.csv")]) == 0
    with open(tmp_path / "t.csv", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 5642
    assert {key: rows[0][key] for key in ("turn", "outcome", "distance", "best_moves")} == {
        "turn": "0", "outcome": "first", "distance": "11", "best_moves": "block",
    }  # fmt: skip
    again = game().position(rows[100]["position"].replace("|", "\n"))
    expected = {"first": FIRST, "draw": DRAW}.get(rows[100]["outcome"])
    if again.outcome() and expected:
        assert again.outcome() == expected
    assert solve(again).outcome == rows[100]["outcome"]
    assert run(["solve", "blocker", "--table", str(tmp_path / "no" / "t.csv")]) == 2
    assert run(["solve", "blocker", "--memory", "1", "--table", str(tmp_path / "small.csv")]) == 2
    assert not (tmp_path / "small.csv").exists()
    arguments = ["nodes", "blocker", "--depths", "1-9", "--csv", str(tmp_path / "n.csv"), "--plot", str(tmp_path / "n.png")]
    assert run(arguments) == 0
    with open(tmp_path / "n.csv", newline="") as stream:
        counted = [(int(row["minimax"]), int(row["alphabeta"])) for row in csv.DictReader(stream)]
    assert counted[-1] == (12919, 855)
    assert (tmp_path / "n.png").read_bytes().startswith(b"\x89PNG")
    assert run(["nodes", "blocker", "--depths", "1-2", "--plot", str(tmp_path / "n.gif")]) == 2


@pytest.mark.slow
@pytest.mark.parametrize("walls", range(0, 10))
def test_boards_of_seven_by_seven_are_solved_in_a_minute(tmp_path, walls):
    file = tmp_path / "board.txt"
    file.write_text(board_text(random_board(random.Random(walls), 7, 7, walls, 6)))
    solution = solve(game(board=str(file)).start(), Limit(seconds=60))
    assert solution.proven
    assert solution.seconds < 60


def test_ctrl_c_takes_no_board_out_of_the_index(tmp_path):
    stopped = Stop()
    stopped.set()
    few = {"count": 2, "size": "5x5", "food": 2, "walls": 2, "workers": 1, "out": tmp_path}
    generate_boards(Stop(), str, any=True, **few)
    before = (tmp_path / "index.csv").read_text()
    assert len(before.splitlines()) == 3
    generate_boards(stopped, str, **few)
    assert (tmp_path / "index.csv").read_text() == before
