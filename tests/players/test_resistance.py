"""Lost positions: the engine plays for the opponent's mistake, keeps its limits, and can be repeated."""

from __future__ import annotations

import time
from typing import Any

import pytest

from counterply import Limit
from counterply.core.limits import Stop, now_ns
from counterply.core.loading import load_evaluator, load_game
from counterply.core.report import Report
from counterply.core.values import FIRST, ONGOING, PROVEN, is_loss, is_win
from counterply.players import make_player
from counterply.search.alphabeta.engine import LOSS, WIN, Engine, Preference
from counterply.search.alphabeta.techniques import ALPHABETA_ONLY
from counterply.search.resistance import Budget, Kind, Resistance, expected_of

GAME: Any = load_game("isolation")
NODES = 1_000_000  # a move of the engine
OPPONENT = "alphabeta:eval=improved"
OPPONENT_NODES = 10_000
ENGINE_SEED = 1
OPPONENT_SEEDS = (5, 6, 7)

# Moves from the start to a position that is lost for the first player, then the move that resists. Against the opponent above, the
# move that holds out longest loses whatever the seed; after the move here, the opponent throws its win away later.
WITNESSES = (
    ((33, 24, 18, 39, 27, 30, 12, 45, 3, 36, 16, 21), 11),
    ((40, 19, 31, 32, 44, 37, 39, 24, 34, 29, 25, 16), 10),
)


def position_after(moves: tuple[int, ...]) -> Any:
    position = GAME.start()
    for move in moves:
        position = position.after(move)
    return position


def solved(position: Any) -> int | None:
    return Engine(GAME, load_evaluator(None, GAME)).prove(position, Limit()).value


def play(name: str, start: Any, opponent_seed: int) -> tuple[Any, list[Any]]:
    """Return the last position and the reports of the first player, who is on move."""
    player, opponent = make_player(name), make_player(OPPONENT)
    player.start(GAME, 0, ENGINE_SEED)
    opponent.start(GAME, 1, opponent_seed)
    position, reports = start, []
    while position.outcome() == ONGOING:
        if position.turn == 0:
            report = player.choose(position, Limit(nodes=NODES))
            reports.append(report)
        else:
            report = opponent.choose(position, Limit(nodes=OPPONENT_NODES))
        position = position.after(report.move)
    return position, reports


@pytest.mark.parametrize(("moves", "best"), WITNESSES)
def test_a_lost_position_is_won_against_an_opponent_that_can_be_foreseen(moves: tuple[int, ...], best: int) -> None:
    start = position_after(moves)
    assert solved(start) == LOSS
    for seed in OPPONENT_SEEDS:
        end, reports = play("engine", start, seed)
        assert end.outcome() == FIRST
        assert all(report.nodes <= NODES for report in reports)
        first = reports[0]
        assert (first.move, first.stopped, first.proven, is_loss(first.score)) == (best, "resists", True, True)
        end, reports = play("engine:resist=off", start, seed)
        assert end.outcome() != FIRST
        assert reports[0].move != best
        assert reports[0].stopped == "proven"


def test_with_a_node_limit_a_game_does_not_depend_on_the_games_before_it() -> None:
    player = make_player("engine")
    answers = []
    for moves, _ in (*WITNESSES, WITNESSES[0]):
        player.start(GAME, 0, ENGINE_SEED)
        position = position_after(moves)
        report = player.choose(position, Limit(nodes=NODES))
        position = position.after(report.move)
        second = player.choose(position.after(position.moves()[0]), Limit(nodes=NODES))
        answers.append([(each.move, each.nodes, each.score) for each in (report, second)])
    assert answers[0] == answers[2]


@pytest.mark.parametrize("nodes", [1, 2, 3, 7, 10, 100, 9_999, 20_001, 50_000])
def test_the_node_limit_is_never_passed(nodes: int) -> None:
    start = position_after(WITNESSES[0][0])
    player = make_player("engine")
    player.start(GAME, 0, ENGINE_SEED)
    report = player.choose(start, Limit(nodes=nodes))
    assert report.move in start.moves()
    assert report.nodes <= nodes


def test_a_stop_request_ends_resistance() -> None:
    start = position_after(WITNESSES[0][0])
    player = make_player("engine")
    player.start(GAME, 0, ENGINE_SEED)
    stop = Stop()
    stop.set()
    begin = time.perf_counter()
    assert player.choose(start, Limit(seconds=20, stop=stop)).move in start.moves()
    assert time.perf_counter() - begin < 1


def test_a_position_that_is_won_is_not_resisted() -> None:
    lost = position_after(WITNESSES[1][0])
    won = next(after for after in map(lost.after, lost.moves()) if solved(after) == WIN and len(after.moves()) > 1)
    player = make_player("engine")
    player.start(GAME, won.turn, ENGINE_SEED)
    report = player.choose(won, Limit(nodes=NODES))
    assert (report.stopped != "resists", report.proven, is_win(report.score)) == (True, True, True)
    assert solved(won.after(report.move)) == LOSS


def test_equal_moves_are_all_found_depth_by_depth() -> None:
    engine = Engine(GAME, load_evaluator("improved", GAME), ALPHABETA_ONLY, memory_mb=1)
    equal = 0
    for moves, _ in WITNESSES:
        position = position_after(moves[:7])
        found, nodes, in_time = engine.preferences(position, 3_000, Limit(nodes=6_000), position.moves())
        assert in_time
        assert found[-1].nodes <= 3_000
        assert found[-1].nodes < nodes <= 6_000
        for depth, preference in enumerate(found, start=1):
            *_, report = engine.deepen(position, Limit(depth=depth), lines=len(position.moves()))
            assert preference.score == report.score
            assert set(preference.moves) == {line.move for line in report.lines if line.score == report.score}
            equal += len(preference.moves) > 1
    assert equal


def test_of_equal_moves_an_opponent_keeps_the_one_before_or_plays_any() -> None:
    preferences = [Preference(0, (1, 2), 10), Preference(5, (2, 3), 100), Preference(PROVEN + 1, (3,), 1_000)]
    assert expected_of(Kind(9, True), preferences, [1, 2, 3, 4]) == ({1: 0.25, 2: 0.25, 3: 0.25, 4: 0.25}, False)
    assert expected_of(Kind(10, True), preferences, [1, 2, 3, 4]) == ({1: 0.5, 2: 0.5}, False)
    assert expected_of(Kind(999, False), preferences, [1, 2, 3, 4]) == ({2: 0.5, 3: 0.5}, False)
    assert expected_of(Kind(999, True), preferences, [1, 2, 3, 4]) == ({2: 0.75, 3: 0.25}, False)
    assert expected_of(Kind(1_000, True), preferences, [1, 2, 3, 4]) == ({3: 1.0}, True)


@pytest.mark.parametrize("nodes", [1_800, 10_000])
def test_evaluator_and_nodes_of_an_opponent_are_learnt_from_its_replies(nodes: int) -> None:
    resistance = Resistance(GAME, Engine(GAME, load_evaluator(None, GAME)))
    opponent = make_player(OPPONENT)
    for seed, (moves, _) in enumerate(WITNESSES):
        opponent.start(GAME, 1, seed)
        for ply in (3, 5, 7, 9):
            position = position_after(moves[:ply])
            resistance.moved(position_after(moves[: ply - 1]), Report(moves[ply - 1]))
            resistance.answered(position.after(opponent.choose(position, Limit(nodes=nodes)).move))
    resistance.learn(Budget(Limit(), now_ns(), 0.0, 0))
    likeliest = resistance.beliefs()[0]
    assert likeliest.imitator.engine.bound.evaluator.name == "improved"
    assert nodes / 3 < max(likeliest.kinds, key=lambda kind: likeliest.kinds[kind]).nodes < 3 * nodes


def test_other_games_are_resisted_too() -> None:
    game: Any = load_game("tic_tac_toe")
    start = game.position("moves " + " ".join(game.move_text(game.start(), move) for move in (4, 1, 0)))
    player = make_player("engine")
    player.start(game, 1, ENGINE_SEED)
    report = player.choose(start, Limit(nodes=100_000))
    assert (report.stopped, report.proven, is_loss(report.score)) == ("resists", True, True)
    assert report.move == 8  # all else loses at once
