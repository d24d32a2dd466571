"""The front door: a program that only says `import counterply as cp`."""

from __future__ import annotations

import ast
import contextlib
import copy
import gc
import json
import math
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
import warnings
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import counterply as cp
from counterply.api.option_records import limit_of
from counterply.cli import add_commands, app, run
from counterply.cli.command_options import position_text
from counterply.compiling.kernels import PLAIN
from counterply.core.game_sources import game_file
from counterply.core.interruptible import interruptible, whole
from counterply.core.limits import Stop
from counterply.registry import PUBLIC, plugins
from kinds import taken

ROOT = Path(__file__).resolve().parents[2]
TTT: Any = cp.game("tic_tac_toe")
WON = ("1,1", "0,1")  # the first player wins in five plies


def test_importing_it_imports_no_arena() -> None:
    heavy = "{name for name in sys.modules if name.split('.')[:2] in (['counterply', 'arena'], ['counterply', 'search'])}"
    heavy += " | {'matplotlib', 'rich', 'jinja2', 'click', 'sqlite3'} & set(sys.modules)"
    code = f"import sys, counterply as cp; cp.game('tic_tac_toe'); print({heavy})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_a_program_is_warned_of_nothing_left_open(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("class Bot:\n    def choose(self, position, limit):\n        return position.moves()[0]\n")
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", ResourceWarning)
        assert len(cp.match("tic_tac_toe", f"{bot}:Bot", "random", games=2, nodes=10, workers=1)) == 2
        gc.collect()
    assert [str(each.message) for each in told if each.category is ResourceWarning] == []


# --- games and positions


def test_a_game_by_name_with_options() -> None:
    small = cp.game("hex", size=4)
    assert small.full_name == "hex size=4"
    assert cp.game(small) is small
    with pytest.raises(cp.UsageError, match="did you mean 'connect_four'"):
        cp.game("conect_four")
    with pytest.raises(cp.UsageError, match="unknown option of hex 'szie'"):
        cp.game("hex", szie=4)


@pytest.mark.parametrize(
    ("use", "said"),
    [
        (lambda: cp.game(5), "name must be a game's name, a file, or a Game, not 5"),
        (lambda: cp.match(None, "engine", "random"), "game must be a game's name, a file, or a Game, not None"),
        (lambda: cp.match(TTT, "engine", "random", games="10"), "games must be a whole number, not '10'"),
        (lambda: cp.tournament(TTT, "engine"), "players must be a list, each a player's name, a class or an object with"),
        (lambda: cp.nodes(TTT, [2, "3"]), "depths must be a whole number or a list of whole numbers, not [2, '3']"),
        (lambda: cp.perft(TTT, "3"), "depth must be a whole number, not '3'"),
        (lambda: cp.player("random").choose(TTT), "such as game.start(), not at Game"),
        (lambda: cp.evaluator(TTT)("moves"), "is called with a position, not 'moves'"),
        (lambda: cp.evaluator(TTT)(TTT.start(), 5), "seat must be 0 or 1, not 5"),
        (lambda: TTT.position(3), "text must be text, not 3"),
        (lambda: TTT.start()["cells"], "no field 'cells'; fields: "),
        (lambda: cp.player(5), "a player's name, a class or an object with choose(position, limit), or a function, not 5"),
        (lambda: cp.player(Leftmost(1), weight=2), "<Leftmost> is no class, and takes no options: weight"),
        (lambda: cp.analyse(TTT, eval=int), "evaluator int: a function (position, player[, weights]) is needed, not <class 'int'>"),
        (lambda: cp.evaluator(TTT, max), "is needed, not <built-in function max>"),
        (lambda: cp.perft(TTT, TTT.start()), "depth must be a whole number, not <tic_tac_toe ... .\x20"),
        (lambda: cp.merge("a\0b", ["run"]), "a file's name"),
    ],
)
def test_what_is_none_of_the_kinds_gets_one_line(use: Any, said: str) -> None:
    with pytest.raises(cp.CounterplyError, match=r"^[^\n]*$") as raised:
        use()
    assert said in str(raised.value)


class Leftmost:
    def __init__(self, weight: int = 0) -> None:
        self.weight = weight

    def choose(self, position: Any, limit: Any) -> Any:
        return position.moves()[0]


def test_type_checkers_know_what_the_package_offers() -> None:
    tree = ast.walk(ast.parse(Path(cp.__file__).read_text(encoding="utf-8")))
    known = {(node.module, name.asname) for node in tree if isinstance(node, ast.ImportFrom) for name in node.names if name.asname}
    offered = {(f"counterply.{module}", name) for module, names in PUBLIC.items() for name in names}
    assert known - {("counterply.version", "__version__")} == offered, "the lists of registry.py and counterply/__init__.py"


def test_a_console_completes_public_names_only_and_shows_results_as_print_does() -> None:
    assert {name for name in dir(cp) if not name.startswith("__")} == {*cp.__all__, *plugins("verbs")} - {"__version__"}
    for result in (cp.perft(TTT, 2), cp.nodes(TTT, 2), cp.analyse(TTT, depth=1).last()):
        assert repr(result) == str(result)


def test_greedy_says_that_its_evaluator_is_declared_plain_as_the_engine_does() -> None:
    declared = cp.Evaluator("slow", function=lambda position, player: 0.0, plain=True)
    greedy = cp.player("greedy", eval=declared)
    greedy.start(TTT)
    assert greedy.notes == ("evaluator slow runs in plain Python",)


def test_moves_are_texts_or_codes_and_checked() -> None:
    position = TTT.start().play("1,1", 0)
    assert position == TTT.start().play_text(["1,1", "0,0"]) == TTT.start().after(4).after(0)
    assert position.history == (4, 0)
    for wrong in ("1,1", 4, "nowhere", 99, None, 1.5):
        with pytest.raises(cp.GameError, match=r"illegal move .* at ply 3.*; legal: 0,1 0,2"):
            position.play(wrong)


@pytest.mark.parametrize("move", [3.0, True, np.float64(3)])
def test_what_only_equals_a_move_is_none(move: object) -> None:
    with pytest.raises(cp.GameError, match="illegal move"):
        TTT.start().play(move)
    assert TTT.start().play(np.int64(3)) == TTT.start().play(3)


def test_a_file_may_begin_with_the_mark_of_some_editors(tmp_path: Path) -> None:
    (tmp_path / "place.txt").write_bytes(b"\xef\xbb\xbfmoves 1,1 0,0\r\n")
    assert TTT.position(position_text(str(tmp_path / "place.txt"))).ply == 2


def test_an_option_as_the_command_spells_it_is_told() -> None:
    with pytest.raises(cp.UsageError, match="unknown option 'time'; did you mean 'seconds'"):
        cp.match(TTT, "random", "random", time=1)  # type: ignore[call-arg]


def test_a_game_of_a_script_is_in_its_file_if_reading_runs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = ModuleType("__main__")
    script.__file__, script.game = str(tmp_path / "mine.py"), copy.copy(TTT)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "__main__", script)
    Path(script.__file__).write_text("play()\n")
    assert game_file(script.game) is None
    Path(script.__file__).write_text('if __name__ == "__main__":\n    play()\n')
    assert game_file(script.game) == script.__file__
    script.game.opener = script.game.source_options = None
    assert pickle.loads(pickle.dumps(script.game)) is script.game


def test_an_illegal_move_has_the_same_line_as_in_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", "tic_tac_toe", "moves 1,1 1,1"]) == 2
    line = capsys.readouterr().err.splitlines()[-1]
    with pytest.raises(cp.GameError) as error:
        TTT.start().play("1,1", "1,1")
    assert line == f"counterply: {error.value}"


def test_how_a_game_ends() -> None:
    position = TTT.start()
    assert (position.over, position.winner, position.reason) == (False, None, "")
    position = position.play("0,0", "1,1", "1,0", "2,2", "2,0")
    assert (position.over, position.winner) == (True, "first")
    assert position.reason == TTT.reason(position) != ""
    drawn = TTT.start().play("1,1", "0,0", "2,0", "0,2", "0,1", "2,1", "1,0", "1,2", "2,2")
    assert (drawn.over, drawn.winner) == (True, "draw")
    with pytest.raises(cp.GameError, match="the game is over"):
        drawn.play("1,1")


def test_positions_compare_by_their_records() -> None:
    one, other = TTT.start().play("0,0", "1,1", "2,2"), TTT.start().play("2,2", "1,1", "0,0")
    assert one == other
    assert hash(one) == hash(other)
    assert one != TTT.start()
    assert one != "a text"
    assert cp.game("hex", size=4).start() != cp.game("hex", size=5).start()
    assert len({one, other, TTT.start()}) == 2


@pytest.mark.parametrize("name", ["tic_tac_toe", "hex"])
def test_positions_are_pickled_with_their_history(name: str) -> None:
    assert_pickles(cp.game(name).start())


def assert_pickles(position: Any) -> None:
    while position.turn == cp.CHANCE:
        position = position.after(position.chances()[0][0])
    position = position.after(position.moves()[0])
    for made in (pickle.loads(pickle.dumps(position)), copy.deepcopy(position)):
        assert made == position
        assert made.history == position.history
        assert made.origin == position.origin
        assert made.moves() == position.moves()


def test_a_position_is_pickled_into_another_process(tmp_path: Path) -> None:
    (tmp_path / "p").write_bytes(pickle.dumps(cp.game("hex", size=4).start().play("b2")))
    code = f"import pickle; p = pickle.loads(open({str(tmp_path / 'p')!r}, 'rb').read()); print(p.game.full_name, p.history)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("hex size=4 (")


class Nim:
    """Whoever takes the last stone wins."""

    def __init__(self, stones: int = 5, turn: int = 0) -> None:
        self.stones, self.turn = stones, turn

    def moves(self) -> list[int]:
        return [count for count in (1, 2) if count <= self.stones]

    def after(self, move: int) -> Nim:
        return Nim(self.stones - move, 1 - self.turn)

    def outcome(self) -> int:
        return cp.ONGOING if self.stones else (cp.SECOND, cp.FIRST)[self.turn]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Nim) and (self.stones, self.turn) == (other.stones, other.turn)

    def __hash__(self) -> int:
        return hash((self.stones, self.turn))


def test_a_game_in_plain_python_has_the_same_surface() -> None:
    game = cp.PlainGame("nim", Nim)
    position = game.start().play("2", 1)
    assert position == game.start().play(1, "2")
    assert hash(position) == hash(game.start().play(1, 2))
    report = cp.analyse(position, depth=5).last()
    assert (report.text, str(report.value), report.plain) == ("2", "win in 1", True)
    assert cp.solve(game).winner == "first"
    assert position.play(2).winner == "first"
    with pytest.raises(cp.GameError, match="illegal move 7 at ply 3; legal: 1 2"):
        position.play(7)
    assert pickle.loads(pickle.dumps(position)) == position
    assert cp.match(game, "alphabeta", "random", games=2, depth=4).standing.games == 2


# --- players and reports


def test_a_report_speaks_in_texts_and_never_shows_a_raw_proof() -> None:
    report = cp.player("engine").choose(TTT.start().play(*WON), depth=9)
    assert report.text == report.best.text == TTT.start().move_text(report.move)
    assert f"{report.value}" == str(report.value) == repr(report.value) == report.score_text == "win in 5"
    assert report.value > 1000
    assert f"{report.value:>12.2f}" == "    win in 5"
    assert json.loads(json.dumps(report.json()))["lines"][0]["move"] == report.text
    assert "win in 5" in str(report)
    assert "win in 5" in str(report.table())
    assert "<table>" in report._repr_html_()
    assert pickle.loads(pickle.dumps(report)) == report


def test_a_function_or_a_class_is_a_player() -> None:
    def first_move(position: Any, limit: cp.Limit) -> int:
        return int(position.moves()[0])

    class Last:
        def __init__(self, back: int = 1) -> None:
            self.back = back

        def choose(self, position: Any, limit: cp.Limit) -> str:
            return str(position.move_text(position.moves()[-self.back]))

    assert cp.player(first_move).choose(TTT.start()).text == "0,0"
    assert cp.player(Last).choose(TTT.start()).move == 8
    assert cp.player(Last, back=2).choose(TTT.start()).move == 7
    assert cp.match(TTT, first_move, Last, games=2, nodes=1).standing.games == 2


def test_a_player_that_answers_nonsense_is_told_so() -> None:
    with pytest.raises(cp.GameError, match=r"answers with an illegal move 99 at ply 1"):
        cp.player(lambda position, limit: 99).choose(TTT.start())
    with pytest.raises(cp.UsageError, match="name must be a player's name, a class or an object with choose"):
        cp.player(7)
    with pytest.raises(cp.GameError, match="engine needs a limit"):
        cp.player("engine").choose(TTT.start())


class Corners:
    """Is called, and has no code that could be compiled."""

    def __call__(self, position: Any, player: int) -> float:
        return 1.0 * (position["stones"][player] & 1)


@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
def test_an_evaluator_of_the_program_is_used_everywhere() -> None:
    def corners(position: Any, player: int) -> float:
        return 1.0 * (position["stones"][player] & 1)

    own = cp.evaluator(TTT, corners)
    position = TTT.start().play("0,0", "1,1")
    assert (own(position), own(position, 1)) == (1.0, 0.0)
    assert cp.player("alphabeta", eval=own).choose(TTT.start(), depth=1).text == "0,0"
    assert cp.analyse(TTT, depth=1, eval=corners).last().text == "0,0"
    assert cp.analyse(TTT, depth=1, eval=Corners()).last().text == "0,0"
    m = cp.match(TTT, cp.player("alphabeta", eval=corners), "random", games=2, depth=1)
    assert m.standing.games == 2
    with pytest.raises(cp.UsageError, match="name must be an evaluator's name, an Evaluator, or a function, not 3"):
        cp.evaluator(TTT, 3)


# --- one position


def test_an_analysis_obeys_the_stop_that_it_was_given() -> None:
    stop = Stop()
    analysis = cp.analyse(cp.game("connect_four").start(), limit=cp.Limit(depth=60, stop=stop))
    assert next(analysis).stopped == ""
    stop.set()
    assert analysis.last().stopped == "stop"


def test_an_analysis_streams_its_depths() -> None:
    reports = list(cp.analyse(TTT, depth=4, lines=2))
    assert [report.depth for report in reports] == [1, 2, 3, 4]
    assert reports[-1].stopped == "depth"
    assert [len(report.lines) for report in reports] == [2, 2, 2, 2]
    assert all(report.lines[0].text == report.best.text for report in reports)
    with pytest.raises(cp.GameError, match="the game is over"):
        cp.analyse(TTT.start().play("0,0", "1,1", "1,0", "2,2", "2,0"))
    with pytest.raises(cp.UsageError, match="lines must be 1 or more, not 0"):
        cp.analyse(TTT, lines=0)


def test_what_is_solved() -> None:
    answer = cp.solve(TTT.start().play(*WON))
    assert (answer.winner, answer.distance, len(answer.line)) == ("first", 5, 5)
    assert str(answer).startswith("the first player wins in 5 plies")
    assert "first" in str(answer.table())
    assert cp.solve(TTT, nodes=1).winner is None


# --- many games


def test_a_match_shows_itself() -> None:
    m = cp.match(TTT, "engine", "random", games=4, nodes=500, workers=1)
    assert m.standing.games == 4
    assert m.interval[0] <= m.score <= m.interval[1]
    assert m.elo == (math.inf if m.score == 1 else m.standing.elo())
    assert (m.wins, m.draws, m.losses) == (m.standing.wins, m.standing.draws, m.standing.losses)
    assert m.elo_interval[0] < m.elo
    assert m.json()["player"] == "engine"
    assert str(m).startswith("engine - random: +")
    assert "engine" in m._repr_html_()
    assert len(list(m.games())) == 4


def test_a_script_needs_no_guard_around_its_main_part(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import counterply as cp\nprint(cp.match('tic_tac_toe', 'greedy', 'random', games=4, nodes=9, workers=2).standing.games)\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    assert done.stdout == "4\n"


def test_a_kept_match_goes_on(tmp_path: Path) -> None:
    for games in (2, 4):
        m = cp.match(TTT, "greedy", "random", games=games, nodes=9, workers=1, out=tmp_path / "run")
        assert m.standing.games == games
    with pytest.raises(cp.StoreError, match="holds another run"):
        cp.match(TTT, "random", "greedy", games=4, nodes=9, workers=1, out=tmp_path / "run")


# --- limits and errors


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ({"seconds": 0}, "seconds must be above 0, not 0"),
        ({"seconds": math.nan}, "seconds must be above 0, not nan"),
        ({"seconds": "2"}, "seconds is a number of seconds, not '2'"),
        ({"increment": -1}, "increment must be 0 or more, not -1"),
        ({"nodes": -5}, "nodes must be above 0, not -5"),
        ({"nodes": 1.5}, "nodes is a whole number, not 1.5"),
        ({"depth": True}, "depth is a whole number, not True"),
        ({"depth": "7"}, "depth is a whole number, not '7'"),
        ({"stop": 1}, "stop is a Stop, not 1"),
    ],
)
def test_a_limit_refuses_nonsense(limits: dict[str, Any], said: str) -> None:
    with pytest.raises(cp.UsageError) as error:
        cp.Limit(**limits)
    assert str(error.value) == said


def test_one_tree_of_errors() -> None:
    assert {cp.GameError, cp.UsageError, cp.StoreError} <= set(cp.CounterplyError.__subclasses__())
    assert not issubclass(cp.UsageError, cp.GameError)


# --- the command


def test_the_command_says_its_version_and_completes(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"counterply {cp.__version__}\n"
    asked = {"_COUNTERPLY_COMPLETE": "bash_complete", "COMP_WORDS": "counterply tour", "COMP_CWORD": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "counterply"], capture_output=True, text=True, env={**os.environ, **asked}, check=True
    )
    assert done.stdout.split() == ["plain,tournament"]


# --- whoever fails is named


def raises_later(position: Any, limit: cp.Limit) -> int:
    if position.ply > 1:
        raise RuntimeError("no idea")
    return int(position.moves()[0])


def test_a_failed_player_is_said_beside_the_result() -> None:
    m = cp.match(TTT, raises_later, "random", games=4, nodes=1)
    (failed,) = m.failures
    assert (failed.ending, failed.games) == ("error", 4)
    assert "RuntimeError: no idea" in failed.reason
    assert "test_front_door.py:" in failed.reason
    assert "ALL of these games were lost by failure" in str(m)
    assert "FAILED: <raises_later> lost 4 of 4 games by error; first in game 0" in str(m)
    assert m.json()["failures"][0]["games"] == 4


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("len(position.moves())", r"AttributeError: position has no 'moves'; it has the fields position\[\"\w+\"\], "),
        ("position.turn", r'AttributeError: write position\["turn"\], not position\.turn'),
        ("None", r"returns nothing \(None\)"),
        ("[1, 2]", r"returns \[1, 2\]"),
        ("1 / (position['turn'] * 0)", "returns nan"),
        ("position['no_such_field']", "no_such_field|ValueError"),
    ],
)
@pytest.mark.skipif(PLAIN, reason="its own messages")
def test_an_evaluator_that_fails_gets_one_line_with_its_place(
    body: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(f"def bad(position, player):\n    return {body}\n")
    if "/" in body:  # one over zero is infinite, and allowed; zero over zero is no number
        file.write_text("def bad(position, player):\n    return (position['turn'] * 0.0) / (position['turn'] * 0)\n")
    code = run(["analyse", "tic_tac_toe", "--eval", f"{file}:bad", "--depth", "3"])
    line = capsys.readouterr().err.splitlines()[-1]
    assert code == 2
    assert re.search(said, line), line
    assert re.match(r"counterply: evaluator mine\.py:bad: mine\.py:\d: ", line), line


def test_an_analysis_that_was_left_in_the_compiler_is_over(monkeypatch):
    def left(work, stop):
        raise KeyboardInterrupt

    analysis = cp.analyse(cp.game("tic_tac_toe"), depth=1)
    with monkeypatch.context() as patch:
        patch.setattr("counterply.api.positions.interruptible", left)
        with pytest.raises(KeyboardInterrupt):
            next(analysis)
    assert list(analysis) == []
    with pytest.raises(KeyboardInterrupt):
        analysis.last()


def test_a_proof_and_a_table_obey_the_stop_in_their_limit():
    stop = Stop()
    stop.set()
    game = cp.game("tic_tac_toe")
    assert not cp.solve(game, limit=cp.Limit(stop=stop)).proven
    with pytest.raises(cp.GameError, match="no table"):
        cp.solve_all(game, limit=cp.Limit(stop=stop))


def test_ctrl_c_keeps_the_bounds_of_a_proof(monkeypatch):
    def pressed(work, stop, so_far=None):
        stop.set()
        return work(), True

    monkeypatch.setattr("counterply.api.positions.interruptible", pressed)
    solution = cp.solve("tic_tac_toe")
    assert (solution.finished, solution.proven, solution.json()["finished"]) == (False, False, False)


@pytest.mark.parametrize("stored", [False, True])
def test_ctrl_c_keeps_the_games_that_were_played(tmp_path, stored):
    def press(progress):
        if progress.record is not None and progress.record.round == 1:
            raise KeyboardInterrupt

    folder = tmp_path / "run" if stored else None
    m = cp.match(TTT, "engine", "random", games=40, nodes=50, workers=1, out=folder, progress=press)
    played = m.standing.games
    assert 2 <= played < 40
    assert (m.finished, m.json()["finished"], m.json()["games"]) == (False, False, played)
    if stored:
        again = cp.match(TTT, "engine", "random", games=40, nodes=50, workers=1, out=folder)
        assert (again.finished, again.standing.games) == (True, 40)


def test_ctrl_c_before_the_first_game_leaves_nothing_to_keep():
    def press(progress):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cp.match(TTT, "engine", "random", games=4, nodes=50, workers=1, progress=press)


def test_a_second_ctrl_c_does_not_keep_the_first_from_tidying_up(monkeypatch, capsys):
    @contextlib.contextmanager
    def display():
        def press(progress):
            if progress.done >= 2:
                raise KeyboardInterrupt

        yield press

    def remove(folder, **options):
        os.kill(os.getpid(), signal.SIGINT)
        removed.append(folder)
        rmtree(folder, **options)

    removed, rmtree = [], TemporaryDirectory._rmtree
    monkeypatch.setattr("counterply.cli.matches.progress_display", display)
    monkeypatch.setattr(TemporaryDirectory, "_rmtree", staticmethod(remove))
    assert run(["match", "tic_tac_toe", "random", "random", "--games", "8", "--nodes", "50", "--workers", "1"]) == 130
    assert removed
    assert not any(map(os.path.exists, removed))
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("player", ["random", "alphabeta"])
def test_a_game_that_is_over_where_it_begins_is_named(player):
    with pytest.raises(cp.GameError, match="heap is over where it begins: second"):
        cp.match(cp.PlainGame("heap", lambda: Nim(0)), player, player, games=2, nodes=10)


def test_openings_that_a_game_does_not_have_leave_no_run(tmp_path):
    with pytest.raises(cp.UsageError, match="no balanced openings come with tic_tac_toe"):
        cp.match("tic_tac_toe", "random", "random", games=2, nodes=10, openings="balanced", out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


LIMITED = {
    "analyse": lambda **limits: cp.analyse(TTT, **limits),
    "why": lambda **limits: cp.why(TTT, "0,0", **limits),
    "solve": lambda **limits: cp.solve(TTT, **limits),
    "solve_all": lambda **limits: cp.solve_all(TTT, **limits),
    "match": lambda **limits: cp.match(TTT, "random", "random", games=2, workers=1, **limits),
    "ablate": lambda **limits: cp.ablate(TTT, games=0, **limits),
    "choose": lambda **limits: cp.player("random").choose(TTT.start(), **limits),
}


@pytest.mark.parametrize("verb", [verb for verb in LIMITED if hasattr(cp, verb) or verb == "choose"])
def test_a_whole_limit_has_no_other_limit_beside_it(verb):
    with pytest.raises(cp.UsageError, match="limit is the whole limit: put nodes into it, or leave it out"):
        LIMITED[verb](limit=cp.Limit(nodes=5), nodes=5)
    with pytest.raises(cp.UsageError, match=r"limit (must be|is) a Limit"):
        LIMITED[verb](limit=5)


def test_a_limit_that_says_nothing_is_none_and_a_stop_is_one():
    assert limit_of({"limit": cp.Limit()}, 2.0) == limit_of({}, 2.0) == cp.Limit(seconds=2.0)
    endless = cp.Limit(stop=Stop())
    assert limit_of({"limit": endless}, 2.0) is endless
    assert limit_of({"nodes": 5, "limit": None}, 2.0) == cp.Limit(nodes=5)


# --- one door


def test_whatever_the_command_does_a_program_can_do() -> None:
    add_commands()
    commands = {name for name, command in app.commands.items() if command.callback}
    packages = {"games", "players"}  # which would hide verbs of these names
    verbs = {f"list_{name}" if name in packages else name.replace("-", "_") for name in commands}
    assert {name for name in verbs if not callable(getattr(cp, name, None))} == set()


def test_games_and_players_are_listed_as_the_command_does(capsys: pytest.CaptureFixture[str]) -> None:
    for words, listed in {
        ("games",): cp.list_games(),
        ("games", "hex"): cp.list_games("hex"),
        ("players",): cp.list_players(),
        ("players", "connect_four"): cp.list_players("connect_four"),
    }.items():
        assert run([*words, "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == listed.json()
        assert run([*words]) == 0
        assert str(listed).splitlines()[-1] in capsys.readouterr().out
    assert cp.list_games(cp.game("hex", size=5)).options.keys() == cp.list_games("hex").options.keys()


def test_no_part_of_the_package_hides_a_verb() -> None:
    folder = ROOT / "src" / "counterply"
    parts = {path.name.removesuffix(".py") for path in folder.iterdir() if not path.name.startswith("_")}
    assert parts & set(cp.__all__) == set()


def test_a_stored_run_is_replayed(tmp_path: Path) -> None:
    played = cp.match("tic_tac_toe", "random", "random", games=2, nodes=10, workers=1, out=tmp_path / "run")
    game = cp.replay(tmp_path / "run", 1)
    assert game.json()["moves"] == game.moves[game.opening :]
    assert game.positions[-1].over
    assert played.results.played == 2


def test_files_to_start_from_are_right(tmp_path: Path) -> None:
    kept = cp.verify(str(cp.new("mine", folder=tmp_path)), games=2, seconds=1)
    assert kept.kept, str(kept)
    assert kept.json() == {"game": "mine", "kept": True, "findings": [], "reductions": None}
    assert cp.new("mine_too", search=True, folder=tmp_path).read_text().count("def ") > 0
    with pytest.raises(cp.UsageError, match="exists"):
        cp.new("mine", folder=tmp_path)


def test_ctrl_c_sets_the_stop_and_raises_nothing_that_could_be_lost() -> None:
    """An exception that is raised while an object ends is printed and forgotten; the second Ctrl-C is one."""
    main = threading.main_thread().ident
    assert main is not None
    stop = Stop()

    def work() -> int:
        signal.pthread_kill(main, signal.SIGINT)
        while not stop:
            time.sleep(0.01)
        return 7

    assert interruptible(work, stop) == (7, True)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler

    def signalled_with_its_group() -> int:
        signal.pthread_kill(main, signal.SIGINT)
        time.sleep(0.05)
        return work()

    stop = Stop()
    assert interruptible(signalled_with_its_group, stop) == (7, True)

    def stopped() -> int:
        raise cp.GameError(f"stopped after {work()}")

    stop = Stop()
    with pytest.raises(KeyboardInterrupt):
        whole(stopped, stop)

    def twice() -> None:
        for _ in range(2):
            signal.pthread_kill(main, signal.SIGINT)
            time.sleep(0.5)

    with pytest.raises(KeyboardInterrupt):
        interruptible(twice, Stop())
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_results_that_are_lists_are_looped_over() -> None:
    counts = cp.perft(TTT, 3)
    assert (list(counts), len(counts), counts[-1]) == (counts.counts, 3, 504)
    assert [row.depth for row in cp.nodes(TTT, [1, 2])] == [1, 2]
    played = cp.match(TTT, "random", "random", games=2, nodes=1)
    assert len(played) == len(list(played)) == 2


def test_a_position_is_found_in_the_table_of_all() -> None:
    table = cp.solve_all(TTT)
    position = TTT.start().play("1,1", "0,1")
    number = table.number_of(position)
    assert table.position(number) == position
    assert (table.outcomes[number], table.distances[number]) == (cp.FIRST, 5)
    with pytest.raises(cp.GameError, match="does not hold"):
        table.number_of(cp.game("connect_four").start())


def test_a_position_is_drawn_into_a_file() -> None:
    assert TTT.start().svg().startswith("<svg")


def test_a_kept_run_names_what_it_cannot_find_again(tmp_path: Path) -> None:
    def mine(position: cp.Position, limit: cp.Limit) -> int:
        return position.moves()[0]

    with pytest.raises(cp.UsageError, match=r"in files, not in a running program as <mine.*> .a notebook writes one"):
        cp.match(TTT, mine, "random", games=2, nodes=1, out=tmp_path)


VERBS = [name for module, names in PUBLIC.items() if module.startswith("api.") for name in names]


@pytest.mark.parametrize("verb", VERBS)
def test_an_argument_of_no_kind_is_named(verb: str) -> None:
    assert set(taken(getattr(cp, verb))) <= {"client", "part"}


def test_a_start_that_gives_a_record_of_its_own_is_told_so() -> None:
    game = cp.Game("own", TTT.record.base, play=len, legal_moves=len, max_moves=1, start=lambda position: 3)
    with pytest.raises(cp.GameError, match=r"own: start fills the position that it gets, and returns nothing, not 3"):
        game.start()


def test_numbers_of_numpy_are_numbers() -> None:
    assert cp.perft(TTT, np.int64(2)).counts == [9, 72]
    assert json.dumps(cp.Limit(seconds=np.float32(0.5), nodes=np.int64(3)).json())
    assert cp.Limit(nodes=10**30).nodes < 2**63
