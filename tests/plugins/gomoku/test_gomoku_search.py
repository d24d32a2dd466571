"""How five in a row is searched: its patterns, what they make certain, wins by fours, and that nothing else is called won."""

import itertools
import json
import random
from collections import Counter
from pathlib import Path

import gomoku_lines_oracle as oracle
import numpy as np
import pytest
from gomoku_oracle import STEPS, Board
from test_gomoku import board, rows_of

from counterply import FIRST, ONGOING, SECOND, Limit
from counterply.compiling.kernels import PLAIN, kernel
from counterply.core.contract import NOISY, SHARP, UNKNOWN, candidates, decided, noisy_moves, required, undo, update
from counterply.core.values import PLY, distance_of, is_win
from counterply.plugins.gomoku import game as gomoku, text as gomoku_text
from counterply.plugins.gomoku.network import LARGEST_SIGNAL, MIXING_SHIFT, STAGES, VALUE_UNIT, learnt
from counterply.plugins.gomoku.patterns import (
    CLOSED_THREE,
    CLOSED_TWO,
    DEAD,
    FIVE_POINT,
    FORBIDDEN,
    FORBIDDEN_POINT,
    FOUR,
    FOUR_POINT,
    GOOD_THREE,
    GOOD_TWO,
    MAKES_FIVE,
    MAX_SIDE,
    MAYBE_FORBIDDEN,
    OPEN_FOUR,
    OPEN_FOUR_POINT,
    OPEN_ONE,
    OPEN_THREE,
    OPEN_TWO,
    half_windows,
    line_shapes,
)
from counterply.plugins.monte_carlo.search import TreeSearch, TreeSettings
from counterply.search.alphabeta.engine import Engine
from counterply.search.alphabeta.numbers import Numbers
from counterply.search.alphabeta.techniques import Techniques, timing
from counterply.search.choose import analyse
from counterply.search.exact.outcomes import prove_outcome
from counterply.usercode.loading import load_evaluator, load_game

GAME = load_game("gomoku")
many_nodes = pytest.mark.skipif(PLAIN, reason="takes minutes uncompiled")
VARIANTS = [{}, {"rule": "standard"}, {"rule": "renju"}, {"rule": "caro"}, {"size": 26}, {"size": 5}, {"width": 7, "height": 20}]


@kernel
def play_on(position, setup, memo, move):
    update(position, setup, memo, move)


@kernel
def take_back(position, setup, memo, move):
    undo(position, setup, memo, move)


def same(memo, other):
    names = [name for name in memo.dtype.names if name != "journal"]
    return all(np.array_equal(memo[name], other[name]) for name in names)


def walk_and_compare(game, dice):
    """Play a random game; after every move the memo is what the position alone gives, and going back restores it."""
    position, memo, path = game.start(), game.memo_of(game.start()), []
    while position.outcome() == ONGOING and position.ply < 250:
        before, move = memo.copy(), dice.choice(position.moves())
        position = position.after(move)
        play_on(position.record, game.setup[0], memo, move)
        assert same(memo, game.memo_of(position))
        path.append((position, move, before))
    for position, move, before in reversed(path):
        take_back(position.record, game.setup[0], memo, move)
        assert same(memo, before)
    assert memo["journal"]["top"] == 0


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_patterns_kept_move_by_move_are_those_of_the_position(options):
    walk_and_compare(gomoku.game(**options), random.Random(1))


@pytest.mark.slow
def test_patterns_over_a_thousand_games():
    dice = random.Random(2)
    for number in range(1000):
        walk_and_compare(gomoku.game(**VARIANTS[number % len(VARIANTS)]), dice)


def shape(text, **rule):
    """The shape at the star: x own, o the opponent's, | an edge; beyond the text all is empty."""
    _, numbers = half_windows()
    place = text.index("*")
    halves = []
    for cells in (text[:place][::-1], text[place + 1 :]):
        board_cells = (cells + "." * 5)[:5].partition("|")[0]
        halves.append(numbers[tuple({".": 0, "x": 1, "o": 2}[cell] for cell in board_cells)])
    given = {"length": 5, "exact": False, "ends": False, "forbids": False, **rule}
    return int(line_shapes(**given)[halves[0], halves[1]])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("*", OPEN_ONE),
        ("x*", GOOD_TWO),
        ("x..*", OPEN_TWO),
        ("ox*", CLOSED_TWO),
        ("xx*", GOOD_THREE),
        ("x.x*", OPEN_THREE),
        ("oxx*", CLOSED_THREE),
        ("|xx*", CLOSED_THREE),
        ("oxxx*", FOUR),
        ("xx*.x", FOUR),
        ("xxx*", OPEN_FOUR),
        ("x.x*x.x", OPEN_FOUR),
        ("xxxx*", MAKES_FIVE),
        ("xxxxx*", MAKES_FIVE),
        ("o..*.o", DEAD),
        ("|..*.o", DEAD),
    ],
)
def test_shapes(text, expected):
    assert shape(text) == expected
    assert shape(text[::-1]) == expected


def test_shapes_depend_on_the_rule():
    assert shape("xxxxx*", exact=True) == DEAD
    assert shape("xxxxx*", exact=True, forbids=True) == FORBIDDEN
    assert shape("x.x*x.x", exact=True, forbids=True) == FORBIDDEN  # two fours in one line
    assert shape("xxx*..x", exact=True) == OPEN_FOUR
    assert shape("x.xxx*o", exact=True) == DEAD  # it would make six
    assert shape("xxx*.x", exact=True) == FOUR  # on that side it would make six
    assert shape("oxxxx*o", ends=True) == DEAD
    assert shape("|xxxx*o", ends=True) == MAKES_FIVE
    assert shape("xxx*", ends=True) == OPEN_FOUR
    assert shape("oxxx*", ends=True) == FOUR


SHAPES = dict(enumerate(oracle.SHAPES))
SHAPE_TABLES = {
    "freestyle": {},
    "standard": {"exact": True},
    "renju": {"exact": True, "forbids": True},
    "caro": {"ends": True},
    "caro_strict": {"exact": True, "ends": True},
}


def shapes_agree_with_the_words(lines, seed):
    """Random lines: what the stone at a random place makes, by the tables and by the words of each rule."""
    dice, seen = random.Random(seed), Counter()
    for _ in range(lines):
        length, weights = dice.choice([6, 7, 9, 11]), (5, dice.choice([2, 4]), dice.choice([0, 1, 2]))
        place = dice.randrange(length)
        cells = dice.choices(".XO", weights, k=length)
        cells[place] = "X"
        line = f"#{''.join(cells)}#"
        text = f"|{line[1 : place + 1]}*{line[place + 2 : -1]}|".replace("X", "x").replace("O", "o")
        for rule, options in SHAPE_TABLES.items():
            wanted = oracle.shape(line, place + 1, rule)
            assert SHAPES[shape(text, **options)] == wanted, (line, place, rule)
            seen[rule, wanted] += 1
        oracle.forget()
    return seen


def test_shapes_agree_with_the_words_of_each_rule():
    seen = shapes_agree_with_the_words(40, seed=1)
    assert len(seen) > 40


@pytest.mark.slow
def test_shapes_of_thousands_of_lines_agree_with_the_words_of_each_rule():
    seen = shapes_agree_with_the_words(4000, seed=2)
    assert len(seen) == 5 * (len(SHAPES) - 1) + 1  # only renju forbids


def fives_next(slow, cell, stone):
    """How many cells there are where one more stone wins by a row with the one on `cell`, by the words of the rules."""
    line = [more for step in STEPS for more in slow.line(cell, step) if slow.mark(more) == "."]
    return sum(slow.with_stone(more, stone).wins(cell) for more in line)


def crowded(rule, seed):
    """A random board of 9x9 for both: as the game has it, and by the words of the rules; nobody has won."""
    dice = random.Random(seed)
    position, slow = gomoku.game(size=9, rule=rule).start(), Board(9, 9, rule)
    for index, cell in enumerate(dice.sample(list(itertools.product(range(9), repeat=2)), 28)):
        player = int(index >= 20)  # crowded with black stones
        stone = "XO"[player]
        if not slow.with_stone(cell, stone).wins(cell) and not slow.with_stone(cell, stone).fives(cell):
            slow.stones[cell] = stone
            gomoku_text.place(position.record, player, *cell)
    return position, slow


@pytest.mark.parametrize("rule", ["freestyle", "standard", "renju"])
def test_classes_agree_with_the_words_of_each_rule(rule):
    """Every empty cell of crowded boards: five, four, open four and forbidden, by the memo and by the words."""
    seen = Counter()
    for seed in range(3):
        position, slow = crowded(rule, seed)
        points = position.game.memo_of(position)["points"]
        for cell, player in itertools.product(slow.empty(), range(2)):
            kind, stone = int(points[cell[0] * 26 + cell[1]]["classes"][player]), "XO"[player]
            after = slow.with_stone(cell, stone)
            five = after.wins(cell)
            why = "" if five or rule != "renju" or player else after.forbidden(cell)
            fives = 0 if five or why else fives_next(after, cell, stone)
            assert (kind == FIVE_POINT) == five
            assert why or (kind >= FOUR_POINT) == bool(five or fives)
            assert not why or kind in (FORBIDDEN_POINT, MAYBE_FORBIDDEN, FOUR_POINT)
            assert (kind == FORBIDDEN_POINT) == (why in ("overline", "double four"))
            if kind == OPEN_FOUR_POINT:
                assert fives > 1
            elif rule != "renju" or player:
                assert five or fives < 2
            seen[FIVE_POINT if five else FORBIDDEN_POINT if why else FOUR_POINT if fives else 0] += 1
    assert len(seen) == 3 + (rule == "renju"), seen


def test_between_two_stages_the_network_is_in_proportion():
    numbers, stages = learnt("freestyle"), GAME.setup[0]["tables"]["network"]["stages"]
    assert all(len(numbers[name]) == len(STAGES) for name in ("bias", "output", "share", "base", "odds"))
    for name in ("bias", "output", "share", "base", "odds"):
        assert np.array_equal(stages[name][list(STAGES)], numbers[name])
        assert np.array_equal(stages[name][0], numbers[name][0])
        middle = (numbers[name][0] + numbers[name][1]) / 2
        assert np.abs(stages[name][(STAGES[0] + STAGES[1]) // 2] - middle).max() <= 1


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_the_network_says_what_its_numbers_say(options):
    """Beside the same sums and products over all cells, from scratch."""
    game, dice = gomoku.game(**options), random.Random(4)
    evaluator = load_evaluator("network", game).bind(game)
    net = game.setup[0]["tables"]["network"]
    position = game.start()
    while position.outcome() == ONGOING and position.ply < 80:
        position = position.after(dice.choice(position.moves()))
        stage = net["stages"][min(position.ply, STAGES[-1])]
        classes, kinds = (game.memo_of(position)["points"][name].astype(int) for name in ("classes", "combinations"))
        views = net["begin"]["numbers"] + sum(net["vectors"]["numbers"][black, white].astype(int) for black, white in classes)
        hidden = (net["mixing"]["numbers"][position.turn] @ views >> MIXING_SHIFT) + stage["bias"]
        own, other = kinds[:, position.turn], kinds[:, 1 - position.turn]
        worths = net["worths_begin"][position.turn] + net["worths"][own, 0].sum() + net["worths"][other, 1].sum()
        value = (np.clip(hidden, 0, LARGEST_SIGNAL) @ stage["output"] + worths * stage["share"] + stage["base"]) / VALUE_UNIT
        for player in range(2):
            said = evaluator.grid_value(position.record, player) / evaluator.evaluator.grid
            assert said == pytest.approx(value if player == position.turn else -value, abs=1 / 1024)


@pytest.mark.parametrize("rule", ["freestyle", "standard", "renju"])
def test_the_same_stones_are_worth_the_same_on_boards_of_all_sizes(rule):
    """Where no edge is near, exactly; else up to what edges change, half a nat as a rule, and not to one side alone."""
    dice, middle = random.Random(5), range(-2, 3)
    games = {side: gomoku.game(size=side, rule=rule) for side in range(10, 27)}
    network = {side: load_evaluator("network", game).bind(game) for side, game in games.items()}
    found = []
    for count in [1, *(dice.randrange(3, 7) for _ in range(40))]:
        stones, values = dice.sample(list(itertools.product(middle, middle)), count), []
        for side, game in games.items():
            position = game.start()
            for row, column in [(0, 0)] if count == 1 else stones:
                position = position.after((side // 2 + row) * MAX_SIDE + side // 2 + column)
            values.append(network[side].grid_value(position.record, 0) / network[side].evaluator.grid)
        assert len(set(values[22 - 10 :])) == 1
        found.append(np.array(values) - values[15 - 10])
    assert np.abs(found[0]).max() <= 0.5
    assert np.median(np.abs(found), axis=0).max() <= 0.5
    assert np.abs(np.mean(found, axis=0)).max() <= 0.5


def told(position):
    """What the sound hints say: outcome and plies, and the required replies."""
    game, memo = position.game, position.game.memo_of(position)
    said = int(decided(position.record, game.setup[0], memo))
    moves = np.zeros(game.max_moves, np.int32)
    count = int(required(position.record, game.setup[0], memo, moves))
    return said % PLY, said // PLY, None if count == UNKNOWN else [position.move_text(m) for m in moves[:count]]


def test_what_is_certain():
    assert told(board("h8 i8 j8 k8", "g8")) == (FIRST, 1, None)
    assert told(board("g8", "h8 i8 j8 k8")) == (ONGOING, 0, ["l8"])
    assert told(board("", "h8 i8 j8 k8")) == (SECOND, 2, [])
    assert told(board("h8 i8 j8", "a1 c1")) == (FIRST, 3, None)
    assert told(board("a1 c1", "h8 i8 j8")) == (ONGOING, 0, ["f8", "g8", "k8", "l8"])
    assert told(board("a1 b1 c1", "h8 i8 j8")) == (ONGOING, 0, ["d1", "e1", "f8", "g8", "k8", "l8"])
    assert told(board("h8 i8 j8 h9 h10 h11", "g8 k8 h12")) == (FIRST, 1, None)
    assert told(board("i8 j8 k8 h9 h10 h11", "l8 h12")) == (FIRST, 3, None)  # two fours at h8
    assert told(board("i8 j8 k8 h9 h10 h11", "l8 h12", rule="renju"))[0] == ONGOING  # forbidden
    assert told(board("h8 i8 j8 l8 m8", "", rule="standard"))[0] == ONGOING  # k8 makes six
    four_and_three = "h8 i8 j8 k9 k10"  # at k8; l8 answers the four
    assert told(board(four_and_three, "g8 a1 a3"))[:2] == (FIRST, 5)
    assert told(board(four_and_three, "g8 l9 l10 l11"))[0] == ONGOING  # l8 would make a four
    assert told(board(four_and_three, "g8 a1 b1 c1 a9"))[:2] == (FIRST, 5)  # a four elsewhere comes too late
    assert told(board(four_and_three, "g8 a1 a3", rule="caro"))[0] == ONGOING
    assert told(board(four_and_three, "g8 a1 a3", rule="renju"))[0] == ONGOING
    assert told(board("a1", "h8 i8 j8 k8", rule="caro")) == (ONGOING, 0, None)  # a stone beyond the five would do as well


def test_the_answer_to_several_open_threes_meets_all_of_them():
    crossing = board("a1 a15", "h8 i8 j8 k7 k6 k5")
    assert told(crossing) == (ONGOING, 0, ["k8"])
    assert told(board("a1 c15", "h8 i8 j8 c3 d3 e3")) == (ONGOING, 0, ["b3"])  # none does, and one stands for all
    assert told(board("a1 b1 c1", "h8 i8 j8 m3 m4 m5")) == (ONGOING, 0, ["d1", "e1"])  # fours of its own remain


@pytest.mark.slow
@many_nodes
def test_a_proof_through_two_open_threes_says_in_how_many_plies():
    """Both of them at once cannot be answered: four plies, whatever the reply."""
    engine = Engine(GAME, load_evaluator(None, GAME))
    position = GAME.position("moves h8 a1 i8 c15 j9 o1 j10 o15")  # j8 makes two open threes
    proven, *_ = (report for report in engine.deepen(position, Limit(nodes=100_000)) if report.proven)
    assert (position.move_text(proven.move), is_win(proven.score)) == ("j8", True)
    assert distance_of(proven.score) == 5
    lost = position.after(proven.move)
    replies = told(lost)[2]
    assert len(replies) == 1
    for move in random.Random(1).sample(lost.moves(), 12):
        *_, report = engine.deepen(lost.after(move), Limit(depth=3))
        assert (report.proven, distance_of(report.score)) == (True, 3)


@pytest.mark.slow
@many_nodes
def test_what_required_leaves_out_loses():
    game, dice, left_out = gomoku.game(size=6, length=4), random.Random(5), 0
    plain = Engine(game, load_evaluator(None, game), Techniques(sound=False, hint=False, quiescence=False, forcing=False))
    for _ in range(40):
        position = game.start()
        while position.outcome() == ONGOING and position.ply < 18:
            position = position.after(dice.choice(position.moves()))
        if position.outcome() != ONGOING:
            continue
        said, _, needed = told(position)
        if said != ONGOING or needed is None:
            continue
        for move in position.moves():
            if position.move_text(move) not in needed:
                left_out += 1
                assert is_lost(plain, position, move), (position.move_text(move), position)
    assert left_out > 12


def told_to_win_in_five(rule):
    """Positions of random games in which it is said that a four with an open three wins."""
    game, dice = gomoku.game(size=8, rule=rule), random.Random(5)
    position = game.start()
    while True:
        position = position.after(dice.choice(position.moves()))
        if position.outcome() != ONGOING:
            position = game.start()
        elif told(position)[1] == 5:
            yield position
            position = game.start()


def wins_at_once(position, winner):
    """Whether the mover, who is `winner`, has a move that ends the game."""
    return any(position.after(move).outcome() == winner for move in position.moves())


def cannot_be_met(position, winner, then=lambda reply: False):
    """Whether no reply wins, and each lets the winner win at once, but for two at most, after which `then` holds."""
    replies = [position.after(move) for move in position.moves()]
    met = list(itertools.islice((reply for reply in replies if not wins_at_once(reply, winner)), 3))
    return len(met) < 3 and all(reply.outcome() == ONGOING for reply in replies) and all(map(then, met))


@pytest.mark.parametrize("rule", ["freestyle", "standard", "renju"])
def test_a_four_with_an_open_three_wins_in_five_plies_by_the_rules_alone(rule):
    position = next(told_to_win_in_five(rule))
    winner = (FIRST, SECOND)[position.turn]

    def in_three(place):
        return any(cannot_be_met(place.after(move), winner) for move in place.moves())

    assert any(cannot_be_met(position.after(move), winner, in_three) for move in position.moves()), position


@pytest.mark.slow
@many_nodes
@pytest.mark.parametrize("rule", ["freestyle", "standard", "renju"])
def test_a_four_with_an_open_three_wins_in_five_plies_where_it_is_said_to(rule):
    """Beside a search that knows no hint."""
    game = gomoku.game(size=8, rule=rule)
    plain = Engine(game, load_evaluator(None, game), timing(game))
    for position in itertools.islice(told_to_win_in_five(rule), 5):
        *_, report = plain.deepen(position, Limit(depth=5))
        assert report.proven, position
        assert report.score > 0, position


def test_sharp_moves_are_fours_that_lead_on():
    def fours(position):
        moves = np.zeros(GAME.max_moves, np.int32)
        for reach in (NOISY, SHARP):
            count = int(noisy_moves(position.record, GAME.setup[0], GAME.memo_of(position), reach, moves))
            yield {position.move_text(move) for move in moves[:count]}

    alone = "b3 c3 d3"
    assert list(fours(board(alone, "a3"))) == [{"e3", "f3"}, set()]
    assert list(fours(board(f"{alone} f4 f5", "a3 f2"))) == [{"e3", "f3"}, {"f3"}]  # makes a closed three, too
    two = f"{alone} h7 i7 j7"
    assert list(fours(board(f"{two} m12", "a3 k7"))) == [{"e3", "f3", "f7", "g7"}, set()]
    assert list(fours(board(f"{two} f2", "a3 k7"))) == [{"e3", "f3", "f7", "g7"}, {"f3"}]  # an open two, on which f7 stands


@pytest.mark.skipif(not PLAIN, reason="takes 20 s to compile, and compiled, no index is looked at")
def test_a_search_may_begin_anywhere_in_a_tree():
    """Leaves of `hybrid` are searched from ply 0, where no position before has a value."""
    position = board("c3 d3", "c4 e4", size=5)
    tree = TreeSearch(position.game, load_evaluator(None, position.game), TreeSettings(leaf="search", depth=1, scale=1.0))
    *_, report = tree.deepen(position, Limit(simulations=2))
    assert report.simulations == 2


def is_lost(engine, position, move):
    after = position.after(move)
    return after.outcome() == ONGOING and prove_outcome(engine, after, Limit(nodes=20_000_000)).value == 1


@many_nodes
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_hints_name_legal_moves_and_agree_with_playing_them(options):
    game, dice = gomoku.game(**options), random.Random(3)
    moves, scores = np.zeros(game.max_moves, np.int32), np.zeros(game.max_moves, np.int32)
    position = game.start()
    while position.outcome() == ONGOING and position.ply < 80:
        memo, legal = game.memo_of(position), set(position.moves())
        wins = {move for move in legal if position.after(move).outcome() == (FIRST, SECOND)[position.turn]}
        assert (memo["totals"]["counts"][position.turn, FIVE_POINT] > 0) == bool(wins)
        lists = (*((noisy_moves, (reach, moves)) for reach in (SHARP, NOISY)), (required, (moves,)))
        for name, rest in ((candidates, (1, moves, scores)), *lists):
            count = int(name(position.record, game.setup[0], memo, *rest))
            found = moves[: max(count, 0)].tolist()
            assert len(set(found)) == len(found)
            assert set(found) <= legal
        position = position.after(dice.choice(sorted(legal)))


@pytest.fixture(scope="module")
def engine():
    made = Engine(GAME, load_evaluator(None, GAME))
    made.warm_up(GAME.start())
    return made


@many_nodes
def test_positions_without_a_move_in_the_table_are_searched_less_deep(engine):
    """So a search of the same nodes goes deeper; its numbers are read when it runs."""
    depths = []
    for numbers in (Numbers(), Numbers(missing_depth=1000), Numbers()):
        engine.set_numbers(numbers)
        depths.append(0)
        for moves in ("h8 i9 j8 h9 g9 j10", "h8 h9 j9 g8", "h8 g7 i7 i9 f9", "e5 f6 g5 h8"):
            engine.forget()
            *_, report = engine.deepen(GAME.position(f"moves {moves}"), Limit(nodes=40_000))
            depths[-1] += report.depth
    assert depths[0] == depths[2] > depths[1] + 1


def nodes_to_proof(engine):
    """The geometric mean over every tenth position of the set of proofs, an open search counting as 20,000, and nodes of looks."""
    lines = map(json.loads, (Path(__file__).parents[3] / "benchmarks" / "gomoku_proofs.jsonl").read_text().splitlines()[::10])
    nodes, looks = [], 0
    for _, stones, moves in lines:
        engine.forget()
        *_, report = engine.deepen(GAME.position("moves " + " ".join(moves.split()[:stones])), Limit(nodes=20_000))
        nodes.append(report.nodes)
        looks += report.forcing_nodes
    return np.exp(np.log(nodes).mean()), looks


@pytest.mark.slow
@many_nodes
def test_techniques_that_prove_wins_pay_for_their_nodes(engine):
    """8,780 nodes; 11,546 without looks for forced wins, 11,776 where replies to threats cost depth."""
    engine.set_numbers(Numbers())
    mean, looks = nodes_to_proof(engine)
    assert looks > 0
    engine.set_numbers(Numbers(extended_replies=1))
    assert mean < 0.85 * nodes_to_proof(engine)[0]
    blind = Engine(GAME, load_evaluator(None, GAME), Techniques(forcing=False))
    without, looks = nodes_to_proof(blind)
    assert mean < 0.85 * without
    assert looks == 0
    assert blind.forced_win(GAME.position("moves h8 a1 i8 c1 j8 e1"), Limit(nodes=1000)) is None


@many_nodes
@pytest.mark.parametrize("rule", ["freestyle", "standard"])
def test_wins_by_fours_are_found_and_proven(rule):
    game = load_game("gomoku", {"rule": rule})
    engine = Engine(game, load_evaluator(None, game))
    for name, _, stones, side, depth, _, winning, *_ in rows_of("wins_by_fours.txt"):
        position = game.position(stones)
        assert "BW"[position.turn] == side
        engine.forget()
        *_, report = engine.deepen(position, Limit(nodes=200_000))
        assert report.proven, name
        assert report.distance is not None, name
        assert position.move_text(report.move) in winning.split() or report.distance <= 2 * int(depth) + 1, name


@many_nodes
@pytest.mark.parametrize("rule", ["freestyle", pytest.param("standard", marks=pytest.mark.slow)])
def test_where_there_is_none_no_win_by_fours_is_claimed(rule):
    game = load_game("gomoku", {"rule": rule})
    for name, _, stones, _ in rows_of("no_wins_by_fours.txt"):
        engine = Engine(game, load_evaluator(None, game), Techniques(pruning=False))
        *_, report = engine.deepen(game.position(stones), Limit(depth=1, nodes=400_000))
        assert report.stopped == "depth", name
        assert not report.proven, name


@many_nodes
def test_a_line_of_a_win_leads_to_five():
    position = GAME.position(rows_of("wins_by_fours.txt")[0][2])
    *_, report = analyse(position, Limit(nodes=100_000))
    for move in report.line:
        position = position.after(move)
    assert position.outcome() == FIRST


@many_nodes
def test_an_open_four_cannot_be_answered(engine):
    engine.forget()
    *_, report = engine.deepen(GAME.position("h8a1i8c1j8e1"), Limit(nodes=100_000))
    assert report.proven
    assert distance_of(report.score) == 3
    engine.forget()
    *_, report = engine.deepen(GAME.position("h8a1i8c1j8e1k8"), Limit(nodes=100_000))
    assert report.proven
    assert distance_of(report.score) == 2


@many_nodes
def test_small_boards_are_no_loss_and_no_win():
    """On 5x5 nobody can force five; a search that leaves moves out must not call that, or anything else, proven."""
    game = load_game("gomoku", {"size": "5"})
    engine = Engine(game, load_evaluator(None, game))
    *_, report = engine.deepen(game.start(), Limit(nodes=30_000))
    assert not report.proven


@many_nodes
def test_the_first_move_is_in_the_centre_on_every_board(engine):
    for options in VARIANTS:
        game = gomoku.game(**options)
        made = Engine(game, load_evaluator(None, GAME))
        *_, report = made.deepen(game.start(), Limit(depth=1))
        rows, columns = game.board
        assert divmod(report.move, 26) == (rows // 2, columns // 2)


def test_another_size_is_the_same_machine_code():
    assert len({gomoku.game(**options).record for options in VARIANTS}) == 1
    assert len({gomoku.game(**options).setup.dtype for options in VARIANTS}) == 1


@many_nodes
def test_a_four_of_ones_own_is_always_looked_at():
    """Every defence here loses, but one that fails to a four which looks unpromising: without it the position seems held."""
    words = "h9 j11 f7 k10 h7 i12 l9 i10 i9 h10 j10 h13 g14 g7 g6 e10 h5 e8 h6 h8 j9 k9 f9 g9 f5"
    position = GAME.start().play_text(words.split())
    *_, report = analyse(position, Limit(nodes=5_000))
    assert report.proven
    assert report.score < 0
    attacked = position.play_text(["i8"])
    moves, scores = np.empty(GAME.max_moves, np.int32), np.empty(GAME.max_moves, np.int32)
    fours = noisy_moves(attacked.record, GAME.setup[0], GAME.memo_of(attacked), NOISY, moves)
    makes_four = set(moves[:fours].tolist())
    count = candidates(attacked.record, GAME.setup[0], GAME.memo_of(attacked), 1, moves, scores)
    assert attacked.parse_move("e4") in makes_four <= set(moves[:count].tolist())
