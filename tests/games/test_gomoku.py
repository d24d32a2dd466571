"""Five in a row: endings, rules, forbidden moves, positions in and out."""

import itertools

import pytest

from counterply import DRAW, FIRST, ONGOING, SECOND
from counterply.evaluation.gomoku import evaluators
from counterply.games import gomoku
from counterply.games.gomoku import cell_name

REPORT = next(evaluator for evaluator in evaluators if evaluator.name == "report")


def after(words, made=None):
    return (made or gomoku.game()).start().play_text(words.split())


def placed(dark, light, made=None, turn=0):
    """Stones by name, put on the board without regard to whose turn it was."""
    position = (made or gomoku.game()).start()
    for player, words in enumerate((dark, light)):
        for word in words.split():
            gomoku.place(position.record, player, int(word[1:]) - 1, ord(word[0]) - ord("a"))
    position.record["turn"] = turn
    return position


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
    position = after(" ".join(cell_name(r * 26 + c) for r, c in order), made)
    assert (position.outcome(), position.moves()) == (DRAW, [])
    drawn = gomoku.game(size=5, draw=4)
    position = after(" ".join(cell_name(r * 26 + c) for r, c in order[:21]), drawn)
    assert (position.outcome(), drawn.reason(position)) == (DRAW, "only 4 empty cells are left")


@pytest.mark.parametrize(
    ("dark", "light", "value"),
    [("h8", "", 0), ("h8 i8", "a1", 4), ("h8 i8 j8", "a1 c1", 16), ("h8 i8 j8 k8 l8", "", 102016)],
)
def test_golden_values_of_the_reports_evaluator(dark, light, value):
    position = placed(dark, light)
    bound = REPORT.bind(position.game)
    assert bound.grid_value(position.record, 0) == value
    assert bound.grid_value(position.record, 1) == -value
    assert sum(feature * weight for _, feature, weight in bound.explain(position.record, 0)) == value
