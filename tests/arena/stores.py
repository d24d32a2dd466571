"""Stores that somebody has edited."""

import sqlite3
from contextlib import closing

from counterply.arena import STORE_FILE
from counterply.arena.store_file import TABLES, checksum


def edit_store(folder, change):
    """Change a store by SQL, and write down the right checksums, as somebody would who knows them."""
    with closing(sqlite3.connect(folder / STORE_FILE)) as connection, connection:
        connection.execute(change)
        for table, columns in TABLES.items() if "DROP" not in change else ():
            for values in connection.execute(f"SELECT {', '.join(columns)} FROM {table}").fetchall():
                connection.execute(f"UPDATE {table} SET checksum = ? WHERE {columns[0]} = ?", (checksum(values), values[0]))
