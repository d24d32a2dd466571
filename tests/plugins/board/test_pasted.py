"""Games as people paste them."""

from __future__ import annotations

from random import Random

import pytest

import counterply as cp
from counterply.core.errors import GameError
from counterply.plugins.board.pasted import read_pasted

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
    ],
)
def test_what_people_paste_is_read(game: str, text: str, moves: str | None) -> None:
    start = cp.game(game).start()
    found = read_pasted(start, text)
    assert (None if found is None else " ".join(start.line_text(found))) == moves


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
