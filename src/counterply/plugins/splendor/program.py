"""A stand-in for the Splendor program of COMP90054: its objects, its rules, its actions. Written from a description, on its own.

The objects have the program's names, which agents import: ``Splendor.splendor_model``, ``Splendor.splendor_utils``, ``template``.
"""

# ruff: noqa: N802 - the program's names

from __future__ import annotations

import csv
import itertools
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

TABLES = Path(__file__).resolve().with_name("data")
COLOURS = {"B": "black", "r": "red", "y": "yellow", "g": "green", "b": "blue", "w": "white"}
NAMES = tuple(COLOURS.values())
GEMS = tuple(name for name in NAMES if name != "yellow")
LETTERS = {name: letter for letter, name in COLOURS.items()}
Action = dict[str, Any]
Noble = tuple[str, dict[str, int]]


def _rows(name: str, prefix: str) -> list[tuple[dict[str, str], dict[str, int]]]:
    """Return the rows of a table, each with the gems that it asks for."""
    rows = csv.DictReader((TABLES / name).read_text().splitlines())
    return [(row, {colour: int(row[prefix + colour]) for colour in GEMS if int(row[prefix + colour])}) for row in rows]


def _coded(rows: list[tuple[dict[str, str], dict[str, int]]]) -> dict[str, tuple[dict[str, str], dict[str, int]]]:
    """Return rows by a code of their gems, such as ``3g2B3w``; no two are equal."""
    coded: dict[str, tuple[dict[str, str], dict[str, int]]] = {}
    for row, gems in rows:
        orders = itertools.permutations(f"{count}{LETTERS[colour]}" for colour, count in gems.items())
        coded[next(code for code in map("".join, orders) if code not in coded)] = row, gems
    return coded


CARDS = {  # colour, cost, deck, points
    code: (row["bonus"], gems, int(row["tier"]), int(row["points"]))
    for code, (row, gems) in _coded(_rows("cards.csv", "cost_")).items()
}
NOBLES: list[Noble] = [(code, gems) for code, (_, gems) in _coded(_rows("nobles.csv", "req_")).items()]


class Card:
    """A card: ``colour``, ``code``, ``cost`` (by colour), ``deck_id`` from 0, ``points``."""

    def __init__(self, colour: str, code: str, cost: dict[str, int], deck_id: int, points: int) -> None:
        self.colour, self.code, self.cost, self.deck_id, self.points = colour, code, cost, deck_id, points

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Card) and (self.code, self.points) == (other.code, other.points)

    __hash__ = None  # type: ignore[assignment]  # as there

    def __str__(self) -> str:
        cost = ", ".join(f"{count} {colour}" for colour, count in self.cost.items())
        return f"Tier {self.deck_id + 1} {self.colour} card worth {self.points} points and costing {cost}"

    def __repr__(self) -> str:
        return self.code


def all_cards() -> list[Card]:
    """Return a new object for each card, in the order of our numbers."""
    return [Card(colour, code, cost, deck - 1, points) for code, (colour, cost, deck, points) in CARDS.items()]


class Agent:
    """The base of all agents."""

    def __init__(self, _id: int) -> None:
        self.id = _id

    def SelectAction(self, actions: list[Action], game_state: Any) -> Action:
        """Return one of the actions."""
        return random.choice(actions)


class AgentTrace:
    """What an agent has done: pairs of action and points."""

    def __init__(self, pid: int) -> None:
        self.id = pid
        self.action_reward: list[tuple[Action, int]] = []


class GameState:
    """The base of the states of all games."""


class GameRule:
    """The base of the rules of all games."""

    def __init__(self, num_of_agent: int = 2) -> None:
        self.current_agent_index = 0
        self.num_of_agent = num_of_agent
        self.current_game_state = self.initialGameState()
        self.action_counter = 0

    def initialGameState(self) -> Any:
        """Return a state to begin with."""
        raise NotImplementedError

    def generateSuccessor(self, state: Any, action: Action, agent_id: int) -> Any:
        """Change a state by an action, and return it."""
        raise NotImplementedError

    def getNextAgentIndex(self) -> int:
        """Return who moves next."""
        return (self.current_agent_index + 1) % self.num_of_agent

    def getCurrentAgentIndex(self) -> int:
        """Return who moves."""
        return self.current_agent_index

    def update(self, action: Action) -> None:
        """Play an action in the rule's own game."""
        self.current_game_state = self.generateSuccessor(self.current_game_state, action, self.current_agent_index)
        self.current_agent_index = self.getNextAgentIndex()
        self.action_counter += 1


class SplendorState(GameState):
    """A state: ``board``, ``agents``, ``agent_to_move``."""

    def __init__(self, num_agents: int = 2) -> None:
        self.board = self.BoardState(num_agents)
        self.agents = [self.AgentState(number) for number in range(num_agents)]
        self.agent_to_move = 0

    def __str__(self) -> str:
        return "".join(map(str, (self.board, *self.agents)))

    class BoardState:
        """Gems, decks, cards on the table, nobles."""

        def __init__(self, num_agents: int = 2) -> None:
            self.gems = {name: 5 if name == "yellow" else (4, 5, 7)[num_agents - 2] for name in NAMES}
            self.decks: list[list[Card]] = [[card for card in all_cards() if card.deck_id == tier] for tier in range(3)]
            self.nobles: list[Noble] = random.sample(NOBLES, num_agents + 1)
            self.dealt: list[list[Card | None]] = [[self.deal(tier) for _ in range(4)] for tier in range(3)]

        def deal(self, deck_id: int) -> Card | None:
            """Shuffle a deck, and take its last card; None from an empty one."""
            if not self.decks[deck_id]:
                return None
            random.shuffle(self.decks[deck_id])
            return self.decks[deck_id].pop()

        def dealt_list(self) -> list[Card]:
            """Return the cards on the table."""
            return [card for row in self.dealt for card in row if card]

        def __str__(self) -> str:
            cards = "".join(f"\t{card}\n" for card in self.dealt_list())
            return f"\nAvailable Gems:\n{self.gems}\nDealt Card List: \n{cards}\nNoble List \n{self.nobles}\n"

    class AgentState:
        """What an agent has."""

        def __init__(self, _id: int) -> None:
            self.id = _id
            self.score = 0
            self.gems = dict.fromkeys(NAMES, 0)
            self.cards: dict[str, list[Card]] = {name: [] for name in NAMES}
            self.nobles: list[Noble] = []
            self.passed = False
            self.agent_trace = AgentTrace(_id)
            self.last_action: Action | None = None

        def __str__(self) -> str:
            has = f"\tscore: {self.score},\n\tgems: {self.gems}\n\tcards: {self.cards}\n\tnobles: {self.nobles}.\n"
            return f"Agent ({self.id}): \n{has}"


class SplendorGameRule(GameRule):
    """The rules."""

    private_information = None

    def initialGameState(self) -> SplendorState:
        """Return a shuffled state."""
        return SplendorState(self.num_of_agent)

    # --- legal actions

    def noble_visit(self, agent: Any, noble: Noble) -> bool:
        """Tell whether an agent's cards suffice for a noble."""
        return all(len(agent.cards[colour]) >= count for colour, count in noble[1].items())

    def _nobles_for(self, board: Any, agent: Any, bought: str | None = None) -> list[Noble | None]:
        owned = {colour: len(agent.cards[colour]) + (colour == bought) for colour in GEMS}
        return [n for n in board.nobles if all(owned[c] >= count for c, count in n[1].items())] or [None]

    def generate_return_combos(self, current_gems: dict[str, int], collected_gems: dict[str, int]) -> list[dict[str, int]]:
        """Return all ways to give back what is above ten gems, of colours that are not taken in the same action."""
        excess = sum(current_gems.values()) + sum(collected_gems.values()) - 10
        if excess <= 0:
            return [{}]
        found = []
        for colours in itertools.combinations_with_replacement([c for c in NAMES if c not in collected_gems], excess):
            back = {colour: colours.count(colour) for colour in dict.fromkeys(colours)}
            if all(current_gems[colour] >= count for colour, count in back.items()):
                found.append(back)
        return found

    def resources_sufficient(self, agent: Any, costs: dict[str, int]) -> dict[str, int] | bool:
        """Return the gems that a card is paid with, or False."""
        paid, gold = {}, 0
        for colour, count in costs.items():
            due = max(0, count - len(agent.cards[colour]))
            own = min(due, agent.gems[colour])
            gold += due - own
            if own:
                paid[colour] = own
        if gold > agent.gems["yellow"]:
            return False
        return {**paid, "yellow": gold} if gold else paid

    def getLegalActions(self, game_state: Any, agent_id: int) -> list[Action]:
        """Return all actions of an agent."""
        agent, board = game_state.agents[agent_id], game_state.board
        nobles = self._nobles_for(board, agent)
        actions = [
            {"type": kind, **parts, "collected_gems": taken, "returned_gems": back, "noble": noble}
            for kind, parts, taken in self._takes(agent, board)
            for back in self.generate_return_combos(agent.gems, taken)
            for noble in nobles
        ]
        for kind, cards in (("buy_available", board.dealt_list()), ("buy_reserve", agent.cards["yellow"])):
            for card in cards:
                paid = False if len(agent.cards[card.colour]) >= 7 else self.resources_sufficient(agent, card.cost)
                if paid is not False:
                    nobles_then = self._nobles_for(board, agent, card.colour)
                    actions += [{"type": kind, "card": card, "returned_gems": paid, "noble": noble} for noble in nobles_then]
        return actions or [{"type": "pass", "noble": noble} for noble in nobles]

    def _takes(self, agent: Any, board: Any) -> Iterable[tuple[str, Action, dict[str, int]]]:
        """Yield kind, card and gems of all actions that take gems."""
        held = sum(agent.gems.values())
        piles = [colour for colour in GEMS if board.gems[colour] > 0]
        most = min(3, len(piles))
        least = most if held <= 7 else min(2, most) if held == 8 else min(1, most)
        for n in range(max(1, least), most + 1):
            for taken in itertools.combinations(piles, n):
                yield "collect_diff", {}, dict.fromkeys(taken, 1)
        for colour in piles:
            if board.gems[colour] >= 4:
                yield "collect_same", {}, {colour: 2}
        if len(agent.cards["yellow"]) < 3:
            for card in board.dealt_list():
                yield "reserve", {"card": card}, {"yellow": 1} if board.gems["yellow"] else {}

    # --- what an action does

    def generateSuccessor(self, state: Any, action: Action, agent_id: int) -> Any:
        """Change a state by an action, and return it."""
        agent, board = state.agents[agent_id], state.board
        agent.last_action, agent.passed, points = action, action["type"] == "pass", 0
        for colour, count in action.get("collected_gems", {}).items():
            board.gems[colour] -= count
            agent.gems[colour] += count
        for colour, count in action.get("returned_gems", {}).items():
            board.gems[colour] += count
            agent.gems[colour] -= count
        if action["type"] in ("reserve", "buy_available"):
            row = board.dealt[action["card"].deck_id]
            row[row.index(action["card"])] = board.deal(action["card"].deck_id)
        if action["type"] == "reserve":
            agent.cards["yellow"].append(action["card"])
        if action["type"] == "buy_reserve":
            agent.cards["yellow"].remove(action["card"])
        if action["type"].startswith("buy"):
            agent.cards[action["card"].colour].append(action["card"])
            points += action["card"].points
        if action["noble"]:
            board.nobles.remove(action["noble"])
            agent.nobles.append(action["noble"])
            points += 3
        agent.agent_trace.action_reward.append((action, points))
        agent.score += points
        return state

    def gameEnds(self) -> bool:
        """Tell whether the rule's own game is over."""
        agents = self.current_game_state.agents
        over = self.current_agent_index == 0 and max(agent.score for agent in agents) >= 15
        return over or all(agent.passed for agent in agents)

    def calScore(self, game_state: Any, agent_id: int) -> float:
        """Return an agent's points, and half a point more for the fewest cards of a tie."""

        def bought(agent: Any) -> int:
            return sum(len(cards) for colour, cards in agent.cards.items() if colour != "yellow")

        agents, agent = game_state.agents, game_state.agents[agent_id]
        best = max(other.score for other in agents)
        tied = agent.score == best and sum(other.score == best for other in agents) > 1
        return float(agent.score + 0.5) if tied and bought(agent) == min(map(bought, agents)) else agent.score
