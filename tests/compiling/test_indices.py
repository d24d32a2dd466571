"""What an index means does not depend on where the code stands."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import counterply as cp

RING = '''
import numpy as np

from counterply import FIRST, ONGOING, SECOND, Game

CELLS = 4
RECORD = np.dtype([("before", np.int8), ("cells", np.int8, (CELLS,)), ("turn", np.int8), ("winner", np.int8), ("stones", np.int8)])


def legal_moves(position, moves):
    count = 0
    for cell in range(CELLS):
        if position["cells"][cell] == 0:
            moves[count] = cell
            count += 1
    return count


def play(position, move):
    """Put a stone; whose last but one stands just behind it on the ring wins."""
    player = position["turn"]
    if position["cells"][move - 1] == player + 1:
        position["winner"] = player + 1
    position["cells"][move] = player + 1
    position["turn"] = 1 - player
    position["stones"] += 1


def outcome(position):
    if position["winner"] > 0:
        return FIRST if position["winner"] == 1 else SECOND
    return SECOND if position["stones"] == CELLS else ONGOING


def start(position):
    position["cells"][CELLS - 1] = 1
    position["stones"] = 1
    position["before"] = 2


def game():
    return Game("ring", RECORD, start=start, legal_moves=legal_moves, play=play, outcome=outcome, max_moves=CELLS, max_plies=CELLS)
'''


@pytest.mark.parametrize(("module", "cells"), [pytest.param("ring", 4, marks=pytest.mark.slow), ("counterply.search.ring", 5)])
def test_an_index_below_0_counts_from_the_end_wherever_the_rules_stand(module: str, cells: int, monkeypatch: Any) -> None:
    made = ModuleType(module)
    monkeypatch.setitem(sys.modules, module, made)
    exec(RING.replace("CELLS = 4", f"CELLS = {cells}"), vars(made))  # of other sizes: one's machine code does not serve for another
    answer = cp.solve(made.game().start())
    assert (answer.winner, answer.distance) == ("first", 1)  # on cell 0, before which stands the stone of the last cell


def test_no_rule_asks_for_indices_without_a_sign() -> None:
    package = Path(cp.__file__).parent
    asking = {path.parent.relative_to(package) for path in package.rglob("*.py") if "unsigned_indices" in _imported(path)}
    assert asking - {Path("plugins/monte_carlo")} == {Path("search/alphabeta")}, "the two searches, and no game"


def _imported(path: Path) -> list[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names]
