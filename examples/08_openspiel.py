"""Our engine as a bot of OpenSpiel against OpenSpiel's own tree search; needs `counterply[openspiel]`.

python examples/08_openspiel.py
"""

import pyspiel

from counterply import Limit
from counterply.plugins.bridges.openspiel import CounterplyBot

game = pyspiel.load_game("connect_four")
engine = CounterplyBot(game, 0, "engine", Limit(nodes=20_000))
rollouts = pyspiel.RandomRolloutEvaluator(1, 1)
theirs = pyspiel.MCTSBot(game, rollouts, 1.4, 300, 100, True, 1, False)

points = [pyspiel.evaluate_bots(game.new_initial_state(), [engine, theirs], seed)[0] for seed in range(4)]
print(f"the engine against MCTS of 300 simulations, moving first: {points}")
