"""Kaggle's ConnectX and tic-tac-toe: agents ``(observation, configuration)``, which play and are not judged."""

from __future__ import annotations

from counterply.plugins.dialects.dialect import Dialect


class Kaggle(Dialect):
    """The competition's interface."""

    plays = "counterply.plugins.dialects.small_guests:kaggle"


DIALECT = Kaggle()
