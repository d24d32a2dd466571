"""The verb portrait, which describes a game's character."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Unpack

from counterply.api.named import AGame, AnEvaluator, evaluator_name, workers_for
from counterply.api.options import EVALUATOR, OfGame, Watched, reference_of
from counterply.api.stored import Replacing
from counterply.api.studies import STUDY_SEED
from counterply.core.errors import UsageError
from counterply.core.files import user_path
from counterply.core.options import Option, complete, described
from counterply.core.sources import only_here
from counterply.usercode.trust import checked_game

if TYPE_CHECKING:
    from counterply.study.portrait.measure import Portrait


class Portrayed(OfGame, Watched, Replacing, total=False):
    """Options of a portrait."""

    eval: Annotated[AnEvaluator, EVALUATOR]
    nodes: Annotated[
        int, Option(400, "Of each move of the strongest player; the others have a half and a quarter of them.", "N", least=1)
    ]
    games: Annotated[int, Option(20, "Of each pair of strengths; even.", "N")]
    proof: Annotated[float, Option(10.0, "For proofs, smaller boards included; 0: none.", "SECONDS", least=0)]
    seed: Annotated[int, STUDY_SEED]
    out: Annotated[str | Path | None, Option(None, "Of the games and portrait.html; the same again goes on there.", "DIR")]


@described
def portrait(game: AGame, **options: Unpack[Portrayed]) -> Portrait:
    """Describe a game's character, from self-play at three strengths and from proofs; Ctrl-C keeps the finished games.

    Raises
    ------
    UsageError
        for a name or a number that this cannot be made from

    Examples
    --------
    >>> import counterply as cp, tempfile
    >>> made = cp.portrait("tic_tac_toe", nodes=50, games=2, proof=0, workers=1, out=tempfile.mkdtemp())
    >>> [finding.name for finding in made.findings][:3]
    ['fair', 'ends', 'draws']
    """
    from counterply.api.notebook import bar_here
    from counterply.study.portrait.measure import Portrait, PortraitSettings, measure
    from counterply.study.portrait.page import write_page

    options = complete(Portrayed, options)
    source, of_game = reference_of(game, options["options"])
    name = evaluator_name(options["eval"])
    if only_here(source, name or ""):
        raise UsageError("a portrait keeps its games, which needs the game and its evaluators in files")
    settings = PortraitSettings(source, of_game, name, options["nodes"], options["games"], options["seed"], options["proof"])
    opened = checked_game(source, of_game)
    made = Portrait(settings, opened, user_path(options["out"] or f"{opened.name}-portrait"))
    measure(made, workers_for(options["workers"], source, name or ""), options["progress"] or bar_here())
    write_page(made, options["force"])
    return made
