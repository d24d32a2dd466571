"""Five in a row: what wins under each rule, what renju forbids, positions in and out, the report's evaluator and player."""

import itertools
import random
from pathlib import Path

import numpy as np
import pytest
from gomoku_oracle import Board

from counterply import DRAW, FIRST, ONGOING, SECOND, GameError, Limit
from counterply.core.drawing import draw, touches
from counterply.players import make_player
from counterply.plugins.gomoku import game as gomoku, text as gomoku_text
from counterply.plugins.gomoku.evaluators import REPORT
from counterply.plugins.gomoku.rules import RECORD
from counterply.plugins.gomoku.text import move_text, stones_of, why_forbidden
from counterply.plugins.gomoku.ucsb import narrowed_game
from some import some

DATA = Path(__file__).parent / "data"
RULES = ("freestyle", "standard", "renju", "caro", "caro_strict")


def after(words, **options):
    return gomoku.game(**options).start().play_text(words.split())


def rows_of(name):
    lines = (DATA / name).read_text().splitlines()
    return some([field.strip() for field in line.split("|")] for line in lines if not line.startswith("#"))


def board(black, white="", **options):
    """A position with Black to move and these stones, set without regard to their number."""
    position = gomoku.game(**options).start()
    for player, words in enumerate((black, white)):
        for word in words.split():
            gomoku_text.place(position.record, player, int(word[1:]) - 1, ord(word[0]) - ord("a"))
    return position


def winners(black, white, move, colour=0):
    """Under which rules the move wins for its colour, after these stones."""
    won = []
    for rule in RULES:
        position = board(black, white, rule=rule)
        position.record["turn"] = colour
        if position.after(position.parse_move(move)).outcome() == (FIRST, SECOND)[colour]:
            won.append(rule)
    return won


# --- what wins


@pytest.mark.parametrize("five", ["h8 i8 j8 k8 l8", "h8 h9 h10 h11 h12", "h8 i9 j10 k11 l12", "h8 g9 f10 e11 d12"])
def test_five_in_a_row_wins_in_each_direction_whichever_stone_comes_last(five):
    cells = five.split()
    for last in cells:
        others = [cell for cell in cells if cell != last]
        assert winners(" ".join(others), "", last) == list(RULES)
        assert winners("", " ".join(others), last, colour=1) == list(RULES)
        assert winners(" ".join(others[1:]), "", last) == []


def test_lines_do_not_wrap_around_the_board():
    assert after("l1 a2 m1 b4 n1 c6 o1 d8 a1 e10").outcome() == ONGOING
    assert after("z10 a1 w11 a3 x11 a5 y11 a7 a12", size=26).outcome() == ONGOING


def test_corners_of_the_largest_board():
    assert after("v26 a1 w26 c1 x26 e1 y26 g1 z26", size=26).outcome() == FIRST
    assert after("v22 a2 w23 c1 x24 e1 y25 g1 z26", size=26).outcome() == FIRST
    assert after("v5 a2 w4 c2 x3 e2 y2 g2 z1", size=26).outcome() == FIRST


def test_six_in_a_row():
    assert winners("c3 d3 e3 g3 h3", "", "f3") == ["freestyle", "caro"]
    assert winners("", "c3 d3 e3 g3 h3", "f3", colour=1) == ["freestyle", "renju", "caro"]


def test_five_between_two_stones_of_the_opponent():
    assert winners("d8 e8 f8 g8", "c8 i8", "h8") == ["freestyle", "standard", "renju"]
    assert winners("a8 b8 c8 d8", "f8", "e8") == list(RULES), "the edge blocks nothing"
    assert winners("d8 e8 f8 g8", "i8", "h8") == list(RULES)


def test_five_one_way_and_six_another():
    stones = "d8 e8 f8 g8 h3 h4 h5 h6 h7"
    assert winners(stones, "", "h8") == list(RULES)
    assert winners("", stones, "h8", colour=1) == list(RULES)


def test_draws():
    dark = [(r, c) for r, c in itertools.product(range(5), repeat=2) if (r // 2 + c) % 2 == 0]
    light = [cell for cell in itertools.product(range(5), repeat=2) if cell not in dark]
    order = [move_text(None, r * 26 + c) for pair in itertools.zip_longest(dark, light) for r, c in filter(None, pair)]
    full = after(" ".join(order), size=5)
    assert (full.outcome(), full.moves(), full.game.reason(full)) == (DRAW, [], "the board is full")
    assert after(" ".join(order[:20]), size=5, draw=4).outcome() == ONGOING
    early = after(" ".join(order[:21]), size=5, draw=4)
    assert (early.outcome(), early.game.reason(early), early.game.max_plies) == (DRAW, "only 4 empty cells are left", 21)


def test_a_win_on_the_last_cells_is_no_draw():
    assert after("a1 a2 b1 b2 c1 c2 d1 d2 e1", size=5, draw=16).outcome() == FIRST


def test_other_lengths_of_the_winning_line():
    assert after("a1 b1 a2 b2 a3", size=3, length=3).outcome() == FIRST
    assert after("a1 b1 a2 b2 a3 b3 a4", width=4, height=5, length=4).outcome() == FIRST
    assert after("a1 b1 a2 b2 a3 b3", size=4, length=4).outcome() == ONGOING


# --- renju


@pytest.mark.parametrize(
    ("black", "white", "move", "why"),
    [
        ("g8 i8 h7 h9", "", "h8", "double three"),
        ("g8 i8 h7 h9", "f8 j8", "h8", ""),  # one of the threes is closed
        ("g8 i8 h7 h9", "e8 k8", "h8", ""),  # and this one cannot become a four with both ends open
        ("g8 i8 h7 h9", "e8", "h8", "double three"),
        ("f8 g8 h9 h10 h11", "", "h8", ""),  # three and four
        ("e8 f8 g8 h9 h10 h11", "", "h8", "double four"),
        ("e8 g8 i8 k8", "", "h8", "double four"),  # two fours in one line: fghi and ghij
        ("d8 e8 f8 j8 k8 l8", "", "h8", "double four"),
        ("c8 d8 e8 f8 j8 k8 l8 m8", "", "h8", ""),  # each would make six
        ("e8 f8 g8", "", "h8", ""),  # one four with two ends
        ("d8 e8 f8 h8 i8", "", "g8", "overline"),
        ("d8 e8 f8 h8 i8 g4 g5 g6 g7", "", "g8", ""),  # five as well: it wins
        ("e8 f8 g8 h9 h10 h11 i9 j10 k11 g7", "", "h8", ""),  # two fours and a five: it wins
    ],
)
def test_forbidden_moves(black, white, move, why):
    position = board(black, white, rule="renju")
    code = position.parse_move(move)
    assert code in position.moves(), "it may be played"
    assert why_forbidden(position, code) == why
    if why:
        end = position.after(code)
        assert end.outcome() == SECOND
        assert end.game.reason(end) == f"forbidden {why} at {move}"
    white_to_move = board(white, black, rule="renju")
    white_to_move.record["turn"] = 1
    assert why_forbidden(white_to_move, code) == "", "White may do all of it"


def test_a_three_whose_four_is_forbidden_is_none():
    """b5 makes two threes in shape; the stones that would make one of them a four are themselves forbidden."""
    text = """
        . . . . . . . . . . ./. X . . . . . . . . ./. . O X . X . . . . ./. X X . . . O . . . ./. . . X . X . . X . ./
        . . X . . . . . . . ./. . . . . X . X X X ./. . . . O . . O . . ./. O . . . . X X . . ./. . . . O . X . . . ./
        . . . . . . . . . . ."""
    rows = [line.split() for line in text.split("/")]
    stones = {mark: " ".join(move_text(None, r * 26 + c) for r, c in np.ndindex(11, 11) if rows[r][c] == mark) for mark in "XO"}
    position = board(stones["X"], stones["O"], rule="renju", size=11)
    assert why_forbidden(position, position.parse_move("b5")) == ""


def test_forbidden_moves_agree_with_the_words_of_the_rule():
    """Every empty cell of boards crowded with black stones."""
    seen = dict.fromkeys(("", "double three", "double four", "overline"), 0)
    made = gomoku.game(size=11, rule="renju")
    for seed in range(16):
        cells = list(itertools.product(range(1, 10), repeat=2))
        random.Random(seed).shuffle(cells)
        position, slow = made.start(), Board(11, 11, "renju")
        for index, cell in enumerate(cells[:22]):
            gomoku_text.place(position.record, int(index >= 16), *cell)
            slow.stones[cell] = "XO"[index >= 16]
        for cell in slow.empty():
            why = slow.with_stone(cell).forbidden(cell)
            assert why_forbidden(position, cell[0] * 26 + cell[1]) == why, f"{position}\n{cell}"
            seen[why] += 1
    assert all(seen.values()), seen


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(("width", "height"), [(7, 7), (9, 6)])
def test_random_games_agree_with_the_oracle(rule, width, height):
    for seed in range(6):
        dice = random.Random(seed)
        made = gomoku.game(width=width, height=height, rule=rule, draw=seed)
        position, slow = made.start(), Board(width, height, rule, draw=seed)
        while not slow.over():
            assert position.outcome() == ONGOING
            assert position.moves() == [row * 26 + column for row, column in slow.empty()]
            move = dice.choice(position.moves())
            position = position.after(move)
            slow.play(divmod(move, 26))
            assert int(position.record["key"]) == gomoku_text.key_in_python(position.record)
        assert position.outcome() == {None: DRAW, "X": FIRST, "O": SECOND}[slow.winner]
        assert slow.why in made.reason(position)


def test_one_record_type_serves_all_sizes_and_rules():
    assert RECORD.itemsize == 240
    kinds = {gomoku.game(size=size, rule=rule).record for size in (5, 15, 26) for rule in RULES}
    assert len(kinds) == 1
    assert {game.max_moves for game in (gomoku.game(size=5), gomoku.game(width=26, height=5))} == {676}


# --- positions in and out


GAME = "h8 i9 j7 h9 g8 i8"


@pytest.mark.parametrize(
    "text",
    [
        "h8i9j7h9g8i8",
        "pos h8i9j7h9g8i8",
        "H8 I9 J7 H9 G8 I8",
        "h8,i9,j7,h9,g8,i8",
        "0,0, 1,1, 2,-1, 0,1, -1,0, 1,0",
        "offset 0,0,1,1,2,-1,0,1,-1,0,1,0",
        "(;FF[4]GM[4]SZ[15]PB[a (\\] ;B\\[aa\\)];B[hh];W[ii]C[(a comment; )];B[jg];W[hi];B[gh](;W[ih])(;W[bb]))",
        "(;SZ[15:15]\n;Black[hh] ;W[ii]\n;B[jg];W[hi];B[gh];W[ih])",
        "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,9,15\r\n10,7,0\r\n8,9,0\r\n7,8,0\r\n9,8,1\r\nA\nB\n-1",
    ],
)
def test_records_of_other_programs(text):
    position = gomoku.game().position(text)
    assert position.origin.line_text(position.history) == GAME.split()


def test_what_is_written_can_be_read():
    for options, words in (({}, GAME), ({"width": 20, "height": 6, "rule": "renju"}, "a1 t6 j3")):
        position = after(words, **options)
        for write in position.game.formats.values():
            again = position.game.position(write(position, "one [first]", "two\\"))
            assert again.history == position.history
    assert position.game.formats["sgf"](position, "A]", "B") == (
        "(;FF[4]GM[4]CA[UTF-8]AP[Counterply]SZ[20:6]RU[renju]PB[A\\]]PW[B]RE[?]\n;B[af];W[ta];B[jd])"
    )


def test_rows_of_renju_are_counted_from_the_bottom():
    for rule, top, numbers in (("freestyle", 0, "1"), ("renju", 14, "15")):
        position = after("a1", rule=rule)
        lines = str(position).splitlines()
        assert lines[1].split()[0] == numbers
        assert lines[1 + top].split()[0] == "1"
        assert lines[1 + top].split()[1] == "X"
        stone = next(item for item in draw(position).items if item.id.startswith("stone"))
        assert int(stone.y) == top == position.game.cell(position, position.history[-1])[0]
        assert touches(position.game.start(), position.history[-1]) == (f"{top},0",)
        for text in (str(position), "\n".join(line[3:] for line in lines[1:16])):
            assert position.game.position(text).key() == position.key()
    upside_down = "\n".join([lines[0], *reversed(lines[1:16]), lines[16]])
    assert position.game.position(upside_down).key() == position.key(), "numbers tell it"


def test_diagrams_of_finished_games():
    for words, options, ending in [
        ("a1 b1 a2 b2 a3 b3 a4 b4 a5", {"size": 7}, "five in a row, a1 to a5"),
        ("g8 a1 i8 c1 h7 e1 h9 g1 h8", {"rule": "renju"}, "forbidden double three"),
    ]:
        end = after(words, **options)
        again = end.game.position(str(end))
        assert again.key() == end.key()
        assert (again.outcome(), end.game.reason(again)) == (end.outcome(), ending)
        assert end.game.reason(end).startswith(ending)


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("X.... ..... ..... ..... .....", {"size": 5}, "5 rows of 5"),
        ("X..../X..../...../...../.....", {"size": 5}, "2 X and 0 O cannot stand"),
        ("XXXXX/OOOOO/...../...../.....", {"size": 5}, "both players have won: X at a1 b1 c1 d1 e1, O at a2"),
        ("XXXXX/OOO../OO.../...../.....", {"size": 5}, "X has won at a1 b1 c1 d1 e1, but O has moved since"),
        ("XXXXX.OO/OOOOOO.O/XXXXX.../......../......../......../......../........", {"size": 8}, "cannot stand|both"),
        ("XXXXX.../OOO..OO./XXXXX.../O.O...../O......O/......../......../........", {"size": 8}, "no single move makes all"),
        ("X..../...../...../...../.....\nX to move", {"size": 5}, "it is O's move, not X's"),
        ("X..../...../...../...../.....\nO has won; forbidden overline", {"size": 5}, "under the rule renju"),
        ("h8h8", {}, "illegal move 'h8' at ply 2"),
        ("h8p3", {}, "illegal move 'p3' at ply 2"),
        ("h8h9i8i9j8j9k8k9l8a1", {}, "the game is over .first, five in a row, h8 to l8"),
        ("pos h8-i8", {}, "cells one after another"),
        ("offset 1,2,3", {}, "offsets are pairs"),
        ("0,0, 9,0", {}, "illegal move 'q8'"),
        ("0,0, 90,0", {}, "illegal move"),
        ("(;GM[1];B[hh])", {}, "of game go, not of gomoku"),
        ("(;SZ[19];B[hh])", {}, "played on 19x19, and this board is 15x15"),
        ("(;SZ[19:15];B[hh])", {}, "played on 19x15"),
        ("(;B[hh];B[ii])", {}, "move 2 of this SGF is B's, but W is to move"),
        ("(;B[hh];W[])", {}, "move 2 of this SGF, .pass., is no legal move"),
        ("(;B[hh];W[ii]", {}, "closing parenthesis is missing"),
        ("(;B[hh];W[ii", {}, "a closing parenthesis is missing"),
        ("Piskvorky 20x20, 0:0, 0\n1,1,0", {}, "played on 20x20"),
        ("nonsense", {}, "15 rows of 15"),
    ],
)
def test_what_cannot_be_read(text, options, message):
    with pytest.raises(GameError, match=message):
        gomoku.game(**options).position(text)


def test_a_diagram_has_no_order_to_write():
    made = gomoku.game(size=5)
    with pytest.raises(GameError, match="does not tell the order"):
        made.formats["pos"](made.position("X..../...../...../...../....."), "", "")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"size": 4}, "sides of 5 to 26, not 4x4"),
        ({"size": 27}, "sides of 5 to 26"),
        ({"width": 30, "height": 15}, "not 30x15"),
        ({"length": 2}, "3 or more"),
        ({"rule": "renju", "length": 6}, "played with five"),
        ({"draw": 225}, "0 to 224"),
    ],
)
def test_options_that_do_not_exist(options, message):
    with pytest.raises(GameError, match=message):
        gomoku.game(**options)


def test_the_options_are_those_that_make_the_game_again():
    for options in ({}, {"size": 20}, {"width": 15, "height": 7}, {"rule": "renju", "draw": 25}, {"size": 4, "length": 4}):
        made = gomoku.game(**options)
        assert gomoku.game(**made.options).setup.tobytes() == made.setup.tobytes()
    assert gomoku.game(width=20, height=20).options == {"size": 20}


# --- positions that colleagues of other programs use


def test_positions_to_be_won_are_legal():
    for _, rules, text, side, depth, shortest, winning, line in rows_of("wins_by_fours.txt"):
        for rule in rules.split():
            position = gomoku.game(rule=rule).position(text)
            assert (position.outcome(), "BW"[position.turn]) == (ONGOING, side)
            assert set(shortest.split()) <= set(winning.split()) <= {position.move_text(move) for move in position.moves()}
            if line:
                end = position.play_text(line.split())
                assert len(line.split()) == 2 * int(depth) - 1
                assert end.outcome() == ONGOING


def test_replies_of_gomocup():
    for name, rules, sizes, text, replies in rows_of("replies.txt"):
        for rule, size in itertools.product(rules.split(), map(int, sizes.split())):
            position = gomoku.game(rule=rule, size=size).position(text)
            for reply in replies.split():
                outcome = position.after(position.parse_move(reply.lstrip("-"))).outcome()
                assert outcome == (SECOND if reply[0] == "-" else FIRST if name == "five" else ONGOING)


# --- the report


@pytest.mark.parametrize(
    ("black", "white", "value"),
    [("h8", "", 0), ("h8 i8", "a1", 4), ("h8 i8 j8", "a1 c1", 16), ("h8 i8 j8 k8 l8", "", 102016)],
)
def test_golden_values_of_the_reports_evaluator(black, white, value):
    position = board(black, white)
    bound = REPORT.bind(position.game)
    assert bound.grid_value(position.record, 0) == value
    assert bound.grid_value(position.record, 1) == -value
    assert sum(feature * weight for _, feature, weight in bound.explain(position.record, 0)) == value


def report_by_its_words(position, player):
    """Stone by stone and direction by direction, in sets."""
    total = 0
    for owner in range(2):
        stones = set(stones_of(position.record, owner))
        for (row, column), (down, right) in itertools.product(stones, itertools.product((-1, 0, 1), repeat=2)):
            run = 1
            while (down or right) and run < 5 and (row + run * down, column + run * right) in stones:
                run += 1
            total += {1: 0, 2: 2, 3: 6, 4: 1000, 5: 50000}[run] * (1 if owner == player else -1)
    return total


def test_the_reports_evaluator_agrees_with_its_words():
    for seed in range(5):
        dice = random.Random(seed)
        position = gomoku.game(size=9).start()
        bound = REPORT.bind(position.game)
        while position.outcome() == ONGOING:
            position = position.after(dice.choice(position.moves()))
            assert bound.grid_value(position.record, seed % 2) == report_by_its_words(position, seed % 2)


@pytest.mark.slow  # compiles a search of its own for one move
def test_the_reports_player_looks_only_next_to_stones():
    player = make_player("report:depth=1")
    position = gomoku.game().start()
    player.start(position.game, 0, 1)
    narrow = narrowed_game(position.game)

    def looked_at(text):
        return narrow.position(text).moves()

    names = {move_text(None, move) for move in looked_at("moves")}
    assert names == {"h8"}
    assert len(narrow.start().after(7 * 26 + 7).moves()) == 8
    assert len(narrow.start().after(0).moves()) == 3
    assert player.choose(position, Limit()).move == position.parse_move("h8")


@pytest.mark.slow
def test_the_reports_player_plays_minimax_of_depth_two():
    """The best of its moves by plain minimax over the same moves; equal ones are chosen by the seed."""
    position = gomoku.game().position("h8i9j7h9g8i8i7f9")
    candidates = {
        row * 26 + column
        for row, column in itertools.product(range(15), repeat=2)
        if row * 26 + column in position.moves()
        and any(
            (row - r, column - c) in [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1)]
            for p in (0, 1)
            for r, c in stones_of(position.record, p)
        )
    }
    player = make_player("report")
    chosen = set()
    for seed in range(8):
        player.start(position.game, 0, seed)
        report = player.choose(position, Limit())
        assert (report.depth, report.proven) == (2, False)
        chosen.add(report.move)
    bound = REPORT.bind(position.game)

    def worst_reply(move):
        after_move = position.after(move)
        around = set(after_move.moves()) & {m + d for m in [*candidates, move] for d in (-27, -26, -25, -1, 0, 1, 25, 26, 27)}
        near = [
            m
            for m in around
            if any(abs(m // 26 - r) <= 1 and abs(m % 26 - c) <= 1 for p in (0, 1) for r, c in stones_of(after_move.record, p))
        ]
        return min(bound.grid_value(after_move.after(reply).record, 0) for reply in near)

    values = {move: worst_reply(move) for move in candidates}
    assert {values[move] for move in chosen} == {max(values.values())}
    assert report.score == max(values.values())


def test_the_reports_player_refuses_other_games():
    from counterply.games import tic_tac_toe

    with pytest.raises(GameError, match="report plays gomoku"):
        make_player("report").start(tic_tac_toe.game(), 0, 0)
