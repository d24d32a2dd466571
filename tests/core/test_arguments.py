"""What an author hands over is what its annotation says, or is refused in a line that names it: nothing wrong is kept for later."""

from inspect import signature

import numpy as np
import pytest

from counterply import Board, Chance, Evaluator, Game, GameError, Hints, Memo, Repetition, Symmetry, Text
from counterply.core.arguments import RENAMED

RECORD = np.dtype([("heap", np.int16), ("turn", np.int8)])


def legal(position, move):
    return move < position["heap"]


def play(position, move):
    position["heap"] -= move + 1
    position["turn"] = 1 - position["turn"]


def lead(position, player):
    return 0.0


def nothing(*places):
    """Stand for any function of a group."""


WHOLE = {  # by class: arguments that make one
    Game: {"name": "heap", "record": RECORD, "legal_moves": legal, "moves": 3, "play": play},
    Evaluator: {"name": "lead"},
    Symmetry: {"count": 2, "transform": nothing},
    Repetition: {"times": 3, "plies": 9},
    Memo: {"record": RECORD, "refresh": nothing, "update": nothing, "undo": nothing},
} | {cls: {} for cls in (Board, Chance, Hints, Text)}
EACH = [(cls, name) for cls in WHOLE for name in list(signature(cls.__init__).parameters)[1:] if (cls, name) != (Memo, "record")]


@pytest.mark.parametrize(("cls", "name"), EACH, ids=[f"{cls.__name__}-{name}" for cls, name in EACH])
def test_an_argument_that_nothing_can_be_made_of_is_named(cls, name):
    said = "a position is a NumPy record type, not " if name == "record" else rf"^{cls.__name__}: {name} is .+, not <object"
    with pytest.raises(GameError, match=said) as raised:
        cls(**{**WHOLE[cls], name: object()})
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) < 150


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"objective": "points"}, "Game: objective is 'outcome' or 'margin', not 'points'"),
        ({"evaluators": [lead]}, "Game: evaluators is a list of Evaluators, not [<function"),
        ({"evaluators": Evaluator("lead", lead)}, "Game: evaluators is a list of Evaluators, not Evaluator("),
        ({"chance": nothing}, "Game: chance is a Chance, not <function"),
        ({"max_plies": 2.5}, "Game: max_plies is a whole number, not 2.5"),
        ({"max_moves": True}, "Game: max_moves is a whole number, not True"),
        ({"repeats": 3}, "Game: repeats is True or False or a Repetition, not 3"),
        ({"record": np.zeros(1, RECORD)}, "heap: a position is a NumPy record type, not array("),
        ({"record": np.dtype([("heap", object), ("turn", np.int8)])}, "heap: the record's field 'heap' holds objects, which"),
        ({"memo": Memo([("sum", np.int64)], nothing, nothing, nothing)}, "heap: a memo is a NumPy record type, not [("),
    ],
)
def test_it_is_said_what_it_should_be(given, said):
    with pytest.raises(GameError) as raised:
        Game(**{**WHOLE[Game], **given})
    assert said in str(raised.value)


def test_what_comes_to_the_same_is_taken():
    evaluators = (Evaluator("lead", lead, swing=1),)
    game = Game(**WHOLE[Game], max_plies=np.int64(9), repeats=np.True_, board=Board([3, 3]), evaluators=evaluators)
    assert (game.max_plies, list(game.board), game.evaluators[0].name) == (9, [3, 3], "lead")


class Steady(Evaluator):
    def __init__(self, weights: str):
        super().__init__(weights, lead)


def test_a_class_of_somebodys_own_has_arguments_of_its_own():
    assert Steady("calm").name == "calm"


@pytest.mark.parametrize("name", RENAMED)
def test_a_file_of_before_is_told_what_an_argument_is_called_now(name):
    kinds = {"legal": Game, "outcome_and_moves": Game, "freeze": Chance, "transform_move": Symmetry}
    with pytest.raises(GameError, match=f"^{kinds.get(name, Hints).__name__} takes no {name} any more: ") as raised:
        kinds.get(name, Hints)(**{name: nothing})
    assert "\n" not in str(raised.value)


def test_a_function_of_before_is_known_by_its_place():
    def transform_move(move, symmetry):
        return move

    with pytest.raises(GameError, match="Symmetry takes no transform_move any more"):
        Symmetry(2, nothing, transform_move)
