"""An agent that learns tic-tac-toe by Q-learning in a Gymnasium environment, against random moves; needs `counterply[gymnasium]`.

python examples/06_learning.py
"""

from collections import defaultdict

import gymnasium
import numpy as np
from numpy.typing import NDArray

EPISODES, RATE, EXPLORED = 6000, 0.2, 0.2
environment = gymnasium.make("counterply.plugins.bridges.gymnasium:Counterply/TicTacToe-v0", opponent="random")
values: dict[bytes, NDArray[np.float64]] = defaultdict(lambda: np.zeros(9))  # of each action, by the bytes of an observation
random = np.random.default_rng(1)


def episode(explored: float) -> float:
    """Play one game, and learn from it; returns 1, 0 or -1."""
    observation, info = environment.reset(seed=int(random.integers(2**31)))
    over, reward = False, 0.0
    while not over:
        state, legal = observation.tobytes(), np.flatnonzero(info["action_mask"])
        best = legal[values[state][legal].argmax()]
        action = random.choice(legal) if random.random() < explored else best
        observation, gained, over, _, info = environment.step(action)
        reward = float(gained)
        following = 0.0 if over else values[observation.tobytes()][np.flatnonzero(info["action_mask"])].max()
        values[state][action] += RATE * (reward + following - values[state][action])
    return reward


before = np.mean([episode(1.0) for _ in range(300)])
for _ in range(EPISODES):
    episode(EXPLORED)
after = np.mean([episode(0.0) for _ in range(300)])
print(f"mean reward {before:+.2f} with random moves, {after:+.2f} after {EPISODES:,} games; {len(values):,} states seen")
print("it has learnt" if after > 0.6 else "it has not learnt")
