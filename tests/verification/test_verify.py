"""`verify` finds each broken promise, names it, and says where."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import counterply as cp
from counterply import DRAW, FIRST, ONGOING, SECOND, Evaluator, Game, GameError, PlainGame, hash_record
from counterply.api.own_games import Verification
from counterply.compiling.kernels import PLAIN, kernel
from counterply.search import textbook
from counterply.usercode.loading import load_game
from counterply.verification import Finding, verify, verify_evaluator
from counterply.verification.drawings import check_drawing
from counterply.verification.findings import BrokenError
from counterply.verification.functions import functions_left_out
from flat import flat_game

# A game without faults, to break: in turn, put a stone on a strip of cells, not beside one of your own. Who cannot, loses.
WIDTH = 6
RECORD = np.dtype([("hash", np.uint64), ("cells", np.int8, (WIDTH,)), ("turn", np.int8)])
KEYS = np.random.default_rng(1).integers(1, 1 << 63, (WIDTH + 1, 3), dtype=np.uint64)
TURN_KEY = KEYS[WIDTH, 0]


@kernel
def allowed(position: Any, cell: int) -> bool:
    own = position["turn"] + 1
    if position["cells"][cell] != 0:
        return False
    return not ((cell > 0 and position["cells"][cell - 1] == own) or (cell + 1 < WIDTH and position["cells"][cell + 1] == own))


def legal_moves(position, moves):
    count = 0
    for cell in range(WIDTH):
        if allowed(position, cell):
            moves[count] = cell
            count += 1
    return count


def play(position, move):
    stone = position["turn"] + 1
    position["cells"][move] = stone
    position["hash"] ^= KEYS[move, stone] ^ TURN_KEY
    position["turn"] = 1 - position["turn"]


def outcome(position):
    for cell in range(WIDTH):
        if allowed(position, cell):
            return ONGOING
    return SECOND if position["turn"] == 0 else FIRST


def key(position):
    return position["hash"]


def transform(position, symmetry):
    for cell in range(WIDTH // 2):
        other = WIDTH - 1 - cell
        one, two = position["cells"][cell], position["cells"][other]
        position["hash"] ^= KEYS[cell, one] ^ KEYS[other, two] ^ KEYS[cell, two] ^ KEYS[other, one]
        position["cells"][cell] = two
        position["cells"][other] = one


def diagram(position):
    return "".join(".XO"[c] for c in position.record["cells"]) + " " + "XO"[position.record["turn"]]


def read(text, record, setup):
    match = re.fullmatch(rf"([.XO]{{{WIDTH}}}) ([XO])", text.strip())
    if not match:
        raise GameError(f"a strip is {WIDTH} of '.XO' and whose turn it is, not {text!r}")
    record["cells"] = [".XO".index(c) for c in match[1]]
    record["turn"] = "XO".index(match[2])
    record["hash"] = 0
    for cell in range(WIDTH):
        record["hash"] ^= KEYS[cell, 0] ^ KEYS[cell, record["cells"][cell]]
    record["hash"] ^= TURN_KEY if record["turn"] else np.uint64(0)


def mobility(position, player):
    total = 0.0
    for cell in range(WIDTH):
        if position["cells"][cell] == player + 1:
            total += cell
        elif position["cells"][cell] == 2 - player:
            total -= cell
    return total


for cell in range(WIDTH):
    KEYS[cell, 0] = 0


def strip(**changes: Any) -> Game:
    facts: dict[str, Any] = {
        "legal_moves": legal_moves,
        "play": play,
        "outcome": outcome,
        "key": key,
        "max_moves": WIDTH,
        "max_plies": WIDTH,
        "count": 2,
        "transform": transform,
        "diagram": diagram,
        "read": read,
        "evaluators": [Evaluator("mobility", mobility, antisymmetric=True)],
    }
    return flat_game("strip", changes.pop("record", RECORD), **{**facts, **changes})


def test_a_game_without_faults() -> None:
    assert verify(strip(), games=20) == []


# --- faults: a function that changes the game, the promise that must be named, and whether a position must be


def descending(position, moves):
    count = legal_moves_kernel(position, moves)
    for place in range(count // 2):
        moves[place], moves[count - 1 - place] = moves[count - 1 - place], moves[place]
    return count


def repeated(position, moves):
    count = legal_moves_kernel(position, moves)
    moves[count - 1] = moves[0]
    return count


def too_large(position, moves):
    count = legal_moves_kernel(position, moves)
    moves[count - 1] = 70_000
    return count


def none_while_ongoing(position, moves):
    count = legal_moves_kernel(position, moves)
    return 0 if count == 3 else count


def writing_legal_moves(position, moves):
    position["cells"][0] = 0
    position["turn"] = 0
    return legal_moves_kernel(position, moves)


def leftover(position, moves):
    return 1 + (moves[0] > 0)


def play_that_forgets_the_turn_key(position, move):
    stone = position["turn"] + 1
    position["hash"] ^= KEYS[move, stone] ^ (position["hash"] >> np.uint64(3))
    position["cells"][move] = stone
    position["turn"] = 1 - position["turn"]


def play_past_the_end(position, move):
    play_kernel(position, move)
    position["cells"][WIDTH + 3] = 1


def play_with_a_wrong_turn(position, move):
    play_kernel(position, move)
    position["turn"] = 7


def odd_outcome(position):
    result = outcome_kernel(position)
    return result if result == ONGOING else 9


def always_ongoing(position):
    return ONGOING


def same_key(position):
    return np.uint64(7)


def lazy_transform(position, symmetry):
    position["cells"][0], position["cells"][1] = position["cells"][1], position["cells"][0]


def first_wins(position):
    return FIRST


def all_but_the_first(position, moves):
    count = legal_moves_kernel(position, moves)
    for place in range(count - 1):
        moves[place] = moves[place + 1]
    return count - 1


def everywhere(position, moves):
    for cell in range(WIDTH):
        moves[cell] = cell
    return WIDTH


def everywhere_scored(position, moves, scores):
    scores[:] = 0
    return everywhere_kernel(position, moves)


def backwards_margin(position):
    result = outcome_kernel(position)
    return 0 if result == ONGOING else -1 if result == FIRST else 1


def overflowing(position):
    return 1_000_000


legal_moves_kernel, play_kernel, outcome_kernel, everywhere_kernel = (
    kernel(legal_moves),
    kernel(play),
    kernel(outcome),
    kernel(everywhere),
)

FAULTS: dict[str, tuple[dict[str, Any], str]] = {
    "descending": ({"legal_moves": descending}, "legal moves are distinct and ascending"),
    "repeated": ({"legal_moves": repeated}, "legal moves are distinct and ascending"),
    "too large": ({"legal_moves": too_large}, "a move is 0 to 65,535"),
    "none while ongoing": ({"legal_moves": none_while_ongoing}, "there is no move only when the game is over"),
    "legal_moves writes": ({"legal_moves": writing_legal_moves}, "legal_moves does not change the position"),
    "legal_moves reads its array": ({"legal_moves": leftover}, "legal_moves is deterministic"),
    "max_moves": ({"max_moves": WIDTH - 1}, "no position has more than max_moves moves"),
    "max_plies": ({"max_plies": 2}, "the game ends within 2 plies (max_plies)"),
    "incremental key": ({"play": play_that_forgets_the_turn_key, "count": 1}, "equal positions have equal keys"),
    "one key for all": ({"key": same_key, "count": 1}, "different positions have different keys"),
    "past the end": ({"play": play_past_the_end}, "play runs through"),
    "turn": ({"play": play_with_a_wrong_turn}, "turn is 0, 1 or CHANCE"),
    "outcome": ({"outcome": odd_outcome}, "outcome is ONGOING, FIRST, SECOND or DRAW"),
    "never over": ({"outcome": always_ongoing}, "there is no move only when the game is over"),
    "margin sign": ({"margin": backwards_margin, "objective": "margin"}, "the winner has the better margin"),
    "margin range": ({"margin": overflowing}, "the margin is at most 32,767"),
    "no symmetry": ({"transform": lazy_transform}, "a symmetry"),
    "decided": ({"decided": first_wins}, "decided is what best play leads to"),
    "required": ({"required": all_but_the_first, "count": 1}, "required leaves out only moves that lose"),
    "required illegal": ({"required": everywhere}, "required names legal moves only"),
    "candidates": ({"candidates": everywhere_scored}, "candidates names legal moves only"),
    "noisy": ({"noisy_moves": everywhere}, "noisy_moves names legal moves only"),
    "blank": ({"move_text": lambda position, move: f"cell {move}"}, "a move's text holds no blank"),
    "one text": ({"move_text": lambda position, move: "x"}, "each move has a text of its own"),
    "move_text raises": ({"move_text": lambda position, move: "abc"[move]}, "move_text writes every legal move"),
    "diagram raises": ({"diagram": lambda position: 1 / 0}, "diagram draws every position"),
    "cell": ({"size": (1, WIDTH), "cell": lambda position, move: (move, 0)}, "cell names a cell of the board"),
    "reason": ({"reason": lambda position: None}, "reason says why a game ended"),
    "read": ({"read": lambda text, record, setup: None}, "read refuses nonsense"),
    "not antisymmetric": (
        {"evaluators": [Evaluator("bad", lambda position, player: 1.0, antisymmetric=True)]},
        "evaluator bad is antisymmetric, as declared",
    ),
    "NaN": ({"evaluators": [Evaluator("bad", lambda position, player: np.nan)]}, "evaluator bad answers a number"),
    "raises": ({"evaluators": [Evaluator("bad", lambda position, player: {}[1], plain=True)]}, "evaluator bad answers a number"),
}
WITHOUT_POSITION = {"read"}
WITHOUT_PLACE = {"no symmetry"}


def findings_of(game: Game, games: int, seconds: float = 6) -> list[Finding]:
    """Return what is found in plain Python, as `verify` does; compiling is for what is not seen there."""
    return verify(game, games=games, seconds=seconds, compiled=False) or verify(game, games=games, seconds=seconds)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_broken_promise_is_named(fault: str) -> None:
    changes, promise = FAULTS[fault]
    findings = findings_of(strip(**changes), games=10)
    assert [f for f in findings if f.promise.startswith(promise)], list(map(str, findings))
    found = findings[0]
    assert re.search(r"\w\.py:\d+: ", found.happened) or fault in WITHOUT_PLACE
    assert (found.position == "") == (fault in WITHOUT_POSITION)
    assert len(str(found).splitlines()) == 1


GRID, LONGEST_QUIET = 7, 100  # two tokens walk on a grid and eat; a hundred plies without food are a draw
WALK = np.dtype([("place", np.int8, (2,)), ("food", np.int8, (GRID * GRID,)), ("quiet", np.int16), ("turn", np.int8)])
PLACE_KEYS = np.random.default_rng(5).integers(1, 1 << 63, (4, 128), dtype=np.uint64)


def walk_start(position):
    position["place"][1] = GRID * GRID - 1
    for cell in range(20, 29):
        position["food"][cell] = 1


def walk_moves(position, moves):
    count, place = 0, position["place"][position["turn"]]
    for move in range(4):
        row, column = place // GRID + (move == 0) - (move == 3), place % GRID + (move == 2) - (move == 1)
        if 0 <= row < GRID and 0 <= column < GRID and row * GRID + column != position["place"][1 - position["turn"]]:
            moves[count] = move
            count += 1
    return count


def walk_play(position, move):
    place = position["place"][position["turn"]] + GRID * ((move == 0) - (move == 3)) + (move == 2) - (move == 1)
    position["place"][position["turn"]] = place
    position["quiet"] = 0 if position["food"][place] else position["quiet"] + 1
    position["food"][place] = 0
    position["turn"] = 1 - position["turn"]


def walk_outcome(position):
    for cell in range(GRID * GRID):
        if position["food"][cell]:
            return DRAW if position["quiet"] >= LONGEST_QUIET else ONGOING
    return SECOND if position["turn"] == 0 else FIRST


def walk_key_without_quiet(position):
    key = PLACE_KEYS[0, position["place"][0]] ^ PLACE_KEYS[1, position["place"][1]] ^ PLACE_KEYS[3, position["turn"]]
    for cell in range(GRID * GRID):
        if position["food"][cell]:
            key ^= PLACE_KEYS[2, cell]
    return key


def test_a_key_that_leaves_a_counter_out() -> None:
    rules = {"legal_moves": walk_moves, "play": walk_play, "outcome": walk_outcome, "start": walk_start, "max_moves": 4}
    (found,) = verify(Game("walk", WALK, key=walk_key_without_quiet, **rules), games=12, seconds=10)
    assert (found.promise, found.certain) == ("positions that share a key have the same future", True)
    assert re.search(r"outcome (0 and 3|3 and 0)$", found.happened), found


def row_last_start(position):
    position["last"] = -1


def last_moves(position, moves):
    count = 0
    for cell in range(WIDTH):
        if position["cells"][cell] == 0:
            moves[count] = cell
            count += 1
    return count


def last_play(position, move):
    position["cells"][move] = position["turn"] + 1
    position["last"], position["count"] = move, position["count"] + 1
    position["turn"] = 1 - position["turn"]


def last_outcome(position):
    last = position["last"]
    for first in range(max(0, last - 2), min(last, WIDTH - 3) + 1):  # of three in a row through the last one
        stone = position["cells"][first]
        if stone and position["cells"][first + 1] == stone and position["cells"][first + 2] == stone:
            return FIRST if stone == 1 else SECOND
    return DRAW if position["count"] == WIDTH else ONGOING


def last_key(position):
    key = np.uint64(0)
    for cell in range(WIDTH):
        key ^= KEYS[cell, position["cells"][cell]]
    return key


def test_what_a_key_may_leave_out() -> None:
    """The last cell and the number of stones follow from the rest, or change nothing: whoever won, has won before."""
    record = np.dtype([("cells", np.int8, (WIDTH,)), ("last", np.int8), ("count", np.int8), ("turn", np.int8)])
    rules = {"legal_moves": last_moves, "play": last_play, "outcome": last_outcome, "start": row_last_start}
    made = Game("last", record, key=last_key, max_moves=WIDTH, max_plies=WIDTH, **rules)
    assert [str(finding) for finding in verify(made, games=12, seconds=4)] == []


HELPED = """
import numpy as np
import counterply as cp

RECORD = np.dtype([("left", np.int8), ("turn", np.int8)])

def start(position):
    position["left"] = 5

def legal_moves(position, moves):
    for number in range(min(position["left"], 2)):
        moves[number] = number
    return min(position["left"], 2)

def play(position, move):
    position["left"] -= move + 1
    position["turn"] = 1 - position["turn"]

def outcome(position, moves):
    count = legal_moves(position, moves)
    return cp.ONGOING if count else 2 - position["turn"], count

def decided(position):
    return 0

game = cp.Game("helped", RECORD, outcome=outcome, play=play, start=start, max_moves=2, max_plies=5)
"""


def test_a_helper_is_no_function_left_out(tmp_path: Path) -> None:
    (tmp_path / "helped.py").write_text(HELPED)
    assert functions_left_out(load_game(str(tmp_path / "helped.py"))) == ["decided"]


def test_the_position_can_be_played() -> None:
    found = findings_of(strip(legal_moves=none_while_ongoing), games=5)[0]
    words = found.position.split()
    assert words[0] == "moves"
    position = strip().position(found.position)
    assert len(position.moves()) == 3


def unwritten(position, player, out):
    out[0] = position["turn"]


def one_too_many(position, player, out):
    out[0] = out[1] = 1.0
    out[2] = 1.0


@pytest.mark.parametrize("features", [unwritten, one_too_many])
def test_features(features: Callable[..., None]) -> None:
    evaluator = Evaluator("linear", features=features, feature_names=("one", "two"), weights=(1.0, 2.0))
    assert "writes each of its 2 features" in findings_of(strip(evaluators=[evaluator]), games=3)[0].promise


def test_a_declaration_that_is_wrong() -> None:
    def going_round(position, move):
        position["turn"] = 1 - position["turn"]

    found = findings_of(strip(play=going_round, count=1, max_plies=None), games=2)[0]
    assert found.promise.startswith("no position occurs twice")


# --- hints of games that count points, and wins that are ruled out: each lies in a few positions only


# A row of numbers; in turn, take the one at either end. More points win.
NUMBERS = np.array([3, -1, 4, 1, -5, 9, -2, 6], np.int64)
ROW = np.dtype([("points", np.int16, (2,)), ("low", np.int8), ("high", np.int8), ("turn", np.int8)])


def row_start(position):
    position["high"] = len(NUMBERS)


def row_moves(position, moves):
    moves[0], moves[1] = 0, 1
    return 2 if position["high"] - position["low"] > 1 else 1


def row_play(position, move):
    cell = position["low"] if move == 0 else position["high"] - 1
    position["points"][position["turn"]] += NUMBERS[cell]
    position["low"] += 1 - move
    position["high"] -= move
    position["turn"] = 1 - position["turn"]


def row_margin(position):
    return np.int64(position["points"][0]) - np.int64(position["points"][1])


def row_outcome(position):
    if position["low"] < position["high"]:
        return ONGOING
    ahead = np.int64(position["points"][0]) - np.int64(position["points"][1])
    return FIRST if ahead > 0 else SECOND if ahead < 0 else DRAW


def row_key(position, future):
    if not future:
        return hash_record(position)
    return np.uint64(np.int64(position["low"]) * 32 + position["high"] * 2 + position["turn"])


def row_best_margin(position, player):
    best = np.int64(position["points"][player]) - np.int64(position["points"][1 - player])
    for cell in range(position["low"], position["high"]):
        best += abs(NUMBERS[cell])
    return best


def ahead(position, player):
    return np.float64(position["points"][player] - position["points"][1 - player]) + position["high"]


def forgets_the_minus_two(position, player):
    return row_best_margin_kernel(position, player) - (2 if position["low"] <= 6 < position["high"] else 0)


def forgets_the_low_end(position, future):
    if not future:
        return hash_record(position)
    return np.uint64(np.int64(position["high"]) * 2 + position["turn"])


def gives_up_early(position, player):
    left = position["high"] - position["low"]
    return 0 if left <= 3 and position["points"][player] + 1 < position["points"][1 - player] else 1


def with_points(position, player):
    return ahead_kernel(position, player) * 1.25


row_best_margin_kernel, ahead_kernel = kernel(row_best_margin), kernel(ahead)


def row(**changes: Any) -> Game:
    facts: dict[str, Any] = {
        "start": row_start,
        "legal_moves": row_moves,
        "play": row_play,
        "outcome": row_outcome,
        "margin": row_margin,
        "objective": "margin",
        "key": row_key,
        "best_margin": row_best_margin,
        "max_moves": 2,
        "max_plies": len(NUMBERS),
        "evaluators": [Evaluator("ahead", ahead, future=True)],
    }
    return flat_game("row", ROW, **{**facts, **changes})


OUTCOME = {"objective": "outcome", "key": None, "evaluators": []}  # what is left of a row where points do not count


@pytest.mark.parametrize("changes", [{}, OUTCOME])
def test_true_hints_are_accepted(changes: dict[str, Any]) -> None:
    assert verify(row(**changes), games=10, seconds=10) == []


@pytest.mark.parametrize(
    ("changes", "promise", "happened"),
    [
        ({"best_margin": forgets_the_minus_two}, "no player ends above its best_margin", r"-?\d+ for the \w+ player, but -?\d+"),
        ({"key": forgets_the_low_end}, "positions with the same key for the future differ in points won alone", r"\[(moves|start)"),
        (
            {"best_margin": gives_up_early, **OUTCOME},
            "where best_margin is no win, none can be forced",
            r"player, who can force a win in \d plies",
        ),
        (
            {"evaluators": [Evaluator("with_points", with_points, future=True)]},
            "evaluator with_points is the margin plus what its key for the future tells apart (future=True)",
            "the same key for the future",
        ),
    ],
)
def test_a_hint_that_lies_is_named(changes: dict[str, Any], promise: str, happened: str) -> None:
    (found,) = verify(row(**changes), games=10, seconds=60)  # a busy machine does not come to the last hints in a few
    assert found.promise == promise
    assert re.search(happened, found.happened), found.happened
    assert row().position(found.position).outcome() == ONGOING
    assert len(str(found).splitlines()) == 1


# --- what does not compile


def undefined(position, moves):
    moves[0] = no_such_name  # noqa: F821
    return 1


def helper(cell):
    return cell + 1


def plain_helper(position, moves):
    return helper(1)


def growing_list(position, moves):
    found = []
    return len(found)


def returned_list(position, moves):
    return [cell for cell in range(3)]  # noqa: C416


def attribute(position, moves):
    return position.turn


def misspelled(position, moves):
    return position["trun"]


def nothing(position, moves):
    moves[0] = 1


def sometimes(position, moves):
    if position["turn"] == 0:
        return None
    return 1


def mixed(position, moves):
    count = 0
    if position["turn"]:
        count = "many"
    return count


def floating(position, moves):
    return 1.5


def numpy_function(position, moves):
    return np.einsum("i,i", moves, moves)


def arguments(position, moves):
    return allowed(position)


def one_parameter(position):
    return 1


NAMES = {"a": 1}


def dictionary(position, moves):
    return NAMES["a"]


def importing(position, moves):
    import random

    return random.randint(0, 1)


def word(position, moves):
    return position["cells"].index(1)


NOT_COMPILED: dict[Callable[..., Any], str] = {
    undefined: "name 'no_such_name' is not defined",
    plain_helper: "put @kernel above it",
    growing_list: "'found' is a list that starts empty",
    returned_list: "returns a list",
    attribute: 'write position["turn"]',
    misspelled: "did you mean 'turn'?",
    nothing: "returns nothing",
    sometimes: "on some of its ways",
    mixed: "'count' is 0 in one place and 'many' in another",
    floating: "returns float64",
    numpy_function: "numpy.einsum is not supported",
    arguments: "wrong number of arguments",
    one_parameter: "legal_moves takes (position, moves), not (position)",
    dictionary: "'NAMES' is a dict",
    importing: "import at the top of the file",
    word: "there is no 'index'",
}


@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
@pytest.mark.parametrize("function", NOT_COMPILED, ids=lambda function: function.__name__)
def test_the_line_and_the_reason(function: Callable[..., Any]) -> None:
    findings = verify(Game("strip", RECORD, legal_moves=function, play=play, outcome=outcome, max_moves=WIDTH))
    assert len(findings) == 1
    first = function.__code__.co_firstlineno
    match = re.match(r"test_verify\.py:(\d+): (.*)", findings[0].happened)
    assert match, findings[0].happened
    assert first <= int(match[1]) <= first + 5
    assert NOT_COMPILED[function] in match[2]
    assert findings[0].promise.startswith("legal_moves")
    assert len(str(findings[0])) < 300


# --- games in plain Python


class Nim:
    """Take one or two of `heap`; who takes the last wins."""

    turn = 0

    def __init__(self, heap: int = 7, turn: int = 0) -> None:
        self.heap, self.turn = heap, turn

    def moves(self) -> list[int]:
        return [take for take in (1, 2) if take <= self.heap]

    def after(self, move: int) -> Nim:
        return type(self)(self.heap - move, 1 - self.turn)

    def outcome(self) -> int:
        return ONGOING if self.heap else (SECOND if self.turn == 0 else FIRST)

    def __str__(self) -> str:
        return f"{self.heap} left"


class InPlace(Nim):
    def after(self, move: int) -> Nim:
        self.heap -= move
        return self


class Endless(Nim):
    def after(self, move: int) -> Nim:
        return self


class NoOutcome(Nim):
    def outcome(self) -> int:
        return ONGOING


class OddOutcome(Nim):
    def outcome(self) -> int:
        return ONGOING if self.heap > 3 else 17


class Twice(Nim):
    def moves(self) -> list[int]:
        return [1, 1]


class Raising(Nim):
    def moves(self) -> list[int]:
        return [[1, 2][self.heap - 6]]


def test_an_evaluator_that_gives_both_players_the_same() -> None:
    game = cp.game("tic_tac_toe")
    (finding,) = verify_evaluator(game, Evaluator("free", lambda position, player: position["turn"], plain=True))
    assert (finding.promise, finding.certain) == ("evaluator free has a different value for each player", False)
    assert verify_evaluator(game, Evaluator("none", lambda position, player: 0.0, plain=True)) == []


def test_a_wrong_field_that_an_evaluator_reads() -> None:
    (finding,) = verify_evaluator(
        cp.game("tic_tac_toe"), Evaluator("wrong", lambda position, player: position["stone"], plain=True)
    )
    assert "position has no 'stone'; it has the fields" in finding.happened


def test_a_plain_game_without_faults() -> None:
    value = Evaluator("heap", lambda position, player: float(position.heap), plain=True)
    assert verify(PlainGame("nim", Nim, max_plies=7, evaluators=[value])) == []


def test_a_linear_evaluator_of_a_plain_game_is_searched_as_it_is_verified() -> None:
    def features(position: Nim, player: int, out: np.ndarray) -> None:
        out[0], out[1] = position.heap, player

    value = Evaluator("heap", features=features, feature_names=("heap", "seat"), weights=(2.0, 0.5), grid=2)
    game = PlainGame("nim", Nim, max_plies=7, evaluators=[value])
    assert verify(game) == []
    start, evaluate = game.start(), textbook.evaluation(game, value)
    assert [evaluate(start, player) for player in (0, 1)] == [
        4 * start.record.heap,
        4 * start.record.heap + 1,
    ]


@pytest.mark.parametrize(
    ("kind", "promise"),
    [
        (InPlace, "after(move) does not change the position"),
        (Endless, "the game ends within 7 plies"),
        (NoOutcome, "there is no move only when the game is over"),
        (OddOutcome, "outcome is ONGOING"),
        (Twice, "moves are distinct"),
        (Raising, "turn, moves, after and outcome run through"),
    ],
)
def test_a_broken_plain_game(kind: type, promise: str) -> None:
    findings = verify(PlainGame("nim", kind, max_plies=7))
    assert len(findings) == 1
    assert findings[0].promise.startswith(promise), str(findings[0])
    assert findings[0].position


def test_a_plain_game_that_draws() -> None:
    class Quiet(Nim):
        def outcome(self) -> int:
            return ONGOING if self.heap else DRAW

    assert verify(PlainGame("quiet", Quiet)) == []


# --- what it looks like


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('role="floor"', 'role="flor"', r"mine\.py:\d+: 'a1' has the unknown role 'flor'; docs/core/drawings.md lists the roles"),
        ('f"domino {cell}"', '"domino"', r"mine\.py:\d+: two items have the id 'domino'"),
        ("cell=divmod(cell, SIZE)", "cell=(0, cell // 2)", r"mine\.py:\d+: 'a1' and 'b1' have the same cell \(0, 0\)"),
        ("return [move_text(position, cell)", 'return ["z" + move_text(position, cell)', r"mine\.py:\d+: a1 touches 'za1'"),
        ("    items, covered = ", "    items, covered = position.moves()[99], ", r"mine\.py:\d+: IndexError"),
        ("return items + [", "return 5 or [", r"mine\.py:\d+: drawing returns a list of Item, not int"),
    ],
)
def test_a_drawing_is_told_with_file_and_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    path = cp.new("mine")
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    game = load_game("mine.py")
    positions = [game.start()]
    while len(positions) < 5:
        positions.append(positions[-1].after(positions[-1].moves()[-1]))
    with pytest.raises(BrokenError) as broken:
        list(map(check_drawing, positions))
    assert re.search(said, broken.value.happened)
    line = re.match(r"mine\.py:(\d+)", broken.value.happened)
    assert line is not None
    told = path.read_text().splitlines()[int(line[1]) - 1]
    assert new in told or "Item(" in told or "def " in told


def test_verify_draws_the_positions_of_its_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = cp.new("mine")
    path.write_text(path.read_text().replace('f"domino {cell}", cell', '"domino", cell'))
    (finding,) = verify(load_game("mine.py"), games=2)
    assert finding.promise == "every position can be drawn"
    assert finding.position.startswith("moves")
    assert "two items have the id 'domino'" in finding.happened


@pytest.mark.parametrize(("lead", "said"), [(1, "help here: take"), (-1, "cost strength"), (0, "not shown to matter")])
def test_a_probe_of_reductions_says_which_side_leads(lead: int, said: str) -> None:
    played: Any = SimpleNamespace(standing=SimpleNamespace(json=dict, lead=lead))
    verified = Verification("nim", (), played)
    assert said in str(verified).splitlines()[-1]
    assert verified.json()["reductions"] == {}


@pytest.mark.slow
def test_verify_probes_reductions() -> None:
    verified = cp.verify("tic_tac_toe", games=2, seconds=1, probe=4)
    assert verified.reductions is not None
    assert verified.reductions.standing.games == 4
    assert "reductions" in str(verified)
