"""Random scenarios of Fishing Derby, as files of the course's program."""

from __future__ import annotations

from pathlib import Path

from counterply.core.errors import UsageError
from counterply.games.fishing_derby.scenarios import DEFAULT_LENGTH, random_scenario, write_scenario


def generate(
    out: Path, *, count: int = 1, seed: int = 0, fish: int = 5, moving: bool = True, length: int = DEFAULT_LENGTH
) -> list[Path]:
    """Write `count` random scenarios into the folder `out`, with the seeds from `seed` on, and return the files.

    For one scenario `out` may also be the file itself, ``NAME.json``.

    Parameters
    ----------
    fish, moving, length : see `random_scenario`
    """
    if count < 1:
        raise UsageError(f"count is 1 or more, not {count}")
    if count > 1 and out.suffix == ".json":
        raise UsageError(f"{count} scenarios go into a folder, not into the file {out}")
    files = [out] if out.suffix == ".json" else [out / f"fishing_derby-{seed + index}.json" for index in range(count)]
    for index, file in enumerate(files):
        write_scenario(random_scenario(fish, seed + index, moving, length), file)
    return files
