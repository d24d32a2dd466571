"""Games as people paste them."""

from __future__ import annotations

import json
from random import Random

import pytest

import counterply as cp
from counterply.cli import run
from counterply.core.errors import GameError
from counterply.plugins.board.records import games_of, title_of

OTHELLO_START = "-" * 27 + "O*------*O" + "-" * 27
GGF_START = "-" * 27 + "O*------*O" + "-" * 27
JUMPS = "9-14 23-19 6-9 22-18 14-23 27-18 11-16 26-23 10-14 24-20 1-6 20-11 7-16 31-26 8-11 26-22 2-7 30-26 16-20 19-16 12-19 23-16"
TIGER = "f5 d6 c3 d3 c4"


@pytest.mark.parametrize(
    ("game", "text", "moves"),
    [
        ("othello", "f5d6c3d3c4", TIGER),
        ("othello", "F5 D6 C3 D3 C4", TIGER),
        ("othello", "1. f5 d6 2. c3 d3 3. c4 1-0", TIGER),
        ("othello", '[Event "x"]\n\n1. f5 {a remark (f4)} d6 (1... f4 2. e3 (2. d7)) 2. c3 $2 d3 3. c4 *', TIGER),
        (
            "othello",
            f"(;GM[Othello]PC[GGS/os]PB[a]PW[b]BO[8 {GGF_START} *]B[F5//0.01]W[d6/1.2/3]B[C3]W[d3]B[c4];)",
            TIGER,
        ),
        ("othello", "(;GM[2]FF[4]C[W[aa\\] is bad];B[fe];W[df](;B[cc];W[dc])(;B[cd]))", "f5 d6 c3 d3"),
        ("breakthrough", "b2c3g7g6", "b2c3 g7g6"),
        ("isolation", "1. 3,3 2,2", "3,3 2,2"),
        ("othello", "+f5-d6+c3 64-0", "f5 d6 c3"),
        ("chess", "1. e4 {[%clk 0:09:58]} e5 2. Nf3!? {[%eval 0.3]} Nc6?! $1 3. Bb5 a6 4. 0-0 1/2-1/2", "e4 e5 Nf3 Nc6 Bb5 a6 O-O"),
        ("chess", "1. e2-e4 f7-f5 2. e4xf5 g7-g5 3. fxg6 e.p. Ng8-f6 ½-½", "e4 f5 exf5 g5 fxg6 Nf6"),
        ("chess", "1. ♘f3 d5 2. d4 ♞f6", "Nf3 d5 d4 Nf6"),
        ("chess", "position startpos moves e2e4 e7e5 g1f3", "e4 e5 Nf3"),
        ("chess", "1. g4 e5 2. f3 Qh4++ 0-1", "g4 e5 f3 Qh4#"),
        ("go", "\n(;GM[1]SZ[9]PB[Foo (1d)]KM[7];B[ee]C[a \\] ) b];W[cc];B[];W[tt])", "e5 c7 pass pass"),
        ("go", "play b E5\nplay w C3", "e5 c3"),
        ("checkers", "1. 11-15 22-18 2. 15x22 25x18", "11-15 22-18 15-22 25-18"),
        ("checkers", f"{JUMPS} 14x23x30", f"{JUMPS} 14-23 23-30"),
        ("checkers", f"{JUMPS} 14-30", f"{JUMPS} 14-23 23-30"),
        ("backgammon", "1) 65: 24/13   42: 8/4! 6/4\n2) 66: 13/7(2)", "65 24/18 18/13 42 8/4 6/4 66 13/7 13/7"),
        ("backgammon", "1) 31: 8/5 6/5    16: 13/7 8/7\n2) 66: 13/7(2) 8/2(2)", "31 8/5 6/5 61 13/7 8/7 66 13/7 13/7 8/2 8/2"),
        ("othello", "(;GM[2]SZ[8]AB[e4][d5]AW[d4][e5]PL[B];B[f5];W[d6])", "f5 d6"),
        ("amazons", "1. d1-d7(g7) d10-d8/g8", "d1d7 g7 d10d8 g8"),
    ],
)
def test_what_people_paste_is_read(game: str, text: str, moves: str) -> None:
    place = cp.game(game).position(text)
    assert place.origin == cp.game(game).start()
    assert " ".join(place.origin.line_text(place.history)) == moves


MATCH = """ 7 point match

 Game 1
 Anna : 0                            Bert : 0
  1) 31: 8/5 6/5                     64: 24/14
  2) Doubles => 2                    Takes
  3) 52: 13/8 6/4                    11: 8/7(2) 6/5(2)
"""


def test_a_match_of_backgammon_is_read_as_programs_write_it() -> None:
    moves = "31 8/5 6/5 64 24/18 18/14 52 13/8 6/4 11 8/7 8/7 6/5 6/5"
    place = cp.game("backgammon").position(MATCH)
    assert " ".join(place.origin.line_text(place.history)) == moves
    with pytest.raises(GameError, match=r"move 2, '8/2 6/5 .*', is no legal move"):
        cp.game("backgammon").position(MATCH.replace("31: 8/5", "31: 8/2"))


@pytest.mark.parametrize(("roll", "read"), [("31: 8/5 6/5 ", "31"), ("13: 8/5 6/5 ", "31"), (" " * 12, "46")])
def test_in_a_match_it_is_the_left_or_the_right_player_who_begins(roll: str, read: str) -> None:
    place = cp.game("backgammon").position(MATCH.replace("31: 8/5 6/5 ", roll).split("  2)")[0])
    assert place.origin.line_text(place.history)[0] == read
    assert place.origin.after(place.history[0]).turn == (read == "46")


@pytest.mark.parametrize("text", ['[FEN "B:W18,22,K5:B9,1"]', "B:W18,22,K5:B9,1.", "b:b9,1:w18,22,k5"])
def test_a_position_of_checkers_is_read_as_pdn_writes_it(text: str) -> None:
    place = cp.game("checkers").position(text)
    men = {square + 1: int(piece) for square, piece in enumerate(place["cells"]) if piece}
    assert men == {18: 2, 22: 2, 5: 4, 9: 1, 1: 1}
    assert place.turn == 0
    for wrong in ("B:W18,18:B9", "B:W33:B9", "B:WK:B9", "B:W1 2:B9"):
        with pytest.raises(GameError, match="one piece on each of the squares 1 to 32"):
            cp.game("checkers").position(wrong)


@pytest.mark.parametrize("text", ["1. a10 b2", "1. a10", "1. b2 a10"])
def test_a_number_is_read_to_its_end(text: str) -> None:
    with pytest.raises(GameError, match=r"move \d, 'a10.*', is no legal move"):
        cp.game("hex", size=5).position(text)


SECOND = MATCH[MATCH.index(" Game 1") :].replace("Game 1", "Game 2").replace("31: 8/5 6/5", "42: 8/4 6/4")


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        (MATCH + "      Wins 1 point\n\n" + SECOND, ["Anna – Bert", "Anna – Bert"]),
        ('[Event "a"]\n[White "X"] \n[Black "Y"]\n\n1. e4 e5 *\n\n[Event "b"]\n\n1. d4 d5 *', ["X – Y", "1. d4 d5 *"]),
        ("1. e4 e5 1-0\n\n1. d4 d5 1/2-1/2\n1. c4 *", ["1. e4 e5 1-0", "1. d4 d5 1/2-1/2", "1. c4 *"]),
        ("(;SZ[9]PB[a]PW[b];B[dd](;W[ee])(;W[cc]))\n(;SZ[9];B[ee])", ["a – b", "(;SZ[9];B[ee])"]),
        (MATCH, ["Anna – Bert"]),
        ("fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1\n1. a8=Q", ["fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 1. a8"]),
    ],
)
def test_the_games_of_a_text_are_told_apart(text: str, titles: list[str]) -> None:
    found = games_of(text)
    assert [title_of(game) for game in found] == titles
    assert "".join("".join(found).split()) == "".join(text.split())
    if len(found) > 1 and "Game" in text:
        assert cp.game("backgammon").position(found[1]).history[1:] != cp.game("backgammon").position(found[0]).history[1:]


def test_what_is_no_record_is_refused_as_a_diagram() -> None:
    with pytest.raises(GameError, match="no game"):
        cp.game("tic_tac_toe").position("no game")


def test_a_record_that_begins_at_a_position_of_its_own() -> None:
    fen = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"
    place = cp.game("chess").position(f'[FEN "{fen}"]\n[SetUp "1"]\n\n1. a8(Q)+ Kd7')
    assert place.origin == cp.game("chess").position(fen)
    assert place.origin.line_text(place.history) == ["a8=Q+", "Kd7"]
    for text in (f"position fen {fen} moves a7a8q e8d7", f"fen {fen} moves a7a8q e8d7\n"):
        assert cp.game("chess").position(text) == place
    assert cp.game("chess").position(f"position fen {fen}") == place.origin


@pytest.mark.parametrize(("game", "columns"), [("connect_four", 7), ("isolation", 7), ("tic_tac_toe", 3)])
def test_a_picture_in_digits_is_no_list_of_moves(game: str, columns: int) -> None:
    rows = "\n".join(" ".join("120"[(row + column) % 3] for column in range(columns)) for row in range(columns))
    with pytest.raises(GameError, match="board is .*, not" if game != "isolation" else "this board is"):
        cp.game(game).position(rows)


ROW = "." * 9 + "/"
CORNER = f"{2 * ROW}..X.....O/{6 * ROW}"
HANDICAP = f"{2 * ROW}..X....../{3 * ROW}......X../{2 * ROW}O to move"
GOMOKU = [f"O{'.' * 14}", *["." * 15] * 6, f"{'.' * 7}X{'.' * 7}", f"{'.' * 8}X{'.' * 6}", *["." * 15] * 6]
GGF = "-" * 19 + "*-------**------*O" + "-" * 27
OTHELLO = GGF.replace("*", "X").replace("-", ".")


@pytest.mark.parametrize(
    ("game", "text", "diagram", "moves"),
    [
        ("go", "(;GM[1]SZ[9]AB[cc]AW[ic];B[ee];W[dd])", f"{CORNER}X to move", "e5 d6"),
        ("go", "(;SZ[9]HA[2]AB[cc][gg];W[ee])", HANDICAP, "e5"),
        ("go", "(;SZ[9]HA[2]AB[cc][gg])", HANDICAP, ""),
        ("go", "(;SZ[9]AB[cc]AW[ic]PL[W])", f"{CORNER}O to move", ""),
        ("go", "(;SZ[9]AB[aa:ab]AE[ab];W[bb])", f"X......../{8 * ROW}O to move", "b8"),
        ("go", "(;SZ[9];W[bb])", f"{9 * ROW}O to move", "b8"),
        ("gomoku", "(;GM[4]SZ[15]AB[hh][ii]AW[aa];W[bb])", "/".join(GOMOKU), "b2"),
        ("othello", "(;GM[2]AB[de][ed]AW[dd][ee];B[fe])", "", "f5"),
        ("othello", f"(;GM[Othello]BO[8 {GGF} O]W[c3])", f"{OTHELLO} O", "c3"),
    ],
)
def test_stones_that_an_sgf_sets_are_there(game: str, text: str, diagram: str, moves: str) -> None:
    made = cp.game(game)
    place = made.position(text)
    assert place.origin.key() == made.position(diagram).key()
    assert " ".join(place.origin.line_text(place.history)) == moves


@pytest.mark.parametrize(
    ("game", "text", "message"),
    [
        ("hex", "(;AB[cc];W[dd])", "sets stones or who begins, and hex cannot begin so: hex reads no diagrams"),
        ("go", "(;SZ[9];B[ee];AW[cc];W[dd])", "sets stones by AW after move 1"),
        ("go", "(;SZ[9]AB[zz];W[dd])", "a stone at column 26, row 26, and this board is 9x9"),
        ("go", "(;SZ[9]AB[cc5];W[dd])", "set at 'cc5', not at two letters"),
        ("go", "(;SZ[9]HA[2];W[dd])", "a handicap of 2, and no stones"),
        ("go", "(;SZ[19];B[dd])", "played on 19x19, and this board is 9x9$"),
        ("hex", "(;GM[11]SZ[11];B[aa])", "played on 11x11, and this board is 7x7; give --set size=11$"),
        ("go", "(;SZ[9:13];B[dd])", "played on 9x13, and this board is 9x9"),
        ("go", "(;GM[2];B[dd])", "of game othello, not of go"),
        ("go", "(;SZ[9];B[dd];B[ee])", "move 2 of this SGF is B's, but W is to move"),
        ("go", "(;SZ[9];B[dd];W[dd])", "move 2 of this SGF, 'dd', is no legal move"),
        ("go", "(;SZ[9]PL[B];W[dd])", "move 1 of this SGF is W's, but B is to move"),
        ("go", "(;SZ[9];B[dd])(;SZ[9];B[ee])", "holds several games"),
        ("go", "(;SZ[9];B[dd]", "a closing parenthesis is missing"),
        ("go", "(;SZ[9]AB[ab][ba]AW[aa];B[dd])", "one has no liberty"),
        ("othello", "(;BO[8 --- *];B[f5])", "not 8 rows of 8"),
        ("chess", '[Event "a"]\n\n1. e4 e5 *\n\n[Event "b"]\n\n1. d4 *', "holds several games"),
    ],
)
def test_a_record_that_would_be_read_wrong_is_refused(game: str, text: str, message: str) -> None:
    with pytest.raises(GameError, match=message):
        cp.game(game).position(text)


def test_commands_read_them_too(capsys: pytest.CaptureFixture[str]) -> None:
    for record in ("f5! d6?? 2. c3 {a remark}", "moves f5 d6 c3"):
        assert run(["perft", "othello", record, "--depth", "1", "--json"]) == 0
    one, other = map(json.loads, capsys.readouterr().out.splitlines())
    assert one == other


def test_a_pass_may_be_left_out_and_an_illegal_move_is_named() -> None:
    start = cp.game("othello", size=4).start()
    random, words, place = Random(1), ["pass"], start
    while place == start or words.count("pass") != 1:
        place, words = start, []
        while not place.over:
            move = random.choice(place.moves())
            words.append(place.move_text(move))
            place = place.after(move)
    words.remove("pass")
    assert start.game.position("".join(words)) == place
    with pytest.raises(GameError, match="move 2, 'd5"):
        start.game.position(f"{words[0]}d5")
