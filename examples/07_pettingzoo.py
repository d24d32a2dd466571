"""Two random agents in a PettingZoo environment; needs `counterply[pettingzoo]`.

python examples/07_pettingzoo.py
"""

import numpy as np

from counterply.plugins.bridges.pettingzoo import env

environment = env("isolation", render_mode="ansi")
environment.reset(seed=1)
random = np.random.default_rng(1)
total = dict.fromkeys(environment.possible_agents, 0.0)
for agent in environment.agent_iter():
    observation, reward, terminated, truncated, _ = environment.last()
    total[agent] += reward
    legal = np.flatnonzero(observation["action_mask"])
    environment.step(None if terminated or truncated else random.choice(legal))
print(environment.render())
print("rewards:", total)
