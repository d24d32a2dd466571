"""The store of a run: one SQLite file in a folder, one row a game, written in one transaction as the game ends.

A store is created under another name and put in place whole, so a file of its name is always a store, or damaged. While a run goes
on, it holds a lock that the system releases even when the run is killed. Each row has a checksum over its other columns, so changes
by a disk or another program are detected on reading.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import platform
import shlex
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import fields, replace
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace
from typing import IO, Any, TypeVar

import numpy as np

from counterply import registry, system
from counterply.arena import STORE_FILE
from counterply.arena.record import GameRecord
from counterply.arena.schedule import MOST_GAMES, Plan
from counterply.core.aliases import Json
from counterply.core.errors import StoreError, UsageError
from counterply.core.files import INPUTS, in_use, user_path, write_whole
from counterply.core.game_sources import is_registered, module_of, with_modules_as_files
from counterply.core.identity import differences, require_same, versions_here
from counterply.core.users_text import printable
from counterply.core.values import DRAW, FIRST, SECOND
from counterply.usercode.faults import one_line
from counterply.usercode.loading import is_file
from counterply.version import __version__

Parsed = TypeVar("Parsed")

LOCK_NAME = "run.lock"
APPLICATION = 0x43504C59  # "CPLY", SQLite's application_id: identifies the file's kind
SCHEMA_VERSION = 2  # SQLite's user_version
BUSY_SECONDS = 2.0  # how long a store that another program writes to is waited for

SCHEMA = """
CREATE TABLE run (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    plan TEXT NOT NULL,                 -- JSON: counterply.arena.schedule.Plan
    identity TEXT NOT NULL,             -- JSON: all that decides the games
    versions TEXT NOT NULL,             -- JSON: of the package, Python, NumPy, Numba, and the machine
    created TEXT NOT NULL,              -- UTC
    seconds REAL NOT NULL,              -- wall time of all sessions
    checksum TEXT NOT NULL              -- of the other columns, as in each table
);
CREATE TABLE game (                     -- counterply.arena.record.GameRecord says what the columns mean
    number INTEGER PRIMARY KEY,
    pairing INTEGER NOT NULL,
    round INTEGER NOT NULL,
    swapped INTEGER NOT NULL,
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    seed INTEGER NOT NULL,
    movers TEXT NOT NULL,               -- one letter a move
    opening TEXT NOT NULL,              -- JSON
    moves TEXT NOT NULL,                -- JSON
    scores TEXT NOT NULL,               -- JSON
    depths TEXT NOT NULL,               -- JSON
    nodes TEXT NOT NULL,                -- JSON
    micros TEXT NOT NULL,               -- JSON
    cpu_micros TEXT NOT NULL,           -- JSON
    grids TEXT NOT NULL,                -- JSON
    overruns TEXT NOT NULL,             -- JSON
    overrun_micros TEXT NOT NULL,       -- JSON
    overrun_cpu_micros TEXT NOT NULL,   -- JSON
    outcome INTEGER NOT NULL,           -- 1 first, 2 second, 3 draw
    margin INTEGER NOT NULL,
    ending TEXT NOT NULL,
    reason TEXT NOT NULL,
    fault INTEGER,                      -- seat
    version TEXT NOT NULL,              -- of the package that played it
    checksum TEXT NOT NULL
);
CREATE TABLE opening (                  -- a solver's results for positions after an opening
    moves TEXT PRIMARY KEY,             -- JSON list
    outcome INTEGER,                    -- NULL: it cannot tell
    checksum TEXT NOT NULL
);
CREATE TABLE note (text TEXT PRIMARY KEY, checksum TEXT NOT NULL);
"""

MACHINES = "CREATE TABLE IF NOT EXISTS machine (game INTEGER PRIMARY KEY, name TEXT NOT NULL, processor TEXT NOT NULL)"

COLUMNS = tuple(field.name for field in fields(GameRecord))
SEATS = 2
SEAT_LISTS = ("grids", "overruns", "overrun_micros", "overrun_cpu_micros")  # with one entry a seat
MOVE_LISTS = ("scores", "depths", "nodes", "micros", "cpu_micros")  # with one entry a move
LISTS = ("opening", "moves", *MOVE_LISTS, *SEAT_LISTS)  # kept as JSON
CANNOT_WRITE = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_PERM, sqlite3.SQLITE_FULL)
TABLES = {  # columns, the key first, the checksum left out
    "run": ("id", "plan", "identity", "versions", "created", "seconds"),
    "game": (*COLUMNS, "version"),
    "opening": ("moves", "outcome"),
    "note": ("text",),
}
CHECKSUM_DIGITS = 16
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


class Store:
    """An open store; a context manager. `path` None: a temporary store in memory."""

    def __init__(self, connection: sqlite3.Connection, path: Path | None, game: str | None, lock: IO[str] | None = None) -> None:
        self._connection = connection
        self.path = path
        self._game = game
        self._lock = lock
        self._inode = None if path is None else path.stat().st_ino

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
        return cls(_connected(path, write=False), path, game and with_modules_as_files(game))

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
            connection = sqlite3.connect(":memory:", isolation_level=None)
            _fill_new(connection, plan, identity)
            return cls(connection, None, plan.game)
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
                _create(path, plan, identity)
            store = cls(_connected(path, write=True), path, plan.game, lock)
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
        self._connection.close()
        if self._lock is not None:
            self._lock.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Make all that is written meanwhile one change: as a whole, or not at all."""
        self._write("BEGIN", ())
        try:
            yield
        except BaseException:
            self._write("ROLLBACK", ())
            raise
        self._write("COMMIT", ())

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

    # --- SQL

    def _parsed(self, parse: Callable[[Any], Parsed], stored: object, what: str) -> Parsed:
        """Parse a stored value; raises `StoreError` for values that no store ever held."""
        try:
            return parse(stored)
        except (ValueError, TypeError, KeyError, IndexError) as error:
            raise StoreError(f"{self.path} is damaged: {what} cannot be read ({one_line(error)}); nothing was changed") from error

    def _read(self, sql: str, values: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
        try:
            for row in self._connection.execute(sql, values):  # noqa: UP028 - `yield from` would also close a cursor of a closed store
                yield row
        except sqlite3.Error as error:
            raise _explained(error, self.path) from error

    def _rows(self, table: str, what: str, then: str = "", values: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of a table, `then` being the end of the query; raises `StoreError` for a wrong checksum."""
        for *row, stored in self._read(f"SELECT {', '.join(TABLES[table])}, checksum FROM {table} {then}", values):
            if stored != checksum(row):
                named = f"game {row[0]}" if table == "game" else what
                raise StoreError(f"{self.path} is damaged: {named} has a wrong checksum; nothing was changed")
            yield tuple(printable(value) if isinstance(value, str) else value for value in row)

    def _insert(self, table: str, values: tuple[Any, ...], replace: bool = False) -> None:
        """Write a row with its checksum; one with the same key stays as it is, or is replaced."""
        self._write(_insertion(table, replace), (*values, checksum(values)))

    def _write(self, sql: str, values: tuple[Any, ...]) -> None:
        if self.path is not None and not _is_file_still(self.path, self._inode):
            raise StoreError(f"{self.path} was removed or replaced while the run went on: games played now cannot be kept")
        try:
            self._connection.execute(sql, values)  # one statement, one transaction
        except sqlite3.Error as error:
            raise _explained(error, self.path) from error


def checksum(values: Iterable[object]) -> str:
    """Return the checksum of a row's columns, as SQLite gives them back: a truth value is a number there."""
    plain = [int(value) if isinstance(value, bool) else value for value in values]
    return hashlib.sha256(json.dumps(plain, default=repr).encode()).hexdigest()[:CHECKSUM_DIGITS]


def _is_file_still(path: Path, inode: int | None) -> bool:
    try:
        return path.stat().st_ino == inode
    except OSError:
        return False


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


def _code(error: sqlite3.Error) -> int:
    """Return SQLite's primary error code."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _explained(error: sqlite3.Error, path: Path | None) -> StoreError:
    code = _code(error)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreError(f"{path} is locked by another program; nothing was changed")
    if code == sqlite3.SQLITE_FULL:
        return StoreError(f"{path} cannot be written: the disk is full; its games are kept, and the same command goes on")
    if code in CANNOT_WRITE:
        return StoreError(f"{path} cannot be used: {error}")
    return StoreError(f"{path} is damaged ({error}); nothing was changed")


def _fill_new(connection: sqlite3.Connection, plan: Plan, identity: Json) -> None:
    connection.executescript(f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {SCHEMA_VERSION}; {SCHEMA}")
    created = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime())
    packages = {name: number for name, number in identity["versions"].items() if name not in versions_here()}
    values = 1, plan.text, json.dumps(identity, sort_keys=True), json.dumps({**versions(), **packages}), created, 0.0
    connection.execute(_insertion("run"), (*values, checksum(values)))


def _insertion(table: str, replace: bool = False) -> str:
    columns = (*TABLES[table], "checksum")
    changes = ", ".join(f"{column} = excluded.{column}" for column in columns)
    conflict = f"UPDATE SET {changes}" if replace else "NOTHING"
    places = ", ".join("?" * len(columns))
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places}) ON CONFLICT DO {conflict}"


def _create(path: Path, plan: Plan, identity: Json) -> None:
    """Put a new store in place, whole. The lock is held."""
    try:
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
            _fill_new(connection, plan, identity)
            content = connection.serialize()
    except sqlite3.Error as error:
        raise StoreError(f"{path} cannot be written: {error}") from error
    write_whole(path, lambda part: part.write_bytes(content))


def _connected(path: Path, write: bool) -> sqlite3.Connection:
    """Return a connection to an existing store that has been checked."""
    try:
        return _connected_as("mode=rw", path, write)
    except sqlite3.Error as error:
        if write or _code(error) not in CANNOT_WRITE:
            raise _explained(error, path) from error
    # SQLite can make none of its own files beside the store: the folder is read-only, or the disk is full. It needs none to read,
    # unless a run goes on or was killed: then some games are in such a file, and not yet in the store.
    waiting = path.with_name(f"{path.name}-wal")
    try:
        return _connected_as("mode=ro" if waiting.exists() and waiting.stat().st_size else "mode=ro&immutable=1", path, write)
    except sqlite3.Error as error:
        raise _explained(error, path) from error


def _connected_as(mode: str, path: Path, write: bool) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{path.resolve().as_uri()}?{mode}", uri=True, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        if not write:
            connection.execute("PRAGMA query_only = on")
        _check_kind(connection, path)
        if write:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")  # a killed process loses nothing; a power cut may lose the last games
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("COMMIT")
    except BaseException:
        connection.close()
        raise
    return connection


def _check_kind(connection: sqlite3.Connection, path: Path) -> None:
    if path.stat().st_size == 0:
        raise StoreError(f"{path} is damaged: it is empty; nothing was changed")
    (kind,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if kind != APPLICATION:
        raise StoreError(f"{path} is not a store of counterply; nothing was changed")
    if version != SCHEMA_VERSION:
        raise StoreError(f"{path} has schema {version}, not {SCHEMA_VERSION} as this version of counterply; nothing was changed")
    (state,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if state != "ok":
        raise StoreError(f"{path} is damaged ({' '.join(str(state).split())}); nothing was changed")


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
