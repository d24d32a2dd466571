"""The server and the page of the tests that drive a browser."""

from board.browser import address, open_page, servers

__all__ = ["address", "open_page", "servers"]
