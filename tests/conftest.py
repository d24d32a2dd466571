"""Test settings: the same examples in every run of CI, so that a landing never depends on luck; fresh ones elsewhere."""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from counterply.compiling.definitions import LISTENERS
from documents import Watch, not_described, of_another_type
from installed import SAMPLE, list_entry_points
from longest import LONGEST

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores Ctrl-C, and so would its children

os.umask(0o022)  # where a user's group may write into what the user makes, no folder of a test could hold machine code

# What Numba knows of compiled code lives to the end: by default a tenth of the time goes into looking at it.
gc.set_threshold(100_000, 50, 100)

ON_BUSY_MACHINES = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("elsewhere", ON_BUSY_MACHINES)
settings.register_profile("ci", ON_BUSY_MACHINES, derandomize=True, database=None)
settings.load_profile("ci" if os.environ.get("CI") else "elsewhere")


class Collecting:
    """Refuses to compile: each worker would."""

    def on_start(self, event: object = None) -> None:
        raise RuntimeError("a test module compiles when it is collected")

    def on_end(self, event: object = None) -> None:
        """It was refused."""


ROOT = Path(__file__).resolve().parents[1]
COLLECTING = Collecting()
LISTENERS.append(COLLECTING)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest files first, in place; a file's tests keep their order."""
    LISTENERS.remove(COLLECTING)
    place = {name: number for number, name in enumerate(LONGEST)}
    items.sort(key=lambda item: place.get(item.path.name, len(place)))


def in_the_checkout() -> set[str]:
    """Return what lies in the checkout's root, but for what git ignores there."""
    ignored = [line.rstrip("/") for line in (ROOT / ".gitignore").read_text(encoding="utf-8").split()]
    return {path.name for path in ROOT.iterdir() if not any(path.match(pattern) for pattern in ignored)}


@pytest.fixture(scope="session", autouse=True)
def nothing_is_left_in_the_checkout() -> Iterator[None]:
    before = in_the_checkout()
    yield
    assert in_the_checkout() - before == set(), "a test has left this in the checkout's root"


@pytest.fixture(autouse=True)
def nothing_is_taught_for_good() -> Iterator[None]:
    """No test leaves Numba an addition: it may change any code, so that all identities after it would be other ones."""
    yield
    module = sys.modules.get("counterply.compiling.additions")
    assert module is None or not module.additions()


@pytest.fixture(autouse=True)
def documents_have_the_fields_that_the_pages_name() -> Iterator[None]:
    watch = Watch()
    with pytest.MonkeyPatch.context() as patch:  # of its own: what a test undoes is undone before anything here is looked at
        patch.setattr(json, "dumps", watch)
        yield
    assert [(name, missing) for name, document in watch.printed if (missing := not_described(name, document))] == []
    assert [other for name, document in watch.printed if (other := of_another_type(name, document))] == []


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
    (tmp_path / "odd.py").write_text("def game():\n    return 1\n")
    (tmp_path / "self.py").write_text("from self import game\n")


@pytest.fixture
def with_the_sample(tmp_path: Path) -> dict[str, str]:
    """The environment of a process that finds the package of the examples as an installation leaves it: modules, entry points."""
    list_entry_points(tmp_path, "heap_games", (SAMPLE / "pyproject.toml").read_text(encoding="utf-8"))
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(SAMPLE / "src"), os.environ.get("PYTHONPATH", "")])}


@pytest.fixture
def said(with_the_sample: dict[str, str]) -> Callable[..., str]:
    """What a command says beside the package of the examples."""

    def run_command(*words: str, code: int = 0) -> str:
        command = [sys.executable, "-m", "counterply", *words]
        done = subprocess.run(command, env=with_the_sample, capture_output=True, text=True, check=False)
        assert done.returncode == code, done.stderr
        return done.stdout

    return run_command
