"""A course report's Splendor player: alpha-beta with deepening over the few moves that pass its filter."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np

from counterply.compiling.kernels import kernel
from counterply.core.contract import candidates
from counterply.core.errors import GameError
from counterply.core.limits import Limit, now_ns
from counterply.core.loading import load_evaluator
from counterply.core.position import Position, copied
from counterply.core.report import Report
from counterply.core.values import HEURISTIC_LIMIT
from counterply.courses.splendor_filter import filtered
from counterply.players.base import Listener, Player, endless, first_turn, last_of, no_deeper, only_move, reserve_of
from counterply.search.alphabeta.engine import ALPHABETA_ONLY, Engine

FILTERED_ALPHABETA = replace(ALPHABETA_ONLY, hint=True)


@kernel
def pass_filter(position: Any, setup: Any, memo: Any, moves: np.ndarray, scores: np.ndarray) -> int:
    """Write the moves that pass the filter and their scores; return how many. A kernel, so that its machine code is kept."""
    return candidates(position, setup, memo, moves, scores)  # type: ignore[no-any-return]


def passed(position: Position) -> list[int]:
    """Return the moves of a position that pass the filter, the best first."""
    moves, scores = np.empty(position.game.max_moves, np.int32), np.empty(position.game.max_moves, np.int32)
    count = int(pass_filter(position.record, position.game.setup[0], position.game.memo_of(position), moves, scores))
    return moves[:count].tolist()  # type: ignore[no-any-return]


def unproven(report: Report) -> Report:
    """Return a report whose score claims no proof: a win there depends on cards that are yet to come."""
    if report.score is None:
        return report
    return replace(report, score=min(max(report.score, -HEURISTIC_LIMIT), HEURISTIC_LIMIT), proven=False)


class ReportPlayer(Player):
    """Alpha-beta over the filtered moves, no table, every card that comes taken as known; compiled, and without its crash.

    A pass crashed the original, and an interrupted depth could give it any move: here the last complete depth stands.

    Parameters
    ----------
    eval : the evaluator's name; the original's is `report_coded`
    depth : plies, at most
    """

    def __init__(self, eval: str = "report_coded", depth: int | None = None) -> None:
        self.eval = eval
        self.depth = depth
        self._game: Any = None
        self._engines: dict[int, Engine] = {}
        self._seat = 0
        self._seed = 0

    def start(self, game: Any, seat: int, seed: int) -> None:
        """Refuse other games; compile the search once for each seat."""
        if game.name != "splendor":
            raise GameError(f"report plays splendor only, not {game.name}")
        if game is not self._game:
            self._game, self._engines = game, {}
        if seat not in self._engines:
            self._engines[seat] = Engine(filtered(game, seat), load_evaluator(self.eval, game), FILTERED_ALPHABETA, 1)
            known = self._known(first_turn(game), seat)
            self._engines[seat].warm_up(known)
            passed(known)  # compiled here too, before a limit runs
        self._seat, self._seed = seat, seed

    def _known(self, position: Any, seat: int) -> Position:
        """Return a position of the filtered game that is the same."""
        return copied(self._engines[seat].game, position.record)

    def choose(self, position: Any, limit: Limit, listen: Listener | None = None) -> Report:
        """Search within the limit."""
        begin = now_ns()
        if position.game is not self._game or position.turn not in self._engines:
            self.start(position.game, position.turn, 0)
        if self.depth is not None:
            limit = no_deeper(limit, self.depth)
        if endless(limit):
            raise GameError(f"{self.name} needs a limit: time, nodes or depth")
        engine = self._engines[position.turn]
        known = self._known(position, position.turn)
        moves = passed(known)
        if len(moves) == 1:
            return only_move(moves[0], begin)
        random.Random(self._seed + position.ply).shuffle(moves)
        reserve = reserve_of(limit)
        return last_of(map(unproven, engine.deepen(known, limit, order=moves, reserve=reserve, begin=begin)), listen)
