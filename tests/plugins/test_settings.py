"""Further settings of the plug-ins' games than their defaults keep the contract; what is compiled is the same."""

from __future__ import annotations

import pytest
from test_contract import assert_lines_lead_back

from counterply.usercode.loading import load_game
from counterply.verification import verify

SETTINGS: list[tuple[str, dict[str, str]]] = [
    ("blocker", {"leaf": "mover", "both_stuck": "mover_loses"}),
    ("blocker", {"board": "figure"}),
    ("fishing_derby", {"scenario": "test_2", "mode": "host_tree", "first": "green"}),
    ("splendor", {"variant": "host"}),
    ("gomoku", {"size": "7", "rule": "renju"}),
    ("gomoku", {"width": "9", "height": "6", "rule": "caro"}),
]


@pytest.mark.parametrize(
    ("name", "options"), SETTINGS, ids=lambda value: value if isinstance(value, str) else "-".join(value.values())
)
def test_a_setting_keeps_the_contract(name: str, options: dict[str, str]) -> None:
    assert verify(load_game(name, options), seconds=1, compiled=False) == []
    assert_lines_lead_back(load_game(name, options))
