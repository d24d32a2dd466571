"""Studies of a game: how good its evaluators are, and the value of each technique of the search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, TypedDict, Unpack

from counterply.api.named import (
    AGame,
    AnEvaluator,
    APlayer,
    evaluator_name,
    game_of,
    player_text,
    workers_for,
)
from counterply.api.options import EVALUATOR, TELLING, EachMove, OfGame, Watched, limit_of, reference_of
from counterply.core.errors import GameError, UsageError
from counterply.core.limits import Stop
from counterply.core.options import Option, complete, described
from counterply.core.threads import interruptible
from counterply.usercode.trust import checked_evaluator

if TYPE_CHECKING:
    from counterply.study.ablation import Ablation
    from counterply.study.accuracy import Accuracy


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


class Judging(TypedDict, total=False):
    """Options of how well evaluators predict who wins."""

    player: Annotated[APlayer, Option("engine", "Who plays the games that the positions are from, both sides.", "PLAYER")]
    games: Annotated[int, Option(60, "Games that the positions are from.", "N", least=1)]
    nodes: Annotated[int, Option(100_000, "To prove a position, and to search it deeply.", "N", least=1)]
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


class Ablated(EachMove, OfGame, Watched, total=False):
    """Options of a ladder of techniques."""

    eval: Annotated[AnEvaluator, EVALUATOR]
    budget: Annotated[int | None, Option(None, "Most nodes of one search to the fixed depth; beyond it: -", "N", least=1)]
    positions: Annotated[int, Option(10, "Random openings that nodes and depth are of.", "N", least=1)]
    games: Annotated[int, Option(40, "Against the rung before; even; 0: none.", "N", least=0)]
    seed: Annotated[int, STUDY_SEED]


@described
def accuracy(game: AGame, evaluators: Sequence[AnEvaluator] = (), **options: Unpack[Judging]) -> Accuracy:
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
    from counterply.study.accuracy import AccuracySettings, measure_accuracy

    options = complete(Judging, options)
    made, stop = game_of(game), Stop()
    chosen = [checked_evaluator(evaluator_name(name), made) for name in evaluators] or list(made.evaluators)
    if not chosen:
        raise GameError(f"{made.name} has no evaluator of its own: name one, FILE.py:NAME")
    settings = AccuracySettings(
        player_text(options["player"], {}),
        options["games"],
        options["nodes"],
        options["examples"],
        options["phases"],
        options["within"],
        options["seed"],
    )
    return interruptible(lambda: measure_accuracy(made, chosen, settings, stop, options["progress"]), stop)[0]


@described
def ablate(game: AGame, **options: Unpack[Ablated]) -> Ablation:
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
    from counterply.arena.variants import Games
    from counterply.study.ablation import new_ablation, play_all, search_all

    options = complete(Ablated, options)
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
    search_all(study, listen)
    play_all(study, games, workers_for(options["workers"], source, name or ""), listen)
    return study
