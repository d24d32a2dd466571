"""The engine: principal variation search with a table, for any game that keeps the contract."""
