"""Measurements of games and searches: node counts, perft, speed, ablations, accuracy of evaluators."""
