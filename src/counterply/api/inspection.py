"""A search looked into: the tree that it grew, and why a move is the best one, or is not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from counterply.api.named import AGame, AnEvaluator, evaluator, position_of
from counterply.core.errors import UsageError
from counterply.core.evaluator import reference_evaluator
from counterply.core.limits import Limit, Stop
from counterply.core.position import AnyPosition
from counterply.core.threads import whole
from counterply.core.words import positive, unknown

if TYPE_CHECKING:
    from counterply.explain.tree import SearchTree
    from counterply.explain.why import Why

WHY_SECONDS = 2.0  # where no limit is given


def tree(position: AnyPosition | AGame, depth: int, *, search: str = "alphabeta", eval: AnEvaluator = None) -> SearchTree:
    """Return the tree that a search of fixed depth grows: printed, it is open along its best line.

    Parameters
    ----------
    depth : plies
    search : 'minimax', 'alphabeta', 'ordered', 'table' or 'engine'
    eval : as for `evaluator`; by default the one that the game's published node counts were made with

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
    from counterply.explain.tree import SEARCHES, tree_of

    place, stop = position_of(position), Stop()
    place.require_ongoing()
    if search not in SEARCHES:
        raise unknown("search", search, SEARCHES)
    chosen = reference_evaluator(place.game) if eval is None else evaluator(place.game, eval).evaluator
    plies = positive(depth, "depth")
    return whole(lambda: tree_of(place, plies, search, chosen, stop), stop)


def why(
    position: AnyPosition | AGame,
    move: Any,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    search: str = "engine",
    eval: AnEvaluator = None,
) -> Why:
    """Say why a move is the best one, or what is better and by how much.

    Parameters
    ----------
    move : its text or its code
    seconds, nodes, depth : when to stop; 2 seconds if nothing is said
    search : 'engine', or one of the textbook's: 'alphabeta', 'minimax'
    eval : as for `evaluator`

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
    from counterply.explain.why import why as compare
    from counterply.search.alphabeta.engine import MAX_DEPTH
    from counterply.search.choose import techniques_of

    place, stop = position_of(position), Stop()
    place.require_ongoing()
    code = place.parse_move(move) if isinstance(move, str) else move
    if code not in place.moves():
        raise UsageError(f"{move!r} is not a legal move here")
    limit = Limit(seconds=seconds, nodes=nodes, depth=depth)
    limit = (Limit(seconds=WHY_SECONDS) if limit.unlimited else limit).with_(stop=stop)
    chosen, techniques = evaluator(place.game, eval).evaluator, techniques_of(search)
    return whole(lambda: compare(place, code, limit.depth or MAX_DEPTH, chosen, techniques, limit), stop)
