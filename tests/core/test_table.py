"""The contract is one table: what is made of it agrees with it, and what a game leaves out follows from what it gives."""

import inspect
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from counterply import FIRST, ONGOING, SECOND, Board, Chance, Game, GameError, Hints, Limit, Memo, Symmetry, kernel
from counterply.core import contract
from counterply.core.contract import CONTRACT
from counterply.core.evaluator import ZERO
from counterply.search.alphabeta.engine import Engine
from counterply.search.textbook import Count, evaluation, minimax
from counterply.verification import verify

CELLS = 6
RECORD = np.dtype([("cells", np.int8, (CELLS,)), ("turn", np.int8)])


def legal(position, move):
    """Two empty neighbours: the game is Kayles without single pins."""
    return position["cells"][move] == 0 and position["cells"][move + 1] == 0


def legal_moves(position, moves):
    count = 0
    for move in range(CELLS - 1):
        if position["cells"][move] == 0 and position["cells"][move + 1] == 0:
            moves[count] = move
            count += 1
    return count


legal_moves_kernel = kernel(legal_moves)


def play(position, move):
    position["cells"][move] = position["cells"][move + 1] = 1
    position["turn"] = 1 - position["turn"]


def outcome(position, moves):
    count = legal_moves_kernel(position, moves)
    if count > 0:
        return ONGOING, count
    return SECOND if position["turn"] == 0 else FIRST, 0


def misses_one(position, moves):
    count = legal_moves_kernel(position, moves)
    return (ONGOING, max(count - 1, 1)) if count else (SECOND if position["turn"] == 0 else FIRST, 0)


WAYS = {
    "without outcome": {"legal_moves": legal_moves, "max_moves": CELLS - 1},
    "by legal": {"legal_moves": legal, "moves": CELLS - 1},
    "together": {"outcome": outcome, "max_moves": CELLS - 1},
}


def test_every_function_has_one_place_in_the_arguments_of_a_game():
    own = set(inspect.signature(Game).parameters) - {"chance"}  # the group of that name holds the function
    groups = [{field.name for field in fields(group)} for group in (Chance, Symmetry, Hints, Memo)]
    for name in CONTRACT:
        assert sum(name in group for group in (own, *groups)) == 1, name


def test_the_reference_names_every_function_with_its_parameters():
    for row in contract.rows_in_order():
        assert f"    {row.name}({', '.join(row.parameters)})" in contract.__doc__
        assert row.text.strip().splitlines()[0].strip() in contract.__doc__
    for name, promise in CONTRACT.items():
        assert getattr(contract, name) is promise.function


def test_the_page_holds_the_table():
    assert contract.table() in (Path(__file__).parents[2] / "docs" / "core" / "contract.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("way", WAYS)
def test_what_is_left_out_follows_from_the_rest(way):
    game = Game(f"pairs_{way}", RECORD, play=play, max_plies=CELLS // 2, **WAYS[way])
    assert verify(game, games=8, seconds=3) == []
    end = game.start().after(0).after(2).after(4)
    assert (end.outcome(), end.moves()) == (FIRST, [])


@pytest.mark.slow
@pytest.mark.parametrize("way", ["by legal", "together"])
def test_what_is_left_out_is_searched(way):
    """search/test_outcome_and_moves.py compares proofs of such games with the truth."""
    game = Game(f"pairs_{way}", RECORD, play=play, max_plies=CELLS // 2, **WAYS[way])
    *_, report = Engine(game, ZERO).deepen(game.start(), Limit(depth=4))
    truth = minimax(game.start(), 4, evaluation(game, ZERO), 0, Count())
    assert (report.score, report.proven) == (truth.score, True)


def test_what_comes_together_agrees_with_what_comes_apart():
    game = Game("pairs", RECORD, play=play, max_plies=CELLS // 2, outcome=misses_one, **WAYS["without outcome"])
    (finding,) = verify(game, games=8, seconds=3, compiled=False)
    assert finding.promise == "outcome lists the moves that legal_moves lists"
    assert "instead of" in finding.happened


def test_a_position_reads_fields_by_brackets_like_its_record():
    position = Game("pairs", RECORD, play=play, **WAYS["by legal"]).start().after(1)
    assert position["cells"].tolist() == [0, 1, 1, 0, 0, 0]
    assert position["turn"] == position.turn == 1


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"max_moves": 5}, "legal_moves is missing"),
        ({"legal_moves": legal}, "goes with moves=N"),
        ({"legal_moves": legal_moves, "moves": 5}, "goes with moves=N"),
        ({"legal_moves": legal_moves}, "max_moves is missing"),
        ({"legal_moves": legal_moves, "max_moves": 70_000}, "65,536 at most, not 70,000"),
        ({"legal_moves": 5, "max_moves": 5}, "legal_moves is a function, not 5"),
    ],
)
def test_what_is_no_game_is_said_in_one_line(parts, said):
    with pytest.raises(GameError, match=said):
        Game("pairs", RECORD, play=play, **parts)


def nothing(position):
    return 0


def test_a_board_says_what_it_looks_like():
    board = Board((1, CELLS), drawing=lambda position: "picture", touches=lambda position, move: [move])
    game = Game("pairs", RECORD, play=play, board=board, **WAYS["by legal"])
    assert (game.board, game.cell) == ((1, CELLS), None)
    assert (game.drawing(game.start()), game.touches(game.start(), 3)) == ("picture", [3])
