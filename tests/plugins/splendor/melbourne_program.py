"""A stand-in for the Splendor program of COMP90054: its objects, its rules, its actions in its order, its game loop.

Written from a description of the program, and on its own: nothing of it comes from Counterply.
"""

# ruff: noqa: N802 - the program's names

import copy
import csv
import itertools
import random
import time
from pathlib import Path

TABLES = Path(__file__).resolve().parents[3] / "src" / "counterply" / "plugins" / "splendor" / "data"
COLOURS = ("black", "red", "yellow", "green", "blue", "white")  # the order of the program's dictionaries
GEMS = ("black", "red", "green", "blue", "white")
FIRST_SECONDS, SECONDS, WARNINGS = 15.0, 1.0, 3


class Card:
    def __init__(self, colour, code, cost, deck_id, points):
        self.colour, self.code, self.cost, self.deck_id, self.points = colour, code, cost, deck_id, points

    def __eq__(self, other):
        return isinstance(other, Card) and (self.code, self.points) == (other.code, other.points)

    def __hash__(self):
        return hash(self.code)


def rows(name):
    return list(csv.DictReader((TABLES / name).read_text().splitlines()))


def all_cards():
    cards = []
    for number, row in enumerate(rows("cards.csv"), 1):
        cost = {colour: int(row[f"cost_{colour}"]) for colour in GEMS if int(row[f"cost_{colour}"])}
        cards.append(Card(row["bonus"], f"code{number}", cost, int(row["tier"]) - 1, int(row["points"])))
    return cards


def all_nobles():
    made = []
    for row in rows("nobles.csv"):
        wanted = {colour: int(row[f"req_{colour}"]) for colour in GEMS if int(row[f"req_{colour}"])}
        made.append(("".join(f"{count}{colour[0]}" for colour, count in wanted.items()), wanted))
    return made


class Board:
    def __init__(self, dice):
        self.gems = {colour: 5 if colour == "yellow" else 4 for colour in COLOURS}
        self.decks = [[card for card in all_cards() if card.deck_id == tier] for tier in range(3)]
        self.nobles = dice.sample(all_nobles(), 3)
        self.dealt = [[self.deal(tier, dice) for _ in range(4)] for tier in range(3)]

    def deal(self, tier, dice):
        if not self.decks[tier]:
            return None
        dice.shuffle(self.decks[tier])
        return self.decks[tier].pop()


class AgentState:
    def __init__(self, number):
        self.id = number
        self.score = 0
        self.gems = dict.fromkeys(COLOURS, 0)
        self.cards = {colour: [] for colour in COLOURS}
        self.nobles = []
        self.passed = False
        self.last_action = None
        self.agent_trace = []


class State:
    def __init__(self, dice):
        self.board = Board(dice)
        self.agents = [AgentState(0), AgentState(1)]
        self.agent_to_move = 0


class Rule:
    def __init__(self, seed):
        self.dice = random.Random(seed)
        self.state = State(self.dice)

    # --- legal actions

    def nobles_for(self, state, agent, bought=None):
        owned = {colour: len(agent.cards[colour]) + (colour == bought) for colour in GEMS}
        return [n for n in state.board.nobles if all(owned[c] >= count for c, count in n[1].items())] or [None]

    def returns(self, agent, excess, taken):
        """All ways to give back `excess` gems of colours that are not taken in the same action."""
        if excess <= 0:
            return [{}]
        found = []
        for colours in itertools.combinations_with_replacement([c for c in COLOURS if c not in taken], excess):
            back = {colour: colours.count(colour) for colour in dict.fromkeys(colours)}
            if all(agent.gems[colour] >= count for colour, count in back.items()):
                found.append(back)
        return found

    def price(self, agent, card):
        """The gems that a card is paid with, or None."""
        if len(agent.cards[card.colour]) >= 7:
            return None
        paid, gold = {}, 0
        for colour, count in card.cost.items():
            due = max(0, count - len(agent.cards[colour]))
            own = min(due, agent.gems[colour])
            gold += due - own
            if own:
                paid[colour] = own
        if gold > agent.gems["yellow"]:
            return None
        return {**paid, "yellow": gold} if gold else paid

    def getLegalActions(self, state, number):
        agent, board, actions = state.agents[number], state.board, []
        held = sum(agent.gems.values())
        nobles = self.nobles_for(state, agent)
        piles = [colour for colour in GEMS if board.gems[colour] > 0]
        most = min(3, len(piles))
        least = most if held <= 7 else min(2, most) if held == 8 else min(1, most)
        for n in range(max(1, least), most + 1):
            for taken in itertools.combinations(piles, n):
                for back in self.returns(agent, held + n - 10, taken):
                    for noble in nobles:
                        gems = dict.fromkeys(taken, 1)
                        actions.append({"type": "collect_diff", "collected_gems": gems, "returned_gems": back, "noble": noble})
        for colour in piles:
            if board.gems[colour] >= 4:
                for back in self.returns(agent, held + 2 - 10, (colour,)):
                    for noble in nobles:
                        action = {"type": "collect_same", "collected_gems": {colour: 2}, "returned_gems": back, "noble": noble}
                        actions.append(action)
        if len(agent.cards["yellow"]) < 3:
            gold = {"yellow": 1} if board.gems["yellow"] else {}
            for back in self.returns(agent, held + len(gold) - 10, ("yellow",)):
                for card in [card for row in board.dealt for card in row if card]:
                    for noble in nobles:
                        action = {"type": "reserve", "card": card, "collected_gems": gold, "returned_gems": back, "noble": noble}
                        actions.append(action)
        shown = [card for row in board.dealt for card in row if card]
        for kind, cards in (("buy_available", shown), ("buy_reserve", agent.cards["yellow"])):
            for card in cards:
                paid = self.price(agent, card)
                if paid is not None:
                    for noble in self.nobles_for(state, agent, card.colour):
                        actions.append({"type": kind, "card": card, "returned_gems": paid, "noble": noble})
        return actions or [{"type": "pass", "noble": noble} for noble in nobles]

    # --- what an action does

    def generateSuccessor(self, state, action, number):
        """Changes `state`."""
        agent, board = state.agents[number], state.board
        agent.last_action = action
        agent.agent_trace.append(action)
        agent.passed = action["type"] == "pass"
        for colour, count in action.get("collected_gems", {}).items():
            board.gems[colour] -= count
            agent.gems[colour] += count
        for colour, count in action.get("returned_gems", {}).items():
            board.gems[colour] += count
            agent.gems[colour] -= count
        if action["type"] in ("reserve", "buy_available"):
            row = board.dealt[action["card"].deck_id]
            row[row.index(action["card"])] = board.deal(action["card"].deck_id, self.dice)
        if action["type"] == "reserve":
            agent.cards["yellow"].append(action["card"])
        if action["type"] == "buy_reserve":
            agent.cards["yellow"].remove(action["card"])
        if action["type"].startswith("buy"):
            agent.cards[action["card"].colour].append(action["card"])
            agent.score += action["card"].points
        if action["noble"]:
            board.nobles.remove(action["noble"])
            agent.nobles.append(action["noble"])
            agent.score += 3
        state.agent_to_move = 1 - number
        return state

    def gameEnds(self, state):
        over = state.agent_to_move == 0 and max(agent.score for agent in state.agents) >= 15
        return over or all(agent.passed for agent in state.agents)

    def calScore(self, state, number):
        def bought(agent):
            return sum(len(cards) for colour, cards in agent.cards.items() if colour != "yellow")

        best = max(agent.score for agent in state.agents)
        leaders = [agent for agent in state.agents if agent.score == best]
        agent = state.agents[number]
        tied = len(leaders) > 1 and agent in leaders and bought(agent) == min(map(bought, leaders))
        return agent.score + (0.5 if tied else 0)


class Game:
    """Plays one game between two agents; a late, failing or illegal answer is a warning and a random action, three end the game."""

    def __init__(self, rule, agents, clock=time.monotonic):
        self.rule, self.agents, self.clock = rule, agents, clock
        self.warnings = [0, 0]
        self.seconds = [[], []]
        self.plies = 0
        self.dice = random.Random(99)

    def run(self):
        rule, state = self.rule, self.rule.state
        while not rule.gameEnds(state):
            number = state.agent_to_move
            actions = rule.getLegalActions(state, number)
            shown, state_shown = copy.deepcopy(actions), copy.deepcopy(state)
            begin, answer = self.clock(), None
            try:
                answer = self.agents[number].SelectAction(shown, state_shown)
            except Exception:
                answer = None
            took = self.clock() - begin
            late = took > (SECONDS if self.seconds[number] else FIRST_SECONDS)
            self.seconds[number].append(took)
            if late or answer not in actions:
                self.warnings[number] += 1
                if self.warnings[number] == WARNINGS:
                    return {number: -1, 1 - number: 0}
                answer = self.dice.choice(actions)
            rule.generateSuccessor(state, answer, number)
            self.plies += 1
        return {number: rule.calScore(state, number) for number in (0, 1)}
