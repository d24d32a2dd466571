"""Test settings: the same examples in every run of CI, so that a landing never depends on luck; fresh ones elsewhere."""

from __future__ import annotations

import gc
import inspect
import os
import re
import signal
import tomllib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from longest import LONGEST

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores Ctrl-C, and so would its children

# What Numba knows of compiled code lives to the end: by default a tenth of the time goes into looking at it.
gc.set_threshold(100_000, 50, 100)

ON_BUSY_MACHINES = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("elsewhere", ON_BUSY_MACHINES)
settings.register_profile("ci", ON_BUSY_MACHINES, derandomize=True, database=None)
settings.load_profile("ci" if os.environ.get("CI") else "elsewhere")


ROOT = Path(__file__).resolve().parents[1]
PLUGINS = ROOT / "src" / "counterply" / "plugins"


def named_by_plugins() -> re.Pattern[str]:
    """Return what finds the name of something that a plug-in brings: a game, a player, ``cp.VERB``, or a command as a word."""
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
    brought = {group.partition(".")[2]: "|".join(names) for group, names in groups.items()}
    words = rf"\b({brought['games']}|{brought['players']})\b"
    return re.compile(rf"{words}|\bcp\.({brought['verbs']})\b|['\"]({brought['commands']}|host|generate)\b|counterply\.plugins")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the longest files first, in place; a file's tests keep their order.

    Where the plug-ins are not there, tests of the core that show something by one of them are left out.
    """
    if not PLUGINS.exists():
        pattern = named_by_plugins()
        left_out = [item for item in items if pattern.search(f"{item.nodeid} {_text_of(item)}")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
    place = {name: number for number, name in enumerate(LONGEST)}
    items.sort(key=lambda item: place.get(item.path.name, len(place)))


def _text_of(item: pytest.Item) -> str:
    """Return a test's text and its parameters."""
    try:
        parameters = repr(item.callspec.params) if hasattr(item, "callspec") else ""
    except ValueError:  # a number of too many digits
        parameters = ""
    return inspect.getsource(item.function) + parameters


@pytest.fixture
def one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play in this process what does not say how many workers: the games are the same, and each process takes a second to start."""
    monkeypatch.setattr("counterply.arena.tournament.default_workers", lambda limit, threads: 1)


@pytest.fixture
def in_a_folder_of_odd_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, one_process: None) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "empty.py").write_text("")
    (tmp_path / "empty.txt").write_text("")
    (tmp_path / "binary.txt").write_bytes(b"\xff\xfe\x00\x80 no text")
    (tmp_path / "binary.py").write_bytes(b"\xff\xfe")
    (tmp_path / "nul.py").write_bytes(b"game = 0\x00\n")
    (tmp_path / "bad.py").write_text("def evaluate(:\n")
    (tmp_path / "self.py").write_text("from self import game\n")
