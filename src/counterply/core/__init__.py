"""What everything else speaks of: the contract, games and positions, evaluators, values, limits, reports, names and errors."""
