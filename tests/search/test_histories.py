"""Draws by repetition and by a counter: all doors beside minimax over whole histories, and what `verify` says of wrong counting."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import histories
import numpy as np
import pytest

from counterply import DRAW, FIRST, ONGOING, Evaluator, Game, GameError, Limit, Repetition, kernel
from counterply.compiling.kernels import PLAIN
from counterply.core.position import Position
from counterply.players.base import private
from counterply.players.separate import _position as as_data
from counterply.search.alphabeta.engine import Engine
from counterply.search.alphabeta.techniques import ALPHABETA_ONLY, MINIMAX_ONLY
from counterply.search.exact.cannot_win import hold
from counterply.verification import verify

FEW, MANY = (range(0, 6), range(60)) if not PLAIN else (range(1), range(2))


def test_nothing_that_is_called_proven_depends_on_another_history():
    asked: Counter[str] = Counter()
    assert [fault for seed in FEW for fault in histories.faults(seed, asked)] == []
    assert asked["compared"] > 0


@pytest.mark.slow
def test_nor_in_many_games_and_trees():
    asked: Counter[str] = Counter()
    assert [fault for seed in MANY for fault in histories.faults(seed, asked, trees=True)] == []
    assert min(asked[what] for what in ("proven", "solved", "held")) > 0


WALK = np.dtype([("place", np.int8), ("food", np.int8), ("quiet", np.int16), ("turn", np.int8)])
CELLS = 6


def legal_moves(position, moves):
    moves[0], moves[1] = 0, 1
    return 2


@kernel
def walk(position, move):
    """Go round to the left or to the right; at the end of the way food is eaten."""
    position["place"] = (position["place"] + (1 if move == 1 else CELLS - 1)) % CELLS
    position["quiet"] += 1
    if position["place"] == CELLS - 1 and position["food"] > 0:
        position["food"] -= 1
        position["quiet"] = 0
    position["turn"] = 1 - position["turn"]


def forgets_to_count(position, move):
    walk(position, move)
    position["quiet"] = 0


def counts_double(position, move):
    walk(position, move)
    position["quiet"] *= 2


def outcome(position):
    return DRAW if position["quiet"] >= 20 else ONGOING


def never_ends(position):
    return ONGOING


def key_with_quiet(position):
    return np.uint64(position["quiet"] * 1000 + position["place"] * 100 + position["food"] * 10 + position["turn"])


def start(position):
    position["food"] = 2


def game(play=walk, outcome=outcome, **more):
    facts = {"repeats": Repetition(3, 20), "start": start, **more}
    return Game("walk", WALK, play=play, legal_moves=legal_moves, outcome=outcome, max_moves=2, **facts)


def test_the_copy_that_a_player_gets_knows_the_game_so_far(monkeypatch):
    position = game().start().play("1", "1", "1")
    past = position.passed()
    copies = [private(position), private(private(position))]
    monkeypatch.setattr(Position, "after", None)  # a game of n plies was played again at each of its moves
    assert len(past) > 3
    assert [copy.passed() for copy in copies] == [past, past]
    assert as_data(position)["past"] == list(past)


@pytest.mark.parametrize(
    ("made", "promise"),
    [
        ({}, None),
        ({"play": forgets_to_count}, "after quiet = 0 no earlier position comes again"),
        ({"play": counts_double}, "play counts quiet up by one, or begins again at 0"),
        ({"outcome": never_ends, "repeats": Repetition(0, 20)}, "the game is over where quiet is 20 (Repetition)"),
        ({"key": key_with_quiet}, "key leaves quiet out (Repetition)"),
    ],
)
def test_verify_says_what_is_miscounted(made, promise):
    found = verify(game(**made), seconds=2, compiled=promise is None)
    assert [finding.promise for finding in found if finding.certain] == ([] if promise is None else [promise])


@pytest.mark.parametrize(
    ("made", "said"),
    [
        ({"repeats": Repetition(1, 20)}, "times is 0, or 2 or more"),
        ({"repeats": Repetition(3, 1000)}, "plies is 1 to 512"),
        ({"objective": "margin"}, "for games of outcomes"),
    ],
)
def test_a_rule_that_means_nothing_is_refused(made, said):
    with pytest.raises(GameError, match=said):
        game(**made)


def test_by_default_the_key_leaves_the_counter_out():
    start = game().start()
    position = start.play("1", "0")
    assert position.key() == start.key()
    assert position != start
    assert position.play("1", "0").reason == "the same position 3 times"


def graph(plies, turns, children, ends=(), layers=None, values=None, draws=(), times=0):
    """A game of nodes by hand: the children of each node by their codes, and the nodes that are won or drawn."""
    made = histories.world(0)
    setup = made.setup.copy()
    tables = setup[0]
    tables["plies"], tables["child"], tables["ends"], tables["layer"], tables["values"] = plies, -1, ONGOING, 0, 0
    for node, codes in children.items():
        tables["turn"][node] = turns.get(node, 1)
        tables["child"][node, : len(codes)] = codes
    for nodes, ended in ((ends, FIRST), (draws, DRAW)):
        tables["ends"][[*nodes]] = ended
    for table, given in (("layer", layers), ("values", values)):
        for node, value in (given or {}).items():
            tables[table][node] = value
    functions = {name: getattr(histories, name) for name in ("play", "turn", "legal_moves", "outcome")}
    worth = Evaluator("worth", histories.worth, antisymmetric=True)
    facts = {"max_moves": histories.CODES, "repeats": Repetition(times, plies), "setup": setup, "evaluators": [worth]}
    return Game("graph", histories.RECORD, **functions, **facts)


def test_who_is_held_by_the_counter_alone_is_not_held_on_a_shorter_way():
    """By 1, 2 and 3 the counter ends the game at 6, two plies after 4; from the root, 4 wins by 5, 6 and 7."""
    made = graph(6, {0: 0}, {0: (1, 4), 1: (2,), 2: (3,), 3: (4,), 4: (5,), 5: (6,), 6: (7,)}, ends=(7,))
    engine = Engine(made, made.evaluators[0], memory_mb=1)
    assert made.start().play("0", *"00000").outcome() == DRAW
    assert made.start().play("1", *"000").outcome() == FIRST
    assert not hold(engine, made.start(), 0, Limit(nodes=3000, depth=8)).proven


def test_a_distance_is_no_exact_one_where_a_repetition_may_hide_a_shorter_way():
    """The shortest win is 0 2 6 11 5 7. Below 1, 5 is searched first, and 11, which leads back to 5, gets a draw in the table.

    There, a move of 5 (12 to depth 4 and 6, 13 to 5) is good enough to look at no other, so that nobody knows that 7 wins; the
    entry of 11 hides it from 6 at depths 5 and 6; and at depth 6 the win by 3 is found, a ply longer.
    """
    alternatives = {0: (1, 2, 3), 1: (4, 5), 2: (6, 7), 5: (11, 12, 13, 7), 6: (11, 9), 11: (5, 7)}
    longer = {3: (8, 9), 8: (14, 7), 14: (18, 9), 18: (22, 7), 22: (7, 9)}
    dull = {4: (10,), 10: (15,), 15: (19,), 19: (23,), 23: (9,), 12: (16,), 16: (20,), 20: (23,), 13: (17,), 17: (21,), 21: (9,)}
    values = {**dict.fromkeys((4, 5, 10, 15, 19, 23), 0.3), **dict.fromkeys((12, 16, 21), 0.5)}
    turns, ways = dict.fromkeys((0, 3, 5, 6, 14, 22), 0), alternatives | longer | dull
    made = graph(30, turns, ways, ends=(7,), values=values, draws=(9,), times=2)
    assert histories.Truth(made).of(made.start()) == (1, 5)
    engine = Engine(made, made.evaluators[0], replace(ALPHABETA_ONLY, table=True), memory_mb=1)
    *_, report = engine.deepen(made.start(), Limit(depth=6))
    assert report.proven
    assert (report.distance, report.best.at_most) == (6, True)


def test_the_table_knows_nothing_of_a_position_that_the_counter_ends_soon():
    """Both ways lead to 5 in three plies, by 2 with a fresh counter, by 4 with one that ends the game at 7, where it is a draw."""
    children = {0: (1, 3), 1: (2,), 2: (5,), 3: (4,), 4: (5,), 5: (6,), 6: (7,), 7: (8,), 8: (7,)}
    layers = dict.fromkeys((3, 4, 5, 6, 7, 8), 1)
    made = graph(4, {0: 0}, children, layers=layers, values={7: -1.0})
    found = {}
    for name, techniques in (("minimax", MINIMAX_ONLY), ("table", replace(ALPHABETA_ONLY, table=True))):
        *_, report = Engine(made, made.evaluators[0], techniques, memory_mb=1).deepen(made.start(), Limit(depth=5), first_depth=5)
        found[name] = (report.move, report.score)
    assert found["minimax"] == (1, 0)
    assert found["table"] == found["minimax"]
