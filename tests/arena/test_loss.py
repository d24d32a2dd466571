"""Value lost per move: exact where positions can be solved, whoever played the moves, else by a search; an interval by games."""

import pytest

import counterply as cp
from counterply.arena import loss
from counterply.arena.loss import Judged, MoveSample, Worth
from counterply.arena.record import replay_line
from counterply.arena.results import once, read_results
from counterply.arena.store import Store


@pytest.fixture(scope="module")
def run():
    return cp.tournament("tic_tac_toe", ["greedy", "random"], games=20, depth=1, workers=1, seed=1)


def value(position, memo):
    """Return what a position is worth to the first player: plain minimax."""
    if position.over:
        return {"first": 1.0, "second": 0.0, "draw": 0.5}[position.winner]
    key = position.key()
    if key not in memo:
        memo[key] = (min, max)[position.turn == 0](value(position.after(move), memo) for move in position.moves())
    return memo[key]


def test_the_loss_of_solved_positions_is_that_of_plain_minimax(run):
    memo = {}
    with Store.open(run.folder) as store:
        plan, sample = store.plan(), MoveSample(store.plan(), 12)
        for record in store.records():
            sample.add(record)
    judge = loss._Judge(plan)
    for record, index in sample.moves(1):
        position = replay_line(judge.game, (*record.opening, *record.moves[:index]))
        lost = value(position, memo) - value(position.after(record.moves[index]), memo)
        (found,) = judge.judged([(record, index)])
        assert found.best.value - found.played.value == pytest.approx(lost if position.turn == 0 else -lost)


def test_a_report_says_what_moves_lose_in_which_unit(run, tmp_path):
    text = run.report(tmp_path / "run.html", sample=8).read_text()
    assert "value lost" in text
    assert "points (a win is 1, a draw 1/2)" in text
    with Store.open(run.folder) as store:
        rows = {side.player: side.json() for side in read_results(store, sample=8).sides}
        assert read_results(store).sides[0].json()["value_lost"] is None
    assert rows["random"]["value_lost"] > rows["greedy"]["value_lost"] >= 0
    assert rows["random"]["value_lost_low"] <= rows["random"]["value_lost"] <= rows["random"]["value_lost_high"]


def test_what_cannot_be_measured_is_said(run, monkeypatch):
    def fail(*asked):
        raise cp.GameError("no search")

    monkeypatch.setattr(loss, "search_for", fail)
    with Store.open(run.folder) as store:
        assert "value lost per move was not measured: no search" in read_results(store, sample=2).notes


def test_games_are_the_samples_of_the_interval():
    def moves(games):
        return [Judged(game, Worth(1.0, True), Worth(float(game % 2), True)) for game in games]

    assert loss._loss(moves(range(4)), "", "").mean == 0.5
    apart, together = loss._loss(moves(range(40)), "", ""), loss._loss(moves([*range(4)] * 10), "", "")
    assert apart.high - apart.low < together.high - together.low


def test_an_estimate_counts_a_proven_win_as_the_largest_estimate():
    game = cp.game("connect_four")
    move = Judged(0, Worth(1.0, True), Worth(-2.5, False))
    assert loss._estimated(move, 4.0, game) == Judged(0, Worth(4.0, False), Worth(-2.5, False))


def test_a_run_that_clocks_have_decided_says_so_first(run):
    results = run.results
    before = dict(results.endings)
    assert not results.warnings
    results.endings.update(overrun=results.played)
    try:
        assert str(run).startswith(f"WARNING: {results.played} of {results.played} games were lost by a move that came too late")
        assert results.json()["warnings"] == results.warnings
    finally:
        results.endings.clear()
        results.endings.update(before)


def test_notes_of_one_kind_are_said_once():
    players = [f"p{number}" for number in range(6)]
    assert once([f"{player}: slow" for player in players], players) == ["6 players: slow (p0, p1, p2, p3, ...)"]
    assert once(["p1: slow", "all: quick"], players) == ["p1: slow", "all: quick"]


def test_a_star_alone_is_refused_in_one_line():
    with pytest.raises(cp.UsageError, match="a star alone is no value"):
        cp.match("hex", "random", "random", games=2, options={"size": "*"})
