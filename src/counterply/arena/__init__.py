"""Games between players: openings, matches, tournaments, their statistics, their store and their report."""

STORE_FILE = "games.sqlite"  # in the folder of a stored run; here, so that the board finds it without NumPy
