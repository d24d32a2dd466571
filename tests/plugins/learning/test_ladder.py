"""What a learnt evaluator is worth: the ladder of its snapshots, the yardsticks, the words, and what its file says later."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import counterply as cp
from counterply.arena.statistics import Standing, pair_standing
from counterply.cli import run
from counterply.compiling.kernels import PLAIN
from counterply.core.errors import UsageError
from counterply.plugins.learning.display import verdict
from counterply.plugins.learning.ladder import Ladder
from counterply.plugins.learning.yardsticks import material, mobility
from counterply.plugins.networks.learnt import LearntEvaluator, NetworkFile, header_of, read_learnt, write_learnt
from counterply.plugins.networks.samples import play_random_games
from counterply.plugins.networks.view import view_of
from counterply.usercode.loading import load_evaluator, load_game


def standing(won: int, lost: int) -> Standing:
    """Return a standing of so many pairs in which all games were won, or lost."""
    total = Standing()
    for _ in range(won):
        total += pair_standing(1.0, 1.0)
    for _ in range(lost):
        total += pair_standing(0.0, 0.0)
    return total


def test_a_rating_rises_where_the_score_cannot() -> None:
    ladder = Ladder("zero")
    for number in range(4):
        ladder.add(f"snapshot {number}", "zero", standing(20, 0))
        if number:
            ladder.add(f"snapshot {number}", f"snapshot {number - 1}", standing(15, 5))
    rated = ladder.rated()
    ratings = [rated[f"snapshot {number}"].elo for number in range(4)]
    assert rated["zero"].elo == rated["zero"].low == rated["zero"].high == 0.0
    assert ratings == sorted(ratings)
    assert ratings[3] - ratings[0] > 300
    assert all(rating.low < rating.elo < rating.high for name, rating in rated.items() if name != "zero")


def test_more_games_make_the_interval_narrower() -> None:
    widths = []
    for pairs in (4, 40, 400):
        ladder = Ladder("material")
        ladder.add("snapshot 1", "material", standing(3 * pairs // 4, pairs // 4))
        rating = ladder.rated()["snapshot 1"]
        assert 100 < rating.elo < 195  # 75 % are 191, less what the drawn game that is added takes
        widths.append(rating.high - rating.low)
    assert widths[0] > 2 * widths[1] > 4 * widths[2]


def match(opponent: str, low: float, high: float) -> dict[str, Any]:
    return {"opponent": opponent, "score": (low + high) / 2, "score_low": low, "score_high": high}


def test_what_is_weaker_than_material_is_said_to_be() -> None:
    found = [match("material", 0.1, 0.4), match("zero", 0.9, 1.0), match("mcts", 0.4, 0.6)]
    level = "not shown to be better than mcts (50 % [40, 60]); better than zero (95 % [90, 100])"
    worse = "do not use it, or let it learn longer: weaker than material (25 % [10, 40])"
    assert verdict({"matches": found}) == f"{worse}; {level}"
    assert verdict({"matches": found[1:]}) == level
    assert verdict({"matches": found[1:2]}) == "better than zero (95 % [90, 100])"
    assert verdict({"matches": []}) == "not compared with anything: no matches were played at its end"


@pytest.mark.parametrize("name", ["ataxx", "breakthrough", "othello"])
def test_material_is_found_where_players_own_a_changing_number_of_things(name: str) -> None:
    game = load_game(name)
    samples = play_random_games(game, 3)
    counts = material(game, view_of(game, samples), samples)
    assert counts is not None
    bound = counts.bind(game)
    for record in samples.records[:40]:
        stones = record["stones"] if name == "othello" else [(record["cells"] == owner).sum() for owner in (1, 2)]
        first, second = (int(each).bit_count() for each in stones) if name == "othello" else stones
        for player, wanted in ((0, first - second), (1, second - first)):
            assert bound.grid_value(record, player) == wanted * counts.grid


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "kalah", "isolation"])
def test_there_is_none_where_the_difference_says_nothing(name: str) -> None:
    game = load_game(name)
    samples = play_random_games(game, 3)
    assert material(game, view_of(game, samples), samples) is None


def test_mobility_counts_the_moves_of_who_is_to_move() -> None:
    game = load_game("othello")
    evaluator = mobility(game)
    bound, position = evaluator.bind(game), game.start()
    for _ in range(6):
        count = len(position.moves()) * evaluator.grid
        assert [bound.grid_value(position.record, position.turn ^ other) for other in (0, 1)] == [count, -count]
        position = position.after(position.moves()[0])


@pytest.mark.skipif(PLAIN, reason="takes minutes uncompiled")
@pytest.mark.usefixtures("one_process")
@pytest.mark.slow
def test_a_file_says_later_what_it_is_worth(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "ttt.learnt"
    learning = cp.learn("tic_tac_toe", games=600, size="small", match=4, out=file)
    evidence = cp.learnt(file)
    assert [found["opponent"] for found in evidence.made["matches"]] == ["mobility", "zero", "mcts"]
    assert (evidence.verdict, str(evidence)) == (learning.verdict, str(learning))
    assert cp.learn("tic_tac_toe", games=600, match=0, out=file).verdict == learning.verdict  # matches of these games stay
    assert run(["learnt", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == learning.verdict
    assert run(["learnt", str(file)]) == 0
    assert learning.verdict in capsys.readouterr().out
    known = read_learnt(file)
    del known.header["made"]["matches"]
    old = tmp_path / "old.learnt"
    write_learnt(old, NetworkFile(known.header, known.weights, np.zeros(1, np.float32), np.zeros(1, np.float32)))
    with pytest.raises(UsageError, match="says nothing of what it is worth; learn again"):
        cp.learnt(old)
    assert run(["learnt", str(old)]) == 2


def test_a_network_of_one_size_is_refused_on_another_and_says_why(tmp_path: Path) -> None:
    game = load_game("breakthrough", {"width": "4", "height": "5"})
    samples = play_random_games(game, 3)
    counts = material(game, view_of(game, samples), samples)
    assert isinstance(counts, LearntEvaluator)
    view, layout, weights, _ = counts.parts  # type: ignore[attr-defined]
    file = tmp_path / "small.learnt"
    write_learnt(file, NetworkFile(header_of(game, view, layout, 1.0, {}), weights))
    load_evaluator(str(file), game)
    with pytest.raises(
        UsageError,
        match=r"with width=4 height=5, not with width=5 height=5: .* fits no other board; learn again, into another file$",
    ):
        load_evaluator(str(file), load_game("breakthrough", {"width": "5", "height": "5"}))
    with pytest.raises(UsageError, match="with width=4 height=5, not with the usual options: "):
        load_evaluator(str(file), load_game("breakthrough"))
