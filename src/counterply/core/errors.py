"""Errors that are one line to a person.

Errors in the input are kinds of `CounterplyError`; the command prints its message and leaves with exit code 2.
"""

from __future__ import annotations


class CounterplyError(Exception):
    """An unusable input; the message is one line that says what would be right."""


class GameError(CounterplyError, ValueError):
    """A game, a position, a move, an evaluator or a player that cannot be used."""


class UsageError(CounterplyError, ValueError):
    """A name, an option or a number that cannot be used."""


class StoreError(CounterplyError):
    """A run's store that cannot be read, written, or gone on with."""


class EvaluatorError(GameError):
    """An evaluator that raised or answered NaN."""
