"""Monte Carlo tree search for any game that keeps the contract."""
