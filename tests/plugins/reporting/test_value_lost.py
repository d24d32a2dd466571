"""Value lost per move: exact where positions can be solved, whoever played the moves, else by a search; an interval by games."""

from itertools import islice
from math import log

import pytest

import counterply as cp
from counterply.arena.record import replay_line
from counterply.arena.results import read_results
from counterply.arena.store import Store
from counterply.core.report import Line
from counterply.core.values import FIRST, outcome_score
from counterply.plugins.explanations.chances import Chances
from counterply.plugins.reporting import value_lost
from counterply.plugins.reporting.value_lost import Judged, MoveSample, measured


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
    looked = 0
    for record, index in islice(sample.moves(1), 40):
        position = replay_line(judge.game, (*record.opening, *record.moves[:index]))
        after = [value(position.after(move), memo) for move in position.moves()]
        found = list(judge.judged([(record, index)]))
        assert bool(found) == (min(after) != max(after))
        if found:
            lost = value(position, memo) - value(position.after(record.moves[index]), memo)
            assert found == [Judged(record.number, lost if position.turn == 0 else -lost, True)]
            looked += 1
    assert looked > 20


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
        return [Judged(game, float(game % 2), True) for game in games]

    assert value_lost._loss(moves(range(4)), 4, 4, "", "").mean == 0.5
    apart, together = (value_lost._loss(moves(games), 40, 40, "", "") for games in (range(40), [*range(4)] * 10))
    assert apart.high - apart.low < together.high - together.low


def test_a_few_moves_make_no_number():
    """A weak player is soon lost, and then loses nothing more: the mean of a handful of moves would tell nothing of it."""
    move = Judged(0, 1.0, True)
    told = value_lost._loss([move] * 9, 30, 120, "", "")
    assert (str(told), told.json()["value_lost"], told.json()["value_lost_moves"]) == ("9 of 120 moves could be judged", None, 9)
    assert value_lost._loss([move] * 10, 30, 120, "", "").mean == 1.0
    assert value_lost._loss([move] * 2, 30, 5, "", "").mean == 1.0  # there were no more


def test_a_move_matters_where_another_one_is_worth_less(run):
    with Store.open(run.folder) as store:
        judge = value_lost._Judge(store.plan())
    for moves, matters in (
        ("moves 0,0 0,1", True),
        ("moves 0,0 0,1 1,1 1,0 2,0", False),
    ):  # the second one is lost, whatever is done
        position = judge.game.position(moves)
        assert (judge._worths(position, position.moves()[0]) is not None) is matters


@pytest.mark.parametrize(
    ("line", "chance", "margin"),
    [
        (Line(0, 2048, (0,), grid=1024), (0.75, False), (2.0, False)),
        (Line(0, 2048, (0,), grid=1024, proven=True), (1.0, True), (2.0, True)),
        (Line(0, outcome_score(FIRST, 0, 3), (0,), proven=True), (1.0, True), None),  # and nobody knows by how many points
    ],
)
def test_a_score_counts_as_its_winning_chance_and_a_margin_as_itself(run, monkeypatch, line, chance, margin):
    with Store.open(run.folder) as store:
        judge = value_lost._Judge(store.plan())
    chances = Chances(judge.game, judge.evaluator)
    chances._steep = log(3) / 2
    monkeypatch.setattr(judge, "_tools", lambda position: (None, chances))
    for judge.by_margin, worth in ((False, chance), (True, margin)):
        assert judge._worth(line, judge.game.start()) == (worth and pytest.approx(worth))


def test_a_report_tells_how_far_it_is_in_each_of_its_phases(run, tmp_path):
    told = []
    cp.report(run.folder, sample=2, to=tmp_path / "run.html", progress=told.append)
    last = {progress.phase: (progress.done, progress.total, progress.unit) for progress in told}
    assert last == {"reading": (20, 20, "games"), "judging": (12, 12, "moves"), "drawing": (20, 20, "games")}
