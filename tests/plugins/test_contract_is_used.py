"""What the contract asks authors to read is there for more than one game, or says why."""

import pytest

from counterply import registry
from counterply.core.contract import CONTRACT
from counterply.usercode.loading import load_game

MOST = 18  # functions


def test_the_contract_is_small():
    assert len(CONTRACT) <= MOST


@pytest.mark.parametrize("name", CONTRACT)
def test_a_function_serves_two_games_or_has_its_reason(name):
    users = [game.name for game in map(load_game, registry.games()) if game.has(name)]
    assert len(users) > 1 or CONTRACT[name].reason, f"{name} serves {users} alone, and has no reason"
