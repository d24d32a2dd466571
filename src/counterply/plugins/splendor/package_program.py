"""What the packaged fork of the Splendor program adds to it: an action can be taken back, and has the place of its card."""

# ruff: noqa: N802 - the program's names

from __future__ import annotations

from typing import Any

from counterply.plugins.splendor import program as splendor
from counterply.plugins.splendor.program import (
    CARDS,
    COLOURS,
    GEMS,
    NOBLES,
    Action,
    Agent,
    Card,
    GameRule,
    GameState,
    SplendorState,
)

__all__ = ["CARDS", "COLOURS", "NOBLES", "Agent", "Card", "GameRule", "GameState", "SplendorGameRule", "SplendorState"]

WILDCARD = RESERVED = "yellow"
NORMAL_COLORS = list(GEMS)
NUMBER_OF_TIERS, MAX_TIER_CARDS, MAX_NOBLES, MAX_RESERVED, MAX_WILDCARDS, MAX_GEMS = 3, 4, 5, 3, 5, 10
WINNING_SCORE_TRESHOLD, MAX_SCORE, MAX_RIVALS, ROUNDS_LIMIT = 15, 22, 3, 100
MAX_STONES = (4, 5, 7)


class SplendorGameRule(splendor.SplendorGameRule):
    """The rules."""

    def getLegalActions(self, game_state: Any, agent_id: int) -> list[Action]:
        """Return all actions of an agent; one with a card of the table says where it lies."""
        actions = super().getLegalActions(game_state, agent_id)
        for action in actions:
            if action["type"] in ("reserve", "buy_available"):
                tier = action["card"].deck_id
                action["card_position"] = tier, game_state.board.dealt[tier].index(action["card"])
        return actions

    def generatePredecessor(self, state: Any, action: Action, agent_id: int) -> Any:
        """Take an agent's last action back, in place, and return the state."""
        agent, board = state.agents[agent_id], state.board
        for sign, name in ((1, "collected_gems"), (-1, "returned_gems")):
            for colour, count in action.get(name, {}).items():
                board.gems[colour] += sign * count
                agent.gems[colour] -= sign * count
        if action["type"].startswith("buy"):
            agent.cards[action["card"].colour].remove(action["card"])
        if action["type"] == "reserve":
            agent.cards["yellow"].remove(action["card"])
        if action["type"] == "buy_reserve":
            agent.cards["yellow"].append(action["card"])
        if "card_position" in action:
            tier, place = action["card_position"]
            if board.dealt[tier][place] is not None:
                board.decks[tier].append(board.dealt[tier][place])
            board.dealt[tier][place] = action["card"]
        if action["noble"] is not None:
            board.nobles.append(action["noble"])
            agent.nobles.remove(action["noble"])
        agent.score -= agent.agent_trace.action_reward.pop()[1]
        agent.passed = action["type"] == "pass"
        return state
