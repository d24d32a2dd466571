"""Networks: cells are found, symmetries are shared, and the evaluator is the sum that its layout says."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from counterply.api.own_games import new
from counterply.compiling.kernels import PLAIN, kernel
from counterply.core import game as games
from counterply.core.errors import UsageError
from counterply.core.game import Game
from counterply.core.geometry import Geometry, hexes, rings
from counterply.core.values import DRAW, FIRST, ONGOING, SECOND
from counterply.plugins.bridges.bot import bot_text
from counterply.plugins.learning.layout import SIZES, Size, make_layout, neighbours
from counterply.plugins.learning.learner import Learner, LearningSettings, Sizes, ThreadState
from counterply.plugins.learning.selfplay import GAME, TRIAL, best_move, see_game, see_trial
from counterply.plugins.networks import network
from counterply.plugins.networks.contents import values_of
from counterply.plugins.networks.layout import Exchange, Net, folded
from counterply.plugins.networks.learnt import LearntEvaluator
from counterply.plugins.networks.network import FEATURES, FIELDS
from counterply.plugins.networks.samples import Samples, play_random_games
from counterply.plugins.networks.view import SampledView, view_of
from counterply.usercode.loading import load_game
from counterply.work.place import Place
from examples import PART

SIZE = Size("test", 24, 1 << 8, 3)
NAMES = ("tic_tac_toe", "isolation", "new")  # bits, declared, fields of the record
SLOW = ("connect_four", "othello", "splendor")  # seconds of compiling each


def game_called(name: str, folder: Path) -> Game:
    game = load_game(str(new("mine", folder=folder)) if name == "new" else name)
    assert isinstance(game, Game)
    return game


def slow_value(view: SampledView, values: np.ndarray, turn: int, layout: Any, tables: np.ndarray) -> float:
    """What the evaluator should say, straight from the layout."""
    unusual = int((values[: view.board] != np.array(layout.usual[: view.board])).sum())
    stage = sum(unusual >= end for end in layout.stage_at)
    exchanged = layout.exchange is not None and turn == 1
    if exchanged:
        values = layout.exchange.sent(values)
    begin = (stage * layout.sides + min(turn, layout.sides - 1)) * layout.group
    begins = np.cumsum([1, *layout.sizes])
    total = 0.0
    for cells, table in zip(layout.lookups, layout.tables, strict=True):
        index, weight = 0, 1
        for cell in cells:
            ranks = layout.ranks[cell]
            number = min(max(int(values[cell]) - layout.low[cell], 0), len(ranks) - 1)
            index += weight * ranks[number]
            weight *= max(ranks) + 1
        total += float(tables[begin + begins[table] + index])
    return -total if exchanged else total


def parts_of(evaluator: LearntEvaluator) -> tuple[SampledView, Any, np.ndarray, float]:
    """What it plays by: its lookups of one cell are in its longer ones, and its entries in steps of a scale."""
    return evaluator.parts  # type: ignore[attr-defined, no-any-return]


def played_value(evaluator: LearntEvaluator, values: np.ndarray, turn: int) -> float:
    """What the evaluator should say, to the last digit."""
    view, layout, weights, scale = parts_of(evaluator)
    return scale * slow_value(view, values, turn, layout, weights)


@pytest.fixture(scope="module", params=[*NAMES, *(pytest.param(name, marks=pytest.mark.slow) for name in SLOW)])
def seen(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Game, Samples, SampledView]:
    game = game_called(request.param, tmp_path_factory.mktemp("game"))
    samples = play_random_games(game, 3)
    return game, samples, view_of(game, samples)


def test_no_cell_is_left_to_few_lookups_where_eight_images_share_a_table() -> None:
    game, side = load_game("tic_tac_toe"), 8
    view = SampledView(FIELDS, names=[f"cells[{cell}]" for cell in range(side * side)], board=side * side)
    view.places = [divmod(cell, side) for cell in range(side * side)]
    view.values = np.random.default_rng(1).integers(0, 3, (50, side * side))
    cells = np.arange(side * side).reshape(side, side)
    view.images = np.array([np.rot90(each, turns).ravel() for each in (cells, cells.T) for turns in range(4)])
    for seed in range(12):
        lookups = [cells for cells in make_layout(game, view, SIZES[-1], seed).lookups if len(cells) > 1]
        having = np.bincount(np.concatenate(lookups), minlength=side * side)
        assert len(lookups) == 64
        assert having.min() > having.mean() / 3  # corners, too


def test_the_evaluator_is_the_sum_of_its_lookups(seen: tuple[Game, Samples, SampledView]) -> None:
    game, samples, view = seen
    layout = make_layout(game, view, SIZE, 5)
    tables = np.random.default_rng(7).integers(-900, 900, layout.entries).astype(np.int16)
    tables.reshape(-1, layout.group)[:, 0] = 0
    if layout.known:
        tables.reshape(-1, layout.group)[:, -layout.known - 1 :] = 0  # weights of features have a test of their own
    evaluator = LearntEvaluator("random", view, layout, tables, 0.5)
    bound = evaluator.bind(game)
    assert bound.plain == PLAIN
    for index in range(0, len(samples.records), max(1, len(samples.records) // 60)):
        expected = played_value(evaluator, view.values[index], int(samples.turns[index]))
        assert bound.grid_value(samples.records[index], 0) == round(1024 * expected)
        assert bound.grid_value(samples.records[index], 1) == -round(1024 * expected)


def test_lookups_of_one_cell_are_added_to_longer_ones_and_cost_a_search_nothing(seen: tuple[Game, Samples, SampledView]) -> None:
    game, _, view = seen
    layout = make_layout(game, view, SIZE, 5)
    entries = np.random.default_rng(7).normal(size=layout.entries).astype(np.float32)
    shorter, less = folded(layout, entries)
    assert len(less) == shorter.entries
    assert {len(cells) for cells in shorter.lookups} - {1} == {len(cells) for cells in layout.lookups} - {1}
    longer = {cell for cells in shorter.lookups if len(cells) > 1 for cell in cells}
    assert not [cells for cells in shorter.lookups if len(cells) == 1 and cells[0] in longer]
    again, same = folded(shorter, less)
    assert (again, same.tolist()) == (shorter, less.tolist())
    for values, turn in list(zip(view.values, (0, 1) * len(view.values), strict=False))[::200]:
        expected = slow_value(view, values, turn, layout, entries)
        assert slow_value(view, values, turn, shorter, less) == pytest.approx(expected, abs=1e-3)


def test_indices_are_kept_up_to_date_by_the_cells_that_change(seen: tuple[Game, Samples, SampledView]) -> None:
    game, samples, view = seen
    if view.source == FEATURES:
        pytest.skip("features are worked out anew")
    layout = make_layout(game, view, SIZE, 5)
    state = ThreadState(game, view, layout, Sizes.of(samples), LearningSettings())
    state.net.read(np.zeros(layout.entries, np.float32))
    context, random = state.context, Random(2)
    for _ in range(5):
        position = game.start()
        while not position.over:
            after = position.after(random.choice(position.moves()))
            context["board"][GAME] = position.record
            see_game(context, game.setup[0], state.net.record, 0)
            context["board"][TRIAL] = after.record
            group = see_trial(context, game.setup[0], state.net.record)
            updated = context["trial"]["numbers"].copy()
            context["board"][GAME] = after.record
            see_game(context, game.setup[0], state.net.record, 0)
            seen = context["seen"][context["trial_view"]]
            assert (updated == seen["lanes"]["numbers"]).all()
            assert group // layout.sides == sum(int(seen["unusual"]) >= end for end in layout.stage_at)
            assert (seen["position"] == after.record).all()
            position = after


def test_each_move_is_worth_the_sum_of_the_position_behind_it_also_beside_moves_that_end_the_game(
    seen: tuple[Game, Samples, SampledView],
) -> None:
    game, samples, view = seen
    if view.source == FEATURES:
        pytest.skip("features are worked out anew")
    layout = make_layout(game, view, SIZE, 5)
    tables = np.random.default_rng(7).integers(-900, 900, layout.entries).astype(np.float32)
    tables.reshape(-1, layout.group)[:, 0] = 0
    state = ThreadState(game, view, layout, Sizes.of(samples), LearningSettings())
    state.net.read(tables)
    context, random = state.context, Random(2)
    for _ in range(6):
        position = game.start()
        while not position.over:
            context["board"][GAME] = position.record
            see_game(context, game.setup[0], state.net.record, position.turn)
            best_move(context, game.setup[0], state.net.record, position.turn, False)
            sign = -1 if position.turn else 1
            for index, move in enumerate(position.moves()):
                after = position.after(move)
                if not after.over:
                    values = values_of(game, view, np.array([after.record]))[0]
                    expected = sign * slow_value(view, values, int(after.turn), layout, tables)
                    assert context["values"][index] == pytest.approx(expected, abs=0.01)
            position = position.after(random.choice(position.moves()))


@pytest.mark.parametrize("most", [64, 0])
def test_declared_cells_are_read_with_and_without_a_loop(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("counterply.compiling.compiler.MOST_APART", most)
    game = load_game("connect_four")
    room = np.zeros(1, [("odd", np.int8), ("contents", network.contents_type(42))])[0]  # a place that is no multiple of 8

    @kernel
    def read(position: Any, setup: Any, room: Any) -> None:
        network.read_cells(position, setup, room["contents"])

    for line in ((), (3, 3, 3, 2, 3, 6)):
        position = game.start().play(*line).record
        read(position, game.setup[0], room)
        assert room["contents"]["numbers"].tolist() == [game.functions["cells"](position, cell) for cell in range(42)]


@pytest.mark.skipif(PLAIN, reason="takes minutes uncompiled")
def test_games_of_every_kind_can_be_learnt_from(seen: tuple[Game, Samples, SampledView]) -> None:
    """Boards of bits, of numbers, and declared; chance and hidden cards; margins; rules that answer in unsigned numbers."""
    game, samples, view = seen
    if game.name == "tic_tac_toe":
        pytest.skip("it is learnt from in test_learning")
    if game.name == "mine" and PART > 1:
        pytest.skip("as from isolation, after seconds of compiling: make test-all does it")
    layout = make_layout(game, view, SIZE, 5)
    learners = [Learner(game, view, layout, samples, LearningSettings(), 1) for _ in range(2)]
    for learner in learners:
        assert learner.play_round(lambda: 0.0, 40) == learner.games == 40
        assert np.isfinite(learner.tables).all()
        assert learner.tables.any()
        assert not learner.tables.reshape(-1, layout.group)[:, 0].any()
    assert (learners[0].tables == learners[1].tables).all()


def test_a_network_that_knows_features_adds_their_weighted_sum() -> None:
    game = load_game("isolation")
    assert isinstance(game, Game)
    samples = play_random_games(game, 3)
    features = next(evaluator for evaluator in game.evaluators if evaluator.name == "territory")
    view = view_of(game, samples, features)
    bound_features = features.bind(game)
    for size in (SIZE, Size("linear", 0, 0, 1)):
        layout = make_layout(game, view, size, 5)
        tables = np.random.default_rng(7).integers(-900, 900, layout.entries).astype(np.int16)
        groups = tables.reshape(-1, layout.group)
        groups[:, 0] = 0
        evaluator = LearntEvaluator("random", view, layout, tables, 0.5)
        bound = evaluator.bind(game)
        _, layout, weights, scale = parts_of(evaluator)
        groups = weights.reshape(-1, layout.group)
        for index in range(0, len(samples.records), 200):
            turn, record = int(samples.turns[index]), samples.records[index]
            bound_features.grid_value(record, 0)
            known = np.append(np.array(bound_features.features) / view.usual_sizes, 1.0)
            unusual = int((view.values[index][: view.board] != np.array(layout.usual[: view.board])).sum())
            group = sum(unusual >= end for end in layout.stage_at) * layout.sides + turn
            expected = played_value(evaluator, view.values[index], turn) + scale * (groups[group, -3:] @ known)
            assert bound.grid_value(record, 0) == pytest.approx(1024 * expected, abs=1)


@pytest.mark.skipif(PLAIN, reason="takes minutes uncompiled")
def test_weights_of_features_are_learnt() -> None:
    """Who reaches more cells first wins more often, whoever is to move."""
    game = load_game("isolation")
    assert isinstance(game, Game)
    samples = play_random_games(game, 3)
    view = view_of(game, samples, next(evaluator for evaluator in game.evaluators if evaluator.name == "territory"))
    learner = Learner(game, view, make_layout(game, view, Size("linear", 0, 0, 1), 5), samples, LearningSettings(), 1)
    learner.play_round(lambda: 0.0, 3_000)
    assert (learner.tables.reshape(2, 4)[:, 1] > 0.1).all()


def test_random_plies_begin_games_and_nothing_else() -> None:
    game = game_called("isolation", Path())
    samples = play_random_games(game, 3)
    view = view_of(game, samples)
    settings = LearningSettings(exploration=0.0, openings=1.0, most_random=2)
    learner = Learner(game, view, make_layout(game, view, SIZE, 5), samples, settings, 1)
    learner.play_round(lambda: 0.0, 40)
    context = learner._shares[0].context
    explored = context["explored"].reshape(-1, int(context["longest"]))[:20]
    assert explored[:, 0].any()
    assert explored[:, 1].any()
    assert not explored[:, 2:].any()
    learner.close()


def test_lines_come_before_walks_and_no_image_comes_twice() -> None:
    game = game_called("tic_tac_toe", Path())
    samples = play_random_games(game, 3)
    view = view_of(game, samples)
    layout = make_layout(game, view, Size("test", 64, 3**3, 1, 0.5), 5)
    firsts = {tuple(sorted(layout.lookups[layout.tables.index(table)])) for table in set(layout.tables)}
    classes = [frozenset(tuple(sorted(int(image[cell]) for cell in cells)) for image in view.images) for cells in firsts]
    assert len(set(classes)) == len(classes)
    for line in ((0, 1, 2), (3, 4, 5), (0, 4, 8)):
        assert any(line in each for each in classes)


def test_symmetries_send_cells_where_their_content_goes() -> None:
    game = load_game("tic_tac_toe")
    samples = play_random_games(game, 1)
    view = view_of(game, samples)
    assert len(view.images) == 8
    assert sorted(map(tuple, view.images)) == sorted(
        tuple(np.argsort(np.array(image).ravel()))
        for grid in (np.arange(9).reshape(3, 3), np.arange(9).reshape(3, 3).T)
        for image in (np.rot90(grid, turns) for turns in range(4))
    )
    assert view.places == [divmod(cell, 3) for cell in range(9)]
    assert (values_of(game, view, samples.records) == view.values).all()


def test_bits_lie_where_moves_set_them() -> None:
    """A board of bits by columns, with a bit to spare above each: connect four without its declared cells."""
    from counterply.games.connect_four import rules
    from counterply.games.connect_four.text import cell

    functions = {name: getattr(rules, name) for name in ("turn", "legal_moves", "play", "outcome", "key")}
    game = Game("columns", rules.RECORD, max_moves=7, max_plies=42, board=games.Board((6, 7), cell), **functions)
    view = view_of(game, play_random_games(game, 1))
    assert view.said == "42 bits in mover and taken"
    assert view.places == [(5 - bit % 7, bit // 7) for bit in view.bits]
    mirrored = [view.bits.index(7 * (6 - bit // 7) + bit % 7) for bit in view.bits]
    assert view.images.tolist() == [[*range(42)], mirrored]


@pytest.mark.parametrize(("rare", "images"), [(False, 4), (True, 1)])
def test_turns_after_which_the_rules_are_the_same_are_symmetries(rare: bool, images: int) -> None:
    """Three in a column of tic-tac-toe: a quarter turn takes a goal to what is none; and a rule that few positions show."""
    record = np.dtype([("cells", np.int8, (9,)), ("turn", np.int8)])

    def legal_moves(position: Any, moves: np.ndarray) -> int:
        cells, count = position["cells"], 0
        barred = 8 if rare and cells[0] == cells[1] == 1 and cells[5] == cells[6] == 2 and cells[2] == 0 else 9
        for cell in range(9):
            if cells[cell] == 0 and cell != barred:
                moves[count] = cell
                count += 1
        return count

    def play(position: Any, move: int) -> None:
        position["cells"][move] = position["turn"] + 1
        position["turn"] = 1 - position["turn"]

    def outcome(position: Any) -> int:
        cells, full = position["cells"], True
        for line in range(3):
            full = full and cells[3 * line] > 0 and cells[3 * line + 1] > 0 and cells[3 * line + 2] > 0
            if cells[line] > 0 and cells[line] == cells[line + 3] == cells[line + 6]:
                return FIRST if cells[line] == 1 else SECOND
        return DRAW if full else ONGOING

    rules: dict[str, Any] = {"legal_moves": legal_moves, "play": play, "outcome": outcome}
    game = Game("columns", record, max_moves=9, max_plies=9, board=games.Board((3, 3)), **rules)
    view = view_of(game, play_random_games(game, 1))
    assert len(view.images) == images
    assert ("under 3 of the board's turns" in view.shared) is not rare


@pytest.mark.parametrize(("board", "images"), [(hexes(3, "hexagon"), 12), (hexes(4, "triangle"), 6), (rings(2), 8)])
def test_points_of_a_board_that_is_no_rectangle_have_their_neighbours_and_symmetries(board: Geometry, images: int) -> None:
    record = np.dtype([("cells", np.int8, (board.count,)), ("turn", np.int8)])

    def legal(position: Any, move: int) -> bool:
        return position["cells"][move] == 0

    def play(position: Any, move: int) -> None:
        position["cells"][move] = position["turn"] + 1
        position["turn"] = 1 - position["turn"]

    game = Game("filled", record, legal_moves=legal, moves=board.count, play=play, max_plies=board.count, board=board.board())
    view = view_of(game, play_random_games(game, 1))
    assert view.places == [*board.cells]
    assert sorted(map(tuple, view.images)) == sorted(map(tuple, board.images()))
    assert len(view.images) == images
    near = neighbours(game, view)
    assert all(other in near[point] for point, other in board.links)


@cache
def most_stones(passes: bool = True, ahead: int = 0, barred: bool = False) -> Game:
    """Stones on nine cells, or a pass; on a full board who has more of them wins, the first player by more than `ahead`.

    Where rows are `barred`, the first player puts none on the top one, and the second none on the bottom one.
    """
    record = np.dtype([("cells", np.int8, (9,)), ("stones", np.int8, (2,)), ("turn", np.int8)])

    def legal_moves(position: Any, moves: np.ndarray) -> int:
        count = 0
        for cell in range(9):
            if position["cells"][cell] == 0 and not (barred and cell // 3 == 2 * position["turn"]):
                moves[count] = cell
                count += 1
        if passes:
            moves[count] = 9
            count += 1
        return count

    def play(position: Any, move: int) -> None:
        if move < 9:
            position["cells"][move] = position["turn"] + 1
            position["stones"][position["turn"]] += 1
        position["turn"] = 1 - position["turn"]

    def outcome(position: Any) -> int:
        first, second = position["stones"]
        if first + second < 9:
            return ONGOING
        return FIRST if first - second > ahead else SECOND

    rules: dict[str, Any] = {"legal_moves": legal_moves, "play": play, "outcome": outcome}
    return Game("most", record, max_moves=10, max_plies=30, board=games.Board((3, 3)), **rules)


@cache
def columns_of_two() -> Game:
    """Both cells of a column at once, as a domino; who has the first column wins."""
    record = np.dtype([("cells", np.int8, (8,)), ("turn", np.int8)])

    def legal_moves(position: Any, moves: np.ndarray) -> int:
        count = 0
        for column in range(4):
            if position["cells"][column] == 0:
                moves[count] = column
                count += 1
        return count

    def play(position: Any, move: int) -> None:
        position["turn"] = 1 - position["turn"]
        position["cells"][move] = position["cells"][move + 4] = 2 - position["turn"]

    def outcome(position: Any) -> int:
        for column in range(4):
            if position["cells"][column] == 0:
                return ONGOING
        return FIRST if position["cells"][0] == 1 else SECOND

    rules: dict[str, Any] = {"legal_moves": legal_moves, "play": play, "outcome": outcome}
    return Game("dominoes", record, max_moves=4, max_plies=4, board=games.Board((2, 4)), **rules)


TURNED = (6, 7, 8, 3, 4, 5, 0, 1, 2)  # the top row goes to the bottom one


@pytest.mark.parametrize(
    ("game", "cells"),
    [
        (most_stones, tuple(range(9))),
        (partial(most_stones, barred=True), TURNED),
        (columns_of_two, None),
        pytest.param(partial(most_stones, passes=False), None, marks=pytest.mark.slow),
        pytest.param(partial(most_stones, ahead=2), None, marks=pytest.mark.slow),
    ],
)
def test_players_are_exchanged_where_the_rules_are_the_same_for_both(game: Any, cells: Any) -> None:
    """Not if one has to be further ahead, nor if the number of stones says whose turn it is."""
    exchange = view_of(game(), play_random_games(game(), 1)).exchange
    assert exchange == (cells and Exchange((1, 2), (*cells, 10, 9), 9))  # each player's number of stones, too


@pytest.mark.parametrize("barred", [False, True])
@pytest.mark.parametrize("usual", [0, 1])
def test_positions_of_the_second_player_are_worth_the_opposite_of_the_exchanged_ones(barred: bool, usual: int) -> None:
    """Also where most cells have a stone: the indices of a board with nothing but the usual contents are other ones exchanged."""
    game = most_stones(barred=barred)
    samples = play_random_games(game, 1)
    view = view_of(game, samples)
    seen = view.values
    view.values = np.where(seen == usual, seen, np.where(np.arange(len(seen))[:, None] % 3, usual, seen))
    layout = make_layout(game, view, Size("test", 24, 1 << 8, 2), 5)
    assert layout.exchange is not None
    assert layout.exchange == view.exchange
    assert layout.usual[0] == usual
    tables = np.random.default_rng(7).integers(-900, 900, layout.entries).astype(np.int16)
    tables.reshape(-1, layout.group)[:, 0] = 0
    evaluator = LearntEvaluator("random", view, layout, tables, 0.5)
    bound = evaluator.bind(game)
    bot: dict[str, Any] = {"__name__": "bot"}
    exec(bot_text(game, evaluator, "kaggle"), bot)
    for values, turn, record in zip(seen[::20], samples.turns[::20], samples.records[::20], strict=True):
        expected = played_value(evaluator, values, int(turn))
        assert bound.grid_value(record, 0) == -bound.grid_value(record, 1) == round(1024 * expected)
        assert bot["value_of"](record, 0) == expected


@pytest.mark.slow
@pytest.mark.skipif(PLAIN, reason="takes minutes uncompiled")
def test_a_learner_learns_for_both_sides_and_goes_on_with_them() -> None:
    game = most_stones(barred=True)
    samples = play_random_games(game, 1)
    view = view_of(game, samples)
    layout = make_layout(game, view, SIZE, 5)
    assert layout.exchange is not None
    ones, stopped, later, twice = (
        Learner(game, view, layout, samples, LearningSettings(), 1, Place(workers=count)) for count in (1, 1, 1, 2)
    )
    for each in (ones, twice):
        for _ in range(2):
            each.play_round(lambda: 0.0, ones._batch)
    assert ones.tables.any()
    assert (twice.tables == ones.tables).all()
    stopped.play_round(lambda: 0.0, ones._batch)
    later.resume(stopped.tables, stopped.mean, stopped.games, stopped.plies)
    later.play_round(lambda: 0.0, ones._batch)
    assert (later.tables == ones.tables).all()
    for each in (ones, stopped, later, twice):
        each.close()


@pytest.mark.slow
def test_symmetries_that_are_not_used_are_said() -> None:
    """In Hex a half turn exchanges which edges a stone is joined with; in draughts a number is a place of the board."""
    hexes = load_game("hex")
    view = view_of(hexes, play_random_games(hexes, 1))
    assert view.shared.startswith("1 of its 2 symmetries do more than move")
    assert view.exchange is None  # the number of stones says whose turn it is, though that of cells joined does not
    draughts = load_game("checkers")
    assert "no turn of the board keeps its rules with jumper as before" in view_of(draughts, play_random_games(draughts, 1)).shared
    queens = load_game("isolation")
    assert view_of(queens, play_random_games(queens, 1)).shared == ""


def test_a_game_without_cells_or_features_says_what_to_declare() -> None:
    record = np.dtype([("heap", np.int32), ("turn", np.int8)])

    def start(position: Any) -> None:
        position["heap"] = 3000

    def legal_moves(position: Any, moves: np.ndarray) -> int:
        count = min(300, position["heap"])
        for index in range(count):
            moves[index] = index + 1
        return count

    def play(position: Any, move: int) -> None:
        position["heap"] -= move
        position["turn"] = 1 - position["turn"]

    game = Game("heap", record, start=start, legal_moves=legal_moves, play=play, max_moves=300)
    with pytest.raises(UsageError, match="give Game cells=FUNCTION"):
        view_of(game, play_random_games(game, 1))


def test_a_board_can_be_the_first_part_of_a_field() -> None:
    game = load_game("hex", {"size": "4"})
    view = view_of(game, play_random_games(game, 1))
    assert (view.board, len(view.names), view.names[16]) == (32, 32, "joined[0]")
    assert view.places[:6] == [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1)]


def test_an_array_that_is_no_board_is_said_to_be_ignored() -> None:
    record = np.dtype([("cells", np.int8, (9,)), ("sums", np.int32, (2,)), ("fixed", np.int32, (2,)), ("turn", np.int8)])

    def legal(position: Any, move: int) -> bool:
        return position["cells"][move] == 0  # type: ignore[no-any-return]

    def play(position: Any, move: int) -> None:
        position["cells"][move] = position["turn"] + 1
        position["sums"][position["turn"]] += 100 * move
        position["turn"] = 1 - position["turn"]

    game = Game("sums", record, legal_moves=legal, moves=9, play=play, max_plies=9)
    view = view_of(game, play_random_games(game, 1))
    assert (view.board, view.ignored) == (9, ["sums"])


def test_a_few_small_numbers_are_cells() -> None:
    record = np.dtype([("piles", np.int8, (3,)), ("turn", np.int8)])

    def start(position: Any) -> None:
        position["piles"][:] = 3

    def legal(position: Any, move: int) -> bool:
        return position["piles"][move // 3] > move % 3  # type: ignore[no-any-return]

    def play(position: Any, move: int) -> None:
        position["piles"][move // 3] -= move % 3 + 1
        position["turn"] = 1 - position["turn"]

    game = Game("piles", record, start=start, legal_moves=legal, moves=9, play=play)
    samples = play_random_games(game, 1)
    view = view_of(game, samples)
    assert view.names == ["piles[0]", "piles[1]", "piles[2]"]
    assert view.images.tolist() == [[0, 1, 2]]
    layout = make_layout(game, view, SIZE, 1)
    assert [len(lookup) for lookup in layout.lookups] == [3]
    assert layout.sizes == (64,)


def test_memory_of_lookups_stays_in_bounds() -> None:
    game = load_game("connect_four")
    samples = play_random_games(game, 1)
    view = view_of(game, samples)
    for size in (Size("a", 1, 16, 1), Size("b", 300, 1 << 16, 16)):
        layout = make_layout(game, view, size, 1)
        assert max(layout.sizes) <= size.indices or max(map(len, layout.lookups)) == 1
        assert len(layout.stage_at) < 16
        assert Net(view, layout, game.record).record["offsets"].max() < layout.group
