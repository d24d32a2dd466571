"""A search looked into: the tree that it grew, and why a move is the best one, or is not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, TypedDict, Unpack

from counterply.api.named import AGame, AnEvaluator, evaluator, position_of, stoppable
from counterply.api.options import limit_of
from counterply.api.positions import DEFAULT_SECONDS, Searched
from counterply.core.errors import UsageError
from counterply.core.evaluator import reference_evaluator
from counterply.core.limits import Stop
from counterply.core.options import Option, complete, described
from counterply.core.position import AnyPosition
from counterply.core.threads import whole
from counterply.core.words import positive, unknown

if TYPE_CHECKING:
    from counterply.study.tree import SearchTree
    from counterply.study.why import Why


SEARCHES = ("minimax", "alphabeta", "ordered", "table", "engine")  # `study.tree.SEARCHES`, which would import the engine


class Grown(TypedDict, total=False):
    """Options of a search whose tree is looked at."""

    search: Annotated[str, Option("alphabeta", "Which search.", "|".join(SEARCHES))]
    eval: Annotated[
        AnEvaluator, Option(None, "An evaluator of the game, or FILE.py:NAME; by default that of published node counts.", "NAME")
    ]


@described
def tree(position: AnyPosition | AGame, depth: int, **options: Unpack[Grown]) -> SearchTree:
    """Return the tree that a search of fixed depth grows: printed, it is open along its best line.

    Parameters
    ----------
    depth : plies

    Raises
    ------
    UsageError
        for a search, an evaluator or a depth that cannot be used
    GameError
        for a tree that is too large, or a game that this search cannot play

    Examples
    --------
    >>> import counterply as cp
    >>> grown = cp.tree("tic_tac_toe", 2)
    >>> grown.visits[0].nodes, len(grown.line)
    (26, 3)
    """
    from counterply.study.tree import tree_of

    options = complete(Grown, options)
    search, name = options["search"], options["eval"]
    place, stop = position_of(position), Stop()
    place.require_ongoing()
    if search not in SEARCHES:
        raise unknown("search", search, SEARCHES)
    chosen = reference_evaluator(place.game) if name is None else evaluator(place.game, name).evaluator
    plies = positive(depth, "depth")
    return whole(lambda: tree_of(place, plies, search, chosen, stop), stop)


@described
def why(position: AnyPosition | AGame, move: Any, **options: Unpack[Searched]) -> Why:
    """Say why a move is the best one, or what is better and by how much.

    Without a limit it takes 2 seconds.

    Parameters
    ----------
    move : its text or its code

    Raises
    ------
    GameError
        for a move that is not legal, or a game that the search cannot play

    Examples
    --------
    >>> import counterply as cp
    >>> answer = cp.why(cp.game("tic_tac_toe").start().play("1,1", "0,1"), "0,0", depth=5)
    >>> answer.best, answer.chosen.text
    (True, '0,0')
    """
    from counterply.search.alphabeta.engine import MAX_DEPTH
    from counterply.search.choose import techniques_of
    from counterply.study.why import why as compare

    options, place = complete(Searched, options), position_of(position)
    place.require_ongoing()
    code = place.parse_move(move) if isinstance(move, str) else move
    if code not in place.moves():
        raise UsageError(f"{move!r} is not a legal move here")
    limit, stop = stoppable(limit_of(options, DEFAULT_SECONDS))
    chosen, techniques = evaluator(place.game, options["eval"]).evaluator, techniques_of(options["search"])
    return whole(lambda: compare(place, code, limit.depth or MAX_DEPTH, chosen, techniques, limit), stop)
