"""The server, the browser and the page of the tests that drive one."""

from board.browser import address, chromium, open_page, servers

__all__ = ["address", "chromium", "open_page", "servers"]
