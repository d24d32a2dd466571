"""OpenSpiel's bots as players: ``openspiel:bot=mcts,simulations=1000``. OpenSpiel itself is imported when one is made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from counterply.core.errors import GameError, UsageError
from counterply.core.limits import Limit
from counterply.core.machine import extra
from counterply.core.report import Report
from counterply.core.users_text import positive
from counterply.players.base import BasePlayer, Listener

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

EXPLORATION = 1.4142135623730951  # UCT's constant, the square root of two: Kocsis and Szepesvari 2006
MEMORY_MB = 200  # of the tree
SEED_BITS = 31  # the width of OpenSpiel's seeds


class OpenSpielPlayer(BasePlayer):
    """A bot of OpenSpiel.

    It plays OpenSpiel's games (``openspiel:NAME``) and those of ours that OpenSpiel has too. OpenSpiel's bots know no time limit.

    Parameters
    ----------
    bot : 'mcts', or the name of a bot that OpenSpiel has registered, such as 'uniform_random'
    simulations : of 'mcts', for each move
    """

    notes = ("OpenSpiel's bots know no time limit",)

    def __init__(self, bot: str = "mcts", simulations: int = 1000) -> None:
        pyspiel = extra("pyspiel", "openspiel", "OpenSpiel")
        known = ["mcts", *pyspiel.registered_bots()]
        if bot not in known:
            raise UsageError(f"OpenSpiel has no bot {bot!r} (known: {', '.join(known)})")
        self.bot = bot
        self.simulations = positive(simulations, "simulations")
        self._made: Any = None
        self._bridge: Any = None

    def start(self, game: Any, seat: int, seed: int) -> None:
        """Make the bot for a game."""
        from counterply.plugins.bridges.openspiel import bridge, their_game

        self._bridge = bridge(their_game(game))
        self._made = _bot(self._bridge.theirs, self.bot, self.simulations, seat, seed % 2**SEED_BITS)

    def choose(self, position: AnyPosition, limit: Limit, listen: Listener | None = None) -> Report:
        """Ask the bot."""
        assert self._bridge is not None
        state = self._bridge.theirs.new_initial_state()
        before = position.origin
        if before.ply or str(before) != str(position.game.start()):
            raise GameError("OpenSpiel's bots play from the start of a game")
        for move in position.history:
            state.apply_action(self._bridge.action(before, move))
            before = before.after(move)
        action = self._made.step(state)
        after = self._bridge.after(position, action)
        return Report(after.history[-1], simulations=self.simulations if self.bot == "mcts" else 0)


def _bot(game: Any, name: str, simulations: int, seat: int, seed: int) -> Any:
    """Return a bot of OpenSpiel."""
    pyspiel = extra("pyspiel", "openspiel", "OpenSpiel")
    if name != "mcts":
        return pyspiel.load_bot(name, game, seat, {"seed": seed} if name == "uniform_random" else {})
    if game.get_type().short_name.startswith("python_"):  # the compiled search crashes on games in Python (2.0.2)
        import numpy as np
        from open_spiel.python.algorithms import mcts

        random = np.random.RandomState(seed)
        return mcts.MCTSBot(game, EXPLORATION, simulations, mcts.RandomRolloutEvaluator(1, random), solve=True, random_state=random)
    return pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, seed), EXPLORATION, simulations, MEMORY_MB, True, seed, False)
