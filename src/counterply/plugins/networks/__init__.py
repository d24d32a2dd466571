"""Learnt networks as evaluators: what they see of a game, their layout, their files, and the kernel that sums them up.

Random games show what is on the cells of a game.
"""
