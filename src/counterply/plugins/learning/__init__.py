"""Learning from the rules alone: networks of n-tuples (`counterply.core.network`), by games against oneself."""
