"""An agent that learns tic-tac-toe by Q-learning in a Gymnasium environment, against random moves; needs `counterply[gymnasium]`.

python examples/06_learning.py
"""

from collections import defaultdict

import gymnasium
import numpy as np

EPISODES, RATE, EXPLORED = 6000, 0.2, 0.2
environment = gymnasium.make("counterply.plugins.bridges.gymnasium:Counterply/TicTacToe-v0", opponent="random")
values = defaultdict(lambda: np.zeros(9))  # what each action is worth in a state, the bytes of its observation
random = np.random.default_rng(1)


def episode(explored):
    """Play one game, and learn from it; returns 1, 0 or -1."""
    observation, info = environment.reset(seed=int(random.integers(2**31)))
    over = False
    while not over:
        state, legal = observation.tobytes(), np.flatnonzero(info["action_mask"])
        best = legal[values[state][legal].argmax()]
        action = random.choice(legal) if random.random() < explored else best
        observation, reward, over, _, info = environment.step(action)
        following = 0.0 if over else values[observation.tobytes()][np.flatnonzero(info["action_mask"])].max()
        values[state][action] += RATE * (reward + following - values[state][action])
    return reward


before = np.mean([episode(1.0) for _ in range(300)])
for _ in range(EPISODES):
    episode(EXPLORED)
after = np.mean([episode(0.0) for _ in range(300)])
print(f"mean reward {before:+.2f} with random moves, {after:+.2f} after {EPISODES:,} games; {len(values):,} states seen")
print("it has learnt" if after > 0.6 else "it has not learnt")
