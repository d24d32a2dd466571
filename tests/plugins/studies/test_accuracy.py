"""Evaluators against the truth: a perfect one, a good one, and its opposite, which must be detected."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from counterply import CounterplyError
from counterply.cli import run
from counterply.compiling.kernels import PLAIN
from counterply.core.evaluator import Evaluator
from counterply.core.limits import Stop
from counterply.plugins.studies import accuracy, sampling
from counterply.plugins.studies.counterexamples import Finder
from counterply.plugins.studies.verbs import parse_phases
from counterply.search.textbook import Count, evaluation, minimax
from counterply.usercode.loading import load_evaluator, load_game
from some import some

slow_in_plain_mode = pytest.mark.skipif(PLAIN, reason="minutes in plain mode")

EVALUATORS = """
LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)


def good(position, player):
    total = 0.0
    own, other = position["stones"][player], position["stones"][1 - player]
    for line in LINES:
        if not other & line:
            total += 1.0
        if not own & line:
            total -= 1.0
    return total


def bad(position, player):
    return good(position, 1 - player)
"""


@pytest.fixture
def planted(tmp_path: Path) -> str:
    file = tmp_path / "planted.py"
    file.write_text(EVALUATORS)
    return str(file)


def truth_of(position: Any) -> int:
    """Return what plain minimax to the end of the game says for the side to move: 1, 0 or -1."""
    score = minimax(position, 9, evaluation(position.game, load_evaluator("zero", position.game)), position.turn, Count()).score
    return (score > 0) - (score < 0)


def tic_tac_toe_samples(games: int) -> list[sampling.Sample]:
    game = load_game("tic_tac_toe")
    truth = sampling.Truth(game, nodes=20_000)
    return [truth(position, phase) for position, phase in sampling.sample_phases(sampling.play_games(game, "random", games, 0), 0)]


# --- samples


def test_samples_are_distinct_and_truly_judged() -> None:
    samples = tic_tac_toe_samples(6)
    assert len({sample.position.canonical_key() for sample in samples}) == len(samples)
    assert all(sample.proven for sample in samples)
    if not PLAIN:
        later = some((sample for sample in samples if sample.position.ply > 1), 6)  # before, plain minimax takes seconds
        assert [sample.truth for sample in later] == [truth_of(sample.position) for sample in later]


def test_phases_are_thirds_or_begin_at_plies() -> None:
    course = next(sampling.play_games(load_game("tic_tac_toe"), "random", 1, 3))
    thirds = sampling.parts_of(course, [])
    assert [position for part in thirds for position in part] == course
    by_ply = sampling.parts_of(course, [3])
    assert [position.ply for position in by_ply[0]] == [1, 2], "the opening is one ply"
    assert by_ply[1] == course[2:]
    assert sampling.phase_names([3]) == ("plies 0 to 2", "plies 3 on")


# --- agreement


def test_the_opposite_of_an_evaluator_agrees_where_it_does_not(planted: str) -> None:
    game, samples = load_game("tic_tac_toe"), tic_tac_toe_samples(60)
    values = [sampling.Values(load_evaluator(f"{planted}:{name}", game), game).of(samples) for name in ("good", "bad")]
    good, bad = (accuracy.by_phase(samples, own) for own in values)
    assert [row.phase for row in good] == [*sampling.THIRDS, "all"]
    for one, other in zip(good, bad, strict=True):
        assert one.right is not None
        assert other.right == pytest.approx(1 - one.right)
        assert other.silent == one.silent
        if one.rank is not None:
            assert other.rank == pytest.approx(-one.rank)
    total, opposite = good[-1], bad[-1]
    assert (total.positions, total.proven) == (len(samples), len(samples))
    assert total.rank_low > 0 > opposite.rank_high, "a bad evaluator is detected"  # type: ignore[operator]
    assert (total.decided, total.right, total.silent) == (72, 43 / 72, 22 / 72)


def test_a_perfect_evaluator_is_always_right() -> None:
    game, samples = load_game("tic_tac_toe"), tic_tac_toe_samples(6)
    known = {bytes(sample.position.record.tobytes()): sample for sample in samples}

    def perfect(position: Any, player: int) -> float:
        sample = known[position.record.tobytes()]
        return float(sample.truth if player == sample.position.turn else -sample.truth)

    values = sampling.Values(Evaluator("perfect", perfect, plain=True), game).of(samples)
    rows = accuracy.by_phase(samples, values)
    assert [row.right for row in rows] == [1.0] * 4
    assert [row.silent for row in rows] == [0.0] * 4
    groups = accuracy.calibration(samples, values, 1024)
    assert [(group.lowest, group.won) for group in groups] == [(-1.0, 0.0), (0.0, 0.5), (1.0, 1.0)]
    assert sum(group.positions for group in groups) == len(samples)


# --- counter-examples


@slow_in_plain_mode
def test_a_bad_evaluators_counter_examples_are_lost_next_turn(planted: str) -> None:
    game, samples = load_game("tic_tac_toe"), tic_tac_toe_samples(10)
    positions = [sample.position for sample in samples]
    found = Finder(game, load_evaluator(f"{planted}:bad", game)).find(positions, wanted=3)
    assert len(found) == 3
    for example in found:
        assert example.value > 0
        assert example.plies == 1
        assert example.position.turn == 1 - example.seat
        winners = [move for move in example.position.moves() if example.position.after(move).outcome() == 2 - example.seat]
        assert example.line[0] in winners
        assert truth_of(example.position) == 1


def test_where_nothing_is_positive_there_is_no_counter_example() -> None:
    game = load_game("tic_tac_toe")
    finder = Finder(game, load_evaluator("zero", game))
    assert not finder.look(game.position("moves 0,0 1,1 0,1 2,2"), 1)
    assert finder.found == {}


@slow_in_plain_mode
def test_a_lead_that_is_lost_with_the_next_move() -> None:
    game = load_game("fishing_derby", {"scenario": "test_3"})
    position = game.position("moves down right left left up down up")  # red leads 10 to 2, and green holds 11 below the surface
    finder = Finder(game, load_evaluator("score", game))
    assert finder.look(position, 1)
    (example,) = finder.found.values()
    assert (example.value, example.plies, example.margin, position.line_text(example.line)) == (8.0, 1, 3, ["up"])
    assert finder.verify(example)
    assert not finder.look(position, 0), "green is behind"


# --- the command


@slow_in_plain_mode
def test_the_document_is_the_same_each_time(capsys: pytest.CaptureFixture[str], planted: str, tmp_path: Path) -> None:
    table, plot = tmp_path / "accuracy.csv", tmp_path / "accuracy.png"
    texts = []
    for _ in range(2):
        assert (
            run(["accuracy", "tic_tac_toe", f"{planted}:bad", "--games", "5", "--json", "--csv", str(table), "--plot", str(plot)])
            == 0
        )
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1]
    (bad,) = json.loads(texts[0])["evaluators"]
    assert [row["phase"] for row in bad["phases"]] == [*sampling.THIRDS, "all"]
    assert len(table.read_text().splitlines()) == 1 + len(bad["phases"])
    assert plot.read_bytes().startswith(b"\x89PNG")
    for example in bad["counterexamples"]:
        position = load_game("tic_tac_toe").position(example["position"])
        assert truth_of(position) == (1 if example["to_move"] != example["seat"] else -1)


@pytest.mark.slow
@slow_in_plain_mode
def test_the_positions_can_be_pasted(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        run(
            ["accuracy", "fishing_derby", "score", "--set", "scenario=test_3", "--games", "4", "--nodes", "2000", "--examples", "1"]
        )
        == 0
    )
    told = capsys.readouterr().out
    assert "wins by" in told
    assert 'counterply analyse fishing_derby --set scenario=test_3 "moves ' in told
    assert "judged by a deep search with race" in told


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["tic_tac_toe"], "tic_tac_toe has no evaluator of its own"),
        (["tic_tac_toe", "nothing"], "unknown evaluator"),
        (["tic_tac_toe", "zero", "--phases", "8,3"], "--phases is thirds, or plies"),
        (["tic_tac_toe", "zero", "--games", "0"], "--games must be 1 or more"),
    ],
)
def test_bad_input_is_one_line(capsys: pytest.CaptureFixture[str], arguments: list[str], said: str) -> None:
    assert run(["accuracy", *arguments]) == 2
    told = capsys.readouterr()
    assert said in told.err
    assert told.out == ""


def test_texts() -> None:
    assert parse_phases("thirds") == []
    assert parse_phases("8,20") == [8, 20]
    for wrong in ("", "0,3", "3,3", "a"):
        with pytest.raises(CounterplyError):
            parse_phases(wrong)
    assert accuracy.value_text(-1.0, 2.5) == "-1.00 to +2.50"
    assert accuracy.value_text(-524288.0, -524288.0) == "-inf"


def test_a_stop_that_comes_while_it_measures_keeps_what_is_measured() -> None:
    stop, game = Stop(), load_game("tic_tac_toe")
    evaluators = [load_evaluator(None, game)]
    measured = accuracy.measure_accuracy(
        game, evaluators, accuracy.AccuracySettings("engine", 12, 500, (), 0, examples=0, within=4), stop, lambda _: stop.set()
    )
    assert stop
    with pytest.raises(KeyboardInterrupt):  # which came before anything was measured
        accuracy.measure_accuracy(
            game, evaluators, accuracy.AccuracySettings("engine", 12, 500, (), 0, examples=0, within=4), stop, None
        )
    assert not measured.finished
