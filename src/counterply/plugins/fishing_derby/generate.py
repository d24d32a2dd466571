"""``counterply generate fishing_derby``: random scenarios, as files of the course's program."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Unpack

from counterply.api.generators import FilesOptions, Generated, Tell
from counterply.core.described_options import Option, described
from counterply.core.files import OwnFiles, make_folder
from counterply.core.limits import Stop


class ScenariosOptions(FilesOptions, total=False):
    """Options of new scenarios of Fishing Derby."""

    fish: Annotated[int, Option(5, "How many fish.", "N")]
    still: Annotated[bool, Option(False, "Fish that do not move.")]
    length: Annotated[int, Option(900, "Codes of each fish: plies of the game.", "N")]
    out: Annotated[str | Path, Option("scenarios", "The folder for the files.", "DIR")]


@described
def generate_scenarios(stop: Stop, tell: Tell, **options: Unpack[ScenariosOptions]) -> Generated:
    """Make scenarios of Fishing Derby.

    Examples
    --------
    >>> import counterply as cp, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = cp.generate("fishing_derby", count=2, fish=3, length=40, out=folder)
    >>> [file.name for file in made.files]
    ['fishing_derby-0.json', 'fishing_derby-1.json']
    """
    from counterply.plugins.fishing_derby.scenarios import random_scenario, write_scenario

    fish, moving, length = options["fish"], not options["still"], options["length"]
    seeds = range(options["seed"], options["seed"] + options["count"])
    made = {f"fishing_derby-{seed}.json": random_scenario(fish, seed, moving, length) for seed in seeds}
    own = OwnFiles(make_folder(options["out"]), options["force"])
    own.require(made)
    files = [own.write(name, partial(write_scenario, data)) for name, data in made.items()]
    summary = f"{len(files)} scenarios are in {options['out']}: {files[0].name} to {files[-1].name}"
    return Generated("scenarios", [{"file": str(file)} for file in files], len(files), files, True, summary)
