"""Exported bots: they run alone, within their hosts' limits, and play what our search plays at the same depth."""

import os
import subprocess
import sys
import time
from random import Random
from types import SimpleNamespace

import pytest

import counterply as cp
from counterply.core.values import PROVEN
from counterply.plugins.bridges.bot import FIRST_SECONDS, KAGGLE_SHARE, TURN_SECONDS, bot_text, write_bot
from counterply.plugins.bridges.bot_runtime import SURE, WON
from counterply.search import textbook
from counterply.usercode.trust import checked_evaluator

TURN_LIMIT, FIRST_LIMIT = 0.1, 1.0  # of CodinGame, as documented; Kaggle's are 2 s a turn, and 60 s of a game beside
STARTING = 0.35  # CPU seconds of a Python that imports NumPy

PLAIN = '''
from counterply import DRAW, FIRST, ONGOING, SECOND, Evaluator, PlainGame


class Row:
    """Players take one or two cells of a row from the left; who takes the last one wins."""

    def __init__(self, left=9, turn=0):
        self.left, self.turn = left, turn

    def moves(self):
        return list(range(1, min(2, self.left) + 1))

    def after(self, move):
        return Row(self.left - move, 1 - self.turn)

    def outcome(self):
        return ONGOING if self.left else (SECOND, FIRST)[self.turn]


def near(position, player):
    return WEIGHT * position.left * (1 if position.turn == player else -1)


WEIGHT = 0.5
game = PlainGame("row", Row, evaluators=[Evaluator("near", near)])
'''


def bot_of(game, evaluator=None, host="kaggle", weights=None):
    """Return the names that the text of a bot defines, in this process."""
    names = {}
    exec(compile(bot_text(game, checked_evaluator(evaluator, game, weights), host), "bot.py", "exec"), names)
    return SimpleNamespace(**names)


def same_score(bots, ours, grid):
    """Tell whether a bot's score is ours, whose proven ones are in another band."""
    if abs(ours) < PROVEN:
        return bots == ours
    return abs(bots) > SURE and (bots > 0) == (ours > 0) and WON - abs(bots) == cp.Report(None, ours, grid=grid).distance


def places(game, count, seed=1):
    """Return positions of random games."""
    dice, found = Random(seed), []
    while len(found) < count:
        position = game.start()
        for _ in range(dice.randrange(2, 14)):
            if not position.over:
                position = position.after(dice.choice(position.moves()))
        found += [] if position.over else [position]
    return found


def require_equal(game, evaluator, depth, count, weights=None):
    """Compare a bot with the textbook: the same score, and the first of the best moves."""
    chosen = checked_evaluator(evaluator, game, weights)
    evaluate, made = textbook.evaluation(game, chosen), bot_of(game, evaluator, weights=weights)
    for position in places(game, count):
        there = made.BOT.start
        for move in position.history:
            there = made.BOT.after(there, move)
        assert made.BOT.moves(there) == position.moves()
        assert [made.BOT.text(there, m) for m in position.moves()] == [position.move_text(m) for m in position.moves()]
        made.BOT.player, made.BOT.table, made.BOT.deadline = position.turn, {}, time.perf_counter() + 60
        move, score = made.BOT.at_root(there, position.moves(), depth)
        values = {}
        for m in position.moves():
            count_of = textbook.Count(grid=chosen.grid)
            values[m] = textbook.alphabeta(position.after(m), depth - 1, evaluate, position.turn, count_of, ply=1).score
        best = max(values.values())
        assert move == next(m for m in values if values[m] == best)
        assert same_score(score, best, chosen.grid)


@pytest.mark.parametrize(
    ("name", "options", "evaluator", "depth"),
    [
        ("connect_four", {"book": "off"}, None, 3),
        ("isolation", {"width": "4", "height": "4"}, "improved", 3),
        ("tic_tac_toe", {}, None, 5),
        ("kalah", {}, None, 3),
    ],
)
def test_it_plays_what_our_search_plays_at_the_same_depth(name, options, evaluator, depth):
    require_equal(cp.game(name, **options), evaluator, depth, 6)


def test_tuned_numbers_come_along():
    game = cp.game("connect_four")
    require_equal(game, "threats", 2, 3, weights="1 2 3 4 5 6 7")
    assert "[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]" in bot_text(game, checked_evaluator("threats", game, "1 2 3 4 5 6 7"), "kaggle")


def test_a_users_plain_game_and_evaluator_come_along(tmp_path):
    path = tmp_path / "row.py"
    path.write_text(PLAIN)
    game = cp.game(str(path))
    require_equal(game, "near", 3, 5)
    assert "counterply" not in bot_text(game, checked_evaluator("near", game), "kaggle").split("\n", 1)[1]


def test_what_cannot_be_written_is_refused(tmp_path):
    with pytest.raises(cp.GameError, match="chance or hidden"):
        cp.export_bot("splendor", tmp_path / "bot.py")
    with pytest.raises(cp.UsageError, match="kaggle, codingame:tic-tac-toe, codingame:connect-4, not 'gomocup'"):
        cp.export_bot("tic_tac_toe", tmp_path / "bot.py", host="gomocup")
    with pytest.raises(cp.GameError, match="no folder"):
        cp.export_bot("tic_tac_toe", tmp_path / "nowhere" / "bot.py")


# --- in an empty folder, in an interpreter of its own that has no Counterply

KAGGLE_HOST = """
import json, sys, time
env = {}
exec(compile(open("submission.py").read(), "submission.py", "exec"), env)
agent = [value for value in env.values() if callable(value)][-1]
assert "counterply" not in sys.modules and "numba" not in sys.modules
configuration = {"columns": 7, "rows": 6, "inarow": 4, "actTimeout": 2, "timeout": 2}
for line in sys.stdin:
    turn = json.loads(line)
    begin = time.process_time()
    column = agent({"board": turn["board"], "mark": turn["mark"], "step": 0, "remainingOverageTime": 60}, configuration)
    print(json.dumps([column, time.process_time() - begin]), flush=True)
"""


def alone(folder, *words, **options):
    """Start a Python without site packages of ours: only NumPy's folder, copied by name."""
    import numpy

    (folder / "lib").mkdir(exist_ok=True)
    for part in ("numpy", "numpy.libs"):
        source = __import__("pathlib").Path(numpy.__file__).parents[1] / part
        if source.exists() and not (folder / "lib" / part).exists():
            (folder / "lib" / part).symlink_to(source)
    environment = {"PYTHONPATH": str(folder / "lib"), "PATH": ""}
    words = [sys.executable, "-S", *words]
    return subprocess.Popen(
        words, cwd=folder, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, **options
    )


def test_a_kaggle_submission_runs_alone_within_its_time(tmp_path):
    import json

    cp.export_bot("connect_four", tmp_path / "submission.py")
    assert KAGGLE_SHARE * 2 < 2
    boards = [([0] * 42, 1), ([0] * 38 + [1, 0, 0, 0], 2)]
    boards.append(([0] * 28 + [0, 0, 0, 2, 2, 0, 0] + [0, 0, 0, 1, 1, 0, 0], 1))  # three in a row to be made on both sides
    boards.append(([0] * 21 + [1, 0, 0, 0, 0, 0, 0] + [1, 2, 0, 0, 0, 0, 0] + [1, 2, 0, 0, 0, 2, 0], 1))  # wins at once
    with alone(tmp_path, "-c", KAGGLE_HOST) as host:
        answers = []
        for board, mark in boards:
            host.stdin.write(json.dumps({"board": board, "mark": mark}) + "\n")
            answers.append(json.loads(host.stdout.readline()))
        host.stdin.close()
    assert all(seconds < 2 for _, seconds in answers)
    assert [column for column, _ in answers][2] in (2, 5)
    assert answers[3][0] == 0


def test_a_bot_holds_of_the_setup_what_it_asks_for():
    four, isolation = cp.game("connect_four"), cp.game("isolation", width=5, height=5)
    assert not hasattr(bot_of(four), "SETUP")  # its book alone
    bot = bot_of(isolation)
    assert [bot.text_of(bot.START, m) for m in bot.moves_of(bot.START)][:2] == ["0,0", "0,1"]
    assert bot_text(isolation, checked_evaluator(None, isolation), "kaggle").count("SETUP = ") == 1


@pytest.mark.parametrize(
    ("game", "host", "fits"),
    [
        ("connect_four", "kaggle", True),
        ("tic_tac_toe", "codingame:tic-tac-toe", True),
        ("tic_tac_toe", "kaggle", False),
        ("breakthrough", "codingame:connect-4", False),
    ],
)
def test_a_site_that_names_moves_in_another_way_is_named(tmp_path, game, host, fits):
    made = cp.game(game)
    _, notes = write_bot(made, checked_evaluator(None, made), host, tmp_path / "bot.py")
    assert any("another way" in note for note in notes) != fits


def test_a_codingame_program_runs_alone(tmp_path):
    cp.export_bot("tic_tac_toe", tmp_path / "bot.py", host="codingame:tic-tac-toe")
    game = cp.game("tic_tac_toe")
    with alone(tmp_path, "bot.py") as program:
        position, theirs = game.start(), "-1 -1"
        for turn in range(9):
            if position.over:
                break
            if turn % 2:
                move = position.moves()[0]
                theirs = position.move_text(move).replace(",", " ")
            else:
                moves = [position.move_text(m).replace(",", " ") for m in position.moves()]
                program.stdin.write("\n".join([theirs, str(len(moves)), *moves]) + "\n")
                move = position.parse_move(",".join(program.stdout.readline().split()))
            position = position.after(move)
        program.stdin.close()
    assert position.winner in ("first", "draw")


def test_a_codingame_program_keeps_its_time(tmp_path):
    game = cp.game("connect_four")
    (tmp_path / "bot.py").write_text(bot_text(game, checked_evaluator(None, game), "codingame:connect-4"))
    before = os.times()
    position, theirs = game.start(), "-1"
    with alone(tmp_path, "bot.py") as program:
        program.stdin.write("0 1\n")
        for turn in range(8):
            program.stdin.write("\n".join([str(2 * turn), *["." * 9] * 7, "0", theirs]) + "\n")
            column = position.parse_move(str(int(program.stdout.readline()) + 1))
            position = position.after(column)
            if position.over:
                break
            reply = column if column in position.moves() else position.moves()[-1]
            position, theirs = position.after(reply), str(int(position.move_text(reply)) - 1)
        program.stdin.close()
    after = os.times()
    seconds = after.children_user + after.children_system - before.children_user - before.children_system
    assert FIRST_SECONDS < FIRST_LIMIT
    assert TURN_SECONDS < TURN_LIMIT
    assert seconds < STARTING + FIRST_SECONDS + turn * TURN_LIMIT


def test_connect_4_of_codingame_is_read(tmp_path):
    game = cp.game("connect_four")
    (tmp_path / "bot.py").write_text(bot_text(game, checked_evaluator(None, game), "codingame:connect-4", depth=3))
    board = "\n".join(["." * 9] * 7)
    with alone(tmp_path, "bot.py") as program:
        said, _ = program.communicate(f"1 0\n1\n{board}\n2\n0\n1\n3\n3\n{board}\n1\n4\n3\n", timeout=30)
    first, second = map(int, said.split())
    position = game.position(f"moves 3 {first} 3 {second}")
    assert not position.over
