"""``counterply generate fishing_derby``: random scenarios, as files of the course's program."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Any, Unpack

from counterply.api.generators import FilesOptions, Generated, Tell
from counterply.core.described_options import Option, described
from counterply.core.files import OwnFiles, make_folder, user_path
from counterply.core.limits import Limit, Stop

MOST_EACH = 100  # scenarios looked at for each one that is kept


class ScenariosOptions(FilesOptions, total=False):
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
    """Make scenarios of Fishing Derby: random fish and boats, all or those that one side wins.

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
        return Generated("scenarios", [str(file) for file in files], len(files), files, True, summary)
    limit = Limit(nodes=options["nodes"], stop=stop)
    own = OwnFiles(make_folder(out), options["force"])
    files, rows, looked_at = [], list[dict[str, Any]](), 0
    while len(files) < options["count"] and looked_at < MOST_EACH * options["count"]:
        seed = options["seed"] + looked_at
        scenario = random_scenario(options["fish"], seed, not options["still"], options["length"])
        found = win_of(scenario, limit, least)
        if stop:
            break
        looked_at += 1
        if found is not None:
            name = f"fishing_derby-{seed}.json"
            own.require([name])
            files.append(own.write(name, partial(write_scenario, scenario)))
            rows.append({"file": str(files[-1]), "winner": found[0], "depth": found[1]})
            tell(f"{name}: {found[0]} wins, seen {found[1]} plies ahead; {len(files)} of {options['count']}")
    summary = f"{len(files)} scenarios of {looked_at} looked at are in {out}; one side wins, seen {least} plies ahead or more"
    return Generated("scenarios", rows, looked_at, files, not stop, summary)


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
