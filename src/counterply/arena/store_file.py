"""The SQLite file of a store: its tables, how it is opened and looked at, and what its errors mean.

A file is put in place whole, so that one of its name is always a store, or damaged. Each row has a checksum over its other columns,
so changes by a disk or another program are detected on reading.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar

from counterply.arena.record import GameRecord
from counterply.core.errors import StoreError
from counterply.core.files import write_whole
from counterply.core.users_text import printable
from counterply.usercode.faults import one_line

Parsed = TypeVar("Parsed")

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

CANNOT_WRITE = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_PERM, sqlite3.SQLITE_FULL)
COLUMNS = tuple(field.name for field in fields(GameRecord))
TABLES = {  # columns, the key first, the checksum left out
    "run": ("id", "plan", "identity", "versions", "created", "seconds"),
    "game": (*COLUMNS, "version"),
    "opening": ("moves", "outcome"),
    "note": ("text",),
}
CHECKSUM_DIGITS = 16


class StoreFile:
    """An open file; `path` None: in memory."""

    def __init__(self, connection: sqlite3.Connection, path: Path | None) -> None:
        self._connection = connection
        self.path = path
        self._inode = path and _inode_of(path)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

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
        if self.path is not None and _inode_of(self.path) != self._inode:
            raise StoreError(f"{self.path} was removed or replaced while the run went on: games played now cannot be kept")
        try:
            self._connection.execute(sql, values)  # one statement, one transaction
        except sqlite3.Error as error:
            raise _explained(error, self.path) from error


def checksum(values: Iterable[object]) -> str:
    """Return the checksum of a row's columns, as SQLite gives them back: a truth value is a number there."""
    plain = [int(value) if isinstance(value, bool) else value for value in values]
    return hashlib.sha256(json.dumps(plain, default=repr).encode()).hexdigest()[:CHECKSUM_DIGITS]


def _inode_of(path: Path) -> int | None:
    try:
        return path.stat().st_ino
    except OSError:
        return None


def _insertion(table: str, replace: bool = False) -> str:
    columns = (*TABLES[table], "checksum")
    changes = ", ".join(f"{column} = excluded.{column}" for column in columns)
    conflict = f"UPDATE SET {changes}" if replace else "NOTHING"
    places = ", ".join("?" * len(columns))
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places}) ON CONFLICT DO {conflict}"


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


def new(run: tuple[object, ...]) -> sqlite3.Connection:
    """Return a store in memory that has the row of a run, and no more."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.executescript(f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {SCHEMA_VERSION}; {SCHEMA}")
    connection.execute(_insertion("run"), (*run, checksum(run)))
    return connection


def create(path: Path, run: tuple[object, ...]) -> None:
    """Put a new store in place, whole. The lock is held."""
    try:
        with closing(new(run)) as connection:
            content = connection.serialize()
    except sqlite3.Error as error:
        raise StoreError(f"{path} cannot be written: {error}") from error
    write_whole(path, lambda part: part.write_bytes(content))


def connected(path: Path, write: bool) -> sqlite3.Connection:
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
    (schema,) = connection.execute("PRAGMA user_version").fetchone()
    if kind != APPLICATION:
        raise StoreError(f"{path} is not a store of counterply; nothing was changed")
    if schema != SCHEMA_VERSION:
        raise StoreError(f"{path} has schema {schema}, not {SCHEMA_VERSION} as this version of counterply; nothing was changed")
    (state,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if state != "ok":
        raise StoreError(f"{path} is damaged ({' '.join(str(state).split())}); nothing was changed")
