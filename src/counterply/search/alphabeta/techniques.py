"""The techniques of the engine's search: named here, and nowhere else."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Techniques:
    """The techniques of the engine; each can be switched off, to measure its value.

    Kernels read them as a record of bytes, ``context["use"]``.

    Attributes
    ----------
    table : remember positions
    pvs : search all moves but the first with an empty window
    killers : try first the moves that cut at the same ply
    history : try first the moves that cut anywhere
    hint : try first, or only, the game's candidates
    sound : believe the game's sound hints: outcomes decided early, replies that are required, margins out of reach
    future : where the margin is the objective, points already won do not keep positions apart in the table
    distance : tell short wins from long ones; without it a win is a win
    reductions : search late moves less deep first, by depth and number; None: where something is hidden or left to chance
    extensions : a forced move costs no depth, except where dice are rolled
    quiescence : resolve the game's noisy moves before evaluating
    forcing : look for wins by noisy moves alone, where the game also says which answers they leave
    static : end nodes whose value is far outside the window, where the evaluator declares its `swing`
    late : leave out late moves, and reduce the others and nodes that the table has no move for, where the game's hint cuts
    pruning : alpha-beta at all; without it the engine is minimax, and all techniques that rest on windows are off too
    """

    table: bool = True
    pvs: bool = True
    killers: bool = True
    history: bool = True
    hint: bool = True
    sound: bool = True
    future: bool = True
    distance: bool = True
    reductions: bool | None = None
    extensions: bool = True
    quiescence: bool = True
    forcing: bool = True
    static: bool = True
    late: bool = True
    pruning: bool = True

    def only(self, *names: str) -> Techniques:
        """Return these techniques with all but `names` switched off."""
        return Techniques(**{field.name: field.name in names and getattr(self, field.name) for field in fields(self)})

    @property
    def off(self) -> str:
        """The techniques that are off, as options of the player `engine`, such as ``table=off,pvs=off``."""
        return ",".join(f"{field.name}=off" for field in fields(self) if getattr(self, field.name) is False)

    def consistent(self) -> Techniques:
        """Return these techniques without those that rest on one that is off."""
        return self if self.pruning else replace(self, table=False, pvs=False, static=False, late=False)

    def read_memo(self, game: Any) -> bool:
        """Tell whether these techniques use a hint that reads the game's memo."""
        used = (name for name, techniques in READERS.items() if any(getattr(self, technique) for technique in techniques))
        return bool(game.reads_memo(*used))

    def write(self, use: np.void) -> None:
        """Write the techniques into a record of type `USE`, in place."""
        for field in fields(self):
            use[field.name] = bool(getattr(self, field.name))


READERS = {  # the hints, and the techniques that ask for each
    "decided": ("sound", "forcing"),
    "required": ("sound", "forcing"),
    "candidates": ("hint",),
    "noisy_moves": ("quiescence", "forcing"),
}
USE = np.dtype([(field.name, np.uint8) for field in fields(Techniques)])
MINIMAX_ONLY = Techniques().only("distance")
ALPHABETA_ONLY = Techniques().only("distance", "pruning")


def timing(game: Any) -> Techniques:
    """Return the techniques of a search that sees a win in n plies of `game` at depth n, and not earlier."""
    return Techniques(
        killers=False,
        hint=not game.cuts,
        sound=False,
        extensions=False,
        quiescence=False,
        forcing=False,
        static=False,
        late=False,
    )
