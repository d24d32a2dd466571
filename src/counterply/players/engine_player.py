"""The engine as a player: it deepens, proves and resists; with hidden information it searches sampled worlds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from counterply.core.aliases import Seat
from counterply.core.errors import UsageError
from counterply.core.limits import Limit
from counterply.core.machine import memory_of_machine, require_threads
from counterply.core.report import Report
from counterply.players.base import Listener
from counterply.players.search import SearchingPlayer
from counterply.search.alphabeta.engine import DEFAULT_MEMORY, require_compiled_rules
from counterply.search.alphabeta.techniques import Techniques
from counterply.search.choose import Wishes
from counterply.search.worlds import WorldSettings

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.core.position import AnyPosition


class EnginePlayer(SearchingPlayer):
    """The engine with all its techniques, each of which can be switched off; it samples worlds where something is hidden.

    Parameters
    ----------
    memory : MB of its table
    threads : how many cores think about one move; with one, the same nodes give the same move
    proof : also search for the outcome alone, which sees a won game earlier
    resist : in a lost position, look for the opponent's next mistake
    effort : the share of its time and nodes that it uses, so that equal limits make two strengths
    """

    def __init__(
        self,
        eval: str | None = None,
        memory: int = DEFAULT_MEMORY,
        techniques: Techniques = Techniques(),  # noqa: B008 - immutable
        proof: bool = True,
        resist: bool = True,
        sampling: WorldSettings = WorldSettings(),  # noqa: B008 - immutable
        weights: str | None = None,
        threads: int = 1,
        effort: float = 1.0,
    ) -> None:
        if not 0.0 < effort <= 1.0:
            raise UsageError(f"the effort of engine is above 0 and at most 1, not {effort:g}")
        most = memory_of_machine()
        if not 1 <= memory <= most:
            raise UsageError(f"the memory of engine is 1 to {most:,} MB, what this machine has, not {memory:,}")
        require_threads(threads)
        self.threads, self.effort = threads, effort
        wishes = Wishes(techniques=techniques, memory=memory, threads=threads, proof=proof, resist=resist, worlds=sampling)
        super().__init__(eval, weights, wishes)

    def choose(self, position: AnyPosition, limit: Limit, listen: Listener | None = None) -> Report:
        """Search with the share of the limit that is its effort."""
        if self.effort < 1.0:
            nodes = None if limit.nodes is None else max(1, int(limit.nodes * self.effort))
            limit = limit.scaled(self.effort).with_(nodes=nodes)
        return super().choose(position, limit, listen)

    def start(self, game: Game, seat: Seat, seed: int) -> None:
        """Forget the last game; take the search that is right for a new one."""
        require_compiled_rules(game)
        super().start(game, seat, seed)
