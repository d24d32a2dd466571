"""The board in the browser: a server that knows no games, a process for the rules, processes for searches, and the page.

    page (static/)  <- one WebSocket ->  server  <- lines of JSON ->  rules, searching

The server imports neither NumPy nor Numba: it answers at once, also while others compile or search.
"""
