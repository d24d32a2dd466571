"""The totals of a run by their definitions: from games made by hand, without playing any."""

import random
from collections import Counter
from dataclasses import replace
from types import SimpleNamespace

import pytest

import counterply as cp
from counterply.arena.record import BY_ERROR, BY_OVERRUN, BY_RULES, GameRecord
from counterply.arena.results import PairCounter, PairingResult, Solved, collect, once
from counterply.arena.schedule import Plan
from counterply.arena.statistics import ratings, sprt
from counterply.core.values import DRAW, FIRST, SECOND

ROUND_ROBIN = Plan("tic_tac_toe", ("random", "greedy", "random:seed=2"), games=8)
COLUMNS = Plan("tic_tac_toe", ("random", "greedy"), against=("random", "uct", "mcts"), games=8)
OPENINGS = ((), (4,), (0, 4))
SOLVED = {(): DRAW, (4,): FIRST, (0, 4): SECOND}
SIGN = {FIRST: 1, SECOND: -1, DRAW: 0}
LATER = 1000  # games after the first round


def record(plan, pairing, round_, swapped, dice):
    """A game of a pair: what its place does not decide is drawn."""
    texts = plan.texts_of(plan.pairings[pairing])
    opening = OPENINGS[round_ % len(OPENINGS)]
    plies = dice.randint(1, 5)
    movers = "".join("c" if dice.random() < 0.2 else str((len(opening) + ply) % 2) for ply in range(plies))
    outcome = dice.choice([FIRST, SECOND, DRAW])
    fault = None if outcome == DRAW or dice.random() < 0.5 else SECOND - outcome
    many = [tuple(dice.choice([0, dice.randint(1, 9)]) for _ in range(plies)) for _ in range(5)]
    late = [(dice.randint(0, 3), dice.randint(0, 3)) for _ in range(3)]
    return GameRecord(
        number=len(plan.pairings) * 2 * round_ + 2 * pairing + swapped,
        pairing=pairing,
        round=round_,
        first=texts[swapped],
        second=texts[1 - swapped],
        swapped=swapped,
        seed=0,
        opening=opening,
        moves=many[0],
        movers=movers,
        scores=(None,) * plies,
        depths=many[1],
        nodes=many[2],
        micros=many[3],
        cpu_micros=many[4],
        grids=(1, 1),
        outcome=outcome,
        margin=SIGN[outcome] * dice.randint(1, 9),
        ending=BY_RULES if fault is None else dice.choice([BY_ERROR, BY_OVERRUN]),
        reason=f"reason {dice.random()}",
        fault=fault,
        overruns=late[0],
        overrun_micros=late[1],
        overrun_cpu_micros=late[2],
    )


def games_of(plan, seed):
    """The games of a run that has not ended, in an order of their own; the last pair of each pairing repeats the first."""
    dice, made = random.Random(seed), []
    for pairing in range(len(plan.pairings)):
        pairs = [[record(plan, pairing, round_, swapped, dice) for swapped in (False, True)] for round_ in range(3)]
        again = [replace(game, number=game.number + LATER, round=3) for game in pairs[0]]
        waiting = record(plan, pairing, 4, dice.random() < 0.5, dice)
        made += [*sum(pairs, again), waiting]
    dice.shuffle(made)
    return made


def seat_of(plan, place, game):
    """The seat that a side of the run had in a game, or None."""
    player, opponent = plan.seats[game.pairing][0]
    return int(game.swapped) if place == player else 1 - game.swapped if place == opponent else None


def seen_by(games, seat):
    """Wins, draws, losses of games in which `seat` says where somebody sat."""
    points = Counter(game.points(seat(game)) for game in games)
    return points[1], points[0.5], points[0]


def shares(games, seat):
    """Of the games that were won after the opening, and of those that were lost: how many were won, and how many there are."""
    favoured = {game: {FIRST: 0, SECOND: 1}.get(SOLVED[game.opening]) for game in games}
    for wanted in (True, False):
        some = [game for game in games if favoured[game] is not None and (favoured[game] == seat(game)) == wanted]
        yield sum(game.points(seat(game)) == 1 for game in some), len(some)


@pytest.mark.parametrize("plan", [ROUND_ROBIN, COLUMNS], ids=["round robin", "columns"])
@pytest.mark.parametrize("seed", range(5))
def test_totals_by_their_definitions(plan, seed):
    games = games_of(plan, seed)
    results = collect(plan, SimpleNamespace(by_margin=True), games, SOLVED)

    assert results.played == len(games)
    assert results.first_player == tuple(sum(game.outcome == outcome for game in games) for outcome in (FIRST, DRAW, SECOND))
    assert results.endings == Counter(game.ending for game in games)
    assert results.openings == len({game.opening for game in games})
    failed = [(game.players[game.fault], game.ending) for game in games if game.fault is not None]
    assert [(failure.player, failure.ending) for failure in results.failures] == list(dict.fromkeys(failed))
    for failure in results.failures:
        first = next(g for g in games if g.fault is not None and (g.players[g.fault], g.ending) == (failure.player, failure.ending))
        assert (failure.games, failure.number) == (failed.count((failure.player, failure.ending)), first.number)
        assert failure.reason == first.reason

    for number, pairing in enumerate(results.pairings):
        met = [game for game in games if game.pairing == number]
        for result, seat in ((pairing, lambda game: int(game.swapped)), (~pairing, lambda game: 1 - game.swapped)):
            standing = result.standing
            assert (standing.wins, standing.draws, standing.losses) == seen_by(met, seat)
            pairs = [[game for game in met if game.round == round_] for round_ in range(4)]
            worth = Counter(2 * sum(game.points(seat(game)) for game in pair) for pair in pairs)
            assert standing.pairs == tuple(worth[points] for points in range(5))
            assert standing.distinct == len({tuple(g.line for g in sorted(pair, key=lambda g: g.swapped)) for pair in pairs})
            ahead = [game.margin if seat(game) == 0 else -game.margin for game in met]
            assert result.mean_margin == sum(ahead) / len(ahead)
            counted = (result.conversion.won, result.conversion.of), (result.swindle.won, result.swindle.of)
            assert counted == tuple(shares(met, seat))
            assert result.any_solved

    for place, side in enumerate(results.sides):
        seats = {game: seat for game in games if (seat := seat_of(plan, place, game)) is not None}
        standing = side.standing
        assert (standing.wins, standing.draws, standing.losses) == seen_by(seats, seats.get)
        counted = (side.conversion.won, side.conversion.of), (side.swindle.won, side.swindle.of)
        assert counted == tuple(shares(list(seats), seats.get))
        assert side.faults == Counter(game.ending for game, seat in seats.items() if game.fault == seat)
        assert side.overruns == sum(game.overruns[seat] for game, seat in seats.items())
        assert side.max_overrun_ms == max(game.overrun_micros[seat] for game, seat in seats.items()) / 1000
        assert side.overrun_cpu_ms == max(game.overrun_cpu_micros[seat] for game, seat in seats.items()) / 1000
        own = [(game, index) for game, seat in seats.items() for index, mover in enumerate(game.movers) if mover == str(seat)]
        assert side.moves == len(own)
        assert side.nodes == sum(game.nodes[index] for game, index in own)
        assert side.seconds == pytest.approx(sum(game.micros[index] for game, index in own) / 1e6)
        assert side.cpu_seconds == pytest.approx(sum(game.cpu_micros[index] for game, index in own) / 1e6)
        depths = {}
        for game, index in own:
            if game.depths[index]:  # a move that was not searched has none
                depths.setdefault((len(game.opening) + index) // 2 + 1, []).append(game.depths[index])
        means = [(number, pytest.approx(sum(found) / len(found)), len(found)) for number, found in sorted(depths.items())]
        assert side.depth_by_move == means
        assert side.label == (results.called.sides[place])
        assert side.role == ("player" if plan.against is None else "column" if place < 2 else "row")

    met = {straight: pairing.standing for (straight, _), pairing in zip(plan.seats, results.pairings, strict=True)}
    assert [side.rating for side in results.sides] == pytest.approx(ratings(met, len(results.sides)))


def test_what_no_game_counts_is_not_there():
    """Without a solver nothing is won after the opening; where no points count there is no margin; games alone make no pair."""
    plan = Plan("tic_tac_toe", ("random", "greedy"), games=8, sprt=(0, 10))
    games = [game for game in games_of(plan, 1) if not game.swapped]
    results = collect(plan, SimpleNamespace(by_margin=False), games)
    (pairing,) = results.pairings
    assert (pairing.mean_margin, pairing.any_solved) == (None, False)
    assert (~pairing).mean_margin is None
    assert pairing.standing.games == len(games)
    assert pairing.standing.pairs == (0, 0, 0, 0, 0)
    assert results.sprt == sprt(type(pairing.standing)(), 0, 10)  # it hears of whole pairs alone
    assert all(not side.any_solved for side in results.sides)


def test_an_opening_that_is_won_for_one_of_them_is_told():
    assert not Solved().any_solved
    for favoured in (True, False):
        solved = Solved()
        solved.count(favoured, True)
        assert solved.any_solved


def test_a_sequential_test_hears_of_a_pair_when_both_games_are_there():
    plan = Plan("tic_tac_toe", ("random", "greedy"), games=8)
    counter, (first, second, *_) = PairCounter(plan), sorted(games_of(plan, 1), key=lambda game: game.number)
    assert (counter.add(second), counter.add(first)) == (False, True)


def test_a_run_without_games_has_no_mean():
    plan = Plan("hex", ("random", "greedy"), games=8)
    pairing = PairingResult(plan.pairings[0], "random", "greedy", points_ahead=0)
    assert pairing.mean_margin is None
    assert collect(plan, SimpleNamespace(by_margin=True), []).first_player == (0, 0, 0)


def test_a_run_that_clocks_have_decided_says_so_first():
    run = cp.tournament("tic_tac_toe", ["greedy", "random"], games=4, depth=1, workers=1, seed=1)
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
