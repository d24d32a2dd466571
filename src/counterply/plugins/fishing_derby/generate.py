"""``counterply generate fishing_derby``: random scenarios, as files of the course's program."""

from __future__ import annotations

from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Annotated, Any, Unpack

from counterply.api.by_name import place_for
from counterply.api.generators import FilesOptions, Generated, Tell
from counterply.api.option_records import PlaceOptions
from counterply.core.described_options import Option, described
from counterply.core.files import OwnFiles, make_folder, user_path
from counterply.core.limits import Stop

SCENARIOS = "counterply.plugins.fishing_derby.generator:ScenariosWorker"
MOST_EACH = 100  # scenarios looked at for each one that is kept


class ScenariosOptions(FilesOptions, PlaceOptions, total=False):
    """Options of new scenarios of Fishing Derby."""

    fish: Annotated[int, Option(5, "How many fish.", "N")]
    still: Annotated[bool, Option(False, "Fish that do not move.")]
    length: Annotated[int, Option(900, "Codes of each fish: plies of the game.", "N")]
    winnable: Annotated[
        int | None,
        Option(
            None,
            "Keep only scenarios that one side wins, where the first search to prove it looks D plies ahead or more.",
            "D",
            least=1,
        ),
    ]
    nodes: Annotated[int, Option(1_000_000, "Nodes of that search; a scenario that needs more is dropped.", "N", least=1)]
    out: Annotated[str | Path, Option("scenarios", "The folder for the files.", "DIR")]


@described
def generate_scenarios(stop: Stop, tell: Tell, **options: Unpack[ScenariosOptions]) -> Generated:
    """Make scenarios of Fishing Derby, or those that are won.

    Examples
    --------
    >>> import counterply as cp, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = cp.generate("fishing_derby", count=2, fish=3, length=40, out=folder)
    >>> [file.name for file in made.files]
    ['fishing_derby-0.json', 'fishing_derby-1.json']
    """
    from counterply.plugins.fishing_derby.generator import generate
    from counterply.plugins.fishing_derby.scenarios import random_scenario, write_scenario

    out, least = options["out"], options["winnable"]
    made: dict[str, Any] = {name: options[name] for name in ("count", "seed", "fish", "length", "force")}
    if least is None:
        files = generate(user_path(out), moving=not options["still"], **made)
        summary = f"{len(files)} scenarios are in {out}: {files[0].name} to {files[-1].name}"
        rows = [{"file": str(file), "winner": None, "depth": None} for file in files]
        return Generated("scenarios", rows, len(files), files, True, summary)
    from counterply.work.job import Job

    def scenario(seed: int) -> dict[str, Any]:
        return random_scenario(options["fish"], seed, not options["still"], options["length"])

    looked_at, files, rows = 0, [], []
    own, most = OwnFiles(make_folder(out), options["force"]), options["count"] * MOST_EACH
    job = Job(SCENARIOS, {"nodes": options["nodes"], "least": least}, game=("fishing_derby", {}))
    with place_for(options).open(job, most, stop=stop) as work:
        for seed, found in work.with_answers(islice(count(options["seed"]), most), scenario):
            looked_at += 1
            if found is None:
                continue
            winner, depth = found
            name = f"fishing_derby-{seed}.json"
            own.require([name])
            files.append(own.write(name, partial(write_scenario, scenario(seed))))
            rows.append({"file": str(files[-1]), "winner": winner, "depth": depth})
            tell(f"{name}: {winner} wins, seen {depth} plies deep; {len(files)} of {options['count']}")
            if len(files) == options["count"]:
                break
    summary = f"{len(files)} scenarios of {looked_at} looked at are in {out}; one side wins, seen {least} plies ahead or more"
    return Generated("scenarios", rows, looked_at, files, not stop, summary)
