"""Files of learnt networks as evaluators: how they are written and read, their layout, and the kernel that sums them up.

Random games show what is on the cells of a game.
"""
