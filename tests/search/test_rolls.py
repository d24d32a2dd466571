"""Where chance is to move, each roll is answered by a search of its own, and the mean is theirs."""

from __future__ import annotations

import json
from math import isclose
from pathlib import Path

import pytest

import counterply as cp
from counterply import Game, GameError, UsageError
from counterply.cli import run

PIG = str(Path(__file__).with_name("pig.py"))


@pytest.fixture(scope="module")
def pig() -> Game:
    return cp.game(PIG)


def test_each_roll_has_the_value_of_a_search_after_it(pig: Game) -> None:
    place = pig.start().play("0")
    found = cp.rolls(place, depth=4)
    assert (found.outcomes, len(found.rolls), found.finished) == (4, 4, True)
    for roll in found.rolls:
        [outcome] = roll.moves
        after = place.after(outcome)
        report = cp.analyse(after, depth=4).last()
        assert roll.report is not None
        assert (roll.report.move, roll.report.score) == (report.move, report.score)
        assert isclose(roll.value, report.score / report.grid * (1 if after.turn == 0 else -1))
    assert isclose(found.mean, sum(roll.value for roll in found.rolls) / 4)
    assert {after.turn for after in (place.after(roll.moves[0]) for roll in found.rolls)} == {0, 1}, "a 1 passes the turn"


def test_a_roll_that_ends_the_game_is_worth_its_outcome() -> None:
    pig = cp.game(PIG, goal=3)
    found = cp.rolls(pig.start().play("0"), depth=3)
    ended = {roll.moves[0]: roll for roll in found.rolls if roll.report is None}
    assert {outcome: roll.value for outcome, roll in ended.items()} == {3: 1.0, 4: 1.0}
    assert found.to_frame(library="dict")["line"][-1] == "the game is over"
    assert found.json()["rolls"][-1]["best"] is None


def test_a_limit_of_nodes_is_shared(pig: Game) -> None:
    found = cp.rolls(pig.start().play("0"), nodes=400)
    assert all(roll.report is not None and roll.report.nodes <= 100 for roll in found.rolls)


def test_many_outcomes_are_drawn_by_lot_and_so_is_what_comes_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("counterply.api.rolls.MOST", 3)
    found = cp.rolls(cp.game(PIG, dice=2).start().play("0"), depth=1)
    assert found.outcomes == 4
    assert 0 < len(found.rolls) <= 3
    assert isclose(sum(roll.probability for roll in found.rolls), 1)
    assert [len(roll.moves) for roll in found.rolls] == [1 if roll.moves[0] == 1 else 2 for roll in found.rolls]
    assert 2 in {len(roll.moves) for roll in found.rolls}
    assert str(found).startswith(f"{len(found.rolls)} of 4 outcomes, mean ")


def test_the_command_prints_rolls_or_one_document(pig: Game, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture = tmp_path / "roll.svg"
    assert run(["analyse", PIG, "moves 0", "--depth", "2", "--svg", str(picture)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    [head] = [number for number, line in enumerate(lines) if line.startswith("roll ")]
    assert [line.split()[:2] for line in lines[head + 1 :]] == [[str(face), "25.00%"] for face in (1, 2, 3, 4)]
    assert run(["analyse", PIG, "moves 0", "--depth", "2", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document == cp.rolls(pig.start().play("0"), depth=2).json()


@pytest.mark.parametrize("asked", [["--boards", "1"], ["--lines", "2"], ["--explain"], ["--threads", "2"]])
def test_what_is_for_a_players_turn_is_refused(asked: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", PIG, "moves 0", *asked]) == 2
    told = capsys.readouterr().err.strip().splitlines()[-1]
    assert told.endswith(f"(to 4); {asked[0]} is for a player's turn")


def test_refuses_where_a_player_is_to_move(pig: Game) -> None:
    with pytest.raises(GameError, match="chance is not to move"):
        cp.rolls(pig.start())
    with pytest.raises(UsageError, match="unknown search"):
        cp.rolls(pig.start().play("0"), search="sideways")
