"""Exact outcomes where play can go on for ever: backwards from the ends, and by keeping a side from winning."""

import random

import numpy as np
import pytest

import counterply as cp
from counterply import DRAW, FIRST, ONGOING, SECOND, Limit
from counterply.compiling.kernels import PLAIN
from counterply.core.evaluator import ZERO
from counterply.plugins.blocker.game import game
from counterply.plugins.blocker.hints import best_margin
from counterply.search.alphabeta.engine import Engine
from counterply.search.exact import solve as proof
from counterply.search.exact.cannot_win import hold
from counterply.search.exact.retrograde import analyse_all
from counterply.search.exact.solve import solve
from examples import PART
from oracles.retrograde import exact, reachable

many_positions = pytest.mark.skipif(PLAIN, reason="takes minutes uncompiled")
COURSE_LINE = "block left up right eat left right right down left eat"


def small_board(folder, seed, cells=9, food=2):
    """A file with a random board of few open cells, and agents and food on them."""
    random.seed(seed)
    open_cells = [(random.randrange(4), random.randrange(4))]
    while len(open_cells) < cells:
        x, y = random.choice(open_cells)
        step_x, step_y = random.choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
        cell = (x + step_x, y + step_y)
        if cell not in open_cells and min(cell) >= 0 and max(cell) < 4:
            open_cells.append(cell)
    random.shuffle(open_cells)
    letters = dict(zip(open_cells, "AB" + "*" * food + " " * cells, strict=False))
    path = folder / f"{seed}.txt"
    path.write_text("4 4\n" + "\n".join("".join(letters.get((x, y), "#") for x in range(4)) for y in range(4)))
    return str(path)


MIXED, MIXED_AGAIN = (pytest.param(*rule, marks=pytest.mark.slow) for rule in (("mover", "tie"), ("either", "mover_loses")))


@many_positions
@pytest.mark.parametrize(("board", "count"), [("course", 5642), pytest.param("figure", 15178, marks=pytest.mark.slow)])
def test_every_position_agrees_with_plain_sweeps(board, count):
    root = game(board=board).start()
    table, _ = analyse_all(root)
    known = reachable(root)
    values = exact(known)
    assert len(table) == len(known) == count
    for index in range(count):
        value = values[table.records[index].tobytes()]
        found = (int(table.outcomes[index]), int(table.distances[index]))
        assert found == value or (value == (DRAW, 0) and found == (DRAW, 0))
        _, after = known[table.records[index].tobytes()]
        assert [table.records[child].tobytes() for child in table.successors(index)] == after


@pytest.mark.parametrize(("leaf", "both_stuck"), [("either", "tie"), ("mover", "mover_loses"), MIXED, MIXED_AGAIN])
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_small_boards(tmp_path, seed, leaf, both_stuck):
    root = game(board=small_board(tmp_path, seed, cells=7), leaf=leaf, both_stuck=both_stuck).start()
    table, _ = analyse_all(root)
    values = exact(reachable(root))
    for index in range(len(table)):
        assert (table.outcomes[index], table.distances[index]) == values[table.records[index].tobytes()]


@pytest.mark.parametrize("seed", range(2 if PLAIN else 6 // min(PART, 2)))
def test_a_win_that_is_ruled_out_is_never_one(tmp_path, seed):
    made = game(board=small_board(tmp_path, seed, cells=10, food=1 + seed % 3), both_stuck=["tie", "mover_loses"][seed % 2])
    table, _ = analyse_all(made.start())
    claims = 0
    for index in range(0, len(table), 1 + len(table) // 5000):
        for player, win in ((0, FIRST), (1, SECOND)):
            if table.distances[index] != 0 and best_margin(table.records[index], player) <= 0:
                claims += 1
                assert table.outcomes[index] != win
    assert claims


def test_who_has_built_the_last_wall_of_a_room_is_safe_before_stepping_into_it(tmp_path):
    file = tmp_path / "board.txt"
    file.write_text("5 1\nA B *\n")
    position = game(board=str(file)).start().play("block", "block")
    assert [best_margin(position.record, player) for player in (0, 1)] == [0, 1]


@many_positions
@pytest.mark.parametrize("seed", range(6 // min(PART, 2)))
def test_what_is_held_is_no_win(tmp_path, seed):
    made = game(board=small_board(tmp_path, seed, cells=10, food=1 + seed % 3))
    root = made.start()
    table, _ = analyse_all(root)
    engine = Engine(made, ZERO, memory_mb=4)
    for attacker, win in ((0, FIRST), (1, SECOND)):
        held = hold(engine, root, attacker, Limit(depth=14, nodes=200_000))
        assert not (held.proven and table.outcomes[0] == win)
        again = hold(engine, root, attacker, Limit(depth=14), first_depth=held.depth + 1)
        assert again.proven >= held.proven


@many_positions
@pytest.mark.slow
def test_solve_without_the_list_of_all_positions_agrees_with_it(tmp_path, monkeypatch):
    boards = [small_board(tmp_path, seed, cells=10, food=2 + seed % 2) for seed in range(3)]
    expected = [solve(game(board=board).start()) for board in boards]
    monkeypatch.setattr(proof.retrograde, "analyse_all", lambda *arguments, **options: (None, 0))
    for board, known in zip(boards, expected, strict=True):
        found = solve(game(board=board).start(), Limit(nodes=600_000), memory_mb=16)
        assert known.proven
        assert found.lower <= known.lower <= found.upper
        assert not found.proven or found.outcome == known.outcome
        assert not found.proven or known.outcome == "draw" or found.distance == known.distance


@many_positions
def test_the_course_board_is_won_in_11_and_the_figure_is_a_draw():
    course = solve(game().start())
    assert (course.proven, course.outcome, course.distance, " ".join(course.line)) == (True, "first", 11, COURSE_LINE)
    assert game().start().play_text(course.line).outcome() == FIRST
    figure = solve(game(board="figure").start())
    assert (figure.proven, figure.outcome, figure.distance) == (True, "draw", None)


def test_a_draw_that_may_go_on_for_ever_is_not_searched_for_its_end(tmp_path):
    board = tmp_path / "board.txt"
    board.write_text("6 5\n######\n#AB* #\n# *# #\n## * #\n######\n")
    found = solve(game(board=str(board)).start(), Limit(nodes=2_000_000))
    assert (found.outcome, found.distance) == ("draw", None)
    assert found.nodes < 200_000


@many_positions
@pytest.mark.parametrize("capacity", [1, 100, 5641, 5642, 5700])
def test_capacity_is_kept(capacity):
    table, plays = analyse_all(game().start(), capacity=capacity)
    assert (table is None) == (capacity < 5642)
    assert plays <= 8723


def test_limits_end_the_list():
    root = game().start()
    table, plays = analyse_all(root, Limit(nodes=1000))
    assert table is None
    assert plays <= 1000
    stopped = solve(root, Limit(nodes=1000))
    assert (stopped.proven, stopped.outcome) == (False, None)
    assert stopped.nodes <= 1000
    assert stopped.lower < stopped.upper


@many_positions
def test_best_moves_of_the_course_board():
    root = game().start()
    table, _ = analyse_all(root)
    assert [root.move_text(root.moves()[place]) for place in table.best_moves(0)] == ["block"]
    values = [int(table.outcomes[child]) for child in table.successors(0)]
    assert values == [DRAW, DRAW, DRAW, FIRST]


def test_a_table_knows_the_margin_and_a_line_that_reaches_it():
    for width, height, points in ((1, 1, -1), (2, 1, 0), (2, 2, 2)):
        position = cp.game("dots_and_boxes", width=width, height=height).start()
        table, _ = analyse_all(position)
        assert table is not None
        margin, line = table.with_margin()
        for move in line:
            position = position.after(move)
        assert position.over
        assert position.margin() == margin == points


NODES = 7
WALK = np.dtype([("at", np.int8), ("turn", np.int8)])
GRAPH = np.dtype([("next", np.int8, (NODES, 2)), ("worth", np.int8, (NODES,)), ("over", np.uint8, (NODES,))])


def walk_moves(position, moves):
    moves[0] = 0
    moves[1] = 1
    return 2


def walk(position, setup, move):
    position["at"] = setup["next"][position["at"], move]
    position["turn"] = 1 - position["turn"]


def walk_margin(position, setup):
    return setup["worth"][position["at"]]


def walk_outcome(position, setup):
    worth = setup["worth"][position["at"]]
    if setup["over"][position["at"]] == 0:
        return ONGOING
    return FIRST if worth > 0 else SECOND if worth < 0 else DRAW


def forced(setup, sign, points):
    """Whether the player of `sign` can end the walk from node 0 with so many points, whatever the other does."""
    won = {(at, turn) for at in range(NODES) for turn in (0, 1) if setup["over"][at] and sign * int(setup["worth"][at]) >= points}
    while True:
        new = set(won)
        for at in range(NODES):
            for turn in (0, 1):
                led = [(int(to), 1 - turn) in won for to in setup["next"][at]]
                if not setup["over"][at] and (any(led) if sign == 1 - 2 * turn else all(led)):
                    new.add((at, turn))
        if new == won:
            return (0, 0) in won
        won = new


@pytest.mark.slow
def test_solve_knows_margins_where_positions_repeat():
    random, seen = np.random.default_rng(3), set()
    for _ in range(60):
        setup = np.zeros(1, GRAPH)
        setup["next"], setup["worth"] = random.integers(1, NODES, (NODES, 2)), random.integers(-3, 4, NODES)
        setup["over"][0, -3:] = 1
        given = {"legal_moves": walk_moves, "play": walk, "outcome": walk_outcome, "margin": walk_margin, "setup": setup}
        game = cp.Game("walk", WALK, max_moves=2, repeats=True, objective="margin", **given)
        solution = cp.solve(game.start(), seconds=20)
        reached = [(sign, points) for sign in (1, -1) for points in (1, 2, 3) if forced(setup[0], sign, points)]
        assert solution.proven
        assert solution.margin == max((sign * points for sign, points in reached), key=abs, default=0)
        seen.add(solution.margin)
    assert len(seen) >= 5
