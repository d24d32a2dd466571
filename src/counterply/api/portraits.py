"""The verb portrait, which says what kind of game it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from counterply.api.named import AGame, AnEvaluator, evaluator_name, game_of, workers_for
from counterply.core.errors import UsageError
from counterply.core.sources import only_here, reference
from counterply.usercode.trust import checked_game

if TYPE_CHECKING:
    from counterply.arena.tournament import Progress
    from counterply.study.portrait.measure import Portrait, PortraitSettings


def new_portrait(settings: PortraitSettings, out: str | Path | None) -> Portrait:
    """Return a portrait of which nothing is known yet; its folder is `out`, or is named after the game."""
    from counterply.study.portrait.measure import Portrait

    if settings.games < 2 or settings.games % 2:
        raise UsageError(f"the number of games must be even and at least 2, not {settings.games}")
    game = checked_game(settings.game, settings.options)
    folder = Path(f"{game.name}-portrait" if out is None else out)
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is a file; --out names a folder")
    folder.mkdir(parents=True, exist_ok=True)
    return Portrait(settings, game, folder)


def portrait(
    game: AGame,
    *,
    eval: AnEvaluator = None,
    nodes: int = 400,
    games: int = 20,
    proof: float = 10.0,
    seed: int = 0,
    out: str | Path | None = None,
    workers: int | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Portrait:
    """Find out what kind of game it is, from self-play at three strengths and from proofs; Ctrl-C keeps what is done.

    Parameters
    ----------
    eval : of all players, as for `evaluator`
    nodes : of each move of the strongest player; the others have a half and a quarter of them
    games : of each pair of strengths; even
    proof : seconds for proofs, of smaller boards too; 0: none
    seed : decides openings and ties
    out : the folder of the games and of ``portrait.html``; the same call goes on there
    workers, progress : as for `match`

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
    from counterply.study.portrait.measure import PortraitSettings, measure
    from counterply.study.portrait.page import write_page

    source, options = reference(game_of(game))
    name = evaluator_name(eval)
    if only_here(source, name or ""):
        raise UsageError("a portrait keeps its games, which needs the game and its evaluators in files")
    made = new_portrait(PortraitSettings(source, options, name, nodes, games, seed, proof), out)
    measure(made, workers_for(workers, source, name or ""), progress or bar_here())
    write_page(made)
    return made
