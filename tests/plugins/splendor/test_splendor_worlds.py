"""Splendor in sampled worlds: nobody peeks, in a search, in a picture, or from Python."""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np
import pytest
from test_front_door import assert_pickles
from test_worlds import ALPHABETA_WITH_WINDOWS, compiled_only, worlds

import counterply as cp
from counterply import ONGOING, Evaluator, Position
from counterply.core.drawing import draw
from counterply.core.limits import Limit
from counterply.core.rule_queries import redraw
from counterply.core.values import CHANCE
from counterply.players import make_player
from counterply.search.alphabeta.techniques import Techniques
from counterply.search.textbook import evaluation
from counterply.search.worlds import WORD_MASK, WORLD_FACTOR, WorldSearch
from counterply.usercode.loading import load_game


def points_ahead(position, player):
    return float(position["score"][player]) - float(position["score"][1 - player])


def frozen_value(position, depth, evaluate, view):
    """Plain minimax over a world in which nothing new appears, in the view of seat `view`."""
    if depth == 0 or position.outcome() != ONGOING:
        return evaluate(position, view)
    best = max if position.turn == view else min
    return best(frozen_value(position.after(move), depth - 1, evaluate, view) for move in position.moves())


@pytest.mark.slow
@compiled_only
def test_of_moves_that_look_equal_a_best_one_is_played():
    """A move that an empty window refutes carries a bound equal to the best value; taken for a tie, a worse one is played."""
    game = load_game("splendor", {"variant": "host"})
    evaluator = Evaluator("points", points_ahead, antisymmetric=True)
    value = evaluation(game, evaluator)
    for seed in (4, 12, 20, 23, 31):
        dice, position = random.Random(seed), game.start()
        while position.turn == CHANCE or position.ply < 60:
            moves = position.moves() or [outcome for outcome, _ in position.chances()]
            buys = [move for move in moves if position.turn != CHANCE and position.move_text(move).startswith("buy")]
            position = position.after(dice.choice(buys or moves))
        record = position.copy_record()
        redraw(record, game.setup[0], position.turn, np.array([(seed + WORLD_FACTOR) & WORD_MASK], np.uint64), True)
        world = Position(game, record)
        values = {move: frozen_value(world.after(move), 1, value, world.turn) for move in world.moves()}
        order = world.moves()
        dice.shuffle(order)
        search = WorldSearch(game, evaluator, techniques=ALPHABETA_WITH_WINDOWS, memory_mb=1)
        *_, report = search.deepen(position, Limit(depth=2), seed=seed, order=order)
        assert values[report.move] == max(values.values())


@compiled_only
@pytest.mark.slow
def test_what_an_interrupted_depth_has_found_counts():
    game = load_game("splendor", {"variant": "host"})
    dice, position = random.Random(6), game.start()
    while position.turn == CHANCE or position.ply < 20:
        position = position.after(dice.choice(position.moves() or [outcome for outcome, _ in position.chances()]))
    third, fourth = (worlds(game, position, Limit(depth=depth)) for depth in (3, 4))
    assert third.move != fourth.move
    interrupted = worlds(game, position, Limit(nodes=fourth.nodes - 1))
    assert (interrupted.stopped, interrupted.depth, interrupted.move) == ("nodes", 3, fourth.move)
    assert sorted(line.move for line in interrupted.lines) == position.moves()


@compiled_only
def test_reductions_save_nodes_where_a_hint_cuts():
    """Splendor's hint leaves ways out to give tokens back, and ranks nothing."""
    game, counts = load_game("splendor", {"variant": "host"}), []
    position = game.start()
    while position.turn == CHANCE:
        position = position.after(position.chances()[0][0])
    for reductions in (True, False):
        search = WorldSearch(game, game.evaluators[0], techniques=Techniques(reductions=reductions), memory_mb=1)
        *_, report = search.deepen(position, Limit(depth=4))
        counts.append(report.nodes)
    assert 2 * counts[0] < counts[1]


@compiled_only
@pytest.mark.parametrize(
    "name", ["engine", *(pytest.param(name, marks=pytest.mark.slow) for name in ("engine:worlds=2,chance=outcomes", "mcts"))]
)
def test_nobody_peeks_in_splendor(name):
    """Even handed the true position, these players use nothing of it that their seat may not see."""
    game = load_game("splendor", {"variant": "host"})
    dice, player, differ = random.Random(5), make_player(name), 0
    position = game.start()
    for number in range(40):
        if position.turn != CHANCE and number % 4 == 3:
            record = position.copy_record()
            redraw(record, game.setup[0], position.turn, np.array([dice.getrandbits(63)], np.uint64), False)
            other = Position(game, record, position.origin, position.history)
            differ += record.tobytes() != position.record.tobytes()
            answers = []
            for shown in (position, other):
                player.start(game, position.turn, number)
                report = player.choose(shown, Limit(nodes=400))
                answers.append((report.move, report.score, report.nodes))
            assert answers[0] == answers[1]
        position = position.after(dice.choice(position.moves() or [outcome for outcome, _ in position.chances()]))
    assert differ >= 8


def test_nobody_sees_the_cards_that_are_hidden() -> None:
    game = load_game("splendor")
    position = game.position("moves deal:017 deal:123 rII")
    (card,) = (int(c) for c in position.record["hand"][0] if c)
    for viewer, seen in ((0, True), (1, False)):
        assert (f"card {card}" in {item.id for item in draw(position, viewer).items}) == seen
    shown = {item.id for item in draw(position, 1).items if re.fullmatch(r"card \d+", item.id)}
    table = {f"card {int(c)}" for c in position.record["table"] if c}
    assert shown == table


def test_a_player_does_not_see_what_is_hidden() -> None:
    seen: list[Any] = []

    def peeks(position: Any, limit: cp.Limit) -> int:
        seen.append(position)
        return int(position.moves()[0])

    position = cp.game("splendor").start()
    while position.turn == cp.CHANCE:
        position = position.after(position.chances()[0][0])
    cp.player(peeks).choose(position)
    assert seen[0] is not position
    assert seen[0].history == ()


def test_positions_are_pickled_with_their_history() -> None:
    assert_pickles(cp.game("splendor").start())
