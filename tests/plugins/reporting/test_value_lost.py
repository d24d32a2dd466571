"""Value lost per move: exact where positions can be solved, whoever played the moves, else by a search; an interval by games."""

import pytest

import counterply as cp
from counterply.arena.record import replay_line
from counterply.arena.results import read_results
from counterply.arena.store import Store
from counterply.plugins.reporting import value_lost
from counterply.plugins.reporting.value_lost import Judged, MoveSample, Worth, measured


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
    judge = value_lost._Judge(plan)
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
        rows = {side.player: side.json() for side in measured(store, store.plan().all_games.family(), store.records(), 8).sides}
        assert read_results(store).sides[0].json()["value_lost"] is None
    assert rows["random"]["value_lost"] > rows["greedy"]["value_lost"] >= 0
    assert rows["random"]["value_lost_low"] <= rows["random"]["value_lost"] <= rows["random"]["value_lost_high"]


def test_what_cannot_be_measured_is_said(run, monkeypatch):
    def fail(*asked):
        raise cp.GameError("no search")

    monkeypatch.setattr(value_lost, "search_for", fail)
    with Store.open(run.folder) as store:
        assert (
            "value lost per move was not measured: no search"
            in measured(store, store.plan().all_games.family(), store.records(), 2).notes
        )


def test_games_are_the_samples_of_the_interval():
    def moves(games):
        return [Judged(game, Worth(1.0, True), Worth(float(game % 2), True)) for game in games]

    assert value_lost._loss(moves(range(4)), 4, "", "").mean == 0.5
    apart, together = (value_lost._loss(moves(games), 40, "", "") for games in (range(40), [*range(4)] * 10))
    assert apart.high - apart.low < together.high - together.low


def test_moves_that_could_lose_nothing_make_no_number():
    """A mean over the few positions that are known, where all is lost already, would call the weakest player faultless."""
    settled, open_ones = (
        [Judged(0, Worth(0.0, True), Worth(0.0, True), False)] * 20,
        [Judged(0, Worth(1.0, True), Worth(0.0, True))],
    )
    told = value_lost._loss([*settled, *open_ones * 3], 30, "", "")
    assert (str(told), told.json()["value_lost"], told.json()["value_lost_moves"]) == ("3 of 30 moves could be judged", None, 3)
    assert value_lost._loss([*settled, *open_ones * 10], 30, "", "").mean == pytest.approx(1 / 3)


def test_a_move_matters_where_another_one_is_worth_less(run):
    with Store.open(run.folder) as store:
        judge = value_lost._Judge(store.plan())
    for moves, matters in (
        ("moves 0,0 0,1", True),
        ("moves 0,0 0,1 1,1 1,0 2,0", False),
    ):  # the second one is lost, whatever is done
        position = judge.game.position(moves)
        assert judge._worths(judge.game, position, position.moves()[0])[2] is matters


def test_an_estimate_counts_a_proven_win_as_the_largest_estimate():
    game = cp.game("connect_four")
    move = Judged(0, Worth(1.0, True), Worth(-2.5, False))
    assert value_lost._estimated(move, 4.0, game) == Judged(0, Worth(4.0, False), Worth(-2.5, False))


def test_a_report_tells_how_far_it_is_in_each_of_its_phases(run, tmp_path):
    told = []
    cp.report(run.folder, sample=2, to=tmp_path / "run.html", progress=told.append)
    last = {progress.phase: (progress.done, progress.total, progress.unit) for progress in told}
    assert last == {"reading": (20, 20, "games"), "judging": (4, 4, "moves"), "drawing": (20, 20, "games")}
