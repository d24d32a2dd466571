"""The store of a run: one SQLite file in a folder, one row a game, written in one transaction as the game ends.

A store is created under another name and put in place whole, so a file of its name is always a store, or damaged. While a run goes
on, it holds a lock that the system lets go of even when the run is killed.
"""

from __future__ import annotations

import fcntl
import json
import os
import platform
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import fields
from pathlib import Path
from types import TracebackType
from typing import IO, Any, TypeVar

import numba
import numpy as np

import counterply
from counterply.arena.match import one_line
from counterply.arena.record import GameRecord
from counterply.arena.schedule import MOST_GAMES, Plan
from counterply.core.errors import GameError
from counterply.core.values import DRAW, FIRST, SECOND

Parsed = TypeVar("Parsed")

FILE_NAME = "games.sqlite"
LOCK_NAME = "run.lock"
APPLICATION = 0x43504C59  # "CPLY", SQLite's application_id: what kind of file this is
SCHEMA_VERSION = 1  # SQLite's user_version
BUSY_SECONDS = 2.0  # how long a store that another program writes to is waited for

SCHEMA = """
CREATE TABLE run (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    plan TEXT NOT NULL,                 -- JSON: counterply.arena.schedule.Plan
    identity TEXT NOT NULL,             -- JSON: what decides the games
    versions TEXT NOT NULL,             -- JSON: of the package, Python, NumPy, Numba, and the machine
    created TEXT NOT NULL,              -- UTC
    seconds REAL NOT NULL DEFAULT 0     -- wall time of all sessions
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
    version TEXT NOT NULL               -- of the package that played it
);
CREATE TABLE opening (                  -- what a solver says of positions after an opening
    moves TEXT PRIMARY KEY,             -- JSON list
    outcome INTEGER                     -- NULL: it cannot tell
);
CREATE TABLE note (text TEXT PRIMARY KEY);
"""

MACHINES = "CREATE TABLE IF NOT EXISTS machine (game INTEGER PRIMARY KEY, name TEXT NOT NULL, processor TEXT NOT NULL)"

COLUMNS = tuple(field.name for field in fields(GameRecord))
LISTS = frozenset({"opening", "moves", "scores", "depths", "nodes", "micros", "cpu_micros", "grids"}) | {
    name for name in COLUMNS if name.startswith("overrun")
}
MOVE_LISTS = ("movers", "scores", "depths", "nodes", "micros", "cpu_micros")  # with one entry a move
CANNOT_WRITE = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_PERM, sqlite3.SQLITE_FULL)
INSERT = f"INSERT INTO game ({', '.join(COLUMNS)}, version) VALUES ({', '.join('?' * (len(COLUMNS) + 1))})"
SELECT = f"SELECT {', '.join(COLUMNS)} FROM game"


def versions() -> dict[str, str]:
    """Return the versions of all that may change a game, for the store."""
    return {
        "counterply": counterply.__version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba.__version__,
        "machine": platform.platform(),
        "cores": str(os.cpu_count()),
    }


def holds_run(folder: Path) -> bool:
    """Tell whether there is a store in `folder`, a damaged one included."""
    return (Path(folder) / FILE_NAME).exists()


class Store:
    """An open store; a context manager. `path` None: a store in memory, which nobody keeps."""

    def __init__(self, connection: sqlite3.Connection, path: Path | None, lock: IO[str] | None = None) -> None:
        self._connection = connection
        self.path = path
        self._lock = lock

    # --- opening

    @classmethod
    def open(cls, folder: Path) -> Store:
        """Return the store in `folder`, to read.

        Raises
        ------
        GameError
            if there is none, or it is damaged, locked, or of another kind
        """
        path = Path(folder) / FILE_NAME
        if not path.is_file():
            raise GameError(f"there is no run in {folder} (no file {FILE_NAME})")
        return cls(_connected(path, write=False), path)

    @classmethod
    def start(cls, folder: Path | None, plan: Plan, identity: dict[str, Any]) -> Store:
        """Return the store for a run, to write: a new one, or the one in `folder` if it holds this very run.

        Raises
        ------
        GameError
            if the folder holds another run, or its store is damaged or locked; nothing is changed then
        """
        if folder is None:
            connection = sqlite3.connect(":memory:", isolation_level=None)
            _fill_new(connection, plan, identity)
            return cls(connection, None)
        path = Path(folder) / FILE_NAME
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            lock = open(path.parent / LOCK_NAME, "w")  # noqa: SIM115 - held as long as the store is open
        except OSError as error:
            raise GameError(f"{folder} cannot be written: {error.strerror}") from error
        try:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise GameError(f"{folder} is in use by another run of counterply; wait for it, or give another --out") from error
            if not path.exists():
                _create(path, plan, identity)
            connection = _connected(path, write=True)
            try:
                _check_same(connection, path, plan, identity)
            except BaseException:
                connection.close()
                raise
        except BaseException:
            lock.close()
            raise
        return cls(connection, path, lock)

    def close(self) -> None:
        """Close the file, and let go of the lock."""
        self._connection.close()
        if self._lock is not None:
            self._lock.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    # --- the run

    def plan(self) -> Plan:
        """Return what is to be played."""
        return self._parsed(Plan.from_json, self._value("SELECT plan FROM run"), "its plan")

    def versions(self) -> dict[str, str]:
        """Return the versions of all that made the store."""
        return self._parsed(_object, self._value("SELECT versions FROM run"), "its versions")

    def identity(self) -> dict[str, Any]:
        """Return what decides the games of this run; see `counterply.arena.schedule.identity`."""
        return self._parsed(_object, self._value("SELECT identity FROM run"), "its identity")

    def created(self) -> str:
        """Return when the run began, UTC."""
        return str(self._value("SELECT created FROM run"))

    def seconds(self) -> float:
        """Return the wall time of all sessions."""
        return float(self._value("SELECT seconds FROM run"))

    def add_seconds(self, seconds: float) -> None:
        """Add a session's wall time."""
        self._write("UPDATE run SET seconds = seconds + ?", (seconds,))

    def notes(self) -> list[str]:
        """Return what people should know of this run."""
        return [text for (text,) in self._read("SELECT text FROM note ORDER BY rowid")]

    def add_note(self, text: str) -> None:
        """Keep a note, once."""
        self._write("INSERT OR IGNORE INTO note VALUES (?)", (text,))

    # --- games

    def count(self) -> int:
        """Return how many games are stored."""
        return int(self._value("SELECT count(*) FROM game"))

    def numbers(self) -> set[int]:
        """Return the numbers of the games that are stored."""
        return {number for (number,) in self._read("SELECT number FROM game")}

    def add(self, record: GameRecord) -> None:
        """Store a game, in one transaction."""
        values = [json.dumps(getattr(record, name)) if name in LISTS else getattr(record, name) for name in COLUMNS]
        self._write(INSERT, (*values, counterply.__version__))

    def remove_from(self, number: int) -> None:
        """Take out the games from `number` on: those that were under way when a sequential test had been decided."""
        self._write("DELETE FROM game WHERE number >= ?", (number,))

    def records(self) -> Iterator[GameRecord]:
        """Yield the games in order."""
        return (self._parsed(_record, row, f"game {row[0]}") for row in self._read(f"{SELECT} ORDER BY number"))

    def record(self, number: int) -> GameRecord:
        """Return one game.

        Raises
        ------
        GameError
            if it is not stored
        """
        for row in self._read(f"{SELECT} WHERE number = ?", (number,)) if number < MOST_GAMES else ():
            return self._parsed(_record, row, f"game {number}")
        first, last = next(iter(self._read("SELECT min(number), max(number) FROM game")))
        there = "no game yet" if first is None else f"games {first} to {last}"
        raise GameError(f"there is no game {number} in {self.path}; it holds {there}")

    # --- machines, of runs on a cluster

    def add_machine(self, number: int, machine: str, processor: str) -> None:
        """Keep which machine played a game."""
        self._write(
            "CREATE TABLE IF NOT EXISTS machine (game INTEGER PRIMARY KEY, name TEXT NOT NULL, processor TEXT NOT NULL)", ()
        )
        self._write("INSERT OR REPLACE INTO machine VALUES (?, ?, ?)", (number, machine, processor))

    def machines(self) -> dict[int, tuple[str, str]]:
        """Return name and processor of the machine that played each game, of those that a cluster played."""
        if not any(self._read("SELECT 1 FROM sqlite_master WHERE name = 'machine'")):
            return {}
        return {number: (name, processor) for number, name, processor in self._read("SELECT * FROM machine")}

    # --- solved openings

    def solved(self) -> dict[tuple[Any, ...], int | None]:
        """Return what a solver has said of the openings."""
        return dict(self._parsed(_opening, row, "an opening") for row in self._read("SELECT moves, outcome FROM opening"))

    def add_solved(self, opening: Iterable[Any], outcome: int | None) -> None:
        """Keep what a solver says of an opening."""
        self._write("INSERT OR REPLACE INTO opening VALUES (?, ?)", (json.dumps(list(opening)), outcome))

    # --- SQL

    def _parsed(self, parse: Callable[[Any], Parsed], stored: Any, what: str) -> Parsed:
        return _parsed(parse, stored, what, self.path)

    def _read(self, sql: str, values: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
        try:
            for row in self._connection.execute(sql, values):  # noqa: UP028 - `yield from` would also close a cursor of a closed store
                yield row
        except sqlite3.Error as error:
            raise _explained(error, self.path) from error

    def _value(self, sql: str) -> Any:
        for (value,) in self._read(sql):
            return value
        raise GameError(f"{self.path} is damaged: it says nothing about its run; nothing was changed")

    def _write(self, sql: str, values: tuple[Any, ...]) -> None:
        try:
            self._connection.execute(sql, values)  # one statement, one transaction
        except sqlite3.Error as error:
            raise _explained(error, self.path) from error


def _parsed(parse: Callable[[Any], Parsed], stored: Any, what: str, path: Path | None) -> Parsed:
    """Return what `parse` makes of something stored; raises `GameError` for what no store of ours ever held."""
    try:
        return parse(stored)
    except (ValueError, TypeError, KeyError, IndexError) as error:
        raise GameError(f"{path} is damaged: {what} cannot be read ({one_line(error)}); nothing was changed") from error


def _object(text: str) -> dict[str, Any]:
    return dict(json.loads(text))


def _opening(row: tuple[Any, ...]) -> tuple[tuple[Any, ...], int | None]:
    moves, outcome = row
    return tuple(json.loads(moves)), outcome


def _record(row: tuple[Any, ...]) -> GameRecord:
    values: dict[str, Any] = dict(zip(COLUMNS, row, strict=True))
    for name in LISTS:
        values[name] = tuple(json.loads(values[name]))
    for name in MOVE_LISTS:
        if len(values[name]) != len(values["moves"]):
            raise ValueError(f"{len(values[name])} {name} of {len(values['moves'])} moves")
    if values["outcome"] not in (FIRST, SECOND, DRAW):
        raise ValueError(f"its outcome is {values['outcome']!r}")
    values["swapped"] = bool(values["swapped"])
    return GameRecord(**values)


def _code(error: sqlite3.Error) -> int:
    """Return SQLite's primary error code."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _explained(error: sqlite3.Error, path: Path | None) -> GameError:
    code = _code(error)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return GameError(f"{path} is locked by another program; nothing was changed")
    if code == sqlite3.SQLITE_FULL:
        return GameError(f"{path} cannot be written: the disk is full; its games are kept, and the same command goes on")
    if code in CANNOT_WRITE:
        return GameError(f"{path} cannot be used: {error}")
    return GameError(f"{path} is damaged ({error}); nothing was changed")


def _fill_new(connection: sqlite3.Connection, plan: Plan, identity: dict[str, Any]) -> None:
    connection.executescript(f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {SCHEMA_VERSION}; {SCHEMA}")
    created = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime())
    values = plan.to_json(), json.dumps(identity, sort_keys=True), json.dumps(versions()), created
    connection.execute("INSERT INTO run (id, plan, identity, versions, created) VALUES (1, ?, ?, ?, ?)", values)


def _create(path: Path, plan: Plan, identity: dict[str, Any]) -> None:
    """Put a new store in place, whole. The lock is held."""
    unfinished = path.with_name(f"{FILE_NAME}.new")
    for left in path.parent.glob(f"{FILE_NAME}.new*"):  # of a run that was killed in this very function
        left.unlink()
    try:
        with closing(sqlite3.connect(unfinished, isolation_level=None)) as connection:
            _fill_new(connection, plan, identity)
        os.rename(unfinished, path)
    except (sqlite3.Error, OSError) as error:
        unfinished.unlink(missing_ok=True)
        raise GameError(f"{path} cannot be written: {error}") from error


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
        raise GameError(f"{path} is damaged: it is empty; nothing was changed")
    (kind,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if kind != APPLICATION:
        raise GameError(f"{path} is not a store of counterply; nothing was changed")
    if version != SCHEMA_VERSION:
        raise GameError(f"{path} has schema {version}, not {SCHEMA_VERSION} as this version of counterply; nothing was changed")
    (state,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if state != "ok":
        raise GameError(f"{path} is damaged ({' '.join(str(state).split())}); nothing was changed")


def _check_same(connection: sqlite3.Connection, path: Path, plan: Plan, identity: dict[str, Any]) -> None:
    """Raise unless the store holds this run; write down a larger number of games."""
    rows = connection.execute("SELECT plan, identity FROM run").fetchall()
    if not rows:
        raise GameError(f"{path} is damaged: it says nothing about its run; nothing was changed")
    stored = _parsed(_object, rows[0][1], "its identity", path)
    for name, value in identity.items():
        if stored.get(name) != value:
            raise GameError(
                f"{path.parent} holds another run: its {name} is {_short(stored.get(name))}, not {_short(value)};"
                " give another --out, nothing was changed"
            )
    games = _parsed(Plan.from_json, rows[0][0], "its plan", path).games
    if plan.games < games:
        raise GameError(
            f"{path.parent} holds a run of {games} games a pairing, more than {plan.games}; give another --out, nothing was changed"
        )
    if plan.games > games:
        connection.execute("UPDATE run SET plan = ?", (plan.to_json(),))


def _short(value: Any) -> str:
    text = " ".join(value) if isinstance(value, list) and all(isinstance(v, str) for v in value) else str(value)
    return text if len(text) <= 120 else text[:117] + "..."
