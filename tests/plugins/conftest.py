"""One browser for the pages of all plug-ins: a second driver in the same process refuses to start."""

from board.browser import chromium

__all__ = ["chromium"]
