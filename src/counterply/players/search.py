"""Players that search as in the textbook, minimax and alpha-beta; and the base of all players with the engine's search."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

from counterply.core.aliases import Seat
from counterply.core.errors import GameError, UsageError
from counterply.core.limits import Limit
from counterply.core.report import Report
from counterply.core.users_text import positive
from counterply.players.base import (
    BasePlayer,
    Listener,
    Pauses,
    first_turn,
    last_of,
    only_move,
    seed_of_move,
)
from counterply.search.alphabeta.techniques import ALPHABETA_ONLY, MINIMAX_ONLY
from counterply.search.choose import Search, TextbookSearch, Wishes, search_for
from counterply.search.request import SearchRequest
from counterply.usercode.trust import checked_evaluator

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.core.position import AnyPosition


class SearchingPlayer(BasePlayer):
    """Base of the players that deepen: an evaluator, the search that suits the game, a reserve of time.

    Parameters
    ----------
    evaluator_name : None is the game's first evaluator
    weights : a file of weights, or the weights themselves; None are the evaluator's own
    wishes : how it wants to search
    depth : plies, at most; None: the limit alone counts
    deepening : whether it searches depth 1 first, then 2, and so on; else the limit's depth at once
    """

    def __init__(
        self, evaluator_name: str | None, weights: str | None, wishes: Wishes, depth: int | None = None, deepening: bool = True
    ) -> None:
        self.evaluator_name = evaluator_name
        self.weights = weights
        self.wishes = wishes
        self.depth = depth
        self.deepening = deepening
        self.search: Search | None = None
        self._pauses = Pauses()
        self._seed = 0
        self._fresh = False  # whether nothing has been searched since the last start

    def start(self, game: Game, seat: Seat, seed: int) -> None:
        """Forget the last game; compile for a new kind of game."""
        self._seed = seed
        fresh, self._fresh = self._fresh, True
        if self.search is not None and self.search.game is game:
            if not fresh:
                self.search.forget()
            return
        self.search = None
        search = search_for(game, checked_evaluator(self.evaluator_name, game, self.weights), self.wishes)
        search.warm_up(first_turn(game))
        self.notes = search.notes
        if isinstance(search, TextbookSearch):
            self.notes = (f"{self.name or type(self).__name__} searches in plain Python", *self.notes)
        self.search = search

    def make_room(self, limit: Limit) -> None:
        """Allocate the search's table before its first move, in place: as much as can be filled within `limit`."""
        if self.search is not None:
            self.search.make_room(limit)

    def resize(self, memory: int) -> None:
        """Use `memory` MB for the search's table from now on, in place; what it held is lost."""
        self.wishes = replace(self.wishes, memory=memory)
        if self.search is not None and self.search.engine is not None:
            self.search.engine.resize(memory)

    def close(self) -> None:
        """Give back the search and its memory; the next game makes another one."""
        self.search = None

    def choose(self, position: AnyPosition, limit: Limit, listen: Listener | None = None) -> Report:
        """Search within the limit, and watch how the opponent answers.

        A single legal move is played at once where time or nodes are limited.
        """
        if self.search is None or self.search.game is not position.game:
            self.start(position.game, position.turn, 0)
        assert self.search is not None
        self._fresh = False
        limit = limit.at_most(depth=self.depth).begun()
        if limit.endless and limit.stop is None:
            raise GameError(f"{self.name} needs a limit: seconds, nodes or depth")
        self.search.answered(position, limit)
        order = position.moves()
        if len(order) == 1 and limit.depth is None:
            report = only_move(order[0], limit.begin)
        else:
            random.Random(self._seed + position.ply).shuffle(order)
            limit = self._pauses.reserved(limit)
            first = 1 if self.deepening or limit.depth is None else limit.depth
            seed = seed_of_move(self._seed, position)
            request = SearchRequest(position, limit, order=order, seed=seed, first_depth=first)
            report = last_of(self.search.deepen(request), listen)
            engine = self.search.engine
            self._pauses.note(limit, report, None if engine is None else engine.context["pauses"])
        self.search.moved(position, report)
        return report


class AlphaBetaPlayer(SearchingPlayer):
    """Alpha-beta with iterative deepening, moves in ascending order, no table: as in the textbook.

    Without deepening its depth is searched at once; where a limit comes first, it plays the best of the moves
    searched so far (in plain Python, any move).
    """

    def __init__(
        self,
        eval: str | None = None,
        depth: int | None = None,
        plain: bool = False,
        deepening: bool = True,
        weights: str | None = None,
    ) -> None:
        if depth is None and not deepening:
            raise UsageError("alphabeta without deepening needs a depth: alphabeta:depth=5,deepening=off")
        if depth is not None:
            positive(depth, "the depth of alphabeta")
        wishes = Wishes(techniques=ALPHABETA_ONLY, memory=1, plain=plain, worlds=None)
        super().__init__(eval, weights, wishes, depth, deepening)


class MinimaxPlayer(SearchingPlayer):
    """Minimax of fixed depth, nothing pruned; a limit that is reached earlier leaves the last complete depth.

    Without deepening its depth is searched at once; where a limit comes first, it plays the best of the moves
    searched so far (in plain Python, any move).
    """

    def __init__(
        self, eval: str | None = None, depth: int = 3, plain: bool = False, deepening: bool = True, weights: str | None = None
    ) -> None:
        wishes = Wishes(techniques=MINIMAX_ONLY, memory=1, plain=plain, worlds=None)
        super().__init__(eval, weights, wishes, positive(depth, "the depth of minimax"), deepening)
