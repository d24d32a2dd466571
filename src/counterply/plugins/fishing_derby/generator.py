"""Random scenarios of Fishing Derby, as files of the course's program."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from counterply.core.errors import UsageError
from counterply.core.files import OwnFiles, make_folder
from counterply.core.limits import Limit, Stop
from counterply.plugins.fishing_derby.scenarios import DEFAULT_LENGTH, random_scenario, write_scenario


def generate(
    out: Path,
    *,
    count: int = 1,
    seed: int = 0,
    fish: int = 5,
    moving: bool = True,
    length: int = DEFAULT_LENGTH,
    force: bool = False,
) -> list[Path]:
    """Write `count` random scenarios into the folder `out`, with the seeds from `seed` on, and return the files.

    For one scenario `out` may also be the file itself, ``NAME.json``.

    Parameters
    ----------
    fish, moving, length : see `random_scenario`
    force : replace files of the same names in the folder that were not made here
    """
    if count < 1:
        raise UsageError(f"count is 1 or more, not {count}")
    if count > 1 and out.suffix == ".json":
        raise UsageError(f"{count} scenarios go into a folder, not into the file {out}")
    if out.suffix == ".json":
        write_scenario(random_scenario(fish, seed, moving, length), out)
        return [out]
    made = [random_scenario(fish, seed + index, moving, length) for index in range(count)]
    own, names = OwnFiles(make_folder(out), force), [f"fishing_derby-{seed + index}.json" for index in range(count)]
    own.require(names)
    return [own.write(name, partial(write_scenario, data)) for name, data in zip(names, made, strict=True)]


class ScenariosWorker:
    """Finds out who wins scenarios."""

    def __init__(self, given: dict[str, int], stop: Stop) -> None:
        self._limit, self._least = Limit(nodes=given["nodes"], stop=stop), given["least"]

    def do(self, piece: dict[str, Any]) -> tuple[str, int] | None:
        """Return who wins a scenario, and the depth of the search that proves it; None where it is not to be kept."""
        return win_of(piece, self._limit, self._least)

    def close(self) -> None:
        """Nothing is left open."""


def win_of(scenario: dict[str, Any], limit: Limit, least: int) -> tuple[str, int] | None:
    """Return who wins a scenario, and the depth of the first search that proves it; None for a draw, or where it is less deep."""
    from counterply.plugins.fishing_derby.game import game_of
    from counterply.plugins.fishing_derby.text import COLOURS
    from counterply.search.choose import search_for
    from counterply.search.request import SearchRequest

    position = game_of(scenario).start()
    *_, report = search_for(position.game).deepen(SearchRequest(position, limit))
    if not report.proven or not report.score or report.depth < least:
        return None
    ahead = position.turn if report.score > 0 else 1 - position.turn
    return COLOURS[ahead], report.depth
