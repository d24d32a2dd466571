"""The engine as a player: it deepens, proves and resists; where somebody does not see everything it searches sampled worlds."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

from counterply.core.errors import UsageError
from counterply.players.searching import SearchingPlayer
from counterply.search.alphabeta.engine import DEFAULT_MEMORY, Techniques
from counterply.search.choose import Wishes
from counterply.search.worlds import Answer, Chance, WorldSettings, require_compiled_rules

MEGABYTE = 1 << 20
UNKNOWN_MEMORY = 1 << 20  # MB, where the system does not tell: far more than any machine has today


def memory_of_machine() -> int:
    """Return how many MB of memory this machine has, where the system tells."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // MEGABYTE
    except (AttributeError, ValueError, OSError):
        return UNKNOWN_MEMORY


class EnginePlayer(SearchingPlayer):
    """The engine with all its techniques, each of which can be switched off; it samples worlds where something is hidden.

    Parameters
    ----------
    worlds : how many worlds are sampled where something is hidden; None: one with the simple model of chance, else eight
    answer : of several worlds: the best 'mean' of the values, or a cheaper 'vote' for the move best in most of them
    chance : 'outcomes', every outcome of a chance turn or a sample of many; 'still', the game's simple model: nothing new comes;
        None: 'still' where the game has such a model
    samples : outcomes that are looked at where there are more than 21
    star : cut chance nodes early
    reductions : search late moves one ply less deep first; None: where something is hidden or left to chance
    """

    def __init__(
        self,
        eval: str | None = None,
        memory: int = DEFAULT_MEMORY,
        table: bool = True,
        pvs: bool = True,
        aspiration: bool = True,
        killers: bool = True,
        history: bool = True,
        hint: bool = True,
        sound: bool = True,
        future: bool = True,
        distance: bool = True,
        reductions: bool | None = None,
        extensions: bool = True,
        quiescence: bool = True,
        forcing: bool = True,
        static: bool = True,
        late: bool = True,
        pruning: bool = True,
        proof: bool = True,
        resist: bool = True,
        worlds: int | None = None,
        answer: Answer = "mean",
        chance: Chance | None = None,
        samples: int = 4,
        star: bool = True,
        weights: str | None = None,
    ) -> None:
        most = memory_of_machine()
        if not 1 <= memory <= most:
            raise UsageError(f"the memory of engine is 1 to {most:,} MB, what this machine has, not {memory:,}")
        self._reductions = reductions
        techniques = Techniques(
            table=table,
            pvs=pvs,
            aspiration=aspiration,
            killers=killers,
            history=history,
            hint=hint,
            sound=sound,
            future=future,
            distance=distance,
            extensions=extensions,
            quiescence=quiescence,
            forcing=forcing,
            static=static,
            late=late,
            pruning=pruning,
        )
        settings = WorldSettings(worlds=worlds, answer=answer, chance=chance, samples=samples, star=star)
        wishes = Wishes(techniques=techniques, memory=memory, proof=proof, resist=resist, worlds=settings)
        super().__init__(eval, weights, wishes)

    def start(self, game: Any, seat: int, seed: int) -> None:
        """Forget the last game; take the search that is right for a new one."""
        require_compiled_rules(game)
        sampled = game.chance or game.hidden
        reductions = sampled if self._reductions is None else self._reductions
        assert self.wishes.techniques is not None
        self.wishes = replace(self.wishes, techniques=replace(self.wishes.techniques, reductions=reductions))
        super().start(game, seat, seed)
