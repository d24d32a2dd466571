"""Won and lost openings of Fishing Derby, where points count and each pair of games has its own scenario."""

import pytest

import counterply as cp


@pytest.mark.slow
def test_openings_are_solved_where_points_count_and_games_differ():
    stars = {"scenario": "random:fish=2,length=16,seed=*"}
    found = cp.tournament("fishing_derby", ["engine", "random"], games=8, nodes=200, workers=1, options=stars).results
    with_a_winner = found.pairings[0].conversion.of + found.pairings[0].swindle.of
    assert 0 < with_a_winner <= 8


@pytest.mark.slow
def test_an_ablation_has_conversion_and_swindle():
    stars = {"scenario": "random:fish=2,length=16,seed=*"}
    study = cp.ablate("fishing_derby", options=stars, games=8, nodes=100, depth=2, positions=1, workers=1)
    assert any(row.json()["conversion_games"] for row in study.measured)
    assert "conversion" in str(study.table())
