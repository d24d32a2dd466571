"""Games between players: openings, matches, tournaments, their statistics, their store and their report."""
