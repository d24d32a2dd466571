"""A search looked into: the tree that it grew, and why a move is the best one, or is not."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, TypedDict, Unpack

from counterply.api.named import AGame, AnEvaluator, evaluator, position_of, stoppable
from counterply.api.options import limit_of
from counterply.api.positions import DEFAULT_SECONDS, Searched
from counterply.core.errors import GameError, UsageError
from counterply.core.evaluator import reference_evaluator
from counterply.core.limits import Stop
from counterply.core.options import Option, complete, described
from counterply.core.position import AnyPosition
from counterply.core.threads import interruptible, whole
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
    """Say why a move is the best one, or what is better and by how much; and how the search went along its line.

    Without a limit it takes 2 seconds. Ctrl-C keeps what is found.

    Parameters
    ----------
    move : its text or its code; or a line that begins with it, as one text

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
    from counterply.study.passage import ShortLimitError, passage
    from counterply.study.why import why as compare

    options, place = complete(Searched, options), position_of(position)
    place.require_ongoing()
    line = _line_of(place, move) if isinstance(move, str) else [move]
    if line[0] not in place.moves():
        raise UsageError(f"{move!r} is not a legal move here")
    limit, stop = stoppable(limit_of(options, DEFAULT_SECONDS))
    techniques, chosen = techniques_of(options["search"]), evaluator(place.game, options["eval"], options["weights"]).evaluator
    depth = limit.depth or MAX_DEPTH
    answer, interrupted = interruptible(lambda: compare(place, line[0], depth, chosen, techniques, limit), stop)
    if not place.game.compiled or interrupted:
        return replace(answer, finished=not interrupted)
    along, deep = line if len(line) > 1 else list(answer.chosen.moves), limit.with_(depth=answer.depth)
    try:
        found, interrupted = interruptible(lambda: passage(place, along, deep, chosen, techniques), stop)
    except ShortLimitError as error:
        return replace(answer, note=str(error))
    return replace(answer, passage=found, finished=not interrupted)


def _line_of(position: Any, text: str) -> list[Any]:
    """Return the moves of a line that is played from a position; raises `GameError` where one is illegal."""
    line = []
    for word in text.split():
        line.append(position.parse_move(word))
        position = position.after(line[-1])
    if not line:
        raise GameError("a move is needed, or a line of moves with blanks between them")
    return line
