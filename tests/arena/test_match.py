import io
from pathlib import Path

import pytest

from counterply.arena.match import PLY_CAP, Task, play_game
from counterply.arena.openings import distinct_lines, random_openings
from counterply.arena.record import positions, result_text
from counterply.arena.seats import Seats
from counterply.core.errors import GameError
from counterply.core.limits import Limit
from counterply.core.values import DRAW, FIRST, ONGOING, SECOND
from counterply.players import make_player, make_player_here
from counterply.usercode.loading import load_game

MOCKS = str(Path(__file__).with_name("mocks.py"))
LIMIT = Limit(nodes=100)


@pytest.fixture(scope="module")
def game():
    return load_game("tic_tac_toe")


def mock(name):
    return make_player_here(f"{MOCKS}:{name}")  # what happens to players in processes: tests/robust


def play(game, first, second, limit=LIMIT, **options):
    return play_game(game, (mock(first), mock(second)), limit, **options)


def test_a_game_by_the_rules(game):
    record = play(game, "first", "last")
    assert record.moves == (0, 8, 1, 7, 2)
    assert record.movers == "01010"
    assert (record.outcome, record.ending, record.reason, record.fault) == (FIRST, "rules", "three in a line", None)
    assert record.points(0) == 1
    assert record.points(1) == 0
    assert len(record.micros) == len(record.cpu_micros) == len(record.scores) == len(record.depths) == len(record.nodes) == 5
    assert result_text(record) == f"{record.first} wins: three in a line"


def test_a_stored_game_is_replayed_as_positions(game):
    record = play_game(game, (mock("first"), mock("last")), LIMIT, Task(0, 0, 0, "a", "b", False, 5, 5, (4,)))
    seen = list(positions(game, record.line))
    assert record.opening == (4,)
    assert record.moves[0] == 8
    assert record.movers[0] == "1"
    assert len(seen) == len(record.line) + 1
    assert seen[0].ply == 0
    assert seen[-1].outcome() == record.outcome
    assert str(seen[1]).split()[4] == "X"
    with pytest.raises(GameError, match="illegal move 4 at ply 2: the rules of tic_tac_toe have changed"):
        list(positions(game, (4, 4)))


@pytest.mark.parametrize(
    ("name", "ending", "words"),
    [
        ("illegal", "illegal move", "999 (333,0) at ply"),
        ("nothing", "illegal move", ", where moves() begins with ["),
        ("raising", "error", "raised ValueError: no idea at all (mocks.py:"),
        ("leaving", "error", "raised SystemExit: 3 (mocks.py:"),
        ("boasting", "error", "reported no numbers: "),
        ("without_a_grid", "error", "a grid of 0"),
        ("sure_of_nothing", "error", "reported no numbers: "),
        ("NeverStarts", "error", "could not start: RuntimeError: not today"),
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_whoever_breaks_the_game_loses_it(game, name, ending, words, seat):
    names = ("first", name) if seat else (name, "first")
    record = play(game, *names)
    assert (record.ending, record.fault) == (ending, seat)
    assert record.outcome == (FIRST if seat else SECOND)
    assert words in record.reason
    assert "\n" not in record.reason
    assert f"{name}: {ending}, " in result_text(record)


def test_answers_that_are_moves(game):
    assert play(game, "by_text", "Bare").moves == play(game, "first", "last").moves


def test_a_late_move_loses(game):
    record = play(game, "first", "slow", Limit(seconds=0.01))
    assert (record.ending, record.fault, record.outcome) == ("overrun", 1, FIRST)
    assert record.overruns == (0, 1)
    assert record.overrun_micros[1] >= 19_000
    assert record.overrun_cpu_micros[1] < record.overrun_micros[1] / 2  # it slept
    assert record.reason.endswith("ms of 10.0 ms at ply 2")


def test_a_move_that_its_host_has_cut_off_is_not_late(game):
    slow = mock("slow")
    slow.host_ns = 9_000_000
    record = play_game(game, (slow, mock("first")), Limit(seconds=0.01), forfeit=False)
    assert record.overruns[0] == 0
    assert set(record.micros[::2]) == {9_000}


def test_own_cpu_time_is_told_from_waiting(game):
    record = play(game, "busy", "first", Limit(seconds=0.01))
    assert record.fault == 0
    assert 15_000 <= record.overrun_cpu_micros[0] <= 30_000


def test_a_late_move_that_is_only_counted(game):
    record = play(game, "slow", "first", Limit(seconds=0.01), forfeit=False)
    assert record.ending == "rules"
    assert record.overruns[0] == len(record.moves[::2])
    assert record.overruns[1] == 0


def test_a_clock_runs_over_the_whole_game(game):
    record = play(game, "slowish", "first", Limit(clock=0.012))
    assert record.ending == "overrun"
    assert record.fault == 0
    assert len(record.moves) in (0, 2, 4)  # two moves of 5 ms fit, on a busy machine fewer
    assert play(game, "slowish", "first", Limit(clock=5, increment=5)).ending == "rules"


def test_what_players_print_stays_off_standard_output(game, capsys):
    play(game, "talking", "first")
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "look at me" in captured.err


def test_a_person_is_not_asked_before_the_first_game(game, monkeypatch):
    typed = io.StringIO("take1\n")
    monkeypatch.setattr("sys.stdin", typed)
    Seats(lambda number: game, LIMIT, forfeit=False).prepare(["human"])
    assert typed.tell() == 0, "something was read"


def test_ply_cap(game):
    record = play(game, "first", "last", ply_cap=3)
    assert (record.outcome, record.ending, len(record.moves)) == (DRAW, "ply cap", 3)
    assert "3 plies" in record.reason
    assert PLY_CAP > 1000


def test_a_game_in_plain_python():
    game = load_game(MOCKS)
    record = play(game, "first", "last")
    assert record.moves == ("take1", "take2", "take1", "take2", "take1")
    assert record.outcome == FIRST
    assert [str(p) for p in positions(game, record.line)] == ["|||||||", "||||||", "||||", "|||", "|", ""]


def test_random_and_greedy_obey_their_seed(game):
    def lines(seed):
        players = make_player("random"), make_player("greedy:eval=zero")
        tasks = [Task(n, 0, 0, "a", "b", False, seed + 10 * n, 0, ()) for n in range(8)]
        return [play_game(game, players, LIMIT, task).moves for task in tasks]

    assert lines(1) == lines(1) != lines(2)
    assert len(set(lines(1))) > 4


def test_greedy_takes_a_win_and_says_so(game):
    player = make_player("greedy")
    player.start(game, 0, 0)
    report = player.choose(game.position("XX. OO. ..."), LIMIT)
    assert (report.move, report.score_text, report.depth, report.nodes) == (2, "win in 1", 1, 5)


def test_openings_are_distinct_and_all_are_found(game):
    assert distinct_lines(game, 1, 100) == 3
    assert distinct_lines(game, 2, 100) == 12
    openings = random_openings(game, 10, 1)
    assert len(openings.lines) == 3
    assert openings[4] == openings[1]
    assert openings.note == "only 3 distinct openings exist; they are used again in turn for 10 pairs"
    assert random_openings(game, 3, 1).note == ""


def test_openings_come_from_the_seed_and_grow(game):
    game.opening_plies = 3
    try:
        few, many, other = random_openings(game, 5, 1), random_openings(game, 25, 1), random_openings(game, 25, 2)
    finally:
        game.opening_plies = 1
    assert many.lines[:5] == few.lines
    assert many.lines != other.lines
    ends = [game.start() for _ in many.lines]
    for index, line in enumerate(many.lines):
        for move in line:
            ends[index] = ends[index].after(move)
    assert len({p.canonical_key() for p in ends}) == 25
    assert all(p.outcome() == ONGOING for p in ends)


def test_an_opening_that_ends_every_game_is_refused(game):
    game.opening_plies = 9
    try:
        with pytest.raises(GameError, match="every opening of 9 random plies is over"):
            random_openings(game, 2, 1)
    finally:
        game.opening_plies = 1
