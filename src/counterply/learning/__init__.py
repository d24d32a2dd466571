"""Weights learnt by self-play."""
