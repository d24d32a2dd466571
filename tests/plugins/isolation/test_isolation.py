"""Isolation against the descriptions of its two hosts (golden facts) and against a slow twin in sets and tuples."""

from __future__ import annotations

import math
from functools import cache

import pytest
from hypothesis import given, settings, strategies as st
from isolation_oracle import Rules, State

from counterply.compiling.kernels import kernel
from counterply.core.contract import decided
from counterply.core.errors import GameError, UsageError
from counterply.core.evaluator import ZERO
from counterply.core.limits import Limit
from counterply.core.position import Position
from counterply.core.rule_queries import key_of, turned
from counterply.core.values import FIRST, ONGOING, PLY, SECOND, on_grid
from counterply.plugins.isolation.evaluators import c4, c6, moves_of, options, size
from counterply.plugins.isolation.game import game
from counterply.plugins.isolation.rules import fresh_key
from counterply.search.alphabeta.engine import Engine
from counterply.search.exact.outcomes import prove_outcome
from counterply.usercode.loading import load_game

SCORES = ("open", "improved", "center", "c1", "c2", "c3", "c4", "c5", "c6")

# a complete random game of the 7x7 host, row and column of each move; player 2 wins, player 1 is stuck on 0,6
REPLAY = "04 15 25 23 33 35 12 56 20 64 32 43 44 62 63 41 42 53 50 65 31 46 10 54 02 66 21 45 13 24 05 36 26 55 14 34 06 22"
MOVE_COUNTS = {2: (4, 4), 3: (5, 4), 10: (3, 3), 20: (1, 1), 28: (3, 2), 34: (2, 1), 37: (0, 1), 38: (0, 3)}
NO = -math.inf
GOLDEN = {  # plies: the nine scores for player 1, and for player 2
    2: ([4, 0, 12.5, -2, -4, 0, 160, 3, -104], [4, 0, 8.5, -2, -4, 0, 160, 3, -104]),
    3: ([5, 1, 4.5, -0.5, -3, 1, 157, 5, -101], [4, -1, 8.5, -3, -4, -1, 157, 4, -101]),
    10: ([3, 0, 14.5, -2, -4, 0, 138, 3, -92], [3, 0, 6.5, -2, -4, 0, 138, 3, -92]),
    20: ([1, 0, 14.5, -2.5, NO, NO, NO, NO, NO], [1, 0, 8.5, -2.5, NO, NO, NO, NO, NO]),
    28: ([3, 1, 8.5, -0.5, -3, 0, 80, 7, -60], [2, -1, 2.5, -2.5, -94, -94, -193, 7, -60]),
    34: ([2, 1, 8.5, -1, NO, NO, NO, 5, -44], [1, -1, 4.5, -3, NO, NO, NO, NO, NO]),
    37: ([0, -1, 18.5, -4, NO, NO, NO, NO, NO], [1, 1, 0.5, 0.5, NO, NO, NO, NO, NO]),
    38: ([NO] * 9, [math.inf] * 9),
}

VARIANTS = [
    Rules(width, height, either, slip)
    for width, height in [(3, 3), (5, 4), (7, 7), (8, 8), (9, 8), (11, 9)]
    for either, slip in [(False, False), (True, True)]
]
VARIANTS += [Rules(7, 7, True, False), Rules(7, 7, False, True), Rules(3, 4, True, True), Rules(9, 11)]


def game_of(rules: Rules):
    return game(rules.width, rules.height, ends="either" if rules.either else "mover", slip=rules.slip)


GAMES = {rules: game_of(rules) for rules in VARIANTS}


@cache
def evaluator(name: str, game):
    return next(e for e in load_game("isolation").evaluators if e.name == name).bind(game)


def after_replay(plies: int) -> Position:
    return load_game("isolation").position("moves " + " ".join(f"{m[0]},{m[1]}" for m in REPLAY.split()[:plies]))


@kernel
def count_moves(position, setup, player):
    return size(moves_of(position, setup, player))


# --- golden facts


def test_worked_example() -> None:
    position = load_game("isolation").position("moves 2,3 0,5")
    assert [position.move_text(m) for m in position.moves()] == ["0,2", "0,4", "1,1", "1,5", "3,1", "3,5", "4,2", "4,4"]
    other = position.after(position.moves()[0])
    assert [other.move_text(m) for m in other.moves()] == ["1,3", "2,4", "2,6"]


def test_golden_replay() -> None:
    for plies in range(38):
        assert after_replay(plies).outcome() == ONGOING
    last = after_replay(38)
    assert last.outcome() == SECOND
    assert last.moves() == []
    assert last.game.reason(last) == "player 1 has no move"
    for plies, counts in MOVE_COUNTS.items():
        position = after_replay(plies)
        assert tuple(count_moves(position.record, position.game.setup[0], player) for player in (0, 1)) == counts


@pytest.mark.parametrize("name", SCORES)
def test_golden_scores(name: str) -> None:
    bound = evaluator(name, load_game("isolation"))
    function = bound.evaluator.function
    for plies, values in GOLDEN.items():
        position = after_replay(plies)
        for player in (0, 1):
            expected = values[player][SCORES.index(name)]
            assert function(position.record, position.game.setup[0], player) == expected
            assert bound.grid_value(position.record, player) == on_grid(expected, 1024)


def test_center_runs_from_a_point_that_is_not_the_middle() -> None:
    bound = evaluator("center", load_game("isolation"))
    corners = {"0,0": 24.5, "0,6": 18.5, "6,0": 18.5, "6,6": 12.5, "3,3": 0.5, "4,4": 0.5}
    for cell, value in corners.items():
        position = load_game("isolation").position(f"moves {cell}")
        assert bound.grid_value(position.record, 0) == value * 1024
        assert bound.grid_value(position.record, 1) == 0  # not placed


def test_full_board_sums() -> None:
    start = load_game("isolation").start()  # nobody placed: both share all moves, so both sums are taken without their conditions
    board = Rules().start()
    assert sum(Rules().centre_distance(cell) for cell in board.open) == 168
    assert Rules().score("c6", board, 0) == -112
    assert c6(start.record, start.game.setup[0], 0) == -112
    placed = load_game("isolation").position("moves 0,0 6,6").record
    placed["open"] = start.game.setup[0]["board"]
    placed["cells"][0] = 2 * 7 + 2  # eight own moves
    assert c4(placed, start.game.setup[0], 0) == 168


def test_depth_of_c5() -> None:
    ends = (16, 23, 28, 32, 36, 40, 43, 46, 48)  # the most blocked cells with depth 1, 2, ..
    table = [1 + sum(blocked > end for end in ends) for blocked in range(49)]
    assert [Rules().depth5(blocked) for blocked in range(49)] == table
    c5 = evaluator("c5", load_game("isolation"))
    position = load_game("isolation").position("moves 3,3 3,2")
    for blocked in range(2, 49):
        record = position.copy_record()
        moves = [2 * 7 + 1, 1 * 7 + 2]  # two moves of player 1 that player 2 does not have
        others = [c for c in range(49) if c not in (*moves, 3 * 7 + 3, 3 * 7 + 2)]
        keep = [*moves, *others[: max(0, 49 - blocked - 2)]]
        record["open"] = sum(1 << c for c in keep)
        if blocked <= 47:
            expected = options(record, position.game.setup[0], 0, table[blocked])
            assert c5.grid_value(record, 0) == expected * 1024, blocked


# --- side by side with the slow twin


class Pair:
    """The same game in both: a position of the package and a state of the oracle."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.game = rules, GAMES[rules]
        self.position, self.state = self.game.start(), rules.start()

    def play(self, index: int) -> bool:
        """Play legal move number `index` (modulo their number); False when the game is over."""
        legal = self.rules.legal(self.state)
        winner = self.rules.winner(self.state)
        assert self.position.outcome() == (ONGOING if winner is None else (FIRST, SECOND)[winner])
        assert self.position.moves() == [r * self.rules.width + c for r, c in legal]
        assert self.position.turn == self.state.turn
        if not legal:
            return False
        choice = legal[index % len(legal)]
        self.position = self.position.after(self.position.parse_move(f"{choice[0]},{choice[1]}"))
        self.state = self.rules.after(self.state, choice)
        return True

    def record_of(self, state: State):
        """The record that `state` must be, from its parts."""
        record = self.game.empty()
        bits = sum(1 << (r * self.rules.width + c) for r, c in state.open)
        record["open"] = [bits >> 64 * word & (1 << 64) - 1 for word in range(len(record["open"]))]
        record["cells"] = [99 if at is None else at[0] * self.rules.width + at[1] for at in state.at]
        record["turn"] = state.turn
        record["key"] = fresh_key(record, self.game.setup[0])
        return record


# long games as often as short ones; failures shrink to short games of first moves
indices = st.integers(0, 99).flatmap(lambda plies: st.lists(st.integers(0, 98), min_size=plies, max_size=plies))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(VARIANTS), indices)
def test_rules_agree_with_the_oracle(rules: Rules, choices: list[int]) -> None:
    pair = Pair(rules)
    for index in choices:
        if not pair.play(index):
            break
        assert pair.position.record == pair.record_of(pair.state)
    copy = pair.game.position(str(pair.position))
    assert copy.record == pair.position.record
    assert copy.key() == pair.position.key()
    if pair.position.outcome() != ONGOING:
        stuck = pair.rules.winner(pair.state) == 0
        seen = " that the host sees" if pair.rules.moves(pair.state, int(stuck)) else ""
        assert pair.game.reason(pair.position) == f"player {1 + stuck} has no move{seen}"


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(VARIANTS), indices, st.integers(0, 98))
def test_scores_agree_with_the_oracle(rules: Rules, choices: list[int], more: int) -> None:
    pair = Pair(rules)
    for index in [*choices, more]:
        for name in SCORES:
            bound = evaluator(name, GAMES[rules])
            for player in (0, 1):
                expected = rules.score(name, pair.state, player)
                assert bound.grid_value(pair.position.record, player) == on_grid(expected, 1024), (name, player)
        for player in (0, 1):
            explained = evaluator("territory", GAMES[rules]).explain(pair.position.record, player)
            assert tuple(feature for _, feature, _ in explained) == rules.territory_features(pair.state, player)
        if not pair.play(index):
            break


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(VARIANTS), indices)
def test_symmetric_images(rules: Rules, choices: list[int]) -> None:
    """An image of a position has the images of its moves, the same outcome, and the key of the position set up from scratch."""
    pair = Pair(rules)
    for index in choices:
        if not pair.play(index):
            break
    game, position = pair.game, pair.position
    seen = set()
    for symmetry in range(game.symmetries):
        image = position.copy_record()
        turned(image, game.setup[0], symmetry)
        assert int(key_of(image, game.setup[0])) == int(fresh_key(image, game.setup[0]))
        view = Position(game, image)
        turn = game.setup[0]["images"][symmetry]
        assert sorted(turn[: rules.width * rules.height]) == list(range(rules.width * rules.height))
        assert view.moves() == sorted(int(turn[move]) for move in position.moves())
        assert view.outcome() == position.outcome()
        assert view.canonical_key() == position.canonical_key()
        seen.add(tuple(turn.tolist()))
    assert len(seen) == game.symmetries == symmetries_of(rules)


def symmetries_of(rules: Rules) -> int:
    square = rules.width == rules.height
    if rules.slip:  # only those that leave the overlooked corner where it is
        return 2 if square else 1
    return 8 if square else 4


@pytest.mark.parametrize(
    ("rules", "depth"),
    [(Rules(3, 3), 9), (Rules(3, 4, True, True), 5), (Rules(5, 4), 4), (Rules(7, 7), 2), (Rules(11, 9, True, True), 2)],
)
def test_perft_agrees_with_the_oracle(rules: Rules, depth: int) -> None:
    def perft(position: Position, depth: int) -> int:
        if depth == 0:
            return 1
        if depth == 1:
            return len(position.moves())
        return sum(perft(position.after(move), depth - 1) for move in position.moves())

    for plies in range(1, depth + 1):
        assert perft(GAMES[rules].start() if rules in GAMES else game_of(rules).start(), plies) == rules.perft(rules.start(), plies)


@pytest.mark.parametrize("name", ["territory", "improved"])
def test_declared_antisymmetric(name: str) -> None:
    for plies in range(0, 39):
        position = after_replay(plies)
        bound = evaluator(name, GAMES[Rules()])
        assert bound.evaluator.antisymmetric
        assert bound.grid_value(position.record, 0) == -bound.grid_value(position.record, 1)


def solve(position: Position, table: dict[int, int]) -> int:
    """Return the winner under best play, by plain recursion with a table."""
    key = position.key()
    if key not in table:
        winner = position.outcome()
        if winner == ONGOING:
            winner = (SECOND, FIRST)[position.turn]
            for move in position.moves():
                reply = solve(position.after(move), table)
                if reply != winner:
                    winner = reply
                    break
        table[key] = winner
    return table[key]


@pytest.mark.slow
def test_the_law_of_colours() -> None:
    """Why `territory` looks at colours: on 5x4, solved, the favoured player wins nearly every opening."""
    made, table = game(5, 4), {}
    bound = evaluator("territory", made)
    right = []
    for first in made.start().moves():
        for second in made.start().after(first).moves():
            position = made.start().after(first).after(second)
            if position.outcome() == ONGOING:
                favoured = FIRST if bound.explain(position.record, 0)[1][1] > 0 else SECOND
                right.append(solve(position, table) == favoured)
    assert sum(right) / len(right) > 0.8


# --- the two peculiarities of the 11x9 host


@kernel
def decided_of(position, setup, memo):
    return decided(position, setup, memo)


@pytest.mark.parametrize(("width", "height"), [(4, 4), (3, 5)])
def test_whoever_answers_by_the_image_of_each_move_wins(width: int, height: int) -> None:
    made = game(width, height)
    table: dict[int, int] = {}
    mirrored = 0
    for first in made.start().moves():
        for second in made.start().after(first).moves():
            position = made.start().after(first).after(second)
            if position.outcome() != ONGOING:
                continue
            result = int(decided_of(position.record, made.setup[0], made.memo_of(position)))
            mirrored += 0 < result < PLY
            assert result == 0 or result % PLY == solve(position, table)
    assert mirrored >= 4  # where a board has a cell in its centre, somebody has to stand there


def test_an_opening_that_is_answered_by_its_image_is_proven_at_once() -> None:
    made = game()
    engine = Engine(made, ZERO)
    position = made.start().play_text(["3,3", "1,2", "5,4"])
    proof = prove_outcome(engine, position, Limit(nodes=100))
    assert proof.value == -1


def test_slip_and_end_of_the_later_host() -> None:
    """Player 1 can only go to the bottom right corner, which that host overlooks."""
    diagram = "...../...../##.##/##1#./2##../ 1 to move"
    plain, slip = game(5, 5), game(5, 5, slip=True)
    assert plain.position(diagram).moves() == [1 * 5 + 1, 1 * 5 + 3, 4 * 5 + 4]
    corner = "#####/#####/##.##/##1#./2##../ 1 to move"
    position = plain.position(corner)
    assert [position.move_text(m) for m in position.moves()] == ["4,4"]
    assert slip.position(corner).outcome() == SECOND
    assert slip.reason(slip.position(corner)) == "player 1 has no move that the host sees"


def test_over_when_either_is_stuck() -> None:
    diagram = "..2/.1./... 1 to move"
    assert game(3, 3, ends="mover").position(diagram.replace("1 to", "2 to")).outcome() == ONGOING
    assert game(3, 3, ends="either").position(diagram.replace("1 to", "2 to")).outcome() == SECOND
    assert game(3, 3, ends="mover").position(diagram).outcome() == SECOND
    both = "##2/.1./..# 1 to move"
    for turn, winner in ((1, SECOND), (2, SECOND)):
        assert game(3, 3, ends="either").position(both.replace("1 to", f"{turn} to")).outcome() == winner


# --- options, text in and out


def test_options() -> None:
    later = load_game("isolation", {"rules": "h99"})
    assert later.options == {"rules": "h99"}
    assert later.board == (9, 11)
    assert later.symmetries == 1
    assert later.setup[0]["either"] == 1
    assert load_game("isolation", {"rules": "h99", "slip": "off"}).symmetries == 4
    assert load_game("isolation", {"width": "7"}).options == {}
    assert load_game("isolation", {"height": "8"}).full_name == "isolation height=8"
    assert load_game("isolation").max_moves == 64
    assert later.max_moves == 99


@pytest.mark.parametrize("options", [{"width": "2"}, {"width": "12"}, {"width": "11", "height": "10"}, {"height": "-1"}])
def test_boards_beyond_capacity(options: dict[str, str]) -> None:
    with pytest.raises(GameError, match="sides of 3 to 11 cells and 99 cells at most"):
        load_game("isolation", options)


def test_unknown_options() -> None:
    with pytest.raises(UsageError, match="h99"):
        load_game("isolation", {"rules": "h98"})
    with pytest.raises(UsageError, match="width"):
        load_game("isolation", {"widht": "7"})


def test_diagram_in_short() -> None:
    position = game(4, 3).position("..1./.#../..2. 2 to move")
    assert (position.turn, str(position)) == (
        1,
        "    0  1  2  3\n 0  .  .  1  .\n 1  .  #  .  .\n 2  .  .  2  .\n2 to move",
    )
    assert game(4, 3).position("..1./.#../..2.").turn == 1  # three cells are blocked
    assert game(4, 3).position("..1./..../....").turn == 1  # the second player is not placed


@pytest.mark.parametrize(
    "text", ["..1/...", "..../..../....", "..1/.2./..1", "..x/.2./..1", "1 to move", "0 1 2\n0 . .\n1 . .\n2 . ."]
)
def test_diagrams_that_cannot_be_read(text: str) -> None:
    with pytest.raises(GameError) as error:
        game(3, 3).position(text)
    assert "\n" not in str(error.value)


def test_illegal_moves() -> None:
    with pytest.raises(GameError, match="illegal move '2,2' at ply 3"):
        load_game("isolation").position("moves 2,3 0,5 2,2")
