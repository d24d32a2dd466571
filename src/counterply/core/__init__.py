"""The vocabulary of the package: the contract, games and positions, evaluators, values, limits, reports, names and errors."""
