"""``counterply generate gomoku``: balanced openings, as a file."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import islice, repeat
from pathlib import Path
from typing import Annotated, Any, Unpack

from counterply.api.by_name import place_for
from counterply.api.generators import Generated, SeedOption, Tell
from counterply.api.option_records import PlaceOptions
from counterply.core.described_options import Option, described
from counterply.core.files import require_place, write_text
from counterply.core.limits import Stop
from counterply.usercode.loading import load_game
from counterply.usercode.names import split_name

OPENINGS = "counterply.plugins.gomoku.generator:OpeningsWorker"


class OpeningsOptions(SeedOption, PlaceOptions, total=False):
    """Options of new openings of gomoku."""

    count: Annotated[int, Option(300, "How many openings.", "N", least=1)]
    pool: Annotated[int, Option(8, "Openings looked at for each one that is kept.", "N", least=1)]
    nodes: Annotated[int, Option(100_000, "Nodes to judge each opening.", "N", least=1)]
    player: Annotated[str, Option("engine", "Who judges: its score nearest to 0 is best.", "PLAYER")]
    options: Annotated[Mapping[str, str] | None, Option(None, "Options of the game.", command=False)]
    out: Annotated[str | Path, Option("openings.txt", "The file.", "FILE")]


@described
def generate_openings(stop: Stop, tell: Tell, **options: Unpack[OpeningsOptions]) -> Generated:
    """Make balanced openings of gomoku.

    A few stones near the centre that an engine finds even, no two the same up to symmetry.
    """
    from counterply.plugins.gomoku.generator import random_opening
    from counterply.plugins.studies.generation import distinct
    from counterply.work.job import Job

    count, pool, nodes, out = options["count"], options["pool"], options["nodes"], options["out"]
    seed, player = options["seed"], options["player"]
    file = require_place(out)
    of_game = dict(options["options"] or {})
    game: Any = load_game("gomoku", of_game)
    chance, looked_at = random.Random(seed), 0
    scores: dict[str, float] = {}
    candidates = islice(distinct(random_opening(game, chance) for _ in repeat(None)), count * pool)
    given = {"options": of_game, "player": player, "nodes": nodes, "seed": seed}
    job = Job(OPENINGS, given, (split_name(player),), ("gomoku", of_game))
    with place_for(options, player).open(job, count * pool, stop=stop) as work:
        for position, score in work.with_answers(candidates, lambda each: list(each.history)):
            looked_at += 1
            if score is not None:
                scores[game.formats["pos"](position, "", "")] = score
            if looked_at % count == 0:
                tell(f"{looked_at} of {count * pool} looked at")
    best = sorted(scores, key=lambda moves: (abs(scores[moves]), moves))[:count]
    worst = max((abs(scores[moves]) for moves in best), default=0.0)
    header = (
        f"# {len(best)} openings of {game.full_name}: stones as in h8i9, Black first; none twice, symmetry aside.\n"
        f"# Of {looked_at} at random (seed {seed}), those that {player} with {nodes} nodes scores nearest 0,"
        f" {worst:g} at most.\n"
    )
    rows = [{"moves": moves, "score": scores[moves]} for moves in best]
    summary = f"{len(best)} openings of {looked_at} looked at are in {out}; the largest score is {worst:g}"
    if stop and file.exists():  # what was whole would be replaced by a part
        summary = f"stopped; {out} stays as it was"
    else:
        write_text(out, header + "".join(f"{moves}\n" for moves in sorted(best)))
    return Generated("openings", rows, looked_at, [file], not stop, summary)
