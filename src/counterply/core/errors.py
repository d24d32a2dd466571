"""Errors that are one line to a person."""

from __future__ import annotations


class GameError(ValueError):
    """A game, a position or a move that cannot be used; the message is one line that says what would be right."""


class UsageError(GameError):
    """Something that a person typed and that cannot be used; the message is one line."""
