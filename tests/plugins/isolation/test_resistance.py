"""Lost positions: the engine plays for the opponent's mistake, keeps its limits, and can be repeated."""

from __future__ import annotations

import json
from typing import Any

import pytest

from counterply import Limit
from counterply.core.limits import NANOSECONDS, Stop, now_ns
from counterply.core.values import DRAW, FIRST, ONGOING, SECOND, is_loss
from counterply.players import make_player
from counterply.search import resistance
from counterply.search.alphabeta.engine import Engine
from counterply.search.alphabeta.techniques import ALPHABETA_ONLY
from counterply.search.exact.outcomes import LOSS, WIN, prove_outcome
from counterply.search.request import SearchRequest, Spending, Spent
from counterply.search.resistance import (
    GOOD_ENOUGH,
    IMITATED_NODES,
    LEAST_NODES,
    MOST_NODES,
    Imitator,
    OpponentClock,
    Reply,
    ReplyTree,
    Resistance,
)
from counterply.usercode.loading import load_evaluator, load_game

GAME: Any = load_game("isolation")
NODES = 1_000_000  # a move of the engine
OPPONENT = "alphabeta:eval=improved"
OPPONENT_NODES = 10_000
ENGINE_SEED = 1
OPPONENT_SEEDS = (5, 6, 7)

# Moves from the start to a position that is lost for the first player, then the move that resists. Against the opponent above, the
# move that holds out longest loses whatever the seed; after the move here, the opponent throws its win away some moves later.
WITNESSES = (
    ((43, 4, 30, 13, 25, 26, 12, 31, 17, 40, 8, 45), 23),
    ((46, 13, 41, 26, 32, 11, 47, 16, 34, 31, 19, 18), 24),
)


def position_after(moves: tuple[int, ...]) -> Any:
    position = GAME.start()
    for move in moves:
        position = position.after(move)
    return position


def solved(position: Any) -> int | None:
    return prove_outcome(Engine(GAME, load_evaluator(None, GAME)), position, Limit()).value


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


@pytest.mark.parametrize(("moves", "best"), [pytest.param(*WITNESSES[0], marks=pytest.mark.slow), WITNESSES[1]])
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


def test_what_is_assumed_of_the_opponent_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG", "counterply.resistance")
    player = make_player("engine")
    player.start(GAME, 0, ENGINE_SEED)
    start = position_after(WITNESSES[0][0])
    report = player.choose(start, Limit(nodes=NODES))
    told = json.loads(caplog.messages[-1])
    assert told["move"] == start.move_text(report.move)
    assert {(imitator["nodes"], told["replies"]) for imitator in told["imitators"]} == {(IMITATED_NODES, 0)}


@pytest.mark.parametrize(("seconds", "nodes"), [(None, IMITATED_NODES), (0, LEAST_NODES), (3600, MOST_NODES)])
def test_the_opponents_clock_says_how_many_nodes_to_imitate(seconds: int | None, nodes: int, monkeypatch: Any) -> None:
    start, clock, now = position_after(WITNESSES[0][0]), OpponentClock(), [0]
    monkeypatch.setattr(resistance, "now_ns", lambda: now[0])
    if seconds is not None:
        clock.start()
        now[0] += seconds * NANOSECONDS
        clock.stop()
    engine = Engine(GAME, load_evaluator(None, GAME), ALPHABETA_ONLY, memory_mb=1)
    assert clock.compare(engine, start, Spending(SearchRequest(start, Limit(nodes=NODES)))) == nodes


def test_a_tree_that_is_known_by_heart_ends_with_the_time_too() -> None:
    """No search is asked for anything there, so that none sees the clock: playing a move does."""
    start = position_after(WITNESSES[0][0])
    began = now_ns() - 2 * NANOSECONDS
    with pytest.raises(Spent):
        Spending(SearchRequest(start, Limit(seconds=1.0).with_(begin=began))).play(start, start.moves()[0])
    Spending(SearchRequest(start, Limit(seconds=60.0).with_(begin=began))).play(start, start.moves()[0])


def test_a_stop_request_ends_resistance() -> None:
    start = position_after(WITNESSES[0][0])
    player = make_player("engine")
    player.start(GAME, 0, ENGINE_SEED)
    stop = Stop()
    stop.set()
    report = player.choose(start, Limit(seconds=20, stop=stop))
    assert report.move in start.moves()
    assert report.nodes < 20_000


def test_a_position_that_is_won_is_not_resisted() -> None:
    lost = position_after(WITNESSES[0][0])
    won = next(after for after in map(lost.after, lost.moves()) if solved(after) == WIN)
    player = make_player("engine")
    player.start(GAME, won.turn, ENGINE_SEED)
    report = player.choose(won, Limit(nodes=NODES))
    assert (report.stopped != "resists", report.proven, is_loss(report.score)) == (True, True, False)
    assert solved(won.after(report.move)) == LOSS


def test_other_games_are_resisted_too() -> None:
    game: Any = load_game("tic_tac_toe")
    start = game.position("moves " + " ".join(game.move_text(game.start(), move) for move in (4, 1, 0)))
    player = make_player("engine")
    player.start(game, 1, ENGINE_SEED)
    report = player.choose(start, Limit(nodes=100_000))
    assert (report.stopped, report.proven, is_loss(report.score)) == ("resists", True, True)
    assert report.move == 8  # all else loses at once


SMALL: Any = load_game("tic_tac_toe")


@pytest.mark.parametrize(
    ("foreseen", "chances"),
    [((2,), (0.9,)), ((4, 5, 3), (0.9 / 1.1, 0.09 / 1.1)), ((5, 5, 1, 5, 5), (0.3, 0.3, 0.3)), ((0, 0), (0.45, 0.45))],
)
def test_who_foresaw_more_replies_is_believed_more(foreseen: tuple[int, ...], chances: tuple[float, ...]) -> None:
    """One reply less makes a tenth of the likelihood; below a twentieth nobody is asked, and never more than three."""
    resisting = Resistance(SMALL, Engine(SMALL, load_evaluator(None, SMALL), memory_mb=1))
    resisting.imitators = [Imitator(resisting.engine, 1000 + place) for place in range(len(foreseen))]
    replies = [Reply(None, 0) for _ in range(6)]
    resisting._replies.extend(replies)
    for imitator, count in zip(resisting.imitators, foreseen, strict=True):
        for place, reply in enumerate(replies):
            reply.foreseen[imitator] = place < count
    resisting._replies.append(Reply(None, 0))  # nobody was asked about it yet
    believed = resisting.believed()
    assert [chance for _, chance in believed] == pytest.approx(list(chances))
    counts = [resisting.foreseen(imitator) for imitator, _ in believed]
    assert counts == sorted(foreseen, reverse=True)[: len(counts)]


def chance_of_a_mistake(position: Any, depth: int, believed: list[tuple[Any, float]], worth: dict[bytes, float]) -> float:
    """By definition, for the second player: what is won or drawn counts, a forced reply is certain, others as they are foreseen."""
    if position.outcome() != ONGOING:
        return {SECOND: 1.0, DRAW: 0.5, FIRST: 0.0}[position.outcome()]
    after = {move: position.after(move) for move in position.moves()}
    if position.turn == 0:
        if len(after) == 1:
            return chance_of_a_mistake(*after.values(), depth, believed, worth)
        return sum(p * chance_of_a_mistake(after[who.answer(position, None)], depth, believed, worth) for who, p in believed)
    best = worth[position.record.tobytes()]
    for child in after.values() if depth > 0 else ():
        if best < GOOD_ENOUGH:
            best = max(best, chance_of_a_mistake(child, depth - 1, believed, worth))
    return best


class Guesser:
    """An imitator that answers by a rule."""

    def __init__(self, rule: Any) -> None:
        self.rule = rule

    def answer(self, position: Any, spending: Any) -> Any:
        return self.rule(position.moves())


@pytest.mark.parametrize("believed", [[(min, 0.9)], [(max, 0.6), (min, 0.3)], [(max, 0.5), (max, 0.4)]])
def test_the_chance_of_a_mistake_is_what_the_foreseen_replies_are_worth(believed: list[tuple[Any, float]]) -> None:
    start = SMALL.position("moves 0,0 1,0")
    guessers = [(Guesser(rule), chance) for rule, chance in believed]
    worth: dict[bytes, float] = {}
    keys: dict[int, float] = {}

    def find_worth(position: Any) -> float:
        if position.outcome() != ONGOING:
            return {SECOND: 1.0, DRAW: 0.5, FIRST: 0.0}[position.outcome()]
        name = position.record.tobytes()
        if name not in worth:
            best = max if position.turn == 1 else min
            worth[name] = keys[position.key()] = best(find_worth(position.after(move)) for move in position.moves())
        return worth[name]

    find_worth(start)
    drawn = "0,0 1,1 2,2 0,1 2,1 2,0 0,2 1,2"  # the move that is left fills the board, and is certain
    for moves, value in (("0,0 1,0 0,1 1,1 0,2", 0.0), ("0,0 1,0 0,1 1,1 2,2 1,2", 1.0), (drawn, 0.5), (f"{drawn} 1,0", 0.5)):
        spending = Spending(SearchRequest(start, Limit(nodes=1)))
        assert ReplyTree(None, 1, guessers, keys, spending).chance(SMALL.position(f"moves {moves}"), 0) == value  # type: ignore[arg-type]
    seen: set[float] = set()
    for first in start.moves():
        position = start.after(first)
        for depth in range(4):
            tree = ReplyTree(None, 1, guessers, keys, Spending(SearchRequest(position, Limit(nodes=10**9))))  # type: ignore[arg-type]
            chance = tree.chance(position, depth)
            assert chance == pytest.approx(chance_of_a_mistake(position, depth, guessers, worth))
            assert depth or tree.open == (worth[position.record.tobytes()] < GOOD_ENOUGH)
            seen.add(round(chance, 3))
    assert len(seen) > 2
