"""Learning from the rules alone: networks of n-tuples (`counterply.plugins.networks.network`), by games against oneself."""
