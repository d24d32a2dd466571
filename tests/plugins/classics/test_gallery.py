"""The games of the gallery: each beside a slow twin, its published counts and solved boards, and what it refuses."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from test_counts import assert_engine_is_the_textbook

import counterply
from counterply import GameError, Limit
from counterply.compiling.kernels import PLAIN
from counterply.plugins.classics import amazons
from counterply.search.alphabeta.engine import Engine
from counterply.search.alphabeta.techniques import Techniques
from counterply.search.exact.outcomes import prove_outcome
from counterply.search.exact.solve import solve
from counterply.search.perft import perft
from counterply.usercode.loading import load_game
from oracles import classics, gallery
from some import some

GAMES = Path(counterply.__file__).parent / "plugins" / "classics"
MOST_LINES = 160  # of a game of the gallery: what somebody would write
compiled_only = pytest.mark.skipif(PLAIN, reason="minutes in plain mode")

LIKE_ANOTHER = ("othello 6", "kalah 2 7", "dots_and_boxes 5 3", "amazons 5 8")  # of another size than two others


def of_sizes():
    for name, options, *twin in gallery.TWINS:
        title = " ".join([name, *options.values()])
        yield pytest.param(name, options, *twin, id=title, marks=pytest.mark.slow if title in LIKE_ANOTHER else ())


def test_every_game_has_a_slow_twin():
    """A row here or in the oracles of the classics, or a test file of its own."""
    games = {file.stem for file in GAMES.glob("[!_]*.py")}
    twins = {name for name, *_ in gallery.TWINS} | classics.TWINS.keys()
    assert {name for name in some(games, 10) if not Path(__file__).with_name(f"test_{name}.py").is_file()} == twins


@pytest.mark.parametrize(("name", "options", "twin", "games"), [*of_sizes()])
def test_agrees_with_its_slow_twin(name, options, twin, games):
    gallery.assert_agrees_with_its_twin(name, options, twin, games)


def test_amazons_knows_how_often_a_queen_has_to_go():
    plain = getattr(amazons.distances, "py_func", amazons.distances)
    position, slow, dice = load_game("amazons", {"width": "6", "height": "6"}).start(), gallery.Amazons(6, 6), random.Random(3)
    while not slow.over():
        for player in (0, 1):
            away = plain(position.record["cells"], position.setup, player)
            far = {cell: int(moves) for cell, moves in enumerate(away) if moves < amazons.FAR}
            assert far == {6 * (5 - row) + column: moves for (row, column), moves in slow.away(player).items()}
        text = dice.choice(slow.moves())
        slow.play(text)
        position = position.play(text)


PERFT = {  # lines of play by length, and whose counts they are
    # A. Bik, https://www.aartbik.com/strategy.php; his 24,571,284 at depth 10 count a pass after each of 228 games that are over
    "othello": (4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288, 24_571_284 - 228),
    "breakthrough": (22, 484, 11_132, 256_036),  # the examples of Regular Games (rg), and OpenSpiel's game
    "amazons": (80, 2_176, 168_420, 4_307_152),  # at even depths, moves with their arrows: Regular Games (rg)
}


@compiled_only
@pytest.mark.parametrize("left_out", [1, pytest.param(0, marks=pytest.mark.slow)])  # the last count is most of the work
@pytest.mark.parametrize("name", PERFT)
def test_lines_of_play(name, left_out):
    depth = len(PERFT[name]) - left_out
    assert tuple(perft(load_game(name).start(), depth)) == PERFT[name][:depth]


def slow(*values):
    """An engine is compiled for one game of the gallery; for the others it is slow."""
    return pytest.param(*values, marks=pytest.mark.slow)


SOLVED = [  # game, options, the first player's result and whose it is
    ("othello", {"size": "4"}, -10),  # 3 to 11 with two empty cells: J. Feinstein 1993
    slow("breakthrough", {"width": "2", "height": "5"}, -1),
    slow("breakthrough", {"width": "2", "height": "6"}, 1),
    slow("kalah", {"pits": "4", "seeds": "3"}, 6),
    slow("dots_and_boxes", {"width": "2", "height": "2"}, 2),
    slow("amazons", {"width": "4", "height": "4"}, -1),
]


@compiled_only
@pytest.mark.parametrize(("name", "options", "points"), SOLVED)
def test_small_boards_are_solved(name, options, points):
    answer = solve(load_game(name, options).start())
    assert answer.proven
    assert answer.outcome == ("first" if points > 0 else "second" if points < 0 else "draw")
    assert answer.margin in (None, points)


@compiled_only
@pytest.mark.parametrize(
    ("name", "options", "depth"),
    [slow("breakthrough", {"width": "4", "height": "4"}, 5), slow("kalah", {"pits": "3", "seeds": "2"}, 6)],
)
def test_engine_without_techniques_is_the_textbook(name, options, depth):
    assert_engine_is_the_textbook(name, options, "", depth)


@pytest.mark.slow
@compiled_only
@pytest.mark.parametrize(("pits", "seeds"), [(1, 3), (2, 2), (3, 1), (2, 3)])
def test_small_kalah_is_what_looking_at_everything_says(pits, seeds):
    answer = solve(load_game("kalah", {"pits": str(pits), "seeds": str(seeds)}).start())
    assert (answer.proven, answer.margin) == (True, gallery.best_margin(gallery.Kalah(pits, seeds)))


@pytest.mark.slow
@compiled_only
@pytest.mark.parametrize(("width", "height"), [(1, 1), (2, 1), (1, 3)])
def test_small_boxes_are_what_looking_at_everything_says(width, height):
    answer = solve(load_game("dots_and_boxes", {"width": str(width), "height": str(height)}).start())
    assert (answer.proven, answer.margin) == (True, gallery.best_margin(gallery.DotsAndBoxes(width, height)))


@pytest.mark.parametrize("name", sorted({name for name, *_ in gallery.TWINS}))
def test_a_file_is_one_that_somebody_would_write(name):
    lines = (GAMES / f"{name}.py").read_text(encoding="utf-8").splitlines()
    assert len([line for line in lines if not re.fullmatch(r" {4}\w+,", line)]) <= MOST_LINES, "names that are imported aside"


@pytest.mark.parametrize(
    ("name", "options", "says"),
    [
        ("othello", {"size": "5"}, "4, 6 or 8 rows, not 5"),
        ("breakthrough", {"width": "9"}, "2 to 8 columns and 4 to 8 rows, not 9 and 8"),
        ("kalah", {"pits": "9"}, "1 to 8 houses a player with 1 to 10 seeds, not 9 with 4"),
        ("dots_and_boxes", {"width": "6"}, "1 to 5 boxes a side, not 6 and 4"),
        ("amazons", {"width": "3"}, "4 to 10 columns and rows, not 3 and 10"),
    ],
)
def test_boards_that_there_are_not(name, options, says):
    with pytest.raises(GameError, match=says):
        load_game(name, options)


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("othello", "XO..", "this board is 64 of X, O and '.'"),
        ("othello", "X" * 64, "then X or O for who is to move"),
        ("othello", "X" * 64 + ".", "then X or O for who is to move"),
        ("breakthrough", "XO.", "this board is 64 of .XO, then X or O"),
        ("kalah", "houses: 4 4 4", "a board has a row of 6 numbers"),
    ],
)
def test_bad_diagrams(name, text, says):
    with pytest.raises(GameError, match=says):
        load_game(name).position(text)


# --- Othello: the FFO endgames (M. Tastet; http://www.radagast.se/othello/ffotest.html), points of the side to move, best moves

FFO = [
    ("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X", 18, {"g8"}),
    ("-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X", 10, {"a4"}),
    ("----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X", 2, {"d1"}),
    ("-XXXXXX-X-XXXOO-XOXXXOOXXXOXOOOX-OXOOXXX--OOOXXX--OOXX----XOXXO- X", 0, {"h8", "a5"}),
    ("-OOOOO----OXXO-XXXOXOXX-XXOXOXXOXXOOXOOOXXXXOO-OX-XOOO---XXXXX-- X", 32, {"g8"}),
    ("--OXXX--OOOXXX--OOOXOXO-OOXOOOX-OOXXXXXXXOOXXOX--OOOOX---XXXXXX- X", 14, {"a1", "h3"}),
    ("--OXXO--XOXXXX--XOOOXXXXXOOXXXXXXOOOOXXX-XXXXXXX--XXOOO----XXOO- X", 8, {"a6"}),
    ("---X-X--X-XXXX--XXXXOXXXXXXOOOOOXXOXXXO-XOXXXXO-XOOXXX--XOOXXO-- O", 8, {"e1"}),
    ("--XOXX--O-OOXXXX-OOOXXXX-XOXXXOXXXOXOOOXOXXOXOXX--OXOO----OOOO-- O", -8, {"g7", "a4"}),
    ("-XXXX-----OXXX--XOXOXOXXOXOXXOXXOXXOXOOOXXXOXOOX--OXXO---OOOOO-- O", 10, {"b2"}),
    ("---O-XOX----XXOX---XXOOXO-XXOXOXXXXOOXOX-XOOXXXXXOOOXX-XOOOOOOO- O", 30, {"b3"}),
    ("--O--O--X-OOOOX-XXOOOXOOXXOXOXOOXXOXXOOOXXXXOOOO--OXXX---XXXXX-- O", -8, {"b7"}),
    ("--XXXXX--OOOXX---OOOXXXX-OXOXOXXOXXXOXXX--XOXOXX--OXOOO--OOOOO-- X", 14, {"b7"}),
    ("--XXXXX---OOOX---XOOXXXX-OOOOOOOOOOXXXOOOOOXXOOX--XXOO----XXXXX- X", 18, {"a3"}),
    ("----O------OOX---OOOXX-XOOOXOOOOOXXOXXOOOXXXOOOOOXXXOOXO--OOOOOX X", 4, {"g3", "b8"}),
    ("-XXXXXX-X-XXXOO-XOXXXOOXXOOXXXOX-OOOXXXX--OOXXXX---OOO----XOX-O- X", 24, {"f8"}),
    ("-OOOOO----OXXO-XXXOOOXX-XXOXOXXOXXOOXOOOXXXXOO-OX-XOO----XXXX--- X", 8, {"f8"}),
    ("-XXX------OOOX--XOOOOOXXOXOXOOXXOXXOOOOOXXXOXOOX--OXXO---OOOOO-- X", -2, {"g2"}),
    ("--OXXO--XOXXXX--XOOOOXXXXOOOXXXXX-OOOXXX--OOOOXX--XXOOO----XXOO- X", 8, {"b6", "h8"}),
]
FFO_40 = ("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", 38, {"a2"})  # 20 cells are empty


@compiled_only
@pytest.mark.parametrize(
    ("text", "points", "best"),
    [*(FFO[::3]), *(pytest.param(*end, marks=pytest.mark.slow) for end in (*FFO[1::3], *FFO[2::3], FFO_40))],
    ids=[str(number) for number in (*range(1, 20, 3), *range(2, 20, 3), *range(3, 20, 3), 40)],
)
def test_endgames_of_the_french_federation(text, points, best):
    position = load_game("othello").position(text)
    answer = solve(position, Limit(nodes=45_000_000))
    assert answer.proven
    assert answer.nodes < 1_000_000 or points == FFO_40[1]
    assert answer.margin * (1 if position.turn == 0 else -1) == points
    assert answer.line[0] in best


FIRST_46 = (
    "d3 e3 f4 c3 c2 d2 d6 f6 d1 c5 c6 c1 b1 e7 b3 b4 f5 e6 c4 a3 e2 b5 b6 e1 f1 a7 c7 g6 f3 d7 d8 e8 b7 g4 h7 g5 a6 a8 a5 h6 h5 b8 "
    "f8 a4 f7 h3"
)


@pytest.mark.slow
def test_few_replies_first_save_most_of_a_proof():
    """An end of Othello with 14 empty cells."""
    position = load_game("othello").start().play(*FIRST_46.split())
    searcher = Engine(position.game, position.game.evaluators[0], Techniques(), memory_mb=1)
    nodes = []
    for searcher._by_replies in (True, False):
        searcher.forget()
        proof = prove_outcome(searcher, position, Limit())
        nodes.append((proof.value, proof.nodes))
    assert nodes[0][0] == nodes[1][0]
    assert nodes[0][1] < nodes[1][1] / 2
