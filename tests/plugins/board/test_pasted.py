"""Games as people paste them."""

from __future__ import annotations

from random import Random

import pytest

import counterply as cp
from counterply.core.errors import GameError
from counterply.plugins.board.pasted import read_pasted, start_of

OTHELLO = "f5 d6 c3 d3 c4"


@pytest.mark.parametrize(
    ("game", "text", "moves"),
    [
        ("othello", "f5d6c3d3c4", OTHELLO),
        ("othello", "F5 D6 C3 D3 C4", OTHELLO),
        ("othello", "1. f5 d6 2. c3 d3 3. c4 1-0", OTHELLO),
        ("othello", '[Event "x"]\n\n1. f5 {a remark (f4)} d6 (1... f4 2. e3 (2. d7)) 2. c3 $2 d3 3. c4 *', OTHELLO),
        ("othello", "(;GM[Othello]PC[GGS/os]DT[2003.01.05]PB[a]PW[b]BO[8 -- *]B[F5//0.01]W[d6/1.2/3]B[C3]W[d3]B[c4];)", OTHELLO),
        ("othello", "(;GM[2]FF[4]C[W[aa\\] is bad];B[fe];W[df](;B[cc];W[dc])(;B[cd]))", "f5 d6 c3 d3"),
        ("breakthrough", "b2c3g7g6", "b2c3 g7g6"),
        ("isolation", "1. 3,3 2,2", "3,3 2,2"),
        ("tic_tac_toe", "no game", None),
        ("othello", "+f5-d6+c3 64-0", "f5 d6 c3"),
        ("chess", "1. e4 {[%clk 0:09:58]} e5 2. Nf3!? {[%eval 0.3]} Nc6?! $1 3. Bb5 a6 4. 0-0 1/2-1/2", "e4 e5 Nf3 Nc6 Bb5 a6 O-O"),
        ("chess", "1. e2-e4 f7-f5 2. e4xf5 g7-g5 3. fxg6 e.p. Ng8-f6 ½-½", "e4 f5 exf5 g5 fxg6 Nf6"),
        ("chess", "1. ♘f3 d5 2. d4 ♞f6", "Nf3 d5 d4 Nf6"),
        ("chess", "position startpos moves e2e4 e7e5 g1f3", "e4 e5 Nf3"),
        ("chess", "1. g4 e5 2. f3 Qh4++ 0-1", "g4 e5 f3 Qh4#"),
        ("go", "\n(;GM[1]SZ[9]PB[Foo (1d)]KM[7];B[ee]C[a \\] ) b];W[cc];B[];W[tt])", "e5 c7 pass pass"),
        ("go", "play b E5\nplay w C3", "e5 c3"),
        ("checkers", "1. 11-15 22-18 2. 15x22 25x18", "11-15 22-18 15-22 25-18"),
        ("backgammon", "1) 65: 24/13   42: 8/4! 6/4\n2) 66: 13/7(2)", "65 24/18 18/13 42 8/4 6/4 66 13/7 13/7"),
        ("amazons", "1. d1-d7(g7) d10-d8/g8", "d1d7 g7 d10d8 g8"),
    ],
)
def test_what_people_paste_is_read(game: str, text: str, moves: str | None) -> None:
    start = cp.game(game).start()
    found = read_pasted(start, text)
    assert (None if found is None else " ".join(start.line_text(found))) == moves


def test_a_record_that_begins_at_a_position_of_its_own() -> None:
    text = '[FEN "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"]\n[SetUp "1"]\n\n1. a8(Q)+ Kd7'
    said, start = start_of(cp.game("chess"), text)
    assert said == "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"
    assert start.line_text(read_pasted(start, text) or ()) == ["a8=Q+", "Kd7"]


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
    assert start.play(*read_pasted(start, "".join(words)) or ()) == place
    with pytest.raises(GameError, match="after 1 moves, 'd5"):
        read_pasted(start, f"{words[0]}d5")
