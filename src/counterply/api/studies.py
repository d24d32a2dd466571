"""Studies of a game: how good its evaluators are, and what each technique of the search is worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from counterply.api.named import (
    AGame,
    AnEvaluator,
    APlayer,
    evaluator_name,
    game_of,
    player_text,
    workers_for,
)
from counterply.core.errors import GameError, UsageError
from counterply.core.limits import Limit, Stop
from counterply.core.sources import reference
from counterply.core.threads import interruptible
from counterply.core.words import positive
from counterply.usercode.trust import checked_evaluator

if TYPE_CHECKING:
    from counterply.arena.tournament import Progress
    from counterply.study.ablation import Ablation
    from counterply.study.accuracy import Accuracy


def accuracy(
    game: AGame,
    evaluators: Sequence[AnEvaluator] = (),
    *,
    player: APlayer = "engine",
    games: int = 60,
    nodes: int = 100_000,
    examples: int = 2,
    phases: Sequence[int] = (),
    within: int = 4,
    seed: int = 0,
    progress: Callable[[str], None] | None = None,
) -> Accuracy:
    """Measure how well evaluators predict who wins, by phase, with counter-examples; Ctrl-C keeps what is measured.

    Parameters
    ----------
    evaluators : as for `evaluator`; none are all of the game's
    player : who plays the games that the positions are from, both sides
    nodes : to prove a position, and to search it deeply
    examples : counter-examples wanted of each evaluator
    phases : the plies at which phases begin, besides 0; none are thirds of each game
    within : plies in which the other side wins a counter-example
    seed : decides the games
    progress : called with a line of text now and then

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
    from counterply.study.accuracy import measure_accuracy

    made, stop = game_of(game), Stop()
    chosen = [checked_evaluator(evaluator_name(name), made) for name in evaluators] or list(made.evaluators)
    if not chosen:
        raise GameError(f"{made.name} has no evaluator of its own: name one, FILE.py:NAME")
    settings: dict[str, Any] = {
        "player": player_text(player, {}),
        "games": positive(games, "games"),
        "nodes": positive(nodes, "nodes"),
        "examples": examples,
        "phases": phases,
        "within": positive(within, "within"),
        "seed": seed,
    }
    return interruptible(lambda: measure_accuracy(made, chosen, **settings, stop=stop, progress=progress), stop)[0]


def ablate(
    game: AGame,
    *,
    eval: AnEvaluator = None,
    depth: int | None = None,
    budget: int | None = None,
    positions: int = 10,
    games: int = 40,
    seconds: float | None = None,
    nodes: int | None = None,
    limit: Limit | None = None,
    seed: int = 0,
    workers: int | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Ablation:
    """Measure what each technique of the search is worth, from plain minimax on; Ctrl-C keeps what is measured.

    Parameters
    ----------
    eval : of all players, as for `evaluator`
    depth : to which nodes and CPU time are counted; by default the deepest that minimax reaches within `budget`
    budget : most nodes of one search to that depth
    positions : how many random openings the searches are measured on
    games : between each player and the one before; even, or 0
    seconds, nodes, limit : of each move; 20 ms if nothing is said
    seed : decides the positions, the openings and all choices
    workers, progress : as for `match`

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

    if games < 0 or games % 2:
        raise UsageError(f"games is even (each opening is played from both sides), or 0, not {games}")
    source, options = reference(game_of(game))
    of_pair, name = Games(source, options, seed), evaluator_name(eval)
    limit = limit or Limit(seconds=seconds, nodes=nodes)
    places = positive(positions, "positions")
    study = new_ablation(of_pair, limit, name, depth=depth, budget=budget, positions=places, seed=seed)
    search_all(study)
    play_all(study, games, workers_for(workers, source, name or ""), progress or bar_here())
    return study
