"""Search with chance and hidden information: exact values of a dice game, best play of a card game, and nobody peeks."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass, replace
from itertools import pairwise

import cards
import graphs
import pig
import pytest

from counterply import FIRST, ONGOING, PlainGame
from counterply.compiling.kernels import PLAIN
from counterply.core.errors import GameError, UsageError
from counterply.core.limits import NANOSECONDS, Limit, now_ns
from counterply.core.position import possible_moves
from counterply.core.report import Report
from counterply.core.values import CHANCE, DEFAULT_GRID, HEURISTIC_LIMIT, proven_win, squash
from counterply.players import make_player
from counterply.search import textbook
from counterply.search.alphabeta import context as memory
from counterply.search.alphabeta.techniques import ALPHABETA_ONLY, Techniques
from counterply.search.worlds import LARGEST_VALUE, World, WorldSearch, WorldSettings
from counterply.usercode.loading import load_game

PIG = pig.game()
SHORT_PIG = pig.game(goal=5, turns=3)
CARDS = cards.game()
ALPHABETA_WITH_WINDOWS = replace(ALPHABETA_ONLY, pvs=True)
compiled_only = pytest.mark.skipif(PLAIN, reason="takes minutes uncompiled")


def exact(position, known):
    """The expected result for the first player under best play, from -1 to 1."""
    name = position.record.tobytes()
    if name not in known:
        if position.outcome() != ONGOING:
            value = 1.0 if position.outcome() == FIRST else -1.0
        elif position.turn == CHANCE:
            value = sum(share * exact(position.after(face), known) for face, share in position.chances())
        else:
            best = max if position.turn == 0 else min
            value = best(exact(position.after(move), known) for move in position.moves())
        known[name] = value
    return known[name]


def worlds(game, position, limit, settings=None, seed=0):
    search = WorldSearch(game, game.evaluators[0], settings, memory_mb=1)
    *_, report = search.deepen(position, limit, seed=seed)
    return report


@pytest.mark.parametrize("star", [True, False])
@pytest.mark.parametrize("game", [SHORT_PIG, pytest.param(PIG, marks=compiled_only)], ids=["short", "long"])
def test_expectimax_is_exact(game, star):
    known = {}
    for moves in ([pig.ROLL, 3], [pig.ROLL, 2, pig.KEEP, pig.ROLL, 3]):
        position = game.start()
        for move in moves:
            position = position.after(move)
        report = worlds(game, position, Limit(depth=60), WorldSettings(star=star))
        assert report.stopped in ("complete", "proven")
        sign = 1 if position.turn == 0 else -1
        values = {move: sign * exact(position.after(move), known) for move in position.moves()}
        assert report.score / report.grid == pytest.approx(max(values.values()), abs=1e-3)
        assert values[report.move] == max(values.values())


def test_cuts_at_chance_nodes_save_nodes_and_change_nothing():
    position = SHORT_PIG.start().after(pig.ROLL).after(3)
    with_cuts, without = (worlds(SHORT_PIG, position, Limit(depth=4), WorldSettings(star=star)) for star in (True, False))
    assert (with_cuts.move, with_cuts.score) == (without.move, without.score)
    assert with_cuts.nodes < without.nodes


@dataclass
class CountOfMeans(textbook.Count):
    """Counts chance turns too."""

    means: int = 0

    def leave(self, score, reason):
        self.means += reason == textbook.MEAN


def means_that_textbook_and_engine_agree_on(game, positions, depths, scale=3.0):
    """How many chance turns were searched, where both have the same values and nodes: alpha-beta with an open window below each."""
    means = 0
    margin = game.objective == "margin"
    evaluator = game.evaluators[0]
    value, grid = textbook.evaluation(game, evaluator), evaluator.grid

    def evaluate(position, player):
        seen = value(position, player)
        return seen if margin else round(HEURISTIC_LIMIT * squash(seen / grid, scale))

    for search, techniques in ((textbook.minimax, Techniques().only()), (textbook.alphabeta, Techniques().only("pruning"))):
        engine = WorldSearch(game, evaluator, WorldSettings(star=False, scale=scale), techniques, memory_mb=1).engine
        for position, depth in itertools.product(positions, depths):
            count = CountOfMeans(grid=grid, distance=False)
            found = search(position, depth, evaluate, position.turn, count)
            engine.forget()
            *_, report = engine.deepen(position, Limit(depth=depth), first_depth=depth)
            assert int(engine.context["root_scores"][: len(position.moves())].max()) == found.score
            assert report.nodes == count.nodes
            means += count.means
    return means


def test_the_textbook_finds_what_the_engine_finds():
    positions, dice = [], random.Random(3)
    while len(positions) < 4:
        place = SHORT_PIG.start()
        for _ in range(dice.randrange(7)):
            place = place if place.outcome() else place.after(dice.choice(possible_moves(place)))
        if place.moves():
            positions.append(place)
    assert means_that_textbook_and_engine_agree_on(SHORT_PIG, positions, (1, 2, 3)) > 90


@pytest.mark.slow
@compiled_only
@pytest.mark.parametrize("kind", ["dice", "dice for points"])
def test_the_textbook_finds_what_the_engine_finds_in_random_games(kind):
    means = 0
    for seed in range(0, 40, 2):
        world = graphs.world(kind, seed)
        places = [place for place in map(world.position, world.nodes()[:12]) if place.moves()]
        means += means_that_textbook_and_engine_agree_on(places[0].game, places[:5], (1, 2, 3))
    assert means > 300


def test_probabilities_that_do_not_sum_to_one_are_refused():
    for shares in ((0.5, 0.4), ()):
        game = PlainGame("loaded", lambda shares=shares: Loaded(shares))
        with pytest.raises(GameError, match=f"loaded: the probabilities of a chance turn sum to {sum(shares):.6g}, and not to 1"):
            textbook.minimax(game.start(), 1, lambda place, player: 0, 0, textbook.Count())


@dataclass(frozen=True)
class Loaded:
    """A die whose probabilities are wrong."""

    shares: tuple[float, ...]
    turn: int = CHANCE

    def moves(self):
        return [0]

    def chances(self):
        return list(enumerate(self.shares))

    def after(self, move):
        return Loaded(self.shares, 0)

    def outcome(self):
        return ONGOING


def test_forced_rolls_one_after_the_other_end_with_the_depth():
    """Neither a roll nor a forced move would cost depth: the search of one ply would go on until the game ends."""
    techniques, nodes = Techniques(table=False), []
    for turns in (6, 12):
        game = pig.game(goal=30, turns=turns)
        search = WorldSearch(game, game.evaluators[0], techniques=techniques, memory_mb=1)
        *_, report = search.deepen(game.start(), Limit(depth=3))
        nodes.append(report.nodes)
    assert nodes[0] == nodes[1]


def test_who_begins_too_late_still_searches(monkeypatch):
    monkeypatch.setattr(memory, "POLL_NS", 60 * NANOSECONDS)  # what is left for a depth is made long here
    search = WorldSearch(SHORT_PIG, SHORT_PIG.evaluators[0], memory_mb=1)
    position = SHORT_PIG.start().after(pig.ROLL).after(3)
    *_, report = search.deepen(position, Limit(seconds=0.01, depth=2, begin=now_ns() - NANOSECONDS))
    assert (report.depth, report.stopped) == (2, "depth")


def test_an_earlier_search_changes_no_score():
    """What the table holds of a win counts from the position that it is of, and not from the root that it was found under."""
    search = WorldSearch(SHORT_PIG, SHORT_PIG.evaluators[0], memory_mb=1)

    def root_scores(position):
        list(search.deepen(position, Limit(depth=60)))
        return dict(zip(search.engine.root.order(), search.engine.context["root_scores"].tolist(), strict=False))

    dice, pairs = random.Random(5), 0
    while pairs < 20:
        line = [SHORT_PIG.start()]
        while line[-1].outcome() == ONGOING:
            moves = line[-1].moves() or [face for face, _ in line[-1].chances()]
            line.append(line[-1].after(dice.choice(moves)))
        turns = [position for position in line[1:-1] if position.turn != CHANCE and len(position.moves()) > 1]
        for earlier, later in pairwise(turns):
            search.forget()
            alone = root_scores(later)
            search.forget()
            root_scores(earlier)
            assert max(root_scores(later).values()) == max(alone.values())
            pairs += 1


def dealt(hand, other, middle, game=CARDS):
    for deal, _ in game.start().chances():
        position = game.start().after(deal)
        record = position.record
        if (int(record["hand"][0]), int(record["hand"][1]), int(record["middle"])) == (hand, other, middle):
            return position
    raise AssertionError("no such deal")


def test_best_play_with_hidden_cards():
    assert_best_play_with_hidden_cards("engine:worlds=40")


def assert_best_play_with_hidden_cards(player):
    made = make_player(player)
    for hand, best in ((1, cards.SWAP), (2, cards.SWAP), (4, cards.HOLD), (5, cards.HOLD)):
        for other in (card for card in (1, 3, 5) if card != hand):
            middle = next(card for card in (2, 3, 4) if card not in (hand, other))
            made.start(CARDS, 0, 7)
            assert made.choose(dealt(hand, other, middle), Limit(depth=2)).move == best


@pytest.mark.parametrize("player", ["engine:worlds=3", "engine:worlds=3,answer=vote"])
def test_nobody_peeks_at_cards(player):
    assert_nobody_peeks(player)


def assert_nobody_peeks(player):
    game = cards.game(choices=2)
    made = make_player(player)
    for hand in range(1, 6):
        answers = set()
        for deal, _ in game.start().chances():
            position = game.start().after(deal)
            if position.record["hand"][0] == hand:
                made.start(game, 0, 3)
                report = made.choose(position, Limit(nodes=500))
                answers.add((report.move, report.score, report.nodes))
        assert len(answers) == 1


@pytest.mark.parametrize("frozen", [False, True])
def test_what_wins_in_a_simple_model_of_chance_is_not_proven(frozen):
    position = SHORT_PIG.start()
    for move in (pig.ROLL, 1, pig.ROLL, 1, pig.ROLL, 2):
        position = position.after(move)
    search = WorldSearch(SHORT_PIG, SHORT_PIG.evaluators[0], memory_mb=1)
    search.frozen = frozen
    *_, report = search.deepen(position, Limit(depth=4))
    assert (report.move, report.proven) == (pig.KEEP, not frozen)


def world_search(**settings):
    return WorldSearch(SHORT_PIG, SHORT_PIG.evaluators[0], WorldSettings(scale=1.0, **settings), memory_mb=1)


def test_a_nearer_win_is_worth_more_than_a_later_one_and_both_more_than_any_value():
    value = world_search()._unit_of
    wins = [value(int(proven_win(plies))) for plies in (1, 3, 200)]
    assert 1.0 >= wins[0] > wins[1] > wins[2] > LARGEST_VALUE
    assert [value(-int(proven_win(plies))) for plies in (1, 3, 200)] == [-win for win in wins]


@pytest.mark.parametrize(("answer", "best"), [("mean", 0), ("vote", 1)])
def test_worlds_answer_with_their_mean_or_their_votes(answer, best):
    search, record = world_search(answer=answer), SHORT_PIG.start().record
    found = [{0: 0.5, 1: 0.6, 2: -0.2}, {0: 0.4, 1: -0.9, 2: 0.2}, {0: 0.3, 1: 0.35, 2: 0.0}]
    known = [World(record, sorted(values, key=lambda move: -values[move]), values, 0) for values in found]
    report = search._combine([*known, World(record, [2, 1, 0], {}, 0)], [0, 1, 2], Report(0), 3)
    means = {line.move: line.score / DEFAULT_GRID for line in report.lines}
    assert means == pytest.approx({0: 0.4, 1: 0.05 / 3, 2: 0.0}, abs=1e-3)
    assert (report.move, report.score, report.depth, report.proven) == (best, round(means[best] * DEFAULT_GRID), 3, False)


def test_of_equals_in_one_world_its_own_best_is_played():
    """It is exact; the other's value may be a bound."""
    search = world_search()
    report = search._combine([World(SHORT_PIG.start().record, [1, 0], {0: 0.5, 1: 0.5}, 0)], [0, 1], Report(0), 1)
    assert report.move == 1


def test_a_first_use_leaves_nothing_behind():
    position, counts = SHORT_PIG.start(), []
    for warm in (False, True):
        search = world_search()
        if warm:
            search.warm_up(position)
        *_, report = search.deepen(position, Limit(depth=3))
        counts.append(report.nodes)
    assert counts[0] == counts[1]


def test_a_hint_that_looks_at_hidden_cards_leaves_out_what_no_world_wants():
    """Each world has candidates of its own; those of the true deal count no more than others."""
    answers, looked = set(), set()
    for other in (1, 5):
        search = WorldSearch(CARDS, CARDS.evaluators[0], WorldSettings(worlds=20), memory_mb=1)
        engine = search.engine

        def cut_root(moves, sort, engine=engine):
            higher = engine.context["stack"][0]["hand"][1] > 3
            looked.add(bool(higher))
            engine.root.cut = True
            return [cards.SWAP if higher else cards.HOLD]

        engine.cuts, engine.root.keep_candidates = True, cut_root
        *_, report = search.deepen(dealt(3, other, 2), Limit(depth=2))
        answers.add((report.move, report.score, report.nodes))
        assert {line.move for line in report.lines} == {cards.HOLD, cards.SWAP}
    assert looked == {True, False}
    assert len(answers) == 1


@pytest.mark.parametrize(("name", "reduces"), [("engine", True), ("engine:reductions=on", True), ("engine:reductions=off", False)])
def test_late_moves_are_reduced_where_something_is_hidden(name, reduces):
    player = make_player(name)
    player.start(CARDS, 0, 0)
    assert player.search.worlds.engine.techniques.reductions == reduces
    player.start(load_game("tic_tac_toe"), 0, 0)
    assert bool(player.search.engine.techniques.reductions) == (name == "engine:reductions=on")


def test_worlds_that_a_game_does_not_offer_are_refused_in_one_line():
    with_model = graphs.game("drawn 53")
    for chance, frozen in ((None, True), ("frozen", True), ("outcomes", False)):
        assert WorldSearch(with_model, with_model.evaluators[0], WorldSettings(chance=chance, scale=1.0)).frozen is frozen
    with pytest.raises(GameError, match="no simple model of chance"):
        WorldSearch(CARDS, CARDS.evaluators[0], WorldSettings(chance="frozen"))
    with pytest.raises(UsageError, match="must be 1 or more"):
        WorldSearch(CARDS, CARDS.evaluators[0], WorldSettings(worlds=0))
