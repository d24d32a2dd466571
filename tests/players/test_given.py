"""Players that a program has made, objects and functions; and what a type checker knows of them."""

from __future__ import annotations

import inspect
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import counterply as cp

TTT: Any = cp.game("tic_tac_toe")


class Model:
    def __init__(self) -> None:
        self.asked = self.started = 0

    def start(self, game: cp.Game, seat: int, seed: int) -> None:
        self.started += 1

    def choose(self, position: cp.Position, limit: cp.Limit) -> int:
        self.asked += 1
        return position.moves()[-1]

    def value(self, position: cp.Position, player: int) -> float:
        return float(len(position.moves()))


def test_an_object_plays_all_its_games_itself_and_is_not_closed() -> None:
    model = Model()
    with cp.player(model) as player:
        assert player.choose(TTT.start()).text == "2,2"
        assert repr(player) == "<player <Model>>"
    asked = model.asked
    played = cp.match(TTT, model, model, games=2, nodes=10)
    assert played.standing.games == 2
    assert not played.failures
    assert model.asked >= asked + 2 * 5
    assert model.started >= 4, "in each game once a seat"
    assert cp.tournament(TTT, [model, "random"], games=2, nodes=10).results.played == 2


def test_an_object_in_a_file_is_a_player_too(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("class Last:\n    def choose(self, position, limit):\n        return position.moves()[-1]\n\nlast = Last()\n")
    with cp.player(f"{file}:last") as player:
        assert player.choose(TTT.start()).text == "2,2"


def mobile(position: cp.Position, player: int) -> float:
    return float(len(position.moves()))


@pytest.mark.parametrize("evaluator", [Model().value, mobile, cp.Evaluator("declared", mobile, plain=True)])
def test_an_evaluator_in_plain_python_gets_a_position(evaluator: Any) -> None:
    assert cp.evaluator(TTT, evaluator)(TTT.start().play("1,1")) == 8.0
    report = cp.analyse(TTT, eval=evaluator, depth=2).last()
    assert (report.value, report.plain) == (7.0, True)


def test_the_note_says_what_a_compiled_one_gets() -> None:
    greedy = cp.player("greedy", eval=mobile)
    greedy.start(TTT)
    assert "compiled code gets a position's record, which has no 'moves'" in greedy.notes[0]


def test_the_side_to_move_has_the_words_of_the_winner() -> None:
    position = TTT.start().play("0,0", "1,1", "0,1", "1,0")
    assert (position.turn, position.mover) == (0, "first")
    assert position.play("0,2").winner == position.mover


RULES = {"moves", "chances", "outcome", "margin", "key", "canonical_key"}  # functions of the rules, as plain games have them
MADE = {
    "json",
    "table",
    "rows",
    "cells",
    "passed",
    "last",
    "games",
    "copy_record",
    "require_ongoing",
    "svg",
    "to_frame",
}  # documents, tables, copies, acts


@pytest.mark.parametrize("kind", [cp.Position, cp.Report, cp.Line, cp.Limit])
def test_a_fact_is_a_property_and_what_the_rules_compute_a_method(kind: type) -> None:
    functions = {name: each for name, each in inspect.getmembers(kind, inspect.isfunction) if not name.startswith("_")}
    bare = {name for name, each in functions.items() if len(inspect.signature(each).parameters) == 1}
    assert bare <= RULES | MADE | {"begun"}


TYPED = """
from typing import Any, assert_type
import numpy as np
import counterply as cp
from counterply import Game, Limit, PlainGame, Position, Report

class Bold:
    def __init__(self, taste: int = 0) -> None: ...
    def choose(self, position: Position, limit: Limit) -> int:
        return position.moves()[0]

class Model:
    def choose(self, position: Position, limit: Limit) -> Report:
        return Report(position.moves()[0])
    def value(self, position: Position, player: int) -> float:
        return 0.0

def left(position: Position, limit: Limit) -> str:
    return position.move_text(position.moves()[0])

def plain(given: PlainGame) -> None:
    assert_type(cp.game(given), PlainGame)

game, model = cp.game("tic_tac_toe"), Model()
assert_type(game, Game)
position = game.start().play("1,1")
assert_type(position, Position)
assert_type(position.moves(), list[int])
int(position["turn"]) + position["stones"][0]
assert_type(cp.analyse(game, eval=model.value, depth=2).last().move, int)
cp.match(game, model, Bold, games=2)
cp.tournament(game, [Model(), left, Bold, "random"], games=2)
cp.player(Bold, taste=1).choose(position, seconds=1)
cp.match(game, 5, Bold)  # wrong
"""


@pytest.mark.slow  # an empty cache of mypy costs 12 s
def test_type_checkers_know_players_games_and_fields(tmp_path: Path) -> None:
    mypy = shutil.which("mypy", path=Path(sys.executable).parent)
    if mypy is None:
        pytest.skip("mypy is not installed")
    file = tmp_path / "typed.py"
    file.write_text(TYPED)
    done = subprocess.run([mypy, "--strict", str(file)], capture_output=True, text=True, cwd=Path(__file__).parents[2])
    wrong = 1 + TYPED.splitlines().index("cp.match(game, 5, Bold)  # wrong")
    errors = [line for line in done.stdout.splitlines() if ": error: " in line]
    assert [line.partition(": error")[0].rpartition(":")[2] for line in errors] == [str(wrong)], done.stdout + done.stderr
