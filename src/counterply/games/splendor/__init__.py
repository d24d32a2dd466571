"""Splendor for two: gems buy cards, cards make later ones cheaper, points win."""

from counterply.games.splendor.evaluators import evaluators
from counterply.games.splendor.rules import game

__all__ = ["evaluators", "game"]
