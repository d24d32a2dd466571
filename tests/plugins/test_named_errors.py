"""The errors that a verb's docstring names are those that it raises."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import counterply as cp
from counterply.core.errors import GameError, StoreError, UsageError

TTT: Any = cp.game("tic_tac_toe")


def over() -> Any:
    """A finished position."""
    return TTT.start().play("0,0", "1,0", "0,1", "1,1", "0,2")


def first_move(position: Any, limit: Any) -> Any:
    return position.moves()[0]


WRONG: list[tuple[str, type[Exception], Callable[[], Any]]] = [
    ("game", UsageError, lambda: cp.game("no_such_game")),
    ("game", UsageError, lambda: cp.game("hex", no_option=1)),
    ("player", UsageError, lambda: cp.player("nobody")),
    ("player", UsageError, lambda: cp.player("engine", no_option=1)),
    ("evaluator", UsageError, lambda: cp.evaluator(TTT, "nothing")),
    ("evaluator", UsageError, lambda: cp.evaluator("connect_four", "threats", weights=[1.0])),
    ("analyse", UsageError, lambda: cp.analyse(TTT, search="nothing")),
    ("analyse", GameError, lambda: cp.analyse(over())),
    ("analyse", GameError, lambda: cp.analyse("backgammon")),
    ("solve", GameError, lambda: cp.solve("backgammon")),
    ("solve", UsageError, lambda: cp.solve(TTT, nodes=0)),
    ("solve_all", GameError, lambda: cp.solve_all("backgammon")),
    ("solve_all", UsageError, lambda: cp.solve_all(TTT, nodes=0)),
    ("perft", UsageError, lambda: cp.perft(TTT, 0)),
    ("nodes", UsageError, lambda: cp.nodes(TTT, [0])),
    ("nodes", GameError, lambda: cp.nodes(over(), [1])),
    ("nodes", GameError, lambda: cp.nodes("backgammon", [1])),
    ("rolls", GameError, lambda: cp.rolls(TTT)),
    ("rolls", UsageError, lambda: cp.rolls("backgammon", search="nothing")),
    ("match", UsageError, lambda: cp.match(TTT, "engine", "nobody")),
    ("match", UsageError, lambda: cp.match(TTT, "random", "random", games=3)),
    ("match", UsageError, lambda: cp.match(TTT, "random", first_move, out="kept")),
    ("tournament", UsageError, lambda: cp.tournament(TTT, ["random"])),
    ("play", UsageError, lambda: cp.play(TTT, "nobody")),
    ("generate", UsageError, lambda: cp.generate("tic_tac_toe")),
    ("merge", UsageError, lambda: cp.merge("whole", [])),
    ("merge", StoreError, lambda: cp.merge("whole", ["no_run"])),
    ("replay", StoreError, lambda: cp.replay("no_run", 0)),
    ("report", StoreError, lambda: cp.report("no_run")),
    ("export", StoreError, lambda: cp.export("no_run")),
    ("new", UsageError, lambda: cp.new("not a name")),
    ("verify", UsageError, lambda: cp.verify(TTT, seconds=0)),
    ("list_games", UsageError, lambda: cp.list_games("no_such_game")),
    ("list_players", UsageError, lambda: cp.list_players("no_such_game")),
]


@contextmanager
def named_by(name: str, error: type[Exception]) -> Iterator[None]:
    """Run a wrong use of a verb; fails unless exactly this error is raised, and the verb's section *Raises* names it."""
    with pytest.raises(error) as caught:
        yield
    assert type(caught.value) is error
    section = re.search(r"Raises\n-+\n(.*?)(\n\n|$)", inspect.getdoc(getattr(cp, name)) or "", re.DOTALL)
    assert section is not None, f"{name} says nothing of errors"
    assert error.__name__ in section[1], f"{name} raised {caught.value!r}"


@pytest.mark.parametrize(("name", "error", "wrong"), WRONG)
def test_an_error_is_one_that_the_docstring_names(
    name: str, error: type[Exception], wrong: Callable[[], Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with named_by(name, error):
        wrong()


def test_errors_of_a_kept_run_are_named(tmp_path: Path) -> None:
    out = tmp_path / "kept"
    cp.match(TTT, "random", "greedy", games=2, workers=1, out=out, solving=None)
    with named_by("match", StoreError):
        cp.match(TTT, "greedy", "random", games=2, workers=1, out=out, solving=None)
    with named_by("replay", StoreError):
        cp.replay(out, 9)
