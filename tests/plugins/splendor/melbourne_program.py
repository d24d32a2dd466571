"""The runner of COMP90054's Splendor program; its rules are `counterply.plugins.splendor.program`."""

# ruff: noqa: N802 - the program's names

import copy
import random
import time

from counterply.plugins.splendor.program import SplendorGameRule

FIRST_SECONDS, SECONDS, WARNINGS = 15.0, 1.0, 3


class Rule(SplendorGameRule):
    """The rules of one game, whose `state` it changes."""

    def __init__(self, seed):
        random.seed(seed)
        super().__init__(2)
        self.state = self.current_game_state

    def generateSuccessor(self, state, action, number):
        super().generateSuccessor(state, action, number)
        state.agent_to_move = 1 - number
        return state

    def gameEnds(self, state):
        self.current_game_state, self.current_agent_index = state, state.agent_to_move
        return super().gameEnds()


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
