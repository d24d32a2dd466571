"""Doors to other libraries: OpenSpiel, PettingZoo, Gymnasium, UCI, Kaggle."""
