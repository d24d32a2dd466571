"""A game that was made before an edit never answers by the old rules: it says so, through every door."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import counterply as cp
from counterply.compiling.kernels import PLAIN
from counterply.core import lookout as watches
from counterply.core.errors import GameError
from edited import edit, write_files

DOORS: dict[str, Callable[[Any, Any], object]] = {
    "start": lambda game, position: game.start(),
    "position": lambda game, position: game.position("moves 0"),
    "after": lambda game, position: position.after(0),
    "play": lambda game, position: position.play("0"),
    "moves": lambda game, position: position.moves(),
    "chances": lambda game, position: position.chances(),
    "outcome": lambda game, position: position.outcome(),
    "over": lambda game, position: position.over,
    "winner": lambda game, position: position.winner,
    "reason": lambda game, position: position.reason,
    "turn": lambda game, position: position.turn,
    "mover": lambda game, position: position.mover,
    "margin": lambda game, position: position.margin(),
    "key": lambda game, position: position.key(),
    "canonical_key": lambda game, position: position.canonical_key(),
    "seen_by": lambda game, position: position.seen_by(0, 0),
    "move_text": lambda game, position: position.move_text(0),
    "long_text": lambda game, position: position.long_text(0),
    "line_text": lambda game, position: position.line_text([0]),
    "parse_move": lambda game, position: position.parse_move("0"),
    "events": lambda game, position: game.events(position, 0),
    "str": lambda game, position: str(position),
    "repr": lambda game, position: repr(position),
    "picture": lambda game, position: position._repr_svg_(),
    "evaluator": lambda game, position: EVALUATORS[game](position),
    "terms": lambda game, position: EVALUATORS[game].explain(position),
    "player": lambda game, position: PLAYER.choose(position, depth=1),
    "analyse": lambda game, position: cp.analyse(position, depth=1).last(),
    "analyse a game": lambda game, position: cp.analyse(game, depth=1).last(),
    "solve": lambda game, position: cp.solve(position),
    "perft": lambda game, position: cp.perft(position, 1),
    "nodes": lambda game, position: cp.nodes(position, 1),
}
EVALUATORS: dict[Any, Any] = {}
PLAYER = cp.player("alphabeta")
ONLY_COMPILED = ("events", "terms", "solve", "perft", "nodes", "picture")
EDITS = {  # of the race: a rule, what it imports, what that imports, an evaluator
    "the file": ("race.py", '["turns"] < 8', '["turns"] < 6'),
    "a package": ("parts/near.py", "BONUS = 0", "BONUS = 1"),
    "a neighbour's neighbour": ("deep.py", "SIGN = +1", "SIGN = -1"),
}


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each question has a look of its own, however busy the machine is."""
    monkeypatch.setattr(watches, "SHARE", 0)


def opened(file: Path, evaluator: str) -> tuple[Any, Any]:
    game = cp.game(file)
    position = game.start().play("1")
    EVALUATORS[game] = cp.evaluator(game, evaluator)
    position.moves()
    return game, position


def stale(game: Any, position: Any, doors: list[str]) -> dict[str, str]:
    """Return the doors that answer, or say anything but that a file has changed."""
    wrong = {}
    for name in doors:
        try:
            wrong[name] = str(DOORS[name](game, position))
        except GameError as error:
            if "has changed since" not in str(error) or "make the game again" not in str(error) or "\n" in str(error):
                wrong[name] = str(error)
    return wrong


@pytest.mark.parametrize("edited", EDITS)
def test_every_door_of_a_compiled_game_notices_an_edit(tmp_path: Path, edited: str) -> None:
    folder = write_files(tmp_path)
    game, position = opened(folder / "race.py", "linear")
    name, old, new = EDITS[edited]
    edit(folder / name, old, new)
    assert stale(game, position, [*DOORS]) == {}
    edit(folder / name, new, old)
    assert position.after(0).ply == 2, "taken back, the edit is none"


def test_every_door_of_a_plain_game_notices_an_edit(tmp_path: Path) -> None:
    folder = write_files(tmp_path)
    game, position = opened(folder / "nim.py", "even")
    edit(folder / "taking.py", "TAKEN = (1, 2)", "TAKEN = (1, 3)")
    assert stale(game, position, [name for name in DOORS if name not in ONLY_COMPILED]) == {}
    assert cp.game(folder / "nim.py").start().moves() == [1, 3]


def test_an_edit_that_changes_no_answer_is_none(tmp_path: Path) -> None:
    folder = write_files(tmp_path)
    _, position = opened(folder / "race.py", "linear")
    edit(folder / "race.py", "def legal_moves", "# a remark\ndef legal_moves")
    edit(folder / "race.py", "def game(", "def nobody_asks():\n    return 1\n\n\ndef game(")
    (folder / "board.txt").write_text("large\n")
    (folder / "results.csv").write_text("1,2\n")
    (folder / "parts" / "near.py").touch()
    assert position.after(0).ply == 2
    (folder / "extra.py").write_text("SIGN = -1\n")  # which helper.py takes if it is there
    with pytest.raises(GameError, match=r"race\.py has changed since race was made from it: make the game again"):
        position.after(0)


def test_another_file_in_the_folder_of_a_game_without_options_is_none(tmp_path: Path) -> None:
    folder = write_files(tmp_path)
    (folder / "race.py").write_text((folder / "race.py").read_text() + "\n\ngame = game()\n")
    _, position = opened(folder / "race.py", "linear")
    (folder / "race.learnt").write_text("as a learning beside it writes it\n")
    assert position.after(0).ply == 2


def test_a_report_of_before_the_edit_is_still_shown(tmp_path: Path) -> None:
    folder = write_files(tmp_path)
    game, position = opened(folder / "race.py", "linear")
    report = cp.player("alphabeta:eval=linear,plain=on").choose(position, depth=2)
    edit(folder / "parts" / "near.py", "BONUS = 0", "BONUS = 1")
    assert report.best.text in str(report)
    assert "<svg" in report._repr_html_()
    assert stale(game, position, ["after", "str"]) == {}


def test_a_broken_file_is_named_and_a_mended_one_answers(tmp_path: Path) -> None:
    folder = write_files(tmp_path)
    _, position = opened(folder / "race.py", "linear")
    edit(folder / "helper.py", "from deep", "from from deep")
    with pytest.raises(GameError, match=r"^helper\.py has changed since race was made from it, and .*: helper\.py:1: SyntaxError"):
        position.after(0)
    edit(folder / "helper.py", "from from deep", "from deep")
    (folder / "race.py").rename(folder / "renamed.py")
    with pytest.raises(GameError, match=r"^race\.py has changed since .*: there is no file"):
        position.after(0)
    (folder / "renamed.py").rename(folder / "race.py")
    assert position.after(0).ply == 2


@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
def test_a_name_that_is_bound_anew_is_noticed_by_the_next_move(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = write_files(tmp_path)
    _, position = opened(folder / "race.py", "linear")
    rules: Any = position.game.functions["play"].__globals__
    monkeypatch.setitem(rules, "BONUS", 1)
    for ask in (lambda: position.after(0), position.moves, lambda: cp.analyse(position, depth=1)):
        with pytest.raises(GameError, match="make the game again"):
            ask()
    monkeypatch.undo()
    assert position.after(0).ply == 2


def test_looks_take_a_small_part_of_the_time_and_come_back_after_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock is a counter: a question takes 10 microseconds, a look 20 more."""
    importlib.reload(watches)
    now, looks = [10**9], []

    def look() -> None:
        looks.append(now[0])
        now[0] += 20_000

    monkeypatch.setattr(watches, "perf_counter_ns", lambda: now[0])
    watch = watches.Lookout(look)

    def ask(times: int) -> int:
        before = len(looks)
        for _ in range(times):
            watch()
            now[0] += 10_000
        return len(looks) - before

    assert ask(5) == 5, "each of the first questions"
    assert ask(100_000) < 100_000 * 10 / 20 / 100, "a loop: less than a hundredth of the time"
    assert ask(5) < 5
    now[0] += 300_000_000
    assert ask(5) == 5, "after a pause"
