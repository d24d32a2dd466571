"""One battery for every game: the built-in ones, and those that only the tests have."""

import importlib.util
import itertools
import random
from pathlib import Path

import numpy as np
import pytest

from counterply import CHANCE, DRAW, FIRST, ONGOING, SECOND
from counterply.compiling.intrinsics import bytes_of
from counterply.compiling.kernels import PLAIN
from counterply.core import contract
from counterply.core.contract import MAX_MOVE, UNKNOWN, takes_memo, takes_setup
from counterply.core.game import key_of
from counterply.core.game import turned as turned_by
from counterply.core.loading import BUILT_IN, load_game
from counterply.core.position import Position
from counterply.core.values import PLY

HERE = Path(__file__).parent
OPTIONS = {  # further settings of a game than its defaults
    "blocker": [{"leaf": "mover", "both_stuck": "mover_loses"}, {"board": "figure"}],
    "fishing_derby": [{"scenario": "test_2", "mode": "host_tree", "first": "green"}],
    "splendor": [{"variant": "host"}],
    "gomoku": [{"size": "7", "rule": "renju"}, {"width": "9", "height": "6", "rule": "caro"}],
}
BUILT = [name for name in BUILT_IN if importlib.util.find_spec(f"counterply.games.{name}")]
FILES = [str(HERE / "newcomer.py")]
CASES = [(name, options) for name in [*BUILT, *FILES] for options in [{}, *OPTIONS.get(Path(name).stem, [])]]
SEEDS = range(2)
LONGEST = 120  # plies of a random game that are looked at
SAMPLED = 12  # positions of a game for the slower checks


@pytest.fixture(scope="module", params=CASES, ids=lambda case: " ".join([Path(case[0]).stem, *case[1].values()]))
def game(request):
    name, options = request.param
    return load_game(name, options)


@pytest.fixture(scope="module", params=SEEDS)
def walk(request, game):
    """The positions of a random game."""
    dice = random.Random(request.param)
    position, positions = game.start(), []
    while len(positions) < LONGEST:
        positions.append(position)
        possible = position.moves() or [outcome for outcome, _ in position.chances()]
        if not possible:
            break
        position = position.after(dice.choice(possible))
    return positions


def sample(walk):
    return walk[:: max(1, len(walk) // SAMPLED)]


def plain(game, name, record, *rest):
    """Run the game's own function as plain Python (the kernels it calls stay compiled)."""
    function = game.functions[name]
    function = getattr(function, "py_func", function)
    given = (game.setup[0],) if takes_setup(function) else ()
    given += (game.memo_of(Position(game, record)),) if takes_memo(function) else ()
    with np.errstate(over="ignore"):
        return function(record, *given, *rest)


def compiled(game, name, record, *rest):
    memo = (game.memo_of(Position(game, record)),) if contract.CONTRACT[name].takes_memo else ()
    return getattr(contract, name)(record, game.setup[0], *memo, *rest)


def data_of(record):
    return bytes_of(record).tobytes()


def test_moves_are_ascending_and_exist_exactly_while_the_game_goes_on(game, walk):
    for position in walk:
        moves = position.moves()
        assert moves == sorted(set(moves))
        assert len(moves) <= game.max_moves
        assert all(0 <= move <= MAX_MOVE for move in moves)
        assert position.turn in (0, 1, CHANCE)
        assert bool(moves) == (position.outcome() == ONGOING and position.turn != CHANCE)


def test_chance_outcomes_are_ascending_and_add_up(game, walk):
    for position in walk:
        chances = position.chances()
        assert bool(chances) == (position.outcome() == ONGOING and position.turn == CHANCE)
        if chances:
            outcomes = [outcome for outcome, _ in chances]
            assert outcomes == sorted(set(outcomes))
            assert sum(p for _, p in chances) == pytest.approx(1)


def test_random_games_end_in_time(game):
    for seed in range(20):
        dice = random.Random(seed)
        position = game.start()
        for _ in range(1200 if game.max_plies is None else game.max_plies + 1):
            possible = position.moves() or [outcome for outcome, _ in position.chances()]
            if not possible:
                break
            position = position.after(dice.choice(possible))
        assert game.max_plies is None or position.outcome() != ONGOING
        if game.objective == "margin" and position.outcome() != ONGOING:
            assert position.outcome() == (FIRST if position.margin() > 0 else SECOND if position.margin() < 0 else DRAW)
        assert game.reason(position)


def test_play_is_deterministic_and_positions_are_copies(game, walk):
    for before, after in itertools.pairwise(walk):
        data = data_of(before.record)
        again = before.after(after.history[-1])
        assert data_of(again.record) == data_of(after.record)
        assert data_of(before.record) == data
        assert data_of(before.copy_record()) == data


def test_equal_positions_have_equal_keys_and_others_do_not(game, walk):
    """Along the game, and over the cells of a move and its reply in either order, where only the owners differ."""
    keys = {}
    for position in [*walk, *(after for root in sample(walk)[:4] for after in two_plies_on(root))]:
        copy = position.copy_record()
        assert key_of(copy, game.setup[0]) == position.key()
        assert keys.setdefault(position.key(), data_of(copy)) == data_of(copy)


def two_plies_on(position, width=6):
    for move in position.moves()[:width]:
        after = position.after(move)
        yield from (after.after(reply) for reply in after.moves()[:width])


def test_compiled_and_plain_functions_agree_and_change_only_what_they_may(game, walk):
    size = game.max_moves
    rests = {
        "legal_moves": lambda: (np.zeros(size, np.int32),),
        "outcome": lambda: (),
        "turn": lambda: (),
        "margin": lambda: (),
        "key": lambda: (),
        "decided": lambda: (),
        "required": lambda: (np.zeros(size, np.int32),),
        "candidates": lambda: (np.zeros(size, np.int32), np.zeros(size, np.int32)),
        "noisy_moves": lambda: (np.zeros(size, np.int32),),
        "threats": lambda: (np.zeros(size, np.int32),),
        "chance": lambda: (np.zeros(size, np.int32), np.zeros(size)),
        "resample": lambda: (0, np.array([7], np.uint64)),
        "transform": lambda: (game.symmetries - 1,),
    }
    for position in sample(walk):
        asked = set(game.functions) & set(rests)
        if position.turn == CHANCE or position.outcome() != ONGOING:
            asked -= {"legal_moves", "required", "candidates", "noisy_moves", "threats", "decided"}
        if position.turn != CHANCE:
            asked -= {"chance"}
        for name in asked:
            results = []
            for run in (plain, compiled):
                record, rest = position.copy_record(), rests[name]()
                answer = run(game, name, record, *rest)
                results.append(
                    (None if answer is None else int(answer), data_of(record), *map(np.ndarray.tolist, map(np.asarray, rest)))
                )
            assert results[0] == results[1], name
            if name not in ("resample", "transform"):
                assert results[0][1] == data_of(position.record), name
        for move in position.moves()[:: max(1, len(position.moves()) // SAMPLED)]:
            record = position.copy_record()
            plain(game, "play", record, move)
            assert data_of(record) == data_of(position.after(move).record)


def test_texts_of_moves_lead_back(game, walk):
    for position in walk:
        possible = position.moves() or [outcome for outcome, _ in position.chances()]
        texts = [position.move_text(move) for move in possible]
        assert not any(set(text) & set(" \t\n") for text in texts)
        assert [position.parse_move(text) for text in texts] == possible
    played = walk[-1].origin.line_text(walk[-1].history)
    assert game.position(" ".join(["moves", *played])).key() == walk[-1].key()


def test_diagrams_lead_back(game, walk):
    for position in walk:
        assert str(position)
        if game.text.read:
            assert data_of(game.position(str(position)).record) == data_of(position.record)


def test_cells_are_on_the_board(game, walk):
    if game.cell:
        for position in sample(walk):
            for row, column in (game.cell(position, move) for move in position.moves()):
                assert 0 <= row < game.board[0]
                assert 0 <= column < game.board[1]


def test_symmetries_commute_with_play(game, walk):
    for position in sample(walk):
        images = {data_of(position.record)}
        for symmetry in range(1, game.symmetries):
            turned = position.copy_record()
            turned_by(turned, game.setup[0], symmetry)
            image = type(position)(game, turned)
            images.add(data_of(turned))
            moved = [contract.transform_move(turned, game.setup[0], move, symmetry) for move in position.moves()]
            assert sorted(moved) == image.moves()
            assert (image.outcome(), image.turn) == (position.outcome(), position.turn)
            assert image.canonical_key() == position.canonical_key()
            for move, other in list(zip(position.moves(), moved, strict=True))[:SAMPLED]:
                after = position.after(move).copy_record()
                turned_by(after, game.setup[0], symmetry)
                assert data_of(after) == data_of(image.after(other).record)


def loses_at_once(position, move):
    """Whether the opponent's next move can win, or has won, the game."""
    wins = (FIRST, SECOND)[1 - position.turn]
    after = position.after(move)
    return after.outcome() == wins or any(after.after(reply).outcome() == wins for reply in after.moves())


def is_decided(position):
    """The game says that the side to move wins."""
    said = contract.decided(position.record, position.game.setup[0], position.game.memo_of(position))
    return said % PLY == (FIRST, SECOND)[position.turn]


def test_hints_keep_their_promises(game, walk):
    for position in sample(walk)[:: 4 if game.max_moves > 100 else 1]:
        if position.outcome() != ONGOING or position.turn == CHANCE:
            continue
        moves, scores = np.zeros(game.max_moves, np.int32), np.zeros(game.max_moves, np.int32)
        count = contract.required(position.record, game.setup[0], game.memo_of(position), moves)
        if count != UNKNOWN:
            left_out = sorted(set(position.moves()) - set(moves[:count].tolist()))
            assert all(loses_at_once(position, move) or is_decided(position.after(move)) for move in left_out)
        count = contract.candidates(position.record, game.setup[0], game.memo_of(position), moves, scores)
        if count != UNKNOWN:
            assert len(set(moves[:count].tolist())) == count
            assert set(moves[:count].tolist()) <= set(position.moves())


def test_what_is_redrawn_changes_nothing_that_the_viewer_sees(game, walk):
    if not game.hidden:
        return
    for position in sample(walk):
        for viewer in (0, 1):
            record = position.copy_record()
            contract.resample(record, game.setup[0], viewer, np.array([3], np.uint64))
            image = type(position)(game, record)
            assert (image.turn, image.outcome(), image.margin()) == (position.turn, position.outcome(), position.margin())
            if position.turn == viewer:
                assert image.moves() == position.moves()
            again = record.copy()
            contract.resample(again, game.setup[0], viewer, np.array([3], np.uint64))
            twice = position.copy_record()
            contract.resample(twice, game.setup[0], viewer, np.array([3], np.uint64))
            assert data_of(twice) == data_of(record)
            assert data_of(again) == data_of(record)


def test_evaluators_keep_their_facts(game, walk):
    for evaluator in game.evaluators:
        bound = evaluator.bind(game)
        assert bound.plain == PLAIN, bound.note
        for position in sample(walk):
            values = [bound.grid_value(position.record, player) for player in (0, 1)]
            if evaluator.antisymmetric:
                assert values[0] == -values[1]


def test_two_games_are_never_one_type():
    records = [load_game(name).record for name in [*BUILT, *FILES]]
    assert len(set(records)) == len(records)
