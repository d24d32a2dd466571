"""Players of a level: their second best moves."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

from counterply.core.limits import Limit
from counterply.core.report import Report
from counterply.plugins.board.levels import LEVELS, LevelPlayer
from counterply.search.request import SearchRequest, Spending

WORTH = {2: 5, 3: 9, 5: None, 7: -3}


def test_a_slip_is_the_best_of_the_other_moves_by_a_search_of_each_whoever_or_whatever_moves_next() -> None:
    player, asked = LevelPlayer(3), dict[int, int]()

    def deepen(request: SearchRequest) -> Any:
        assert request.position == "position"  # with chance or without, it is the mover's search
        [move] = request.order or []
        asked[move] = request.limit.nodes or 0
        yield Report(move, WORTH[move], nodes=asked[move])

    player.engine.search = SimpleNamespace(deepen=deepen)  # type: ignore[assignment]
    spending = Spending(SearchRequest("position", Limit(seconds=60)))
    assert player.second_best("position", list(WORTH), spending, Random(1)) == 3  # type: ignore[arg-type]
    assert asked == dict.fromkeys(WORTH, LEVELS[2].nodes // len(WORTH))
    assert spending.nodes == sum(asked.values())
