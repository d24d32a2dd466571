"""Chess: published counts, mates of a public collection, and what the Laws say, told by positions."""

from __future__ import annotations

import pickle

import pytest

import counterply as cp
from counterply import GameError
from counterply.compiling.kernels import PLAIN
from counterply.plugins.classics.chess import FIFTY_MOVES, START, fen, pgn
from counterply.search.perft import perft

compiled_only = pytest.mark.skipif(PLAIN, reason="minutes in plain mode")
GAME = cp.game("chess")
COUNTS = {  # the six positions of the Chess Programming Wiki, "Perft Results", to five plies
    START: (20, 400, 8_902, 197_281, 4_865_609),
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1": (48, 2_039, 97_862, 4_085_603, 193_690_690),
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1": (14, 191, 2_812, 43_238, 674_624),
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1": (6, 264, 9_467, 422_333, 15_833_292),
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8": (44, 1_486, 62_379, 2_103_487, 89_941_194),
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10": (46, 2_079, 89_890, 3_894_594, 164_075_551),
}
MATES = {  # moves to mate, below 0 for the side that is mated: of the ChestUCI test suite
    "3R4/8/8/2p3K1/2p5/5B2/R1pPNB2/1b1k4 w - -": 2,
    "8/3R4/b2p3p/2p3nk/1p2N1p1/p2BP3/r2PN1P1/3K4 w - -": 2,
    "8/5R2/2K1P3/4k3/8/b1PPpp1B/5p2/8 w - -": 2,
    "8/7B/2R5/4Nr1p/4kb1Q/8/1B6/4K2R w K -": 2,
    "n1N3br/2p1Bpkr/1pP2R1b/pP3Pp1/P5P1/1P1p4/p2P4/K7 w - -": 2,
    "r5r1/1R4b1/1Q6/4nk1p/2p1R3/2P3PK/2BB4/q7 w - -": 2,
    "rn2N3/8/4R2b/B3R3/3kP1N1/K2n4/8/1q6 w - -": 2,
    "1K3RQ1/ppn3p1/r3NNpq/2p5/2b1kPB1/b5r1/8/2BR4 b - -": -2,
    "1NR2B2/5p2/5p2/1p1kpp2/1P2rp2/2P1pB2/2P1P1K1/8 b - -": -2,
    "1r4Rk/4NP1b/7K/8/8/8/8/8 b - -": -2,
    "5n2/KR2p3/2pp4/k2pB3/P7/pPpN3b/5pp1/5rq1 b - -": -2,
    "k1R5/1p3R2/p6r/8/1N6/2K5/3P4/4B3 b - -": -2,
    "1N3B2/5p2/2R2p2/1p1kpp2/1P2rp2/2P1pB2/2P1P1K1/8 w - -": 3,
    "2k5/2N5/1PKP4/2P5/8/8/8/8 w - -": 3,
}
SMALL_MATE = [*MATES][-1]


def after(*moves: str, start: str = START) -> cp.Position:
    return GAME.position(start).play(*moves)


@pytest.mark.parametrize("position", COUNTS)
def test_lines_of_play_are_those_that_others_count(position):
    depth = 2 if PLAIN else 4
    assert tuple(perft(GAME.position(position), depth)) == COUNTS[position][:depth]


@pytest.mark.slow
@compiled_only
@pytest.mark.parametrize("position", COUNTS)
def test_lines_of_five_plies_are_those_that_others_count(position):
    assert tuple(perft(GAME.position(position), 5)) == COUNTS[position]


@compiled_only
@pytest.mark.parametrize(
    "position", [SMALL_MATE, *(pytest.param(each, marks=pytest.mark.slow) for each in MATES if each != SMALL_MATE)]
)
def test_mates_are_proven_with_their_distance(position):
    moves, place = MATES[position], GAME.position(position)
    found = cp.solve(place, nodes=3_000_000, distance=True)
    assert found.proven
    assert found.outcome == ("first", "second")[place.turn if moves > 0 else 1 - place.turn]
    assert found.distance == (2 * moves - 1 if moves > 0 else -2 * moves)


def test_a_position_is_read_and_written():
    for text in COUNTS:
        assert fen(GAME.position(text)) == text
        assert GAME.position(str(GAME.position(text))) == GAME.position(text)
    assert fen(after("e4", "c5", "Nf3")) == "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"


def test_castling():
    both = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    assert fen(after("O-O", "O-O-O", start=both)) == "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2"
    assert fen(after("Ra2", "Rh7", start=both)).split()[2] == "Kq"  # a rook that moves takes a right with it
    assert fen(after("Rxa8+", start=both)).split()[2] == "Kk"  # and so does one that is taken
    castles = {"O-O", "O-O-O"}
    assert castles & told("4k3/8/8/8/3r4/8/8/R3K2R w KQ - 0 1") == {"O-O"}  # the king may not pass d1, which is attacked
    assert not castles & told("r3k2r/8/8/8/4r3/8/8/R3K2R w KQkq - 0 1")  # nor leave a check
    assert "O-O-O" in told("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1")  # the rook may pass b1


def told(position: str) -> set[str]:
    place = GAME.position(position)
    return {place.move_text(move) for move in place.moves()}


def test_taking_in_passing():
    place = after("e4", "a6", "e5", "d5")
    assert fen(place).split()[3] == "d6"
    assert fen(place.play("exd6")).startswith("rnbqkbnr/1pp1pppp/p2P4/8/")
    later = place.play("a3", "a5")
    assert "exd6" in told(fen(place))
    assert "exd6" not in {later.move_text(move) for move in later.moves()}
    pinned = GAME.position("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1")  # both pawns leave the row of king and queen
    assert "exd3" not in {pinned.move_text(move) for move in pinned.moves()}
    assert fen(pinned).split()[3] == "-"


def test_a_pawn_becomes_what_its_player_wants():
    place = GAME.position("3n4/4P3/8/8/8/8/k7/2K5 w - - 0 1")
    texts = {place.move_text(move) for move in place.moves()}
    assert {"e8=Q", "e8=R", "e8=B", "e8=N", "exd8=Q", "exd8=N"} <= texts
    assert place.play("e7e8n") == place.play("e8=N")
    assert fen(place.play("exd8=R")).startswith("3R4/")
    assert {GAME.text.words(place, move) for move in place.moves() if move > 4095} == {"a queen", "a rook", "a bishop", "a knight"}


def test_moves_are_written_so_that_nobody_is_in_doubt():
    assert {"Nbd2", "Nfd2"} <= told("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1")
    assert {"R1a3", "R5a3"} <= told("4k3/8/8/R7/8/8/8/R3K3 w - - 0 1")
    assert {"Qh4e1", "Qee1", "Q1e1"} <= told("8/8/1k6/8/4Q2Q/8/8/K6Q w - - 0 1")
    assert after("f3", "e5", "g4").move_text(after("f3", "e5", "g4").parse_move("d8h4")) == "Qh4#"
    for text in ("e2e4", "e4", "e4!", "e4?!"):
        assert GAME.start().play(text) == after("e4")
    with pytest.raises(GameError, match=r"illegal move 'Ke2' at ply 1"):
        after("Ke2")


@pytest.mark.parametrize(
    ("position", "winner", "reason"),
    [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "second", "checkmate"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "draw", "stalemate"),
        ("8/8/4k3/8/8/3NK3/8/8 w - - 0 1", "draw", "too little"),
        ("8/8/4k1b1/8/8/3BK3/8/8 w - - 0 1", "draw", "too little"),  # both on white cells
        ("8/8/4kb2/8/8/3BK3/8/8 w - - 0 1", None, ""),
        ("8/8/4kn2/8/8/3NK3/8/8 w - - 0 1", None, ""),
        ("8/8/4k3/8/8/3RK3/8/8 w - - 100 90", "draw", "fifty moves"),
        ("k7/8/1K6/8/8/8/8/1R6 w - - 99 90", None, ""),
    ],
)
def test_how_games_end(position, winner, reason):
    place = GAME.position(position)
    assert place.winner == winner
    assert place.reason.startswith(reason)


def test_a_mate_at_the_last_of_fifty_moves_is_a_mate():
    last = "7k/8/6K1/8/8/8/8/1R6 w - - 99 90"
    assert after("Rb8#", start=last)["quiet"] == FIFTY_MOVES
    assert after("Rb8#", start=last).winner == "first"
    assert after("Rb2", start=last).reason.startswith("fifty moves")


def test_the_third_time_is_a_draw_and_a_right_to_castle_makes_another_position():
    round_trip = ("Nf3", "Nf6", "Ng1", "Ng8")
    twice = after(*round_trip)
    assert not twice.over
    assert twice.play(*round_trip).winner == "draw"
    assert twice.play(*round_trip).reason == "the same position 3 times"
    assert twice.play(*round_trip).moves() == []
    assert pickle.loads(pickle.dumps(twice)).play(*round_trip).over
    assert not GAME.position(fen(twice)).play(*round_trip).over  # FEN tells nothing of the past
    lost = ("Ke2", "Ke7", "Ke1", "Ke8")  # the first position had the right to castle
    assert not after("e4", "e5", *lost, *lost).over
    assert after("e4", "e5", *lost, *lost, "Ke2", "Ke7").winner == "draw"


@compiled_only
def test_a_proof_knows_the_game_so_far():
    place = after("Kc7", "Ka7", "Kc6", "Ka8", "Kc7", "Ka7", "Kc6", start="k7/8/2K5/8/8/8/8/1R6 w - - 0 1")
    drawn, fresh = (cp.solve(each, nodes=200_000, distance=True) for each in (place, GAME.position(fen(place))))
    assert drawn.outcome == "draw"
    assert drawn.line == ("Ka8",)  # for the third time
    assert fresh.outcome == "first"
    assert fresh.distance == 4


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("8/8/8/8/8/8/8/8 w - - 0 1", "each side has one king"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1", "eight rows of eight cells"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "w or b"),
        ("4k3/8/8/8/8/8/4r3/4K3 b - - 0 1", "not to move stands in check"),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "no pawn"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 300 1", "a counter of plies up to 100"),
    ],
)
def test_positions_that_are_none_are_refused(text, said):
    with pytest.raises(GameError, match=said):
        GAME.position(text)


def test_a_game_in_portable_notation_is_read_and_written():
    text = """[Event "Paris"]
[White "Morphy"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4?! {this is weak} 4. dxe5 Bxf3 (4... dxe5 5. Qxd8+ Kxd8) 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 $1 Qe7
8. Nc3 c6 9. Bg5 b5 10. Nxb5! cxb5 11. Bxb5+ Nbd7 12. 0-0-0 Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7
16. Qb8+ Nxb8 17. Rd8# 1-0"""
    place = GAME.position(text)
    assert place.winner == "first"
    assert place.ply == 33
    assert GAME.position(pgn(place, "Morphy", "the Duke")) == place
    assert GAME.position("1.e4 e5 2.Nf3").ply == 3
    assert GAME.position("e2e4 e7e5").ply == 2
    with pytest.raises(GameError, match="move 1, 'Nf6', is no legal move"):
        GAME.position("1. Nf6")


def test_every_opening_with_a_name_can_be_played():
    assert all(len(after(*moves.split()).history) == len(moves.split()) for moves in GAME.text.names)
