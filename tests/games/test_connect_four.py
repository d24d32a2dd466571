"""Connect four against a slow twin with a list of lists, published counts, and hand-made positions."""

import itertools
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from counterply import DRAW, FIRST, ONGOING, SECOND, GameError
from counterply.cli.explore import best_lines
from counterply.compiling.kernels import PLAIN, kernel
from counterply.core.contract import legal_moves, outcome, play, required
from counterply.core.limits import Limit
from counterply.core.values import OUTCOME_NAMES
from counterply.games.connect_four import game
from counterply.games.connect_four.book import NUMBERS, STONES, decided, number_of
from counterply.games.connect_four.rules import has_four
from counterply.search.choose import analyse, search_for
from counterply.search.exact.solve import solve
from counterply.search.request import SearchRequest

GAME = game()
PERFT = (7, 49, 343, 2401, 16807, 117649, 823536)  # OEIS A212693 counts positions; these count lines of play (Tromp)
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Slow:
    """The rules with a list of columns, each a list of players."""

    def __init__(self, moves=()):
        self.columns = [[] for _ in range(7)]
        self.turn = 0
        self.winner = None
        for move in moves:
            self.play(move)

    def moves(self):
        return [] if self.winner is not None else [c for c in range(7) if len(self.columns[c]) < 6]

    def at(self, column, height):
        return self.columns[column][height] if 0 <= column < 7 and 0 <= height < len(self.columns[column]) else None

    def play(self, column):
        height = len(self.columns[column])
        self.columns[column].append(self.turn)
        for right, up in STEPS:
            run = 1
            for sign in (1, -1):
                step = sign
                while self.at(column + step * right, height + step * up) == self.turn:
                    run += 1
                    step += sign
            if run >= 4:
                self.winner = self.turn
        self.turn = 1 - self.turn

    def outcome(self):
        if self.winner is not None:
            return (FIRST, SECOND)[self.winner]
        return DRAW if all(len(c) == 6 for c in self.columns) else ONGOING


@kernel
def count_lines(stack, setup, moves, depth, ply):
    if depth == 0:
        return np.int64(1)
    position = stack[ply]
    if outcome(position, setup) != ONGOING:
        return np.int64(0)
    count = legal_moves(position, setup, moves[ply])
    total = np.int64(0)
    for index in range(count):
        stack[ply + 1] = stack[ply]
        play(stack[ply + 1], setup, moves[ply, index])
        total += count_lines(stack, setup, moves, depth - 1, ply + 1)
    return total


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5, 6, 7])
def test_number_of_lines_of_play(depth):
    if depth > 4 and not hasattr(count_lines, "py_func"):
        pytest.skip("slow in plain mode")
    stack = np.zeros(depth + 1, GAME.record)
    assert count_lines(stack, GAME.setup[0], np.zeros((depth + 1, 7), np.int32), depth, 0) == PERFT[depth - 1]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(0, 6), max_size=42))
def test_agrees_with_slow_twin(choices):
    position, slow, played = GAME.start(), Slow(), []
    for choice in choices:
        assert (position.turn, position.outcome(), position.moves()) == (slow.turn, slow.outcome(), slow.moves())
        if not position.moves():
            break
        move = position.moves()[choice % len(position.moves())]
        row, column = GAME.cell(position, move)
        slow.play(move)
        played.append(move)
        position = position.after(move)
        assert str(position).split("\n")[row].split()[column] == "XO"[1 - position.turn]
        assert GAME.position(str(position)).key() == position.key()
        assert Slow(played).outcome() == position.outcome()


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(0, 6), max_size=40))
def test_required_is_every_move_that_does_not_lose_at_once(choices):
    position = GAME.start()
    for choice in choices:
        if position.outcome() != ONGOING:
            return
        loses = (FIRST, SECOND)[1 - position.turn]
        expected = [
            m for m in position.moves() if all(position.after(m).after(r).outcome() != loses for r in position.after(m).moves())
        ]
        written = np.zeros(7, np.int32)
        count = required(position.record, GAME.setup[0], GAME.memo_of(position), written)
        assert written[:count].tolist() == expected
        position = position.after(position.moves()[choice % len(position.moves())])


@pytest.mark.parametrize(
    "moves",
    ["1 2 1 2 1 2 1", "1 1 2 2 3 3 4", "1 2 2 3 3 4 3 4 4 6 4", "7 6 6 5 5 4 5 4 4 1 4"],
    ids=["column", "row", "rising", "falling"],
)
def test_wins_in_every_direction(moves):
    position = GAME.position(f"moves {moves}")
    assert position.outcome() == FIRST
    assert position.moves() == []
    assert GAME.reason(position) == "four in a line"


def all_lines():
    for column, height, (right, up) in itertools.product(range(7), range(6), STEPS):
        cells = [(column + i * right, height + i * up) for i in range(4)]
        if all(0 <= c < 7 and 0 <= h < 6 for c, h in cells):
            yield cells


def test_four_stones_win_exactly_on_the_69_lines():
    lines = {frozenset(cells) for cells in all_lines()}
    assert len(lines) == 69
    strides = (1, 6, 7, 8)
    cells = {7 * c + h: (c, h) for c in range(7) for h in range(6)}
    for first, stride in itertools.product(cells, strides):
        bits = [first + i * stride for i in range(4)]
        if all(b in cells for b in bits):  # a line that wraps would be here, but not among the 69
            stones = np.uint64(sum(1 << b for b in bits))
            assert has_four(stones) == (frozenset(cells[b] for b in bits) in lines)


def test_full_board_is_a_draw():
    column_pairs = "1 1 1 1 1 1 2 2 2 2 2 2 3 3 3 3 3 3 5 4 4 4 4 4 4 5 5 5 5 5 6 6 6 6 6 6 7 7 7 7 7 7"
    position = GAME.position(f"moves {column_pairs}")
    assert position.outcome() == DRAW
    assert GAME.reason(position) == "the board is full"


def test_columns_are_counted_from_one_as_in_the_positions_that_solvers_are_tested_with():
    position = GAME.start().play(*"2252576253462244111563365343671351441")  # whose published value is -1: lost to the last stone
    answer = solve(position, Limit(nodes=100_000))
    assert (position.turn, answer.outcome, position.ply + answer.distance) == (1, "first", 41)
    with pytest.raises(GameError, match="illegal move '0' at ply 1; legal: 1 2 3 4 5 6 7"):
        GAME.position("moves 0")


def test_mirror():
    position = GAME.position("moves 1 2 2 7")
    mirrored = GAME.position("moves 7 6 6 1")
    assert position.key() != mirrored.key()
    assert position.canonical_key() == mirrored.canonical_key()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("X O", "6 rows of 7"),
        (". . . . . . .\n" * 4 + "X . . . . . .\n" + ". . . . . . .\n", "nothing below"),
        (". . . . . . .\n" * 5 + "O . . . . . .\n", "X moves first"),
        (". . . . . . .\n" * 4 + "O O O . . . .\n" + "X X X X O O .\n".replace("O O", "O ."), "already"),
    ],
)
def test_bad_diagrams(text, says):
    with pytest.raises(GameError, match=says):
        GAME.position(text)


# --- the book

FIRST_MOVES = (SECOND, SECOND, DRAW, FIRST, DRAW, SECOND, SECOND)  # the value of each: Allis 1988, Tromp


def positions_in_the_book(seed, count):
    """Random positions with as many stones, not over, by their keys."""
    random, found = Random(seed), {}
    while len(found) < count:
        position = GAME.start()
        while position.outcome() == ONGOING and len(position.history) < STONES:
            position = position.after(random.choice(position.moves()))
        if position.outcome() == ONGOING:
            found[position.key()] = position
    return found.values()


def test_each_position_has_a_number_and_an_outcome_of_its_own():
    positions = positions_in_the_book(1, 300)
    numbers = {int(number_of(position.record)) for position in positions}
    assert len(numbers) == 300
    assert min(numbers) >= 0
    assert max(numbers) < NUMBERS
    for position in positions:
        mirrored = GAME.start().play(*(6 - move for move in position.history))
        outcomes = {decided(each.record, GAME.setup[0]) for each in (position, mirrored)}
        assert outcomes in ({FIRST}, {SECOND}, {DRAW})
        assert decided(position.after(position.moves()[0]).record, GAME.setup[0]) == ONGOING


@pytest.mark.skipif(PLAIN, reason="minutes in plain mode")
def test_what_it_says_is_proven_without_it():
    unaided, proven = game(book=False), 0
    lost = GAME.position("moves 7 4 6 7 2 2 5 4")
    for position in (lost, *positions_in_the_book(2, 6)):
        limit = Limit(nodes=2_000_000 if position is lost else 100_000)
        answer = solve(unaided.start().play(*position.history), limit)
        said = OUTCOME_NAMES[decided(position.record, GAME.setup[0])]
        assert answer.outcome in (None, said)
        assert answer.proven or position is not lost
        proven += answer.proven
    assert proven > 2


@pytest.mark.skipif(PLAIN, reason="minutes in plain mode")
def test_the_value_of_each_first_move():
    *_, report = analyse(GAME.start(), Limit(depth=STONES), lines=7)
    signs = {1: FIRST, 0: DRAW, -1: SECOND}
    assert {line.move: signs[(line.score > 0) - (line.score < 0)] for line in report.lines} == dict(enumerate(FIRST_MOVES))
    assert all(line.proven for line in report.lines)


# --- proofs in an analysis: what deepening alone does not see within the same nodes

DRAWN = "1 2 2 6 1 2 4 7 5 2 5 4 3 5 5 5 5 2 2 3 4 1"
WON = "3 3 2 1 7 4 4 5 2 1 2 2 7 1 1 1 2 4 5 5 2 3 6"


@pytest.mark.skipif(PLAIN, reason="minutes in plain mode")
@pytest.mark.parametrize(
    ("line", "nodes", "says", "outcome"),
    [(DRAWN, 4_000, "draw", "draw"), (WON, 100_000, "win in 19", "second"), (WON, 8_000, "win", "second")],
)
def test_an_analysis_uses_its_proof(line, nodes, says, outcome):
    position = GAME.start().play_text(line.split())
    *_, alone = search_for(GAME).deepen(SearchRequest(position, Limit(nodes=min(nodes, 8_000))))
    assert not alone.proven
    *_, report = analyse(position, Limit(nodes=nodes))
    assert (report.proven, report.score_text) == (True, says)
    assert report.nodes <= nodes
    assert best_lines(report, [])[0].startswith(f"best: {report.text}, {says} (")
    answer = solve(position.after(report.move))
    assert answer.outcome == outcome
    assert report.distance in (None, 1 + (answer.distance or 0))
