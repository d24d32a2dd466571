"""Studies of a game: how good its evaluators are, the value of each technique of the search, and the game's character."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Unpack

from counterply.api.by_name import (
    AGame,
    AnEvaluator,
    APlayer,
    evaluator_name,
    game_of,
    place_for,
    player_text,
)
from counterply.api.games import SOLVING, parse_solving
from counterply.api.option_records import (
    EVALUATOR,
    TELLING,
    GameOptions,
    MoveLimits,
    PlaceOptions,
    WorkOptions,
    limit_of,
    reference_of,
)
from counterply.core.arguments import checked
from counterply.core.described_options import Option, described
from counterply.core.errors import GameError, UsageError
from counterply.core.files import user_path
from counterply.core.game_sources import only_here, reference
from counterply.core.interruptible import interruptible
from counterply.core.limits import Stop
from counterply.usercode.trust import checked_evaluator, checked_game

if TYPE_CHECKING:
    from counterply.plugins.studies.ablation import Ablation
    from counterply.plugins.studies.accuracy import Accuracy
    from counterply.plugins.studies.portrait.measure import Portrait


STUDY_SEED = Option(0, "Decides the positions, the openings and all choices.", "S")


def parse_phases(text: str) -> list[int]:
    """Return the plies at which phases begin, besides 0; nothing for thirds.

    >>> parse_phases("8,20"), parse_phases("thirds")
    ([8, 20], [])
    """
    if text == "thirds":
        return []
    words = text.split(",")
    bounds = [int(word) for word in words if word.isdigit()]
    if len(bounds) < len(words) or bounds != sorted(set(bounds)) or not bounds[0]:
        raise UsageError(f"--phases is thirds, or plies above 0 in ascending order such as 8,20, not {text!r}")
    return bounds


class AccuracyOptions(PlaceOptions, total=False):
    """Options of how well evaluators predict who wins."""

    player: Annotated[APlayer, Option("engine", "Who plays both sides of those games.", "PLAYER")]
    games: Annotated[int, Option(60, "Games to take the positions from.", "N", least=1)]
    nodes: Annotated[int, Option(100_000, "Nodes to prove a position, and to search it deeply.", "N", least=1)]
    examples: Annotated[int, Option(2, "Counter-examples of each evaluator; 0: none.", "N", least=0)]
    phases: Annotated[
        Sequence[int],
        Option(
            (),
            "Thirds of each game, or the plies at which phases begin, besides 0.",
            "thirds|P,Q",
            (),
            parse_phases,
            "thirds",
        ),
    ]
    within: Annotated[int, Option(4, "Plies in which the other side wins a counter-example.", "N", least=1)]
    seed: Annotated[int, STUDY_SEED]
    progress: Annotated[Callable[[str], None] | None, TELLING]


class AblateOptions(MoveLimits, GameOptions, WorkOptions, total=False):
    """Options of a ladder of techniques."""

    eval: Annotated[AnEvaluator, EVALUATOR]
    budget: Annotated[int | None, Option(None, "Most nodes of one search to the fixed depth; beyond it: -", "N", least=1)]
    positions: Annotated[int, Option(10, "Random openings on which nodes and depth are measured.", "N", least=1)]
    games: Annotated[int, Option(40, "Games against the rung before; even; 0: none.", "N", least=0)]
    solving: Annotated[float | None, Option(2.0, SOLVING, "TIME|off", ("--solve",), parse_solving, "2s")]
    seed: Annotated[int, STUDY_SEED]


class PortraitOptions(GameOptions, WorkOptions, total=False):
    """Options of a portrait."""

    eval: Annotated[AnEvaluator, EVALUATOR]
    nodes: Annotated[
        int, Option(400, "Nodes of each move of the strongest player; the others have a half and a quarter of them.", "N", least=1)
    ]
    games: Annotated[int, Option(20, "Games of each pair of strengths; even.", "N")]
    proof: Annotated[float, Option(10.0, "Time for proofs, smaller boards included; 0: none.", "SECONDS", least=0)]
    seed: Annotated[int, STUDY_SEED]
    out: Annotated[
        str | Path | None, Option(None, "A folder for the games and portrait.html; the same run again continues there.", "DIR")
    ]
    force: Annotated[
        bool, Option(False, "Go on though game or evaluator have changed since; replace a page that was not written here.")
    ]


@described
def accuracy(game: AGame, evaluators: Sequence[AnEvaluator] = (), **options: Unpack[AccuracyOptions]) -> Accuracy:
    """Measure how well evaluators predict who wins, by phase, with counter-examples; Ctrl-C keeps the measurements so far.

    Parameters
    ----------
    evaluators : as for `evaluator`; none are all of the game's

    Raises
    ------
    UsageError
        for a name, a number or a kind of game that this cannot be measured with

    Examples
    --------
    >>> import counterply as cp
    >>> measured = cp.accuracy("isolation", ["territory"], games=2, nodes=200, examples=0)
    >>> [row.phase for row in measured.evaluators[0].phases]
    ['first third', 'second third', 'last third', 'all']
    """
    from counterply.plugins.studies.accuracy import AccuracySettings, measure_accuracy

    made, stop = game_of(game), Stop()
    chosen = [checked_evaluator(evaluator_name(name), made) for name in evaluators] or list(made.evaluators)
    if not chosen:
        raise GameError(f"{made.name} has no evaluator of its own: name one, FILE.py:NAME")
    settings = AccuracySettings(
        player_text(options["player"]),
        options["games"],
        options["nodes"],
        options["phases"],
        options["seed"],
        options["examples"],
        options["within"],
    )
    place = place_for(options, reference(made)[0], settings.player)
    return interruptible(lambda: measure_accuracy(made, chosen, settings, stop, options["progress"], place), stop)[0]


@described
def ablate(game: AGame, **options: Unpack[AblateOptions]) -> Ablation:
    """Measure the value of each technique of the search, from plain minimax on; Ctrl-C keeps the measurements so far.

    The players have `eval`. Nodes and CPU time are counted to `depth`, by default the deepest that minimax reaches within `budget`;
    each move of a game takes 20 ms if nothing is said.

    Raises
    ------
    UsageError
        for a name, a number or a kind of game that this cannot be measured with

    Examples
    --------
    >>> import counterply as cp
    >>> study = cp.ablate("tic_tac_toe", nodes=60, depth=3, positions=2, games=0)
    >>> [row.rung.name for row in study.rungs][:3]
    ['plain minimax', '+ alpha-beta', '+ deepening']
    """
    from counterply.api.notebook import bar_here
    from counterply.arena.solver import OpeningSolver
    from counterply.arena.variants import Games
    from counterply.plugins.studies.ablation import new_ablation, play_all, search_all

    games = options["games"]
    if games % 2:
        raise UsageError(f"games is even (each opening is played from both sides), or 0, not {games}")
    source, of_game = reference_of(game, options["options"])
    of_pair, name = Games(source, of_game, options["seed"]), evaluator_name(options["eval"])
    limit = limit_of({**options, "depth": None})  # `depth` is that of the counts
    study = new_ablation(
        of_pair,
        limit,
        name,
        depth=options["depth"],
        budget=options["budget"],
        positions=options["positions"],
        seed=options["seed"],
    )
    listen = options["progress"] or bar_here()
    place = place_for(options, source, name or "")
    search_all(study, place, listen)
    solver = None if options["solving"] is None else OpeningSolver(options["solving"])
    play_all(study, games, place, listen, solver)
    return study


@described
def portrait(game: AGame, **options: Unpack[PortraitOptions]) -> Portrait:
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
    from counterply.plugins.studies.portrait.measure import Portrait, PortraitSettings, measure
    from counterply.plugins.studies.portrait.page import write_page

    source, of_game = reference_of(game, options["options"])
    name = evaluator_name(options["eval"])
    if only_here(source, name or ""):
        raise UsageError("a portrait keeps its games, which needs the game and its evaluators in files")
    settings = PortraitSettings(source, of_game, name, options["nodes"], options["games"], options["seed"], options["proof"])
    opened = checked_game(source, of_game)
    made = Portrait(settings, opened, user_path(options["out"] or f"{opened.name}-portrait"))
    measure(made, place_for(options, source, name or ""), options["progress"] or bar_here(), options["force"])
    write_page(made, options["force"])
    return made


@checked
def bench(games: Sequence[str] = ()) -> dict[str, Any]:
    """Measure the search's speed and its signature: one node count over a fixed list of positions, the same on every machine.

    Ctrl-C keeps the games that were measured; `finished` is False then.

    Parameters
    ----------
    games : which ones; none are all, and only all have a signature to compare
    """
    from counterply.plugins.studies.bench import bench as measure

    stop = Stop()
    document: dict[str, Any] = {"signature": None, "games": {}}
    _, interrupted = interruptible(lambda: measure(list(games) or None, stop, document), stop, lambda: document)
    return {**document, "finished": not interrupted}
