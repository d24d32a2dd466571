"""Knight-move Isolation: two knights leap to cells where nobody has stood yet; whoever cannot move loses."""

from counterply.games.isolation.evaluators import evaluators
from counterply.games.isolation.rules import game

__all__ = ["evaluators", "game"]
