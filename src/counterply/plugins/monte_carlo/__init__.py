"""Monte Carlo tree search: compiled, as in the textbook, and with leaves that alpha-beta judges, as players of their own."""
