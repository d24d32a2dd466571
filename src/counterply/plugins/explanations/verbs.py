"""A search explained: its tree, and why a move is the best one, or is not."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, TypedDict, Unpack

from counterply.api.by_name import AGame, AnEvaluator, evaluator_of, position_of, stoppable
from counterply.api.option_records import limit_of
from counterply.api.positions import DEFAULT_SECONDS, SearchOptions
from counterply.core.aliases import Move
from counterply.core.described_options import Option, described
from counterply.core.errors import GameError, UsageError
from counterply.core.evaluator import reference_evaluator
from counterply.core.interruptible import interruptible, whole
from counterply.core.limits import Stop
from counterply.core.position import AnyPosition
from counterply.core.users_text import positive, unknown
from counterply.plugins.explanations.searches import (
    DEEPEST,
    ENGINE,
    EXPECTIMAX,
    MOST_SIMULATIONS,
    SEARCHES,
    TEXTBOOK,
    UCT,
    USUAL_SIMULATIONS,
)
from counterply.plugins.explanations.text_trees import is_text_tree

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.core.plain_game import PlainGame
    from counterply.plugins.explanations.luck import Luck
    from counterply.plugins.explanations.sampling import SampledTree
    from counterply.plugins.explanations.tree import SearchTree
    from counterply.plugins.explanations.why import Why


class TreeOptions(TypedDict, total=False):
    """Options of a search whose tree is shown."""

    search: Annotated[
        str, Option("alphabeta", "Which search; with dice, minimax is expectimax.", "|".join((*SEARCHES, EXPECTIMAX, UCT)))
    ]
    simulations: Annotated[int | None, Option(None, f"Of uct; by default {USUAL_SIMULATIONS}.", "N", least=1)]
    seed: Annotated[int, Option(1, "Of uct: decides all that is random.", "N")]
    eval: Annotated[
        AnEvaluator, Option(None, "An evaluator of the game, or FILE.py:NAME; by default that of published node counts.", "NAME")
    ]


@described
def tree(position: AnyPosition | AGame, depth: int | None = None, **options: Unpack[TreeOptions]) -> SearchTree | SampledTree:
    """Return the tree that a search of fixed depth grows, or uct by simulations: printed, it is open along its best line.

    Its methods show it otherwise: `table(plies=N)`, `steps`, `compare` (beside other searches), `quiz` and `svg`.

    Parameters
    ----------
    position : or 'random', 'random:SEED', a small tree; or the text of a case of `check`
    depth : plies, outcomes of chance aside; these trees have one of their own

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
    >>> len(grown.quiz().answer), len(grown.compare().trees)
    (56, 5)
    """
    from counterply.plugins.explanations.tree import tree_of

    search, name, stop = options["search"], options["eval"], Stop()
    if search == UCT:
        return _sampled(position, depth, options["simulations"] or USUAL_SIMULATIONS, options["seed"])
    if search not in (*SEARCHES, EXPECTIMAX):
        raise unknown("search", search, [*SEARCHES, EXPECTIMAX, UCT])
    if options["simulations"] is not None:
        raise UsageError("simulations are those of uct: --search uct")
    if depth is not None and not 1 <= positive(depth, "depth") <= DEEPEST:
        raise UsageError(f"a depth is 1 to {DEEPEST}, not {depth}")
    grow = partial(tree, position, depth, eval=name)
    if isinstance(position, str) and is_text_tree(position):
        return replace(_text_tree(position, depth, search), grow=grow)
    if depth is None:
        raise UsageError("a tree needs a depth")
    place = position_of(position)
    chosen = reference_evaluator(place.game) if name is None else evaluator_of(place.game, name)
    plain = _of_dice(search, place.game)
    return replace(whole(lambda: tree_of(place, depth, plain, chosen, stop), stop), grow=grow)


def _of_dice(search: str, game: Game | PlainGame) -> str:
    """Return the name that the textbook has for a search: of expectimax, minimax.

    Raises
    ------
    UsageError
        for expectimax in a game without dice
    """
    if search == EXPECTIMAX and not game.dice:
        raise UsageError(f"expectimax is minimax with chance nodes, which {game.name} has not: take minimax")
    return "minimax" if search == EXPECTIMAX else search


def _sampled(position: AnyPosition | AGame, depth: int | None, simulations: int, seed: int) -> SampledTree:
    """Return the tree of UCT."""
    from counterply.plugins.explanations.sampling import sampled_tree
    from counterply.plugins.explanations.text_game import game_of
    from counterply.plugins.explanations.text_trees import case_of

    if depth is not None:
        raise UsageError("uct has no depth: give the number of its simulations, --simulations N")
    if simulations > MOST_SIMULATIONS:
        raise UsageError(f"uct is shown with up to {MOST_SIMULATIONS} simulations, not {simulations}")
    text = isinstance(position, str) and is_text_tree(position)
    place = game_of(str(position), case_of(str(position))).start() if text else position_of(position)
    place.require_ongoing()
    stop = Stop()
    return whole(lambda: sampled_tree(place, simulations, seed, stop), stop)


def _text_tree(text: str, depth: int | None, search: str) -> SearchTree:
    """Return the tree that a search grows over a tree in text."""
    from counterply.plugins.explanations.text_game import game_of
    from counterply.plugins.explanations.text_trees import case_of
    from counterply.plugins.explanations.tree import tree_of

    if search in ENGINE:
        raise UsageError(f"a tree in text is searched by {' and '.join(TEXTBOOK)}, not by {search}")
    case, stop = case_of(text, depth), Stop()
    game = game_of(text, case)
    plain = _of_dice(search, game)
    return whole(lambda: tree_of(game.start(), depth or case.depth, plain, game.evaluators[0], stop), stop)


@described
def why(position: AnyPosition | AGame, move: Any, **options: Unpack[SearchOptions]) -> Why:
    """Explain why a move is the best one, or which one is better and by how much; and how the search went along its line.

    Where dice follow, it says what each roll is worth after either move.

    Without a limit the first search takes 2 seconds. The search of the other move goes as deep, however long that takes, and
    the search along the line gets the limit once more. Ctrl-C keeps the results so far.

    Parameters
    ----------
    move : its text or its code; or a line that begins with it, as one text

    Raises
    ------
    GameError
        for an illegal move, or a game that the search cannot play; for a line of several moves in a game with chance

    Examples
    --------
    >>> import counterply as cp
    >>> answer = cp.why(cp.game("tic_tac_toe").start().play("1,1", "0,1"), "0,0", depth=5)
    >>> answer.best, answer.chosen.text
    (True, '0,0')
    """
    from counterply.plugins.explanations.searched_line import ShortLimitError, passage
    from counterply.plugins.explanations.why import why as compare
    from counterply.search.alphabeta.engine import MAX_DEPTH
    from counterply.search.choose import techniques_of

    place = position_of(position)
    place.require_ongoing()
    line = list(place.play_text(move.split()).history[len(place.history) :]) if isinstance(move, str) else [move]
    if not line:
        raise GameError("a move is needed, or a line of moves with blanks between them")
    if line[0] not in place.moves():
        raise GameError(f"{move!r} is not a legal move here")
    if len(line) > 1 and place.game.chance:
        raise GameError(f"in {place.game.name}, with its chance, why is asked of a single move")
    limit, stop = stoppable(limit_of(options, DEFAULT_SECONDS))
    techniques, chosen = techniques_of(options["search"]), evaluator_of(place.game, options["eval"], options["weights"])
    depth = limit.depth or MAX_DEPTH
    answer, interrupted = interruptible(lambda: compare(place, line[0], depth, chosen, techniques, limit), stop)
    if not place.game.compiled or place.game.chance or interrupted:
        return replace(answer, finished=not interrupted)
    along, deep = line if len(line) > 1 else list(answer.chosen.moves), limit.with_(depth=answer.depth)
    try:
        found, interrupted = interruptible(lambda: passage(place, along, deep, chosen, techniques), stop)
    except ShortLimitError as error:
        return replace(answer, note=str(error))
    return replace(answer, passage=found, finished=not interrupted)


@described
def luck(position: AnyPosition | AGame, roll: str | Move, **options: Unpack[SearchOptions]) -> Luck:
    """Explain what a roll is worth where chance is to move: beside the mean of all rolls, the best ones and the worst.

    The search is that of `rolls`, with its limits.

    Parameters
    ----------
    roll : its text or its code

    Raises
    ------
    GameError
        if chance is not to move, or for a roll that is not possible, or was not searched

    Examples
    --------
    >>> import counterply as cp
    >>> print(cp.luck("backgammon", "31", depth=1).luck > 0)
    True
    """
    from counterply.api.rolls import rolls
    from counterply.plugins.explanations.luck import luck_of

    place = position_of(position)
    outcome = place.parse_move(roll) if isinstance(roll, str) else roll
    return luck_of(rolls(place, **options), outcome)
