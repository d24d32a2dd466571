"""The Gomoku spike: endings, golden evaluator values, replies."""

import itertools

import numpy as np
import pytest

from contract import gomoku
from counterply import DRAW, FIRST, ONGOING, SECOND
from counterply.rules import candidates, required


def after(words, made=None):
    return (made or gomoku.game()).start().play_text(words.split())


def placed(dark, light, made=None, turn=0):
    """Stones by name, put on the board without regard to whose turn it was."""
    position = (made or gomoku.game()).start()
    for player, words in enumerate((dark, light)):
        for word in words.split():
            row, column = int(word[1:]) - 1, ord(word[0]) - ord("a")
            position.record["stones"][player, row] |= 1 << column
            position.record["left"] -= 1
    position.record["turn"] = turn
    return position.game.position(str(position))


@pytest.mark.parametrize(
    ("moves", "freestyle", "standard"),
    [
        ("h8 a1 i8 b1 j8 c1 k8 d2 l8", FIRST, FIRST),
        ("h8 a1 h9 b1 h10 c1 h11 d2 h12", FIRST, FIRST),
        ("h8 a1 i9 b1 j10 c1 k11 d2 l12", FIRST, FIRST),
        ("h8 a1 g9 b1 f10 c1 e11 d2 d12", FIRST, FIRST),
        ("h8 a1 i8 b1 j8 c1 l8 a3 m8 c3 k8", FIRST, ONGOING),  # six
        ("o1 a2 a3 b2 b3 c2 d3 d2 d4 e2", SECOND, SECOND),
        ("l1 a2 m1 b4 n1 c6 o1 d8 a1 e10", ONGOING, ONGOING),  # does not wrap
    ],
)
def test_endings(moves, freestyle, standard):
    played = moves.split()
    for rule, expected in (("freestyle", freestyle), ("standard", standard)):
        made = gomoku.game(rule=rule)
        assert after(" ".join(played[:-1]), made).outcome() == ONGOING
        assert after(moves, made).outcome() == expected


def test_a_full_board_is_a_draw():
    made = gomoku.game(size=5)
    dark = [(r, c) for r, c in itertools.product(range(5), repeat=2) if (r // 2 + c) % 2 == 0]
    light = [cell for cell in itertools.product(range(5), repeat=2) if cell not in dark]
    assert len(dark) == 13
    order = [cell for pair in itertools.zip_longest(dark, light) for cell in pair if cell]
    position = after(" ".join(f"{'abcde'[c]}{r + 1}" for r, c in order), made)
    assert (position.outcome(), position.moves()) == (DRAW, [])


@pytest.mark.parametrize(
    ("dark", "light", "value"),
    [("h8", "", 0), ("h8 i8", "a1", 4), ("h8 i8 j8", "a1 c1", 16), ("h8 i8 j8 k8 l8", "", 102016)],
)
def test_golden_values_of_the_reports_evaluator(dark, light, value):
    position = placed(dark, light)
    bound = gomoku.REPORT.bind(position.game)
    assert bound.grid_value(position.record, 0) == value
    assert bound.grid_value(position.record, 1) == -value
    assert sum(feature * weight for _, feature, weight in bound.explain(position.record, 0)) == value


def written(function, position):
    moves, scores = np.zeros(position.game.max_moves, np.int32), np.zeros(position.game.max_moves, np.int32)
    arguments = (moves, scores) if function is candidates else (moves,)
    count = function(position.record, position.game.setup[0], *arguments)
    return [position.move_text(m) for m in moves[:count].tolist()]


def test_replies_to_a_four():
    assert written(required, placed("h8 i8 j8 k8", "g8", turn=1)) == ["l8"]
    assert written(required, placed("h8 i8 j8 k8", "", turn=1)) == []
    assert written(required, placed("h8 i8 j8 k8", "a1 b1 c1 d1", turn=1)) == ["e1"]
    assert len(written(required, placed("h8 i8 j8", "a1", turn=1))) == 221
    standard = gomoku.game(rule="standard")
    assert len(written(required, placed("h8 i8 j8 l8 m8", "a1", standard, turn=1))) == 219  # k8 would make six


def test_candidates_of_the_report():
    assert written(candidates, gomoku.game().start()) == ["h8"]
    assert written(candidates, after("a1")) == ["b1", "a2", "b2"]
    assert len(written(candidates, after("h8"))) == 8
