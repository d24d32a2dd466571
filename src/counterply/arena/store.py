"""The store of a run: one file in a folder, one row a game, written in one transaction as the game ends.

While a run goes on, it holds a lock that the system releases even when the run is killed.
"""

from __future__ import annotations

import json
import math
import os
import platform
import shlex
import sqlite3
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace
from typing import IO, Any, TypeVar

import numpy as np

from counterply import registry, system
from counterply.arena import STORE_FILE
from counterply.arena.record import GameRecord
from counterply.arena.schedule import MOST_GAMES, Plan
from counterply.arena.store_file import COLUMNS, MACHINES, TABLES, StoreFile, connected, create, new
from counterply.core.aliases import Json
from counterply.core.errors import StoreError, UsageError
from counterply.core.files import INPUTS, in_use, user_path
from counterply.core.game_sources import is_registered, module_of, with_modules_as_files
from counterply.core.identity import differences, require_same, versions_here
from counterply.core.values import DRAW, FIRST, SECOND
from counterply.usercode.loading import is_file
from counterply.version import __version__

Parsed = TypeVar("Parsed")

LOCK_NAME = "run.lock"
SEATS = 2
SEAT_LISTS = ("grids", "overruns", "overrun_micros", "overrun_cpu_micros")  # with one entry a seat
MOVE_LISTS = ("scores", "depths", "nodes", "micros", "cpu_micros")  # with one entry a move
LISTS = ("opening", "moves", *MOVE_LISTS, *SEAT_LISTS)  # kept as JSON
PLANNED = ("game", "options", "players", "against", "limit", "seed", "sprt", "forfeit", "openings")  # decide which run it is


def versions() -> dict[str, str]:
    """Return the versions of all that may change a game, for the store."""
    return {
        "counterply": __version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": version("numba"),
        "machine": platform.platform(),
        "cores": str(os.cpu_count()),
    }


def holds_run(folder: Path) -> bool:
    """Tell whether there is a store in `folder`, a damaged one included."""
    return (Path(folder) / STORE_FILE).exists()


class GoneGameError(UsageError):
    """A run's game whose file is gone, or that no package brings any more; its totals can be had, its positions cannot."""


class Store(StoreFile):
    """An open store; a context manager. `path` None: a temporary store in memory."""

    def __init__(self, connection: sqlite3.Connection, path: Path | None, game: str | None, lock: IO[str] | None = None) -> None:
        super().__init__(connection, path)
        self._game = game
        self._lock = lock

    # --- opening

    @classmethod
    def open(cls, folder: Path, game: str | None = None) -> Store:
        """Return the store in `folder`, to read.

        Parameters
        ----------
        game : the user's file with the game of the run. A file that only the store names is never run: the author of the store
            would decide what it does

        Raises
        ------
        StoreError
            if there is none, or it is damaged, locked, or of another kind
        """
        path = Path(folder) / STORE_FILE
        if not path.is_file():
            raise StoreError(f"there is no run in {folder} (no file {STORE_FILE})")
        INPUTS.note(path)
        return cls(connected(path, write=False), path, game and with_modules_as_files(game))

    @classmethod
    def start(cls, folder: Path | None, plan: Plan, identity: Json, force: bool = False) -> Store:
        """Return the store for a run, to write: a new one, or the one in `folder` if it holds this very run.

        With `force` it goes on though that which plays has changed, and notes it.

        Raises
        ------
        StoreError
            if the folder holds another run, or its store is damaged or locked; nothing is changed then
        """
        if folder is None:
            return cls(new(_first_row(plan, identity)), None, plan.game)
        path = user_path(folder) / STORE_FILE
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            lock = open(path.parent / LOCK_NAME, "a")  # noqa: SIM115 - held as long as the store is open
        except OSError as error:
            raise StoreError(f"{folder} cannot be written: {error.strerror}") from error
        try:
            if system.lock(lock, wait=False) is False:
                raise StoreError(in_use(folder))
            if not path.exists():
                create(path, _first_row(plan, identity))
            store = cls(connected(path, write=True), path, plan.game, lock)
        except BaseException:
            lock.close()
            raise
        try:
            _check_same(store, path.parent, plan, identity, force)
        except BaseException:
            store.close()
            raise
        return store

    def close(self) -> None:
        """Close the file, and let go of the lock."""
        super().close()
        if self._lock is not None:
            self._lock.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()

    # --- the run

    def plan(self) -> Plan:
        """Return the run's plan.

        Raises
        ------
        UsageError
            if the game is a file, and the user has not named it
        """
        plan = self._parsed(Plan.read, self._run()["plan"], "its plan")
        if not is_file(plan.game) or (self._game is None and is_registered(plan.game)):
            return plan
        file = next(filter(is_file, (plan.game.rpartition(":")[0], plan.game)))
        if self._game is None and not user_path(file).exists():
            raise GoneGameError(
                f"{self.path} holds games by {plan.game}, which is not there any more; if it lies elsewhere now: --game FILE.py"
            )
        if self._game is None:
            raise UsageError(
                f"{self.path} holds games by the file {plan.game}; a file that a folder names is not run unless you name it too:"
                f" --game {shlex.quote(module_of(plan.game))}"
            )
        return replace(plan, game=self._game)

    def game(self) -> Any:
        """Return the run's game, as `Games.family`.

        Raises
        ------
        GoneGameError
            if no package brings it any more: which one did
        """
        plan = self.plan()
        if plan.game.isidentifier() and plan.game not in registry.games():
            known = versions()
            brought = [f"{name} {number}" for name, number in self.versions().items() if name not in known]
            made = " and ".join(brought) or f"the files {', '.join(self.identity().get('files', ()))}"
            raise GoneGameError(
                f"the games in {self.path} are of {plan.game}, which no package here brings; they were played with {made}:"
                " install that again, and repeat the command"
            )
        return plan.all_games.family()

    def game_or_name(self) -> tuple[Any, str]:
        """Return the run's game, and ''; where that is gone what stands for it in totals, which need no positions, and a line."""
        try:
            return self.game(), ""
        except GoneGameError as error:
            name = self._parsed(Plan.read, self._run()["plan"], "its plan").game
            self._game = name  # the plan can be had from now on, and nothing can be run by it
            facts = {"by_margin": self.identity()["facts"]["objective"] == "margin", "compiled": False, "board": None, "cell": None}
            return SimpleNamespace(name=name, full_name=name, source=name, **facts), str(error)

    def versions(self) -> dict[str, str]:
        """Return the versions of all that made the store."""
        return self._parsed(_object, self._run()["versions"], "its versions")

    def identity(self) -> Json:
        """Return the identity of this run's games; see `counterply.arena.schedule.identity`."""
        return self._parsed(_object, self._run()["identity"], "its identity")

    def created(self) -> str:
        """Return when the run began, UTC."""
        return str(self._run()["created"])

    def seconds(self) -> float:
        """Return the wall time of all sessions together, in seconds."""
        return self._parsed(_seconds, self._run()["seconds"], "its seconds")

    def add_seconds(self, seconds: float) -> None:
        """Add a session's wall time, in seconds."""
        self._change_run(seconds=self.seconds() + seconds)

    def notes(self) -> list[str]:
        """Return this run's notes for the user."""
        return [str(row[0]) for row in self._rows("note", "a note", "ORDER BY rowid")]

    def add_note(self, text: str) -> None:
        """Keep a note, once."""
        self._insert("note", (text,))

    def replace_plan(self, plan: Plan) -> None:
        """Write down another plan: of the same run, with more games."""
        self._change_run(plan=plan.text)

    def go_on(self, identity: Json, changed: str) -> None:
        """Write down that another identity plays the games from now on; what was solved may no longer hold."""
        self.add_note(f"after {len(self.numbers())} games: {changed}; the others were played with that (--force)")
        self._write("DELETE FROM opening", ())
        self._change_run(identity=json.dumps(identity, sort_keys=True))

    def _change_run(self, **columns: Any) -> None:
        self._insert("run", tuple({**self._run(), **columns}.values()), replace=True)

    def _run(self) -> Json:
        for row in self._rows("run", "its run"):
            return dict(zip(TABLES["run"], row, strict=True))
        raise StoreError(f"{self.path} is damaged: it does not describe its run; nothing was changed")

    # --- games

    def numbers(self) -> set[int]:
        """Return the numbers of the games that are stored."""
        return {number for (number,) in self._read("SELECT number FROM game")}

    def count(self) -> int:
        """Return how many games are stored."""
        return int(next(iter(self._read("SELECT count(*) FROM game")))[0])

    def add(self, record: GameRecord) -> None:
        """Store a game in one transaction: after a crash it is there whole, or not at all."""
        values = [json.dumps(getattr(record, name)) if name in LISTS else getattr(record, name) for name in COLUMNS]
        self._insert("game", (*values, __version__))

    def remove_from(self, number: int) -> None:
        """Take out the games from `number` on: those that were under way when a sequential test had been decided."""
        self._write("DELETE FROM game WHERE number >= ?", (number,))

    def records(self) -> Iterator[GameRecord]:
        """Yield the games in order."""
        pairings = len(self.plan().pairings)
        return (self._game_record(row, pairings) for row in self._rows("game", "a game", "ORDER BY number"))

    def record(self, number: int) -> GameRecord:
        """Return one game.

        Raises
        ------
        StoreError
            if it is not stored
        """
        for row in self._rows("game", "it", "WHERE number = ?", (number,)) if 0 <= number < MOST_GAMES else ():
            return self._game_record(row, len(self.plan().pairings))
        first, last = next(iter(self._read("SELECT min(number), max(number) FROM game")))
        there = "no game yet" if first is None else f"games {first} to {last}"
        raise StoreError(f"there is no game {number} in {self.path}; it holds {there}")

    def _game_record(self, row: tuple[Any, ...], pairings: int) -> GameRecord:
        return self._parsed(lambda stored: _record(stored, pairings), row, f"game {row[0]}")

    # --- machines, of runs on a cluster

    def add_machine(self, number: int, machine: str, processor: str) -> None:
        """Keep which machine played a game."""
        self._write(MACHINES, ())
        self._write("INSERT OR REPLACE INTO machine VALUES (?, ?, ?)", (number, machine, processor))

    def machines(self) -> dict[int, tuple[str, str]]:
        """Return name and processor of the machine that played each game, of those that a cluster played."""
        if not any(self._read("SELECT 1 FROM sqlite_master WHERE name = 'machine'")):
            return {}
        known: dict[tuple[str, str], tuple[str, str]] = {}  # a few machines have many games
        rows = self._read("SELECT game, name, processor FROM machine")
        return {number: known.setdefault((name, processor), (name, processor)) for number, name, processor in rows}

    # --- solved openings

    def solved(self) -> dict[tuple[Any, ...], int | None]:
        """Return the stored solver results of the openings."""
        rows = self._rows("opening", "an opening")
        return dict(self._parsed(_opening, row, "an opening") for row in rows)

    def add_solved(self, opening: Iterable[object], outcome: int | None) -> None:
        """Store a solver's result for an opening."""
        self._insert("opening", (json.dumps(list(opening)), outcome), replace=True)


def _seconds(stored: Any) -> float:
    seconds = float(stored)
    if not 0 <= seconds < math.inf:
        raise ValueError(f"{seconds} seconds")
    return seconds


def _object(text: str) -> Json:
    return dict(json.loads(text))


def _opening(row: tuple[Any, ...]) -> tuple[tuple[Any, ...], int | None]:
    moves, outcome = row
    return tuple(json.loads(moves)), outcome


def _record(row: tuple[Any, ...], pairings: int) -> GameRecord:
    values: dict[str, Any] = dict(zip(TABLES["game"], row, strict=True))
    del values["version"]
    for name in LISTS:
        values[name] = tuple(json.loads(values[name]))
    moves = len(values["moves"])
    for names, length, what in ((("movers", *MOVE_LISTS), moves, "moves"), (SEAT_LISTS, SEATS, "seats")):
        for name in names:
            if len(values[name]) != length:
                raise ValueError(f"{len(values[name])} {name} of {length} {what}")
    for name in (*MOVE_LISTS, *SEAT_LISTS):
        if not all(isinstance(number, int) or (number is None and name == "scores") for number in values[name]):
            raise ValueError(f"its {name} are not numbers")
    for name in ("pairing", "round", "seed", "margin"):
        if not isinstance(values[name], int):
            raise ValueError(f"its {name} is {values[name]!r}")
    if not 0 <= values["pairing"] < pairings:
        raise ValueError(f"there is no pairing {values['pairing']}")
    if min(values["grids"]) < 1:
        raise ValueError(f"its grids are {values['grids']}")
    if values["outcome"] not in (FIRST, SECOND, DRAW):
        raise ValueError(f"its outcome is {values['outcome']!r}")
    values["swapped"] = bool(values["swapped"])
    return GameRecord(**values)


def _first_row(plan: Plan, identity: Json) -> tuple[object, ...]:
    """Return what describes a new run, as its table has it."""
    packages = {name: number for name, number in identity["versions"].items() if name not in versions_here()}
    created = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime())
    return 1, plan.text, json.dumps(identity, sort_keys=True), json.dumps({**versions(), **packages}), created, 0.0


def _check_same(store: Store, folder: Path, plan: Plan, identity: Json, force: bool) -> None:
    """Raise unless the store holds this run; write down a larger number of games, and with `force` what plays from now on."""
    stored = store.identity()
    for name, value in identity.items():
        if name in PLANNED and stored.get(name) != value:
            raise StoreError(
                f"{folder} holds another run: its {name} is {_short(stored.get(name))}, not {_short(value)};"
                " give another --out, nothing was changed"
            )
    games = store.plan().games
    if plan.games < games:
        raise StoreError(
            f"{folder} holds a run of {games} games a pairing, more than {plan.games}; give another --out, nothing was changed"
        )
    require_same(f"the games in {folder}", stored, identity, force)
    if changed := differences(stored, identity):
        store.go_on(identity, "; ".join(changed))
    if plan.games > games:
        store.replace_plan(plan)


def _short(value: object) -> str:
    text = " ".join(value) if isinstance(value, list) and all(isinstance(v, str) for v in value) else str(value)
    return text if len(text) <= 120 else text[:117] + "..."
